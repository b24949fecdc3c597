//! The requests of one side: those that wait for an answer, and those that had one.
//!
//! In: requests and answers. Out: which request an answer belongs to. Bounded: the oldest is
//! forgotten first.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::capabilities::ClientCapabilities;
use crate::explain::code::Code;
use crate::explain::frame::{Carrier, Frame};
use crate::explain::limits::Limits;
use crate::logging::LoggingLevel;
use crate::method::Method;
use crate::rpc::Id;
use crate::version::ProtocolVersion;

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Call {
    /// The number that everything of this call shares.
    pub(in crate::explain) number: u64,
    pub(in crate::explain) id: Id,
    pub(in crate::explain) method: Cow<'static, str>,
    /// Which tool, prompt, resource or task.
    pub(in crate::explain) target: Option<String>,
    pub(in crate::explain) line: u64,
    pub(in crate::explain) at: Option<Duration>,
    /// The revision it is written in, when known.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// What the client can do, where each request says so.
    pub(in crate::explain) client: Option<Arc<ClientCapabilities>>,
    /// It asks for a page of a list, and not for the first.
    pub(in crate::explain) goes_on: bool,
    /// It asks to run as a task: it goes on after its answer.
    pub(in crate::explain) task: bool,
    /// Its progress token, which is compared as ids are.
    pub(in crate::explain) progress_token: Option<Id>,
    /// The progress that was reported last.
    pub(in crate::explain) progress: Option<f64>,
    /// The line on which it was cancelled.
    pub(in crate::explain) cancelled: Option<u64>,
    /// The log level that it asks for.
    pub(in crate::explain) log_level: Option<LoggingLevel>,
    /// The first error that was found in it, and where.
    pub(in crate::explain) fault: Option<(Code, Cow<'static, str>)>,
    /// The how manieth request of its side it is; counted when it is remembered.
    pub(in crate::explain) nth: u64,
    /// It was refused, so that it need not be answered, but may be.
    pub(in crate::explain) excused: bool,
    /// It came over HTTP, where who no longer wants an answer hangs up.
    pub(in crate::explain) over_http: bool,
    /// How many answers are due beyond its own: to requests that had its id before it.
    pub(in crate::explain) owed: u32,
}

impl Call {
    /// A request that was refused.
    pub(in crate::explain) fn refused(
        number: u64,
        id: Id,
        method: &str,
        frame: &Frame<'_>,
    ) -> Self {
        Call {
            number,
            id,
            method: named(method),
            target: None,
            line: frame.line,
            at: frame.at,
            version: None,
            client: None,
            goes_on: false,
            progress_token: None,
            progress: None,
            cancelled: None,
            log_level: None,
            task: false,
            fault: None,
            nth: 0,
            excused: true,
            over_http: frame.carrier != Carrier::Line,
            owed: 0,
        }
    }
}

/// What type of JSON value an id is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::explain) enum IdKind {
    Number,
    Text,
}

impl IdKind {
    pub(in crate::explain) fn of(id: &Id) -> Self {
        match id {
            Id::Number(_) => IdKind::Number,
            Id::Text(_) => IdKind::Text,
        }
    }
}

/// The name of a method, kept without a copy when the specification has it.
pub(in crate::explain) fn named(method: &str) -> Cow<'static, str> {
    match Method::named(method) {
        Some(method) => Cow::Borrowed(method.name()),
        None => Cow::Owned(kept(method)),
    }
}

/// A text as it is remembered with a call: many calls wait, and each may name something long.
pub(in crate::explain) fn kept(text: &str) -> String {
    const LONGEST: usize = 1024;
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default().to_owned()
}

/// A request that was answered.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Past {
    pub(in crate::explain) number: u64,
    pub(in crate::explain) method: Cow<'static, str>,
    /// The line of its answer.
    pub(in crate::explain) answered: u64,
    /// How many answers with its id are still due, to requests that had it before.
    pub(in crate::explain) owed: u32,
    /// It asked to run as a task: it may go on.
    pub(in crate::explain) task: bool,
    progress_token: Option<Id>,
}

/// What is known by an id.
type Map<T> = std::collections::HashMap<Id, T>;

