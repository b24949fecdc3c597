//! Every official example of the latest revision is read without an error or a warning.

use std::fs;

use serde_json::Value;

use super::{folder, read, shapes};
use crate::explain::finding::Found;
use crate::explain::shapes::types::{Shape, Type};
use crate::explain::shapes::{Place, Walk, asks, entry};
use crate::explain::{Conversation, Frame, Severity};
use crate::json::Raw;
use crate::version::ProtocolVersion;

/// Folders that hold errors: those have no shape here.
const ERRORS: &str = "Error";

/// Examples that the official schema of their own revision refuses, and why.
const BROKEN: &[(&str, &str)] = &[(
    "read-resource-result-response.json",
    "it lacks `ttlMs` and `cacheScope`, which the schema requires",
)];

/// What is wrong with a value of this type, notes left out.
fn faults(kind: Type, value: &Value) -> Vec<String> {
    let text = value.to_string();
    let mut found = Found::new(&text, 0);
    let raw = Raw::parse(&text).expect("JSON");
    let mut walk = Walk::new(Some(ProtocolVersion::LATEST), &mut found);
    walk.value("example", kind, raw, Place::Root("it"));
    let findings = found.into_list().into_iter();
    let faults = findings.filter(|finding| finding.severity() > Severity::Note);
    faults.map(|f| format!("{} {}", f.code, f.path)).collect()
}

/// The type of what is in a folder, and where in the example it stands.
fn typed(folder: &str, example: &Value, all: &[&'static Shape]) -> Option<(Type, &'static str)> {
    let named = |name: &str| all.iter().copied().find(|shape| shape.name == name);
    if folder.ends_with("Schema") {
        return Some((Type::Either(&asks::FIELD), ""));
    }
    if let Some(shape) = named(folder).filter(|_| example.get("jsonrpc").is_none()) {
        return Some((Type::One(shape), ""));
    }
    if let Some(shape) = folder.strip_suffix("Response").and_then(named) {
        return Some((Type::One(shape), "/result"));
    }
    match folder {
        "InputRequests" => return Some((asks::QUESTIONS, "")),
        "InputResponses" => return Some((asks::INPUT_RESPONSES.kind, "")),
        _ => {}
    }
    let method = example.get("method").and_then(Value::as_str)?;
    Some((entry(method)?.params, "/params"))
}

#[test]
#[ignore = "reads the official examples; set MCP_OFFICIAL_DATA"]
fn every_official_example_fits_its_shape() {
    let all = shapes();
    let mut wrong = Vec::new();
    let mut files = 0;
    for (folder, path) in files_of_examples() {
        let example = read(&path);
        let Some((kind, place)) = typed(&folder, &example, &all) else {
            assert!(folder.ends_with(ERRORS), "{folder} has no shape");
            continue;
        };
        files += 1;
        let part = example.pointer(place);
        // A notification that says nothing has no params.
        for fault in part.map_or_else(Vec::new, |part| faults(kind, part)) {
            wrong.push(format!("{}: {fault}", path.display()));
        }
    }
    println!("{files} examples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files > 100, "only {files} examples");
}

#[test]
#[ignore = "reads the official examples; set MCP_OFFICIAL_DATA"]
fn every_official_result_is_one_that_its_request_may_have() {
    let mut wrong = Vec::new();
    let mut files = 0;
    for (folder, path) in files_of_examples() {
        let Some(result) = folder.strip_suffix("Response") else {
            continue;
        };
        let mut methods = super::TABLE.iter().filter_map(|entry| match entry.result {
            Some(Type::One(shape)) if shape.name == result => Some(entry.method),
            _ => None,
        });
        let method = methods
            .next()
            .unwrap_or_else(|| panic!("no method of {folder}"));
        let example = read(&path);
        let id = example["id"].to_string();
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{}}}}"#);
        let mut conversation = Conversation::of(ProtocolVersion::LATEST);
        conversation.read(&Frame::new(request.as_bytes()));
        let answer = example.to_string();
        let told = conversation.read(&Frame::new(answer.as_bytes()));
        files += 1;
        for f in told.findings {
            if f.severity() > Severity::Note {
                wrong.push(format!("{}: {} {}", path.display(), f.code, f.path));
            }
        }
    }
    println!("{files} answers");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files >= 10, "only {files} answers");
}

fn files_of_examples() -> Vec<(String, std::path::PathBuf)> {
    let mut all = Vec::new();
    let root = folder(ProtocolVersion::LATEST).join("examples");
    for folder in fs::read_dir(&root).expect("the folder of examples") {
        let folder = folder.expect("a readable folder");
        let name = folder.file_name().to_string_lossy().into_owned();
        for file in fs::read_dir(folder.path()).expect("a folder of examples") {
            let path = file.expect("a readable folder").path();
            let broken = BROKEN.iter().any(|(name, _)| path.ends_with(name));
            if !broken {
                all.push((name.clone(), path));
            }
        }
    }
    all.sort();
    all
}
