//! Whose a session is: for any other principal, and for nobody, it does not exist.

use super::*;

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
