//! What the documents show of the command is what it prints.
//!
//! In: Markdown with blocks of a log (`log`) and of a terminal (`console`), whose first line is a
//! command: `$ mcp explain NAME.log`. The command is run with the last log before it under that name.
//! Out: a failure where what stands below the command is not what it prints. `UPDATE_SNAPSHOTS=1 cargo
//! test -p mcp-cli --test guide` writes it there.

use std::fs;
use std::path::Path;
use std::process::Command;

const DOCUMENTS: &[&str] = &["README.md", "docs/debugging-by-messages.md"];

#[test]
fn the_documents_show_what_the_command_prints() {
    for name in DOCUMENTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let text = fs::read_to_string(&path).expect("a document");
        let (fresh, commands) = with_outputs(&text);
        assert!(commands > 0, "{name} shows no command");
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::write(&path, fresh).expect("writable");
        } else {
            assert!(
                fresh == text,
                "{name} shows something else; expected:\n{fresh}"
            );
        }
    }
}

#[test]
fn the_guide_has_ten_failures_and_one_in_korean() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/debugging-by-messages.md");
    let text = fs::read_to_string(path).expect("the guide");
    assert_eq!(text.matches("\n```log\n").count(), 10);
    assert!(text.contains("$ mcp explain --lang ko "));
}

/// The text with fresh outputs, and how many commands it shows.
fn with_outputs(text: &str) -> (String, usize) {
    let (mut out, mut log, mut commands) = (String::new(), String::new(), 0);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line != "```log" && line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let command = block.first().and_then(|first| first.strip_prefix("$ mcp "));
        match command.filter(|_| line == "```console") {
            Some(command) => {
                commands += 1;
                out.push_str(&format!(
                    "$ mcp {command}\n{}\n",
                    run(command, &log).trim_end()
                ));
            }
            None => out.extend(block.iter().flat_map(|line| [*line, "\n"])),
        }
        if line == "```log" {
            log = block.iter().flat_map(|line| [*line, "\n"]).collect();
        }
        out.push_str("```\n");
    }
    (out, commands)
}

/// What the command prints; its last word, when it is the name of a log, stands for that log.
fn run(command: &str, log: &str) -> String {
    let folder = std::env::temp_dir().join(format!("mcp-guide-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let name = command
        .split(' ')
        .next_back()
        .filter(|word| word.ends_with(".log"));
    if let Some(name) = name {
        fs::write(folder.join(name), log).expect("writable");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_mcp"))
        .args(command.split(' '))
        .current_dir(&folder)
        .env("COLUMNS", "80")
        .env("LANG", "C")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .output()
        .expect("the command runs");
    let _ = fs::remove_dir_all(&folder);
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{command}: {output:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}
