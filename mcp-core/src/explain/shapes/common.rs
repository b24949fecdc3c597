//! Shapes that many messages share.
//!
//! In and out: tables.

use super::types::Type::{
    Boolean, Count, Integer, List, Map, Object, One, Share, Text, Token, Word,
};
use super::types::{MODERN, Member, Shape, Type, may, must};
use crate::version::ProtocolVersion as V;

pub(super) const ROLE: Type = Word(&["user", "assistant"]);
pub(super) const LEVEL: Type = Word(&[
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
]);

pub(super) static TEXT: Type = Text;
pub(super) static OBJECT: Type = Object;

/// `_meta` of a request. The stateless members are the handshake of their time: `order` says when
/// they are missing.
pub(super) const REQUEST_META_MEMBER: Member = must("_meta", One(&REQUEST_META))
    .needed(MODERN)
    .missed_elsewhere();
pub(super) const NOTIFICATION_META_MEMBER: Member = may("_meta", One(&NOTIFICATION_META));
pub(super) const RESULT_META_MEMBER: Member = may("_meta", One(&RESULT_META));
/// `_meta` of a thing that is listed or sent.
pub(super) const ITEM_META: Member = may("_meta", Object).when(V::has_meta_on_items);

pub(super) const TITLE: Member = may("title", Text).when(V::has_titles);
pub(super) const DESCRIPTION: Member = may("description", Text);
pub(super) const ICONS: Member = may("icons", List(&ICON_TYPE)).when(V::has_icons);
pub(super) const ANNOTATIONS_MEMBER: Member = may("annotations", One(&ANNOTATIONS));

/// The members that every result has.
pub(super) const RESULT_TYPE: Member = must("resultType", Text)
    .when(V::has_result_type)
    .missed_elsewhere();
pub(super) const TTL: Member = must("ttlMs", Count).when(V::has_cache_hints);
pub(super) const SCOPE: Member =
    must("cacheScope", Word(&["public", "private"])).when(V::has_cache_hints);
pub(super) const NEXT_CURSOR: Member = may("nextCursor", Text);

static ICON_TYPE: Type = One(&ICON);

pub(super) static REQUEST_META: Shape = Shape::new(
    "RequestMetaObject",
    &[
        may("progressToken", Token),
        must("io.modelcontextprotocol/protocolVersion", Text)
            .when(MODERN)
            .missed_elsewhere(),
        must(
            "io.modelcontextprotocol/clientCapabilities",
            One(&CLIENT_CAPABILITIES),
        )
        .when(MODERN)
        .missed_elsewhere(),
        may("io.modelcontextprotocol/clientInfo", One(&IMPLEMENTATION)).when(MODERN),
        may("io.modelcontextprotocol/logLevel", LEVEL).when(MODERN),
    ],
);

pub(super) static NOTIFICATION_META: Shape = Shape::new(
    "NotificationMetaObject",
    &[may("io.modelcontextprotocol/subscriptionId", Token).when(MODERN)],
);

pub(super) static RESULT_META: Shape = Shape::new(
    "ResultMetaObject",
    &[may("io.modelcontextprotocol/serverInfo", One(&IMPLEMENTATION)).when(MODERN)],
);

pub(super) static IMPLEMENTATION: Shape = Shape::new(
    "Implementation",
    &[
        must("name", Text),
        TITLE,
        must("version", Text),
        DESCRIPTION.when(V::has_implementation_details),
        may("websiteUrl", Text).when(V::has_implementation_details),
        ICONS,
    ],
);

pub(super) static ICON: Shape = Shape::new(
    "Icon",
    &[
        must("src", Text),
        may("mimeType", Text),
        may("sizes", List(&TEXT)),
        may("theme", Word(&["light", "dark"])),
    ],
);

static ROLES: Type = ROLE;

pub(super) static ANNOTATIONS: Shape = Shape::new(
    "Annotations",
    &[
        may("audience", List(&ROLES)),
        may("priority", Share),
        may("lastModified", Text).when(V::has_last_modified),
    ],
);

pub(super) static CLIENT_CAPABILITIES: Shape = Shape::new(
    "ClientCapabilities",
    &[
        may("experimental", Map(&OBJECT)),
        may("roots", One(&ROOTS_CAPABILITY)),
        may("sampling", One(&SAMPLING_CAPABILITY)),
        may("elicitation", One(&ELICITATION_CAPABILITY)).when(V::has_elicitation),
        may("tasks", Object).when(V::has_core_tasks),
        may("extensions", Map(&OBJECT)).when(V::has_extensions),
    ],
);

static ROOTS_CAPABILITY: Shape = Shape::new(
    "roots",
    &[may("listChanged", Boolean).when(V::has_roots_list_changed)],
);

static SAMPLING_CAPABILITY: Shape = Shape::new(
    "sampling",
    &[
        may("context", Object).when(V::has_sampling_tools),
        may("tools", Object).when(V::has_sampling_tools),
    ],
);

static ELICITATION_CAPABILITY: Shape = Shape::new(
    "elicitation",
    &[
        may("form", Object).when(V::has_elicitation_modes),
        may("url", Object).when(V::has_elicitation_modes),
    ],
);

pub(super) static SERVER_CAPABILITIES: Shape = Shape::new(
    "ServerCapabilities",
    &[
        may("experimental", Map(&OBJECT)),
        may("logging", Object),
        may("completions", Object).when(V::has_completions_capability),
        may("prompts", One(&LIST_CAPABILITY)),
        may("resources", One(&RESOURCES_CAPABILITY)),
        may("tools", One(&LIST_CAPABILITY)),
        may("tasks", Object).when(V::has_core_tasks),
        may("extensions", Map(&OBJECT)).when(V::has_extensions),
    ],
);

static LIST_CAPABILITY: Shape = Shape::new("listChanged", &[may("listChanged", Boolean)]);

static RESOURCES_CAPABILITY: Shape = Shape::new(
    "resources",
    &[may("subscribe", Boolean), may("listChanged", Boolean)],
);

pub(super) static TASK_METADATA: Shape = Shape::new("TaskMetadata", &[may("ttl", Integer)]);
/// The wish that a request run as a task.
pub(super) const TASK: Member = may("task", One(&TASK_METADATA)).when(V::has_core_tasks);
