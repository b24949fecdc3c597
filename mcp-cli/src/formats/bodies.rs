//! HTTP messages, messages behind a `Content-Length`, and event streams.
//!
//! In: the bytes of a log, inside of one of them. Out: heads, the messages in bodies, events, and
//! what was odd.

use std::io::{self, Read};
use std::mem;
use std::time::Duration;

use mcp_core::method::Side;

use super::format::Shape;
use super::lines::is_of_curl;
use super::made::{Known, Made, MadeHead};
use super::piece::AsideKind;
use super::reader::Reader;
use super::source::Got;
use super::start::{self, Look};
use super::state::{Body, BodyKind, Chunk, Exchange, HeadAt, Region, Skip, Style};
use super::time;

/// How a head says that its body is cut.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Framing {
    length: Option<u64>,
    chunked: bool,
    events: bool,
    json: bool,
    /// Whether there is no body, whatever the header lines say.
    none: bool,
}

impl<R: Read> Reader<R> {
    pub(super) fn begin_head(&mut self, look: Look, from: Side, at: Option<Duration>) {
        self.part.clear();
        self.exchange = None;
        self.events.clear();
        self.meet(Shape::Http);
        self.style = Style::Styled;
        let known = Known {
            from: Some(from),
            at,
            ..Known::on(self.source.number())
        };
        self.region = Region::Head(HeadAt { look, from, known });
    }

