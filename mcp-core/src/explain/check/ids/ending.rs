//! The requests that had no answer until the end.
//!
//! In: what waits when a log ends. Out: a finding for each, oldest first, with its age where times
//! are known. What was cancelled, what was refused and what stays open by design is left out.

use std::time::Duration;

use super::{quoted, shown};
use crate::explain::finding::{Arg, Finding};
use crate::explain::scope::other;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::ids as words;
use crate::method::{self, Side};

/// The requests that had no answer until the end.
pub(in crate::explain) fn unanswered(state: &mut State, findings: &mut Vec<Finding>) {
    let mut open = Vec::new();
    for side in [Side::Client, Side::Server] {
        let calls = state.of(side);
        let heard = state.session.heard(other(side));
        let broken = state.between.broken_by(other(side));
        let broken = broken.max(state.session.astray);
        for call in calls.all_open().filter(|call| is_due(call)) {
            // A frame that could not be read, or that fits nothing, may have been the answer; it
            // was told.
            if broken.is_some_and(|line| line >= call.line) {
                continue;
            }
            let code = if call.over_http {
                words::HTTP_OPEN
            } else if call.nth < calls.latest_answered() {
                words::UNANSWERED
            } else if call.fault.is_some() {
                // What is wrong with it was told; people cut a log right after it.
                continue;
            } else if heard {
                words::PENDING
            } else {
                words::ONE_SIDED
            };
            open.push((call, code));
        }
    }
    open.sort_unstable_by_key(|(call, _)| (call.line, call.nth));
    open.truncate(state.limits.findings);
    for (call, code) in open {
        let end = state.session.last_at;
        let waited = end.zip(call.at).and_then(|(end, at)| end.checked_sub(at));
        let finding = Finding::new(code, call.line)
            .at("id")
            .with("id", shown(&call.id))
            .with("method", quoted(&call.method))
            .with("age", age(waited));
        findings.push(finding);
    }
}

/// Whether an answer was to come.
fn is_due(call: &Call) -> bool {
    call.cancelled.is_none() && !call.excused && call.method != method::SUBSCRIPTIONS_LISTEN
}

/// For how long a request has waited, where that is known.
pub(in crate::explain) fn age(waited: Option<Duration>) -> Arg {
    // Less tells nothing: the log ended as soon as it was asked.
    match waited.filter(|waited| *waited >= Duration::from_millis(50)) {
        Some(waited) => {
            let seconds = waited.as_secs_f64();
            Arg::Both {
                en: format!(" (waited {seconds:.1} s)"),
                ko: format!("({seconds:.1}초)"),
            }
        }
        None => Arg::Same("".into()),
    }
}
