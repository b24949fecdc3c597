//! What notifications carry under `params`.
//!
//! In and out: tables.

use super::common::{LEVEL, NOTIFICATION_META_MEMBER};
use super::params::SUBSCRIPTION_FILTER;
use super::types::Type::{Any, Number, One, Text, Token};
use super::types::{Shape, may, must};
use crate::version::ProtocolVersion as V;

/// Of notifications that say nothing more.
pub(super) static PLAIN: Shape = Shape::new("NotificationParams", &[NOTIFICATION_META_MEMBER]);

/// The schema of one revision lets `requestId` out, since a task is cancelled otherwise; its text
/// demands it all the same.
pub(super) static CANCELLED: Shape = Shape::new(
    "CancelledNotificationParams",
    &[
        must("requestId", Token).judged_elsewhere(),
        may("reason", Text),
        NOTIFICATION_META_MEMBER,
    ],
);

pub(super) static PROGRESS: Shape = Shape::new(
    "ProgressNotificationParams",
    &[
        must("progressToken", Token).judged_elsewhere(),
        must("progress", Number),
        may("total", Number),
        may("message", Text).when(V::has_progress_message),
        NOTIFICATION_META_MEMBER,
    ],
);

pub(super) static LOG: Shape = Shape::new(
    "LoggingMessageNotificationParams",
    &[
        must("level", LEVEL),
        may("logger", Text),
        must("data", Any),
        NOTIFICATION_META_MEMBER,
    ],
);

pub(super) static UPDATED: Shape = Shape::new(
    "ResourceUpdatedNotificationParams",
    &[must("uri", Text), NOTIFICATION_META_MEMBER],
);

pub(super) static ACKNOWLEDGED: Shape = Shape::new(
    "SubscriptionsAcknowledgedNotificationParams",
    &[
        must("notifications", One(&SUBSCRIPTION_FILTER)),
        NOTIFICATION_META_MEMBER,
    ],
);

pub(super) static ELICITATION_COMPLETE: Shape = Shape::new(
    "ElicitationCompleteNotificationParams",
    &[must("elicitationId", Text), NOTIFICATION_META_MEMBER],
);
