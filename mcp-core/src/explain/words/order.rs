//! The words of findings: order.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, rows};

rows! {}
