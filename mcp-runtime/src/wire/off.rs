//! The wire log, left out: the feature `wire-log` is off.
//!
//! In: nothing. Out: nothing. It has the names that the engine uses and no code.

/// How the wire log looks; there is none.
#[derive(Clone, Debug)]
pub(crate) enum WireLog {}

pub(crate) type Places = ();

pub(crate) fn chosen(_: Option<&WireLog>) -> Option<WireLog> {
    None
}

/// The wire log of one connection; there is none.
pub(crate) struct Wire;

impl Wire {
    pub(crate) fn begin(_: Option<&WireLog>, _: impl FnOnce() -> Places) -> Self {
        Self
    }

    #[inline(always)]
    pub(crate) fn heard(&self, _: &[u8], _: &[u8]) -> usize {
        0
    }

    #[inline(always)]
    pub(crate) fn skipped(&self, _: usize, _: &[u8]) -> usize {
        0
    }

    #[inline(always)]
    pub(crate) fn said(&self, _: usize, _: &[u8]) {}
}
