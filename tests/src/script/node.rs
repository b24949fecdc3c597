//! JSON values, and the patterns that describe them.
//!
//! In: JSON text, either strict (what a server sent) or with the pattern words of a conversation
//! script (`<any>`, `...`). Out: a [`Node`]. Numbers keep their text, so `1` is not `1.0` and no
//! digit is lost. The parser is deliberately not the one of the framework under test, and it never
//! looks at what a message means.

use std::fmt;

/// A JSON value, or a pattern for one.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A string, decoded.
    Text(String),
    /// An array; with `rest`, more elements may follow.
    Array {
        /// The elements, in order.
        items: Vec<Node>,
        /// Whether `...` stood at the end.
        rest: bool,
    },
    /// An object; with `rest`, other members may stand beside these.
    Object {
        /// The members, in order.
        members: Vec<(String, Node)>,
        /// Whether `...` stood at the end.
        rest: bool,
    },
    /// `<any>`: any value, but there must be one.
    Any,
    /// `<string>`, `<number>`, `<integer>`, `<bool>`, `<object>`, `<array>`: any value of a kind.
    Kind(Kind),
    /// `<uuid>`: a string in the form of a UUID.
    Uuid,
    /// `<absent>`: the member must not be there.
    Absent,
    /// `<contains "…">`: a string that holds this one.
    Contains(String),
    /// `<starts "…">`: a string that begins with this one.
    Starts(String),
    /// `<json …>`: a string whose content is JSON that fits the pattern.
    Json(Box<Node>),
    /// `<either … | …>`: one of several.
    Either(Vec<Node>),
    /// `<unordered […]>`: an array with these elements in any order.
    Unordered(Vec<Node>),
    /// `<as name>`: any value, remembered under a name.
    Bind(String),
    /// `$name`: the value that was remembered.
    Remembered(String),
}

/// The kinds of a value that a pattern can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// Any number.
    Number,
    /// A number without fraction or exponent.
    Integer,
    /// `true` or `false`.
    Bool,
    /// An object.
    Object,
    /// An array.
    Array,
}

/// Why a text is not JSON, or not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotJson {
    /// What is wrong, in words.
    pub message: String,
    /// Where, in bytes from the start of the text.
    pub offset: usize,
}

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.offset)
    }
}

impl Node {
    /// Reads strict JSON, as a server sends it; a key that stands twice in one object is refused.
    pub fn value(text: &str) -> Result<Self, NotJson> {
        whole(Reader::new(text, false, true))
    }

    /// Reads JSON that a script sends: strict, save that a key may stand twice.
    pub fn sent(text: &str) -> Result<Self, NotJson> {
        whole(Reader::new(text, false, false))
    }

    /// Reads a pattern.
    pub fn pattern(text: &str) -> Result<Self, NotJson> {
        whole(Reader::new(text, true, true))
    }

    /// Reads one pattern from the start of a text and returns it with what follows.
    pub fn pattern_prefix(text: &str) -> Result<(Self, &str), NotJson> {
        let mut reader = Reader::new(text, true, true);
        reader.space();
        let node = reader.node()?;
        Ok((node, text[reader.at..].trim_start()))
    }

    /// An object of exactly these members.
    pub fn object(members: Vec<(&str, Self)>) -> Self {
        Self::Object {
            members: members
                .into_iter()
                .map(|(key, node)| (key.to_owned(), node))
                .collect(),
            rest: false,
        }
    }

    /// The member of an object, if this is one and has it.
    pub fn member(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Object { members, .. } => {
                members.iter().find(|(k, _)| k == key).map(|(_, node)| node)
            }
            _ => None,
        }
    }
}

fn whole(mut reader: Reader<'_>) -> Result<Node, NotJson> {
    reader.space();
    let node = reader.node()?;
    reader.space();
    if reader.at < reader.text.len() {
        return Err(reader.wrong("something follows the value"));
    }
    Ok(node)
}

/// How deep a value may nest before this reader gives up.
const DEEPEST: usize = 500;

impl NotJson {
    /// Whether the reader gave up because of the depth alone.
    pub fn is_depth(&self) -> bool {
        self.message == TOO_DEEP
    }
}

const TOO_DEEP: &str = "nested too deep to be read";

