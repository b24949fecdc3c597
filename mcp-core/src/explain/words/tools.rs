//! The words of findings on calls of tools.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// `name` is missing.
    TOOL_NO_NAME = "tool-no-name", Error {
        title: "`params.name` is missing: no tool is named", "`params.name`이 없습니다. 어느 도구인지 알 수 없습니다";
        found: "no name", "name 없음";
        expected: "the name of a tool, a string", "도구 이름(문자열)";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools", "MCP 모든 개정판, Server Features, Tools, Calling Tools";
        next: "put the tool's name into params: \"params\": {\"name\": \"{example}\", \"arguments\": {}}{hint}", "도구 이름을 params에 넣으세요: \"params\": {\"name\": \"{example}\", \"arguments\": {}}{hint}";
    }
    /// `name` is not a string.
    TOOL_NAME_TYPE = "tool-name-type", Error {
        title: "`params.name` is {kind}, but a tool is named by a string", "`params.name`의 값이 문자열이 아니라 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "a string", "문자열";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools", "MCP 모든 개정판, Server Features, Tools, Calling Tools";
        next: "write the name of the tool as a string, as tools/list gives it", "tools/list가 돌려준 도구 이름을 문자열로 쓰세요";
    }
    /// No tool of the pages that were seen has this name.
    TOOL_NOT_LISTED = "tool-not-listed", Warning {
        title: "no tool named `{name}` is in the part of the list that was seen{hint}", "지금까지 본 목록에는 `{name}` 도구가 없습니다{hint}";
        found: "`{name}`", "`{name}`";
        expected: "the name of a listed tool", "목록에 있는 도구의 이름";
        rule: "MCP, every revision, Server Features, Tools; Utilities, Pagination", "MCP 모든 개정판, Server Features, Tools; Utilities, Pagination";
        next: "ask for the rest of the list (tools/list with the nextCursor, or anew after a change), then compare the name", "목록의 나머지를 받은 뒤(nextCursor로 이어받거나, 바뀌었다면 tools/list를 다시 호출) 이름을 비교하세요";
    }
    /// A call before any list was asked for.
    TOOL_BEFORE_LIST = "tool-before-list", Note {
        title: "a tool is called before `tools/list`: its arguments can't be compared with a schema", "tools/list보다 먼저 도구를 호출했습니다. 인수를 스키마와 비교할 수 없습니다";
        found: "tools/call for `{name}`, and no list before it", "목록 없이 `{name}`에 대한 tools/call";
        expected: "tools/list first", "먼저 tools/list";
        rule: "MCP, every revision, Server Features, Tools, Message Flow (allowed: a client may know the tools already)", "MCP 모든 개정판, Server Features, Tools, Message Flow (허용됨: 클라이언트가 도구를 이미 알 수 있음)";
        next: "record the conversation from its beginning, or call tools/list first, to have arguments checked here", "여기서 인수까지 확인하려면 대화를 처음부터 기록하거나 tools/list를 먼저 호출하세요";
    }
    /// Arguments that stand beside `name`.
    ARGUMENTS_ASTRAY = "arguments-astray", Error {
        title: "found {names} under params; put it inside `arguments`", "{names}이(가) params 바로 아래에 있습니다. `arguments` 안에 넣으세요";
        found: "{names} under params", "params 바로 아래의 {names}";
        expected: "{names} under params.arguments", "params.arguments 아래의 {names}";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools: the arguments of a tool stand in params.arguments", "MCP 모든 개정판, Server Features, Tools, Calling Tools: 도구의 인수는 params.arguments에 둡니다";
        next: "write \"params\": {\"name\": \"{tool}\", \"arguments\": {{inside}}}", "이렇게 쓰세요: \"params\": {\"name\": \"{tool}\", \"arguments\": {{inside}}}";
    }
    /// `arguments` under another name.
    ARGUMENTS_MISNAMED = "arguments-misnamed", Error {
        title: "the arguments stand under `{name}`, which `tools/call` does not have", "인수가 tools/call에 없는 `{name}` 아래에 있습니다";
        found: "`params.{name}`", "`params.{name}`";
        expected: "`params.arguments`", "`params.arguments`";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools: the arguments of a tool stand in params.arguments", "MCP 모든 개정판, Server Features, Tools, Calling Tools: 도구의 인수는 params.arguments에 둡니다";
        next: "rename `{name}` to `arguments`", "`{name}`의 이름을 `arguments`로 바꾸세요";
    }
    /// `arguments` is a string that holds JSON.
    ARGUMENTS_STRINGIFIED = "arguments-stringified", Error {
        title: "`params.arguments` is a string that holds JSON, not an object", "`params.arguments`가 객체가 아니라 JSON을 담은 문자열입니다";
        found: "an object written into a string", "문자열로 변환된 객체";
        expected: "the object itself", "객체 그대로";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools: arguments is an object", "MCP 모든 개정판, Server Features, Tools, Calling Tools: arguments는 객체입니다";
        next: "do not stringify it twice: parse the string (JSON.parse, json.loads) and send \"arguments\": {…}", "문자열로 두 번 변환하지 마세요. 문자열을 파싱해(JSON.parse, json.loads) \"arguments\": {…}로 보내세요";
    }
    /// `arguments` is no object.
    ARGUMENTS_TYPE = "arguments-type", Error {
        title: "`params.arguments` must be an object, not {kind}", "`params.arguments`의 값이 객체가 아니라 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "an object: a member for each argument", "객체: 인수마다 멤버 하나";
        rule: "MCP, every revision, Server Features, Tools, Calling Tools: arguments is an object", "MCP 모든 개정판, Server Features, Tools, Calling Tools: arguments는 객체입니다";
        next: "name each argument: \"arguments\": {\"query\": \"…\"}; leave it out when there are none", "인수마다 이름을 붙이세요: \"arguments\": {\"query\": \"…\"}. 인수가 없으면 생략하세요";
    }
    /// A required argument is missing.
    ARGUMENT_MISSING = "argument-missing", Error {
        title: "`{tool}` requires the argument `{field}`, which is missing", "도구 `{tool}`의 필수 인수 `{field}`이(가) 없습니다";
        found: "{got}", "{got}";
        expected: "{expected}", "{expected}";
        rule: "the tool's inputSchema; a server answers with -32602 up to {v2506}, from {v2511} with a result that has `isError` (Tools, Error Handling)", "도구의 inputSchema. 서버는 {v2506}까지는 -32602로, {v2511}부터는 isError가 있는 결과로 답합니다(Tools, Error Handling)";
        next: "add `{field}`, {expected}{example}", "`{field}`을(를) 추가하세요: {expected}{example}";
    }
    /// An argument that the tool does not have.
    ARGUMENT_UNKNOWN = "argument-unknown", Error {
        title: "`{field}` {reason}{hint}", "`{field}`: {reason}{hint}";
        found: "`{field}`", "`{field}`";
        expected: "{expected}", "{expected}";
        rule: "the tool's inputSchema allows no other arguments; a server answers with -32602 up to {v2506}, from {v2511} with a result that has `isError` (Tools, Error Handling)", "도구의 inputSchema는 다른 인수를 허용하지 않습니다. 서버는 {v2506}까지는 -32602로, {v2511}부터는 isError가 있는 결과로 답합니다(Tools, Error Handling)";
        next: "{remedy}{example}", "{remedy}{example}";
    }
    /// An argument that does not fit its schema.
    ARGUMENT_WRONG = "argument-wrong", Error {
        title: "`{field}` {reason}", "`{field}`: {reason}";
        found: "{got}", "{got}";
        expected: "{expected}", "{expected}";
        rule: "the tool's inputSchema; a server answers with -32602 up to {v2506}, from {v2511} with a result that has `isError` (Tools, Error Handling)", "도구의 inputSchema. 서버는 {v2506}까지는 -32602로, {v2511}부터는 isError가 있는 결과로 답합니다(Tools, Error Handling)";
        next: "send {expected} as `{field}`{hint}{example}", "`{field}`의 값으로 다음을 보내세요: {expected}{hint}{example}";
    }
    /// An argument that may be left out is null instead.
    ARGUMENT_NULL = "argument-null", Warning {
        title: "`{field}` is null; the tool's schema has no null there, but the argument may be left out", "`{field}`이(가) null입니다. 스키마는 null을 허용하지 않으며, 이 인수는 생략할 수 있습니다";
        found: "null", "null";
        expected: "{expected}, or no such member", "{expected}. 아니면 멤버 자체를 생략";
        rule: "the tool's inputSchema; some servers take null for nothing, others refuse it", "도구의 inputSchema. null을 없는 것으로 보는 서버도 있고 거부하는 서버도 있습니다";
        next: "leave `{field}` out", "`{field}`을(를) 빼세요";
    }
}
