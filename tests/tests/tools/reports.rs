//! Wrong calls: the whole report, and the form that each revision gives it.

use super::*;
use mcp_runtime::prelude::*;

/// Everything at once.
fn wrong() -> Value {
    json!({"eggs": 7, "price": "free", "tp": 1})
}

fn fault(field: &str, reason: &str, expected: &str, got: &str) -> Value {
    json!({"field": field, "reason": reason, "expected": expected, "got": got})
}

fn report() -> Value {
    let eggs = fault("eggs", "must be a multiple of 6", "a multiple of 6", "7");
    let price = fault("price", "must be a number", "a number", "string");
    let mut tp = fault("tp", "is not a parameter of this tool", "`tip`", "number");
    tp["nearest"] = "tip".into();
    let mut report = eggs.clone();
    report["errors"] = json!([eggs, price, tp]);
    report["example"] = json!({"eggs": 12, "price": 1});
    report["retryable"] = false.into();
    report
}

#[test]
fn wrong_arguments_are_an_error_up_to_2025_06_18_and_a_result_from_2025_11_25() {
    for revision in REVISIONS {
        let answer = tour(revision).call("order", wrong());
        if since(revision, "2025-11-25") {
            let text = "The arguments of `order` are wrong, so it did not run:\n\
                        - eggs must be a multiple of 6, got 7\n\
                        - price must be a number, got string\n\
                        - tp is not a parameter of this tool; did you mean `tip`?\n\
                        An example of valid arguments: {\"eggs\":12,\"price\":1}";
            let result = json!({
                "content": [{"type": "text", "text": text}],
                "isError": true,
                "_meta": {"mcp-runtime/invalidArguments": report()},
            });
            assert_eq!(answer["result"], shaped(revision, result), "{answer}");
        } else {
            let error = json!({
                "code": -32602,
                "message": "Invalid params: eggs must be a multiple of 6",
                "data": report(),
            });
            assert_eq!(answer["error"], error, "{answer}");
        }
    }
}

#[test]
fn one_fault_is_told_without_a_list() {
    let answer = tour(STRICT).call("order", json!({"price": 1, "eggs": 7}));
    let data = &answer["error"]["data"];
    assert_eq!(data.get("errors"), None, "{answer}");
    assert_eq!(data["retryable"], false);
}

#[test]
fn the_example_of_a_report_is_a_right_call() {
    let mut talk = tour(STRICT);
    let mut tried = 0;
    for tool in talk.tools() {
        let name = tool["name"].as_str().expect("a name");
        // NB. `refused` asks for more than a schema can say.
        let skipped = ["wait", "left_add", "refused"].contains(&name);
        if tool["inputSchema"]["properties"] == json!({}) || skipped {
            continue;
        }
        let answer = talk.call(name, json!({"no such argument": 1}));
        if answer.get("error").is_none() {
            continue;
        }
        let example = answer["error"]["data"]["example"].clone();
        assert!(example.is_object(), "{name}: {answer}");
        let answer = talk.call(name, example);
        let refused = answer["error"]["data"].get("errors").is_some()
            || answer["error"]["data"].get("retryable").is_some();
        assert!(!refused, "{name}: {answer}");
        tried += 1;
    }
    assert!(tried >= 15, "{tried}");
}

#[test]
fn texts_that_were_sent_are_not_repeated() {
    // NB. a short word is repeated where one of a few words was expected.
    let secret = "hunter2 ".repeat(6);
    for (tool, arguments) in [
        ("order", json!({"price": secret})),
        (
            "paint",
            json!({"thing": "a", "type": "b", "colour": secret}),
        ),
        ("keep", json!({"value": 1, "more": secret})),
        ("mix", json!({"first": secret, "second": "red"})),
        ("greet", json!({"name": 1, "more": secret})),
        ("temperature", json!({"celsius": secret})),
    ] {
        for revision in ["2025-06-18", "2025-11-25"] {
            let answer = tour(revision).call(tool, arguments.clone()).to_string();
            assert!(!answer.contains("hunter2"), "{answer}");
        }
    }
}

#[test]
fn an_unknown_tool_is_told_the_nearest() {
    for revision in REVISIONS {
        let answer = tour(revision).call("forcast", json!({}));
        let error = &answer["error"];
        assert_eq!(error["code"], -32602, "{answer}");
        let said = error.to_string();
        assert!(
            said.contains("forcast") && said.contains("forecast"),
            "{said}"
        );
    }
}

