//! The words of findings: the handshake, the revision, and what each side can do.
//!
//! In and out: texts. See `rows!` for what each row holds. What a server refuses has the words of
//! its reply; see `envelope`.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// The keys of `_meta` stand beside it.
    META_ASTRAY = "meta-astray", Error {
        title: "the revision stands directly under `params`; it belongs in `params._meta`", "개정판이 params 바로 아래에 있습니다. params._meta 안에 있어야 합니다";
        found: "{key} under params", "params 아래의 {key}";
        expected: "{key} under params._meta", "params._meta 아래의 {key}";
        rule: "MCP {v2607}, Base Protocol, Requests: `_meta` carries the revision and what the client can do", "MCP {v2607}, Base Protocol, Requests: 개정판과 클라이언트의 capability는 `_meta`에 담습니다";
        next: "put all keys that begin with io.modelcontextprotocol/ into params._meta", "io.modelcontextprotocol/로 시작하는 키를 모두 params._meta에 넣으세요";
    }
    /// The log begins after the handshake, or there was none.
    SESSION_UNSEEN = "session-unseen", Note {
        title: "{method} comes without a handshake before it and without a revision in its `_meta`", "{method} 앞에 핸드셰이크가 없고, _meta에 개정판도 없습니다";
        found: "neither initialize nor \"io.modelcontextprotocol/protocolVersion\" in params._meta", "initialize도 없고 params._meta의 \"io.modelcontextprotocol/protocolVersion\"도 없음";
        expected: "initialize before it (up to {v2511}), or the revision in params._meta (since {v2607})", "그 앞의 initialize({v2511}까지) 또는 params._meta의 개정판({v2607}부터)";
        rule: "MCP up to {v2511}, Lifecycle: initialize is the first message of a session; MCP {v2607}, Base Protocol, _meta",
              "MCP {v2511}까지, Lifecycle: initialize는 세션의 첫 메시지입니다. MCP {v2607}, Base Protocol, _meta";
        next: "if the log is complete, send initialize first: a server refuses this request; if it begins later, some checks are left out, since the revision is not known",
              "로그가 전부라면 먼저 initialize를 보내세요. 서버는 이 요청을 거부합니다. 로그가 중간부터라면 개정판을 몰라 일부 검사를 생략합니다";
    }
    /// A new handshake that is that of a new connection.
    SESSION_ANEW = "session-anew", Note {
        title: "a new connection begins here: ids start again and so does the handshake", "여기서 새 연결이 시작됩니다. id와 핸드셰이크가 처음부터 다시 시작됩니다";
        found: "initialize with an id that was used before", "앞서 쓴 id로 보낸 initialize";
        expected: "one connection in a log", "로그 하나에 연결 하나";
        rule: "MCP up to {v2511}, Lifecycle: a session has one initialize", "MCP {v2511}까지, Lifecycle: 한 세션에 initialize는 한 번입니다";
        next: "nothing to fix; what came before is forgotten from here on", "그대로 두어도 됩니다. 여기부터는 앞의 내용을 참고하지 않습니다";
    }
    /// A request before the answer to `initialize`.
    REQUEST_BEFORE_ANSWER = "request-before-answer", Note {
        title: "{method} was sent before `initialize` was answered", "initialize의 응답이 오기 전에 {method}을(를) 보냈습니다";
        found: "{method} while initialize (line {line}) waits", "initialize({line}번째 줄)를 기다리는 동안 보낸 {method}";
        expected: "nothing but ping until the answer", "응답이 올 때까지는 ping만";
        rule: "MCP up to {v2511}, Lifecycle, Initialization: the client should not send requests other than pings before the answer",
              "MCP {v2511}까지, Lifecycle, Initialization: 클라이언트는 응답 전에 ping 외의 요청을 보내지 않는 것이 좋습니다";
        next: "wait for the answer: it says which revision and capabilities there are", "응답을 기다리세요. 개정판과 capabilities가 거기에 있습니다";
    }
    /// The notification that closes the handshake is missing.
    INITIALIZED_MISSING = "initialized-missing", Warning {
        title: "{method} comes before `notifications/initialized`, which closes the handshake", "핸드셰이크를 마치는 notifications/initialized보다 {method}이(가) 먼저 왔습니다";
        found: "{method} after the answer on line {line}", "{line}번째 줄의 응답 뒤에 온 {method}";
        expected: "notifications/initialized before it", "그 앞의 notifications/initialized";
        rule: "MCP up to {v2511}, Lifecycle, Initialization: after the answer the client must send notifications/initialized",
              "MCP {v2511}까지, Lifecycle, Initialization: 응답 뒤 클라이언트는 notifications/initialized를 보내야 합니다";
        next: "send it right after the answer; some servers refuse everything until then: {example}", "응답 바로 뒤에 보내세요. 그 전에는 모든 요청을 거부하는 서버도 있습니다: {example}";
    }
    /// The notification that closes the handshake comes too early.
    INITIALIZED_EARLY = "initialized-early", Note {
        title: "`notifications/initialized` was sent before `initialize` was answered", "initialize의 응답이 오기 전에 notifications/initialized를 보냈습니다";
        found: "notifications/initialized while initialize (line {line}) waits", "initialize({line}번째 줄)를 기다리는 동안 보낸 notifications/initialized";
        expected: "notifications/initialized after the answer", "응답 뒤의 notifications/initialized";
        rule: "MCP up to {v2511}, Lifecycle, Initialization", "MCP {v2511}까지, Lifecycle, Initialization";
        next: "wait for the answer", "응답을 기다리세요";
    }
    /// A server asks before the handshake is closed.
    SERVER_EARLY = "server-request-early", Warning {
        title: "the server sent {method} before the client's `notifications/initialized`", "클라이언트의 notifications/initialized가 오기 전에 서버가 {method}을(를) 보냈습니다";
        found: "{method} from the server", "서버가 보낸 {method}";
        expected: "nothing but ping and log messages until then", "그때까지는 ping과 로그 메시지만";
        rule: "MCP up to {v2511}, Lifecycle, Initialization: the server should not send requests other than pings and logging before initialized",
              "MCP {v2511}까지, Lifecycle, Initialization: 서버는 initialized 전에 ping과 로그 외의 요청을 보내지 않는 것이 좋습니다";
        next: "ask once notifications/initialized has come", "notifications/initialized를 받은 뒤에 요청하세요";
    }
    /// What was agreed on.
    VERSION_AGREED = "version-agreed", Note {
        title: "revision {version} was agreed on: the client asked for it", "개정판 {version}(으)로 합의했습니다. 클라이언트가 요청한 개정판입니다";
        found: "asked for {asked}, answered {version}", "요청 {asked}, 응답 {version}";
        expected: "one revision for the whole session", "세션 전체에 개정판 하나";
        rule: "MCP {version}, Lifecycle, Version Negotiation", "MCP {version}, Lifecycle, Version Negotiation";
        next: "with {version}: {decides}", "{version}에서는 {decides}";
    }
    /// Another revision than asked for was answered.
    VERSION_OTHER = "version-other", Note {
        title: "the client asked for revision {asked}, and the server answered {version}: that one counts if the client goes on", "클라이언트는 개정판 {asked}을(를) 요청했고 서버는 {version}(으)로 답했습니다. 클라이언트가 계속하면 {version}이(가) 적용됩니다";
        found: "asked for {asked}, answered {version}", "요청 {asked}, 응답 {version}";
        expected: "the revision that was asked for, if the server has it", "서버가 지원한다면 요청한 개정판";
        rule: "MCP {version}, Lifecycle, Version Negotiation: a server that lacks the revision answers with another one, and a client that lacks that one should disconnect",
              "MCP {version}, Lifecycle, Version Negotiation: 서버가 그 개정판을 지원하지 않으면 다른 개정판으로 답하고, 클라이언트가 그것을 지원하지 않으면 연결을 끊는 것이 좋습니다";
        next: "with {version}: {decides}", "{version}에서는 {decides}";
    }
    /// A revision that nobody published, but both sides know.
    VERSION_UNPUBLISHED = "version-unpublished", Note {
        title: "both sides agreed on {version}, which is no published revision", "양쪽이 {version}(으)로 합의했지만, 발표된 개정판이 아닙니다";
        found: "{version}", "{version}";
        expected: "one of {known}", "{known} 중 하나";
        rule: "MCP, Versioning", "MCP, Versioning";
        next: "nothing to fix if both mean the same; what depends on the revision is not checked here", "양쪽이 같은 뜻으로 쓴다면 그대로 두어도 됩니다. 개정판에 따라 달라지는 것은 검사하지 않습니다";
    }
    /// A revision that nobody asked for and nobody published.
    VERSION_UNKNOWN = "version-unknown", Error {
        title: "the server answered with revision {version}, which is neither what was asked for nor a published one", "서버가 개정판 {version}(으)로 답했지만, 요청한 것도 발표된 것도 아닙니다";
        found: "{version} (asked for: {asked})", "{version} (요청: {asked})";
        expected: "the revision that was asked for, or one of {known}", "요청한 개정판 또는 {known} 중 하나";
        rule: "MCP up to {v2511}, Lifecycle, Version Negotiation: the answer is a revision that the server supports", "MCP {v2511}까지, Lifecycle, Version Negotiation: 서버가 지원하는 개정판으로 답합니다";
        next: "answer with the revision that the client asked for, or with the latest one that the server has", "클라이언트가 요청한 개정판이나, 서버가 지원하는 가장 최신 개정판으로 답하세요";
    }
    /// A revision without a handshake is the answer to a handshake.
    VERSION_STATELESS = "version-stateless", Error {
        title: "the server answered `initialize` with revision {version}, which has no handshake", "서버가 initialize에 개정판 {version}(으)로 답했지만, 그 개정판에는 핸드셰이크가 없습니다";
        found: "{version}", "{version}";
        expected: "a revision up to {v2511}", "{v2511}까지의 개정판";
        rule: "MCP {v2607}, Lifecycle: each request names the revision in its _meta, and there is no initialize", "MCP {v2607}, Lifecycle: 요청마다 _meta에 개정판을 밝히며, initialize는 없습니다";
        next: "answer with {v2511}; a client that wants {v2607} sends it in params._meta of each request", "{v2511}(으)로 답하세요. {v2607}을(를) 쓰려는 클라이언트는 요청마다 params._meta에 담아 보냅니다";
    }
    /// A revision later than those known here.
    VERSION_NEWER = "version-newer", Note {
        title: "the request names revision {version}, which is later than any that this program knows", "요청이 개정판 {version}을(를) 밝혔는데, 이 프로그램이 아는 것보다 새로운 개정판입니다";
        found: "{version}", "{version}";
        expected: "{v2607} or an earlier one", "{v2607} 또는 그 이전";
        rule: "MCP, Versioning", "MCP, Versioning";
        next: "use a later version of this program; what depends on the revision is not checked", "이 프로그램을 업데이트하세요. 개정판에 따라 달라지는 것은 검사하지 않습니다";
    }
    /// A client answers where it may not.
    CLIENT_ANSWER = "answer-by-client", Error {
        title: "the client sent an answer, and in revision {v2607} clients send none", "클라이언트가 응답을 보냈지만, 개정판 {v2607}에서는 클라이언트가 응답을 보내지 않습니다";
        found: "an answer from the client", "클라이언트가 보낸 응답";
        expected: "the request again, with `params.inputResponses`", "inputResponses를 담아 다시 보낸 요청";
        rule: "MCP {v2607}, Base Protocol, Messages: clients must not send responses; Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Messages: 클라이언트는 응답을 보내면 안 됩니다. Multi Round-Trip Requests";
        next: "send the request again under a new id, with the answers in `params.inputResponses`", "params.inputResponses에 답을 담아, 새 id로 요청을 다시 보내세요";
    }
    /// A batch where it is not known whether there are any.
    BATCH_UNSURE = "batch-unsure", Note {
        title: "several messages stand in one array: only revision {v2503} has batches", "여러 메시지가 배열 하나에 들어 있습니다. 배치는 개정판 {v2503}에만 있습니다";
        found: "an array", "배열";
        expected: "one object, unless {v2503} was agreed on", "{v2503}(으)로 합의하지 않았다면 객체 하나";
        rule: "MCP {v2503}, Base Protocol, Batching; removed in {v2506}", "MCP {v2503}, Base Protocol, Batching. {v2506}에서 삭제됨";
        next: "send the messages one by one, each an object on a line of its own", "메시지를 하나씩, 각각 한 줄에 객체 하나로 보내세요";
    }
    /// A method whose capability was not declared, where that is forbidden.
    CAPABILITY_MISSING = "capability-missing", Error {
        title: "{method} needs the capability {capability}, and the {side} did not declare it", "{method}에는 {capability} capability가 필요하지만 {side}가 선언하지 않았습니다";
        found: "capabilities of the {side} without {capability}", "{capability}이(가) 없는 {side}의 capabilities";
        expected: "{capability} among the capabilities of the {side}", "{side}의 capabilities에 {capability}";
        rule: "MCP {v2506} and later, Lifecycle, Operation: only capabilities that were negotiated may be used", "MCP {v2506} 이후, Lifecycle, Operation: 협상된 capability만 쓸 수 있습니다";
        next: "declare {capability} in the handshake if the {side} can do it; otherwise don't send {method}", "{side}가 지원한다면 핸드셰이크에서 {capability}을(를) 선언하고, 아니라면 {method}을(를) 보내지 마세요";
    }
    /// The same where it is only advised against.
    CAPABILITY_UNSTATED = "capability-unstated", Warning {
        title: "{method} belongs to the capability {capability}, which the {side} did not declare", "{method}은(는) {capability} capability에 속하지만 {side}가 선언하지 않았습니다";
        found: "capabilities of the {side} without {capability}", "{capability}이(가) 없는 {side}의 capabilities";
        expected: "{capability} among the capabilities of the {side}", "{side}의 capabilities에 {capability}";
        rule: "MCP, every revision, Lifecycle, Capability Negotiation", "MCP 모든 개정판, Lifecycle, Capability Negotiation";
        next: "declare {capability} in the handshake if the {side} can do it; the other side may ignore {method} otherwise", "{side}가 지원한다면 핸드셰이크에서 {capability}을(를) 선언하세요. 그렇지 않으면 상대가 {method}을(를) 무시할 수 있습니다";
    }
}

/// What a revision decides, each for those that have it and those that have not.
pub(in crate::explain) const BATCHES: Words = Words::new(
    "batches of messages are allowed",
    "메시지 배열(배치)을 쓸 수 있고",
);
pub(in crate::explain) const NO_BATCHES: Words =
    Words::new("no batches of messages", "메시지 배열(배치)을 쓸 수 없고");
pub(in crate::explain) const STRUCTURED: Words = Words::new(
    "results may hold `structuredContent`",
    "결과에 structuredContent를 담을 수 있으며",
);
pub(in crate::explain) const NO_STRUCTURED: Words = Words::new(
    "results hold `content` alone, no `structuredContent`",
    "결과에는 structuredContent 없이 content만 있으며",
);
pub(in crate::explain) const ARGUMENTS_RESULT: Words = Words::new(
    "wrong arguments of a tool are answered by a result with `isError`",
    "도구의 인수가 잘못되면 isError가 있는 결과로 답합니다",
);
pub(in crate::explain) const ARGUMENTS_ERROR: Words = Words::new(
    "wrong arguments of a tool are answered by the error -32602",
    "도구의 인수가 잘못되면 오류 -32602로 답합니다",
);
