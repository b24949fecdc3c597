//! What text looks like that does not begin as JSON does.
//!
//! In: one line. Out: a log line, a stack trace, a web page, a header, or something else. It goes
//! by what such lines begin with, and never reads further than it must.

use std::borrow::Cow;

use crate::explain::lang::Words;

/// What a line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// A header of `Content-Length` framing.
    Header,
    /// A web page.
    Html,
    /// The beginning of a stack trace of this language.
    Trace(&'static str),
    /// A further line of a stack trace.
    GoesOn,
    /// A line of a log.
    Log(Log),
    /// Something else.
    Other,
}

/// Who writes log lines like that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Log {
    Npm,
    Python,
    Tracing,
    Other,
}

impl Log {
    /// Who it is, and how it is told to write elsewhere.
    pub(super) const fn words(self) -> (Words, Words) {
        match self {
            Log::Npm => (
                Words::new("npm", "npm"),
                Words::new(
                    "start the program itself, as in node server.js, or use npm run --silent",
                    "node server.js처럼 프로그램을 직접 실행하거나 npm run --silent를 쓰세요",
                ),
            ),
            Log::Python => (
                Words::new("Python's logging", "Python logging"),
                Words::new(
                    "logging.basicConfig(stream=sys.stderr)",
                    "logging.basicConfig(stream=sys.stderr)",
                ),
            ),
            Log::Tracing => (
                Words::new(
                    "Rust's tracing, or a logger like it",
                    "Rust의 tracing 또는 비슷한 로거",
                ),
                Words::new(
                    "tracing_subscriber::fmt().with_writer(std::io::stderr)",
                    "tracing_subscriber::fmt().with_writer(std::io::stderr)",
                ),
            ),
            Log::Other => (
                Words::new(
                    "it begins with a time or a level",
                    "시각이나 로그 수준으로 시작",
                ),
                Words::new(
                    "console.error, or the logger's setting for its output",
                    "console.error 또는 로거의 출력 설정",
                ),
            ),
        }
    }
}

/// On which side of a message other text stands.
pub(super) const BEFORE: Words = Words::new("before", "앞");
pub(super) const AFTER: Words = Words::new("after", "뒤");

/// What a line looks like. `traced` says that the line before was one of a stack trace.
pub(super) fn of(text: &str, indented: bool, traced: bool) -> Look {
    let head: String = text
        .chars()
        .take(16)
        .collect::<String>()
        .to_ascii_lowercase();
    if ["content-length:", "content-type: a"]
        .iter()
        .any(|h| head.starts_with(h))
    {
        return Look::Header;
    }
    if ["<!doctype", "<html", "<head", "<body", "<?xml"]
        .iter()
        .any(|tag| head.starts_with(tag))
    {
        return Look::Html;
    }
    if traced && (indented || goes_on(text)) {
        return Look::GoesOn;
    }
    if let Some(language) = trace(text) {
        return Look::Trace(language);
    }
    match log(text) {
        Some(log) => Look::Log(log),
        // A line of the program's source, for one.
        None if traced => Look::GoesOn,
        None => Look::Other,
    }
}

/// The language whose stack traces have lines like that.
fn trace(text: &str) -> Option<&'static str> {
    let starts = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    if starts(&["Traceback (most recent call last)", "File \""]) || python_error(text) {
        return Some("Python");
    }
    let panicked = text.starts_with("thread '") && text.contains("panicked at");
    if panicked || starts(&["stack backtrace:", "note: run with `RUST_BACKTRACE"]) {
        return Some("Rust");
    }
    if starts(&["Exception in thread \"", "java.lang.", "Caused by: "]) {
        return Some("Java");
    }
    if starts(&["panic: ", "goroutine ", "fatal error: "]) {
        return Some("Go");
    }
    if starts(&[
        "node:internal/",
        "Uncaught ",
        "UnhandledPromiseRejection",
        "(node:",
    ]) || script_error(text)
    {
        return Some("JavaScript");
    }
    if text.starts_with("at ") && text.ends_with(')') {
        let java =
            text.contains(".java:") || text.contains(".kt:") || text.contains("Unknown Source");
        return Some(if java { "Java" } else { "JavaScript" });
    }
    let place = text
        .rsplit_once(':')
        .is_some_and(|(_, column)| column.bytes().all(|b| b.is_ascii_digit()));
    (text.starts_with("at ") && place).then_some("JavaScript")
}

