//! Tools: what they are, how they are called, and what comes of it.
//!
//! In: functions that `#[tool]` understood, or handlers with a schema of their own. Out: built
//! tools, which the server lists and the engine calls. No file here knows a revision, a
//! connection or a transport.

mod about;
mod absent;
mod argument;
mod arguments;
mod build;
mod by_hand;
mod call;
mod check;
mod describe;
mod headers;
#[cfg(feature = "tower")]
mod layered;
pub mod limit;
mod names;
mod ordered;
mod output;
mod param;
mod plan;
mod polls;
mod result;
mod returned;
pub(crate) mod schema;
mod serve;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod wrong;

pub(crate) use crate::states::States;
pub(crate) use about::Place;
pub use about::{About, Icons, Written};
pub use argument::{Argument, ByRef, Lend, View};
pub use arguments::{Args, Done, done, given, go, lend, lent, take, take_all, take_view, view};
pub(crate) use build::build;
pub use by_hand::{Answer, ToolCall};
pub use call::{BoxFuture, Call, Outcome};
pub(crate) use call::{make_caught, poll_caught};
pub(crate) use headers::Mirrored;
pub use param::Param;
pub use result::{Json, Plain, Text, ToolResult};
pub use returned::{Returned, finish, via};
pub use serve::{Main, Mount, Registry, Serve, entry, list};

#[cfg(not(feature = "tower"))]
use self::call::Run;
#[cfg(feature = "tower")]
pub(crate) use self::call::Run;
use self::check::Check;
use self::plan::Plan;
use self::polls::FirstPolls;
pub(crate) use self::polls::On;
use mcp_core::json::Raw;
use mcp_core::schema::{ArgumentFault, Report};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

/// Implemented by `#[tool]` for the twin of a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "put `#[tool]` on the function of this name"
)]
pub trait ToolFn: 'static {
    /// What it says about itself.
    fn about() -> About;
    /// Describes or calls it.
    fn run(call: Call) -> BoxFuture;
}

/// A tool that can be given to a server.
///
/// `tools![…]` makes them of functions; [`Tool::new`] makes one without a macro, which needs the
/// feature `hand-schemas`.
pub struct Tool {
    about: About,
    run: Run,
    made: Made,
    #[cfg(feature = "tower")]
    layers: Vec<crate::middleware::Ring>,
}

/// Who wrote the schema of its arguments?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// Its parameters are known, and are asked.
    Written,
    /// Its handler takes whatever the schema allows.
    ByHand,
}

impl Tool {
    /// The name on the wire.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// Gives it another name.
    pub(crate) fn rename(&mut self, name: String) {
        self.about.name = name.into();
    }

    fn written(about: About, run: Run) -> Self {
        Self {
            about,
            run,
            made: Made::Written,
            #[cfg(feature = "tower")]
            layers: Vec::new(),
        }
    }
}

/// A tool that can be listed and called.
pub(crate) struct BuiltTool {
    listed: mcp_core::tool::Tool,
    plan: Plan,
    output: Option<Check>,
    run: Run,
    states: Arc<States>,
    timeout: Option<Duration>,
    inline: bool,
    blocking: bool,
    wants_context: bool,
    mirrored: Vec<Mirrored>,
    place: Option<Place>,
    polls: FirstPolls,
    #[cfg(feature = "tower")]
    layers: Vec<crate::middleware::Ring>,
    /// Layers stand around its calls.
    #[cfg(feature = "tower")]
    layered: bool,
}

impl BuiltTool {
    /// The name on the wire.
    pub(crate) fn name(&self) -> &str {
        &self.listed.name
    }

    /// Where its function stands in the sources.
    pub(crate) fn place(&self) -> Option<Place> {
        self.place
    }

    /// Its entry in a list, as the newest revision knows it.
    pub(crate) fn listed(&self) -> &mcp_core::tool::Tool {
        &self.listed
    }

    /// Arguments that would be taken.
    #[cfg(feature = "stdio")]
    pub(crate) fn example(&self) -> serde_json::Value {
        mcp_core::schema::example(&self.plan.schema)
    }

