//! The one place where JSON text is validated.
//!
//! In: bytes. Out: the text as a [`Raw`], or the first fault with its offset. One pass, no
//! recursion; the kinds of the open brackets are bits of one integer. It never judges what may be
//! right for one reader and wrong for another: lone surrogate escapes and numbers without a
//! machine type pass.

use std::fmt;

use super::plain::plain_end;
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
///
/// # Errors
/// At the first byte that breaks one of these rules; the error has the rule and the place.
pub fn scan(frame: &[u8]) -> Result<Raw<'_>, ScanError> {
    match std::str::from_utf8(trim(frame)) {
        Ok(text) => Raw::of(text),
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

/// A place in a text that is being validated.
///
/// The pieces are open to the crate so that a reader who knows the shape of the outermost object
/// can find its members in the same pass.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

/// The name of a member as it is written: without its quotes, escapes not decoded.
#[derive(Clone, Copy)]
pub(crate) struct Name<'a> {
    pub(crate) written: &'a str,
    pub(crate) escaped: bool,
}

impl<'a> Scanner<'a> {
    #[inline]
    pub(crate) fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// What went wrong, told once nothing more is done with the text.
    #[cold]
    pub(crate) fn error(&self, failed: Failed) -> ScanError {
        let (offset, kind) = failed.parts();
        let kind = match kind {
            ScanErrorKind::Trailing | ScanErrorKind::TooDeep => kind,
            _ if self.text.is_empty() => ScanErrorKind::Empty,
            _ if offset >= self.text.len() => ScanErrorKind::CutOff,
            _ => kind,
        };
        ScanError { kind, offset }
    }

    /// Where it is.
    #[inline]
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    /// The value that began at that place and has just been left.
    #[inline]
    pub(crate) fn since(&self, place: usize) -> Raw<'a> {
        Raw::trusted(self.text.get(place..self.at).unwrap_or(""))
    }

    /// Whether an object begins here.
    #[inline(always)]
    pub(crate) fn next_is_object(&self) -> bool {
        byte(self.text.as_bytes(), self.at) == b'{'
    }

    /// Nothing may follow.
    #[inline]
    pub(crate) fn end(&mut self) -> Step<()> {
        let bytes = self.text.as_bytes();
        self.at = white_space(bytes, self.at);
        match self.at < bytes.len() {
            true => fail(self.at, ScanErrorKind::Trailing),
            false => Ok(()),
        }
    }

    /// Enters an object. `false` when it has no members, and then it is already left.
    #[inline(always)]
    pub(crate) fn enter_object(&mut self) -> Step<bool> {
        let bytes = self.text.as_bytes();
        if byte(bytes, self.at) != b'{' {
            return fail(self.at, ScanErrorKind::ExpectedValue);
        }
        self.at = white_space(bytes, self.at + 1);
        let empty = byte(bytes, self.at) == b'}';
        self.at += usize::from(empty);
        Ok(!empty)
    }

    /// Reads `"name" :` and the white space after it.
    #[inline(always)]
    pub(crate) fn name(&mut self) -> Step<Name<'a>> {
        let bytes = self.text.as_bytes();
        let start = self.at + 1;
        let plain = name_start(bytes, self.at)?;
        let escaped = byte(bytes, plain) != b'"';
        let next = if escaped {
            rest_of_string(bytes, plain)?
        } else {
            plain + 1
        };
        self.at = colon(bytes, next)?;
        let written = self.text.get(start..next - 1).unwrap_or("");
        Ok(Name { written, escaped })
    }

    /// Reads a comma and the white space after it, or the closing brace: `true` when one more
    /// member follows.
    #[inline(always)]
    pub(crate) fn another_member(&mut self) -> Step<bool> {
        let bytes = self.text.as_bytes();
        let at = white_space(bytes, self.at);
        match byte(bytes, at) {
            b',' => {
                self.at = white_space(bytes, at + 1);
                Ok(true)
            }
            b'}' => {
                self.at = at + 1;
                Ok(false)
            }
            _ => fail(at, ScanErrorKind::ExpectedCommaOrEnd),
        }
    }

    /// Reads one value of any kind. `depth` is the number of brackets open around it.
    #[inline(always)]
    pub(crate) fn value(&mut self, depth: u32) -> Step<Raw<'a>> {
        let (bytes, from) = (self.text.as_bytes(), self.at);
        let end = match byte(bytes, from) {
            b'"' => string(bytes, from)?,
            b'{' | b'[' => nested(bytes, from, depth)?,
            _ => scalar(bytes, from)?,
        };
        self.at = end;
        Ok(Raw::trusted(self.text.get(from..end).unwrap_or("")))
    }
}

