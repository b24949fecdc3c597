//! More of one thing than a server over HTTP may hold: sessions, bodies, heads that never end.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use serde_json::json;
use tests::http::client::{Connection, Request};
use tests::http::peer::{PATIENCE, Peer, call, hello, modern, request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::row::{Amount, Row, percentile};
use super::setting::{Setting, Web};
use super::table::{NoRow, Played};
use super::web::{pinged, settled};

/// How many sessions an endpoint keeps.
const SESSIONS: usize = mcp_runtime::limits::MAX_SESSIONS;
/// How long a body may be.
const LONGEST: usize = mcp_runtime::limits::MAX_FRAME_BYTES;

pub(crate) fn sessions(setting: &Setting) -> Played {
    let count: usize = setting.count(50_000, 5_000);
    let web = setting.start_http()?;
    let before = web.memory();
    let kept = Peer::greeted(web.address, "2025-11-25", "qa");
    let hello = Request::post(hello("2025-11-25", "flood").to_string());
    let mut connection = kept.connect();
    let mut statuses = Vec::with_capacity(count);
    for _ in 0..count {
        let head = connection.ask(&hello).map(|answer| answer.head);
        let waits = |head: &tests::http::client::Head| head.header("retry-after").is_some();
        statuses.push(head.map_or(0, |head| match head.status {
            503 if !waits(&head) => 0,
            status => status,
        }));
    }
    let told = |status: u16| statuses.iter().filter(|one| **one == status).count();
    let goes_on = kept.ask(&request(1, "ping", json!({}))).head.status;
    let mut row = Row::new(format!(
        "{count} handshakes, none of which is followed by anything, beside a session in use"
    ));
    row.exactly("sessions begun", told(200), SESSIONS - 1);
    row.exactly("told to come later", told(503), count - (SESSIONS - 1));
    row.exactly("status of the one in use", goes_on, 200);
    row.at_most("memory", settled(&web, before, 20.0), Amount::MiB(20.0));
    Ok(row)
}

/// The most memory that was used while something was done.
fn peak<T>(web: &Web, act: impl FnOnce() -> T) -> (f64, T) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let mut most = web.memory();
            while !over.load(Ordering::Relaxed) {
                most = most.max(web.memory());
                std::thread::sleep(Duration::from_millis(5));
            }
            most
        });
        let done = act();
        over.store(true, Ordering::Relaxed);
        (looks.join().unwrap_or(f64::INFINITY), done)
    })
}

/// A call whose body has that length; what is in it is refused by a few words.
fn long(bytes: usize) -> Vec<u8> {
    let call = |text: &str| modern(call(1, "running", json!({"x": text})));
    let short = call("").body.len();
    call(&"x".repeat(bytes - short)).bytes()
}

/// A body without an end.
fn endless() -> Vec<u8> {
    let mut call = modern(call(1, "running", json!({})));
    call.body.clear();
    let mut bytes = call.with("Transfer-Encoding", "chunked").bytes();
    let chunk = [b"10000\r\n", &[b' '; 0x10000][..], b"\r\n"].concat();
    for _ in 0..1024 {
        bytes.extend_from_slice(&chunk);
    }
    bytes
}

pub(crate) fn bodies(setting: &Setting) -> Played {
    let rounds: usize = setting.count(5, 1);
    let web = setting.start_http()?;
    let peer = Peer::new(web.address);
    let at_the_limit = [LONGEST - 1, LONGEST, LONGEST + 1].map(|bytes| status(&peer, &long(bytes)));
    let kinds = [long(4 * LONGEST), endless()];
    let before = web.memory();
    let (refused, busy) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (most, ()) = peak(&web, || {
        for _ in 0..rounds {
            std::thread::scope(|scope| {
                for number in 0..50 {
                    let (peer, bytes) = (&peer, &kinds[number % kinds.len()]);
                    let (refused, busy) = (&refused, &busy);
                    scope.spawn(move || match status(peer, bytes) {
                        413 => refused.fetch_add(1, Ordering::Relaxed),
                        503 => busy.fetch_add(1, Ordering::Relaxed),
                        _ => 0,
                    });
                }
            });
        }
    });
    let (refused, busy) = (refused.into_inner(), busy.into_inner());
    let mut row = Row::new(format!(
        "a body of 16 MiB, one a byte shorter and one a byte longer; then {rounds} times 50 bodies of 64 MiB at once, half of them in chunks; {busy} were told that there is no room"
    ));
    row.exactly(
        "statuses at the limit",
        format!("{at_the_limit:?}"),
        "[200, 200, 413]".to_owned(),
    );
    row.exactly("refused", refused + busy, 50 * rounds);
    row.at_most(
        "memory meanwhile",
        Amount::MiB(most - before),
        Amount::MiB(80.0),
    );
    Ok(row)
}

/// How a request is answered, though the server may not take all of it.
fn status(peer: &Peer, bytes: &[u8]) -> u16 {
    let Ok(mut connection) = Connection::open(peer.address, PATIENCE) else {
        return 0;
    };
    let _cut = connection.send(bytes);
    connection.head().map_or(0, |head| head.status)
}

pub(crate) fn heads(setting: &Setting) -> Played {
    let count: usize = setting.count(2_000, 400);
    let web = setting.start_http()?;
    let peer = Peer::new(web.address);
    let before = web.memory();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (send, receive) = channel();
    let pings = std::thread::spawn({
        let peer = peer.clone();
        move || pinged(&peer, &receive)
    });
    let (most, mut ends) = peak(&web, || runtime.block_on(drip(&peer, count)));
    drop(send);
    let mut times = pings
        .join()
        .map_err(|_| NoRow::Failed("no pings".to_owned()))?;
    let mut row = Row::new(format!(
        "{count} connections whose heads come byte by byte, one each second, pings meanwhile"
    ));
    row.exactly("closed", ends.len(), count);
    let last = percentile(&mut ends, 100);
    // Where the gate runs, a busy machine looks later.
    let limit = setting.count(12_000_u32, 20_000);
    row.at_most("the last after", last.into(), Amount::Ms(limit.into()));
    row.at_most(
        "memory meanwhile",
        Amount::MiB(most - before),
        Amount::MiB(32.0),
    );
    if !setting.quick {
        let ping = percentile(&mut times, 99);
        row.at_most("ping, 99 of 100", ping.into(), Amount::Ms(50.0));
    }
    Ok(row)
}

/// When each of so many connections was closed.
async fn drip(peer: &Peer, count: usize) -> Vec<Duration> {
    let mut all = JoinSet::new();
    for _ in 0..count {
        let address = peer.address;
        all.spawn(async move {
            let begun = Instant::now();
            let mut stream = TcpStream::connect(address).await.ok()?;
            let head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
            for byte in head {
                // NB. who is closed may be reset.
                let mut one = [0];
                let second = Duration::from_secs(1);
                if stream.write_all(&[*byte]).await.is_err() {
                    return Some(begun.elapsed());
                }
                if let Ok(read) = tokio::time::timeout(second, stream.read(&mut one)).await {
                    return matches!(read, Ok(0) | Err(_)).then(|| begun.elapsed());
                }
            }
            None
        });
    }
    all.join_all().await.into_iter().flatten().collect()
}
