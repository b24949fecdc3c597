//! The page about a word, in the columns of the terminal.
//!
//! In: a page as `mcp_core` writes it: rows with a label each. Out: the same with its long rows
//! broken. Messages on it stay whole, so that they can be copied.

use mcp_core::explain::show::columns;

/// Where the text of a row begins.
const INDENT: usize = 12;

/// The page in so many columns.
pub(super) fn fitted(page: &str, width: usize) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.lines() {
        let is_message = line.trim_start().starts_with(['→', '←', '{']);
        match columns(line) > width && !is_message {
            true => broken(&mut out, line, width),
            false => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

fn broken(out: &mut String, line: &str, width: usize) {
    let mut taken = 0;
    for word in line.split_inclusive(' ') {
        let bare = columns(word.trim_end());
        if taken > INDENT && taken + bare > width {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', INDENT));
            taken = INDENT;
        }
        out.push_str(word);
        taken += columns(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_go_on_below_their_text_and_messages_stay_whole() {
        let page = "ping\n\n  means     one two three\n    → {\"jsonrpc\":\"2.0\",\"id\":1}\n";
        assert_eq!(
            fitted(page, 20),
            "ping\n\n  means     one two\n            three\n    → {\"jsonrpc\":\"2.0\",\"id\":1}\n"
        );
        assert_eq!(fitted(page, 80), page);
    }
}
