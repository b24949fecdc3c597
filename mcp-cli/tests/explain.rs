//! The command as users run it: exit statuses, options, pipes.
//!
//! In: logs, written to a directory of the test. Out: what the built binary prints and returns.

mod runs;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use runs::{BROKEN, FINE, Log, err, out};

const SECRET: &str = "sk-Zk3vQ9xT7LmB2nR8wY5cH1dF6gJ4pS0aEuW7iK2o";

#[test]
fn the_status_is_0_without_errors_and_1_with_errors() {
    let log = Log::new("status", FINE);
    let fine = log.run(&["a.log"]);
    assert_eq!(fine.status.code(), Some(0), "{}", out(&fine));
    let log = Log::new("status", BROKEN);
    let broken = log.run(&["a.log"]);
    assert_eq!(broken.status.code(), Some(1), "{}", out(&broken));
    assert!(
        out(&broken).contains("\nerror[id-null]: "),
        "{}",
        out(&broken)
    );
}

#[test]
fn a_file_that_is_not_there_is_named_and_the_status_is_2() {
    let log = Log::new("missing", FINE);
    let missing = log.run(&["a.log", "nothing.log"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("nothing.log"), "{}", err(&missing));
    assert!(out(&missing).contains("a.log"), "the other is explained");
    let first = log.run(&["nothing.log", "a.log"]);
    assert_eq!(first.status.code(), Some(2));
    assert!(out(&first).starts_with("a.log: "), "{}", out(&first));
    let directory = log.run(&["."]);
    assert_eq!(directory.status.code(), Some(2));
    assert!(err(&directory).starts_with(".: "), "{}", err(&directory));
}

#[test]
fn what_fails_while_it_is_read_is_told_with_its_line_and_the_status_is_2() {
    // NB. the memory of a process can be opened, and not be read at its beginning.
    const FAILS: &str = "/proc/self/mem";
    if !Path::new(FAILS).exists() {
        return;
    }
    let log = Log::new("fails", FINE);
    let output = log.run(&[FAILS, "a.log"]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(err(&output).starts_with("/proc/self/mem: can't be read beyond line 1: "));
    assert!(out(&output).contains("a.log: JSON lines"));
}

#[test]
fn what_is_surely_no_log_is_called_what_it_is() {
    let log = Log::new("no-log", "");
    fs::write(log.directory.join("a.gz"), b"\x1F\x8B\x08\0\0\0\0\0\0\x03").expect("a file");
    for (name, says) in [
        (".", "this is a directory; name a log in it"),
        ("a.gz", "gzip -dc a.gz | mcp explain -"),
    ] {
        let output = log.run(&[name]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(says), "{}", err(&output));
        assert_eq!(out(&output), "");
    }
}

#[test]
fn of_a_log_without_messages_it_is_not_said_that_it_is_right() {
    for (text, says) in [
        ("", "It is empty"),
        ("10:00:00 [info] Starting server\n", "It holds no message"),
        (
            "{\n  \"name\": \"x\"\n}\n",
            "Nothing in it looks like a message",
        ),
    ] {
        let told = out(&Log::new("no-messages", text).run(&["a.log"]));
        assert!(told.contains(says), "{told}");
        assert!(!told.contains("Nothing wrong"), "{told}");
    }
}

#[test]
fn a_command_that_is_missing_is_told() {
    let log = Log::new("no-command", FINE);
    for word in ["a.log", "-32602", "tools/call"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp"));
        let command = command.arg(word).current_dir(&log.directory);
        let output = command.env("LC_ALL", "C").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let meant = format!("did you mean `mcp explain {word}`?");
        assert!(err(&output).contains(&meant), "{}", err(&output));
    }
}

#[test]
fn help_and_pages_fit_80_columns() {
    let log = Log::new("help", FINE);
    for args in [&["--help"][..], &["-h"], &["-32602"], &["http-404"]] {
        let output = log.run(args);
        assert_eq!(output.status.code(), Some(0));
        for line in out(&output).lines() {
            assert!(mcp_core::explain::show::columns(line) <= 80, "{line}");
        }
    }
}

#[test]
fn a_word_that_is_no_file_may_have_been_meant_for_a_method() {
    let log = Log::new("resembles", FINE);
    let near = log.run(&["tools/cal"]);
    assert_eq!(near.status.code(), Some(2));
    assert!(
        err(&near).contains("mcp explain tools/call"),
        "{}",
        err(&near)
    );
}

#[test]
fn a_code_and_a_method_are_explained_unless_a_file_is_called_so() {
    let log = Log::new("words", FINE);
    for (word, says) in [
        ("-32602", "Invalid params"),
        ("tools/call", "arguments"),
        ("id-null", "id-null  error"),
    ] {
        let told = log.run(&[word]);
        assert_eq!(told.status.code(), Some(0), "{}", err(&told));
        assert!(out(&told).contains(says), "{}", out(&told));
    }
    fs::write(log.directory.join("id-null"), FINE).expect("a log");
    let text = out(&log.run(&["id-null"]));
    assert!(text.starts_with("id-null: JSON lines"), "{text}");
}

#[test]
fn a_dash_is_the_standard_input() {
    let log = Log::new("dash", FINE);
    let mut child = log
        .command(&["-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("stdin");
    stdin.write_all(BROKEN.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        out(&output).starts_with("standard input: "),
        "{}",
        out(&output)
    );
}

#[test]
fn json_is_an_object_a_finding_and_one_that_sums_up() {
    let log = Log::new("json", BROKEN);
    let output = log.run(&["--json", "a.log"]);
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    let (last, findings) = lines.split_last().expect("lines");
    assert!(!findings.is_empty(), "{text}");
    for line in findings {
        let raw = mcp_core::json::Raw::parse(line).expect("JSON");
        let names: Vec<String> = raw.members().map(|m| m.key.into_owned()).collect();
        assert_eq!(
            names,
            [
                "line", "severity", "code", "path", "found", "expected", "rule", "next"
            ]
        );
    }
    let last = mcp_core::json::Raw::parse(last).expect("JSON");
    let errors = last.member("summary").and_then(|s| s.member("errors"));
    assert_eq!(errors.map(|n| n.get()), Some("1"), "{text}");
}

#[test]
fn only_errors_leaves_the_rest_of_the_conversation_out() {
    let log = Log::new("only", BROKEN);
    let text = out(&log.run(&["--only", "errors", "a.log"]));
    assert!(text.contains("error[id-null]"), "{text}");
    assert!(!text.contains("ping  "), "{text}");
    assert!(!text.contains("result: "), "{text}");
    assert!(!text.contains("note["), "{text}");
}

#[test]
fn the_language_is_the_one_asked_for_or_that_of_the_locale() {
    let log = Log::new("lang", BROKEN);
    let asked = out(&log.run(&["--lang", "ko", "a.log"]));
    assert!(asked.contains("오류[id-null]: "), "{asked}");
    let output = log
        .command(&["a.log"])
        .env("LC_ALL", "ko_KR.UTF-8")
        .output();
    assert_eq!(out(&output.expect("it runs")), asked);
    let output = log
        .command(&["a.log"])
        .env("LC_ALL", "fr_FR.UTF-8")
        .output();
    assert!(out(&output.expect("it runs")).contains("error[id-null]: "));
}

#[test]
fn colours_are_for_terminals_or_when_forced_and_never_with_no_color() {
    let log = Log::new("colours", BROKEN);
    let plain = log.run(&["a.log"]);
    assert!(!out(&plain).contains('\u{1b}'));
    let forced = |args: &[&str], name: &str| {
        let mut command = log.command(args);
        let command = command.env("CLICOLOR_FORCE", "1").env(name, "1");
        out(&command.output().expect("it runs")).contains('\u{1b}')
    };
    assert!(forced(&["a.log"], "UNUSED"));
    assert!(!forced(&["--no-color", "a.log"], "UNUSED"));
    assert!(!forced(&["a.log"], "NO_COLOR"));
    assert!(!forced(&["--json", "a.log"], "UNUSED"));
}

#[test]
fn lines_fit_the_terminal() {
    let long = BROKEN.replace("null", &format!("null,\"x\":\"{}\"", "말".repeat(400)));
    let log = Log::new("width", &long);
    for columns in [60, 80, 100] {
        let mut command = log.command(&["a.log"]);
        let output = command.env("COLUMNS", columns.to_string()).output();
        for line in out(&output.expect("it runs")).lines() {
            let width = mcp_core::explain::show::columns(line);
            assert!(width <= columns, "{width} > {columns}: {line}");
        }
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let log = Log::new("pipe", &FINE.repeat(20_000));
    let mut child = log
        .command(&["a.log"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut first = [0; 64];
    let mut stdout = child.stdout.take().expect("stdout");
    stdout.read_exact(&mut first).expect("it prints");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(err(&output), "");
}

#[test]
fn secrets_are_shown_only_when_asked_for() {
    let call = r#"{"jsonrpc":"2.0","id":"Bearer SECRET","method":"resources/read","params":{"uri":"https://a/?api_key=SECRET"}}
{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"the key is SECRET"}}
{"jsonrpc":"2.0","id":null,"method":"ping","params":{"token":"SECRET"}}
{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no: SECRET"}}
Authorization: Bearer SECRET
"#;
    let log = Log::new("secrets", &call.replace("SECRET", SECRET));
    for args in [
        &["a.log"][..],
        &["--json", "a.log"],
        &["--only", "errors", "a.log"],
    ] {
        let output = log.run(args);
        let text = out(&output) + &err(&output);
        for piece in [SECRET, &SECRET[..20], &SECRET[24..]] {
            assert!(!text.contains(piece), "{args:?}: {text}");
        }
    }
    assert!(out(&log.run(&["--show-secrets", "a.log"])).contains(SECRET));
}
