//! What a handler says of its request, line by line as it leaves.

use super::*;

fn at(version: ProtocolVersion, token: Option<&str>) -> (Context, Arc<Outgoing>) {
    within(crate::limits::OUT_QUEUE_BYTES, version, token)
}

/// A context whose queue may hold so many bytes.
fn within(bytes: usize, version: ProtocolVersion, token: Option<&str>) -> (Context, Arc<Outgoing>) {
    let outgoing = Outgoing::bounded(bytes, Box::new(|| ()));
    let gate = LogGate::At(LoggingLevel::Warning);
    (made(version, token, gate, &outgoing), outgoing)
}

/// A context that wants log messages from that level on.
fn leveled(bytes: usize, level: LoggingLevel) -> (Context, Arc<Outgoing>) {
    let outgoing = Outgoing::bounded(bytes, Box::new(|| ()));
    let (version, gate) = (ProtocolVersion::V2025_06_18, LogGate::At(level));
    (made(version, None, gate, &outgoing), outgoing)
}

fn made(
    version: ProtocolVersion,
    token: Option<&str>,
    gate: LogGate,
    outgoing: &Arc<Outgoing>,
) -> Context {
    let client = Client {
        protocol_version: version,
        info: None,
        capabilities: ClientCapabilities::default(),
    };
    let peer = Peer::Known(Arc::new(client));
    let outgoing = Some(outgoing.clone());
    Context::of(RequestState::new(
        outgoing,
        token.map(Into::into),
        gate,
        peer,
        None,
        None,
    ))
}

