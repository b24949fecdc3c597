//! The arrows of the house, checked in the sources: which room may name which.
//!
//! In: the sources of the crates. `arrows` has which room of the runtime stands above which. Out: every line that names what its room must not name, every
//! file over the wall. Comments, strings and unit tests may say what they like, save for the dates
//! of the protocol, which only comments and tests may.

mod arrows;

use std::fs;
use std::path::{Path, PathBuf};

/// No source file is longer.
const WALL: usize = 600;

/// A room (a path below the repository), the words its code must not name, and why.
const WALLS: &[(&str, &[&str], &str)] = &[
    (
        "mcp-core/src",
        &[
            "tokio",
            "std::fs",
            "std::net",
            "std::thread",
            "Instant",
            "SystemTime",
            "std::process",
            "async",
        ],
        "mcp-core does no I/O and has no clock",
    ),
    (
        "mcp-core/src/rpc",
        &[
            "crate::tool",
            "crate::method",
            "crate::lifecycle",
            "crate::content",
            "crate::version",
            "crate::explain",
        ],
        "rpc is JSON-RPC and only that",
    ),
    (
        "mcp-core/src/json",
        &[
            "crate::rpc",
            "crate::tool",
            "crate::schema",
            "crate::explain",
        ],
        "json knows nothing of messages",
    ),
    (
        "mcp-core/src/explain/state",
        &["Found", "Finding", "words"],
        "what is remembered does not judge",
    ),
    (
        "mcp-cli/src",
        &["mcp_runtime", "tokio", "serde_json"],
        "the command cuts logs and prints; what a message means is said in mcp-core",
    ),
    (
        "mcp-macros/src",
        &["mcp_core", "tokio", "serde_json", "std::fs"],
        "the macros name other crates only in the code they write",
    ),
    (
        "mcp-runtime/src/transport",
        &["mcp_core"],
        "a transport moves bytes and names no message type",
    ),
    (
        "mcp-runtime/src/frame.rs",
        &["mcp_core", "tokio"],
        "a frame is bytes",
    ),
    (
        "mcp-runtime/src/lifecycle",
        &["tokio", "Instant", "SystemTime"],
        "lifecycle decides, without I/O and without a clock",
    ),
    (
        "mcp-runtime/src/revision.rs",
        &["tokio", "Instant", "SystemTime"],
        "revision shapes one result",
    ),
    (
        "mcp-runtime/src/dispatch.rs",
        &["tokio"],
        "dispatch finds who answers, and runs nothing",
    ),
];

/// The one file that may name the dates of the protocol, and the one that may match on methods.
const DATES: &str = "mcp-core/src/version.rs";
const METHODS: &str = "mcp-core/src/method.rs";
const DISPATCH: &str = "mcp-runtime/src/dispatch";
/// Texts for people, which may begin with the name of a method.
const WORDS: &str = "mcp-core/src/explain/words";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust source of the crates, with its path below the repository.
fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in [
        "mcp-core",
        "mcp-macros",
        "mcp-runtime",
        "mcp-cli",
        "examples",
        "tests",
        "fuzz",
    ] {
        collect(&root().join(part), part, &mut found);
    }
    assert!(found.len() > 20, "only {} sources found", found.len());
    found
}

fn collect(directory: &Path, name: &str, found: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let below = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            if !below.ends_with("/target") && !below.contains("node_modules") {
                collect(&path, &below, found);
            }
        } else if below.ends_with(".rs") {
            found.push((below, fs::read_to_string(&path).unwrap_or_default()));
        }
    }
}

/// The crates that users get.
fn is_product(path: &str) -> bool {
    path.starts_with("mcp-")
        && path.contains("/src/")
        && !path.ends_with("/tests.rs")
        && !path.ends_with("/snapshots.rs")
        && !path.contains("/tests/")
}

/// The lines of code, from 1: without comments, without unit tests; strings only if asked for.
fn code(source: &str, strings: bool) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    for (i, line) in source.lines().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            let next = source.lines().nth(i + 1).unwrap_or_default();
            if next.trim_end().ends_with('{') && next.contains("mod ") {
                break;
            }
        }
        let (mut kept, mut inside, mut escaped, mut before) = (String::new(), false, false, ' ');
        for c in line.chars() {
            match c {
                _ if escaped => escaped = false,
                '\\' if inside => escaped = true,
                '"' if before != '\'' => inside = !inside,
                '/' if before == '/' && !inside => {
                    kept.pop();
                    break;
                }
                _ => {}
            }
            if strings || !inside {
                kept.push(c);
            }
            before = c;
        }
        lines.push((i + 1, kept));
    }
    lines
}

