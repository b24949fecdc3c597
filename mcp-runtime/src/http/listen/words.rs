//! Words for what hyper refuses without any.
//!
//! In: a response as it was written. Out: the same with a JSON-RPC error as its body, where it is one
//! of hyper's own, for a head that can't be read or is too long: hyper has no other place to say more.
//! Every other response is left alone. What stays without words: a bad head that came in one piece with
//! the request before it, and everything that HTTP/2 says by a frame.

use crate::http::refusal::{invalid, without_id};
use http::StatusCode;

/// The limits that are told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told {
    pub(super) head_bytes: usize,
    pub(super) head_fields: usize,
}

/// The response with a body, or none where it is not hyper's own.
#[cold]
pub(super) fn added(response: &[u8], told: Told) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(response).ok()?;
    let head = text.strip_suffix("\r\n\r\n")?;
    let (first, fields) = head.split_once("\r\n")?;
    let status = first.strip_prefix("HTTP/1.1 ")?.get(..3)?;
    let status: StatusCode = status.parse().ok()?;
    let message = message(status, told)?;
    let is_empty = |line: &str| line.eq_ignore_ascii_case("content-length: 0");
    if head.contains("\r\n\r\n") || !fields.split("\r\n").any(is_empty) {
        return None;
    }
    let body = without_id(status, &invalid(message)).into_body();
    let mut out = format!(
        "{first}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    for line in fields.split("\r\n").filter(|line| !is_empty(line)) {
        out.push_str(line);
        out.push_str("\r\n");
    }
    out.push_str("\r\n");
    let mut out = out.into_bytes();
    out.extend_from_slice(&body);
    Some(out)
}

fn message(status: StatusCode, told: Told) -> Option<String> {
    let Told {
        head_bytes,
        head_fields,
    } = told;
    Some(match status {
        StatusCode::BAD_REQUEST => {
            "the head of the request can't be read, or could be read in two ways (RFC 9112); send it as the \
             standard has it, over a new connection"
                .to_owned()
        }
        StatusCode::URI_TOO_LONG => {
            "the target of the request is too long; what a message says goes into its body".to_owned()
        }
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => format!(
            "the head of the request is too long: no more than {head_bytes} bytes (`HttpLimits::head_bytes`) \
             and {head_fields} fields (`HttpLimits::head_fields`) are read; send fewer or shorter headers"
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: Told = Told {
        head_bytes: 65_536,
        head_fields: 100,
    };

    fn added_to(response: &str) -> Option<String> {
        added(response.as_bytes(), TOLD).map(|text| String::from_utf8(text).expect("text"))
    }

    #[test]
    fn an_empty_refusal_gets_a_body_and_keeps_its_other_headers() {
        for status in ["400 Bad Request", "414 URI Too Long", "431 Too Large"] {
            let date = "date: Thu, 01 Jan 1970 00:00:00 GMT";
            let empty = format!(
                "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n{date}\r\n\r\n"
            );
            let text = added_to(&empty).expect("words");
            let (head, body) = text.split_once("\r\n\r\n").expect("a head");
            assert!(
                head.starts_with(&format!("HTTP/1.1 {status}\r\n")),
                "{head}"
            );
            assert!(
                head.contains("connection: close") && head.contains(date),
                "{head}"
            );
            let length = format!("content-length: {}\r\n", body.len());
            assert!(head.contains(&length), "{head}");
            let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
            assert_eq!(body["error"]["code"], -32600);
        }
    }

    #[test]
    fn every_other_response_is_left_alone() {
        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nHTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n",
            "HTTP/1.1 4",
            "",
        ] {
            assert_eq!(added_to(other), None, "{other}");
        }
    }
}
