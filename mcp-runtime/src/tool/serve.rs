//! Types whose methods are tools.
//!
//! In: what `#[server]` wrote for a type. Out: its tools, and what it says a model should know. It
//! never calls a method.

use super::Tool;
use super::about::About;
use super::call::{BoxFuture, Call};
use std::sync::Arc;

/// A type with a `#[server] impl` block, or with several that each have a `Part` of their own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be mounted",
    label = "put `#[server]` on an `impl` block of `{Self}`",
    note = "for a block with `#[server(part = …)]`, say which: `.mount_part::<Part, _>(…)`"
)]
pub trait Serve<Part = Main>: Send + Sync + 'static {
    /// What a model should know to use it.
    const INSTRUCTIONS: Option<&'static str>;
    /// Hands its tools over.
    fn register(self: Arc<Self>, to: &mut Registry);
}

/// The part of a type that has no name.
pub struct Main;

/// A served value, or an `Arc` of one; the marker is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be mounted",
    label = "put `#[server]` on an `impl` block of this type",
    note = "for a block with `#[server(part = …)]`, say which: `.mount_part::<Part, _>(…)`"
)]
pub trait Mount<Part, Marker> {
    /// Hands its tools over.
    fn add(self, to: &mut Registry);
}
/// The value itself.
pub struct Own;
/// An `Arc` of it.
pub struct Shared;

impl<Part, S: Serve<Part>> Mount<Part, Own> for S {
    fn add(self, to: &mut Registry) {
        Arc::new(self).add(to);
    }
}
#[diagnostic::do_not_recommend]
impl<Part, S: Serve<Part>> Mount<Part, Shared> for Arc<S> {
    fn add(self, to: &mut Registry) {
        to.instructions.extend(S::INSTRUCTIONS);
        self.register(to);
    }
}

/// What was mounted so far.
#[derive(Default)]
pub struct Registry {
    tools: Vec<Tool>,
    instructions: Vec<&'static str>,
    faults: Vec<String>,
}

impl Registry {
    /// Takes a tool in.
    pub fn add(&mut self, about: About, run: impl Fn(Call) -> BoxFuture + Send + Sync + 'static) {
        self.tools.push(Tool::written(about, Arc::new(run)));
    }

    /// Says that a block has come to its end: one without tools is a mistake, such as a `cfg`
    /// that hides them all.
    pub fn end_of_block(&mut self, before: usize, name: &'static str) {
        if self.tools.len() == before {
            self.faults.push(format!(
                "`{name}` has no tools in this build: every `#[tool]` in its `#[server]` block is \
                 under a `cfg` that is off; say `#[server(empty)]` if that is meant"
            ));
        }
    }

    /// How many tools there are.
    pub fn count(&self) -> usize {
        self.tools.len()
    }

    /// What was found wrong while mounting.
    pub(crate) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// The tools and the instructions, in the order in which they came.
    pub(crate) fn into_parts(self) -> (Vec<Tool>, Vec<&'static str>) {
        (self.tools, self.instructions)
    }
}

/// The tool behind the twin of a function.
pub fn entry(about: fn() -> About, run: fn(Call) -> BoxFuture) -> Tool {
    Tool::written(about(), Arc::new(run))
}

/// The tools of one `tools![…]`.
pub fn list<const N: usize>(tools: [Tool; N]) -> Vec<Tool> {
    tools.into()
}
