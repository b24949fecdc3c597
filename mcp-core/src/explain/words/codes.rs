//! What error codes mean: to who reads an error in a log, and to who asks for a code.
//!
//! In: a code. Out: what it says, when it is sent, and what to look at next. It never judges whether
//! a code fits the case.

use crate::explain::lang::Words;
use crate::rpc::ErrorCode;

/// What an error code means. The texts may name revisions: `{v2511}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::explain) struct CodeWords {
    /// What it says, as it follows "it means:".
    pub(in crate::explain) meaning: Words,
    /// When it is sent, and in which revisions.
    pub(in crate::explain) when: Words,
    /// What to look at next.
    pub(in crate::explain) next: Words,
}

/// What a code means; none of a code that an application made up itself.
pub(in crate::explain) fn code_words(code: i64) -> Option<&'static CodeWords> {
    let named = i32::try_from(code)
        .ok()
        .and_then(|code| named(ErrorCode(code)));
    named.or(match code {
        -32_099..=-32_020 => Some(&RESERVED_BY_MCP),
        -32_019..=-32_000 => Some(&BY_IMPLEMENTATION),
        -32_768..=-32_100 => Some(&RESERVED_BY_RPC),
        _ => None,
    })
}

fn named(code: ErrorCode) -> Option<&'static CodeWords> {
    Some(match code {
        ErrorCode::PARSE_ERROR => &PARSE_ERROR,
        ErrorCode::INVALID_REQUEST => &INVALID_REQUEST,
        ErrorCode::METHOD_NOT_FOUND => &METHOD_NOT_FOUND,
        ErrorCode::INVALID_PARAMS => &INVALID_PARAMS,
        ErrorCode::INTERNAL_ERROR => &INTERNAL_ERROR,
        ErrorCode::RESOURCE_NOT_FOUND => &RESOURCE_NOT_FOUND,
        ErrorCode::URL_ELICITATION_REQUIRED => &URL_ELICITATION_REQUIRED,
        ErrorCode::HEADER_MISMATCH => &HEADER_MISMATCH,
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => &MISSING_CAPABILITY,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => &UNSUPPORTED_VERSION,
        ErrorCode::BUSY => &BUSY,
        ErrorCode(-1) => &REFUSED_BY_USER,
        ErrorCode(-32_000) => &CLOSED,
        ErrorCode(-32_001) => &SESSION_OR_TIMEOUT,
        ErrorCode(-32_003) => &EARLY_CAPABILITY,
        ErrorCode(-32_004) => &EARLY_VERSION,
        _ => return None,
    })
}

/// What a code means that an application made up itself.
pub(in crate::explain) const OF_THE_APPLICATION: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that this server or client made up itself",
        "이 서버나 클라이언트가 스스로 정한 코드",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: codes outside -32768 to -32000 belong to the application",
        "JSON-RPC 2.0, 5.1절: -32768~-32000 밖의 코드는 애플리케이션의 것",
    ),
    next: Words::new(
        "read its message and data; what the number means stands in the documentation of whoever sent it",
        "message와 data를 읽으세요. 숫자의 뜻은 보낸 쪽의 문서에 있습니다",
    ),
};

const PARSE_ERROR: CodeWords = CodeWords {
    meaning: Words::new(
        "the text that arrived is not JSON",
        "도착한 텍스트가 JSON이 아님",
    ),
    when: Words::new(
        "every revision; JSON-RPC 2.0, section 5.1 (over HTTP with status 400)",
        "모든 개정판; JSON-RPC 2.0, 5.1절(HTTP에서는 상태 400)",
    ),
    next: Words::new(
        "look at the line that was sent: a print to stdout, a message cut in two, or a missing line end are the usual causes",
        "보낸 줄을 확인하세요. stdout으로 나간 출력, 둘로 잘린 메시지, 빠진 줄바꿈이 흔한 원인입니다",
    ),
};

