//! Progress, cancellation, log messages, subscriptions.

use super::{faults, findings, notes, only};
use crate::explain::{Conversation, Frame, Lang};

/// A call of a tool with this id and token, then lines.
fn running(id: &str, token: &str, lines: &str) -> String {
    let call = format!(
        r#"-> {{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"a","_meta":{{"progressToken":{token}}}}}}}"#
    );
    format!("{call}\n{lines}")
}

fn progress(params: &str) -> String {
    format!(r#"<- {{"jsonrpc":"2.0","method":"notifications/progress","params":{params}}}"#)
}

fn cancel(arrow: &str, params: &str) -> String {
    format!(r#"{arrow} {{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#)
}

const DONE: &str = r#"<- {"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;

#[test]
fn progress_of_a_running_request_belongs_to_it() {
    let log = running(
        "1",
        "\"t\"",
        &progress(r#"{"progressToken":"t","progress":1,"total":2}"#),
    );
    assert!(faults(&log).is_empty());
    let mut conversation = Conversation::new();
    let calls: Vec<_> = log
        .lines()
        .filter_map(|line| line.get(3..))
        .map(|text| conversation.read(&Frame::new(text.as_bytes())).summary.call)
        .collect();
    assert_eq!(calls, [Some(1), Some(1)]);
}

#[test]
fn progress_needs_the_token_of_a_running_request() {
    let after = |token: &str, params: &str| faults(&running("1", token, &progress(params)));
    let path = "params.progressToken";
    assert_eq!(
        after("7", r#"{"progress":1}"#),
        [format!("2 progress-no-token {path}")]
    );
    assert_eq!(
        after("7", r#"{"progressToken":true,"progress":1}"#),
        [format!("2 member-wrong {path}")]
    );
    assert_eq!(
        after("7", r#"{"progressToken":8,"progress":1}"#),
        [format!("2 progress-unknown-token {path}")]
    );
    assert_eq!(
        after("1", r#"{"progressToken":"1","progress":1}"#),
        [format!("2 progress-token-type {path}")]
    );
    assert!(after("3.0", r#"{"progressToken":3,"progress":1}"#).is_empty());
    let unasked = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
        <- {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}
    "#;
    let finding = only(unasked, "progress-unknown-token");
    assert!(
        finding
            .next(Lang::En)
            .contains("no request asked for progress")
    );
    // The log may begin in the middle.
    assert!(faults(&progress(r#"{"progressToken":8,"progress":1}"#)).is_empty());
}

#[test]
fn progress_ends_with_the_answer() {
    let late = format!(
        "{DONE}\n{}",
        progress(r#"{"progressToken":7,"progress":1}"#)
    );
    assert_eq!(
        faults(&running("1", "7", &late)),
        ["3 progress-late params.progressToken"]
    );
}

#[test]
fn progress_grows_and_stays_within_its_total() {
    let two = |first: &str, second: &str| {
        let lines =
            [first, second].map(|more| progress(&format!(r#"{{"progressToken":7,{more}}}"#)));
        faults(&running("1", "7", &lines.join("\n")))
    };
    assert!(two(r#""progress":1"#, r#""progress":1.5"#).is_empty());
    for second in [r#""progress":1"#, r#""progress":0.5"#] {
        assert_eq!(
            two(r#""progress":1"#, second),
            ["3 progress-not-increasing params.progress"]
        );
    }
    assert_eq!(
        two(r#""progress":1"#, r#""progress":11,"total":10"#),
        ["3 progress-over-total params.progress"]
    );
}

#[test]
fn a_cancellation_hits_a_request_of_the_same_side() {
    let of = |lines: &str| faults(&running("1", "7", lines));
    assert!(of(&cancel("->", r#"{"requestId":1,"reason":"slow"}"#)).is_empty());
    assert_eq!(of(&cancel("->", "{}")), ["2 cancel-no-id params.requestId"]);
    assert_eq!(
        of(&cancel("->", r#"{"requestId":1.5}"#)),
        ["2 id-type params.requestId"]
    );
    assert_eq!(
        of(&cancel("->", r#"{"requestId":"1"}"#)),
        ["2 cancel-id-type params.requestId"]
    );
    assert_eq!(
        of(&cancel("->", r#"{"requestId":9}"#)),
        ["2 cancel-unknown params.requestId"]
    );
    assert_eq!(
        of(&cancel("<-", r#"{"requestId":1}"#)),
        ["2 cancel-wrong-side params.requestId"]
    );
}

#[test]
fn initialize_and_tasks_are_not_cancelled_so() {
    let open = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
        -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
    "#;
    only(open, "cancel-initialize");
    let task = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","task":{}}}
        -> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
    "#;
    only(task, "cancel-task");
}

#[test]
fn what_crosses_on_the_way_is_noted() {
    let late = format!("{DONE}\n{}", cancel("->", r#"{"requestId":1}"#));
    let log = running("1", "7", &late);
    assert!(faults(&log).is_empty());
    assert!(notes(&log).contains(&"3 cancel-late params.requestId".to_owned()));
    let crossed = [
        cancel("->", r#"{"requestId":1}"#),
        progress(r#"{"progressToken":7,"progress":1}"#),
        DONE.to_owned(),
    ];
    let log = running("1", "7", &crossed.join("\n"));
    assert!(faults(&log).is_empty());
    let told = notes(&log);
    assert!(told.contains(&"3 progress-after-cancel params.progressToken".to_owned()));
    assert!(told.contains(&"4 answer-after-cancel ".to_owned()));
}

#[test]
fn a_log_message_keeps_to_the_level_that_was_set() {
    let log = |level: &str| {
        format!(
            r#"
            -> {{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{{"level":"warning"}}}}
            <- {{"jsonrpc":"2.0","id":1,"result":{{}}}}
            <- {{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"{level}","data":"x"}}}}
            "#
        )
    };
    assert!(
        findings(&log("error"))
            .iter()
            .all(|f| f.code.name() != "log-below-level")
    );
    assert_eq!(only(&log("info"), "log-below-level").path, "params.level");
}

const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;

#[test]
fn without_a_handshake_each_request_asks_for_its_log_messages() {
    let log = |more: &str| {
        format!(
            r#"
            -> {{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"a","_meta":{{{META}{more}}}}}}}
            <- {{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":"x"}}}}
            "#
        )
    };
    assert_eq!(only(&log(""), "log-unasked").line, 2);
    let asked = log(r#","io.modelcontextprotocol/logLevel":"debug""#);
    assert!(faults(&asked).is_empty(), "{:?}", faults(&asked));
    only(
        &log(r#","io.modelcontextprotocol/logLevel":"error""#),
        "log-below-level",
    );
}

#[test]
fn what_a_subscription_tells_carries_its_id() {
    let log = |meta: &str| {
        format!(
            r#"
            -> {{"jsonrpc":"2.0","id":5,"method":"subscriptions/listen","params":{{"notifications":{{"toolsListChanged":true}},"_meta":{{{META}}}}}}}
            <- {{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"notifications":{{"toolsListChanged":true}},"_meta":{{"io.modelcontextprotocol/subscriptionId":5}}}}}}
            <- {{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{{{meta}}}}}
            "#
        )
    };
    let id = |id: &str| {
        log(&format!(
            r#""_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}"#
        ))
    };
    assert!(faults(&id("5")).is_empty(), "{:?}", faults(&id("5")));
    assert_eq!(only(&log(""), "subscription-no-id").line, 3);
    only(&id("\"5\""), "subscription-unknown");
    only(&id("6"), "subscription-unknown");
}
