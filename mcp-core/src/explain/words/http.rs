//! The words of findings on the headers of HTTP requests. Those on responses stand in `statuses`.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// `Accept` lacks a type.
    ACCEPT = "http-accept", Error {
        title: "the header `Accept` does not list {missing}", "`Accept` 헤더에 {missing}이(가) 없습니다";
        found: "an `Accept` without {missing}", "{missing}이(가) 없는 `Accept`";
        expected: "{expected}", "{expected}";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP", "MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "send `{expected}`; servers may answer 406 otherwise", "`{expected}`을(를) 보내세요. 그렇지 않으면 서버가 406으로 답할 수 있습니다";
    }

    /// `Accept: */*`.
    ACCEPT_ANY = "http-accept-wildcard", Note {
        title: "the header `Accept` has a wildcard where types should be listed", "`Accept` 헤더에 형식 대신 와일드카드가 있습니다";
        found: "a wildcard", "와일드카드";
        expected: "{expected}", "{expected}";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP: both types are listed", "MCP {v2503} 이후, Transports, Streamable HTTP: 두 형식을 모두 적습니다";
        next: "send `{expected}`; some servers answer 406 to a wildcard", "`{expected}`을(를) 보내세요. 와일드카드에 406으로 답하는 서버도 있습니다";
    }

    /// `Content-Type` of a request.
    CONTENT_TYPE = "http-content-type", Error {
        title: "the request is not sent as JSON: `Content-Type` is {type}", "요청이 JSON으로 전송되지 않았습니다. `Content-Type`이 {type}입니다";
        found: "{type}", "{type}";
        expected: "`Content-Type: application/json`", "`Content-Type: application/json`";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP", "MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "send `Content-Type: application/json`; servers may answer 415 otherwise", "`Content-Type: application/json`을 보내세요. 그렇지 않으면 서버가 415로 답할 수 있습니다";
    }

    /// No `MCP-Protocol-Version` after the handshake.
    VERSION_MISSING = "http-version-header-missing", Error {
        title: "the header `MCP-Protocol-Version` is missing, though {version} is agreed on", "개정판 {version}(으)로 합의했지만 `MCP-Protocol-Version` 헤더가 없습니다";
        found: "no such header", "헤더 없음";
        expected: "`MCP-Protocol-Version: {version}`", "`MCP-Protocol-Version: {version}`";
        rule: "MCP {v2506} and later, Transports, Streamable HTTP, Protocol version header", "MCP {v2506} 이후, Transports, Streamable HTTP, Protocol version header";
        next: "send `MCP-Protocol-Version: {version}` with every request after the answer to initialize; without it servers take the request for {v2503}", "initialize의 응답을 받은 뒤에는 모든 요청에 `MCP-Protocol-Version: {version}`을(를) 보내세요. 없으면 서버는 {v2503}의 요청으로 여깁니다";
    }

    /// `MCP-Protocol-Version` is not what was agreed on.
    VERSION_DIFFERS = "http-version-header-other", Error {
        title: "the header `MCP-Protocol-Version` names another revision than the one agreed on", "`MCP-Protocol-Version` 헤더의 개정판이 합의한 것과 다릅니다";
        found: "`{header}`", "`{header}`";
        expected: "`{version}`", "`{version}`";
        rule: "MCP {v2506} and later, Transports, Streamable HTTP, Protocol version header", "MCP {v2506} 이후, Transports, Streamable HTTP, Protocol version header";
        next: "send the revision that the server answered to initialize, not the one that was asked for: `MCP-Protocol-Version: {version}`", "요청한 개정판이 아니라 서버가 initialize에 답한 개정판을 보내세요: `MCP-Protocol-Version: {version}`";
    }

    /// A header that repeats the body is missing.
    HEADER_MISSING = "http-header-missing", Error {
        title: "the header `{header}` is missing", "`{header}` 헤더가 없습니다";
        found: "no such header", "헤더 없음";
        expected: "`{header}` with what `{member}` says", "`{member}`과(와) 같은 값의 `{header}`";
        rule: "MCP {v2607}, Transports, Streamable HTTP, Request headers", "MCP {v2607}, Transports, Streamable HTTP, Request headers";
        next: "repeat `{member}` of the body in the header `{header}`; servers answer 400 with -32020 otherwise", "본문의 `{member}` 값을 `{header}` 헤더에도 적으세요. 그렇지 않으면 서버가 400과 -32020으로 답합니다";
    }

    /// A header says something else than the body.
    HEADER_DIFFERS = "http-header-other", Error {
        title: "the header `{header}` and `{member}` of the body differ", "`{header}` 헤더와 본문의 `{member}`이(가) 다릅니다";
        found: "`{header}: {value}`", "`{header}: {value}`";
        expected: "`{body}`, as in the body", "본문과 같은 `{body}`";
        rule: "MCP {v2607}, Transports, Streamable HTTP, Request headers", "MCP {v2607}, Transports, Streamable HTTP, Request headers";
        next: "make the header from the body that is sent: `{header}: {body}`; text outside ASCII goes as `=?base64?…?=`", "보내는 본문에서 헤더를 만드세요: `{header}: {body}`. ASCII가 아닌 글자는 `=?base64?…?=`로 적습니다";
    }

    /// `=?base64?…?=` that is no base64.
    UNDECODABLE = "http-header-undecodable", Error {
        title: "the header `{header}` can't be decoded", "`{header}` 헤더를 디코딩할 수 없습니다";
        found: "`=?base64?…?=` around something that is no base64 of UTF-8 text", "UTF-8 텍스트의 base64가 아닌 내용을 담은 `=?base64?…?=`";
        expected: "standard base64 with padding between the marks", "`=?base64?`와 `?=` 사이에 패딩이 있는 표준 base64";
        rule: "MCP {v2607}, Transports, Streamable HTTP, Value encoding", "MCP {v2607}, Transports, Streamable HTTP, Value encoding";
        next: "encode the UTF-8 bytes of `{member}` with the standard alphabet (`+`, `/`) and `=` at the end", "`{member}`의 UTF-8 바이트를 표준 문자(`+`, `/`)로 인코딩하고 끝에 `=` 패딩을 붙이세요";
    }

    /// The session id that was issued is not sent.
    SESSION_MISSING = "http-session-missing", Error {
        title: "the header `Mcp-Session-Id` is missing, though the server issued a session id", "서버가 세션 id를 발급했지만 `Mcp-Session-Id` 헤더가 없습니다";
        found: "no such header", "헤더 없음";
        expected: "`Mcp-Session-Id` with the id that came with the answer to initialize", "initialize의 응답과 함께 받은 id를 담은 `Mcp-Session-Id`";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Session management";
        next: "keep the header `Mcp-Session-Id` of that response and send it with every later request; servers answer 400 without it", "그 응답의 `Mcp-Session-Id` 헤더를 보관했다가 이후 모든 요청에 보내세요. 없으면 서버가 400으로 답합니다";
    }

    /// A session id that the server did not issue.
    SESSION_UNKNOWN = "http-session-unknown", Warning {
        title: "the request names a session that the server did not issue in this log", "요청의 세션은 이 로그에서 서버가 발급한 것이 아닙니다";
        found: "another `Mcp-Session-Id` than the one issued", "발급된 것과 다른 `Mcp-Session-Id`";
        expected: "the id that came with the answer to initialize", "initialize의 응답과 함께 받은 id";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Session management";
        next: "send the id exactly as it was issued; an id of an earlier run of the server is gone", "발급된 id를 그대로 보내세요. 서버가 이전에 실행될 때 쓰던 id는 더 이상 유효하지 않습니다";
    }

    /// A session that the server has forgotten is used on.
    SESSION_USED_ON = "http-session-used-on", Error {
        title: "the session is used although the server answered 404 to it", "서버가 404로 답한 세션을 계속 사용하고 있습니다";
        found: "the `Mcp-Session-Id` of a session that is gone", "사라진 세션의 `Mcp-Session-Id`";
        expected: "a new initialize without `Mcp-Session-Id`", "`Mcp-Session-Id` 없는 새 initialize";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Session management";
        next: "after a 404 forget the id, and begin again with initialize", "404를 받으면 id를 버리고 initialize부터 다시 시작하세요";
    }

    /// A session id where there are no sessions.
    SESSION_MODERN = "http-session-modern", Note {
        title: "the request carries a session id, though {v2607} has no sessions", "{v2607}에는 세션이 없지만 요청에 세션 id가 있습니다";
        found: "`Mcp-Session-Id`", "`Mcp-Session-Id`";
        expected: "no such header", "헤더 없음";
        rule: "MCP {v2607}, Transports, Streamable HTTP: servers ignore it", "MCP {v2607}, Transports, Streamable HTTP: 서버는 이 헤더를 무시합니다";
        next: "leave it out; each request stands alone and names its revision in `_meta`", "헤더를 빼세요. 각 요청은 독립적이며 `_meta`에 개정판을 밝힙니다";
    }

    /// A token in the query.
    TOKEN_IN_QUERY = "http-token-in-query", Error {
        title: "an access token stands in the URL", "액세스 토큰이 URL에 들어 있습니다";
        found: "`access_token` in the query", "쿼리의 `access_token`";
        expected: "`Authorization: Bearer …`", "`Authorization: Bearer …`";
        rule: "MCP {v2503} and later, Authorization, Access token usage", "MCP {v2503} 이후, Authorization, Access token usage";
        next: "send the token in the header `Authorization`, since URLs end up in the logs of every proxy; revoke this one", "토큰을 `Authorization` 헤더로 보내세요. URL은 모든 프록시의 로그에 남습니다. 이 토큰은 폐기하세요";
    }
}
