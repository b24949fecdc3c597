//! The types of members, and the strings that are allowed, are those of the official schemas.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{DIFFERENT, Schema, is_unsaid_meta, shapes};
use crate::explain::shapes::types::{Member, Type};
use crate::version::ProtocolVersion;

/// Members whose type differs, and why.
const OTHER_TYPE: &[(&str, &str, &str)] = &[(
    "ElicitResult",
    "content",
    "the generated schemas forget fractions",
)];

/// The JSON types that a value may have; empty for any.
fn types_of(kind: Type) -> BTreeSet<&'static str> {
    let names: &[&str] = match kind {
        Type::Any => &[],
        Type::Boolean => &["boolean"],
        Type::Text | Type::Base64 | Type::Word(_) => &["string"],
        Type::Integer | Type::Count => &["integer"],
        Type::IntegerOrNull => &["integer", "null"],
        Type::Number | Type::Share => &["number"],
        Type::Token => &["string", "integer"],
        Type::List(_) => &["array"],
        Type::EitherOrMany(..) => &["array", "object"],
        Type::Filled => &["string", "number", "boolean", "array"],
        _ => &["object"],
    };
    names.iter().copied().collect()
}

impl Schema {
    fn json_types<'v>(&'v self, value: &'v Value, into: &mut BTreeSet<&'v str>) {
        let Some(value) = self.followed(value) else {
            return;
        };
        for part in value["anyOf"].as_array().into_iter().flatten() {
            self.json_types(part, into);
        }
        match &value["type"] {
            Value::String(name) => {
                into.insert(name);
            }
            Value::Array(names) => into.extend(names.iter().filter_map(Value::as_str)),
            _ if value["const"].is_string() || value["enum"].is_array() => {
                into.insert("string");
            }
            _ => {}
        }
    }

    fn words<'v>(&'v self, value: &'v Value) -> BTreeSet<&'v str> {
        let value = self.followed(value).unwrap_or(&Value::Null);
        let listed = value["enum"].as_array().into_iter().flatten();
        let words = listed.filter_map(Value::as_str);
        words.chain(value["const"].as_str()).collect()
    }

    /// What differs in the type of one member.
    fn type_fault(
        &self,
        version: ProtocolVersion,
        member: &Member,
        value: &Value,
    ) -> Option<String> {
        let ours = match member.kind {
            Type::EitherOrMany(_, many) if !many(version) => ["object"].into(),
            kind => types_of(kind),
        };
        let mut theirs = BTreeSet::new();
        self.json_types(value, &mut theirs);
        if ours != theirs && !ours.is_empty() {
            return Some(format!("{ours:?} here, {theirs:?} there"));
        }
        let Type::Word(words) = member.kind else {
            return None;
        };
        let (words, theirs) = (
            words.iter().copied().collect::<BTreeSet<_>>(),
            self.words(value),
        );
        (words != theirs).then(|| format!("{words:?} here, {theirs:?} there"))
    }

    /// The definition of a member.
    fn member(&self, shape: &str, name: &str) -> Option<&Value> {
        let places = super::places(shape);
        places.iter().find_map(|place| {
            let first = place.split('+').next()?;
            self.followed(self.at(first)?)?["properties"].get(name)
        })
    }
}

#[test]
#[ignore = "reads the official schemas; set MCP_OFFICIAL_DATA"]
fn the_types_of_members_are_those_of_the_official_schemas() {
    let mut faults = BTreeSet::new();
    let mut compared = 0;
    for version in ProtocolVersion::ALL {
        let schema = Schema::of(version);
        for shape in shapes() {
            for member in shape.members_in(Some(version)) {
                let listed = |list: &[(&str, &str, &str)]| {
                    let mut all = list.iter();
                    all.any(|(of, name, _)| *of == shape.name && *name == member.name)
                };
                let Some(value) = schema.member(shape.name, member.name) else {
                    continue;
                };
                if listed(DIFFERENT)
                    || listed(OTHER_TYPE)
                    || is_unsaid_meta(shape.name, member.name, version)
                {
                    continue;
                }
                compared += 1;
                if let Some(fault) = schema.type_fault(version, member, value) {
                    faults.insert(format!("{version} {}.{}: {fault}", shape.name, member.name));
                }
            }
        }
    }
    println!("{compared} members");
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(compared > 1_000, "only {compared} members");
}
