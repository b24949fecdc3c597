//! A whole process that serves its stdin and stdout: prints, children, signals, its end.
//!
//! The process is this test program, told to run the one test that serves.

use super::fake::{Fake, bounds};
use crate::engine::drive::carry;
use crate::limits::Limits;
use crate::run::{About, Graces, RunOptions, run};
use crate::transport::stdio::stdio;
use crate::transport::stop::Stop;
use crate::transport::{Link, Transport};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsRawFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// From here on stdout belongs to the protocol.
const START: &str = "==\n";
pub(super) const HOW: &str = "MCP_TEST_HOW";
pub(super) const SOON: Duration = Duration::from_secs(20);

#[test]
#[ignore = "no test: others start it as a process of its own, which serves stdin; else it does nothing"]
fn server() {
    let Ok(how) = std::env::var(HOW) else { return };
    println!("\n{}", START.trim());
    let workers = match how.as_str() {
        "one thread" => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    }
    .enable_all()
    .build();
    let runtime = workers.expect("a runtime");
    match how.as_str() {
        "served" => runtime.block_on(served_twice()),
        "real" => runtime.block_on(super::real::ran(Limits::default())),
        "real and staying" => {
            runtime.block_on(super::real::ran(Limits::default().with_orphan_grace(None)));
        }
        "client" | "client of one that stays" | "client of a wrapper" => {
            super::orphans::be_client(&how);
        }
        "patient" => runtime.block_on(ran(Duration::MAX)),
        _ => runtime.block_on(ran(Duration::from_millis(700))),
    }
}

fn carried(
    link: Link,
    stop: Arc<Stop>,
) -> impl Future<Output = std::io::Result<crate::transport::pump::End>> {
    carry(link, bounds(), stop, Fake::new)
}

async fn ran(signal: Duration) {
    let about = || About {
        name: "fake".into(),
        version: "1".into(),
        tools: Vec::new(),
        newest: mcp_core::version::ProtocolVersion::LATEST,
        command: About::this_command(),
    };
    let graces = Graces {
        signal,
        after_run: crate::limits::AFTER_RUN_GRACE,
        after_cancel: crate::limits::LAST_WORDS,
        orphan: None,
    };
    let result = run(about, &RunOptions::new(), graces, carried).await;
    result.expect("served");
}

/// Serves, then shows that stdout is back; while it serves, nobody else can.
async fn served_twice() {
    let first = tokio::spawn(carried(stdio().into_link(), Stop::new()));
    while !is_taken() {
        tokio::task::yield_now().await;
    }
    let second = carried(stdio().into_link(), Stop::new()).await;
    let error = second.expect_err("taken").to_string();
    eprintln!("second: {error}");
    first.await.expect("no panic").expect("served");
    println!("back");
}

fn is_taken() -> bool {
    let path = |n: u8| std::fs::read_link(format!("/proc/self/fd/{n}"));
    path(0).is_ok_and(|path| path.ends_with("null"))
}

pub(super) struct Process {
    pub(super) child: Child,
    pub(super) to: Option<ChildStdin>,
    pub(super) from: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn start(how: &str) -> Self {
        Self::start_with(how, Stdio::piped(), |_| ())
    }

