//! The portable pass over real types.

mod assembly;
mod outputs;
mod properties;
mod random;
mod rows;
mod samples;
mod types;
mod widenings;

use mcp_core::json::{Raw, from_raw};
use mcp_core::schema::{ArgumentFault, Checker};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Parameter, Regexes, Schemas, Widening, arguments, reading};

/// The schemas of a tool whose only parameter is `p`.
fn of<T: JsonSchema>() -> Schemas {
    let mut generator = reading();
    let schema = generator.subschema_for::<T>().to_value();
    let parameter = Parameter {
        name: "p".into(),
        schema,
        required: true,
        keeps_null: false,
        flat: false,
    };
    arguments(vec![parameter], generator.take_definitions(false)).unwrap()
}

/// The schemas of a tool whose arguments are the fields of the type.
fn flat<T: JsonSchema>() -> Result<Schemas, Vec<String>> {
    let mut generator = reading();
    let schema = generator.subschema_for::<T>().to_value();
    let parameter = Parameter {
        name: "p".into(),
        schema,
        required: true,
        keeps_null: false,
        flat: true,
    };
    arguments(vec![parameter], generator.take_definitions(false))
}

/// What is listed for a required parameter of the type.
fn listed<T: JsonSchema>() -> Value {
    of::<T>().listed["properties"]["p"].clone()
}

/// What is listed for a parameter of the type that may be left out.
fn listed_optional<T: JsonSchema>() -> Value {
    let mut generator = reading();
    let schema = generator.subschema_for::<T>().to_value();
    let parameter = Parameter {
        name: "p".into(),
        schema,
        required: false,
        keeps_null: false,
        flat: false,
    };
    let schemas = arguments(vec![parameter], generator.take_definitions(false)).unwrap();
    schemas.listed["properties"]["p"].clone()
}

fn checker(schemas: &Schemas) -> Checker {
    Checker::compile(&schemas.precise, &Regexes)
        .unwrap()
        .with_order(&schemas.order)
}

/// Why the value is refused for a parameter `p` of the type; nothing if it is taken.
fn refusals<T: JsonSchema + DeserializeOwned>(value: &Value) -> Vec<String> {
    refusals_of::<T>(&value.to_string())
}

/// The same for the text of a value, which may hold numbers that a `Value` can't.
fn refusals_of<T: JsonSchema + DeserializeOwned>(value: &str) -> Vec<String> {
    let text = format!("{{\"p\":{value}}}");
    let arguments = Raw::parse(&text).unwrap();
    let mut faults: Vec<ArgumentFault> = Vec::new();
    checker(&of::<T>()).check(arguments, &mut faults);
    if faults.is_empty()
        && let Err(error) = from_raw::<T>(arguments.member("p").unwrap())
    {
        let place = match error.path.as_str() {
            "" => "p".to_owned(),
            path if path.starts_with('[') => format!("p{path}"),
            path => format!("p.{path}"),
        };
        return vec![format!("{place} {}", error.message)];
    }
    let line = |fault: ArgumentFault| format!("{} {}", fault.field, fault.reason);
    faults.into_iter().map(line).collect()
}

/// Every schema inside, with its place.
fn everywhere(schema: &Value, visit: &mut dyn FnMut(&serde_json::Map<String, Value>)) {
    let Value::Object(schema) = schema else {
        return;
    };
    visit(schema);
    let mut copy = schema.clone();
    let _ = super::walk::change_inner::<()>(&mut copy, "", |inner, _| {
        everywhere(&inner, visit);
        Ok(inner)
    });
    for inner in schema
        .get("$defs")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        everywhere(inner.1, visit);
    }
}

fn valid(schema: &Value, instance: &Value) -> bool {
    jsonschema::validator_for(schema)
        .unwrap()
        .is_valid(instance)
}

fn raw(text: &str) -> Raw<'_> {
    Raw::parse(text).unwrap()
}
