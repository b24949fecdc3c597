//! The words of findings on the envelope: one row for each kind of fault that the classifier and
//! the reasons have.
//!
//! In and out: texts. See `rows!` for what each row holds. What a fault says stands in the fault
//! itself, so that a reply and a finding have the same words; see `faults` for the Korean ones.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

/// Makes rows whose words are those of the fault, and others after them.
macro_rules! fault_rows {
    (
        faults { $($(#[$doc:meta])* $constant:ident = $name:literal, $severity:ident;)* }
        ruled {
            $(
                $(#[$ruled_doc:meta])*
                $ruled:ident = $ruled_name:literal, $ruled_severity:ident, $en:literal, $ko:literal;
            )*
        }
        others { $($others:tt)* }
    ) => {
        rows! {
            $(
                $(#[$doc])*
                $constant = $name, $severity {
                    title: "{what}", "{what}";
                    found: "{got}", "{got}";
                    expected: "{expected}", "{expected}";
                    rule: "{rule}", "{rule}";
                    next: "{remedy}", "{remedy}";
                }
            )*
            $(
                $(#[$ruled_doc])*
                $ruled = $ruled_name, $ruled_severity {
                    title: "{what}", "{what}";
                    found: "{got}", "{got}";
                    expected: "{expected}", "{expected}";
                    rule: $en, $ko;
                    next: "{remedy}", "{remedy}";
                }
            )*
            $($others)*
        }
    };
}

fault_rows! { faults {
    /// The text ends before the value does.
    JSON_CUT_OFF = "json-cut-off", Error;
    /// The text is not a JSON object.
    JSON_NOT_OBJECT = "json-not-object", Error;
    /// A token that JSON does not allow.
    JSON_INVALID = "json-invalid", Error;
    /// Values nest too deep.
    JSON_TOO_DEEP = "json-too-deep", Error;
    /// The frame is too large.
    FRAME_TOO_LARGE = "frame-too-large", Error;
    /// A member stands there twice.
    MEMBER_TWICE = "member-twice", Error;
    /// `jsonrpc` is missing.
    JSONRPC_MISSING = "jsonrpc-missing", Error;
    /// `jsonrpc` is not `"2.0"`.
    JSONRPC_WRONG = "jsonrpc-wrong", Error;
    /// `id` is null.
    ID_NULL = "id-null", Error;
    /// `id` is neither a string nor an integer of 64 bits.
    ID_TYPE = "id-type", Error;
    /// `id` is too long.
    ID_LONG = "id-long", Error;
    /// `method` is not a string.
    METHOD_TYPE = "method-type", Error;
    /// A text holds half a surrogate pair.
    TEXT_HALF_CHARACTER = "text-half-character", Error;
    /// `method` stands beside `result` or `error`.
    METHOD_AND_RESULT = "method-and-result", Error;
    /// `result` stands beside `error`.
    RESULT_AND_ERROR = "result-and-error", Error;
    /// A result does not say whose it is.
    RESULT_WITHOUT_ID = "result-without-id", Error;
    /// `error` is not an object.
    ERROR_NOT_OBJECT = "error-not-object", Error;
    /// `params` is not an object.
    PARAMS_NOT_OBJECT = "params-not-object", Error;
    /// `_meta` is not an object.
    META_NOT_OBJECT = "meta-not-object", Error;
    /// A batch with too many entries.
    BATCH_LONG = "batch-long", Error;
    /// A notification that has an id.
    NOTIFICATION_WITH_ID = "notification-with-id", Error;
    /// A request whose id belongs to one that is not answered yet.
    ID_REUSED = "id-reused", Error;
    /// A member that is missing.
    MEMBER_MISSING = "member-missing", Error;
    /// A member of the wrong type or value.
    MEMBER_WRONG = "member-wrong", Error;
    /// A method that there is not.
    METHOD_UNKNOWN = "method-unknown", Error;
    /// A tool that there is not.
    TOOL_UNKNOWN = "tool-unknown", Error;
    /// A cursor that no page returned.
    CURSOR_UNKNOWN = "cursor-unknown", Error;
    /// More calls at once than the limit.
    BUSY = "busy", Error;
}

// What is said of them names revisions, whose dates stand in one file alone.
ruled {
    /// An entry of a batch that is not an object.
    BATCH_ENTRY_NOT_OBJECT = "batch-entry-not-object", Error,
        "JSON-RPC 2.0, section 6; MCP {v2503}, Base Protocol, Batching; removed in {v2506}",
        "JSON-RPC 2.0, 6절. MCP {v2503}, Base Protocol, Batching. {v2506}에서 삭제됨";
    /// `initialize` in a batch.
    BATCH_INITIALIZE = "batch-initialize", Error,
        "MCP {v2503}, Lifecycle, Initialization: initialize must not be part of a batch",
        "MCP {v2503}, Lifecycle, Initialization: initialize는 배치에 들어가면 안 됩니다";
    /// A stateless request without a key that opens it.
    META_MISSING = "meta-missing", Error,
        "MCP {v2607}, Base Protocol, _meta: every request carries its revision and the client's capabilities",
        "MCP {v2607}, Base Protocol, _meta: 모든 요청은 개정판과 클라이언트의 capabilities를 담습니다";
    /// A revision that is not served.
    VERSION_UNSUPPORTED = "version-unsupported", Error,
        "MCP {v2607}, Base Protocol, Versioning: a revision that is not implemented is refused",
        "MCP {v2607}, Base Protocol, Versioning: 구현하지 않은 개정판은 거절됩니다";
    /// A request before the handshake, and without terms of its own.
    NOT_INITIALIZED = "not-initialized", Error,
        "MCP up to {v2511}, Lifecycle: initialize is the first message of a session; MCP {v2607}, Base Protocol, _meta: every request names its revision",
        "MCP {v2511}까지, Lifecycle: initialize가 세션의 첫 메시지입니다. MCP {v2607}, Base Protocol, _meta: 모든 요청은 개정판을 밝힙니다";
    /// A second handshake.
    ALREADY_INITIALIZED = "already-initialized", Error,
        "MCP up to {v2511}, Lifecycle, Initialization: initialize is the first message of a session",
        "MCP {v2511}까지, Lifecycle, Initialization: initialize는 세션의 첫 메시지입니다";
    /// A batch without entries.
    BATCH_EMPTY = "batch-empty", Error,
        "JSON-RPC 2.0, section 6; MCP {v2503}, Base Protocol, Batching; removed in {v2506}",
        "JSON-RPC 2.0, 6절. MCP {v2503}, Base Protocol, Batching. {v2506}에서 삭제됨";
}

others {
    /// A batch where there are none.
    BATCH_NOT_ALLOWED = "batch-not-allowed", Error {
        title: "{what}: only revision {v2503} has batches of messages",
               "{what}. 메시지 배치는 개정판 {v2503}에만 있습니다";
        found: "{got}", "{got}";
        expected: "{expected}", "{expected}";
        rule: "JSON-RPC 2.0, section 6; MCP {v2503}, Base Protocol, Batching; removed in {v2506}",
              "JSON-RPC 2.0, 6절. MCP {v2503}, Base Protocol, Batching. {v2506}에서 삭제됨";
        next: "{remedy}", "{remedy}";
    }
    /// Neither `method` nor `result` nor `error`.
    METHOD_MISSING = "method-missing", Error {
        title: "{what}: without `method` this is neither a request nor a notification, and without `result` or `error` it is no answer",
               "{what}. method가 없으면 요청도 알림도 아니고, result나 error도 없으면 응답도 아닙니다";
        found: "{got}", "{got}";
        expected: "{expected}", "{expected}";
        rule: "{rule}", "{rule}";
        next: "{remedy}", "{remedy}";
    }
    /// `params` is null.
    PARAMS_NULL = "params-null", Warning {
        title: "`params` is null: it counts as left out, but many readers refuse the message",
               "\"params\"가 null입니다. 없는 것으로 보지만, 이런 메시지를 거부하는 구현이 많습니다";
        found: "null", "null";
        expected: "an object, or no params at all", "객체, 또는 params 없음";
        rule: "JSON-RPC 2.0, section 4.2: params is an object or an array, or is left out; MCP, every revision, Base Protocol, Requests: an object",
              "JSON-RPC 2.0, 4.2절: params는 객체나 배열이거나 생략합니다. MCP 모든 개정판, Base Protocol, Requests: 객체";
        next: "leave params out, or send \"params\":{}", "params를 빼거나 \"params\":{}를 보내세요";
    }
    /// A member that JSON-RPC does not know stands where one is missing that it nearly is.
    MEMBER_MISSPELT = "member-misspelt", Warning {
        title: "the member `{written}` is ignored: JSON-RPC has `{known}`, and that is missing",
               "멤버 \"{written}\"은(는) 무시됩니다. JSON-RPC의 멤버는 \"{known}\"인데 그것이 없습니다";
        found: "\"{written}\"", "\"{written}\"";
        expected: "\"{known}\"", "\"{known}\"";
        rule: "JSON-RPC 2.0, section 4: the members are jsonrpc, method, params and id, and their names are case-sensitive",
              "JSON-RPC 2.0, 4절: 멤버는 jsonrpc, method, params, id이며 이름은 대소문자를 구분합니다";
        next: "rename \"{written}\" to \"{known}\"", "\"{written}\"의 이름을 \"{known}\"(으)로 바꾸세요";
    }
}}
