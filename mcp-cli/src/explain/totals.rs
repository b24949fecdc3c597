//! What a conversation comes to.
//!
//! In: what each message is, and the findings. Out: counts, latencies and the first places of each
//! finding, in bounded memory.

use std::collections::BTreeMap;

use mcp_core::explain::{Answered, Code, Finding, Outcome, Severity, Summary, What};
use mcp_core::method;
use mcp_core::version::ProtocolVersion;

use super::samples::Samples;

/// Kinds of calls that are told apart; the rest are counted together.
const MOST_ROWS: usize = 1_000;
/// Calls that are known to be open; of more it is not told whether they are.
const MOST_OPEN: usize = 65_536;
/// Kinds of calls whose latencies are kept.
const MOST_TIMED: usize = 10;
/// Lines that are named for each finding.
const MOST_LINES: usize = 6;

/// What a conversation comes to.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) messages: u64,
    pub(super) requests: u64,
    pub(super) answers: u64,
    pub(super) notifications: u64,
    pub(super) rows: Vec<Row>,
    pub(super) others: Row,
    /// There was nothing at all.
    pub(super) empty: bool,
    /// Some text that was no message has a member of one.
    pub(super) resembles: bool,
    /// Who sent something was told by the messages, not by the log.
    pub(super) guessed: bool,
    pub(super) version: Option<ProtocolVersion>,
    pub(super) codes: Vec<Seen>,
    places: BTreeMap<String, usize>,
    /// The rows of the calls that are open.
    open: BTreeMap<u64, usize>,
    timed: usize,
    key: String,
}

/// Calls of one method, or of one tool.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) count: u64,
    /// Neither answered nor cancelled.
    pub(super) open: u64,
    pub(super) failed: u64,
    pub(super) times: Option<Box<Samples>>,
}

/// Findings of one code.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) code: Code,
    pub(super) count: u64,
    /// The first lines that have it.
    pub(super) lines: Vec<u64>,
}

/// So much of a name tells a row from the others.
const MOST_NAMED: usize = 512;

impl Totals {
    /// Looks at a text, as long as no message was found: does it have anything of one?
    pub(super) fn look(&mut self, text: &[u8]) {
        const ENOUGH: u64 = 100;
        const KEYS: [&[u8]; 4] = [b"jsonrpc", b"method", b"result", b"params"];
        if !self.resembles && !self.any() && self.messages < ENOUGH {
            let has = |key: &&[u8]| memchr::memmem::find(text, key).is_some();
            self.resembles = KEYS.iter().any(has);
        }
    }

    /// Whether there was any message.
    pub(super) fn any(&self) -> bool {
        self.requests + self.answers + self.notifications > 0
    }

    /// Counts a message.
    pub(super) fn message(&mut self, summary: &Summary<'_>) {
        self.guessed |= summary.from_is_guessed;
        match &summary.what {
            What::Request {
                method,
                target,
                goes_on,
                ..
            } => {
                self.messages += 1;
                self.requests += 1;
                if !goes_on {
                    let place = self.place(method, target.as_deref());
                    self.at(place).count += 1;
                    self.open(summary.call, place);
                }
            }
            What::Answer { to, outcome, .. } => {
                self.messages += 1;
                self.answers += 1;
                if let Some(to) = to {
                    self.answer(summary.call, to, outcome);
                }
            }
            What::Notification { method, .. } => {
                self.messages += 1;
                self.notifications += 1;
                if method == method::CANCELLED {
                    self.settle(summary.call);
                }
            }
            What::Batch { entries } => entries.iter().for_each(|entry| self.message(entry)),
            What::NoMessage | What::NoJson => self.messages += 1,
            _ => {}
        }
    }

    fn answer(&mut self, call: Option<u64>, to: &Answered, outcome: &Outcome<'_>) {
        if !matches!(outcome, Outcome::Asks { .. }) {
            self.settle(call);
        }
        let more = self.timed < MOST_TIMED;
        let place = self.place(&to.method, to.target.as_deref());
        let row = self.at(place);
        row.failed += u64::from(outcome.is_failure());
        let Some(after) = to.after else {
            return;
        };
        let fresh = row.times.is_none() && more;
        if fresh {
            row.times = Some(Box::default());
        }
        if let Some(times) = &mut row.times {
            times.add(after);
        }
        self.timed += usize::from(fresh);
    }

    fn open(&mut self, call: Option<u64>, place: usize) {
        if let Some(call) = call.filter(|_| self.open.len() < MOST_OPEN) {
            self.open.insert(call, place);
            self.at(place).open += 1;
        }
    }

    /// Takes a call for one that is over.
    pub(super) fn settle(&mut self, call: Option<u64>) {
        if let Some(place) = call.and_then(|call| self.open.remove(&call)) {
            self.at(place).open -= 1;
        }
    }

    /// The row at a place; that of the others where there is none.
    fn at(&mut self, place: usize) -> &mut Row {
        self.rows.get_mut(place).unwrap_or(&mut self.others)
    }

    /// The place of a kind of call: tools and prompts by name, everything else by method.
    fn place(&mut self, method: &str, target: Option<&str>) -> usize {
        let head = |name: &'_ str| name.floor_char_boundary(MOST_NAMED);
        self.key.clear();
        self.key
            .push_str(method.get(..head(method)).unwrap_or_default());
        if let Some(target) = target
            && matches!(method, method::TOOLS_CALL | method::PROMPTS_GET)
        {
            self.key.push(' ');
            self.key
                .push_str(target.get(..head(target)).unwrap_or_default());
        }
        match self.places.get(&self.key) {
            Some(place) => *place,
            None if self.rows.len() >= MOST_ROWS => MOST_ROWS,
            None => {
                self.places.insert(self.key.clone(), self.rows.len());
                self.rows.push(Row {
                    name: self.key.clone(),
                    ..Row::default()
                });
                self.rows.len() - 1
            }
        }
    }

    /// Counts a finding.
    pub(super) fn finding(&mut self, finding: &Finding) {
        let place = self.codes.iter().position(|seen| seen.code == finding.code);
        let place = place.unwrap_or_else(|| {
            self.codes.push(Seen {
                code: finding.code,
                count: 0,
                lines: Vec::new(),
            });
            self.codes.len() - 1
        });
        let Some(seen) = self.codes.get_mut(place) else {
            return;
        };
        seen.count += 1;
        if finding.line > 0 && seen.lines.len() < MOST_LINES && !seen.lines.contains(&finding.line)
        {
            seen.lines.push(finding.line);
        }
    }

    /// How many findings are as bad.
    pub(super) fn of(&self, severity: Severity) -> u64 {
        let such = self
            .codes
            .iter()
            .filter(|seen| seen.code.severity() == severity);
        such.map(|seen| seen.count).sum()
    }

    /// Requests that had no answer.
    pub(super) fn unanswered(&self) -> u64 {
        let rows = self.rows.iter().chain([&self.others]);
        rows.map(|row| row.open).sum()
    }
}
