//! The queue in thousands of orders: producers, an engine that sleeps, and an end.

use super::*;
use crate::sync::{explore, thread};

/// A queue whose engine is the thread that calls this, and how often that was woken.
fn queue() -> (Arc<Outgoing>, Arc<AtomicUsize>) {
    let (engine, wakes) = (thread::current(), Arc::new(AtomicUsize::new(0)));
    let count = wakes.clone();
    let wake = Box::new(move || {
        count.fetch_add(1, Ordering::SeqCst);
        engine.unpark();
    });
    (Outgoing::bounded(8, wake), wakes)
}

/// Two threads that say two things each.
fn producers(outgoing: &Arc<Outgoing>) -> Vec<thread::JoinHandle<()>> {
    ["a", "b"]
        .map(|name| {
            let outgoing = outgoing.clone();
            thread::spawn(move || {
                outgoing.push(format!("{name}1").into_bytes());
                outgoing.push(format!("{name}2").into_bytes());
            })
        })
        .into()
}

fn lines(text: &[u8]) -> Vec<&str> {
    let text = std::str::from_utf8(text).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "a cut message");
    text.lines().collect()
}

#[test]
fn no_message_is_lost_and_an_engine_sleeps_only_over_an_empty_queue() {
    explore(|| {
        let (outgoing, wakes) = queue();
        let producers = producers(&outgoing);
        let (mut out, mut tries) = (Vec::new(), 0);
        while lines(&out).len() < 4 {
            outgoing.awake();
            if outgoing.drain_into(&mut out) {
                continue;
            }
            tries += 1;
            if outgoing.may_sleep() {
                thread::park();
            }
        }
        for producer in producers {
            producer.join().expect("no panic");
        }
        for name in ["a", "b"] {
            let its: Vec<_> = lines(&out)
                .into_iter()
                .filter(|line| line.starts_with(name))
                .collect();
            assert_eq!(its, [format!("{name}1"), format!("{name}2")]);
        }
        assert!(wakes.load(Ordering::SeqCst) <= tries, "woken in vain");
        assert!(outgoing.is_empty() && !outgoing.over_limit());
    });
}

#[test]
fn an_engine_that_something_else_wakes_misses_nothing() {
    explore(|| {
        let (outgoing, _) = queue();
        let engine = thread::current();
        let input = thread::spawn(move || engine.unpark());
        let producers = producers(&outgoing);
        let (mut out, mut buffer) = (Vec::new(), b"x\n".to_vec());
        while lines(&out).len() < 4 {
            if outgoing.may_sleep() {
                thread::park();
            }
            outgoing.awake();
            // NB. once into a buffer that holds something, then into empty ones.
            outgoing.drain_into(&mut buffer);
            out.extend(std::mem::take(&mut buffer));
            if out.starts_with(b"x\n") {
                out.drain(..2);
            }
        }
        for thread in producers.into_iter().chain([input]) {
            thread.join().expect("no panic");
        }
        assert!(outgoing.is_empty());
    });
}

#[test]
fn nothing_leaves_a_queue_after_its_end() {
    explore(|| {
        let (outgoing, _) = queue();
        let producers = producers(&outgoing);
        outgoing.close();
        assert!(!outgoing.drain_into(&mut Vec::new()), "said after the end");
        for producer in producers {
            producer.join().expect("no panic");
        }
        assert!(outgoing.is_empty(), "kept for nobody");
        assert!(!outgoing.drain_into(&mut Vec::new()), "said after the end");
    });
}

#[test]
fn what_is_counted_as_waiting_is_what_waits() {
    explore(|| {
        let (outgoing, _) = queue();
        let producers = producers(&outgoing);
        let mut out = Vec::new();
        outgoing.drain_into(&mut out);
        for producer in producers {
            producer.join().expect("no panic");
        }
        let waiting = 12 - out.len();
        assert_eq!(outgoing.is_empty(), waiting == 0);
        assert_eq!(outgoing.over_limit(), waiting >= 8);
        outgoing.drain_into(&mut out);
        assert_eq!((out.len(), outgoing.is_empty()), (12, true));
    });
}
