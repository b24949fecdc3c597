//! The same server over HTTP: hostile requests, clients with the same ids, clients that leave, and
//! more calls than there is room for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::http::client::{Answer, Connection, Request};
use tests::http::peer::{PATIENCE, Peer, call, messages, modern, request, with_token};
use tests::stress::requests::odd;

use super::BUSY;
use super::crowd;
use super::row::{Amount, Row, percentile};
use super::setting::{Setting, Web};
use super::table::{NoRow, Played};

/// The text of a good result.
fn text(answer: &Answer) -> Option<String> {
    let last = messages(answer).pop()?;
    let text = last["result"]["content"][0]["text"].as_str()?;
    Some(text.to_owned())
}

/// What was gained, once it is below the limit or two seconds have gone by.
pub(crate) fn settled(web: &Web, before: f64, limit: f64) -> Amount {
    let deadline = Instant::now() + Duration::from_secs(2);
    loop {
        let gained = web.memory() - before;
        if gained <= limit || Instant::now() > deadline {
            return Amount::MiB(gained);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

pub(crate) fn hostile(setting: &Setting) -> Played {
    let (bad, good): (usize, usize) = setting.count((10_000, 1_000), (2_000, 200));
    let web = setting.start_http()?;
    let (peer, odd) = (Peer::new(web.address), odd());
    let before = web.memory();
    let lost = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for part in 0..4 {
            let (peer, odd, lost) = (&peer, &odd, &lost);
            scope.spawn(move || {
                for number in (part..bad).step_by(4) {
                    let (what, bytes) = &odd[number % odd.len()];
                    if let Ok(mut connection) = Connection::open(peer.address, PATIENCE) {
                        let _cut = connection.send(bytes);
                        // Half of them go before they are answered.
                        let silent = ["half a body", "another protocol"];
                        if number % 2 == 0 && !silent.contains(what) {
                            let _refused = connection.head();
                        }
                    }
                    if number % (bad / good) == 0 {
                        let good = modern(call(1, "echo", json!({"s": number.to_string()})));
                        let answer = peer.connect().ask(&good).ok();
                        let told = answer.as_ref().and_then(text);
                        lost.fetch_add(
                            usize::from(told != Some(number.to_string())),
                            Ordering::Relaxed,
                        );
                    }
                }
            });
        }
    });
    let mut row = Row::new(format!(
        "{bad} requests of {} kinds over HTTP, {good} good calls among them",
        odd.len()
    ));
    row.exactly("calls lost", lost.into_inner(), 0);
    row.at_most("memory", settled(&web, before, 8.0), Amount::MiB(8.0));
    Ok(row)
}

pub(crate) fn lost_sessions(setting: &Setting) -> Played {
    let count: usize = setting.count(50_000, 5_000);
    let web = setting.start_http()?;
    let peer = Peer::new(web.address);
    let mut connection = peer.connect();
    let ask = |connection: &mut Connection, number: usize| {
        let post = Request::post(request(1, "ping", json!({})).to_string());
        let id = format!("session-that-never-was-{number:08}");
        let head = connection
            .ask(&post.with("Mcp-Session-Id", &id))
            .map(|a| a.head);
        head.map_or(0, |head| head.status)
    };
    for number in 0..100 {
        ask(&mut connection, number);
    }
    let before = web.memory();
    let right = (0..count).filter(|number| ask(&mut connection, *number) == 404);
    let right = right.count();
    let mut row = Row::new(format!(
        "{count} requests, each to another session that never was"
    ));
    row.exactly("told 404", right, count);
    row.at_most("memory", settled(&web, before, 2.0), Amount::MiB(2.0));
    Ok(row)
}

/// A call that says a secret in its reports, its log message and its answer.
fn asks(secret: &str, id: u64, ms: u64) -> Value {
    let mut call = with_token(call(id, "tell", json!({"secret": secret, "ms": ms})), id);
    call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = "emergency".into();
    call
}

/// How many messages of an answer do not say the secret, and whether all five came.
fn foreign(answer: &Answer, secret: &str) -> (usize, bool) {
    let all = messages(answer);
    let others = all.iter().filter(|one| !one.to_string().contains(secret));
    (others.count(), all.len() == 5)
}

pub(crate) fn same_ids(setting: &Setting) -> Played {
    let (clients, calls): (u64, u64) = setting.count((64, 500), (32, 60));
    let web = setting.start_http()?;
    let [foreign_ones, missing] = [AtomicUsize::new(0), AtomicUsize::new(0)];
    let play = |number: u64, session: Option<Peer>| {
        let peer = Peer::new(web.address);
        let mut connection = peer.connect();
        for round in 0..calls {
            let secret = format!("<secret of client {number:06}, call {round:06}>");
            let message = asks(&secret, 1 + round % 8, (number + round) % 20);
            let request = match &session {
                Some(session) => session.post(&message),
                None => modern(message),
            };
            let (others, whole) = connection
                .ask(&request)
                .map_or((0, false), |answer| foreign(&answer, &secret));
            foreign_ones.fetch_add(others, Ordering::Relaxed);
            missing.fetch_add(usize::from(!whole), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        let play = &play;
        for number in 0..clients {
            scope.spawn(move || play(number, None));
        }
    });
    std::thread::scope(|scope| {
        let (play, web) = (&play, &web);
        for number in 0..clients {
            scope.spawn(move || {
                play(
                    clients + number,
                    Some(Peer::greeted(web.address, "2025-11-25", "qa")),
                );
            });
        }
    });
    let mut row = Row::new(format!(
        "{clients} clients, {calls} calls each, with the ids 1 to 8; once standing alone, once in sessions; each call says a secret five times"
    ));
    row.exactly("messages of another client", foreign_ones.into_inner(), 0);
    row.exactly("answers that were not whole", missing.into_inner(), 0);
    Ok(row)
}

pub(crate) fn same_id_twice(setting: &Setting) -> Played {
    let pairs: usize = setting.count(10_000, 1_000);
    let web = setting.start_http()?;
    let session = Peer::greeted(web.address, "2025-06-18", "qa");
    let right = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for pair in 0..8 {
            for (side, ms) in [("slow", 5), ("fast", 0)] {
                let (session, right) = (&session, &right);
                scope.spawn(move || {
                    let mut connection = session.connect();
                    for round in (pair..pairs).step_by(8) {
                        let secret = format!("{side} {round}");
                        let ask =
                            session.post(&call(1, "tell", json!({"secret": secret, "ms": ms})));
                        let told = connection.ask(&ask).ok().as_ref().and_then(text);
                        right.fetch_add(usize::from(told == Some(secret)), Ordering::Relaxed);
                    }
                });
            }
        }
    });
    let mut row = Row::new(format!(
        "{pairs} pairs of calls with the id 1 in one session"
    ));
    row.exactly("right answers", right.into_inner(), 2 * pairs);
    Ok(row)
}

