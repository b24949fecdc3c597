//! Reads the official data, and validates against it.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use mcp_core::version::ProtocolVersion;
use serde_json::{Value, json};

/// The folder that holds the schema and the examples of a revision.
pub(crate) fn folder(version: ProtocolVersion) -> PathBuf {
    let root = std::env::var_os("MCP_OFFICIAL_DATA").unwrap_or_else(|| {
        panic!("set MCP_OFFICIAL_DATA to the folder that holds spec/schema/<revision>/schema.json")
    });
    PathBuf::from(root)
        .join("spec/schema")
        .join(version.as_str())
}

/// One JSON file.
pub(crate) fn read(path: &PathBuf) -> Value {
    let text = fs::read_to_string(path)
        .unwrap_or_else(|fault| panic!("can't read {}: {fault}", path.display()));
    serde_json::from_str(&text)
        .unwrap_or_else(|fault| panic!("{} is not JSON: {fault}", path.display()))
}

/// The schema of one revision, with the validators made from it so far.
pub(crate) struct Schema {
    whole: Value,
    definitions: &'static str,
    validators: HashMap<String, jsonschema::Validator>,
}

impl Schema {
    pub(crate) fn of(version: ProtocolVersion) -> Self {
        let whole = read(&folder(version).join("schema.json"));
        let definitions = if whole.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        Self {
            whole,
            definitions,
            validators: HashMap::new(),
        }
    }

    /// The definition of a type, with a reference in place of it followed.
    pub(crate) fn definition(&self, name: &str) -> Option<&Value> {
        self.whole[self.definitions].get(name)
    }

    /// All names of members that a definition lists.
    pub(crate) fn members(&self, name: &str) -> Vec<&str> {
        self.definition(name)
            .and_then(|definition| definition["properties"].as_object())
            .map(|members| members.keys().map(String::as_str).collect())
            .unwrap_or_default()
    }

    /// What is wrong with a value as one of these.
    pub(crate) fn faults(&mut self, name: &str, value: &Value) -> Vec<String> {
        let Self {
            whole,
            definitions,
            validators,
        } = self;
        let validator = validators.entry(name.to_owned()).or_insert_with(|| {
            let schema = json!({
                "$schema": whole["$schema"],
                "$ref": format!("#/{definitions}/{name}"),
                *definitions: whole[*definitions],
            });
            jsonschema::validator_for(&schema)
                .unwrap_or_else(|fault| panic!("no validator for {name}: {fault}"))
        });
        validator
            .iter_errors(value)
            .map(|fault| format!("at {:?}: {fault}", fault.instance_path().as_str()))
            .collect()
    }
}

/// Fails with all faults at once.
pub(crate) fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
