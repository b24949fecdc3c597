//! What `build()` says of layers that can't be meant.

use super::*;
use ::tower::ServiceBuilder;
use mcp_runtime::middleware::{ConcurrencyLimit, RateLimit, ResponseSize, Timeout};

fn faults(server: Server) -> Vec<String> {
    let error = server.build().expect_err("something is wrong").to_string();
    let faults = error.lines().filter_map(|line| line.strip_prefix("  - "));
    faults.map(str::to_owned).collect()
}

#[test]
fn limits_of_nothing_are_told_all_at_once() {
    let second = Duration::from_secs(1);
    let (server, _) = server();
    let server = server
        .layer(Timeout::new(Duration::ZERO))
        .layer(ConcurrencyLimit::new(0))
        .layer(ConcurrencyLimit::new(usize::MAX))
        .layer_tool("quick", RateLimit::new(0, second))
        .layer_tool("quick", RateLimit::new(1, Duration::ZERO))
        .layer_tool("quick", RateLimit::new(1, second).with_burst(0))
        .layer(ResponseSize::new(0));
    let faults = faults(server);
    assert_eq!(faults.len(), 7, "{faults:#?}");
    for (fault, name) in faults.iter().zip([
        "`Timeout`",
        "`ConcurrencyLimit`",
        "`ConcurrencyLimit`",
        "`RateLimit`",
        "`RateLimit`",
        "`RateLimit`",
        "`ResponseSize`",
    ]) {
        assert!(fault.starts_with(name), "{fault}");
    }
}

#[test]
fn a_limit_of_nothing_is_told_wherever_it_stands() {
    let (server, _) = server();
    let stack = ServiceBuilder::new()
        .layer(ResponseSize::default())
        .layer(ConcurrencyLimit::new(0));
    let told = faults(server.layer(stack));
    assert!(
        told[0].starts_with("`ConcurrencyLimit` lets 0 calls run"),
        "{told:?}"
    );
    let own = tools![quick].remove(0).layer(Timeout::new(Duration::ZERO));
    let told = faults(Server::new("s", "1").tool(own));
    assert!(
        told[0].starts_with("tool `quick`: `Timeout` is given no time"),
        "{told:?}"
    );
}

#[test]
fn a_layer_for_no_tool_is_told_with_the_nearest_name() {
    let (server, _) = server();
    let server = server
        .layer_tool("quik", Timeout::default())
        .layer_tools(["double", "something else"], Timeout::default());
    let some = "`quick`, `double`, `hold`, `broken`, `broken_on_the_pool`";
    let told = [
        "a layer is for tool `quik`, and no tool has that name; did you mean `quick`?".to_owned(),
        format!(
            "a layer is for tool `something else`, and no tool has that name; there are {some}"
        ),
    ];
    assert_eq!(faults(server), told);
    let none = Server::new("none", "1").layer_tool("quick", Timeout::default());
    assert!(faults(none)[0].ends_with("there are none"));
}

#[test]
fn a_layer_for_a_tool_with_a_fault_of_its_own_is_not_told_too() {
    /// Misses its state.
    #[tool]
    async fn lost(state: &Log) {
        state.say("");
    }
    let server = Server::new("lost", "1")
        .tools(tools![lost])
        .layer_tool("lost", Timeout::default());
    let faults = faults(server);
    assert_eq!(faults.len(), 1, "{faults:?}");
}
