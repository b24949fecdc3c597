//! A value against its shape.
//!
//! In: a shape, a value and the revision it is written in, or none when that is not known: then a
//! fault is only what is one in every revision. Out: findings. Each object is walked once, and once
//! more when it holds names that nobody knows; nothing is allocated for what is well.

use super::near::is_near;
use super::place::Place;
use super::types::{Member, Shape, Type, Union, surely};
use super::{content, tell};
use crate::explain::finding::Found;
use crate::explain::words::params as words;
use crate::json::{self, Kind, Raw};
use crate::version::ProtocolVersion;

/// A walk through one message.
pub(in crate::explain) struct Walk<'w, 't> {
    pub(super) version: Option<ProtocolVersion>,
    pub(super) found: &'w mut Found<'t>,
    /// What was told already and is told once in a message: the shape, the member, what of it.
    told: Vec<(&'static str, &'static str, Once)>,
}

/// Which members of its shape an object has.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// A bit for each.
    places: u64,
    /// It has others too.
    strangers: bool,
}

/// What is told once in a message, however often it stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Once {
    Null,
    OtherRevision,
}

impl<'w, 't> Walk<'w, 't> {
    pub(in crate::explain) fn new(
        version: Option<ProtocolVersion>,
        found: &'w mut Found<'t>,
    ) -> Self {
        Walk {
            version,
            found,
            told: Vec::new(),
        }
    }

    /// A value of any type. `of` is what it is a member of.
    pub(in crate::explain) fn value(
        &mut self,
        of: &'static str,
        kind: Type,
        raw: Raw<'_>,
        at: Place<'_>,
    ) {
        if self.found.is_full() {
            return;
        }
        if !self.has_kind(kind, raw) {
            return tell::wrong_type(self, of, kind, raw, at);
        }
        match kind {
            Type::Integer | Type::Count | Type::IntegerOrNull | Type::Token | Type::Share => {
                self.number(of, kind, raw, at);
            }
            Type::Word(words) if !words.iter().any(|word| raw.is_string(word)) => {
                tell::unknown_word(self, of, words, raw, at);
            }
            Type::Base64 if !is_base64(raw) => tell::not_base64(self, of, raw, at),
            Type::List(inner) => self.elements(of, *inner, raw, at),
            Type::Map(inner) => {
                for member in raw.members() {
                    self.value(of, *inner, member.value, at.member(&member.key));
                }
            }
            Type::One(shape) => self.object(shape, raw, at),
            Type::Either(union) => self.either(union, raw, at),
            Type::EitherOrMany(union, _) if raw.kind() == Kind::Array => {
                for (index, element) in raw.elements().enumerate() {
                    let at = at.element(index);
                    self.value(of, Type::Either(union), element, at);
                }
            }
            Type::EitherOrMany(union, _) => self.either(union, raw, at),
            Type::Contents => self.contents(raw, at),
            Type::Schema(typed) if surely(self.version, typed) => self.schema_root(of, raw, at),
            Type::Filled if raw.kind() == Kind::Array => {
                self.elements(of, Type::Text, raw, at);
            }
            _ => {}
        }
    }

    /// An object by its shape.
    pub(in crate::explain) fn object(
        &mut self,
        shape: &'static Shape,
        raw: Raw<'_>,
        at: Place<'_>,
    ) {
        self.members(shape, raw.members(), raw, at);
    }

