//! The words of findings: notices.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, rows};

rows! {}
