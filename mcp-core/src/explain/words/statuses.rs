//! The words of findings on HTTP responses: what a status says, and whether it fits.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// A session id with characters that ids must not have.
    SESSION_CHARACTERS = "http-session-characters", Error {
        title: "the session id has characters other than visible ASCII", "세션 id에 화면에 보이는 ASCII가 아닌 문자가 있습니다";
        found: "an `Mcp-Session-Id` with a space or another such character", "공백 같은 문자가 든 `Mcp-Session-Id`";
        expected: "characters from 0x21 to 0x7E alone", "0x21부터 0x7E까지의 문자만";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Session management";
        next: "issue a random id of letters and digits, such as a UUID", "UUID처럼 영문자와 숫자로 된 무작위 id를 발급하세요";
    }

    /// Another session id in the middle of a session.
    SESSION_CHANGED = "http-session-changed", Warning {
        title: "the response names another session than its request", "응답의 세션이 요청의 세션과 다릅니다";
        found: "another `Mcp-Session-Id`", "다른 `Mcp-Session-Id`";
        expected: "the id of the request, or none", "요청의 id와 같거나 없음";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management: an id comes with the answer to initialize", "MCP {v2503}~{v2511}, Transports, Streamable HTTP, Session management: id는 initialize의 응답과 함께 옵니다";
        next: "issue an id for initialize alone; where a load balancer mixes servers, keep each session on its own", "id는 initialize에만 발급하세요. 로드 밸런서가 요청을 여러 서버에 나눈다면 세션마다 한 서버로 고정하세요";
    }

    /// `Content-Type` of a response.
    CONTENT_TYPE = "http-answer-content-type", Error {
        title: "the response is neither JSON nor an event stream: `Content-Type` is {type}", "응답이 JSON도 이벤트 스트림도 아닙니다. `Content-Type`이 {type}입니다";
        found: "{type}", "{type}";
        expected: "{expected}", "{expected}";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP", "MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "answer with {expected}; a page of HTML means that the URL is not that of the MCP endpoint, or that a proxy answered", "{expected}(으)로 답하세요. HTML 페이지가 왔다면 URL이 MCP 엔드포인트가 아니거나 프록시가 답한 것입니다";
    }

    /// 202 to a request.
    ACCEPTED_REQUEST = "http-accepted-request", Error {
        title: "a request was answered with {status}, which has no answer in it", "요청에 답이 들어 있지 않은 {status}(으)로 응답했습니다";
        found: "{status}", "{status}";
        expected: "200 with the answer as JSON or as an event stream", "답을 JSON이나 이벤트 스트림으로 담은 200";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP, Sending messages", "MCP {v2503} 이후, Transports, Streamable HTTP, Sending messages";
        next: "answer 202 to notifications and answers alone; a request, which has an id, gets its answer in the response to its own POST", "202는 알림과 응답에만 쓰세요. id가 있는 요청의 답은 그 POST의 HTTP 응답에 담아야 합니다";
    }

    /// 200 to a notification.
    NOTICE_ANSWERED = "http-notification-status", Error {
        title: "a message that wants no answer got {status}", "답이 필요 없는 메시지에 {status}(으)로 응답했습니다";
        found: "{status}", "{status}";
        expected: "202 without a body", "본문 없는 202";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP, Sending messages", "MCP {v2503} 이후, Transports, Streamable HTTP, Sending messages";
        next: "answer `202 Accepted` and nothing else to notifications and answers", "알림과 응답에는 본문 없이 `202 Accepted`로만 답하세요";
    }

    /// 202 with a body.
    ACCEPTED_BODY = "http-accepted-with-body", Error {
        title: "a response of 202 has a body", "202 응답에 본문이 있습니다";
        found: "a message in the body", "본문 속의 메시지";
        expected: "no body", "본문 없음";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP, Sending messages", "MCP {v2503} 이후, Transports, Streamable HTTP, Sending messages";
        next: "leave the body out: clients do not read it", "본문을 빼세요. 클라이언트는 이 본문을 읽지 않습니다";
    }

    /// A redirection.
    REDIRECT = "http-redirect", Warning {
        title: "the server redirects with {status}", "서버가 다른 주소로 리디렉션합니다({status})";
        found: "{status}", "{status}";
        expected: "an answer at this address", "이 주소에서의 응답";
        rule: "RFC 9110, 15.4: clients may turn POST into GET, and drop `Authorization` at another host", "RFC 9110, 15.4: 클라이언트는 POST를 GET으로 바꾸거나 다른 호스트에서 `Authorization`을 뺄 수 있습니다";
        next: "give the client the address that it is sent to; often only the slash at the end differs (`/mcp`, `/mcp/`)", "리디렉션된 주소를 클라이언트에 직접 설정하세요. 끝의 슬래시만 다른 경우가 많습니다(`/mcp`, `/mcp/`)";
    }

    /// 400.
    BAD_REQUEST = "http-400", Note {
        title: "the server could not use the request (400)", "서버가 요청을 처리할 수 없었습니다(400)";
        found: "{cause}", "{cause}";
        expected: "a request that the server can read", "서버가 읽을 수 있는 요청";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP; RFC 9110, 15.5.1", "MCP {v2503} 이후, Transports, Streamable HTTP; RFC 9110, 15.5.1";
        next: "read the error in the body; the usual causes are a missing `Mcp-Session-Id`, an `MCP-Protocol-Version` that the server does not serve, and a body that is not one JSON message", "본문의 오류를 읽으세요. 흔한 원인은 빠진 `Mcp-Session-Id`, 서버가 지원하지 않는 `MCP-Protocol-Version`, JSON 메시지 하나가 아닌 본문입니다";
    }

    /// 401 without a challenge, where it must have one.
    NO_CHALLENGE = "http-401-no-challenge", Error {
        title: "the 401 does not say where to get a token", "401 응답이 토큰을 받을 곳을 알려 주지 않습니다";
        found: "{found}", "{found}";
        expected: "`WWW-Authenticate: Bearer resource_metadata=\"https://…\"`", "`WWW-Authenticate: Bearer resource_metadata=\"https://…\"`";
        rule: "MCP {v2506}, Authorization, Authorization server location; RFC 9728, 5.1", "MCP {v2506}, Authorization, Authorization server location; RFC 9728, 5.1";
        next: "add the header with the URL of the protected resource metadata (`/.well-known/oauth-protected-resource`); clients can't begin to authorize without it", "보호된 리소스 메타데이터의 URL(`/.well-known/oauth-protected-resource`)을 담은 헤더를 추가하세요. 없으면 클라이언트가 인가 절차를 시작할 수 없습니다";
    }

    /// 401 without a challenge, where the well-known address may do.
    NO_CHALLENGE_MAYBE = "http-401-no-header", Warning {
        title: "the 401 has no `WWW-Authenticate`: clients have to guess where to get a token", "401 응답에 `WWW-Authenticate`가 없어 클라이언트가 토큰을 받을 곳을 추측해야 합니다";
        found: "no such header", "헤더 없음";
        expected: "`WWW-Authenticate: Bearer resource_metadata=\"https://…\"`", "`WWW-Authenticate: Bearer resource_metadata=\"https://…\"`";
        rule: "RFC 9110, 15.5.2; MCP {v2511} and later, Authorization: the header or the well-known address", "RFC 9110, 15.5.2; MCP {v2511} 이후, Authorization: 헤더 또는 well-known 주소";
        next: "add the header, or at least serve `/.well-known/oauth-protected-resource`", "헤더를 추가하거나, 적어도 `/.well-known/oauth-protected-resource`를 제공하세요";
    }

    /// 401.
    UNAUTHORIZED = "http-401", Note {
        title: "the server wants a token (401): {cause}", "서버가 토큰을 요구합니다(401): {cause}";
        found: "{challenge}", "{challenge}";
        expected: "`Authorization: Bearer …` that this server accepts", "이 서버가 받아들이는 `Authorization: Bearer …`";
        rule: "MCP {v2503} and later, Authorization; RFC 6750, 3", "MCP {v2503} 이후, Authorization; RFC 6750, 3";
        next: "get a token as the metadata at `resource_metadata` says, for this server as `resource`, and send the request again", "`resource_metadata`의 메타데이터에 따라 이 서버를 `resource`로 하여 토큰을 받은 뒤 요청을 다시 보내세요";
    }

    /// 403 for scopes.
    SCOPES = "http-403-scope", Note {
        title: "the token lacks scopes (403): {scopes}", "토큰에 필요한 scope가 없습니다(403): {scopes}";
        found: "`error=\"insufficient_scope\"`", "`error=\"insufficient_scope\"`";
        expected: "a token with {scopes}", "{scopes}이(가) 있는 토큰";
        rule: "MCP {v2511} and later, Authorization, Scope challenge handling; RFC 6750, 3.1", "MCP {v2511} 이후, Authorization, Scope challenge handling; RFC 6750, 3.1";
        next: "ask the authorization server for these scopes together with those the token has, then send the request again", "토큰이 이미 가진 scope와 함께 이 scope를 인가 서버에 요청한 뒤 요청을 다시 보내세요";
    }

    /// 403 otherwise.
    FORBIDDEN = "http-403", Warning {
        title: "the server refuses the request (403)", "서버가 요청을 거부했습니다(403)";
        found: "{cause}", "{cause}";
        expected: "an `Origin` and `Host` that the server allows, and a token with the rights", "서버가 허용하는 `Origin`과 `Host`, 그리고 권한이 있는 토큰";
        rule: "MCP {v2503} and later, Transports, Security: servers check `Origin` against DNS rebinding", "MCP {v2503} 이후, Transports, Security: 서버는 DNS 리바인딩을 막기 위해 `Origin`을 검사합니다";
        next: "add the host or the origin to those the server allows, or use an address that it already allows", "그 호스트나 출처를 서버의 허용 목록에 추가하거나, 이미 허용된 주소를 사용하세요";
    }

    /// 404 to a session.
    SESSION_GONE = "http-404-session", Warning {
        title: "the server does not know the session any more (404)", "서버가 세션을 더 이상 알지 못합니다(404)";
        found: "404 to a request with `Mcp-Session-Id`", "`Mcp-Session-Id`가 있는 요청에 대한 404";
        expected: "a session that lives", "살아 있는 세션";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Session management", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Session management";
        next: "begin again with initialize, without `Mcp-Session-Id`; sessions end when the server restarts, or when another replica gets the request", "`Mcp-Session-Id` 없이 initialize부터 다시 시작하세요. 서버가 다시 시작되거나 다른 복제본이 요청을 받으면 세션이 사라집니다";
    }

    /// 404 otherwise.
    NOT_FOUND = "http-404", Warning {
        title: "there is nothing at this address (404)", "이 주소에는 아무것도 없습니다(404)";
        found: "404 to a request without a session", "세션 없는 요청에 대한 404";
        expected: "the address of the MCP endpoint", "MCP 엔드포인트의 주소";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP: one endpoint for all messages", "MCP {v2503} 이후, Transports, Streamable HTTP: 모든 메시지가 한 엔드포인트를 씁니다";
        next: "check the path (often `/mcp`), and whether a proxy takes a part of it away", "경로(보통 `/mcp`)가 맞는지, 프록시가 경로의 일부를 떼어 내지 않는지 확인하세요";
    }

    /// 405 to GET or DELETE.
    NOT_OFFERED = "http-405", Note {
        title: "the server does not offer {verb} (405)", "서버가 {verb} 메서드를 제공하지 않습니다(405)";
        found: "405", "405";
        expected: "an event stream for GET, a success for DELETE, or 405", "GET에는 이벤트 스트림, DELETE에는 성공, 또는 405";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP", "MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "nothing: this is how a server says that it has no stream of its own (GET) or ends no sessions (DELETE)", "그대로 두어도 됩니다. 서버는 자체 스트림이 없거나(GET) 세션을 끝내 주지 않는다는(DELETE) 것을 이렇게 알립니다";
    }

    /// 405 to POST.
    POST_REFUSED = "http-405-post", Warning {
        title: "this address takes no POST (405)", "이 주소는 POST를 받지 않습니다(405)";
        found: "405 to a POST", "POST에 대한 405";
        expected: "the address of the MCP endpoint, which takes POST", "POST를 받는 MCP 엔드포인트의 주소";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP", "MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "check the path; a server of {v2411} listens at one address (GET) and names the one to post to in its event `endpoint`", "경로를 확인하세요. {v2411}의 서버는 한 주소에서 GET을 받고, POST할 주소를 `endpoint` 이벤트로 알려 줍니다";
    }

    /// 406.
    NOT_ACCEPTABLE = "http-406", Note {
        title: "the server has no form of answer that `Accept` lists (406)", "`Accept`에 적힌 형식으로는 서버가 답할 수 없습니다(406)";
        found: "406", "406";
        expected: "`Accept: application/json, text/event-stream`", "`Accept: application/json, text/event-stream`";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP; RFC 9110, 15.5.7", "MCP {v2503} 이후, Transports, Streamable HTTP; RFC 9110, 15.5.7";
        next: "list both types by name; a wildcard does not satisfy every server", "두 형식을 모두 이름으로 적으세요. 와일드카드를 받지 않는 서버도 있습니다";
    }

    /// 415.
    UNSUPPORTED_TYPE = "http-415", Note {
        title: "the server does not take a body of this type (415)", "서버가 이 형식의 본문을 받지 않습니다(415)";
        found: "415", "415";
        expected: "`Content-Type: application/json`", "`Content-Type: application/json`";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP; RFC 9110, 15.5.16", "MCP {v2503} 이후, Transports, Streamable HTTP; RFC 9110, 15.5.16";
        next: "send `Content-Type: application/json`", "`Content-Type: application/json`을 보내세요";
    }

    /// 413, 431.
    TOO_LARGE = "http-413", Warning {
        title: "the request is larger than the server takes ({status})", "요청이 서버가 받는 크기보다 큽니다({status})";
        found: "{status}", "{status}";
        expected: "a smaller body (413) or smaller headers (431)", "더 작은 본문(413) 또는 더 작은 헤더(431)";
        rule: "RFC 9110, 15.5.14; RFC 6585, 5", "RFC 9110, 15.5.14; RFC 6585, 5";
        next: "send less at once, or raise the limit of the server and of the proxies before it", "한 번에 더 적게 보내거나, 서버와 그 앞 프록시의 한도를 올리세요";
    }

    /// 429, 503.
    BUSY = "http-503", Warning {
        title: "the server is busy ({status})", "서버가 바쁩니다({status})";
        found: "{wait}", "{wait}";
        expected: "an answer, or `Retry-After` with the seconds to wait", "응답, 또는 기다릴 시간(초)을 담은 `Retry-After`";
        rule: "RFC 9110, 10.2.3 and 15.6.4; RFC 6585, 4", "RFC 9110, 10.2.3과 15.6.4; RFC 6585, 4";
        next: "wait as long as `Retry-After` says, or longer each time, and send the request again", "`Retry-After`만큼, 없으면 점점 더 오래 기다린 뒤 요청을 다시 보내세요";
    }

    /// 5xx.
    SERVER_ERROR = "http-500", Warning {
        title: "the server, or a proxy before it, failed ({status})", "서버 또는 그 앞의 프록시에서 오류가 났습니다({status})";
        found: "{status}, {type}", "{status}, {type}";
        expected: "200 with a result or a JSON-RPC error", "결과나 JSON-RPC 오류를 담은 200";
        rule: "RFC 9110, 15.6; MCP {v2503} and later, Transports, Streamable HTTP", "RFC 9110, 15.6; MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "read the log of the server; a page of HTML comes from a proxy (502, 504: the server is down or too slow), and a handler that fails is answered by a JSON-RPC error", "서버의 로그를 읽으세요. HTML 페이지라면 프록시의 응답이고(502, 504: 서버가 꺼졌거나 느림), 처리 중의 실패는 JSON-RPC 오류로 답해야 합니다";
    }

    /// A status that does not fit the error in the body.
    STATUS_DIFFERS = "http-status-differs", Error {
        title: "an error {code} came with the status {status}", "오류 {code}이(가) 상태 {status}(으)로 왔습니다";
        found: "{status}", "{status}";
        expected: "{expected}", "{expected}";
        rule: "MCP {v2607}, Transports, Streamable HTTP, Status codes", "MCP {v2607}, Transports, Streamable HTTP, Status codes";
        next: "send this error with the status {expected}: clients tell by it whether the server speaks this revision", "이 오류는 상태 {expected}(으)로 보내세요. 클라이언트는 이 상태를 보고 서버가 이 개정판을 쓰는지 판단합니다";
    }

    /// A result or an ordinary error with a status of failure.
    STATUS_IN_BAND = "http-status-not-200", Warning {
        title: "an answer of JSON-RPC came with the status {status}", "JSON-RPC 응답이 상태 {status}(으)로 왔습니다";
        found: "{status}", "{status}";
        expected: "200", "200";
        rule: "MCP {v2607}, Transports, Streamable HTTP, Status codes", "MCP {v2607}, Transports, Streamable HTTP, Status codes";
        next: "send results, and errors that the method itself has, with 200; some clients do not read the body of another status", "결과와 메서드 자체의 오류는 200으로 보내세요. 다른 상태의 본문을 읽지 않는 클라이언트도 있습니다";
    }
}
