//! What a server asks of a client, and what the client answers: samples, forms, roots.
//!
//! In and out: tables.

use super::common::{ITEM_META, OBJECT, REQUEST_META, RESULT_META_MEMBER, ROLE, TASK, TEXT};
use super::content::SAMPLED;
use super::offers::TOOLS;
use super::types::Type::{
    Boolean, Either, EitherOrMany, Filled, Integer, List, Map, Number, Object, One, Share, Text,
    Word,
};
use super::types::{LEGACY, Member, Shape, Type, Union, case, may, must};
use crate::version::ProtocolVersion as V;

/// `_meta` of a question: a request of its own until requests stood alone.
const META: Member = may("_meta", One(&REQUEST_META)).when(LEGACY);

pub(super) static CREATE_MESSAGE_PARAMS: Shape = Shape::new(
    "CreateMessageRequestParams",
    &[
        must("messages", List(&MESSAGE_TYPE)),
        may("modelPreferences", One(&MODEL_PREFERENCES)),
        may("systemPrompt", Text),
        may(
            "includeContext",
            Word(&["none", "thisServer", "allServers"]),
        ),
        may("temperature", Number),
        must("maxTokens", Integer),
        may("stopSequences", List(&TEXT)),
        may("metadata", Object),
        may("tools", TOOLS).when(V::has_sampling_tools),
        may("toolChoice", One(&TOOL_CHOICE)).when(V::has_sampling_tools),
        TASK,
        META,
    ],
);

static MESSAGE_TYPE: Type = One(&SAMPLING_MESSAGE);
static HINT_TYPE: Type = One(&MODEL_HINT);

pub(super) static SAMPLING_MESSAGE: Shape = Shape::new(
    "SamplingMessage",
    &[
        must("role", ROLE),
        must("content", EitherOrMany(&SAMPLED, V::has_sampling_tools)),
        ITEM_META.when(V::has_sampling_tools),
    ],
);

pub(super) static MODEL_PREFERENCES: Shape = Shape::new(
    "ModelPreferences",
    &[
        may("hints", List(&HINT_TYPE)),
        may("costPriority", Share),
        may("speedPriority", Share),
        may("intelligencePriority", Share),
    ],
);

pub(super) static MODEL_HINT: Shape = Shape::new("ModelHint", &[may("name", Text)]);

pub(super) static TOOL_CHOICE: Shape = Shape::new(
    "ToolChoice",
    &[may("mode", Word(&["auto", "required", "none"]))],
);

pub(super) static CREATE_MESSAGE_RESULT: Shape = Shape::new(
    "CreateMessageResult",
    &[
        must("role", ROLE),
        must("content", EitherOrMany(&SAMPLED, V::has_sampling_tools)),
        must("model", Text),
        may("stopReason", Text),
        RESULT_META_MEMBER,
    ],
);

/// What `elicitation/create` asks with: a form, or a page to visit.
pub(super) static ELICIT_PARAMS: Union = Union {
    name: "ElicitRequestParams",
    tag: "mode",
    untagged: Some(&ELICIT_FORM),
    cases: &[
        case("form", &ELICIT_FORM),
        case("url", &ELICIT_URL).when(V::has_elicitation_modes),
    ],
};

pub(super) static ELICIT_FORM: Shape = Shape::new(
    "ElicitRequestFormParams",
    &[
        may("mode", Word(&["form"])).when(V::has_elicitation_modes),
        must("message", Text),
        must("requestedSchema", One(&REQUESTED_SCHEMA)),
        TASK,
        META,
    ],
);

pub(super) static ELICIT_URL: Shape = Shape::new(
    "ElicitRequestURLParams",
    &[
        must("mode", Word(&["url"])),
        must("message", Text),
        must("url", Text),
        must("elicitationId", Text).when(V::has_url_elicitation_error),
        TASK,
        META,
    ],
);

static FIELD_TYPE: Type = Either(&FIELD);

pub(super) static REQUESTED_SCHEMA: Shape = Shape::new(
    "requestedSchema",
    &[
        may("$schema", Text).when(V::has_elicitation_modes),
        must("type", Word(&["object"])),
        must("properties", Map(&FIELD_TYPE)),
        may("required", List(&TEXT)),
    ],
);

/// One field of a form.
pub(super) static FIELD: Union = Union {
    name: "PrimitiveSchemaDefinition",
    tag: "type",
    untagged: None,
    cases: &[
        case("string", &STRING_FIELD),
        case("number", &NUMBER_FIELD),
        case("integer", &NUMBER_FIELD),
        case("boolean", &BOOLEAN_FIELD),
        case("array", &CHOICES_FIELD).when(V::has_elicitation_modes),
    ],
};

