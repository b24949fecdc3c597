//! Ids, and which answer belongs to which request.

use super::lines::{one, opened, told, wrong};
use crate::explain::{Conversation, Frame, Lang};
use crate::method::Side;
use std::time::Duration;

#[test]
fn an_id_in_flight_must_not_be_used_again() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}"#,
    );
    assert_eq!(wrong(&log), ["5 id-reused"]);
    assert!(
        one(&log, "id-reused")
            .found(Lang::En)
            .contains("`ping` on line 4")
    );
}

#[test]
fn an_id_used_before_is_told_where_ids_are_never_reused() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}"#,
    );
    assert_eq!(wrong(&log), ["6 id-used-before"]);
}

#[test]
fn an_answer_whose_id_differs_in_type_or_spelling_names_its_request() {
    for (asked, answered, code) in [
        ("7", "\"7\"", "answer-id-other-type"),
        ("\"7\"", "7", "answer-id-other-type"),
        ("\"Ab\"", "\"ab\"", "answer-id-other-spelling"),
        ("\"ab\"", "\" ab\"", "answer-id-other-spelling"),
    ] {
        let log = opened(
            "2025-06-18",
            &format!(
                r#"-> {{"jsonrpc":"2.0","id":{asked},"method":"ping"}}
            <- {{"jsonrpc":"2.0","id":{answered},"result":{{}}}}"#
            ),
        );
        let finding = one(&log, code);
        assert!(
            finding.title(Lang::Ko).contains("4번째 줄"),
            "{}",
            finding.title(Lang::Ko)
        );
        assert!(finding.next(Lang::En).contains(asked));
    }
}

#[test]
fn an_answer_to_nothing_and_a_second_answer_are_told() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        <- {"jsonrpc":"2.0","id":99,"result":{}}"#,
    );
    assert_eq!(wrong(&log), ["6 answer-twice", "7 answer-to-nothing"]);
    assert_eq!(
        told(r#"<- {"jsonrpc":"2.0","id":99,"result":{}}"#),
        ["1 answer-request-unseen"]
    );
}

#[test]
fn an_error_without_an_id_names_the_frame_that_could_not_be_read() {
    let log = "-> {\"jsonrpc\":\n<- {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}";
    assert!(
        one(log, "answer-without-id")
            .next(Lang::En)
            .contains("line 1")
    );
}

#[test]
fn a_request_that_was_refused_may_be_answered_but_need_not() {
    let frame = r#"-> {"id":7,"method":"ping"}"#;
    assert_eq!(wrong(frame), ["1 jsonrpc-missing"]);
    let log = format!(
        "{frame}\n<- {{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{{\"code\":-32600,\"message\":\"Invalid request: \\\"jsonrpc\\\" is required\",\"data\":{{}}}}}}"
    );
    assert_eq!(wrong(&log), ["1 jsonrpc-missing"]);
}

#[test]
fn requests_without_an_answer_are_told_at_the_end() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"tools/list"}
        -> {"jsonrpc":"2.0","id":8,"method":"ping"}
        <- {"jsonrpc":"2.0","id":8,"result":{}}
        -> {"jsonrpc":"2.0","id":9,"method":"ping"}"#,
    );
    assert_eq!(wrong(&log), ["4 request-unanswered", "7 request-pending"]);
    assert_eq!(
        told(r#"-> {"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        ["1 request-one-sided"]
    );
}

