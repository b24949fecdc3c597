//! Servers whose client was killed while something else holds their pipes open.
//!
//! The client is this test program too, in a process of its own.

use super::process::{HOW, Process, SOON};
use super::real::Peer;
use serde_json::json;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The part of the client: starts a server, and one that holds the same pipes; tells their
/// numbers; waits to be killed.
pub(super) fn be_client(how: &str) {
    let server = match how {
        "client of one that stays" => "real and staying",
        _ => "real",
    };
    let mut peer = Peer::over(Process::start_with(server, Stdio::piped(), |command| {
        if how == "client of a wrapper" {
            wrap(command, r#""$@"; true"#, server);
        }
    }));
    let number = peer.says(1, "pid", &json!({}));
    let copy = |fd: &dyn AsFd| fd.as_fd().try_clone_to_owned().expect("a copy");
    let mut holder = Command::new("sleep")
        .arg("60")
        .stdin(copy(peer.process.from.get_ref()))
        .stdout(copy(peer.process.to.as_ref().expect("open")))
        .spawn()
        .expect("sleep");
    println!("{number} {}", holder.id());
    let _ = holder.wait();
}

/// The same command, started by a shell.
fn wrap(original: &mut Command, script: &str, how: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(original.get_program());
    shell.args(original.get_args()).env(HOW, how);
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    *original = shell;
}

/// Kills the client; gives back the numbers of its server and of the one that holds the pipes.
fn orphan(how: &str) -> (u32, u32) {
    let mut client = Process::start(how);
    let line = client.hear();
    let (server, holder) = line.trim().split_once(' ').expect("two numbers");
    let numbers = (
        server.parse().expect("a number"),
        holder.parse().expect("a number"),
    );
    assert!(lives(numbers.0), "before its client is killed");
    client.child.kill().expect("kill");
    client.child.wait().expect("killed");
    numbers
}

/// What stands behind the name in `/proc/PID/stat`.
fn stat(pid: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// NB. nobody may wait for an orphan that ended.
fn lives(pid: u32) -> bool {
    stat(pid).is_some_and(|stat| stat[0] != "Z" && stat[0] != "X")
}

fn kill(pid: u32) {
    let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
}

#[test]
fn a_server_ends_with_its_client_though_the_pipe_stays_open() {
    for how in ["client", "client of a wrapper"] {
        for round in 0..5 {
            let (server, holder) = orphan(how);
            let killed = Instant::now();
            while lives(server) && killed.elapsed() < SOON {
                std::thread::sleep(Duration::from_millis(5));
            }
            let took = killed.elapsed();
            assert!(lives(holder), "the pipe was held open");
            kill(holder);
            // NB. a machine that is at its limit may take a while; alone it is 2 ms.
            assert!(took < Duration::from_secs(3), "{how}, {round}: {took:?}");
        }
    }
}

#[test]
fn a_server_that_may_outlive_its_client_waits_without_taking_time_of_the_processor() {
    let (server, holder) = orphan("client of one that stays");
    std::thread::sleep(Duration::from_millis(700));
    let ticks = || -> u64 {
        let stat = stat(server).expect("it lives");
        stat[11..=12]
            .iter()
            .map(|ticks| ticks.parse::<u64>().expect("a number"))
            .sum()
    };
    let before = ticks();
    std::thread::sleep(Duration::from_millis(700));
    assert!(lives(server));
    // Hundredths of a second.
    assert!(ticks() - before <= 1, "it spins");
    kill(holder);
    let killed = Instant::now();
    while lives(server) {
        assert!(killed.elapsed() < SOON, "at the end of its input it ends");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_server_that_was_started_as_a_daemon_lives_on() {
    let mut peer = Peer::over(Process::start_with("real", Stdio::piped(), |command| {
        wrap(
            command,
            r#"{ { sleep 0.3; exec "$@"; } <&3 3<&- & } 3<&0"#,
            "real",
        );
    }));
    // The shell has ended long ago.
    peer.process.child.wait().expect("ended");
    assert_eq!(peer.says(1, "add", &json!({"a": 1, "b": 1})), "2");
    std::thread::sleep(Duration::from_millis(1_200));
    assert_eq!(peer.says(2, "add", &json!({"a": 1, "b": 2})), "3");
}
