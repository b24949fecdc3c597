//! Progress and log messages of a request against its end.

use super::*;
use crate::LoggingLevel;
use crate::context::{LogGate, Peer, RequestState};
use crate::sync::explore;
use shuttle::future::block_on;

/// The reports of one request, whose queue may hold so much.
fn state(bytes: usize) -> (Arc<RequestState>, Arc<Outgoing>) {
    let outgoing = Outgoing::bounded(bytes, Box::new(|| ()));
    let (gate, peer) = (
        LogGate::At(LoggingLevel::Info),
        Peer::Meta(ProtocolVersion::LATEST, "{}".into()),
    );
    let (out, token) = (Some(outgoing.clone()), Some("7".into()));
    let state = RequestState::new(out, token, gate, peer, None, None);
    (state, outgoing)
}

fn read(outgoing: &Outgoing) -> Vec<Value> {
    let mut text = Vec::new();
    outgoing.drain_into(&mut text);
    messages(&text)
}

/// The numbers that were reported as progress, which must rise.
fn progress(messages: &[Value]) -> Vec<u64> {
    let numbers: Vec<_> = messages
        .iter()
        .filter_map(|m| m["params"]["progress"].as_u64())
        .collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    numbers
}

#[test]
fn no_progress_follows_the_answer_of_its_call() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/told", 1));
        let all = line.read_all();
        let at = all.iter().position(|m| m["id"] == 1).expect("an answer");
        assert_eq!(at, all.len() - 1, "{all:?}");
        progress(&all);
    });
}

#[test]
fn nothing_is_said_of_a_call_after_its_cancellation_unless_it_is_being_answered() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/told", 1));
        line.send(&cancel(1));
        let before = line.read().len();
        let all = line.read_all();
        match answers(&all, 1).len() {
            0 => assert_eq!(all.len(), before, "{all:?}"),
            _ => assert_eq!(all.last().map(|m| &m["id"]), Some(&1.into()), "{all:?}"),
        }
    });
}

#[test]
fn reports_of_two_threads_stop_at_the_answer_and_lose_none_before() {
    explore(|| {
        let (state, outgoing) = state(1 << 20);
        let threads = [0, 1].map(|thread| {
            let reporter = Context::of(state.clone()).reporter();
            thread::spawn(move || {
                reporter.log(LoggingLevel::Info, thread);
                reporter.progress(thread + 1, (), "");
            })
        });
        state.close(|| outgoing.push(b"{\"id\":7}".to_vec()));
        let before = read(&outgoing);
        assert_eq!(
            before.last().map(|m| &m["id"]),
            Some(&7.into()),
            "{before:?}"
        );
        for thread in threads {
            thread.join().expect("no panic");
        }
        assert_eq!(
            read(&outgoing),
            Vec::<Value>::new(),
            "said after the answer"
        );
        progress(&before);
    });
}

#[test]
fn a_full_queue_keeps_the_newest_progress_and_counts_what_is_left_out() {
    explore(|| {
        let (state, outgoing) = state(1);
        let reporting = Context::of(state.clone()).reporter();
        let reports = thread::spawn(move || {
            for n in 1..=3 {
                reporting.log(LoggingLevel::Info, n);
                reporting.progress(n, (), "");
            }
        });
        let mut all = read(&outgoing);
        reports.join().expect("no panic");
        state.close(|| ());
        all.extend(read(&outgoing));
        assert_eq!(progress(&all).last(), Some(&3), "{all:?}");
        let mut told = 0;
        for data in all.iter().filter_map(|m| m["params"].get("data")) {
            let left_out = data.as_str().and_then(|words| words.rsplit(' ').next());
            told += left_out.map_or(1, |n| n.parse().expect("a number"));
        }
        assert_eq!(told, 3, "{all:?}");
    });
}

#[test]
fn who_waits_for_the_cancellation_is_told() {
    explore(|| {
        let (state, outgoing) = state(1 << 20);
        let waiters = [0, 1].map(|_| {
            let reporter = Context::of(state.clone()).reporter();
            thread::spawn(move || {
                block_on(reporter.cancelled());
                assert!(reporter.is_cancelled());
                reporter.progress(1, (), "");
            })
        });
        state.cancel();
        for waiter in waiters {
            waiter.join().expect("told");
        }
        assert_eq!(read(&outgoing), Vec::<Value>::new(), "said after the end");
    });
}
