//! What the command says of whole logs.
//!
//! In: the logs beside this file. `broken` holds logs with one fault each; `INDEX.md` there says what
//! is wrong with each, and which finding must name it. `healthy` holds recorded conversations of
//! which nothing must be said but notes. Out: a failure where what is said has changed, or is wrong.
//!
//! Beside `broken/NAME.log` stands what is said of it: `NAME.json` (every log), `NAME.ko.json` (the
//! same in Korean, for some) and `NAME.txt` (as people read it, for some). `UPDATE_SNAPSHOTS=1 cargo
//! test -p mcp-cli --test logs` writes them anew; read the difference before you keep it.
//!
//! `NAME.mend` is the remedy, where it is one change of the text. Each of its lines is one of
//!
//! ```text
//! LINE: old text => new text
//! LINE: delete
//! LINE: insert text
//! ```
//!
//! where LINE counts from 1 in the log as it is, and what is inserted comes before that line. The
//! test applies it: the finding must be gone, and no new error or warning may come.

mod logs_at;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use logs_at::{Finding, explain, findings, folder, logs};
use mcp_core::explain::{Code, Severity};

/// Codes that no log can show, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("batch-long", "the limit of a server; a log is read whole"),
    ("busy", "a refusal that servers alone give"),
    ("cursor-unknown", "a refusal that servers alone give"),
    (
        "frame-too-large",
        "the limit of a server; a log is read whole",
    ),
    ("framing-too-long", "it would take a log of 64 MiB"),
    (
        "member-missing",
        "a refusal of servers; a log says `field-missing`",
    ),
];

/// What `INDEX.md` says: the name of each log, and the code that names its fault.
fn index() -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder("broken").join("INDEX.md")).expect("an index");
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let rows = rows.skip(1).map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [name, _, code] = cells[..] else {
            panic!("three cells: {row}")
        };
        (name.trim().to_owned(), code.trim().to_owned())
    });
    let count = text.lines().filter(|line| line.starts_with("| ")).count() - 1;
    let rows: BTreeMap<_, _> = rows.collect();
    assert_eq!(rows.len(), count, "a log stands twice in the index");
    rows
}

fn beside(log: &Path, ending: &str) -> PathBuf {
    log.with_extension(ending)
}

fn compare(path: &Path, said: &str, wrong: &mut Vec<String>) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, said).expect("writable");
    } else if fs::read_to_string(path).unwrap_or_default() != said {
        wrong.push(path.display().to_string());
    }
}

