//! What `#[tool(…)]`, the builder and `#[server]` say of tools, as it is listed.

use super::*;
use std::collections::BTreeSet;
use std::path::Path;
use tests::wire::Heard;

/// A part of a server's list, with only the members that a revision has.
fn in_revision(revision: &str, mut tool: Value) -> Value {
    let since_when = [
        ("annotations", "2025-03-26"),
        ("title", "2025-06-18"),
        ("outputSchema", "2025-06-18"),
        ("_meta", "2025-06-18"),
        ("icons", "2025-11-25"),
    ];
    for (member, first) in since_when {
        if !since(revision, first) {
            tool.as_object_mut().expect("a tool").remove(member);
        }
    }
    tool
}

#[test]
fn what_a_tool_says_of_itself_is_listed_where_the_revision_has_it() {
    for revision in REVISIONS {
        let forecast = json!({
            "name": "forecast",
            "title": "Weather forecast",
            "description": "Tomorrow's weather in a city.",
            "inputSchema": {
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
                "additionalProperties": false,
            },
            "annotations": {"readOnlyHint": true, "idempotentHint": true, "openWorldHint": true},
            "icons": [{"src": "https://example.com/sun.svg", "mimeType": "image/svg+xml", "sizes": ["any"]}],
            "_meta": {"example.com/team": "weather"},
        });
        assert_eq!(
            tour(revision).tool("forecast"),
            in_revision(revision, forecast),
            "{revision}"
        );
    }
}

#[test]
fn a_hint_can_be_said_to_be_false() {
    for revision in REVISIONS {
        let hints = json!({
            "readOnlyHint": false,
            "destructiveHint": true,
            "idempotentHint": true,
            "openWorldHint": false,
        });
        let tool = tour(revision).tool("delete_draft");
        let expected = since(revision, "2025-03-26").then_some(&hints);
        assert_eq!(tool.get("annotations"), expected, "{revision}");
    }
}

#[test]
fn a_tool_without_words_lists_its_name_and_an_object_without_properties() {
    for revision in REVISIONS {
        let expected = json!({
            "name": "documented",
            "description": "The doc comment is the description.\n\n- It keeps its shape:\n  - blank lines,\n  - lists and their indentation.",
            "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
        });
        assert_eq!(tour(revision).tool("documented"), expected, "{revision}");
    }
}

#[test]
fn a_tool_is_called_by_the_name_it_was_given_and_not_by_its_function() {
    for revision in REVISIONS {
        let mut talk = tour(revision);
        assert_eq!(
            talk.text("forecast", json!({"city": "Rome"})),
            "Rome: sunny"
        );
        let answer = talk.call("weather", json!({"city": "Rome"}));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[test]
fn a_call_over_its_time_limit_ends_with_an_error_that_the_model_is_told() {
    for revision in REVISIONS {
        let mut talk = tour(revision);
        assert_eq!(
            talk.text("wait", json!({"milliseconds": 0})),
            "that was quick"
        );
        let answer = talk.call("wait", json!({"milliseconds": 60_000}));
        let told = json!({
            "content": [{"type": "text", "text": "the tool was stopped: it took longer than its time limit of 250ms"}],
            "isError": true,
        });
        assert_eq!(answer["result"], shaped(revision, told), "{revision}");
    }
}

#[test]
fn functions_that_are_not_async_are_tools_too() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("checksum", json!({"text": "ab"})), "195");
    assert_eq!(talk.text("throw", json!({})), "4");
}

#[test]
fn a_tool_can_say_where_the_framework_is() {
    assert_eq!(tour(STRICT).text("elsewhere", json!({})), "found");
}

#[test]
fn a_schema_written_by_hand_is_listed_word_for_word() {
    let listed = json!({
        "type": "object",
        "properties": {"celsius": {"type": "number", "minimum": -273.15}},
        "required": ["celsius"],
    });
    for revision in REVISIONS {
        assert_eq!(tour(revision).tool("temperature")["inputSchema"], listed);
    }
}

#[test]
fn a_schema_written_as_text_keeps_the_order_of_its_keys() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let served = tests::servers::serve(examples::tour::server(), runtime.handle());
    let mut wire = served.expect("the tour is served");
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"qa","version":"0"}}}"#;
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    wire.send(format!("{hello}\n{list}\n").as_bytes());
    let mut line = || match wire.receive(Duration::from_secs(20)) {
        Heard::Line(line) => String::from_utf8(line).expect("text"),
        other => panic!("no line: {other:?}"),
    };
    line();
    let list = line();
    let schema = r#""inputSchema":{"type":"object","properties":{"celsius":{"type":"number","minimum":-273.15}},"required":["celsius"]}"#;
    assert!(list.contains(schema), "{list}");
}

#[test]
fn an_output_schema_written_by_hand_is_listed_where_the_revision_has_them() {
    let schema = json!({
        "type": "object",
        "properties": {"metres": {"type": "number", "minimum": 0}},
        "required": ["metres"],
    });
    for revision in REVISIONS {
        let expected = since(revision, "2025-06-18").then_some(&schema);
        let tool = tour(revision).tool("measured");
        assert_eq!(tool.get("outputSchema"), expected, "{revision}");
    }
}

