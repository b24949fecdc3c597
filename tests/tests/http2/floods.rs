//! Floods of frames, written by hand: what they cost ends with their connection, and other clients
//! are served meanwhile.

use super::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// RFC 9113, section 4.1.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("short").to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// `POST http://localhost/mcp` (RFC 7541: names and values by their numbers, the path and the host as
/// text).
fn head() -> Vec<u8> {
    let mut head = vec![0x83, 0x86, 0x04, 4];
    head.extend(b"/mcp");
    head.extend([0x01, 9]);
    head.extend(b"localhost");
    head
}

/// As many as the server takes.
const WITHOUT_END: u32 = u32::MAX;

/// Sends one kind of frames again and again while another client is served, until all are sent or the
/// server has closed.
async fn flood(server: &Served, begin: &[u8], frames: impl Fn(u32) -> Vec<u8>, most: u32) {
    let stream = TcpStream::connect(server.address).await.expect("connected");
    let (mut reads, mut writes) = stream.into_split();
    // NB. what the server says is read, or it would wait for that.
    let reading = tokio::spawn(async move {
        let mut waste = vec![0; 65_536];
        while matches!(reads.read(&mut waste).await, Ok(1..)) {}
    });
    let mut bytes = PREFACE.to_vec();
    bytes.extend(frame(SETTINGS, 0, 0, &[]));
    bytes.extend(begin);
    let sending = async {
        for n in 0..most {
            bytes.extend(frames(n));
            if bytes.len() > 16_384 || n + 1 == most {
                if writes.write_all(&bytes).await.is_err() {
                    return;
                }
                bytes.clear();
            }
        }
    };
    let (sent, ()) = tokio::join!(timeout(PATIENCE, sending), server.is_well());
    sent.expect("the server reads, or closes");
    drop(writes);
    let closed = timeout(PATIENCE, reading).await;
    closed.expect("the server closes").expect("no panic");
    server.is_well().await;
    server.runs(0).await;
}

#[tokio::test]
async fn a_head_without_an_end_closes_its_connection() {
    let server = Served::start(HttpLimits::default()).await;
    let begin = frame(HEADERS, END_STREAM, 1, &head());
    let part = |_| frame(CONTINUATION, 0, 1, b"\x00\x01a\x01b");
    flood(&server, &begin, part, WITHOUT_END).await;
}

#[tokio::test]
async fn streams_that_are_reset_as_soon_as_they_begin_hold_up_nobody_else() {
    let server = Served::start(HttpLimits::default()).await;
    let both = |n: u32| {
        let stream = n * 2 + 1;
        let mut both = frame(HEADERS, END_HEADERS, stream, &head());
        both.extend(frame(RESET, 0, stream, &8_u32.to_be_bytes()));
        both
    };
    flood(&server, &[], both, 100_000).await;
}

#[tokio::test]
async fn empty_pieces_of_a_body_do_not_go_on_for_ever() {
    let server = Served::start(HttpLimits::default()).await;
    let begin = frame(HEADERS, END_HEADERS, 1, &head());
    flood(&server, &begin, |_| frame(DATA, 0, 1, &[]), WITHOUT_END).await;
}

#[tokio::test]
async fn settings_and_pings_hold_up_nobody_else() {
    let server = Served::start(HttpLimits::default()).await;
    flood(&server, &[], |_| frame(PING, 0, 0, b"12345678"), 100_000).await;
    flood(&server, &[], |_| frame(SETTINGS, 0, 0, &[]), 100_000).await;
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused_and_the_connection_goes_on() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let long = Request::post("http://localhost/mcp")
        .header("x-long", "y".repeat(100_000))
        .body(Full::new(Bytes::new()))
        .expect("a request");
    let refused = timeout(PATIENCE, client.0.clone().send_request(long)).await;
    let refused = refused.expect("in time");
    let status = refused.as_ref().map(|response| response.status().as_u16());
    assert!(!matches!(status, Ok(200..=299)), "{refused:?}");
    server.is_well().await;
}
