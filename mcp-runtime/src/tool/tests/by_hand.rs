//! Tools without a macro, and schemas that were written by hand.

use super::*;

const SCHEMA: &str = r##"{"type":"object","definitions":{"n":{"type":"integer"}},"properties":{"r":{"type":"string","x-mcp-header":"Region"},"a":{"$ref":"#/definitions/n"}},"if":{"required":["a"]},"then":{"required":["r"]},"$comment":"keep","propertyOrder":["r","a"],"$schema":"http://json-schema.org/draft-07/schema#"}"##;

#[cfg(not(feature = "hand-schemas"))]
#[test]
fn a_schema_by_hand_needs_the_feature_that_checks_it() {
    let tool = Tool::new("t", SCHEMA, |_: ToolCall| async { "x" });
    let faults = Bench::default().build(vec![tool]).err().expect("faults");
    assert!(
        faults[0].contains("needs the feature `hand-schemas`"),
        "{faults:?}"
    );
}

#[cfg(feature = "hand-schemas")]
mod checked {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Sent {
        r: Option<String>,
    }

    fn echo() -> Tool {
        Tool::new("echo", SCHEMA, |call: ToolCall| async move {
            let sent: Sent = call.arguments()?;
            let _ = call.context();
            Ok::<_, Error>(format!("{:?} {}", sent.r, call.text()))
        })
        .description("Echoes.")
        .title("Echo")
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false)
        .timeout(Duration::from_secs(1))
        .icons("https://x.test/a.png")
        .meta(r#"{"a":1}"#)
    }

    #[test]
    fn a_schema_by_hand_is_listed_as_it_was_written() {
        let tool = one(vec![echo()]);
        assert_eq!(tool.listed().input_schema.as_str(), SCHEMA);
        assert_eq!(tool.listed().description.as_deref(), Some("Echoes."));
        assert_eq!(tool.timeout(), Some(Duration::from_secs(1)));
    }

