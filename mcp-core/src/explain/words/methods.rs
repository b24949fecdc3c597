//! The words of findings: methods.
//!
//! In and out: texts. See `rows!` for what each row holds. Unknown methods have the words of the
//! reply; see `envelope`.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// A request's method on a message without an id.
    REQUEST_WITHOUT_ID = "request-without-id", Error {
        title: "{method} has no id, so it counts as a notification and nobody will answer it", "{method}에 id가 없습니다. 알림으로 취급되어 아무도 응답하지 않습니다";
        found: "{got}", "{got}";
        expected: "an id: a string or an integer", "id: 문자열 또는 정수";
        rule: "JSON-RPC 2.0, section 4.1: a request without an id is a notification, and it is not answered; MCP, every revision, Base Protocol, Requests",
              "JSON-RPC 2.0, 4.1절: id가 없는 요청은 알림이며 응답하지 않습니다. MCP 모든 개정판, Base Protocol, Requests";
        next: "add an id, as in \"id\":1", "\"id\":1처럼 id를 넣으세요";
    }
    /// A method that only the other side may send.
    WRONG_SIDE = "method-wrong-side", Error {
        title: "{method} was sent by the {side}, but only the {other} sends it", "{side}가 {method}을(를) 보냈지만, 이 메시지는 {other}만 보낼 수 있습니다";
        found: "{method} from the {side}", "{side}가 보낸 {method}";
        expected: "{method} from the {other}", "{other}가 보낸 {method}";
        rule: "MCP, every revision, Schema: ClientRequest, ServerRequest, ClientNotification and ServerNotification", "MCP 모든 개정판, Schema: ClientRequest, ServerRequest, ClientNotification, ServerNotification";
        next: "check which side this program is, or whether the arrows in the log point the wrong way", "이 프로그램이 어느 쪽인지, 로그의 방향 표시가 뒤바뀌지 않았는지 확인하세요";
    }
    /// A server sends a request where servers ask by results.
    SERVER_REQUEST = "method-server-request", Error {
        title: "the server sent a request ({method}), and in revision {v2607} servers send none", "서버가 요청({method})을 보냈지만, 개정판 {v2607}에서는 서버가 요청을 보내지 않습니다";
        found: "{method} from the server", "서버가 보낸 {method}";
        expected: "a result with `\"resultType\": \"input_required\"`", "resultType이 \"input_required\"인 결과";
        rule: "MCP {v2607}, Base Protocol, Messages: servers must not send requests; Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Messages: 서버는 요청을 보내면 안 됩니다. Multi Round-Trip Requests";
        next: "answer the client's request with the questions in `inputRequests`; the client sends it again with `inputResponses`",
              "클라이언트의 요청에 inputRequests로 질문을 담아 응답하세요. 클라이언트가 inputResponses를 담아 다시 보냅니다";
    }
    /// A method of the server that this revision does not have.
    NOT_IN_REVISION = "method-not-in-revision", Error {
        title: "{method} is not part of revision {version}", "{method}은(는) 개정판 {version}에 없는 메서드입니다";
        found: "{method} in revision {version}", "개정판 {version}에서 쓴 {method}";
        expected: "revision {list}", "개정판 {list}";
        rule: "MCP {version}, Schema", "MCP {version}, Schema";
        next: "use it only where {list} was agreed on", "{list}(으)로 합의했을 때만 쓰세요";
    }
    /// A method that is no method of MCP, and perhaps of somebody else.
    CUSTOM = "method-custom", Note {
        title: "{method} is not a method of MCP; it works only where the other side has added it", "{method}은(는) MCP의 메서드가 아닙니다. 상대가 따로 추가했을 때만 동작합니다";
        found: "{method}", "{method}";
        expected: "a method of MCP, or one that both sides know", "MCP의 메서드, 또는 양쪽이 모두 아는 메서드";
        rule: "JSON-RPC 2.0, section 5.1: an unknown method is answered by -32601", "JSON-RPC 2.0, 5.1절: 알 수 없는 메서드에는 -32601로 응답합니다";
        next: "look at the answer: -32601 means that the other side does not know it", "응답을 확인하세요. -32601이면 상대가 모르는 메서드입니다";
    }
    /// A function is called as a method: JSON-RPC, but not MCP.
    TOOL_CALL = "method-tool-call", Error {
        title: "{method} is called as a method: that is JSON-RPC, but in MCP a tool is called with `tools/call`", "{method}을(를) 메서드로 호출했습니다. JSON-RPC로는 맞지만, MCP에서는 도구를 tools/call로 호출합니다";
        found: "the method {method}", "메서드 {method}";
        expected: "the method `tools/call`", "메서드 tools/call";
        rule: "MCP, every revision, Tools, Calling Tools", "MCP 모든 개정판, Tools, Calling Tools";
        next: "send {mended}", "{mended}을(를) 보내세요";
    }
    /// The name of a function of SDKs.
    SDK_NAME = "method-sdk-name", Error {
        title: "{method} is the name of a function in SDKs; the method is called {known}", "{method}은(는) SDK 함수의 이름입니다. 메서드 이름은 {known}입니다";
        found: "{method}", "{method}";
        expected: "{known}", "{known}";
        rule: "MCP, every revision, Schema: the names of methods have a slash and are case-sensitive", "MCP 모든 개정판, Schema: 메서드 이름에는 슬래시가 있고 대소문자를 구분합니다";
        next: "send the method {known}", "method에 {known}을(를) 쓰세요";
    }
    /// A notification whose name is nearly right.
    NOTIFICATION_MISNAMED = "notification-misnamed", Error {
        title: "{method} is not a notification of MCP and will be ignored (did you mean {known}?)", "{method}은(는) MCP의 알림이 아니어서 무시됩니다({known}을(를) 뜻하셨나요?)";
        found: "{method}", "{method}";
        expected: "{known}", "{known}";
        rule: "MCP, every revision, Base Protocol, Notifications: the names begin with notifications/", "MCP 모든 개정판, Base Protocol, Notifications: 이름은 notifications/로 시작합니다";
        next: "send {known}", "{known}을(를) 보내세요";
    }
    /// A notification that nobody knows.
    NOTIFICATION_UNKNOWN = "notification-unknown", Warning {
        title: "{method} is not a notification of MCP: it is silently ignored", "{method}은(는) MCP의 알림이 아닙니다. 아무런 표시 없이 무시됩니다";
        found: "{method} without an id", "id 없이 보낸 {method}";
        expected: "a notification of MCP, or an id if it is a request", "MCP의 알림, 또는 요청이라면 id";
        rule: "JSON-RPC 2.0, section 4.1: notifications are not answered, not even with an error", "JSON-RPC 2.0, 4.1절: 알림에는 오류로도 응답하지 않습니다";
        next: "give it an id if an answer is expected", "응답이 필요하다면 id를 넣으세요";
    }
    /// A notification that only the other side may send, or no side in this revision.
    NOTIFICATION_IGNORED = "notification-not-expected", Warning {
        title: "{method} from the {side} is not part of revision {version} and will be ignored", "{side}가 보낸 {method}은(는) 개정판 {version}에 없어 무시됩니다";
        found: "{method} from the {side}", "{side}가 보낸 {method}";
        expected: "one of the {side}'s notifications in {version}", "개정판 {version}에서 {side}가 보내는 알림";
        rule: "MCP {version}, Schema", "MCP {version}, Schema";
        next: "leave it out in this revision", "이 개정판에서는 보내지 마세요";
    }
}

/// The ends of a conversation.
pub(in crate::explain) const CLIENT: Words = Words::new("client", "클라이언트");
pub(in crate::explain) const SERVER: Words = Words::new("server", "서버");
