//! A compiled schema: one that was generated, or one that was written by hand.
//!
//! In: the text of a value. Out: whether it fits, and if not, why. Patterns are those of the
//! `regex` crate. A schema written by hand is held against by the `jsonschema` crate, behind the
//! feature `hand-schemas`; without it such a schema is refused, never ignored.

use super::about::Written;
use super::schema::Regexes;
use mcp_core::json::Raw;
use mcp_core::schema::{ArgumentFault, Checker, Report};
use serde_json::Value;

/// A schema, compiled.
pub(crate) struct Check(Kind);

enum Kind {
    Generated(Checker),
    #[cfg(feature = "hand-schemas")]
    ByHand(Box<jsonschema::Validator>),
}

impl Check {
    /// The check of all arguments of a tool.
    pub(super) fn whole(
        schema: &Value,
        order: &[String],
        duplicates: bool,
    ) -> Result<Self, String> {
        let checker = compile(schema, duplicates)?;
        let checker = checker.with_order(order).with_null_as_absent();
        Ok(Self(Kind::Generated(checker)))
    }

    /// The check of one value.
    pub(super) fn part(schema: &Value, duplicates: bool) -> Result<Self, String> {
        compile(schema, duplicates).map(|checker| Self(Kind::Generated(checker)))
    }

    /// The check of one set of arguments that a parameter with fields takes.
    pub(super) fn fields(schema: &Value, duplicates: bool) -> Result<Self, String> {
        let checker = compile(schema, duplicates)?.with_null_as_absent();
        Ok(Self(Kind::Generated(checker)))
    }

    /// A schema that was written by hand.
    #[cfg(feature = "hand-schemas")]
    pub(super) fn by_hand(written: &Written, word: &str) -> Result<Self, String> {
        let value = written
            .value()
            .map_err(|error| format!("`{word}` is not JSON: {error}"))?;
        match jsonschema::validator_for(&value) {
            Ok(validator) => Ok(Self(Kind::ByHand(Box::new(validator)))),
            Err(error) => Err(format!("`{word}` is no JSON Schema: {error}")),
        }
    }

    /// A schema that was written by hand.
    #[cfg(not(feature = "hand-schemas"))]
    pub(super) fn by_hand(_: &Written, word: &str) -> Result<Self, String> {
        Err(format!(
            "`{word}` was written by hand, and checking such schemas needs the feature \
             `hand-schemas` of `mcp-runtime`"
        ))
    }

    /// Does the value fit?
    pub(super) fn accepts(&self, value: Raw<'_>) -> bool {
        match &self.0 {
            Kind::Generated(checker) => checker.accepts(value),
            #[cfg(feature = "hand-schemas")]
            Kind::ByHand(validator) => {
                serde_json::from_str(value.get()).is_ok_and(|value| validator.is_valid(&value))
            }
        }
    }

    /// Faults, with an example of what would be right. `schema` is the one of this check.
    pub(super) fn report(&self, faults: Vec<ArgumentFault>, schema: &Value) -> Report {
        match &self.0 {
            Kind::Generated(checker) => checker.report(faults, schema),
            #[cfg(feature = "hand-schemas")]
            Kind::ByHand(validator) => {
                let example = mcp_core::schema::example(schema);
                let fits = validator.is_valid(&example);
                Report::new(faults).with_example(fits.then_some(example))
            }
        }
    }

    /// All that is wrong with the value.
    pub(super) fn faults(&self, value: Raw<'_>) -> Vec<ArgumentFault> {
        let mut faults = Vec::new();
        match &self.0 {
            Kind::Generated(checker) => checker.check(value, &mut faults),
            #[cfg(feature = "hand-schemas")]
            Kind::ByHand(validator) => by_hand::faults(validator, value, &mut faults),
        }
        faults
    }
}

fn compile(schema: &Value, duplicates: bool) -> Result<Checker, String> {
    let checker = Checker::compile(schema, &Regexes).map_err(|error| error.to_string())?;
    Ok(if duplicates {
        checker.with_duplicates_allowed()
    } else {
        checker
    })
}

#[cfg(feature = "hand-schemas")]
mod by_hand {
    //! What another checker found, in our words.

    use super::{ArgumentFault, Raw, Value};
    use jsonschema::ValidationError;
    use jsonschema::error::ValidationErrorKind as Kind;
    use mcp_core::schema::nearest;

    pub(super) fn faults(
        validator: &jsonschema::Validator,
        value: Raw<'_>,
        faults: &mut Vec<ArgumentFault>,
    ) {
        match serde_json::from_str::<Value>(value.get()) {
            Ok(value) => faults.extend(validator.iter_errors(&value).flat_map(|e| said(&e))),
            Err(error) => faults.push(ArgumentFault::new(
                "arguments",
                format!("must be readable: {error}"),
                "JSON",
                "something else",
            )),
        }
    }

    fn said(error: &ValidationError<'_>) -> Vec<ArgumentFault> {
        let place = path(error.instance_path().as_str());
        match error.kind() {
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let field = inside(&place, name);
                vec![ArgumentFault::new(
                    field,
                    "is required",
                    "a value",
                    "nothing",
                )]
            }
            Kind::AdditionalProperties { unexpected } => unexpected
                .iter()
                .map(|name| {
                    let field = inside(&place, name);
                    let known = std::iter::empty::<&str>();
                    ArgumentFault::new(field, "is not a parameter of this tool", "", "")
                        .with_nearest(nearest(name, known))
                })
                .collect(),
            _ => {
                let keyword = error
                    .schema_path()
                    .as_str()
                    .rsplit('/')
                    .next()
                    .unwrap_or_default();
                // NB. the other checker's words repeat the value; ours name the rule instead.
                let reason = format!("must fit `{keyword}` of the schema");
                let field = if place.is_empty() {
                    "arguments".to_owned()
                } else {
                    place
                };
                let got = kind(error.instance());
                vec![ArgumentFault::new(field, reason, keyword, got)]
            }
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
        if place.is_empty() {
            name.to_owned()
        } else {
            format!("{place}.{name}")
        }
    }

    fn kind(value: &Value) -> &'static str {
        match value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}