const INVALID_REQUEST: CodeWords = CodeWords {
    meaning: Words::new(
        "the JSON is not a JSON-RPC message, or not one that is allowed here",
        "JSON이지만 JSON-RPC 메시지가 아니거나, 여기서는 허용되지 않는 메시지",
    ),
    when: Words::new(
        "every revision; JSON-RPC 2.0, section 5.1. A batch is one of these in every revision but {v2503}",
        "모든 개정판; JSON-RPC 2.0, 5.1절. {v2503} 외의 개정판에서는 배치도 여기에 해당",
    ),
    next: Words::new(
        "check the members of the request: \"jsonrpc\": \"2.0\", an id that is a string or an integer, a method that is a string",
        "요청의 멤버를 확인하세요. \"jsonrpc\": \"2.0\", 문자열이나 정수인 id, 문자열인 method가 있어야 합니다",
    ),
};

const METHOD_NOT_FOUND: CodeWords = CodeWords {
    meaning: Words::new(
        "the method does not exist there, or is not offered",
        "그쪽에 없는 메서드이거나 제공하지 않는 메서드",
    ),
    when: Words::new(
        "every revision; JSON-RPC 2.0, section 5.1 (over HTTP from {v2607} with status 404). Not for an unknown tool: that is -32602",
        "모든 개정판; JSON-RPC 2.0, 5.1절({v2607}부터 HTTP에서는 상태 404). 알 수 없는 도구는 -32602",
    ),
    next: Words::new(
        "compare the method with the revision that was agreed on and with the capabilities that the other side declared",
        "합의된 개정판과 상대가 선언한 capabilities에 이 메서드가 있는지 확인하세요",
    ),
};

const INVALID_PARAMS: CodeWords = CodeWords {
    meaning: Words::new(
        "the method exists, but its params are wrong",
        "메서드는 있지만 params가 잘못됨",
    ),
    when: Words::new(
        "every revision: an unknown tool or prompt, a missing or wrong member, a cursor that no page gave; wrong arguments of a tool up to {v2506}, an unknown resource from {v2607}",
        "모든 개정판: 알 수 없는 도구나 프롬프트, 빠졌거나 잘못된 멤버, 발급된 적 없는 cursor; {v2506}까지는 도구 인수 오류, {v2607}부터는 알 수 없는 리소스",
    ),
    next: Words::new(
        "read data.field and data.reason if they are there, and compare the params with the tool's inputSchema",
        "data.field와 data.reason이 있으면 읽고, params를 도구의 inputSchema와 비교하세요",
    ),
};

const INTERNAL_ERROR: CodeWords = CodeWords {
    meaning: Words::new(
        "the side that answers failed; the request may be right",
        "답하는 쪽에서 실패함. 요청은 옳을 수 있음",
    ),
    when: Words::new(
        "every revision; JSON-RPC 2.0, section 5.1. A failure inside a tool belongs in a result with `isError`",
        "모든 개정판; JSON-RPC 2.0, 5.1절. 도구의 실패는 isError가 있는 결과로 알려야 함",
    ),
    next: Words::new(
        "look into the log (stderr) of the side that answered, at the time of this message",
        "이 메시지가 온 시각에 답한 쪽의 로그(stderr)를 확인하세요",
    ),
};

const RESOURCE_NOT_FOUND: CodeWords = CodeWords {
    meaning: Words::new("there is no resource of this URI", "이 URI의 리소스가 없음"),
    when: Words::new(
        "{v2411} to {v2511}, Resources, Error Handling; from {v2607} it is -32602",
        "MCP {v2411}~{v2511}, Resources, Error Handling; {v2607}부터는 -32602",
    ),
    next: Words::new(
        "compare the uri, character by character, with what resources/list and resources/templates/list return",
        "uri가 resources/list와 resources/templates/list의 값과 글자 하나까지 같은지 비교하세요",
    ),
};

const URL_ELICITATION_REQUIRED: CodeWords = CodeWords {
    meaning: Words::new(
        "the user has to visit a web page before this works",
        "먼저 사용자가 웹 페이지를 방문해야 함",
    ),
    when: Words::new(
        "{v2511} only, Elicitation, URL mode",
        "MCP {v2511}에만 있음, Elicitation, URL 모드",
    ),
    next: Words::new(
        "let the user open the pages in data.elicitations, then send the request again",
        "사용자가 data.elicitations의 페이지를 열게 한 뒤 요청을 다시 보내세요",
    ),
};

