//! What layers and tools see of a call and of each other.

use super::*;
use mcp_runtime::middleware::Extensions;

/// Tells who the outermost layer said that it is.
#[tool]
async fn who(cx: &Context) -> String {
    let user = cx.extensions().get::<User>();
    user.map_or_else(|| "nobody".to_owned(), |user| user.0.clone())
}

struct User(String);

#[tokio::test]
async fn what_a_layer_found_out_reaches_the_layers_further_in_and_the_tool() {
    let log = Log::default();
    let inner = log.clone();
    let server = Server::new("who", "1")
        .tools(tools![who])
        .around(|mut call, next| async move {
            let text = call.text().to_owned();
            call.extensions_mut().insert(User(format!("ada {text}")));
            next.run(call).await
        })
        .around(move |call, next| {
            let user = call.extensions().get::<User>();
            inner.say(user.expect("a user").0.clone());
            next.run(call)
        });
    assert_eq!(Client::of(server).await.text(1, "who").await, "ada {}");
    assert_eq!(log.take(), ["ada {}"]);
    let plain = Server::new("who", "1").tools(tools![who]);
    assert_eq!(Client::of(plain).await.text(1, "who").await, "nobody");
    assert!(Context::detached().extensions().is_empty());
    assert!(Extensions::new().is_empty());
}

#[tokio::test]
async fn a_layer_sees_the_tool_the_arguments_and_the_client() {
    let log = Log::default();
    let (server, _) = server();
    let seen = log.clone();
    let server = server.around(move |call, next| {
        let client = call.context().client();
        let read_only = call.tool().annotations.as_ref();
        let read_only = read_only.and_then(|hints| hints.read_only_hint);
        let version = client.protocol_version.as_str();
        let name = client.info.as_ref().map(|info| info.name.clone());
        seen.say(format!(
            "{} {:?} {} {} {version} {name:?}",
            call.name(),
            call.tool().description,
            call.text(),
            read_only == Some(true),
        ));
        next.run(call)
    });
    let mut client = Client::of(server).await;
    let params = json!({"name": "quick"});
    client.ask(1, "tools/call", params).await;
    client.next().await;
    // NB. as it was sent, the blank and all.
    let line = br#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"double","arguments":{ "n":1e0}}}"#;
    client.to.write_all(line).await.expect("write");
    client.to.write_all(b"\n").await.expect("write");
    client.next().await;
    let said = [
        r#"quick Some("Answers at once.") {} true 2025-11-25 Some("qa")"#,
        r#"double Some("Doubles a number.") { "n":1e0} false 2025-11-25 Some("qa")"#,
    ];
    assert_eq!(log.take(), said);
}

/// Runs the tools of [`server`] with a layer that says what came of each call.
fn watched() -> (Server, Log) {
    let log = Log::default();
    let (server, _) = server();
    let said = log.clone();
    let server = server.around(move |call, next| {
        let said = said.clone();
        async move {
            let answer = next.run(call).await;
            said.say(in_a_word(&answer));
            answer
        }
    });
    (server, log)
}

#[tokio::test]
async fn wrong_arguments_are_seen_by_layers_and_told_as_without_them() {
    let calls = [
        json!({"name": "double", "arguments": {"n": 101}}),
        json!({"name": "double", "arguments": {"m": "x"}}),
        // Not where they belong.
        json!({"name": "double", "n": 1}),
    ];
    for version in ["2025-06-18", "2025-11-25"] {
        let (layered, log) = watched();
        let mut layered = Client::of_revision(layered, version).await;
        let mut plain = Client::of_revision(server().0, version).await;
        for (id, params) in (1..).zip(&calls) {
            layered.ask(id, "tools/call", params.clone()).await;
            plain.ask(id, "tools/call", params.clone()).await;
            assert_eq!(
                layered.next().await,
                plain.next().await,
                "{version} {params}"
            );
            assert_eq!(log.take(), ["InvalidParams"]);
        }
    }
}