/// Where something was wrong, and what, in one word.
#[derive(Clone, Copy)]
pub(crate) struct Failed(usize);

impl Failed {
    const KINDS: [ScanErrorKind; 12] = [
        ScanErrorKind::Empty,
        ScanErrorKind::CutOff,
        ScanErrorKind::ExpectedValue,
        ScanErrorKind::ExpectedKey,
        ScanErrorKind::ExpectedColon,
        ScanErrorKind::ExpectedCommaOrEnd,
        ScanErrorKind::BadNumber,
        ScanErrorKind::BadEscape,
        ScanErrorKind::ControlCharacter,
        ScanErrorKind::Trailing,
        ScanErrorKind::TooDeep,
        ScanErrorKind::NotUtf8,
    ];

    fn parts(self) -> (usize, ScanErrorKind) {
        let kind = Failed::KINDS.get(self.0 & 15).copied();
        (self.0 >> 4, kind.unwrap_or(ScanErrorKind::ExpectedValue))
    }
}

#[cold]
#[inline(never)]
fn fail<T>(at: usize, kind: ScanErrorKind) -> Step<T> {
    Err(Failed(at << 4 | kind as usize))
}

// NB. The steps take a place and return the next one, or a failure of the same size: so both stay
// in registers.
pub(crate) type Step<T = usize> = Result<T, Failed>;

/// The byte there. After the end a NUL, which no step expects.
#[inline(always)]
fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

