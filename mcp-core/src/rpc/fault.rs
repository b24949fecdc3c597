//! Why a message can't be used, typed: shared by the replies of a server and by whoever explains a
//! log.
//!
//! In: what was noticed, where. Out: a [`Fault`] that names the member, what was expected, what was
//! there, the rule and the remedy; and the error reply made of it. It never repeats more of a
//! message than short numbers and words.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

use serde_json::{Value, json};

use super::error::{ErrorCode, ErrorObject};
use super::id::Id;

/// A frame that is no message, and whether that is to be answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// Why.
    pub fault: Fault,
    /// Whether a reply is due. Frames that look like a response or a notification get none, so
    /// that two peers can't keep answering each other's errors.
    pub answered: bool,
}

impl Refusal {
    /// One that is answered.
    pub fn answered(fault: Fault) -> Self {
        let answered = true;
        Refusal { fault, answered }
    }

    /// One that is not answered.
    pub fn silent(fault: Fault) -> Self {
        let answered = false;
        Refusal { fault, answered }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for Refusal {}

/// Why a message can't be used. Small enough to be returned by every step; its parts are those of
/// [`FaultParts`].
#[derive(Clone, PartialEq, Debug)]
pub struct Fault(Box<FaultParts>);

impl Deref for Fault {
    type Target = FaultParts;

    fn deref(&self) -> &FaultParts {
        &self.0
    }
}

impl DerefMut for Fault {
    fn deref_mut(&mut self) -> &mut FaultParts {
        &mut self.0
    }
}

/// What is known about a fault.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct FaultParts {
    /// The code of the error reply.
    pub code: ErrorCode,
    /// What is wrong, for programs.
    pub kind: FaultKind,
    /// The member, as a path in the message: `params._meta`. Empty for the message itself.
    pub field: Cow<'static, str>,
    /// What is wrong, as it follows the name of the member: `must be an object`.
    pub reason: Cow<'static, str>,
    /// What was expected.
    pub expected: Cow<'static, str>,
    /// What was there: the JSON type, or a short value. Empty when nothing was.
    pub got: Cow<'static, str>,
    /// The rule that is broken, and where it stands.
    pub rule: &'static str,
    /// What to write instead.
    pub remedy: Cow<'static, str>,
    /// The limit that was exceeded, when it is one.
    pub limit: Option<u64>,
    /// The id of the request, when it could be read.
    pub id: Option<Id>,
    /// The `data` of the error reply, where the specification prescribes it.
    pub data: Option<Value>,
}

impl Fault {
    /// A fault with the usual words of its kind.
    #[cold]
    pub fn new(kind: FaultKind) -> Self {
        let words = kind.words();
        Fault(Box::new(FaultParts {
            code: kind.code(),
            kind,
            field: words.field.into(),
            reason: words.reason.into(),
            expected: words.expected.into(),
            got: "".into(),
            rule: words.rule,
            remedy: words.remedy.into(),
            limit: None,
            id: None,
            data: None,
        }))
    }

    /// Half a surrogate pair in a member of the envelope.
    pub(super) fn lone_surrogate(field: &'static str) -> Self {
        Fault::new(FaultKind::LoneSurrogate)
            .at(field)
            .got("half of a surrogate pair")
    }

    /// Names another member than the kind does.
    #[must_use]
    pub fn at(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = field.into();
        self
    }

    /// Gives another reason.
    #[must_use]
    pub fn because(mut self, reason: impl Into<Cow<'static, str>>) -> Self {
        self.reason = reason.into();
        self
    }

    /// Says what was expected.
    #[must_use]
    pub fn expecting(mut self, expected: impl Into<Cow<'static, str>>) -> Self {
        self.expected = expected.into();
        self
    }

    /// Says what was there.
    #[must_use]
    pub fn got(mut self, got: impl Into<Cow<'static, str>>) -> Self {
        self.got = got.into();
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<Cow<'static, str>>) -> Self {
        self.remedy = remedy.into();
        self
    }

    /// Says which limit was exceeded.
    #[must_use]
    pub fn with_limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Says what the data of the reply is, where the specification prescribes it.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    /// Says which request it was.
    #[must_use]
    pub fn with_id(mut self, id: Id) -> Self {
        self.id = Some(id);
        self
    }

