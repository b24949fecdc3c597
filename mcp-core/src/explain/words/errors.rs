//! The words of findings on errors: what they say, leave unsaid, or say wrongly.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

pub(in crate::explain) use super::codes::{OF_THE_APPLICATION, code_words};

rows! {
    /// `code` is missing.
    ERROR_NO_CODE = "error-no-code", Error {
        title: "`error.code` is missing", "`error.code`가 없습니다";
        found: "an error without a code", "code가 없는 오류";
        expected: "an integer", "정수";
        rule: "JSON-RPC 2.0, section 5.1: code is required", "JSON-RPC 2.0, 5.1절: code는 필수입니다";
        next: "add \"code\": -32602 for wrong params, -32603 when the handler failed, or a code outside -32768 to -32000", "params가 잘못됐으면 \"code\": -32602, 내부에서 실패했으면 -32603, 그 밖에는 -32768~-32000 밖의 코드를 넣으세요";
    }
    /// `code` is no integer.
    ERROR_CODE_TYPE = "error-code-type", Error {
        title: "`error.code` must be an integer, not {got}", "`error.code`는 정수여야 하는데 {got}입니다";
        found: "{got}", "{got}";
        expected: "an integer", "정수";
        rule: "JSON-RPC 2.0, section 5.1: code is an integer", "JSON-RPC 2.0, 5.1절: code는 정수입니다";
        next: "write the code as an integer, as in -32602; a name or a text belongs in `data`", "code를 -32602처럼 정수로 쓰고, 이름이나 텍스트는 data에 넣으세요";
    }
    /// `message` is missing.
    ERROR_NO_MESSAGE = "error-no-message", Error {
        title: "`error.message` is missing", "`error.message`가 없습니다";
        found: "an error without a message", "message가 없는 오류";
        expected: "a string: one short sentence", "문자열: 짧은 한 문장";
        rule: "JSON-RPC 2.0, section 5.1: message is required", "JSON-RPC 2.0, 5.1절: message는 필수입니다";
        next: "add \"message\", one sentence that names what is wrong", "무엇이 잘못됐는지 밝히는 한 문장을 \"message\"로 넣으세요";
    }
    /// `message` is not a string.
    ERROR_MESSAGE_TYPE = "error-message-type", Error {
        title: "`error.message` must be a string, not {kind}", "`error.message`는 문자열이어야 하는데 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "a string: one short sentence", "문자열: 짧은 한 문장";
        rule: "JSON-RPC 2.0, section 5.1: message is a string", "JSON-RPC 2.0, 5.1절: message는 문자열입니다";
        next: "write one sentence as message, and put structured details into data", "message에는 한 문장을 쓰고, 구조화된 내용은 data에 넣으세요";
    }
    /// What an error says.
    ERROR_EXPLAINED = "error-explained", Note {
        title: "the error {code} means: {meaning}", "오류 {code}의 뜻: {meaning}";
        found: "{code}", "{code}";
        expected: "nothing: an error is also an answer", "없음: 오류도 하나의 응답입니다";
        rule: "{when}", "{when}";
        next: "{next}", "{next}";
    }
    /// The error is about a fault that was found in the request.
    ERROR_KNOWN_CAUSE = "error-known-cause", Note {
        title: "{where} says why: {fault}{place}", "이유는 {where}에 있습니다: {fault}{place}";
        found: "an answer to a request with a fault", "문제가 있는 요청에 대한 응답";
        expected: "the request without that fault", "그 문제가 없는 요청";
        rule: "see {where}", "{where} 참고";
        next: "fix the request first; this answer follows from it", "먼저 요청을 고치세요. 이 응답은 그 결과입니다";
    }
    /// The error names a member and a reason.
    ERROR_FIELD = "error-names-field", Note {
        title: "the other side refused `{field}`: it {reason}", "상대가 `{field}`을(를) 거부했습니다: {reason}";
        found: "`{field}`", "`{field}`";
        expected: "what the reason says", "이유에 적힌 대로";
        rule: "the other side's own check; its report stands in `{path}`", "상대의 자체 검사. 보고는 `{path}`에 있습니다";
        next: "change `{field}` in the request{on_line} and send it again with a new id", "요청{on_line}의 `{field}`을(를) 고쳐 새 id로 다시 보내세요";
    }
    /// The same may be sent again.
    ERROR_RETRY = "error-retryable", Note {
        title: "the same request may be sent again{after}", "같은 요청을 다시 보내도 됩니다{after}";
        found: "data.retryable: true", "data.retryable: true";
        expected: "a second try", "재시도";
        rule: "the other side says so in its data; no rule of MCP", "상대가 data에 적은 내용이며 MCP의 규칙은 아닙니다";
        next: "send the request again with a new id{after}", "새 id로 요청을 다시 보내세요{after}";
    }
    /// The same will fail again.
    ERROR_FINAL = "error-not-retryable", Note {
        title: "sending the same again will fail the same way", "같은 요청을 다시 보내도 똑같이 실패합니다";
        found: "data.retryable: false", "data.retryable: false";
        expected: "another request", "다른 요청";
        rule: "the other side says so in its data; no rule of MCP", "상대가 data에 적은 내용이며 MCP의 규칙은 아닙니다";
        next: "change the request before it is sent again", "요청을 고친 다음 보내세요";
    }
    /// -32601 for a call of a tool.
    ERROR_CODE_TOOL = "error-code-tool", Error {
        title: "-32601 says that the method `{method}` does not exist, but this server lists tools", "-32601은 `{method}` 메서드가 없다는 뜻인데, 이 서버는 도구 목록을 제공합니다";
        found: "-32601", "-32601";
        expected: "-32602 for an unknown tool", "알 수 없는 도구에는 -32602";
        rule: "MCP, every revision, Server Features, Tools, Error Handling: an unknown tool is -32602", "MCP 모든 개정판, Server Features, Tools, Error Handling: 알 수 없는 도구는 -32602입니다";
        next: "answer with code -32602 and name the tool in the message", "코드 -32602로 답하고 message에 도구 이름을 밝히세요";
    }
    /// -32602 for a method that there is not.
    ERROR_CODE_METHOD = "error-code-method", Warning {
        title: "-32602 says that the params are wrong, but MCP has no method `{method}`", "-32602는 params가 잘못됐다는 뜻인데, MCP에는 `{method}` 메서드가 없습니다";
        found: "-32602", "-32602";
        expected: "-32601", "-32601";
        rule: "JSON-RPC 2.0, section 5.1: a method that does not exist is -32601", "JSON-RPC 2.0, 5.1절: 없는 메서드는 -32601입니다";
        next: "look at the method, not at the params; the side that answers should say -32601", "params가 아니라 method를 확인하세요. 답하는 쪽은 -32601을 써야 합니다";
    }
    /// -32700 for a request that could be read.
    ERROR_CODE_PARSE = "error-code-parse", Warning {
        title: "-32700 says that the text was not JSON, but `{method}` was, and its id was read", "-32700은 텍스트가 JSON이 아니라는 뜻인데, `{method}` 요청은 JSON이었고 id도 읽혔습니다";
        found: "-32700", "-32700";
        expected: "-32602 when params are wrong, -32603 when the handler failed", "params가 잘못됐으면 -32602, 처리에 실패했으면 -32603";
        rule: "JSON-RPC 2.0, section 5.1: the id of a message that can't be parsed is not known", "JSON-RPC 2.0, 5.1절: 파싱할 수 없는 메시지에는 응답할 id가 없습니다";
        next: "look for a second parser behind the first: one of params, of a file, or of another server's answer", "params나 파일, 다른 서버의 응답을 다시 파싱하는 곳이 있는지 확인하세요";
    }
    /// -32603 for a fault of the request.
    ERROR_CODE_INTERNAL = "error-code-internal", Warning {
        title: "-32603 blames the side that answers, but the arguments of the request do not fit", "-32603은 답하는 쪽의 잘못이라는 뜻인데, 요청의 인수가 맞지 않습니다";
        found: "-32603", "-32603";
        expected: "-32602, or from {v2511} a result with isError", "-32602. {v2511}부터는 isError가 있는 결과";
        rule: "MCP, Server Features, Tools, Error Handling: wrong arguments are -32602 up to {v2506}, a result with isError from {v2511}", "Server Features, Tools, Error Handling: 잘못된 인수는 {v2506}까지 -32602, {v2511}부터 isError가 있는 결과입니다";
        next: "check the arguments before the tool runs, and answer with what is wrong with them", "도구를 실행하기 전에 인수를 검사하고, 무엇이 잘못됐는지 답하세요";
    }
    /// A code that the revision does not have.
    ERROR_CODE_REVISION = "error-code-revision", Error {
        title: "revision {version} has no code {code}", "개정판 {version}에는 코드 {code}이(가) 없습니다";
        found: "{code}", "{code}";
        expected: "{instead}", "{instead}";
        rule: "{when}", "{when}";
        next: "answer with {instead} in this revision", "이 개정판에서는 다음으로 답하세요: {instead}";
    }
    /// A reserved code.
    ERROR_CODE_RESERVED = "error-code-reserved", Error {
        title: "the code {code} is reserved and not defined", "코드 {code}은(는) 예약되어 있을 뿐 정의되지 않았습니다";
        found: "{code}", "{code}";
        expected: "a defined code, or one outside -32768 to -32000", "정의된 코드, 또는 -32768~-32000 밖의 코드";
        rule: "{when}", "{when}";
        next: "choose a code of your own outside -32768 to -32000, for example {own}", "자체 코드는 -32768~-32000 밖에서 고르세요. 예: {own}";
    }
    /// A message that says nothing.
    ERROR_VAGUE = "error-vague", Warning {
        title: "the message of the error says nothing about what went wrong", "오류의 message만으로는 무엇이 잘못됐는지 알 수 없습니다";
        found: "a phrase that fits every error", "어떤 오류에나 쓸 수 있는 문구";
        expected: "one sentence that names what failed, and on what", "무엇이 어디서 실패했는지 밝히는 한 문장";
        rule: "JSON-RPC 2.0, section 5.1: message describes the error in one concise sentence", "JSON-RPC 2.0, 5.1절: message는 오류를 간결한 한 문장으로 설명합니다";
        next: "say what failed (\"could not open notes.db: no such file\") and put details into data; the log of the side that answered may know more", "무엇이 실패했는지 쓰고(\"could not open notes.db: no such file\") 자세한 내용은 data에 넣으세요. 답한 쪽의 로그에 단서가 있을 수 있습니다";
    }
    /// An error that leaves out which member it is about.
    ERROR_NO_DATA = "error-no-data", Warning {
        title: "the error {code} does not say {what}", "오류 {code}에 {what} 적혀 있지 않습니다";
        found: "a general message, and no data", "일반적인 message만 있고 data는 없음";
        expected: "{what}, in the message or in data", "message나 data의 설명: {what}";
        rule: "MCP, every revision: an error may have any `data`; clients and models act on it", "모든 개정판에서 오류에 data를 넣을 수 있으며, 클라이언트와 모델이 이를 활용합니다";
        next: "add \"data\": {example}", "다음을 추가하세요: \"data\": {example}";
    }
    /// Data that the revision prescribes is missing.
    ERROR_DATA_MISSING = "error-data-missing", Error {
        title: "the error {code} must have `{member}` in its data", "오류 {code}의 data에는 `{member}`이(가) 있어야 합니다";
        found: "no `{member}`", "`{member}` 없음";
        expected: "`{member}`", "`{member}`";
        rule: "{when}", "{when}";
        next: "add \"data\": {example}", "다음을 추가하세요: \"data\": {example}";
    }
    /// Data that the revision prescribes has another type.
    ERROR_DATA_TYPE = "error-data-type", Error {
        title: "`error.data.{member}` is {kind}, but must be {expected}", "`error.data.{member}`은(는) {expected}(이)어야 하는데 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "{expected}", "{expected}";
        rule: "{when}", "{when}";
        next: "write \"data\": {example}", "다음과 같이 쓰세요: \"data\": {example}";
    }
    /// A tool says that it failed.
    TOOL_FAILED = "tool-failed", Note {
        title: "{who}; the text is for the model", "{who}. 텍스트는 모델이 읽을 내용입니다";
        found: "isError: true", "isError: true";
        expected: "nothing: this is how a tool reports a failure", "없음: 도구는 이렇게 실패를 알립니다";
        rule: "MCP, every revision, Server Features, Tools, Error Handling", "MCP 모든 개정판, Server Features, Tools, Error Handling";
        next: "read its content; a model may correct the call and try again", "content를 읽으세요. 모델이 호출을 고쳐 다시 시도할 수 있습니다";
    }
    /// A tool that failed and does not say why.
    TOOL_FAILED_VAGUE = "tool-failed-vague", Warning {
        title: "the tool failed, and its text says nothing that a model could act on", "도구가 실패했지만, 모델이 참고할 만한 내용이 텍스트에 없습니다";
        found: "a phrase that fits every error", "어떤 오류에나 쓸 수 있는 문구";
        expected: "what failed, and what to do about it", "무엇이 실패했고 어떻게 하면 되는지";
        rule: "MCP, every revision, Server Features, Tools, Error Handling: the text is for the model to correct itself", "MCP 모든 개정판, Server Features, Tools, Error Handling: 텍스트는 모델이 스스로 바로잡도록 돕습니다";
        next: "return the reason as text: \"no note has the id 17; call search_notes first\"", "이유를 텍스트로 돌려주세요: \"no note has the id 17; call search_notes first\"";
    }
}