/// A text, or one of several texts.
pub(super) static STRING_FIELD: Shape = Shape::new(
    "StringSchema",
    &[
        must("type", Word(&["string"])),
        may("title", Text),
        may("description", Text),
        may("minLength", Integer),
        may("maxLength", Integer),
        may("format", Word(&["email", "uri", "date", "date-time"])),
        may("enum", List(&TEXT)),
        may("enumNames", List(&TEXT)),
        may("oneOf", List(&OBJECT)).when(V::has_elicitation_modes),
        may("default", Text).when(V::has_elicitation_modes),
    ],
);

pub(super) static NUMBER_FIELD: Shape = Shape::new(
    "NumberSchema",
    &[
        must("type", Word(&["number", "integer"])),
        may("title", Text),
        may("description", Text),
        may("minimum", Number),
        may("maximum", Number),
        may("default", Number).when(V::has_elicitation_modes),
    ],
);

pub(super) static BOOLEAN_FIELD: Shape = Shape::new(
    "BooleanSchema",
    &[
        must("type", Word(&["boolean"])),
        may("title", Text),
        may("description", Text),
        may("default", Boolean),
    ],
);

/// Some of several texts.
pub(super) static CHOICES_FIELD: Shape = Shape::new(
    "MultiSelectEnumSchema",
    &[
        must("type", Word(&["array"])),
        may("title", Text),
        may("description", Text),
        must("items", Object),
        may("minItems", Integer),
        may("maxItems", Integer),
        may("default", List(&TEXT)),
    ],
);

static FILLED: Type = Filled;

pub(super) static ELICIT_RESULT: Shape = Shape::new(
    "ElicitResult",
    &[
        must("action", Word(&["accept", "decline", "cancel"])),
        may("content", Map(&FILLED)),
        RESULT_META_MEMBER.when(LEGACY),
    ],
);

static ROOT_TYPE: Type = One(&ROOT);

pub(super) static LIST_ROOTS_PARAMS: Shape = Shape::new(
    "ListRootsRequestParams",
    &[may("_meta", One(&REQUEST_META))],
);

pub(super) static LIST_ROOTS_RESULT: Shape = Shape::new(
    "ListRootsResult",
    &[
        must("roots", List(&ROOT_TYPE)),
        RESULT_META_MEMBER.when(LEGACY),
    ],
);

pub(super) static ROOT: Shape =
    Shape::new("Root", &[must("uri", Text), may("name", Text), ITEM_META]);

/// What a server asks by its result.
pub(in crate::explain) static INPUT_REQUIRED: Shape = Shape::new(
    "InputRequiredResult",
    &[
        super::common::RESULT_TYPE,
        may("inputRequests", QUESTIONS),
        may("requestState", Text),
        RESULT_META_MEMBER,
    ],
);

static QUESTION_TYPE: Type = Either(&QUESTION);
/// The questions of a result, by key.
pub(super) const QUESTIONS: Type = Map(&QUESTION_TYPE);

/// One question of a result.
pub(in crate::explain) static QUESTION: Union = Union {
    name: "InputRequest",
    tag: "method",
    untagged: None,
    cases: &[
        case(crate::method::ELICIT, &ELICIT_QUESTION),
        case(crate::method::CREATE_MESSAGE, &SAMPLE_QUESTION),
        case(crate::method::ROOTS_LIST, &ROOTS_QUESTION),
    ],
};

pub(super) static ELICIT_QUESTION: Shape = Shape::new(
    "ElicitRequest",
    &[must("method", Text), must("params", Either(&ELICIT_PARAMS))],
);

pub(super) static SAMPLE_QUESTION: Shape = Shape::new(
    "CreateMessageRequest",
    &[
        must("method", Text),
        must("params", One(&CREATE_MESSAGE_PARAMS)),
    ],
);

pub(super) static ROOTS_QUESTION: Shape = Shape::new(
    "ListRootsRequest",
    &[must("method", Text), may("params", One(&LIST_ROOTS_PARAMS))],
);

/// The answers to questions, by key. Which answer belongs to which question is known only to who
/// has seen the question.
pub(super) const INPUT_RESPONSES: Member =
    may("inputResponses", Map(&OBJECT)).when(V::has_input_required);
pub(super) const REQUEST_STATE: Member = may("requestState", Text).when(V::has_input_required);
