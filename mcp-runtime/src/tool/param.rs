//! One parameter, described: its name, its docs, its limits.
//!
//! In: the words of `#[arg]`, as calls; only while a server is built. Out: what the parameter's
//! schema says beside its type, and the default. In a call nothing of this runs.

use super::about::Wording;
use super::limit::{Bound, Header, Listed, Literal, Numeric, Textual};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::marker::PhantomData;

/// A parameter in the making. Generated code fills it with one chain of calls.
pub struct Param<T> {
    pub(super) note: Note,
    pub(super) default: Option<Box<dyn Fn() -> T + Send + Sync>>,
    of: PhantomData<fn() -> T>,
}

/// What was said about a parameter, whatever its type.
#[derive(Default)]
pub(super) struct Note {
    pub(super) name: &'static str,
    pub(super) docs: Vec<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) keywords: Map<String, Value>,
    /// Values that must themselves be right: what they are called, and the value.
    pub(super) shown: Vec<(&'static str, Value)>,
    /// Says the schema more than the type?
    pub(super) limited: bool,
    pub(super) faults: Vec<String>,
}

/// A value that can be shown in a schema.
#[diagnostic::on_unimplemented(
    message = "a default or an example is shown in the schema, and `{Self}` can't be written as JSON",
    label = "`{Self}` needs `serde::Serialize`",
    note = "add `#[derive(serde::Serialize)]` to `{Self}`, or use `Option<{Self}>` and choose in the body"
)]
pub trait Shown {
    /// The value as JSON, or why there is none.
    fn shown(&self) -> Result<Value, String>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Shown for T {
    fn shown(&self) -> Result<Value, String> {
        // NB. by way of text, since `to_value` makes 0.10000000149011612 of the `f32` 0.1.
        let text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }
}

impl<T> Param<T> {
    /// A parameter of which nothing is known yet.
    pub(super) fn new() -> Self {
        Self {
            note: Note::default(),
            default: None,
            of: PhantomData,
        }
    }

    /// Its name on the wire.
    pub fn named(mut self, name: &'static str) -> Self {
        self.note.name = name;
        self
    }

    /// A piece of its doc comment.
    pub fn doc(mut self, text: impl Wording) -> Self {
        self.note.docs.push(text.wording());
        self
    }

    /// Its description; wins over the doc comment.
    pub fn description(mut self, text: impl Wording) -> Self {
        self.note.description = Some(text.wording());
        self
    }

    /// The smallest value.
    pub fn min<L: Literal<T::Number>>(self, limit: L) -> Self
    where
        T: Numeric,
    {
        self.number("min", "minimum", limit)
    }

    /// The largest value.
    pub fn max<L: Literal<T::Number>>(self, limit: L) -> Self
    where
        T: Numeric,
    {
        self.number("max", "maximum", limit)
    }

    /// All values are larger.
    pub fn exclusive_min<L: Literal<T::Number>>(self, limit: L) -> Self
    where
        T: Numeric,
    {
        self.number("exclusive_min", "exclusiveMinimum", limit)
    }

    /// All values are smaller.
    pub fn exclusive_max<L: Literal<T::Number>>(self, limit: L) -> Self
    where
        T: Numeric,
    {
        self.number("exclusive_max", "exclusiveMaximum", limit)
    }

    /// All values are multiples.
    pub fn multiple_of<L: Literal<T::Number>>(self, step: L) -> Self
    where
        T: Numeric,
    {
        self.number("multiple_of", "multipleOf", step)
    }

    /// Fewest characters.
    pub fn min_length(self, count: usize) -> Self
    where
        T: Textual,
    {
        self.limit("minLength", count.into())
    }

    /// Most characters.
    pub fn max_length(self, count: usize) -> Self
    where
        T: Textual,
    {
        self.limit("maxLength", count.into())
    }

    /// A regular expression that is found in the text.
    pub fn pattern(self, pattern: impl Wording) -> Self
    where
        T: Textual,
    {
        self.limit("pattern", Value::String(pattern.wording().into_owned()))
    }

