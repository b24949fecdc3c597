//! The table of a server's tools: by name, and in the order in which they were registered.
//!
//! In: built tools. Out: one tool by its exact name, or all in order. Names are unique here; what
//! happens to a second one is decided by the builder. It never changes once the server is built.

use crate::tool::BuiltTool;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

#[derive(Default)]
pub(crate) struct ToolTable {
    tools: Vec<Arc<BuiltTool>>,
    by_name: HashMap<Box<str>, usize, BuildHasherDefault<Fnv>>,
}

impl ToolTable {
    pub(crate) fn new(tools: Vec<BuiltTool>) -> Self {
        let tools: Vec<_> = tools.into_iter().map(Arc::new).collect();
        let by_name = tools
            .iter()
            .enumerate()
            .map(|(at, tool)| (tool.name().into(), at))
            .collect();
        Self { tools, by_name }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<BuiltTool>> {
        self.by_name.get(name).and_then(|at| self.tools.get(*at))
    }

    pub(crate) fn all(&self) -> &[Arc<BuiltTool>] {
        &self.tools
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name())
    }
}

/// FNV-1a. The keys are the server's own, so nobody outside can choose them to collide.
#[derive(Clone, Copy)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