/// How many calls run now.
fn running(peer: &Peer) -> Result<(usize, usize), NoRow> {
    let answer = peer.connect().ask(&modern(call(1, "running", json!({}))));
    let text = answer.ok().as_ref().and_then(text).unwrap_or_default();
    let both = text
        .split_once(' ')
        .and_then(|(now, most)| Some((now.parse().ok()?, most.parse().ok()?)));
    both.ok_or_else(|| NoRow::Failed(format!("not two numbers: `{text}`")))
}

pub(crate) fn left(setting: &Setting) -> Played {
    let count: usize = setting.count(200, 40);
    let web = setting.start_http()?;
    let peer = Peer::new(web.address);
    let mut times = Vec::new();
    for round in 0..count {
        let connection = peer.start(&modern(call(1, "slow", json!({"ms": 60_000}))));
        while running(&peer)?.0 == 0 {}
        connection.hang_up(round % 2 == 0).map_err(NoRow::Failed)?;
        let left = Instant::now();
        while running(&peer)?.0 > 0 && left.elapsed() < Duration::from_secs(5) {}
        times.push(left.elapsed());
    }
    let mut row = Row::new(format!(
        "{count} clients that leave a call which stands alone, half with a reset"
    ));
    let slowest = percentile(&mut times, 100);
    row.at_most(
        "until the call has ended",
        slowest.into(),
        Amount::Ms(200.0),
    );
    Ok(row)
}

pub(crate) fn at_once(setting: &Setting) -> Played {
    let count: usize = setting.count(20_000, 4_000);
    let web = setting.start_http()?;
    let peer = Peer::new(web.address);
    running(&peer)?;
    let before = web.memory();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (send, receive) = std::sync::mpsc::channel();
    let pings = std::thread::spawn({
        let peer = peer.clone();
        move || pinged(&peer, &receive)
    });
    let tally = runtime.block_on(crowd::calls(web.address, count, 4_000));
    let gained = web.memory() - before;
    drop(send);
    let mut times = pings
        .join()
        .map_err(|_| NoRow::Failed("no pings".to_owned()))?;
    let (_, most) = running(&peer)?;
    let mut row = Row::new(format!(
        "{count} calls of 2 s over HTTP, up to 4,000 connections at once, pings meanwhile; {} were told that the server is busy ({BUSY})",
        tally.busy
    ));
    row.exactly("answered once", tally.busy + tally.done, count);
    row.at_most("ran at once", most, 256);
    row.at_most("memory", Amount::MiB(gained), Amount::MiB(32.0));
    if !setting.quick {
        row.at_most(
            "ping, 99 of 100",
            percentile(&mut times, 99).into(),
            Amount::Ms(20.0),
        );
    }
    Ok(row)
}

/// Pings a session until the other end of the channel goes.
pub(crate) fn pinged(peer: &Peer, ends: &std::sync::mpsc::Receiver<()>) -> Vec<Duration> {
    let session = Peer::greeted(peer.address, "2025-06-18", "qa");
    let ping = session.post(&request(1, "ping", json!({})));
    let mut connection = session.connect();
    let mut times = Vec::new();
    while ends.recv_timeout(Duration::from_millis(10))
        == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
    {
        let sent = Instant::now();
        let answered = connection
            .ask(&ping)
            .is_ok_and(|answer| answer.head.status == 200);
        times.push(if answered { sent.elapsed() } else { PATIENCE });
    }
    times
}