const HEADER_MISMATCH: CodeWords = CodeWords {
    meaning: Words::new(
        "an HTTP header is missing, malformed, or says something else than the body",
        "HTTP 헤더가 없거나, 형식이 틀렸거나, 본문과 다름",
    ),
    when: Words::new(
        "from {v2607}, Transports, Streamable HTTP (status 400)",
        "MCP {v2607} 이후, Transports, Streamable HTTP (상태 400)",
    ),
    next: Words::new(
        "send MCP-Protocol-Version, Mcp-Method and Mcp-Name with the values of the body",
        "MCP-Protocol-Version, Mcp-Method, Mcp-Name을 본문과 같은 값으로 보내세요",
    ),
};

const MISSING_CAPABILITY: CodeWords = CodeWords {
    meaning: Words::new(
        "the request needs a capability that the client did not declare in it",
        "클라이언트가 이 요청에 선언하지 않은 capability가 필요함",
    ),
    when: Words::new(
        "from {v2607}, Base Protocol, Capabilities (over HTTP with status 400)",
        "MCP {v2607} 이후, Base Protocol, Capabilities (HTTP에서는 상태 400)",
    ),
    next: Words::new(
        "add what data.requiredCapabilities names to \"io.modelcontextprotocol/clientCapabilities\" in params._meta, if the client can do it",
        "클라이언트가 할 수 있다면 data.requiredCapabilities의 내용을 params._meta의 \"io.modelcontextprotocol/clientCapabilities\"에 넣으세요",
    ),
};

const UNSUPPORTED_VERSION: CodeWords = CodeWords {
    meaning: Words::new(
        "the server does not speak the revision that was asked for",
        "서버가 요청된 개정판을 지원하지 않음",
    ),
    when: Words::new(
        "from {v2607}, Base Protocol, Versioning (over HTTP with status 400)",
        "MCP {v2607} 이후, Base Protocol, Versioning (HTTP에서는 상태 400)",
    ),
    next: Words::new(
        "choose a revision of data.supported and send the request again",
        "data.supported에 있는 개정판을 골라 요청을 다시 보내세요",
    ),
};

const BUSY: CodeWords = CodeWords {
    meaning: Words::new(
        "too many calls are running just now (a code of this framework)",
        "지금 실행 중인 호출이 너무 많음(이 프레임워크의 코드)",
    ),
    when: Words::new(
        "every revision; no code of MCP (over HTTP with status 503)",
        "모든 개정판; MCP가 정한 코드는 아님(HTTP에서는 상태 503)",
    ),
    next: Words::new(
        "wait for data.retryAfterMs and send the request again",
        "data.retryAfterMs만큼 기다린 뒤 요청을 다시 보내세요",
    ),
};

const REFUSED_BY_USER: CodeWords = CodeWords {
    meaning: Words::new("the user refused", "사용자가 거절함"),
    when: Words::new(
        "{v2411} to {v2511}: the example of Sampling for a request that the user declined",
        "MCP {v2411}~{v2511}: 사용자가 거절한 요청에 대한 Sampling 장의 예",
    ),
    next: Words::new(
        "go on without the answer; asking the same again bothers the user",
        "답 없이 진행하세요. 같은 것을 다시 물으면 사용자가 번거로워집니다",
    ),
};

const CLOSED: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that each implementation uses as it likes; SDKs use it for a closed connection",
        "구현마다 다르게 쓰는 코드. SDK에서는 연결이 닫혔다는 뜻으로 씀",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32000 to -32019 belong to the implementation; from {v2607} none of them should be used",
        "JSON-RPC 2.0, 5.1절: -32000~-32019는 구현의 것; {v2607}부터는 쓰지 않아야 함",
    ),
    next: Words::new(
        "read the message, and see whether the process or connection of the other side has ended",
        "message를 읽고, 상대의 프로세스나 연결이 끝났는지 확인하세요",
    ),
};

const SESSION_OR_TIMEOUT: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that each implementation uses as it likes; SDKs use it for a session that is not known and for a timeout",
        "구현마다 다르게 쓰는 코드. SDK에서는 모르는 세션이나 시간 초과에 씀",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32000 to -32019 belong to the implementation; drafts of {v2607} used it for a header mismatch, which is -32020 now",
        "JSON-RPC 2.0, 5.1절: -32000~-32019는 구현의 것; {v2607}의 초안에서는 헤더 불일치였으며 지금은 -32020",
    ),
    next: Words::new(
        "over HTTP start a new session with initialize; otherwise raise the timeout or see why the other side is slow",
        "HTTP라면 initialize로 새 세션을 여세요. 아니라면 제한 시간을 늘리거나 상대가 느린 이유를 확인하세요",
    ),
};

