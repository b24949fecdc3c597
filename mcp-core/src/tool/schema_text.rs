//! JSON Schemas as they were written.
//!
//! In: the text of a schema, or a value. Out: the same text on one line, with every keyword, in
//! the order in which they came. What the schema means is not looked at.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::meta::JsonObject;
use crate::wire;

/// The text of a JSON Schema that is an object. Two are equal when their texts are.
///
/// ```
/// use mcp_core::tool::SchemaText;
///
/// let schema = SchemaText::parse(r#"{ "type": "object", "required": ["b", "a"] }"#).unwrap();
/// assert_eq!(schema.as_str(), r#"{"type":"object","required":["b","a"]}"#);
/// ```
//
// NB. Read it by `serde_json` only: other deserialisers can't hand out the text of a value.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct SchemaText(Box<RawValue>);

impl SchemaText {
    /// Takes the text of a schema; white space between its tokens is dropped.
    ///
    /// # Errors
    /// When the text is not JSON, or not that of an object.
    pub fn parse(text: &str) -> Result<Self, NotASchema> {
        let raw = RawValue::from_string(wire::one_line(text)).map_err(NotASchema::Json)?;
        if raw.get().starts_with('{') {
            Ok(Self(raw))
        } else {
            Err(NotASchema::NotAnObject)
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The schema as a value. The order of its keys is lost, and numbers are as exact as
    /// [`Value`] holds them.
    ///
    /// # Errors
    /// When the text holds what a value can't: a number beyond all floats, half a
    /// surrogate pair, or nesting deeper than `serde_json` reads.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }
}

impl TryFrom<&Value> for SchemaText {
    type Error = NotASchema;

    fn try_from(schema: &Value) -> Result<Self, NotASchema> {
        Self::parse(&schema.to_string())
    }
}

impl TryFrom<Value> for SchemaText {
    type Error = NotASchema;

    fn try_from(schema: Value) -> Result<Self, NotASchema> {
        Self::try_from(&schema)
    }
}

impl TryFrom<JsonObject> for SchemaText {
    type Error = NotASchema;

    fn try_from(schema: JsonObject) -> Result<Self, NotASchema> {
        Self::try_from(Value::Object(schema))
    }
}

impl<'de> Deserialize<'de> for SchemaText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Self::parse(raw.get()).map_err(de::Error::custom)
    }
}

impl PartialEq for SchemaText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for SchemaText {}

impl fmt::Debug for SchemaText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a text can't be the schema of a tool.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotASchema {
    /// It is not JSON.
    Json(serde_json::Error),
    /// It is JSON, but no object. (`true` and `false` are schemas, but not for tools.)
    NotAnObject,
}

impl fmt::Display for NotASchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(fault) => write!(f, "the schema is not JSON: {fault}"),
            Self::NotAnObject => f.write_str("a schema of a tool must be a JSON object"),
        }
    }
}

impl std::error::Error for NotASchema {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Json(fault) => Some(fault),
            Self::NotAnObject => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_their_order_and_numbers_stay_as_written() {
        let text = r#"{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","properties":{"z":{"maximum":1.50e2},"a":{"const":18446744073709551616}},"x-own":null}"#;
        let schema = SchemaText::parse(text).unwrap();
        assert_eq!(serde_json::to_string(&schema).unwrap(), text);
        let read: SchemaText = serde_json::from_str(text).unwrap();
        assert_eq!(read, schema);
    }

    #[test]
    fn a_schema_on_many_lines_is_written_on_one() {
        let pretty = "{\n  \"type\": \"object\",\r\n\t\"title\": \"a  b\u{2028}\"\n}\n";
        let read: SchemaText = serde_json::from_str(pretty).unwrap();
        for schema in [SchemaText::parse(pretty).unwrap(), read] {
            assert_eq!(schema.as_str(), r#"{"type":"object","title":"a  b\u2028"}"#);
        }
    }

    #[test]
    fn what_is_no_object_is_no_schema_of_a_tool() {
        for text in ["null", "true", "[]", "\"{}\"", "1"] {
            assert!(
                matches!(SchemaText::parse(text), Err(NotASchema::NotAnObject)),
                "{text}"
            );
        }
        for text in ["", "{", "{} {}", "{'a':1}", "{\"a\":\"\n\"}"] {
            assert!(
                matches!(SchemaText::parse(text), Err(NotASchema::Json(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn a_value_becomes_its_text_and_comes_back() {
        let value = serde_json::json!({"type": "object"});
        let schema = SchemaText::try_from(value.clone()).unwrap();
        assert_eq!(schema.to_value().unwrap(), value);
        assert!(SchemaText::try_from(Value::Bool(true)).is_err());
    }
}
