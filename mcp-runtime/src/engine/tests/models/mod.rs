//! A connection and its calls in thousands of orders: answers, cancellations, ends.

mod calls;
mod ends;
mod pump;
mod reports;

use crate::context::Context;
use crate::engine::Connection;
use crate::limits::MAX_IN_FLIGHT;
use crate::outgoing::Outgoing;
use crate::sync::{Tasks, thread};
use crate::{Server, Service, Tool, tool, tools};
use mcp_core::meta;
use mcp_core::version::ProtocolVersion;
use serde_json::Value;
use shuttle::future::yield_now;
use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The contexts of the calls whose handler began, by their number.
type Began = Arc<Mutex<BTreeMap<u64, Arc<Context>>>>;

#[derive(serde::Deserialize)]
struct Number {
    n: u64,
}

/// Takes a turn, as tools do.
#[tool(crate = crate)]
async fn turn(n: u64) -> u64 {
    yield_now().await;
    n
}

/// Answers at its first poll.
#[tool(crate = crate)]
async fn ready(n: u64) -> u64 {
    n
}

/// `model/quick` answers at its first poll, `model/later` at its second, `model/never` not at all;
/// `model/told` lets another thread report while it ends. So many calls may run at once.
fn service(began: &Began, tools: Vec<Tool>, most: usize) -> Service {
    let note = |began: &Began| {
        let began = began.clone();
        move |n: u64, cx: Arc<Context>| drop(began.lock().expect("lock").insert(n, cx))
    };
    let (quick, later, never) = (note(began), note(began), note(began));
    // NB. no limit by the clock, which knows nothing of the schedule.
    let limits = crate::limits::Limits::default()
        .with_max_in_flight(most)
        .with_held_thread(None)
        .with_first_poll_patience(Duration::MAX)
        .with_fast_poll(Duration::MAX)
        .with_slow_poll(Duration::MAX);
    Server::new("model", "1")
        .limits(limits)
        .tools(tools)
        .method("model/quick", move |Number { n }, cx| {
            quick(n, cx);
            async move { Ok(answer(n)) }
        })
        .method("model/later", move |Number { n }, cx| {
            later(n, cx);
            async move {
                yield_now().await;
                Ok(answer(n))
            }
        })
        .method("model/never", move |Number { n }, cx| {
            never(n, cx);
            async move {
                pending::<()>().await;
                Ok(answer(n))
            }
        })
        .method("model/told", move |Number { n }, cx: Arc<Context>| {
            let reporter = cx.reporter();
            let reports = thread::spawn(move || {
                for step in 1..=3 {
                    reporter.progress(step, 3, "");
                }
            });
            async move {
                cx.progress(0, 3, "");
                yield_now().await;
                drop(reports);
                Ok(answer(n))
            }
        })
        .build()
        .expect("a server")
}

fn answer(n: u64) -> BTreeMap<&'static str, u64> {
    BTreeMap::from([("n", n)])
}

/// A request that stands alone; its number is in its params, beside its id.
fn request(id: u64, method: &str, n: u64) -> String {
    let (version, capabilities) = (meta::PROTOCOL_VERSION, meta::CLIENT_CAPABILITIES);
    let latest = ProtocolVersion::LATEST.as_str();
    let meta = format!(r#"{{"{version}":"{latest}","{capabilities}":{{}},"progressToken":{id}}}"#);
    let (method, params) = match method.strip_prefix("tool ") {
        Some(tool) => (
            "tools/call",
            format!(r#""name":"{tool}","arguments":{{"n":{n}}}"#),
        ),
        None => (method, format!(r#""n":{n}"#)),
    };
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params},"_meta":{meta}}}}}"#
    )
}

fn cancel(id: u64) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

/// A connection whose engine is the thread of the model.
struct Line {
    connection: Connection,
    outgoing: Arc<Outgoing>,
    tasks: Tasks,
    began: Began,
    out: Vec<u8>,
}

impl Line {
    /// With a thread of its own it has the tools too.
    fn open(own_thread: bool) -> Self {
        Self::open_for(own_thread, MAX_IN_FLIGHT)
    }

    fn open_for(own_thread: bool, most: usize) -> Self {
        let tools = match own_thread {
            true => tools![turn, ready],
            false => Vec::new(),
        };
        let (began, tasks) = (Began::default(), Tasks::default());
        let outgoing = Outgoing::new(Box::new(|| ()));
        let server = service(&began, tools, most).inner().clone();
        let connection = Connection::new(server, tasks.clone(), outgoing.clone(), own_thread);
        Self {
            connection,
            outgoing,
            tasks,
            began,
            out: Vec::new(),
        }
    }

    fn send(&mut self, frame: &str) {
        self.connection.receive(frame.as_bytes(), &mut self.out);
    }

    /// What the peer has been sent so far.
    fn read(&mut self) -> Vec<Value> {
        self.outgoing.drain_into(&mut self.out);
        messages(&self.out)
    }

    /// Reads until nothing is in flight any more. What is said after that is a fault.
    fn read_all(&mut self) -> Vec<Value> {
        while self.connection.in_flight() > 0 {
            thread::yield_now();
        }
        let all = self.read();
        self.tasks.join();
        assert_eq!(self.connection.in_flight(), 0, "counted though it is over");
        let alive = self.connection.flights.alive.count();
        assert_eq!(alive, 0, "counted as alive");
        assert!(
            !self.outgoing.drain_into(&mut Vec::new()),
            "an answer came after the last"
        );
        all
    }

    /// Whether the handler of a call was told that it is cancelled; one that never began needs not.
    fn was_told(&self, n: u64) -> bool {
        let began = self.began.lock().expect("lock");
        began.get(&n).is_none_or(|cx| cx.is_cancelled())
    }
}

fn messages(text: &[u8]) -> Vec<Value> {
    let lines = text.split(|b| *b == b'\n').filter(|line| !line.is_empty());
    lines
        .map(|line| serde_json::from_slice(line).expect("a whole message"))
        .collect()
}

/// The answers to an id, in their order.
fn answers(messages: &[Value], id: u64) -> Vec<&Value> {
    messages.iter().filter(|m| m["id"] == id).collect()
}
