//! What is logged of messages that can't be used.

use crate::Server;
use crate::engine::Connection;
use crate::outgoing::Outgoing;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// What was logged.
#[derive(Default)]
struct Log {
    lines: u64,
    /// The sum of what it was told was left out.
    left_out: u64,
    longest: usize,
    /// The last line with something in it that a terminal obeys.
    obeyed: Option<String>,
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Log>>);

struct Line<'a>(&'a mut Log, bool);

impl Visit for Line<'_> {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "left_out" {
            self.0.left_out += value;
            self.1 = true;
        }
    }

    fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
        let text = format!("{value:?}");
        self.0.longest = self.0.longest.max(text.len());
        if text.chars().any(char::is_control) {
            self.0.obeyed = Some(text);
        }
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::DEBUG && metadata.target().starts_with("mcp_")
    }

    fn event(&self, event: &Event<'_>) {
        let mut log = self.0.lock().expect("lock");
        let mut line = Line(&mut log, false);
        event.record(&mut line);
        let owns_up = line.1;
        log.lines += u64::from(!owns_up);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Rubbish of every kind, with what a terminal obeys and more of it than fits a line.
fn rubbish() -> Vec<String> {
    let long = r"\u001b[31m\n".repeat(100);
    vec![
        "hello?\u{1b}[2J".to_owned(),
        r#"{"jsonrpc":"2.0","method":"ping"}"#.to_owned(),
        format!(
            r#"{{"jsonrpc":"2.0","id":"{}","method":"{long}"}}"#,
            r"\n\u001b".repeat(20)
        ),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{long}"}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":"{long}","method":"ping"}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":"{}"}}}}"#,
            r"\n".repeat(200)
        ),
        r#"{"jsonrpc":"2.0","id":"\u001b[1m","result":{}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#.to_owned(),
        r#"{"jsonrpc":"1.0\u001b","id":7,"method":"tools/list"}"#.to_owned(),
    ]
}

#[tokio::test]
async fn a_flood_of_messages_that_cant_be_used_is_logged_in_few_short_lines_and_a_number() {
    let service = Server::new("log", "1").build().expect("a server");
    let lines = Lines::default();
    let began = Instant::now();
    tracing::subscriber::with_default(lines.clone(), || {
        let outgoing = Outgoing::new(Box::new(|| ()));
        let runtime = tokio::runtime::Handle::current();
        let mut connection = Connection::new(service.inner().clone(), runtime, outgoing, false);
        let (mut out, rubbish) = (Vec::new(), rubbish());
        for _ in 0..10_000 {
            for frame in &rubbish {
                connection.receive(frame.as_bytes(), &mut out);
            }
            out.clear();
        }
    });
    let seconds = began.elapsed().as_secs() + 1;
    let log = lines.0.lock().expect("lock");
    assert!((100..=100 * seconds).contains(&log.lines), "{}", log.lines);
    assert_eq!(log.lines + log.left_out, 100_000);
    assert_eq!(log.obeyed, None);
    assert!(log.longest < 300, "{}", log.longest);
}
