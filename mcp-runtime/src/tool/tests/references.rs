//! Parameters that are taken by reference.

use super::*;

struct Db(u32);

#[tool(crate = crate)]
async fn stateful(cx: &Context, db: &Db, shared: &String, n: u32) -> String {
    let _ = cx;
    tokio::task::yield_now().await;
    format!("{} {shared}", db.0 + n)
}

#[tokio::test]
async fn a_reference_comes_from_the_server() {
    let mut bench = Bench::default();
    bench.states.insert(Db(40));
    bench.states.insert(Arc::new("shared".to_owned()));
    let tool = bench.build(tools![stateful]).expect("a tool").remove(0);
    assert!(tool.wants_context());
    assert_eq!(said(&tool, r#"{"n":2}"#).await, "42 shared");
    assert_eq!(
        input(&tool)["properties"]
            .as_object()
            .map(serde_json::Map::len),
        Some(1)
    );
}

#[test]
fn a_state_that_was_not_given_is_told_with_tool_and_type() {
    let faults = Bench::default()
        .build(tools![stateful])
        .err()
        .expect("faults");
    assert_eq!(faults.len(), 2);
    assert!(
        faults[0].starts_with("tool `stateful`: it takes `&"),
        "{faults:?}"
    );
    assert!(
        faults[0].contains("Db`, but no `.state(…)` of that type was given"),
        "{faults:?}"
    );
}

#[tokio::test]
async fn views_of_text_and_lists_come_from_the_caller() {
    #[tool(crate = crate)]
    async fn views(name: &str, #[arg(min_items = 1)] rest: &[String], cx: &Context) -> String {
        tokio::task::yield_now().await;
        let _ = cx;
        format!("{name}:{}", rest.join(","))
    }
    let tool = one(tools![views]);
    assert_eq!(
        said(&tool, r#"{"name":"n","rest":["a","b"]}"#).await,
        "n:a,b"
    );
    assert_eq!(
        said(&tool, r#"{"name":"n","rest":[]}"#).await,
        "wrong: rest must have at least 1 item"
    );
}

#[tokio::test]
async fn a_result_may_borrow_from_what_was_lent() {
    #[tool(crate = crate)]
    #[allow(clippy::ptr_arg)]
    async fn borrowed<'a>(name: &'a String, cx: &Context) -> Result<&'a str, String> {
        tokio::task::yield_now().await;
        let _ = cx;
        Ok(name)
    }
    let mut bench = Bench::default();
    bench.states.insert("bo".to_owned());
    let tool = bench.build(tools![borrowed]).expect("a tool").remove(0);
    assert_eq!(said(&tool, "{}").await, "bo");
}
