//! The scoreboard as a page of Markdown.
//!
//! In: the rows and what is known of the machine. Out: text.

use std::fmt::{self, Write};
use std::time::Duration;

use super::Row;

/// Why there is no row.
#[derive(Debug)]
pub(crate) enum NoRow {
    /// What it needs is not there.
    NotRun(String),
    /// It went wrong before anything could be measured.
    Failed(String),
}

impl From<std::io::Error> for NoRow {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// A row as it was played.
pub(crate) type Played = Result<Row, NoRow>;

/// A row with its name.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    pub(crate) played: Played,
    /// The first try missed a limit; this is the second.
    pub(crate) again: bool,
    pub(crate) took: Duration,
}

impl Outcome {
    /// Whether nothing is over its limit; what was not run is not.
    pub(crate) fn holds(&self) -> bool {
        match &self.played {
            Ok(row) => row.holds(),
            Err(NoRow::NotRun(_)) => true,
            Err(NoRow::Failed(_)) => false,
        }
    }

    fn verdict(&self) -> &'static str {
        match &self.played {
            Err(NoRow::NotRun(_)) => "NOT RUN",
            _ if !self.holds() => "MISSED",
            _ if self.again => "held at the second try",
            _ => "held",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict(), self.name)?;
        match &self.played {
            Ok(row) => {
                let (values, limits) = row.texts();
                write!(f, ": {values} (limits: {limits})")?;
            }
            Err(NoRow::NotRun(why) | NoRow::Failed(why)) => write!(f, ": {why}")?,
        }
        write!(f, ", {:.1} s", self.took.as_secs_f64())
    }
}

/// The whole page.
pub(crate) fn write(about: &str, quick: bool, outcomes: &[Outcome]) -> String {
    let count = |verdict: fn(&Outcome) -> bool| outcomes.iter().filter(|o| verdict(o)).count();
    let not_run = count(|outcome| matches!(outcome.played, Err(NoRow::NotRun(_))));
    let held = count(Outcome::holds) - not_run;
    let missed = outcomes.len() - held - not_run;
    let command = if quick {
        "tests/scoreboard --quick"
    } else {
        "tests/scoreboard"
    };
    let mut page = String::from("# What it was put through\n\n");
    // Writing to a string does not fail.
    let _ = writeln!(
        page,
        "The output of `{command}`: a server in a process of its own, built in release, is pushed \
         over stdin and stdout. {about}.\n\n\
         {} rows: {held} held, {missed} missed, {not_run} not run. Memory is what the server gained \
         over what it had after a few calls, as the system counts it; times are from the last byte \
         written to the last byte read. What twice as much input costs is counted in instructions, by \
         `tests/linear`.\n\n\
         | what | measured | limit | | what was done |\n|---|---|---|---|---|",
        outcomes.len()
    );
    for outcome in outcomes {
        let (name, verdict) = (outcome.name, outcome.verdict());
        let _ = match &outcome.played {
            Ok(row) => {
                let (values, limits) = row.texts();
                let done = &row.done;
                writeln!(
                    page,
                    "| {name} | {values} | {limits} | {verdict} | {done} |"
                )
            }
            Err(NoRow::NotRun(why) | NoRow::Failed(why)) => {
                writeln!(page, "| {name} | | | {verdict} | {why} |")
            }
        };
    }
    page
}