    pub(super) fn start_with(how: &str, stdin: Stdio, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "engine::tests::process::server"]);
        command.args(["--ignored", "--nocapture", "--test-threads=1"]);
        command.env(HOW, how).stdin(stdin);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn().expect("started");
        let to = child.stdin.take();
        let mut from = BufReader::new(child.stdout.take().expect("stdout"));
        let mut line = String::new();
        while line != START {
            line.clear();
            assert_ne!(from.read_line(&mut line).expect("read"), 0, "it started");
        }
        Self { child, to, from }
    }

    pub(super) fn say(&mut self, text: &str) {
        let to = self.to.as_mut().expect("open");
        to.write_all(text.as_bytes()).expect("write");
    }

    pub(super) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("read");
        line
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let began = Instant::now();
        // NB. signals are heard from a moment after the start.
        while !hears_signals(&pid) {
            assert!(began.elapsed() < SOON, "it never hears signals");
            std::thread::sleep(Duration::from_millis(1));
        }
        let kill = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(kill.expect("kill").success());
    }

    /// The rest of stdout, of stderr, the exit code, and how long all of it took.
    pub(super) fn end(mut self) -> (String, String, Option<i32>, Duration) {
        let began = Instant::now();
        drop(self.to.take());
        let (mut out, mut err) = (String::new(), String::new());
        let mut stderr = self.child.stderr.take().expect("stderr");
        let reads = std::thread::spawn(move || {
            stderr.read_to_string(&mut err).expect("read");
            err
        });
        self.from.read_to_string(&mut out).expect("read");
        let code = loop {
            if let Some(status) = self.child.try_wait().expect("wait") {
                break status.code();
            }
            assert!(began.elapsed() < SOON, "it does not end");
            std::thread::sleep(Duration::from_millis(1));
        };
        (out, reads.join().expect("no panic"), code, began.elapsed())
    }
}

