//! Rules that hold for the members of any object.

use super::{frame, params, result, told};
use crate::explain::{Conversation, Frame, Lang};
use crate::version::ProtocolVersion as V;

#[test]
fn a_required_member_that_is_missing_is_named_with_its_path() {
    let tools = r#"{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object"}},{"name":"b","description":"d"}]}"#;
    assert_eq!(
        result(V::V2025_06_18, "tools/list", tools),
        ["field-missing result.tools[1].inputSchema"]
    );
    assert_eq!(
        params(V::V2025_06_18, "resources/read", "{}"),
        ["field-missing params.uri"]
    );
}

#[test]
fn params_that_are_missing_altogether_are_told_once() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get"}"#;
    assert_eq!(frame(V::V2025_06_18, call), ["params-missing params"]);
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    assert!(frame(V::V2025_06_18, list).is_empty());
}

#[test]
fn a_member_of_another_type_is_an_error() {
    assert_eq!(
        result(V::V2025_06_18, "tools/list", r#"{"tools":{}}"#),
        ["field-wrong-type result.tools"]
    );
    assert_eq!(
        params(
            V::V2025_06_18,
            "prompts/get",
            r#"{"name":"p","arguments":{"n":1}}"#
        ),
        ["field-wrong-type params.arguments.n"]
    );
}

#[test]
fn null_is_an_error_where_something_is_required_and_else_a_warning() {
    let tools = r#"{"tools":[{"name":"a","description":"d","inputSchema":null,"title":null}]}"#;
    assert_eq!(
        result(V::V2025_06_18, "tools/list", tools),
        [
            "field-wrong-type result.tools[0].inputSchema",
            "field-null result.tools[0].title"
        ]
    );
}

#[test]
fn the_same_null_in_many_entries_is_told_once() {
    let entry = r#"{"uri":"a:b","name":"n","title":null}"#;
    let list = format!(r#"{{"resources":[{entry},{entry},{entry}]}}"#);
    assert_eq!(
        result(V::V2025_06_18, "resources/list", &list),
        ["field-null result.resources[0].title"]
    );
}

#[test]
fn a_null_cursor_is_an_error_of_its_own() {
    let list = r#"{"prompts":[],"nextCursor":null}"#;
    assert_eq!(
        result(V::V2024_11_05, "prompts/list", list),
        ["next-cursor-null result.nextCursor"]
    );
}

#[test]
fn an_integer_has_no_fraction_but_may_be_written_with_a_point() {
    let ask = |tokens| format!(r#"{{"messages":[],"maxTokens":{tokens}}}"#);
    let told = |tokens| params(V::V2025_06_18, "sampling/createMessage", &ask(tokens));
    assert_eq!(told("1.5"), ["field-not-integer params.maxTokens"]);
    assert!(told("1.0").is_empty());
}

#[test]
fn numbers_outside_of_their_range_are_told() {
    let list = r#"{"resultType":"complete","tools":[],"ttlMs":-1,"cacheScope":"public"}"#;
    assert_eq!(
        result(V::V2026_07_28, "tools/list", list),
        ["field-out-of-range result.ttlMs"]
    );
}

#[test]
fn a_string_that_is_none_of_the_allowed_ones_is_told() {
    assert_eq!(
        params(V::V2025_06_18, "logging/setLevel", r#"{"level":"warn"}"#),
        ["field-unknown-value params.level"]
    );
    let content = r#"{"content":[{"type":"markdown"}]}"#;
    assert_eq!(
        result(V::V2025_06_18, "tools/call", content),
        ["field-unknown-value result.content[0].type"]
    );
}

#[test]
fn a_kind_of_content_that_only_a_later_revision_has_is_told() {
    let content = r#"{"content":[{"type":"audio","data":"","mimeType":"audio/wav"}]}"#;
    assert_eq!(
        result(V::V2024_11_05, "tools/call", content),
        ["value-of-other-revision result.content[0].type"]
    );
    assert!(result(V::V2025_03_26, "tools/call", content).is_empty());
}

#[test]
fn a_member_of_another_revision_is_a_note() {
    let content = r#"{"content":[],"structuredContent":{}}"#;
    assert_eq!(
        result(V::V2024_11_05, "tools/call", content),
        ["field-of-other-revision result.structuredContent"]
    );
}

#[test]
fn members_that_nobody_knows_are_let_be() {
    let content = r#"{"content":[],"x-trace":null,"matches":[]}"#;
    assert!(result(V::V2025_06_18, "tools/call", content).is_empty());
}

#[test]
fn a_misspelt_member_is_told_only_when_the_right_one_is_absent() {
    let slip = r#"{"content":[],"isErorr":true}"#;
    assert_eq!(
        result(V::V2025_06_18, "tools/call", slip),
        ["field-misspelt result.isErorr"]
    );
    let both = r#"{"content":[],"isErorr":true,"isError":true}"#;
    assert!(result(V::V2025_06_18, "tools/call", both).is_empty());
}

#[test]
fn a_misspelt_member_that_is_required_is_told_as_missing() {
    let mut conversation = Conversation::of(V::V2025_06_18);
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    conversation.read(&Frame::new(request));
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","input_schema":{}}]}}"#;
    let told = conversation.read(&Frame::new(answer));
    let missing = &told.findings[0];
    assert_eq!(missing.code.name(), "field-missing");
    assert_eq!(
        missing.next(Lang::En),
        "rename `input_schema` to `inputSchema`"
    );
}

#[test]
fn of_countless_faults_only_the_first_are_told() {
    let list = format!(r#"{{"tools":[{}0]}}"#, "0,".repeat(200_000));
    assert_eq!(result(V::V2025_06_18, "tools/list", &list).len(), 100);
}

#[test]
fn without_a_revision_only_what_is_wrong_in_all_is_told() {
    let mut conversation = Conversation::new();
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    conversation.read(&Frame::new(request));
    let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"description":"d","inputSchema":{"type":"object"},"icons":[]}]}}"#;
    assert_eq!(
        told(&conversation.read(&Frame::new(answer)).findings),
        ["field-missing result.tools[0].name"]
    );
}
