//! How a value that a peer chose stands in a line of the log.
//!
//! In: an id, a method, the name of a tool, a message that repeats one. Out: at most 256 bytes of
//! it on one line, with nothing in it that a terminal or a reader of logs would obey.

use std::fmt;

/// So much of a value is shown.
const MOST_BYTES: usize = 256;

/// A value to be logged.
pub(crate) struct Shown<T>(pub(crate) T);

impl<T: AsRef<str>> fmt::Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let text = self.0.as_ref();
        let mut left = MOST_BYTES;
        for (at, c) in text.char_indices() {
            let size = match obeyed(c) {
                true => c.escape_default().len(),
                false => c.len_utf8(),
            };
            if size > left {
                return write!(f, "… ({} bytes more)", text.len() - at);
            }
            left -= size;
            match obeyed(c) {
                true => write!(f, "{}", c.escape_default())?,
                false => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

impl<T: AsRef<str>> fmt::Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Ends of lines, escapes of terminals, and what turns the direction of text.
fn obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped_and_the_rest_stays_as_it_is() {
        let shown = Shown("노트 \"a\"\n\u{1b}[31m\u{202e}\u{9b}").to_string();
        assert_eq!(shown, r#"노트 "a"\n\u{1b}[31m\u{202e}\u{9b}"#);
    }

    #[test]
    fn a_long_value_is_cut_at_a_character_and_says_by_how_much() {
        let shown = Shown("é".repeat(1_000)).to_string();
        assert_eq!(shown, format!("{}… (1744 bytes more)", "é".repeat(128)));
        let shown = Shown("\n".repeat(1_000)).to_string();
        assert_eq!(shown, format!("{}… (872 bytes more)", "\\n".repeat(128)));
        assert_eq!(Shown("x".repeat(256)).to_string(), "x".repeat(256));
    }
}