/// The requests of one side.
#[derive(Debug)]
pub(in crate::explain) struct Calls {
    limits: Limits,
    open: Map<Call>,
    /// The ids of open calls by age; some may be answered already.
    ages: VecDeque<(u64, Id)>,
    past: Map<Past>,
    past_ages: VecDeque<Id>,
    /// The ids of open calls by their progress tokens.
    tokens: Map<Id>,
    /// The ids of answered calls by theirs.
    past_tokens: Map<Id>,
    /// Some call had a progress token.
    any_token: bool,
    /// How many open calls ask for log messages, by level.
    levels: [usize; LoggingLevel::ALL.len()],
    /// How many requests there were.
    count: u64,
    /// Some of them were forgotten before they were answered.
    forgot: bool,
    /// The latest request that was answered.
    latest_answered: u64,
    id_kind: Option<IdKind>,
    kind_changed: bool,
    /// The first id that is a number, when the first request had one.
    first: Option<i64>,
}

/// Forgets a token, unless it belongs to another request by now.
fn forget(tokens: &mut Map<Id>, token: Option<&Id>, of: &Id) {
    if let Some(token) = token
        && tokens.get(token) == Some(of)
    {
        tokens.remove(token);
    }
}

impl Calls {
    pub(in crate::explain) fn new(limits: Limits) -> Self {
        Calls {
            limits,
            open: Map::default(),
            ages: VecDeque::new(),
            past: Map::default(),
            past_ages: VecDeque::new(),
            tokens: Map::default(),
            past_tokens: Map::default(),
            any_token: false,
            levels: [0; LoggingLevel::ALL.len()],
            count: 0,
            forgot: false,
            latest_answered: 0,
            id_kind: None,
            kind_changed: false,
            first: None,
        }
    }

    /// Remembers a request. What it displaces comes back: one of the same id, or the oldest.
    pub(in crate::explain) fn open(&mut self, mut call: Call) -> Option<Call> {
        if self.count == 0
            && let Id::Number(number) = call.id
        {
            self.first = Some(number);
        }
        self.count += 1;
        call.nth = self.count;
        self.ages.push_back((call.number, call.id.clone()));
        let token = call
            .progress_token
            .clone()
            .map(|token| (token, call.id.clone()));
        self.count(&call, 1);
        let same = self.open.insert(call.id.clone(), call);
        if let Some(same) = &same {
            self.gone(same);
            let id = self.ages.back().map(|(_, id)| id);
            if let Some(call) = id.and_then(|id| self.open.get_mut(id)) {
                call.owed = same.owed + 1;
            }
        }
        if let Some((token, id)) = token {
            self.any_token = true;
            self.past_tokens.remove(&token);
            self.tokens.insert(token, id);
        }
        if same.is_some() {
            return same;
        }
        // The list of ages holds the ids of answered calls too: those are let go on the way.
        while self.open.len() > self.limits.open_calls
            || self.ages.len() > 2 * self.limits.open_calls
        {
            let (number, id) = self.ages.pop_front()?;
            match self.open.get(&id) {
                Some(call) if call.number == number && self.open.len() > self.limits.open_calls => {
                    self.forgot = true;
                    let oldest = self.open.remove(&id)?;
                    self.gone(&oldest);
                    return Some(oldest);
                }
                Some(call) if call.number == number => self.ages.push_back((number, id)),
                _ => {}
            }
        }
        None
    }

    /// Forgets what is kept of a call beside the call.
    fn gone(&mut self, call: &Call) {
        forget(&mut self.tokens, call.progress_token.as_ref(), &call.id);
        self.count(call, -1);
    }

    fn count(&mut self, call: &Call, by: isize) {
        let level = call.log_level.map(|level| level as usize);
        if let Some(count) = level.and_then(|level| self.levels.get_mut(level)) {
            *count = count.saturating_add_signed(by);
        }
    }

    /// The least level of log messages that an open call asks for.
    pub(in crate::explain) fn least_level(&self) -> Option<LoggingLevel> {
        let mut levels = LoggingLevel::ALL.into_iter().zip(self.levels);
        levels.find(|(_, count)| *count > 0).map(|(level, _)| level)
    }

    pub(in crate::explain) fn get(&self, id: &Id) -> Option<&Call> {
        self.open.get(id)
    }

