//! What a word of the protocol means, for somebody who asks: an error code, a method, a finding.
//!
//! In: a word. Out: plain text of at most forty lines, in any language. It knows no conversation.

mod examples;
mod method;

use super::check::envelope::usual;
use super::code::{Code, Severity};
use super::finding::Finding;
use super::lang::{Lang, Words};
use super::show::wrap::lines;
use super::words;
use super::words::about as labels;
use super::words::about_methods::TABLE;
use super::words::codes::{OF_THE_APPLICATION, code_words};
use crate::method::Method;
use crate::rpc::ErrorCode;
use crate::schema::nearest;

/// What an error code (`-32602`), a status of HTTP (`404`), a method (`tools/call`) or the code of
/// a finding (`id-null`) means. None for any other word; [`nearest_word`] may know which was meant.
///
/// ```
/// use mcp_core::explain::{Lang, about};
/// assert!(about("-32602", Lang::En).unwrap().contains("Invalid params"));
/// assert!(about("tools/call", Lang::En).unwrap().contains("arguments"));
/// assert_eq!(about("tools/cal", Lang::En), None);
/// ```
pub fn about(word: &str, lang: Lang) -> Option<String> {
    if let Ok(code) = word.parse::<i32>() {
        let status = Code::named(&format!("http-{code}"));
        let meant = |code: i32| code > 0 && code_words(-i64::from(code)).is_some();
        return Some(match status {
            Some(status) => finding(status, lang),
            // People leave the sign away.
            None if meant(code) => error_code(-code, lang),
            None => error_code(code, lang),
        });
    }
    if let Some(code) = Code::named(word) {
        return Some(finding(code, lang));
    }
    method::about(word, lang)
}

/// The known word that is nearest to a mistaken one.
pub fn nearest_word(word: &str) -> Option<&'static str> {
    let methods = Method::ALL.iter().map(Method::name);
    let told = TABLE.iter().map(|row| row.method);
    nearest(word, methods.chain(told).chain(Code::all().map(Code::name)))
}

/// What an error code means.
fn error_code(code: i32, lang: Lang) -> String {
    let told = code_words(code.into()).unwrap_or(&OF_THE_APPLICATION);
    let (data, status) = labels::carried(code);
    let mut page = Page::new(lang);
    match ErrorCode(code).meaning() {
        "" => page.title(&code.to_string()),
        meaning => page.title(&format!("{code}  {meaning}")),
    }
    page.row(labels::MEANS, told.meaning);
    page.row(labels::SENT, told.when);
    page.row(labels::HEADERS, status);
    page.row(labels::DATA, data);
    page.row(labels::NEXT, told.next);
    page.text
}

/// What a finding says.
fn finding(code: Code, lang: Lang) -> String {
    let severity = match code.severity() {
        Severity::Error => labels::ERROR,
        Severity::Warning => labels::WARNING,
        Severity::Note => labels::NOTE,
    };
    let told = usual(code).unwrap_or_else(|| Finding::new(code, 0));
    let mut page = Page::new(lang);
    page.title(&format!("{}  {}", code.name(), severity.in_lang(lang)));
    page.told(labels::SAYS, &told.title(lang));
    for (label, text) in [
        (labels::FOUND, told.found(lang)),
        (labels::EXPECTED, told.expected(lang)),
    ] {
        // A name alone says nothing.
        if !named(&text).starts_with('<') || text.contains(' ') {
            page.told(label, &text);
        }
    }
    page.told(labels::RULE, &told.rule(lang));
    page.told(labels::NEXT, &told.next(lang));
    page.text
}

/// A text that is being written: a title, and rows with a label each.
struct Page {
    lang: Lang,
    text: String,
}

/// How many columns a line of text takes at most; JSON that is to be copied may take more.
const WIDTH: usize = 80;

/// How far the rows stand to the right.
const INDENT: usize = 12;

impl Page {
    fn new(lang: Lang) -> Self {
        let text = String::new();
        Page { lang, text }
    }

    fn title(&mut self, title: &str) {
        self.text.push_str(title);
        self.text.push_str("\n\n");
    }

    fn row(&mut self, label: Words, text: Words) {
        let text = text.in_lang(self.lang).to_owned();
        self.told(label, &text);
    }

    /// A row of text that may name what it does not know: `{name}`.
    fn told(&mut self, label: Words, text: &str) {
        let label = label.in_lang(self.lang);
        let wide = super::show::columns(label);
        let pad = INDENT.saturating_sub(wide + 2);
        self.text.push_str("  ");
        self.text.push_str(label);
        self.text.extend(std::iter::repeat_n(' ', pad));
        let text = named(&words::filled(text));
        let lines = lines(&text, WIDTH - INDENT, WIDTH - INDENT);
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                self.text.extend(std::iter::repeat_n(' ', INDENT));
            }
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }
}

/// The text with `<name>` for each `{name}`. Braces of JSON stay.
fn named(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let name = after.split_once('}').filter(|(name, _)| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        });
        rest = match name {
            Some((name, behind)) => {
                out.push('<');
                out.push_str(name);
                out.push('>');
                behind
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
