//! A schema that is ready to check values by.
//!
//! In: a schema, once; then the text of values. Out: whether each fits, or everything that is wrong
//! with it. It never makes a `Value` of what it checks, and it is `Send` and `Sync`: one serves all
//! calls at once.

use std::fmt;

use serde_json::Value;

use super::accept::Run;
use super::check::Search;
use super::node::{Id, Node};
use super::{ArgumentFault, Report, SchemaError, compile, example, example_with};
use crate::json::Raw;

/// Compiles the patterns of a schema. This crate has no engine for them: a runtime brings its own.
pub trait Patterns {
    /// Compiles one.
    ///
    /// # Errors
    /// Why it can't be compiled, in words.
    fn compile(&self, pattern: &str) -> Result<Box<dyn Pattern>, String>;
}

/// A compiled pattern.
pub trait Pattern: Send + Sync + fmt::Debug {
    /// Whether the pattern is found anywhere in the text.
    fn is_match(&self, text: &str) -> bool;
}

/// Refuses every pattern: for schemas that are known to have none.
#[derive(Clone, Copy, Debug)]
pub struct NoPatterns;

impl Patterns for NoPatterns {
    fn compile(&self, _: &str) -> Result<Box<dyn Pattern>, String> {
        Err("there is no engine for patterns here".to_owned())
    }
}

/// A compiled schema.
///
/// It enforces `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`,
/// `patternProperties`, `propertyNames`, `minProperties`, `maxProperties`, `items`, `prefixItems`,
/// `minItems`, `maxItems`, `uniqueItems`, `minimum`, `maximum`, `exclusiveMinimum`,
/// `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength`, `pattern`, `oneOf`, `anyOf`, `allOf`,
/// `not` and `$ref` inside the schema. Annotations, `format` among them, restrict nothing; any
/// other keyword is an error when compiling.
///
/// Numbers are compared exactly, an integer is any number without a fractional part, lengths count
/// Unicode scalar values, and a member that is given twice is a fault.
#[derive(Debug)]
pub struct Checker {
    nodes: Vec<Node>,
    order: Vec<Box<str>>,
    duplicates_allowed: bool,
}

impl Checker {
    /// Compiles a schema.
    ///
    /// # Errors
    /// When the schema has a keyword that is not known here, or one with a value that makes no sense;
    /// the error names the keyword and its place.
    pub fn compile(schema: &Value, patterns: &dyn Patterns) -> Result<Self, SchemaError> {
        Ok(Self {
            nodes: compile::compile(schema, patterns)?,
            order: Vec::new(),
            duplicates_allowed: false,
        })
    }

    /// With the order in which the members of the outermost object are reported. Without it, or
    /// for members deeper inside, faults come in the schema's own order.
    #[must_use]
    pub fn with_order<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.order = names.into_iter().map(|name| name.as_ref().into()).collect();
        self
    }

    /// With `null` for a member of the outermost object that is not required counting as its
    /// absence, whatever its schema says.
    #[must_use]
    pub fn with_null_as_absent(mut self) -> Self {
        let mut waiting: Vec<Id> = vec![0];
        let mut done = vec![false; self.nodes.len()];
        while let Some(id) = waiting.pop() {
            if done.get(id) != Some(&false) {
                continue;
            }
            done[id] = true;
            let node = &mut self.nodes[id];
            if let Some(rules) = node.object.as_deref_mut() {
                rules.null_is_absent = true;
            }
            let cases = node.unions.iter().flat_map(|union| &union.cases);
            waiting.extend(cases.chain(&node.all));
        }
        self
    }

    /// With members that are given twice passing unnoticed.
    #[must_use]
    pub fn with_duplicates_allowed(mut self) -> Self {
        self.duplicates_allowed = true;
        self
    }

    /// Whether the value fits. This is the quick way; ask [`check`](Self::check) why it does not.
    pub fn accepts(&self, value: Raw<'_>) -> bool {
        Run::new(&self.nodes, self.duplicates_allowed, value).accepts(0, value)
    }

    /// Tells everything that is wrong with the value, in the order of the members; nothing if it
    /// fits.
    pub fn check(&self, value: Raw<'_>, faults: &mut Vec<ArgumentFault>) {
        let run = Run::new(&self.nodes, self.duplicates_allowed, value);
        let mut found = Vec::new();
        if Search::new(run, &mut found, "").check(0, value) {
            found.sort_by_key(|fault| self.place(&fault.field));
            faults.append(&mut found);
        }
    }

    /// Puts faults and an example of what would be right into a report. `schema` is the one that
    /// this checker was made from.
    ///
    /// The example has the members that are required and those that were wrong. It is left out
    /// unless it fits the schema itself.
    pub fn report(&self, faults: Vec<ArgumentFault>, schema: &Value) -> Report {
        let outermost = |fault: &ArgumentFault| {
            let end = fault.field.find(['.', '[']).unwrap_or(fault.field.len());
            fault.field.get(..end).unwrap_or_default().to_owned()
        };
        let wrong: Vec<String> = faults.iter().map(outermost).collect();
        let wrong: Vec<&str> = wrong.iter().map(String::as_str).collect();
        let all = example_with(schema, &wrong);
        let example = [without_nulls(&all), all, example(schema)]
            .into_iter()
            .find(|example| self.fits(example));
        Report::new(faults).with_example(example)
    }

    fn fits(&self, example: &Value) -> bool {
        let text = example.to_string();
        Raw::parse(&text).is_ok_and(|raw| self.accepts(raw))
    }

    /// The place of a field's outermost member in the order.
    fn place(&self, field: &str) -> usize {
        let inside = |name: &str| {
            field
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let place = self.order.iter().position(|name| inside(name));
        place.unwrap_or(usize::MAX)
    }
}

/// The value without members that are `null`: what may be left out is better left out.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let given = members.iter().filter(|(_, value)| !value.is_null());
            let kept = given.map(|(name, value)| (name.clone(), without_nulls(value)));
            Value::Object(kept.collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