#[test]
fn the_age_of_an_unanswered_request_is_told_where_times_are_known() {
    let mut conversation = Conversation::new();
    for (at, text) in [
        (0, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        (2500, r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#),
    ] {
        let frame = Frame::new(text.as_bytes()).sent_by(Side::Client);
        conversation.read(&frame.at(Duration::from_millis(at)));
    }
    let frame = Frame::new(br#"{"jsonrpc":"2.0","id":2,"result":{}}"#).sent_by(Side::Server);
    conversation.read(&frame.at(Duration::from_millis(2600)));
    let left = conversation.finish();
    assert!(
        left[0].title(Lang::En).contains("(waited 2.6 s)"),
        "{}",
        left[0].title(Lang::En)
    );
}

#[test]
fn a_change_between_numbers_and_strings_is_noted_once() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":"a","method":"ping"}
        <- {"jsonrpc":"2.0","id":"a","result":{}}
        -> {"jsonrpc":"2.0","id":8,"method":"ping"}
        <- {"jsonrpc":"2.0","id":8,"result":{}}"#,
    );
    let changes = told(&log)
        .into_iter()
        .filter(|told| told.ends_with("id-kind-changed"));
    assert_eq!(changes.collect::<Vec<_>>(), ["4 id-kind-changed"]);
}

#[test]
fn two_sides_may_use_the_same_ids() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        -> {"jsonrpc":"2.0","id":7,"result":{}}"#,
    );
    assert_eq!(wrong(&log), [""; 0]);
}

#[test]
fn a_request_whose_answer_was_broken_is_not_told_again() {
    let log = opened(
        "2025-06-18",
        r#"-> {"jsonrpc":"2.0","id":7,"method":"tools/list"}
        <- {"jsonrpc":"2.0","id":7,"resu"#,
    );
    assert_eq!(wrong(&log), ["5 json-cut-off"]);
    let log = opened(
        "2025-06-18",
        r#"-> {"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":8,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        <- {"jsonrpc":"2.0","id":8,"result":{}}"#,
    );
    assert_eq!(wrong(&log), ["4 text-two-messages"]);
}

#[test]
fn both_requests_of_one_id_may_be_answered() {
    let log = opened(
        "2025-06-18",
        r#"-> {"jsonrpc":"2.0","id":7,"method":"ping"}
        -> {"jsonrpc":"2.0","id":7,"method":"ping"}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        <- {"jsonrpc":"2.0","id":7,"result":{}}
        <- {"jsonrpc":"2.0","id":7,"result":{}}"#,
    );
    assert_eq!(wrong(&log), ["5 id-reused", "8 answer-twice"]);
}

#[test]
fn an_error_without_an_id_is_told_where_every_message_could_be_read() {
    let log = opened(
        "2025-06-18",
        r#"<- {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found: notifications/initialized"}}"#,
    );
    assert!(wrong(&log).contains(&"4 answer-id-lost".to_owned()));
}

#[test]
fn over_http_an_error_may_have_an_id_of_its_own_and_an_answer_may_never_come() {
    use crate::explain::Carrier;
    let mut conversation = Conversation::new();
    let mut codes = Vec::new();
    for (side, text) in [
        (Side::Client, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        (
            Side::Server,
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Not acceptable","data":{}}}"#,
        ),
        (Side::Client, r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#),
        (Side::Server, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#),
    ] {
        let frame = Frame::new(text.as_bytes()).carried_by(Carrier::Body);
        codes.extend(conversation.read(&frame.sent_by(side)).findings);
    }
    codes.extend(conversation.finish());
    let names: Vec<_> = codes.iter().map(|finding| finding.code.name()).collect();
    assert!(names.contains(&"answer-id-of-its-own"), "{names:?}");
    assert!(names.contains(&"request-open-http"), "{names:?}");
    assert!(!names.contains(&"request-unanswered"), "{names:?}");
}

#[test]
fn a_request_whose_answer_went_astray_is_told_there_alone() {
    for (id, code) in [
        ("\"7\"", "answer-id-other-type"),
        ("99", "answer-to-nothing"),
    ] {
        let log = opened(
            "2025-06-18",
            &format!(
                r#"-> {{"jsonrpc":"2.0","id":7,"method":"ping"}}
                <- {{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#
            ),
        );
        assert_eq!(wrong(&log), [format!("5 {code}")]);
    }
}
