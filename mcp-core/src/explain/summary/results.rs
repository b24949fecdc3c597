//! What a result holds, in a few words.
//!
//! In: a result and the method it answers. Out: `12 tools`, `text "…"`, or the names of its
//! members when it is not what the method has. It judges nothing, and counts without keeping.

use super::label::{NAME, TEXT, Writer};
use super::pieces::{looked_at, push_counted, push_integer, push_quoted, push_string, push_text};
use crate::explain::words::show::{self as words, Counted};
use crate::json::{Kind, Raw};
use crate::method;

/// The lists: the method, the member that has the list, and what stands in it.
const LISTS: &[(&str, &str, Counted)] = &[
    (method::TOOLS_LIST, "tools", words::TOOLS),
    (method::RESOURCES_LIST, "resources", words::RESOURCES),
    (
        method::RESOURCES_TEMPLATES_LIST,
        "resourceTemplates",
        words::TEMPLATES,
    ),
    (method::PROMPTS_LIST, "prompts", words::PROMPTS),
    (method::ROOTS_LIST, "roots", words::ROOTS),
    (method::TASKS_LIST, "tasks", words::TASKS),
    (method::PROMPTS_GET, "messages", words::MESSAGES),
];

/// Writes what a result holds. The first block of its content may be known, with how many come
/// after it.
pub(super) fn push_result(
    writer: &mut Writer<'_>,
    method: Option<&str>,
    result: Raw<'_>,
    first: Option<(Raw<'_>, usize)>,
) {
    let method = method.unwrap_or_default();
    let said = match method {
        method::TOOLS_CALL => content(writer, result, first),
        method::RESOURCES_READ => contents(writer, result),
        method::CREATE_MESSAGE => block(writer, result.member("content")),
        method::INITIALIZE | method::DISCOVER => opened(writer, result),
        method::ELICIT => short(writer, result.member("action")),
        method::TASKS_GET => short(writer, result.member("status")),
        method::COMPLETE => completion(writer, result.member("completion")),
        _ => list(writer, method, result),
    };
    if said.is_none() {
        members(writer, result);
    }
}

fn list(writer: &mut Writer<'_>, method: &str, result: Raw<'_>) -> Option<()> {
    let (_, name, words) = LISTS.iter().find(|(of, ..)| *of == method)?;
    let list = result
        .member(name)
        .filter(|list| list.kind() == Kind::Array)?;
    let lang = writer.style.lang;
    push_counted(writer.out, list.elements().count(), *words, lang);
    let next = result.member("nextCursor").filter(|next| !next.is_null());
    if next.is_some() {
        writer.out.push_str(", ");
        writer.say(words::MORE_PAGES);
    }
    Some(())
}

/// The first block of content, and how many there are beside it.
fn content(
    writer: &mut Writer<'_>,
    result: Raw<'_>,
    first: Option<(Raw<'_>, usize)>,
) -> Option<()> {
    let Some((first, others)) = first.or_else(|| result.first_in("content")) else {
        let [content, structured] = result.pick(["content", "structuredContent"]);
        (content?.kind() == Kind::Array && structured.is_none())
            .then(|| writer.say(words::EMPTY))?;
        return Some(());
    };
    block(writer, Some(first))?;
    more(writer, others);
    Some(())
}

fn block(writer: &mut Writer<'_>, block: Option<Raw<'_>>) -> Option<()> {
    let block = block?;
    // NB. the text is not read to its end: it may be long, and stands behind the type in nearly all.
    let mut walk = block.walk();
    let mut kind = None;
    while let Some(name) = walk.name() {
        if name.written == "text"
            && let Some(kind) = kind
            && let Some(text) = walk.beginning(looked_at(TEXT) + 1)
        {
            push_string(writer.out, kind, TEXT, writer.style);
            writer.out.push_str(" \"");
            push_text(writer.out, &text, TEXT, writer.style);
            writer.out.push('"');
            return Some(());
        }
        let value = walk.value()?;
        if name.written == "type" {
            kind = Some(value);
        }
    }
    other_block(writer, block)
}

/// A block that has no text, or has it before its type.
fn other_block(writer: &mut Writer<'_>, block: Raw<'_>) -> Option<()> {
    let [kind, text, resource, uri, mime_type] =
        block.pick(["type", "text", "resource", "uri", "mimeType"]);
    push_string(writer.out, kind?, TEXT, writer.style);
    let [inner_uri, inner_type] = resource.map_or([None; 2], |r| r.pick(["uri", "mimeType"]));
    let what = inner_uri.or(uri).or(inner_type).or(mime_type);
    match (text, what) {
        (Some(text), _) => {
            writer.out.push(' ');
            push_quoted(writer.out, text, TEXT, writer.style);
        }
        (None, Some(what)) => {
            writer.out.push(' ');
            push_string(writer.out, what, NAME, writer.style);
        }
        (None, None) => {}
    }
    Some(())
}

fn more(writer: &mut Writer<'_>, n: usize) {
    if n > 0 {
        writer.out.push_str(" +");
        push_integer(writer.out, i64::try_from(n).unwrap_or(i64::MAX));
    }
}

/// What was read: the first of the contents.
fn contents(writer: &mut Writer<'_>, result: Raw<'_>) -> Option<()> {
    let (first, others) = result.first_in("contents")?;
    let [text, mime_type, blob] = first.pick(["text", "mimeType", "blob"]);
    match (text, mime_type) {
        (Some(text), _) => {
            writer.out.push_str("text ");
            push_quoted(writer.out, text, TEXT, writer.style);
        }
        (None, mime_type) => {
            blob?;
            writer.out.push_str("blob");
            if let Some(mime_type) = mime_type {
                writer.out.push(' ');
                push_string(writer.out, mime_type, TEXT, writer.style);
            }
        }
    }
    more(writer, others);
    Some(())
}

/// The revision and the server.
fn opened(writer: &mut Writer<'_>, result: Raw<'_>) -> Option<()> {
    let version = result.member("protocolVersion");
    let versions = result.member("supportedVersions");
    match (version, versions) {
        (Some(version), _) => push_string(writer.out, version, TEXT, writer.style),
        (None, versions) => {
            for (place, version) in versions?.elements().enumerate() {
                writer.out.push_str(if place == 0 { "" } else { ", " });
                push_string(writer.out, version, TEXT, writer.style);
                if place == MOST_NAMES {
                    break;
                }
            }
        }
    }
    let meta = result.member("_meta");
    let meta = meta.and_then(|meta| meta.member(crate::meta::SERVER_INFO));
    writer.who(result.member("serverInfo").or(meta));
    Some(())
}

fn short(writer: &mut Writer<'_>, member: Option<Raw<'_>>) -> Option<()> {
    push_string(writer.out, member?, TEXT, writer.style);
    Some(())
}

fn completion(writer: &mut Writer<'_>, completion: Option<Raw<'_>>) -> Option<()> {
    let values = completion?.member("values")?;
    let lang = writer.style.lang;
    push_counted(writer.out, values.elements().count(), words::VALUES, lang);
    Some(())
}

/// Members that are named.
const MOST_NAMES: usize = 6;

/// The names of the members of an object; anything else as its type.
fn members(writer: &mut Writer<'_>, result: Raw<'_>) {
    if result.kind() != Kind::Object {
        writer.out.push_str(result.kind().name());
        return;
    }
    let own = |name: &str| !matches!(name, "_meta" | "resultType" | "isError");
    let mut names = result.members().filter(|member| own(&member.key));
    let Some(first) = names.next() else {
        writer.say(words::EMPTY);
        return;
    };
    push_text(writer.out, &first.key, TEXT, writer.style);
    for member in names.by_ref().take(MOST_NAMES - 1) {
        writer.out.push_str(", ");
        push_text(writer.out, &member.key, TEXT, writer.style);
    }
    if names.next().is_some() {
        writer.out.push_str(", …");
    }
}
