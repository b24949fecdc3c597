//! What a method is: who sends it in which revisions, what it carries, and an example of each era.
//!
//! In: the name of a method. Out: a page about it.

use super::Page;
use super::examples;
use crate::explain::lang::{Lang, Words};
use crate::explain::shapes::{Line, Part, members};
use crate::explain::show::columns;
use crate::explain::words::about as labels;
use crate::explain::words::about_methods::{Gate, MethodWords, method_words};
use crate::method::{self, Kind, Method, Side};
use crate::version::ProtocolVersion;

pub(super) fn about(name: &str, lang: Lang) -> Option<String> {
    let method = Method::named(name)?;
    let told = method_words(name)?;
    let mut page = Page::new(lang);
    let kind = match method.kind() {
        Kind::Request => labels::REQUEST,
        Kind::Notification => labels::NOTIFICATION,
    };
    let sent = |side| {
        ProtocolVersion::ALL
            .iter()
            .any(|v| method.is_sent_by(side, *v))
    };
    let by = match (sent(Side::Client), sent(Side::Server)) {
        (true, true) => labels::BY_BOTH,
        (true, false) => labels::BY_CLIENT,
        _ => labels::BY_SERVER,
    };
    let (kind, by) = (kind.in_lang(lang), by.in_lang(lang));
    page.title(&format!("{name}  {kind}, {by}"));
    page.row(labels::DOES, told.does);
    page.told(
        labels::REVISIONS,
        &revisions(lang, |v| method.is_known_in(v)),
    );
    gate(&mut page, told.gate);
    headers(&mut page, method, &sent);
    if method::ROOTS_LIST == name || method::CREATE_MESSAGE == name || method::ELICIT == name {
        page.told(Words::new("", ""), labels::ASKED_IN_RESULT.in_lang(lang));
    }
    if !told.related.is_empty() {
        page.told(labels::RELATED, &told.related.join(", "));
    }
    part(&mut page, "params", method, Part::Params);
    if method.kind() == Kind::Request {
        part(&mut page, "result", method, Part::Result);
    }
    pairs(&mut page, method, told);
    Some(page.text)
}

/// The revisions for which the answer is yes, in words.
fn revisions(lang: Lang, holds: impl Fn(ProtocolVersion) -> bool) -> String {
    let held: Vec<_> = ProtocolVersion::ALL
        .into_iter()
        .filter(|v| holds(*v))
        .collect();
    let (Some(first), Some(last)) = (held.first(), held.last()) else {
        return String::new();
    };
    let words = match (*first, *last) {
        _ if held.len() == ProtocolVersion::ALL.len() => labels::EVERY,
        (first, last) if first == last => labels::ONLY,
        (_, ProtocolVersion::LATEST) => labels::AND_LATER,
        _ => labels::TO,
    };
    let text = words.in_lang(lang).replace("{first}", first.as_str());
    text.replace("{last}", last.as_str())
}

fn gate(page: &mut Page, gate: Gate) {
    let lang = page.lang;
    let (name, whose) = match gate {
        Gate::Free => return,
        Gate::Server(name) => (name, labels::OF_SERVER),
        Gate::Client(name) => (name, labels::OF_CLIENT),
        Gate::Tasks => ("tasks", labels::OF_SERVER),
    };
    page.told(labels::NEEDS, &whose.in_lang(lang).replace("{name}", name));
}