    /// One sentence that names the member: `Invalid request: "id" must be a string or an integer,
    /// not null`.
    pub fn message(&self) -> String {
        let FaultParts { reason, got, .. } = &**self;
        let subject = match self.field.as_ref() {
            "" => "the message".to_owned(),
            field => format!("\"{field}\""),
        };
        let contrast = match self.kind.contrasts() && !got.is_empty() && !reason.contains(", not ")
        {
            true => format!(", not {}", with_article(got)),
            false => String::new(),
        };
        let meaning = self.code.meaning();
        match self.kind {
            // The reason begins with the method itself.
            FaultKind::UnknownMethod => format!("{meaning}: {reason}"),
            // What to do is no detail here: there are two ways, and many hosts show no data.
            FaultKind::NotInitialized => {
                format!("{meaning}: {subject} {reason}; {}", self.remedy)
            }
            _ => format!("{meaning}: {subject} {reason}{contrast}"),
        }
    }

    /// The error reply, with everything that is known as its data.
    pub fn to_error(&self) -> ErrorObject {
        if let Some(data) = &self.data {
            return ErrorObject::new(self.code, self.message()).with_data(data.clone());
        }
        let mut data = json!({
            "field": self.field,
            "reason": self.reason,
            "expected": self.expected,
            "got": self.got,
            "rule": self.rule,
            "remedy": self.remedy,
        });
        if let (Some(limit), Value::Object(data)) = (self.limit, &mut data) {
            data.insert("limit".to_owned(), limit.into());
        }
        ErrorObject::new(self.code, self.message()).with_data(data)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for Fault {}

fn with_article(got: &str) -> Cow<'_, str> {
    match got {
        "array" | "object" => format!("an {got}").into(),
        "boolean" | "number" | "string" => format!("a {got}").into(),
        other => other.into(),
    }
}

/// The kinds of faults that one message can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The text ends before the value does, or its brackets don't match.
    CutOff,
    /// The text is not a JSON object.
    NotAnObject,
    /// A token that JSON does not allow, or bytes that are not UTF-8.
    BadText,
    /// Values nest too deep.
    TooDeep,
    /// The frame is too large.
    TooLarge,
    /// An entry of a batch that is not an object.
    NotAMessage,
    /// A member stands there twice.
    DuplicateMember,
    /// `jsonrpc` is missing.
    MissingVersion,
    /// `jsonrpc` is not `"2.0"`.
    BadVersion,
    /// `id` is null.
    NullId,
    /// `id` is neither a string nor an integer of 64 bits.
    BadId,
    /// `id` is too long.
    LongId,
    /// `method` is missing.
    MissingMethod,
    /// `method` is not a string.
    BadMethod,
    /// A text holds half a surrogate pair.
    LoneSurrogate,
    /// `method` stands beside `result` or `error`.
    MethodAndOutcome,
    /// `result` stands beside `error`.
    ResultAndError,
    /// A result does not say whose it is.
    ResultWithoutId,
    /// `error` is not an object.
    ErrorNotAnObject,
    /// `params` is not an object.
    ParamsNotAnObject,
    /// `_meta` is not an object.
    MetaNotAnObject,
    /// A batch without entries.
    EmptyBatch,
    /// A batch with too many entries.
    LongBatch,
    /// A batch where there are none.
    BatchNotAllowed,
    /// `initialize` in a batch.
    InitializeInBatch,
    /// A notification that has an id.
    NotificationWithId,
    /// A request whose id belongs to one that is not answered yet.
    IdInUse,
    /// A member that is missing.
    MissingMember,
    /// A member of the wrong type or value.
    WrongMember,
    /// A method that there is not.
    UnknownMethod,
    /// A tool that there is not.
    UnknownTool,
    /// A cursor that no page returned.
    UnknownCursor,
    /// A stateless request without a key that opens it.
    MissingMeta,
    /// A revision that is not served.
    UnsupportedVersion,
    /// A request before the handshake, and without terms of its own.
    NotInitialized,
    /// A second handshake.
    AlreadyInitialized,
    /// More calls at once than the limit.
    Busy,
    /// A header that is missing, or says something else than the body.
    HeaderMismatch,
}
