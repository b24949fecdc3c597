//! What a log was taken for.
//!
//! In: the shapes that were met. Out: words for them.

use mcp_core::explain::{Lang, Words};

/// The shapes that were met in a log, in words: `JSON lines with arrows and times`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Format(u32);

/// How a message is written down in a log, or what stands beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[repr(u32)]
pub enum Shape {
    /// A message a line.
    Lines,
    /// Messages over many lines.
    Pretty,
    /// An array of messages.
    List,
    /// Messages inside JSON objects of the log's own.
    Wrapped,
    /// `Content-Length` before each message.
    Framed,
    /// Server-sent events.
    Events,
    /// HTTP messages.
    Http,
    /// An HTTP archive.
    Har,
    /// Signs of who sent it.
    Arrows,
    /// Times.
    Times,
    /// Words of a logger before or behind the message.
    Words,
    /// UTF-16.
    Utf16,
}

const MAIN: [(Shape, Words); 8] = [
    (
        Shape::Lines,
        Words::new("JSON lines", "한 줄에 하나씩 적은 JSON"),
    ),
    (
        Shape::Pretty,
        Words::new("pretty-printed JSON", "여러 줄에 걸쳐 적은 JSON"),
    ),
    (
        Shape::List,
        Words::new("a JSON array of messages", "메시지를 담은 JSON 배열"),
    ),
    (
        Shape::Wrapped,
        Words::new("log records in JSON", "JSON 로그 레코드"),
    ),
    (
        Shape::Framed,
        Words::new("Content-Length framing", "Content-Length 프레이밍"),
    ),
    (
        Shape::Events,
        Words::new("server-sent events", "서버 전송 이벤트(SSE)"),
    ),
    (Shape::Http, Words::new("an HTTP transcript", "HTTP 기록")),
    (
        Shape::Har,
        Words::new("an HTTP archive (HAR)", "HTTP 아카이브(HAR)"),
    ),
];

const BESIDE: [(Shape, Words); 4] = [
    (Shape::Arrows, Words::new("directions", "방향")),
    (Shape::Times, Words::new("times", "시각")),
    (
        Shape::Words,
        Words::new("a logger's words", "로거가 붙인 문구"),
    ),
    (Shape::Utf16, Words::new("UTF-16 text", "UTF-16 텍스트")),
];

impl Format {
    /// Whether this shape was met.
    pub const fn has(self, shape: Shape) -> bool {
        self.0 & (1 << shape as u32) != 0
    }

    /// Notes that this shape was met.
    pub(super) const fn meet(&mut self, shape: Shape) {
        self.0 |= 1 << shape as u32;
    }

    /// What the log was taken for, in words.
    pub fn in_lang(self, lang: Lang) -> String {
        let main = listed(self.among(&MAIN, lang), lang);
        let beside = listed(self.among(&BESIDE, lang), lang);
        match (lang, main.is_empty(), beside.is_empty()) {
            (_, true, false) => beside,
            (Lang::Ko, true, _) => "메시지가 없는 텍스트".to_owned(),
            (_, true, _) => "text without messages".to_owned(),
            (_, _, true) => main,
            (Lang::Ko, ..) => format!("{main} ({beside} 포함)"),
            _ => format!("{main} with {beside}"),
        }
    }

    fn among(self, shapes: &[(Shape, Words)], lang: Lang) -> Vec<&'static str> {
        let met = shapes.iter().filter(|(shape, _)| self.has(*shape));
        met.map(|(_, words)| words.in_lang(lang)).collect()
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(mut parts: Vec<&str>, lang: Lang) -> String {
    let and = match lang {
        Lang::Ko => ", ",
        _ => " and ",
    };
    let last = parts.pop().unwrap_or_default();
    match parts.is_empty() {
        true => last.to_owned(),
        false => format!("{}{and}{last}", parts.join(", ")),
    }
}
