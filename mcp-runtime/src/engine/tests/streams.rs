//! The async driver over streams in memory.

use super::fake::{Fake, answered, bounds};
use crate::engine::drive::carry;
use crate::transport::memory;
use crate::transport::pump::End;
use crate::transport::stop::Stop;
use crate::transport::{Transport, memory::End as MemoryEnd};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

fn start<Kind>(transport: impl Transport<Kind>) -> (JoinHandle<io::Result<End>>, Arc<Stop>) {
    let stop = Stop::new();
    let served = carry(transport.into_link(), bounds(), stop.clone(), Fake::new);
    (tokio::spawn(served), stop)
}

async fn ended(served: JoinHandle<io::Result<End>>) -> End {
    let result = timeout(SOON, served).await.expect("ends");
    result.expect("no panic").expect("no error")
}

async fn line(client: &mut MemoryEnd) -> String {
    let mut text = Vec::new();
    while text.last() != Some(&b'\n') {
        text.push(
            timeout(SOON, client.read_u8())
                .await
                .expect("answer")
                .expect("byte"),
        );
    }
    String::from_utf8(text).expect("UTF-8")
}

#[tokio::test]
async fn an_answer_comes_while_the_input_stays_open() {
    let (mut client, server) = memory::pair();
    let (served, _) = start(server);
    client.write_all(b"echo 1 3\n").await.expect("write");
    assert_eq!(line(&mut client).await, "1 xxx\n");
    client.write_all(b"later 2 5 2\n").await.expect("write");
    assert_eq!(line(&mut client).await, "2 xx\n");
    drop(client);
    assert!(!ended(served).await.unfinished);
}

#[tokio::test]
async fn requests_that_trickle_in_while_long_answers_go_out_are_all_answered_once() {
    let (client, server) = memory::pair();
    let (served, _) = start(server);
    let (mut reader, mut writer) = tokio::io::split(client);
    let mut requests = Vec::new();
    for id in 0..200 {
        let ms = id % 7;
        requests.extend_from_slice(format!("later {id} {ms} 65536\r\n").as_bytes());
    }
    tokio::spawn(async move {
        for piece in requests.chunks(5) {
            writer.write_all(piece).await.expect("write");
            tokio::task::yield_now().await;
        }
        writer.shutdown().await.expect("shutdown");
    });
    let mut text = Vec::new();
    timeout(SOON, reader.read_to_end(&mut text))
        .await
        .expect("ends")
        .expect("read");
    let mut ids: Vec<usize> = answered(&text)
        .iter()
        .map(|id| id.parse().expect("id"))
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..200).collect::<Vec<_>>());
    assert!(!ended(served).await.unfinished);
}

#[tokio::test]
async fn a_peer_that_does_not_read_holds_back_its_own_requests_and_loses_nothing() {
    let (client, server) = memory::pair();
    let (served, _) = start(server);
    let (mut reader, mut writer) = tokio::io::split(client);
    let writing = tokio::spawn(async move {
        for id in 0..600 {
            let request = format!("echo {id} 65536\n");
            writer.write_all(request.as_bytes()).await.expect("write");
        }
        writer.shutdown().await.expect("shutdown");
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let (mut text, mut next) = (vec![0; 1 << 20], 0);
    let mut line_length = 0;
    loop {
        let n = timeout(SOON, reader.read(&mut text))
            .await
            .expect("ends")
            .expect("read");
        if n == 0 {
            break;
        }
        for byte in &text[..n] {
            line_length += 1;
            if *byte == b'\n' {
                assert_eq!(line_length, next.to_string().len() + 65_538);
                (next, line_length) = (next + 1, 0);
            }
        }
    }
    assert_eq!(next, 600);
    writing.await.expect("no panic");
    assert!(!ended(served).await.unfinished);
}

#[tokio::test]
async fn a_line_over_the_limit_is_refused_and_the_next_is_served() {
    let (client, server) = memory::pair();
    let (served, _) = start(server);
    let (mut reader, mut writer) = tokio::io::split(client);
    let mut input = vec![b'x'; 5_000_000];
    input.extend_from_slice(b"\necho 1 1\n");
    writer.write_all(&input).await.expect("write");
    writer.shutdown().await.expect("shutdown");
    let mut text = String::new();
    reader.read_to_string(&mut text).await.expect("read");
    assert_eq!(text, "- oversized\n1 x\n");
    assert!(!ended(served).await.unfinished);
}

#[tokio::test]
async fn a_peer_that_goes_away_ends_the_connection_quietly() {
    let (mut client, server) = memory::pair();
    let (served, _) = start(server);
    client
        .write_all(b"never 1\nlater 2 50 10\n")
        .await
        .expect("write");
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop(client);
    assert!(!ended(served).await.asked);
}

#[tokio::test]
async fn calls_that_never_end_are_answered_after_the_grace() {
    let (mut client, server) = memory::pair();
    let (served, _) = start(server);
    client.write_all(b"never 1\n").await.expect("write");
    client.shutdown().await.expect("shutdown");
    let mut text = String::new();
    timeout(SOON, client.read_to_string(&mut text))
        .await
        .expect("ends")
        .expect("read");
    assert_eq!(text, "1 abandoned\n");
    assert!(ended(served).await.unfinished);
}

#[tokio::test]
async fn a_connection_can_be_asked_to_end() {
    let (mut client, server) = memory::pair();
    let (served, stop) = start(server);
    client.write_all(b"later 1 100 1\n").await.expect("write");
    tokio::time::sleep(Duration::from_millis(20)).await;
    stop.ask(Duration::from_secs(8));
    assert_eq!(line(&mut client).await, "1 x\n");
    let end = ended(served).await;
    assert!(end.asked && !end.unfinished);
}

#[tokio::test]
async fn a_reader_and_a_writer_serve_as_well_as_one_stream() {
    let (mut to_server, input) = memory::pair();
    let (output, mut from_server) = memory::pair();
    let (served, _) = start((input, output));
    to_server.write_all(b"echo 1 1").await.expect("write");
    drop(to_server);
    let mut text = String::new();
    from_server.read_to_string(&mut text).await.expect("read");
    assert_eq!(text, "1 x\n");
    assert!(!ended(served).await.unfinished);
}
