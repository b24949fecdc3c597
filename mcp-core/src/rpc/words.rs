//! The words for each kind of fault: code, member, reason, rule, remedy.
//!
//! In: a [`FaultKind`]. Out: the words that usually go with it. One table, so that replies and
//! explanations can't drift apart. It never looks at a message.

use super::error::ErrorCode;
use super::fault::FaultKind;

/// What is usually said about a kind of fault.
pub(super) struct Row {
    kind: FaultKind,
    /// The member.
    pub(super) field: &'static str,
    /// What is wrong with it.
    pub(super) reason: &'static str,
    pub(super) expected: &'static str,
    /// The rule that is broken, with its place.
    pub(super) rule: &'static str,
    /// What to write instead.
    pub(super) remedy: &'static str,
}

const TEXT_RULE: &str =
    "JSON-RPC 2.0, section 4: a message is one JSON object (RFC 8259), encoded as UTF-8";
const ID_RULE: &str = "MCP, every revision, Base Protocol, Requests: an id is a string or an \
                       integer and must not be null";
const PARAMS_RULE: &str =
    "MCP, every revision, Base Protocol, Requests: params is an object, with named members";
const RESPONSE_RULE: &str = "JSON-RPC 2.0, section 5: a response has the id of its request and \
                             either result or error, never both";
const BATCH_RULE: &str =
    "JSON-RPC 2.0, section 6, and MCP, Base Protocol, Batching, in the one revision that has it";
const LIMIT_RULE: &str = "limit of this implementation; JSON-RPC 2.0 and RFC 8259 leave it open";

impl FaultKind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = FaultKind> {
        TABLE.iter().map(|row| row.kind)
    }

    /// The code that goes with it.
    pub const fn code(self) -> ErrorCode {
        match self {
            FaultKind::CutOff | FaultKind::NotAnObject | FaultKind::BadText => {
                ErrorCode::PARSE_ERROR
            }
            FaultKind::ParamsNotAnObject
            | FaultKind::MetaNotAnObject
            | FaultKind::MissingMember
            | FaultKind::WrongMember
            | FaultKind::UnknownTool
            | FaultKind::UnknownCursor
            | FaultKind::MissingMeta
            | FaultKind::NotInitialized => ErrorCode::INVALID_PARAMS,
            FaultKind::UnsupportedVersion => ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            FaultKind::Busy => ErrorCode::BUSY,
            FaultKind::HeaderMismatch => ErrorCode::HEADER_MISMATCH,
            FaultKind::UnknownMethod => ErrorCode::METHOD_NOT_FOUND,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }

    /// Whether "must be this" is well followed by "not that".
    pub(super) const fn contrasts(self) -> bool {
        matches!(
            self,
            FaultKind::NotAMessage
                | FaultKind::BadVersion
                | FaultKind::NullId
                | FaultKind::BadId
                | FaultKind::BadMethod
                | FaultKind::ErrorNotAnObject
                | FaultKind::ParamsNotAnObject
                | FaultKind::MetaNotAnObject
                | FaultKind::WrongMember
        )
    }

    /// The usual words.
    pub(super) fn words(self) -> &'static Row {
        // The rows stand in the order of the kinds: a test says so.
        TABLE.get(self as usize).unwrap_or(&TABLE[0])
    }
}

const _: () = assert!(
    TABLE.len() == FaultKind::HeaderMismatch as usize + 1,
    "each kind of fault has a row"
);

