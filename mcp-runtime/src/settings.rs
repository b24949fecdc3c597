//! The choices of a server that its tools must know.
//!
//! In: the builder's methods. Out: flags that building and calling a tool read. This file never
//! decides anything.

/// How arguments and results are treated. Every flag is off by default.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// A key given twice inside the arguments is taken as serde takes it, not refused.
    pub(crate) duplicate_keys: bool,
    /// Text that reads as a number, boolean, object or array is taken where one is wanted.
    pub(crate) lenient: bool,
    /// Tool names outside the specification's rules are only warned about (for gateways).
    pub(crate) odd_names: bool,
    /// Structured results are sent without being checked against their output schema.
    pub(crate) unchecked_outputs: bool,
}
