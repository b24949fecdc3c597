//! The words that stand for longer JSON in what a script sends.
//!
//! In: a text with words such as `META` outside its strings. Out: JSON text. It never changes
//! anything else in the text, so that odd white space and odd escapes reach the server as written.

use super::fit::Memory;
use super::node::{Node, quoted};

/// The revision whose requests carry everything in `_meta`.
pub const MODERN: &str = "2026-07-28";

/// The members that such a request must carry in `_meta`.
pub fn meta_members() -> String {
    format!(
        r#""io.modelcontextprotocol/protocolVersion":"{MODERN}","io.modelcontextprotocol/clientCapabilities":{{}}"#
    )
}

/// Puts the revision in the place of `VERSION`.
pub fn with_version(text: &str, version: Option<&str>) -> Result<String, String> {
    replace(text, |word| match (word, version) {
        ("VERSION", Some(version)) => Ok(Some(quoted(version))),
        ("VERSION", None) => Err("VERSION needs a `versions:` line in the header".to_owned()),
        _ => Ok(None),
    })
}

/// Fills in `META`, `...META`, `$name`, `<repeat …>` and `<nest …>`.
pub fn expand(text: &str, memory: &Memory) -> Result<String, String> {
    replace(text, |word| {
        Ok(Some(match word {
            "META" => format!("{{{}}}", meta_members()),
            "...META" => meta_members(),
            _ if word.starts_with('$') => {
                let known: Option<&Node> = memory.get(&word[1..]);
                known
                    .ok_or_else(|| format!("nothing was remembered as `{}`", &word[1..]))?
                    .to_string()
            }
            _ if word.starts_with('<') => generated(word)?,
            _ => return Ok(None),
        }))
    })
}

/// Offers each word outside strings to `with`; a word it does not know stays.
fn replace(
    text: &str,
    mut with: impl FnMut(&str) -> Result<Option<String>, String>,
) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '<' => angle_length(rest),
            '.' | '$' | 'A'..='Z' => word_length(rest),
            other => other.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        match first {
            '<' | '.' | '$' | 'A'..='Z' => match with(piece)? {
                Some(replacement) => out.push_str(&replacement),
                None => out.push_str(piece),
            },
            _ => out.push_str(piece),
        }
        rest = after;
    }
    Ok(out)
}

/// The length of the string that opens here, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of `<repeat …>` or `<nest …>`; any other `<` stands alone.
fn angle_length(text: &str) -> usize {
    if !text.starts_with("<repeat") && !text.starts_with("<nest") {
        return 1;
    }
    text.find('>').map_or(text.len(), |end| end + 1)
}

fn word_length(text: &str) -> usize {
    let lead = text.bytes().take_while(|b| *b == b'.').count().max(1);
    let tail = text[lead..]
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count();
    lead + tail
}

fn generated(word: &str) -> Result<String, String> {
    let inner = word.trim_start_matches('<').trim_end_matches('>');
    let (name, arguments) = inner.split_once(' ').unwrap_or((inner, ""));
    let parts: Vec<&str> = arguments.split_whitespace().collect();
    let count = |text: &str| {
        text.parse::<usize>()
            .map_err(|_| format!("`{text}` in `{word}` is not a count"))
    };
    match (name, parts.as_slice()) {
        ("repeat", [text, times]) => {
            let unit = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
            let unit = unit.ok_or_else(|| format!("`{word}` must read <repeat \"x\" 100>"))?;
            Ok(format!("\"{}\"", unit.repeat(count(times)?)))
        }
        ("nest", [depth]) => {
            let depth = count(depth)?;
            Ok(format!("{}{}", "[".repeat(depth), "]".repeat(depth)))
        }
        _ => Ok(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_outside_strings_alone() {
        let text = expand(
            r#"{"META":META,"b":"META \" META","c":{...META,"d":1}}"#,
            &Memory::new(),
        )
        .unwrap();
        let members = meta_members();
        assert_eq!(
            text,
            format!(r#"{{"META":{{{members}}},"b":"META \" META","c":{{{members},"d":1}}}}"#)
        );
    }

    #[test]
    fn a_remembered_value_is_sent_as_json() {
        let mut memory = Memory::new();
        memory.insert("cursor".into(), Node::Text("a\"b".into()));
        assert_eq!(
            expand(r#"{"cursor":$cursor}"#, &memory).unwrap(),
            r#"{"cursor":"a\"b"}"#
        );
        assert!(expand("$other", &memory).is_err());
    }

    #[test]
    fn long_and_deep_values_are_made_on_the_spot() {
        assert_eq!(
            expand(r#"[<repeat "ab" 3>,<nest 3>]"#, &Memory::new()).unwrap(),
            r#"["ababab",[[[]]]]"#
        );
        assert!(expand(r#"<repeat "a" many>"#, &Memory::new()).is_err());
    }

    #[test]
    fn the_revision_is_a_string() {
        assert_eq!(with_version("[VERSION]", Some("v1")).unwrap(), r#"["v1"]"#);
        assert!(with_version("[VERSION]", None).is_err());
    }
}
