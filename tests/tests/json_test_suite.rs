//! Every file of JSONTestSuite, as an argument of a tool, through a whole server.
//!
//! In: the folder named by `MCP_OFFICIAL_DATA`, which holds `json-test-suite/test_parsing`. Out: the
//! verdict on each file, compared with the pinned table in `json_test_suite.txt`. A line feed in a
//! file is sent as a carriage return: both are white space between tokens and neither may stand in a
//! string, but a line feed would end the message.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use mcp_runtime::prelude::*;
use serde_json::Value;
use tests::talk::Talk;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/json_test_suite.txt");

/// Any JSON, as it was read.
#[tool]
async fn put(v: Value) -> String {
    v.to_string()
}

fn server() -> Server {
    Server::new("suite", "1.0.0").tools(tools![put])
}

/// The files, by name.
fn files() -> Vec<(String, Vec<u8>)> {
    let root =
        std::env::var_os("MCP_OFFICIAL_DATA").expect("MCP_OFFICIAL_DATA names the official data");
    let folder = PathBuf::from(root).join("json-test-suite/test_parsing");
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<(String, Vec<u8>)> = entries
        .flatten()
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                fs::read(entry.path()).expect("a file"),
            )
        })
        .collect();
    files.sort();
    files
}

/// `accepted`, or `refused` with the code and whether the answer had the id of the request.
fn verdict(server: Server, file: &[u8]) -> String {
    let mut talk = Talk::open(server, "2025-06-18");
    let mut line = br#"{"jsonrpc":"2.0","id":"it","method":"tools/call","params":{"name":"put","arguments":{"v":"#.to_vec();
    line.extend(
        file.iter()
            .map(|byte| if *byte == b'\n' { b'\r' } else { *byte }),
    );
    line.extend_from_slice(b"}}}");
    talk.line(&line);
    let answer = talk.next(Duration::from_secs(20)).expect("an answer");
    let verdict = match (&answer["result"], &answer["error"]["code"]) {
        (Value::Object(_), Value::Null) => "accepted".to_owned(),
        (Value::Null, code) => {
            let id = if answer["id"] == "it" { "id" } else { "no id" };
            format!("refused {code}, {id}")
        }
        _ => panic!("neither result nor error: {answer}"),
    };
    assert_eq!(
        talk.request("ping", serde_json::json!({}))["result"],
        serde_json::json!({}),
        "the server goes on"
    );
    verdict
}

#[test]
#[ignore = "reads JSONTestSuite; set MCP_OFFICIAL_DATA"]
fn every_file_of_the_suite_gets_the_verdict_that_is_pinned() {
    let table: String = files()
        .iter()
        .map(|(name, file)| format!("{name}: {}\n", verdict(server(), file)))
        .collect();
    if std::env::var_os("PIN").is_some() {
        fs::write(TABLE, &table).expect("the table can be written");
    }
    let pinned = fs::read_to_string(TABLE).expect("the pinned table");
    let differ: Vec<String> = table
        .lines()
        .filter(|line| !pinned.lines().any(|known| known == *line))
        .map(|line| format!("now    {line}"))
        .chain(
            pinned
                .lines()
                .filter(|known| !table.lines().any(|line| line == *known))
                .map(|known| format!("pinned {known}")),
        )
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
#[ignore = "reads JSONTestSuite; set MCP_OFFICIAL_DATA"]
fn files_with_duplicate_keys_are_accepted_where_that_is_allowed() {
    let doubled: Vec<_> = files()
        .into_iter()
        .filter(|(name, _)| name.starts_with("y_object_duplicated_key"))
        .collect();
    assert_eq!(doubled.len(), 2);
    for (name, file) in doubled {
        assert_eq!(
            verdict(server().allow_duplicate_keys(), &file),
            "accepted",
            "{name}"
        );
    }
}

#[test]
fn the_pinned_table_accepts_what_must_be_and_refuses_what_must_be() {
    let pinned = fs::read_to_string(TABLE).expect("the pinned table");
    assert!(pinned.lines().count() > 300, "the table is not whole");
    for line in pinned.lines() {
        let (name, verdict) = line.split_once(": ").expect("`name: verdict`");
        // A key that stands twice is legal JSON, but two readers could read two things.
        let doubled = name.starts_with("y_object_duplicated_key");
        match name.get(..2) {
            Some("y_") if !doubled => assert_eq!(verdict, "accepted", "{name}"),
            Some("y_" | "n_") => assert!(verdict.starts_with("refused -32"), "{name}: {verdict}"),
            Some("i_") => {}
            _ => panic!("{name} is no file of the suite"),
        }
    }
}
