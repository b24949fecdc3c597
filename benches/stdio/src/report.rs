//! The table, the verdict, and their place in the README.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::build::Builds;
use crate::peer::{BEST, DOCUMENTED, LIMIT, OURS, PEERS};
use crate::timing::Timings;

const BEGIN: &str = "<!-- bench:stdio -->";
const END: &str = "<!-- /bench:stdio -->";

/// How many times the instructions of the floor a call may take.
const MOST_TIMES: f64 = 2.0;
/// How many crates a minimal server may compile.
const MOST_CRATES: usize = 40;

/// All that was measured; what was not is empty.
#[derive(Default)]
pub struct Figures {
    /// Instructions per call, for each work and era.
    pub instructions: [[[Option<f64>; 2]; 2]; PEERS.len()],
    /// Crates that a build compiles.
    pub crates: [Option<usize>; PEERS.len()],
    /// Times and memory.
    pub timings: [Timings; PEERS.len()],
    /// Builds.
    pub builds: [Builds; PEERS.len()],
    /// Servers that are not in the table, and why.
    pub left_out: Vec<String>,
}

/// One row: a name, a number for each server, how to print one, and whether more is better.
struct Row {
    name: &'static str,
    values: [Option<f64>; PEERS.len()],
    digits: usize,
    more_is_better: bool,
}

impl Figures {
    /// The table in Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from("|");
        for peer in &PEERS {
            let _ = write!(text, " | {}", peer.title);
        }
        text.push_str(" | ours : limit | rmcp : ours |\n|---|");
        text.push_str(&"--:|".repeat(PEERS.len() + 2));
        text.push('\n');
        for row in self.rows() {
            if row.values.iter().any(Option::is_some) {
                row.write(&mut text);
            }
        }
        text
    }

    fn rows(&self) -> Vec<Row> {
        let timing = |name, digits, more_is_better, of: fn(&Timings) -> Option<f64>| Row {
            name,
            values: self.timings.each_ref().map(of),
            digits,
            more_is_better,
        };
        let build = |name, digits, of: fn(&Builds) -> Option<f64>| Row {
            name,
            values: self.builds.each_ref().map(of),
            digits,
            more_is_better: false,
        };
        let instructions = |name, work: usize, era: usize| Row {
            name,
            values: self.instructions.map(|works| works[work][era]),
            digits: 0,
            more_is_better: false,
        };
        vec![
            instructions("instructions per `add`, 2025-11-25", 0, 0),
            instructions("instructions per `add`, 2026-07-28", 0, 1),
            instructions("instructions per `search`, 2025-11-25", 1, 0),
            instructions("instructions per `search`, 2026-07-28", 1, 1),
            timing(
                "CPU per `add`, one by one, 2025-11-25, µs",
                1,
                false,
                |t| t.cpu[0].median(),
            ),
            timing(
                "CPU per `add`, one by one, 2026-07-28, µs",
                1,
                false,
                |t| t.cpu[1].median(),
            ),
            timing(
                "CPU per `add`, 64 in flight, 2025-11-25, µs",
                1,
                false,
                |t| t.cpu_pipelined[0].median(),
            ),
            timing(
                "CPU per `add`, 64 in flight, 2026-07-28, µs",
                1,
                false,
                |t| t.cpu_pipelined[1].median(),
            ),
            timing("calls a second, one by one, 2025-11-25", 0, true, |t| {
                t.rate[0].median()
            }),
            timing("calls a second, one by one, 2026-07-28", 0, true, |t| {
                t.rate[1].median()
            }),
            timing("calls a second, 64 in flight, 2025-11-25", 0, true, |t| {
                t.rate_pipelined[0].median()
            }),
            timing("calls a second, 64 in flight, 2026-07-28", 0, true, |t| {
                t.rate_pipelined[1].median()
            }),
            timing("start until `initialize` is answered, ms", 2, false, |t| {
                t.start.median()
            }),
            timing("memory, idle, MiB", 1, false, |t| {
                t.memory.median().map(|kib| kib / 1024.0)
            }),
            build("program, stripped, MiB", 2, |b| {
                b.size.map(|bytes| bytes as f64 / (1 << 20) as f64)
            }),
            Row {
                name: "crates to compile",
                values: self.crates.map(|crates| crates.map(|crates| crates as f64)),
                digits: 0,
                more_is_better: false,
            },
            build("clean release build, CPU s", 1, |b| {
                b.clean.map(|spent| spent.cpu)
            }),
            build("clean release build, s on the wall", 1, |b| {
                b.clean.map(|spent| spent.wall)
            }),
            build("release build after a one-line edit, CPU s", 1, |b| {
                b.rebuild.median()
            }),
            build("`cargo check` of 200 tools, CPU s", 1, |b| b.check.median()),
        ]
    }

    /// Why the demands are missed, a line each; nothing when they are met.
    pub fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        for (era, revision) in ["2025-11-25", "2026-07-28"].into_iter().enumerate() {
            match self.times_the_limit(era) {
                Some(times) if times <= MOST_TIMES => {}
                Some(times) => missed.push(format!(
                    "{revision}: {times:.2} times the limit's instructions per `add`, at most {MOST_TIMES:.1} are allowed"
                )),
                None => missed.push(format!("{revision}: the instructions were not measured")),
            }
        }
        match self.crates[OURS] {
            Some(crates) if crates <= MOST_CRATES => {}
            Some(crates) => missed.push(format!(
                "{crates} crates for a minimal server, at most {MOST_CRATES} are allowed"
            )),
            None => missed.push("the crates were not counted".to_owned()),
        }
        missed
    }

    fn times_the_limit(&self, era: usize) -> Option<f64> {
        Some(self.instructions[OURS][0][era]? / self.instructions[LIMIT][0][era]?)
    }
}