static TABLE: &[Row] = &[
    Row {
        kind: FaultKind::CutOff,
        field: "",
        reason: "must be one whole JSON object",
        expected: "a whole JSON object",
        rule: TEXT_RULE,
        remedy: "send each message whole, on one line, with every bracket and quote closed",
    },
    Row {
        kind: FaultKind::NotAnObject,
        field: "",
        reason: "must be a JSON object",
        expected: "a JSON object",
        rule: TEXT_RULE,
        remedy: "send JSON-RPC messages only, like \
                 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}; write anything else to \
                 stderr",
    },
    Row {
        kind: FaultKind::BadText,
        field: "",
        reason: "must be valid JSON",
        expected: "valid JSON",
        rule: TEXT_RULE,
        remedy: "let a JSON library write the message, and encode it as UTF-8",
    },
    Row {
        kind: FaultKind::TooDeep,
        field: "",
        reason: "must not nest deeper than 127",
        expected: "at most 127 arrays and objects inside each other",
        rule: LIMIT_RULE,
        remedy: "flatten the value",
    },
    Row {
        kind: FaultKind::TooLarge,
        field: "",
        reason: "must not be so large",
        expected: "a smaller message",
        rule: LIMIT_RULE,
        remedy: "send less at once, or a link to the data",
    },
    Row {
        kind: FaultKind::NotAMessage,
        field: "",
        reason: "must be an object",
        expected: "an object",
        rule: BATCH_RULE,
        remedy: "make every entry of the array a message",
    },
    Row {
        kind: FaultKind::DuplicateMember,
        field: "",
        reason: "must be given once",
        expected: "one member of that name",
        rule: "RFC 8259, section 4: the names within an object should be unique; which of two \
               counts would depend on the reader",
        remedy: "send the member once",
    },
    Row {
        kind: FaultKind::MissingVersion,
        field: "jsonrpc",
        reason: "is required",
        expected: "\"2.0\"",
        rule: "JSON-RPC 2.0, section 4: jsonrpc must be exactly \"2.0\"",
        remedy: "add \"jsonrpc\":\"2.0\" to the message",
    },
    Row {
        kind: FaultKind::BadVersion,
        field: "jsonrpc",
        reason: "must be \"2.0\"",
        expected: "\"2.0\"",
        rule: "JSON-RPC 2.0, section 4: jsonrpc must be exactly \"2.0\"",
        remedy: "write \"jsonrpc\":\"2.0\", a string",
    },
    Row {
        kind: FaultKind::NullId,
        field: "id",
        reason: "must be a string or an integer",
        expected: "a string or an integer",
        rule: ID_RULE,
        remedy: "give the request an id, as in \"id\":1; a notification has no id member at all",
    },
    Row {
        kind: FaultKind::BadId,
        field: "id",
        reason: "must be a string or an integer",
        expected: "a string or an integer",
        rule: ID_RULE,
        remedy: "use an integer or a string, as in \"id\":1",
    },
    Row {
        kind: FaultKind::LongId,
        field: "id",
        reason: "must be at most 256 bytes long",
        expected: "at most 256 bytes",
        rule: LIMIT_RULE,
        remedy: "use a shorter id, such as a number or a UUID",
    },
    Row {
        kind: FaultKind::MissingMethod,
        field: "method",
        reason: "is required",
        expected: "a string",
        rule: "JSON-RPC 2.0, section 4: method names what is to be invoked",
        remedy: "add the method, as in \"method\":\"tools/list\"; member names are case-sensitive",
    },
    Row {
        kind: FaultKind::BadMethod,
        field: "method",
        reason: "must be a string",
        expected: "a string",
        rule: "JSON-RPC 2.0, section 4: method is a string",
        remedy: "put the name of the method in double quotes",
    },
    Row {
        kind: FaultKind::LoneSurrogate,
        field: "",
        reason: "must not hold half of a surrogate pair",
        expected: "a string of whole characters",
        rule: "RFC 8259, section 8.2: half of a surrogate pair stands for no character",
        remedy: "write the character itself, or both halves of its pair",
    },
    Row {
        kind: FaultKind::MethodAndOutcome,
        field: "result",
        reason: "must not stand beside method",
        expected: "nothing",
        rule: RESPONSE_RULE,
        remedy: "send either a request (method, params) or a response (result or error)",
    },
    Row {
        kind: FaultKind::ResultAndError,
        field: "error",
        reason: "must not stand beside result",
        expected: "nothing",
        rule: RESPONSE_RULE,
        remedy: "send only one of result and error",
    },
    Row {
        kind: FaultKind::ResultWithoutId,
        field: "id",
        reason: "is required beside result",
        expected: "a string or an integer",
        rule: RESPONSE_RULE,
        remedy: "repeat the id of the request",
    },
    Row {
        kind: FaultKind::ErrorNotAnObject,
        field: "error",
        reason: "must be an object",
        expected: "an object",
        rule: "JSON-RPC 2.0, section 5.1: error is an object with code and message",
        remedy: "send {\"code\":-32603,\"message\":\"…\"} as error",
    },
    Row {
        kind: FaultKind::ParamsNotAnObject,
        field: "params",
        reason: "must be an object",
        expected: "an object",
        rule: PARAMS_RULE,
        remedy: "name the parameters, as in \"params\":{\"name\":\"…\"}, or leave params out",
    },
    Row {
        kind: FaultKind::MetaNotAnObject,
        field: "params._meta",
        reason: "must be an object",
        expected: "an object",
        rule: "MCP, every revision, Base Protocol, _meta: it is an object",
        remedy: "send an object as _meta, or leave it out",
    },
    Row {
        kind: FaultKind::EmptyBatch,
        field: "",
        reason: "must not be an empty array",
        expected: "at least one message",
        rule: BATCH_RULE,
        remedy: "send at least one message, or nothing",
    },
    Row {
        kind: FaultKind::LongBatch,
        field: "",
        reason: "must not hold so many messages",
        expected: "fewer messages",
        rule: LIMIT_RULE,
        remedy: "send several smaller batches",
    },
    Row {
        kind: FaultKind::BatchNotAllowed,
        field: "",
        reason: "must be an object, not an array",
        expected: "one object",
        rule: BATCH_RULE,
        remedy: "send the messages one by one, each an object on a line of its own",
    },
    Row {
        kind: FaultKind::InitializeInBatch,
        field: "",
        reason: "must not hold initialize among others",
        expected: "initialize in a message of its own",
        rule: "MCP, Lifecycle, Initialization, in the one revision that has batches: initialize \
               must not be part of one",
        remedy: "send initialize alone, and the batch after its reply",
    },
    Row {
        kind: FaultKind::NotificationWithId,
        field: "id",
        reason: "must not be given here",
        expected: "no id",
        rule: "MCP, every revision, Base Protocol, Notifications: a notification must not have \
               an id",
        remedy: "drop the id",
    },
    Row {
        kind: FaultKind::IdInUse,
        field: "id",
        reason: "must not be that of an unanswered request",
        expected: "a new id",
        rule: "MCP, every revision, Base Protocol, Requests: an id must not be that of another \
               unanswered request of the sender",
        remedy: "give each request an id of its own",
    },
    Row {
        kind: FaultKind::MissingMember,
        field: "",
        reason: "is required",
        expected: "a value",
        rule: PARAMS_RULE,
        remedy: "add the member",
    },
    Row {
        kind: FaultKind::WrongMember,
        field: "",
        reason: "must be of another type",
        expected: "another type",
        rule: PARAMS_RULE,
        remedy: "send a value of the expected type",
    },
    Row {
        kind: FaultKind::UnknownMethod,
        field: "method",
        reason: "is not one that is offered",
        expected: "a known method",
        rule: "JSON-RPC 2.0, section 5.1: a method must exist and be available",
        remedy: "call a method that the server offers",
    },
    Row {
        kind: FaultKind::UnknownTool,
        field: "params.name",
        reason: "must be the name of a tool that tools/list returns",
        expected: "the name of a listed tool",
        rule: "MCP, every revision, Tools, Error Handling: an unknown tool is a protocol error",
        remedy: "call a tool that tools/list returns",
    },
    Row {
        kind: FaultKind::UnknownCursor,
        field: "params.cursor",
        reason: "must be a nextCursor that this server returned",
        expected: "a cursor of this list",
        rule: "MCP, every revision, Pagination, Error Handling: cursors are opaque, and an \
               invalid one is an error",
        remedy: "send the nextCursor of the page before as it was, or no cursor for the first \
                 page",
    },
    Row {
        kind: FaultKind::MissingMeta,
        field: "params._meta",
        reason: "is required",
        expected: "the keys of a request",
        rule: "MCP, stateless revisions, Base Protocol, _meta: every request carries its \
               revision and the client's capabilities",
        remedy: "add the key to params._meta of every request",
    },
    Row {
        kind: FaultKind::UnsupportedVersion,
        field: "params._meta",
        reason: "must name a revision that is served",
        expected: "a served revision",
        rule: "MCP, stateless revisions, Versioning: a revision that is not implemented is \
               refused",
        remedy: "send the request again under one of these revisions",
    },
    Row {
        kind: FaultKind::NotInitialized,
        field: "params._meta",
        reason: "must name a revision, because no initialize came before",
        expected: "a revision",
        rule: "MCP, Versioning (stateless requests) and Lifecycle (handshake)",
        remedy: "name the revision in params._meta, or send initialize first",
    },
    Row {
        kind: FaultKind::AlreadyInitialized,
        field: "method",
        reason: "must not be initialize again",
        expected: "another method",
        rule: "MCP, Lifecycle, Initialization: it is the first message of a session",
        remedy: "go on with the session that there is, or open a new connection",
    },
    Row {
        kind: FaultKind::Busy,
        field: "",
        reason: "is one too many at once",
        expected: "fewer calls at once",
        rule: LIMIT_RULE,
        remedy: "wait for an answer, then send the call again",
    },
    Row {
        kind: FaultKind::HeaderMismatch,
        field: "",
        reason: "must be repeated in the headers",
        expected: "headers that repeat the body",
        rule: "MCP, stateless revisions, Streamable HTTP, Server Validation: headers and body \
               say the same",
        remedy: "let the headers repeat what the body says",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_stand_in_the_order_of_the_kinds() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.kind as usize, place, "{:?}", row.kind);
        }
    }
}
