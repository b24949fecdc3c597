//! Who shares a limit: all tools that a layer is around, or each has one of its own.
//!
//! In: a tool's name. Out: what counts its calls. There are as many as there are tools at most.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One value for all, or one for each tool.
#[derive(Debug)]
pub(super) enum Share<T> {
    Together(Arc<T>),
    Apart(Arc<Mutex<HashMap<String, Arc<T>>>>),
}

impl<T> Clone for Share<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Together(one) => Self::Together(one.clone()),
            Self::Apart(each) => Self::Apart(each.clone()),
        }
    }
}

impl<T> Share<T> {
    pub(super) fn together(value: T) -> Self {
        Self::Together(Arc::new(value))
    }

    pub(super) fn apart() -> Self {
        Self::Apart(Arc::default())
    }

    /// The one of a tool.
    pub(super) fn of(&self, tool: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let each = match self {
            Self::Together(one) => return one.clone(),
            Self::Apart(each) => each,
        };
        let mut each = each.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = each.get(tool) {
            return known.clone();
        }
        let made = Arc::new(make());
        each.insert(tool.to_owned(), made.clone());
        made
    }
}
