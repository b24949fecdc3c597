//! What the terminal shows, as text that a reviewer reads.
//!
//! In: the logs under `snapshots/`. Out: a failure where what is printed in 80 columns has changed:
//! in English (`.en`), in Korean (`.ko`) and in colours (`.color`, where `␛` stands for the escape
//! character). `UPDATE_SNAPSHOTS=1 cargo test -p mcp-cli --test snapshots` writes the new text, to
//! be read before it is committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

fn logs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("a folder");
    let mut logs: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "log"))
        .collect();
    logs.sort();
    assert!(!logs.is_empty());
    logs
}

fn printed(log: &Path, lang: &str, color: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp"));
    command
        .args(["explain", "--lang", lang])
        .arg(log.file_name().expect("a name"))
        .current_dir(folder())
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    if color {
        command.env("CLICOLOR_FORCE", "1");
    }
    let output = command.output().expect("the command runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Compares with the file, or writes it; whether it was the same.
fn same(path: &Path, text: &str) -> bool {
    if fs::read_to_string(path).is_ok_and(|kept| kept == text) {
        return true;
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(path, text).expect("a snapshot is written");
        return true;
    }
    println!("--- {}\n{text}", path.display());
    false
}

#[test]
fn what_is_printed_is_what_was_looked_at() {
    let mut wrong = Vec::new();
    for log in logs() {
        for (end, lang, color) in [
            ("en", "en", false),
            ("ko", "ko", false),
            ("color", "en", true),
        ] {
            let text = printed(&log, lang, color).replace('\u{1b}', "␛");
            let path = log.with_extension(end);
            if !same(&path, &text) {
                wrong.push(path.display().to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "changed:\n{}", wrong.join("\n"));
}

#[test]
fn colours_are_those_that_can_be_read_on_a_light_and_on_a_dark_ground() {
    const READABLE: [&str; 12] = [
        "0", "1", "2", "1;31", "1;35", "1;36", "31", "32", "35", "36", "1;32", "1;34",
    ];
    for log in logs() {
        for code in printed(&log, "en", true).split("\u{1b}[").skip(1) {
            let code = code.split('m').next().unwrap_or_default();
            assert!(READABLE.contains(&code), "{code} in {}", log.display());
        }
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for log in logs() {
        for lang in ["en", "ko"] {
            for line in printed(&log, lang, false).lines() {
                let width = mcp_core::explain::show::columns(line);
                // JSON that is to be copied stays whole, on a line of its own.
                let whole = !line.trim().contains(' ') && line.contains('{');
                assert!(whole || width <= 80, "{width} in {}: {line}", log.display());
            }
        }
    }
}

#[test]
fn without_its_colours_a_text_is_the_plain_one() {
    for log in logs() {
        let mut plain = String::new();
        for (place, part) in printed(&log, "en", true).split("\u{1b}[").enumerate() {
            let text = match place {
                0 => Some(part),
                _ => part.split_once('m').map(|(_, text)| text),
            };
            plain.push_str(text.expect("a code ends"));
        }
        assert_eq!(plain, printed(&log, "en", false), "{}", log.display());
    }
}
