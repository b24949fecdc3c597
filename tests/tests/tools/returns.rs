//! What each kind of return becomes, in each revision.

use super::*;

/// Calls a tool in each revision and compares the whole result.
#[track_caller]
fn in_all(tool: &str, arguments: &Value, expected: impl Fn(&str) -> Value) {
    for revision in REVISIONS {
        let answer = tour(revision).call(tool, arguments.clone());
        let expected = shaped(revision, expected(revision));
        assert_eq!(answer["result"], expected, "{tool} in {revision}: {answer}");
    }
}

fn words(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

/// Text, and from this revision on the value too.
fn structured(revision: &str, first: &str, text: &str, value: &Value) -> Value {
    let mut result = words(text);
    if since(revision, first) {
        result["structuredContent"] = value.clone();
    }
    result
}

/// The schema of a result as it is listed; `None` where there is none.
fn output_schema(revision: &str, tool: &str) -> Option<Value> {
    tour(revision).tool(tool).get("outputSchema").cloned()
}

#[test]
fn text_numbers_and_truths_are_sent_as_text() {
    for (tool, text) in [
        ("text", "words"),
        ("borrowed", "words"),
        ("shared", "words"),
        ("number", "0.5"),
        ("truth", "true"),
        ("one", "a block"),
    ] {
        in_all(tool, &json!({}), |_| words(text));
        for revision in REVISIONS {
            assert_eq!(output_schema(revision, tool), None, "{tool}");
        }
    }
}

#[test]
fn nothing_is_an_empty_list_of_content() {
    in_all("nothing", &json!({}), |_| json!({"content": []}));
}

fn point_schema() -> Value {
    json!({
        "type": "object",
        "description": "A place on a map.",
        "properties": {
            "x": {"type": "integer", "description": "To the east."},
            "y": {"type": "integer", "description": "To the north."},
            "name": {"type": ["string", "null"], "description": "What is there, if anything."},
        },
        "required": ["x", "y"],
    })
}

#[test]
fn a_value_with_a_schema_is_structured_content_with_its_json_as_text() {
    let value = json!({"x": 3, "y": 4});
    for tool in ["point", "some_value"] {
        in_all(tool, &json!({}), |revision| {
            structured(revision, "2025-06-18", r#"{"x":3,"y":4}"#, &value)
        });
        for revision in REVISIONS {
            let expected = since(revision, "2025-06-18").then(point_schema);
            assert_eq!(output_schema(revision, tool), expected, "{revision}");
        }
    }
}

#[test]
fn a_map_is_an_object_too() {
    in_all("ages", &json!({}), |revision| {
        structured(revision, "2025-06-18", r#"{"Ada":36}"#, &json!({"Ada": 36}))
    });
    let schema = json!({
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 255},
    });
    assert_eq!(output_schema("2025-06-18", "ages"), Some(schema));
}

#[test]
fn an_enum_of_objects_is_structured_in_every_revision_that_has_it() {
    let (waiting, running) = (
        json!({"state": "waiting"}),
        json!({"state": "running", "percent": 7}),
    );
    in_all("state", &json!({}), |revision| {
        structured(revision, "2025-06-18", r#"{"state":"waiting"}"#, &waiting)
    });
    in_all("state", &json!({"percent": 7}), |revision| {
        let text = r#"{"state":"running","percent":7}"#;
        structured(revision, "2025-06-18", text, &running)
    });
    let schema = output_schema("2025-06-18", "state").expect("a schema");
    assert_eq!(schema["type"], "object");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&waiting) && validator.is_valid(&running));
    assert!(!validator.is_valid(&json!({"state": "running"})));
}

#[test]
fn a_value_that_is_no_object_is_structured_only_where_any_value_may_be() {
    for (tool, arguments, text, value) in [
        (
            "points",
            json!({}),
            r#"[{"x":3,"y":4}]"#,
            json!([{"x": 3, "y": 4}]),
        ),
        ("as_json", json!({}), "7", json!(7)),
        ("maybe", json!({"there": false}), "null", Value::Null),
    ] {
        in_all(tool, &arguments, |revision| {
            structured(revision, "2026-07-28", text, &value)
        });
        for revision in REVISIONS {
            let there = output_schema(revision, tool).is_some();
            assert_eq!(there, revision == "2026-07-28", "{tool} in {revision}");
        }
    }
    let list = json!({"type": "array", "items": point_schema()});
    assert_eq!(output_schema("2026-07-28", "points"), Some(list));
    let number = json!({"type": "integer", "minimum": 0});
    assert_eq!(output_schema("2026-07-28", "as_json"), Some(number));
}

#[test]
fn what_may_be_null_has_no_schema_of_objects_even_when_it_is_an_object() {
    in_all("maybe", &json!({"there": true}), |revision| {
        structured(
            revision,
            "2025-06-18",
            r#"{"x":3,"y":4}"#,
            &json!({"x": 3, "y": 4}),
        )
    });
}

#[test]
fn what_can_be_displayed_is_sent_as_its_words() {
    for (tool, text) in [
        ("as_text", "3 east, 4 north"),
        ("shown", "Hello, world!"),
        ("some_words", "3 east, 4 north"),
    ] {
        in_all(tool, &json!({}), |_| words(text));
        assert_eq!(output_schema("2026-07-28", tool), None, "{tool}");
    }
}

#[test]
fn a_result_in_full_is_sent_as_it_is_or_as_text_where_its_value_is_not_known() {
    in_all("full", &json!({}), |revision| {
        let value = json!({"x": 3, "y": 4});
        let mut result = structured(revision, "2025-06-18", "home is 5 away", &value);
        if !since(revision, "2025-06-18") {
            let text = json!({"type": "text", "text": r#"{"x":3,"y":4}"#});
            result["content"] = json!([result["content"][0], text]);
        }
        result["_meta"]["example.com/took"] = "3 ms".into();
        result
    });
}

const PIXEL: &str = "R0lGODlhAQABAAAAADs=";

#[test]
fn blocks_are_sent_in_their_order() {
    let picture = json!({"type": "image", "data": PIXEL, "mimeType": "image/gif"});
    in_all("picture", &json!({}), |_| json!({"content": [picture]}));
    in_all(
        "several",
        &json!({}),
        |_| json!({"content": [{"type": "text", "text": "Before and after:"}, picture, picture]}),
    );
    in_all(
        "pair",
        &json!({}),
        |_| json!({"content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}),
    );
}

#[test]
fn resources_are_sent_inside_their_block() {
    in_all("document", &json!({}), |_| {
        json!({"content": [{"type": "resource", "resource": {
            "uri": "file:///notes/today.md", "mimeType": "text/markdown", "text": "# Today\n",
        }}]})
    });
    in_all("bytes", &json!({}), |_| {
        json!({"content": [{"type": "resource", "resource": {
            "uri": "file:///pixel.gif", "mimeType": "image/gif", "blob": PIXEL,
        }}]})
    });
}

#[test]
fn a_kind_that_a_revision_does_not_know_is_said_in_words() {
    in_all("sound", &json!({}), |revision| {
        if since(revision, "2025-03-26") {
            json!({"content": [{"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}]})
        } else {
            words(
                "[audio, audio/wav, 8 characters of base64: this revision of the protocol can't carry it]",
            )
        }
    });
    in_all("link", &json!({}), |revision| {
        if since(revision, "2025-06-18") {
            json!({"content": [{
                "type": "resource_link",
                "uri": "file:///notes/today.md",
                "name": "today.md",
                "title": "Today",
                "description": "What is on today",
                "mimeType": "text/markdown",
                "size": 42,
            }]})
        } else {
            words("today.md: file:///notes/today.md (What is on today)")
        }
    });
}

#[test]
fn annotations_travel_with_their_block_as_far_as_the_revision_knows_them() {
    in_all("for_people", &json!({}), |revision| {
        let mut people = json!({"audience": ["user"], "priority": 0.9});
        if since(revision, "2025-06-18") {
            people["lastModified"] = "2026-07-28T12:00:00Z".into();
        }
        let model = json!({"audience": ["assistant"]});
        let sound = if since(revision, "2025-03-26") {
            json!({"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav", "annotations": model})
        } else {
            let text = "[audio, audio/wav, 8 characters of base64: this revision of the protocol can't carry it]";
            json!({"type": "text", "text": text})
        };
        json!({"content": [
            {"type": "text", "text": "Look at this:", "annotations": people},
            {"type": "image", "data": PIXEL, "mimeType": "image/gif", "annotations": people},
            sound,
            {"type": "resource", "resource": {"uri": "note:1", "text": "a note"}, "annotations": model},
        ]})
    });
}

#[test]
fn every_structured_result_of_the_tour_fits_the_schema_that_is_listed() {
    let mut talk = tour("2026-07-28");
    let mut checked = 0;
    for tool in talk.tools() {
        let Some(schema) = tool.get("outputSchema") else {
            continue;
        };
        let name = tool["name"].as_str().expect("a name");
        let arguments = match name {
            "maybe" => json!({"there": true}),
            "measured" => json!({"metres": 2}),
            _ => json!({}),
        };
        let answer = talk.call(name, arguments);
        let value = &answer["result"]["structuredContent"];
        let validator = jsonschema::validator_for(schema).expect("a schema");
        assert!(
            validator.is_valid(value),
            "{name}: {value} against {schema}"
        );
        let text = answer["result"]["content"][0]["text"]
            .as_str()
            .expect("text");
        assert_eq!(
            serde_json::from_str::<Value>(text).ok().as_ref(),
            Some(value),
            "{name}"
        );
        checked += 1;
    }
    assert!(checked >= 8, "{checked}");
}
