//! Whether a value fits a pattern, and if not, where.
//!
//! In: a pattern, a value, and what was remembered so far. Out: nothing, or the first place that
//! differs, in words. It never reads text and never waits.

use std::collections::BTreeMap;

use super::node::{Kind, Node};

/// What `<as name>` remembered in a conversation.
pub type Memory = BTreeMap<String, Node>;

/// The first place where a value differs from its pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Where: `result.content[0].text`, empty for the whole message.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() {
            "the message"
        } else {
            &self.path
        };
        write!(f, "{path}: {}", self.message)
    }
}

/// Checks a value; what the pattern says to remember is remembered only when all of it fits.
pub fn fits(pattern: &Node, value: &Node, memory: &mut Memory) -> Result<(), Misfit> {
    let mut learned = memory.clone();
    check(pattern, value, "", &mut learned)?;
    *memory = learned;
    Ok(())
}

fn misfit(path: &str, message: impl Into<String>) -> Misfit {
    Misfit {
        path: path.to_owned(),
        message: message.into(),
    }
}

fn check(pattern: &Node, value: &Node, path: &str, memory: &mut Memory) -> Result<(), Misfit> {
    let fine = match (pattern, value) {
        (Node::Any, _) => true,
        (Node::Bind(name), _) => {
            memory.insert(name.clone(), value.clone());
            true
        }
        (Node::Remembered(name), _) => match memory.get(name) {
            Some(known) => known == value,
            None => return Err(misfit(path, format!("nothing was remembered as `{name}`"))),
        },
        (Node::Kind(kind), _) => is_of(*kind, value),
        (Node::Uuid, Node::Text(text)) => is_uuid(text),
        (Node::Contains(part), Node::Text(text)) => text.contains(part.as_str()),
        (Node::Starts(part), Node::Text(text)) => text.starts_with(part.as_str()),
        (Node::Json(inner), Node::Text(text)) => return embedded(inner, text, path, memory),
        (Node::Either(options), _) => options
            .iter()
            .any(|option| fits(option, value, memory).is_ok()),
        (Node::Unordered(wanted), Node::Array { items, .. }) => {
            return unordered(wanted, items, path, memory);
        }
        (
            Node::Array {
                items: wanted,
                rest,
            },
            Node::Array { items, .. },
        ) => {
            return elements(wanted, *rest, items, path, memory);
        }
        (
            Node::Object {
                members: wanted,
                rest,
            },
            Node::Object { members, .. },
        ) => {
            return object(wanted, *rest, members, path, memory);
        }
        _ => pattern == value,
    };
    if fine {
        Ok(())
    } else {
        Err(misfit(
            path,
            format!("expected {pattern}, got {}", brief(value)),
        ))
    }
}

