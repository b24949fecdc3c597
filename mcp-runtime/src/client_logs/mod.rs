//! `tracing` events inside a call become log messages of that call.
//!
//! In: events, from any thread, and the spans they happened in. Out: `notifications/message` of
//! the request whose span is around the event, with the level, the target and the fields; at the
//! levels alone that its client asked for, bounded as `Context::log` is, and never after the answer.
//! Events outside of calls and those of this framework are never sent. Nothing is locked while
//! code of the user's runs, and an event in the middle of sending another is dropped.

mod fields;
mod wanted;

use crate::context::RequestState;
use fields::Fields;
use mcp_core::logging::LoggingLevel;
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock, Weak};
use tracing::subscriber::Subscriber;
use tracing::{Event, Level, Metadata, dispatcher};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Filtered;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::{LookupSpan, Registry};
use wanted::Wanted;

/// The layer of [`ClientLogs`] with its defaults:
///
/// ```
/// use tracing_subscriber::prelude::*;
///
/// tracing_subscriber::registry()
///     .with(mcp_runtime::client_logs())
///     .init();
/// ```
pub fn client_logs<S>() -> impl Layer<S> + Send + Sync + 'static
where
    S: Subscriber + for<'l> LookupSpan<'l>,
{
    ClientLogs::new().layer()
}

/// Sends `tracing` events that happen inside a call to its client, as log messages.
///
/// What a client gets: the level (`TRACE` and `DEBUG` are `debug`, `WARN` is `warning`), the
/// target as `logger`, and as `data` an object of the event's fields, `message` among them.
/// Numbers and booleans stay what they are, errors come with their causes, all else is text.
///
/// When: at or above the level that the client asked for, with `logging/setLevel` up to 2025-11-25
/// and in `_meta` of each request since 2026-07-28. A client that asks for nothing gets nothing.
///
/// Which: events in the handler, on the threads of sync tools, and in tasks that carry the span of
/// the call: `tokio::spawn(task.in_current_span())`.
///
/// **Events may hold secrets**, and those of libraries do so without your doing (at `debug`, an
/// HTTP client may print its headers). Say whose events go out with [`targets`](Self::targets), or
/// judge each place in the sources with [`only`](Self::only).
///
/// It works in a subscriber that is made of [`Registry`](tracing_subscriber::registry()). A filter
/// for all of the subscriber must let the spans of calls pass: `mcp_runtime::call=info`.
///
/// ```
/// use tracing_subscriber::prelude::*;
///
/// let logs = mcp_runtime::ClientLogs::new().targets(["notes", "notes_store"]);
/// tracing_subscriber::registry().with(logs.layer()).init();
/// ```
#[must_use = "it does nothing until its `layer()` is part of a subscriber"]
pub struct ClientLogs {
    most: Level,
    targets: Vec<String>,
    only: Option<Only>,
}

