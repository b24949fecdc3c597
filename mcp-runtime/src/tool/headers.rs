//! Which arguments are mirrored in HTTP headers (revision 2026-07-28, `x-mcp-header`).
//!
//! In: the schema of the arguments as it is listed, generated or written by hand. Out: sentences
//! about each mark that the specification does not allow, since a client drops the whole tool for
//! it, and the list of the marks, so that no call reads the schema. It never changes the schema.

use serde_json::{Map, Value};

/// The keyword.
const HEADER: &str = "x-mcp-header";

/// An argument that a header repeats.
#[cfg_attr(not(feature = "http"), allow(dead_code))] // Only HTTP has headers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mirrored {
    /// The header in lower case: `mcp-param-region`.
    pub(crate) header: String,
    /// The header as it is shown: `Mcp-Param-Region`.
    pub(crate) shown: String,
    /// The names that lead to the argument.
    pub(crate) path: Vec<String>,
    /// The member as it is shown: `params.arguments.region`.
    pub(crate) member: String,
}

/// Says what is wrong with the headers of a tool, and lists them.
pub(super) fn check(schema: &Map<String, Value>, wrong: &mut Vec<String>) -> Vec<Mirrored> {
    let mut walk = Walk {
        found: Vec::new(),
        names: Vec::new(),
        path: Vec::new(),
        wrong,
    };
    walk.object(schema, Place::Root);
    walk.found
}

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// It is that of all arguments.
    Root,
    /// Only names of properties lead to it.
    Property,
    /// It holds for more than one place, or only sometimes.
    Elsewhere,
}

struct Walk<'w, 's> {
    found: Vec<Mirrored>,
    /// The headers so far, in lower case.
    names: Vec<String>,
    path: Vec<&'s str>,
    wrong: &'w mut Vec<String>,
}

impl<'s> Walk<'_, 's> {
    // NB. the recursion is as deep as the schema, which was read by a parser that has a limit.
    fn schema(&mut self, schema: &'s Value, place: Place) {
        match schema {
            Value::Object(members) => self.object(members, place),
            Value::Array(all) => all
                .iter()
                .for_each(|inner| self.schema(inner, Place::Elsewhere)),
            _ => {}
        }
    }

    fn object(&mut self, members: &'s Map<String, Value>, place: Place) {
        if let Some(header) = members.get(HEADER) {
            self.header(header, members, place);
        }
        for (keyword, inner) in members {
            match keyword.as_str() {
                // What stands there are values, not schemas.
                "const" | "default" | "enum" | "example" | "examples" | HEADER => {}
                "properties" => {
                    let inside = match place {
                        Place::Elsewhere => Place::Elsewhere,
                        _ => Place::Property,
                    };
                    self.each(inner, inside);
                }
                "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                    self.each(inner, Place::Elsewhere);
                }
                _ => self.schema(inner, Place::Elsewhere),
            }
        }
    }

    /// Schemas by name.
    fn each(&mut self, schemas: &'s Value, place: Place) {
        for (name, inner) in schemas.as_object().into_iter().flatten() {
            self.path.push(name);
            self.schema(inner, place);
            self.path.pop();
        }
    }

    fn header(&mut self, header: &Value, schema: &Map<String, Value>, place: Place) {
        let name = header.as_str().unwrap_or_default();
        let lower = name.to_ascii_lowercase();
        if place != Place::Property {
            return self.say("a header can mirror only what names of properties alone lead to");
        }
        if name.is_empty() || !name.bytes().all(is_token) {
            self.say(&format!(
                "{header} can't be the name of a header: it must be of letters, digits and `-`"
            ));
        }
        if !is_short(schema) {
            self.say("only a text, a whole number or a boolean can travel in a header");
        }
        if self.names.contains(&lower) {
            self.say(&format!("a second one with the header `{lower}`"));
        }
        let path = self.path.iter().map(|name| (*name).to_owned());
        self.found.push(Mirrored {
            header: format!("mcp-param-{lower}"),
            shown: format!("Mcp-Param-{name}"),
            path: path.collect(),
            member: format!("params.arguments.{}", self.path.join(".")),
        });
        self.names.push(lower);
    }

    fn say(&mut self, fault: &str) {
        self.wrong.push(match self.path.as_slice() {
            [] => format!("its input schema: {fault}"),
            path => format!("parameter `{}`: {fault}", path.join(".")),
        });
    }
}

