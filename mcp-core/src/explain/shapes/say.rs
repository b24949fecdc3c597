//! Types, revisions and values, as findings speak of them.
//!
//! In: what a table holds. Out: words in every language, and samples of JSON. It knows no message.

use super::types::{Shape, Type, When};
use crate::explain::finding::Arg;
use crate::explain::lang::Words;
use crate::explain::words::params as words;
use crate::version::ProtocolVersion;

/// In which revision, or in all.
pub(in crate::explain) fn revisions(version: Option<ProtocolVersion>) -> Arg {
    match version {
        Some(version) => version.into(),
        None => Words::new("(every revision)", "(모든 개정판)").into(),
    }
}

/// The revisions in which something holds, as a range.
pub(in crate::explain) fn revisions_with(has: When) -> Arg {
    let mut all = ProtocolVersion::ALL.into_iter().filter(|v| has(*v));
    let first = all.next().unwrap_or(ProtocolVersion::LATEST);
    let last = all.next_back().unwrap_or(first);
    let (en, ko) = if first == last {
        return first.into();
    } else if last == ProtocolVersion::LATEST {
        (format!("{first} and later"), format!("{first} 이후"))
    } else {
        (format!("{first} to {last}"), format!("{first}~{last}"))
    };
    Arg::Both { en, ko }
}

/// Strings as they are written, one after another.
pub(super) fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`\"{name}\"`")).collect();
    quoted.join(", ")
}

/// What people call the type of a value, without what is in it.
pub(super) fn expected(kind: Type) -> Words {
    match kind {
        Type::Boolean => words::A_BOOLEAN,
        Type::Text | Type::Base64 | Type::Word(_) => words::A_STRING,
        Type::Integer | Type::Count => words::AN_INTEGER,
        Type::IntegerOrNull => words::AN_INTEGER_OR_NULL,
        Type::Number | Type::Share => words::A_NUMBER,
        Type::Token => words::A_TOKEN,
        Type::List(_) => words::AN_ARRAY,
        Type::EitherOrMany(..) => words::ONE_OR_MANY,
        Type::Filled => words::FILLED,
        _ => words::AN_OBJECT,
    }
}

/// A value that would fit, at least in its type.
pub(in crate::explain) fn sample(kind: Type) -> String {
    match kind {
        Type::Boolean => "true".to_owned(),
        Type::Text | Type::Filled | Type::Token => "\"…\"".to_owned(),
        Type::Base64 => "\"aGk=\"".to_owned(),
        Type::Integer | Type::Count | Type::IntegerOrNull | Type::Number | Type::Share => {
            "0".to_owned()
        }
        Type::Word(words) => format!("\"{}\"", words.first().unwrap_or(&"")),
        Type::List(_) => "[]".to_owned(),
        Type::Schema(_) => "{\"type\":\"object\"}".to_owned(),
        Type::Either(union) | Type::EitherOrMany(union, _) => union
            .cases
            .first()
            .map_or_else(String::new, |case| sample_of(case.shape)),
        Type::One(shape) => sample_of(shape),
        Type::Contents => "{\"uri\":\"…\",\"text\":\"…\"}".to_owned(),
        Type::Any | Type::Object | Type::Map(_) => "{}".to_owned(),
    }
}

/// The members that every revision requires.
pub(in crate::explain) fn sample_of(shape: &Shape) -> String {
    let required = shape.members.iter().filter(|m| m.is_required(None));
    let members: Vec<String> = required
        .map(|member| format!("\"{}\":{}", member.name, sample(member.kind)))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// How one value becomes what is expected.
pub(super) fn into_array(one: &str) -> Arg {
    Arg::Both {
        en: format!("put it into an array, also when there is only one: `[{one}]`"),
        ko: format!("하나뿐이라도 배열에 넣으세요: `[{one}]`"),
    }
}

/// What should be there, with what is in it where that is not said already.
pub(super) fn wanted(kind: Type) -> Arg {
    let outer = expected(kind);
    match kind {
        Type::Boolean
        | Type::Text
        | Type::Object
        | Type::Integer
        | Type::IntegerOrNull
        | Type::Number
        | Type::Token
        | Type::Filled => outer.into(),
        _ => Arg::Both {
            en: format!("{}: {kind}", outer.en),
            ko: format!("{}: {kind}", outer.ko),
        },
    }
}
