//! More connections at once than there are threads for.
//!
//! In: an address and how many calls. Out: how many were served and how many were told that the
//! server is busy; what is neither is in no count.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use tests::http::peer::{PATIENCE, call, modern};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How the calls ended.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) done: usize,
    pub(crate) busy: usize,
}

/// Calls `slow` so often, each over a connection of its own, up to `most` at once.
pub(crate) async fn calls(address: SocketAddr, count: usize, most: usize) -> Tally {
    let room = Arc::new(Semaphore::new(most));
    let request = modern(call(1, "slow", json!({"ms": 2000})));
    let request: Arc<[u8]> = request.with("Connection", "close").bytes().into();
    let mut all = JoinSet::new();
    for _ in 0..count {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            break;
        };
        let request = Arc::clone(&request);
        all.spawn(async move {
            let answer = tokio::time::timeout(PATIENCE, one(address, &request)).await;
            drop(place);
            answer.ok().and_then(Result::ok).unwrap_or_default()
        });
    }
    let mut tally = Tally::default();
    while let Some(answer) = all.join_next().await {
        let answer = answer.unwrap_or_default();
        let results = answer.matches("\"result\"").count();
        tally.done += usize::from(results == 1 && answer.starts_with("HTTP/1.1 200"));
        tally.busy += usize::from(results == 0 && answer.starts_with("HTTP/1.1 503"));
    }
    tally
}

async fn one(address: SocketAddr, request: &[u8]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
