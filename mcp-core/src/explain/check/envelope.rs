//! Is it a message of JSON-RPC, and which?
//!
//! In: the classifier's refusal. Out: the finding that says the same. There is one classifier, so
//! what a server refuses and what is found here never differ.

use crate::explain::finding::{Finding, Found};
use crate::explain::words::envelope as words;
use crate::json::Raw;
use crate::rpc::{Fault, Refusal};

/// The finding that says what a refusal says. `raw` is the frame, when it is JSON.
pub(in crate::explain) fn refused(raw: Option<Raw<'_>>, refusal: &Refusal, found: &mut Found<'_>) {
    let finding = of_fault(raw, &refusal.fault, found);
    found.add(finding);
}

/// The finding that says what a fault says.
pub(in crate::explain) fn of_fault(
    raw: Option<Raw<'_>>,
    fault: &Fault,
    found: &Found<'_>,
) -> Finding {
    let _ = raw;
    found
        .of(words::ID_NULL)
        .at(fault.field.clone())
        .with("message", fault.message())
}
