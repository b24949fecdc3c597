//! The rules of the pump, without I/O and without a clock.

use super::fake::{Fake, answered, bounds};
use crate::outgoing::Outgoing;
use crate::transport::pump::{Bounds, End, Pump};
use crate::transport::stop::Stop;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn pump() -> (Pump<Fake>, Arc<Outgoing>, Arc<Stop>) {
    let (outgoing, stop) = (Outgoing::new(Box::new(|| ())), Stop::new());
    let fake = Fake::new(outgoing.clone());
    (Pump::new(fake, bounds(), stop.clone()), outgoing, stop)
}

fn feed(pump: &mut Pump<Fake>, mut text: &[u8]) {
    while !text.is_empty() {
        let space = pump.space();
        let n = space.len().min(text.len());
        space[..n].copy_from_slice(&text[..n]);
        pump.filled(n);
        text = &text[n..];
    }
}

fn write(pump: &mut Pump<Fake>, into: &mut Vec<u8>, now: Instant) {
    into.extend_from_slice(pump.output());
    pump.written(pump.output().len(), now);
}

const FINISHED: Option<End> = Some(End {
    unfinished: false,
    asked: false,
});

#[test]
fn the_answers_to_all_that_is_there_leave_together_but_64_kib_leave_early() {
    let (mut pump, _, _) = pump();
    let now = Instant::now();
    let mut written = Vec::new();
    feed(
        &mut pump,
        b"echo 1 10\necho 2 10\necho 3 70000\necho 4 10\n",
    );
    assert!(pump.work(now, false), "more is there");
    write(&mut pump, &mut written, now);
    assert_eq!(answered(&written), ["1", "2", "3"]);
    assert!(!pump.work(now, false));
    write(&mut pump, &mut written, now);
    assert_eq!(answered(&written), ["1", "2", "3", "4"]);
}

#[test]
fn while_output_is_unread_new_work_waits_and_what_is_urgent_does_not() {
    let (mut pump, _, _) = pump();
    let now = Instant::now();
    feed(&mut pump, b"never n\n");
    for id in 0..40 {
        feed(&mut pump, format!("echo {id} 65536\n").as_bytes());
    }
    feed(&mut pump, b"cancel n\nping p\necho last 1\n");
    assert!(pump.work(now, true), "more is there");
    let size = pump.output().len();
    assert!(size < bounds().output + 70_000, "{size} bytes wait");
    let unread = pump.output();
    assert!(unread.ends_with(b"\np pong\n"), "a ping is answered");
    assert!(pump.wants_input(), "for what is urgent");
    let mut written = Vec::new();
    write(&mut pump, &mut written, now);
    while pump.work(now, false) {
        write(&mut pump, &mut written, now);
    }
    write(&mut pump, &mut written, now);
    let mut ids = answered(&written);
    ids.retain(|id| id != "p");
    let mut expected: Vec<_> = (0..40).map(|id| id.to_string()).collect();
    expected.push("last".into());
    assert_eq!(ids, expected, "nothing is lost, all in order");
}

#[test]
fn reading_stops_when_too_much_was_put_off_or_said_all_the_same() {
    let (mut pump, _, _) = pump();
    let now = Instant::now();
    feed(&mut pump, b"echo big 1048576\n");
    pump.work(now, true);
    let mut taken = 0;
    while pump.wants_input() {
        feed(
            &mut pump,
            format!("echo 1 {}\n", "0".repeat(9_990)).as_bytes(),
        );
        pump.work(now, true);
        taken += 10_000;
        assert!(taken < 4 * bounds().output);
    }
    let (mut pump, _, _) = self::pump();
    feed(&mut pump, b"echo big 1048576\n");
    pump.work(now, true);
    while pump.wants_input() {
        feed(&mut pump, &b"ping 1\n".repeat(1_000));
        pump.work(now, true);
        assert!(pump.output().len() < 3 * bounds().output);
    }
}

#[test]
fn after_the_end_of_input_everything_read_is_served_and_running_calls_may_end() {
    let (mut pump, outgoing, _) = pump();
    let now = Instant::now();
    feed(&mut pump, b"echo 1 1\nnever 2\necho 3 1");
    pump.end_of_input(now);
    pump.work(now, false);
    let mut written = Vec::new();
    write(&mut pump, &mut written, now);
    assert_eq!(
        answered(&written),
        ["1", "3"],
        "the last line has no newline"
    );
    assert_eq!(pump.end(), None, "a call runs");
    assert!(!pump.wants_input());
    assert!(
        pump.patience(now)
            .is_some_and(|p| p < Duration::from_millis(100))
    );
    outgoing.push(b"2 done".to_vec());
    pump.work(now + bounds().grace / 2, false);
    write(&mut pump, &mut written, now);
    assert_eq!(answered(&written), ["1", "3", "2"]);
    assert_eq!(pump.end(), None);
    pump.work(now + bounds().grace, false);
    write(&mut pump, &mut written, now);
    pump.work(now + bounds().grace, false);
    assert!(written.ends_with(b"\n2 abandoned\n"), "it never ended");
    let unfinished = End {
        unfinished: true,
        asked: false,
    };
    assert_eq!(pump.end(), Some(unfinished));
}

