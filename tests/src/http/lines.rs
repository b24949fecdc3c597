//! From a line of a script to the POST that carries it.
//!
//! In: the text of a line, and the session that the handshake gave. Out: a request with the headers
//! that its revision asks of a client, and what kind of message it is. It never changes the text.

use mcp_core::logging::LoggingLevel;

use super::client::Request;
use crate::script::node::Node;
use crate::script::words::MODERN;

/// The member of `_meta` that makes a request stand alone.
const CLAIM: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// What the handshake agreed on, as the client knows it.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// `Mcp-Session-Id`, where one was given.
    pub id: Option<String>,
    /// The revision that was agreed on.
    pub version: Option<String>,
}

/// What a line is to the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A request with an id; `sound` when its `_meta` has what a modern request must have.
    Request {
        /// The id.
        id: Node,
        /// The method, where it is text.
        method: Option<String>,
        /// Whether `_meta` has all that it must have.
        sound: bool,
    },
    /// A notification; it names a request where it cancels one.
    Notification {
        /// The request that it cancels.
        cancels: Option<Node>,
    },
    /// What has the shape of an answer.
    Answer,
    /// An array.
    Batch,
    /// Anything else.
    Odd,
}

/// A line as it is sent.
#[derive(Clone, Debug)]
pub struct Line {
    /// The request on the wire.
    pub request: Request,
    /// What it carries.
    pub kind: Kind,
    /// Whether it carries its revision itself.
    pub modern: bool,
}

/// Makes a POST of a line.
pub fn post(body: &[u8], session: &Session) -> Line {
    let message = std::str::from_utf8(body)
        .ok()
        .and_then(|text| Node::sent(text.trim_start_matches('\u{feff}')).ok());
    let claim = message.as_ref().and_then(claim);
    let kind = message.as_ref().map_or(Kind::Odd, kind);
    let plain = Request::post(body);
    let request = match (&claim, &message) {
        (Some(claim), Some(message)) => modern(plain, claim, message),
        _ => legacy(plain, &kind, session),
    };
    Line {
        request,
        kind,
        modern: claim.is_some(),
    }
}

fn meta(message: &Node) -> Option<&Node> {
    message.member("params")?.member("_meta")
}

fn claim(message: &Node) -> Option<Node> {
    meta(message)?.member(CLAIM).cloned()
}

/// Whether `_meta` has all that a modern request must have, each of its type.
fn is_sound(meta: &Node) -> bool {
    let level = match meta.member(LOG_LEVEL) {
        Some(Node::Text(level)) => level.parse::<LoggingLevel>().is_ok(),
        other => other.is_none(),
    };
    let claims = matches!(meta.member(CLAIM), Some(Node::Text(_)));
    let can = matches!(meta.member(CAPABILITIES), Some(Node::Object { .. }));
    level && claims && can
}

fn kind(message: &Node) -> Kind {
    let Node::Object { members, .. } = message else {
        return match message {
            Node::Array { .. } => Kind::Batch,
            _ => Kind::Odd,
        };
    };
    let ids = members.iter().filter(|(key, _)| key == "id").count();
    let text = |key: &str| match message.member(key) {
        Some(Node::Text(text)) => Some(text.clone()),
        _ => None,
    };
    match (message.member("id"), message.member("method")) {
        (Some(Node::Null), Some(_)) => Kind::Odd,
        (Some(id), Some(_)) if ids == 1 => Kind::Request {
            id: id.clone(),
            method: text("method"),
            sound: meta(message).is_some_and(is_sound),
        },
        (None, Some(Node::Text(method))) => Kind::Notification {
            cancels: message
                .member("params")
                .filter(|_| method == "notifications/cancelled")
                .and_then(|params| params.member("requestId"))
                .cloned(),
        },
        (_, None)
            if message
                .member("result")
                .or(message.member("error"))
                .is_some() =>
        {
            Kind::Answer
        }
        _ => Kind::Odd,
    }
}

