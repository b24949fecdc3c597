//! The table and the verdict.

use std::fmt::Write as _;

use crate::build::Builds;
use crate::markdown::{grouped, times};
use crate::peer::{LIMIT, OURS, PEERS, RIVALS, RMCP_BEST};
use crate::profile::Counted;
use crate::timing::Timings;
use crate::wire::Era;
use crate::work::{PROSE, Work};

/// What the markers in the README are called.
pub const MARKER: &str = "bench:stdio";

/// How many times the instructions of the floor a call may take.
const MOST_TIMES: f64 = 1.5;
/// How many times our instructions rmcp must take at least for `add`, at its best.
const LEAST_RIVAL: f64 = 5.0;
/// How many allocations a ready call of `add` may make.
const MOST_ALLOCATIONS: f64 = 12.0;
/// How many crates a minimal server may compile.
const MOST_CRATES: usize = 40;

/// All that was measured; what was not is empty.
#[derive(Default)]
pub struct Figures {
    /// Instructions and allocations per request, for each work and era.
    pub counted: [[[Option<Counted>; 2]; Work::ALL.len()]; PEERS.len()],
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
    name: String,
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
        text.push_str(" | ours : limit");
        for (rival, ..) in RIVALS {
            let _ = write!(text, " | {rival} : ours");
        }
        text.push_str(" |\n|---|");
        text.push_str(&"--:|".repeat(PEERS.len() + 1 + RIVALS.len()));
        text.push('\n');
        for row in self.rows() {
            if row.values.iter().any(Option::is_some) {
                row.write(&mut text);
            }
        }
        text
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = self.counted_rows();
        rows.extend(self.timed_rows());
        rows.extend(self.built_rows());
        rows
    }

    fn counted_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut row = |name: &str, work, era, digits, of: fn(Counted) -> f64| {
            rows.push(Row {
                name: name.to_owned(),
                values: self.of(work, era).map(|counted| counted.map(of)),
                digits,
                more_is_better: false,
            });
        };
        for work in [Work::Add, Work::Search] {
            for era in Era::ALL {
                let name = format!("instructions per `{}`, {}", work.name(), era.revision());
                row(&name, work, era, 0, |c| c.instructions);
            }
        }
        for work in [Work::Add, Work::Search] {
            for era in Era::ALL {
                let name = format!("allocations per `{}`, {}", work.name(), era.revision());
                row(&name, work, era, 0, |c| c.allocations);
            }
        }
        let name = "instructions per byte of `echo`, 1 MB";
        row(name, Work::Echo, Era::Legacy, 1, |c| {
            c.instructions / PROSE as f64
        });
        for era in Era::ALL {
            let name = format!("instructions per list of 500 tools, {}", era.revision());
            row(&name, Work::List, era, 0, |c| c.instructions);
        }
        rows
    }

    fn timed_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut row = |name: &str, digits, more_is_better, of: fn(&Timings) -> Option<f64>| {
            rows.push(Row {
                name: name.to_owned(),
                values: self.timings.each_ref().map(of),
                digits,
                more_is_better,
            });
        };
        let [legacy, modern] = Era::ALL.map(Era::revision);
        let name = |of: &str, revision: &str, unit: &str| format!("{of}, {revision}{unit}");
        let cpu = "CPU per `add`, one by one";
        row(&name(cpu, legacy, ", µs"), 1, false, |t| t.cpu[0].median());
        row(&name(cpu, modern, ", µs"), 1, false, |t| t.cpu[1].median());
        let cpu = "CPU per `add`, 64 in flight";
        row(&name(cpu, legacy, ", µs"), 1, false, |t| {
            t.cpu_pipelined[0].median()
        });
        row(&name(cpu, modern, ", µs"), 1, false, |t| {
            t.cpu_pipelined[1].median()
        });
        let rate = "calls a second, one by one";
        row(&name(rate, legacy, ""), 0, true, |t| t.rate[0].median());
        row(&name(rate, modern, ""), 0, true, |t| t.rate[1].median());
        let rate = "calls a second, 64 in flight";
        row(&name(rate, legacy, ""), 0, true, |t| {
            t.rate_pipelined[0].median()
        });
        row(&name(rate, modern, ""), 0, true, |t| {
            t.rate_pipelined[1].median()
        });
        row("`echo` of 1 MB, MB/s", 0, true, |t| t.echo.rate.median());
        row("`echo` of 1 MB, CPU ms", 1, false, |t| t.echo.cpu.median());
        row("memory at most, after 14 of them, MiB", 1, false, |t| {
            mebibytes(t.echo.memory.median())
        });
        row("first list of 500 tools, ms", 2, false, |t| {
            t.list.first.median()
        });
        row("each further one, ms", 2, false, |t| t.list.again.median());
        row("length of the list, bytes", 0, false, |t| {
            t.list.size.median()
        });
        row("start until `initialize` is answered, ms", 2, false, |t| {
            t.start.median()
        });
        row("start of the server of 500 tools, ms", 2, false, |t| {
            t.list.start.median()
        });
        row("memory, idle, MiB", 1, false, |t| {
            mebibytes(t.memory.median())
        });
        rows
    }

    fn built_rows(&self) -> Vec<Row> {
        let build = |name: &str, digits, of: fn(&Builds) -> Option<f64>| Row {
            name: name.to_owned(),
            values: self.builds.each_ref().map(of),
            digits,
            more_is_better: false,
        };
        vec![
            build("program, stripped, MiB", 2, |b| {
                b.size.map(|bytes| bytes as f64 / (1 << 20) as f64)
            }),
            Row {
                name: "crates to compile".to_owned(),
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
        for era in Era::ALL {
            let revision = era.revision();
            for work in [Work::Add, Work::Search] {
                let name = work.name();
                missed.extend(at_most(
                    self.ratio(work, era, OURS, LIMIT),
                    MOST_TIMES,
                    || format!("{revision}: times the limit's instructions per `{name}`"),
                ));
            }
            let ours = self.of(Work::Add, era)[OURS].map(|counted| counted.allocations);
            missed.extend(at_most(ours, MOST_ALLOCATIONS, || {
                format!("{revision}: allocations per `add`")
            }));
            match self.ratio(Work::Add, era, RMCP_BEST, OURS) {
                Some(times) if times >= LEAST_RIVAL => {}
                Some(times) => missed.push(format!(
                    "{revision}: rmcp takes {times:.2} times our instructions per `add`, at least {LEAST_RIVAL} are demanded"
                )),
                // It was not chosen, or is named as left out.
                None => {}
            }
        }
        let crates = self.crates[OURS].map(|crates| crates as f64);
        missed.extend(at_most(crates, MOST_CRATES as f64, || {
            "crates for a minimal server".to_owned()
        }));
        missed
    }

    /// What a request takes of each server.
    fn of(&self, work: Work, era: Era) -> [Option<Counted>; PEERS.len()] {
        let (row, place) = (work as usize, era as usize);
        self.counted.map(|works| works[row][place])
    }

    fn ratio(&self, work: Work, era: Era, over: usize, under: usize) -> Option<f64> {
        let instructions = self.of(work, era).map(|c| c.map(|c| c.instructions));
        Some(instructions[over]? / instructions[under]?)
    }
}

/// A line when the number of these is too high or unknown.
fn at_most(number: Option<f64>, most: f64, these: impl FnOnce() -> String) -> Option<String> {
    match number {
        Some(number) if number <= most => None,
        Some(number) => Some(format!(
            "{}: {number:.2}, at most {most} are allowed",
            these()
        )),
        None => Some(format!("{}: not counted", these())),
    }
}

fn mebibytes(kibibytes: Option<f64>) -> Option<f64> {
    kibibytes.map(|kibibytes| kibibytes / 1024.0)
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
        for (_, documented, best) in RIVALS {
            match (ratio(best, OURS), ratio(documented, OURS)) {
                (Some(best), Some(documented)) => {
                    let _ = write!(text, " | {} … {}", times(best), times(documented));
                }
                (None, Some(only)) | (Some(only), None) => {
                    let _ = write!(text, " | {}", times(only));
                }
                (None, None) => text.push_str(" | –"),
            }
        }
        text.push_str(if self.more_is_better {
            " (more is better) |\n"
        } else {
            " |\n"
        });
    }
}
