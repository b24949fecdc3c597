//! What twice as much costs: about twice as much time, whatever it is that there is twice of.

use std::io;
use std::time::Duration;

use tests::stress::peer::{Log, PATIENCE, Peer};
use tests::stress::{call, ping, vitals};

use super::row::Row;
use super::setting::Setting;
use super::table::{NoRow, Played};

/// A kind of input, and lines with so much of it.
struct Kind {
    name: &'static str,
    size: usize,
    lines: fn(usize) -> Vec<u8>,
}

/// Inputs of which a server must not look at every part once for every other part.
const KINDS: &[Kind] = &[
    Kind {
        name: "a long text",
        size: 6 << 20,
        lines: |size| call(1, "echo", format!("{{\"s\":\"{}\"}}", "x".repeat(size))),
    },
    Kind {
        name: "a text of escapes",
        size: 1 << 20,
        lines: |size| {
            call(
                1,
                "echo",
                format!("{{\"s\":\"{}\"}}", "\\u00e9".repeat(size)),
            )
        },
    },
    Kind {
        name: "an object of many members",
        size: 60_000,
        lines: |size| call(1, "json", format!("{{\"v\":{}}}", members(size))),
    },
    Kind {
        name: "a list of many",
        size: 500_000,
        lines: |size| call(1, "json", format!("{{\"v\":[{}0]}}", "0,".repeat(size))),
    },
    Kind {
        name: "lists in lists",
        size: 10_000,
        lines: |size| {
            let deep = format!("{}{},", "[".repeat(100), "]".repeat(100));
            call(1, "json", format!("{{\"v\":[{}0]}}", deep.repeat(size)))
        },
    },
    Kind {
        name: "arguments that nobody knows",
        size: 60_000,
        lines: |size| call(1, "echo", members(size)),
    },
    Kind {
        name: "members of the message that nobody knows",
        size: 60_000,
        lines: |size| {
            let unknown = members(size);
            let rest = unknown.trim_start_matches('{');
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",{rest}\n").into_bytes()
        },
    },
    Kind {
        name: "spaces",
        size: 8 << 20,
        lines: |size| format!("{}\n", " ".repeat(size)).into_bytes(),
    },
    Kind {
        name: "a line over the limit",
        size: 64 << 20,
        lines: |size| format!("{}\n", "x".repeat(size)).into_bytes(),
    },
    Kind {
        name: "bad lines",
        size: 20_000,
        lines: |size| "{\"id\":1,\"method\":1}\n".repeat(size).into_bytes(),
    },
];

/// An object of so many members of different names.
fn members(count: usize) -> String {
    let members: Vec<String> = (0..count).map(|n| format!("\"name{n}\":{n}")).collect();
    format!("{{{}}}", members.join(","))
}

/// The time that the processor spends on lines that come in small pieces.
fn cost(peer: &mut Peer, lines: &[u8]) -> Result<Duration, NoRow> {
    let gone = || io::Error::other("the server has gone");
    let before = vitals::processor_time(peer.id()).ok_or_else(gone)?;
    for piece in lines.chunks(4096) {
        peer.send(piece);
    }
    peer.send(&ping(7));
    peer.answer(7, PATIENCE).ok_or_else(gone)?;
    // What a call still does after the answer to the ping.
    std::thread::sleep(Duration::from_millis(50));
    let after = vitals::processor_time(peer.id()).ok_or_else(gone)?;
    Ok(after.saturating_sub(before))
}

/// How much more twice as much costs, at the best of a few tries.
fn growth(setting: &Setting, kind: &Kind) -> Result<f64, NoRow> {
    let (once, twice) = ((kind.lines)(kind.size / 2), (kind.lines)(kind.size));
    let (mut of_once, mut of_twice) = (Duration::MAX, Duration::MAX);
    for _ in 0..setting.count(5, 3) {
        let mut peer = setting.start_with(&[], Log::Dropped)?;
        of_once = of_once.min(cost(&mut peer, &once)?);
        of_twice = of_twice.min(cost(&mut peer, &twice)?);
    }
    Ok(of_twice.as_secs_f64() / of_once.as_secs_f64().max(1e-6))
}

pub(crate) fn linear(setting: &Setting) -> Played {
    let mut growths = Vec::new();
    for kind in KINDS {
        growths.push((growth(setting, kind)?, kind.name));
    }
    growths.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told: Vec<String> = growths
        .iter()
        .map(|(growth, name)| format!("{name} {growth:.1}"))
        .collect();
    let mut row = Row::new(format!(
        "processor time of the server for as much and for twice as much: {}",
        told.join(", ")
    ));
    let worst = growths.first().map_or(f64::MAX, |(growth, _)| *growth);
    row.at_most("times the cost", (worst * 10.0).round() / 10.0, 2.5);
    Ok(row)
}
