//! `FAULTS.md` tells the truth: what it names exists, and what scripts name stands in it.
//!
//! In: `FAULTS.md`, the scripts, the sources of the tests. Out: every row that does not hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tests::shelf;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The rows below a heading, cut at the bars.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("FAULTS.md")).expect("FAULTS.md");
    let part = text
        .split("\n## ")
        .find(|part| part.starts_with(heading))
        .expect(heading)
        .to_owned();
    part.lines()
        .filter(|line| line.starts_with('|') && line.contains('#'))
        .map(|line| {
            line.trim_matches('|')
                .split(" | ")
                .map(|cell| cell.trim().to_owned())
                .collect()
        })
        .collect()
}

fn reports(row: &[String]) -> impl Iterator<Item = &str> {
    row[0].split(", ")
}

/// What stands between backticks.
fn named(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Whether a test exists: a script, a mistake with what the compiler says to it, or a function under `#[test]` in a file of this repository.
fn exists(test: &str) -> bool {
    match test.split_once("::") {
        None if test.starts_with("tests/compile_fail/") => {
            root().join(test).is_file() && root().join(test).with_extension("stderr").is_file()
        }
        None => test.starts_with("conversations/") && root().join(test).is_file(),
        Some((file, name)) => {
            let path = root().join(file);
            let path = if path.is_file() {
                path
            } else {
                root().join("..").join(file)
            };
            let source = fs::read_to_string(path).unwrap_or_default();
            let lines: Vec<&str> = source.lines().collect();
            let at = lines
                .iter()
                .position(|line| line.contains(&format!("fn {name}(")));
            at.is_some_and(|at| {
                lines[at.saturating_sub(3)..at]
                    .iter()
                    .any(|line| line.contains("test]") || line.contains("::test("))
            })
        }
    }
}

#[test]
fn every_test_that_is_named_exists() {
    let rows = rows("Proven");
    assert!(rows.len() > 40, "only {} rows", rows.len());
    let missing: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            let tests: Vec<&str> = named(row.last().expect("a cell")).collect();
            assert!(!tests.is_empty(), "no test in {row:?}");
            tests
                .into_iter()
                .filter(|test| !exists(test))
                .map(|test| format!("{}: {test}", row[0]))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(
        missing.is_empty(),
        "tests that do not exist:\n{}",
        missing.join("\n")
    );
}

#[test]
fn every_report_is_proven_or_open_and_never_both() {
    let mut seen = BTreeSet::new();
    for row in rows("Proven").iter().chain(&rows("Open")) {
        for report in reports(row) {
            let (repository, number) = report
                .split_once('#')
                .unwrap_or_else(|| panic!("{report} is no report"));
            assert_eq!(repository.split('/').count(), 2, "{report}");
            assert!(number.parse::<u32>().is_ok(), "{report}");
            assert!(seen.insert(report.to_owned()), "{report} stands twice");
        }
    }
}

#[test]
fn what_a_script_names_stands_in_the_row_that_names_the_script() {
    let rows = rows("Proven");
    let mut wrong = Vec::new();
    for case in shelf::read(&root().join("conversations")).expect("the scripts") {
        let script = format!("conversations/{}.txt", case.name);
        for fault in &case.script.faults {
            let row = rows
                .iter()
                .find(|row| reports(row).any(|report| report == fault));
            if !row.is_some_and(|row| named(row.last().expect("a cell")).any(|test| test == script))
            {
                wrong.push(format!("{fault}: {script}"));
            }
        }
    }
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "scripts that no row names:\n{}",
        wrong.join("\n")
    );
}
