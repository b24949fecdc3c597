//! Command lines that lack their command.
//!
//! In: the words of a command line that could not be read. Out: the command line that was meant:
//! `mcp server.log` for `mcp explain server.log`.

use std::ffi::OsString;
use std::path::Path;

use mcp_core::explain::{Lang, about, nearest_word};

/// What to write instead, when the first word is what `mcp explain` takes.
pub(crate) fn meant(words: &[OsString]) -> Option<String> {
    let first = words.get(1)?;
    let word = first.to_str()?;
    let file = || Path::new(first).exists() && word != "explain";
    let known = || about(word, Lang::En).is_some();
    let near = || word.contains('/').then(|| nearest_word(word)).flatten();
    if word == "-" || file() || known() {
        return Some(format!("mcp explain {}", quoted(word)));
    }
    near().map(|near| format!("mcp explain {near}"))
}

/// A word as shells read it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+=,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_explain_takes_is_meant_for_it() {
        let meant = |word: &str| meant(&["mcp".into(), word.into()]);
        assert_eq!(meant("-32602").as_deref(), Some("mcp explain -32602"));
        assert_eq!(
            meant("tools/cal").as_deref(),
            Some("mcp explain tools/call")
        );
        assert_eq!(
            meant("Cargo.toml").as_deref(),
            Some("mcp explain Cargo.toml")
        );
        assert_eq!(meant("explian"), None);
        assert_eq!(meant("--frobnicate"), None);
        assert_eq!(quoted("it's.log"), "'it'\\''s.log'");
    }
}
