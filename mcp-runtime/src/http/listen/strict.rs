//! A look at the raw bytes of HTTP/1 for what two readers could take for two different things.
//!
//! In: bytes as they come from a client, before hyper sees them. Out: the same bytes; where a head has
//! a line that ends in a bare LF, a folded line, two lengths, a length beside a transfer coding, or a
//! coding other than `chunked`, the end of that line is spoilt, so that hyper answers 400 and closes.
//! hyper by itself accepts some of those, and drops the header that would show it. It never judges a
//! header that does not frame, nor a body; hyper's own reader of chunks is strict. A head that follows
//! chunks in the same read is hyper's alone, since only hyper knows where chunks end.
//!
//! RFC 9112, sections 2.2, 5.2, 6.1 and 6.3.

/// So much of a line is kept: the longest name that frames, and a length.
const KEPT: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Head,
    /// So many bytes of a body are still to come.
    Body(u64),
    /// Somewhere in chunks, whose end hyper alone knows.
    Chunks,
    /// An LF is gone: the CR of an empty line becomes another, so that the end of the head is found.
    Spoilt,
    /// Nothing more is looked at.
    Off,
}

#[derive(Debug)]
pub(super) struct Strict {
    place: Place,
    line: [u8; KEPT],
    kept: usize,
    /// The last byte of what was seen of the line.
    last: u8,
    /// How many bytes of a head have been seen.
    head: usize,
    /// Whether the line with the method has been seen.
    begun: bool,
    length: Option<u64>,
    chunked: bool,
}

impl Strict {
    pub(super) fn new() -> Self {
        Self {
            place: Place::Head,
            line: [0; KEPT],
            kept: 0,
            last: 0,
            head: 0,
            begun: false,
            length: None,
            chunked: false,
        }
    }

    /// The request that hyper had is over: after chunks, the next byte begins a head.
    pub(super) fn idle(&mut self) {
        if self.place == Place::Chunks {
            self.next_head();
        }
    }

    /// Whether the client may still be sending a request that has begun.
    pub(super) fn may_owe(&self) -> bool {
        self.place != Place::Head || self.begun || self.kept > 0
    }

    /// How many bytes of a head have come that has not ended.
    pub(super) fn head(&self) -> Option<usize> {
        (self.place == Place::Head).then_some(self.head)
    }

    /// Whether these are heads and bodies of HTTP/1.
    pub(super) fn is_on(&self) -> bool {
        !matches!(self.place, Place::Off | Place::Spoilt)
    }

    pub(super) fn look(&mut self, bytes: &mut [u8]) {
        let mut at = 0;
        while let Some(rest) = bytes.get_mut(at..).filter(|rest| !rest.is_empty()) {
            at += match self.place {
                Place::Off | Place::Chunks => return,
                Place::Spoilt => {
                    self.place = Place::Off;
                    if let Some(byte) = rest.first_mut().filter(|byte| **byte == b'\r') {
                        *byte = b'\n';
                    }
                    return;
                }
                Place::Body(left) => self.skip(left, rest.len()),
                Place::Head => self.look_at_line(rest),
            };
        }
    }

    fn skip(&mut self, left: u64, there: usize) -> usize {
        let skipped = usize::try_from(left).map_or(there, |left| left.min(there));
        match left - skipped as u64 {
            0 => self.next_head(),
            left => self.place = Place::Body(left),
        }
        skipped
    }

    /// How many bytes belong to the line, its end included.
    fn look_at_line(&mut self, bytes: &mut [u8]) -> usize {
        let end = memchr::memchr(b'\n', bytes);
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        let length = end.map_or(bytes.len(), |end| end + 1);
        self.head += length;
        let passes = match end {
            // A line that came whole is looked at where it stands.
            Some(_) if self.kept == 0 && self.last == 0 => {
                part.last() == Some(&b'\r') && self.end_line(part.get(..KEPT).unwrap_or(part))
            }
            _ => {
                self.keep(part);
                end.is_none() || self.end_kept()
            }
        };
        if let (false, Some(end)) = (passes, end) {
            self.spoil(bytes, end);
        }
        length
    }

    /// Spoils the line whose LF stands there. NB. hyper reads a head only once it has found its end, so
    /// the LF stays where another byte of the line is at hand; otherwise [`Place::Spoilt`] sees to it.
    fn spoil(&mut self, bytes: &mut [u8], end: usize) {
        self.place = match end {
            0 => Place::Spoilt,
            _ => Place::Off,
        };
        if let Some(byte) = bytes.get_mut(end.saturating_sub(1)) {
            *byte = 0;
        }
    }

    /// Keeps what begins or goes on with a line.
    fn keep(&mut self, part: &[u8]) {
        for (kept, byte) in self.line.iter_mut().skip(self.kept).zip(part) {
            *kept = *byte;
            self.kept += 1;
        }
        self.last = part.last().copied().unwrap_or(self.last);
    }

