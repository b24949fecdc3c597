//! What results hold.
//!
//! In and out: tables.

use super::common::{
    DESCRIPTION, IMPLEMENTATION, NEXT_CURSOR, RESULT_META_MEMBER, RESULT_TYPE, ROLE, SCOPE,
    SERVER_CAPABILITIES, TEXT, TTL,
};
use super::content::{BLOCKS, CONTENT, CONTENTS};
use super::offers::{PROMPT_TYPE, RESOURCE_TYPE, TEMPLATE_TYPE, TOOLS};
use super::types::Type::{Any, Boolean, Either, Integer, List, One, Text, Token};
use super::types::{MODERN, Shape, Type, may, must};
use crate::version::ProtocolVersion as V;

/// Of requests that have nothing to tell.
pub(super) static EMPTY: Shape = Shape::new("Result", &[RESULT_TYPE, RESULT_META_MEMBER]);

pub(super) static INITIALIZE: Shape = Shape::new(
    "InitializeResult",
    &[
        must("protocolVersion", Text),
        must("capabilities", One(&SERVER_CAPABILITIES)),
        must("serverInfo", One(&IMPLEMENTATION)),
        may("instructions", Text),
        RESULT_META_MEMBER,
    ],
);

pub(super) static DISCOVER: Shape = Shape::new(
    "DiscoverResult",
    &[
        RESULT_TYPE,
        must("supportedVersions", List(&TEXT)),
        must("capabilities", One(&SERVER_CAPABILITIES)),
        may("instructions", Text),
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

pub(super) static LIST_TOOLS: Shape = Shape::new(
    "ListToolsResult",
    &[
        RESULT_TYPE,
        must("tools", TOOLS),
        NEXT_CURSOR,
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

pub(super) static LIST_RESOURCES: Shape = Shape::new(
    "ListResourcesResult",
    &[
        RESULT_TYPE,
        must("resources", List(&RESOURCE_TYPE)),
        NEXT_CURSOR,
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

pub(super) static LIST_TEMPLATES: Shape = Shape::new(
    "ListResourceTemplatesResult",
    &[
        RESULT_TYPE,
        must("resourceTemplates", List(&TEMPLATE_TYPE)),
        NEXT_CURSOR,
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

pub(super) static LIST_PROMPTS: Shape = Shape::new(
    "ListPromptsResult",
    &[
        RESULT_TYPE,
        must("prompts", List(&PROMPT_TYPE)),
        NEXT_CURSOR,
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

/// What `structuredContent` may be depends on the revision and the tool: `structured` says so.
pub(super) static CALL_TOOL: Shape = Shape::new(
    "CallToolResult",
    &[
        RESULT_TYPE,
        must("content", BLOCKS).missed_elsewhere(),
        may("structuredContent", Any).when(V::has_structured_content),
        may("isError", Boolean),
        RESULT_META_MEMBER,
    ],
);

pub(super) static READ_RESOURCE: Shape = Shape::new(
    "ReadResourceResult",
    &[
        RESULT_TYPE,
        must("contents", List(&CONTENTS)),
        TTL,
        SCOPE,
        RESULT_META_MEMBER,
    ],
);

static MESSAGE_TYPE: Type = One(&PROMPT_MESSAGE);

pub(super) static GET_PROMPT: Shape = Shape::new(
    "GetPromptResult",
    &[
        RESULT_TYPE,
        DESCRIPTION,
        must("messages", List(&MESSAGE_TYPE)),
        RESULT_META_MEMBER,
    ],
);

pub(super) static PROMPT_MESSAGE: Shape = Shape::new(
    "PromptMessage",
    &[must("role", ROLE), must("content", Either(&CONTENT))],
);

pub(super) static COMPLETE: Shape = Shape::new(
    "CompleteResult",
    &[
        RESULT_TYPE,
        must("completion", One(&COMPLETION)),
        RESULT_META_MEMBER,
    ],
);

static COMPLETION: Shape = Shape::new(
    "completion",
    &[
        must("values", List(&TEXT)),
        may("total", Integer),
        may("hasMore", Boolean),
    ],
);

pub(super) static LISTEN: Shape = Shape::new(
    "SubscriptionsListenResult",
    &[RESULT_TYPE, must("_meta", One(&LISTEN_META))],
);

pub(super) static LISTEN_META: Shape = Shape::new(
    "SubscriptionsListenResultMetaObject",
    &[
        may("io.modelcontextprotocol/serverInfo", One(&IMPLEMENTATION)).when(MODERN),
        must("io.modelcontextprotocol/subscriptionId", Token).when(MODERN),
    ],
);
