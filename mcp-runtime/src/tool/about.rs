//! What a tool says about itself, beside its parameters.
//!
//! In: the words of `#[tool]`, as calls; or the same calls by hand. Out: the parts of its entry in
//! a list. It is read once, when the server is built. No call ever looks at it.

use super::param;
use mcp_core::identity::Icon;
use mcp_core::tool::ToolAnnotations;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// A place in the sources of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: &'static str,
    /// From 1.
    pub(crate) line: u32,
}

impl Place {
    /// Where the caller of the caller stands.
    #[track_caller]
    pub(crate) fn of_caller() -> Self {
        let place = std::panic::Location::caller();
        Self {
            file: place.file(),
            line: place.line(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A tool's words about itself, in the making.
pub struct About {
    pub(super) name: Cow<'static, str>,
    pub(super) docs: Vec<Cow<'static, str>>,
    pub(super) description: Option<Cow<'static, str>>,
    pub(super) title: Option<String>,
    pub(super) hints: ToolAnnotations,
    pub(super) timeout: Option<Duration>,
    pub(super) icons: Vec<Icon>,
    pub(super) meta: Option<Map<String, Value>>,
    pub(super) input: Option<Written>,
    pub(super) output: Option<Written>,
    pub(super) inline: bool,
    pub(super) blocking: bool,
    pub(super) place: Option<Place>,
    pub(super) faults: Vec<String>,
}

impl About {
    /// A tool of this name.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            docs: Vec::new(),
            description: None,
            title: None,
            hints: ToolAnnotations::new(),
            timeout: None,
            icons: Vec::new(),
            meta: None,
            input: None,
            output: None,
            inline: false,
            blocking: false,
            place: None,
            faults: Vec::new(),
        }
    }

    /// Where its function stands in the sources.
    pub fn at(mut self, file: &'static str, line: u32) -> Self {
        self.place = Some(Place { file, line });
        self
    }

    /// A piece of the doc comment.
    pub fn doc(mut self, text: impl Wording) -> Self {
        self.docs.push(text.wording());
        self
    }

    /// The description; wins over the doc comment.
    pub fn description(mut self, text: impl Wording) -> Self {
        self.description = Some(text.wording());
        self
    }

    /// The name for people.
    pub fn title(mut self, title: impl Wording) -> Self {
        self.title = Some(title.wording().into_owned());
        self
    }

    /// It changes nothing.
    pub fn read_only(mut self, yes: bool) -> Self {
        self.hints.read_only_hint = Some(yes);
        self
    }

    /// It may destroy something.
    pub fn destructive(mut self, yes: bool) -> Self {
        self.hints.destructive_hint = Some(yes);
        self
    }

    /// A second call with the same arguments changes nothing more.
    pub fn idempotent(mut self, yes: bool) -> Self {
        self.hints.idempotent_hint = Some(yes);
        self
    }

    /// It reaches beyond what the server knows.
    pub fn open_world(mut self, yes: bool) -> Self {
        self.hints.open_world_hint = Some(yes);
        self
    }

    /// How long it may take, in milliseconds.
    pub fn timeout(mut self, millis: u64) -> Self {
        self.timeout = Some(Duration::from_millis(millis));
        self
    }

    /// Its icons.
    pub fn icons(mut self, icons: impl Icons) -> Self {
        self.icons = icons.icons();
        self
    }

    /// `_meta` of its entry.
    pub fn meta(mut self, meta: impl WrittenJson) -> Self {
        match meta.written().value() {
            Ok(Value::Object(meta)) => self.meta = Some(meta),
            Ok(_) => self.faults.push("`meta` must be a JSON object".to_owned()),
            Err(error) => self.faults.push(format!("`meta` is not JSON: {error}")),
        }
        self
    }

    /// A schema of the arguments that was written by hand.
    pub fn input_schema(mut self, schema: impl WrittenJson) -> Self {
        self.input = Some(schema.written());
        self
    }

    /// A schema of the result that was written by hand.
    pub fn output_schema(mut self, schema: impl WrittenJson) -> Self {
        self.output = Some(schema.written());
        self
    }

    /// It is quick, and runs where it is polled.
    pub fn inline(mut self) -> Self {
        self.inline = true;
        self
    }

    /// It blocks, and runs on the pool.
    pub fn blocking(mut self) -> Self {
        self.blocking = true;
        self
    }

    /// The description as it is listed.
    pub(super) fn words(&self) -> Option<String> {
        param::words(&self.docs, self.description.as_deref())
    }

    /// The hints as they are listed.
    pub(super) fn annotations(&self) -> Option<ToolAnnotations> {
        (self.hints != ToolAnnotations::new()).then(|| self.hints.clone())
    }
}

/// A text, or what becomes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text",
    label = "expected a text, such as `\"…\"` or a constant of type `&str`"
)]
pub trait Wording {
    /// The text.
    fn wording(self) -> Cow<'static, str>;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Cow<'static, str>>> Wording for T {
    fn wording(self) -> Cow<'static, str> {
        self.into()
    }
}

/// JSON, or a text of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no JSON that could stand here",
    label = "expected a text of JSON, such as `\"{{ … }}\"`, or a `serde_json::Value`"
)]
pub trait WrittenJson {
    /// As it was written.
    fn written(self) -> Written;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Written>> WrittenJson for T {
    fn written(self) -> Written {
        self.into()
    }
}

/// JSON that a person wrote: as text, which keeps the order of its keys, or as a value.
#[derive(Clone, Debug)]
pub struct Written(Cow<'static, str>);

impl Written {
    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// The value, without the order of its keys.
    pub(super) fn value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(&self.0)
    }
}

impl From<&'static str> for Written {
    fn from(text: &'static str) -> Self {
        Self(text.into())
    }
}
impl From<String> for Written {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}
impl From<Value> for Written {
    fn from(value: Value) -> Self {
        Self(value.to_string().into())
    }
}
impl From<Map<String, Value>> for Written {
    fn from(value: Map<String, Value>) -> Self {
        Value::Object(value).into()
    }
}

/// One icon or several; a text is the address of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no icon",
    label = "expected the address of an icon, such as `\"https://…\"`, an `Icon`, or a list of them"
)]
pub trait Icons {
    /// The icons.
    fn icons(self) -> Vec<Icon>;
}

#[diagnostic::do_not_recommend]
impl Icons for &str {
    fn icons(self) -> Vec<Icon> {
        vec![Icon::new(self)]
    }
}
#[diagnostic::do_not_recommend]
impl Icons for Icon {
    fn icons(self) -> Vec<Icon> {
        vec![self]
    }
}
#[diagnostic::do_not_recommend]
impl Icons for Vec<Icon> {
    fn icons(self) -> Vec<Icon> {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Icons for [Icon; N] {
    fn icons(self) -> Vec<Icon> {
        self.into()
    }
}
