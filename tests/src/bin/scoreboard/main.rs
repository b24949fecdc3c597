//! The scoreboard: what a server is put through, and what becomes of it, with a limit for each.
//!
//! In: `scoreboard [--quick] [--only WORDS] [--write FILE] [--about TEXT]`, and the program
//! `stress_server` beside this one. Out: a table on stdout, or in the file, and exit code 1 when a
//! figure is over its limit. `tests/scoreboard` builds and starts it. It needs Linux: figures of
//! memory come from `/proc`.

mod crowd;
mod ends;
mod flood;
mod frames;
mod load;
mod orphans;
mod output;
mod panics;
mod row;
mod setting;
mod soak;
mod table;
mod web;

use std::io;
use std::process::ExitCode;

use row::Row;
use setting::Setting;
use table::{Outcome, Played};

/// The code of the error that says that as many calls run as may.
const BUSY: i32 = -31503;

/// One row, and how it comes about.
struct Trial {
    name: &'static str,
    play: fn(&Setting) -> Played,
    /// It judges times, of which a busy machine may spoil one: it may be played twice.
    timed: bool,
}

/// A row that counts alone.
const fn counted(name: &'static str, play: fn(&Setting) -> Played) -> Trial {
    Trial {
        name,
        play,
        timed: false,
    }
}

/// A row that judges times too.
const fn timed(name: &'static str, play: fn(&Setting) -> Played) -> Trial {
    Trial {
        name,
        play,
        timed: true,
    }
}

/// Every row, in the order of the table.
const TRIALS: &[Trial] = &[
    counted("hostile frames among good ones", frames::hostile),
    counted("JSONTestSuite as arguments", frames::suite),
    counted("errors carry an id that can be read", frames::readable),
    counted("a line of 256 MiB", frames::endless),
    counted("frames in pieces", frames::pieces),
    counted("output that nobody reads", output::unread),
    timed("output that is closed", output::broken),
    timed(
        "100,000 reports of progress from one call",
        output::progress,
    ),
    timed("100,000 log messages from one call", output::logs),
    counted("a log that nobody reads", output::unread_log),
    counted("five kinds of stray print", output::prints),
    timed("ping beside blocking tools", load::blocked),
    timed("ping beside async tools that block", load::blocked_async),
    timed(
        "the same on a runtime of one thread",
        load::blocked_one_thread,
    ),
    counted("calls that are cancelled at once", load::cancelled),
    timed("very many calls at once", load::at_once),
    counted("panics among good calls", panics::mixed),
    timed("end of input", ends::of_input),
    timed("SIGTERM with calls running", ends::told_to_stop),
    timed("a second SIGTERM", ends::told_twice),
    timed("clients that are killed", orphans::killed),
    counted("hostile requests among good ones", web::hostile),
    counted("sessions that never were", web::lost_sessions),
    counted("clients over HTTP with the same ids", web::same_ids),
    counted("one id twice in one session", web::same_id_twice),
    timed("clients that leave their calls", web::left),
    timed("very many calls at once over HTTP", web::at_once),
    counted("more sessions than there may be", flood::sessions),
    counted("long bodies at once", flood::bodies),
    timed("heads that drip", flood::heads),
    counted("a mixed load for a while", soak::mixed),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("client", server)) = arguments.first().map(String::as_str).zip(arguments.get(1)) {
        return orphans::client(server, arguments.get(2).map(String::as_str));
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("scoreboard: {error}");
            ExitCode::from(2)
        }
    }
}

/// The value of a flag.
fn value<'a>(arguments: &'a [String], flag: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|argument| argument == flag)?;
    arguments.get(at + 1).map(String::as_str)
}

/// Plays every row; whether all of them hold.
fn run(arguments: &[String]) -> io::Result<bool> {
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let only = value(arguments, "--only").unwrap_or_default();
    let setting = Setting::find(quick)?;
    let mut outcomes = Vec::new();
    for trial in TRIALS.iter().filter(|trial| trial.name.contains(only)) {
        let outcome = play(trial, &setting);
        eprintln!("{outcome}");
        outcomes.push(outcome);
    }
    let about = value(arguments, "--about").unwrap_or("a machine that nobody described");
    let text = table::write(about, quick, &outcomes);
    match value(arguments, "--write") {
        Some(file) => std::fs::write(file, text)?,
        None => println!("{text}"),
    }
    Ok(!outcomes.is_empty() && outcomes.iter().all(Outcome::holds))
}

fn play(trial: &Trial, setting: &Setting) -> Outcome {
    let begun = std::time::Instant::now();
    let mut played = (trial.play)(setting);
    let missed = |played: &Played| !matches!(played, Ok(row) if row.holds());
    let again = trial.timed && missed(&played);
    if again {
        played = (trial.play)(setting);
    }
    Outcome {
        name: trial.name,
        played,
        again,
        took: begun.elapsed(),
    }
}
