//! The rooms of the runtime from top to bottom: each may name itself and what stands below it.
//!
//! In: the sources of `mcp-runtime`. Out: each line that names a room above its own, whichever way
//! it is written: as a path from the root, in a group, through `super`, or as an item that the root
//! of the crate re-exports. A room that the table lacks is a fault too.

use super::{code, held, sources};
use std::collections::HashMap;

const SRC: &str = "mcp-runtime/src/";

/// Rooms on one line may name each other.
const FLOORS: &[&[&str]] = &[
    // The fuzz targets see the insides through `fuzzing`.
    &["serve", "fuzzing"],
    &["run"],
    &["http"],
    &["engine"],
    &["dispatch"],
    // The table of the server is listed as a revision allows; a revision shapes what it holds.
    &["server", "revision"],
    &["lifecycle"],
    &["wire"],
    // A tool carries its layers; a layer stands around tools.
    &["private", "macros", "tool", "middleware"],
    &["span"],
    &["client_logs"],
    &["context"],
    &["transport"],
    &["frame"],
    &["isolate"],
    &["outgoing", "pool", "states", "settings"],
    &["error"],
    &["report"],
    &["limits", "counts"],
    &["sync"],
];

/// These name what users see, whatever floor it is on.
const OUTSIDE: &[&str] = &["lib", "prelude"];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// What the root re-exports, with its room: `Error` is of `error`.
fn exports(root: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for (line, text) in statements(root) {
        let Some(path) = text.trim().strip_prefix("pub use ") else {
            continue;
        };
        let path = path.replace("crate::", "");
        // Other crates.
        if path.starts_with("mcp_") || path.starts_with('{') {
            continue;
        }
        let (room, items) = path.split_once("::").unwrap_or((&path, ""));
        for item in items.split(['{', '}', ',']) {
            let name = item.split(" as ").last().unwrap_or_default();
            let name = name.rsplit("::").next().unwrap_or_default().trim();
            if !name.is_empty() {
                found.insert(name.to_owned(), room.to_owned());
            }
        }
        assert!(
            floor(room).is_some(),
            "{SRC}lib.rs:{line}: no room `{room}`"
        );
    }
    found
}

/// The code with its lines joined, cut at semicolons; each with the line it ends on.
fn statements(source: &str) -> Vec<(usize, String)> {
    let (mut all, mut open) = (Vec::new(), String::new());
    for (number, line) in code(source, false) {
        // An attribute says nothing about what follows.
        if !line.trim_start().starts_with("#[") {
            open.push_str(&line);
            open.push(' ');
        }
        while let Some(end) = open.find(';') {
            let rest = open.split_off(end + 1);
            all.push((number, std::mem::replace(&mut open, rest)));
        }
    }
    all.push((source.lines().count(), open));
    all
}

/// The first names after `crate::` (or as many `super::` as lead to the root) in a statement.
fn named(text: &str, depth: usize) -> Vec<String> {
    let climb = "super::".repeat(depth);
    let mut found = Vec::new();
    for root in ["crate::", &climb] {
        for (at, _) in text.match_indices(root) {
            let before = text[..at].chars().next_back();
            let joined = before.is_some_and(|c| c.is_alphanumeric() || "_:$".contains(c));
            let rest = &text[at + root.len()..];
            if joined || rest.starts_with("super::") {
                continue;
            }
            match rest.strip_prefix('{') {
                Some(group) => found.extend(firsts(group)),
                None => found.push(word(rest)),
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn word(text: &str) -> String {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The first name of each entry of a group, up to its end.
fn firsts(group: &str) -> Vec<String> {
    let (mut depth, mut found, mut fresh) = (0, Vec::new(), true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if fresh && !c.is_whitespace() => {
                found.push(word(&group[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
    found
}

/// The modules on the way to a file: `engine/mod.rs` is one below the root, `engine/answer.rs` two.
fn modules(file: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    if parts.last() == Some(&"mod") {
        parts.pop();
    }
    parts
}

fn wrong_in(file: &str, source: &str, exports: &HashMap<String, String>) -> Vec<String> {
    let modules = modules(file);
    let room = modules[0];
    if OUTSIDE.contains(&room) {
        return Vec::new();
    }
    let Some(own) = floor(room) else {
        return vec![format!("{SRC}{file}: the table has no room `{room}`")];
    };
    let mut wrong = Vec::new();
    for (line, text) in statements(source) {
        for name in named(&text, modules.len()) {
            let other = exports.get(&name).unwrap_or(&name);
            if floor(other).is_some_and(|other| other < own) {
                wrong.push(format!(
                    "{SRC}{file}:{line}: `{room}` names `{name}`, which is above it"
                ));
            }
        }
    }
    wrong
}

#[test]
fn no_room_of_the_runtime_names_one_above_it() {
    let sources = sources();
    let own = |path: &str| {
        let file = path.strip_prefix(SRC)?;
        let tests = file.contains("/tests") || file == "tests.rs";
        (!tests).then(|| file.to_owned())
    };
    let files: Vec<(String, &String)> = sources
        .iter()
        .filter_map(|(path, source)| Some((own(path)?, source)))
        .collect();
    let root = files
        .iter()
        .find(|(file, _)| file == "lib.rs")
        .expect("lib.rs");
    let exports = exports(root.1);
    assert!(exports.len() > 5, "{exports:?}");
    let mut wrong: Vec<String> = files
        .iter()
        .flat_map(|(file, source)| wrong_in(file, source, &exports))
        .collect();
    for room in FLOORS.iter().copied().flatten() {
        if !files.iter().any(|(file, _)| modules(file)[0] == *room) {
            wrong.push(format!("the table has a room `{room}` that is not there"));
        }
    }
    held(&wrong);
}

#[test]
fn a_name_from_above_is_found_however_it_is_written() {
    let exports =
        exports("pub use server::{Server, service::Service as Svc};\npub use error::Error;\n");
    let wrong = |file: &str, source: &str| wrong_in(file, source, &exports).len();
    for source in [
        "use crate::engine::x;",
        "fn f() { crate::serve::go(); }",
        "use crate::{limits::A, engine::{B, C}};",
        "use crate::{\n    limits::A,\n    server::B,\n};",
        "use crate::Server;",
        "use crate::{Error, Svc};",
        "use super::super::engine::X;",
        "pub(crate) fn f(x: &super::super::server::Inner) {}",
    ] {
        assert_eq!(wrong("tool/call.rs", source), 1, "{source}");
    }
    for source in [
        "use crate::{limits::A, context::{engine, B}};",
        "use super::engine::X;",
        "// crate::engine\nlet s = \"crate::engine\";",
        "use other_crate::engine::X; $crate::engine::x!();",
        "use crate::Error;",
        "#[cfg(test)]\nmod tests {\n    use crate::engine::X;\n}",
    ] {
        assert_eq!(wrong("tool/call.rs", source), 0, "{source}");
    }
    assert_eq!(wrong("context.rs", "use super::tool::X;"), 1);
    assert_eq!(wrong("cellar.rs", ""), 1, "not in the table");
}
