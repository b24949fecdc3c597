//! The endpoint as a service, without a socket and under a held clock: sessions, their streams, whose
//! they are, and the ways of serving without them.
//!
//! In: requests, handed to the service. Out: statuses, headers and events, as a client gets them.

mod identity;
mod modes;
mod resumption;
mod sessions;
mod stalled;
mod standing;
mod told;

use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use mcp_runtime::http::{HttpBody, HttpEndpoint, HttpOptions};
use mcp_runtime::limits::HttpLimits;
use mcp_runtime::prelude::*;
use mcp_runtime::{Identity, Server};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tests::http::events::{Event, Events};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower::ServiceExt;

/// How long anything may take by the held clock.
const SOON: Duration = Duration::from_secs(1_000);

/// Tools that wait to be let through, one step after the other.
#[derive(Default)]
struct Desk {
    steps: Gate,
    finished: AtomicUsize,
    dropped: AtomicUsize,
}

struct Gate(Semaphore);

impl Default for Gate {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

struct Leaves<'d>(&'d Desk);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

impl Desk {
    async fn step(&self) {
        self.steps.0.acquire().await.expect("open").forget();
    }

    fn let_through(&self, steps: usize) {
        self.steps.0.add_permits(steps);
    }

    /// How many calls were over, and how many of them to their end.
    fn ended(&self) -> (usize, usize) {
        (
            self.dropped.load(Ordering::SeqCst),
            self.finished.load(Ordering::SeqCst),
        )
    }
}

/// Reports each step, and ends after the last.
#[tool]
async fn steps(desk: &Arc<Desk>, cx: &Context, steps: u32) -> String {
    let _leaves = Leaves(desk);
    for step in 1..=steps {
        desk.step().await;
        cx.progress(step, steps, "");
    }
    desk.step().await;
    desk.finished.fetch_add(1, Ordering::SeqCst);
    format!("{steps} steps")
}

/// Lets its stream go before it begins, and ends after one step.
#[tool]
async fn patient(desk: &Arc<Desk>, cx: &Context, retry: u64) -> String {
    cx.release_stream(Duration::from_millis(retry));
    desk.step().await;
    "at last".to_owned()
}

/// Says something, waits for a step, and answers with so many letters.
#[tool]
async fn long(desk: &Arc<Desk>, cx: &Context, letters: usize) -> String {
    cx.progress(1, 2, "");
    desk.step().await;
    "x".repeat(letters)
}

/// Who asks.
#[tool]
async fn who(cx: &Context) -> String {
    let subject = cx.identity().map_or("nobody", Identity::subject);
    subject.to_owned()
}

/// Which client asks, and under which revision.
#[tool]
async fn client(cx: &Context) -> String {
    let client = cx.client();
    let name = client.info.as_ref().map_or("unknown", |info| &info.name);
    format!("{name} {}", client.protocol_version.as_str())
}

/// An endpoint, and the desk behind it.
struct Office {
    endpoint: HttpEndpoint,
    desk: Arc<Desk>,
}

impl Office {
    fn new(options: HttpOptions) -> Self {
        let desk = Arc::new(Desk::default());
        let server = Server::new("desk", "1")
            .state(desk.clone())
            .tools(tools![steps, patient, long, who, client]);
        let endpoint = server.build().expect("a server").http(options);
        Self {
            endpoint: endpoint.expect("an endpoint"),
            desk,
        }
    }

    fn limited(limits: HttpLimits) -> Self {
        Self::new(HttpOptions::new().limits(limits))
    }

    async fn send(&self, ask: Ask) -> Answer {
        let sent = self.endpoint.clone().oneshot(ask.request());
        let response = timeout(SOON, sent).await.expect("in time");
        Answer::of(response.expect("never fails"))
    }

    /// A session at a revision; its id.
    async fn session(&self, version: &str) -> String {
        self.session_of(version, None).await
    }

    async fn session_of(&self, version: &str, who: Option<Identity>) -> String {
        let mut ask = Ask::post(initialize(version));
        ask.who = who;
        let answer = self.send(ask).await;
        assert_eq!(answer.status, StatusCode::OK);
        answer.header("mcp-session-id").expect("a session")
    }
}

