//! Why a value could not be read, and where.
//!
//! In: faults as they are noticed, then the names of the members and elements they bubble through.
//! Out: a [`DeError`] in the words of this project. It never speaks of lines and columns, and
//! never repeats a string that a caller sent, save a short candidate for an enum.

use std::borrow::Cow;
use std::fmt;

use super::super::shown::shown_name;
use super::super::string::BadText;

/// Why a value could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeError {
    /// Where, as a path inside the value that was read: `tags[2].name`. Empty for the value itself.
    pub path: String,
    /// What is wrong, as it follows the path in a sentence: `must be an integer`, `is required`.
    /// What a type's own `Deserialize` says stands here as it is.
    pub message: String,
    /// What was expected: `an integer`. Empty when only the type itself knows.
    pub expected: String,
    /// What was there: the JSON type, or the value when it is a number, a boolean or a short
    /// candidate for an enum. Empty when nothing was, or when it is not known.
    pub got: String,
    /// All that would have been right, when that is a short list.
    pub allowed: Vec<String>,
}

impl DeError {
    /// The message in the form that reports use: it begins with `must` or `is`.
    pub fn reason(&self) -> String {
        let message = &self.message;
        if message.starts_with("must ") || message.starts_with("is ") {
            message.clone()
        } else {
            format!("must be valid: {message}")
        }
    }
}

impl fmt::Display for DeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "{path} {}", self.message),
        }
    }
}

impl std::error::Error for DeError {}

/// The same on its way out, small enough to be returned by every step.
#[derive(Debug)]
pub(super) struct Failure(Box<DeError>);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    pub(super) fn into_error(self) -> DeError {
        *self.0
    }

    fn new(message: String) -> Self {
        Failure(Box::new(DeError {
            path: String::new(),
            message,
            expected: String::new(),
            got: String::new(),
            allowed: Vec::new(),
        }))
    }

    fn expected(mut self, expected: impl Into<String>) -> Self {
        self.0.expected = expected.into();
        self
    }

    fn got(mut self, got: impl Into<String>) -> Self {
        self.0.got = got.into();
        self
    }

    #[cold]
    pub(super) fn wrong_type(expected: impl Into<Cow<'static, str>>, got: String) -> Self {
        let expected = expected.into();
        Failure::new(format!("must be {expected}"))
            .expected(expected)
            .got(got)
    }

    /// A fault with words of its own.
    #[cold]
    pub(super) fn said(message: &str, expected: &str, got: String) -> Self {
        Failure::new(message.to_owned()).expected(expected).got(got)
    }

    #[cold]
    pub(super) fn bad_text(error: BadText, got: String) -> Self {
        match error {
            BadText::NotAString => Failure::wrong_type("a string", got),
            BadText::LoneSurrogate => Failure::new(error.to_string())
                .expected("a string of whole characters")
                .got("half of a surrogate pair"),
        }
    }

    #[cold]
    pub(super) fn wrong_length(length: usize, expected: Option<usize>) -> Self {
        match expected {
            Some(1) => Failure::new("must have 1 item".to_owned()).expected("an array of 1 item"),
            Some(count) => Failure::new(format!("must have {count} items"))
                .expected(format!("an array of {count} items")),
            None => Failure::new("must have another number of items".to_owned()),
        }
        .got(match length {
            1 => "1 item".to_owned(),
            _ => format!("{length} items"),
        })
    }

    #[cold]
    pub(super) fn no_variant(variants: &[&str], got: String) -> Self {
        let list = listed(variants);
        let words = match variants.len() {
            0 => "nothing: the type has no variants".to_owned(),
            1 => list,
            _ => format!("one of {list}"),
        };
        let mut failure = Failure::wrong_type(words, got);
        failure.0.allowed = variants.iter().map(|&variant| variant.to_owned()).collect();
        failure
    }

    #[cold]
    pub(super) fn unknown_member(name: &str, known: &[&str]) -> Self {
        let expected = match known {
            [] => "no members".to_owned(),
            _ => format!("only {}", listed(known)),
        };
        let mut failure = Failure::new("is not a known member".to_owned()).expected(expected);
        failure.0.allowed = known.iter().map(|&known| known.to_owned()).collect();
        failure.inside_key(name)
    }

    #[cold]
    pub(super) fn missing(name: &str) -> Self {
        Failure::new("is required".to_owned()).inside_key(name)
    }

    #[cold]
    pub(super) fn twice(name: &str) -> Self {
        Failure::new("must be given once".to_owned()).inside_key(name)
    }

    /// What a type's own `Deserialize` says.
    #[cold]
    pub(super) fn custom_text(mut message: String) -> Self {
        message.truncate(without_position(&message).len());
        if let Some(name) = message.strip_prefix("data did not match any variant of untagged enum ")
        {
            let expected = format!("one of the forms of {name}");
            return Failure::new(format!("must be {expected}")).expected(expected);
        }
        Failure::new(message)
    }

    /// Whether it has said where it happened.
    pub(super) fn has_path(&self) -> bool {
        !self.0.path.is_empty()
    }

    /// Says that it is the name of the member that is wrong.
    #[cold]
    pub(super) fn about_name(mut self) -> Self {
        self.0.message.push_str(" as a member name");
        self
    }

    /// Says that it happened inside the member of that name.
    #[cold]
    pub(super) fn inside_key(mut self, key: &str) -> Self {
        let path = &mut self.0.path;
        if !(path.is_empty() || path.starts_with('[')) {
            path.insert(0, '.');
        }
        path.insert_str(0, &shown_name(key));
        self
    }

    /// Says that it happened inside the element at that place.
    #[cold]
    pub(super) fn inside_index(mut self, index: usize) -> Self {
        let path = &mut self.0.path;
        if !(path.is_empty() || path.starts_with('[')) {
            path.insert(0, '.');
        }
        path.insert_str(0, &format!("[{index}]"));
        self
    }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}

/// Drops the ` at line 1 column 3` that errors of `serde_json` end with.
fn without_position(message: &str) -> &str {
    let Some((before, position)) = message.rsplit_once(" at line ") else {
        return message;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match position.split_once(" column ") {
        Some((line, column)) if is_number(line) && is_number(column) => before,
        _ => message,
    }
}
