//! What stands under `params`: found once, whoever asks, and told apart from what nobody knows.

use mcp_core::json::{Raw, duplicate_key};
use mcp_core::rpc::{Message, Params, Request, classify, classify_raw};

/// The request in a frame, as the classifier found it, and as an entry of a batch.
fn with_request(params: &str, check: impl Fn(&Request<'_>)) {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{params}}}"#);
    for message in [
        classify(frame.as_bytes()),
        classify_raw(Raw::parse(&frame).unwrap()),
    ] {
        match message {
            Ok(Message::Request(request)) => check(&request),
            other => panic!("not a request: {other:?}"),
        }
    }
}

fn text(member: Option<Raw<'_>>) -> &str {
    member.map_or("-", Raw::get)
}

#[test]
fn every_member_is_found_where_it_stands_however_it_is_written() {
    let params = r#" { "_meta" : { "io.modelcontextprotocol/protocolVersion" : "v" ,
        "progressToken":7, "io.modelcontextprotocol\/clientInfo":{"a":[1]},
        "io.modelcontextprotocol/clientCapabilities":{},
        "io.modelcontextprotocol/logLevel":"info", "x":{"name":"no"} },
        "n\u0061me" : "add", "arguments":{"name":"no","_meta":{}}, "uri":"u", "cursor":"c",
        "level":"l", "protocolVersion":"p", "capabilities":{}, "clientInfo":{}, "requestId":1,
        "reason":"r", "progressToken":2, "inputResponses":{}, "requestState":"s", "task":{} } "#;
    with_request(params, |request| {
        let found = request.parameters().unwrap();
        assert_eq!(found.raw, request.params);
        let members = [
            (found.name, "\"add\""),
            (found.arguments, r#"{"name":"no","_meta":{}}"#),
            (found.uri, "\"u\""),
            (found.cursor, "\"c\""),
            (found.level, "\"l\""),
            (found.protocol_version, "\"p\""),
            (found.capabilities, "{}"),
            (found.client_info, "{}"),
            (found.request_id, "1"),
            (found.reason, "\"r\""),
            (found.progress_token, "2"),
            (found.input_responses, "{}"),
            (found.request_state, "\"s\""),
            (found.task, "{}"),
            (found.meta.protocol_version, "\"v\""),
            (found.meta.progress_token, "7"),
            (found.meta.client_info, "{\"a\":[1]}"),
            (found.meta.client_capabilities, "{}"),
            (found.meta.log_level, "\"info\""),
        ];
        for (member, expected) in members {
            assert_eq!(text(member), expected);
        }
        assert!(text(found.meta.raw).starts_with("{ \"io."));
        assert!(text(found.meta.raw).ends_with("\"no\"} }"));
    });
}

#[test]
fn null_is_absent_where_every_method_may_leave_it_out() {
    let params = r#"{"arguments":null,"cursor":null,"inputResponses":null,"progressToken":null,
        "_meta":{"progressToken":null,"io.modelcontextprotocol/protocolVersion":null},"name":null}"#;
    with_request(params, |request| {
        let found = request.parameters().unwrap();
        for member in [
            found.arguments,
            found.cursor,
            found.input_responses,
            found.progress_token,
            found.meta.progress_token,
        ] {
            assert_eq!(member, None);
        }
        // These have to be something, and null is the wrong thing.
        assert_eq!(found.name, Some(Raw::NULL));
        assert_eq!(found.meta.protocol_version, Some(Raw::NULL));
    });
    with_request(r#"{"_meta":null}"#, |request| {
        assert_eq!(request.parameters().unwrap().meta.raw, None);
    });
}

#[test]
fn params_may_be_absent_or_empty() {
    with_request("null", |request| {
        assert_eq!(request.params, None);
        assert_eq!(request.parameters().unwrap().raw, None);
    });
    with_request("{ }", |request| {
        assert_eq!(text(request.params), "{ }");
        assert_eq!(request.parameters().unwrap().stray().count(), 0);
    });
    assert_eq!(Params::read(None).unwrap().raw, None);
}

#[test]
fn members_that_a_call_does_not_have_are_named_in_their_order() {
    let params =
        r#"{"query":"x","name":"t","lim\u0069t":3,"_meta":{"y":1},"arguments":{"z":1},"task":{}}"#;
    with_request(params, |request| {
        let found = request.parameters().unwrap();
        let stray: Vec<String> = found
            .stray()
            .map(|member| format!("{}={}", member.key, member.value))
            .collect();
        assert_eq!(stray, ["query=\"x\"", "limit=3"]);
    });
    for params in [
        r#"{"name":"t","uri":"x"}"#,
        r#"{"name":"t","\u0075ri":"x"}"#,
    ] {
        with_request(params, |request| {
            let found = request.parameters().unwrap();
            let stray: Vec<_> = found.stray().map(|member| member.key).collect();
            assert_eq!(stray, ["uri"]);
        });
    }
    with_request(r#"{"name":"t","\u0061":1}"#, |request| {
        assert_eq!(request.parameters().unwrap().stray().count(), 1);
    });
}

#[test]
fn the_first_duplicate_key_is_named_with_its_path() {
    let duplicate = |text: &str| duplicate_key(Raw::parse(text).unwrap());
    let path = |path: &str| Some(path.to_owned());
    assert_eq!(
        duplicate(r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#),
        None
    );
    assert_eq!(duplicate(r#"{"a":1,"a":1}"#), path("a"));
    assert_eq!(duplicate(r#"{"a":1,"\u0061":1}"#), path("a"));
    assert_eq!(
        duplicate(r#"{"f":{"x":[0,{"k":1,"k":2}]}}"#),
        path("f.x[1].k")
    );
    assert_eq!(duplicate(r#"[[],[{"k":1,"k":2}]]"#), path("[1][0].k"));
    assert_eq!(duplicate(r#"{"a":{"x":1,"x":2},"a":1}"#), path("a.x"));
    let many: Vec<String> = (0..100).map(|n| format!("\"k{n}\":{n}")).collect();
    assert_eq!(duplicate(&format!("{{{}}}", many.join(","))), None);
    assert_eq!(
        duplicate(&format!("{{{},\"k70\":0}}", many.join(","))),
        path("k70")
    );
}
