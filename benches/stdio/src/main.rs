//! Measures servers over stdio side by side, in one run, and prints one table in Markdown.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml -p bench-stdio -- --update-readme`
//!
//! Six servers with the same tools: the floor (the protocol work by hand), ours, and rmcp and
//! tower-mcp as documented and at their best. Each must answer rightly before it is measured and whenever it is;
//! one that does not is named and not timed. Exit code 1: a demand was missed, or ours was wrong;
//! 2: nothing could be measured. Linux only.

mod build;
mod instructions;
mod markdown;
mod peer;
mod profile;
mod report;
mod samples;
mod server;
mod timing;
mod usage;
mod wire;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

use peer::{LIMIT, OURS, PEERS, RIVALS, RMCP_BEST, benches};
use report::Figures;
use wire::Era;
use work::Work;

const HELP: &str = "\
Measures servers over stdio side by side.

  --quick           what is demanded only: instructions, allocations and crates
  --only A,B        only these servers: limit, ours, rmcp-documented, rmcp-best,
                    tower-documented, tower-best
  --rounds N        rounds of the timings, 5 by default; 0 for none
  --no-builds       no compile times and sizes
  --update-readme   put the table between the markers of the README
";

struct Options {
    /// Only what is demanded.
    quick: bool,
    chosen: Vec<usize>,
    rounds: usize,
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
            eprintln!("bench-stdio: {words}");
            ExitCode::from(2)
        }
    }
}

fn options(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        quick: false,
        chosen: (0..PEERS.len()).collect(),
        rounds: 5,
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
                options.quick = true;
                options.chosen = vec![LIMIT, OURS, RMCP_BEST];
                options.rounds = 0;
                options.builds = false;
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
            "--no-builds" => options.builds = false,
            "--update-readme" => options.update_readme = true,
            other => return Err(format!("`{other}` is not an option")),
        }
    }
    Ok(options)
}

/// Measures, prints, and returns the demands that were missed.
fn run(options: &Options) -> Result<Vec<String>, String> {
    if !profile::available() {
        return Err("valgrind is missing; `benches/run` installs it".to_owned());
    }
    let mut figures = Figures::default();
    let chosen = right_ones(options, &mut figures);

    for &index in &chosen {
        count(index, options, &mut figures)?;
    }
    keep(&figures, options)?;
    if options.rounds > 0 {
        eprintln!("timing");
        figures.timings = timing::measure(&chosen, options.rounds)?;
        keep(&figures, options)?;
    }
    if options.builds {
        eprintln!("building");
        figures.builds = build::measure(&built(&chosen))?;
    }

    let section = keep(&figures, options)?;
    println!("{section}");
    if options.update_readme {
        let readme: PathBuf = benches().with_file_name("README.md");
        markdown::write_between_markers(&readme, report::MARKER, &section)?;
    }
    let mut missed = figures.missed();
    missed.append(&mut figures.left_out);
    Ok(missed)
}

/// Counts the crates of a server, and what requests of each kind take.
fn count(index: usize, options: &Options, figures: &mut Figures) -> Result<(), String> {
    let peer = &PEERS[index];
    figures.crates[index] = Some(build::crates(peer)?);
    eprintln!("counting instructions of {}", peer.name);
    for (work, row) in Work::ALL.into_iter().zip(0..) {
        let demanded = match work {
            Work::Add => true,
            Work::Search => index != RMCP_BEST,
            Work::Echo | Work::List => false,
        };
        if options.quick && !demanded {
            continue;
        }
        for (&era, place) in work.eras().iter().zip(0..) {
            let counted = instructions::per_request(peer, era, work).map_err(|error| {
                let (name, revision) = (work.name(), era.revision());
                format!("{}, {name}, {revision}: {error}", peer.name)
            })?;
            figures.counted[index][row][place] = Some(counted);
        }
    }
    Ok(())
}

/// Those whose builds are measured: a rival at its best is compiled from what it is documented with.
fn built(chosen: &[usize]) -> Vec<usize> {
    let at_its_best = |index: &&usize| RIVALS.iter().any(|(.., best)| best == *index);
    let built = chosen.iter().filter(|index| !at_its_best(index));
    built.copied().collect()
}

/// Writes down what is known so far, so that a run that is ended early was not for nothing.
fn keep(figures: &Figures, options: &Options) -> Result<String, String> {
    let section = section(figures, options);
    let path = peer::scratch().join("table.md");
    std::fs::write(&path, &section).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(section)
}

/// Builds the servers, and keeps those that answer rightly in both eras.
fn right_ones(options: &Options, figures: &mut Figures) -> Vec<usize> {
    let has_many = !options.quick;
    let mut right = Vec::new();
    for &index in &options.chosen {
        let peer = &PEERS[index];
        eprintln!("building and examining {}", peer.name);
        let examined = build::release(peer, has_many).and_then(|()| {
            Era::ALL.into_iter().try_for_each(|era| {
                peer::examine(peer, era, has_many)
                    .map_err(|error| format!("{}: {error}", era.revision()))
            })
        });
        match examined {
            Ok(()) => right.push(index),
            Err(words) => figures.left_out.push(format!("{}: {words}", peer.title)),
        }
    }
    right
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
    section.push_str(&format!(
        "\nMeasured in one run{rounds}; {}. Every answer was checked. \
         Instructions and allocations: callgrind, the difference between two runs of different length; \
         these and the ratios travel between machines, times do not. One by one: client and server on \
         one core. `echo`: a million bytes of prose in two scripts, in and out again.\n",
        machine(),
    ));
    section
}

/// Which machine and compiler.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let rustc = std::process::Command::new("rustc")
        .arg("--version")
        .output();
    let rustc = rustc
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let rustc = rustc
        .as_deref()
        .and_then(|words| words.split(' ').nth(1))
        .unwrap_or("unknown");
    format!("{} cores, {}, rustc {rustc}", cores, std::env::consts::ARCH)
}
