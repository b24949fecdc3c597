//! JSON-RPC 2.0 and only that: which message a frame is, why it is none, and how replies are written.
//!
//! In: frames, as bytes. Out: [`Message`]s whose parts are slices of the frame, or a [`Refusal`]
//! with a typed [`Fault`]; and the text of replies. It knows no method and no revision, and keeps
//! no state.

mod encode;
mod envelope;
mod error;
mod fault;
mod id;
mod message;
mod params;
mod recover;
mod words;

pub use encode::{
    ErrorId, error, notification_head, notification_tail, request_head, request_tail, result_head,
    result_tail,
};
#[cfg(feature = "explain")]
pub(crate) use envelope::classify_text;
pub use envelope::{classify, classify_raw};
pub use error::{ErrorCode, ErrorObject};
pub use fault::{Fault, FaultKind, FaultParts, Refusal};
pub use id::{Id, IdText, MAX_ID_BYTES};
pub use message::{Batch, Message, Notification, Request, Response};
pub use params::{META_PREFIX, Meta, Params};
pub use recover::oversized;