const EARLY_CAPABILITY: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that each implementation uses as it likes; drafts used it for a missing capability of the client",
        "구현마다 다르게 쓰는 코드. 초안에서는 클라이언트 capability 누락에 씀",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32000 to -32019 belong to the implementation; in {v2607} a missing capability is -32021",
        "JSON-RPC 2.0, 5.1절: -32000~-32019는 구현의 것; {v2607}에서 capability 누락은 -32021",
    ),
    next: Words::new(
        "read the message; bring the side that sends it up to date if it means a missing capability",
        "message를 읽으세요. capability 누락을 뜻한다면 보낸 쪽을 최신 버전으로 올리세요",
    ),
};

const EARLY_VERSION: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that each implementation uses as it likes; drafts used it for a revision that is not served",
        "구현마다 다르게 쓰는 코드. 초안에서는 지원하지 않는 개정판에 씀",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32000 to -32019 belong to the implementation; in {v2607} a revision that is not served is -32022",
        "JSON-RPC 2.0, 5.1절: -32000~-32019는 구현의 것; {v2607}에서 지원하지 않는 개정판은 -32022",
    ),
    next: Words::new(
        "read the message; bring the side that sends it up to date if it means the revision",
        "message를 읽으세요. 개정판을 뜻한다면 보낸 쪽을 최신 버전으로 올리세요",
    ),
};

const BY_IMPLEMENTATION: CodeWords = CodeWords {
    meaning: Words::new(
        "a code that each implementation uses as it likes",
        "구현마다 다르게 쓰는 코드",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32000 to -32019 belong to the implementation; from {v2607} none of them should be used",
        "JSON-RPC 2.0, 5.1절: -32000~-32019는 구현의 것; {v2607}부터는 쓰지 않아야 함",
    ),
    next: Words::new(
        "read its message and data; what the number means stands in the documentation of whoever sent it",
        "message와 data를 읽으세요. 숫자의 뜻은 보낸 쪽의 문서에 있습니다",
    ),
};

const RESERVED_BY_MCP: CodeWords = CodeWords {
    meaning: Words::new(
        "nothing yet: the code is reserved for MCP itself",
        "아직 뜻이 없음. MCP 자체를 위해 예약된 코드",
    ),
    when: Words::new(
        "from {v2607}, Base Protocol, Error Codes: -32020 to -32099 are for codes that the specification defines",
        "MCP {v2607} 이후, Base Protocol, Error Codes: -32020~-32099는 명세가 정한 코드만을 위한 범위",
    ),
    next: Words::new(
        "read the message; codes of your own belong outside -32768 to -32000",
        "message를 읽으세요. 자체 코드는 -32768~-32000 밖에서 골라야 합니다",
    ),
};

const RESERVED_BY_RPC: CodeWords = CodeWords {
    meaning: Words::new(
        "nothing: the code is reserved by JSON-RPC",
        "뜻이 없음. JSON-RPC가 예약한 코드",
    ),
    when: Words::new(
        "JSON-RPC 2.0, section 5.1: -32768 to -32100 are reserved, but for five codes",
        "JSON-RPC 2.0, 5.1절: -32768~-32100은 다섯 코드 외에는 예약됨",
    ),
    next: Words::new(
        "read the message; codes of your own belong outside -32768 to -32000",
        "message를 읽으세요. 자체 코드는 -32768~-32000 밖에서 골라야 합니다",
    ),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_specification_and_every_reserved_range_has_words() {
        for code in [
            -32_700, -32_600, -32_601, -32_602, -32_603, -32_002, -32_042,
        ] {
            assert!(code_words(code).is_some(), "{code}");
        }
        assert_eq!(code_words(-32_050), Some(&RESERVED_BY_MCP));
        assert_eq!(code_words(-32_019), Some(&BY_IMPLEMENTATION));
        assert_eq!(code_words(-32_500), Some(&RESERVED_BY_RPC));
        assert_ne!(code_words(-32_022), Some(&RESERVED_BY_MCP));
        for own in [0, 404, -31_999, -32_769, i64::MIN] {
            assert_eq!(code_words(own), None, "{own}");
        }
    }
}
