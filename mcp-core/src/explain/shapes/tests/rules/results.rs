//! Rules of single results and questions.

use super::{params, result, result_after};
use crate::explain::{Conversation, Frame, Lang, Severity};
use crate::version::ProtocolVersion as V;

#[test]
fn a_result_is_an_object() {
    for value in ["\"pong\"", "[]", "1", "null"] {
        assert_eq!(
            result(V::V2025_06_18, "ping", value),
            ["result-not-object result"]
        );
    }
    assert!(result(V::V2025_06_18, "ping", "{}").is_empty());
}

#[test]
fn a_tool_result_without_content_is_shown_mended() {
    let mut conversation = Conversation::of(V::V2025_06_18);
    let request =
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_notes"}}"#;
    conversation.read(&Frame::new(request));
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"matches":[],"total":0}}"#;
    let told = conversation.read(&Frame::new(answer)).findings;
    let told: Vec<_> = told
        .iter()
        .filter(|f| f.code.name() == "result-no-content")
        .collect();
    assert_eq!(told[0].severity(), Severity::Error);
    assert_eq!(
        told[0].found(Lang::En),
        "`matches`, `total` at the top of the result"
    );
    assert_eq!(
        told[0].next(Lang::En),
        r#"send `{"content":[{"type":"text","text":"{\"matches\":…,\"total\":…}"}],"structuredContent":{"matches":…,"total":…}}`"#
    );
}

#[test]
fn content_in_another_form_than_an_array_of_blocks_is_told() {
    for (content, expected) in [
        (r#""hi""#, "field-wrong-type result.content"),
        (
            r#"{"type":"text","text":"hi"}"#,
            "field-wrong-type result.content",
        ),
        (
            r#"[{"type":"text"}]"#,
            "field-missing result.content[0].text",
        ),
        (r#"[{"text":"hi"}]"#, "field-missing result.content[0].type"),
        (r#"["hi"]"#, "field-wrong-type result.content[0]"),
        (
            r#"[{"type":"image","data":"aGk="}]"#,
            "field-missing result.content[0].mimeType",
        ),
        (
            r#"[{"type":"image","mimeType":"image/png","data":"data:image/png;base64,aGk="}]"#,
            "data-not-encoded result.content[0].data",
        ),
        (
            r#"[{"type":"resource","resource":{"text":"x"}}]"#,
            "field-missing result.content[0].resource.uri",
        ),
    ] {
        let told = result(
            V::V2025_06_18,
            "tools/call",
            &format!(r#"{{"content":{content}}}"#),
        );
        assert_eq!(told, [expected], "{content}");
    }
}

/// A list of one tool, `t`, with an output schema.
const LISTED: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}]}}"#,
];

