//! Everything at once, for a while: nothing may pile up.

use std::time::{Duration, Instant};

use tests::stress::peer::{PATIENCE, Peer};
use tests::stress::{Dice, call, call_with_progress, cancel, frames, ping, vitals};

use super::row::{Amount, Row};
use super::setting::Setting;
use super::table::{NoRow, Played};

/// Requests of one round that are answered.
const ANSWERED: usize = 100;

/// One round of everything; how many answers are missing.
fn round(peer: &mut Peer, odd: &[frames::Frame], dice: &mut Dice, base: u64) -> usize {
    let long = "x".repeat(64 * 1024);
    for n in 0..ANSWERED as u64 {
        let id = base + n;
        let line = match n % 10 {
            0 => call(id, "boom_later", r#"{"kind":"string"}"#),
            1 => call(id, "boom_sync", r#"{"kind":"odd"}"#),
            2 => call(id, "block", r#"{"ms":2}"#),
            3 => call(id, "slow", r#"{"ms":5}"#),
            4 => call(id, "echo", format!("{{\"s\":\"{long}\"}}")),
            5 => call_with_progress(id, "report", r#"{"what":"progress","times":100}"#),
            6 => call(id, "report", r#"{"what":"log","times":20}"#),
            7 => ping(id),
            _ => call(id, "echo", r#"{"s":"short"}"#),
        };
        peer.send(&line);
        let (_, frame) = &odd[dice.roll(odd.len())];
        peer.send(frame);
        peer.send(b"\n");
        let id = base + 1000 + n;
        peer.send(&call(id, "slow", r#"{"ms":60000}"#));
        peer.send(&cancel(id));
    }
    let mut answered = 0;
    let _lines = peer.until(
        |line| {
            answered += usize::from(line.id().is_some_and(|id| id >= base));
            answered == ANSWERED
        },
        PATIENCE,
    );
    ANSWERED - answered
}

/// Threads and descriptors once the pool had time to let its own go.
fn at_rest(peer: &Peer) -> Result<(usize, usize), NoRow> {
    std::thread::sleep(Duration::from_millis(2500));
    let both = vitals::threads(peer.id()).zip(vitals::descriptors(peer.id()));
    both.ok_or_else(|| NoRow::Failed("the server has gone".to_owned()))
}

pub(crate) fn mixed(setting: &Setting) -> Played {
    let (warm, whole) = setting.count((30, 300), (3, 10));
    let odd = frames::odd();
    let mut dice = Dice::new(11);
    let mut peer = setting.start()?;
    let (threads, descriptors) = at_rest(&peer)?;
    let begun = Instant::now();
    let (mut rounds, mut lost) = (0_usize, 0);
    let mut samples: Vec<(f64, f64)> = Vec::new();
    while begun.elapsed() < Duration::from_secs(warm + whole) {
        rounds += 1;
        lost += round(&mut peer, &odd, &mut dice, 10_000 * rounds as u64);
        if begun.elapsed() > Duration::from_secs(warm) {
            samples.push((begun.elapsed().as_secs_f64(), peer.memory()));
        }
    }
    let (threads_after, descriptors_after) = at_rest(&peer)?;
    let mut row = Row::new(format!(
        "{whole} s after {warm} s of warming up: {} requests in {rounds} rounds, a fifth of them \
         panics, others long, blocking, reporting; with as many hostile frames and cancelled calls; \
         memory {}",
        rounds * ANSWERED,
        slope(&samples)
    ));
    row.exactly("lost", lost, 0);
    row.at_most(
        "memory from the first to the last quarter",
        Amount::MiB(drift(&samples)),
        Amount::MiB(1.0),
    );
    row.exactly("descriptors", descriptors_after, descriptors);
    row.exactly("threads", threads_after, threads);
    Ok(row)
}

fn mean(samples: &[(f64, f64)]) -> f64 {
    samples.iter().map(|(_, mib)| mib).sum::<f64>() / samples.len().max(1) as f64
}

/// How much more memory was in use at the end than at the beginning, in MiB.
fn drift(samples: &[(f64, f64)]) -> f64 {
    let quarter = samples.len().div_ceil(4);
    mean(&samples[samples.len() - quarter..]) - mean(&samples[..quarter])
}

/// The line through the samples, told per hour.
fn slope(samples: &[(f64, f64)]) -> String {
    let times = samples.iter().map(|(time, _)| time).sum::<f64>() / samples.len().max(1) as f64;
    let level = mean(samples);
    let above: f64 = samples
        .iter()
        .map(|(t, mib)| (t - times) * (mib - level))
        .sum();
    let below: f64 = samples.iter().map(|(t, _)| (t - times).powi(2)).sum();
    match below > 0.0 {
        true => format!("{level:.1} MiB, {:+.1} MiB an hour", above / below * 3600.0),
        false => "not known".to_owned(),
    }
}