    /// The next line of a head.
    pub(super) fn head_step(&mut self, head: HeadAt) -> io::Result<bool> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::Nothing if !self.source.ends => return Ok(false),
            Got::Nothing | Got::TooLong => {
                self.end_head(head);
                return Ok(true);
            }
        };
        let bytes = self.source.slice(0..line.end).trim_ascii_end();
        // With a time on its first line, each has one.
        let bytes = match head.known.at {
            Some(_) => time::passed(bytes),
            None => bytes,
        };
        let text = match head.look {
            Look::Marked(_) if is_of_curl(bytes) => {
                self.aside_line(line, self.known(), AsideKind::Note);
                return Ok(true);
            }
            Look::Marked(mark) => bytes.strip_prefix(&[mark]).map(<[u8]>::trim_ascii_start),
            Look::Wire => Some(bytes),
        };
        let first = self.part.is_empty();
        match text {
            Some([]) => {
                self.pass(line);
                self.end_head(head);
            }
            Some(text) if first || (text.contains(&b':') && start::read(text).is_none()) => {
                if self.part.len() + text.len() < self.limits.head || first {
                    self.part.extend_from_slice(text);
                    self.part.push(b'\n');
                }
                self.pass(line);
            }
            _ => self.end_head(head),
        }
        Ok(true)
    }

    fn end_head(&mut self, head: HeadAt) {
        let part = mem::take(&mut self.part);
        let framing = self.push_head(&part, head.known);
        let kind = match (framing.events, framing.json) {
            (true, _) => BodyKind::Events,
            (_, true) => BodyKind::Json,
            _ => BodyKind::Other,
        };
        self.exchange = Some(Exchange {
            from: head.from,
            at: head.known.at,
            kind,
        });
        let wire = head.look == Look::Wire;
        self.region = match framing.length {
            _ if framing.none => Region::Lines,
            _ if wire && framing.chunked => Region::Chunks(Chunk::Size(true)),
            _ if framing.events => Region::Events { alone: false },
            Some(length) if wire && length > 0 => Region::Body(Body::new(length)),
            _ => Region::Lines,
        };
    }

    /// Makes a head of its lines; what they say of the body.
    pub(super) fn push_head(&mut self, lines: &[u8], known: Known) -> Framing {
        let text = String::from_utf8_lossy(lines);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let mut framing = Framing::default();
        let (one, rest) = first.split_once(' ').unwrap_or((first, ""));
        let two = rest.split(' ').next().unwrap_or_default();
        let status = match one.starts_with("HTTP/") {
            true => Some(two.parse().unwrap_or_default()),
            false => None,
        };
        framing.none =
            status.is_some_and(|status: u16| status < 200 || matches!(status, 204 | 304));
        let (method, target) = (self.keep(one.as_bytes()), self.keep(two.as_bytes()));
        let mut headers = Vec::new();
        for line in lines.take(self.limits.headers) {
            // The names of HTTP/2 that begin with a colon are no header lines.
            let Some((name, value)) = line.split_once(':').filter(|(name, _)| !name.is_empty())
            else {
                continue;
            };
            let (name, value) = (name.trim(), value.trim());
            framing.hear(name, value);
            headers.push((self.keep(name.as_bytes()), self.keep(value.as_bytes())));
        }
        self.queue.push_back(Made::Head(Box::new(MadeHead {
            status,
            method,
            target,
            headers,
            known,
        })));
        framing
    }

    /// The next header line before a message of known length.
    pub(super) fn framed_step(&mut self, length: Option<u64>) -> io::Result<bool> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::Nothing if !self.source.ends => return Ok(false),
            Got::Nothing | Got::TooLong => {
                self.region = Region::Lines;
                return Ok(true);
            }
        };
        let text = self.source.slice(0..line.end).trim_ascii();
        if let Some(value) = start::header(text, "Content-Length") {
            self.region = Region::Framed(start::number(value, 10).or(length));
        } else if start::header(text, "Content-Type").is_some() {
            // Says nothing that is needed.
        } else {
            self.region = match length {
                Some(length) if text.is_empty() => Region::Body(Body::new(length)),
                _ => Region::Lines,
            };
            if !text.is_empty() {
                return Ok(true);
            }
        }
        if self.style == Style::Unknown {
            self.style = Style::Bare;
        }
        self.exchange = None;
        self.meet(Shape::Framed);
        self.pass(line);
        Ok(true)
    }

    /// A message of known length. Its brackets are trusted more than its length.
    pub(super) fn body_step(&mut self, mut body: Body) -> io::Result<bool> {
        if !self.source.has(1)? {
            return Ok(self.end_body());
        }
        if !matches!(self.source.ahead().first(), Some(b'{' | b'[')) {
            return self.opaque_body(body.length);
        }
        let length = usize::try_from(body.length).unwrap_or(usize::MAX);
        let all = self.source.ahead().len();
        // First up to where the header says, then a little further.
        let to = if body.followed < length {
            all.min(length)
        } else {
            all.min(furthest(length))
        };
        if let Some(end) = body.extent.feed(self.source.slice(body.followed..to)) {
            return self.closed_body(body.length, body.followed + end);
        }
        body.followed = to;
        self.region = Region::Body(body);
        if to > self.limits.frame {
            self.too_long(0, self.known(), Skip::Bytes(body.length));
            return Ok(true);
        }
        let far = to >= furthest(length);
        if to >= length {
            match self.next_begins(length)? {
                None if !far => return Ok(false),
                Some(false) if !far => {}
                _ => {
                    self.cut_body(length);
                    return Ok(true);
                }
            }
        }
        if to < self.source.ahead().len() || self.source.fill()? {
            return Ok(true);
        }
        if self.source.ends {
            self.cut_body(length.min(all));
        }
        Ok(self.source.ends)
    }

    /// A body that does not begin as JSON does.
    fn opaque_body(&mut self, length: u64) -> io::Result<bool> {
        let known = self.known();
        let Some(count) = usize::try_from(length)
            .ok()
            .filter(|count| *count <= self.limits.frame)
        else {
            self.too_long(0, known, Skip::Bytes(length));
            return Ok(true);
        };
        if !self.source.has(count)? && !self.source.ends {
            return Ok(false);
        }
        let count = count.min(self.source.ahead().len());
        let text = self.source.slice(0..count).trim_ascii_end();
        let place = self.here(0, text.len());
        match self.exchange {
            _ if text.is_empty() => {}
            Some(exchange) if exchange.kind != BodyKind::Json => {
                self.push_aside(place, known, AsideKind::Note)
            }
            _ => self.push_frame(place, known),
        }
        self.source.consume_counting(count);
        self.region = Region::Lines;
        Ok(true)
    }

    /// A message whose brackets close.
    fn closed_body(&mut self, said: u64, end: usize) -> io::Result<bool> {
        // White space behind a message belongs to it, but not a long run of it.
        const SPACE: usize = 64;
        let known = self.known();
        let is = end as u64;
        let behind = usize::try_from(said.saturating_sub(is)).unwrap_or(usize::MAX);
        let mut wrong = behind > SPACE || is > said;
        let mut passed = end;
        if !wrong && behind > 0 {
            if !self.source.has(end + behind)? && !self.source.ends {
                return Ok(false);
            }
            let space = self.source.slice(end..end + behind);
            wrong = space.len() < behind || !space.trim_ascii().is_empty();
            passed += if wrong { 0 } else { behind };
        }
        let place = self.here(0, end);
        self.push_frame(place, known);
        if wrong {
            self.push_aside(place.part(0, 0), known, AsideKind::WrongLength { said, is });
        }
        self.source.consume_counting(passed);
        self.region = Region::Lines;
        Ok(true)
    }

    /// A message that ends where its length says, or where the log does.
    fn cut_body(&mut self, end: usize) {
        let place = self.here(0, end);
        self.push_frame(place, self.known());
        self.source.consume_counting(end);
        self.region = Region::Lines;
    }

    /// Whether what follows at this offset is the next message, or nothing; none as long as that is
    /// not at hand.
    fn next_begins(&mut self, at: usize) -> io::Result<Option<bool>> {
        const HEAD: usize = 64;
        if !self.source.has(at + HEAD)? && !self.source.ends {
            return Ok(None);
        }
        let next = self.source.slice(at..self.source.ahead().len());
        let next = next.get(..HEAD).unwrap_or(next).trim_ascii_start();
        let begins = [
            &b"Content-Length"[..],
            b"HTTP/",
            b"POST ",
            b"GET ",
            b"DELETE ",
        ];
        let begins = begins.iter().any(|begin| next.starts_with(begin));
        Ok(Some(next.is_empty() || begins))
    }

    /// No more of a body at hand.
    fn end_body(&mut self) -> bool {
        if self.source.ends {
            self.region = Region::Lines;
        }
        self.source.ends
    }
}

/// How far a message is looked for its end: some programs show bodies prettily printed, which makes
/// them longer than their heads say.
fn furthest(length: usize) -> usize {
    length.saturating_mul(4).saturating_add(4 * 1024)
}

impl Framing {
    fn hear(&mut self, name: &str, value: &str) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let begins = |other: &str| {
            value
                .get(..other.len())
                .is_some_and(|v| v.eq_ignore_ascii_case(other))
        };
        if is("content-length") {
            self.length = value.parse().ok();
        } else if is("transfer-encoding") {
            self.chunked |= value.to_ascii_lowercase().contains("chunked");
        } else if is("content-type") {
            self.events = begins("text/event-stream");
            self.json = begins("application/json");
        }
    }
}
