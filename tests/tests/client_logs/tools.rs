//! Tools that say things by `tracing` alone, and the server of them.
//!
//! In: calls. Out: events, from wherever a call can go.

use std::fmt;
use std::time::Duration;

use mcp_runtime::prelude::*;
use tracing::{Instrument, debug, error, info, info_span, trace, warn};
use tracing_subscriber::prelude::*;

/// The server, under the one subscriber of this process.
pub(crate) fn server() -> Server {
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        tracing_subscriber::registry()
            .with(mcp_runtime::client_logs())
            .init();
    });
    Server::new("traced", "1").tools(tools![
        levels,
        fields,
        everywhere,
        on_a_thread,
        leaves_a_task,
        panics,
        chatty,
        flood,
        endless,
        apart
    ])
}

/// Says one thing of each level.
#[tool]
async fn levels() {
    trace!("t");
    debug!("d");
    info!("i");
    warn!("w");
    error!("e");
}

#[derive(Debug)]
struct Outer(std::num::ParseIntError);

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no number")
    }
}

impl std::error::Error for Outer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Says one thing with fields of every kind.
#[tool]
async fn fields() {
    let cause = "x".parse::<i32>().expect_err("no number");
    let error: &(dyn std::error::Error + 'static) = &Outer(cause);
    info!(
        target: "client_logs",
        whole = -3,
        large = u128::MAX,
        half = 0.5,
        none = f64::NAN,
        yes = true,
        text = "a\n\"b\"",
        list = ?[1, 2],
        error,
        "said {}",
        1
    );
}

/// Says where it is, from everywhere a call can go.
#[tool]
async fn everywhere(call: u64) {
    info!(call, place = "handler");
    let inside = async move { info!(call, place = "task in the span of the call") };
    let child = async move { info!(call, place = "task in a child span") };
    let loose = async move { info!(call, place = "task of nobody") };
    let tasks = [
        tokio::spawn(inside.in_current_span()),
        tokio::spawn(child.instrument(info_span!("child"))),
        tokio::spawn(loose),
    ];
    for task in tasks {
        task.await.expect("no panic");
        tokio::task::yield_now().await;
        info!(call, place = "handler");
    }
    let span = tracing::Span::current();
    let thread = std::thread::spawn(move || {
        let _inside = span.enter();
        info!(call, place = "thread in the span of the call");
    });
    thread.join().expect("no panic");
}

/// Says where it is, from a thread of the pool.
#[tool]
fn on_a_thread(call: u64) {
    for _ in 0..20 {
        info!(call, place = "pool");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Leaves a task behind that goes on after the answer.
#[tool]
async fn leaves_a_task() {
    let task = async {
        for n in 0_u64.. {
            info!(n, "still here");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::spawn(tokio::time::timeout(
        Duration::from_millis(300),
        task.in_current_span(),
    ));
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// Panics, which the framework itself has something to say about.
#[tool]
async fn panics() {
    panic!("on purpose");
}

struct Chatty;

impl fmt::Debug for Chatty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        info!("an event in the middle of an event");
        f.write_str("Chatty")
    }
}

/// Says something whose printing says something.
#[tool]
async fn chatty() {
    info!(value = ?Chatty, "outer");
}

/// Says more than anybody reads.
#[tool]
async fn flood(count: u64) {
    let padding = "x".repeat(1_000);
    for n in 0..count {
        info!(n, padding, "flood");
    }
}

/// Says something every so often until it is cancelled.
#[tool]
async fn endless() {
    for n in 0_u64.. {
        info!(n, "endless");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Says something without a parent, though it is inside of a call.
#[tool]
async fn apart() {
    info!(parent: None, "outside");
    info!("inside");
}
