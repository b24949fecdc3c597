//! The words of summaries, and the labels of what is printed.
//!
//! In and out: texts. `{n}` stands for a number, other names for what stands in a message.

use crate::explain::code::Severity;
use crate::explain::lang::Words;

/// One and several of a thing.
pub(in crate::explain) type Counted = [Words; 2];

pub(in crate::explain) const TOOLS: Counted = counted("{n} tool", "{n} tools", "도구 {n}개");
pub(in crate::explain) const RESOURCES: Counted =
    counted("{n} resource", "{n} resources", "리소스 {n}개");
pub(in crate::explain) const TEMPLATES: Counted = counted(
    "{n} resource template",
    "{n} resource templates",
    "리소스 템플릿 {n}개",
);
pub(in crate::explain) const PROMPTS: Counted =
    counted("{n} prompt", "{n} prompts", "프롬프트 {n}개");
pub(in crate::explain) const ROOTS: Counted = counted("{n} root", "{n} roots", "루트 {n}개");
pub(in crate::explain) const TASKS: Counted = counted("{n} task", "{n} tasks", "작업 {n}개");
pub(in crate::explain) const MESSAGES: Counted =
    counted("{n} message", "{n} messages", "메시지 {n}개");
pub(in crate::explain) const VALUES: Counted = counted("{n} value", "{n} values", "값 {n}개");
pub(in crate::explain) const QUESTIONS: Counted =
    counted("asks {n} question", "asks {n} questions", "질문 {n}개");
pub(in crate::explain) const BATCH: Counted = counted(
    "batch of {n} message",
    "batch of {n} messages",
    "메시지 {n}개의 배치",
);

pub(in crate::explain) const MORE_PAGES: Words = Words::new("more to come", "다음 페이지 있음");
pub(in crate::explain) const EMPTY: Words = Words::new("empty", "비어 있음");
pub(in crate::explain) const RESULT: Words = Words::new("result", "결과");
pub(in crate::explain) const ERROR: Words = Words::new("error", "오류");
pub(in crate::explain) const LOG: Words = Words::new("log", "로그");
pub(in crate::explain) const PROGRESS: Words = Words::new("progress", "진행");
pub(in crate::explain) const WITH_ANSWERS: Words = Words::new("with answers", "답변 포함");
pub(in crate::explain) const NO_MESSAGE: Words = Words::new(
    "JSON, but no message of MCP",
    "JSON이지만 MCP 메시지가 아님",
);
pub(in crate::explain) const NO_JSON: Words = Words::new("not JSON", "JSON이 아님");
/// After the first and the last number of a run of progress.
pub(in crate::explain) const OF_TOTAL: Words = Words::new(" of {total}", " / {total}");
pub(in crate::explain) const REPORTS: Counted = counted("{n} report", "{n} reports", "알림 {n}개");
/// Where the request stands that is answered, when other lines came between.
pub(in crate::explain) const ASKED_ON: Words =
    Words::new("asked on line {line}", "{line}번째 줄의 요청");
pub(in crate::explain) const LINE: Words = Words::new("line {line}", "{line}번째 줄");

pub(in crate::explain) const FOUND: Words = Words::new("found", "실제");
pub(in crate::explain) const EXPECTED: Words = Words::new("expected", "기대");
pub(in crate::explain) const RULE: Words = Words::new("rule", "규칙");
pub(in crate::explain) const NEXT: Words = Words::new("next", "해결");

/// What a severity is called.
pub(in crate::explain) const fn severity(severity: Severity) -> Words {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => Words::new("warning", "경고"),
        Severity::Note => Words::new("note", "참고"),
    }
}

const fn counted(one: &'static str, many: &'static str, ko: &'static str) -> Counted {
    [Words::new(one, ko), Words::new(many, ko)]
}