/// Whether a word stands in a line of code, with no letter joined to it.
fn names(line: &str, word: &str) -> bool {
    let joined = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !joined(line[..at].chars().next_back()) && !joined(line[at + word.len()..].chars().next())
    })
}

/// The dates that name a revision.
const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

fn has_date(line: &str) -> bool {
    REVISIONS.iter().any(|date| line.contains(date))
}

fn held(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} broken:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn no_room_names_what_is_none_of_its_business() {
    let mut wrong = Vec::new();
    let sources = sources();
    for (room, words, why) in WALLS {
        let mut files = sources
            .iter()
            .filter(|(path, _)| is_product(path) && path.starts_with(room))
            .peekable();
        if files.peek().is_none() {
            wrong.push(format!(
                "{room}: no such room; the table of this test is out of date"
            ));
        }
        for (path, source) in files {
            for (number, line) in code(source, false) {
                for word in words.iter().filter(|word| names(&line, word)) {
                    wrong.push(format!("{path}:{number}: names `{word}`: {why}"));
                }
            }
        }
    }
    held(&wrong);
}

#[test]
fn a_date_of_the_protocol_stands_in_one_file_alone() {
    let mut wrong = Vec::new();
    for (path, source) in sources()
        .iter()
        .filter(|(path, _)| is_product(path) && path != DATES)
    {
        for (number, line) in code(source, true).iter().filter(|(_, line)| has_date(line)) {
            wrong.push(format!("{path}:{number}: {}", line.trim()));
        }
    }
    held(&wrong);
}

#[test]
fn only_dispatch_matches_on_methods() {
    let mut wrong = Vec::new();
    for (path, source) in sources()
        .iter()
        .filter(|(path, _)| is_product(path) && path != METHODS)
        .filter(|(path, _)| !path.starts_with(DISPATCH) && !path.starts_with(WORDS))
    {
        for (number, line) in code(source, true) {
            let arm = line.trim_start().starts_with("Method::")
                && (line.contains("=>") || line.trim_end().ends_with('|'));
            // A quote inside a text is no literal of its own.
            let literals = line.replace("\\\"", "");
            let spelt = [
                "\"tools/",
                "\"notifications/",
                "\"server/discover\"",
                "\"logging/setLevel\"",
            ]
            .iter()
            .any(|word| literals.contains(word));
            if arm || spelt {
                wrong.push(format!("{path}:{number}: {}", line.trim()));
            }
        }
    }
    held(&wrong);
}

#[test]
fn no_source_is_longer_than_the_wall() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(_, source)| source.lines().count() > WALL)
        .map(|(path, source)| format!("{path}: {} lines", source.lines().count()))
        .collect();
    held(&wrong);
}

#[test]
fn every_source_says_what_it_is_for() {
    let wrong: Vec<String> = sources()
        .iter()
        .filter(|(path, source)| is_product(path) && !source.starts_with("//! "))
        .map(|(path, _)| path.clone())
        .collect();
    held(&wrong);
}

#[test]
fn the_crates_depend_on_what_they_may() {
    let mut wrong = Vec::new();
    for (krate, allowed) in [
        ("mcp-core", &["serde", "serde_json", "memchr"][..]),
        ("mcp-macros", &["syn", "quote", "proc-macro2"][..]),
    ] {
        let manifest =
            fs::read_to_string(root().join(krate).join("Cargo.toml")).expect("a manifest");
        let part = manifest
            .split("\n[dependencies]")
            .nth(1)
            .expect("dependencies");
        for line in part.split("\n[").next().unwrap_or_default().lines() {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if !name.is_empty() && !name.starts_with('#') && !allowed.contains(&name) {
                wrong.push(format!("{krate} depends on {name}"));
            }
        }
    }
    held(&wrong);
}

#[test]
fn the_reader_of_sources_sees_code_and_not_what_is_said_about_it() {
    let source = "use tokio::x; // tokio\n/// crate::engine\nlet s = \"tokio\"; call(\"//\", tokio2);\n#[cfg(test)]\nmod tests {\n  tokio\n}\n";
    let lines = code(source, false);
    let hits: Vec<usize> = lines
        .iter()
        .filter(|(_, line)| names(line, "tokio"))
        .map(|(n, _)| *n)
        .collect();
    assert_eq!(hits, [1]);
    assert!(lines[2].1.contains("tokio2"), "{lines:?}");
    assert!(has_date("\"2025-06-18\"") && !has_date("2099-01-31"));
}