/// A cursor over the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    patterns: bool,
    unique: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, patterns: bool, unique: bool) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            patterns,
            unique,
        }
    }

    fn wrong(&self, message: impl Into<String>) -> NotJson {
        NotJson {
            message: message.into(),
            offset: self.at,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes this text if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn need(&mut self, word: &str) -> Result<(), NotJson> {
        if self.take(word) {
            Ok(())
        } else {
            Err(self.wrong(format!("expected `{word}`")))
        }
    }

    fn node(&mut self) -> Result<Node, NotJson> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(TOO_DEEP));
        }
        let node = self.inner_node();
        self.depth -= 1;
        node
    }

    fn inner_node(&mut self) -> Result<Node, NotJson> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => self.string().map(Node::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'<') if self.patterns => self.word(),
            Some(b'$') if self.patterns => {
                self.at += 1;
                self.name().map(Node::Remembered)
            }
            _ if self.take("null") => Ok(Node::Null),
            _ if self.take("true") => Ok(Node::Bool(true)),
            _ if self.take("false") => Ok(Node::Bool(false)),
            Some(_) => Err(self.wrong("expected a value")),
            None => Err(self.wrong("expected a value, found the end")),
        }
    }

    fn object(&mut self) -> Result<Node, NotJson> {
        self.need("{")?;
        let mut members: Vec<(String, Node)> = Vec::new();
        loop {
            self.space();
            if members.is_empty() && self.take("}") {
                return Ok(Node::Object {
                    members,
                    rest: false,
                });
            }
            if self.patterns && self.take("...") {
                self.space();
                self.need("}")?;
                return Ok(Node::Object {
                    members,
                    rest: true,
                });
            }
            let start = self.at;
            let key = self.string()?;
            if self.unique && members.iter().any(|(other, _)| *other == key) {
                return Err(NotJson {
                    message: format!("the key {key:?} stands twice"),
                    offset: start,
                });
            }
            self.space();
            self.need(":")?;
            self.space();
            let value = self.node()?;
            members.push((key, value));
            self.space();
            if self.take("}") {
                return Ok(Node::Object {
                    members,
                    rest: false,
                });
            }
            self.need(",")?;
        }
    }

    fn array(&mut self) -> Result<Node, NotJson> {
        self.need("[")?;
        let mut items = Vec::new();
        loop {
            self.space();
            if items.is_empty() && self.take("]") {
                return Ok(Node::Array { items, rest: false });
            }
            if self.patterns && self.take("...") {
                self.space();
                self.need("]")?;
                return Ok(Node::Array { items, rest: true });
            }
            items.push(self.node()?);
            self.space();
            if self.take("]") {
                return Ok(Node::Array { items, rest: false });
            }
            self.need(",")?;
        }
    }

    fn string(&mut self) -> Result<String, NotJson> {
        self.need("\"")?;
        let mut out = String::new();
        loop {
            let rest = self.rest();
            // In searches that the standard library has compiled with optimisation.
            let quote = rest.find('"').unwrap_or(rest.len());
            let special = rest[..quote].find('\\').unwrap_or(quote);
            let control = rest.as_bytes()[..special].iter().position(|b| *b < b' ');
            let plain = control.unwrap_or(special);
            out.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                None => return Err(self.wrong("the string does not end")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape(&mut out)?;
                }
                Some(_) => {
                    return Err(self.wrong("a control character stands unescaped in a string"));
                }
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Result<(), NotJson> {
        let Some(letter) = self.peek() else {
            return Err(self.wrong("the string does not end"));
        };
        self.at += 1;
        out.push(match letter {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(out),
            _ => return Err(self.wrong("an unknown escape")),
        });
        Ok(())
    }

    /// Four hexadecimal digits, twice for a surrogate pair; a lone surrogate reads as U+FFFD.
    fn unicode(&mut self, out: &mut String) -> Result<(), NotJson> {
        let first = self.hex()?;
        if (0xD800..0xDC00).contains(&first) && self.rest().starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.hex()?;
            if (0xDC00..0xE000).contains(&second) {
                let point = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                out.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
                return Ok(());
            }
            self.at = back;
        }
        out.push(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, NotJson> {
        let digits = self
            .rest()
            .get(..4)
            .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(code) = digits.and_then(|d| u32::from_str_radix(d, 16).ok()) else {
            return Err(self.wrong("expected four hexadecimal digits"));
        };
        self.at += 4;
        Ok(code)
    }

    fn number(&mut self) -> Result<Node, NotJson> {
        let start = self.at;
        self.take("-");
        if !self.take("0") {
            self.digits()?;
        }
        if self.take(".") {
            self.digits()?;
        }
        if self.take("e") || self.take("E") {
            let _sign = self.take("+") || self.take("-");
            self.digits()?;
        }
        Ok(Node::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> Result<(), NotJson> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if start == self.at {
            Err(self.wrong("expected a digit"))
        } else {
            Ok(())
        }
    }

    fn name(&mut self) -> Result<String, NotJson> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(self.wrong("expected a name"));
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    /// `<word>` or `<word argument>`.
    fn word(&mut self) -> Result<Node, NotJson> {
        self.need("<")?;
        let start = self.at;
        let word = self.name()?;
        self.space();
        let node = match word.as_str() {
            "any" => Node::Any,
            "string" => Node::Kind(Kind::Text),
            "number" => Node::Kind(Kind::Number),
            "integer" => Node::Kind(Kind::Integer),
            "bool" => Node::Kind(Kind::Bool),
            "object" => Node::Kind(Kind::Object),
            "array" => Node::Kind(Kind::Array),
            "uuid" => Node::Uuid,
            "absent" => Node::Absent,
            "contains" => Node::Contains(self.string()?),
            "starts" => Node::Starts(self.string()?),
            "json" => Node::Json(Box::new(self.node()?)),
            "either" => self.either()?,
            "unordered" => match self.array()? {
                Node::Array { items, rest: false } => Node::Unordered(items),
                _ => return Err(self.wrong("`<unordered […]>` takes no `...`")),
            },
            "as" => Node::Bind(self.name()?),
            _ => {
                self.at = start;
                return Err(self.wrong(format!(
                    "unknown word `<{word}>`; known are any, string, number, integer, bool, object, array, uuid, \
                     absent, contains, starts, json, either, unordered, as"
                )));
            }
        };
        self.space();
        self.need(">")?;
        Ok(node)
    }

    fn either(&mut self) -> Result<Node, NotJson> {
        let mut options = vec![self.node()?];
        self.space();
        while self.take("|") {
            self.space();
            options.push(self.node()?);
            self.space();
        }
        Ok(Node::Either(options))
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(yes) => write!(f, "{yes}"),
            Self::Number(text) => f.write_str(text),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::Array { items, rest } => list(f, "[", items, *rest, "]"),
            Self::Object { members, rest } => object(f, members, *rest),
            Self::Any => f.write_str("<any>"),
            Self::Kind(kind) => write!(f, "<{kind}>"),
            Self::Uuid => f.write_str("<uuid>"),
            Self::Absent => f.write_str("<absent>"),
            Self::Contains(text) => write!(f, "<contains {}>", quoted(text)),
            Self::Starts(text) => write!(f, "<starts {}>", quoted(text)),
            Self::Json(inner) => write!(f, "<json {inner}>"),
            Self::Either(options) => {
                f.write_str("<either ")?;
                separated(f, options, " | ")?;
                f.write_str(">")
            }
            Self::Unordered(items) => list(f, "<unordered [", items, false, "]>"),
            Self::Bind(name) => write!(f, "<as {name}>"),
            Self::Remembered(name) => write!(f, "${name}"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Bool => "bool",
            Self::Object => "object",
            Self::Array => "array",
        })
    }
}

fn separated(f: &mut fmt::Formatter<'_>, nodes: &[Node], between: &str) -> fmt::Result {
    for (i, node) in nodes.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        write!(f, "{node}")?;
    }
    Ok(())
}

fn list(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: &[Node],
    rest: bool,
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    separated(f, items, ",")?;
    if rest {
        f.write_str(if items.is_empty() { "..." } else { ",..." })?;
    }
    f.write_str(close)
}

fn object(f: &mut fmt::Formatter<'_>, members: &[(String, Node)], rest: bool) -> fmt::Result {
    f.write_str("{")?;
    for (i, (key, node)) in members.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        write!(f, "{comma}{}:{node}", quoted(key))?;
    }
    if rest {
        f.write_str(if members.is_empty() { "..." } else { ",..." })?;
    }
    f.write_str("}")
}

/// The JSON text of a string.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