/// Is it of a type that fits into a header?
fn is_short(schema: &Map<String, Value>) -> bool {
    let kind = schema.get("type").and_then(Value::as_str);
    matches!(kind, Some("string" | "integer" | "boolean"))
}

/// May it stand in a token of RFC 9110?
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(schema: &Value) -> Vec<String> {
        let mut wrong = Vec::new();
        check(schema.as_object().expect("an object"), &mut wrong);
        wrong
    }

    fn under(property: Value) -> Value {
        json!({"type": "object", "properties": {"p": property}})
    }

    #[test]
    fn texts_whole_numbers_and_booleans_at_any_depth_may_have_one() {
        let schema = json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "n": {"type": "integer", "x-mcp-header": "Method"},
            "deep": {"type": "object", "properties": {"b": {"type": "boolean", "x-mcp-header": "x.y_z!"}}},
        }});
        assert_eq!(said(&schema), Vec::<String>::new());
        let found = check(schema.as_object().expect("an object"), &mut Vec::new());
        let found = found.iter().map(|m| (m.header.as_str(), m.member.as_str()));
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                ("mcp-param-method", "params.arguments.n"),
                ("mcp-param-region", "params.arguments.region"),
                ("mcp-param-x.y_z!", "params.arguments.deep.b"),
            ]
        );
    }

    #[test]
    fn a_name_must_be_a_token() {
        for name in [
            json!(""),
            json!("a b"),
            json!("a\n"),
            json!("a:b"),
            json!("é"),
            json!(7),
            json!(null),
        ] {
            let faults = said(&under(json!({"type": "string", "x-mcp-header": name})));
            assert_eq!(faults.len(), 1, "{name}: {faults:?}");
            assert!(faults[0].starts_with("parameter `p`: "), "{faults:?}");
            assert!(
                faults[0].contains("can't be the name of a header"),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn a_name_stands_once_in_all_of_the_schema_whatever_its_case() {
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "string", "x-mcp-header": "Region"},
            "b": {"type": "object", "properties": {"c": {"type": "string", "x-mcp-header": "REGION"}}},
        }});
        assert_eq!(
            said(&schema),
            ["parameter `b.c`: a second one with the header `region`"]
        );
    }

    #[test]
    fn other_types_have_none() {
        for kind in [
            json!("number"),
            json!("array"),
            json!("object"),
            json!(["string", "null"]),
            json!(null),
        ] {
            let faults = said(&under(json!({"type": kind, "x-mcp-header": "X"})));
            assert_eq!(
                faults,
                ["parameter `p`: only a text, a whole number or a boolean can travel in a header"]
            );
        }
    }

    #[test]
    fn only_names_of_properties_may_lead_to_one() {
        let marked = || json!({"type": "string", "x-mcp-header": "X"});
        for schema in [
            json!({"type": "object", "x-mcp-header": "X"}),
            under(json!({"type": "array", "items": marked()})),
            under(json!({"type": "array", "prefixItems": [marked()]})),
            under(json!({"anyOf": [marked()]})),
            under(json!({"type": "object", "additionalProperties": marked()})),
            under(json!({"type": "object", "patternProperties": {"a": marked()}})),
            json!({"type": "object", "$defs": {"a": marked()}}),
            json!({"type": "object", "if": {"properties": {"a": marked()}}}),
            json!({"type": "object", "allOf": [{"properties": {"a": marked()}}]}),
        ] {
            let faults = said(&schema);
            assert_eq!(faults.len(), 1, "{schema}: {faults:?}");
            assert!(
                faults[0]
                    .ends_with("a header can mirror only what names of properties alone lead to"),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn values_and_properties_of_that_name_are_no_marks() {
        let schema = json!({"type": "object", "properties": {
            "x-mcp-header": {"type": "array", "items": {"type": "number"}},
            "p": {"type": "object", "default": {"x-mcp-header": 1}, "examples": [{"x-mcp-header": 1}]},
        }});
        assert_eq!(said(&schema), Vec::<String>::new());
    }
}
