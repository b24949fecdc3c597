//! What comes of a call, on its way through layers.
//!
//! In: whatever a handler or a layer failed with. Out: an [`Error`], so that every layer sees one
//! type and finds out by its kind and code what happened. Nothing is told to anybody here.

use super::{Error, ErrorKind};
use mcp_core::reasons::busy_data;
use mcp_core::rpc::ErrorCode;
use mcp_core::schema::Report;
use std::error::Error as StdError;
use std::io;
use std::time::Duration;

impl Error {
    /// The arguments were refused before the handler ran.
    pub(crate) fn refused(report: Report) -> Self {
        let (kind, code) = (ErrorKind::InvalidParams, ErrorCode::INVALID_PARAMS);
        let mut error = Self::with(kind, code, report.message(), None);
        error.0.data = Some(report.data());
        error.0.report = Some(report);
        error
    }

    /// The handler panicked; the text is for the log.
    pub(crate) fn panicked(text: String) -> Self {
        Self::with(ErrorKind::Panicked, ErrorCode::INTERNAL_ERROR, text, None)
    }

    /// The call took longer than a layer lets it.
    pub(crate) fn timed_out(limit: Duration) -> Self {
        let words =
            format!("the tool was stopped: it took longer than its time limit of {limit:?}");
        Self::with(ErrorKind::TimedOut, ErrorCode::INTERNAL_ERROR, words, None)
    }

    /// There is no room for the call now: -31503, and when to try again. Part of a millisecond
    /// counts as a whole one, so that who waits so long finds room.
    pub(crate) fn busy(reason: String, limit: usize, retry_after: Duration) -> Self {
        let millis = retry_after.as_nanos().div_ceil(1_000_000);
        // NB. when to come again is no detail: many hosts show the message alone.
        let message = format!("Busy: {reason}; try again in {millis} ms");
        let mut data = busy_data(limit, u64::try_from(millis).unwrap_or(u64::MAX));
        data["reason"] = reason.into();
        Self::new(ErrorCode::BUSY, message).with_data(data)
    }

    /// What a layer failed with: one of ours is taken as it is. What one of ours caused inside stays
    /// inside.
    pub(crate) fn of_layer(error: Box<dyn StdError + Send + Sync>) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(own) => return *own,
            Err(error) => error,
        };
        if holds_what_failed_inside(&*error) {
            return Self::internal(error);
        }
        let words = error.to_string();
        Self::with(
            ErrorKind::Layer,
            ErrorCode::INTERNAL_ERROR,
            words,
            Some(error),
        )
    }
}

/// Is one of ours below it that must not be told?
fn holds_what_failed_inside(error: &(dyn StdError + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(at) = next {
        let own = at.downcast_ref::<Error>();
        if own.is_some_and(|own| own.kind() == ErrorKind::Internal) {
            return true;
        }
        // NB. what an `io::Error` holds is not its source, but its words are.
        let held = at.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = match held {
            Some(held) => Some(held),
            None => at.source(),
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt;

    #[derive(Debug)]
    struct Wrapped(Error);

    impl fmt::Display for Wrapped {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("it failed")
        }
    }
    impl StdError for Wrapped {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn an_error_of_ours_comes_out_of_a_box_as_it_went_in() {
        let error = Error::of_layer(Error::new(-31001, "no").into());
        assert_eq!(
            (error.code().0, error.kind()),
            (-31001, ErrorKind::Protocol)
        );
    }

    #[test]
    fn what_failed_inside_stays_inside_however_it_is_wrapped() {
        let inside = Wrapped(Error::internal("/home/x/secret"));
        assert_eq!(Error::of_layer(inside.into()).kind(), ErrorKind::Internal);
        let inside = io::Error::other(Error::internal("/home/x/secret"));
        assert_eq!(Error::of_layer(inside.into()).kind(), ErrorKind::Internal);
        let outside = Wrapped(Error::new(-31001, "no"));
        assert_eq!(Error::of_layer(outside.into()).kind(), ErrorKind::Layer);
    }

    #[test]
    fn who_is_told_to_wait_is_never_told_too_little() {
        let error = Error::busy("full".to_owned(), 3, Duration::from_nanos(1_000_001));
        let reply = error.into_reply("tool `t`");
        assert_eq!(reply.code, ErrorCode::BUSY);
        assert_eq!(reply.data.expect("data")["retryAfterMs"], 2);
    }
}
