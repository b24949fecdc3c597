//! The classifier against a model made of `serde_json`.
//!
//! In: a frame. Out: a panic when a request, notification or response is taken for something else,
//! when an id is not repeated as it was written, or when anything of a message panics.

use mcp_core::json::Raw;
use mcp_core::rpc::{self, ErrorId, FaultKind, Id, Message, Params, Refusal};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// The members of an object in their order, those that stand there twice too.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut all = Vec::new();
                while let Some(member) = map.next_entry()? {
                    all.push(member);
                }
                Ok(Members(all))
            }
        }
        from.deserialize_map(All)
    }
}

impl Members<'_> {
    fn one(&self, name: &str) -> Option<&RawValue> {
        let member = self.0.iter().find(|(key, _)| key == name);
        member.map(|(_, value)| *value)
    }

    fn twice(&self) -> bool {
        let known = ["jsonrpc", "id", "method", "params", "result", "error"];
        known
            .iter()
            .any(|name| self.0.iter().filter(|(key, _)| key == name).count() > 1)
    }
}

/// Classifies a frame in both ways.
pub fn check(data: &[u8]) {
    let classified = rpc::classify(data);
    walk(&classified);
    // NB. white space of JSON and a byte order mark around a frame are nobody's business.
    let trimmed = data.strip_prefix(b"\xef\xbb\xbf").unwrap_or(data);
    let Ok(text) = std::str::from_utf8(trimmed) else {
        assert!(
            classified.is_err(),
            "what is no UTF-8 is taken for a message"
        );
        return;
    };
    let valid = serde_json::from_str::<Value>(text);
    match &classified {
        Ok(_) => {
            let raw = serde_json::from_str::<&RawValue>(text);
            assert!(
                raw.is_ok(),
                "what is no JSON is taken for a message: {text}"
            );
        }
        Err(Refusal { fault, .. }) => {
            let torn = matches!(fault.kind, FaultKind::CutOff | FaultKind::BadText);
            assert!(!torn || valid.is_err(), "JSON is refused as none: {text}");
        }
    }
    if valid.is_ok() {
        match serde_json::from_str::<Members<'_>>(text) {
            Ok(members) => compare(&members, &classified),
            Err(_) if valid.is_ok_and(|v| v.is_array()) => {
                assert!(matches!(classified, Ok(Message::Batch(_))), "{text}");
            }
            Err(_) => assert!(classified.is_err(), "{text}"),
        }
    }
}

fn compare(members: &Members<'_>, classified: &Result<Message<'_>, Refusal>) {
    let one = |name| members.one(name);
    let value = |name| one(name).and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok());
    let outcome = one("result").is_some() || one("error").is_some();
    let versioned = value("jsonrpc").is_some_and(|version| version == "2.0");
    let method = value("method");
    let callable = versioned
        && method.as_ref().is_some_and(Value::is_string)
        && value("params").is_none_or(|params| params.is_object() || params.is_null())
        && !outcome
        && !members.twice();
    let id = one("id");
    match classified {
        Ok(Message::Request(request)) => {
            assert!(callable && id.is_some(), "taken for a request");
            assert_eq!(
                Some(&*request.method),
                method.as_ref().and_then(Value::as_str)
            );
            echoed(&request.id, id);
        }
        Ok(Message::Notification(notification)) => {
            assert!(callable && id.is_none(), "taken for a notification");
            assert_eq!(
                Some(&*notification.method),
                method.as_ref().and_then(Value::as_str)
            );
        }
        Ok(Message::Response(response)) => {
            assert!(outcome && method.is_none(), "taken for a response");
            assert!(versioned && !members.twice(), "taken for a response");
            if let Some(of) = &response.id {
                echoed(of, id);
            }
        }
        Ok(Message::Batch(_)) => panic!("an object is taken for a batch"),
        Err(refusal) => {
            assert!(
                !callable || id.is_some_and(|id| !usable(id)),
                "refused: {refusal:?}"
            );
            if let Some(of) = &refusal.fault.id {
                echoed(of, id);
            }
            let asks = method.is_none() && outcome;
            assert!(!asks || !refusal.answered, "a response is answered");
        }
    }
}

/// Whether a request may have that id.
fn usable(id: &RawValue) -> bool {
    match serde_json::from_str::<Value>(id.get()) {
        Ok(Value::Number(_)) => id.get().parse::<i64>().is_ok() && id.get() != "-0",
        Ok(Value::String(text)) => text.len() <= rpc::MAX_ID_BYTES,
        _ => false,
    }
}

/// An id is written as it came, save for line ends that only some readers know.
fn echoed(id: &Id, written: Option<&RawValue>) {
    let written = written.map_or("", RawValue::get);
    let mut text = Vec::new();
    id.write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    if !written.contains(['\u{2028}', '\u{2029}', '\u{85}']) {
        assert_eq!(text, written, "another id");
    }
    assert_eq!(
        serde_json::from_str::<Value>(&text).ok(),
        serde_json::from_str::<Value>(written).ok(),
        "an id that says something else"
    );
}

/// Looks at all that a message has.
fn walk(classified: &Result<Message<'_>, Refusal>) {
    match classified {
        Ok(Message::Request(request)) => parameters(request.parameters(), request.params),
        Ok(Message::Notification(notification)) => {
            parameters(notification.parameters(), notification.params);
        }
        Ok(Message::Response(_)) => {}
        Ok(Message::Batch(batch)) => {
            assert_eq!(batch.entries().count(), batch.len());
            for entry in batch.entries() {
                let classified = rpc::classify_raw(entry);
                // NB. the text of an entry is the text of a frame, but an array is no message here.
                let whole = rpc::classify(entry.get().as_bytes());
                match &whole {
                    Ok(Message::Batch(_)) => assert!(classified.is_err()),
                    whole => assert_eq!(kind(whole), kind(&classified), "{}", entry.get()),
                }
                if let Ok(Message::Request(_) | Message::Notification(_)) = classified {
                    walk(&classified);
                }
            }
        }
        Err(refusal) => refused(refusal),
    }
}

fn kind(classified: &Result<Message<'_>, Refusal>) -> (&'static str, Option<Id>) {
    match classified {
        Ok(Message::Request(request)) => ("request", Some(request.id.clone())),
        Ok(Message::Notification(_)) => ("notification", None),
        Ok(Message::Response(response)) => ("response", response.id.clone()),
        Ok(Message::Batch(_)) => ("batch", None),
        Err(refusal) if refusal.answered => ("answered", refusal.fault.id.clone()),
        Err(refusal) => ("silent", refusal.fault.id.clone()),
    }
}

/// The members found in the one pass are those that a second pass finds.
fn parameters(found: Result<&Params<'_>, rpc::Fault>, params: Option<Raw<'_>>) {
    let read = Params::read(params);
    assert_eq!(found.is_ok(), read.is_ok(), "{params:?}");
    if let (Ok(found), Ok(read)) = (found, read) {
        assert_eq!(format!("{found:?}"), format!("{read:?}"));
        assert_eq!(found.stray().count(), read.stray().count());
    }
}

/// A refusal can be written, and what is written is JSON on one line.
fn refused(refusal: &Refusal) {
    let mut text = Vec::new();
    let id = refusal.fault.id.as_ref();
    let id = id.map_or(ErrorId::Null, ErrorId::Known);
    rpc::error(&mut text, id, &refusal.fault.to_error());
    assert!(!text.contains(&b'\n'));
    let value: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(value["jsonrpc"], "2.0");
    assert!(value["error"]["code"].is_i64() && value["error"]["message"].is_string());
}
