//! A connection against a model of what is open on it.
//!
//! In: steps of a peer (`steps`). Out: a panic when a request is answered twice, not at all, or
//! after its cancellation was served; when a line is no message; when something is left over at the
//! end. The server is a real one, with tools that are ready, take turns, never end and panic.

use crate::steps::{Step, steps};
use mcp_core::rpc::{self, Id, Message};
use mcp_runtime::fuzzing::Line;
use mcp_runtime::limits::Limits;
use mcp_runtime::prelude::*;
use mcp_runtime::{Reporter, Service};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Once};

/// What panics on purpose says so.
const ON_PURPOSE: &str = "on purpose";
/// So few calls at once that the limit is met.
const MOST: usize = 6;
/// More turns than any tool takes.
const ENOUGH: u8 = 12;

/// Answers at once.
#[tool]
async fn ready(n: u8) -> u8 {
    n
}

/// Takes a few turns.
#[tool]
async fn turn(n: u8) -> u8 {
    for _ in 0..n % 4 {
        tokio::task::yield_now().await;
    }
    n
}

/// Does not end.
#[tool]
async fn never() -> u8 {
    std::future::pending().await
}

/// Reports on, though it has ended.
#[tool]
async fn told(cx: &Context) -> u8 {
    let reporter: Reporter = cx.reporter();
    tokio::spawn(async move {
        for step in 0..4 {
            reporter.progress(step, 4, "step");
            reporter.log(LoggingLevel::Info, step);
            tokio::task::yield_now().await;
        }
    });
    cx.progress(0, (), "");
    tokio::task::yield_now().await;
    7
}

/// Panics at once.
#[tool]
async fn boom() -> u8 {
    panic!("{ON_PURPOSE}")
}

/// Panics after a turn.
#[tool]
async fn late_boom() -> u8 {
    tokio::task::yield_now().await;
    panic!("{ON_PURPOSE}")
}

static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let limits = Limits::default()
        .with_max_in_flight(MOST)
        .with_held_thread(None)
        .with_errors_without_id_per_second(u32::MAX);
    Server::new("fuzzed", "1")
        .limits(limits)
        .tools(tools![ready, turn, never, told, boom, late_boom])
        .method("own/never", |_: Value, _| {
            std::future::pending::<mcp_runtime::Result<Value>>()
        })
        .method("own/turn", |params: Value, _| async move {
            tokio::task::yield_now().await;
            Ok(json!({ "params": params }))
        })
        .build()
        .expect("a server")
});

/// The hook of the fuzzer ends the process at every panic, and some are on purpose.
fn bear_panics_on_purpose() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let fatal = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if info.payload_as_str() != Some(ON_PURPOSE) {
                fatal(info);
            }
        }));
    });
}

/// Plays the steps.
pub fn check(data: &[u8]) {
    bear_panics_on_purpose();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let handle = runtime.handle().clone();
    runtime.block_on(async {
        let mut peer = Peer::new(Line::open(&SERVICE, handle));
        for step in steps(data) {
            peer.step(step).await;
        }
        peer.end().await;
    });
}

/// The peer, and what it knows to be open.
struct Peer {
    line: Line,
    /// Requests of lines of their own that are not answered.
    open: HashSet<Id>,
    /// How many answers in arrays an id may still get.
    batched: HashMap<Id, usize>,
    /// Batched requests that may or may not be answered, since their id was cancelled.
    uncertain: HashSet<Id>,
    /// Frames that wait until the peer reads; none while it does.
    held: Option<Vec<Vec<u8>>>,
    /// Cancelled while they were held.
    early: HashSet<Id>,
    /// Cancelled while held, with a call in a batch that may have been the one.
    vague: HashSet<Id>,
}

impl Peer {
    fn new(line: Line) -> Self {
        Self {
            line,
            open: HashSet::new(),
            batched: HashMap::new(),
            uncertain: HashSet::new(),
            held: None,
            early: HashSet::new(),
            vague: HashSet::new(),
        }
    }

