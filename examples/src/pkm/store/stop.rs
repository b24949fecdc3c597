//! Work that nobody wants any more ends early.
//!
//! In: a question that is asked again and again. Out: its answer. It knows nothing of who asks.

use std::fmt;
use std::sync::Arc;

/// Says whether work should stop. Cheap to clone.
#[derive(Clone)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Work that is always finished.
    pub fn never() -> Self {
        Self(None)
    }

    /// Stops once `wanted` says so; it is asked often, and must be quick.
    pub fn when(wanted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(wanted)))
    }

    /// Whether to stop now.
    pub fn is_now(&self) -> bool {
        self.0.as_ref().is_some_and(|wanted| wanted())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_now()).finish()
    }
}
