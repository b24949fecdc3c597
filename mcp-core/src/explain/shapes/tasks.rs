//! Tasks: those of the core protocol, and those of the extension that came after.
//!
//! In and out: tables. The two share names of methods and of members, but no message.

use super::common::{NEXT_CURSOR, NOTIFICATION_META_MEMBER, RESULT_META_MEMBER, RESULT_TYPE};
use super::types::Type::{Integer, IntegerOrNull, List, Map, Object, One, Text, Word};
use super::types::{MODERN, Member, Shape, Type, may, must};
use crate::version::ProtocolVersion as V;

const STATUS: Type = Word(&[
    "working",
    "input_required",
    "completed",
    "failed",
    "cancelled",
]);
const CREATED: Member = must("createdAt", Text);
const UPDATED: Member = must("lastUpdatedAt", Text);
const TTL: Member = must("ttl", IntegerOrNull).when(V::has_core_tasks);
const TTL_MS: Member = must("ttlMs", IntegerOrNull).when(MODERN);
const POLL: Member = may("pollInterval", Integer).when(V::has_core_tasks);
const POLL_MS: Member = may("pollIntervalMs", Integer).when(MODERN);

static TASK_TYPE: Type = One(&TASK);
pub(super) static OBJECT: Type = Object;

pub(super) static TASK: Shape = Shape::new(
    "Task",
    &[
        must("taskId", Text),
        must("status", STATUS),
        may("statusMessage", Text),
        CREATED,
        UPDATED,
        TTL,
        TTL_MS,
        POLL,
        POLL_MS,
    ],
);

/// A task as an answer or a notification; the extension adds what it waits for or ended with.
pub(super) static TASK_ITSELF: Shape = Shape::new(
    "GetTaskResult",
    &[
        RESULT_TYPE,
        must("taskId", Text),
        must("status", STATUS),
        may("statusMessage", Text),
        CREATED,
        UPDATED,
        TTL,
        TTL_MS,
        POLL,
        POLL_MS,
        may("inputRequests", Map(&OBJECT)).when(MODERN),
        may("result", Object).when(MODERN),
        may("error", Object).when(MODERN),
        RESULT_META_MEMBER,
    ],
);

/// The extension only says that it has heard.
pub(super) static CANCELLED: Shape = Shape::new(
    "CancelTaskResult",
    &[
        RESULT_TYPE,
        must("taskId", Text).when(V::has_core_tasks),
        must("status", STATUS).when(V::has_core_tasks),
        may("statusMessage", Text).when(V::has_core_tasks),
        CREATED.when(V::has_core_tasks),
        UPDATED.when(V::has_core_tasks),
        TTL,
        POLL,
        RESULT_META_MEMBER,
    ],
);

pub(super) static STATUS_NOTICE: Shape = Shape::new(
    "TaskStatusNotificationParams",
    &[
        must("taskId", Text),
        must("status", STATUS),
        may("statusMessage", Text),
        CREATED,
        UPDATED,
        TTL,
        TTL_MS,
        POLL,
        POLL_MS,
        NOTIFICATION_META_MEMBER,
    ],
);

/// The first answer to a request that runs as a task of the core protocol.
pub(super) static CREATED_TASK: Shape = Shape::new(
    "CreateTaskResult",
    &[must("task", One(&TASK)), RESULT_META_MEMBER],
);

pub(super) static LIST_TASKS: Shape = Shape::new(
    "ListTasksResult",
    &[
        must("tasks", List(&TASK_TYPE)),
        NEXT_CURSOR,
        RESULT_META_MEMBER,
    ],
);

/// What came out of a task is what its request would have had.
pub(super) static PAYLOAD: Shape = Shape::new("GetTaskPayloadResult", &[RESULT_META_MEMBER]);
