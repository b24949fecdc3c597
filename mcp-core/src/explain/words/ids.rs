//! The words of findings: ids, and which answer belongs to which request.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// The id of a request that was answered, on another request.
    USED_BEFORE = "id-used-before", Warning {
        title: "the id {id} was used before, by {method}, which was answered on line {line}", "id {id}은(는) 앞서 {method} 요청이 썼고, 그 요청은 {line}번째 줄에서 응답을 받았습니다";
        found: "{id} a second time", "두 번째로 쓴 {id}";
        expected: "an id that this side has not used in this session", "이 세션에서 이쪽이 쓰지 않은 id";
        rule: "MCP {v2411} to {v2511}, Base Protocol, Requests: an id must not have been used by the same side in the session",
              "MCP {v2411}~{v2511}, Base Protocol, Requests: 같은 세션에서 같은 쪽이 쓴 id를 다시 쓰면 안 됩니다";
        next: "count ids up, and never start again within a session", "id를 계속 늘려 가고, 한 세션 안에서 처음으로 되돌리지 마세요";
    }
    /// One side uses numbers and strings.
    KIND_CHANGED = "id-kind-changed", Note {
        title: "the {side} used {before} as ids before, and now {kind}", "{side}가 앞서 id로 {before}을(를) 쓰다가 이제 {kind}을(를) 씁니다";
        found: "{id}", "{id}";
        expected: "{before}, as before", "앞서와 같은 {before}";
        rule: "MCP, every revision, Base Protocol, Requests: an id is a string or an integer, and an answer must repeat it with its type",
              "MCP 모든 개정판, Base Protocol, Requests: id는 문자열 또는 정수이며, 응답은 타입까지 그대로 되돌려야 합니다";
        next: "nothing to fix; but 1 and \"1\" are two different ids, and keeping to one type avoids confusion", "그대로 두어도 되지만, 1과 \"1\"은 서로 다른 id이므로 한 타입만 쓰는 편이 헷갈리지 않습니다";
    }
    /// An answer whose id is that of a request, save its type.
    OTHER_TYPE = "answer-id-other-type", Error {
        title: "the answer has the id {id}, but the request ({method} on line {line}) has {asked}: another JSON type", "응답의 id는 {id}인데 요청({line}번째 줄의 {method})의 id는 {asked}입니다. JSON 타입이 다릅니다";
        found: "{id}", "{id}";
        expected: "{asked}", "{asked}";
        rule: "JSON-RPC 2.0, section 5: the id of a response must be the same as that of its request", "JSON-RPC 2.0, 5절: 응답의 id는 요청의 id와 같아야 합니다";
        next: "send \"id\":{asked}: keep the id as it came, a number as a number and a string as a string", "\"id\":{asked}(으)로 보내세요. 숫자는 숫자로, 문자열은 문자열로, 받은 그대로 두세요";
    }
    /// An answer whose id is that of a request, save its spelling.
    OTHER_SPELLING = "answer-id-other-spelling", Error {
        title: "the answer has the id {id}, but the request ({method} on line {line}) has {asked}: another spelling", "응답의 id는 {id}인데 요청({line}번째 줄의 {method})의 id는 {asked}입니다. 표기가 다릅니다";
        found: "{id}", "{id}";
        expected: "{asked}", "{asked}";
        rule: "JSON-RPC 2.0, section 5: the id of a response must be the same as that of its request", "JSON-RPC 2.0, 5절: 응답의 id는 요청의 id와 같아야 합니다";
        next: "send \"id\":{asked}: case and white space count", "\"id\":{asked}(으)로 보내세요. 대소문자와 공백도 구분합니다";
    }
    /// A second answer.
    ANSWERED_TWICE = "answer-twice", Error {
        title: "{method} (id {id}) was answered already, on line {line}", "{method}(id {id})은(는) {line}번째 줄에서 이미 응답을 받았습니다";
        found: "a second answer to {id}", "{id}에 대한 두 번째 응답";
        expected: "one answer to each request", "요청 하나에 응답 하나";
        rule: "JSON-RPC 2.0, section 4: a request gets one response", "JSON-RPC 2.0, 4절: 요청 하나에는 응답이 하나입니다";
        next: "answer once; what comes before the answer goes into notifications", "응답은 한 번만 보내세요. 그 전에 알릴 것은 알림으로 보내세요";
    }
    /// An answer to nothing that was asked.
    ANSWER_TO_NOTHING = "answer-to-nothing", Error {
        title: "no request has the id {id} that this answers", "이 응답의 id {id}을(를) 가진 요청이 없습니다";
        found: "{id}", "{id}";
        expected: "the id of a request that waits ({waiting})", "응답을 기다리는 요청의 id({waiting})";
        rule: "JSON-RPC 2.0, section 5: the id of a response must be the same as that of its request", "JSON-RPC 2.0, 5절: 응답의 id는 요청의 id와 같아야 합니다";
        next: "repeat the id of the request as it came", "받은 요청의 id를 그대로 되돌려 보내세요";
    }
    /// An answer whose request the log does not have.
    REQUEST_UNSEEN = "answer-request-unseen", Note {
        title: "the request with the id {id} is not in this log", "id가 {id}인 요청이 이 로그에 없습니다";
        found: "an answer alone", "응답만 있음";
        expected: "its request before it", "그 앞의 요청";
        rule: "JSON-RPC 2.0, section 5", "JSON-RPC 2.0, 5절";
        next: "log both directions from the start, so that answers can be matched with their requests", "요청과 응답을 맞춰 볼 수 있도록 처음부터 양방향을 모두 기록하세요";
    }
    /// An error that names no request.
    WITHOUT_ID = "answer-without-id", Note {
        title: "this error has no id: it is about a message that the {side} could not read", "이 오류에는 id가 없습니다. {side}가 읽지 못한 메시지에 대한 것입니다";
        found: "no id", "id 없음";
        expected: "the id of the request, where it could be read", "읽을 수 있었다면 요청의 id";
        rule: "JSON-RPC 2.0, section 5: where the id could not be read it is null; since MCP {v2511} the member may be left out",
              "JSON-RPC 2.0, 5절: id를 읽지 못했으면 null입니다. MCP {v2511}부터는 생략할 수 있습니다";
        next: "look at what was sent just before{hint}", "바로 앞에 보낸 메시지를 확인하세요{hint}";
    }
    /// An error without an id though every message could be read.
    ID_LOST = "answer-id-lost", Warning {
        title: "this error has no id, though every message before it could be read: nobody can tell which request it answers", "앞의 메시지를 모두 읽을 수 있었는데도 이 오류에는 id가 없습니다. 어느 요청에 대한 응답인지 알 수 없습니다";
        found: "no id", "id 없음";
        expected: "{waiting}", "{waiting}";
        rule: "JSON-RPC 2.0, section 5: the id is null only where it could not be read, and notifications are never answered",
              "JSON-RPC 2.0, 5절: id를 읽지 못했을 때만 null이며, 알림에는 응답하지 않습니다";
        next: "repeat the id of the request in its error; send nothing in answer to a notification", "오류에는 요청의 id를 그대로 넣고, 알림에는 아무것도 보내지 마세요";
    }
    /// An error over HTTP with an id of its own.
    HTTP_ID = "answer-id-of-its-own", Note {
        title: "this error has an id of its own ({id}): over HTTP it belongs to the request that was just posted", "이 오류의 id({id})는 요청의 id가 아닙니다. HTTP에서는 방금 POST한 요청에 대한 것입니다";
        found: "{id}", "{id}";
        expected: "the id of the request, or none where it could not be read", "요청의 id, 읽지 못했다면 없음";
        rule: "JSON-RPC 2.0, section 5: the id of a response must be the same as that of its request", "JSON-RPC 2.0, 5절: 응답의 id는 요청의 id와 같아야 합니다";
        next: "go by the HTTP exchange; some servers write \"server-error\" here", "HTTP 요청과 응답의 짝을 보세요. 여기에 \"server-error\"를 쓰는 서버도 있습니다";
    }
    /// A request over HTTP without an answer.
    HTTP_OPEN = "request-open-http", Note {
        title: "{method} (id {id}) has no answer in this log{age}", "이 로그에는 {method}(id {id})의 응답이 없습니다{age}";
        found: "no answer until the end of the log", "로그 끝까지 응답 없음";
        expected: "a result or an error with the id {id}, unless the client hung up", "클라이언트가 연결을 끊지 않았다면 id가 {id}인 결과 또는 오류";
        rule: "MCP, Transports, Streamable HTTP: each request is answered in the response to its POST; since {v2607} closing that stream cancels it",
              "MCP, Transports, Streamable HTTP: 요청마다 그 POST의 응답으로 답합니다. {v2607}부터는 그 스트림을 닫으면 취소됩니다";
        next: "look at the HTTP status, and whether the client gave up first", "HTTP 상태를 보고, 클라이언트가 먼저 포기하지 않았는지 확인하세요";
    }
    /// A request without an answer, though later ones have one.
    UNANSWERED = "request-unanswered", Error {
        title: "{method} (id {id}) was never answered{age}, though later requests were", "{method}(id {id})은(는) 끝까지 응답을 받지 못했습니다{age}. 그 뒤의 요청은 응답을 받았습니다";
        found: "no answer until the end of the log", "로그 끝까지 응답 없음";
        expected: "a result or an error with the id {id}", "id가 {id}인 결과 또는 오류";
        rule: "JSON-RPC 2.0, section 5: the server must reply to every request that is not a notification", "JSON-RPC 2.0, 5절: 알림이 아닌 모든 요청에는 응답해야 합니다";
        next: "look for a handler that still waits or failed silently, and for an answer with another id", "멈춰 있거나 조용히 실패한 처리 코드가 없는지, 다른 id로 온 응답이 없는지 확인하세요";
    }
    /// A request without an answer at the end.
    PENDING = "request-pending", Warning {
        title: "{method} (id {id}) had no answer when the log ended{age}", "로그가 끝날 때까지 {method}(id {id})의 응답이 없었습니다{age}";
        found: "no answer until the end of the log", "로그 끝까지 응답 없음";
        expected: "a result or an error with the id {id}", "id가 {id}인 결과 또는 오류";
        rule: "JSON-RPC 2.0, section 5: the server must reply to every request that is not a notification", "JSON-RPC 2.0, 5절: 알림이 아닌 모든 요청에는 응답해야 합니다";
        next: "if the log was not cut here, check whether the other side exited or hangs (its stderr says more)", "로그가 여기서 잘린 것이 아니라면, 상대가 종료했거나 멈췄는지 확인하세요(stderr에 단서가 있습니다)";
    }
    /// A request in a log that holds one side alone.
    ONE_SIDED = "request-one-sided", Note {
        title: "nothing came back to {method} (id {id}): the log has one side alone, or the other side never spoke", "{method}(id {id})에 대한 응답이 전혀 없습니다. 로그에 한쪽만 있거나, 상대가 메시지를 한 번도 보내지 않았습니다";
        found: "no message of the other side", "상대의 메시지가 없음";
        expected: "a result or an error with the id {id}", "id가 {id}인 결과 또는 오류";
        rule: "JSON-RPC 2.0, section 5: the server must reply to every request that is not a notification", "JSON-RPC 2.0, 5절: 알림이 아닌 모든 요청에는 응답해야 합니다";
        next: "if both directions were logged, the other side failed at its start: read its stderr", "양방향을 기록했다면 상대가 시작하지 못한 것입니다. 상대의 stderr를 읽어 보세요";
    }
}

/// Whole numbers, as ids.
pub(in crate::explain) const NUMBERS: Words = Words::new("numbers", "숫자");
/// Texts, as ids.
pub(in crate::explain) const STRINGS: Words = Words::new("strings", "문자열");