    /// What kind of text it is; tells, does not check.
    pub fn format(mut self, format: impl Wording) -> Self
    where
        T: Textual,
    {
        let format = Value::String(format.wording().into_owned());
        self.note.keywords.insert("format".to_owned(), format);
        self
    }

    /// Fewest items.
    pub fn min_items(self, count: usize) -> Self
    where
        T: Listed,
    {
        self.limit("minItems", count.into())
    }

    /// Most items.
    pub fn max_items(self, count: usize) -> Self
    where
        T: Listed,
    {
        self.limit("maxItems", count.into())
    }

    /// No two items are equal.
    pub fn unique(self) -> Self
    where
        T: Listed,
    {
        self.limit("uniqueItems", true.into())
    }

    /// The HTTP header that mirrors the value (revision 2026-07-28, `x-mcp-header`).
    pub fn header(mut self, name: &'static str) -> Self
    where
        T: Header,
    {
        let name = Value::String(name.to_owned());
        self.note.keywords.insert("x-mcp-header".to_owned(), name);
        self
    }

    /// The value when none was sent.
    pub fn default<L: Literal<T> + 'static>(mut self, make: fn() -> L) -> Self
    where
        T: Shown,
    {
        self.show("default", &make().value());
        self.default = Some(Box::new(move || make().value()));
        self
    }

    /// A value that a caller could send.
    pub fn example<L: Literal<T>>(mut self, make: fn() -> L) -> Self
    where
        T: Shown,
    {
        self.show("example", &make().value());
        self
    }

    fn show(&mut self, what: &'static str, value: &impl Shown) {
        match value.shown() {
            Ok(value) => self.note.shown.push((what, value)),
            Err(error) => {
                let words = format!("`{what}` can't be written as JSON: {error}");
                self.note.faults.push(words);
            }
        }
    }

    fn number<L: Literal<T::Number>>(mut self, word: &str, keyword: &str, limit: L) -> Self
    where
        T: Numeric,
    {
        let limit = limit.value().json();
        if limit.is_null() {
            let words = format!("`{word}` is no finite number");
            self.note.faults.push(words);
            return self;
        }
        self.limit(keyword, limit)
    }

    fn limit(mut self, keyword: &str, value: Value) -> Self {
        self.note.keywords.insert(keyword.to_owned(), value);
        self.note.limited = true;
        self
    }
}

impl Note {
    /// What the docs say, shape kept.
    pub(super) fn words(&self) -> Option<String> {
        words(&self.docs, self.description.as_deref())
    }

    /// Limits that contradict one another.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let at = |keyword: &str| self.keywords.get(keyword).and_then(Value::as_f64);
        let pairs = [
            ("min", "minimum", "max", "maximum", true),
            ("min", "minimum", "exclusive_max", "exclusiveMaximum", false),
            ("exclusive_min", "exclusiveMinimum", "max", "maximum", false),
            (
                "exclusive_min",
                "exclusiveMinimum",
                "exclusive_max",
                "exclusiveMaximum",
                false,
            ),
            ("min_length", "minLength", "max_length", "maxLength", true),
            ("min_items", "minItems", "max_items", "maxItems", true),
        ];
        let mut found: Vec<String> = pairs
            .iter()
            .filter_map(|(low, from, high, to, may_meet)| {
                let (from, to) = (at(from)?, at(to)?);
                let empty = from > to || (from == to && !may_meet);
                empty.then(|| format!("`{low}` {from} and `{high}` {to} leave no value"))
            })
            .collect();
        if at("multipleOf").is_some_and(|step| step <= 0.0) {
            found.push("`multiple_of` must be above 0".to_owned());
        }
        found
    }
}

/// An explicit description, else the pieces of the doc comment, tidied.
pub(super) fn words(docs: &[Cow<'static, str>], description: Option<&str>) -> Option<String> {
    let text = match description {
        Some(text) => text.to_owned(),
        None => docs.join("\n"),
    };
    let text = text.trim_start_matches(['\n', '\r']).trim_end();
    (!text.trim().is_empty()).then(|| text.to_owned())
}