#[test]
fn a_call_that_is_refused_does_not_run() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("visit", json!({})), "1");
    talk.refusal("visit", json!({"x": 1}));
    talk.refusal("put_book", json!({"title": ""}));
    assert_eq!(talk.text("visit", json!({})), "2");
    assert_eq!(talk.text("list_books", json!({})), "[]");
}

#[test]
fn schemas_written_by_hand_are_enforced_in_the_same_words() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("temperature", json!({"celsius": 100})), "212");
    for (tool, arguments, field, reason) in [
        ("temperature", json!({}), "celsius", "is required"),
        (
            "temperature",
            json!({"celsius": "1"}),
            "celsius",
            "must be a number",
        ),
        (
            "temperature",
            json!({"celsius": -274}),
            "celsius",
            "must be >= -273.15",
        ),
        ("greet", json!({"name": ""}), "name", "must not be empty"),
    ] {
        refused(&mut talk, tool, &arguments, &[(field, reason)]);
    }
    let answer = talk.call("greet", json!({"nam": "Ada"}));
    let expected = [
        ("name", "is required"),
        ("nam", "is not a parameter of this tool"),
    ];
    let expected: Vec<_> = expected.map(|(f, r)| (f.to_owned(), r.to_owned())).into();
    assert_eq!(faults(&answer), expected);
    assert_eq!(
        answer["error"]["data"]["errors"][1]["nearest"], "name",
        "{answer}"
    );
}

/// A schema with every keyword that is often written by hand.
const BY_HAND: &str = r##"{
    "type": "object",
    "definitions": {"n": {"type": "integer"}},
    "properties": {
        "a": {"$ref": "#/definitions/n"},
        "r": {"type": "string", "x-mcp-header": "Region", "enum": ["eu", "us"]},
        "l": {"type": "array", "items": {"type": "object", "required": ["k"]}, "maxItems": 2}
    },
    "if": {"required": ["a"]},
    "then": {"required": ["r"]},
    "$comment": "kept",
    "propertyOrder": ["r", "a"]
}"##;

#[test]
fn keywords_that_only_a_person_writes_are_listed_and_enforced() {
    let tool = Tool::new("by_hand", BY_HAND, |call: ToolCall| async move {
        call.text().to_owned()
    });
    let mut talk = talk(server().tool(tool));
    let listed: Value = serde_json::from_str(BY_HAND).expect("JSON");
    assert_eq!(talk.tool("by_hand")["inputSchema"], listed);
    let good = json!({"a": 1, "r": "eu", "more": [true]});
    let told = talk.text("by_hand", good.clone());
    assert_eq!(serde_json::from_str::<Value>(&told).ok(), Some(good));
    for (arguments, field, reason) in [
        (json!({"a": 1}), "r", "is required"),
        (json!({"a": "x", "r": "eu"}), "a", "must be an integer"),
        (json!({"r": "asia"}), "r", "must be one of \"eu\", \"us\""),
        (json!({"l": [{}]}), "l[0].k", "is required"),
        (
            json!({"l": [{"k": 1}, {"k": 1}, {"k": 1}]}),
            "l",
            "must have at most 2 items",
        ),
    ] {
        refused(&mut talk, "by_hand", &arguments, &[(field, reason)]);
    }
}

/// Takes what only its type can check.
#[tool]
async fn address(ip: std::net::IpAddr, list: Vec<std::net::Ipv4Addr>) -> String {
    format!("{ip} {list:?}")
}

#[test]
fn what_only_a_type_refuses_is_told_with_its_place_and_kind() {
    let mut talk = talk(server().tools(tools![address]));
    let answer = talk.call("address", json!({"ip": "1.2.3", "list": ["1.2.3.4", "x"]}));
    let ip = fault(
        "ip",
        "must be valid: invalid IP address syntax",
        "a valid value",
        "string",
    );
    let list = fault(
        "list[1]",
        "must be valid: invalid IPv4 address syntax",
        "a valid value",
        "string",
    );
    assert_eq!(
        answer["error"]["data"]["errors"],
        json!([ip, list]),
        "{answer}"
    );
    let example = answer["error"]["data"]["example"].clone();
    talk.text("address", example);
}
