//! What comes in and what doesn't, as tables.

mod heads;
mod linear;
mod media;
mod mirror;
mod pages;

use super::Gates;
use crate::http::HttpOptions;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Request};

/// The head of a request; names of headers and values as bytes.
fn head(method: &str, target: &str, headers: &[(&str, &[u8])]) -> Parts {
    let request = Request::builder().method(method).uri(target).body(());
    let (mut parts, ()) = request.expect("a request").into_parts();
    parts.headers = fields(headers);
    parts
}

fn fields(all: &[(&str, &[u8])]) -> HeaderMap {
    let mut map = HeaderMap::new();
    for (name, value) in all {
        let name: HeaderName = name.parse().expect("a name");
        map.append(name, HeaderValue::from_bytes(value).expect("a value"));
    }
    map
}

fn gates(options: &HttpOptions) -> Gates {
    Gates::new(options).expect("good lists")
}

/// 0 for what passes, else the status.
fn status(gates: &Gates, parts: &Parts) -> u16 {
    let local = Some("127.0.0.1:8000".parse().expect("an address"));
    match gates.check_head(parts, local) {
        Ok(_) => 0,
        Err(refused) => refused.status().as_u16(),
    }
}
