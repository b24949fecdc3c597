//! What stands in the frames, and how they are cut: none of it ends the server or costs a good
//! request its answer.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use mcp_runtime::limits::MAX_FRAME_BYTES;
use tests::stress::peer::{PATIENCE, Peer};
use tests::stress::vitals::{self, MIB};
use tests::stress::{Dice, call, frames, ping, request};

use super::row::{Amount, Row};
use super::setting::Setting;
use super::table::{NoRow, Played};

pub(crate) fn hostile(setting: &Setting) -> Played {
    let (bad, good) = setting.count((10_000, 1_000), (2_000, 200));
    let odd = frames::odd();
    let mut dice = Dice::new(7);
    let mut peer = setting.start()?;
    let before = peer.memory();
    let mut expected = 0_usize;
    for n in 0..bad {
        let (_, frame) = &odd[dice.roll(odd.len())];
        peer.send(frame);
        peer.send(b"\n");
        if n % (bad / good) == 0 {
            expected += 1;
            peer.send(&ping(expected as u64));
        }
    }
    let mut answered = 0;
    let lines = peer.until(
        |line| {
            answered += usize::from(line.id().is_some());
            answered == expected
        },
        PATIENCE,
    );
    let strange = lines.iter().filter(|line| line.message().is_none()).count();
    let mut row = Row::new(format!(
        "{bad} frames of {} kinds, {good} pings among them",
        odd.len()
    ));
    row.exactly("pings lost", expected - answered, 0);
    row.exactly("lines that are no message", strange, 0);
    let gained = Amount::MiB(peer.memory() - before);
    row.at_most("memory", gained, Amount::MiB(8.0));
    Ok(row)
}

/// The verdicts that are pinned, by file.
fn pinned() -> BTreeMap<&'static str, &'static str> {
    include_str!("../../../tests/json_test_suite.txt")
        .lines()
        .filter_map(|line| line.split_once(": "))
        .collect()
}

pub(crate) fn suite(setting: &Setting) -> Played {
    let Some(folder) = &setting.suite else {
        let why = "`MCP_OFFICIAL_DATA` names no folder with `json-test-suite`";
        return Err(NoRow::NotRun(why.to_owned()));
    };
    const PINGS: u64 = 10_000;
    let pinned = pinned();
    let mut peer = setting.start()?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        names.push(entry.file_name().to_string_lossy().into_owned());
        let id = names.len() as u64;
        let mut line = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"json\",\"arguments\":{{\"v\":"
        )
        .into_bytes();
        // NB. a line feed would end the message; a carriage return means the same between tokens.
        let text = std::fs::read(entry.path())?;
        line.extend(text.iter().map(|b| if *b == b'\n' { b'\r' } else { *b }));
        line.extend_from_slice(b"}}}\n");
        line.extend(ping(PINGS + id));
        peer.send(&line);
    }
    let verdict = |name: &String| pinned.get(name.as_str()).copied().unwrap_or("not pinned");
    // Of files that leave no id to read some are never answered.
    let named = names
        .iter()
        .filter(|name| !verdict(name).ends_with("no id"));
    let wanted = named.count() + names.len();
    let mut accepted = BTreeMap::new();
    let _lines = peer.until(
        |line| {
            let message = line.message().unwrap_or_default();
            let id = message["id"].as_u64();
            accepted.extend(id.map(|id| (id, message["result"].is_object())));
            accepted.len() == wanted
        },
        PATIENCE,
    );
    let right = (1..)
        .zip(&names)
        .filter(|(id, name)| match accepted.get(id) {
            Some(accepted) => *accepted == (verdict(name) == "accepted"),
            None => verdict(name).ends_with("no id"),
        });
    let mut row =
        Row::new("each file as the argument of a call, a ping after each, in one process");
    row.exactly("files judged as pinned", right.count(), pinned.len());
    let pings = accepted.range(PINGS..).count();
    row.exactly("pings answered", pings, names.len());
    Ok(row)
}