/// Whether SIGTERM is caught, the first of those that are.
fn hears_signals(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = u64::from_str_radix(mask.expect("a mask").trim(), 16).expect("hexadecimal");
    mask & (1 << 14) != 0
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_a_tool_or_its_child_prints_goes_to_stderr_and_they_read_nothing() {
    let mut process = Process::start("run");
    process.say("print 1\necho 2 1\n");
    assert_eq!(process.hear(), "1 printed\n");
    assert_eq!(process.hear(), "2 x\n", "the child ate no message");
    let pipe = |fd: &dyn AsRawFd| {
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        std::fs::read_link(path)
            .expect("a pipe")
            .display()
            .to_string()
    };
    let wire = [
        pipe(process.to.as_ref().expect("open")),
        pipe(process.from.get_ref()),
    ];
    let (out, err, code, _) = process.end();
    assert_eq!((out.as_str(), code), ("", Some(0)));
    assert!(err.contains("stray 999\n") && err.contains("stray of a child\n"));
    assert!(err.contains("stray without a newline"));
    assert!(
        err.contains("/dev/null"),
        "the child's descriptors are shown"
    );
    assert!(
        wire.iter()
            .all(|pipe| pipe.starts_with("pipe:") && !err.contains(pipe))
    );
}

#[test]
fn stdin_and_stdout_have_one_server_at_a_time_and_come_back_at_its_end() {
    let mut process = Process::start("served");
    process.say("echo 1 1\nprint 2\n");
    assert_eq!(process.hear(), "1 x\n");
    assert_eq!(process.hear(), "2 printed\n");
    let (out, err, code, _) = process.end();
    assert_eq!(code, Some(0));
    assert!(out.starts_with("back\n"), "{out}");
    assert!(!out.contains("stray"), "{out}");
    assert!(
        err.contains("second: another server of this process"),
        "{err}"
    );
}

#[test]
fn without_any_input_the_process_ends_at_once() {
    let process = Process::start_with("run", Stdio::null(), |_| ());
    let (out, _, code, took) = process.end();
    assert_eq!((out.as_str(), code), ("", Some(0)));
    assert!(took < Duration::from_millis(1_000), "{took:?}");
}

#[test]
fn at_the_end_of_input_running_calls_are_answered_and_endless_ones_refused() {
    let mut process = Process::start("run");
    process.say("later 1 100 1\nnever 2\n");
    let (out, _, code, took) = process.end();
    assert_eq!((out.as_str(), code), ("1 x\n2 abandoned\n", Some(0)));
    assert!(took < Duration::from_millis(1_500), "{took:?}");
}

#[test]
fn a_tool_that_blocks_the_whole_runtime_keeps_neither_answers_nor_the_end_from_coming() {
    for ending in ["end of input", "TERM"] {
        let mut process = Process::start("one thread");
        process.say("block 1\nnever 2\n");
        assert_eq!(process.hear(), "1 blocks\n");
        std::thread::sleep(Duration::from_millis(50));
        process.say("ping 3\n");
        assert_eq!(process.hear(), "3 pong\n");
        if ending == "TERM" {
            process.signal(ending);
            assert_eq!(process.hear(), "2 abandoned\n");
        }
        let (_, _, code, took) = process.end();
        assert_eq!(code, Some(i32::from(ending == "TERM")), "{ending}");
        assert!(took < Duration::from_millis(2_500), "{took:?}");
    }
}

#[test]
fn after_a_signal_running_calls_are_answered_and_the_code_says_whether_all_were() {
    for signal in ["TERM", "INT", "HUP"] {
        let mut process = Process::start("run");
        process.say("later 1 200 1\necho 0 0\n");
        assert_eq!(process.hear(), "0 \n");
        std::thread::sleep(Duration::from_millis(50));
        process.signal(signal);
        assert_eq!(process.hear(), "1 x\n", "{signal}");
        let (_, _, code, _) = process.end();
        assert_eq!(code, Some(0), "{signal}");
    }
    let mut process = Process::start("run");
    process.say("never 1\necho 0 0\n");
    assert_eq!(process.hear(), "0 \n");
    std::thread::sleep(Duration::from_millis(50));
    process.signal("TERM");
    assert_eq!(process.hear(), "1 abandoned\n");
    let (_, _, code, _) = process.end();
    assert_eq!(code, Some(1));
}

#[test]
fn a_second_signal_ends_the_process_at_once() {
    let mut process = Process::start("run");
    process.say("never 1\necho 0 0\n");
    assert_eq!(process.hear(), "0 \n");
    std::thread::sleep(Duration::from_millis(50));
    process.signal("TERM");
    std::thread::sleep(Duration::from_millis(50));
    process.signal("INT");
    let (out, _, code, _) = process.end();
    assert_eq!((out.as_str(), code), ("", Some(130)));
}

#[test]
fn a_server_that_lets_calls_run_for_ever_after_a_signal_still_hears_the_second() {
    let mut process = Process::start("patient");
    process.say("later 1 300 1\nnever 2\necho 0 0\n");
    assert_eq!(process.hear(), "0 \n");
    std::thread::sleep(Duration::from_millis(50));
    process.signal("TERM");
    assert_eq!(process.hear(), "1 x\n", "calls may end");
    process.signal("INT");
    let (out, err, code, _) = process.end();
    assert_eq!((out.as_str(), code), ("", Some(130)), "{err}");
}

#[test]
fn a_hang_up_that_the_parent_ignores_stays_ignored() {
    let mut process = Process::start_with("run", Stdio::piped(), |original| {
        let mut nohup = Command::new("sh");
        nohup.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
        nohup.arg(original.get_program()).args(original.get_args());
        nohup.env(HOW, "run").stdin(Stdio::piped());
        nohup.stdout(Stdio::piped()).stderr(Stdio::piped());
        *original = nohup;
    });
    process.say("echo 0 0\n");
    assert_eq!(process.hear(), "0 \n");
    std::thread::sleep(Duration::from_millis(50));
    process.signal("HUP");
    std::thread::sleep(Duration::from_millis(50));
    process.say("echo 1 1\n");
    assert_eq!(process.hear(), "1 x\n");
    assert_eq!(process.end().2, Some(0));
}

#[test]
fn a_client_that_closes_only_its_reading_end_ends_the_process_quietly() {
    let mut process = Process::start("run");
    process.say("never 1\necho 0 0\n");
    assert_eq!(process.hear(), "0 \n");
    let kept = process.to.take();
    // Something else to read from, so that the reading end can be closed.
    let mut other = Command::new("true")
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let unread = other.stdout.take().expect("stdout");
    other.wait().expect("ended");
    drop(std::mem::replace(&mut process.from, BufReader::new(unread)));
    let (_, err, code, took) = process.end();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_millis(2_500), "{took:?}");
    assert!(err.lines().count() <= 4, "{err}");
    drop(kept);
}