#[test]
fn a_tool_without_a_macro_is_listed_and_called_like_the_others() {
    for revision in REVISIONS {
        let mut talk = tour(revision);
        let greet = json!({
            "name": "greet",
            "title": "Greeting",
            "description": "Greets somebody.",
            "inputSchema": {
                "type": "object",
                "properties": {"name": {"type": "string", "minLength": 1}},
                "required": ["name"],
                "additionalProperties": false,
            },
            "annotations": {"readOnlyHint": true},
        });
        assert_eq!(
            talk.tool("greet"),
            in_revision(revision, greet),
            "{revision}"
        );
        assert_eq!(talk.text("greet", json!({"name": "Ada"})), "Hello, Ada!");
    }
}

#[test]
fn a_tool_that_replaces_another_stands_in_its_place_and_answers_for_it() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("version", json!({})), "2");
    let tools = talk.tools();
    let versions = tools.iter().filter(|tool| tool["name"] == "version");
    assert_eq!(versions.count(), 1);
}

#[test]
fn tools_are_listed_in_the_order_of_their_registration() {
    let tools = tour(STRICT).tools();
    let names: Vec<_> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        &names[..4],
        ["forecast", "documented", "delete_draft", "wait"]
    );
    let place = |name| names.iter().position(|known| *known == name);
    assert!(place("paint") < place("join") && place("join") < place("text"));
    assert!(place("put_book") < place("left_add") && place("left_add") < place("right_add"));
}

#[test]
fn mounted_values_keep_their_own_state_under_the_names_they_are_mounted_as() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("left_add", json!({})), "1");
    assert_eq!(talk.text("left_add", json!({"amount": 4})), "5");
    assert_eq!(talk.text("right_add", json!({})), "1");
    assert_eq!(talk.text("put_book", json!({"title": "Emma"})), "1");
    assert_eq!(talk.text("list_books", json!({})), r#"["Emma"]"#);
    assert_eq!(talk.call("add", json!({}))["error"]["code"], -32602);
}

#[test]
fn one_server_keeps_its_state_from_one_conversation_to_the_next_and_no_other_sees_it() {
    let mut talk = tour(STRICT);
    assert_eq!(talk.text("visit", json!({})), "1");
    assert_eq!(talk.text("visit", json!({})), "2");
    assert_eq!(talk.text("motto", json!({})), "less is more");
    assert_eq!(tour(STRICT).text("visit", json!({})), "1");
}

#[test]
fn a_method_of_the_servers_own_is_answered_and_its_params_are_read_with_care() {
    let mut talk = tour(STRICT);
    let line = |id: u32, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tour/sum","params":{params}}}"#)
    };
    let mut ask = |line: String| {
        talk.line(line.as_bytes());
        talk.next(Duration::from_secs(20)).expect("an answer")
    };
    let answer = ask(line(71, r#"{"numbers":[1,2]}"#));
    assert_eq!(answer["result"], json!({"sum": 3}), "{answer}");
    let answer = ask(line(72, r#"{"numbers":[1,"2"]}"#));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(answer["error"]["data"]["field"], "params.numbers[1]");
}

#[test]
fn the_instructions_of_the_server_and_of_what_is_mounted_follow_each_other() {
    let expected = "Each tool shows one thing. Call them in any order.\n\nThe shelf keeps the books it is given.";
    let found = tour("2026-07-28").request("server/discover", json!({}));
    assert_eq!(found["result"]["instructions"], expected, "{found}");
}

/// The words that stand in `#[tool(…)]` or `#[arg(…)]` in a source.
fn words_used(source: &str, attribute: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for start in source.match_indices(attribute) {
        let mut depth = 1;
        let mut word = String::new();
        let mut in_text = false;
        for c in source[start.0 + attribute.len()..].chars() {
            match c {
                '"' => in_text = !in_text,
                _ if in_text => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                c if depth == 1 && (c.is_ascii_alphanumeric() || c == '_') => {
                    word.push(c);
                    continue;
                }
                _ => {}
            }
            found.insert(std::mem::take(&mut word));
            if depth == 0 {
                break;
            }
        }
    }
    found
}

#[test]
fn the_tour_shows_every_word_of_the_attributes() {
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/src/tour");
    let files = std::fs::read_dir(tour).expect("the tour's sources");
    let source: String = files
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"))
        .collect();
    let tool = "name title description read_only destructive idempotent open_world inline timeout \
                icons meta input_schema output_schema crate";
    let arg = "description rename flatten default min max exclusive_min exclusive_max multiple_of \
               min_length max_length pattern min_items max_items unique format example header";
    for (attribute, words) in [("#[tool(", tool), ("#[arg(", arg)] {
        let used = words_used(&source, attribute);
        for word in words.split_whitespace() {
            assert!(
                used.contains(word),
                "{attribute} … {word} …)] is not shown: {used:?}"
            );
        }
    }
}
