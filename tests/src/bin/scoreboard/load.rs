//! More than there is room for: blocked threads, cancelled calls, very many calls.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tests::stress::peer::{Line, Log, PATIENCE, Peer};
use tests::stress::{call, cancel, ping, request};

use super::BUSY;
use super::frames::settled;
use super::row::{Amount, Row, percentile};
use super::setting::Setting;
use super::table::{NoRow, Played};

/// The limits that ping and lists have to keep, in milliseconds.
const PING: Amount = Amount::Ms(20.0);
const LIST: Amount = Amount::Ms(50.0);

/// Pings and lists while as many calls of a tool block.
fn beside(setting: &Setting, arguments: &[&str], tool: &str, ms: u64) -> Played {
    const CALLS: u64 = 64;
    let mut peer = setting.start_with(arguments, Log::Dropped)?;
    let begun = Instant::now();
    for id in 1..=CALLS {
        peer.send(&call(id, tool, format!("{{\"ms\":{ms}}}")));
    }
    std::thread::sleep(Duration::from_millis(200));
    let mut early = 0;
    let mut ask = |peer: &mut Peer, id: u64, line: &[u8]| {
        let sent = Instant::now();
        peer.send(line);
        let lines = peer.until(|line| line.id() == Some(id), PATIENCE);
        early += lines
            .iter()
            .filter_map(Line::id)
            .filter(|id| *id <= CALLS)
            .count();
        let heard = lines.last().filter(|line| line.id() == Some(id));
        heard.map_or(PATIENCE, |line| line.at.saturating_duration_since(sent))
    };
    let (mut pings, mut lists) = (Vec::new(), Vec::new());
    for id in 1000..1200 {
        pings.push(ask(&mut peer, id, &ping(id)));
        if id % 2 == 0 {
            let id = id + 1000;
            lists.push(ask(&mut peer, id, &request(id, "tools/list", "{}")));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let in_time = begun.elapsed() < Duration::from_millis(ms);
    let mut row = Row::new(format!(
        "{CALLS} calls that block for {ms} ms each, 200 pings and 100 lists meanwhile"
    ));
    row.at_most("ping, 99 of 100", percentile(&mut pings, 99).into(), PING);
    row.at_most("list, 99 of 100", percentile(&mut lists, 99).into(), LIST);
    row.exactly("calls that ended before the last ping", early, 0);
    row.exactly("all asked in that time", in_time, true);
    Ok(row)
}

pub(crate) fn blocked(setting: &Setting) -> Played {
    beside(setting, &[], "block", setting.count(5_000, 3_000))
}

pub(crate) fn blocked_async(setting: &Setting) -> Played {
    beside(setting, &[], "block_async", setting.count(5_000, 3_000))
}

pub(crate) fn blocked_one_thread(setting: &Setting) -> Played {
    beside(
        setting,
        &["one-thread"],
        "block_async",
        setting.count(5_000, 3_000),
    )
}

/// How many calls run, and how many did at most.
fn running(peer: &mut Peer, id: u64) -> Result<(usize, usize), NoRow> {
    let text = peer.text(id, "running", "{}").unwrap_or_default();
    let both = text
        .split_once(' ')
        .and_then(|(now, most)| Some((now.parse().ok()?, most.parse().ok()?)));
    both.ok_or_else(|| NoRow::Failed(format!("not two numbers: `{text}`")))
}

pub(crate) fn cancelled(setting: &Setting) -> Played {
    let count: u64 = setting.count(10_000, 2_000);
    let mut peer = setting.start()?;
    let before = peer.memory();
    for id in 1..=count {
        peer.send(&call(id, "slow", r#"{"ms":2000}"#));
        peer.send(&cancel(id));
    }
    // Whatever is still to come for them comes while these run.
    for id in count + 1..=count + 256 {
        peer.send(&call(id, "slow", r#"{"ms":2500}"#));
    }
    let (mut answered, mut after) = (0, 0);
    let _lines = peer.until(
        |line| {
            let message = line.message().unwrap_or_default();
            let id = message["id"].as_u64().unwrap_or(0);
            answered += usize::from(id > 0 && id <= count);
            after += usize::from(id > count && message["result"].is_object());
            after == 256
        },
        PATIENCE,
    );
    let (now, _) = running(&mut peer, count + 1000)?;
    let mut row = Row::new(format!(
        "{count} calls of 2 s, each cancelled at once, then 256 calls, as many as may run"
    ));
    row.exactly("answers to cancelled calls", answered, 0);
    row.exactly("still running", now, 0);
    row.exactly("calls afterwards that ran", after, 256);
    row.at_most("memory", settled(&peer, before, 16.0), Amount::MiB(16.0));
    Ok(row)
}

pub(crate) fn at_once(setting: &Setting) -> Played {
    const PINGS: u64 = 1_000_000;
    let count: u64 = setting.count(20_000, 4_000);
    let mut peer = setting.start()?;
    running(&mut peer, PINGS - 1)?;
    let before = peer.memory();
    let mut sent = BTreeMap::new();
    for id in 1..=count {
        peer.send(&call(id, "slow", r#"{"ms":2000}"#));
        if id % 100 == 0 {
            sent.insert(PINGS + id, Instant::now());
            peer.send(&ping(PINGS + id));
        }
    }
    let gained = peer.memory() - before;
    let wanted = count as usize + sent.len();
    let (mut answers, mut busy, mut pings) = (BTreeMap::<u64, usize>::new(), 0, Vec::new());
    let _lines = peer.until(
        |line| {
            let message = line.message().unwrap_or_default();
            busy += usize::from(message["error"]["code"] == BUSY);
            if let Some(id) = message["id"].as_u64() {
                *answers.entry(id).or_default() += 1;
                pings.extend(
                    sent.get(&id)
                        .map(|sent| line.at.saturating_duration_since(*sent)),
                );
            }
            answers.len() == wanted
        },
        PATIENCE,
    );
    let twice = answers.values().filter(|count| **count > 1).count();
    let (_, most) = running(&mut peer, 2 * PINGS)?;
    let mut row = Row::new(format!(
        "{count} calls of 2 s as fast as they can be written, a ping after every hundredth; {busy} were told that the server is busy"
    ));
    row.exactly("answered", answers.len(), wanted);
    row.exactly("answered twice", twice, 0);
    row.at_most("ran at once", most, 256);
    row.at_most("memory", Amount::MiB(gained), Amount::MiB(32.0));
    row.at_most("ping, 99 of 100", percentile(&mut pings, 99).into(), PING);
    Ok(row)
}
