//! Calls that were answered by questions, and wait to be sent again.
//!
//! In: results that ask. Out: which of them a request goes on with. Bounded: the oldest is
//! forgotten first. Of the state that a server gives only a hash is kept.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::rpc::Id;

/// A call that was answered by questions.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Round {
    /// The number of the call.
    pub(in crate::explain) number: u64,
    pub(in crate::explain) id: Id,
    pub(in crate::explain) method: Cow<'static, str>,
    pub(in crate::explain) target: Option<String>,
    /// The line of the result that asks.
    pub(in crate::explain) line: u64,
    /// Its questions are few enough to be compared with the answers.
    pub(in crate::explain) few: bool,
    /// The keys of the questions, each with its method.
    pub(in crate::explain) questions: Vec<(Box<str>, Box<str>)>,
    /// The state that must come back.
    pub(in crate::explain) state: Option<State>,
}

/// What stands for a `requestState`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::explain) struct State(u64);

impl State {
    /// Of this text.
    pub(in crate::explain) fn of(text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        State(hasher.finish())
    }
}

/// The calls that were answered by questions.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Rounds {
    waiting: VecDeque<Round>,
}

/// How many are remembered.
const MOST: usize = 256;

/// So many questions are remembered with their keys, and keys of so many bytes together.
pub(in crate::explain) const QUESTIONS: usize = 256;
pub(in crate::explain) const KEYS: usize = 16 * 1024;

impl Rounds {
    /// Remembers one; it takes the place of an earlier round of the same call.
    pub(in crate::explain) fn ask(&mut self, round: Round) {
        self.waiting.retain(|other| other.number != round.number);
        if self.waiting.len() >= MOST {
            self.waiting.pop_front();
        }
        self.waiting.push_back(round);
    }

    /// The round that a request goes on with: that of the same state, or else the last one of the
    /// same method and target. Where no state tells them apart it is one that asked what is
    /// answered.
    pub(in crate::explain) fn of(
        &self,
        method: &str,
        target: Option<&str>,
        state: Option<State>,
        asked: impl Fn(&Round) -> bool,
    ) -> Option<&Round> {
        let mut likely = None;
        for round in self.waiting.iter().rev().filter(|r| r.method == method) {
            let same_target = round.target.as_deref() == target;
            let same = round.state == state;
            if same && (state.is_some() || (same_target && asked(round))) {
                return Some(round);
            }
            if same_target && likely.is_none() {
                likely = Some(round);
            }
        }
        likely
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(number: u64, state: &str) -> Round {
        Round {
            number,
            id: Id::from(1),
            method: "tools/call".into(),
            target: Some("book".to_owned()),
            line: number,
            few: true,
            questions: Vec::new(),
            state: Some(State::of(state)),
        }
    }

    #[test]
    fn a_request_goes_on_with_the_round_of_its_state_or_else_of_its_target() {
        let mut rounds = Rounds::default();
        rounds.ask(round(1, "a"));
        rounds.ask(round(2, "b"));
        let of = |target, state| {
            let found = rounds.of("tools/call", target, state, |_| true);
            found.map(|round| round.number)
        };
        assert_eq!(of(Some("book"), Some(State::of("a"))), Some(1));
        assert_eq!(of(Some("book"), None), Some(2));
        assert_eq!(of(Some("other"), None), None);
        assert_eq!(
            rounds
                .of("prompts/get", Some("book"), None, |_| true)
                .map(|r| r.number),
            None
        );
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut rounds = Rounds::default();
        for number in 0..=MOST as u64 {
            rounds.ask(round(number, &number.to_string()));
        }
        let target = Some("book");
        assert_eq!(rounds.waiting.len(), MOST);
        let oldest = rounds.of("tools/call", target, Some(State::of("0")), |_| true);
        assert_ne!(oldest.map(|round| round.number), Some(0));
    }
}
