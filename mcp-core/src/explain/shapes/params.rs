//! What requests carry under `params`.
//!
//! In and out: tables.

use super::asks::{INPUT_RESPONSES, REQUEST_STATE};
use super::common::{
    CLIENT_CAPABILITIES, IMPLEMENTATION, LEVEL, OBJECT, REQUEST_META_MEMBER, TASK, TEXT, TITLE,
};
use super::types::Type::{Boolean, Either, List, Map, Object, One, Text, Word};
use super::types::{Shape, Union, case, may, must};
use crate::version::ProtocolVersion as V;

/// Of requests that say nothing more.
pub(super) static PLAIN: Shape = Shape::new("RequestParams", &[REQUEST_META_MEMBER]);

pub(super) static PAGE: Shape = Shape::new(
    "PaginatedRequestParams",
    &[may("cursor", Text), REQUEST_META_MEMBER],
);

pub(super) static INITIALIZE: Shape = Shape::new(
    "InitializeRequestParams",
    &[
        must("protocolVersion", Text),
        must("capabilities", One(&CLIENT_CAPABILITIES)),
        must("clientInfo", One(&IMPLEMENTATION)),
        REQUEST_META_MEMBER,
    ],
);

/// The check of calls by the tools that were listed speaks of the name and the arguments.
pub(super) static CALL_TOOL: Shape = Shape::new(
    "CallToolRequestParams",
    &[
        must("name", Text).judged_elsewhere(),
        may("arguments", Object).judged_elsewhere(),
        TASK,
        INPUT_RESPONSES,
        REQUEST_STATE,
        REQUEST_META_MEMBER,
    ],
);

pub(super) static GET_PROMPT: Shape = Shape::new(
    "GetPromptRequestParams",
    &[
        must("name", Text),
        may("arguments", Map(&TEXT)),
        INPUT_RESPONSES,
        REQUEST_STATE,
        REQUEST_META_MEMBER,
    ],
);

pub(super) static READ_RESOURCE: Shape = Shape::new(
    "ReadResourceRequestParams",
    &[
        must("uri", Text),
        INPUT_RESPONSES,
        REQUEST_STATE,
        REQUEST_META_MEMBER,
    ],
);

pub(super) static SUBSCRIBE: Shape = Shape::new(
    "SubscribeRequestParams",
    &[must("uri", Text), REQUEST_META_MEMBER],
);

pub(super) static SET_LEVEL: Shape = Shape::new(
    "SetLevelRequestParams",
    &[must("level", LEVEL), REQUEST_META_MEMBER],
);

pub(super) static COMPLETE: Shape = Shape::new(
    "CompleteRequestParams",
    &[
        must("ref", Either(&REFERENCE)),
        must("argument", One(&COMPLETED)),
        may("context", One(&COMPLETE_CONTEXT)).when(V::has_completion_context),
        REQUEST_META_MEMBER,
    ],
);

static REFERENCE: Union = Union {
    name: "PromptReference | ResourceTemplateReference",
    tag: "type",
    untagged: None,
    cases: &[
        case("ref/prompt", &PROMPT_REFERENCE),
        case("ref/resource", &RESOURCE_REFERENCE),
    ],
};

pub(super) static PROMPT_REFERENCE: Shape = Shape::new(
    "PromptReference",
    &[
        must("type", Word(&["ref/prompt"])),
        must("name", Text),
        TITLE,
    ],
);

pub(super) static RESOURCE_REFERENCE: Shape = Shape::new(
    "ResourceTemplateReference",
    &[must("type", Word(&["ref/resource"])), must("uri", Text)],
);

static COMPLETED: Shape = Shape::new("argument", &[must("name", Text), must("value", Text)]);

static COMPLETE_CONTEXT: Shape = Shape::new("context", &[may("arguments", Map(&TEXT))]);

pub(super) static LISTEN: Shape = Shape::new(
    "SubscriptionsListenRequestParams",
    &[
        must("notifications", One(&SUBSCRIPTION_FILTER)),
        REQUEST_META_MEMBER,
    ],
);

/// `taskIds` comes with the extension for tasks.
pub(super) static SUBSCRIPTION_FILTER: Shape = Shape::new(
    "SubscriptionFilter",
    &[
        may("toolsListChanged", Boolean),
        may("promptsListChanged", Boolean),
        may("resourcesListChanged", Boolean),
        may("resourceSubscriptions", List(&TEXT)),
        may("taskIds", List(&TEXT)),
    ],
);

/// Of requests about one task.
pub(super) static TASK_ID: Shape = Shape::new(
    "GetTaskRequestParams",
    &[must("taskId", Text), REQUEST_META_MEMBER],
);

/// The extension for tasks takes the answers to a task's questions here.
pub(super) static UPDATE_TASK: Shape = Shape::new(
    "UpdateTaskRequestParams",
    &[
        must("taskId", Text),
        must("inputResponses", Map(&OBJECT)),
        REQUEST_META_MEMBER,
    ],
);
