//! The thread of a stdio connection over every kind of descriptor.

use super::fake::{Fake, answered, bounds};
use crate::outgoing::Outgoing;
use crate::transport::pump::{End, Pump};
use crate::transport::stdio::descriptor::Descriptor;
use crate::transport::stdio::serve::{Bell, serve, serve_over};
use crate::transport::stop::Stop;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

type Served = JoinHandle<io::Result<End>>;

fn start(kind: &str, input: impl Into<OwnedFd>, output: impl Into<OwnedFd>) -> (Served, Arc<Stop>) {
    start_and(kind, input, output, || ())
}

fn start_and(
    kind: &str,
    input: impl Into<OwnedFd>,
    output: impl Into<OwnedFd>,
    first: impl FnOnce() + Send + 'static,
) -> (Served, Arc<Stop>) {
    let (input, output, stop) = (input.into(), output.into(), Stop::new());
    let (bell, wake) = Bell::new().expect("a bell");
    stop.wakes(wake.clone());
    let outgoing = Outgoing::new(Box::new(move || wake()));
    let mut pump = Pump::new(Fake::new(outgoing), bounds(), stop.clone());
    let anew = kind != "shared pipes";
    let served = std::thread::spawn(move || {
        first();
        if anew {
            return serve(input, output, &bell, &mut pump);
        }
        let (input, output) = (Descriptor::shared(input), Descriptor::shared(output));
        serve_over(&input, &output, &bell, &mut pump)
    });
    (served, stop)
}

fn ended(served: Served) -> End {
    let until = Instant::now() + Duration::from_secs(20);
    while !served.is_finished() {
        assert!(Instant::now() < until, "it does not end");
        std::thread::sleep(Duration::from_millis(2));
    }
    served.join().expect("no panic").expect("no error")
}

/// Server's input, its other end, the other end of the server's output, and that.
type Channel = [OwnedFd; 4];

fn pipes() -> Channel {
    let (input, to_server) = io::pipe().expect("a pipe");
    let (from_server, output) = io::pipe().expect("a pipe");
    [
        input.into(),
        to_server.into(),
        from_server.into(),
        output.into(),
    ]
}

fn sockets() -> Channel {
    let (input, to_server) = UnixStream::pair().expect("sockets");
    let (from_server, output) = UnixStream::pair().expect("sockets");
    [
        input.into(),
        to_server.into(),
        from_server.into(),
        output.into(),
    ]
}

fn channels() -> [(&'static str, Channel); 3] {
    [
        ("pipes", pipes()),
        ("sockets", sockets()),
        ("shared pipes", pipes()),
    ]
}

#[test]
fn pipes_and_sockets_are_served_and_keep_their_flags() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let kept = [input.try_clone(), output.try_clone()].map(|fd| fd.expect("a copy"));
        let flags = |fd: &OwnedFd| rustix::fs::fcntl_getfl(fd).expect("flags");
        let before = kept.each_ref().map(flags);
        let (served, _) = start(kind, input, output);
        let (mut to_server, mut from_server) = (File::from(to_server), File::from(from_server));
        to_server.write_all(b"echo 1 3\n").expect("write");
        let mut text = [0; 6];
        from_server.read_exact(&mut text).expect("read");
        assert_eq!(&text, b"1 xxx\n", "{kind}");
        to_server.write_all(b"later 2 10 3\n").expect("write");
        from_server.read_exact(&mut text).expect("read");
        assert_eq!(&text, b"2 xxx\n", "{kind}");
        assert_eq!(kept.each_ref().map(flags), before, "{kind}");
        drop(kept);
        drop(to_server);
        assert!(!ended(served).unfinished, "{kind}");
    }
}

#[test]
fn a_file_is_served_to_its_end_and_answers_go_to_a_file() {
    let dir = std::env::temp_dir();
    let name = |what: &str| dir.join(format!("mcp-stdio-{}-{what}", std::process::id()));
    std::fs::write(name("in"), b"echo 1 3\nlater 2 20 1\necho 3 1").expect("write");
    let input = File::open(name("in")).expect("open");
    let mut output = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(name("out"))
        .expect("open");
    let (served, _) = start("files", input, output.try_clone().expect("a copy"));
    assert!(!ended(served).unfinished);
    let mut text = String::new();
    output.rewind().expect("rewind");
    output.read_to_string(&mut text).expect("read");
    assert_eq!(text, "1 xxx\n3 x\n2 x\n");
    for what in ["in", "out"] {
        std::fs::remove_file(name(what)).expect("remove");
    }
}

#[test]
fn the_null_device_ends_at_once() {
    let null = || {
        File::options()
            .read(true)
            .write(true)
            .open("/dev/null")
            .expect("open")
    };
    let start_of_test = Instant::now();
    assert!(!ended(start("files", null(), null()).0).unfinished);
    assert!(start_of_test.elapsed() < Duration::from_millis(500));
}

#[test]
fn a_peer_that_does_not_read_is_bounded_still_gets_pings_and_loses_nothing() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (served, _) = start(kind, input, output);
        let (mut to_server, mut from_server) = (File::from(to_server), File::from(from_server));
        let writing = std::thread::spawn(move || {
            for id in 0..600 {
                let request = format!("echo {id} 65536\n");
                to_server.write_all(request.as_bytes()).expect("write");
            }
        });
        std::thread::sleep(Duration::from_millis(300));
        assert!(!served.is_finished());
        let mut text = Vec::new();
        from_server.read_to_end(&mut text).expect("read");
        let expected: Vec<_> = (0..600).map(|id| id.to_string()).collect();
        assert_eq!(answered(&text), expected, "{kind}");
        writing.join().expect("no panic");
        assert!(!ended(served).unfinished);
    }
}