fn sent(outgoing: &Outgoing) -> String {
    let mut out = Vec::new();
    outgoing.drain_into(&mut out);
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn progress_repeats_the_token_as_it_was_written() {
    let (cx, outgoing) = at(ProtocolVersion::V2025_06_18, Some("\"2\""));
    cx.progress(1, 2, "half");
    assert_eq!(
        sent(&outgoing),
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"2\",\"progress\":1,\"total\":2,\"message\":\"half\"}}\n"
    );
}

#[test]
fn progress_needs_a_token_rises_and_ends_with_the_answer() {
    let (cx, outgoing) = at(ProtocolVersion::V2025_06_18, None);
    cx.progress(1, (), "");
    assert_eq!(sent(&outgoing), "");
    let (cx, outgoing) = at(ProtocolVersion::V2025_06_18, Some("0"));
    for done in [0.0, 0.5, 0.5, f64::NAN, 0.25, 1.0] {
        cx.progress(done, (), "");
    }
    cx.request.close(|| ());
    cx.progress(2, (), "");
    let lines = sent(&outgoing);
    let seen: Vec<_> = lines.lines().map(|l| l.rsplit(':').next()).collect();
    assert_eq!(seen, [Some("0}}"), Some("0.5}}"), Some("1}}")]);
}

#[test]
fn the_oldest_revision_gets_no_progress_message() {
    let (cx, outgoing) = at(ProtocolVersion::V2024_11_05, Some("1"));
    cx.progress(1, 2, "half");
    assert!(!sent(&outgoing).contains("message\":\"half"));
}

#[test]
fn log_messages_below_the_level_are_not_sent() {
    let (cx, outgoing) = at(ProtocolVersion::V2025_06_18, None);
    cx.log(LoggingLevel::Info, "no");
    cx.log(LoggingLevel::Error, serde_json::json!({"a": 1}));
    assert_eq!(
        sent(&outgoing),
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"data\":{\"a\":1}}}\n"
    );
    assert!(cx.logs(LoggingLevel::Alert) && !cx.logs(LoggingLevel::Notice));
}

#[test]
fn data_may_be_any_json_and_a_logger_may_have_a_name() {
    let (cx, outgoing) = at(ProtocolVersion::V2025_06_18, None);
    cx.log(LoggingLevel::Alert, ());
    cx.log_as("a \"b\"", LoggingLevel::Alert, [1, 2]);
    let head = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"alert\",";
    let expected =
        format!("{head}\"data\":null}}}}\n{head}\"logger\":\"a \\\"b\\\"\",\"data\":[1,2]}}}}\n");
    assert_eq!(sent(&outgoing), expected);
}

/// What was sent and is progress, and all else.
fn told_apart(outgoing: &Outgoing) -> (Vec<u64>, Vec<String>) {
    let (mut progress, mut other) = (Vec::new(), Vec::new());
    for line in sent(outgoing).lines() {
        let message: serde_json::Value = serde_json::from_str(line).expect("JSON");
        match message["params"]["progress"].as_u64() {
            Some(done) => progress.push(done),
            None => other.push(line.to_owned()),
        }
    }
    (progress, other)
}

const UNREAD: usize = 10_000;

#[test]
fn progress_that_nobody_reads_is_bounded_and_the_newest_comes_before_the_answer() {
    let (cx, outgoing) = within(UNREAD, ProtocolVersion::V2025_06_18, Some("1"));
    for done in 1..=100_000 {
        cx.progress(done, 100_000, "working");
    }
    cx.request
        .close(|| outgoing.push(b"{\"answer\":1}".to_vec()));
    let lines = sent(&outgoing);
    assert!(lines.len() < UNREAD + 500, "{} bytes wait", lines.len());
    let last: Vec<_> = lines.lines().rev().take(2).collect();
    assert_eq!(last[0], "{\"answer\":1}");
    assert!(last[1].contains("\"progress\":100000,"), "{}", last[1]);
    assert!(lines.lines().count() > 10, "the first ones were sent");
}

#[test]
fn progress_still_rises_when_a_peer_reads_again() {
    let (cx, outgoing) = within(UNREAD, ProtocolVersion::V2025_06_18, Some("1"));
    let mut seen = Vec::new();
    for done in 1..=10_000 {
        cx.progress(done, (), "");
        if done % 1_000 == 0 {
            seen.extend(told_apart(&outgoing).0);
        }
    }
    cx.request.close(|| ());
    seen.extend(told_apart(&outgoing).0);
    assert!(seen.is_sorted_by(|a, b| a < b));
    assert_eq!(seen.last(), Some(&10_000));
    assert!(seen.len() < 2_000);
}

#[test]
fn a_cancelled_call_says_nothing_of_what_waited() {
    let (cx, outgoing) = within(0, ProtocolVersion::V2025_06_18, Some("1"));
    cx.progress(1, (), "");
    cx.log(LoggingLevel::Error, "no room");
    cx.request.cancel();
    assert_eq!(sent(&outgoing), "");
}

#[test]
fn log_messages_that_nobody_reads_are_bounded_and_their_number_is_told() {
    let (cx, outgoing) = leveled(UNREAD, LoggingLevel::Debug);
    for row in 0..10_000 {
        cx.log(LoggingLevel::Info, format!("row {row}"));
    }
    cx.log(LoggingLevel::Error, "a grave one");
    for row in 0..10_000 {
        cx.log(LoggingLevel::Warning, format!("row {row}"));
    }
    cx.request.close(|| ());
    let (_, lines) = told_apart(&outgoing);
    let bytes: usize = lines.iter().map(String::len).sum();
    assert!(bytes < 5 * UNREAD, "{bytes} bytes wait");
    assert!(lines.iter().any(|line| line.contains("a grave one")));
    assert!(lines.iter().any(|line| line.contains("\"warning\"")));
    let (told, rows): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.contains("left out"));
    let left_out: usize = told
        .iter()
        .map(|line| {
            let number = line.rsplit(": ").next().unwrap_or_default();
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<usize>().expect("a number")
        })
        .sum();
    assert_eq!(left_out + rows.len(), 20_001, "{told:?}");
    assert_eq!(told.last(), lines.last().as_ref());
}

#[test]
fn the_number_left_out_is_no_graver_than_what_was() {
    let (cx, outgoing) = leveled(0, LoggingLevel::Debug);
    cx.log(LoggingLevel::Debug, "one");
    cx.log(LoggingLevel::Notice, "two");
    cx.log(LoggingLevel::Info, "three");
    cx.request.close(|| ());
    assert_eq!(
        sent(&outgoing),
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"notice\",\"data\":\"log messages left out because the client did not read in time: 3\"}}\n"
    );
}
