//! One run in a process of its own: how long it took, and how much memory.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// What a process does with a log.
#[derive(Clone, Copy)]
pub enum Work {
    /// Reads each line into a `serde_json::Value`.
    Values,
    /// `mcp explain LOG`.
    Explain,
    /// `mcp explain --json LOG`.
    Json,
}

/// What a run took.
#[derive(Clone, Copy)]
pub struct Run {
    /// On the wall.
    pub time: Duration,
    /// The most memory that was resident, in MiB.
    pub peak: f64,
}

/// The run whose time is in the middle.
pub fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by_key(|run| run.time);
    runs[runs.len() / 2]
}

impl Work {
    const fn word(self) -> &'static str {
        match self {
            Work::Values => "values-of",
            Work::Explain => "explain",
            Work::Json => "explain-json",
        }
    }

    /// What this process is to do, when it is such a run.
    pub fn of_arguments() -> Option<Self> {
        let word = std::env::args().nth(1)?;
        [Work::Values, Work::Explain, Work::Json]
            .into_iter()
            .find(|work| work.word() == word)
    }

    /// Does it, in this process.
    pub fn here(self) -> ExitCode {
        let log = std::env::args().nth(2).unwrap_or_default();
        let code = match self {
            Work::Values => values(Path::new(&log)),
            Work::Explain => command(&["mcp", "explain", &log]),
            Work::Json => command(&["mcp", "explain", "--json", &log]),
        };
        eprintln!("peak {}", peak());
        code
    }

    /// How many instructions it takes, by callgrind: repeatable, unlike times.
    pub fn instructions(self, log: &Path) -> Result<f64, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        valgrind.arg(own).arg(self.word()).arg(log);
        let pipes = valgrind.stdin(Stdio::null()).stdout(Stdio::null());
        let output = pipes
            .output()
            .map_err(|error| format!("valgrind: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let count = said.lines().find_map(|line| line.split_once("I   refs:"));
        count
            .and_then(|(_, count)| count.trim().replace(',', "").parse().ok())
            .ok_or_else(|| format!("valgrind said: {said}"))
    }

    /// Does it in a child, whose output goes nowhere.
    pub fn child(self, log: &Path) -> Result<Run, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(own);
        child
            .arg(self.word())
            .arg(log)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let began = Instant::now();
        let output = child
            .stderr(Stdio::piped())
            .output()
            .map_err(|error| error.to_string())?;
        let time = began.elapsed();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let peak = said
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("peak ")?.parse::<f64>().ok());
        match (peak, output.status.code()) {
            (Some(kilobytes), Some(0 | 1)) => Ok(Run {
                time,
                peak: kilobytes / 1024.0,
            }),
            _ => Err(format!(
                "{} failed ({}): {said}",
                self.word(),
                output.status
            )),
        }
    }
}

/// The floor: every line becomes a value, and is dropped.
fn values(log: &Path) -> ExitCode {
    let file = File::open(log).expect("the log");
    let (mut lines, mut line, mut good) =
        (BufReader::with_capacity(1 << 16, file), Vec::new(), 0_u64);
    while lines.read_until(b'\n', &mut line).expect("a line") > 0 {
        let start = line
            .iter()
            .position(|byte| matches!(byte, b'{' | b'['))
            .unwrap_or(0);
        good += u64::from(serde_json::from_slice::<serde_json::Value>(&line[start..]).is_ok());
        line.clear();
    }
    println!("{good} messages");
    match good {
        0 => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

fn command(words: &[&str]) -> ExitCode {
    mcp_cli::main(words)
}

/// The most memory of this process that was resident, in kB (Linux, `proc(5)`).
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok())
        .unwrap_or(0)
}
