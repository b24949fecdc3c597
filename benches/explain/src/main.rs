//! Measures `mcp explain` against reading the same lines into `serde_json::Value`.
//!
//! In: nothing; the logs are made here. Out: a table, and exit code 1 when a demand is missed: at
//! most three times the time of the values, memory that does not grow with the log, time that grows
//! in line with one long frame. Each run is a process of its own, so that its memory is its own; the
//! two take turns. `--quick` counts instructions in the place of times, which are noisy. Linux only.

mod logs;
mod run;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use run::{Run, Work};

/// How many times the time of reading values the explanation may take.
const MOST_TIMES: f64 = 3.0;
/// How much more memory, in MiB, a log may take that is many times longer.
const MOST_GROWTH: f64 = 8.0;
/// How many times the time of a frame one four times as long may take.
const MOST_TIMES_FOUR: f64 = 6.0;

struct Options {
    quick: bool,
    megabytes: usize,
    long_megabytes: usize,
    rounds: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        quick: false,
        megabytes: 128,
        long_megabytes: 1024,
        rounds: 5,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let next = arguments.next().and_then(|text| text.parse().ok());
            next.ok_or_else(|| format!("{argument} needs a number"))
        };
        match argument.as_str() {
            "--quick" => {
                (options.quick, options.megabytes, options.long_megabytes) = (true, 4, 128)
            }
            "--megabytes" => options.megabytes = number()?,
            "--long-megabytes" => options.long_megabytes = number()?,
            "--rounds" => options.rounds = number()?.max(1),
            other => return Err(format!("{other}: no such flag")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    if let Some(work) = Work::of_arguments() {
        return work.here();
    }
    match options().and_then(|options| measure(&options)) {
        Ok(missed) if missed.is_empty() => ExitCode::SUCCESS,
        Ok(missed) => {
            println!("\nMISSED:\n{}", missed.join("\n"));
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn measure(options: &Options) -> Result<Vec<String>, String> {
    let directory = std::env::temp_dir().join(format!("bench-explain-{}", std::process::id()));
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let missed = measure_in(options, directory.clone());
    let _ = std::fs::remove_dir_all(directory);
    missed
}

fn measure_in(options: &Options, directory: PathBuf) -> Result<Vec<String>, String> {
    let mut missed = Vec::new();
    if options.quick {
        quickly(options, &directory, &mut missed)?;
        return Ok(missed);
    }
    println!(
        "| log | values, s | explain, s | explain --json, s | ratio | peak memory, MiB |\n|---|--:|--:|--:|--:|--:|"
    );
    let mut peaks = Vec::new();
    for (name, style) in logs::STYLES {
        let log = directory.join("log");
        logs::write(&log, options.megabytes << 20, *style).map_err(|error| error.to_string())?;
        let (values, explained, json) = turns(&log, options.rounds)?;
        let ratio =
            explained.time.as_secs_f64().max(json.time.as_secs_f64()) / values.time.as_secs_f64();
        println!(
            "| {} MB, {name} | {:.2} | {:.2} | {:.2} | {ratio:.2} | {:.1} |",
            options.megabytes,
            seconds(values.time),
            seconds(explained.time),
            seconds(json.time),
            explained.peak,
        );
        peaks.push(explained.peak);
        if ratio > MOST_TIMES {
            missed.push(format!(
                "{name}: {ratio:.2} times the time of the values; at most {MOST_TIMES}"
            ));
        }
    }
    long_log(options, &directory, peaks[0], &mut missed)?;
    long_frames(&directory, &mut missed)?;
    Ok(missed)
}

/// What can be counted instead of timed.
fn quickly(
    options: &Options,
    directory: &std::path::Path,
    missed: &mut Vec<String>,
) -> Result<(), String> {
    println!(
        "| log | values, instructions | explain | explain --json | ratio |\n|---|--:|--:|--:|--:|"
    );
    let log = directory.join("log");
    for (name, style) in logs::STYLES {
        logs::write(&log, options.megabytes << 20, *style).map_err(|error| error.to_string())?;
        let values = Work::Values.instructions(&log)?;
        let explained = Work::Explain.instructions(&log)?;
        let json = Work::Json.instructions(&log)?;
        let ratio = explained.max(json) / values;
        println!(
            "| {} MB, {name} | {values} | {explained} | {json} | {ratio:.2} |",
            options.megabytes
        );
        if ratio > MOST_TIMES {
            missed.push(format!(
                "{name}: {ratio:.2} times the instructions of the values; at most {MOST_TIMES}"
            ));
        }
    }
    println!("\n| log | | explain, s | | | peak memory, MiB |\n|---|--:|--:|--:|--:|--:|");
    let short = Work::Explain.child(&log)?;
    long_log(options, directory, short.peak, missed)
}

/// The medians of both in turn: values, explanation, explanation as JSON.
fn turns(log: &std::path::Path, rounds: usize) -> Result<(Run, Run, Run), String> {
    let (mut values, mut explained, mut json) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        values.push(Work::Values.child(log)?);
        explained.push(Work::Explain.child(log)?);
        json.push(Work::Json.child(log)?);
    }
    Ok((
        run::median(values),
        run::median(explained),
        run::median(json),
    ))
}

fn long_log(
    options: &Options,
    directory: &std::path::Path,
    short: f64,
    missed: &mut Vec<String>,
) -> Result<(), String> {
    let log = directory.join("long");
    logs::write(&log, options.long_megabytes << 20, logs::STYLES[0].1)
        .map_err(|error| error.to_string())?;
    let long = Work::Explain.child(&log)?;
    println!(
        "| {} MB | | {:.2} | | | {:.1} |",
        options.long_megabytes,
        seconds(long.time),
        long.peak
    );
    if long.peak > short + MOST_GROWTH {
        missed.push(format!(
            "a log of {} MB takes {:.1} MiB, one of {} MB takes {short:.1} MiB",
            options.long_megabytes, long.peak, options.megabytes
        ));
    }
    let _ = std::fs::remove_file(log);
    Ok(())
}

fn long_frames(directory: &std::path::Path, missed: &mut Vec<String>) -> Result<(), String> {
    for (name, make) in logs::FRAMES {
        let mut times = Vec::new();
        for megabytes in [4, 16] {
            let log = directory.join("frame");
            std::fs::write(&log, make(megabytes << 20)).map_err(|error| error.to_string())?;
            let runs: Result<Vec<_>, _> = (0..3).map(|_| Work::Explain.child(&log)).collect();
            let run = run::median(runs?);
            println!(
                "| one frame of {megabytes} MB, {name} | | {:.3} | | | {:.1} |",
                seconds(run.time),
                run.peak
            );
            times.push(run.time);
        }
        let ratio = times[1].as_secs_f64() / times[0].as_secs_f64();
        if ratio > MOST_TIMES_FOUR {
            missed.push(format!(
                "{name}: a frame four times as long takes {ratio:.1} times as long"
            ));
        }
    }
    Ok(())
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}
