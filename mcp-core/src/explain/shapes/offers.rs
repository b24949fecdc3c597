//! What a server offers: tools, resources, templates, prompts.
//!
//! In and out: tables.

use super::common::{ANNOTATIONS_MEMBER, DESCRIPTION, ICONS, ITEM_META, TITLE};
use super::types::Type::{Boolean, Integer, List, One, Schema, Text, Word};
use super::types::{ALWAYS, Shape, Type, may, must};
use crate::version::ProtocolVersion as V;

pub(super) static TOOLS: Type = List(&TOOL_TYPE);
static TOOL_TYPE: Type = One(&TOOL);
pub(super) static RESOURCE_TYPE: Type = One(&RESOURCE);
pub(super) static TEMPLATE_TYPE: Type = One(&RESOURCE_TEMPLATE);
pub(super) static PROMPT_TYPE: Type = One(&PROMPT);
static ARGUMENT_TYPE: Type = One(&PROMPT_ARGUMENT);

pub(in crate::explain) static TOOL: Shape = Shape::new(
    "Tool",
    &[
        must("name", Text),
        TITLE,
        DESCRIPTION,
        must("inputSchema", Schema(ALWAYS)),
        may("outputSchema", Schema(|v| !v.output_schema_may_be_any())).when(V::has_output_schema),
        may("annotations", One(&TOOL_ANNOTATIONS)).when(V::has_tool_annotations),
        may("execution", One(&TOOL_EXECUTION)).when(V::has_tool_execution),
        ICONS,
        ITEM_META,
    ],
);

pub(super) static TOOL_ANNOTATIONS: Shape = Shape::new(
    "ToolAnnotations",
    &[
        may("title", Text),
        may("readOnlyHint", Boolean),
        may("destructiveHint", Boolean),
        may("idempotentHint", Boolean),
        may("openWorldHint", Boolean),
    ],
);

pub(super) static TOOL_EXECUTION: Shape = Shape::new(
    "ToolExecution",
    &[may(
        "taskSupport",
        Word(&["forbidden", "optional", "required"]),
    )],
);

pub(super) static RESOURCE: Shape = Shape::new(
    "Resource",
    &[
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

pub(super) static RESOURCE_TEMPLATE: Shape = Shape::new(
    "ResourceTemplate",
    &[
        must("uriTemplate", Text),
        must("name", Text),
        TITLE,
        DESCRIPTION,
        may("mimeType", Text),
        ANNOTATIONS_MEMBER,
        ICONS,
        ITEM_META,
    ],
);

pub(super) static PROMPT: Shape = Shape::new(
    "Prompt",
    &[
        must("name", Text),
        TITLE,
        DESCRIPTION,
        may("arguments", List(&ARGUMENT_TYPE)),
        ICONS,
        ITEM_META,
    ],
);

pub(super) static PROMPT_ARGUMENT: Shape = Shape::new(
    "PromptArgument",
    &[
        must("name", Text),
        TITLE,
        DESCRIPTION,
        may("required", Boolean),
    ],
);
