//! The words of faults in Korean: what to write instead, and the rules.
//!
//! In and out: texts, English and Korean. `{names}` stand for what changes.

/// English and Korean.
pub(super) const TABLE: &[(&str, &str)] = &[
    // Remedies.
    (
        "send each message whole, on one line, with every bracket and quote closed",
        "메시지마다 모든 괄호와 따옴표를 닫아 한 줄에 온전히 보내세요",
    ),
    (
        "send JSON-RPC messages only, like {example}; write anything else to stderr",
        "{example} 같은 JSON-RPC 메시지만 보내고, 그 밖의 것은 stderr에 쓰세요",
    ),
    (
        "let a JSON library write the message, and encode it as UTF-8",
        "메시지는 JSON 라이브러리로 만들고 UTF-8로 인코딩하세요",
    ),
    ("flatten the value", "값의 중첩을 줄이세요"),
    (
        "send less at once, or a link to the data",
        "한 번에 더 적게 보내거나, 데이터의 링크를 보내세요",
    ),
    (
        "make every entry of the array a message",
        "배열의 모든 항목을 메시지로 만드세요",
    ),
    ("send the member once", "그 멤버를 한 번만 보내세요"),
    (
        "write \"jsonrpc\":\"2.0\", a string",
        "\"jsonrpc\":\"2.0\"으로, 문자열로 쓰세요",
    ),
    (
        "add \"jsonrpc\":\"2.0\" to the message",
        "메시지에 \"jsonrpc\":\"2.0\"을 넣으세요",
    ),
    (
        "give the request an id, as in \"id\":1; a notification has no id member at all",
        "요청에는 \"id\":1처럼 id를 넣으세요. 알림에는 id 멤버가 아예 없어야 합니다",
    ),
    (
        "use an integer or a string, as in \"id\":1",
        "\"id\":1처럼 정수나 문자열을 쓰세요",
    ),
    (
        "use a shorter id, such as a number or a UUID",
        "숫자나 UUID처럼 더 짧은 id를 쓰세요",
    ),
    (
        "use a smaller integer, or a string",
        "더 작은 정수나 문자열을 쓰세요",
    ),
    ("write 0", "0으로 쓰세요"),
    (
        "write the integer with digits alone, as in 1",
        "정수는 1처럼 숫자만으로 쓰세요",
    ),
    (
        "add the method, as in \"method\":\"tools/list\"; member names are case-sensitive",
        "\"method\":\"tools/list\"처럼 method를 넣으세요. 멤버 이름은 대소문자를 구분합니다",
    ),
    (
        "put the name of the method in double quotes",
        "메서드 이름을 큰따옴표로 감싸세요",
    ),
    (
        "write the character itself, or both halves of its pair",
        "문자를 그대로 쓰거나, 서로게이트 쌍을 양쪽 다 쓰세요",
    ),
    (
        "send either a request (method, params) or a response (result or error)",
        "요청(method, params)과 응답(result 또는 error) 중 하나만 보내세요",
    ),
    (
        "send only one of result and error",
        "result와 error 중 하나만 보내세요",
    ),
    (
        "repeat the id of the request",
        "요청의 id를 그대로 되돌려 보내세요",
    ),
    (
        "send {example} as error",
        "error에 {example} 같은 객체를 넣으세요",
    ),
    (
        "name the parameters, as in {example}, or leave params out",
        "{example}처럼 매개변수에 이름을 붙이거나, params를 빼세요",
    ),
    (
        "send an object as _meta, or leave it out",
        "_meta에 객체를 넣거나, _meta를 빼세요",
    ),
    (
        "send at least one message, or nothing",
        "메시지를 하나 이상 보내거나, 아무것도 보내지 마세요",
    ),
    (
        "send several smaller batches",
        "더 작은 배치 여러 개로 나누어 보내세요",
    ),
    (
        "send the messages one by one, each an object on a line of its own",
        "메시지를 하나씩, 각각 한 줄에 객체 하나로 보내세요",
    ),
    (
        "send initialize alone, and the batch after its reply",
        "initialize를 따로 보내고, 응답을 받은 뒤에 배치를 보내세요",
    ),
    ("drop the id", "id를 빼세요"),
    (
        "give each request an id of its own",
        "요청마다 서로 다른 id를 쓰세요",
    ),
    ("add the member", "그 멤버를 넣으세요"),
    (
        "send a value of the expected type",
        "기대하는 타입의 값을 보내세요",
    ),
    (
        "call a method that the server offers",
        "서버가 제공하는 메서드를 호출하세요",
    ),
    (
        "call a tool that tools/list returns",
        "tools/list가 돌려준 도구를 호출하세요",
    ),
    (
        "send the nextCursor of the page before as it was, or no cursor for the first page",
        "앞 페이지의 nextCursor를 그대로 보내고, 첫 페이지라면 cursor를 빼세요",
    ),
    (
        "add the key to params._meta of every request",
        "모든 요청의 params._meta에 그 키를 넣으세요",
    ),
    (
        "send the request again under one of these revisions",
        "이 개정판 중 하나로 요청을 다시 보내세요",
    ),
    (
        "name the revision in params._meta, or send initialize first",
        "params._meta에 개정판을 밝히거나, 먼저 initialize를 보내세요",
    ),
    (
        "go on with the session that there is, or open a new connection",
        "지금 세션을 계속 쓰거나, 연결을 새로 여세요",
    ),
    (
        "wait for an answer, then send the call again",
        "응답을 하나 기다린 뒤 호출을 다시 보내세요",
    ),
    (
        "use a short string, or an integer of 64 bits",
        "짧은 문자열이나 64비트 정수를 쓰세요",
    ),
    (
        "add {key} to params._meta of every request",
        "모든 요청의 params._meta에 {key}을(를) 넣으세요",
    ),
    (
        "add {field}, {expected}",
        "{field}을(를) 넣으세요. 타입은 {expected}입니다",
    ),
    (
        "send {expected} as {field}",
        "{field}의 값으로 {expected}을(를) 보내세요",
    ),
    (
        "put {keys} into params._meta of each request (revision {version}), or send initialize first (older revisions)",
        "요청마다 params._meta에 {keys}을(를) 넣거나(개정판 {version}), 먼저 initialize를 보내세요(이전 개정판)",
    ),
    (
        "put {keys} into params._meta of each request (revision {version})",
        "요청마다 params._meta에 {keys}을(를) 넣으세요(개정판 {version})",
    ),
    ("send initialize first", "먼저 initialize를 보내세요"),
    (
        "write one of these names, in lower case",
        "이 이름 중 하나를 소문자로 쓰세요",
    ),
    (
        "use only what the server's capabilities name",
        "서버의 capabilities에 있는 것만 쓰세요",
    ),
    (
        "use it under {list}, or what {version} has in its place",
        "{list}에서 쓰거나, {version}에서 그것을 대신하는 것을 쓰세요",
    ),
    ("call one of {list}", "{list} 중 하나를 호출하세요"),
    ("call {near}", "{near}을(를) 호출하세요"),
    // Rules.
    (
        "JSON-RPC 2.0, section 4: a message is one JSON object (RFC 8259), encoded as UTF-8",
        "JSON-RPC 2.0, 4절: 메시지는 UTF-8로 인코딩한 JSON 객체(RFC 8259) 하나입니다",
    ),
    (
        "MCP, every revision, Base Protocol, Requests: an id is a string or an integer and must not be null",
        "MCP 모든 개정판, Base Protocol, Requests: id는 문자열 또는 정수이며 null이면 안 됩니다",
    ),
    (
        "MCP, every revision, Base Protocol, Requests: params is an object, with named members",
        "MCP 모든 개정판, Base Protocol, Requests: params는 이름 있는 멤버를 가진 객체입니다",
    ),
    (
        "JSON-RPC 2.0, section 5: a response has the id of its request and either result or error, never both",
        "JSON-RPC 2.0, 5절: 응답에는 요청의 id가 있고, result와 error 중 하나만 있습니다",
    ),
    (
        "JSON-RPC 2.0, section 6, and MCP, Base Protocol, Batching, in the one revision that has it",
        "JSON-RPC 2.0, 6절, 그리고 배치가 있는 유일한 MCP 개정판의 Base Protocol, Batching",
    ),
    (
        "limit of this implementation; JSON-RPC 2.0 and RFC 8259 leave it open",
        "이 구현의 한도입니다. JSON-RPC 2.0과 RFC 8259는 정하지 않았습니다",
    ),
    (
        "RFC 8259, section 4: the names within an object should be unique; which of two counts would depend on the reader",
        "RFC 8259, 4절: 객체 안의 이름은 서로 달라야 합니다. 둘 중 어느 쪽이 쓰일지는 읽는 쪽에 따라 달라집니다",
    ),
    (
        "JSON-RPC 2.0, section 4: jsonrpc must be exactly \"2.0\"",
        "JSON-RPC 2.0, 4절: jsonrpc는 정확히 \"2.0\"이어야 합니다",
    ),
    (
        "JSON-RPC 2.0, section 4: method names what is to be invoked",
        "JSON-RPC 2.0, 4절: method는 호출할 대상의 이름입니다",
    ),
    (
        "JSON-RPC 2.0, section 4: method is a string",
        "JSON-RPC 2.0, 4절: method는 문자열입니다",
    ),
    (
        "RFC 8259, section 8.2: half of a surrogate pair stands for no character",
        "RFC 8259, 8.2절: 서로게이트 쌍의 한쪽은 어떤 문자도 나타내지 않습니다",
    ),
    (
        "JSON-RPC 2.0, section 5.1: error is an object with code and message",
        "JSON-RPC 2.0, 5.1절: error는 code와 message를 가진 객체입니다",
    ),
    (
        "MCP, every revision, Base Protocol, _meta: it is an object",
        "MCP 모든 개정판, Base Protocol, _meta: _meta는 객체입니다",
    ),
    (
        "MCP, Lifecycle, Initialization, in the one revision that has batches: initialize must not be part of one",
        "배치가 있는 유일한 MCP 개정판, Lifecycle, Initialization: initialize는 배치에 들어가면 안 됩니다",
    ),
    (
        "MCP, every revision, Base Protocol, Notifications: a notification must not have an id",
        "MCP 모든 개정판, Base Protocol, Notifications: 알림에는 id가 없어야 합니다",
    ),
    (
        "MCP, every revision, Base Protocol, Requests: an id must not be that of another unanswered request of the sender",
        "MCP 모든 개정판, Base Protocol, Requests: id는 같은 쪽이 보내고 아직 응답받지 못한 다른 요청의 id와 달라야 합니다",
    ),
    (
        "JSON-RPC 2.0, section 5.1: a method must exist and be available",
        "JSON-RPC 2.0, 5.1절: 메서드는 존재하고 쓸 수 있어야 합니다",
    ),
    (
        "MCP, every revision, Tools, Error Handling: an unknown tool is a protocol error",
        "MCP 모든 개정판, Tools, Error Handling: 알 수 없는 도구는 프로토콜 오류입니다",
    ),
    (
        "MCP, every revision, Pagination, Error Handling: cursors are opaque, and an invalid one is an error",
        "MCP 모든 개정판, Pagination, Error Handling: cursor는 내용을 해석하지 않는 값이며, 잘못된 cursor는 오류입니다",
    ),
    (
        "MCP, stateless revisions, Base Protocol, _meta: every request carries its revision and the client's capabilities",
        "MCP의 상태 없는 개정판, Base Protocol, _meta: 모든 요청은 개정판과 클라이언트의 capabilities를 담습니다",
    ),
    (
        "MCP, stateless revisions, Versioning: a revision that is not implemented is refused",
        "MCP의 상태 없는 개정판, Versioning: 구현하지 않은 개정판은 거부됩니다",
    ),
    (
        "MCP, Versioning (stateless requests) and Lifecycle (handshake)",
        "MCP, Versioning(상태 없는 요청)과 Lifecycle(핸드셰이크)",
    ),
    (
        "MCP, Lifecycle, Initialization: it is the first message of a session",
        "MCP, Lifecycle, Initialization: initialize는 세션의 첫 메시지입니다",
    ),
    // Last, since it would fit many others.
    ("{count} bytes", "{count}바이트"),
];
