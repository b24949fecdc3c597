//! The words of findings on results: what a result must hold besides members of the right type.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// A result that is no object.
    NOT_OBJECT = "result-not-object", Error {
        title: "`result` must be an object, not {kind}", "`result` 멤버는 객체여야 하는데 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "an object; `{}` when there is nothing to say", "객체. 전할 내용이 없으면 `{}`";
        rule: "MCP, every revision, Base Protocol, Responses", "MCP 모든 개정판, Base Protocol, Responses";
        next: "put the value into an object, under the member that the method names for it", "값을 객체에 넣고, 그 메서드가 정한 멤버 이름을 붙이세요";
    }

    /// A result of a tool without content.
    NO_CONTENT = "result-no-content", Error {
        title: "the result of `tools/call` has no `content`: valid JSON-RPC, but clients will show nothing", "`tools/call` 결과에 `content`가 없습니다. JSON-RPC로는 올바르지만 클라이언트에는 아무것도 표시되지 않습니다";
        found: "{found}", "{found}";
        expected: "`content`: ContentBlock[]; it may be empty, but not missing", "`content`: ContentBlock[]. 비어 있어도 되지만 없으면 안 됩니다";
        rule: "MCP {revisions}, Server Features, Tools; schema: CallToolResult", "MCP {revisions}, Server Features, Tools; 스키마: CallToolResult";
        next: "send `{mended}`", "`{mended}` 형태로 보내세요";
    }

    /// Blocks of content where there is one.
    BLOCK_IS_ARRAY = "content-is-array", Error {
        title: "`{member}` must be one block, not an array of them", "`{member}` 멤버는 배열이 아니라 블록 하나여야 합니다";
        found: "an array", "배열";
        expected: "{type}", "{type}";
        rule: "MCP {revisions}, schema: {of}", "MCP {revisions}, 스키마: {of}";
        next: "send one message for each block", "블록마다 메시지를 하나씩 보내세요";
    }

    /// Bytes that are not base64.
    NOT_BASE64 = "data-not-encoded", Error {
        title: "`{member}` is not base64", "`{member}` 멤버가 base64가 아닙니다";
        found: "a string with other characters, or without its padding", "다른 문자가 섞였거나 패딩이 빠진 문자열";
        expected: "base64 with padding, without `data:` before it and without line ends", "앞에 `data:`가 없고 줄바꿈도 없는, 패딩이 있는 base64";
        rule: "MCP {revisions}, schema: {of}; RFC 4648, section 4", "MCP {revisions}, 스키마: {of}; RFC 4648, 4절";
        next: "encode the bytes with the standard alphabet (`A-Z a-z 0-9 + /`) and `=`", "표준 문자(`A-Z a-z 0-9 + /`)와 `=` 패딩으로 인코딩하세요";
    }

    /// A resource's content that has no text and no bytes.
    CONTENTS_NEITHER = "contents-neither", Error {
        title: "`{member}` holds neither `text` nor `blob`", "`{member}`에 `text`도 `blob`도 없습니다";
        found: "neither", "둘 다 없음";
        expected: "`text` with the text, or `blob` with the bytes in base64", "텍스트는 `text`, 바이너리는 base64로 쓴 `blob`";
        rule: "MCP {revisions}, Server Features, Resources", "MCP {revisions}, Server Features, Resources";
        next: "add `\"text\": \"…\"`", "`\"text\": \"…\"`를 넣으세요";
    }

    /// A resource's content that has both.
    CONTENTS_BOTH = "contents-both", Error {
        title: "`{member}` holds `text` and `blob`; it is one or the other", "`{member}`에 `text`와 `blob`이 함께 있습니다. 하나만 있어야 합니다";
        found: "both", "둘 다 있음";
        expected: "`text` for text, or `blob` for bytes", "텍스트는 `text`, 바이너리는 `blob`";
        rule: "MCP {revisions}, Server Features, Resources", "MCP {revisions}, Server Features, Resources";
        next: "leave one of them out", "둘 중 하나를 빼세요";
    }

    /// A resource that was read and is nothing.
    CONTENTS_EMPTY = "contents-empty", Warning {
        title: "`contents` is empty: the resource was read, and there is nothing", "`contents`가 비어 있습니다. 리소스를 읽었지만 내용이 없습니다";
        found: "`[]`", "`[]`";
        expected: "at least one entry, or an error when there is no such resource", "하나 이상의 항목, 또는 그런 리소스가 없다는 오류";
        rule: "MCP {v2607}, Server Features, Resources: a resource that does not exist is an error", "MCP {v2607}, Server Features, Resources: 존재하지 않는 리소스는 오류로 답해야 합니다";
        next: "answer an unknown `uri` with an error; send `\"text\": \"\"` for an empty file", "모르는 `uri`에는 오류로 답하고, 빈 파일이면 `\"text\": \"\"`를 보내세요";
    }

    /// The last page of a list.
    NEXT_CURSOR_NULL = "next-cursor-null", Error {
        title: "`nextCursor` is null; on the last page it is left out", "`nextCursor`가 null입니다. 마지막 페이지에서는 생략해야 합니다";
        found: "null", "null";
        expected: "a string, or no `nextCursor` at all", "문자열, 또는 `nextCursor` 자체를 생략";
        rule: "MCP {revisions}, Server Utilities, Pagination: a missing `nextCursor` is the end", "MCP {revisions}, Server Utilities, Pagination: `nextCursor`가 없으면 끝입니다";
        next: "leave `nextCursor` out on the last page; clients refuse the list, or ask for a next page for ever", "마지막 페이지에서는 `nextCursor`를 빼세요. 이대로면 클라이언트가 목록을 거부하거나 다음 페이지를 끝없이 요청합니다";
    }

    /// A schema of a tool that is not one of an object.
    SCHEMA_ROOT = "schema-root-type", Error {
        title: "`{member}` must have `\"type\": \"object\"` at its root", "`{member}`의 최상위에 `\"type\": \"object\"`가 있어야 합니다";
        found: "{found}", "{found}";
        expected: "`\"type\": \"object\"`", "`\"type\": \"object\"`";
        rule: "MCP {revisions}, Server Features, Tools; schema: {of}", "MCP {revisions}, Server Features, Tools; 스키마: {of}";
        next: "write `{\"type\": \"object\", \"properties\": {…}}`; a tool without parameters has `{\"type\": \"object\"}`", "`{\"type\": \"object\", \"properties\": {…}}` 형태로 쓰세요. 매개변수가 없는 도구는 `{\"type\": \"object\"}`입니다";
    }

    /// Two tools of one name.
    TOOL_TWICE = "tool-listed-twice", Warning {
        title: "the tool `{name}` is listed twice", "`{name}` 도구가 목록에 두 번 있습니다";
        found: "a second `{name}`", "두 번째 `{name}`";
        expected: "names that are unique within a server", "서버 안에서 하나뿐인 이름";
        rule: "MCP {v2511} and later, Server Features, Tools, Tool Names", "MCP {v2511} 이후, Server Features, Tools, Tool Names";
        next: "rename one of them, or leave it out: a client can call only one", "하나의 이름을 바꾸거나 빼세요. 클라이언트는 둘 중 하나만 호출할 수 있습니다";
    }

    /// A name that some clients refuse.
    TOOL_NAME = "tool-name-odd", Warning {
        title: "the tool name `{name}` has characters or a length that many clients refuse", "도구 이름(`{name}`)에는 많은 클라이언트가 거부하는 문자가 있거나 길이가 맞지 않습니다";
        found: "`{name}`", "`{name}`";
        expected: "1 to 128 of `A-Z a-z 0-9 _ - .`", "`A-Z a-z 0-9 _ - .`로 된 1~128자";
        rule: "MCP {v2511} and later, Server Features, Tools, Tool Names (SHOULD)", "MCP {v2511} 이후, Server Features, Tools, Tool Names (SHOULD)";
        next: "use letters, digits, `_` and `-` alone; put the pretty name into `title`", "영문자, 숫자, `_`, `-`만 쓰고, 보기 좋은 이름은 `title`에 넣으세요";
    }

    /// A tool that does not say what it does.
    TOOL_UNDESCRIBED = "tool-no-description", Note {
        title: "the tool `{name}` has no `description`: a model can only guess what it does", "`{name}` 도구에 `description`이 없어, 모델은 그 기능을 짐작할 수밖에 없습니다";
        found: "no `description`", "`description` 없음";
        expected: "a sentence or two for the model", "모델을 위한 한두 문장의 설명";
        rule: "MCP, every revision, Server Features, Tools", "MCP 모든 개정판, Server Features, Tools";
        next: "say what the tool does and when to use it", "도구가 무엇을 하고 언제 쓰는지 적으세요";
    }

    /// Structured content that the tool's own schema refuses.
    STRUCTURED_MISMATCH = "structured-mismatch", Error {
        title: "`structuredContent` does not fit the tool's `outputSchema`: {fault}", "`structuredContent`가 도구의 `outputSchema`에 맞지 않습니다: {fault}";
        found: "{got}", "{got}";
        expected: "{expected}", "{expected}";
        rule: "MCP {v2506} and later, Server Features, Tools, Output Schema", "MCP {v2506} 이후, Server Features, Tools, Output Schema";
        next: "send what the schema says, or change `outputSchema` in `tools/list`; clients that check refuse the whole result", "스키마대로 보내거나 `tools/list`의 `outputSchema`를 고치세요. 검사하는 클라이언트는 결과 전체를 거부합니다";
    }

    /// A tool with an output schema and no structured content.
    STRUCTURED_MISSING = "structured-missing", Error {
        title: "`structuredContent` is missing, though the tool has an `outputSchema`", "도구에 `outputSchema`가 있는데 `structuredContent`가 없습니다";
        found: "no `structuredContent`", "`structuredContent` 없음";
        expected: "`structuredContent` that fits the schema", "스키마에 맞는 `structuredContent`";
        rule: "MCP {v2506} and later, Server Features, Tools, Output Schema", "MCP {v2506} 이후, Server Features, Tools, Output Schema";
        next: "add `structuredContent`, or take `outputSchema` out of `tools/list`; a failure is `\"isError\": true`", "`structuredContent`를 넣거나 `tools/list`에서 `outputSchema`를 빼세요. 실패라면 `\"isError\": true`로 알리세요";
    }

    /// Structured content that is no object, where it must be one.
    STRUCTURED_NOT_OBJECT = "structured-not-object", Error {
        title: "`structuredContent` must be an object in {version}, not {kind}", "개정판 {version}에서 `structuredContent`는 객체여야 하는데 {kind}입니다";
        found: "{kind}", "{kind}";
        expected: "an object", "객체";
        rule: "MCP {v2506} and {v2511}, Server Features, Tools, Structured Content", "MCP {v2506}, {v2511}, Server Features, Tools, Structured Content";
        next: "put it into an object: `\"structuredContent\": {\"result\": …}`", "객체에 넣으세요: `\"structuredContent\": {\"result\": …}`";
    }

    /// Structured content alone.
    STRUCTURED_ALONE = "structured-without-text", Note {
        title: "no text in `content` repeats `structuredContent`: older clients show nothing", "`content`에 `structuredContent`와 같은 내용의 텍스트가 없어, 오래된 클라이언트에는 아무것도 표시되지 않습니다";
        found: "`structuredContent` and no text", "텍스트 없이 `structuredContent`만 있음";
        expected: "the same JSON as a text block too", "같은 JSON을 담은 텍스트 블록";
        rule: "MCP {v2506} and later, Server Features, Tools, Structured Content (SHOULD)", "MCP {v2506} 이후, Server Features, Tools, Structured Content (SHOULD)";
        next: "add `{\"type\": \"text\", \"text\": \"…\"}` to `content`", "`content`에 `{\"type\": \"text\", \"text\": \"…\"}` 블록을 넣으세요";
    }

    /// A message without the kind of its result.
    TYPE_MISSING = "result-type-missing", Error {
        title: "`resultType` is missing from the result", "결과에 `resultType`이 없습니다";
        found: "no `resultType`", "`resultType` 없음";
        expected: "`\"complete\"`, or `\"input_required\"`", "`\"complete\"` 또는 `\"input_required\"`";
        rule: "MCP {v2607}, Base Protocol, Results: every result says what it is", "MCP {v2607}, Base Protocol, Results: 모든 결과는 자신의 종류를 밝힙니다";
        next: "add `\"resultType\": \"complete\"`", "`\"resultType\": \"complete\"`를 넣으세요";
    }

    /// A kind of result that nobody knows.
    TYPE_UNKNOWN = "result-type-unknown", Error {
        title: "`resultType` is {value}, which no extension of this client explains", "`resultType`의 값({value})은 이 클라이언트가 쓰는 어떤 확장에도 없습니다";
        found: "{value}", "{value}";
        expected: "`\"complete\"`, or `\"input_required\"`", "`\"complete\"` 또는 `\"input_required\"`";
        rule: "MCP {v2607}, Base Protocol, Results; clients treat unknown kinds as invalid", "MCP {v2607}, Base Protocol, Results. 클라이언트는 모르는 종류를 잘못된 결과로 다룹니다";
        next: "write `\"resultType\": \"complete\"`", "`\"resultType\": \"complete\"`로 쓰세요";
    }

    /// The server does not say who it is.
    SERVER_UNNAMED = "server-info-missing", Note {
        title: "the result does not name the server", "결과에 서버의 이름이 없습니다";
        found: "no `io.modelcontextprotocol/serverInfo` in `_meta`", "`_meta`에 `io.modelcontextprotocol/serverInfo` 없음";
        expected: "name and version of the server", "서버의 이름과 버전";
        rule: "MCP {v2607}, Base Protocol, `_meta` (SHOULD)", "MCP {v2607}, Base Protocol, `_meta` (SHOULD)";
        next: "add `\"_meta\": {\"io.modelcontextprotocol/serverInfo\": {\"name\": \"…\", \"version\": \"…\"}}`", "`\"_meta\": {\"io.modelcontextprotocol/serverInfo\": {\"name\": \"…\", \"version\": \"…\"}}`를 넣으세요";
    }

    /// More completions than a result may hold.
    TOO_MANY_VALUES = "completion-too-many", Error {
        title: "`values` holds {count} completions; at most 100 are allowed", "`values`에 자동 완성 값이 {count}개 있습니다. 100개까지만 허용됩니다";
        found: "{count} values", "{count}개";
        expected: "at most 100", "최대 100개";
        rule: "MCP, every revision, Server Utilities, Completion", "MCP 모든 개정판, Server Utilities, Completion";
        next: "send the first 100, and say `\"hasMore\": true`", "앞의 100개만 보내고 `\"hasMore\": true`로 알리세요";
    }

    /// Questions as the answer to a method that may not ask.
    ASKS_HERE = "input-required-here", Error {
        title: "`{method}` may not be answered by `input_required`", "{method}에는 `input_required`로 답할 수 없습니다";
        found: "`\"resultType\": \"input_required\"`", "`\"resultType\": \"input_required\"`";
        expected: "the answer itself, or an error", "결과 자체 또는 오류";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: only tools/call, prompts/get and resources/read ask", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: tools/call, prompts/get, resources/read만 물을 수 있습니다";
        next: "answer without asking", "묻지 말고 답하세요";
    }

    /// Questions without a question.
    ASKS_NOTHING = "input-required-empty", Error {
        title: "the result asks for input, but has neither `inputRequests` nor `requestState`", "결과가 입력을 요구하지만 `inputRequests`도 `requestState`도 없습니다";
        found: "neither", "둘 다 없음";
        expected: "`inputRequests`, `requestState`, or both", "`inputRequests`와 `requestState` 중 하나 이상";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests";
        next: "add `inputRequests` with what you want to know", "알고 싶은 것을 `inputRequests`에 넣으세요";
    }

    /// A question that the client did not say it can answer.
    ASKS_UNDECLARED = "input-request-undeclared", Error {
        title: "the question `{key}` needs `{capability}`, which the client did not declare", "질문 `{key}`에는 클라이언트가 선언하지 않은 `{capability}` capability가 필요합니다";
        found: "{method}", "{method}";
        expected: "only questions that the client can answer", "클라이언트가 답할 수 있는 질문만";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests";
        next: "check `clientCapabilities` of the request before you ask; answer -32021 when you can't go on without", "묻기 전에 요청의 `clientCapabilities`를 확인하고, 그것 없이 진행할 수 없으면 -32021로 답하세요";
    }

    /// A retry that brings another state than it was given.
    STATE_CHANGED = "retry-state-changed", Error {
        title: "`requestState` is not what the server gave on line {line}", "`requestState`가 {line}번째 줄에서 서버가 준 값과 다릅니다";
        found: "another string", "다른 문자열";
        expected: "the same string, byte for byte", "바이트 하나까지 같은 문자열";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests";
        next: "send `requestState` back as it came; never parse or rewrite it", "`requestState`를 받은 그대로 돌려보내고, 해석하거나 고쳐 쓰지 마세요";
    }

    /// A retry without the state it was given.
    STATE_MISSING = "retry-state-missing", Error {
        title: "`requestState` is missing: the server gave one on line {line}", "`requestState`가 없습니다. 서버가 {line}번째 줄에서 값을 주었습니다";
        found: "no `requestState`", "`requestState` 없음";
        expected: "the `requestState` of the result that asked", "질문한 결과의 `requestState`";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests";
        next: "send `requestState` back as it came, beside `inputResponses`", "`inputResponses`와 함께 `requestState`를 받은 그대로 돌려보내세요";
    }

    /// A retry that leaves questions open.
    ANSWER_MISSING = "retry-answer-missing", Warning {
        title: "the retry does not answer {keys}, so the server will ask again", "재시도에 {keys}에 대한 답이 없어 서버가 다시 묻게 됩니다";
        found: "no {keys} in `inputResponses`", "`inputResponses`에 {keys} 없음";
        expected: "an answer to every question of line {line}", "{line}번째 줄의 모든 질문에 대한 답";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests";
        next: "answer with `{\"action\": \"decline\"}` what the user does not want to answer", "사용자가 답하고 싶어 하지 않는 질문에는 `{\"action\": \"decline\"}`로 답하세요";
    }

    /// A retry that answers what nobody asked.
    ANSWER_UNASKED = "retry-answer-unasked", Note {
        title: "`{key}` answers no question: the server did not ask it on line {line}", "`{key}`에 해당하는 질문이 없습니다. 서버는 {line}번째 줄에서 이것을 묻지 않았습니다";
        found: "`{key}`", "`{key}`";
        expected: "{keys}", "{keys}";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: unknown keys are ignored", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: 모르는 키는 무시됩니다";
        next: "use the keys of `inputRequests`", "`inputRequests`의 키를 쓰세요";
    }

    /// A retry with the id of the call that was answered by questions.
    SAME_ID = "retry-same-id", Warning {
        title: "the retry has the id of the request that was answered on line {line}", "재시도의 id가 {line}번째 줄에서 답을 받은 요청의 id와 같습니다";
        found: "the same id", "같은 id";
        expected: "a new id", "새로운 id";
        rule: "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: a retry is a request of its own", "MCP {v2607}, Base Protocol, Multi Round-Trip Requests: 재시도는 별개의 요청입니다";
        next: "give every request an id of its own", "요청마다 다른 id를 쓰세요";
    }
}