/// The headers that a client sends along over HTTP.
fn headers(page: &mut Page, method: &Method, sent: &dyn Fn(Side) -> bool) {
    if !sent(Side::Client) {
        return;
    }
    let lang = page.lang;
    let known = |ask: fn(ProtocolVersion) -> bool| {
        ProtocolVersion::ALL
            .iter()
            .any(|v| ask(*v) && method.is_sent_by(Side::Client, *v))
    };
    if method.name() == method::INITIALIZE {
        page.row(labels::HEADERS, labels::OPENING_HEADERS);
    } else if known(ProtocolVersion::has_http_sessions) {
        page.row(labels::HEADERS, labels::SESSION_HEADERS);
    }
    if method.kind() == Kind::Notification || !known(ProtocolVersion::has_method_headers) {
        return;
    }
    let member = match method.name() {
        method::TOOLS_CALL | method::PROMPTS_GET => Some("params.name"),
        method::RESOURCES_READ => Some("params.uri"),
        _ => None,
    };
    let mut text = labels::MODERN_HEADERS.in_lang(lang).to_owned();
    if let Some(member) = member {
        text = format!("{text}; {} {member}", labels::AND_NAME.in_lang(lang));
    }
    page.told(labels::HEADERS, &text);
}

/// A member over all revisions that have it.
struct Row {
    name: &'static str,
    kind: String,
    has: Vec<ProtocolVersion>,
    required: Vec<ProtocolVersion>,
}

/// The members of params or result, one a line.
fn part(page: &mut Page, title: &str, method: &Method, part: Part) {
    let versions = ProtocolVersion::ALL
        .into_iter()
        .filter(|v| method.is_known_in(*v));
    let versions: Vec<_> = versions.collect();
    let mut rows: Vec<Row> = Vec::new();
    for version in &versions {
        for line in members(method.name(), part, *version).unwrap_or_default() {
            merge(&mut rows, line, *version);
        }
    }
    if rows.is_empty() {
        return;
    }
    page.line("");
    page.line(&format!("  {title}"));
    let width = |text: fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or_default();
    let names = width(|row| row.name.len());
    let kinds = width(|row| columns(&row.kind));
    for row in &rows {
        let notes = notes(page.lang, row, &versions);
        let Row { name, kind, .. } = row;
        page.line(&format!("    {name:names$}  {kind:kinds$}  {notes}"));
    }
}

fn merge(rows: &mut Vec<Row>, line: Line, version: ProtocolVersion) {
    let place = match rows.iter().position(|row| row.name == line.name) {
        Some(place) => place,
        None => {
            rows.push(Row {
                name: line.name,
                kind: String::new(),
                has: Vec::new(),
                required: Vec::new(),
            });
            rows.len() - 1
        }
    };
    let Some(row) = rows.get_mut(place) else {
        return;
    };
    row.kind = line.kind;
    row.has.push(version);
    if line.required {
        row.required.push(version);
    }
}

/// Whether a member is required, and in which revisions it is there.
fn notes(lang: Lang, row: &Row, versions: &[ProtocolVersion]) -> String {
    let required = labels::REQUIRED.in_lang(lang);
    let within = |held: &[ProtocolVersion]| revisions(lang, |v| held.contains(&v));
    let mut notes = Vec::new();
    match row.required.len() {
        0 => {}
        n if n == row.has.len() => notes.push(required.to_owned()),
        _ => notes.push(format!("{required}: {}", within(&row.required))),
    }
    if row.has.len() < versions.len() {
        notes.push(within(&row.has));
    }
    notes.join(", ")
}

/// A request and its answer, of each era that has the method.
fn pairs(page: &mut Page, method: &Method, told: &MethodWords) {
    let of_era = |modern: bool| {
        let mut versions = ProtocolVersion::ALL.into_iter().rev();
        versions.find(|v| v.is_modern() == modern && method.is_known_in(*v))
    };
    let eras: Vec<_> = [of_era(false), of_era(true)]
        .into_iter()
        .flatten()
        .collect();
    for version in eras {
        page.line("");
        let label = labels::EXAMPLE.in_lang(page.lang);
        page.line(&format!("  {label}, {version}"));
        page.line(&format!(
            "    → {}",
            examples::question(method, told, version)
        ));
        if method.kind() == Kind::Request {
            page.line(&format!(
                "    ← {}",
                examples::answer(method, told, version)
            ));
        }
    }
}
