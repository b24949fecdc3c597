//! Reading answers: whose they are, and what they say.
//!
//! In: a response and the requests that wait. Out: what it is, and findings.

use super::Conversation;
use crate::explain::check;
use crate::explain::finding::Found;
use crate::explain::frame::Frame;
use crate::explain::parts::ResultParts;
use crate::explain::scope::{Scope, other};
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::summary::{Answered, Outcome, Summary, What};
use crate::json::Raw;
use crate::method::Side;
use crate::rpc::Response;

impl Conversation {
    pub(super) fn answer<'a>(
        &mut self,
        frame: &Frame<'a>,
        size: usize,
        answer: Response<'a>,
        found: &mut Found<'a>,
    ) -> Summary<'a> {
        let asker = self.asker(frame, &answer);
        let from = frame.from.or(asker.map(other));
        let whose = asker.zip(answer.id.as_ref());
        let call = whose.and_then(|(asker, id)| self.state.by(asker).answer(id, frame.line));
        let mut scope = self.scope(frame, from, None);
        scope.version = call
            .as_ref()
            .map_or(scope.version, |call| call.version.or(scope.version));
        let state = &mut self.state;
        match &call {
            Some(_) => {}
            None if check::order::answer(state, scope, &answer, found) => {}
            None => check::ids::stray_answer(state, scope, &answer, found),
        }
        let outcome = outcome(state, scope, call.as_ref(), answer.outcome, found);
        let number = call.as_ref().map(|call| call.number);
        let to = call.map(|call| Answered {
            after: frame
                .at
                .zip(call.at)
                .and_then(|(to, from)| to.checked_sub(from)),
            method: call.method,
            target: call.target,
            line: call.line,
        });
        let what = What::Answer {
            id: answer.id,
            to,
            outcome,
        };
        self.summary(frame, size, from, number, what)
    }

    /// Whose request an answer belongs to.
    fn asker(&self, frame: &Frame<'_>, answer: &Response<'_>) -> Option<Side> {
        let id = answer.id.as_ref()?;
        match frame.from {
            Some(from) => Some(other(from)),
            None if self.state.by_client.get(id).is_some() => Some(Side::Client),
            None if self.state.by_server.get(id).is_some() => Some(Side::Server),
            None => None,
        }
    }
}

/// What a result or an error says.
fn outcome<'a>(
    state: &mut State,
    scope: Scope,
    call: Option<&Call>,
    outcome: Result<Raw<'a>, Raw<'a>>,
    found: &mut Found<'a>,
) -> Outcome<'a> {
    match outcome {
        Ok(result) => {
            let parts = ResultParts::of(result);
            if let Some(call) = call {
                check::order::result(state, scope, call, result, found);
                check::tools::result(state, call, result, &parts, found);
                check::notices::result(state, call, found);
                check::results::result(state, scope, call, result, &parts, found);
            } else {
                check::results::of_nothing(result, found);
            }
            Outcome::of_result(result, &parts, call.map(|call| &*call.method))
        }
        Err(error) => {
            if let Some(call) = call {
                check::order::error(state, call, error, found);
            }
            check::errors::error(state, scope, call, error, found);
            Outcome::of_error(error)
        }
    }
}
