//! What is wrong with the arguments of a call, in words for a person, a program and a model.
//!
//! In: faults, in the order of the parameters, and an example of a right call. Out: the `message`
//! and `data` of a JSON-RPC error, or the text of an error result. It never repeats a string that
//! the caller sent, unless it stands for one of a few allowed words.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{nearest, words};

/// One thing that is wrong with one argument.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ArgumentFault {
    /// The place, as a path: `limit`, `tags[2].name`.
    pub field: String,
    /// What is wrong, as the end of a sentence that begins with the field: `must be <= 50`.
    pub reason: String,
    /// What would be right: `an integer`.
    pub expected: String,
    /// What was there: its JSON type, or a number or boolean itself.
    pub got: String,
    /// The values, or the names, that are allowed, if they are few.
    pub allowed: Option<Vec<Value>>,
    /// The allowed value or known name that was probably meant.
    pub nearest: Option<String>,
}

impl ArgumentFault {
    /// A fault of one field; `reason` begins with `must` or `is`.
    pub fn new(
        field: impl Into<String>,
        reason: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Self {
        Self {
            field: field.into(),
            reason: reason.into(),
            expected: expected.into(),
            got: got.into(),
            allowed: None,
            nearest: None,
        }
    }

    /// A name that is none of those that are known: the nearest is told, or else some of them.
    pub fn unknown<'n>(
        field: impl Into<String>,
        reason: impl Into<String>,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        got: impl Into<String>,
    ) -> Self {
        let mut known: Vec<&str> = known.into_iter().collect();
        known.dedup();
        let near = nearest(name, known.iter().copied());
        known.truncate(MOST_NAMES);
        let quoted: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
        let expected = near.map_or_else(|| words::one_of(&quoted), |near| format!("`{near}`"));
        let fault = Self::new(field, reason, expected, got).with_nearest(near);
        if near.is_some() || known.is_empty() {
            return fault;
        }
        fault.with_allowed(known.into_iter().map(Value::from).collect())
    }

    /// With the values or names that are allowed.
    #[must_use]
    pub fn with_allowed(mut self, allowed: Vec<Value>) -> Self {
        self.allowed = Some(allowed);
        self
    }

    /// With the one that was probably meant.
    #[must_use]
    pub fn with_nearest(mut self, nearest: Option<impl Into<String>>) -> Self {
        self.nearest = nearest.map(Into::into);
        self
    }

    fn members(&self) -> Map<String, Value> {
        let mut out = Map::new();
        out.insert("field".into(), self.field.clone().into());
        out.insert("reason".into(), self.reason.clone().into());
        // A tool that refuses an argument itself may know neither.
        if !self.expected.is_empty() || !self.got.is_empty() {
            out.insert("expected".into(), self.expected.clone().into());
            out.insert("got".into(), self.got.clone().into());
        }
        if let Some(allowed) = &self.allowed {
            out.insert("allowed".into(), Value::Array(allowed.clone()));
        }
        if let Some(nearest) = &self.nearest {
            out.insert("nearest".into(), nearest.clone().into());
        }
        out
    }

    /// The fault as one line for a model: what is wrong, what was there, what was probably meant.
    fn line(&self) -> String {
        let mut line = format!("{} {}", self.field, self.reason);
        if !self.got.is_empty() && self.got != NOTHING && self.reason.starts_with("must") {
            let _ = write!(line, ", got {}", self.got);
        }
        if let Some(nearest) = &self.nearest {
            let _ = write!(line, "; did you mean `{nearest}`?");
        } else if self.reason.starts_with(UNKNOWN) {
            let known = self.allowed.as_deref().unwrap_or_default();
            let names: Vec<String> = known.iter().map(shown).collect();
            if !names.is_empty() {
                let _ = write!(line, "; known are {}", names.join(", "));
            } else if self.expected == NOTHING {
                line.push_str("; it takes none");
            }
        }
        line
    }
}

/// No report grows longer.
pub const MOST_FAULTS: usize = 64;
/// How many known names are told where none is near.
const MOST_NAMES: usize = 10;
/// The reason of what was given twice.
pub(super) const ONCE: &str = "must be given once";
/// What was there when nothing was there.
pub(super) const NOTHING: &str = "nothing";
/// How the reason of an unknown name begins.
pub(super) const UNKNOWN: &str = "is not a ";

fn shown(value: &Value) -> String {
    match value {
        Value::String(name) => format!("`{name}`"),
        other => other.to_string(),
    }
}

/// Everything that is wrong with the arguments of one call.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The faults, in the order of the parameters; never empty in a report that is sent.
    pub faults: Vec<ArgumentFault>,
    /// Arguments that would be right.
    pub example: Option<Value>,
    /// The tool itself found the faults, so it has run, at least in part.
    pub ran: bool,
}