    /// Takes the line of which parts were kept; whether it can be let through.
    fn end_kept(&mut self) -> bool {
        let (line, kept, last) = (self.line, self.kept, self.last);
        (self.kept, self.last) = (0, 0);
        last == b'\r' && self.end_line(line.get(..kept).unwrap_or_default())
    }

    /// Takes the beginning of a whole line; whether it can be let through.
    fn end_line(&mut self, line: &[u8]) -> bool {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !self.begun {
            // Empty lines before a request are let through (RFC 9112, section 2.2).
            self.begun = !line.is_empty();
            if cfg!(feature = "http2") && line == b"PRI * HTTP/2.0" {
                self.place = Place::Off;
            }
            return true;
        }
        match line.first() {
            None => self.end_head(),
            Some(b' ' | b'\t') => return false,
            Some(b'c' | b'C' | b't' | b'T') => return self.framing(line),
            Some(_) => {}
        }
        true
    }

    fn framing(&mut self, line: &[u8]) -> bool {
        if let Some(value) = value_of(line, b"content-length") {
            let first = self.length.is_none() && !self.chunked;
            let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
            // A length that fits nowhere is as good as endless.
            let text = std::str::from_utf8(value).unwrap_or_default();
            self.length = Some(text.parse().unwrap_or(u64::MAX));
            return first && digits && line.len() < KEPT;
        }
        if let Some(value) = value_of(line, b"transfer-encoding") {
            let first = self.length.is_none() && !self.chunked;
            self.chunked = true;
            return first && value.eq_ignore_ascii_case(b"chunked");
        }
        true
    }

    fn end_head(&mut self) {
        let (chunked, length) = (self.chunked, self.length.unwrap_or(0));
        self.next_head();
        if chunked {
            self.place = Place::Chunks;
        } else if length > 0 {
            self.place = Place::Body(length);
        }
    }

    fn next_head(&mut self) {
        (self.place, self.head) = (Place::Head, 0);
        (self.begun, self.length, self.chunked) = (false, None, false);
    }
}

/// What stands behind the name, if that is the name of the field.
fn value_of<'l>(line: &'l [u8], name: &[u8]) -> Option<&'l [u8]> {
    let (start, rest) = line.split_at_checked(name.len())?;
    let value = rest.strip_prefix(b":")?;
    start.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What hyper gets to see when all of it comes at once, and when it comes byte by byte.
    fn seen(text: &str) -> [String; 2] {
        let pieces = |length: usize| {
            let mut strict = Strict::new();
            let mut bytes = text.as_bytes().to_vec();
            bytes.chunks_mut(length).for_each(|part| strict.look(part));
            String::from_utf8(bytes).expect("text")
        };
        [pieces(text.len()), pieces(1)]
    }

    /// The same where both are alike.
    fn passed(text: &str) -> String {
        let [whole, single] = seen(text);
        assert_eq!(whole, single, "in pieces as in one");
        whole
    }

    #[test]
    fn good_requests_pass_one_after_the_other() {
        let text = "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na\nbGET / HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n";
        assert_eq!(passed(text), text);
        let text = "POST /mcp HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\n\n\r\n0\r\n\r\n";
        assert_eq!(passed(text), text);
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_spoilt() {
        for headers in [
            "Host: a\nX: y\r\n",
            "X: y\r\n folded\r\n",
            "X: y\r\n\tfolded\r\n",
            "Content-Length: 3\r\nContent-Length: 3\r\n",
            "Content-Length: 3\r\ncontent-length: 4\r\n",
            "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: xchunked\r\n",
            "Content-Length: 3, 3\r\n",
            "Content-Length: +3\r\n",
            "Content-Length:\r\n",
            "Content-Length: 0000000000000000000000000000000000000000000000000000003\r\n",
        ] {
            let text = format!("POST /mcp HTTP/1.1\r\n{headers}\r\nabc");
            for seen in seen(&text) {
                assert_eq!(seen.matches('\0').count(), 1, "{text:?} {seen:?}");
                let ends = ["\r\n\r\nabc", "\n\r\nabc", "\n\nabc"];
                let ends = ends.iter().any(|end| seen.ends_with(end));
                assert!(ends, "the end of the head is to be found: {seen:?}");
            }
        }
    }

    #[test]
    fn a_head_after_a_body_of_known_length_is_looked_at_too() {
        let text = "POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\naGET / HTTP/1.1\nHost: a\r\n\r\n";
        let [whole, single] = seen(text);
        assert!(whole.contains("1.\0\nHost") && single.contains("1.1\0Host"));
    }

    #[test]
    fn after_chunks_the_next_request_is_looked_at() {
        let mut strict = Strict::new();
        strict
            .look(&mut b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_vec());
        assert!(strict.may_owe());
        strict.idle();
        let mut next = b"GET / HTTP/1.1\nHost: a\r\n\r\n".to_vec();
        strict.look(&mut next);
        assert!(next.contains(&0));
    }
}