    async fn step(&mut self, step: Step) {
        let mut out = Vec::new();
        match step {
            Step::Frame(frame) => self.frame(&frame),
            Step::Oversized(start) => {
                self.line.oversized(&start, usize::MAX, &mut out);
                // NB. whatever is told of it belongs to no open request, save a refusal of its id.
                for id in self.answers(&out, true) {
                    assert!(!self.open.contains(&id) || out.windows(7).any(|w| w == b"\"error\""));
                }
            }
            Step::Turns(turns) => self.turns(turns).await,
            Step::Hold => self.held = Some(self.held.take().unwrap_or_default()),
            Step::Release => self.release(),
        }
        assert!(self.line.in_flight() <= MOST, "more in flight than allowed");
    }

    async fn turns(&mut self, turns: u8) {
        for _ in 0..turns {
            tokio::task::yield_now().await;
        }
        let mut out = Vec::new();
        self.line.collect(&mut out);
        for id in self.answers(&out, false) {
            assert!(
                self.open.remove(&id),
                "{id:?} is answered though it is not open"
            );
        }
    }

    fn frame(&mut self, frame: &[u8]) {
        if self.held.is_none() {
            return self.receive(frame);
        }
        let mut out = Vec::new();
        let done = self.line.receive_urgent(frame, &mut out);
        match (rpc::classify(frame), done) {
            (Ok(Message::Request(request)), true) => self.expect(&request.id, &out),
            (Ok(Message::Notification(notification)), false) => {
                if let Some(id) = cancelled(&notification.method, notification.params) {
                    self.cancel(&id, true);
                    self.tell(&out);
                }
            }
            _ => assert_eq!(self.answers(&out, false), Vec::new()),
        }
        if let (false, Some(held)) = (done, &mut self.held) {
            held.push(frame.to_vec());
        }
    }

    fn release(&mut self) {
        for frame in self.held.take().unwrap_or_default() {
            self.receive(&frame);
        }
    }

    fn receive(&mut self, frame: &[u8]) {
        let mut out = Vec::new();
        self.line.receive(frame, &mut out);
        match rpc::classify(frame) {
            Ok(Message::Request(request)) => self.expect(&request.id, &out),
            Ok(Message::Notification(notification)) => {
                if let Some(id) = cancelled(&notification.method, notification.params) {
                    self.cancel(&id, false);
                }
                self.tell(&out);
            }
            Ok(Message::Response(_)) => assert!(out.is_empty(), "a response is answered"),
            Ok(Message::Batch(batch)) => {
                if !is_refused_as_a_whole(&out) {
                    for entry in batch.entries() {
                        self.entry(entry);
                    }
                }
                self.tell(&out);
            }
            Err(refusal) => {
                let ids = self.answers(&out, true);
                let of = refusal.fault.id.clone().filter(|_| refusal.answered);
                assert_eq!(ids, Vec::from_iter(of), "the refusal of {frame:?}");
            }
        }
    }

    fn entry(&mut self, entry: mcp_core::json::Raw<'_>) {
        match rpc::classify_raw(entry) {
            Ok(Message::Request(request)) => {
                *self.batched.entry(request.id).or_default() += 1;
            }
            Ok(Message::Notification(notification)) => {
                if let Some(id) = cancelled(&notification.method, notification.params) {
                    self.cancel(&id, false);
                }
            }
            Ok(_) => {}
            Err(refusal) => {
                if let (Some(id), true) = (refusal.fault.id.clone(), refusal.answered) {
                    *self.batched.entry(id).or_default() += 1;
                }
            }
        }
    }

    /// A request is answered at once, or it is open from now on.
    fn expect(&mut self, id: &Id, out: &[u8]) {
        let answers = self.answers(out, false);
        let (own, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|of| of == id);
        for other in others {
            assert!(
                self.open.remove(&other),
                "{other:?} is answered though it is not open"
            );
        }
        match (own.len(), self.early.contains(id)) {
            (0, true) => {}
            (0, false) => {
                let new = self.open.insert(id.clone()) || self.vague.contains(id);
                assert!(new, "{id:?} was taken twice");
            }
            (1, false) => {}
            // NB. an answer that waited, and the refusal of the second request with its id.
            (2, false) => assert!(self.open.remove(id), "{id:?} is answered twice"),
            (answers, early) => panic!("{id:?}: {answers} answers, cancelled before: {early}"),
        }
    }

