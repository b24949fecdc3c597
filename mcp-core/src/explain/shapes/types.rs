//! The vocabulary of the tables: shapes, their members, and the types that members have.
//!
//! In and out: plain data, made in constants. A member says in which revisions it is there and in
//! which it is required; nothing here looks at a message.

use std::fmt;

use crate::version::ProtocolVersion;

/// In which revisions something holds.
pub(in crate::explain) type When = fn(ProtocolVersion) -> bool;

/// In every revision.
pub(super) const ALWAYS: When = |_| true;
/// Never.
pub(super) const NEVER: When = |_| false;
/// Where every request stands alone.
pub(super) const MODERN: When = ProtocolVersion::is_modern;
/// Where a handshake opens the conversation.
pub(super) const LEGACY: When = |version| !version.is_modern();

/// An object of the protocol: its name in the specification, and its members.
#[derive(Debug)]
pub(in crate::explain) struct Shape {
    pub(in crate::explain) name: &'static str,
    pub(in crate::explain) members: &'static [Member],
}

impl Shape {
    pub(super) const fn new(name: &'static str, members: &'static [Member]) -> Self {
        Shape { name, members }
    }

    /// Its members in one revision, or those of any revision.
    pub(in crate::explain) fn members_in(
        &self,
        version: Option<ProtocolVersion>,
    ) -> impl Iterator<Item = &'static Member> {
        let members = self.members.iter();
        members.filter(move |member| version.is_none_or(member.has))
    }
}

/// One member of an object.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) struct Member {
    pub(in crate::explain) name: &'static str,
    pub(in crate::explain) kind: Type,
    /// Where it is there.
    pub(in crate::explain) has: When,
    /// Where it is required, if it is there.
    needs: When,
    /// That it is missing is said by a check of its own.
    pub(super) missed_elsewhere: bool,
    /// All about it is said by a check of its own.
    pub(super) judged_elsewhere: bool,
}

/// A member that is required.
pub(super) const fn must(name: &'static str, kind: Type) -> Member {
    Member {
        name,
        kind,
        has: ALWAYS,
        needs: ALWAYS,
        missed_elsewhere: false,
        judged_elsewhere: false,
    }
}

/// A member that may be left out.
pub(super) const fn may(name: &'static str, kind: Type) -> Member {
    must(name, kind).needed(NEVER)
}

impl Member {
    /// It is there in some revisions only.
    pub(super) const fn when(mut self, has: When) -> Self {
        self.has = has;
        self
    }

    /// It is required in some revisions only.
    pub(super) const fn needed(mut self, needs: When) -> Self {
        self.needs = needs;
        self
    }

    /// That it is missing is said by a check of its own.
    pub(super) const fn missed_elsewhere(mut self) -> Self {
        self.missed_elsewhere = true;
        self
    }

    /// All about it is said by a check of its own.
    pub(super) const fn judged_elsewhere(mut self) -> Self {
        self.judged_elsewhere = true;
        self.missed_elsewhere()
    }

    /// Whether a check of its own says that it is missing.
    pub(in crate::explain) const fn is_missed_elsewhere(&self) -> bool {
        self.missed_elsewhere
    }

    /// Whether it is required: in this revision, or in every one when that is not known.
    pub(in crate::explain) fn is_required(&self, version: Option<ProtocolVersion>) -> bool {
        surely(version, |version| {
            (self.has)(version) && (self.needs)(version)
        })
    }
}

/// Whether it holds: in this revision, or in every one when that is not known.
pub(super) fn surely(
    version: Option<ProtocolVersion>,
    question: impl Fn(ProtocolVersion) -> bool,
) -> bool {
    match version {
        Some(version) => question(version),
        None => ProtocolVersion::ALL.into_iter().all(question),
    }
}

/// What a member holds.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) enum Type {
    /// Any JSON value.
    Any,
    /// Any object.
    Object,
    Boolean,
    Text,
    /// A string that holds bytes in base64.
    Base64,
    Integer,
    /// An integer that is not negative.
    Count,
    IntegerOrNull,
    Number,
    /// A number from 0 to 1.
    Share,
    /// A string or an integer.
    Token,
    /// One of these strings.
    Word(&'static [&'static str]),
    /// An array.
    List(&'static Type),
    /// An object whose members have any names and this type.
    Map(&'static Type),
    One(&'static Shape),
    /// One of several objects, told apart by a member.
    Either(&'static Union),
    /// The same; in later revisions an array of them as well.
    EitherOrMany(&'static Union, When),
    /// What a resource holds: text, or bytes.
    Contents,
    /// A JSON Schema: an object, with `"type": "object"` in these revisions.
    Schema(When),
    /// What a form may be filled in with.
    Filled,
}

impl Type {
    /// The object that it is, or is when it does not say.
    pub(in crate::explain) fn shape(self) -> Option<&'static Shape> {
        match self {
            Type::One(shape) => Some(shape),
            Type::Either(union) => union.untagged.or_else(|| Some(union.cases.first()?.shape)),
            _ => None,
        }
    }
}

/// Objects that one member tells apart.
#[derive(Debug)]
pub(in crate::explain) struct Union {
    pub(in crate::explain) name: &'static str,
    /// The member that tells.
    pub(in crate::explain) tag: &'static str,
    /// What it is when the member is missing; none when it must not.
    pub(in crate::explain) untagged: Option<&'static Shape>,
    pub(in crate::explain) cases: &'static [Case],
}

/// One of several objects.
#[derive(Debug)]
pub(in crate::explain) struct Case {
    pub(in crate::explain) tag: &'static str,
    pub(in crate::explain) shape: &'static Shape,
    /// Where it is there.
    pub(in crate::explain) has: When,
}

pub(super) const fn case(tag: &'static str, shape: &'static Shape) -> Case {
    Case {
        tag,
        shape,
        has: ALWAYS,
    }
}

impl Case {
    /// It is there in some revisions only.
    pub(super) const fn when(mut self, has: When) -> Self {
        self.has = has;
        self
    }
}

/// The type as people write it, the same in every language: `string`, `Tool[]`, `"user" |
/// "assistant"`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Any => f.write_str("any"),
            Type::Object => f.write_str("object"),
            Type::Boolean => f.write_str("boolean"),
            Type::Text => f.write_str("string"),
            Type::Base64 => f.write_str("string (base64)"),
            Type::Integer => f.write_str("integer"),
            Type::Count => f.write_str("integer >= 0"),
            Type::IntegerOrNull => f.write_str("integer | null"),
            Type::Number => f.write_str("number"),
            Type::Share => f.write_str("number (0..1)"),
            Type::Token => f.write_str("string | integer"),
            Type::Word(words) => {
                for (place, word) in words.iter().enumerate() {
                    let bar = if place == 0 { "" } else { " | " };
                    write!(f, "{bar}\"{word}\"")?;
                }
                Ok(())
            }
            Type::List(kind) => match kind {
                Type::Word(_) | Type::Token => write!(f, "({kind})[]"),
                _ => write!(f, "{kind}[]"),
            },
            Type::Map(kind) => write!(f, "{{[key]: {kind}}}"),
            Type::One(shape) => f.write_str(shape.name),
            Type::Either(union) => f.write_str(union.name),
            Type::EitherOrMany(union, _) => write!(f, "{0} | {0}[]", union.name),
            Type::Contents => f.write_str("TextResourceContents | BlobResourceContents"),
            Type::Schema(_) => f.write_str("JSON Schema"),
            Type::Filled => f.write_str("string | number | boolean | string[]"),
        }
    }
}
