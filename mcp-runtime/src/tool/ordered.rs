//! Schemas as text, with the arguments in the order of the function's parameters.
//!
//! In: a schema as a value, which has forgotten its order. Out: text in which a reader meets the
//! arguments as the author wrote them. It never changes what a schema allows.

use mcp_core::json::{self, Raw};
use serde_json::{Map, Value};

/// The schema of the arguments as text, its properties in the given order.
pub(super) fn arguments(schema: &Map<String, Value>, order: &[String]) -> String {
    const FIRST: [&str; 3] = ["type", "properties", "required"];
    let mut out = Vec::from(*b"{");
    let first = FIRST.iter().filter_map(|key| schema.get_key_value(*key));
    let rest = schema
        .iter()
        .filter(|(key, _)| !FIRST.contains(&key.as_str()));
    for (at, (key, value)) in first.chain(rest).enumerate() {
        separate(&mut out, at);
        json::write_str(&mut out, key);
        out.push(b':');
        match value {
            Value::Object(properties) if key == "properties" => {
                members(&mut out, properties, order);
            }
            other => out.extend_from_slice(other.to_string().as_bytes()),
        }
    }
    out.push(b'}');
    String::from_utf8(out).unwrap_or_default()
}

fn members(out: &mut Vec<u8>, properties: &Map<String, Value>, order: &[String]) {
    out.push(b'{');
    let known = order
        .iter()
        .filter_map(|name| properties.get_key_value(name));
    let rest = properties.iter().filter(|(name, _)| !order.contains(name));
    for (at, (name, schema)) in known.chain(rest).enumerate() {
        separate(out, at);
        json::write_str(out, name);
        out.push(b':');
        out.extend_from_slice(schema.to_string().as_bytes());
    }
    out.push(b'}');
}

fn separate(out: &mut Vec<u8>, at: usize) {
    if at > 0 {
        out.push(b',');
    }
}

/// The keys of one member of an object, in the order of the text.
pub(super) fn keys(text: &str, member: &str) -> Vec<String> {
    let inner = Raw::parse(text).ok().and_then(|raw| raw.member(member));
    inner
        .into_iter()
        .flat_map(Raw::members)
        .map(|member| member.key.into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_are_listed_in_the_order_of_the_parameters() {
        let schema = json!({
            "additionalProperties": false,
            "properties": {"a": {}, "b": {}, "z": {}},
            "required": ["z"],
            "type": "object",
        });
        let order = ["z".to_owned(), "b".to_owned()];
        let text = arguments(schema.as_object().expect("an object"), &order);
        assert_eq!(
            text,
            r#"{"type":"object","properties":{"z":{},"b":{},"a":{}},"required":["z"],"additionalProperties":false}"#
        );
    }

    #[test]
    fn keys_keep_the_order_of_the_text() {
        let text = r#"{"properties": {"r": {}, "a": {}}}"#;
        assert_eq!(keys(text, "properties"), ["r", "a"]);
        assert_eq!(keys("{}", "properties"), [""; 0]);
    }
}
