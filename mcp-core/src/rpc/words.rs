//! The words for each kind of fault: code, member, reason, rule, remedy.
//!
//! In: a [`FaultKind`]. Out: the words that usually go with it. One table, so that replies and
//! explanations can't drift apart.

use super::error::ErrorCode;
use super::fault::FaultKind;

/// What is usually said about a kind of fault.
pub(super) struct Words {
    pub(super) field: &'static str,
    pub(super) reason: &'static str,
    pub(super) expected: &'static str,
    pub(super) rule: &'static str,
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
    pub const ALL: &'static [FaultKind] = &[
        FaultKind::CutOff,
        FaultKind::NotAnObject,
        FaultKind::BadText,
        FaultKind::TooDeep,
        FaultKind::TooLarge,
        FaultKind::NotAMessage,
        FaultKind::DuplicateMember,
        FaultKind::MissingVersion,
        FaultKind::BadVersion,
        FaultKind::NullId,
        FaultKind::BadId,
        FaultKind::LongId,
        FaultKind::MissingMethod,
        FaultKind::BadMethod,
        FaultKind::LoneSurrogate,
        FaultKind::MethodAndOutcome,
        FaultKind::ResultAndError,
        FaultKind::ResultWithoutId,
        FaultKind::ErrorNotAnObject,
        FaultKind::ParamsNotAnObject,
        FaultKind::MetaNotAnObject,
        FaultKind::EmptyBatch,
        FaultKind::LongBatch,
        FaultKind::BatchNotAllowed,
        FaultKind::InitializeInBatch,
        FaultKind::NotificationWithId,
        FaultKind::IdInUse,
        FaultKind::MissingMember,
        FaultKind::WrongMember,
        FaultKind::UnknownMethod,
        FaultKind::UnknownTool,
        FaultKind::UnknownCursor,
        FaultKind::MissingMeta,
        FaultKind::UnsupportedVersion,
        FaultKind::NotInitialized,
        FaultKind::AlreadyInitialized,
        FaultKind::Busy,
    ];

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
    pub(super) const fn words(self) -> Words {
        let (field, reason, expected) = self.claim();
        let (rule, remedy) = self.rule_and_remedy();
        Words {
            field,
            reason,
            expected,
            rule,
            remedy,
        }
    }

    /// The member, what is wrong with it, and what was expected.
    const fn claim(self) -> (&'static str, &'static str, &'static str) {
        const ID: &str = "a string or an integer";
        match self {
            FaultKind::CutOff => ("", "must be one whole JSON object", "a whole JSON object"),
            FaultKind::NotAnObject => ("", "must be a JSON object", "a JSON object"),
            FaultKind::BadText => ("", "must be valid JSON", "valid JSON"),
            FaultKind::TooDeep => (
                "",
                "must not nest deeper than 127",
                "at most 127 arrays and objects inside each other",
            ),
            FaultKind::TooLarge => ("", "must not be so large", "a smaller message"),
            FaultKind::NotAMessage => ("", "must be an object", "an object"),
            FaultKind::DuplicateMember => ("", "must be given once", "one member of that name"),
            FaultKind::MissingVersion => ("jsonrpc", "is required", "\"2.0\""),
            FaultKind::BadVersion => ("jsonrpc", "must be \"2.0\"", "\"2.0\""),
            FaultKind::NullId | FaultKind::BadId => ("id", "must be a string or an integer", ID),
            FaultKind::LongId => ("id", "must be at most 256 bytes long", "at most 256 bytes"),
            FaultKind::MissingMethod => ("method", "is required", "a string"),
            FaultKind::BadMethod => ("method", "must be a string", "a string"),
            FaultKind::LoneSurrogate => (
                "",
                "must not hold half of a surrogate pair",
                "a string of whole characters",
            ),
            FaultKind::MethodAndOutcome => ("result", "must not stand beside method", "nothing"),
            FaultKind::ResultAndError => ("error", "must not stand beside result", "nothing"),
            FaultKind::ResultWithoutId => ("id", "is required beside result", ID),
            FaultKind::ErrorNotAnObject => ("error", "must be an object", "an object"),
            FaultKind::ParamsNotAnObject => ("params", "must be an object", "an object"),
            FaultKind::MetaNotAnObject => ("params._meta", "must be an object", "an object"),
            FaultKind::EmptyBatch => ("", "must not be an empty array", "at least one message"),
            FaultKind::LongBatch => ("", "must not hold so many messages", "fewer messages"),
            FaultKind::BatchNotAllowed => ("", "must be an object, not an array", "one object"),
            FaultKind::InitializeInBatch => (
                "",
                "must not hold initialize among others",
                "initialize in a message of its own",
            ),
            FaultKind::NotificationWithId => ("id", "must not be given here", "no id"),
            FaultKind::IdInUse => (
                "id",
                "must not be that of an unanswered request",
                "a new id",
            ),
            FaultKind::MissingMember => ("", "is required", "a value"),
            FaultKind::WrongMember => ("", "must be of another type", "another type"),
            FaultKind::UnknownMethod => ("method", "is not one that is offered", "a known method"),
            FaultKind::UnknownTool => (
                "params.name",
                "must be the name of a tool that tools/list returns",
                "the name of a listed tool",
            ),
            FaultKind::UnknownCursor => (
                "params.cursor",
                "must be a nextCursor that this server returned",
                "a cursor of this list",
            ),
            FaultKind::MissingMeta => ("params._meta", "is required", "the keys of a request"),
            FaultKind::UnsupportedVersion => (
                "params._meta",
                "must name a revision that is served",
                "a served revision",
            ),
            FaultKind::NotInitialized => (
                "params._meta",
                "must name a revision, because no initialize came before",
                "a revision",
            ),
            FaultKind::AlreadyInitialized => {
                ("method", "must not be initialize again", "another method")
            }
            FaultKind::Busy => ("", "is one too many at once", "fewer calls at once"),
        }
    }

    /// The rule that is broken, with its place, and what to write instead.
    const fn rule_and_remedy(self) -> (&'static str, &'static str) {
        match self {
            FaultKind::CutOff => (
                TEXT_RULE,
                "send each message whole, on one line, with every bracket and quote closed",
            ),
            FaultKind::NotAnObject => (
                TEXT_RULE,
                "send JSON-RPC messages only, like {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}; \
                 write anything else to stderr",
            ),
            FaultKind::BadText => (
                TEXT_RULE,
                "let a JSON library write the message, and encode it as UTF-8",
            ),
            FaultKind::TooDeep => (LIMIT_RULE, "flatten the value"),
            FaultKind::TooLarge => (LIMIT_RULE, "send less at once, or a link to the data"),
            FaultKind::NotAMessage => (BATCH_RULE, "make every entry of the array a message"),
            FaultKind::DuplicateMember => (
                "RFC 8259, section 4: the names within an object should be unique; which of two \
                 counts would depend on the reader",
                "send the member once",
            ),
            FaultKind::MissingVersion | FaultKind::BadVersion => (
                "JSON-RPC 2.0, section 4: jsonrpc must be exactly \"2.0\"",
                "add \"jsonrpc\":\"2.0\" to the message",
            ),
            FaultKind::NullId => (
                ID_RULE,
                "give the request an id, as in \"id\":1; a notification has no id member at all",
            ),
            FaultKind::BadId => (ID_RULE, "use an integer or a string, as in \"id\":1"),
            FaultKind::LongId => (LIMIT_RULE, "use a shorter id, such as a number or a UUID"),
            FaultKind::MissingMethod => (
                "JSON-RPC 2.0, section 4: method names what is to be invoked",
                "add the method, as in \"method\":\"tools/list\"; member names are case-sensitive",
            ),
            FaultKind::BadMethod => (
                "JSON-RPC 2.0, section 4: method is a string",
                "put the name of the method in double quotes",
            ),
            FaultKind::LoneSurrogate => (
                "RFC 8259, section 8.2: half of a surrogate pair stands for no character",
                "write the character itself, or both halves of its pair",
            ),
            FaultKind::MethodAndOutcome => (
                RESPONSE_RULE,
                "send either a request (method, params) or a response (result or error)",
            ),
            FaultKind::ResultAndError => (RESPONSE_RULE, "send only one of result and error"),
            FaultKind::ResultWithoutId => (RESPONSE_RULE, "repeat the id of the request"),
            FaultKind::ErrorNotAnObject => (
                "JSON-RPC 2.0, section 5.1: error is an object with code and message",
                "send {\"code\":-32603,\"message\":\"…\"} as error",
            ),
            FaultKind::ParamsNotAnObject => (
                PARAMS_RULE,
                "name the parameters, as in \"params\":{\"name\":\"…\"}, or leave params out",
            ),
            FaultKind::MetaNotAnObject => (
                "MCP, every revision, Base Protocol, _meta: it is an object",
                "send an object as _meta, or leave it out",
            ),
            _ => self.rule_and_remedy_in_context(),
        }
    }

    /// The same for what only the rest of a conversation makes wrong.
    const fn rule_and_remedy_in_context(self) -> (&'static str, &'static str) {
        match self {
            FaultKind::EmptyBatch => (BATCH_RULE, "send at least one message, or nothing"),
            FaultKind::LongBatch => (LIMIT_RULE, "send several smaller batches"),
            FaultKind::BatchNotAllowed => (
                BATCH_RULE,
                "send the messages one by one, each an object on a line of its own",
            ),
            FaultKind::InitializeInBatch => (
                "MCP, Lifecycle, Initialization, in the one revision that has batches: initialize \
                 must not be part of one",
                "send initialize alone, and the batch after its reply",
            ),
            FaultKind::NotificationWithId => (
                "MCP, every revision, Base Protocol, Notifications: a notification must not have \
                 an id",
                "drop the id",
            ),
            FaultKind::IdInUse => (
                "MCP, every revision, Base Protocol, Requests: an id must not be that of another \
                 request of the sender",
                "give each request an id of its own",
            ),
            FaultKind::MissingMember => (PARAMS_RULE, "add the member"),
            FaultKind::WrongMember => (PARAMS_RULE, "send a value of the expected type"),
            FaultKind::UnknownMethod => (
                "JSON-RPC 2.0, section 5.1: a method must exist and be available",
                "call a method that the server offers",
            ),
            FaultKind::UnknownTool => (
                "MCP, every revision, Tools, Error Handling: an unknown tool is a protocol error",
                "call a tool that tools/list returns",
            ),
            FaultKind::UnknownCursor => (
                "MCP, every revision, Pagination, Error Handling: cursors are opaque, and an \
                 invalid one is an error",
                "send the nextCursor of the page before as it was, or no cursor for the first page",
            ),
            FaultKind::MissingMeta => (
                "MCP, stateless revisions, Base Protocol, _meta: every request carries its revision and the \
                 client's capabilities",
                "add the key to params._meta of every request",
            ),
            FaultKind::UnsupportedVersion => (
                "MCP, stateless revisions, Versioning: a revision that is not implemented is refused",
                "send the request again under one of these revisions",
            ),
            FaultKind::NotInitialized => (
                "MCP, Versioning (stateless requests) and Lifecycle (handshake)",
                "name the revision in params._meta, or send initialize first",
            ),
            FaultKind::AlreadyInitialized => (
                "MCP, Lifecycle, Initialization: it is the first message of a session",
                "go on with the session that there is, or open a new connection",
            ),
            FaultKind::Busy => (LIMIT_RULE, "wait for an answer, then send the call again"),
            _ => (TEXT_RULE, "send a JSON-RPC message"),
        }
    }
}