    #[tokio::test]
    async fn a_schema_by_hand_is_enforced() {
        let tool = one(vec![echo()]);
        assert_eq!(
            said(&tool, r#"{"r":"x","a":1}"#).await,
            r#"Some("x") {"r":"x","a":1}"#
        );
        assert_eq!(said(&tool, "{}").await, "None {}");
        assert_eq!(said(&tool, r#"{"a":1}"#).await, "wrong: r is required");
        assert_eq!(said(&tool, r#"{"r":1}"#).await, "wrong: r must be a string");
        let twice = said(&tool, r#"{"r":"a","r":"b"}"#).await;
        assert_eq!(twice, "wrong: r must be given once");
    }

    #[test]
    fn headers_that_a_client_would_drop_the_tool_for_are_refused() {
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "string", "x-mcp-header": "bad name"},
            "b": {"type": "array", "items": {"type": "string", "x-mcp-header": "Item"}},
        }});
        let tool = Tool::new("t", schema, |_: ToolCall| async { "x" });
        let faults = Bench::default().build(vec![tool]).err().expect("faults");
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("tool `t`: parameter `a`: \"bad name\""));
        assert!(faults[1].starts_with("tool `t`: parameter `b`: a header"));
    }

    #[tokio::test]
    async fn null_for_what_may_be_left_out_counts_as_absent() {
        #[derive(Deserialize)]
        struct Part {
            q: String,
            #[serde(default)]
            n: u32,
            m: Option<u32>,
        }
        let schema = json!({
            "type": "object", "required": ["q"], "additionalProperties": false,
            "properties": {"q": {"type": "string"}, "n": {"type": "integer"}, "m": {"type": "integer"}},
        });
        let mut other = schema.clone();
        other["if"] = true.into();
        for schema in [schema, other] {
            let tool = one(vec![Tool::new("t", schema, |call: ToolCall| async move {
                let part: Part = call.arguments()?;
                Ok::<_, Error>(format!("{} {} {:?}", part.q, part.n, part.m))
            })]);
            let nulls = r#"{"q":"x","n":null,"m":null}"#;
            assert_eq!(said(&tool, nulls).await, "x 0 None");
            let required = said(&tool, r#"{"q":null,"n":null}"#).await;
            assert_eq!(required, "wrong: q must be a string");
            let unknown = said(&tool, r#"{"q":"x","k":null}"#).await;
            assert_eq!(unknown, "wrong: k is not a parameter of this tool");
        }
    }

    #[tokio::test]
    async fn null_that_a_schema_by_hand_takes_is_what_it_is() {
        let schema = json!({"type": "object", "properties": {"a": {"type": ["null", "string"]}}});
        let tool = one(vec![Tool::new("t", schema, |call: ToolCall| async move {
            call.value().map(|value| value.to_string())
        })]);
        assert_eq!(said(&tool, r#"{"a":null}"#).await, r#"{"a":null}"#);
    }

    #[tokio::test]
    async fn null_in_a_result_under_a_schema_by_hand_is_no_absence() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let tool = Tool::new("t", json!({"type": "object"}), |_: ToolCall| async {
            ToolResult::structured(&json!({"a": null}))
        });
        let tool = one(vec![tool.output_schema(schema)]);
        assert!(!said(&tool, "{}").await.contains(r#"{"a":null}"#));
    }

    #[tokio::test]
    async fn a_handler_may_return_whatever_needs_no_schema() {
        let object = json!({"type": "object"});
        let tools = vec![
            Tool::new("a", object.clone(), |_: ToolCall| async { 1_u8 }),
            Tool::new("b", object.clone(), |_: ToolCall| async { Json(vec![1]) }),
            Tool::new("c", object.clone(), |_: ToolCall| async {
                Err::<(), _>("words")
            }),
            Tool::new("d", object.clone(), |_: ToolCall| async {
                Err::<(), _>(Error::invalid_params("x", "is odd"))
            }),
            Tool::new("e", object, |call: ToolCall| async move {
                call.value().map(|v| v.to_string())
            }),
        ];
        let tools = Bench::default().build(tools).expect("tools");
        let mut all = Vec::new();
        for tool in &tools {
            all.push(said(tool, r#"{"k":2}"#).await);
        }
        let expected = [
            "1",
            "[1]",
            "error: words",
            "fault: Invalid params: x is odd",
            r#"{"k":2}"#,
        ];
        assert_eq!(all, expected);
    }

    #[derive(Debug)]
    struct Lost(std::num::ParseIntError);

    impl std::fmt::Display for Lost {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("the note is lost")
        }
    }

    impl std::error::Error for Lost {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }

    #[tokio::test]
    async fn an_error_of_a_handler_is_told_with_its_causes() {
        let object = json!({"type": "object"});
        let typed = |_: ToolCall| async { "x".parse::<u8>().map_err(Lost) };
        let boxed = |_: ToolCall| async {
            let lost = "x".parse::<u8>().map_err(Lost)?;
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(lost)
        };
        let words = |_: ToolCall| async { Err::<(), _>(String::from("closed")) };
        let hidden = |_: ToolCall| async {
            let fault: Box<dyn std::error::Error + Send + Sync> = Error::new(-31001, "no").into();
            Err::<(), _>(fault)
        };
        let tools = vec![
            Tool::new("typed", object.clone(), typed),
            Tool::new("boxed", object.clone(), boxed),
            Tool::new("words", object.clone(), words),
            Tool::new("hidden", object, hidden),
        ];
        let tools = Bench::default().build(tools).expect("tools");
        let causes = "error: the note is lost: invalid digit found in string";
        let expected = [causes, causes, "error: closed", "fault: no"];
        for (tool, expected) in tools.iter().zip(expected) {
            assert_eq!(said(tool, "{}").await, expected);
        }
    }

    #[tokio::test]
    async fn an_output_schema_by_hand_is_listed_and_enforced() {
        let object = r#"{"type":"object"}"#;
        let out = r#"{"type":"object","required":["n"]}"#;
        let good = Tool::new("good", object, |_: ToolCall| async {
            Json(json!({"n": 1}))
        });
        let bad = Tool::new("bad", object, |_: ToolCall| async { Json(json!({"m": 1})) });
        let none = Tool::new("none", object, |_: ToolCall| async { "text" });
        let tools = [good, bad, none]
            .into_iter()
            .map(|tool| tool.output_schema(out))
            .collect();
        let tools = Bench::default().build(tools).expect("tools");
        assert_eq!(
            tools[0].listed().output_schema.as_ref().map(|s| s.as_str()),
            Some(out)
        );
        assert_eq!(said(&tools[0], "{}").await, r#"{"n":1}"#);
        assert!(
            said(&tools[1], "{}")
                .await
                .starts_with("fault: tool `bad` returned what")
        );
        assert!(
            said(&tools[2], "{}")
                .await
                .starts_with("fault: tool `none` has an output schema")
        );
    }

    #[tokio::test]
    async fn schemas_by_hand_stand_in_for_generated_ones() {
        #[tool(
            crate = crate,
            input_schema = r#"{"type":"object","properties":{"n":{"type":"integer","enum":[1,2]}},"required":["n"]}"#,
            output_schema = json!({"type": "object"})
        )]
        async fn picked(n: u8) -> Json<serde_json::Value> {
            Json(json!({"n": n}))
        }
        let tool = one(tools![picked]);
        assert_eq!(input(&tool)["properties"]["n"]["enum"], json!([1, 2]));
        assert_eq!(said(&tool, r#"{"n":1}"#).await, r#"{"n":1}"#);
        let wrong = said(&tool, r#"{"n":3}"#).await;
        assert_eq!(wrong, "wrong: n must be one of 1, 2");
    }

    #[test]
    fn a_schema_by_hand_that_can_t_be_one_is_told() {
        #[tool(crate = crate, input_schema = r#"{"type":"object","properties":{}}"#)]
        async fn other(n: u8) {
            let _ = n;
        }
        let handler = |_: ToolCall| async { "x" };
        let mut tools = tools![other];
        tools.extend([
            Tool::new("cut", "{", handler),
            Tool::new("list", "[]", handler),
            Tool::new("odd", r#"{"type":"object","properties":1}"#, handler),
            Tool::new("text", r#"{"type":"string"}"#, handler),
        ]);
        let faults = Bench::default()
            .build(tools)
            .err()
            .expect("faults")
            .join("\n");
        for part in [
            "tool `other`: its input schema, written by hand, has no property for the parameter `n`",
            "tool `cut`: the schema is not JSON",
            "tool `list`: a schema of a tool must be a JSON object",
            "tool `odd`: `input_schema` is no JSON Schema",
            "tool `text`: its input schema must say `\"type\": \"object\"`",
        ] {
            assert!(faults.contains(part), "{part}\n{faults}");
        }
    }
}
