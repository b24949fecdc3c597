//! What leaves the server: unread, closed, too much of it, and what does not belong there.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tests::stress::peer::{Line, Log, PATIENCE, Peer};
use tests::stress::{call, call_with_progress, ping};

use super::BUSY;
use super::frames::settled;
use super::row::{Amount, Row};
use super::setting::Setting;
use super::table::{NoRow, Played};

/// Writes on a thread of its own until all is taken or the server is gone.
fn write_aside(
    peer: &mut Peer,
    bytes: impl Iterator<Item = Vec<u8>> + Send + 'static,
) -> std::thread::JoinHandle<std::process::ChildStdin> {
    let mut input = peer.take_input().expect("the input is there");
    std::thread::spawn(move || {
        for piece in bytes {
            if std::io::Write::write_all(&mut input, &piece).is_err() {
                break;
            }
        }
        input
    })
}

/// A server that has not been read from yet.
fn silent(setting: &Setting) -> Result<Peer, NoRow> {
    let mut peer = Peer::start(&mut Command::new(&setting.server), Log::Dropped)?;
    peer.send(b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"stress\",\"version\":\"1\"}}}\n");
    std::thread::sleep(Duration::from_millis(300));
    Ok(peer)
}

pub(crate) fn unread(setting: &Setting) -> Played {
    let count: u64 = setting.count(3_000, 600);
    let mut peer = silent(setting)?;
    let before = peer.memory();
    let arguments = format!("{{\"s\":\"{}\"}}", "x".repeat(64 * 1024));
    let calls = (1..=count).map(move |id| call(id, "echo", &arguments));
    let writer = write_aside(&mut peer, calls);
    std::thread::sleep(setting.count(Duration::from_secs(15), Duration::from_secs(3)));
    let gained = peer.memory() - before;
    let waits = !writer.is_finished();
    peer.listen();
    let (mut answered, mut busy) = (BTreeSet::new(), 0);
    let _lines = peer.until(
        |line| {
            let message = line.message().unwrap_or_default();
            busy += u64::from(message["error"]["code"] == BUSY);
            answered.extend(message["id"].as_u64().filter(|id| *id > 0));
            answered.len() as u64 == count
        },
        PATIENCE,
    );
    let mut row = Row::new(format!(
        "{count} calls that return 64 KiB each, not read for a while, then read; {busy} were told \
         that the server is busy"
    ));
    row.exactly("the writer had to wait", waits, true);
    row.at_most(
        "memory while unread",
        Amount::MiB(gained),
        Amount::MiB(24.0),
    );
    row.exactly("answered", answered.len() as u64, count);
    Ok(row)
}

pub(crate) fn broken(setting: &Setting) -> Played {
    let mut peer = Peer::start(&mut Command::new(&setting.server), Log::Kept)?;
    std::thread::sleep(Duration::from_millis(300));
    peer.close_output();
    let begun = Instant::now();
    for id in 1..=1000 {
        if !peer.send(&ping(id)) {
            break;
        }
    }
    let status = peer.ended(PATIENCE);
    let took = begun.elapsed();
    let log = peer.log();
    let mut row = Row::new("stdout closed, stdin left open, 1,000 pings");
    row.exactly("exit code", code(status), 0);
    row.at_most("until the end", took.into(), Amount::Ms(1000.0));
    row.at_most("lines on stderr", log.lines().count(), 1);
    Ok(row)
}

/// An exit code; -1 for a signal, -2 for a process that still runs.
pub(crate) fn code(status: Option<std::process::ExitStatus>) -> i32 {
    status.map_or(-2, |status| status.code().unwrap_or(-1))
}

/// What a call that reports without end sent, with the moment of its answer.
struct Flood {
    lines: Vec<Line>,
    /// From the end of the handler to its answer.
    delay: Duration,
    gained: Amount,
}

