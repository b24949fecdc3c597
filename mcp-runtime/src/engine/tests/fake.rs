//! A connection for tests: each line is a word, an id and what the word needs.
//!
//! `echo ID N` answers at once with N bytes, `later ID MS N` from another thread, `never ID` not
//! at all, `ping ID` even while the peer does not read; `cancel ID` ends a `never`. `print ID`
//! writes to stdout in every way there is and starts a child that reads and writes; `block ID`
//! keeps a worker of the runtime busy for ever.

use crate::outgoing::Outgoing;
use crate::transport::Engine;
use crate::transport::pump::Bounds;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(super) struct Fake {
    outgoing: Arc<Outgoing>,
    running: Arc<Mutex<BTreeSet<String>>>,
    pub(super) received: Vec<String>,
    pub(super) ended: bool,
}

pub(super) fn bounds() -> Bounds {
    Bounds {
        frame: 1024 * 1024,
        output: 1024 * 1024,
        grace: Duration::from_millis(300),
        full: Duration::from_millis(8),
        stall: Duration::from_secs(30),
        last_words: Duration::from_millis(100),
    }
}

impl Fake {
    pub(super) fn new(outgoing: Arc<Outgoing>) -> Self {
        Self {
            outgoing,
            running: Arc::default(),
            received: Vec::new(),
            ended: false,
        }
    }

    fn run(&self, id: &str) {
        self.running.lock().expect("lock").insert(id.into());
    }

    fn later(&self, id: &str, after: Duration, bytes: usize) {
        self.run(id);
        let (outgoing, running) = (self.outgoing.clone(), self.running.clone());
        let id = id.to_owned();
        std::thread::spawn(move || {
            std::thread::sleep(after);
            outgoing.push(answer(&id, bytes).into_bytes());
            running.lock().expect("lock").remove(&id);
        });
    }
}

fn print_in_every_way() {
    for n in 0..1_000 {
        println!("stray {n}");
    }
    // NB. libtest takes the text of `println!` away from the test's own thread alone.
    let script = "echo stray of a child; cat; ls -l /proc/self/fd >&2";
    let mut child = std::process::Command::new("sh");
    child.args(["-c", script]).status().expect("a shell");
    print!("stray without a newline");
}

/// What a call is answered with.
pub(super) fn answer(id: &str, bytes: usize) -> String {
    format!("{id} {}", "x".repeat(bytes))
}

/// The ids of the answers in a text, in its order; each answer must be whole.
pub(super) fn answered(text: &[u8]) -> Vec<String> {
    assert!(text.is_empty() || text.ends_with(b"\n"), "a cut answer");
    std::str::from_utf8(text)
        .expect("UTF-8")
        .lines()
        .map(|line| line.split_once(' ').expect("id and text").0.to_owned())
        .collect()
}

impl Engine for Fake {
    fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>) {
        let line = std::str::from_utf8(frame).expect("UTF-8");
        self.received.push(line.to_owned());
        let words: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| words[at].parse().expect("a number");
        match words[0] {
            "echo" => {
                out.extend_from_slice(answer(words[1], number(2)).as_bytes());
                out.push(b'\n');
            }
            "later" => self.later(words[1], Duration::from_millis(number(2) as u64), number(3)),
            "never" => self.run(words[1]),
            "ping" => out.extend_from_slice(format!("{} pong\n", words[1]).as_bytes()),
            "cancel" => {
                self.running.lock().expect("lock").remove(words[1]);
            }
            "print" => {
                print_in_every_way();
                out.extend_from_slice(format!("{} printed\n", words[1]).as_bytes());
            }
            "block" => {
                tokio::spawn(async { std::thread::sleep(Duration::from_secs(600)) });
                out.extend_from_slice(format!("{} blocks\n", words[1]).as_bytes());
            }
            other => panic!("unknown word {other}"),
        }
    }

    fn receive_urgent(&mut self, frame: &[u8], out: &mut Vec<u8>) -> bool {
        if frame.starts_with(b"ping") {
            self.receive(frame, out);
            return true;
        }
        if frame.starts_with(b"cancel") {
            self.receive(frame, out);
        }
        false
    }

    fn oversized(&mut self, start: &[u8], length: usize, out: &mut Vec<u8>) {
        assert!(length > bounds().frame && start.len() == 4096);
        out.extend_from_slice(b"- oversized\n");
    }

    fn collect(&mut self, out: &mut Vec<u8>) -> bool {
        self.outgoing.drain_into(out)
    }

    fn over_limit(&self) -> bool {
        self.outgoing.over_limit()
    }

    fn may_sleep(&self) -> bool {
        self.outgoing.may_sleep()
    }

    fn awake(&self) {
        self.outgoing.awake();
    }

    fn input_ended(&mut self) {
        self.ended = true;
    }

    fn in_flight(&self) -> usize {
        self.running.lock().expect("lock").len()
    }

    fn abandon(&mut self, _asked: bool, out: &mut Vec<u8>) {
        for id in std::mem::take(&mut *self.running.lock().expect("lock")) {
            out.extend_from_slice(format!("{id} abandoned\n").as_bytes());
        }
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.outgoing.close();
    }
}
