//! Connections that end while calls run, and runtimes that end under them.

use super::*;
use crate::sync::explore;

#[test]
fn abandoned_calls_are_answered_once_each() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 1));
        line.send(&request(2, "model/never", 2));
        line.send(&request(3, "model/later", 3));
        line.connection.abandon("it is over", &mut line.out);
        let all = line.read_all();
        assert_eq!(all.len(), 3, "{all:?}");
        for id in 1..=3 {
            assert_eq!(answers(&all, id).len(), 1, "{all:?}");
        }
        assert!(answers(&all, 2)[0].get("error").is_some(), "{all:?}");
        assert!(line.was_told(2));
    });
}

#[test]
fn a_call_that_is_cancelled_before_all_are_abandoned_stays_unanswered() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 1));
        line.send(&request(2, "model/never", 2));
        line.send(&cancel(2));
        line.connection.abandon("it is over", &mut line.out);
        let all = line.read_all();
        assert_eq!((answers(&all, 1).len(), all.len()), (1, 1), "{all:?}");
    });
}

#[test]
fn a_connection_that_is_dropped_stops_its_calls_and_says_nothing_more() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 1));
        line.send(&request(2, "model/never", 2));
        line.send(&request(3, "model/told", 3));
        let Line {
            connection,
            outgoing,
            tasks,
            began,
            ..
        } = line;
        drop(connection);
        assert!(!outgoing.drain_into(&mut Vec::new()), "said after the end");
        tasks.join();
        assert!(outgoing.is_empty(), "kept for nobody");
        let never = began.lock().expect("lock").get(&2).cloned();
        assert!(never.is_none_or(|cx| cx.is_cancelled()));
    });
}

#[test]
fn a_runtime_that_is_shut_down_leaves_no_call_without_an_answer() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 1));
        line.send(&request(2, "model/never", 2));
        line.send(&request(3, "model/never", 3));
        let tasks = line.tasks.clone();
        let runtime = thread::spawn(move || tasks.shut_down());
        line.send(&cancel(3));
        runtime.join().expect("no panic");
        let all = line.read_all();
        assert_eq!(answers(&all, 1).len(), 1, "{all:?}");
        assert_eq!(answers(&all, 2).len(), 1, "{all:?}");
        assert!(answers(&all, 2)[0].get("error").is_some(), "{all:?}");
        let cancelled = answers(&all, 3).len();
        assert!(cancelled <= 1, "{all:?}");
    });
}

#[test]
fn the_engine_that_waits_for_a_first_poll_goes_on_though_the_runtime_ends() {
    explore(|| {
        let mut line = Line::open(true);
        let tasks = line.tasks.clone();
        let runtime = thread::spawn(move || tasks.shut_down());
        line.send(&request(1, "tool turn", 1));
        runtime.join().expect("no panic");
        let all = line.read_all();
        assert_eq!((answers(&all, 1).len(), all.len()), (1, 1), "{all:?}");
    });
}
