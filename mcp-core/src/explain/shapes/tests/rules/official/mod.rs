//! The tables against the schemas that the specification publishes.
//!
//! In: the folder named by the environment variable `MCP_OFFICIAL_DATA`, which holds
//! `spec/schema/<revision>/schema.json`. Out: nothing, or a list of all that differs. The data is
//! not part of this repository, so the tests are ignored unless asked for:
//! `MCP_OFFICIAL_DATA=… cargo test -p mcp-core --lib -- --ignored`.

mod examples;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::explain::shapes::methods::TABLE;
use crate::explain::shapes::types::{Shape, Type};
use crate::explain::shapes::{asks, content, tasks};
use crate::version::ProtocolVersion;

/// Shapes whose definition has another name, or stands inside of one. The first that a revision
/// has counts; several joined by `+` are one shape here.
const ELSEWHERE: &[(&str, &[&str])] = &[
    (
        "Annotations",
        &["Annotations", "Annotated/properties/annotations"],
    ),
    (
        "CallToolRequestParams",
        &["CallToolRequestParams", "CallToolRequest/properties/params"],
    ),
    (
        "argument",
        &[
            "CompleteRequestParams/properties/argument",
            "CompleteRequest/properties/params/properties/argument",
        ],
    ),
    (
        "context",
        &[
            "CompleteRequestParams/properties/context",
            "CompleteRequest/properties/params/properties/context",
        ],
    ),
    ("completion", &["CompleteResult/properties/completion"]),
    ("roots", &["ClientCapabilities/properties/roots"]),
    ("sampling", &["ClientCapabilities/properties/sampling"]),
    (
        "elicitation",
        &["ClientCapabilities/properties/elicitation"],
    ),
    ("resources", &["ServerCapabilities/properties/resources"]),
    ("listChanged", &["ServerCapabilities/properties/tools"]),
    (
        "ElicitRequestFormParams",
        &["ElicitRequestFormParams", "ElicitRequest/properties/params"],
    ),
    (
        "requestedSchema",
        &[
            "ElicitRequestFormParams/properties/requestedSchema",
            "ElicitRequest/properties/params/properties/requestedSchema",
        ],
    ),
    (
        "StringSchema",
        &[
            "StringSchema+UntitledSingleSelectEnumSchema+TitledSingleSelectEnumSchema+LegacyTitledEnumSchema",
            "StringSchema+EnumSchema",
        ],
    ),
    (
        "MultiSelectEnumSchema",
        &["UntitledMultiSelectEnumSchema+TitledMultiSelectEnumSchema"],
    ),
    (
        "ResourceTemplateReference",
        &["ResourceTemplateReference", "ResourceReference"],
    ),
    (
        "ElicitationCompleteNotificationParams",
        &["ElicitationCompleteNotification/properties/params"],
    ),
    (
        "GetTaskRequestParams",
        &["GetTaskRequest/properties/params"],
    ),
    (
        "RequestMetaObject",
        &[
            "RequestMetaObject",
            "RequestParams/properties/_meta",
            "PingRequest/properties/params/properties/_meta",
        ],
    ),
    ("NotificationMetaObject", &["NotificationMetaObject"]),
    (
        "ListRootsRequestParams",
        &["ListRootsRequest/properties/params"],
    ),
    (
        "RequestParams",
        &["RequestParams", "PingRequest/properties/params"],
    ),
    (
        "NotificationParams",
        &[
            "NotificationParams",
            "InitializedNotification/properties/params",
        ],
    ),
    // Their `jsonrpc` and `id` are not those of a question inside a result.
];

/// What differs, and why.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        "SubscriptionFilter",
        "taskIds",
        "the extension for tasks adds it",
    ),
    (
        "CancelledNotificationParams",
        "requestId",
        "the text demands it where one schema does not",
    ),
    (
        "ElicitRequest",
        "jsonrpc",
        "a question inside a result has no envelope",
    ),
    (
        "ElicitRequest",
        "id",
        "a question inside a result has no envelope",
    ),
    (
        "CreateMessageRequest",
        "jsonrpc",
        "a question inside a result has no envelope",
    ),
    (
        "CreateMessageRequest",
        "id",
        "a question inside a result has no envelope",
    ),
    (
        "ListRootsRequest",
        "jsonrpc",
        "a question inside a result has no envelope",
    ),
    (
        "ListRootsRequest",
        "id",
        "a question inside a result has no envelope",
    ),
    (
        "GetTaskPayloadResult",
        "resultType",
        "it is what its request would have had",
    ),
];

/// Shapes that no schema of the core protocol has.
const EXTENSIONS: &[&str] = &["UpdateTaskRequestParams"];

/// The folder that holds the schema and the examples of a revision.
fn folder(version: ProtocolVersion) -> PathBuf {
    let root = std::env::var_os("MCP_OFFICIAL_DATA").expect(
        "set MCP_OFFICIAL_DATA to the folder that holds spec/schema/<revision>/schema.json",
    );
    let schemas = PathBuf::from(root).join("spec/schema");
    schemas.join(version.as_str())
}

/// One JSON file.
fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path)
        .unwrap_or_else(|fault| panic!("can't read {}: {fault}", path.display()));
    serde_json::from_str(&text)
        .unwrap_or_else(|fault| panic!("{} is not JSON: {fault}", path.display()))
}

/// Where the definition of a shape may stand.
fn places(shape: &str) -> Vec<String> {
    let named = ELSEWHERE.iter().find(|(name, _)| *name == shape);
    let mut places: Vec<String> = match named {
        Some((_, places)) => places.iter().map(|&place| place.to_owned()).collect(),
        None => vec![shape.to_owned()],
    };
    let request = shape.strip_suffix("Params");
    places.extend(request.map(|request| format!("{request}/properties/params")));
    places
}

