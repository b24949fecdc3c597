//! What results, prompts and models say: blocks of content, and what resources hold.
//!
//! In and out: tables.

use super::common::{ANNOTATIONS_MEMBER, DESCRIPTION, ICONS, ITEM_META, TITLE};
use super::types::Type::{
    Any, Base64, Boolean, Contents, Either, Integer, List, Object, Text, Word,
};
use super::types::{Shape, Type, Union, case, may, must};
use crate::version::ProtocolVersion as V;

pub(super) static CONTENT: Union = Union {
    name: "ContentBlock",
    tag: "type",
    untagged: None,
    cases: &[
        case("text", &TEXT_CONTENT),
        case("image", &IMAGE_CONTENT),
        case("audio", &AUDIO_CONTENT).when(V::has_audio),
        case("resource_link", &RESOURCE_LINK).when(V::has_resource_links),
        case("resource", &EMBEDDED_RESOURCE),
    ],
};

/// What a model is told, and says.
pub(super) static SAMPLED: Union = Union {
    name: "SamplingMessageContentBlock",
    tag: "type",
    untagged: None,
    cases: &[
        case("text", &TEXT_CONTENT),
        case("image", &IMAGE_CONTENT),
        case("audio", &AUDIO_CONTENT).when(V::has_audio),
        case("tool_use", &TOOL_USE).when(V::has_sampling_tools),
        case("tool_result", &TOOL_RESULT).when(V::has_sampling_tools),
    ],
};

pub(super) static BLOCK: Type = Either(&CONTENT);
pub(super) static BLOCKS: Type = List(&BLOCK);
pub(super) static CONTENTS: Type = Contents;

pub(super) static TEXT_CONTENT: Shape = Shape::new(
    "TextContent",
    &[
        must("type", Word(&["text"])),
        must("text", Text),
        ANNOTATIONS_MEMBER,
        ITEM_META,
    ],
);

pub(super) static IMAGE_CONTENT: Shape = Shape::new(
    "ImageContent",
    &[
        must("type", Word(&["image"])),
        must("data", Base64),
        must("mimeType", Text),
        ANNOTATIONS_MEMBER,
        ITEM_META,
    ],
);

pub(super) static AUDIO_CONTENT: Shape = Shape::new(
    "AudioContent",
    &[
        must("type", Word(&["audio"])),
        must("data", Base64),
        must("mimeType", Text),
        ANNOTATIONS_MEMBER,
        ITEM_META,
    ],
);

pub(super) static RESOURCE_LINK: Shape = Shape::new(
    "ResourceLink",
    &[
        must("type", Word(&["resource_link"])),
        must("uri", Text),
        must("name", Text),
        TITLE,
        DESCRIPTION,
        may("mimeType", Text),
        may("size", Integer),
        ANNOTATIONS_MEMBER,
        ICONS,
        ITEM_META,
    ],
);

pub(super) static EMBEDDED_RESOURCE: Shape = Shape::new(
    "EmbeddedResource",
    &[
        must("type", Word(&["resource"])),
        must("resource", Contents),
        ANNOTATIONS_MEMBER,
        ITEM_META,
    ],
);

pub(super) static TOOL_USE: Shape = Shape::new(
    "ToolUseContent",
    &[
        must("type", Word(&["tool_use"])),
        must("id", Text),
        must("name", Text),
        must("input", Object),
        ITEM_META,
    ],
);

/// `structuredContent` is an object in the first revision that has it: `structured` says so.
pub(super) static TOOL_RESULT: Shape = Shape::new(
    "ToolResultContent",
    &[
        must("type", Word(&["tool_result"])),
        must("toolUseId", Text),
        must("content", BLOCKS),
        may("structuredContent", Any),
        may("isError", Boolean),
        ITEM_META,
    ],
);

/// What text and bytes have in common.
pub(super) static RESOURCE_CONTENTS: Shape = Shape::new(
    "ResourceContents",
    &[must("uri", Text), may("mimeType", Text), ITEM_META],
);

pub(super) static TEXT_CONTENTS: Shape = Shape::new(
    "TextResourceContents",
    &[
        must("uri", Text),
        may("mimeType", Text),
        must("text", Text),
        ITEM_META,
    ],
);

pub(super) static BLOB_CONTENTS: Shape = Shape::new(
    "BlobResourceContents",
    &[
        must("uri", Text),
        may("mimeType", Text),
        must("blob", Base64),
        ITEM_META,
    ],
);
