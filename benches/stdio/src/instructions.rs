//! Instructions and allocations per request, counted by callgrind.
//!
//! Two runs that differ in nothing but the number of requests: their difference holds no start and no
//! end. Every answer of both is judged. An allocation is a call of one of the C library's functions
//! for it, to which the default allocator of Rust leads.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::peer::{Peer, scratch};
use crate::server::Server;
use crate::wire::Era;
use crate::work::Work;

/// What one request takes.
#[derive(Clone, Copy)]
pub struct Counted {
    /// Instructions.
    pub instructions: f64,
    /// Blocks of memory that were asked for or made larger.
    pub allocations: f64,
}

impl Work {
    /// How many requests the two runs have, and how many of them wait at once.
    fn runs(self) -> (u64, u64, usize) {
        match self {
            Work::Add => (500, 2_500, 64),
            Work::Search => (200, 1_000, 64),
            Work::Echo => (2, 6, 1),
            Work::List => (5, 25, 1),
        }
    }
}

/// How much slower a program runs under callgrind, at most, on a machine that is busy besides. A
/// server that decides by the clock is told, so that it decides as it would without.
const SLOWDOWN: u32 = 1_000;

/// Whether callgrind is there.
pub fn available() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Counts what one request takes.
pub fn per_request(peer: &Peer, era: Era, work: Work) -> Result<Counted, String> {
    let (short, long, _) = work.runs();
    let requests = (long - short) as f64;
    let (short, long) = (
        total(peer, era, work, short)?,
        total(peer, era, work, long)?,
    );
    let each = |long: u64, short: u64| long.saturating_sub(short) as f64 / requests;
    Ok(Counted {
        instructions: each(long.instructions, short.instructions),
        allocations: each(long.allocations, short.allocations),
    })
}

/// All that a run with so many requests takes.
fn total(peer: &Peer, era: Era, work: Work, requests: u64) -> Result<Totals, String> {
    let directory = scratch().join("callgrind");
    fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let (name, revision) = (work.name(), era.revision());
    let stem = format!("{}-{name}-{revision}-{requests}", peer.name);
    let profile = directory.join(format!("{stem}.profile"));
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .args(peer.words(work))
        .env("BENCH_SLOWDOWN", SLOWDOWN.to_string());

    let mut lines = vec![era.opening(), era.opened().to_owned()];
    lines.extend((1..=requests).map(|id| work.request(era, id)));
    let answers = exchange(command, &lines, requests, work.runs().2)?;
    let (opening, rest) = answers.split_once('\n').ok_or("no answer at all")?;
    era.judge_opening(opening)?;
    work.judge_all(era, rest, 1, requests)?;
    read_totals(&profile)
}

/// Sends the requests, so many at once, and ends the input when all answers are there.
fn exchange(
    command: Command,
    lines: &[String],
    requests: u64,
    in_flight: usize,
) -> Result<String, String> {
    let mut server = Server::start(command)?;
    let mut lines = lines.iter();
    let mut answers = Vec::new();
    let (mut sent, mut answered) = (0, 0);
    while answered < requests as usize + 1 {
        while sent < answered + in_flight
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

struct Totals {
    instructions: u64,
    allocations: u64,
}

/// Reads what callgrind wrote down.
fn read_totals(profile: &Path) -> Result<Totals, String> {
    let text =
        fs::read_to_string(profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    let instructions = text.lines().find_map(|line| {
        let rest = line
            .strip_prefix("totals: ")
            .or(line.strip_prefix("summary: "))?;
        rest.split_whitespace().next()?.parse().ok()
    });
    match (instructions, allocations(&text)) {
        (Some(instructions), 1..) => Ok(Totals {
            instructions,
            allocations: allocations(&text),
        }),
        (None, _) => Err(format!("{} holds no total", profile.display())),
        // A program without any would have another allocator.
        (_, 0) => Err(format!("{} names no allocation", profile.display())),
    }
}

/// How often the functions that allocate were called.
///
/// A function has a number, `(17) malloc`, and its name only where it is first spoken of. What it
/// was called from stands above, and how often below: `cfn=(17)`, `calls=3 0`.
fn allocations(profile: &str) -> u64 {
    const NAMES: [&str; 6] = [
        "malloc",
        "calloc",
        "realloc",
        "memalign",
        "aligned_alloc",
        "posix_memalign",
    ];
    let mut numbers = HashSet::new();
    let mut calls: HashMap<&str, u64> = HashMap::new();
    let mut called = "";
    for line in profile.lines() {
        if let Some(rest) = line.strip_prefix("cfn=").or(line.strip_prefix("fn=")) {
            let (number, name) = rest.split_once(' ').unwrap_or((rest, ""));
            if NAMES.contains(&name) {
                numbers.insert(number);
            }
            called = number;
        } else if let Some(rest) = line.strip_prefix("calls=") {
            let count = rest.split(' ').next().and_then(|word| word.parse().ok());
            *calls.entry(called).or_default() += count.unwrap_or(0);
        }
    }
    numbers.iter().filter_map(|number| calls.get(number)).sum()
}