impl Report {
    /// A report of faults, of the first [`MOST_FAULTS`], without an example.
    pub fn new(mut faults: Vec<ArgumentFault>) -> Self {
        faults.truncate(MOST_FAULTS);
        Self {
            faults,
            example: None,
            ran: false,
        }
    }

    /// The same, found by the tool itself.
    #[must_use]
    pub fn found_by_the_tool(mut self) -> Self {
        self.ran = true;
        self
    }

    /// With arguments that would be right.
    #[must_use]
    pub fn with_example(mut self, example: Option<Value>) -> Self {
        self.example = example;
        self
    }

    /// The message of a JSON-RPC error: `Invalid params: limit must be <= 50`.
    ///
    /// It names the first fault only; [`data`](Self::data) has them all.
    pub fn message(&self) -> String {
        match self.faults.first() {
            Some(first) => format!("Invalid params: {} {}", first.field, first.reason),
            None => "Invalid params".to_owned(),
        }
    }

    /// The `data` of a JSON-RPC error, which programs read: the first fault's members, `retryable`,
    /// the example, and all faults as `errors` when there are several.
    pub fn data(&self) -> Value {
        let mut out = self
            .faults
            .first()
            .map(ArgumentFault::members)
            .unwrap_or_default();
        out.insert("retryable".into(), Value::Bool(false));
        if let Some(example) = &self.example {
            out.insert("example".into(), example.clone());
        }
        if self.faults.len() > 1 {
            let all = self
                .faults
                .iter()
                .map(|fault| Value::Object(fault.members()));
            out.insert("errors".into(), Value::Array(all.collect()));
        }
        Value::Object(out)
    }

    /// The text of an error result, which a model reads: each fault on a line of its own, then
    /// arguments that would be right.
    pub fn text(&self, tool: &str) -> String {
        let end = if self.ran { "" } else { ", so it did not run" };
        let mut text = format!("The arguments of `{tool}` are wrong{end}:");
        for fault in &self.faults {
            let _ = write!(text, "\n- {}", fault.line());
        }
        if let Some(example) = &self.example {
            let _ = write!(text, "\nAn example of valid arguments: {example}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn limit() -> ArgumentFault {
        ArgumentFault::new("limit", "must be <= 50", "a number <= 50", "999")
    }

    fn typo() -> ArgumentFault {
        ArgumentFault::new("limitt", "is not a parameter of this tool", "", "number")
            .with_nearest(Some("limit"))
    }

    #[test]
    fn the_message_names_the_first_fault() {
        let report = Report::new(vec![limit(), typo()]);
        assert_eq!(report.message(), "Invalid params: limit must be <= 50");
    }

    #[test]
    fn data_holds_the_first_fault_and_all_of_them_when_there_are_several() {
        let one = Report::new(vec![limit()]).data();
        assert_eq!(
            one,
            json!({"field": "limit", "reason": "must be <= 50", "expected": "a number <= 50",
                   "got": "999", "retryable": false})
        );
        let two = Report::new(vec![limit(), typo()])
            .with_example(Some(json!({"limit": 1})))
            .data();
        assert_eq!(two["errors"][1]["nearest"], "limit");
        assert_eq!(two["errors"][0]["reason"], "must be <= 50");
        assert_eq!(two["example"], json!({"limit": 1}));
    }

    #[test]
    fn the_text_has_each_fault_on_its_line_and_an_example() {
        let report = Report::new(vec![limit(), typo()]).with_example(Some(json!({"limit": 1})));
        assert_eq!(
            report.text("search"),
            "The arguments of `search` are wrong, so it did not run:\n\
             - limit must be <= 50, got 999\n\
             - limitt is not a parameter of this tool; did you mean `limit`?\n\
             An example of valid arguments: {\"limit\":1}"
        );
    }

    #[test]
    fn what_a_tool_finds_wrong_itself_does_not_claim_that_it_did_not_run() {
        let fault = ArgumentFault::new("year", "must be a leap year", "", "");
        let report = Report::new(vec![fault]).found_by_the_tool();
        let text = "The arguments of `days` are wrong:\n- year must be a leap year";
        assert_eq!(report.text("days"), text);
        let data = json!({"field": "year", "reason": "must be a leap year", "retryable": false});
        assert_eq!(report.data(), data);
    }

    #[test]
    fn without_a_near_name_the_known_ones_are_listed() {
        let fault = ArgumentFault::new("zzz", "is not a parameter of this tool", "", "string")
            .with_allowed(vec!["limit".into(), "mode".into()]);
        let text = Report::new(vec![fault]).text("search");
        assert!(text.contains("known are `limit`, `mode`"), "{text}");
    }
}
