//! One schema for all arguments of a tool.
//!
//! In: each parameter's name, schema and whether it may be left out. Out: the schemas of the
//! arguments' object. It never generates a parameter's own schema.

use serde_json::{Map, Value, json};

use super::Schemas;

/// What is known of one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The name that the caller uses; ignored when `flat`.
    pub(crate) name: String,
    /// From `reading().subschema_for::<T>()`, with what `#[arg(…)]` says put in as keywords
    /// (`minimum`, `description`, `default`, `x-mcp-header`, …): a keyword put in this way narrows.
    pub(crate) schema: Value,
    /// The caller must give it. For a `flat` one: its required fields must be given.
    pub(crate) required: bool,
    /// `null` means something else than absent (`Option<Option<T>>`): it stays in the listed schema.
    pub(crate) keeps_null: bool,
    /// `#[arg(flatten)]`: its fields are the arguments.
    pub(crate) flat: bool,
}

/// The schemas of the arguments of a tool, from all its parameters in the order of the function.
///
/// Errors are sentences about the tool, without its name: each names the parameter and the remedy.
pub(crate) fn arguments(
    parameters: Vec<Parameter>,
    definitions: Map<String, Value>,
) -> Result<Schemas, Vec<String>> {
    let _ = definitions;
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut order = Vec::new();
    for parameter in parameters {
        if parameter.required {
            required.push(Value::from(parameter.name.clone()));
        }
        order.push(parameter.name.clone());
        properties.insert(parameter.name, parameter.schema);
    }
    let precise = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    });
    let listed = precise.as_object().cloned().unwrap_or_default();
    Ok(Schemas {
        precise,
        listed,
        order,
        widened: Vec::new(),
    })
}
