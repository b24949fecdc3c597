//! The whole way of a connection: input that comes and ends, output, a wish to stop, and time.

use super::*;
use crate::engine::tests::fake::bounds;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::explore;
use crate::transport::pump::{End, Pump};
use crate::transport::stop::{Stop, Wake};
use std::collections::VecDeque;
use std::time::Instant;

/// What the peer and the world do to a connection, from other threads.
#[derive(Default)]
struct World {
    /// Lines on their way; none: the end of the input.
    input: Mutex<VecDeque<Option<String>>>,
    /// Time passes: from now on a grace with each look.
    late: AtomicBool,
}

/// What became of a connection.
struct Became {
    out: Vec<Value>,
    end: End,
    /// How many lines were read.
    read: usize,
}

/// Drives a connection as the thread of stdio does, over an output that takes everything.
fn serve(world: &World, stop: Arc<Stop>, wake: Wake) -> Became {
    stop.wakes(wake.clone());
    let (began, tasks) = (Began::default(), Tasks::default());
    let outgoing = Outgoing::new(Box::new(move || wake()));
    let server = service(&began, tools![turn], MAX_IN_FLIGHT).inner().clone();
    let connection = Connection::new(server, tasks.clone(), outgoing, true);
    let mut pump = Pump::new(connection, bounds(), stop);
    let (mut now, mut out, mut read) = (Instant::now(), Vec::new(), 0);
    let end = loop {
        if world.late.load(Ordering::SeqCst) {
            now += bounds().grace;
        }
        let more = pump.work(now, false);
        out.extend_from_slice(pump.output());
        pump.written(pump.output().len(), now);
        if let Some(end) = pump.end() {
            break end;
        }
        if more || !pump.may_wait(false) {
            continue;
        }
        let next = match pump.wants_input() {
            true => world.input.lock().expect("lock").pop_front(),
            false => None,
        };
        match next {
            Some(Some(line)) => {
                let line = line + "\n";
                pump.space()[..line.len()].copy_from_slice(line.as_bytes());
                pump.filled(line.len());
                read += 1;
            }
            Some(None) => pump.end_of_input(now),
            // NB. a wait with an end of its own needs nobody to wake it.
            None if pump.patience(now).is_some() => thread::yield_now(),
            None => thread::park(),
        }
    };
    drop(pump);
    tasks.join();
    let out = messages(&out);
    Became { out, end, read }
}

/// Runs a peer that sends the lines and then ends its input, beside `others`.
fn meet(lines: Vec<String>, others: fn(&Arc<World>, &Arc<Stop>, &Wake)) -> Became {
    let (world, stop) = (Arc::new(World::default()), Stop::new());
    let engine = thread::current();
    let wake: Wake = Arc::new(move || engine.unpark());
    let (sent, ring) = (world.clone(), wake.clone());
    let peer = thread::spawn(move || {
        for line in lines.into_iter().map(Some).chain([None]) {
            sent.input.lock().expect("lock").push_back(line);
            ring();
        }
    });
    others(&world, &stop, &wake);
    let became = serve(&world, stop, wake);
    peer.join().expect("no panic");
    became
}

#[test]
fn every_call_is_answered_before_the_end_of_a_connection_whose_input_ended() {
    explore(|| {
        let lines = vec![
            request(1, "model/later", 1),
            request(2, "tool turn", 2),
            request(3, "model/never", 3),
            cancel(3),
        ];
        let became = meet(lines, |_, _, _| ());
        let all = &became.out;
        assert_eq!(
            (answers(all, 1).len(), answers(all, 2).len()),
            (1, 1),
            "{all:?}"
        );
        assert_eq!(all.len(), 2, "{all:?}");
        assert_eq!((became.end.unfinished, became.end.asked), (false, false));
    });
}

#[test]
fn calls_that_outlast_the_grace_are_answered_with_an_error() {
    explore(|| {
        let lines = vec![request(1, "model/later", 1), request(2, "model/never", 2)];
        let became = meet(lines, |world, _, _| {
            let world = world.clone();
            thread::spawn(move || world.late.store(true, Ordering::SeqCst));
        });
        let all = &became.out;
        assert_eq!(
            (answers(all, 1).len(), answers(all, 2).len()),
            (1, 1),
            "{all:?}"
        );
        assert!(answers(all, 2)[0].get("error").is_some(), "{all:?}");
        assert!(became.end.unfinished && !became.end.asked);
    });
}

#[test]
fn a_connection_that_is_asked_to_end_answers_all_that_it_read() {
    explore(|| {
        let lines = vec![request(1, "model/later", 1), request(2, "model/later", 2)];
        let became = meet(lines, |_, stop, _| {
            let stop = stop.clone();
            thread::spawn(move || stop.ask(Duration::from_secs(3_600)));
        });
        for id in 1..=2 {
            let read = usize::from(became.read >= id as usize);
            assert_eq!(answers(&became.out, id).len(), read, "{:?}", became.out);
        }
        assert!(!became.end.unfinished);
    });
}

#[test]
fn a_connection_whose_input_stays_open_ends_when_it_is_asked_to() {
    explore(|| {
        let (world, stop) = (World::default(), Stop::new());
        let engine = thread::current();
        let wake: Wake = Arc::new(move || engine.unpark());
        let asked = stop.clone();
        let asks = thread::spawn(move || asked.ask(Duration::from_secs(3_600)));
        let became = serve(&world, stop, wake);
        asks.join().expect("no panic");
        assert!(became.end.asked && !became.end.unfinished);
    });
}

#[test]
fn an_end_in_every_way_at_once_answers_nothing_twice_and_comes() {
    explore(|| {
        let lines = vec![
            request(1, "model/told", 1),
            request(2, "model/never", 2),
            cancel(1),
        ];
        let became = meet(lines, |world, stop, wake| {
            let (stop, world, wake) = (stop.clone(), world.clone(), wake.clone());
            thread::spawn(move || stop.ask(Duration::ZERO));
            thread::spawn(move || {
                world.late.store(true, Ordering::SeqCst);
                wake();
            });
        });
        for id in 1..=2 {
            let answered = answers(&became.out, id).len();
            assert!(answered <= 1, "{:?}", became.out);
            let due = id == 2 && became.read >= 2 && !became.end.unfinished;
            assert!(answered == 1 || !due, "{:?}", became.out);
        }
    });
}
