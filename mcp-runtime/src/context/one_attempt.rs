//! What stands for an [`Attempt`] where no layer can make a second one: it is over when its request
//! is, which the request knows itself. It costs nothing.

use std::future::Future;

/// The only run of a handler for its request.
#[derive(Clone)]
pub(crate) struct Attempt;

impl Attempt {
    pub(crate) fn only() -> Self {
        Self
    }

    pub(super) fn is_over(&self) -> bool {
        false
    }

    pub(super) fn over_or<F: Future<Output = ()>>(&self, cancelled: F) -> F {
        cancelled
    }
}