#[test]
fn a_ping_is_answered_in_the_output_though_calls_wait_for_the_peer_to_read() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (served, _) = start(kind, input, output);
        let (mut to_server, mut from_server) = (File::from(to_server), File::from(from_server));
        for id in 0..60 {
            to_server
                .write_all(format!("echo {id} 65536\n").as_bytes())
                .expect("write");
        }
        std::thread::sleep(Duration::from_millis(100));
        to_server.write_all(b"ping p\n").expect("write");
        std::thread::sleep(Duration::from_millis(100));
        drop(to_server);
        let mut text = Vec::new();
        from_server.read_to_end(&mut text).expect("read");
        let ids = answered(&text);
        let at = ids.iter().position(|id| id == "p").expect("answered");
        assert!(at < 40, "{kind}: after {at} answers");
        assert_eq!(ids.len(), 61);
        ended(served);
    }
}

#[test]
fn requests_that_trickle_in_while_long_answers_go_out_are_all_answered_once() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (served, _) = start(kind, input, output);
        let (mut to_server, mut from_server) = (File::from(to_server), File::from(from_server));
        std::thread::spawn(move || {
            for id in 0..200 {
                let request = format!("later {id} {} 65536\r\n", id % 7);
                for piece in request.as_bytes().chunks(4) {
                    to_server.write_all(piece).expect("write");
                }
            }
        });
        let mut text = Vec::new();
        from_server.read_to_end(&mut text).expect("read");
        let mut ids = answered(&text);
        ids.sort_by_key(|id| id.parse::<u32>().expect("a number"));
        let expected: Vec<_> = (0..200).map(|id| id.to_string()).collect();
        assert_eq!(ids, expected, "{kind}");
        assert!(!ended(served).unfinished);
    }
}

#[test]
fn a_peer_that_goes_away_ends_the_thread_quietly_though_input_stays_open() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (served, _) = start(kind, input, output);
        let mut to_server = File::from(to_server);
        to_server.write_all(b"never 1\n").expect("write");
        std::thread::sleep(Duration::from_millis(50));
        assert!(!served.is_finished(), "{kind}");
        drop(from_server);
        let end = ended(served);
        assert!(!end.asked, "{kind}");
        let (_, [input, to_server, from_server, output]) =
            channels().into_iter().find(|c| c.0 == kind).expect("kind");
        drop(from_server);
        let (served, _) = start(kind, input, output);
        let _ = File::from(to_server).write_all(&b"echo 1 100\n".repeat(1_000));
        ended(served);
    }
}

#[test]
fn a_sleeping_thread_is_woken_to_end_and_drains_first() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (served, stop) = start(kind, input, output);
        let mut to_server = File::from(to_server);
        to_server
            .write_all(b"later 1 150 1\necho 0 1\n")
            .expect("write");
        // NB. what was not read when the end is asked for is never served.
        let (mut from_server, mut text) = (File::from(from_server), [0; 4]);
        from_server.read_exact(&mut text).expect("read");
        assert_eq!(&text, b"0 x\n", "{kind}");
        std::thread::sleep(Duration::from_millis(50));
        stop.ask(Duration::from_secs(8));
        let end = ended(served);
        assert!(end.asked && !end.unfinished, "{kind}");
        let mut text = String::new();
        from_server.read_to_string(&mut text).expect("read");
        assert_eq!(text, "1 x\n", "{kind}");
    }
}

#[test]
fn a_full_disk_behind_the_output_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        return;
    };
    let (input, mut to_server) = io::pipe().expect("a pipe");
    to_server.write_all(b"echo 1 1\n").expect("write");
    let (served, _) = start("files", input, full);
    let error = served.join().expect("no panic").expect_err("no space");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}

#[test]
#[cfg(target_os = "linux")]
fn waiting_for_a_peer_that_does_not_read_takes_no_processor_time() {
    for (kind, [input, to_server, from_server, output]) in channels() {
        let (tell, told) = std::sync::mpsc::channel();
        let (served, _) = start_and(kind, input, output, move || {
            let task = std::fs::read_link("/proc/thread-self").expect("a task");
            tell.send(task).expect("somebody asks");
        });
        let task = told.recv().expect("told");
        let mut to_server = File::from(to_server);
        for id in 0..60 {
            to_server
                .write_all(format!("echo {id} 65536\n").as_bytes())
                .expect("write");
        }
        to_server.write_all(b"never n\n").expect("write");
        std::thread::sleep(Duration::from_millis(300));
        let spent = || -> u64 {
            let path = std::path::Path::new("/proc").join(&task).join("schedstat");
            let text = std::fs::read_to_string(path).expect("schedstat");
            let first = text.split(' ').next().expect("a number");
            first.parse().expect("nanoseconds")
        };
        let before = spent();
        std::thread::sleep(Duration::from_millis(300));
        assert!(spent() - before < 600_000, "{kind}");
        drop((to_server, from_server));
        ended(served);
    }
}
