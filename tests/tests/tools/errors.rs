//! How tools fail: what the model is told, what the caller's program gets, what only the log knows.

use super::*;
use mcp_runtime::prelude::*;

/// The whole answer of a tool in each revision.
#[track_caller]
fn in_all(tool: &str, arguments: &Value, check: impl Fn(&str, &Value)) {
    for revision in REVISIONS {
        check(revision, &tour(revision).call(tool, arguments.clone()));
    }
}

#[test]
fn an_error_with_causes_is_told_to_the_model_with_its_causes() {
    in_all("told", &json!({"id": 7}), |revision, answer| {
        let text = "there is no note 7: invalid digit found in string";
        let result = json!({"content": [{"type": "text", "text": text}], "isError": true});
        assert_eq!(answer["result"], shaped(revision, result), "{answer}");
    });
}

#[test]
fn an_error_of_words_is_told_to_the_model() {
    in_all("in_words", &json!({}), |revision, answer| {
        let content = json!([{"type": "text", "text": "the shop is closed"}]);
        let result = json!({"content": content, "isError": true});
        assert_eq!(answer["result"], shaped(revision, result), "{answer}");
    });
}

#[test]
fn an_error_may_hold_any_content() {
    in_all("in_full", &json!({}), |revision, answer| {
        let content = json!([
            {"type": "text", "text": "the printer is out of paper"},
            {"type": "text", "text": "tray 2 is empty"},
        ]);
        let result = json!({"content": content, "isError": true});
        assert_eq!(answer["result"], shaped(revision, result), "{answer}");
    });
}

#[test]
fn an_error_of_the_protocol_is_sent_with_its_code_and_data() {
    in_all("answered", &json!({}), |_, answer| {
        let error =
            json!({"code": -31001, "message": "not logged in", "data": {"login": "/login"}});
        assert_eq!(answer["error"], error, "{answer}");
        assert_eq!(answer.get("result"), None);
    });
}

#[test]
fn what_a_tool_itself_finds_wrong_is_told_like_any_wrong_argument() {
    let data = json!({"field": "year", "reason": "must be a leap year", "retryable": false});
    in_all("refused", &json!({"year": 2023}), |revision, answer| {
        if revision < "2025-11-25" {
            let message = "Invalid params: year must be a leap year";
            let error = json!({"code": -32602, "message": message, "data": data});
            assert_eq!(answer["error"], error, "{answer}");
            return;
        }
        let result = &answer["result"];
        assert_eq!(result["isError"], true, "{answer}");
        let text = "The arguments of `refused` are wrong:\n- year must be a leap year";
        assert_eq!(result["content"], json!([{"type": "text", "text": text}]));
        assert_eq!(result["_meta"]["mcp-runtime/invalidArguments"], data);
        assert_eq!(result.get("structuredContent"), None);
    });
}

#[test]
fn what_fails_inside_and_what_panics_is_a_reference_and_nothing_more() {
    for tool in ["hidden", "panics"] {
        in_all(tool, &json!({}), |_, answer| {
            let error = &answer["error"];
            assert_eq!(
                (&error["code"], &error["message"]),
                (&json!(-32603), &json!("Internal error"))
            );
            let reference = error["data"]["reference"].as_str().expect("a reference");
            assert_eq!(reference.len(), 16, "{answer}");
            let said = answer.to_string();
            for secret in ["secret", "nowhere", "No such file", "1234", "failures.rs"] {
                assert!(!said.contains(secret), "{said}");
            }
        });
    }
    let mut talk = tour(STRICT);
    let mut reference = || talk.call("panics", json!({}))["error"]["data"]["reference"].clone();
    assert_ne!(reference(), reference());
    assert_eq!(talk.text("text", json!({})), "words");
}

#[test]
fn a_result_that_breaks_the_promise_of_its_schema_is_never_sent() {
    in_all("measured", &json!({"metres": -1}), |revision, answer| {
        assert_eq!(answer["error"]["code"], -32603, "{revision}: {answer}");
        assert!(!answer.to_string().contains("-1.0"), "{answer}");
    });
    let mut talk = tour(STRICT);
    let answer = talk.call("measured", json!({"metres": 2}));
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({"metres": 2.0})
    );
}

