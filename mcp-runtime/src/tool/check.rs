//! A compiled schema: one that was generated, or one that was written by hand.
//!
//! In: the text of a value. Out: whether it fits, and if not, why. Patterns are those of the
//! `regex` crate. A schema written by hand is held against by the `jsonschema` crate, behind the
//! feature `hand-schemas`; without it such a schema is refused, never ignored.

#[cfg(feature = "hand-schemas")]
mod by_hand;

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
    ByHand(Box<by_hand::ByHand>),
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

    /// A schema that was written by hand, of a result or of all arguments.
    #[cfg(feature = "hand-schemas")]
    pub(super) fn by_hand(written: &Written, word: &str, arguments: bool) -> Result<Self, String> {
        let value = written
            .value()
            .map_err(|error| format!("`{word}` is not JSON: {error}"))?;
        let compiled = match arguments {
            true => by_hand::ByHand::compile_arguments(&value),
            false => by_hand::ByHand::compile(&value),
        };
        match compiled {
            Ok(schema) => Ok(Self(Kind::ByHand(Box::new(schema)))),
            Err(error) => Err(format!("`{word}` is no JSON Schema: {error}")),
        }
    }

    /// A schema that was written by hand.
    #[cfg(not(feature = "hand-schemas"))]
    pub(super) fn by_hand(_: &Written, word: &str, _: bool) -> Result<Self, String> {
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
            Kind::ByHand(schema) => schema.accepts(value),
        }
    }

    /// Faults, with an example of what would be right. `schema` is the one of this check.
    pub(super) fn report(&self, faults: Vec<ArgumentFault>, schema: &Value) -> Report {
        match &self.0 {
            Kind::Generated(checker) => checker.report(faults, schema),
            #[cfg(feature = "hand-schemas")]
            Kind::ByHand(written) => written.report(faults, schema),
        }
    }

    /// All that is wrong with the value.
    pub(super) fn faults(&self, value: Raw<'_>) -> Vec<ArgumentFault> {
        match &self.0 {
            Kind::Generated(checker) => {
                let mut faults = Vec::new();
                checker.check(value, &mut faults);
                faults
            }
            #[cfg(feature = "hand-schemas")]
            Kind::ByHand(schema) => schema.faults(value),
        }
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