    /// How quick its first polls were.
    pub(crate) fn polls(&self) -> &FirstPolls {
        &self.polls
    }

    /// Takes note of how long the first poll of a call took. Where that only hands work over, a slow
    /// one tells of a busy machine and nothing of the tool.
    pub(crate) fn record_first_poll(&self, took: Duration, on: On, limits: &crate::limits::Limits) {
        if !self.only_hands_over() {
            self.polls.record(took, on, limits, self.name());
        }
    }

    /// The arguments that headers repeat over HTTP.
    #[cfg_attr(not(feature = "http"), allow(dead_code))] // Only HTTP has headers.
    pub(crate) fn mirrored(&self) -> &[Mirrored] {
        &self.mirrored
    }

    /// Could its handler report or log?
    pub(crate) fn wants_context(&self) -> bool {
        self.wants_context
    }

    /// How long it may take, where it says so itself.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// Does it promise to be quick?
    pub(crate) fn is_inline(&self) -> bool {
        self.inline
    }

    /// Does its function run on the pool?
    pub(crate) fn is_blocking(&self) -> bool {
        self.blocking
    }

    /// Does a call of it only hand work over to the pool?
    pub(crate) fn only_hands_over(&self) -> bool {
        self.blocking && !self.is_layered()
    }

    /// Do layers stand around its calls?
    fn is_layered(&self) -> bool {
        #[cfg(feature = "tower")]
        return self.layered;
        #[cfg(not(feature = "tower"))]
        false
    }

    /// Starts a call. Nothing of the user's runs before the future is polled.
    pub(crate) fn start(&self, call: Call) -> BoxFuture {
        (self.run)(call)
    }

    /// Arguments that stand beside `arguments` instead of inside. What stands in both places is
    /// where it should be.
    pub(crate) fn misplaced<'n>(
        &self,
        stray: impl IntoIterator<Item = Cow<'n, str>>,
        arguments: Option<Raw<'_>>,
    ) -> Option<Box<Report>> {
        let stray: Vec<_> = stray.into_iter().collect();
        if stray.is_empty() {
            return None;
        }
        let is_inside = |name: &str| arguments.is_some_and(|inside| inside.member(name).is_some());
        let names = self.plan.names.iter();
        let faults: Vec<_> = names
            .filter(|name| stray.iter().any(|stray| stray == *name) && !is_inside(name))
            .map(|name| {
                let reason = format!(
                    "must be inside arguments: found `{name}` under params; put it inside arguments"
                );
                ArgumentFault::new(name, reason, "inside arguments", "")
            })
            .collect();
        if faults.is_empty() {
            return None;
        }
        Some(Box::new(self.plan.whole.report(faults, &self.plan.schema)))
    }
}

/// Runs a sync tool: where it is described on the spot, where it is called on the pool.
pub fn on_the_pool(call: Call, body: impl FnOnce(Call) -> Outcome + Send + 'static) -> BoxFuture {
    if call.is_description() {
        return Box::pin(std::future::ready(body(call)));
    }
    Box::pin(async move {
        // NB. caught on its own thread, which knows the place of a panic.
        let tool = call.tool().cloned();
        let name = move || {
            tool.as_ref()
                .map_or_else(String::new, |tool| tool.name().to_owned())
        };
        let job = move || crate::report::catch(AssertUnwindSafe(|| body(call)));
        match crate::pool::run_blocking(name, job).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Outcome::Panicked(panic),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Reads the arguments of a call into one value; a null that its type does not know counts as
/// absent.
fn read_all<T: DeserializeOwned>(arguments: Option<Raw<'_>>) -> Result<T, mcp_core::json::DeError> {
    match arguments {
        Some(raw) => mcp_core::json::from_raw(raw).or_else(|error| {
            let given = raw.members().filter(|member| !member.value.is_null());
            let given: Vec<_> = given.map(|member| (member.key, member.value)).collect();
            // NB. what misses now was null, and that is what is wrong with it.
            mcp_core::json::from_members(&given).map_err(|other| {
                let was_null = other.message == "is required";
                if was_null { error } else { other }
            })
        }),
        None => mcp_core::json::from_members(&[]),
    }
}
