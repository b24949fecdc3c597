//! The engine for `pattern`: linear in the length of the text, whatever the pattern.
//!
//! In: a pattern in the syntax of the `regex` crate. Out: a compiled one, or why it is none. It has
//! no look-around and no back references, unlike the patterns of ECMA-262.

use mcp_core::schema::{Pattern, Patterns};
use regex::Regex;

/// Compiles patterns with the `regex` crate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regexes;

#[derive(Debug)]
struct Compiled(Regex);

impl Patterns for Regexes {
    fn compile(&self, pattern: &str) -> Result<Box<dyn Pattern>, String> {
        match Regex::new(pattern) {
            Ok(regex) => Ok(Box::new(Compiled(regex))),
            Err(regex::Error::Syntax(text)) => Err(last_line(&text)),
            Err(other) => Err(other.to_string()),
        }
    }
}

impl Pattern for Compiled {
    fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

/// The engine draws the pattern with a marker, and says what is wrong on the last line.
fn last_line(text: &str) -> String {
    let line = text.lines().last().unwrap_or(text).trim();
    line.trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_may_be_found_anywhere_in_the_text() {
        let pattern = Regexes.compile("b+").unwrap();
        assert!(pattern.is_match("abba"));
        assert!(!pattern.is_match("aa"));
    }

    #[test]
    fn what_is_wrong_with_a_pattern_is_one_line() {
        assert_eq!(Regexes.compile("a(b").unwrap_err(), "unclosed group");
        let around = Regexes.compile("(?=a)").unwrap_err();
        assert!(around.contains("look-around"), "{around}");
    }

    #[test]
    fn a_pattern_that_others_take_exponential_time_for_takes_linear_time() {
        let pattern = Regexes.compile("^(a+)+$").unwrap();
        let text = format!("{}b", "a".repeat(64 * 1024));
        let started = std::time::Instant::now();
        assert!(!pattern.is_match(&text));
        assert!(started.elapsed().as_secs() < 5);
    }
}