type Only = Box<dyn Fn(&Metadata<'_>) -> bool + Send + Sync>;

impl ClientLogs {
    /// All events that a client asks for.
    pub fn new() -> Self {
        Self {
            most: Level::TRACE,
            targets: Vec::new(),
            only: None,
        }
    }

    /// Events of these targets alone; `notes` stands for `notes::store` too.
    pub fn targets(mut self, targets: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.targets.extend(targets.into_iter().map(Into::into));
        self
    }

    /// No events more detailed than this, whatever a client asks for.
    pub fn up_to(mut self, most: Level) -> Self {
        self.most = most;
        self
    }

    /// Events alone for which this says yes. It may be asked once for each place in the sources,
    /// and no more.
    pub fn only(mut self, filter: impl Fn(&Metadata<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.only = Some(Box::new(filter));
        self
    }

    /// The layer, for [`with`](tracing_subscriber::layer::SubscriberExt::with). From here on every
    /// server of the process that has tools says that it logs.
    pub fn layer<S>(self) -> impl Layer<S> + Send + Sync + 'static
    where
        S: Subscriber + for<'l> LookupSpan<'l>,
    {
        INSTALLED.store(true, Ordering::Release);
        let targets = self.targets.clone();
        let sender = Sender {
            targets,
            dispatch: OnceLock::new(),
        };
        Filtered::new(sender, Wanted::new(self.most, self.targets, self.only))
    }
}

impl Default for ClientLogs {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ClientLogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientLogs")
            .field("most", &self.most)
            .field("targets", &self.targets)
            .finish_non_exhaustive()
    }
}

/// A layer was made in this process.
static INSTALLED: AtomicBool = AtomicBool::new(false);

pub(crate) fn installed() -> bool {
    INSTALLED.load(Ordering::Acquire)
}

/// A client asks for messages of this level and graver ones.
pub(crate) fn asked(level: LoggingLevel) {
    wanted::raise(level);
}

/// The call that a span is around. NB. a span lives as long as the tasks that carry it; they must
/// not keep the request.
struct InCall(Weak<RequestState>);

/// Ties the request to the span around its call.
pub(crate) fn attach(span: &tracing::Span, request: &Arc<RequestState>) {
    if !installed() {
        return;
    }
    let level = request.least_asked_for();
    if let Some(level) = level {
        wanted::raise(level);
    }
    let tied = span.with_subscriber(|(id, dispatch)| {
        let registry = dispatch.downcast_ref::<Registry>()?;
        let span = registry.span(id)?;
        span.extensions_mut()
            .replace(InCall(Arc::downgrade(request)));
        Some(())
    });
    if tied.flatten().is_none() && level.is_some() {
        tell_of_no_span();
    }
}

/// NB. not through `tracing`: the filter that hides the span may hide this too.
#[cold]
fn tell_of_no_span() {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        crate::report::to_stderr(
            "a client asked for log messages, and `ClientLogs` can send no events of its call: the subscriber is not made of `tracing_subscriber::Registry`, or its filter leaves out the spans of calls; let `mcp_runtime::call=info` pass",
        );
    });
}

/// The layer behind the filter.
struct Sender {
    targets: Vec<String>,
    dispatch: OnceLock<dispatcher::WeakDispatch>,
}

thread_local! {
    static SENDING: Cell<bool> = const { Cell::new(false) };
}

/// Ends the sending, by a panic of the user's too.
struct Sending;

impl Sending {
    fn begin() -> Option<Self> {
        (!SENDING.replace(true)).then_some(Self)
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        SENDING.set(false);
    }
}

impl<S> Layer<S> for Sender
where
    S: Subscriber + for<'l> LookupSpan<'l>,
{
    fn on_register_dispatch(&self, dispatch: &tracing::Dispatch) {
        // NB. one layer is part of one subscriber, so this comes once.
        let _ = self.dispatch.set(dispatch.downgrade());
    }

    fn on_event(&self, event: &Event<'_>, cx: Context<'_, S>) {
        let level = level_of(event.metadata());
        let Some(request) = self.request(event, &cx).filter(|r| r.asks_for(level)) else {
            return;
        };
        let Some(_sending) = Sending::begin() else {
            return;
        };
        let fields = Fields::of(event);
        let logger = fields.target().unwrap_or(event.metadata().target());
        if wanted::is_ours(logger) || !wanted::is_under(logger, &self.targets) {
            return;
        }
        request.log_event(level, logger, fields.data());
    }
}

impl Sender {
    /// The call around an event. NB. it looks past the filters of layers, so that one around this
    /// layer can't hide the spans of calls.
    fn request<S>(&self, event: &Event<'_>, cx: &Context<'_, S>) -> Option<Arc<RequestState>>
    where
        S: Subscriber + for<'l> LookupSpan<'l>,
    {
        let current = cx.current_span();
        let id = match event.is_contextual() {
            true => current.id()?,
            false => event.parent()?,
        };
        let dispatch = self.dispatch.get()?.upgrade()?;
        let span = dispatch.downcast_ref::<Registry>()?.span(id)?;
        span.scope()
            .find_map(|span| span.extensions().get::<InCall>().map(|call| call.0.clone()))?
            .upgrade()
    }
}

fn level_of(metadata: &Metadata<'_>) -> LoggingLevel {
    match *metadata.level() {
        Level::ERROR => LoggingLevel::Error,
        Level::WARN => LoggingLevel::Warning,
        Level::INFO => LoggingLevel::Info,
        _ => LoggingLevel::Debug,
    }
}