pub(crate) fn readable(setting: &Setting) -> Played {
    let frames = frames::readable(MAX_FRAME_BYTES);
    let mut peer = setting.start()?;
    let mut missing = Vec::new();
    for (id, (name, frame)) in (1..).zip(&frames) {
        if peer.refusals(frame, id) != (1, true) {
            missing.push(*name);
        }
    }
    let mut row = Row::new("one request of each class, whose id stands where it can be read");
    row.exactly(
        "classes with the id",
        frames.len() - missing.len(),
        frames.len(),
    );
    if !missing.is_empty() {
        row.done += &format!("; without: {}", missing.join(", "));
    }
    Ok(row)
}

pub(crate) fn endless(setting: &Setting) -> Played {
    let mut peer = setting.start()?;
    let before = peer.memory();
    let piece = vec![b'a'; 1 << 20];
    for _ in 0..256 {
        peer.send(&piece);
    }
    peer.send(b"\n");
    peer.send(&ping(1));
    let answered = peer.answer(1, PATIENCE).is_some();
    let peak = vitals::peak(peer.id()).unwrap_or_default();
    let mut row = Row::new("256 MiB without a line feed, then one, then a ping");
    row.exactly("pings answered", usize::from(answered), 1);
    let limit = 2.0 * MAX_FRAME_BYTES as f64 / MIB;
    row.at_most("peak", Amount::MiB(peak - before), Amount::MiB(limit));
    row.at_most(
        "memory after it",
        settled(&peer, before, 2.0),
        Amount::MiB(2.0),
    );
    Ok(row)
}

/// What was gained, once it is below the limit or a second has gone by.
pub(crate) fn settled(peer: &Peer, before: f64, limit: f64) -> Amount {
    let deadline = Instant::now() + Duration::from_secs(1);
    loop {
        let gained = peer.memory() - before;
        if gained <= limit || Instant::now() > deadline {
            return Amount::MiB(gained);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Requests of many kinds, good and bad, each with an id of its own.
fn script(count: u64) -> Vec<Vec<u8>> {
    let text = r#"{"s":"a\né\u00e9😀\\ 한국어"}"#;
    (1..=count)
        .map(|id| match id % 7 {
            0 => ping(id),
            1 => call(id, "echo", text),
            2 => call(id, "echo", r#"{"t":1}"#),
            3 => request(id, "tools/list", "{}"),
            4 => request(id, "no/such", "[]"),
            5 => call(id, "json", r#"{"v":[1,2.5e3,{"a":null},"\ud83d\ude00"]}"#),
            _ => call(id, "no_such", "{}"),
        })
        .collect()
}

/// The answers to a script that is written in pieces.
fn played<'a>(
    peer: &mut Peer,
    count: usize,
    pieces: impl Iterator<Item = &'a [u8]>,
) -> BTreeMap<u64, Vec<u8>> {
    for piece in pieces {
        peer.send(piece);
    }
    let mut seen = 0;
    let enough = |_: &_| {
        seen += 1;
        seen == count
    };
    let lines = peer.until(enough, PATIENCE);
    let named = lines
        .into_iter()
        .filter_map(|line| Some((line.id()?, line.text)));
    named.collect()
}

pub(crate) fn pieces(setting: &Setting) -> Played {
    let count: usize = setting.count(500, 100);
    let script = script(count as u64);
    let longest = script.iter().map(Vec::len).max().unwrap_or(0);
    let mut peer = setting.start()?;
    let whole = script.concat();
    let wanted = played(&mut peer, count, std::iter::once(whole.as_slice()));
    let mut differ = 0;
    let by_byte = played(&mut peer, count, whole.chunks(1));
    differ += usize::from(by_byte != wanted);
    for at in 1..longest {
        // NB. a frame that is shorter is cut at the same distance, counted round.
        let halves = script.iter().flat_map(|line| {
            let (head, tail) = line.split_at(at % line.len());
            [head, tail]
        });
        differ += usize::from(played(&mut peer, count, halves) != wanted);
    }
    let mut row = Row::new(format!(
        "{count} frames in one write, byte by byte, and each in two pieces, cut at each of its bytes"
    ));
    row.exactly("answers to the whole", wanted.len(), count);
    row.exactly("ways to cut that change an answer", differ, 0);
    Ok(row)
}