#[tokio::test]
async fn a_panic_of_a_tool_is_seen_by_layers_and_answered_with_a_reference() {
    let (server, log) = watched();
    let mut client = Client::of(server).await;
    for (id, tool) in [(1, "broken"), (2, "broken_on_the_pool")] {
        let error = client.call(id, tool, json!({})).await["error"].take();
        assert_eq!(error["code"], -32603, "{error}");
        assert!(error["data"]["reference"].is_string(), "{error}");
        assert!(!error.to_string().contains("out of"), "{error}");
        assert_eq!(log.take(), ["Panicked"]);
    }
}

/// What a tool may fail with.
#[tool]
async fn fails(how: u8) -> Result<&'static str> {
    match how {
        0 => Err(Error::new(-31001, "not logged in").with_data(json!({"login": "/login"}))),
        1 => Err(Error::internal("/home/x/secret")),
        2 => Err(Error::invalid_params("how", "must be kind")),
        _ => Ok("well"),
    }
}

#[tokio::test]
async fn errors_pass_through_layers_unchanged() {
    let kinds = ["Protocol", "Internal", "InvalidParams", "done"];
    for version in ["2025-06-18", "2025-11-25"] {
        let (layered, log) = watched();
        let mut layered = Client::of_revision(layered.tools(tools![fails]), version).await;
        let plain = Server::new("plain", "1").tools(tools![fails]);
        let mut plain = Client::of_revision(plain, version).await;
        for (how, kind) in kinds.iter().enumerate() {
            let id = how as u64 + 1;
            let mut through = layered.call(id, "fails", json!({ "how": how })).await;
            let mut straight = plain.call(id, "fails", json!({ "how": how })).await;
            for answer in [&mut through, &mut straight] {
                if let Some(reference) = answer.pointer_mut("/error/data/reference") {
                    *reference = "some".into();
                }
            }
            assert_eq!(through, straight);
            assert_eq!(log.take(), [*kind]);
        }
    }
}

#[tokio::test]
async fn a_layer_is_lent_what_the_tools_are_lent() {
    let (server, gate) = server();
    let server = server.around(|call, next| async move {
        let came = call.state::<Gate>().map(Gate::came);
        assert!(call.state::<Log>().is_none());
        let result = next.run(call).await?;
        Ok(result.with_content(Content::text(format!("{came:?}"))))
    });
    let mut client = Client::of(server).await;
    gate.let_through(2);
    for (id, came) in [(1, "Some(0)"), (2, "Some(1)")] {
        let answer = client.call(id, "hold", json!({})).await;
        assert_eq!(answer["result"]["content"][1]["text"], came);
    }
}

#[tokio::test]
async fn a_layer_reports_to_the_client_of_the_call() {
    let (server, _) = server();
    let server = server.around(|call, next| async move {
        call.context().progress(1, 2, "on its way");
        call.context().log(LoggingLevel::Warning, "slowly");
        next.run(call).await
    });
    let mut client = Client::of(server).await;
    let params = json!({"name": "quick", "_meta": {"progressToken": "t"}});
    client.ask(1, "tools/call", params).await;
    assert_eq!(client.next().await["params"]["message"], "on its way");
    assert_eq!(client.next().await["params"]["data"], "slowly");
    assert_eq!(client.next().await["id"], 1);
}

#[tokio::test]
async fn a_server_whose_layers_may_log_says_that_it_logs() {
    let quiet = Server::new("quiet", "1").tools(tools![quick]);
    let layered = Server::new("layered", "1")
        .tools(tools![quick])
        .around(|call, next| next.run(call));
    for (server, logs) in [(quiet, false), (layered, true)] {
        let mut client = Client::of(server).await;
        client
            .ask(1, "logging/setLevel", json!({"level": "info"}))
            .await;
        let answer = client.next().await;
        assert_eq!(answer.get("result").is_some(), logs, "{answer}");
    }
}