fn flood(peer: &mut Peer, what: &str, times: u64) -> Result<Flood, NoRow> {
    let before = peer.memory();
    let arguments = format!("{{\"what\":\"{what}\",\"times\":{times}}}");
    peer.send(&call_with_progress(1, "report", arguments));
    let lines = peer.until(
        |line| line.text.starts_with(br#"{"jsonrpc":"2.0","id":1,"#),
        PATIENCE,
    );
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let heard = now.map_err(|error| NoRow::Failed(error.to_string()))?;
    let answer = lines
        .last()
        .and_then(|line| Some((line.at, line.message()?)));
    let (at, answer) = answer.ok_or_else(|| NoRow::Failed("no answer".to_owned()))?;
    let ended = answer["result"]["content"][0]["text"].as_str();
    let ended = ended
        .and_then(|text| text.parse().ok())
        .map(Duration::from_micros);
    let ended = ended.ok_or_else(|| NoRow::Failed(format!("not a moment: {answer}")))?;
    let delay = heard.saturating_sub(at.elapsed()).saturating_sub(ended);
    let gained = settled(peer, before, 4.0);
    Ok(Flood {
        lines,
        delay,
        gained,
    })
}

/// Plays the flood for a client that reads, and for one that does not until the call has ended.
fn both_floods(
    setting: &Setting,
    what: &str,
    times: u64,
) -> Result<(Flood, Vec<Line>, f64), NoRow> {
    let read = flood(&mut setting.start()?, what, times)?;
    let mut peer = silent(setting)?;
    let before = peer.memory();
    let arguments = format!("{{\"what\":\"{what}\",\"times\":{times}}}");
    peer.send(&call_with_progress(1, "report", arguments));
    std::thread::sleep(setting.count(Duration::from_secs(3), Duration::from_millis(1500)));
    let gained = peer.memory() - before;
    peer.listen();
    let late = peer.until(|line| line.id() == Some(1), PATIENCE);
    Ok((read, late, gained))
}

pub(crate) fn progress(setting: &Setting) -> Played {
    let times = 100_000;
    let (read, late, unread) = both_floods(setting, "progress", times)?;
    let last = |lines: &[Line]| {
        let steps = lines.iter().filter_map(Line::message);
        let steps = steps.filter_map(|m| m["params"]["progress"].as_u64());
        steps.collect::<Vec<u64>>()
    };
    let rises = |steps: &[u64]| steps.windows(2).all(|pair| pair[0] < pair[1]);
    let (steps, late) = (last(&read.lines), last(&late));
    let mut row = Row::new("once for a client that reads, once for one that reads only afterwards");
    row.exactly(
        "last report of both",
        steps
            .last()
            .copied()
            .unwrap_or(0)
            .min(late.last().copied().unwrap_or(0)),
        times,
    );
    row.exactly("always rising", rises(&steps) && rises(&late), true);
    row.at_most(
        "answer after the end of the call",
        read.delay.into(),
        Amount::Ms(100.0),
    );
    row.at_most("memory, read", read.gained, Amount::MiB(8.0));
    row.at_most("memory, unread", Amount::MiB(unread), Amount::MiB(8.0));
    Ok(row)
}

pub(crate) fn logs(setting: &Setting) -> Played {
    let times = 100_000;
    let (read, late, unread) = both_floods(setting, "log", times)?;
    let numbers = |lines: &[Line]| {
        let messages = lines.iter().filter_map(Line::message);
        let messages = messages.filter(|m| m["method"] == "notifications/message");
        messages
            .map(|m| m["params"]["data"].clone())
            .collect::<Vec<_>>()
    };
    // What was left out is told in words that end with its number.
    let whole = |lines: &[Line]| {
        let data = numbers(lines);
        let sent = data.iter().filter(|data| data.is_u64()).count() as u64;
        let told = data
            .iter()
            .filter_map(|data| data.as_str()?.rsplit(' ').next()?.parse::<u64>().ok());
        sent + told.sum::<u64>()
    };
    let mut row = Row::new("once for a client that reads, once for one that reads only afterwards");
    row.exactly("sent or owned up to, read", whole(&read.lines), times);
    row.exactly("unread", whole(&late), times);
    row.at_most(
        "answer after the end of the call",
        read.delay.into(),
        Amount::Ms(100.0),
    );
    row.at_most("memory, read", read.gained, Amount::MiB(8.0));
    row.at_most("memory, unread", Amount::MiB(unread), Amount::MiB(8.0));
    Ok(row)
}

pub(crate) fn unread_log(setting: &Setting) -> Played {
    let count: u64 = setting.count(3_000, 1_000);
    let mut peer = setting.start_with(&[], Log::Unread)?;
    let bad = "x".repeat(500);
    let lines = (1..=count).map(move |id| {
        let place = ["boom", "boom_later", "boom_sync"][(id / 2 % 3) as usize];
        let mut lines = format!("{{\"method\":\"{bad}\"}}\n").into_bytes();
        lines.extend(match id % 2 {
            0 => call(id, place, r#"{"kind":"str"}"#),
            _ => ping(id),
        });
        lines
    });
    let _writer = write_aside(&mut peer, lines);
    let mut answered = BTreeSet::new();
    let _lines = peer.until(
        |line| {
            answered.extend(line.id().filter(|id| *id > 0 && *id <= count));
            answered.len() as u64 == count
        },
        PATIENCE,
    );
    let mut row = Row::new(format!(
        "{} panics, as many pings, and twice as many bad frames, all told of on stderr, a pipe \
         that nobody reads",
        count / 2
    ));
    row.exactly("answered", answered.len() as u64, count);
    Ok(row)
}

pub(crate) fn prints(setting: &Setting) -> Played {
    const KINDS: [&str; 5] = ["println", "print", "descriptor", "path", "child"];
    let times = 200;
    let mut peer = setting.start_with(&[], Log::Kept)?;
    let mut stray = 0;
    let mut answered = 0;
    for (id, kind) in (1..).zip(KINDS) {
        let arguments = format!("{{\"kind\":\"{kind}\",\"times\":{times}}}");
        peer.send(&call(id, "print", arguments));
        let lines = peer.until(|line| line.id() == Some(id), PATIENCE);
        answered += usize::from(lines.last().and_then(Line::id) == Some(id));
        let strange = lines.iter().filter(|line| line.message().is_none());
        stray += strange.map(|line| line.text.len() + 1).sum::<usize>();
    }
    peer.close_input();
    let rest = peer.until(|_| false, PATIENCE);
    stray += rest.iter().map(|line| line.text.len() + 1).sum::<usize>();
    let ended = code(peer.ended(PATIENCE));
    let log = peer.log();
    let kept: usize = KINDS
        .iter()
        .map(|kind| log.matches(&format!("mark-{kind};")).count())
        .sum();
    let mut row = Row::new(format!(
        "{}, {times} times each; what a child prints after it has read its input to the end",
        KINDS.join(", ")
    ));
    row.exactly("stray bytes on the wire", stray, 0);
    row.exactly("prints found on stderr", kept, times * KINDS.len());
    row.exactly("calls answered", answered, KINDS.len());
    row.exactly("exit code", ended, 0);
    Ok(row)
}
