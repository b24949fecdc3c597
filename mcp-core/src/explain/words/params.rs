//! The words of findings on the shape of params and results: members that are missing, null, of
//! the wrong type, misspelt, or of another revision.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

/// A type, where a finding says what should have been there.
pub(in crate::explain) const AN_OBJECT: Words = Words::new("an object", "객체");
pub(in crate::explain) const AN_ARRAY: Words = Words::new("an array", "배열");
pub(in crate::explain) const A_STRING: Words = Words::new("a string", "문자열");
pub(in crate::explain) const A_BOOLEAN: Words = Words::new("`true` or `false`", "불리언");
pub(in crate::explain) const A_NUMBER: Words = Words::new("a number", "숫자");
pub(in crate::explain) const AN_INTEGER: Words = Words::new("an integer", "정수");
pub(in crate::explain) const AN_INTEGER_OR_NULL: Words =
    Words::new("an integer or null", "정수 또는 null");
pub(in crate::explain) const A_TOKEN: Words =
    Words::new("a string or an integer", "문자열 또는 정수");
pub(in crate::explain) const ONE_OR_MANY: Words =
    Words::new("an object or an array of them", "객체 또는 객체의 배열");
pub(in crate::explain) const FILLED: Words = Words::new(
    "a string, a number, a boolean or an array of strings",
    "문자열, 숫자, 불리언 또는 문자열 배열",
);

/// What is left out where something is missing.
pub(in crate::explain) const NOTHING: Words = Words::new("nothing", "없음");

rows! {
    /// A required member is not there.
    MEMBER_MISSING = "field-missing", Error {
        title: "`{member}` is missing", "`{member}` 멤버가 없습니다";
        found: "{found}", "{found}";
        expected: "`{member}`: {type}", "`{member}`: {type}";
        rule: "MCP {revisions}, schema: {of} requires `{member}`", "MCP {revisions}, 스키마: {of}에는 `{member}`이(가) 꼭 있어야 합니다";
        next: "{next}", "{next}";
    }

    /// A method whose params have required members came without any.
    PARAMS_MISSING = "params-missing", Error {
        title: "`params` is missing: {method} needs {members} in it", "`params`가 없습니다. {method}에는 그 안에 {members} 멤버가 필요합니다";
        found: "no `params`", "`params` 없음";
        expected: "`params` with {members}", "{members} 멤버가 있는 `params`";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "send `\"params\": {sample}`", "`\"params\": {sample}` 형태로 보내세요";
    }

    /// A member of another JSON type.
    MEMBER_WRONG_TYPE = "field-wrong-type", Error {
        title: "`{member}` must be {expected}, not {kind}", "`{member}` 멤버는 {expected}(이)어야 하는데 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "{wanted}", "{wanted}";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "{next}", "{next}";
    }

    /// An optional member that is null.
    MEMBER_NULL = "field-null", Warning {
        title: "`{member}` is null; a member without a value is left out", "`{member}` 멤버가 null입니다. 값이 없는 멤버는 생략해야 합니다";
        found: "null", "null";
        expected: "{type}, or no `{member}` at all", "{type}, 또는 `{member}` 생략";
        rule: "MCP {revisions}, schema: {of} has no null there; many implementations refuse the whole message for it", "MCP {revisions}, 스키마: {of}에서 이 자리에는 null을 쓸 수 없습니다. 이 때문에 메시지 전체를 거부하는 구현이 많습니다";
        next: "leave `{member}` out when there is nothing to say (in Rust: `#[serde(skip_serializing_if = \"Option::is_none\")]`; in Python: `exclude_none=True`)", "값이 없으면 `{member}` 멤버를 아예 넣지 마세요(Rust: `#[serde(skip_serializing_if = \"Option::is_none\")]`, Python: `exclude_none=True`)";
    }

    /// An integer with a fraction.
    MEMBER_NOT_INTEGER = "field-not-integer", Error {
        title: "`{member}` must be an integer, not {value}", "`{member}` 멤버는 정수여야 하는데 {value}입니다";
        found: "{value}", "{value}";
        expected: "{type}", "{type}";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "send a whole number, without a decimal point", "소수점 없는 정수로 보내세요";
    }

    /// A number outside of its range.
    MEMBER_OUT_OF_RANGE = "field-out-of-range", Error {
        title: "`{member}` is {value}, which is out of range", "`{member}` 멤버의 값({value})이 허용 범위를 벗어났습니다";
        found: "{value}", "{value}";
        expected: "{type}", "{type}";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "send a value in that range", "그 범위 안의 값을 보내세요";
    }

    /// A string that is none of the allowed ones.
    MEMBER_UNKNOWN_VALUE = "field-unknown-value", Error {
        title: "`{member}` is {value}, which no revision has there", "`{member}` 멤버의 값({value})은 이 자리에 쓸 수 없습니다";
        found: "{value}", "{value}";
        expected: "{allowed}", "{allowed}";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "write {near}", "{near}";
    }

    /// A value that another revision knows.
    VALUE_OF_OTHER_REVISION = "value-of-other-revision", Error {
        title: "`{member}` is `{value}`, which {version} does not have", "`{member}` 멤버의 값(`{value}`)은 개정판 {version}에 없습니다";
        found: "`{value}`, of {where}", "{where}의 `{value}`";
        expected: "{allowed}", "{allowed}";
        rule: "MCP {version}, schema: {of}", "MCP {version}, 스키마: {of}";
        next: "send something else to a peer of {version}, or agree on {where}", "개정판 {version}을(를) 쓰는 상대에게는 다른 값을 보내거나, {where} 개정판으로 합의하세요";
    }

    /// A member that the revision does not have, but another one does.
    MEMBER_OF_OTHER_REVISION = "field-of-other-revision", Note {
        title: "`{member}` is not part of {version}; it belongs to {where}", "`{member}` 멤버는 개정판 {version}에는 없고 {where} 개정판에만 있습니다";
        found: "`{member}`, of {where}", "{where}의 `{member}`";
        expected: "no `{member}`", "`{member}` 없음";
        rule: "MCP {version}, schema: {of}; unknown members are ignored", "MCP {version}, 스키마: {of}. 모르는 멤버는 무시됩니다";
        next: "do not rely on it: a peer of {version} ignores `{member}`", "개정판 {version}을(를) 쓰는 상대는 `{member}` 멤버를 무시하므로 여기에 의존하지 마세요";
    }

    /// The name of an optional member, nearly.
    MEMBER_MISSPELT = "field-misspelt", Warning {
        title: "`{found}` is probably meant to be `{member}`; as written, nobody reads it", "`{found}` 멤버는 `{member}`의 오타로 보입니다. 이대로는 아무도 읽지 않습니다";
        found: "`{found}`", "`{found}`";
        expected: "`{member}`: {type}", "`{member}`: {type}";
        rule: "MCP {revisions}, schema: {of}; names must match exactly, and unknown ones are ignored", "MCP {revisions}, 스키마: {of}. 이름은 글자 하나까지 같아야 하며, 모르는 이름은 무시됩니다";
        next: "rename `{found}` to `{member}`", "`{found}`의 이름을 `{member}`(으)로 바꾸세요";
    }
}
