//! Every crate that may be built has a licence, a source and a name that `deny.toml` allows.
//!
//! In: `cargo metadata` for all platforms, and `deny.toml`. Out: every crate that breaks a list.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
        ])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"]
        .as_array()
        .expect("metadata has packages")
        .clone();
    assert!(
        packages.len() > 20,
        "cargo metadata names only {} packages",
        packages.len()
    );
    packages
}

/// The strings of one list in `deny.toml`.
fn list(section: &str, key: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml can be read");
    let part = text.split("\n[").find(|part| {
        part.trim_start_matches('[')
            .starts_with(&format!("{section}]"))
    });
    let part = part.unwrap_or_else(|| panic!("deny.toml has no [{section}]"));
    let start = part
        .find(&format!("\n{key} = ["))
        .unwrap_or_else(|| panic!("[{section}] has no {key}"));
    let items = part[start..].split_once('[').map_or("", |(_, rest)| rest);
    let items = items.split(']').next().unwrap_or_default();
    items
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// Whether an SPDX expression can be met with allowed licences: `AND` needs both, `OR` one.
fn allowed(expression: &str, allow: &[String]) -> bool {
    let expression = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = expression.split_whitespace().collect();
    let mut at = 0;
    let fine = either(&words, &mut at, allow);
    fine && at == words.len() && !words.is_empty()
}

fn either(words: &[&str], at: &mut usize, allow: &[String]) -> bool {
    let mut fine = both(words, at, allow);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        fine |= both(words, at, allow);
    }
    fine
}

fn both(words: &[&str], at: &mut usize, allow: &[String]) -> bool {
    let mut fine = one(words, at, allow);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        fine &= one(words, at, allow);
    }
    fine
}

fn one(words: &[&str], at: &mut usize, allow: &[String]) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let fine = either(words, at, allow);
        *at += 1;
        return fine && words.get(*at - 1) == Some(&")");
    }
    let mut licence = (*word).to_owned();
    if let (Some(&"WITH"), Some(exception)) = (words.get(*at), words.get(*at + 1)) {
        licence = format!("{licence} WITH {exception}");
        *at += 2;
    }
    allow.contains(&licence)
}

#[test]
fn every_licence_is_allowed() {
    let allow = list("licenses", "allow");
    let wrong: Vec<String> = packages()
        .iter()
        .filter(|package| !allowed(text(package, "license"), &allow))
        .map(|package| {
            format!(
                "{} {}: {:?}",
                text(package, "name"),
                text(package, "version"),
                package["license"]
            )
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "licences that deny.toml does not allow:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn every_crate_comes_from_one_registry_or_from_this_repository() {
    let packages = packages();
    let sources: BTreeSet<&str> = packages
        .iter()
        .filter_map(|package| package["source"].as_str())
        .collect();
    let registries = sources
        .iter()
        .filter(|source| source.starts_with("registry+"));
    assert_eq!(registries.count(), 1, "more than one registry: {sources:?}");
    assert_eq!(
        sources.len(),
        1,
        "a source that is no registry: {sources:?}"
    );
}

#[test]
fn no_banned_crate_and_no_second_version_is_used() {
    let (deny, skip) = (list("bans", "deny"), list("bans", "skip"));
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for package in packages() {
        let (name, version) = (
            text(&package, "name").to_owned(),
            text(&package, "version").to_owned(),
        );
        if deny.contains(&name) {
            wrong.push(format!("{name} is banned"));
        }
        if !skip.contains(&format!("{name}@{version}")) {
            versions.entry(name).or_default().push(version);
        }
    }
    wrong.extend(
        versions
            .iter()
            .filter(|(_, all)| all.len() > 1)
            .map(|(name, all)| format!("{name}: {}", all.join(", "))),
    );
    assert!(
        wrong.is_empty(),
        "banned, or in two versions:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn a_licence_expression_is_met_only_by_what_it_asks_for() {
    let allow = [
        "MIT".to_owned(),
        "Apache-2.0 WITH LLVM-exception".to_owned(),
    ];
    for fine in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "MIT AND (MIT OR X)",
    ] {
        assert!(allowed(fine, &allow), "{fine}");
    }
    for wrong in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "Apache-2.0",
        "(MIT OR X) AND Y",
        "MIT MIT",
        "(MIT",
    ] {
        assert!(!allowed(wrong, &allow), "{wrong}");
    }
}