    /// An object by its shape, when its members were found before.
    pub(in crate::explain) fn members<'r>(
        &mut self,
        shape: &'static Shape,
        members: impl Iterator<Item = json::Member<'r>>,
        raw: Raw<'_>,
        at: Place<'_>,
    ) {
        let seen = self.known(shape, members, at);
        self.rest(shape, seen, raw, at);
    }

    /// The members that its shape has.
    fn known<'r>(
        &mut self,
        shape: &'static Shape,
        members: impl Iterator<Item = json::Member<'r>>,
        at: Place<'_>,
    ) -> Seen {
        let mut seen = Seen::default();
        for member in members {
            let place = shape.members.iter().position(|m| m.name == member.key);
            let Some((place, known)) = place.and_then(|p| Some((p, shape.members.get(p)?))) else {
                seen.strangers = true;
                continue;
            };
            seen.places |= 1 << place;
            self.member(shape, known, member.value, at.member(known.name));
        }
        seen
    }

    /// The members that its shape has and it has not.
    fn rest(&mut self, shape: &'static Shape, seen: Seen, raw: Raw<'_>, at: Place<'_>) {
        for (place, member) in shape.members.iter().enumerate() {
            if seen.places & 1 << place != 0 || member.missed_elsewhere {
                continue;
            }
            let required = member.is_required(self.version);
            if !required && !seen.strangers {
                continue;
            }
            let near = seen.strangers.then(|| near(member, shape, raw)).flatten();
            match near {
                Some(near) if !required => tell::misspelt(self, shape, member, &near, at),
                near if required => tell::missing(self, shape, member, near, raw, at),
                _ => {}
            }
        }
    }

    fn member(
        &mut self,
        shape: &'static Shape,
        known: &'static Member,
        raw: Raw<'_>,
        at: Place<'_>,
    ) {
        if known.judged_elsewhere {
            return;
        }
        if let Some(version) = self.version
            && !(known.has)(version)
        {
            // `_meta` is everywhere in practice, and everybody ignores what it holds.
            if known.name != "_meta" && self.once(shape.name, known.name, Once::OtherRevision) {
                tell::other_revision(self, version, shape, known, raw, at);
            }
            return;
        }
        if raw.is_null() && !matches!(known.kind, Type::Any | Type::IntegerOrNull) {
            self.null(shape, known, raw, at);
        } else {
            self.value(shape.name, known.kind, raw, at);
        }
    }

    fn null(&mut self, shape: &'static Shape, known: &'static Member, raw: Raw<'_>, at: Place<'_>) {
        if known.missed_elsewhere {
            return;
        }
        if known.is_required(self.version) {
            tell::wrong_type(self, shape.name, known.kind, raw, at);
        } else if known.name == super::common::NEXT_CURSOR.name {
            tell::null_cursor(self, raw, at);
        } else if self.once(shape.name, known.name, Once::Null) {
            tell::null(self, shape, known, raw, at);
        }
    }

    /// Whether this is to be told for the first time.
    fn once(&mut self, shape: &'static str, member: &'static str, what: Once) -> bool {
        let entry = (shape, member, what);
        let first = !self.told.contains(&entry);
        if first {
            self.told.push(entry);
        }
        first
    }

    /// Whether the JSON type is right, the insides left aside.
    fn has_kind(&self, kind: Type, raw: Raw<'_>) -> bool {
        let is = raw.kind();
        match kind {
            Type::Any => true,
            Type::Boolean => is == Kind::Bool,
            Type::Text | Type::Base64 | Type::Word(_) => is == Kind::String,
            Type::Integer | Type::Count | Type::Number | Type::Share => is == Kind::Number,
            Type::IntegerOrNull => matches!(is, Kind::Number | Kind::Null),
            Type::Token => matches!(is, Kind::Number | Kind::String),
            Type::List(_) => is == Kind::Array,
            Type::EitherOrMany(_, many) => {
                let may_be_many = self.version.is_none_or(many);
                is == Kind::Object || (is == Kind::Array && may_be_many)
            }
            Type::Filled => !matches!(is, Kind::Null | Kind::Object),
            Type::Object
            | Type::Map(_)
            | Type::One(_)
            | Type::Either(_)
            | Type::Contents
            | Type::Schema(_) => is == Kind::Object,
        }
    }

    fn number(&mut self, of: &'static str, kind: Type, raw: Raw<'_>, at: Place<'_>) {
        let Some(number) = raw.number() else { return };
        let code = match kind {
            Type::Share if number.cmp_i128(0).is_lt() || number.cmp_i128(1).is_gt() => {
                words::MEMBER_OUT_OF_RANGE
            }
            Type::Share => return,
            _ if !number.is_integer() => words::MEMBER_NOT_INTEGER,
            Type::Count if number.cmp_i128(0).is_lt() => words::MEMBER_OUT_OF_RANGE,
            _ => return,
        };
        tell::number(self, code, of, kind, raw, at);
    }

    fn elements(&mut self, of: &'static str, inner: Type, raw: Raw<'_>, at: Place<'_>) {
        let mut walk = raw.walk();
        for index in 0.. {
            let Some(kind) = walk.kind_ahead() else { break };
            match self.shape_ahead(inner, kind, &walk) {
                Some(shape) => self.object_ahead(shape, &mut walk, at.element(index)),
                None => match walk.value() {
                    Some(element) => self.value(of, inner, element, at.element(index)),
                    None => break,
                },
            }
        }
    }

    /// The shape of the object ahead; none when there is none, or something is to be told of that.
    fn shape_ahead(
        &self,
        inner: Type,
        kind: Kind,
        walk: &json::Walk<'_>,
    ) -> Option<&'static Shape> {
        match inner {
            _ if kind != Kind::Object || self.found.is_full() => None,
            Type::One(shape) => Some(shape),
            Type::Either(union) => {
                let tag = walk.member_ahead(union.tag)?;
                let case = union.cases.iter().find(|case| tag.is_string(case.tag))?;
                self.version.is_none_or(case.has).then_some(case.shape)
            }
            _ => None,
        }
    }

    /// An object that is passed with its members: its end is not looked for before.
    fn object_ahead(&mut self, shape: &'static Shape, walk: &mut json::Walk<'_>, at: Place<'_>) {
        let start = walk.clone();
        walk.enter();
        let members = std::iter::from_fn(|| {
            let key = walk.name()?.decoded();
            let value = walk.value()?;
            Some(json::Member { key, value })
        });
        let seen = self.known(shape, members, at);
        walk.leave();
        self.rest(shape, seen, walk.passed_since(&start), at);
    }

    /// An object that one of its members names.
    fn either(&mut self, union: &'static Union, raw: Raw<'_>, at: Place<'_>) {
        let Some(tag) = raw.member(union.tag) else {
            return match union.untagged {
                Some(shape) => self.object(shape, raw, at),
                None => tell::missing_tag(self, union, raw, at),
            };
        };
        let here = at.member(union.tag);
        if tag.kind() != Kind::String {
            return tell::wrong_type(self, union.name, Type::Text, tag, here);
        }
        let case = union.cases.iter().find(|case| tag.is_string(case.tag));
        match (case, self.version) {
            (None, _) => tell::unknown_tag(self, union, tag, here),
            (Some(case), Some(version)) if !(case.has)(version) => {
                tell::tag_of_other_revision(self, version, union, case, tag, here);
            }
            (Some(case), _) => self.object(case.shape, raw, at),
        }
    }

    /// What a resource holds: text or bytes, and not both.
    fn contents(&mut self, raw: Raw<'_>, at: Place<'_>) {
        let has = |name| raw.member(name).is_some_and(|value| !value.is_null());
        match (has("text"), has("blob")) {
            (true, false) => self.object(&content::TEXT_CONTENTS, raw, at),
            (false, true) => self.object(&content::BLOB_CONTENTS, raw, at),
            (both, _) => {
                tell::text_or_blob(self, both, raw, at);
                self.object(&content::RESOURCE_CONTENTS, raw, at);
            }
        }
    }

    /// A schema whose outermost value is an object.
    fn schema_root(&mut self, of: &'static str, raw: Raw<'_>, at: Place<'_>) {
        let typed = raw.member("type");
        if !typed.is_some_and(|typed| typed.is_string("object")) {
            tell::schema_root(self, of, typed, raw, at);
        }
    }
}

