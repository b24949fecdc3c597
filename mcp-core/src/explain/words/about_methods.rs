//! What each method does, what it needs, and what a request and its answer look like.
//!
//! In: a method. Out: texts, and JSON without the envelope. A test holds the examples to the shapes
//! of the methods; what stands in every message of a revision is not repeated here.

use crate::explain::lang::Words;
use crate::method as m;

/// What is told of a method.
pub(in crate::explain) struct MethodWords {
    pub(in crate::explain) method: &'static str,
    pub(in crate::explain) does: Words,
    pub(in crate::explain) gate: Gate,
    pub(in crate::explain) related: &'static [&'static str],
    /// An example of params; empty for none.
    pub(in crate::explain) params: &'static str,
    /// An example of a result; empty for a notification.
    pub(in crate::explain) result: &'static str,
}

/// The capability without which a method is not sent.
#[derive(Clone, Copy)]
pub(in crate::explain) enum Gate {
    Free,
    Server(&'static str),
    Client(&'static str),
    Tasks,
}

use Gate::{Client, Free, Server, Tasks};

/// What is told of this method.
pub(in crate::explain) fn method_words(method: &str) -> Option<&'static MethodWords> {
    TABLE.iter().find(|row| row.method == method)
}

macro_rules! table {
    ($($method:path, $gate:expr, [$($related:path),*], $en:literal, $ko:literal, $params:literal, $result:literal;)*) => {
        pub(in crate::explain) const TABLE: &[MethodWords] = &[$(MethodWords {
            method: $method,
            does: Words::new($en, $ko),
            gate: $gate,
            related: &[$($related),*],
            params: $params,
            result: $result,
        }),*];
    };
}

table! {
    m::INITIALIZE, Free, [m::INITIALIZED, m::DISCOVER],
        "opens the conversation: the client names a revision and what it can do, the server answers with the revision that holds", "대화를 엽니다. 클라이언트가 개정판과 capabilities를 밝히면 서버가 적용할 개정판으로 답합니다",
        r#"{"protocolVersion":"{v2511}","capabilities":{},"clientInfo":{"name":"my-client","version":"1.0.0"}}"#,
        r#"{"protocolVersion":"{v2511}","capabilities":{"tools":{}},"serverInfo":{"name":"my-server","version":"1.0.0"}}"#;
    m::INITIALIZED, Free, [m::INITIALIZE],
        "says that the client has the answer to initialize; from now on everything may be sent", "클라이언트가 initialize의 응답을 받았음을 알립니다. 이제부터 모든 메시지를 보낼 수 있습니다",
        "", "";
    m::PING, Free, [],
        "asks whether the other side is there; the answer is empty", "상대가 응답하는지 확인합니다. 응답은 빈 객체입니다",
        "", "{}";
    m::DISCOVER, Free, [m::INITIALIZE],
        "asks what a server can do and which revisions it serves; there is no handshake", "서버가 할 수 있는 일과 제공하는 개정판을 묻습니다. 핸드셰이크는 없습니다",
        "{}", r#"{"supportedVersions":["{v2607}"],"capabilities":{"tools":{}}}"#;
    m::TOOLS_LIST, Server("tools"), [m::TOOLS_CALL, m::TOOLS_LIST_CHANGED],
        "asks for a page of tools", "도구 목록의 한 페이지를 요청합니다",
        "{}", r#"{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}]}"#;
    m::TOOLS_CALL, Server("tools"), [m::TOOLS_LIST, m::PROGRESS, m::CANCELLED],
        "calls a tool by its exact name; a tool that fails answers with a result whose isError is true", "정확한 이름으로 도구를 호출합니다. 도구가 실패하면 isError가 true인 결과로 답합니다",
        r#"{"name":"add","arguments":{"a":1,"b":2}}"#, r#"{"content":[{"type":"text","text":"3"}]}"#;
    m::TOOLS_LIST_CHANGED, Server("tools.listChanged"), [m::TOOLS_LIST, m::SUBSCRIPTIONS_LISTEN],
        "says that the list of tools is another now", "도구 목록이 바뀌었음을 알립니다", "", "";
    m::RESOURCES_LIST, Server("resources"), [m::RESOURCES_READ, m::RESOURCES_TEMPLATES_LIST],
        "asks for a page of resources", "리소스 목록의 한 페이지를 요청합니다",
        "{}", r#"{"resources":[{"uri":"note://1","name":"First note"}]}"#;
    m::RESOURCES_TEMPLATES_LIST, Server("resources"), [m::RESOURCES_LIST, m::RESOURCES_READ],
        "asks for a page of resource templates, whose URIs have parameters", "매개변수가 있는 URI를 가진 리소스 템플릿 목록의 한 페이지를 요청합니다",
        "{}", r#"{"resourceTemplates":[{"uriTemplate":"note://{id}","name":"note"}]}"#;
    m::RESOURCES_READ, Server("resources"), [m::RESOURCES_LIST, m::RESOURCES_UPDATED],
        "asks what a resource holds", "리소스의 내용을 요청합니다",
        r#"{"uri":"note://1"}"#, r#"{"contents":[{"uri":"note://1","mimeType":"text/plain","text":"…"}]}"#;
    m::RESOURCES_SUBSCRIBE, Server("resources.subscribe"), [m::RESOURCES_UPDATED, m::RESOURCES_UNSUBSCRIBE, m::SUBSCRIPTIONS_LISTEN],
        "asks to be told when a resource changes", "리소스가 바뀌면 알려 달라고 요청합니다",
        r#"{"uri":"note://1"}"#, "{}";
    m::RESOURCES_UNSUBSCRIBE, Server("resources.subscribe"), [m::RESOURCES_SUBSCRIBE],
        "asks not to be told any more", "더는 알리지 않도록 요청합니다",
        r#"{"uri":"note://1"}"#, "{}";
    m::RESOURCES_UPDATED, Server("resources.subscribe"), [m::RESOURCES_SUBSCRIBE, m::RESOURCES_READ],
        "says that a resource has changed", "리소스가 바뀌었음을 알립니다", r#"{"uri":"note://1"}"#, "";
    m::RESOURCES_LIST_CHANGED, Server("resources.listChanged"), [m::RESOURCES_LIST, m::SUBSCRIPTIONS_LISTEN],
        "says that the list of resources is another now", "리소스 목록이 바뀌었음을 알립니다", "", "";
    m::PROMPTS_LIST, Server("prompts"), [m::PROMPTS_GET, m::PROMPTS_LIST_CHANGED],
        "asks for a page of prompts", "프롬프트 목록의 한 페이지를 요청합니다",
        "{}", r#"{"prompts":[{"name":"weekly_review","arguments":[{"name":"week"}]}]}"#;
    m::PROMPTS_GET, Server("prompts"), [m::PROMPTS_LIST, m::COMPLETE],
        "asks for the messages of a prompt; its arguments are strings", "프롬프트의 메시지를 요청합니다. 인수는 모두 문자열입니다",
        r#"{"name":"weekly_review","arguments":{"week":"12"}}"#,
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"…"}}]}"#;
    m::PROMPTS_LIST_CHANGED, Server("prompts.listChanged"), [m::PROMPTS_LIST, m::SUBSCRIPTIONS_LISTEN],
        "says that the list of prompts is another now", "프롬프트 목록이 바뀌었음을 알립니다", "", "";
    m::COMPLETE, Server("completions"), [m::PROMPTS_GET, m::RESOURCES_TEMPLATES_LIST],
        "asks how an argument of a prompt or a resource template may go on", "프롬프트나 리소스 템플릿의 인수를 어떻게 이어 쓸 수 있는지 묻습니다",
        r#"{"ref":{"type":"ref/prompt","name":"weekly_review"},"argument":{"name":"week","value":"1"}}"#,
        r#"{"completion":{"values":["11","12"]}}"#;
    m::SET_LEVEL, Server("logging"), [m::LOG_MESSAGE],
        "sets the least level of log messages for the conversation", "대화에서 받을 로그 메시지의 최소 수준을 정합니다",
        r#"{"level":"warning"}"#, "{}";
    m::LOG_MESSAGE, Server("logging"), [m::SET_LEVEL],
        "carries a log message of the server", "서버의 로그 메시지를 전합니다",
        r#"{"level":"info","logger":"notes","data":"indexed"}"#, "";
    m::PROGRESS, Free, [m::TOOLS_CALL, m::CANCELLED],
        "says how far a request has come whose _meta has this progressToken; progress only grows", "_meta에 이 progressToken이 있는 요청의 진행 상황을 알립니다. progress는 늘어나기만 합니다",
        r#"{"progressToken":"t-1","progress":2,"total":10}"#, "";
    m::CANCELLED, Free, [m::PROGRESS],
        "says that the answer to a request is no longer wanted; none follows", "요청의 응답이 더는 필요 없음을 알립니다. 응답은 오지 않습니다",
        r#"{"requestId":1,"reason":"the user left"}"#, "";
    m::SUBSCRIPTIONS_LISTEN, Free, [m::SUBSCRIPTIONS_ACKNOWLEDGED, m::TOOLS_LIST_CHANGED, m::RESOURCES_UPDATED],
        "asks to be told of changes; its answer comes when the server ends the stream", "변경 사항을 알려 달라고 요청합니다. 응답은 서버가 스트림을 끝낼 때 옵니다",
        r#"{"notifications":{"toolsListChanged":true}}"#, r#"{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#;
    m::SUBSCRIPTIONS_ACKNOWLEDGED, Free, [m::SUBSCRIPTIONS_LISTEN],
        "says which changes the client will be told of; the first on its stream", "클라이언트에 어떤 변경을 알릴지 확인합니다. 스트림의 첫 메시지입니다",
        r#"{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":1}}"#, "";
    m::ROOTS_LIST, Client("roots"), [m::ROOTS_LIST_CHANGED],
        "asks the client for the directories that the server may work in", "서버가 작업할 수 있는 디렉터리를 클라이언트에 묻습니다",
        "{}", r#"{"roots":[{"uri":"file:///home/me/notes","name":"notes"}]}"#;
    m::ROOTS_LIST_CHANGED, Client("roots.listChanged"), [m::ROOTS_LIST],
        "says that the roots are others now", "루트 목록이 바뀌었음을 알립니다", "", "";
    m::CREATE_MESSAGE, Client("sampling"), [m::ELICIT],
        "asks the client's model for a message", "클라이언트의 모델에 메시지 생성을 요청합니다",
        r#"{"messages":[{"role":"user","content":{"type":"text","text":"…"}}],"maxTokens":100}"#,
        r#"{"role":"assistant","content":{"type":"text","text":"…"},"model":"a-model"}"#;
    m::ELICIT, Client("elicitation"), [m::ELICITATION_COMPLETE],
        "asks the client's user, with a form or (since {v2511}) a web page", "클라이언트의 사용자에게 폼으로 묻습니다. {v2511}부터는 웹 페이지로도 물을 수 있습니다",
        r#"{"message":"Which name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}"#,
        r#"{"action":"accept","content":{"name":"Ada"}}"#;
    m::ELICITATION_COMPLETE, Client("elicitation.url"), [m::ELICIT],
        "says that a user is done with a web page", "사용자가 웹 페이지에서 할 일을 마쳤음을 알립니다", r#"{"elicitationId":"e-1"}"#, "";
    m::TASKS_GET, Tasks, [m::TASKS_RESULT, m::TASKS_CANCEL],
        "asks how a task stands", "작업의 상태를 묻습니다",
        r#"{"taskId":"t-1"}"#,
        r#"{"taskId":"t-1","status":"working","createdAt":"…","lastUpdatedAt":"…","ttl":60000}"#;
    m::TASKS_RESULT, Tasks, [m::TASKS_GET],
        "asks what came out of a task; the answer is that of the request that began it", "작업의 결과를 요청합니다. 응답은 작업을 시작한 요청의 응답과 같습니다",
        r#"{"taskId":"t-1"}"#, r#"{"content":[{"type":"text","text":"…"}]}"#;
    m::TASKS_LIST, Tasks, [m::TASKS_GET],
        "asks for a page of tasks", "작업 목록의 한 페이지를 요청합니다", "{}", r#"{"tasks":[]}"#;
    m::TASKS_CANCEL, Tasks, [m::TASKS_GET],
        "asks to end a task", "작업을 끝내 달라고 요청합니다",
        r#"{"taskId":"t-1"}"#,
        r#"{"taskId":"t-1","status":"cancelled","createdAt":"…","lastUpdatedAt":"…","ttl":60000}"#;
    m::TASKS_STATUS, Tasks, [m::TASKS_GET],
        "says how a task stands", "작업의 상태를 알립니다",
        r#"{"taskId":"t-1","status":"working","createdAt":"…","lastUpdatedAt":"…","ttl":60000}"#, "";
}
