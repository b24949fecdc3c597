//! Whose a session is: for any other principal, and for nobody, it does not exist.

use super::*;
use mcp_runtime::http::HttpServer;
use tests::http::client::{self, Connection};

fn ada() -> Identity {
    Identity::new("ada").with_issuer("login").with_client("app")
}

#[tokio::test(start_paused = true)]
async fn a_tool_is_told_who_asks_in_every_era() {
    let office = Office::new(HttpOptions::new());
    let session = office.session_of("2025-11-25", Some(ada())).await;
    let who = || Ask::post(call(1, "who", json!({})));
    let mut answer = office.send(who().on(&session).by(ada())).await;
    assert_eq!(answer.said().await, "ada");
    let alone = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "who", "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        } } });
    let alone = || {
        Ask::post(alone.clone())
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", "tools/call")
            .with("mcp-name", "who")
    };
    // One after the other, as on one connection: nothing stays from the request before.
    for (ask, said) in [
        (alone().by(ada()), "ada"),
        (alone(), "nobody"),
        (alone().by(Identity::new("bob")), "bob"),
        (alone(), "nobody"),
    ] {
        assert_eq!(office.send(ask).await.said().await, said);
    }
}

/// Nobody, and principals that differ from ada in one thing each.
fn others() -> [Option<Identity>; 5] {
    [
        None,
        Some(Identity::new("bob").with_issuer("login").with_client("app")),
        Some(ada().with_issuer("elsewhere")),
        Some(ada().with_client("other")),
        Some(Identity::new("ada")),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_session_does_not_exist_for_who_did_not_begin_it() {
    let office = Office::new(HttpOptions::new());
    let session = office.session_of("2025-11-25", Some(ada())).await;
    let nobodys = office.session("2025-11-25").await;
    let ping = || Ask::post(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }));
    let last = {
        let mut stream = office.send(Ask::get().on(&session).by(ada())).await;
        stream
            .event()
            .await
            .and_then(|event| event.id)
            .expect("an id")
    };
    let all = |session: &str| {
        [
            ping().on(session),
            Ask::get().on(session),
            Ask::get().on(session).with("last-event-id", &last),
            Ask::delete().on(session),
        ]
    };
    let unknown = office
        .send(ping().on("00000000000000000000000000000000"))
        .await
        .json()
        .await;
    for other in &others() {
        for mut ask in all(&session) {
            ask.who.clone_from(other);
            let mut refused = office.send(ask).await;
            assert_eq!(refused.status, StatusCode::NOT_FOUND, "{other:?}");
            let error = refused.json().await;
            assert_eq!(
                error["error"], unknown["error"],
                "as for one that never was"
            );
        }
    }
    for ask in all(&nobodys) {
        let refused = office.send(ask.by(ada())).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND);
    }
    // With other scopes it is the same principal.
    let ask = ping().on(&session).by(ada().with_scopes(["more"]));
    assert_eq!(office.send(ask).await.status, StatusCode::OK);
    let ended = office.send(Ask::delete().on(&session).by(ada())).await;
    assert_eq!(ended.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn who_may_not_use_a_session_does_not_keep_it_in_use() {
    let limits = HttpLimits::default().with_idle_session(Duration::from_millis(300));
    let office = Office::limited(limits);
    let session = office.session_of("2025-11-25", Some(ada())).await;
    let ping = || Ask::post(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })).on(&session);
    assert_eq!(office.send(ping().by(ada())).await.status, StatusCode::OK);
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert_eq!(office.send(ping()).await.status, StatusCode::NOT_FOUND);
    }
    let late = office.send(ping().by(ada())).await;
    assert_eq!(
        late.status,
        StatusCode::NOT_FOUND,
        "it was idle all the time"
    );
}

/// A layer as an application has one in front of the endpoint: here a header says who asks.
fn told_by_header<B>(mut request: Request<B>) -> Request<B> {
    let who = request.headers().get("x-user").map(|value| {
        let name = value.to_str().expect("a name");
        Identity::new(name.to_owned())
    });
    if let Some(who) = who {
        request.extensions_mut().insert(who);
    }
    request
}

#[test]
fn nothing_of_a_request_is_left_to_the_next_one_on_its_connection() {
    const PAIRS: usize = 1_000;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let office = Office::new(HttpOptions::new());
    let layered = tower::ServiceBuilder::new()
        .map_request(told_by_header)
        .service(office.endpoint.clone());
    let options = HttpOptions::new();
    let server = runtime.block_on(HttpServer::bind("127.0.0.1:0", layered, &options));
    let server = server.expect("a server");
    let address = server.local_addr();
    runtime.spawn(server.serve());

    let alone = |id: usize, meta: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{}","_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}{meta}}}}}}}"#,
            if id.is_multiple_of(2) {
                "who"
            } else {
                "client"
            },
        )
    };
    let patience = Duration::from_secs(20);
    let mut connection = Connection::open(address, patience).expect("a connection");
    for pair in 0..PAIRS {
        for (id, user) in [
            (4 * pair, Some("ada")),
            (4 * pair + 2, None),
            (4 * pair + 4, Some("bob")),
        ] {
            let mut request = modern(alone(id, ""), "who");
            if let Some(user) = user {
                request = request.with("X-User", user);
            }
            let said = text(&connection.ask(&request).expect("an answer"));
            assert_eq!(said, user.unwrap_or("nobody"), "request {id}");
        }
        let named = r#","io.modelcontextprotocol/clientInfo":{"name":"tester","version":"1"}"#;
        for (id, meta, name) in [(1, named, "tester"), (3, "", "unknown")] {
            let request = modern(alone(id, meta), "client");
            let said = text(&connection.ask(&request).expect("an answer"));
            assert_eq!(said, format!("{name} 2026-07-28"));
        }
    }
}

fn modern(body: String, tool: &str) -> client::Request {
    client::Request::post(body)
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", "tools/call")
        .with("Mcp-Name", tool)
}

/// The text of an answer's result.
fn text(answer: &client::Answer) -> String {
    let text = answer.text();
    let answer: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let said = answer["result"]["content"][0]["text"].as_str();
    said.unwrap_or_else(|| panic!("{answer}")).to_owned()
}
