//! The logs beside the tests, and the command run over them.
//!
//! In: the path of a log. Out: what `mcp explain` prints for it, and its findings. It judges nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_core::json::Raw;

/// A finding as `--json` prints it.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) code: String,
    pub(crate) severity: String,
    #[allow(dead_code, reason = "printed in failures")]
    line: String,
    #[allow(dead_code, reason = "printed in failures")]
    path: String,
    #[allow(dead_code, reason = "printed in failures")]
    found: String,
}

/// `tests/logs/WHICH`.
pub(crate) fn folder(which: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/logs")
        .join(which)
}

/// The logs of a folder, by name.
pub(crate) fn logs(which: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(which)).expect("a folder of logs");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut logs: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "log"))
        .collect();
    logs.sort();
    assert!(!logs.is_empty());
    logs
}

/// What the command prints for a log, which it is given by its name alone.
pub(crate) fn explain(log: &Path, options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mcp"))
        .current_dir(log.parent().expect("a folder"))
        .arg("explain")
        .args(options)
        .arg(log.file_name().expect("a name"))
        .env("COLUMNS", "80")
        .env_remove("MCP_WIRE")
        .output()
        .expect("the command runs");
    let told = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    assert!(
        matches!(status, Some(0 | 1)),
        "{}: {status:?} {told}",
        log.display()
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The findings in what `--json` printed.
pub(crate) fn findings(json: &str) -> Vec<Finding> {
    let lines = json.lines().map(|line| Raw::parse(line).expect("JSON"));
    let found = lines.filter(|line| line.member("code").is_some());
    found
        .map(|line| {
            let text = |name| {
                let member = line.member(name).map(|raw| raw.get().trim_matches('"'));
                member.unwrap_or_default().to_owned()
            };
            Finding {
                code: text("code"),
                severity: text("severity"),
                line: text("line"),
                path: text("path"),
                found: text("found"),
            }
        })
        .collect()
}
