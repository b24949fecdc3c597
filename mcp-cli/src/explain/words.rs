//! The words of the command itself.
//!
//! In and out: texts. What findings say stands in `mcp_core`.

use mcp_core::explain::{Lang, Severity, Words};

pub(super) const STDIN: Words = Words::new("standard input", "표준 입력");
pub(super) const GUESSED: Words = Words::new(
    "who sent what was told by the messages",
    "보낸 쪽은 메시지 내용을 보고 판단함",
);
pub(super) const STILL_OPEN: Words = Words::new("still open", "아직 응답 없음");
pub(super) const NO_ANSWER: Words = Words::new("no answer", "응답 없음");
pub(super) const MORE_ASIDES: Words = Words::new(
    "… {n} more lines that are no messages",
    "… 메시지가 아닌 줄이 {n}개 더 있음",
);

pub(super) const SUMMARY: Words = Words::new("summary", "요약");
pub(super) const MESSAGES: Words = Words::new("messages", "메시지");
pub(super) const REQUESTS: Words = Words::new("requests", "요청");
pub(super) const ANSWERS: Words = Words::new("answers", "응답");
pub(super) const NOTIFICATIONS: Words = Words::new("notifications", "알림");
pub(super) const REVISION: Words = Words::new("revision", "개정판");
pub(super) const UNANSWERED: Words = Words::new("open", "미응답");
pub(super) const CALLS: Words = Words::new("calls", "호출");
pub(super) const COUNT: Words = Words::new("count", "횟수");
pub(super) const FAILED: Words = Words::new("failed", "실패");
pub(super) const FASTEST: Words = Words::new("fastest", "최소");
pub(super) const MEDIAN: Words = Words::new("median", "중앙값");
pub(super) const SLOWEST: Words = Words::new("slowest", "최대");
pub(super) const OTHERS: Words = Words::new("others", "그 밖");

pub(super) const NO_INPUT: Words = Words::new(
    "give a log to explain: a file, or - for the standard input; or a code or a method, such as -32602 or tools/call",
    "설명할 로그를 지정하세요. 파일 이름을 쓰거나 표준 입력이면 -를 쓰세요. -32602 같은 코드나 tools/call 같은 메서드도 됩니다",
);
pub(super) const NO_FILE: Words = Words::new(
    "{name}: there is no such file",
    "{name}: 그런 파일이 없습니다",
);
pub(super) const NEAREST: Words = Words::new(
    "{name}: there is no such file; did you mean `mcp explain {near}`?",
    "{name}: 그런 파일이 없습니다. 혹시 `mcp explain {near}`입니까?",
);
pub(super) const DIRECTORY: Words = Words::new(
    "{name}: this is a directory; name a log in it",
    "{name}: 디렉터리입니다. 그 안의 로그 파일을 지정하세요",
);
pub(super) const PACKED: Words = Words::new(
    "{name}: this is packed ({what}); unpack it first: {unpack} {name} | mcp explain -",
    "{name}: 압축된 파일({what})입니다. 먼저 압축을 푸세요: {unpack} {name} | mcp explain -",
);
pub(super) const NO_LOG: Words = Words::new(
    "{name}: this is {what}, not a log; give the text that client and server exchange",
    "{name}: 로그가 아니라 {what}입니다. 클라이언트와 서버가 주고받은 텍스트를 지정하세요",
);
pub(super) const MEANT: Words = Words::new(
    "mcp: a command is missing; did you mean `{meant}`?",
    "mcp: 명령이 빠졌습니다. `{meant}`를 뜻했나요?",
);
pub(super) const CANNOT_OPEN: Words = Words::new(
    "{name}: can't be opened: {why}",
    "{name}: 열 수 없습니다: {why}",
);
pub(super) const CANNOT_READ: Words = Words::new(
    "{name}: can't be read beyond line {line}: {why}",
    "{name}: {line}번째 줄부터 읽을 수 없습니다: {why}",
);
pub(super) const ONE_TO_FOLLOW: Words = Words::new(
    "--follow takes one log",
    "--follow에는 로그를 하나만 지정하세요",
);

pub(super) const EMPTY: Words = Words::new(
    "It is empty: nothing was written to it yet.",
    "비어 있습니다. 아직 아무것도 기록되지 않았습니다.",
);
pub(super) const NO_MESSAGES: Words = Words::new(
    "It holds no message, so nothing was checked. Is it the right log? Many clients\nlog messages only when their log level is debug or trace.",
    "메시지가 없어서 아무것도 확인하지 못했습니다. 맞는 로그인가요?\n로그 수준이 debug나 trace일 때만 메시지를 기록하는 클라이언트가 많습니다.",
);
pub(super) const UNLIKE: Words = Words::new(
    "Nothing in it looks like a message of JSON-RPC. Is it the right log?",
    "JSON-RPC 메시지처럼 보이는 것이 없습니다. 맞는 로그인가요?",
);

/// How many of a severity there are.
pub(super) fn counted(severity: Severity, n: u64, lang: Lang) -> String {
    let word = match (lang, severity) {
        (Lang::Ko, Severity::Error) => return format!("오류 {n}개"),
        (Lang::Ko, Severity::Warning) => return format!("경고 {n}개"),
        (Lang::Ko, Severity::Note) => return format!("참고 {n}개"),
        (_, severity) => severity.name(),
    };
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}

/// What is said when nothing is as bad.
pub(super) const fn nothing(least: Severity) -> Words {
    match least {
        Severity::Error => Words::new("No errors were found.", "발견된 오류가 없습니다."),
        Severity::Warning => Words::new(
            "No errors and no warnings were found.",
            "발견된 오류나 경고가 없습니다.",
        ),
        Severity::Note => Words::new("Nothing wrong was found.", "발견된 문제가 없습니다."),
    }
}

/// What a severity is called.
pub(super) const fn severity(severity: Severity, lang: Lang) -> &'static str {
    let words = match severity {
        Severity::Error => Words::new("error", "오류"),
        Severity::Warning => Words::new("warning", "경고"),
        Severity::Note => Words::new("note", "참고"),
    };
    words.in_lang(lang)
}

/// The words with something in the place of each `{name}`.
pub(super) fn filled(words: Words, lang: Lang, parts: &[(&str, &str)]) -> String {
    let mut text = words.in_lang(lang).to_owned();
    for (name, part) in parts {
        text = text.replace(&format!("{{{name}}}"), part);
    }
    text
}