fn is_of(kind: Kind, value: &Node) -> bool {
    match (kind, value) {
        (Kind::Integer, Node::Number(text)) => !text.contains(['.', 'e', 'E']),
        (Kind::Text, Node::Text(_))
        | (Kind::Number, Node::Number(_))
        | (Kind::Bool, Node::Bool(_))
        | (Kind::Object, Node::Object { .. })
        | (Kind::Array, Node::Array { .. }) => true,
        _ => false,
    }
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|p| p.len()).eq([8, 4, 4, 4, 12])
        && parts
            .iter()
            .all(|p| p.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn embedded(pattern: &Node, text: &str, path: &str, memory: &mut Memory) -> Result<(), Misfit> {
    let value = Node::value(text)
        .map_err(|wrong| misfit(path, format!("the text is not JSON: {wrong}")))?;
    check(pattern, &value, &format!("{path}<json>"), memory)
}

fn elements(
    wanted: &[Node],
    rest: bool,
    items: &[Node],
    path: &str,
    memory: &mut Memory,
) -> Result<(), Misfit> {
    if items.len() < wanted.len() || (!rest && items.len() > wanted.len()) {
        let more = if rest { " or more" } else { "" };
        return Err(misfit(
            path,
            format!(
                "expected {}{more} elements, got {}",
                wanted.len(),
                items.len()
            ),
        ));
    }
    for (i, (pattern, value)) in wanted.iter().zip(items).enumerate() {
        check(pattern, value, &format!("{path}[{i}]"), memory)?;
    }
    Ok(())
}

fn unordered(
    wanted: &[Node],
    items: &[Node],
    path: &str,
    memory: &mut Memory,
) -> Result<(), Misfit> {
    if wanted.len() != items.len() {
        return Err(misfit(
            path,
            format!("expected {} elements, got {}", wanted.len(), items.len()),
        ));
    }
    let mut open: Vec<&Node> = wanted.iter().collect();
    for (i, item) in items.iter().enumerate() {
        match open
            .iter()
            .position(|pattern| fits(pattern, item, memory).is_ok())
        {
            Some(found) => drop(open.swap_remove(found)),
            None => {
                return Err(misfit(
                    &format!("{path}[{i}]"),
                    format!("not expected: {}", brief(item)),
                ));
            }
        }
    }
    Ok(())
}

fn object(
    wanted: &[(String, Node)],
    rest: bool,
    members: &[(String, Node)],
    path: &str,
    memory: &mut Memory,
) -> Result<(), Misfit> {
    for (key, pattern) in wanted {
        let inner = join(path, key);
        match members.iter().find(|(k, _)| k == key) {
            Some((_, value)) => check(pattern, value, &inner, memory)?,
            None if may_lack(pattern) => {}
            None => return Err(misfit(&inner, format!("expected {pattern}, got nothing"))),
        }
    }
    let stray = members
        .iter()
        .find(|(key, _)| !wanted.iter().any(|(k, _)| k == key));
    match stray {
        Some((key, value)) if !rest => Err(misfit(
            &join(path, key),
            format!("not expected: {}", brief(value)),
        )),
        _ => Ok(()),
    }
}

fn may_lack(pattern: &Node) -> bool {
    match pattern {
        Node::Absent => true,
        Node::Either(options) => options.iter().any(may_lack),
        _ => false,
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// A value on one short line.
pub fn brief(value: &Node) -> String {
    let text = value.to_string();
    match text.char_indices().nth(2000) {
        Some((cut, _)) => format!("{}… ({} bytes)", &text[..cut], text.len()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(pattern: &str, value: &str) -> Result<(), String> {
        let pattern = Node::pattern(pattern).map_err(|e| e.to_string())?;
        let value = Node::value(value).map_err(|e| e.to_string())?;
        fits(&pattern, &value, &mut Memory::new()).map_err(|misfit| misfit.to_string())
    }

    #[test]
    fn plain_json_fits_only_itself() {
        assert_eq!(
            verdict(r#"{"a":[1,"x",null]}"#, r#"{"a":[1,"x",null]}"#),
            Ok(())
        );
        assert_eq!(
            verdict(r#"{"a":1}"#, r#"{"a":1.0}"#),
            Err("a: expected 1, got 1.0".into())
        );
        assert_eq!(
            verdict(r#"{"a":1}"#, r#"{"a":1,"b":2}"#),
            Err("b: not expected: 2".into())
        );
        assert_eq!(
            verdict(r#"{"a":1,"b":2}"#, r#"{"a":1}"#),
            Err("b: expected 2, got nothing".into())
        );
        assert_eq!(
            verdict("[1]", "[1,2]"),
            Err("the message: expected 1 elements, got 2".into())
        );
        assert_eq!(
            verdict("1", r#""1""#),
            Err(r#"the message: expected 1, got "1""#.into())
        );
    }

    #[test]
    fn three_dots_let_more_follow() {
        assert_eq!(verdict(r#"{"a":1,...}"#, r#"{"b":2,"a":1}"#), Ok(()));
        assert_eq!(verdict("[1,...]", "[1,2,3]"), Ok(()));
        assert!(verdict("[1,2,...]", "[1]").is_err());
        assert!(verdict(r#"{"a":1,...}"#, r#"{"b":2}"#).is_err());
    }

    #[test]
    fn words_stand_for_kinds_of_values() {
        for (word, good, bad) in [
            ("<string>", r#""""#, "1"),
            ("<number>", "1.5", r#""1""#),
            ("<integer>", "12", "12.0"),
            ("<bool>", "false", "0"),
            ("<object>", "{}", "[]"),
            ("<array>", "[]", "{}"),
            (
                "<uuid>",
                r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#,
                r#""67e55044""#,
            ),
            (r#"<contains "mid">"#, r#""a mid b""#, r#""a b""#),
            (r#"<starts "In">"#, r#""Invalid""#, r#"" In""#),
            (r#"<json {"n":1}>"#, r#""{\"n\": 1}""#, r#""{\"n\":2}""#),
            ("<either 1 | null>", "null", "2"),
            ("<unordered [1,2]>", "[2,1]", "[2,2]"),
        ] {
            assert_eq!(verdict(word, good), Ok(()), "{word} for {good}");
            assert!(verdict(word, bad).is_err(), "{word} for {bad}");
        }
        assert_eq!(verdict("<any>", "null"), Ok(()));
    }

    #[test]
    fn an_absent_member_is_neither_null_nor_there() {
        assert_eq!(verdict(r#"{"a":<absent>,...}"#, r#"{"b":1}"#), Ok(()));
        assert!(verdict(r#"{"a":<absent>,...}"#, r#"{"a":null}"#).is_err());
        assert_eq!(verdict(r#"{"a":<either null | <absent>>}"#, "{}"), Ok(()));
        assert_eq!(
            verdict(r#"{"a":<either null | <absent>>}"#, r#"{"a":null}"#),
            Ok(())
        );
        assert!(verdict(r#"{"a":<any>}"#, "{}").is_err());
    }

    #[test]
    fn a_remembered_value_must_come_again() {
        let mut memory = Memory::new();
        let first = Node::pattern("[<as x>]").unwrap();
        assert!(fits(&first, &Node::value("[7]").unwrap(), &mut memory).is_ok());
        let again = Node::pattern("$x").unwrap();
        assert!(fits(&again, &Node::value("7").unwrap(), &mut memory).is_ok());
        assert!(fits(&again, &Node::value("8").unwrap(), &mut memory).is_err());
        assert!(fits(&Node::pattern("$y").unwrap(), &Node::Null, &mut memory).is_err());
    }

    #[test]
    fn nothing_is_remembered_from_a_misfit() {
        let mut memory = Memory::new();
        let pattern = Node::pattern(r#"{"a":<as x>,"b":1}"#).unwrap();
        assert!(
            fits(
                &pattern,
                &Node::value(r#"{"a":1,"b":2}"#).unwrap(),
                &mut memory
            )
            .is_err()
        );
        assert!(memory.is_empty());
    }

    #[test]
    fn what_a_server_sends_is_read_strictly() {
        for bad in [
            r#"{"a":1,"a":1}"#,
            "[1,]",
            "01",
            "<any>",
            "{...}",
            "\"\n\"",
            "1 2",
            "",
            "{'a':1}",
            "nul",
        ] {
            assert!(Node::value(bad).is_err(), "{bad}");
        }
        let value = Node::value(r#"{"s":"\ud83d\ude00\u2028\/"}"#).unwrap();
        assert_eq!(value.member("s"), Some(&Node::Text("😀\u{2028}/".into())));
    }

    #[test]
    fn a_misspelt_word_lists_the_known_ones() {
        let wrong = Node::pattern("<strng>").unwrap_err();
        assert!(wrong.message.contains("known are any, string"), "{wrong}");
    }
}
