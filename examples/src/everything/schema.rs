//! A schema that no Rust type describes: it is listed word for word, and enforced like any other.

use mcp_runtime::prelude::*;

pub(super) fn tools() -> Vec<Tool> {
    vec![contact()]
}

/// As text a schema keeps the order of its keys.
const CONTACT: &str = r##"{
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"}
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": false
}"##;

fn contact() -> Tool {
    Tool::new(
        "json_schema_2020_12_tool",
        CONTACT,
        |call: ToolCall| async move {
            let arguments = call.value()?;
            let name = arguments["name"].as_str().unwrap_or("somebody");
            Ok::<_, mcp_runtime::Error>(format!("{name} can be reached."))
        },
    )
    .description("Takes somebody who can be reached by phone or by email.")
    .read_only(true)
}