#[test]
fn whoever_is_as_patient_as_can_be_waits_for_the_last_call() {
    let patient = Bounds {
        grace: Duration::MAX,
        full: Duration::MAX,
        stall: Duration::MAX,
        ..bounds()
    };
    let (outgoing, stop) = (Outgoing::new(Box::new(|| ())), Stop::new());
    let mut pump = Pump::new(Fake::new(outgoing), patient, stop.clone());
    let now = Instant::now();
    feed(&mut pump, b"never 1\necho 2 1\n");
    pump.end_of_input(now);
    pump.work(now, true);
    assert!(pump.patience(now).is_some());
    let mut written = Vec::new();
    write(&mut pump, &mut written, now);
    pump.work(now + Duration::from_secs(1_000_000), false);
    assert_eq!(pump.end(), None, "a call runs");
    stop.ask(Duration::MAX);
    pump.work(now + Duration::from_secs(2_000_000), false);
    assert_eq!(pump.end(), None, "and may go on");
    assert!(pump.patience(now).is_some());
}

#[test]
fn the_end_waits_for_no_call_that_has_ended() {
    let (mut pump, _, _) = pump();
    let now = Instant::now();
    feed(&mut pump, b"echo 1 1\n");
    pump.end_of_input(now);
    pump.work(now, false);
    assert_eq!(pump.end(), None, "the answer is not written yet");
    let mut written = Vec::new();
    write(&mut pump, &mut written, now);
    assert!(!pump.may_wait(false));
    pump.work(now, false);
    assert_eq!(pump.end(), FINISHED);
}

#[test]
fn what_is_left_at_the_end_is_written_as_long_as_somebody_reads() {
    let (mut pump, _, _) = pump();
    let mut now = Instant::now();
    feed(&mut pump, b"echo 1 50000\n");
    pump.end_of_input(now);
    pump.work(now, true);
    for _ in 0..50 {
        now += Duration::from_secs(20);
        pump.work(now, true);
        assert_eq!(pump.end(), None);
        pump.written(1_000, now);
    }
    now += Duration::from_secs(20);
    pump.work(now, true);
    assert_eq!(pump.end(), None);
    now += Duration::from_secs(20);
    pump.work(now, true);
    assert!(pump.end().is_some_and(|end| end.unfinished), "nobody reads");
}

#[test]
fn asked_to_end_nothing_new_is_read_and_the_grace_counts() {
    let (mut pump, _, stop) = pump();
    let now = Instant::now();
    feed(&mut pump, b"never 1\necho 2 1\nhalf a li");
    stop.ask(Duration::from_secs(8));
    pump.work(now, false);
    assert!(!pump.wants_input());
    let mut written = Vec::new();
    write(&mut pump, &mut written, now);
    assert_eq!(answered(&written), ["2"]);
    pump.work(now + Duration::from_secs(7), false);
    assert_eq!(pump.end(), None);
    pump.work(now + Duration::from_secs(9), false);
    assert_eq!(pump.output(), b"1 abandoned\n");
    write(&mut pump, &mut written, now);
    pump.work(now + Duration::from_secs(9), false);
    let end = pump.end().expect("over");
    assert!(end.unfinished && end.asked);
}

#[test]
fn asked_to_end_an_idle_connection_ends_at_once() {
    let (mut pump, _, stop) = pump();
    stop.ask(Duration::from_secs(8));
    pump.work(Instant::now(), false);
    let end = pump.end().expect("over");
    assert!(!end.unfinished && end.asked);
}

#[test]
fn asked_to_end_a_peer_that_does_not_read_is_not_waited_for() {
    let (mut pump, _, stop) = pump();
    let now = Instant::now();
    for id in 0..40 {
        feed(&mut pump, format!("echo {id} 65536\n").as_bytes());
    }
    pump.work(now, true);
    stop.ask(Duration::from_secs(8));
    pump.work(now, true);
    assert_eq!(pump.end(), None);
    let late = now + Duration::from_secs(9);
    pump.work(late, true);
    pump.work(late, true);
    assert!(pump.end().is_some_and(|end| end.unfinished));
}
