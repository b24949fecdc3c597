//! What is logged of messages that can't be used.

use crate::Server;
use crate::engine::Connection;
use crate::outgoing::Outgoing;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Counts the lines, and adds up how many it is told were left out.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<(u64, u64)>>);

#[derive(Default)]
struct LeftOut(Option<u64>);

impl Visit for LeftOut {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "left_out" {
            self.0 = Some(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        let mut left_out = LeftOut::default();
        event.record(&mut left_out);
        let mut counts = self.0.lock().expect("lock");
        match left_out.0 {
            Some(number) => counts.1 += number,
            None => counts.0 += 1,
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn a_flood_of_messages_that_cant_be_used_is_logged_in_few_lines_and_a_number() {
    let service = Server::new("log", "1").build().expect("a server");
    let lines = Lines::default();
    tracing::subscriber::with_default(lines.clone(), || {
        let outgoing = Outgoing::new(Box::new(|| ()));
        let runtime = tokio::runtime::Handle::current();
        let mut connection = Connection::new(service.inner().clone(), runtime, outgoing, false);
        let mut out = Vec::new();
        for _ in 0..5_000 {
            connection.receive(b"hello?", &mut out);
            connection.receive(br#"{"jsonrpc":"2.0","method":"ping"}"#, &mut out);
        }
    });
    let (logged, left_out) = *lines.0.lock().expect("lock");
    assert!((100..=1_000).contains(&logged), "{logged} lines");
    assert_eq!(logged + left_out, 10_000);
}