#[test]
fn what_is_said_of_a_broken_log_stays() {
    let mut wrong = Vec::new();
    for log in logs("broken") {
        let json = explain(&log, &["--json", "--lang", "en"]);
        compare(&beside(&log, "json"), &json, &mut wrong);
        if beside(&log, "ko.json").exists() {
            let json = explain(&log, &["--json", "--lang", "ko"]);
            compare(&beside(&log, "ko.json"), &json, &mut wrong);
        }
        if beside(&log, "txt").exists() {
            let text = explain(&log, &["--lang", "en"]);
            compare(&beside(&log, "txt"), &text, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "said otherwise: {wrong:#?}");
}

#[test]
fn the_index_names_every_log_and_nothing_else() {
    let names = logs("broken").into_iter().map(|log| {
        let name = log.file_stem().expect("a name");
        name.to_string_lossy().into_owned()
    });
    let named: BTreeSet<String> = index().into_keys().collect();
    assert_eq!(names.collect::<BTreeSet<_>>(), named);
}

#[test]
fn each_fault_is_named_by_the_code_in_the_index() {
    let mut wrong = Vec::new();
    for (name, code) in index() {
        let log = folder("broken").join(name).with_extension("log");
        let said = findings(&explain(&log, &["--json", "--lang", "en"]));
        if !said.iter().any(|finding| finding.code == code) {
            let codes: Vec<_> = said.iter().map(|finding| &*finding.code).collect();
            wrong.push(format!("{}: no {code} among {codes:?}", log.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_code_occurs_in_a_broken_log() {
    let mut said = BTreeSet::new();
    for log in logs("broken") {
        let findings = findings(&explain(&log, &["--json", "--lang", "en"]));
        said.extend(findings.into_iter().map(|finding| finding.code));
    }
    let shown = |name: &str| said.contains(name) || NOT_SHOWN.iter().any(|(n, _)| *n == name);
    let missing: Vec<_> = Code::all().filter(|code| !shown(code.name())).collect();
    assert!(missing.is_empty(), "in no log: {missing:?}");
    for (name, reason) in NOT_SHOWN {
        assert!(!said.contains(*name), "{name} is shown, though: {reason}");
        assert!(Code::named(name).is_some(), "{name} is no code any more");
    }
}

#[test]
fn a_third_of_the_logs_is_told_in_korean_too() {
    let all = logs("broken");
    let korean = all.iter().filter(|log| beside(log, "ko.json").exists());
    assert!(3 * korean.count() >= all.len());
}

#[test]
fn of_a_healthy_conversation_nothing_is_said_but_notes() {
    let mut wrong = Vec::new();
    for log in logs("healthy") {
        let said = findings(&explain(&log, &["--json", "--lang", "en"]));
        let bad = said.iter().filter(|f| f.severity != Severity::Note.name());
        wrong.extend(bad.map(|f| format!("{}: {f:?}", log.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_remedy_makes_the_finding_vanish() {
    let index = index();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for log in logs("broken") {
        let Ok(mend) = fs::read_to_string(beside(&log, "mend")) else {
            continue;
        };
        count += 1;
        let name = log.file_stem().expect("a name").to_string_lossy();
        let code = &index[&*name];
        let before = findings(&explain(&log, &["--json", "--lang", "en"]));
        let mended = std::env::temp_dir().join(format!("mended-{}-{name}.log", std::process::id()));
        fs::write(&mended, apply(&mend, &fs::read(&log).expect("a log"))).expect("writable");
        let after = findings(&explain(&mended, &["--json", "--lang", "en"]));
        let _ = fs::remove_file(&mended);
        if after.iter().any(|finding| finding.code == *code) {
            wrong.push(format!("{name}: {code} is still there"));
        }
        let new = after.iter().filter(|f| is_new(f, &before));
        wrong.extend(new.map(|f| format!("{name}: new: {f:?}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 60, "{count} remedies");
}

/// Whether a finding is worth a change, and was not there before. Many logs end with the message
/// that is wrong: once it is right, its answer is missing.
fn is_new(finding: &Finding, before: &[Finding]) -> bool {
    finding.code != "request-pending"
        && finding.severity != Severity::Note.name()
        && !before.iter().any(|b| b.code == finding.code)
}

/// The log with its remedy.
fn apply(mend: &str, log: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(log.to_vec()).expect("remedies are for UTF-8");
    let mut lines: Vec<Option<String>> = text.split('\n').map(|l| Some(l.to_owned())).collect();
    let mut insert: Vec<(usize, &str)> = Vec::new();
    for change in mend.lines() {
        let (line, what) = change.split_once(": ").expect("LINE: change");
        let at = line.parse::<usize>().expect("a number of a line") - 1;
        if what == "delete" {
            lines[at] = None;
        } else if let Some(text) = what.strip_prefix("insert ") {
            insert.push((at, text));
        } else {
            let (old, new) = what.split_once(" => ").expect("old text => new text");
            let line = lines[at].as_mut().expect("a line");
            assert_eq!(line.matches(old).count(), 1, "{old} in line {}", at + 1);
            *line = line.replace(old, new);
        }
    }
    let mut out: Vec<String> = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        let before = insert.iter().filter(|(place, _)| *place == at);
        out.extend(before.map(|(_, text)| (*text).to_owned()));
        out.extend(line);
    }
    out.join("\n").into_bytes()
}
