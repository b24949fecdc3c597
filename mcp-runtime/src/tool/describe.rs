//! What a tool says about its parameters and its result while a server is built.
//!
//! In: the pass over its parameters, in order, without arguments. Out: schemas as they are
//! generated, needs, and faults. It never judges; `plan` does.

use super::argument::Argument;
use super::param::Param;
use super::schema;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};
use std::any::{Any, TypeId, type_name};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A tool, described.
pub struct Description {
    pub(super) params: Vec<Described>,
    pub(super) needs: Vec<Need>,
    /// The schema of the result, with the definitions it refers to.
    pub(super) output: Option<(Value, Map<String, Value>)>,
    pub(super) faults: Vec<String>,
    generator: SchemaGenerator,
}

/// One parameter, described.
pub(super) struct Described {
    pub(super) name: &'static str,
    pub(super) schema: Value,
    pub(super) required: bool,
    pub(super) keeps_null: bool,
    pub(super) flat: bool,
    /// The type alone refuses what the schema refuses.
    pub(super) plain: bool,
    /// A function that makes the default.
    pub(super) default: Option<Box<dyn Any + Send + Sync>>,
    pub(super) shown: Vec<(&'static str, Value)>,
}

/// How a default is kept.
pub(super) type Make<T> = Box<dyn Fn() -> T + Send + Sync>;

/// Something that the server must have been given.
pub(super) struct Need {
    pub(super) id: TypeId,
    pub(super) shared: TypeId,
    pub(super) name: &'static str,
}

impl Default for Description {
    fn default() -> Self {
        Self {
            params: Vec::new(),
            needs: Vec::new(),
            output: None,
            faults: Vec::new(),
            generator: schema::reading(),
        }
    }
}

impl Description {
    /// Writes a parameter down.
    pub(super) fn parameter<T: Argument>(&mut self, param: Param<T>, flat: bool) -> Option<T> {
        let Param { note, default, .. } = param;
        let name = note.name;
        let mut schema = T::schema(&mut self.generator).to_value();
        let keywords = note.keywords.clone();
        let description = note
            .words()
            .map(|words| ("description".to_owned(), words.into()));
        if !flat {
            add(&mut schema, keywords.into_iter().chain(description));
            show(&mut schema, &note.shown);
        }
        let faults = note.faults.iter().cloned().chain(note.contradictions());
        self.faults
            .extend(faults.map(|fault| format!("parameter `{name}`: {fault}")));
        let required = default.is_none() && self.ask(name, || T::absent().is_none());
        let keeps_null = self.ask(name, || T::null().is_some());
        self.params.push(Described {
            name,
            schema,
            required,
            keeps_null,
            flat,
            plain: !flat && !note.limited && T::plain(),
            default: default.map(|make| Box::new(make) as Box<dyn Any + Send + Sync>),
            shown: note.shown,
        });
        None
    }

    /// Asks the user's `Deserialize`, which may panic.
    fn ask(&mut self, name: &str, question: impl FnOnce() -> bool) -> bool {
        catch_unwind(AssertUnwindSafe(question)).unwrap_or_else(|_| {
            self.faults.push(format!(
                "parameter `{name}`: its `Deserialize` panics when it is asked for a default"
            ));
            true
        })
    }

    /// Writes down that the server must lend a value.
    pub(super) fn need<T: Send + Sync + 'static, R>(&mut self) -> Option<R> {
        self.needs.push(Need {
            id: TypeId::of::<T>(),
            shared: TypeId::of::<Arc<T>>(),
            name: type_name::<T>(),
        });
        None
    }

    /// Writes down the schema of the result.
    pub fn output<R: JsonSchema>(&mut self) {
        let mut generator = schema::writing();
        let schema = generator.subschema_for::<R>().to_value();
        self.output = Some((schema, generator.take_definitions(false)));
    }

    /// The schemas that several parameters refer to.
    pub(super) fn definitions(&mut self) -> Map<String, Value> {
        self.generator.take_definitions(false)
    }
}

/// Adds keywords to a schema, which may be a mere `true`.
fn add(schema: &mut Value, keywords: impl Iterator<Item = (String, Value)>) {
    if !schema.is_object() {
        *schema = Value::Object(Map::new());
    }
    if let Value::Object(members) = schema {
        members.extend(keywords);
    }
}

/// Adds the default and the examples.
fn show(schema: &mut Value, shown: &[(&'static str, Value)]) {
    let keywords = shown.iter().map(|(what, value)| match *what {
        "example" => ("examples".to_owned(), Value::Array(vec![value.clone()])),
        _ => ("default".to_owned(), value.clone()),
    });
    add(schema, keywords);
}