fn initialize(version: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {},
        "clientInfo": { "name": "tester", "version": "1" },
    } })
}

/// A call that wants progress.
fn call(id: u32, tool: &str, arguments: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
        "name": tool, "arguments": arguments, "_meta": { "progressToken": id },
    } })
}

/// A request to come.
struct Ask {
    method: Method,
    body: String,
    headers: Vec<(&'static str, String)>,
    who: Option<Identity>,
}

impl Ask {
    fn post(message: Value) -> Self {
        Self {
            method: Method::POST,
            body: message.to_string(),
            headers: vec![
                ("content-type", "application/json".into()),
                ("accept", "application/json, text/event-stream".into()),
            ],
            who: None,
        }
    }

    fn get() -> Self {
        Self {
            method: Method::GET,
            body: String::new(),
            headers: vec![("accept", "text/event-stream".into())],
            who: None,
        }
    }

    fn delete() -> Self {
        Self {
            method: Method::DELETE,
            headers: Vec::new(),
            ..Self::get()
        }
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value.into()));
        self
    }

    fn on(self, session: &str) -> Self {
        self.with("mcp-session-id", session)
    }

    fn by(mut self, who: Identity) -> Self {
        self.who = Some(who);
        self
    }

    fn request(self) -> Request<Full<bytes::Bytes>> {
        let mut request = Request::builder()
            .method(self.method)
            .uri("/")
            .header("host", "localhost");
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        if let Some(who) = self.who {
            request = request.extension(who);
        }
        request.body(Full::from(self.body)).expect("a request")
    }
}

/// A response, of which the body is read as it comes.
struct Answer {
    status: StatusCode,
    response: Response<HttpBody>,
    events: Events,
    read: std::collections::VecDeque<Event>,
}

impl Answer {
    fn of(response: Response<HttpBody>) -> Self {
        Self {
            status: response.status(),
            response,
            events: Events::default(),
            read: std::collections::VecDeque::new(),
        }
    }

    fn header(&self, name: &str) -> Option<String> {
        let value = self.response.headers().get(name)?;
        Some(value.to_str().expect("text").to_owned())
    }

    fn is_stream(&self) -> bool {
        self.header("content-type").as_deref() == Some("text/event-stream")
    }

    async fn bytes(&mut self) -> Option<bytes::Bytes> {
        let frame = timeout(SOON, self.response.body_mut().frame()).await;
        let frame = frame.expect("in time")?.expect("never fails");
        Some(frame.into_data().expect("data"))
    }

    /// The whole body.
    async fn text(&mut self) -> String {
        let mut all = Vec::new();
        while let Some(bytes) = self.bytes().await {
            all.extend_from_slice(&bytes);
        }
        String::from_utf8(all).expect("UTF-8")
    }

    /// The whole body as JSON.
    async fn json(&mut self) -> Value {
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The next event that is not a comment alone; none at the end.
    async fn event(&mut self) -> Option<Event> {
        for _ in 0..20 {
            if let Some(event) = self.read.pop_front() {
                let comment = Event {
                    comment: event.comment.clone(),
                    ..Event::default()
                };
                if event == comment {
                    continue;
                }
                return Some(event);
            }
            let bytes = self.bytes().await?;
            self.read
                .extend(self.events.take(&bytes).expect("well-formed events"));
        }
        panic!("nothing but comments");
    }

    /// The next message and the id of its event.
    async fn message(&mut self) -> (Value, String) {
        let event = self.event().await.expect("a message");
        let text = event.message().unwrap_or_else(|| panic!("{event:?}"));
        let id = event.id.clone().unwrap_or_default();
        (serde_json::from_str(text).expect("JSON"), id)
    }

    /// The text of an answer's result.
    async fn said(&mut self) -> String {
        let answer = match self.is_stream() {
            true => self.message().await.0,
            false => self.json().await,
        };
        let text = &answer["result"]["content"][0]["text"];
        text.as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }
}

/// Lets everything run that can, without time passing.
async fn settle() {
    for _ in 0..200 {
        tokio::task::yield_now().await;
    }
}
