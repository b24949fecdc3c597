//! The one place where JSON text is validated.
//!
//! In: bytes. Out: the text as a [`Raw`], or the first fault with its offset. One pass, no
//! recursion; the kinds of the open brackets are bits of one integer. It never judges what may be
//! right for one reader and wrong for another: lone surrogate escapes and numbers without a
//! machine type pass.

use std::fmt;

use super::raw::Raw;

/// How deep values may nest; the outermost one has depth 1.
pub const MAX_DEPTH: u32 = 127;

/// Why a text is not JSON that can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ScanError {
    /// What is wrong.
    pub kind: ScanErrorKind,
    /// The offset of the byte at which it was noticed.
    pub offset: usize,
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ScanErrorKind {
    /// There is nothing but white space.
    Empty,
    /// The text ends before the value does.
    CutOff,
    /// A value was expected.
    ExpectedValue,
    /// The name of a member, in double quotes, was expected.
    ExpectedKey,
    /// A colon after the name of a member was expected.
    ExpectedColon,
    /// A comma or the closing bracket was expected.
    ExpectedCommaOrEnd,
    /// A number that JSON does not allow: `01`, `1.`, `+1`, `.5`, `0x1`, `NaN`.
    BadNumber,
    /// A backslash that starts no escape of JSON.
    BadEscape,
    /// A control character, such as a raw NUL, tab or newline, inside a string.
    ControlCharacter,
    /// More text after the value.
    Trailing,
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// The bytes are not UTF-8.
    NotUtf8,
}

impl ScanErrorKind {
    /// What is wrong, as the end of a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            ScanErrorKind::Empty => "there is no text",
            ScanErrorKind::CutOff => "the text ends before the value does",
            ScanErrorKind::ExpectedValue => "a value was expected",
            ScanErrorKind::ExpectedKey => "a member name in double quotes was expected",
            ScanErrorKind::ExpectedColon => "a colon was expected after the member name",
            ScanErrorKind::ExpectedCommaOrEnd => "a comma or the closing bracket was expected",
            ScanErrorKind::BadNumber => "this is not a number that JSON allows",
            ScanErrorKind::BadEscape => "the backslash starts no escape that JSON knows",
            ScanErrorKind::ControlCharacter => "a control character stands unescaped in a string",
            ScanErrorKind::Trailing => "there is more text after the value",
            ScanErrorKind::TooDeep => "values nest deeper than 127",
            ScanErrorKind::NotUtf8 => "the bytes are not UTF-8",
        }
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.kind.words(), self.offset)
    }
}

impl std::error::Error for ScanError {}

/// Validates one frame: UTF-8, the grammar of JSON and the depth, in one pass. A byte order mark
/// and white space around the value are dropped.
pub fn scan(frame: &[u8]) -> Result<Raw<'_>, ScanError> {
    match std::str::from_utf8(trim(frame)) {
        Ok(text) => Raw::parse(text),
        Err(error) => Err(ScanError {
            kind: ScanErrorKind::NotUtf8,
            offset: error.valid_up_to(),
        }),
    }
}

/// Drops a byte order mark and white space around the value.
#[inline]
pub(crate) fn trim(frame: &[u8]) -> &[u8] {
    let mut rest = frame.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(frame);
    while let [b' ' | b'\t' | b'\r' | b'\n', after @ ..] = rest {
        rest = after;
    }
    while let [before @ .., b' ' | b'\t' | b'\r' | b'\n'] = rest {
        rest = before;
    }
    rest
}

/// The same for text.
#[inline]
pub(crate) fn trim_str(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}')
        .unwrap_or(text)
        .trim_matches([' ', '\t', '\r', '\n'])
}

/// A place in a text that is being validated.
///
/// The pieces are open to the crate so that a reader who knows the shape of the outermost object
/// can find its members in the same pass.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

type Scan<T = ()> = Result<T, ScanError>;

