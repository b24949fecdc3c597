//! What a walk found, as findings.
//!
//! In: what does not fit, and where. Out: findings with all that their words need. It decides
//! nothing.

use super::place::Place;
use super::say::{expected, into_array, quoted, revisions, revisions_with, sample, wanted};
use super::types::{Case, Member, Shape, Type, Union};
use super::walk::Walk;
use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding};
use crate::explain::lang::Words;
use crate::explain::words::{params as words, results};
use crate::json::{self, Kind, Raw, shown_name};
use crate::schema::nearest;
use crate::version::ProtocolVersion;

impl Walk<'_, '_> {
    fn about(&self, code: Code, raw: Raw<'_>, at: Place<'_>) -> Finding {
        let member = match at {
            Place::Member(_, name) => shown_name(name).into_owned(),
            _ => at.name(),
        };
        let finding = self.found.about(code, raw).at(at.to_string());
        finding
            .with("member", member)
            .with("revisions", revisions(self.version))
    }

    fn of(&self, code: Code, of: &'static str, raw: Raw<'_>, at: Place<'_>) -> Finding {
        self.about(code, raw, at).with("of", of)
    }
}

pub(super) fn missing(
    walk: &mut Walk<'_, '_>,
    shape: &'static Shape,
    member: &'static Member,
    near: Option<json::Member<'_>>,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let sample = format!("\"{}\": {}", member.name, sample(member.kind));
    let (found, next) = match &near {
        Some(near) => {
            let near = shown_name(&near.key);
            (
                Arg::Both {
                    en: format!("`{near}`, which nobody reads"),
                    ko: format!("아무도 읽지 않는 `{near}`"),
                },
                Arg::Both {
                    en: format!("rename `{near}` to `{}`", member.name),
                    ko: format!("`{near}`의 이름을 `{}`(으)로 바꾸세요", member.name),
                },
            )
        }
        None => (
            words::NOTHING.into(),
            Arg::Both {
                en: format!("add it, for example `{sample}`"),
                ko: format!("이 멤버를 넣으세요. 예: `{sample}`"),
            },
        ),
    };
    let about = near.map_or(raw, |near| near.value);
    let finding = walk
        .of(
            words::MEMBER_MISSING,
            shape.name,
            about,
            at.member(member.name),
        )
        .with("found", found)
        .with("type", member.kind.to_string())
        .with("next", next);
    walk.found.add(finding);
}

/// The member that tells what an object is.
pub(super) fn missing_tag(
    walk: &mut Walk<'_, '_>,
    union: &'static Union,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let first = union.cases.first().map_or("", |case| case.tag);
    let next = Arg::Both {
        en: format!(
            "say what it is, for example `\"{}\": \"{first}\"`",
            union.tag
        ),
        ko: format!("종류를 밝히세요. 예: `\"{}\": \"{first}\"`", union.tag),
    };
    let finding = walk
        .of(words::MEMBER_MISSING, union.name, raw, at.member(union.tag))
        .with("found", words::NOTHING)
        .with("type", tags(walk.version, union))
        .with("next", next);
    walk.found.add(finding);
}

/// The names of the objects that a revision has.
fn tags(version: Option<ProtocolVersion>, union: &Union) -> String {
    let cases = union.cases.iter();
    quoted(
        cases
            .filter(|case| version.is_none_or(case.has))
            .map(|case| case.tag),
    )
}

pub(super) fn misspelt(
    walk: &mut Walk<'_, '_>,
    shape: &'static Shape,
    member: &'static Member,
    near: &json::Member<'_>,
    at: Place<'_>,
) {
    let finding = walk
        .found
        .about(words::MEMBER_MISSPELT, near.value)
        .at(at.member(&near.key).to_string())
        .with("member", member.name)
        .with("found", shown_name(&near.key).into_owned())
        .with("type", member.kind.to_string())
        .with("revisions", revisions(walk.version))
        .with("of", shape.name);
    walk.found.add(finding);
}

pub(super) fn wrong_type(
    walk: &mut Walk<'_, '_>,
    of: &'static str,
    kind: Type,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    if let (Type::Either(_) | Type::EitherOrMany(..), Kind::Array) = (kind, raw.kind()) {
        return block_is_array(walk, of, kind, raw, at);
    }
    let one = sample(kind);
    let next = match (kind, raw.kind()) {
        (Type::List(_), Kind::Object) => into_array("…"),
        (Type::List(Type::Text), Kind::String) => into_array("\"…\""),
        (Type::List(inner), Kind::String) => into_array(&sample(*inner)),
        (Type::Text, Kind::Number | Kind::Bool) => {
            Words::new("write it in quotes", "따옴표로 감싸세요").into()
        }
        (
            Type::Integer | Type::Count | Type::Number | Type::Share | Type::Boolean,
            Kind::String,
        ) => Words::new("write it without quotes", "따옴표 없이 쓰세요").into(),
        _ => Arg::Both {
            en: format!("send {} there, for example `{one}`", expected(kind).en),
            ko: format!(
                "그 자리에 {}을(를) 보내세요. 예: `{one}`",
                expected(kind).ko
            ),
        },
    };
    let finding = walk
        .of(words::MEMBER_WRONG_TYPE, of, raw, at)
        .with("expected", expected(kind))
        .with("kind", raw.kind())
        .with("wanted", wanted(kind))
        .with("next", next);
    walk.found.add(finding);
}

