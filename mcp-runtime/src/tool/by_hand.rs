//! Tools without a macro: a name, a schema and a handler.
//!
//! In: a schema as it was written, and an async function of one [`ToolCall`]. Out: a tool like any
//! other; its arguments are held against the schema before the handler runs. A schema is never
//! changed.

use super::about::{About, Icons, Place, Written};
use super::call::{BoxFuture, Call, Outcome};
use super::result::Plain;
use super::{Made, Tool, output, wrong};
use crate::context::Context;
use crate::error::{Error, with_causes};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;
use std::error::Error as StdError;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// One call of a tool that was made without a macro (see [`Tool::new`]). It owns the arguments and the context.
pub struct ToolCall(Call);

impl ToolCall {
    /// The conversation around the call.
    pub fn context(&self) -> &Context {
        self.0.context()
    }

    /// The arguments as one value of any type.
    ///
    /// # Errors
    /// Arguments that don't deserialise: the caller is told which, and why.
    pub fn arguments<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let arguments = self.0.arguments();
        super::read_all(arguments).map_err(|error| match self.0.plan() {
            Some(plan) => Error::wrong(wrong::by_type(plan, arguments, error)),
            None => Error::invalid_params("arguments", error.to_string()),
        })
    }

    /// The arguments as text, exactly as they were sent.
    pub fn text(&self) -> &str {
        self.0.arguments().map_or("{}", |raw| raw.get())
    }

    /// The arguments as a value.
    ///
    /// # Errors
    /// Numbers and texts that a [`Value`] can't hold.
    pub fn value(&self) -> Result<Value, Error> {
        self.arguments()
    }
}

/// What the handler of a tool without a macro may return.
#[diagnostic::on_unimplemented(
    message = "the handler of a tool can't return `{Self}`",
    label = "nothing that a client can be sent",
    note = "return text, a number, `Content`, `ToolResult`, `Json(value)`, or a `Result` of these",
    note = "the error of a `Result` is `mcp_runtime::Error`, a text, or a type that implements `std::error::Error` and is `Send + Sync`"
)]
pub trait Answer {
    /// The outcome.
    fn answer(self) -> Outcome;
}

impl<T: Plain> Answer for T {
    fn answer(self) -> Outcome {
        self.plain().map_or_else(Outcome::Fault, Outcome::Done)
    }
}

/// An [`Error`] is a JSON-RPC error; anything else is a result that the model is told, with its
/// causes.
#[diagnostic::do_not_recommend]
impl<T: Plain, E: Into<Box<dyn StdError + Send + Sync>>> Answer for Result<T, E> {
    fn answer(self) -> Outcome {
        match self {
            Ok(value) => value.answer(),
            Err(error) => told(error.into()),
        }
    }
}

fn told(error: Box<dyn StdError + Send + Sync>) -> Outcome {
    match error.downcast::<Error>() {
        Ok(error) => Outcome::Fault(*error),
        Err(error) => Outcome::Done(super::ToolResult::error(with_causes(&*error))),
    }
}

impl Tool {
    /// A tool without a macro. The schema is listed as it was written and enforced before the
    /// handler runs; as text it keeps the order of its keys.
    ///
    /// It needs the feature `hand-schemas`, which brings in what checks any JSON Schema; without it
    /// [`Server::build`](crate::Server::build) refuses the tool and says so.
    ///
    /// ```
    /// # #[cfg(feature = "hand-schemas")] {
    /// use mcp_runtime::prelude::*;
    ///
    /// let schema = r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
    /// let greet = Tool::new("greet", schema, |call: ToolCall| async move {
    ///     let arguments = call.value()?;
    ///     Ok::<_, mcp_runtime::Error>(format!("Hello, {}!", arguments["name"]))
    /// });
    /// let server = Server::new("greeter", "1.0.0").tool(greet).build()?;
    /// # drop(server);
    /// # }
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    #[track_caller]
    pub fn new<H, F>(
        name: impl Into<Cow<'static, str>>,
        input_schema: impl Into<Written>,
        handler: H,
    ) -> Self
    where
        H: Fn(ToolCall) -> F + Send + Sync + 'static,
        F: Future<Output: Answer> + Send + 'static,
    {
        let place = Place::of_caller();
        let handler = Arc::new(handler);
        let run = move |call: Call| start(handler.clone(), call);
        Self {
            about: About::new(name)
                .at(place.file, place.line)
                .input_schema(input_schema),
            run: Arc::new(run),
            made: Made::ByHand,
            #[cfg(feature = "tower")]
            layers: Vec::new(),
        }
    }

    /// What a model reads to choose it.
    #[must_use]
    pub fn description(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.about = self.about.description(text);
        self
    }

    /// The name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.about = self.about.title(title.into());
        self
    }

    /// It changes nothing.
    #[must_use]
    pub fn read_only(mut self, yes: bool) -> Self {
        self.about = self.about.read_only(yes);
        self
    }

    /// It may destroy something.
    #[must_use]
    pub fn destructive(mut self, yes: bool) -> Self {
        self.about = self.about.destructive(yes);
        self
    }

    /// A second call with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(mut self, yes: bool) -> Self {
        self.about = self.about.idempotent(yes);
        self
    }

    /// It reaches beyond what the server knows.
    #[must_use]
    pub fn open_world(mut self, yes: bool) -> Self {
        self.about = self.about.open_world(yes);
        self
    }

    /// How long a call may take.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.about.timeout = Some(limit);
        self
    }

    /// Its icons.
    #[must_use]
    pub fn icons(mut self, icons: impl Icons) -> Self {
        self.about = self.about.icons(icons);
        self
    }

    /// `_meta` of its entry.
    #[must_use]
    pub fn meta(mut self, meta: impl Into<Written>) -> Self {
        self.about = self.about.meta(meta);
        self
    }

    /// The schema of the structured result.
    #[must_use]
    pub fn output_schema(mut self, schema: impl Into<Written>) -> Self {
        self.about = self.about.output_schema(schema);
        self
    }
}

/// Holds the arguments against the schema, then runs the handler.
fn start<H, F>(handler: Arc<H>, call: Call) -> BoxFuture
where
    H: Fn(ToolCall) -> F + Send + Sync + 'static,
    F: Future<Output: Answer> + Send + 'static,
{
    Box::pin(async move {
        let refused = call
            .plan()
            .and_then(|plan| wrong::by_schema(plan, call.arguments()));
        if let Some(report) = refused {
            return Outcome::Wrong(report);
        }
        let tool = call.tool().cloned();
        match handler(ToolCall(call)).await.answer() {
            Outcome::Done(result) => output::checked(tool.as_deref(), Ok(result)),
            other => other,
        }
    })
}
