//! The words of the glossary: what stands before each of its lines, what error codes carry, and
//! with which HTTP status they come.
//!
//! In and out: texts. What methods do stands in `about_methods`, what codes mean in `codes`.

use crate::explain::lang::Words;
use crate::rpc::ErrorCode;

macro_rules! labels {
    ($($name:ident: $en:literal, $ko:literal;)*) => {
        $(pub(in crate::explain) const $name: Words = Words::new($en, $ko);)*
    };
}

labels! {
    REQUEST: "request", "요청";
    NOTIFICATION: "notification", "알림";
    BY_CLIENT: "sent by the client", "클라이언트가 보냄";
    BY_SERVER: "sent by the server", "서버가 보냄";
    BY_BOTH: "sent by both sides", "양쪽이 보냄";
    EVERY: "every revision", "모든 개정판";
    ONLY: "{first} only", "{first}에만 있음";
    AND_LATER: "{first} and later", "{first}부터";
    TO: "{first} to {last}", "{first}부터 {last}까지";
    DOES: "what", "내용";
    REVISIONS: "in", "개정판";
    NEEDS: "needs", "필요";
    HEADERS: "HTTP", "HTTP";
    RELATED: "see", "관련";
    EXAMPLE: "example", "예";
    REQUIRED: "required", "필수";
    MEANS: "means", "뜻";
    SENT: "sent", "사용";
    DATA: "data", "data";
    NEXT: "next", "해결";
    SAYS: "says", "내용";
    FOUND: "found", "실제";
    EXPECTED: "expected", "기대";
    RULE: "rule", "규칙";
    OF_SERVER: "the capability `{name}` of the server", "서버의 `{name}` capability";
    OF_CLIENT: "the capability `{name}` of the client", "클라이언트의 `{name}` capability";
    ERROR: "error", "오류";
    WARNING: "warning", "경고";
    NOTE: "note", "참고";
    ASKED_IN_RESULT: "since {v2607} it is no message: it stands in `inputRequests` of a result, and its answer in `inputResponses` of the next request", "{v2607}부터는 독립된 메시지가 아닙니다. 결과의 `inputRequests`에 담기고, 답은 다음 요청의 `inputResponses`에 담깁니다";
    SESSION_HEADERS: "since {v2506} MCP-Protocol-Version, and Mcp-Session-Id once one was issued", "{v2506}부터 MCP-Protocol-Version, 발급된 뒤에는 Mcp-Session-Id";
    OPENING_HEADERS: "up to {v2511} neither MCP-Protocol-Version nor Mcp-Session-Id: the answer brings them", "{v2511}까지 MCP-Protocol-Version과 Mcp-Session-Id 없이 보냄. 응답으로 정해짐";
    MODERN_HEADERS: "since {v2607} MCP-Protocol-Version and Mcp-Method, as in the body", "{v2607}부터 본문과 같은 MCP-Protocol-Version과 Mcp-Method";
    AND_NAME: "Mcp-Name, which is", "다음 값의 Mcp-Name:";
}

const ANY: Words = Words::new("nothing is laid down", "정해진 내용 없음");
const STATUS_400: Words = Words::new("400", "400");
const STATUS_200: Words = Words::new("200", "200");
const STATUS_503: Words = Words::new("503 with Retry-After", "503과 Retry-After");
const LEGACY: Words = Words::new(
    "200; there is none of it since {v2607}",
    "200. {v2607}부터는 없음",
);
const STATUS_404: Words = Words::new(
    "200 up to {v2511} (404 would say that the session is gone); 404 since {v2607}",
    "{v2511}까지 200(404는 세션이 사라졌다는 뜻). {v2607}부터 404",
);
const STATUS_OF_PARAMS: Words = Words::new(
    "200; since {v2607} 400 when a key of `_meta` is missing",
    "200. {v2607}부터 `_meta`의 필수 키가 없으면 400",
);
const MAYBE_URI: Words = Words::new(
    "nothing is laid down; for an unknown resource since {v2607} {\"uri\": …}",
    "정해진 내용 없음. {v2607}부터 알 수 없는 리소스에는 {\"uri\": …}",
);
const URI: &str = "{\"uri\": \"…\"}";
const PAGES: &str = "{\"elicitations\": [{\"mode\": \"url\", \"elicitationId\": \"…\", \"url\": \"…\", \"message\": \"…\"}]}";
const CAPABILITIES: &str = "{\"requiredCapabilities\": {\"sampling\": {}}}";
const VERSIONS: &str = "{\"supported\": [\"{v2607}\"], \"requested\": \"…\"}";
const RETRY: &str = "{\"retryable\": true, \"retryAfterMs\": …}";

/// The same in every language.
const fn same(text: &'static str) -> Words {
    Words::new(text, text)
}

/// What a code carries in `data`, and its status over HTTP.
pub(in crate::explain) fn carried(code: i32) -> (Words, Words) {
    match ErrorCode(code) {
        ErrorCode::PARSE_ERROR | ErrorCode::INVALID_REQUEST | ErrorCode::HEADER_MISMATCH => {
            (ANY, STATUS_400)
        }
        ErrorCode::METHOD_NOT_FOUND => (ANY, STATUS_404),
        ErrorCode::INVALID_PARAMS => (MAYBE_URI, STATUS_OF_PARAMS),
        ErrorCode::RESOURCE_NOT_FOUND => (same(URI), LEGACY),
        ErrorCode::URL_ELICITATION_REQUIRED => (same(PAGES), LEGACY),
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => (same(CAPABILITIES), STATUS_400),
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => (same(VERSIONS), STATUS_400),
        ErrorCode::BUSY => (same(RETRY), STATUS_503),
        _ => (ANY, STATUS_200),
    }
}
