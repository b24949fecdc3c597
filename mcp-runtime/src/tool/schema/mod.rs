//! Schemas that every client can use, made from those that describe Rust types exactly.
//!
//! In: what `schemars` generates for the parameters and the result of a tool. Out: the *precise*
//! schema, which arguments are checked by, and the *listed* one, which clients are shown, with the
//! ways in which it allows more. A schema written by hand never comes here: it is passed on as it
//! is.

mod arguments;
mod enums;
mod merge;
mod normal;
mod numbers;
mod objects;
mod patterns;
mod portable;
mod results;
mod unions;
mod walk;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

pub(crate) use arguments::{Parameter, arguments};
pub(crate) use patterns::Regexes;

/// A generator for what a caller sends: how types are read.
///
/// Take each parameter's schema with `subschema_for::<T>()`, and at the end the definitions of
/// recursive types with `take_definitions(false)`, once for all parameters of a tool.
pub(crate) fn reading() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// A generator for what a tool returns: how types are written. Used like [`reading`].
pub(crate) fn writing() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    })
}

/// The schemas of a tool's arguments.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Schemas {
    /// What is accepted: for `mcp_core::schema::Checker` (put `order` in with `with_order`).
    pub(crate) precise: Value,
    /// What clients are shown: an object schema without constructs that clients stumble over.
    pub(crate) listed: Map<String, Value>,
    /// The argument names in the order of the function's parameters.
    pub(crate) order: Vec<String>,
    /// Where `listed` allows what `precise` refuses.
    pub(crate) widened: Vec<Widened>,
}

/// A place where the listed schema allows more than is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Widened {
    /// The place, as in `properties.at`.
    pub(crate) path: String,
    /// In which way.
    pub(crate) way: Widening,
}

/// The ways in which a listed schema may allow more than is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Widening {
    /// The variants of an enum were merged into one object.
    MergedEnum,
    /// A tuple lists the union of its members' types for every place.
    Tuple,
    /// A map's keys are not shown.
    MapKeys,
    /// A `format` that clients refuse was dropped.
    Format,
    /// A value that is left out (`not`) is not shown.
    Exclusion,
    /// `oneOf` is listed as `anyOf`.
    OneOf,
}

/// The schema of a tool's result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OutputSchema {
    pub(crate) schema: Value,
    /// The result is always an object, and the schema's root says so.
    pub(crate) is_object: bool,
}

/// The schema that is listed for a result: from `writing().subschema_for::<T>()` and that
/// generator's definitions. It allows what the generated one allows; `null` that is really
/// returned stays.
pub(crate) fn output(
    generated: Value,
    definitions: Map<String, Value>,
) -> Result<OutputSchema, String> {
    let normal = normal::Normal {
        definitions: &definitions,
        input: false,
    };
    let target = generated
        .get("$ref")
        .and_then(|target| normal.target(target));
    let root = target.cloned().unwrap_or(generated);
    let mut root = results::tidy(normal.of(root, "", 0)?);
    let is_object = results::is_always_object(&root);
    if is_object {
        root.insert("type".into(), "object".into());
    }
    let mut tidied = Map::new();
    for (name, schema) in &definitions {
        let schema = normal.of(schema.clone(), &format!("$defs.{name}"), 0)?;
        tidied.insert(name.clone(), Value::Object(results::tidy(schema)));
    }
    let mut schema = Value::Object(root);
    let used = arguments::used(&schema, &tidied);
    arguments::put_definitions(&mut schema, used);
    Ok(OutputSchema { schema, is_object })
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) => {
                let target = members.get("$ref").and_then(Value::as_str);
                let name = target.and_then(|target| target.strip_prefix("#/$defs/"));
                names.extend(name.map(normal::decoded));
                waiting.extend(
                    members
                        .iter()
                        .filter(|(key, _)| *key != "$defs")
                        .map(|(_, v)| v),
                );
            }
            Value::Array(elements) => waiting.extend(elements),
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests;