impl Row {
    fn write(&self, text: &mut String) {
        let _ = write!(text, "| {}", self.name);
        for value in self.values {
            match value {
                Some(value) => {
                    let _ = write!(text, " | {}", grouped(value, self.digits));
                }
                None => text.push_str(" | –"),
            }
        }
        let ratio = |over: usize, under: usize| Some(self.values[over]? / self.values[under]?);
        match ratio(OURS, LIMIT) {
            Some(times) => {
                let _ = write!(text, " | {times:.2}");
            }
            None => text.push_str(" | –"),
        }
        let rivals = (ratio(BEST, OURS), ratio(DOCUMENTED, OURS));
        match rivals {
            (Some(best), Some(documented)) => {
                let _ = write!(text, " | {} … {}", times(best), times(documented));
            }
            (None, Some(only)) | (Some(only), None) => {
                let _ = write!(text, " | {}", times(only));
            }
            (None, None) => text.push_str(" | –"),
        }
        text.push_str(if self.more_is_better {
            " (more is better) |\n"
        } else {
            " |\n"
        });
    }
}

fn times(ratio: f64) -> String {
    let digits = if ratio < 10.0 { 2 } else { 1 };
    format!("{ratio:.digits$}")
}

/// A number with its thousands set apart.
fn grouped(value: f64, digits: usize) -> String {
    let plain = format!("{value:.digits$}");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Puts `section` between the markers of the file.
pub fn write_between_markers(path: &Path, section: &str) -> Result<(), String> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    let place = || {
        let begin = text.find(BEGIN)? + BEGIN.len();
        let end = begin + text[begin..].find(END)?;
        Some((begin, end))
    };
    let (begin, end) = place().ok_or_else(|| format!("{shown} lacks {BEGIN} … {END}"))?;
    let written = format!(
        "{}\n{}\n{}",
        &text[..begin],
        section.trim_end(),
        &text[end..]
    );
    fs::write(path, written).map_err(|error| format!("{shown}: {error}"))
}
