//! Each word of `#[tool]`.

use super::*;
use mcp_core::identity::Icon;

fn listed(tools: Vec<Tool>) -> serde_json::Value {
    serde_json::to_value(one(tools).listed()).expect("JSON")
}

#[test]
fn the_words_of_a_tool_stand_in_its_entry() {
    /// Not this.
    #[tool(
        crate = crate,
        name = "wipe.all",
        title = "Wipe",
        description = concat!("Wipes ", "everything."),
        read_only = false,
        destructive,
        idempotent,
        open_world = false,
        icons = "https://x.test/a.png",
        meta = r#"{"x.test/rank":1}"#
    )]
    async fn wipe() {}
    let entry = listed(tools![wipe]);
    assert_eq!(entry["name"], "wipe.all");
    assert_eq!(entry["title"], "Wipe");
    assert_eq!(entry["description"], "Wipes everything.");
    assert_eq!(
        entry["annotations"],
        json!({"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false})
    );
    assert_eq!(entry["icons"], json!([{"src": "https://x.test/a.png"}]));
    assert_eq!(entry["_meta"], json!({"x.test/rank": 1}));
}

#[test]
fn what_was_not_said_is_not_listed() {
    #[tool(crate = crate)]
    async fn bare() {}
    let entry = listed(tools![bare]);
    let keys: Vec<_> = entry.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["inputSchema", "name"]);
}

#[test]
fn icons_can_be_several() {
    #[tool(crate = crate, icons = [Icon::new("https://x.test/a.png"), Icon::new("https://x.test/b.png")])]
    async fn shown() {}
    assert_eq!(
        listed(tools![shown])["icons"].as_array().map(Vec::len),
        Some(2)
    );
}

#[test]
fn a_timeout_is_kept_for_the_engine() {
    #[tool(crate = crate, timeout = "30s")]
    async fn slow() {}
    assert_eq!(one(tools![slow]).timeout(), Some(Duration::from_secs(30)));
}

#[test]
fn meta_must_be_an_object() {
    #[tool(crate = crate, meta = "[1]")]
    async fn odd() {}
    #[tool(crate = crate, meta = "{")]
    async fn broken() {}
    let faults = Bench::default()
        .build(tools![odd, broken])
        .err()
        .expect("faults");
    assert_eq!(faults[0], "tool `odd`: `meta` must be a JSON object");
    assert!(
        faults[1].starts_with("tool `broken`: `meta` is not JSON"),
        "{faults:?}"
    );
}

const WORDS: &str = "from a constant";

#[test]
fn doc_comments_keep_their_shape_and_may_be_expressions() {
    /// Adds numbers.
    ///
    /// - first
    ///     indented
    #[tool(crate = crate)]
    async fn shaped() {}
    #[doc = include_str!("words.md")]
    #[tool(crate = crate)]
    async fn included() {}
    #[tool(crate = crate, description = WORDS)]
    async fn constant() {}
    /// Before.
    #[doc = concat!("in ", "between")]
    /// After.
    #[tool(crate = crate)]
    async fn mixed() {}
    assert_eq!(
        listed(tools![shaped])["description"],
        "Adds numbers.\n\n- first\n    indented"
    );
    assert_eq!(
        listed(tools![included])["description"],
        "# Words\n\nFrom a file."
    );
    assert_eq!(listed(tools![constant])["description"], WORDS);
    assert_eq!(
        listed(tools![mixed])["description"],
        "Before.\nin between\nAfter."
    );
}

#[test]
fn docs_of_parameters_may_be_expressions_too() {
    #[tool(crate = crate)]
    async fn documented(
        #[doc = concat!("from ", "concat")] a: u8,
        /// Not this.
        #[arg(description = WORDS)]
        b: u8,
        /// First.
        ///
        /// Second.
        c: Option<u8>,
    ) {
        let _ = (a, b, c);
    }
    let schema = input(&one(tools![documented]));
    assert_eq!(schema["properties"]["a"]["description"], "from concat");
    assert_eq!(schema["properties"]["b"]["description"], WORDS);
    assert_eq!(
        schema["properties"]["c"]["description"],
        "First.\n\nSecond."
    );
}

#[tool(crate = crate)]
fn on_a_thread_of_the_pool() {}

#[test]
fn a_slow_first_poll_is_held_against_async_tools_only() {
    let (limits, slow) = (crate::limits::Limits::default(), Duration::from_millis(11));
    for (tools, banned) in [
        (tools![on_a_thread_of_the_pool], false),
        (tools![add], true),
    ] {
        let tool = one(tools);
        tool.record_first_poll(slow, On::Engine, &limits);
        assert_eq!(tool.polls().is_banned(), banned, "{}", tool.name());
    }
}
