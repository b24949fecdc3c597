//! Names of tools: what hosts refuse is refused or warned of when the server is built.

use mcp_runtime::prelude::*;
use serde_json::json;
use tests::talk::Talk;

fn named(name: String) -> Tool {
    let schema = r#"{"type":"object","properties":{}}"#;
    Tool::new(name, schema, |_call: ToolCall| async move {
        Ok::<_, mcp_runtime::Error>("called")
    })
}

fn built(name: &str) -> Result<(), String> {
    Server::new("names", "1.0.0")
        .tool(named(name.to_owned()))
        .build()
        .map(drop)
        .map_err(|e| e.to_string())
}

#[test]
fn a_name_that_breaks_the_rules_is_refused_with_the_character_made_visible() {
    for (name, shown) in [
        ("New Tool", "New Tool"),
        ("tool,1", "tool,1"),
        ("outil_é", "é"),
        ("add\n", "\\n"),
        ("add\r\n", "\\r"),
        ("ad\u{200b}d", "200b"),
        ("\u{430}dd", "U+0430"),
        ("add\0", "\\0"),
        (" add", " add"),
    ] {
        let error = built(name).expect_err(name);
        assert!(error.contains(shown), "{name:?}: {error}");
        assert!(
            !error.contains('\u{200b}') && !error.contains('\0'),
            "{error:?}"
        );
    }
    built("").expect_err("an empty name");
    built(&"a".repeat(129)).expect_err("129 characters");
}

#[test]
fn a_name_that_only_some_hosts_refuse_works() {
    for name in [
        "calendar.read".to_owned(),
        "a".repeat(128),
        "A-b_9".to_owned(),
    ] {
        assert_eq!(built(&name), Ok(()), "{name}");
        let mut talk = Talk::open(
            Server::new("names", "1.0.0").tool(named(name.clone())),
            "2025-06-18",
        );
        assert_eq!(talk.text(&name, json!({})), "called");
    }
}

#[test]
fn two_tools_of_one_name_are_refused_unless_one_replaces_the_other() {
    let twice = || [named("status".to_owned()), named("status".to_owned())];
    let error = Server::new("names", "1.0.0")
        .tools(twice())
        .build()
        .map(drop)
        .unwrap_err()
        .to_string();
    assert!(error.contains("status"), "{error}");
    let [first, second] = twice();
    assert!(
        Server::new("names", "1.0.0")
            .tool(first)
            .replace_tool(second)
            .build()
            .is_ok()
    );
}
