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

/// The wire log of one conversation; there is none.
#[derive(Clone)]
pub(crate) struct Wire;

/// The wire log of conversations side by side; there is none.
#[cfg(feature = "http")]
pub(crate) struct Wires;

#[cfg(feature = "http")]
impl Wires {
    pub(crate) fn begin(_: Option<&WireLog>, _: impl FnOnce() -> Places) -> Self {
        Self
    }

    #[inline(always)]
    pub(crate) fn conversation(&self) -> Wire {
        Wire
    }

    #[inline(always)]
    pub(crate) fn off() -> Wire {
        Wire
    }
}

impl Wire {
    pub(crate) fn begin(_: Option<&WireLog>, _: impl FnOnce() -> Places) -> Self {
        Self
    }

    #[cfg(feature = "http")]
    #[inline(always)]
    pub(crate) fn is_session(&self, _: u64) {}

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