    pub(in crate::explain) fn get_mut(&mut self, id: &Id) -> Option<&mut Call> {
        self.open.get_mut(id)
    }

    /// Takes the request that is answered on this line.
    pub(in crate::explain) fn answer(&mut self, id: &Id, line: u64) -> Option<Call> {
        let (key, call) = self.open.remove_entry(id)?;
        self.gone(&call);
        self.latest_answered = self.latest_answered.max(call.nth);
        let past = Past {
            number: call.number,
            method: call.method.clone(),
            answered: line,
            owed: call.owed,
            task: call.task,
            progress_token: call.progress_token.clone(),
        };
        match self.past.insert(id.clone(), past) {
            Some(older) => forget(&mut self.past_tokens, older.progress_token.as_ref(), id),
            None => self.past_ages.push_back(key),
        }
        if let Some(token) = &call.progress_token {
            self.past_tokens.insert(token.clone(), id.clone());
        }
        if self.past_ages.len() > self.limits.answered_ids
            && let Some(oldest) = self.past_ages.pop_front()
        {
            self.forgot = true;
            let past = self.past.remove(&oldest);
            let token = past.as_ref().and_then(|past| past.progress_token.as_ref());
            forget(&mut self.past_tokens, token, &oldest);
        }
        Some(call)
    }

    /// The call that waits and has this progress token.
    pub(in crate::explain) fn by_token(&mut self, token: &Id) -> Option<&mut Call> {
        self.open.get_mut(self.tokens.get(token)?)
    }

    /// The answered call that had this progress token.
    pub(in crate::explain) fn past_by_token(&self, token: &Id) -> Option<&Past> {
        self.past.get(self.past_tokens.get(token)?)
    }

    /// Whether any call was seen and is remembered.
    pub(in crate::explain) fn any(&self) -> bool {
        !self.open.is_empty() || !self.past.is_empty()
    }

    /// Whether any call had a progress token.
    pub(in crate::explain) fn any_token(&self) -> bool {
        self.any_token
    }

    /// The only call that waits, when there is one alone.
    pub(in crate::explain) fn only_open(&self) -> Option<&Call> {
        let mut open = self.open.values();
        open.next().filter(|_| self.open.len() == 1)
    }

    /// Takes one more answer with the id of a request that was answered, if it is due to another
    /// request of the same id.
    pub(in crate::explain) fn answers_another(&mut self, id: &Id) -> bool {
        let owed = self.past.get_mut(id).map(|past| &mut past.owed);
        match owed {
            Some(owed) if *owed > 0 => {
                *owed -= 1;
                true
            }
            _ => false,
        }
    }

    /// Lets go of every request: another connection begins.
    pub(in crate::explain) fn forget(&mut self) {
        *self = Calls::new(self.limits);
    }

    /// How many requests there were.
    pub(in crate::explain) fn how_many(&self) -> u64 {
        self.count
    }

    /// Whether this is the id, or the token, of a request that came before the first one that was
    /// seen: ids that are numbers count up, and the log may begin in the middle.
    pub(in crate::explain) fn is_before(&self, id: &Id) -> bool {
        match (self.first, id) {
            (Some(first), Id::Number(number)) => (0..first).contains(number),
            _ => false,
        }
    }

    /// Whether some requests are not remembered any more.
    pub(in crate::explain) fn forgot(&self) -> bool {
        self.forgot
    }

    /// Which request was the latest that was answered, counted from 1.
    pub(in crate::explain) fn latest_answered(&self) -> u64 {
        self.latest_answered
    }

    /// Learns what type the ids have: what they were before, when they change for the first time.
    pub(in crate::explain) fn changes_to(&mut self, kind: IdKind) -> Option<IdKind> {
        let before = self.id_kind.replace(kind)?;
        let changes = before != kind && !self.kind_changed;
        self.kind_changed |= changes;
        changes.then_some(before)
    }

    /// The request of this id that was answered, when that is remembered.
    pub(in crate::explain) fn past(&self, id: &Id) -> Option<&Past> {
        self.past.get(id)
    }

    /// Those that wait for an answer, in no order.
    pub(in crate::explain) fn all_open(&self) -> impl Iterator<Item = &Call> {
        self.open.values()
    }
}