/// Several blocks where one stands.
fn block_is_array(
    walk: &mut Walk<'_, '_>,
    of: &'static str,
    kind: Type,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let one = match kind {
        Type::EitherOrMany(union, _) => union.name.to_owned(),
        _ => kind.to_string(),
    };
    let finding = walk
        .of(results::BLOCK_IS_ARRAY, of, raw, at)
        .with("type", one);
    walk.found.add(finding);
}

pub(super) fn null(
    walk: &mut Walk<'_, '_>,
    shape: &'static Shape,
    member: &'static Member,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let finding = walk
        .of(words::MEMBER_NULL, shape.name, raw, at)
        .with("type", member.kind.to_string());
    walk.found.add(finding);
}

pub(super) fn null_cursor(walk: &mut Walk<'_, '_>, raw: Raw<'_>, at: Place<'_>) {
    let finding = walk.about(results::NEXT_CURSOR_NULL, raw, at);
    walk.found.add(finding);
}

/// A number that is none of its kind: a fraction, or out of range.
pub(super) fn number(
    walk: &mut Walk<'_, '_>,
    code: Code,
    of: &'static str,
    kind: Type,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let finding = walk
        .of(code, of, raw, at)
        .with("value", shown_name(raw.get()).into_owned())
        .with("type", kind.to_string());
    walk.found.add(finding);
}

pub(super) fn unknown_word(
    walk: &mut Walk<'_, '_>,
    of: &'static str,
    allowed: &[&'static str],
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let text = raw.string().unwrap_or_default();
    let list = quoted(allowed.iter().copied());
    let near = nearest(&text, allowed.iter().copied());
    let finding = walk.of(words::MEMBER_UNKNOWN_VALUE, of, raw, at);
    let finding = finding.with("value", format!("`\"{}\"`", shown_name(&text)));
    walk.found.add(chosen(finding, list, near));
}

pub(super) fn unknown_tag(
    walk: &mut Walk<'_, '_>,
    union: &'static Union,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let text = raw.string().unwrap_or_default();
    let list = tags(walk.version, union);
    let near = nearest(&text, union.cases.iter().map(|case| case.tag));
    let finding = walk.of(words::MEMBER_UNKNOWN_VALUE, union.name, raw, at);
    let finding = finding.with("value", format!("`\"{}\"`", shown_name(&text)));
    walk.found.add(chosen(finding, list, near));
}

/// What may be written instead: the nearest, or one of all.
fn chosen(finding: Finding, list: String, near: Option<&'static str>) -> Finding {
    let next = match near {
        Some(near) => Arg::Both {
            en: format!("`\"{near}\"`"),
            ko: format!("`\"{near}\"` 값을 쓰세요"),
        },
        None => Arg::Both {
            en: format!("one of {list}"),
            ko: format!("{list} 중 하나를 쓰세요"),
        },
    };
    finding.with("allowed", list).with("near", next)
}

pub(super) fn tag_of_other_revision(
    walk: &mut Walk<'_, '_>,
    version: ProtocolVersion,
    union: &'static Union,
    case: &Case,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let finding = walk
        .of(words::VALUE_OF_OTHER_REVISION, union.name, raw, at)
        .with("value", case.tag)
        .with("version", version)
        .with("where", revisions_with(case.has))
        .with("allowed", tags(Some(version), union));
    walk.found.add(finding);
}

pub(super) fn other_revision(
    walk: &mut Walk<'_, '_>,
    version: ProtocolVersion,
    shape: &'static Shape,
    member: &'static Member,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let finding = walk
        .of(words::MEMBER_OF_OTHER_REVISION, shape.name, raw, at)
        .with("version", version)
        .with("where", revisions_with(member.has));
    walk.found.add(finding);
}

pub(super) fn not_base64(walk: &mut Walk<'_, '_>, of: &'static str, raw: Raw<'_>, at: Place<'_>) {
    let finding = walk.of(results::NOT_BASE64, of, raw, at);
    walk.found.add(finding);
}

/// Neither text nor bytes in what a resource holds, or both.
pub(super) fn text_or_blob(walk: &mut Walk<'_, '_>, both: bool, raw: Raw<'_>, at: Place<'_>) {
    let code = if both {
        results::CONTENTS_BOTH
    } else {
        results::CONTENTS_NEITHER
    };
    let finding = walk.about(code, raw, at);
    walk.found.add(finding);
}

pub(super) fn schema_root(
    walk: &mut Walk<'_, '_>,
    of: &'static str,
    typed: Option<Raw<'_>>,
    raw: Raw<'_>,
    at: Place<'_>,
) {
    let found = match typed {
        None => Words::new("no `type`", "`type` 없음").into(),
        Some(typed) => match typed.string() {
            Ok(text) => Arg::from(format!("`\"type\": \"{}\"`", shown_name(&text))),
            Err(_) => typed.kind().into(),
        },
    };
    let finding = walk
        .of(results::SCHEMA_ROOT, of, typed.unwrap_or(raw), at)
        .with("found", found);
    walk.found.add(finding);
}
