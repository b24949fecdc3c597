//! Schemas of servers that we did not write, made fit for our own checker.
//!
//! In: the text of any JSON Schema, of any draft. Out: what values can be checked by. Whatever our
//! checker does not know is left out so that the rest is only looser: a fault that is told here is
//! one by the schema itself. It never follows a reference out of the schema.

#[cfg(test)]
mod agrees;
mod loosen;

use serde_json::Value;

use crate::json::Raw;
use crate::schema::{ArgumentFault, Checker, Patterns, nearest};

/// A schema that values can be checked by.
#[derive(Debug)]
pub(super) struct Checked {
    checker: Checker,
    /// What the checker was made from.
    schema: Value,
    /// Something that restricts was left out: an example might break it.
    loosened: bool,
}

impl Checked {
    /// Compiles what can be; none when the schema is malformed.
    pub(super) fn compile(text: &str, patterns: &dyn Patterns) -> Option<Self> {
        let original: Value = serde_json::from_str(text).ok()?;
        let (schema, loosened) = loosen::loosen(&original, patterns);
        let checker = Checker::compile(&schema, patterns).ok()?;
        let properties = Raw::parse(text).ok()?.member("properties");
        let order = properties.into_iter().flat_map(Raw::members);
        Some(Checked {
            checker: checker.with_order(order.map(|member| member.key)),
            schema,
            loosened,
        })
    }

    /// Everything that is wrong with a value, in the order of the schema's properties.
    pub(super) fn check(&self, value: Raw<'_>) -> Vec<ArgumentFault> {
        let mut faults = Vec::new();
        if !self.checker.accepts(value) {
            self.checker.check(value, &mut faults);
            // The limit of our checker is no fault of the value.
            faults.retain(|fault| !fault.reason.starts_with("must be simpler"));
        }
        faults
    }

    /// A value that would fit, with the members that these faults are about; none when it is not
    /// certain that it would.
    pub(super) fn example(&self, faults: &[ArgumentFault]) -> Option<Value> {
        if self.loosened {
            return None;
        }
        self.checker.report(faults.to_vec(), &self.schema).example
    }

    /// Whether the outermost object must have this member.
    pub(super) fn requires(&self, name: &str) -> bool {
        let required = self.schema.get("required").and_then(Value::as_array);
        required.is_some_and(|names| names.iter().any(|n| n == name))
    }

    /// The outermost properties.
    pub(super) fn properties(&self) -> impl Iterator<Item = &str> {
        let properties = self.schema.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().map(|(name, _)| &**name)
    }

    /// The outermost property of this name, or the nearest.
    pub(super) fn property_near(&self, name: &str) -> Option<&str> {
        nearest(name, self.properties())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::NoPatterns;
    use serde_json::json;

    fn checked(schema: &Value) -> Checked {
        Checked::compile(&schema.to_string(), &NoPatterns).expect("compiles")
    }

    fn faults(schema: &Value, value: &Value) -> Vec<String> {
        let text = value.to_string();
        let faults = checked(schema).check(Raw::parse(&text).expect("JSON"));
        let told = faults.iter().map(|f| format!("{} {}", f.field, f.reason));
        told.collect()
    }

    #[test]
    fn unknown_keywords_loosen_and_never_refuse() {
        let schema = json!({
            "type": "object",
            "properties": {"a": {"type": "string", "pattern": "^x", "format": "date"}},
            "if": {"required": ["a"]}, "then": {"required": ["b"]},
            "dependentRequired": {"a": ["c"]}, "unevaluatedProperties": false, "color": "red",
        });
        assert!(faults(&schema, &json!({"a": "y", "z": 1})).is_empty());
        assert_eq!(faults(&schema, &json!({"a": 1})), ["a must be a string"]);
        assert!(checked(&schema).example(&[]).is_none());
    }

    #[test]
    fn what_is_turned_round_is_left_out_when_its_inside_was_loosened() {
        let not = json!({"not": {"type": "string", "pattern": "^x"}});
        assert!(faults(&not, &json!("y")).is_empty());
        let exact = json!({"not": {"type": "string"}});
        assert_eq!(faults(&exact, &json!("y")).len(), 1);
        let one = json!({"oneOf": [{"type": "string", "pattern": "^x"}, {"type": "string"}]});
        assert!(faults(&one, &json!("y")).is_empty());
        assert_eq!(faults(&one, &json!(1)).len(), 1);
        let both = json!({
            "anyOf": [{"type": "string"}, {"type": "number"}],
            "oneOf": [{"pattern": "^x"}, {"const": 1}],
        });
        assert!(faults(&both, &json!("y")).is_empty());
        assert_eq!(faults(&both, &json!(true)).len(), 1);
    }

    #[test]
    fn references_are_followed_inside_the_schema_only() {
        let schema = json!({
            "properties": {
                "in": {"$ref": "#/definitions/n"},
                "out": {"$ref": "https://example.com/x.json"},
                "lost": {"$ref": "#/definitions/none"},
                "anchor": {"$ref": "#name"},
            },
            "definitions": {"n": {"type": "integer"}},
        });
        let value = json!({"in": "x", "out": 1, "lost": 2, "anchor": 3});
        assert_eq!(faults(&schema, &value), ["in must be an integer"]);
    }

    #[test]
    fn beside_a_reference_nothing_counts_in_old_drafts() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"a": {"$ref": "#/definitions/s", "minLength": 3}},
            "definitions": {"s": {"type": "string"}},
        });
        assert!(faults(&schema, &json!({"a": "x"})).is_empty());
        assert_eq!(faults(&schema, &json!({"a": 1})), ["a must be a string"]);
    }

    #[test]
    fn tuples_of_old_drafts_and_nullable_are_understood() {
        let schema = json!({
            "properties": {
                "pair": {"items": [{"type": "string"}], "additionalItems": false},
                "maybe": {"type": "string", "nullable": true},
            },
        });
        assert!(faults(&schema, &json!({"pair": ["a"], "maybe": null})).is_empty());
        assert_eq!(faults(&schema, &json!({"pair": [1]})).len(), 1);
        assert_eq!(faults(&schema, &json!({"pair": ["a", 1]})).len(), 1);
        assert_eq!(
            faults(&schema, &json!({"maybe": 1})),
            ["maybe must be a string or null"]
        );
    }

    #[test]
    fn names_that_a_dropped_pattern_speaks_of_are_not_called_unknown() {
        let schema = json!({"patternProperties": {"^x-": {}}, "additionalProperties": false});
        assert!(faults(&schema, &json!({"x-a": 1, "b": 2})).is_empty());
    }

    #[test]
    fn a_malformed_schema_checks_nothing() {
        for text in [
            "[]",
            "1",
            r#"{"type":7}"#,
            r#"{"properties":[]}"#,
            r##"{"$ref":"#"}"##,
        ] {
            assert!(Checked::compile(text, &NoPatterns).is_none(), "{text}");
        }
        assert!(Checked::compile("true", &NoPatterns).is_some());
    }

    #[test]
    fn faults_come_in_the_order_in_which_the_server_wrote_its_properties() {
        let text = r#"{"properties":{"b":{"type":"string"},"a":{"type":"string"}}}"#;
        let checked = Checked::compile(text, &NoPatterns).expect("compiles");
        let faults = checked.check(Raw::parse(r#"{"a":1,"b":2}"#).expect("JSON"));
        let fields: Vec<_> = faults.iter().map(|fault| &*fault.field).collect();
        assert_eq!(fields, ["b", "a"]);
    }
}
