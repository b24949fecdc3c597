//! What callgrind writes down: instructions and allocations, of a run and of each request.
//!
//! In: the file of a profile. Out: numbers. An allocation is a call of one of the C library's functions
//! for it, to which the default allocator of Rust leads. Shared with the benchmark over HTTP.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What one request takes.
#[derive(Clone, Copy)]
pub struct Counted {
    /// Instructions.
    pub instructions: f64,
    /// Blocks of memory that were asked for or made larger.
    pub allocations: f64,
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

/// A command that runs a program under callgrind and writes a profile of that name into a directory,
/// with the file's path; what is to be run is still to be added.
pub fn watching(directory: &Path, name: &str) -> Result<(Command, PathBuf), String> {
    let directory = directory.join("callgrind");
    fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let profile = directory.join(format!("{name}.profile"));
    let mut command = Command::new("valgrind");
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .env("BENCH_SLOWDOWN", SLOWDOWN.to_string());
    Ok((command, profile))
}

/// All that a run took.
pub struct Totals {
    instructions: u64,
    allocations: u64,
}

impl Totals {
    /// Reads what callgrind wrote down.
    pub fn read(profile: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(profile)
            .map_err(|error| format!("{}: {error}", profile.display()))?;
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

    /// What each of `requests` takes that this run had more than `short`.
    pub fn beyond(&self, short: &Self, requests: f64) -> Counted {
        let each = |long: u64, short: u64| long.saturating_sub(short) as f64 / requests;
        Counted {
            instructions: each(self.instructions, short.instructions),
            allocations: each(self.allocations, short.allocations),
        }
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
