//! The trace that a message belongs to: `traceparent`, as the W3C defines it.
//!
//! In: the text that stands in `_meta` (2026-07-28, Basic: `_meta`; clients of earlier revisions
//! send it too). Out: its ids and its flags, or nothing when the text breaks a rule. Whoever reads
//! one never refuses a message over it. What tracing systems add in `tracestate` is not read here.

use std::fmt;

/// The place in a trace from which a message was sent (W3C Trace Context, Level 2, `traceparent`).
///
/// ```
/// use mcp_core::trace::TraceParent;
///
/// let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
/// let parent = TraceParent::parse(text).unwrap();
/// assert_eq!(parent.trace_id().to_string(), "0af7651916cd43dd8448eb211c80319c");
/// assert_eq!(parent.span_id().to_string(), "b7ad6b7169203331");
/// assert!(parent.is_sampled());
/// assert_eq!(parent.to_string(), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceParent {
    trace_id: TraceId,
    span_id: SpanId,
    sampled: bool,
}

/// A trace: all that was done, anywhere, because of one beginning. Never zero; printed as 32
/// hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceId(u128);

/// One step of a trace. Never zero; printed as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanId(u64);

/// The length of the text in version 00; later versions may only add to it.
const LENGTH: usize = 55;

impl TraceParent {
    /// Reads the text; none when it is not valid: another length or shape, letters in upper case,
    /// an id of zeros, or the version `ff`. Of a version that is not known yet, what version 00
    /// has is read (W3C Trace Context, Level 2, Versioning of `traceparent`).
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        let (known, rest) = text.split_at_checked(LENGTH)?;
        let version = hex(&known[..2])?;
        let may_go_on = version != 0 && rest.first() == Some(&b'-');
        if version == 0xff || !(rest.is_empty() || may_go_on) {
            return None;
        }
        if [2, 35, 52].iter().any(|&at| known[at] != b'-') {
            return None;
        }
        let trace_id = hex(&known[3..35]).filter(|id| *id != 0)?;
        let span_id = hex(&known[36..52]).filter(|id| *id != 0)?;
        let flags = hex(&known[53..])?;
        Some(Self {
            trace_id: TraceId(trace_id),
            span_id: SpanId(u64::try_from(span_id).ok()?),
            // The one flag that every version has.
            sampled: flags & 1 == 1,
        })
    }

    /// The trace.
    pub fn trace_id(&self) -> TraceId {
        self.trace_id
    }

    /// The step of the trace that sent the message.
    pub fn span_id(&self) -> SpanId {
        self.span_id
    }

    /// Whether the sender records this trace.
    pub fn is_sampled(&self) -> bool {
        self.sampled
    }
}

/// Lower-case hexadecimal digits alone, 32 of them at most.
fn hex(digits: &[u8]) -> Option<u128> {
    digits.iter().try_fold(0, |number, digit| {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        Some(number << 4 | u128::from(value))
    })
}

impl TraceId {
    /// As a number.
    pub fn to_u128(self) -> u128 {
        self.0
    }
}

impl SpanId {
    /// As a number.
    pub fn to_u64(self) -> u64 {
        self.0
    }
}

/// As version 00.
impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags = u8::from(self.sampled);
        write!(f, "00-{}-{}-{flags:02x}", self.trace_id, self.span_id)
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Display for SpanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALID: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-00";

    fn changed(from: &str, to: &str) -> Option<TraceParent> {
        let text = VALID.replacen(from, to, 1);
        assert_ne!(text, VALID);
        TraceParent::parse(&text)
    }

    #[test]
    fn ids_and_the_sampled_flag_are_read_and_written() {
        let parent = TraceParent::parse(VALID).expect("valid");
        assert_eq!(parent.to_string(), VALID);
        assert_eq!(
            parent.trace_id().to_u128(),
            0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c
        );
        assert_eq!(parent.span_id().to_u64(), 0x00f0_67aa_0ba9_02b7);
        assert!(!parent.is_sampled());
        for (flags, sampled) in [("01", true), ("02", false), ("03", true), ("ff", true)] {
            let parent = changed("b7-00", &format!("b7-{flags}")).expect("valid");
            assert_eq!(parent.is_sampled(), sampled, "{flags}");
        }
    }

    #[test]
    fn ids_of_zeros_are_refused() {
        assert_eq!(
            changed("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            None
        );
        assert_eq!(changed("00f067aa0ba902b7", &"0".repeat(16)), None);
    }

    #[test]
    fn version_ff_is_refused() {
        assert_eq!(changed("00-", "ff-"), None);
    }

    #[test]
    fn upper_case_and_anything_that_is_no_digit_is_refused() {
        assert_eq!(changed("af7", "AF7"), None);
        assert_eq!(changed("af7", "ag7"), None);
        assert_eq!(changed("-00f0", "_00f0"), None);
        assert_eq!(changed("00-", "0x-"), None);
        assert_eq!(changed("0af", "+af"), None);
        assert_eq!(changed("b7-00", "b7-0g"), None);
        assert_eq!(changed("af7", "가"), None);
    }

    #[test]
    fn every_other_length_of_version_00_is_refused() {
        for end in 0..VALID.len() {
            assert_eq!(TraceParent::parse(&VALID[..end]), None, "{end}");
        }
        for more in ["-", "0", "-00", " "] {
            assert_eq!(TraceParent::parse(&format!("{VALID}{more}")), None);
        }
    }

    #[test]
    fn a_later_version_may_be_longer_after_a_dash() {
        let expected = TraceParent::parse(VALID);
        for more in ["", "-", "-what-comes-later"] {
            let later = format!("{VALID}{more}").replacen("00-", "cc-", 1);
            assert_eq!(TraceParent::parse(&later), expected, "{later}");
        }
        assert_eq!(changed("00-0af", "cc-0af"), expected);
        assert_eq!(TraceParent::parse(&format!("cc{}0", &VALID[2..])), None);
    }
}
