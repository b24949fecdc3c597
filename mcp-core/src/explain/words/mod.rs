//! Every text that is told, in every language: one table, in the order in which messages are read.
//!
//! In: nothing. Out: rows of words. A test says that no text is missing in any language, that both
//! languages use the same `{names}`, and that no name of a code stands twice.

// The Korean words, each for one thing alone:
//   request 요청, response or answer 응답 (to a question 답), notification 알림, batch 배치,
//   client 클라이언트, server 서버, the other side 상대, method 메서드, tool 도구, resource 리소스,
//   prompt 프롬프트, task 작업, argument 인수 (parameter, of a schema: 매개변수), result 결과,
//   error 오류, member 멤버 (field, of event streams: 필드), object 객체, array 배열,
//   string 문자열, number 숫자, integer 정수, boolean 불리언, schema 스키마, revision 개정판,
//   handshake 핸드셰이크, session 세션, progress 진행 알림, progress token 진행 토큰,
//   cancellation 취소, log level 로그 수준, subscription 구독, refuse 거부 (a user: 거절),
//   serve or support 지원, authorize 인가, line {line}번째 줄, did you mean 혹시 {near}입니까?
// capability stays Latin, and so does whatever names a member: params, `result`, `method`.
// Sentences end in -습니다, advice in -세요, and what was found or expected is a noun phrase.
// Revisions stand behind 개정판, or before it with 이후; rules cite them as `MCP {v2506} 이후, …`,
// `MCP {v2411}~{v2511}, …` or `MCP 모든 개정판, …`. No space before a bracket behind Hangul.
// Behind a `{name}` both forms of a particle stand (see `particles`), save behind {side}.

pub(super) mod about;
pub(super) mod about_methods;
pub(super) mod arguments;
pub(super) mod codes;
pub(super) mod envelope;
pub(super) mod errors;
pub(super) mod faults;
pub(super) mod framing;
pub(super) mod http;
pub(super) mod ids;
pub(super) mod methods;
pub(super) mod notices;
pub(super) mod order;
pub(super) mod params;
pub(super) mod particles;
pub(super) mod results;
pub(super) mod secrets;
pub(super) mod show;
pub(super) mod sse;
pub(super) mod statuses;
pub(super) mod text;
pub(super) mod tools;

use std::borrow::Cow;

use super::code::Code;
use crate::json::Kind;
use crate::version::ProtocolVersion;

/// The tables, in the order in which messages are read.
pub(super) const TABLES: &[&[Code]] = &[
    text::ROWS,
    framing::ROWS,
    envelope::ROWS,
    ids::ROWS,
    order::ROWS,
    methods::ROWS,
    params::ROWS,
    tools::ROWS,
    results::ROWS,
    errors::ROWS,
    notices::ROWS,
    http::ROWS,
    statuses::ROWS,
    sse::ROWS,
    secrets::ROWS,
];

/// What a type of JSON value is called in Korean.
pub(super) const fn kind_ko(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "불리언",
        Kind::Number => "숫자",
        Kind::String => "문자열",
        Kind::Array => "배열",
        Kind::Object => "객체",
    }
}

/// Names that every text may use: the revisions, by year and month (`{v2506}`), since their dates
/// stand in one file alone.
pub(super) fn always(name: &str) -> Option<Cow<'static, str>> {
    let version = match name {
        "v2411" => ProtocolVersion::V2024_11_05,
        "v2503" => ProtocolVersion::V2025_03_26,
        "v2506" => ProtocolVersion::V2025_06_18,
        "v2511" => ProtocolVersion::V2025_11_25,
        "v2607" => ProtocolVersion::V2026_07_28,
        _ => return None,
    };
    Some(version.as_str().into())
}

/// A text with the names that every text may use replaced.
pub(super) fn filled(text: &str) -> Cow<'_, str> {
    if !text.contains("{v") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = after.split_once('}');
        let known = known.and_then(|(name, behind)| Some((always(name)?, behind)));
        match known {
            Some((date, behind)) => {
                out.push_str(&date);
                rest = behind;
            }
            None => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::lang::{Lang, Words};
    use std::collections::{BTreeSet, HashSet};

    fn texts(code: Code) -> [(&'static str, Words); 5] {
        let row = code.0;
        [
            ("title", row.title),
            ("found", row.found),
            ("expected", row.expected),
            ("rule", row.rule),
            ("next", row.next),
        ]
    }

    fn names(text: &str) -> BTreeSet<&str> {
        let after = text.split('{').skip(1);
        after
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn no_text_is_missing_in_any_language() {
        for code in Code::all() {
            for (which, words) in texts(code) {
                for lang in Lang::ALL {
                    assert!(
                        !words.in_lang(lang).is_empty(),
                        "{code}: {which} in {lang:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_languages_say_the_same_names() {
        for code in Code::all() {
            for (which, words) in texts(code) {
                assert_eq!(names(words.en), names(words.ko), "{code}: {which}");
            }
        }
    }

    #[test]
    fn no_two_codes_share_a_name() {
        let mut seen = HashSet::new();
        for code in Code::all() {
            assert!(seen.insert(code.name()), "{code} stands twice");
            assert!(
                code.name()
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{code}"
            );
        }
    }
}