fn of_listed(version: V, answer: &str) -> Vec<String> {
    result_after(version, "tools/call", r#"{"name":"t"}"#, answer, LISTED)
}

#[test]
fn structured_content_is_checked_by_the_schema_of_its_tool() {
    let text = r#""content":[{"type":"text","text":"{}"}]"#;
    assert_eq!(
        of_listed(
            V::V2025_06_18,
            &format!(r#"{{{text},"structuredContent":{{"n":"x"}}}}"#)
        ),
        ["structured-mismatch result.structuredContent.n"]
    );
    assert!(
        of_listed(
            V::V2025_06_18,
            &format!(r#"{{{text},"structuredContent":{{"n":1}}}}"#)
        )
        .is_empty()
    );
}

#[test]
fn a_tool_with_an_output_schema_owes_structured_content_unless_it_failed() {
    assert_eq!(
        of_listed(V::V2025_06_18, r#"{"content":[]}"#),
        ["structured-missing result.structuredContent"]
    );
    assert!(of_listed(V::V2025_06_18, r#"{"content":[],"isError":true}"#).is_empty());
}

#[test]
fn structured_content_is_an_object_until_it_may_be_anything() {
    let list = r#"{"content":[{"type":"text","text":"[]"}],"structuredContent":[]}"#;
    assert_eq!(
        result(V::V2025_11_25, "tools/call", list),
        ["structured-not-object result.structuredContent"]
    );
    let list = r#"{"resultType":"complete","content":[{"type":"text","text":"[]"}],"structuredContent":[]}"#;
    assert!(result(V::V2026_07_28, "tools/call", list).is_empty());
}

#[test]
fn structured_content_without_a_text_is_a_note() {
    assert_eq!(
        result(
            V::V2025_06_18,
            "tools/call",
            r#"{"content":[],"structuredContent":{}}"#
        ),
        ["structured-without-text result.structuredContent"]
    );
}

#[test]
fn a_schema_of_a_tool_is_one_of_an_object() {
    for schema in ["{}", r#"{"type":"string"}"#, r#"{"type":["object"]}"#] {
        let list =
            format!(r#"{{"tools":[{{"name":"a","description":"d","inputSchema":{schema}}}]}}"#);
        assert_eq!(
            result(V::V2025_06_18, "tools/list", &list),
            ["schema-root-type result.tools[0].inputSchema"]
        );
    }
}

#[test]
fn the_schema_of_an_output_may_be_any_only_in_the_latest_revision() {
    let tool = r#"{"name":"a","description":"d","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}"#;
    assert_eq!(
        result(
            V::V2025_11_25,
            "tools/list",
            &format!(r#"{{"tools":[{tool}]}}"#)
        ),
        ["schema-root-type result.tools[0].outputSchema"]
    );
    let page =
        format!(r#"{{"resultType":"complete","ttlMs":0,"cacheScope":"public","tools":[{tool}]}}"#);
    assert!(result(V::V2026_07_28, "tools/list", &page).is_empty());
}

#[test]
fn tools_have_a_plain_name_of_their_own_and_a_description() {
    let tool = |name: &str| {
        format!(r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object"}}}}"#)
    };
    let list = |tools: &[String]| {
        result(
            V::V2025_06_18,
            "tools/list",
            &format!(r#"{{"tools":[{}]}}"#, tools.join(",")),
        )
    };
    assert!(list(&[tool("a"), tool("a.b-c_D9")]).is_empty());
    assert_eq!(
        list(&[tool("a"), tool("a")]),
        ["tool-listed-twice result.tools[1].name"]
    );
    assert_eq!(list(&[tool("a b")]), ["tool-name-odd result.tools[0].name"]);
    let plain = r#"{"name":"a","inputSchema":{"type":"object"}}"#.to_owned();
    assert_eq!(
        list(&[plain]),
        ["tool-no-description result.tools[0].description"]
    );
}

#[test]
fn what_a_resource_holds_is_text_or_bytes() {
    let read = |contents: &str| {
        result(
            V::V2025_06_18,
            "resources/read",
            &format!(r#"{{"contents":{contents}}}"#),
        )
    };
    assert_eq!(read("[]"), ["contents-empty result.contents"]);
    assert_eq!(
        read(r#"[{"uri":"a:b"}]"#),
        ["contents-neither result.contents[0]"]
    );
    assert_eq!(
        read(r#"[{"uri":"a:b","text":"","blob":""}]"#),
        ["contents-both result.contents[0]"]
    );
    assert!(read(r#"[{"uri":"a:b","blob":""}]"#).is_empty());
    assert_eq!(read("{}"), ["field-wrong-type result.contents"]);
}

#[test]
fn a_prompt_message_holds_one_block() {
    let messages = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}"#;
    assert_eq!(
        result(V::V2025_11_25, "prompts/get", messages),
        ["content-is-array result.messages[0].content"]
    );
}

#[test]
fn a_sampled_message_holds_several_blocks_since_models_have_tools() {
    let ask =
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}],"maxTokens":1}"#;
    let method = "sampling/createMessage";
    assert_eq!(
        params(V::V2025_06_18, method, ask),
        ["content-is-array params.messages[0].content"]
    );
    assert!(params(V::V2025_11_25, method, ask).is_empty());
}

#[test]
fn at_most_a_hundred_completions_are_sent() {
    let values = vec!["\"a\""; 101].join(",");
    assert_eq!(
        result(
            V::V2025_06_18,
            "completion/complete",
            &format!(r#"{{"completion":{{"values":[{values}]}}}}"#)
        ),
        ["completion-too-many result.completion.values"]
    );
}