/// Serialises as something else than its schema says.
#[derive(schemars::JsonSchema)]
struct Liar {
    #[allow(dead_code)]
    count: u8,
}

impl serde::Serialize for Liar {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("count", "many")])
    }
}

/// Returns what is not what it says.
#[tool]
async fn lie() -> Liar {
    Liar { count: 1 }
}

/// Promises a schema and returns text.
#[tool(output_schema = r#"{"type": "object"}"#)]
async fn forget() -> String {
    "no object".to_owned()
}

/// Promises a schema, and may fail all the same.
#[tool(output_schema = r#"{"type": "object"}"#)]
async fn fail() -> Result<Json<Value>, String> {
    Err("out of luck".to_owned())
}

#[test]
fn a_generated_schema_is_a_promise_too() {
    let mut talk = talk(server().tools(tools![lie, forget, fail]));
    assert_eq!(talk.call("lie", json!({}))["error"]["code"], -32603);
    assert_eq!(talk.call("forget", json!({}))["error"]["code"], -32603);
    assert_eq!(talk.refusal("fail", json!({})), "out of luck");
}

#[test]
fn a_server_may_send_results_unchecked() {
    let mut talk = talk(server().tools(tools![lie]).unchecked_outputs());
    let answer = talk.call("lie", json!({}));
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({"count": "many"})
    );
}

/// An error that says its cause itself.
#[derive(Debug)]
struct Twice(std::fmt::Error);

impl std::fmt::Display for Twice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "could not print: {}", self.0)
    }
}

impl std::error::Error for Twice {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Fails with a cause that is told already.
#[tool]
async fn repeats() -> Result<(), Twice> {
    Err(Twice(std::fmt::Error))
}

/// Fails with a box.
#[tool]
async fn boxed() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err("in a box".into())
}

#[test]
fn a_cause_that_is_told_already_is_not_told_again() {
    let mut talk = talk(server().tools(tools![repeats, boxed]));
    let words = format!("could not print: {}", std::fmt::Error);
    assert_eq!(talk.refusal("repeats", json!({})), words);
    assert_eq!(talk.refusal("boxed", json!({})), "in a box");
}

#[test]
fn progress_and_log_messages_come_before_the_answer_where_they_were_asked_for() {
    let mut talk = tour("2025-11-25");
    let line = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"count_down","arguments":{"from":2},"_meta":{"progressToken":"t"}}}"#;
    talk.line(line.as_bytes());
    let mut next = || talk.next(Duration::from_secs(20)).expect("a message");
    for (step, message) in [(1, "1 to go"), (2, "0 to go")] {
        let progress =
            json!({"progressToken": "t", "progress": step, "total": 2, "message": message});
        assert_eq!(next()["params"], progress);
    }
    assert_eq!(
        next()["params"],
        json!({"level": "info", "data": "lift-off"})
    );
    assert_eq!(text_of(&next()), "lift-off");
}

#[test]
fn a_call_that_is_cancelled_is_not_answered_and_the_next_one_is() {
    let mut talk = tour("2025-11-25");
    for (id, tool) in [(501, "patient"), (502, "grind")] {
        let arguments = if tool == "grind" {
            r#"{"rounds":10000}"#
        } else {
            "{}"
        };
        let call = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        );
        talk.line(call.as_bytes());
        let cancel = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        talk.line(cancel.as_bytes());
    }
    assert_eq!(talk.text("later", json!({})), "reported");
}

/// Blocks its thread for too long.
#[tool(timeout = "40ms")]
fn block() -> &'static str {
    std::thread::sleep(Duration::from_secs(4));
    "too late"
}

#[test]
fn a_function_that_blocks_is_held_to_its_time_limit_too() {
    let mut talk = talk(server().tools(tools![block, repeats]));
    let started = std::time::Instant::now();
    let told = talk.refusal("block", json!({}));
    assert!(told.contains("time limit of 40ms"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(3));
    talk.refusal("repeats", json!({}));
}
