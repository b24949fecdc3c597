//! What the README shows is what the repository has.
//!
//! In: the README, the calculator, the manifests. Out: where they differ. That its blocks compile is
//! proven by the doc tests of this crate.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands in the first block that begins so.
fn block<'t>(text: &'t str, fence: &str) -> &'t str {
    let (_, after) = text.split_once(fence).expect("a block of this kind");
    after.split_once("```").expect("the end of the block").0
}

#[test]
fn the_first_server_is_the_calculator() {
    let (readme, calculator) = (read("README.md"), read("examples/src/bin/calculator.rs"));
    let (_header, code) = calculator.split_once("\n\n").expect("a header, and code");
    assert_eq!(block(&readme, "```rust,no_run\n"), code);
    let lines = code.lines().count();
    assert!(lines <= 25, "{lines} lines");
}

#[test]
fn the_rust_that_is_needed_and_the_features_are_named() {
    let (readme, workspace) = (read("README.md"), read("Cargo.toml"));
    let (_, rust) = workspace
        .split_once("rust-version = \"")
        .expect("a version");
    let rust = rust.split('"').next().expect("its end");
    assert!(
        readme.contains(&format!("needs Rust {rust} or later")),
        "{rust}"
    );
    let manifest = read("mcp-runtime/Cargo.toml");
    let (_, features) = manifest.split_once("[features]\n").expect("features");
    let features = features.split("\n[").next().unwrap_or_default();
    let names = features.lines().filter(|line| !line.starts_with('#'));
    for name in names.filter_map(|line| line.split(" = ").next()) {
        let known = name.is_empty() || name == "default";
        assert!(known || readme.contains(&format!("| `{name}`")), "{name}");
    }
}
