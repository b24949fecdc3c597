//! The requests of one side: those that wait for an answer, and those that had one.
//!
//! In: requests and answers. Out: which request an answer belongs to. Bounded: the oldest is
//! forgotten first.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::explain::limits::Limits;
use crate::logging::LoggingLevel;
use crate::rpc::Id;
use crate::version::ProtocolVersion;

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Call {
    /// The number that everything of this call shares.
    pub(in crate::explain) number: u64,
    pub(in crate::explain) id: Id,
    pub(in crate::explain) method: String,
    /// Which tool, prompt, resource or task.
    pub(in crate::explain) target: Option<String>,
    pub(in crate::explain) line: u64,
    pub(in crate::explain) at: Option<Duration>,
    /// The revision it is written in, when known.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// It asks for a page of a list, and not for the first.
    pub(in crate::explain) goes_on: bool,
    /// Its progress token, as JSON text.
    pub(in crate::explain) progress_token: Option<String>,
    /// The progress that was reported last.
    pub(in crate::explain) progress: Option<f64>,
    /// The line on which it was cancelled.
    pub(in crate::explain) cancelled: Option<u64>,
    /// The log level that it asks for.
    pub(in crate::explain) log_level: Option<LoggingLevel>,
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Past {
    pub(in crate::explain) number: u64,
    pub(in crate::explain) method: String,
    /// The line of its answer.
    pub(in crate::explain) answered: u64,
    pub(in crate::explain) progress_token: Option<String>,
}

/// The requests of one side.
#[derive(Debug)]
pub(in crate::explain) struct Calls {
    limits: Limits,
    open: HashMap<Id, Call>,
    /// The ids of open calls by age; some may be answered already.
    ages: VecDeque<(u64, Id)>,
    past: HashMap<Id, Past>,
    past_ages: VecDeque<Id>,
}

impl Calls {
    pub(in crate::explain) fn new(limits: Limits) -> Self {
        Calls {
            limits,
            open: HashMap::new(),
            ages: VecDeque::new(),
            past: HashMap::new(),
            past_ages: VecDeque::new(),
        }
    }

    /// Remembers a request. What it displaces comes back: one of the same id, or the oldest.
    pub(in crate::explain) fn open(&mut self, call: Call) -> Option<Call> {
        self.ages.push_back((call.number, call.id.clone()));
        if let Some(same) = self.open.insert(call.id.clone(), call) {
            return Some(same);
        }
        // The list of ages holds the ids of answered calls too: those are let go on the way.
        while self.open.len() > self.limits.open_calls
            || self.ages.len() > 2 * self.limits.open_calls
        {
            let (number, id) = self.ages.pop_front()?;
            match self.open.get(&id) {
                Some(call) if call.number == number && self.open.len() > self.limits.open_calls => {
                    return self.open.remove(&id);
                }
                Some(call) if call.number == number => self.ages.push_back((number, id)),
                _ => {}
            }
        }
        None
    }

    pub(in crate::explain) fn get(&self, id: &Id) -> Option<&Call> {
        self.open.get(id)
    }

    pub(in crate::explain) fn get_mut(&mut self, id: &Id) -> Option<&mut Call> {
        self.open.get_mut(id)
    }

    /// Takes the request that is answered on this line.
    pub(in crate::explain) fn answer(&mut self, id: &Id, line: u64) -> Option<Call> {
        let call = self.open.remove(id)?;
        let past = Past {
            number: call.number,
            method: call.method.clone(),
            answered: line,
            progress_token: call.progress_token.clone(),
        };
        if self.past.insert(id.clone(), past).is_none() {
            self.past_ages.push_back(id.clone());
        }
        if self.past_ages.len() > self.limits.answered_ids
            && let Some(oldest) = self.past_ages.pop_front()
        {
            self.past.remove(&oldest);
        }
        Some(call)
    }

    /// The request of this id that was answered, when that is remembered.
    pub(in crate::explain) fn past(&self, id: &Id) -> Option<&Past> {
        self.past.get(id)
    }

    /// The answered requests that are remembered.
    pub(in crate::explain) fn all_past(&self) -> impl Iterator<Item = (&Id, &Past)> {
        self.past.iter()
    }

    /// Those that wait for an answer, in no order.
    pub(in crate::explain) fn all_open(&self) -> impl Iterator<Item = &Call> {
        self.open.values()
    }

    /// Those that wait for an answer, in no order.
    pub(in crate::explain) fn all_open_mut(&mut self) -> impl Iterator<Item = &mut Call> {
        self.open.values_mut()
    }
}
