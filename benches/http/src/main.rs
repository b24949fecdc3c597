//! Measures servers over HTTP side by side, in one run, and prints one table in Markdown.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml -p bench-http -- --update-readme`
//!
//! The floors (bare hyper, and axum, around the protocol work by hand), ours alone and in an axum
//! app, rmcp at its best and as documented, and tower-mcp. Each must answer rightly before it is
//! measured and whenever it is; one that does not is named and left out. Exit code 1: a demand was
//! missed or a server left out; 2: nothing could be measured. Linux only.

mod client;
mod instructions;
#[path = "../../stdio/src/markdown.rs"]
mod markdown;
mod peer;
#[path = "../../stdio/src/profile.rs"]
mod profile;
mod report;
#[path = "../../stdio/src/samples.rs"]
mod samples;
mod server;
mod timing;
#[path = "../../stdio/src/usage.rs"]
mod usage;
// Over HTTP only some of the work is asked for.
#[allow(dead_code)]
#[path = "../../stdio/src/wire.rs"]
mod wire;
#[allow(dead_code)]
#[path = "../../stdio/src/work.rs"]
mod work;

use std::process::ExitCode;

use peer::{LIMIT, OURS, PEERS, RMCP_BEST, benches};
use report::{Figures, WORKS};
use wire::Era;

const HELP: &str = "\
Measures servers over HTTP side by side.

  --quick           what is demanded against bare hyper only: instructions, and memory of a session
  --only A,B        only these servers: limit-hyper, limit-axum, limit-loop, ours-http,
                    ours-axum, rmcp-http-best, rmcp-http-documented, peer-tower-http
  --rounds N        rounds of the timings, 5 by default; 0 for none
  --no-streams      no idle streams
  --as-built        build nothing: the servers as they were built last
  --update-readme   put the table between the markers of the README
";

struct Options {
    chosen: Vec<usize>,
    rounds: usize,
    streams: bool,
    builds: bool,
    update_readme: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(words) => {
            eprintln!("{words}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(missed) if missed.is_empty() => ExitCode::SUCCESS,
        Ok(missed) => {
            for line in missed {
                eprintln!("MISSED: {line}");
            }
            ExitCode::from(1)
        }
        Err(words) => {
            eprintln!("bench-http: {words}");
            ExitCode::from(2)
        }
    }
}

fn options(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        chosen: (0..PEERS.len()).collect(),
        rounds: 5,
        streams: true,
        builds: true,
        update_readme: false,
    };
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| format!("`{word}` wants a value"))
        };
        match word.as_str() {
            "--quick" => {
                options.chosen = vec![LIMIT, OURS];
                options.rounds = 0;
                options.streams = false;
            }
            "--only" => {
                let names = value()?;
                let place = |name| {
                    let place = PEERS.iter().position(|peer| peer.name == name);
                    place.ok_or_else(|| format!("nobody is called `{name}`"))
                };
                options.chosen = names.split(',').map(place).collect::<Result<_, _>>()?;
            }
            "--rounds" => {
                let number = value()?;
                options.rounds = number
                    .parse()
                    .map_err(|_| format!("`{number}` is no number"))?;
            }
            "--no-streams" => options.streams = false,
            "--as-built" => options.builds = false,
            "--update-readme" => options.update_readme = true,
            other => return Err(format!("`{other}` is not an option")),
        }
    }
    Ok(options)
}

/// Measures, prints, and returns the demands that were missed.
fn run(options: &Options) -> Result<Vec<String>, String> {
    if !profile::available() {
        return Err("valgrind is missing; `benches/run-http` installs it".to_owned());
    }
    let mut figures = Figures::default();
    let chosen = right_ones(options, &mut figures);
    for &index in &chosen {
        count(index, &mut figures)?;
    }
    if options.rounds > 0 {
        eprintln!("timing");
        figures.timings = timing::measure(&chosen, options.rounds)?;
    }
    idle(&chosen, options, &mut figures);

    let section = section(&figures, options);
    println!("{section}");
    if options.update_readme {
        let readme = benches().with_file_name("README.md");
        markdown::write_between_markers(&readme, report::MARKER, &section)?;
    }
    let has = |index: usize| options.chosen.contains(&index);
    let mut missed = match has(OURS) && has(LIMIT) {
        true => figures.missed(has(RMCP_BEST), true),
        false => Vec::new(),
    };
    missed.append(&mut figures.left_out);
    Ok(missed)
}

/// Builds the servers, and keeps those that answer rightly in both eras.
fn right_ones(options: &Options, figures: &mut Figures) -> Vec<usize> {
    let mut right = Vec::new();
    for &index in &options.chosen {
        let peer = &PEERS[index];
        eprintln!("building and examining {}", peer.name);
        let built = match options.builds {
            true => peer.build(),
            false => Ok(()),
        };
        match built.and_then(|()| peer::examine(peer)) {
            Ok(()) => right.push(index),
            Err(words) => figures.left_out.push(format!("{}: {words}", peer.title)),
        }
    }
    right
}

/// Counts what requests of each kind take.
fn count(index: usize, figures: &mut Figures) -> Result<(), String> {
    let peer = &PEERS[index];
    eprintln!("counting instructions of {}", peer.name);
    for (work, row) in WORKS.into_iter().zip(0..) {
        for (era, place) in Era::ALL.into_iter().zip(0..) {
            let counted = instructions::per_request(peer, era, work).map_err(|error| {
                let (name, revision) = (work.name(), era.revision());
                format!("{}, {name}, {revision}: {error}", peer.name)
            })?;
            figures.counted[index][row][place] = Some(counted);
        }
    }
    Ok(())
}

/// Measures what waits: sessions, and streams on which nothing comes.
fn idle(chosen: &[usize], options: &Options, figures: &mut Figures) {
    let count = timing::possible_streams();
    for &index in chosen {
        let peer = &PEERS[index];
        if !peer.has_sessions {
            continue;
        }
        eprintln!("sessions and streams of {}", peer.name);
        match timing::session(peer) {
            Ok(each) => figures.timings[index].session = Some(each),
            Err(words) => figures
                .left_out
                .push(format!("sessions of {}: {words}", peer.title)),
        }
        if !options.streams {
            continue;
        }
        match timing::streams(peer, count) {
            Ok(streams) => figures.timings[index].streams = Some(streams),
            Err(words) => figures
                .left_out
                .push(format!("streams of {}: {words}", peer.title)),
        }
    }
}

/// The table and what a reader has to know about it.
fn section(figures: &Figures, options: &Options) -> String {
    let mut section = figures.table();
    for words in &figures.left_out {
        let first = words.lines().next().unwrap_or_default();
        section.push_str(&format!("\nNot measured: {first}\n"));
    }
    let rounds = match options.rounds {
        0 => String::new(),
        rounds => format!(", servers in turn, medians of {rounds} rounds"),
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    section.push_str(&format!(
        "\nMeasured in one run{rounds}; {cores} cores, {}. Every answer was checked. HTTP/1.1 on \
         127.0.0.1 with keep-alive, `TCP_NODELAY` on for all. Instructions and allocations: callgrind, \
         one connection, the difference between two runs of different length; these and the ratios \
         travel between machines, times do not. rmcp at its best: no sessions, answers as JSON, one \
         shared router; by default: sessions and answers as streams. Memory: resident, {} sessions.\n",
        std::env::consts::ARCH,
        timing::SESSIONS,
    ));
    section
}
