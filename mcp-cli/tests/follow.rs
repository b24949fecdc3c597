//! Logs that grow, and what ends them.
//!
//! In: logs that are written to while the command runs, and signals. Out: the lines it prints, as
//! they come, and its exit status.

#[allow(dead_code, reason = "other tests need more of it")]
mod runs;

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use runs::{BROKEN, FINE, Log, out};

/// The lines of a pipe, as they come.
fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(pipe).lines().map_while(Result::ok);
        lines
            .map_while(|line| sender.send(line).ok())
            .for_each(drop);
    });
    lines
}

/// Waits for a line that holds a text.
fn waiting(lines: &Receiver<String>) -> impl Fn(&str) {
    |what| {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = lines
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("no {what}"));
            if line.contains(what) {
                break;
            }
        }
    }
}

#[test]
fn a_log_that_grows_is_followed_through_a_cut_and_a_new_file() {
    let log = Log::new("follow", FINE);
    let path = log.directory.join("a.log");
    let mut child = log
        .command(&["--follow", "a.log"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let lines = lines_of(child.stdout.take().expect("stdout"));
    let wait = waiting(&lines);
    wait("result: empty");
    let mut file = OpenOptions::new().append(true).open(&path).expect("a log");
    // A call without an answer is printed all the same, once nothing more comes.
    writeln!(
        file,
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"slow"}}}}"#
    )
    .expect("it is written");
    wait("tools/call slow");
    fs::write(
        &path,
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"prompts/list\"}\n",
    )
    .expect("cut");
    wait("prompts/list");
    let other = log.directory.join("b.log");
    fs::write(
        &other,
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"resources/list\"}\n",
    )
    .expect("new");
    fs::rename(&other, &path).expect("another file of this name");
    wait("resources/list");
    child.kill().expect("it runs until it is ended");
    let _ = child.wait();
}

#[test]
fn what_a_program_writes_is_followed_to_its_end() {
    let log = Log::new("listen", FINE);
    let mut child = log
        .command(&["--follow", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("stdin");
    // The last line has no end.
    stdin
        .write_all(BROKEN.trim_end().as_bytes())
        .expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    assert!(
        out(&output).contains("\nsummary: 3 messages"),
        "{}",
        out(&output)
    );
}

#[cfg(unix)]
#[test]
fn a_followed_log_is_summed_up_when_it_is_interrupted() {
    for (signal, text, status) in [("-INT", FINE, 0), ("-TERM", BROKEN, 1)] {
        let log = Log::new(&format!("interrupt{signal}"), text);
        let mut child = log
            .command(&["--follow", "a.log"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let lines = lines_of(child.stdout.take().expect("stdout"));
        let wait = waiting(&lines);
        wait("result: empty");
        send(signal, child.id());
        wait("summary: ");
        assert_eq!(child.wait().expect("it ends").code(), Some(status));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_a_pipe_leaves_what_was_written_to_be_explained() {
    let log = Log::new("interrupted-pipe", FINE);
    let mut child = log
        .command(&["-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("stdin");
    let lines = lines_of(child.stdout.take().expect("stdout"));
    let wait = waiting(&lines);
    // NB. enough that something is printed before the end: by then signals are heard.
    let log = FINE.repeat(20_000);
    stdin.write_all(log.as_bytes()).expect("it reads");
    wait("result: empty");
    send("-INT", child.id());
    drop(stdin);
    wait("summary: ");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Sends a signal to a process that this test started.
#[cfg(unix)]
fn send(signal: &str, process: u32) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
}
