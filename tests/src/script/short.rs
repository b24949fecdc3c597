//! The short forms: a request, a call or a reply in a few words.
//!
//! In: what follows `->` or `<-` on a line. Out: the whole message or pattern. In a modern
//! conversation the short forms carry the `_meta` that each request needs, and expect what each
//! result has in addition. Messages written out are left alone.

use super::node::{Node, quoted};
use super::words::meta_members;

/// Which era the conversation has opened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// After `initialize`, or before anything.
    Legacy,
    /// Each request says everything itself.
    Modern,
}

/// The text of a message that is sent.
pub fn sent(text: &str, era: Era) -> Result<String, String> {
    if text.starts_with(['{', '[']) {
        return Ok(text.to_owned());
    }
    let (first, rest) = word(text);
    if is_id(first) {
        let (method, rest) = word(rest);
        return match method {
            "" => Err("a request needs a method".to_owned()),
            "call" => call(first, rest, era),
            _ => request(first, method, rest, era),
        };
    }
    if !first.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err("neither JSON nor `ID METHOD [PARAMS]` nor `METHOD [PARAMS]`".to_owned());
    }
    let params = if rest.is_empty() {
        String::new()
    } else {
        format!(r#","params":{rest}"#)
    };
    Ok(format!(
        r#"{{"jsonrpc":"2.0","method":{}{params}}}"#,
        quoted(first)
    ))
}

