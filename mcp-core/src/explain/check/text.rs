//! Is it JSON, and if not, what does it look like?
//!
//! In: the bytes of a frame that no message could be read from, or of one that could. Out: findings
//! about the text itself. It never looks at members.

use crate::explain::finding::Found;
use crate::rpc::Refusal;

/// What the text looks like, when it is not JSON.
pub(in crate::explain) fn refused(bytes: &[u8], refusal: &Refusal, found: &mut Found<'_>) {
    let _ = (bytes, refusal, found);
}

/// What is odd about text that was read all the same: a byte order mark, a carriage return.
pub(in crate::explain) fn odd(bytes: &[u8], found: &mut Found<'_>) {
    let _ = (bytes, found);
}
