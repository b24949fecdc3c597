//! What users say, inside of events and headers: it never becomes a line of either.

use mcp_runtime::http::HttpOptions;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use tests::http::client::Request;
use tests::http::peer::{Peer, call, events, hello, messages, modern, with_token};
use tests::servers::named;
use tests::stress::Dice;

use super::serve;

/// Says it in a report and in the answer.
#[tool]
async fn say(text: String, cx: &Context) -> String {
    cx.progress(1, 1, text.as_str());
    text
}

/// What breaks readers of events and of lines.
const ODD: &[&str] = &[
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\r",
    "data:",
    "data: {}",
    "id: 7",
    "event: x",
    "retry: 1",
    ":",
    "\0",
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    " ",
    "\t",
    "\\",
    "\"",
    "\\n",
    "{",
    "}",
    "[",
    "é",
    "世界",
    "😀",
    "\u{7f}",
    "\u{10ffff}",
    "a",
    "0",
];

#[test]
fn any_text_comes_out_of_events_as_it_went_in() {
    let server = Server::new("saying", "1.0.0").tools(tools![say]);
    let (_served, peer) = serve(server, HttpOptions::new());
    let session = Peer::greeted(peer.address, "2025-11-25", "qa");
    let mut connection = peer.connect();
    let mut dice = Dice::new(11);
    for round in 0..1_000 {
        let parts = (0..=dice.roll(12)).map(|_| ODD[dice.roll(ODD.len())]);
        let text: String = parts.collect();
        let message = with_token(call(round, "say", json!({"text": text})), round);
        let request = match round % 2 {
            0 => modern(message),
            _ => session.post(&message),
        };
        let request = request.with("Accept", "text/event-stream");
        let answer = connection.ask(&request).expect("an answer");
        let all = messages(&answer);
        assert_eq!(all.len(), 2, "{text:?}: {}", answer.text());
        assert_eq!(all[0]["params"]["message"], text.as_str());
        assert_eq!(all[1]["result"]["content"][0]["text"], text.as_str());
        for event in events(&answer) {
            assert_eq!((event.name, event.comment), (None, None), "{text:?}");
        }
    }
}

/// Everything that a response may say in its head.
const KNOWN: &[&str] = &[
    "access-control-allow-headers",
    "access-control-allow-methods",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "access-control-max-age",
    "allow",
    "cache-control",
    "connection",
    "content-length",
    "content-type",
    "date",
    "mcp-session-id",
    "retry-after",
    "transfer-encoding",
    "vary",
    "x-accel-buffering",
];

#[test]
fn nothing_that_a_client_says_stands_in_the_head_of_an_answer() {
    let origin = "https://app.example.com";
    let options = HttpOptions::new().allow_origin(origin);
    let (_served, peer) = serve(named("plain").expect("a server"), options);
    let secret = "\u{e9}X-Injected: \"1\\\"; a=b\t";
    let odd = |request: Request| {
        let request = request.with("Origin", origin);
        [
            request.clone().with("Mcp-Session-Id", secret),
            request.clone().with("Last-Event-ID", secret),
            request.clone().with("MCP-Protocol-Version", secret),
            request.clone().with("Mcp-Method", secret),
            request.clone().with("Mcp-Name", secret),
            request.clone().with("Origin", &format!("{origin}{secret}")),
            request
                .clone()
                .with("Access-Control-Request-Headers", secret),
            request.clone().with("Accept", secret),
            request.to(&format!("/{}", "%0d%0aX-Injected:%201")),
        ]
    };
    let ping: Value = call(secret, "echo", json!({"s": secret}));
    let asked = Request::bare("OPTIONS").with("Access-Control-Request-Method", "POST");
    let requests = [
        Request::post(hello("2025-06-18", secret).to_string()),
        modern(ping.clone()),
        Request::post(ping.to_string()),
        Request::bare("GET").with("Accept", "text/event-stream"),
        Request::bare("DELETE"),
        Request::bare("PUT"),
        asked,
    ];
    for request in requests.into_iter().flat_map(odd) {
        let answer = peer.send(&request);
        for (name, value) in &answer.head.headers {
            assert!(KNOWN.contains(&name.as_str()), "{name}: {value}");
            assert!(!value.contains("Injected"), "{name}: {value}");
            let shown = |byte: u8| (0x20..0x7f).contains(&byte);
            assert!(value.bytes().all(shown), "{name}: {value:?}");
        }
    }
}
