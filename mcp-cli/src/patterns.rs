//! The engine for `pattern` in the schemas of tools: linear in the length of the text.
//!
//! In: a pattern in the syntax of the `regex` crate. Out: a compiled one, or why it is none. A
//! pattern that only ECMA-262 knows (look-around, back references) is not compiled, and never
//! makes a finding.

use mcp_core::schema::{Pattern, Patterns};
use regex::Regex;

/// Compiles patterns with the `regex` crate.
pub(crate) struct Regexes;

#[derive(Debug)]
struct Compiled(Regex);

impl Patterns for Regexes {
    fn compile(&self, pattern: &str) -> Result<Box<dyn Pattern>, String> {
        match Regex::new(pattern) {
            Ok(regex) => Ok(Box::new(Compiled(regex))),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl Pattern for Compiled {
    fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}
