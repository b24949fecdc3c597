//! One schema for all arguments of a tool.
//!
//! In: each parameter's name, schema and whether it may be left out. Out: the schemas of the
//! arguments' object. It never generates a parameter's own schema.

use serde_json::{Map, Value, json};

use super::normal::Normal;
use super::objects::{is_object, names, spread};
use super::portable::{Portable, definitions, without_null};
use super::unions::has_union;
use super::walk::{Schema, as_schema, is_type, properties};
use super::{Schemas, references};

/// What is known of one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The name that the caller uses; for a `flat` one it only names it in errors.
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
/// `definitions` are those of the generator that made the parameters' schemas. Errors are sentences
/// about the tool, without its name: each names the parameter and the remedy.
pub(crate) fn arguments(
    parameters: Vec<Parameter>,
    definitions: Map<String, Value>,
) -> Result<Schemas, Vec<String>> {
    let normal = Normal {
        definitions: &definitions,
        input: true,
    };
    let mut whole = Whole::default();
    let mut faults = Vec::new();
    for parameter in parameters {
        if let Err(fault) = whole.add(parameter, &normal) {
            faults.push(fault);
        }
    }
    let definitions = definitions.iter().map(|(name, schema)| {
        let schema = normal.of(schema.clone(), &format!("$defs.{name}"), 0);
        Ok((name.clone(), Value::Object(schema?)))
    });
    let definitions: Result<Map<String, Value>, String> = definitions.collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let definitions = definitions.map_err(|fault| vec![fault])?;
    whole.finish(&definitions)
}

/// The object of all arguments, as far as it is put together.
#[derive(Default)]
struct Whole {
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// Flattened parameters.
    parts: Vec<Value>,
    order: Vec<String>,
    keeps_null: Vec<String>,
}

impl Whole {
    fn add(&mut self, parameter: Parameter, normal: &Normal<'_>) -> Result<(), String> {
        let Parameter {
            name,
            schema,
            required,
            keeps_null,
            flat,
        } = parameter;
        if flat {
            return self.flatten(&name, schema, required, normal);
        }
        let schema = normal.of(schema, &format!("properties.{name}"), 1)?;
        self.claim(&name)?;
        if required {
            self.required.push(name.clone().into());
        }
        if keeps_null {
            self.keeps_null.push(name.clone());
        }
        self.properties.insert(name, Value::Object(schema));
        Ok(())
    }

    fn claim(&mut self, name: &str) -> Result<(), String> {
        if self.order.iter().any(|there| there == name) {
            return Err(format!(
                "two parameters are called `{name}` by the caller: rename one with \
                 `#[arg(rename = \"…\")]`, or rename the field that is flattened into the arguments"
            ));
        }
        self.order.push(name.to_owned());
        Ok(())
    }

    fn flatten(
        &mut self,
        name: &str,
        schema: Value,
        required: bool,
        normal: &Normal<'_>,
    ) -> Result<(), String> {
        let target = schema.get("$ref").and_then(|target| normal.target(target));
        let schema = target.cloned().unwrap_or(schema);
        let mut schema = without_null(normal.of(schema, "", 0)?);
        if is_type(&schema, "null") {
            // A unit: an object without members.
            schema = Schema::from_iter([("type".to_owned(), "object".into())]);
        }
        if !is_object(&schema) {
            return Err(format!(
                "parameter `{name}` is flattened into the arguments, but its type is not always an \
                 object: take it as an ordinary parameter, or use a struct, a map, or an enum whose \
                 variants are all objects"
            ));
        }
        if schema.get("additionalProperties").is_none() && properties(&schema).next().is_none() {
            let open = super::walk::cases(&schema, "oneOf").is_empty()
                && super::walk::cases(&schema, "anyOf").is_empty()
                && !schema.contains_key("patternProperties");
            if open {
                // A struct without fields.
                schema.insert("additionalProperties".into(), false.into());
            }
        }
        for note in ["title", "description", "default", "examples"] {
            schema.remove(note);
        }
        for field in names(&schema) {
            self.claim(&field)?;
        }
        self.parts.push(if required {
            Value::Object(schema)
        } else {
            or_nothing(schema)
        });
        Ok(())
    }

    fn finish(self, definitions: &Map<String, Value>) -> Result<Schemas, Vec<String>> {
        let mut root = Schema::new();
        root.insert("type".into(), "object".into());
        root.insert("properties".into(), Value::Object(self.properties));
        if !self.required.is_empty() {
            root.insert("required".into(), Value::Array(self.required));
        }
        root.insert("additionalProperties".into(), false.into());
        if !self.parts.is_empty() {
            root.insert("allOf".into(), Value::Array(self.parts));
            spread(&mut root, "").map_err(|fault| vec![fault])?;
        }
        let (listed, portable) = list(&root, &self.keeps_null, definitions)?;
        let mut precise = Value::Object(root);
        let used = used(&precise, definitions);
        put_definitions(&mut precise, used);
        Ok(Schemas {
            precise,
            listed,
            order: self.order,
            widened: portable.widened,
        })
    }
}

/// The same, or none of its members.
fn or_nothing(schema: Schema) -> Value {
    let needs = ["required", "oneOf", "anyOf", "allOf", "if", "$ref"];
    if needs.iter().any(|word| schema.contains_key(*word)) {
        return json!({"anyOf": [schema, {}]});
    }
    // NB. nothing fits already, and one object has words for each of its members.
    Value::Object(schema)
}

/// The listed form of the arguments' object.
fn list(
    root: &Schema,
    keeps_null: &[String],
    precise: &Map<String, Value>,
) -> Result<(Schema, Portable), Vec<String>> {
    let mut portable = Portable::default();
    let kept: Vec<(&String, &Value)> = properties(root)
        .filter(|(name, _)| keeps_null.contains(name))
        .collect();
    let mut listed = as_schema(portable.of(Value::Object(root.clone()), ""));
    for (name, schema) in kept {
        let schema = portable.of(schema.clone(), &format!("properties.{name}"));
        if let Some(Value::Object(members)) = listed.get_mut("properties") {
            members.insert(name.clone(), schema);
        }
    }
    if has_union(&listed) {
        return Err(vec![
            "its arguments are one of several kinds that can't be shown as one object, and many \
             clients refuse all tools of a server for that: take the type as an ordinary parameter \
             instead of flattening it"
                .to_owned(),
        ]);
    }
    listed.entry("properties").or_insert_with(|| json!({}));
    let mut value = Value::Object(listed);
    let found = definitions(&mut portable, &value, precise);
    put_definitions(&mut value, found);
    Ok((as_schema(value), portable))
}

/// The definitions that a schema refers to, with all that they refer to.
pub(super) fn used(schema: &Value, definitions: &Map<String, Value>) -> Map<String, Value> {
    let mut out = Map::new();
    let mut waiting = references(schema);
    while let Some(name) = waiting.pop() {
        if let Some(schema) = definitions.get(&name).filter(|_| !out.contains_key(&name)) {
            waiting.extend(references(schema));
            out.insert(name, schema.clone());
        }
    }
    out
}

pub(super) fn put_definitions(schema: &mut Value, definitions: Map<String, Value>) {
    if let (Value::Object(schema), false) = (schema, definitions.is_empty()) {
        schema.insert("$defs".into(), Value::Object(definitions));
    }
}
