//! Rules of results that say what they are, of questions in them, and of retries; and of tasks.

use super::{result, told};
use crate::explain::{Conversation, Frame, Outcome, What};
use crate::version::ProtocolVersion as V;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

#[test]
fn a_modern_result_says_what_it_is_and_how_long_it_may_be_kept() {
    assert_eq!(
        result(V::V2026_07_28, "tools/list", r#"{"tools":[]}"#),
        [
            "result-type-missing result.resultType",
            "field-missing result.ttlMs",
            "field-missing result.cacheScope",
        ]
    );
}

#[test]
fn a_modern_discovery_should_name_its_server() {
    let answer = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"public"}"#;
    assert_eq!(
        result(V::V2026_07_28, "server/discover", answer),
        ["server-info-missing result._meta"]
    );
}

#[test]
fn only_three_methods_are_answered_by_questions() {
    let asks = r#"{"resultType":"input_required","requestState":"s"}"#;
    assert_eq!(
        result(V::V2026_07_28, "prompts/list", asks),
        ["input-required-here result.resultType"]
    );
    assert!(result(V::V2026_07_28, "prompts/get", asks).is_empty());
    assert_eq!(
        result(
            V::V2026_07_28,
            "prompts/get",
            r#"{"resultType":"input_required"}"#
        ),
        ["input-required-empty result"]
    );
}

#[test]
fn a_question_has_the_shape_of_its_method() {
    let ask = |question: &str| {
        let answer =
            format!(r#"{{"resultType":"input_required","inputRequests":{{"k":{question}}}}}"#);
        result(V::V2026_07_28, "tools/call", &answer)
    };
    assert_eq!(
        ask(r#"{"method":"ping"}"#),
        ["field-unknown-value result.inputRequests.k.method"]
    );
    assert_eq!(
        ask(r#"{"method":"elicitation/create","params":{"message":"m"}}"#),
        ["field-missing result.inputRequests.k.params.requestedSchema"]
    );
}

/// A call that was answered by a question, then another request: what is told about it, whether it
/// goes on, and the numbers of both calls.
fn retry(id: u64, rest: &str) -> (Vec<String>, bool, bool) {
    let mut conversation = Conversation::new();
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t",{META}}}}}"#
    );
    let first = conversation.read(&Frame::new(call.as_bytes())).summary.call;
    let asks = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"k":{"method":"roots/list"}},"requestState":"s"}}"#;
    let answer = conversation.read(&Frame::new(asks));
    let What::Answer { outcome, .. } = answer.summary.what else {
        panic!("an answer")
    };
    assert!(matches!(outcome, Outcome::Asks { .. }));
    let again = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t",{rest}{META}}}}}"#
    );
    let again = conversation.read(&Frame::new(again.as_bytes()));
    let What::Request { goes_on, .. } = again.summary.what else {
        panic!("a request")
    };
    (told(&again.findings), goes_on, again.summary.call == first)
}

#[test]
fn a_retry_belongs_to_the_call_it_goes_on_with() {
    let answers = r#""inputResponses":{"k":{"roots":[]}},"requestState":"s","#;
    assert_eq!(retry(2, answers), (vec![], true, true));
    assert_eq!(retry(2, ""), (vec![], false, false));
}

#[test]
fn a_retry_brings_back_the_state_it_was_given() {
    let changed = r#""inputResponses":{"k":{"roots":[]}},"requestState":"S","#;
    assert_eq!(
        retry(2, changed).0,
        ["retry-state-changed params.requestState"]
    );
    let missing = r#""inputResponses":{"k":{"roots":[]}},"#;
    assert_eq!(
        retry(2, missing).0,
        ["retry-state-missing params.requestState"]
    );
}

#[test]
fn a_retry_answers_what_was_asked() {
    let other = r#""inputResponses":{"x":{}},"requestState":"s","#;
    assert_eq!(
        retry(2, other).0,
        [
            "retry-answer-unasked params.inputResponses.x",
            "retry-answer-missing params.inputResponses",
        ]
    );
    let odd = r#""inputResponses":{"k":{"roots":"none"}},"requestState":"s","#;
    assert_eq!(
        retry(2, odd).0,
        ["field-wrong-type params.inputResponses.k.roots"]
    );
}

#[test]
fn a_retry_has_an_id_of_its_own() {
    let answers = r#""inputResponses":{"k":{"roots":[]}},"requestState":"s","#;
    assert_eq!(retry(1, answers).0, ["retry-same-id id"]);
}

#[test]
fn tasks_of_both_forms_have_their_members() {
    let task =
        r#"{"taskId":"1","status":"working","createdAt":"x","lastUpdatedAt":"x","ttl":null}"#;
    assert!(result(V::V2025_11_25, "tasks/get", task).is_empty());
    assert!(
        result(
            V::V2025_11_25,
            "tools/call",
            &format!(r#"{{"task":{task}}}"#)
        )
        .is_empty()
    );
    assert_eq!(
        result(
            V::V2025_11_25,
            "tools/call",
            r#"{"task":{"taskId":"1","status":"working","createdAt":"x","lastUpdatedAt":"x"}}"#
        ),
        ["field-missing result.task.ttl"]
    );
    let extended = r#"{"resultType":"task","taskId":"1","status":"working","createdAt":"x","lastUpdatedAt":"x","ttlMs":null}"#;
    assert!(result(V::V2026_07_28, "tools/call", extended).is_empty());
}
