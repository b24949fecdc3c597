//! A schema that was written by hand, and what is wrong with a value in our words.
//!
//! In: any JSON Schema. Out: a verdict by the `jsonschema` crate, which knows every keyword. The
//! words come from our own checker where it knows the schema's keywords too, and are made from
//! what the other found where it does not. They never repeat a text that was sent.

use super::super::schema::Regexes;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{ValidationError, Validator};
use mcp_core::json::{self, Raw, shown_name};
use mcp_core::schema::{ArgumentFault, Checker, MOST_FAULTS, Report, example};
use serde_json::Value;

/// A compiled schema.
pub(super) struct ByHand {
    validator: Validator,
    /// For words, where every keyword is one of ours.
    ours: Option<Checker>,
    /// The properties for which null counts as absent, unless the schema itself takes it.
    optional: Vec<String>,
}

impl ByHand {
    pub(super) fn compile(schema: &Value) -> Result<Self, String> {
        let validator = jsonschema::validator_for(schema).map_err(|error| error.to_string())?;
        let ours = Checker::compile(schema, &Regexes).ok();
        let optional = Vec::new();
        Ok(Self {
            validator,
            ours,
            optional,
        })
    }

    /// The schema of arguments: null for one that is not required counts as its absence.
    pub(super) fn compile_arguments(schema: &Value) -> Result<Self, String> {
        let compiled = Self::compile(schema)?;
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|n| n == name));
        let properties = schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(|members| members.keys());
        Ok(Self {
            ours: compiled.ours.map(Checker::with_null_as_absent),
            optional: names.filter(|name| !is_required(name)).cloned().collect(),
            ..compiled
        })
    }

    /// Does the value fit, as it is or without the nulls that count as absent? In the second case,
    /// and if it does not fit at all, they are taken out.
    fn fits(&self, value: &mut Value) -> bool {
        if self.validator.is_valid(value) {
            return true;
        }
        let Value::Object(members) = value else {
            return false;
        };
        let before = members.len();
        let is_absent =
            |name: &String, value: &Value| value.is_null() && self.optional.contains(name);
        members.retain(|name, value| !is_absent(name, value));
        members.len() < before && self.validator.is_valid(value)
    }

    pub(super) fn accepts(&self, value: Raw<'_>) -> bool {
        // NB. by our own reader, which refuses numbers that a `Value` would round.
        json::from_raw(value).is_ok_and(|mut value| self.fits(&mut value))
    }

    pub(super) fn faults(&self, value: Raw<'_>) -> Vec<ArgumentFault> {
        let mut faults = Vec::new();
        let mut read: Value = match json::from_raw(value) {
            Ok(read) => read,
            Err(error) => {
                let reason = error.reason();
                let fault = ArgumentFault::new(error.path, reason, error.expected, error.got);
                return vec![fault];
            }
        };
        if self.fits(&mut read) {
            return faults;
        }
        if let Some(ours) = &self.ours {
            ours.check(value, &mut faults);
        }
        if faults.is_empty() {
            let errors = self.validator.iter_errors(&read);
            faults.extend(errors.flat_map(|e| said(&e)).take(MOST_FAULTS));
        }
        faults
    }

    pub(super) fn report(&self, faults: Vec<ArgumentFault>, schema: &Value) -> Report {
        if let Some(ours) = &self.ours {
            return ours.report(faults, schema);
        }
        let example = example(schema);
        let fits = self.validator.is_valid(&example);
        Report::new(faults).with_example(fits.then_some(example))
    }
}

/// What the other checker found, in our words.
fn said(error: &ValidationError<'_>) -> Vec<ArgumentFault> {
    let place = path(error.instance_path().as_str());
    let there = error.instance();
    match error.kind() {
        Kind::Required { property } => {
            let field = inside(&place, property.as_str().unwrap_or_default());
            vec![ArgumentFault::new(
                field,
                "is required",
                "a value",
                "nothing",
            )]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            unexpected
                .iter()
                .take(MOST_FAULTS)
                .map(|name| {
                    let got = there.get(name).map_or("a value", kind_of);
                    let reason = match place.as_str() {
                        "" => "is not a parameter of this tool".to_owned(),
                        place => format!("is not a member of `{place}`"),
                    };
                    ArgumentFault::new(inside(&place, name), reason, "a known name", got)
                })
                .collect()
        }
        Kind::Enum { options } => {
            let allowed = options.as_array().cloned().unwrap_or_default();
            let words: Vec<_> = allowed.iter().map(Value::to_string).collect();
            let words = format!("one of {}", words.join(", "));
            let fault = ArgumentFault::new(place, format!("must be {words}"), words, got(there));
            vec![fault.with_allowed(allowed)]
        }
        kind => {
            let must =
                must(kind).unwrap_or_else(|| format!("fit `{}` of the schema", kind.keyword()));
            let expected = must.strip_prefix("be ").unwrap_or(&must).to_owned();
            vec![ArgumentFault::new(
                place,
                format!("must {must}"),
                expected,
                got(there),
            )]
        }
    }
}

/// What stands after "must", for the rules that are common.
fn must(kind: &Kind) -> Option<String> {
    let counted = |word: &str, count: u64, thing: &str| {
        let plural = if count == 1 { "" } else { "s" };
        Some(format!("have at {word} {count} {thing}{plural}"))
    };
    match kind {
        Kind::Type { kind } => Some(format!("be {}", types(kind))),
        Kind::Constant { expected_value } => Some(format!("be {expected_value}")),
        Kind::Minimum { limit } => Some(format!("be >= {limit}")),
        Kind::Maximum { limit } => Some(format!("be <= {limit}")),
        Kind::ExclusiveMinimum { limit } => Some(format!("be > {limit}")),
        Kind::ExclusiveMaximum { limit } => Some(format!("be < {limit}")),
        Kind::MultipleOf { multiple_of } => Some(format!("be a multiple of {multiple_of}")),
        Kind::MinLength { limit: 1 } => Some("not be empty".to_owned()),
        Kind::MinLength { limit } => counted("least", *limit, "character"),
        Kind::MaxLength { limit } => counted("most", *limit, "character"),
        Kind::MinItems { limit } => counted("least", *limit, "item"),
        Kind::MaxItems { limit } => counted("most", *limit, "item"),
        Kind::UniqueItems => Some("not hold the same item twice".to_owned()),
        Kind::Pattern { pattern } => Some(format!("match the pattern `{pattern}`")),
        Kind::FalseSchema => Some("be left out".to_owned()),
        _ => None,
    }
}

/// `a number`, `a string or null`
fn types(kind: &TypeKind) -> String {
    let article = |name: &str| match name {
        "null" => name.to_owned(),
        "integer" | "array" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    };
    match kind {
        TypeKind::Single(one) => article(one.as_str()),
        TypeKind::Multiple(several) => {
            let all: Vec<_> = several.iter().map(|one| article(one.as_str())).collect();
            all.join(" or ")
        }
    }
}

/// What was there: a number or a boolean itself, else the type.
fn got(value: &Value) -> String {
    match value {
        Value::Number(_) | Value::Bool(_) => value.to_string(),
        other => kind_of(other).to_owned(),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// `/tags/2/name` as `tags[2].name`.
fn path(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        if step.parse::<usize>().is_ok() {
            path.push_str(&format!("[{step}]"));
        } else {
            path = inside(&path, &step);
        }
    }
    path
}

fn inside(place: &str, name: &str) -> String {
    let name = shown_name(name);
    if place.is_empty() {
        name.into_owned()
    } else {
        format!("{place}.{name}")
    }
}