/// The member of `params` that `Mcp-Name` repeats (2026-07-28, Streamable HTTP; the tasks extension).
pub fn about(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    }
}

/// A modern request says in headers what stands in its body.
fn modern(request: Request, claim: &Node, message: &Node) -> Request {
    let version = match claim {
        Node::Text(version) => version.as_str(),
        _ => MODERN,
    };
    let mut request = request.with("MCP-Protocol-Version", version);
    let Some(Node::Text(method)) = message.member("method") else {
        return request;
    };
    request = request.with("Mcp-Method", &encoded(method));
    let Some(member) = about(method) else {
        return request;
    };
    let named = message
        .member("params")
        .and_then(|params| params.member(member));
    match named {
        Some(Node::Text(name)) => request.with("Mcp-Name", &encoded(name)),
        _ => request,
    }
}

/// A legacy request names its session, and its revision where that is asked for.
fn legacy(request: Request, kind: &Kind, session: &Session) -> Request {
    let opens =
        matches!(kind, Kind::Request { method: Some(method), .. } if method == "initialize");
    let request = match &session.id {
        Some(id) if !opens => request.with("Mcp-Session-Id", id),
        _ => request,
    };
    match session.version.as_deref() {
        None | Some("2024-11-05" | "2025-03-26") => request,
        Some(_) if opens => request,
        Some(version) => request.with("MCP-Protocol-Version", version),
    }
}

/// The value of a header, by the rules of 2026-07-28: plain where it can be, else in base64.
pub fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|byte| (0x20..=0x7e).contains(&byte))
        && value.trim() == value
        && !(value.starts_with("=?base64?") && value.ends_with("?="));
    if plain {
        value.to_owned()
    } else {
        format!("=?base64?{}?=", base64(value.as_bytes()))
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            let six = (bits >> (18 - 6 * letter) & 63) as usize;
            out.push(if letter > three.len() {
                '='
            } else {
                char::from(LETTERS[six])
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_headers_are_encoded_as_the_specification_shows() {
        assert_eq!(encoded("add"), "add");
        assert_eq!(encoded("Hello, 世界"), "=?base64?SGVsbG8sIOS4lueVjA==?=");
        assert_eq!(encoded(" padded "), "=?base64?IHBhZGRlZCA=?=");
        assert_eq!(encoded("line1\nline2"), "=?base64?bGluZTEKbGluZTI=?=");
        assert_eq!(
            encoded("=?base64?literal?="),
            "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="
        );
    }

    #[test]
    fn a_request_that_stands_alone_says_in_headers_what_its_body_says() {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"é","_meta":{{"{CLAIM}":"2026-07-28"}}}}}}"#
        );
        let line = post(body.as_bytes(), &Session::default());
        let header = |name: &str| {
            let mut all = line.request.headers.iter();
            all.find(|(known, _)| known == name)
                .map(|(_, v)| v.as_str())
        };
        assert!(line.modern);
        assert_eq!(header("MCP-Protocol-Version"), Some("2026-07-28"));
        assert_eq!(header("Mcp-Method"), Some("tools/call"));
        assert_eq!(header("Mcp-Name"), Some("=?base64?w6k=?="));
        assert!(matches!(line.kind, Kind::Request { sound: false, .. }));
    }

    #[test]
    fn every_shape_of_a_line_is_told_apart() {
        let kind = |text: &str| post(text.as_bytes(), &Session::default()).kind;
        let cancels = r#"{"method":"notifications/cancelled","params":{"requestId":7}}"#;
        assert_eq!(
            kind(cancels),
            Kind::Notification {
                cancels: Some(Node::Number("7".to_owned()))
            }
        );
        assert_eq!(kind(r#"{"id":1,"result":{}}"#), Kind::Answer);
        assert_eq!(kind("[]"), Kind::Batch);
        assert_eq!(kind("hello?"), Kind::Odd);
        assert_eq!(kind(r#"{"id":1,"id":2,"method":"ping"}"#), Kind::Odd);
    }
}