fn request(id: &str, method: &str, params: &str, era: Era) -> Result<String, String> {
    let params = match (era, params) {
        (Era::Legacy, "") => String::new(),
        (Era::Legacy, _) => format!(r#","params":{params}"#),
        (Era::Modern, "") => format!(r#","params":{{"_meta":{{{}}}}}"#, meta_members()),
        (Era::Modern, _) if params.contains("\"_meta\"") => format!(r#","params":{params}"#),
        (Era::Modern, _) => {
            let inner = params
                .strip_prefix('{')
                .and_then(|p| p.trim_end().strip_suffix('}'));
            let inner = inner
                .ok_or("in a modern conversation the params of a short form must be an object")?
                .trim();
            let comma = if inner.is_empty() { "" } else { "," };
            format!(
                r#","params":{{{inner}{comma}"_meta":{{{}}}}}"#,
                meta_members()
            )
        }
    };
    Ok(format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":{}{params}}}"#,
        quoted(method)
    ))
}

/// `TOOL [ARGUMENTS [META MEMBERS]]`
fn call(id: &str, text: &str, era: Era) -> Result<String, String> {
    let (tool, rest) = word(text);
    if tool.is_empty() {
        return Err("`call` needs the name of a tool".to_owned());
    }
    let name = if tool.starts_with('"') {
        tool.to_owned()
    } else {
        quoted(tool)
    };
    let (arguments, meta) = two_values(rest);
    let arguments = if arguments.is_empty() {
        String::new()
    } else {
        format!(r#","arguments":{arguments}"#)
    };
    let mut members = if era == Era::Modern {
        vec![meta_members()]
    } else {
        Vec::new()
    };
    if !meta.is_empty() {
        let inner = meta.strip_prefix('{').and_then(|m| m.strip_suffix('}'));
        members.push(
            inner
                .ok_or("what follows the arguments must be an object of `_meta` members")?
                .to_owned(),
        );
    }
    let meta = if members.is_empty() {
        String::new()
    } else {
        format!(r#","_meta":{{{}}}"#, members.join(","))
    };
    Ok(format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":{name}{arguments}{meta}}}}}"#
    ))
}

/// The pattern of a message that is expected.
pub fn expected(text: &str, era: Era) -> Result<Node, String> {
    let pattern = |text: &str| Node::pattern(text).map_err(|wrong| wrong.to_string());
    if text.starts_with(['{', '[', '<']) {
        return pattern(text);
    }
    let (first, rest) = word(text);
    if !is_id(first) && first != "-" {
        let params = pattern(rest)?;
        let method = Node::Text(first.to_owned());
        return Ok(message(vec![("method", method), ("params", params)]));
    }
    let id = if first == "-" {
        Node::Either(vec![Node::Null, Node::Absent])
    } else {
        pattern(first)?
    };
    let (kind, rest) = word(rest);
    let outcome = match kind {
        "result" => ("result", in_era(pattern(rest)?, era)),
        "text" => (
            "result",
            in_era(text_result(pattern(rest)?, Node::Absent, false), era),
        ),
        "wrong" => (
            "result",
            in_era(text_result(pattern(rest)?, Node::Bool(true), true), era),
        ),
        "error" => ("error", error(rest)?),
        _ => return Err("after the id comes `result`, `text`, `wrong` or `error`".to_owned()),
    };
    Ok(message(vec![("id", id), outcome]))
}

fn message(members: Vec<(&str, Node)>) -> Node {
    let mut all = vec![("jsonrpc", Node::Text("2.0".to_owned()))];
    all.extend(members);
    Node::object(all)
}

/// Adds what each result of a modern conversation has.
fn in_era(result: Node, era: Era) -> Node {
    let Node::Object { mut members, rest } = result else {
        return result;
    };
    if era == Era::Modern {
        let name = "io.modelcontextprotocol/serverInfo".to_owned();
        // Where more members may stand in the result, more may stand in its `_meta`.
        let info = Node::Object {
            members: vec![(name, Node::Kind(super::node::Kind::Object))],
            rest,
        };
        for (key, node) in [
            ("resultType", Node::Text("complete".to_owned())),
            ("_meta", info),
        ] {
            if !members.iter().any(|(k, _)| k == key) {
                members.push((key.to_owned(), node));
            }
        }
    }
    Node::Object { members, rest }
}

fn text_result(text: Node, is_error: Node, more: bool) -> Node {
    let block = Node::object(vec![
        ("type", Node::Text("text".to_owned())),
        ("text", text),
    ]);
    let content = Node::Array {
        items: vec![block],
        rest: more,
    };
    let members = vec![
        ("content".to_owned(), content),
        ("isError".to_owned(), is_error),
    ];
    Node::Object {
        members,
        rest: true,
    }
}

/// `CODE [MESSAGE [DATA]]`
fn error(text: &str) -> Result<Node, String> {
    let wrong = |wrong: super::node::NotJson| wrong.to_string();
    let (code, rest) = Node::pattern_prefix(text).map_err(wrong)?;
    let mut members = vec![("code".to_owned(), code)];
    if rest.is_empty() {
        members.push(("message".to_owned(), Node::Kind(super::node::Kind::Text)));
        return Ok(Node::Object {
            members,
            rest: true,
        });
    }
    let (message, rest) = Node::pattern_prefix(rest).map_err(wrong)?;
    members.push(("message".to_owned(), message));
    if rest.is_empty() {
        return Ok(Node::Object {
            members,
            rest: true,
        });
    }
    members.push(("data".to_owned(), Node::pattern(rest).map_err(wrong)?));
    Ok(Node::Object {
        members,
        rest: false,
    })
}

/// The first word (a string counts as one) and what follows it.
pub fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = if text.starts_with('"') {
        closing_quote(text)
    } else {
        text.find(char::is_whitespace).unwrap_or(text.len())
    };
    (&text[..end], text[end..].trim())
}

fn closing_quote(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_id(word: &str) -> bool {
    word.starts_with('"') || word.starts_with('$') || word.parse::<i128>().is_ok()
}

/// Splits `VALUE VALUE` where the first value ends, by brackets and strings alone.
fn two_values(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => {
                at += closing_quote(&text[at..]);
                continue;
            }
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            c if c.is_whitespace() && depth == 0 => break,
            _ => {}
        }
        at += c.len_utf8();
    }
    (&text[..at], text[at..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_a_call_and_a_notification_in_a_few_words() {
        let legacy = |text| sent(text, Era::Legacy).unwrap();
        assert_eq!(
            legacy("1 ping"),
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        );
        assert_eq!(
            legacy(r#""a b" ping {}"#),
            r#"{"jsonrpc":"2.0","id":"a b","method":"ping","params":{}}"#
        );
        assert_eq!(
            legacy(r#"2 call add {"a":[1, 2]} {"progressToken":1}"#),
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":[1, 2]},"_meta":{"progressToken":1}}}"#
        );
        assert_eq!(
            legacy("2 call add"),
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}"#
        );
        assert_eq!(
            legacy("notifications/x {}"),
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":{}}"#
        );
        assert!(sent("1", Era::Legacy).is_err());
        assert!(sent("=1", Era::Legacy).is_err());
    }

    #[test]
    fn a_modern_request_carries_its_meta_once() {
        let meta = meta_members();
        let modern = |text| sent(text, Era::Modern).unwrap();
        assert_eq!(
            modern("1 tools/list"),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{{{meta}}}}}}}"#
            )
        );
        assert_eq!(
            modern(r#"1 call add {"a":1}"#),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"add","arguments":{{"a":1}},"_meta":{{{meta}}}}}}}"#
            )
        );
        assert!(modern(r#"1 x {"a":1}"#).contains(r#"{"a":1,"_meta":{"#));
        assert!(modern(r#"1 x {"_meta":1}"#).ends_with(r#""params":{"_meta":1}}"#));
    }

    #[test]
    fn replies_in_a_few_words() {
        let shown = |text| expected(text, Era::Legacy).unwrap().to_string();
        assert_eq!(
            shown("1 result {}"),
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#
        );
        assert_eq!(
            shown(r#"1 error -32602 <starts "Invalid"> {"field":"a"}"#),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":<starts "Invalid">,"data":{"field":"a"}}}"#
        );
        assert_eq!(
            shown("- error -32700"),
            r#"{"jsonrpc":"2.0","id":<either null | <absent>>,"error":{"code":-32700,"message":<string>,...}}"#
        );
        assert_eq!(
            shown(r#""x" text "3""#),
            r#"{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"3"}],"isError":<absent>,...}}"#
        );
        assert_eq!(
            shown("notifications/message <any>"),
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":<any>}"#
        );
        assert!(expected("1 reslt {}", Era::Legacy).is_err());
    }

    #[test]
    fn a_modern_result_has_its_type_and_names_the_server() {
        let shown = expected("1 result {}", Era::Modern).unwrap().to_string();
        assert!(
            shown.contains(r#""resultType":"complete""#) && shown.contains("serverInfo"),
            "{shown}"
        );
        let own = expected(r#"1 result {"resultType":<any>,...}"#, Era::Modern)
            .unwrap()
            .to_string();
        assert!(own.contains(r#""resultType":<any>"#), "{own}");
    }
}
