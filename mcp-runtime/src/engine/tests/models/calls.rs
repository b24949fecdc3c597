//! Calls that end, are cancelled, and use an id again.

use super::*;
use crate::sync::explore;

#[test]
fn a_call_is_answered_once_or_told_that_it_is_cancelled_and_never_both() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 1));
        line.send(&request(2, "model/later", 2));
        line.send(&cancel(1));
        line.send(&cancel(1));
        let all = line.read_all();
        assert_eq!(answers(&all, 2).len(), 1, "{all:?}");
        assert_eq!(answers(&all, 2)[0]["result"]["n"], 2);
        let answered = answers(&all, 1).len();
        assert!(answered <= 1, "{all:?}");
        assert!(answered == 1 || line.was_told(1), "neither: {all:?}");
        let began = line.began.lock().expect("lock").contains_key(&1);
        assert!(
            answered == 0 || !began || !line.was_told(1),
            "both: {all:?}"
        );
    });
}

#[test]
fn a_call_that_was_cancelled_before_its_handler_ended_is_not_answered() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/never", 1));
        line.send(&cancel(1));
        assert_eq!(line.connection.in_flight(), 0);
        assert_eq!(line.read_all().len(), 0);
        assert!(line.was_told(1));
    });
}

#[test]
fn a_second_call_with_the_id_of_a_running_one_is_refused_and_the_first_answered() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 10));
        line.send(&request(1, "model/later", 20));
        let all = line.read_all();
        let both = answers(&all, 1);
        assert_eq!((both.len(), all.len()), (2, 2), "{all:?}");
        let results: Vec<_> = both
            .iter()
            .filter_map(|m| m["result"]["n"].as_u64())
            .collect();
        let errors = both.iter().filter(|m| m.get("error").is_some()).count();
        match errors {
            1 => assert_eq!(results, [10], "{all:?}"),
            _ => assert_eq!(results, [10, 20], "{all:?}"),
        }
    });
}

#[test]
fn an_id_may_be_used_again_as_soon_as_its_answer_is_read() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 10));
        while line.read().is_empty() {
            thread::yield_now();
        }
        line.send(&request(1, "model/later", 20));
        let all = line.read_all();
        let results: Vec<_> = all.iter().map(|m| m["result"]["n"].as_u64()).collect();
        assert_eq!(results, [Some(10), Some(20)], "{all:?}");
    });
}

#[test]
fn an_id_may_be_used_again_after_its_cancellation() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 10));
        line.send(&cancel(1));
        line.send(&request(1, "model/later", 20));
        let all = line.read_all();
        let results: Vec<_> = all.iter().map(|m| m["result"]["n"].as_u64()).collect();
        let last = results.last().copied().flatten();
        assert!(
            last == Some(20) || results == [Some(20), Some(10)],
            "{all:?}"
        );
        assert!(results.len() <= 2, "{all:?}");
    });
}

#[test]
fn the_place_of_a_call_is_free_as_soon_as_its_answer_is_read() {
    explore(|| {
        let mut line = Line::open_for(false, 1);
        line.send(&request(1, "model/later", 10));
        while line.read().is_empty() {
            thread::yield_now();
        }
        line.send(&request(2, "model/later", 20));
        let all = line.read_all();
        assert_eq!(answers(&all, 2)[0]["result"]["n"], 20, "{all:?}");
    });
}

#[test]
fn a_cancellation_ends_the_call_that_has_the_id_now() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 10));
        while line.read().is_empty() {
            thread::yield_now();
        }
        line.send(&request(1, "model/never", 20));
        line.send(&cancel(1));
        assert_eq!(line.read_all().len(), 1);
        assert!(!line.was_told(10) && line.was_told(20));
    });
}

#[test]
fn a_call_with_the_id_of_a_cancelled_one_is_found_by_its_own_cancellation() {
    explore(|| {
        let mut line = Line::open(false);
        line.send(&request(1, "model/later", 10));
        line.send(&cancel(1));
        line.send(&request(1, "model/never", 20));
        line.send(&cancel(1));
        let all = line.read_all();
        assert!(all.len() <= 1, "{all:?}");
        assert!(line.was_told(20), "{all:?}");
    });
}

#[test]
fn the_engine_that_waits_for_a_first_poll_goes_on() {
    explore(|| {
        let mut line = Line::open(true);
        line.send(&request(1, "tool turn", 1));
        line.send(&request(2, "tool ready", 2));
        // NB. the trial of `ready` was its whole call.
        assert_eq!(answers(&line.read(), 2).len(), 1);
        let all = line.read_all();
        assert_eq!((answers(&all, 1).len(), all.len()), (1, 2), "{all:?}");
    });
}

#[test]
fn a_batch_is_answered_in_one_array_with_all_that_was_not_cancelled() {
    explore(|| {
        let mut line = Line::open(false);
        let version = ProtocolVersion::V2025_03_26.as_str();
        line.send(&format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
        ));
        line.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        line.out.clear();
        let entry = |id, method| {
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"model/{method}","params":{{"n":{id}}}}}"#
            )
        };
        let entries = [entry(1, "later"), entry(2, "never"), entry(3, "later")];
        line.send(&format!("[{}]", entries.join(",")));
        line.send(&cancel(2));
        let all = line.read_all();
        assert_eq!(all.len(), 1, "{all:?}");
        let mut ids: Vec<_> = all[0]
            .as_array()
            .expect("an array")
            .iter()
            .map(|m| m["id"].as_u64())
            .collect();
        ids.sort_unstable();
        assert_eq!(ids, [Some(1), Some(3)], "{all:?}");
    });
}