#[inline(always)]
fn white_space(bytes: &[u8], mut at: usize) -> usize {
    // One comparison where there is none, as nearly always.
    while byte(bytes, at) <= b' ' && matches!(byte(bytes, at), b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// Reads a name up to its closing quote or first escape.
#[inline(always)]
fn name_start(bytes: &[u8], at: usize) -> Step {
    match byte(bytes, at) {
        b'"' => Ok(plain_end(bytes, at + 1)),
        _ => fail(at, ScanErrorKind::ExpectedKey),
    }
}

/// Reads the colon and the white space around it.
#[inline(always)]
fn colon(bytes: &[u8], mut at: usize) -> Step {
    if byte(bytes, at) != b':' {
        at = white_space(bytes, at);
        if byte(bytes, at) != b':' {
            return fail(at, ScanErrorKind::ExpectedColon);
        }
    }
    Ok(white_space(bytes, at + 1))
}

/// Reads a name, its colon and the white space after it.
#[inline(always)]
fn name(bytes: &[u8], at: usize) -> Step {
    match byte(bytes, at) {
        b'"' => colon(bytes, string(bytes, at)?),
        _ => fail(at, ScanErrorKind::ExpectedKey),
    }
}

/// Reads an array or object, with all that is in it.
fn nested(bytes: &[u8], mut at: usize, outside: u32) -> Step {
    // One bit per open bracket, the innermost lowest: 1 for an object.
    let mut open: u128 = 0;
    let mut depth = outside;
    loop {
        // A value starts here.
        match byte(bytes, at) {
            b'"' => at = string(bytes, at)?,
            bracket @ (b'{' | b'[') => {
                if depth >= MAX_DEPTH {
                    return fail(at, ScanErrorKind::TooDeep);
                }
                at = white_space(bytes, at + 1);
                // In ASCII both brackets close two after they open.
                if byte(bytes, at) != bracket + 2 {
                    depth += 1;
                    open = open << 1 | u128::from(bracket == b'{');
                    if bracket == b'{' {
                        at = name(bytes, at)?;
                    }
                    continue;
                }
                at += 1;
            }
            _ => at = scalar(bytes, at)?,
        }
        // A value has ended here.
        loop {
            if depth == outside {
                return Ok(at);
            }
            at = white_space(bytes, at);
            let object = open & 1 == 1;
            match byte(bytes, at) {
                b',' => {
                    at = white_space(bytes, at + 1);
                    if object {
                        at = name(bytes, at)?;
                    }
                    break;
                }
                b'}' | b']' if object == (byte(bytes, at) == b'}') => {}
                _ => return fail(at, ScanErrorKind::ExpectedCommaOrEnd),
            }
            at += 1;
            open >>= 1;
            depth -= 1;
        }
    }
}

#[inline(always)]
fn scalar(bytes: &[u8], at: usize) -> Step {
    match byte(bytes, at) {
        b'-' | b'0'..=b'9' => number(bytes, at),
        _ => word(bytes, at),
    }
}

#[inline(never)]
fn word(bytes: &[u8], at: usize) -> Step {
    let word = match byte(bytes, at) {
        b't' => "true",
        b'f' => "false",
        b'n' => "null",
        b'+' | b'.' | b'N' | b'I' => return fail(at, ScanErrorKind::BadNumber),
        _ => return fail(at, ScanErrorKind::ExpectedValue),
    };
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.starts_with(word.as_bytes()) {
        return Ok(at + word.len());
    }
    let cut_off = word.as_bytes().starts_with(rest);
    let at = if cut_off { bytes.len() } else { at };
    fail(at, ScanErrorKind::ExpectedValue)
}

/// At least one digit.
#[inline(always)]
fn digits(bytes: &[u8], mut at: usize) -> Step {
    if !byte(bytes, at).is_ascii_digit() {
        return fail(at, ScanErrorKind::BadNumber);
    }
    while byte(bytes, at).is_ascii_digit() {
        at += 1;
    }
    Ok(at)
}

#[inline(always)]
fn number(bytes: &[u8], mut at: usize) -> Step {
    at += usize::from(byte(bytes, at) == b'-');
    if byte(bytes, at) == b'0' {
        at += 1;
        if byte(bytes, at).is_ascii_digit() {
            return fail(at, ScanErrorKind::BadNumber);
        }
    } else {
        at = digits(bytes, at)?;
    }
    match byte(bytes, at) {
        b'.' | b'e' | b'E' => fraction(bytes, at),
        b'x' | b'X' | b'_' => fail(at, ScanErrorKind::BadNumber),
        _ => Ok(at),
    }
}

#[inline(never)]
fn fraction(bytes: &[u8], mut at: usize) -> Step {
    if byte(bytes, at) == b'.' {
        at = digits(bytes, at + 1)?;
    }
    if let b'e' | b'E' = byte(bytes, at) {
        at += 1;
        at += usize::from(matches!(byte(bytes, at), b'+' | b'-'));
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// Reads a string from its opening quote on.
#[inline(always)]
fn string(bytes: &[u8], at: usize) -> Step {
    let end = plain_end(bytes, at + 1);
    match byte(bytes, end) {
        b'"' => Ok(end + 1),
        _ => rest_of_string(bytes, end),
    }
}

/// Reads a string on from where it is not plain.
#[inline(never)]
fn rest_of_string(bytes: &[u8], mut at: usize) -> Step {
    loop {
        match byte(bytes, at) {
            b'"' => return Ok(at + 1),
            b'\\' => at = escape(bytes, at + 1)?,
            _ => return fail(at, ScanErrorKind::ControlCharacter),
        }
        at = plain_end(bytes, at);
    }
}

fn escape(bytes: &[u8], mut at: usize) -> Step {
    match byte(bytes, at) {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
        b'u' => {
            for _ in 0..4 {
                at += 1;
                if !byte(bytes, at).is_ascii_hexdigit() {
                    return fail(at, ScanErrorKind::BadEscape);
                }
            }
        }
        _ => return fail(at, ScanErrorKind::BadEscape),
    }
    Ok(at + 1)
}
