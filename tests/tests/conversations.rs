//! Plays every script below `conversations/` over every transport it names.
//!
//! In: the scripts, and words on the command line that choose among them. Out: a line per script,
//! revision and transport, in the form of Rust's own test runner, and the failures with file and
//! line. It has a runner of its own so that each script counts and is named as a test.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mcp_runtime::http::HttpOptions;
use tests::http;
use tests::http::served::Served;
use tests::play::play;
use tests::script::Transport;
use tests::servers;
use tests::shelf::{Case, read};
use tests::wire::Process;

const SHELF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conversations");

/// What was asked for on the command line.
#[derive(Default)]
struct Wanted {
    words: Vec<String>,
    skipped: Vec<String>,
    exact: bool,
    list: bool,
    ignored_only: bool,
    threads: usize,
}

impl Wanted {
    fn read() -> Self {
        let mut wanted = Self {
            threads: 8,
            ..Self::default()
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--exact" => wanted.exact = true,
                "--list" => wanted.list = true,
                "--ignored" => wanted.ignored_only = true,
                "--skip" => wanted.skipped.extend(arguments.next()),
                "--test-threads" => {
                    wanted.threads = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1)
                }
                "--color" | "--format" | "--logfile" | "-Z" => drop(arguments.next()),
                flag if flag.starts_with('-') => {}
                _ => wanted.words.push(argument),
            }
        }
        wanted
    }

    fn takes(&self, title: &str) -> bool {
        let fits = |word: &String| {
            if self.exact {
                title == word
            } else {
                title.contains(word.as_str())
            }
        };
        !self.ignored_only
            && (self.words.is_empty() || self.words.iter().any(fits))
            && !self.skipped.iter().any(fits)
    }
}

/// The codes of the errors that came over HTTP.
static CODES: Mutex<BTreeSet<i64>> = Mutex::new(BTreeSet::new());

/// Plays a case with the server that it names.
fn run(case: &Case, runtime: &tokio::runtime::Runtime) -> Result<(), String> {
    let name = &case.script.server;
    let played = match case.transport {
        Transport::Memory => play(&case.script, servers::in_memory(name, runtime.handle())?),
        Transport::Stdio => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
            play(&case.script, Box::new(Process::start(command.arg(name))?))
        }
        Transport::Http => {
            let server = servers::named(name)?;
            let served = Served::start_on(runtime.handle(), server, HttpOptions::new())?;
            http::play::play(&case.script, served.address()).map(|codes| {
                if let Ok(mut all) = CODES.lock() {
                    all.extend(codes);
                }
            })
        }
    };
    played.map_err(|failure| format!("conversations/{}.txt, {failure}", case.name))
}

/// Codes that the protocol keeps for itself or for those before it, and that stand for nothing.
fn codes_of_nothing() -> Vec<i64> {
    let kept = |code: &i64| match code {
        -32022..=-32020 => false,
        _ => (-32099..=-32000).contains(code),
    };
    let codes = CODES.lock().map(|codes| codes.clone()).unwrap_or_default();
    codes.into_iter().filter(kept).collect()
}

/// Says which scripts are not played over HTTP, and why.
fn tell_what_is_left_out(cases: &[Case]) {
    let mut left_out: Vec<(&str, &str)> = cases
        .iter()
        .filter_map(|case| Some((case.name.as_str(), case.script.not_over_http.as_deref()?)))
        .collect();
    left_out.dedup();
    println!("\n{} scripts are not played over HTTP:", left_out.len());
    for (name, reason) in left_out {
        println!("    {name}: {reason}");
    }
}

fn main() -> ExitCode {
    let wanted = Wanted::read();
    let cases = match read(Path::new(SHELF)) {
        Ok(cases) => cases,
        Err(faults) => {
            println!(
                "\n{} faults in the scripts:\n{}",
                faults.len(),
                faults.join("\n")
            );
            return ExitCode::FAILURE;
        }
    };
    let all = cases.len();
    let cases: Vec<Case> = cases
        .into_iter()
        .filter(|case| wanted.takes(&case.title()))
        .collect();
    if wanted.list {
        cases
            .iter()
            .for_each(|case| println!("{}: test", case.title()));
        return ExitCode::SUCCESS;
    }
    quieten_tools();
    let started = Instant::now();
    println!("\nrunning {} tests", cases.len());
    let mut failures = play_all(&cases, wanted.threads.max(1));
    let codes = codes_of_nothing();
    if !codes.is_empty() {
        let title = "every code is one that the specification has".to_owned();
        failures.push((title, format!("codes that it has not: {codes:?}")));
    }
    tell_what_is_left_out(&cases);
    for (title, message) in &failures {
        println!("\n---- {title} ----\n{message}");
    }
    let verdict = if failures.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {verdict}. {} passed; {} failed; 0 ignored; 0 measured; {} filtered out; finished in {:.2}s\n",
        cases.len() - failures.len(),
        failures.len(),
        all - cases.len(),
        started.elapsed().as_secs_f64()
    );
    if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Tools that panic do so on purpose; what they say is looked at in the logs of processes.
fn quieten_tools() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let of_a_tool = ["tokio-rt-worker", "mcp-tool"];
        if !std::thread::current()
            .name()
            .is_some_and(|name| of_a_tool.contains(&name))
        {
            usual(panic);
        }
    }));
}

/// Plays the cases on a few threads; most of the time they wait.
fn play_all(cases: &[Case], threads: usize) -> Vec<(String, String)> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime starts");
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = run(case, &runtime);
                    println!(
                        "test {} ... {}",
                        case.title(),
                        if outcome.is_ok() { "ok" } else { "FAILED" }
                    );
                    if let (Err(message), Ok(mut failures)) = (outcome, failures.lock()) {
                        failures.push((case.title(), message));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_default();
    failures.sort();
    failures
}