/// The name in the object that was probably meant to be the member's.
fn near<'r>(member: &Member, shape: &Shape, raw: Raw<'r>) -> Option<json::Member<'r>> {
    let stranger = |name: &str| shape.members.iter().all(|known| known.name != name);
    raw.members()
        .find(|other| is_near(&other.key, member.name) && stranger(&other.key))
}

/// Whether a string is base64 with padding (RFC 4648, section 4).
fn is_base64(raw: Raw<'_>) -> bool {
    let Ok(text) = raw.string() else { return false };
    let bytes = text.as_bytes();
    let inside = bytes.strip_suffix(b"==");
    let inside = inside.or_else(|| bytes.strip_suffix(b"=")).unwrap_or(bytes);
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    bytes.len() % 4 == 0 && inside.iter().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_known_by_its_letters_and_its_length() {
        let is = |text: &str| is_base64(Raw::parse(text).expect("JSON"));
        for text in [r#""""#, r#""Zg==""#, r#""Zm8=""#, r#""+\/+\/""#] {
            assert!(is(text), "{text}");
        }
        for text in [
            r#""Zg""#,
            r#""Zg=""#,
            r#""data:;base64,Zg==""#,
            r#""-_-_""#,
            r#""Z===""#,
        ] {
            assert!(!is(text), "{text}");
        }
    }
}