impl<'a> Scanner<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The slice that starts at `from` and ends here.
    #[inline]
    fn since(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or("")
    }

    #[cold]
    #[inline(never)]
    fn fail<T>(&self, kind: ScanErrorKind) -> Scan<T> {
        let kind = match kind {
            ScanErrorKind::Trailing | ScanErrorKind::TooDeep => kind,
            _ if self.text.is_empty() => ScanErrorKind::Empty,
            _ if self.at >= self.text.len() => ScanErrorKind::CutOff,
            _ => kind,
        };
        Err(ScanError {
            kind,
            offset: self.at,
        })
    }

    #[inline]
    fn white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Takes the byte when it is next.
    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Nothing may follow.
    #[inline]
    pub(crate) fn end(&mut self) -> Scan {
        self.white_space();
        if self.at < self.text.len() {
            return self.fail(ScanErrorKind::Trailing);
        }
        Ok(())
    }

    /// Enters an object. `false` when it has no members, and then it is already left.
    #[inline]
    pub(crate) fn enter_object(&mut self) -> Scan<bool> {
        if !self.take(b'{') {
            return self.fail(ScanErrorKind::ExpectedValue);
        }
        self.white_space();
        Ok(!self.take(b'}'))
    }

    /// Reads `"key" :` and the white space after it. The key comes without its quotes, escapes
    /// not decoded.
    #[inline]
    pub(crate) fn key(&mut self) -> Scan<&'a str> {
        if self.peek() != Some(b'"') {
            return self.fail(ScanErrorKind::ExpectedKey);
        }
        let start = self.at + 1;
        self.string()?;
        let key = self.text.get(start..self.at - 1).unwrap_or("");
        if !self.take(b':') {
            self.white_space();
            if !self.take(b':') {
                return self.fail(ScanErrorKind::ExpectedColon);
            }
        }
        self.white_space();
        Ok(key)
    }

    /// Reads a comma and the white space after it, or the closing brace: `true` when one more
    /// member follows.
    #[inline]
    pub(crate) fn another_member(&mut self) -> Scan<bool> {
        self.white_space();
        if self.take(b',') {
            self.white_space();
            return Ok(true);
        }
        if self.take(b'}') {
            return Ok(false);
        }
        self.fail(ScanErrorKind::ExpectedCommaOrEnd)
    }

    /// Reads one value of any kind. `depth` is the number of brackets open around it.
    pub(crate) fn value(&mut self, depth: u32) -> Scan<Raw<'a>> {
        let from = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'{' | b'[') => self.nested(depth)?,
            _ => self.scalar()?,
        }
        Ok(Raw::trusted(self.since(from)))
    }

    /// Reads an array or object, with all that is in it.
    fn nested(&mut self, outside: u32) -> Scan {
        // One bit per open bracket, the innermost lowest: 1 for an object.
        let mut open: u128 = 0;
        let mut depth = outside;
        loop {
            // A value starts here.
            match self.peek() {
                Some(b'"') => self.string()?,
                Some(bracket @ (b'{' | b'[')) => {
                    if depth >= MAX_DEPTH {
                        return self.fail(ScanErrorKind::TooDeep);
                    }
                    let object = bracket == b'{';
                    self.at += 1;
                    self.white_space();
                    if !self.take(if object { b'}' } else { b']' }) {
                        depth += 1;
                        open = open << 1 | u128::from(object);
                        if object {
                            self.key()?;
                        }
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            // A value has ended here.
            loop {
                if depth == outside {
                    return Ok(());
                }
                self.white_space();
                let object = open & 1 == 1;
                if self.take(b',') {
                    self.white_space();
                    if object {
                        self.key()?;
                    }
                    break;
                }
                if !self.take(if object { b'}' } else { b']' }) {
                    return self.fail(ScanErrorKind::ExpectedCommaOrEnd);
                }
                open >>= 1;
                depth -= 1;
            }
        }
    }

    fn scalar(&mut self) -> Scan {
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b'+' | b'.' | b'N' | b'I') => self.fail(ScanErrorKind::BadNumber),
            _ => self.fail(ScanErrorKind::ExpectedValue),
        }
    }

    fn word(&mut self, word: &str) -> Scan {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        if word.as_bytes().starts_with(rest) {
            self.at = self.text.len();
        }
        self.fail(ScanErrorKind::ExpectedValue)
    }

    /// At least one digit.
    #[inline]
    fn digits(&mut self) -> Scan {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == from {
            return self.fail(ScanErrorKind::BadNumber);
        }
        Ok(())
    }

    #[inline]
    fn number(&mut self) -> Scan {
        self.take(b'-');
        if self.take(b'0') {
            if let Some(b'0'..=b'9') = self.peek() {
                return self.fail(ScanErrorKind::BadNumber);
            }
        } else {
            self.digits()?;
        }
        match self.peek() {
            Some(b'.' | b'e' | b'E') => self.fraction(),
            Some(b'x' | b'X' | b'_') => self.fail(ScanErrorKind::BadNumber),
            _ => Ok(()),
        }
    }

    fn fraction(&mut self) -> Scan {
        if self.take(b'.') {
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// Reads a string; the next byte is its opening quote.
    #[inline]
    fn string(&mut self) -> Scan {
        self.at += 1;
        let bytes = self.text.as_bytes();
        loop {
            self.at = plain_end(bytes, self.at);
            match bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                _ => return self.fail(ScanErrorKind::ControlCharacter),
            }
        }
    }

    fn escape(&mut self) -> Scan {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    match self.peek() {
                        Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self.at += 1,
                        _ => return self.fail(ScanErrorKind::BadEscape),
                    }
                }
            }
            _ => return self.fail(ScanErrorKind::BadEscape),
        }
        Ok(())
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The offset of the first quote, backslash or control character at or after `at`, or the length.
///
/// NB. Eight bytes at a time by plain arithmetic: subtracting one from each byte borrows from the
/// next one only above a byte that matched, so the lowest mark is always right.
#[inline]
pub(super) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*block);
        let quotes = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
        let slashes = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
        let controls = word.wrapping_sub(ONES * 0x20);
        let marks = (quotes | slashes | controls) & !word & HIGHS;
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        at += 1;
    }
    at
}
