//! The kinds of message, as views of the frame they came in.
//!
//! In: nothing; the classifier makes these. Out: the parts of a message. They own nothing but ids
//! that are strings and methods that were written with escapes.

use std::borrow::Cow;

use super::fault::{Fault, FaultKind};
use super::id::Id;
use super::params::{Found, Params};
use crate::json::{Elements, Raw};

/// What one frame holds.
#[derive(Clone, Debug)]
pub enum Message<'a> {
    /// A call that wants a reply.
    Request(Request<'a>),
    /// A message that wants none.
    Notification(Notification<'a>),
    /// A reply to a request of ours.
    Response(Response<'a>),
    /// Several of the above in one array. Only one revision has these.
    Batch(Batch<'a>),
}

/// A call that wants a reply.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// To be repeated in the reply.
    pub id: Id,
    /// What is called.
    pub method: Cow<'a, str>,
    /// An object; none when absent or null.
    pub params: Option<Raw<'a>>,
    pub(super) found: Found<'a>,
}

impl<'a> Request<'a> {
    /// The members of the params, which were found in the pass that validated the frame. The fault
    /// does not know the id.
    ///
    /// # Errors
    /// Those of [`Params::read`].
    #[inline]
    pub fn parameters(&self) -> Result<&Params<'a>, Fault> {
        self.found.get()
    }
}

/// A message that wants no reply.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Notification<'a> {
    /// What it tells.
    pub method: Cow<'a, str>,
    /// An object; none when absent or null.
    pub params: Option<Raw<'a>>,
    pub(super) found: Found<'a>,
}

impl<'a> Notification<'a> {
    /// The members of the params, which were found in the pass that validated the frame. The fault
    /// does not know the id.
    ///
    /// # Errors
    /// Those of [`Params::read`].
    #[inline]
    pub fn parameters(&self) -> Result<&Params<'a>, Fault> {
        self.found.get()
    }
}

/// A reply to a request of ours.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Response<'a> {
    /// The id of the request; none for errors about a message whose id could not be read.
    pub id: Option<Id>,
    /// The `result` of any type, or the `error`, which is an object.
    pub outcome: Result<Raw<'a>, Raw<'a>>,
}

/// An array of messages. Each is still to be classified, with
/// [`classify_raw`](super::classify_raw).
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a>(pub(super) Raw<'a>);

impl<'a> Batch<'a> {
    /// The array itself.
    pub fn raw(self) -> Raw<'a> {
        self.0
    }

    /// Its entries, in their order.
    pub fn entries(self) -> Elements<'a> {
        self.0.elements()
    }

    /// How many entries it has.
    pub fn len(self) -> usize {
        self.entries().count()
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.entries().next().is_none()
    }

    /// What makes the whole of it invalid where batches are allowed: no entries, more than
    /// `limit` of them, or an `initialize` among them.
    ///
    /// # Errors
    /// The first of these that holds.
    pub fn check(self, limit: usize) -> Result<(), Fault> {
        let count = self.len();
        if count == 0 {
            return Err(Fault::new(FaultKind::EmptyBatch));
        }
        if count > limit {
            return Err(Fault::new(FaultKind::LongBatch)
                .because(format!("must hold at most {limit} messages"))
                .expecting(format!("at most {limit} messages"))
                .got(count.to_string())
                .with_limit(limit as u64));
        }
        let initialize = |entry: Raw<'_>| {
            entry
                .members()
                .any(|m| m.key == "method" && m.value.is_string("initialize"))
        };
        match self.entries().any(initialize) {
            true => Err(Fault::new(FaultKind::InitializeInBatch)),
            false => Ok(()),
        }
    }
}