/// The definitions of one revision.
struct Schema(Map<String, Value>);

/// The members of an object: whether each is required.
type Members = BTreeMap<String, bool>;

impl Schema {
    fn of(version: ProtocolVersion) -> Self {
        let whole = read(&folder(version).join("schema.json"));
        let all = whole.get("$defs").or_else(|| whole.get("definitions"));
        Schema(all.and_then(Value::as_object).expect("definitions").clone())
    }

    /// The members of a shape, when the revision has it.
    fn members(&self, shape: &str) -> Option<Members> {
        let places = places(shape);
        places.iter().find_map(|place| self.merged(place))
    }

    /// Those of several definitions: required is what all require.
    fn merged(&self, place: &str) -> Option<Members> {
        let parts: Option<Vec<Members>> = place
            .split('+')
            .map(|part| self.listed(self.at(part)?))
            .collect();
        let parts = parts?;
        let mut all = Members::new();
        for name in parts.iter().flat_map(Members::keys) {
            let required = parts.iter().all(|part| part.get(name) == Some(&true));
            all.insert(name.clone(), required);
        }
        Some(all)
    }

    fn at(&self, place: &str) -> Option<&Value> {
        let mut steps = place.split('/');
        let first = self.0.get(steps.next()?)?;
        steps.try_fold(first, |value, step| self.followed(value)?.get(step))
    }

    fn followed<'v>(&'v self, value: &'v Value) -> Option<&'v Value> {
        match value["$ref"].as_str() {
            Some(target) => self.followed(self.0.get(target.rsplit('/').next()?)?),
            None => Some(value),
        }
    }

    fn listed(&self, value: &Value) -> Option<Members> {
        let value = self.followed(value)?;
        let mut all = Members::new();
        for part in value["allOf"].as_array().into_iter().flatten() {
            all.extend(self.listed(part)?);
        }
        let required: BTreeSet<&str> = value["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for name in value["properties"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
        {
            all.insert(name.clone(), required.contains(name.as_str()));
        }
        (!all.is_empty() || value["type"] == "object").then_some(all)
    }
}

/// Every shape that can be reached from a method.
fn shapes() -> Vec<&'static Shape> {
    let mut found: Vec<&'static Shape> = vec![
        &content::RESOURCE_CONTENTS,
        &content::TEXT_CONTENTS,
        &content::BLOB_CONTENTS,
        &asks::INPUT_REQUIRED,
        &tasks::CREATED_TASK,
        &tasks::TASK,
    ];
    for entry in TABLE {
        reach(entry.params, &mut found);
        if let Some(result) = entry.result {
            reach(result, &mut found);
        }
    }
    let mut next = 0;
    while let Some(shape) = found.get(next).copied() {
        for member in shape.members {
            reach(member.kind, &mut found);
        }
        next += 1;
    }
    found
}

fn reach(kind: Type, found: &mut Vec<&'static Shape>) {
    let mut add = |shape: &'static Shape| {
        if !found.iter().any(|known| std::ptr::eq(*known, shape)) {
            found.push(shape);
        }
    };
    match kind {
        Type::One(shape) => add(shape),
        Type::Either(union) | Type::EitherOrMany(union, _) => {
            union.cases.iter().for_each(|case| add(case.shape));
        }
        Type::List(inner) | Type::Map(inner) => reach(*inner, found),
        _ => {}
    }
}

/// `_meta` may stand in all params and results; the first schemas say so in the base types alone.
fn is_unsaid_meta(shape: &str, name: &str, version: ProtocolVersion) -> bool {
    let base = shape.ends_with("Params") || shape == "ListRootsRequest";
    name == "_meta" && base && !version.is_modern()
}

#[test]
#[ignore = "reads the official schemas; set MCP_OFFICIAL_DATA"]
fn the_members_of_every_shape_are_those_of_the_official_schemas() {
    let mut faults = Vec::new();
    let mut seen = BTreeSet::new();
    let shapes = shapes();
    for version in ProtocolVersion::ALL {
        let schema = Schema::of(version);
        let mut compared = 0;
        for shape in &shapes {
            let Some(official) = schema.members(shape.name) else {
                continue;
            };
            seen.insert(shape.name);
            compared += 1;
            compare(version, shape, &official, &mut faults);
        }
        println!("{version}: {compared} of {} shapes", shapes.len());
    }
    for shape in &shapes {
        if !seen.contains(shape.name) && !EXTENSIONS.contains(&shape.name) {
            faults.push(format!("no schema has {}", shape.name));
        }
    }
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

fn compare(version: ProtocolVersion, shape: &Shape, official: &Members, faults: &mut Vec<String>) {
    let ours: Members = shape
        .members_in(Some(version))
        .map(|member| (member.name.to_owned(), member.is_required(Some(version))))
        .collect();
    let names: BTreeSet<&String> = ours.keys().chain(official.keys()).collect();
    for name in names {
        let excused = DIFFERENT
            .iter()
            .any(|(of, member, _)| *of == shape.name && member == name);
        if ours.get(name) == official.get(name)
            || excused
            || is_unsaid_meta(shape.name, name, version)
        {
            continue;
        }
        let shown = |required: Option<&bool>| match required {
            None => "absent",
            Some(true) => "required",
            Some(false) => "optional",
        };
        faults.push(format!(
            "{version} {}.{name}: {} here, {} there",
            shape.name,
            shown(ours.get(name)),
            shown(official.get(name))
        ));
    }
}