    fn cancel(&mut self, id: &Id, early: bool) {
        self.uncertain.insert(id.clone());
        let was_open = self.open.remove(id);
        self.early.remove(id);
        if early && !was_open {
            let left = self.batched.get(id).is_some_and(|left| *left > 0);
            let set = if left {
                &mut self.vague
            } else {
                &mut self.early
            };
            set.insert(id.clone());
        }
    }

    /// What comes beside other things: answers to what is open.
    fn tell(&mut self, out: &[u8]) {
        for id in self.answers(out, false) {
            assert!(
                self.open.remove(&id),
                "{id:?} is answered though it is not open"
            );
        }
    }

    /// The ids that are answered on lines of their own. Every line must be a message; arrays are
    /// counted off.
    fn answers(&mut self, out: &[u8], refusal: bool) -> Vec<Id> {
        assert!(out.is_empty() || out.ends_with(b"\n"), "a cut line");
        let mut ids = Vec::new();
        for line in out
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            match rpc::classify(line) {
                Ok(Message::Notification(_)) => message(line),
                Ok(Message::Response(response)) => {
                    message(line);
                    assert!(response.id.is_some() || response.outcome.is_err());
                    assert!(
                        response.outcome.is_err() || !refusal,
                        "a refusal that is a result"
                    );
                    ids.extend(response.id);
                }
                Ok(Message::Batch(batch)) => {
                    assert!(!batch.is_empty(), "an empty array");
                    for entry in batch.entries() {
                        self.batch_answer(entry);
                    }
                }
                other => panic!("no answer: {other:?}"),
            }
        }
        ids
    }

    fn batch_answer(&mut self, entry: mcp_core::json::Raw<'_>) {
        message(entry.get().as_bytes());
        let Ok(Message::Response(response)) = rpc::classify_raw(entry) else {
            panic!("no answer in an array: {entry:?}");
        };
        let Some(id) = response.id else { return };
        // NB. an array that is ready at once is read before its entries are counted.
        let left = self.batched.entry(id).or_default();
        *left = left.wrapping_sub(1);
    }

    async fn end(mut self) {
        self.release();
        self.turns(ENOUGH).await;
        let mut out = Vec::new();
        self.line.abandon(&mut out);
        for id in self.answers(&out, true) {
            assert!(
                self.open.remove(&id),
                "{id:?} is answered though it is not open"
            );
        }
        self.open.retain(|id| !self.vague.contains(id));
        assert_eq!(self.open, HashSet::new(), "never answered");
        assert_eq!(self.line.in_flight(), 0);
        self.turns(ENOUGH).await;
        for (id, left) in &self.batched {
            let fine = *left == 0 || self.uncertain.contains(id) && *left < 64;
            assert!(fine, "{left} answers of {id:?} are missing in arrays");
        }
        assert!(self.line.close(), "kept for nobody");
        tokio::task::yield_now().await;
    }
}

/// A batch that may not be, or not so, is answered by one error that is in no array and has no id;
/// none of its entries is looked at.
fn is_refused_as_a_whole(out: &[u8]) -> bool {
    out.split(|byte| *byte == b'\n').any(|line| {
        matches!(rpc::classify(line), Ok(Message::Response(response)) if response.id.is_none())
    })
}

/// Whose cancellation that is.
fn cancelled(method: &str, params: Option<mcp_core::json::Raw<'_>>) -> Option<Id> {
    if method != "notifications/cancelled" {
        return None;
    }
    let params = rpc::Params::read(params).ok()?;
    Id::read(params.request_id?).ok()
}

/// A line that leaves is JSON to others too, and has the members that it must.
fn message(line: &[u8]) {
    let value: Value = serde_json::from_slice(line).expect("JSON");
    assert_eq!(value["jsonrpc"], "2.0", "{value}");
    match (value.get("result"), value.get("error"), value.get("method")) {
        (Some(result), None, None) => assert!(result.is_object(), "{value}"),
        (None, Some(error), None) => {
            assert!(
                error["code"].is_i64() && error["message"].is_string(),
                "{value}"
            );
        }
        (None, None, Some(_)) => assert!(value.get("id").is_none(), "{value}"),
        _ => panic!("neither answer nor notification: {value}"),
    }
}
