//! What a conversation comes to.
//!
//! In: what each message is, and the findings. Out: counts, latencies and the first places of each
//! finding, in bounded memory.

use std::collections::HashMap;

use mcp_core::explain::{Code, Finding, Outcome, Severity, Summary, What};
use mcp_core::method;
use mcp_core::version::ProtocolVersion;

use super::samples::Samples;

/// Kinds of calls that are told apart; the rest are counted together.
const MOST_ROWS: usize = 1_000;
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
    /// Who sent something was told by the messages, not by the log.
    pub(super) guessed: bool,
    pub(super) version: Option<ProtocolVersion>,
    pub(super) codes: Vec<Seen>,
    places: HashMap<String, usize>,
    timed: usize,
    key: String,
}

/// Calls of one method, or of one tool.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) answered: u64,
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

impl Totals {
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
                    self.row(method, target.as_deref()).count += 1;
                }
            }
            What::Answer { to, outcome, .. } => {
                self.messages += 1;
                self.answers += 1;
                let Some(to) = to else {
                    return;
                };
                let more = self.timed < MOST_TIMED;
                let row = self.row(&to.method, to.target.as_deref());
                row.answered += u64::from(!matches!(outcome, Outcome::Asks { .. }));
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
            What::Notification { .. } => {
                self.messages += 1;
                self.notifications += 1;
            }
            What::Batch { entries } => entries.iter().for_each(|entry| self.message(entry)),
            What::NoMessage | What::NoJson => self.messages += 1,
            _ => {}
        }
    }

    /// The row of a kind of call: tools and prompts by name, everything else by method.
    fn row(&mut self, method: &str, target: Option<&str>) -> &mut Row {
        self.key.clear();
        self.key.push_str(method);
        if let Some(target) = target
            && matches!(method, method::TOOLS_CALL | method::PROMPTS_GET)
        {
            self.key.push(' ');
            self.key.push_str(target);
        }
        let place = match self.places.get(&self.key) {
            Some(place) => *place,
            None if self.rows.len() >= MOST_ROWS => return &mut self.others,
            None => {
                self.places.insert(self.key.clone(), self.rows.len());
                self.rows.push(Row {
                    name: self.key.clone(),
                    ..Row::default()
                });
                self.rows.len() - 1
            }
        };
        self.rows.get_mut(place).unwrap_or(&mut self.others)
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
        rows.map(|row| row.count.saturating_sub(row.answered)).sum()
    }
}
