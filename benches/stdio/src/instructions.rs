//! Instructions per call, counted by callgrind.
//!
//! Two runs that differ in nothing but the number of calls: their difference holds no start and no
//! end. Every answer of both is judged.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::peer::{Feed, Peer, scratch};
use crate::server::Server;
use crate::wire::{Era, Work};

const SHORT: u64 = 500;
const LONG: u64 = 2_500;

/// Whether callgrind is there.
pub fn available() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Instructions per call.
pub fn per_call(peer: &Peer, era: Era, work: Work) -> Result<f64, String> {
    let short = total(peer, era, work, SHORT)?;
    let long = total(peer, era, work, LONG)?;
    Ok(long.saturating_sub(short) as f64 / (LONG - SHORT) as f64)
}

/// All instructions of a run with so many calls.
fn total(peer: &Peer, era: Era, work: Work, calls: u64) -> Result<u64, String> {
    let directory = scratch().join("callgrind");
    fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let stem = format!("{}-{}-{}-{calls}", peer.name, work.tool(), era.revision());
    let profile = directory.join(format!("{stem}.profile"));
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(peer.program());

    let mut requests = format!("{}{}", era.opening(), era.opened());
    requests.extend((1..=calls).map(|id| work.call(era, id)));
    let answers = match peer.feed {
        Feed::File => over_file(command, &requests, &directory.join(stem))?,
        Feed::Pipe => over_pipe(command, requests, calls)?,
    };
    let (opening, rest) = answers.split_once('\n').ok_or("no answer at all")?;
    era.judge_opening(opening)?;
    work.judge_all(era, rest, 1, calls)?;
    read_total(&profile)
}

/// The requests are a file on stdin, the answers become one.
fn over_file(mut command: Command, requests: &str, stem: &Path) -> Result<String, String> {
    let input = stem.with_extension("requests");
    let output = stem.with_extension("answers");
    let run = || {
        fs::write(&input, requests)?;
        let child = command
            .stdin(File::open(&input)?)
            .stdout(File::create(&output)?)
            .stderr(Stdio::null())
            .spawn()?;
        Ok((child, output))
    };
    let (child, output) = run().map_err(|error: std::io::Error| error.to_string())?;
    crate::server::wait(child)?;
    fs::read_to_string(output).map_err(|error| error.to_string())
}

/// The requests go through a pipe, which is closed when all answers are there.
fn over_pipe(command: Command, requests: String, calls: u64) -> Result<String, String> {
    let mut server = Server::start(command)?;
    let mut input = server.take_input().ok_or("no input")?;
    let writer = std::thread::spawn(move || {
        // A server that ends early is noticed by its reader.
        let _ = input.write_all(requests.as_bytes());
        input
    });
    let mut answers = Vec::new();
    let mut lines = 0;
    while lines < calls as usize + 1 {
        lines += server.receive(&mut answers)?;
    }
    drop(writer.join());
    server.finish()?;
    String::from_utf8(answers).map_err(|error| error.to_string())
}

fn read_total(profile: &Path) -> Result<u64, String> {
    let text =
        fs::read_to_string(profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    text.lines()
        .find_map(|line| {
            line.strip_prefix("totals: ")
                .or(line.strip_prefix("summary: "))
        })
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .ok_or_else(|| format!("{} holds no total", profile.display()))
}
