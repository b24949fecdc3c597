//! Every message we can build is one by the official schema of each revision that knows it, and
//! has all members that the schemas have, under their names.

use std::collections::{BTreeMap, BTreeSet};

use mcp_core::rpc::ErrorId;
use mcp_core::version::ProtocolVersion;
use serde_json::{Value, json};

use crate::data::{self, Schema};
use crate::samples;

/// Members that come with the features they belong to, by the definition that lists them.
const LATER: &[(&str, &str)] = &[
    // Tasks of 2025-11-25.
    ("CallToolRequest", "task"),
    ("ClientCapabilities", "tasks"),
    ("ServerCapabilities", "tasks"),
    // Questions to the client since 2026-07-28.
    ("CallToolRequest", "inputResponses"),
    ("CallToolRequest", "requestState"),
];

fn schemas() -> Vec<(ProtocolVersion, Schema)> {
    ProtocolVersion::ALL
        .into_iter()
        .map(|version| (version, Schema::of(version)))
        .collect()
}

#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn every_message_is_valid_in_each_revision_that_knows_it() {
    let samples = samples::all();
    let mut faults = Vec::new();
    for (version, mut schema) in schemas() {
        let mut checked = 0;
        for sample in samples.iter().filter(|sample| (sample.known_in)(version)) {
            if schema.definition(sample.definition).is_none() {
                faults.push(format!("{version} does not have {}", sample.definition));
                continue;
            }
            checked += 1;
            for fault in schema.faults(sample.definition, &sample.value) {
                faults.push(format!(
                    "{version} {} {fault}: {}",
                    sample.definition, sample.value
                ));
            }
        }
        println!("{version}: {checked} values");
    }
    data::assert_none(&faults);
}

#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn the_predicates_say_in_which_revisions_a_type_is_known() {
    let samples = samples::all();
    let mut faults = Vec::new();
    for (version, schema) in schemas() {
        let known: BTreeSet<&str> = samples
            .iter()
            .filter(|sample| (sample.known_in)(version))
            .map(|sample| sample.definition)
            .collect();
        for sample in &samples {
            let name = sample.definition;
            if schema.definition(name).is_some() && !known.contains(name) {
                faults.push(format!("{version} has {name}"));
            }
        }
    }
    faults.dedup();
    data::assert_none(&faults);
}

/// The schemas are open, so a misspelt member would be valid. So would one we don't have.
#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn our_members_are_those_of_the_schemas() {
    let schemas = schemas();
    let mut written: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for sample in samples::all() {
        let members = written.entry(sample.definition).or_default();
        let object = sample.value.get("params").unwrap_or(&sample.value);
        if let Some(object) = object.as_object() {
            members.extend(object.keys().cloned());
        }
    }
    let mut faults = Vec::new();
    for (name, ours) in written {
        let official: BTreeSet<String> = schemas
            .iter()
            .flat_map(|(_, schema)| members(schema, name))
            .collect();
        // Some definitions are names for strings.
        for member in ours.difference(&official) {
            faults.push(format!("{name} has no {member}"));
        }
        for member in official.difference(&ours) {
            if !LATER.contains(&(name, member.as_str())) {
                faults.push(format!("no {name} has {member}"));
            }
        }
    }
    data::assert_none(&faults);
}

/// The members of a type, or of the parameters of a message.
fn members(schema: &Schema, name: &str) -> Vec<String> {
    let Some(definition) = schema.definition(name) else {
        return Vec::new();
    };
    let params = &definition["properties"]["params"];
    let listed = match (target(definition), target(params), params.is_object()) {
        (Some(other), ..) | (None, Some(other), _) => {
            return schema
                .members(other)
                .into_iter()
                .map(str::to_owned)
                .collect();
        }
        (None, None, true) => &params["properties"],
        (None, None, false) => &definition["properties"],
    };
    listed
        .as_object()
        .map(|members| members.keys().cloned().collect())
        .unwrap_or_default()
}

/// The definition that stands in place of this one.
fn target(definition: &Value) -> Option<&str> {
    definition["$ref"].as_str()?.rsplit('/').next()
}

#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn the_schemas_refuse_what_is_broken() {
    let broken = [
        ("CallToolResult", json!({"resultType": "complete"})),
        (
            "CallToolResult",
            json!({"resultType": "complete", "content": [{"type": "text"}]}),
        ),
        ("Tool", json!({"name": "t", "inputSchema": null})),
        (
            "Implementation",
            json!({"name": "a", "version": "1", "title": null}),
        ),
        ("ProgressToken", json!(1.5)),
        ("LoggingLevel", json!("warn")),
    ];
    let mut faults = Vec::new();
    for (version, mut schema) in schemas() {
        for (name, value) in &broken {
            let late = value.get("title").is_some() && !version.has_titles();
            if !late && schema.faults(name, value).is_empty() {
                faults.push(format!("{version} takes {value} as {name}"));
            }
        }
    }
    data::assert_none(&faults);
}

/// Why settings of extensions with such values are not among the samples.
#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn the_latest_schema_forgets_null_and_fractions_among_values() {
    let mut schema = Schema::of(ProtocolVersion::LATEST);
    for value in [json!(null), json!(1.5)] {
        let capabilities = json!({"extensions": {"com.example/x": {"a": value}}});
        assert!(
            !schema
                .faults("ClientCapabilities", &capabilities)
                .is_empty()
        );
    }
}

/// JSON-RPC demands null where no id could be read; the schemas of the revisions that say nothing
/// else have no error reply without an id at all.
#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn the_schemas_forget_errors_about_unreadable_ids_where_these_have_null() {
    for (version, mut schema) in schemas() {
        if version.unreadable_id_is_null() {
            let error = samples::error_reply(ErrorId::Null);
            assert!(
                !schema.faults("JSONRPCError", &error).is_empty(),
                "{version}"
            );
        }
    }
}
