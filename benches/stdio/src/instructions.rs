//! Instructions per call, counted by callgrind.
//!
//! Two runs that differ in nothing but the number of calls: their difference holds no start and no
//! end. Every answer of both is judged.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::peer::{Peer, scratch};
use crate::server::Server;
use crate::wire::{Era, Work};

const SHORT: u64 = 500;
const LONG: u64 = 2_500;
const IN_FLIGHT: usize = 64;
/// How much slower a program runs under callgrind, about. A server that decides by the clock is
/// told, so that it decides as it would without.
const SLOWDOWN: u32 = 50;

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

    command.env("BENCH_SLOWDOWN", SLOWDOWN.to_string());

    let mut requests = format!("{}{}", era.opening(), era.opened());
    requests.extend((1..=calls).map(|id| work.call(era, id)));
    let answers = exchange(command, &requests, calls)?;
    let (opening, rest) = answers.split_once('\n').ok_or("no answer at all")?;
    era.judge_opening(opening)?;
    work.judge_all(era, rest, 1, calls)?;
    read_total(&profile)
}

/// Sends the requests, so many at once, and ends the input when all answers are there.
fn exchange(command: Command, requests: &str, calls: u64) -> Result<String, String> {
    let mut server = Server::start(command)?;
    let mut lines = requests.split_inclusive('\n');
    let mut answers = Vec::new();
    let (mut sent, mut answered) = (0, 0);
    while answered < calls as usize + 1 {
        while sent < answered + IN_FLIGHT
            && let Some(line) = lines.next()
        {
            server.send(line.as_bytes())?;
            // A notification has no answer.
            sent += usize::from(line.contains("\"id\""));
        }
        answered += server.receive(&mut answers)?;
    }
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