/// `TypeError: …`, as Node prints it.
fn script_error(text: &str) -> bool {
    const NAMES: [&str; 5] = [
        "TypeError",
        "ReferenceError",
        "RangeError",
        "SyntaxError",
        "Error [ERR_",
    ];
    NAMES.iter().any(|name| text.starts_with(name))
}

/// `ValueError: …`, `json.decoder.JSONDecodeError: …`, the last line of a trace.
fn python_error(text: &str) -> bool {
    let name = text.split_once(':').map_or(text, |(name, _)| name);
    let named = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_');
    let ends = name.ends_with("Error") || name.ends_with("Exception");
    named && ends && !matches!(name, "Error" | "Exception") && !script_error(text)
}

/// Whether a line is the last one of a stack trace.
pub(super) fn ends_trace(text: &str) -> bool {
    python_error(text)
}

/// Whether a line goes on with a stack trace.
fn goes_on(text: &str) -> bool {
    let numbered = text
        .split_once(':')
        .is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()));
    let starts = [
        "at ",
        "File \"",
        "...",
        "Caused by",
        "note: ",
        "stack backtrace:",
        "^",
        "Node.js v",
        "The above exception",
        "During handling",
    ];
    numbered || trace(text).is_some() || starts.iter().any(|word| text.starts_with(word))
}

/// Who writes log lines like that.
fn log(text: &str) -> Option<Log> {
    const NPM: [&str; 7] = [
        "npm warn",
        "npm WARN",
        "npm ERR!",
        "npm error",
        "npm notice",
        "npm info",
        "yarn run",
    ];
    let banner = text.starts_with("> ") && text.contains(['@', '/', '.']);
    if banner || NPM.iter().any(|word| text.starts_with(word)) {
        return Some(Log::Npm);
    }
    let timed = timestamp(text);
    let mut words = text
        .split_ascii_whitespace()
        .skip(usize::from(timed.is_some()));
    let first = words.next().unwrap_or_default();
    let level = is_level(first) || (timed.is_some() && words.take(6).any(is_level));
    let python = first.split_once(':').is_some_and(|(word, rest)| {
        is_level(word) && word == word.to_ascii_uppercase() && rest.contains(':')
    });
    let iso = timed == Some(true);
    match (python, level, timed) {
        (true, ..) => Some(Log::Python),
        (_, true, Some(_)) if iso && !text.contains(" - ") => Some(Log::Tracing),
        (_, true, Some(_)) if text.contains(" - ") => Some(Log::Python),
        (_, true, _) | (_, _, Some(_)) => Some(Log::Other),
        _ => None,
    }
}

/// Whether a line begins with a time: `true` when it is date and time in one word.
fn timestamp(text: &str) -> Option<bool> {
    let text = text.trim_start_matches(['[', '(']);
    let shape = |shape: &str| {
        let mut bytes = text.bytes();
        shape.bytes().all(|like| match (like, bytes.next()) {
            (b'0', Some(byte)) => byte.is_ascii_digit(),
            (b'a', Some(byte)) => byte.is_ascii_alphabetic(),
            (like, byte) => byte == Some(like),
        })
    };
    if shape("0000-00-00T00:00") {
        return Some(true);
    }
    let others = [
        "0000-00-00 00:00",
        "0000/00/00 00:00",
        "00:00:00",
        "aaa 00 00:00:00",
        "aaa  0 00:00:00",
    ];
    others.iter().any(|other| shape(other)).then_some(false)
}

/// Whether a word is the name of a log level: `INFO`, `[warn]`, `error:`.
fn is_level(word: &str) -> bool {
    const LEVELS: [&str; 12] = [
        "trace", "debug", "info", "notice", "warn", "warning", "error", "fatal", "critical",
        "severe", "err", "verbose",
    ];
    let marked = word.starts_with('[') || word.ends_with(':') || word == word.to_ascii_uppercase();
    let name = word
        .trim_matches(['[', ']', '(', ')', '<', '>', ':', '|'])
        .to_ascii_lowercase();
    marked && LEVELS.contains(&name.as_str())
}

/// The text without the colour codes of a terminal.
pub(super) fn without_colours(text: &str) -> Cow<'_, str> {
    let Some((first, mut rest)) = text.split_once("\u{1b}[") else {
        return Cow::Borrowed(text);
    };
    let mut out = first.to_owned();
    loop {
        let end = rest.find(|c: char| ('@'..='~').contains(&c));
        let behind = end.and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        match behind.split_once("\u{1b}[") {
            Some((plain, more)) => {
                out.push_str(plain);
                rest = more;
            }
            None => {
                out.push_str(behind);
                return Cow::Owned(out.trim().to_owned());
            }
        }
    }
}
