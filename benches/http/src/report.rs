//! The table and the verdict.

use std::fmt::Write as _;

use crate::markdown::{grouped, times};
use crate::peer::{LIMIT, LIMIT_AXUM, OURS, OURS_AXUM, PEERS, RMCP, RMCP_BEST, TOWER};
use crate::profile::Counted;
use crate::timing::{MANY, Timings};
use crate::wire::Era;
use crate::work::Work;

/// What the markers in the README are called.
pub const MARKER: &str = "bench:http";

/// How many times the instructions of bare hyper a call may take.
const MOST_TIMES: f64 = 1.6;
/// How many times our instructions rmcp must take at least, at its best.
const LEAST_RIVAL: f64 = 3.0;
/// How many KiB a session may take.
const MOST_SESSION: f64 = 16.0;

/// The work that is counted.
pub const WORKS: [Work; 2] = [Work::Add, Work::Search];

/// All that was measured; what was not is empty.
#[derive(Default)]
pub struct Figures {
    /// Instructions and allocations per request, for each work and era.
    pub counted: [[[Option<Counted>; 2]; WORKS.len()]; PEERS.len()],
    /// Times and memory.
    pub timings: [Timings; PEERS.len()],
    /// Servers that are not in the table, and why.
    pub left_out: Vec<String>,
}

/// A number of what is counted.
type Part = fn(Counted) -> f64;

/// A name, a number for each server, and how many digits are printed.
type Row = (String, [Option<f64>; PEERS.len()], usize);

impl Figures {
    /// The table in Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from("|");
        for peer in &PEERS {
            let _ = write!(text, " | {}", peer.title);
        }
        text.push_str(" | ours : hyper | in axum : axum | rmcp : ours | tower : ours |\n|---|");
        text.push_str(&"--:|".repeat(PEERS.len() + 4));
        text.push('\n');
        for row in self.rows() {
            if row.1.iter().any(Option::is_some) {
                write_row(&mut text, &row);
            }
        }
        text
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let kinds: [(&str, Part); 2] = [
            ("instructions", |counted| counted.instructions),
            ("allocations", |counted| counted.allocations),
        ];
        for (kind, of) in kinds {
            for (work, row) in WORKS.into_iter().zip(0..) {
                for (era, place) in Era::ALL.into_iter().zip(0..) {
                    let name = format!("{kind} per `{}`, {}", work.name(), era.revision());
                    let values = self.counted.map(|works| works[row][place].map(of));
                    rows.push((name, values, 0));
                }
            }
        }
        let mut timed = |name: String, digits, of: &dyn Fn(&Timings) -> Option<f64>| {
            rows.push((name, self.timings.each_ref().map(of), digits));
        };
        for (era, place) in Era::ALL.into_iter().zip(0..) {
            let revision = era.revision();
            timed(
                format!("CPU per `add`, 1 connection, {revision}, µs"),
                1,
                &|t| t.cpu[place].median(),
            );
            timed(
                format!("CPU per `add`, {MANY} connections, {revision}, µs"),
                1,
                &|t| t.cpu_many[place].median(),
            );
        }
        timed("memory of a session, KiB".to_owned(), 1, &|t| t.session);
        let streams = self.timings.iter().find_map(|t| t.streams);
        let count = grouped(streams.map_or(0, |streams| streams.count) as f64, 0);
        timed(
            format!("memory of each of {count} idle streams, with connection and session, KiB"),
            1,
            &|t| t.streams.map(|streams| streams.each),
        );
        timed(
            "CPU of all of them, idle, ms a second".to_owned(),
            1,
            &|t| t.streams.map(|streams| streams.cpu),
        );
        timed("a ping beside them, ms".to_owned(), 2, &|t| {
            t.streams.map(|streams| streams.ping)
        });
        timed("the slowest of 200, ms".to_owned(), 2, &|t| {
            t.streams.map(|streams| streams.slowest)
        });
        rows
    }

    /// Why the demands are missed, a line each; nothing when they are met.
    pub fn missed(&self, of_rivals: bool, of_sessions: bool) -> Vec<String> {
        let mut missed = Vec::new();
        for (work, row) in WORKS.into_iter().zip(0..) {
            for (era, place) in Era::ALL.into_iter().zip(0..) {
                let of = |peer: usize| self.counted[peer][row][place].map(|c| c.instructions);
                let ratio = |over: usize, under: usize| Some(of(over)? / of(under)?);
                let name = format!("`{}`, {}", work.name(), era.revision());
                let words = format!("{name}: times bare hyper's instructions");
                missed.extend(at_most(ratio(OURS, LIMIT), MOST_TIMES, &words));
                match ratio(RMCP_BEST, OURS) {
                    Some(times) if times < LEAST_RIVAL && work == Work::Add => {
                        missed.push(format!(
                            "{name}: rmcp takes {times:.2} times our instructions, at least {LEAST_RIVAL} are demanded"
                        ));
                    }
                    None if of_rivals => missed.push(format!("{name}: rmcp was not counted")),
                    _ => {}
                }
            }
        }
        if of_sessions {
            let each = self.timings[OURS].session;
            missed.extend(at_most(each, MOST_SESSION, "KiB of a session"));
        }
        missed
    }
}

/// A line when the number of these is too high or unknown.
fn at_most(number: Option<f64>, most: f64, these: &str) -> Option<String> {
    match number {
        Some(number) if number <= most => None,
        Some(number) => Some(format!("{these}: {number:.2}, at most {most} are allowed")),
        None => Some(format!("{these}: not measured")),
    }
}

fn write_row(text: &mut String, (name, values, digits): &Row) {
    let _ = write!(text, "| {name}");
    for value in values {
        match value {
            Some(value) => {
                let _ = write!(text, " | {}", grouped(*value, *digits));
            }
            None => text.push_str(" | –"),
        }
    }
    let ratio = |over: usize, under: usize| Some(times(values[over]? / values[under]?));
    let rivals = [ratio(RMCP_BEST, OURS), ratio(RMCP, OURS)];
    let cells = [
        ratio(OURS, LIMIT),
        ratio(OURS_AXUM, LIMIT_AXUM),
        rivals
            .into_iter()
            .flatten()
            .reduce(|best, documented| format!("{best} … {documented}")),
        ratio(TOWER, OURS),
    ];
    for cell in cells {
        let _ = write!(text, " | {}", cell.as_deref().unwrap_or("–"));
    }
    text.push_str(" |\n");
}
