//! Which layers can stand around calls, and what is wrong with one of them.
//!
//! In: a layer of a user's. Out: its service, made once, or sentences about what is wrong, for
//! `build()` to tell. A layer that panics while it is put around is a fault like any other.

use super::request::ToolRequest;
use super::service::{AnyError, Ring, ToolService};
use crate::report;
use crate::tool::ToolResult;
use std::any::type_name;
use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tower_layer::Layer;
use tower_service::Service;

/// A layer that can stand around calls: any [`tower_layer::Layer`] over a [`ToolService`] whose
/// service answers a [`ToolRequest`] with a [`ToolResult`], and is `Clone + Send + Sync`.
///
/// Implemented for every such layer, never by hand. The error of the service may be any that fits
/// into a `Box<dyn Error + Send + Sync>`; a [`mcp_runtime::Error`](crate::Error) in such a box is
/// taken out of it again.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't stand around the calls of tools",
    label = "not a layer whose service is `Clone` and answers a `ToolRequest` with a `ToolResult`",
    note = "the service that the layer makes of a `ToolService` must be `Clone + Send + Sync + 'static`, with a `Send` future, `Response = ToolResult`, and an `Error` that converts into `Box<dyn Error + Send + Sync>`",
    note = "the service of `tower::limit::RateLimitLayer` is not `Clone`: use `mcp_runtime::middleware::RateLimit`",
    note = "for an async closure, say `.around(|call, next| async move {{ next.run(call).await }})`"
)]
pub trait ToolLayer: sealed::Sealed {
    #[doc(hidden)]
    fn ring(self) -> Made;
}

/// A layer that was put around.
#[doc(hidden)]
pub struct Made(Ring);

mod sealed {
    pub trait Sealed {}
    impl<L> Sealed for L {}
}

#[diagnostic::do_not_recommend]
impl<L, S> ToolLayer for L
where
    L: Layer<ToolService, Service = S>,
    S: Service<ToolRequest, Response = ToolResult> + Clone + Send + Sync + 'static,
    S::Error: Into<AnyError>,
    S::Future: Send,
{
    fn ring(self) -> Made {
        Made(Arc::new(self.layer(ToolService::INSIDE)))
    }
}

thread_local! {
    /// What layers of ours find wrong with themselves while they are put around.
    static FAULTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// A layer of ours says what is wrong with it. It is told by `build()`.
pub(super) fn fault(words: String) {
    FAULTS.with_borrow_mut(|faults| faults.push(words));
}

/// Puts a layer around; nothing when something is wrong with it.
pub(crate) fn ring<L: ToolLayer>(layer: L, faults: &mut Vec<String>) -> Option<Ring> {
    FAULTS.take();
    let made = report::catch(AssertUnwindSafe(|| layer.ring()));
    let found = FAULTS.take();
    let sound = found.is_empty();
    faults.extend(found);
    match made {
        Ok(made) => sound.then_some(made.0),
        Err(panic) => {
            let name = type_name::<L>();
            let panic = panic.lines().last().unwrap_or_default();
            faults.push(format!(
                "the layer `{name}` panicked while it was put around: {panic}"
            ));
            None
        }
    }
}
