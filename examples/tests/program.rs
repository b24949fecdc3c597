//! The program as a client meets it: over its standard streams, killed, short of disk, locked out.
//!
//! In: child processes and files of their own. Out: answers, exit codes, and what is in the files
//! afterwards.

#![cfg(all(feature = "pkm", unix))]

use examples::pkm::embed::Builtin;
use examples::pkm::store::{Stop, Store, Wish};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const PKM: &str = env!("CARGO_BIN_EXE_pkm");

/// A directory that is gone afterwards.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pkm-program-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("notes.db")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a child process.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    id: u64,
}

impl Client {
    fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        Self {
            input: child.stdin.take().expect("an input"),
            output: BufReader::new(child.stdout.take().expect("an output")),
            child,
            id: 0,
        }
    }

    fn of(file: &Path) -> Self {
        Self::start(Command::new(PKM).arg("--db").arg(file))
    }

    fn demo() -> Self {
        Self::start(Command::new(PKM).arg("--demo"))
    }

    fn send(&mut self, method: &str, mut params: Value) -> u64 {
        self.id += 1;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let message = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        writeln!(self.input, "{message}").expect("it reads");
        self.id
    }

    fn send_call(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let id = self.send_call(tool, &arguments);
        let answer = self.next();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].clone()
    }

    fn failed(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn titles(file: &Path) -> Vec<(String, String)> {
    let store = Store::open(file, Arc::new(Builtin::new())).expect("opened");
    let wish = Wish {
        limit: 100_000,
        ..Wish::default()
    };
    let notes = store.list(&wish, &Stop::never()).expect("listed").notes;
    notes
        .into_iter()
        .map(|note| (note.id.to_string(), note.title))
        .collect()
}

fn refused(command: &mut Command) -> String {
    let output: Output = command.stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    assert!(output.stdout.is_empty(), "stdout belongs to the protocol");
    said
}

#[test]
fn seven_tools_are_listed_and_say_what_they_do_to_notes() {
    let mut client = Client::demo();
    client.send("tools/list", json!({}));
    let answer = client.next();
    let tools = answer["result"]["tools"].as_array().expect("tools");
    let hints: Vec<_> = tools
        .iter()
        .map(|tool| {
            let hint = |name: &str| tool["annotations"][name].as_bool();
            assert_eq!(hint("openWorldHint"), Some(false), "{tool}");
            assert!(tool["outputSchema"].is_object(), "{tool}");
            (
                tool["name"].as_str().unwrap_or_default(),
                hint("readOnlyHint").unwrap_or(false),
                hint("destructiveHint"),
                hint("idempotentHint").unwrap_or(false),
            )
        })
        .collect();
    assert_eq!(
        hints,
        [
            ("search_notes", true, None, true),
            ("semantic_search_notes", true, None, true),
            ("add_note", false, Some(false), false),
            ("update_note", false, Some(true), true),
            ("delete_note", false, Some(true), true),
            ("list_notes", true, None, true),
            ("reindex_notes", false, Some(false), true),
        ]
    );
}

#[test]
fn a_note_is_added_found_changed_read_and_deleted() {
    let mut client = Client::demo();
    let added = client.call(
        "add_note",
        json!({"title": "새 노트", "content": "서버는 **빠르다**", "tags": ["#빠름"]}),
    );
    let id = added["structuredContent"]["id"].clone();
    let found = client.call("search_notes", json!({"query": "빠른 서버", "limit": 1}));
    assert_eq!(
        found["structuredContent"]["matches"][0]["id"], id,
        "{found}"
    );
    client.call("update_note", json!({"id": id, "title": "다른 이름"}));
    let read = client.call("list_notes", json!({"ids": [id], "with_content": true}));
    let note = &read["structuredContent"]["notes"][0];
    assert_eq!(
        (&note["title"], &note["content"]),
        (&json!("다른 이름"), &json!("서버는 **빠르다**"))
    );
    let listed = client.call("list_notes", json!({"tag": "빠름"}));
    assert_eq!(listed["structuredContent"]["total"], 1);
    let deleted = client.call("delete_note", json!({"id": id}));
    assert_eq!(deleted["structuredContent"]["content"], "서버는 **빠르다**");
    let error = client.failed("delete_note", json!({"id": id}));
    assert!(
        error.starts_with(&format!(
            "no note has the id `{}`; ",
            id.as_str().unwrap_or_default()
        )),
        "{error}"
    );
    let error = client.failed("update_note", json!({"id": "note-1"}));
    assert!(error.starts_with("nothing to change"), "{error}");
    let error = client.failed("list_notes", json!({"ids": ["7"]}));
    assert!(error.contains("`note-12`"), "{error}");
}

#[test]
fn text_that_no_text_can_hold_is_refused_and_the_server_goes_on() {
    let mut client = Client::demo();
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_note","arguments":{"title":"\ud800","content":"x"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    writeln!(client.input, "{message}").expect("it reads");
    client.id = 1;
    let answer = client.next();
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("title"), "{answer}");
    let added = client.call("add_note", json!({"title": "nul\0", "content": "a\0b"}));
    let id = &added["structuredContent"]["id"];
    let read = client.call("list_notes", json!({"ids": [id], "with_content": true}));
    assert_eq!(read["structuredContent"]["notes"][0]["content"], "a\0b");
}

#[test]
fn reindexing_tells_its_progress() {
    let mut client = Client::demo();
    let params = json!({"name": "reindex_notes", "arguments": {}});
    let mut message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": "p",
    });
    writeln!(client.input, "{message}").expect("it reads");
    let mut heard = Vec::new();
    let answer = loop {
        let message = client.next();
        if message["method"] != "notifications/progress" {
            break message;
        }
        heard.push(message["params"]["progress"].as_u64().expect("a number"));
    };
    let all = answer["result"]["structuredContent"]["reindexed"].as_u64();
    assert!(heard.len() > 2 && heard.is_sorted(), "{heard:?}");
    assert_eq!(heard.last().copied(), all, "{answer}");
}

#[test]
fn ping_is_answered_while_calls_wait_for_a_locked_file() {
    let directory = Directory::new();
    let mut client = Client::of(&directory.file());
    client.call("add_note", json!({"title": "a", "content": ""}));
    let other = rusqlite::Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let mut waiting: Vec<u64> = (0..20)
        .map(|n| client.send_call("add_note", &json!({"title": format!("{n}"), "content": ""})))
        .collect();
    let listing = client.send_call("list_notes", &json!({"limit": 1}));
    assert_eq!(client.next()["id"], listing, "reading goes on");
    client.send("tools/list", json!({}));
    assert!(client.next()["result"]["tools"].is_array());
    other.execute_batch("ROLLBACK").expect("unlocked");
    while !waiting.is_empty() {
        let answer = client.next();
        assert!(
            answer["result"]["structuredContent"]["id"].is_string(),
            "{answer}"
        );
        waiting.retain(|id| answer["id"] != *id);
    }
    drop(client);
    assert_eq!(titles(&directory.file()).len(), 21);
}

#[test]
fn a_call_that_was_cancelled_while_it_waited_changes_nothing() {
    let directory = Directory::new();
    let mut client = Client::of(&directory.file());
    client.call("add_note", json!({"title": "kept", "content": ""}));
    let other = rusqlite::Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let id = client.send_call("add_note", &json!({"title": "cancelled", "content": ""}));
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    writeln!(client.input, "{cancel}").expect("it reads");
    // Answered after the cancellation was taken.
    let listed = client.call("list_notes", json!({}));
    assert_eq!(listed["structuredContent"]["total"], 1);
    std::thread::sleep(std::time::Duration::from_millis(200));
    other.execute_batch("ROLLBACK").expect("unlocked");
    client.call("add_note", json!({"title": "after", "content": ""}));
    drop(client);
    let titles: Vec<String> = titles(&directory.file())
        .into_iter()
        .map(|note| note.1)
        .collect();
    assert_eq!(titles, ["after", "kept"]);
}

#[test]
fn what_was_acknowledged_outlives_a_kill_in_the_middle_of_writing() {
    let directory = Directory::new();
    let mut acknowledged = Vec::new();
    for round in 0..4 {
        let mut client = Client::of(&directory.file());
        for number in 0..200 {
            let title = format!("round {round} note {number}");
            client.send_call("add_note", &json!({"title": title, "content": "글"}));
        }
        for _ in 0..10 * (round + 1) {
            let answer = client.next();
            let note = &answer["result"]["structuredContent"];
            let text = |name: &str| note[name].as_str().unwrap_or_default().to_owned();
            acknowledged.push((text("id"), text("title")));
        }
        client.child.kill().expect("killed");
        client.child.wait().expect("gone");
    }
    let there = titles(&directory.file());
    for note in &acknowledged {
        assert!(there.contains(note), "{note:?} is lost");
    }
    let check = rusqlite::Connection::open(directory.file()).expect("opened");
    let fine: String = check
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .expect("checked");
    assert_eq!(fine, "ok");
    check
        .execute_batch("INSERT INTO words(words) VALUES('integrity-check')")
        .expect("the index is whole");
}

#[test]
fn two_processes_write_to_one_file() {
    let directory = Directory::new();
    let mut clients = [Client::of(&directory.file()), Client::of(&directory.file())];
    for number in 0..40 {
        for (of, client) in clients.iter_mut().enumerate() {
            client.send_call(
                "add_note",
                &json!({"title": format!("{of} {number}"), "content": ""}),
            );
        }
    }
    for client in &mut clients {
        for _ in 0..40 {
            let answer = client.next();
            assert!(
                answer["result"]["structuredContent"]["id"].is_string(),
                "{answer}"
            );
        }
    }
    let found = clients[0].call("search_notes", json!({"query": "1 39", "limit": 1}));
    assert_eq!(found["structuredContent"]["matches"][0]["title"], "1 39");
    drop(clients);
    assert_eq!(titles(&directory.file()).len(), 80);
}

#[test]
fn where_no_more_may_be_written_that_is_said_and_nothing_is_lost() {
    let directory = Directory::new();
    let script = format!(
        "trap '' XFSZ; ulimit -f 600; exec {PKM} --db {}",
        directory.file().display()
    );
    let mut client = Client::start(Command::new("sh").arg("-c").arg(script));
    let content = "인증 흐름 ".repeat(2000);
    let mut saved = 0;
    let error = loop {
        let result = client.call(
            "add_note",
            json!({"title": format!("{saved}"), "content": content}),
        );
        if result["isError"] == true {
            break result["content"][0]["text"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
        }
        saved += 1;
        assert!(saved < 1000, "a limit that does not hold");
    };
    assert!(
        error.contains("all notes are intact") && error.contains("free space"),
        "{error}"
    );
    assert!(saved > 0, "{error}");
    let listed = client.call("list_notes", json!({"limit": 1}));
    assert_eq!(listed["structuredContent"]["total"], saved);
    drop(client);
    assert_eq!(titles(&directory.file()).len(), saved);
}

#[test]
fn a_file_or_a_directory_that_may_not_be_written_to_is_refused() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    /// Somebody who may do nothing.
    const NOBODY: u32 = 65_534;
    let directory = Directory::new();
    drop(Store::open(&directory.file(), Arc::new(Builtin::new())).expect("made"));
    let mut command = Command::new(PKM);
    // To root no file is forbidden.
    if chown(directory.file(), Some(NOBODY), Some(NOBODY)).is_ok() {
        let copy = directory.0.join("program");
        std::fs::copy(PKM, &copy).expect("a copy");
        command = Command::new(&copy);
        command.uid(NOBODY).gid(NOBODY);
    }
    let allow = |path: &Path, mode| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(path, mode).expect("permissions");
    };
    command.arg("--db").arg(directory.file());
    allow(&directory.file(), 0o444);
    allow(&directory.0, 0o755);
    let said = refused(&mut command);
    assert!(said.contains("notes.db can't be written to"), "{said}");
    allow(&directory.file(), 0o000);
    let said = refused(&mut command);
    assert!(
        said.contains("notes.db could not be opened; look at its permissions"),
        "{said}"
    );
    std::fs::remove_file(directory.file()).expect("removed");
    allow(&directory.0, 0o555);
    let said = refused(&mut command);
    assert!(
        said.contains("notes.db could not be opened; look at its permissions"),
        "{said}"
    );
    allow(&directory.0, 0o755);
}

#[test]
fn what_can_not_be_served_is_said_on_stderr() {
    let said = refused(Command::new(PKM).args(["--db", "/dev/null"]));
    assert!(said.contains("pkm: /dev/null is not a file"), "{said}");
    let said = refused(Command::new(PKM).args(["--db", "/nowhere/notes.db"]));
    assert!(said.contains("/nowhere is not there"), "{said}");
    let said = refused(Command::new(PKM).args(["--demo", "--db", "x"]));
    assert!(said.contains("cannot be used with"), "{said}");
    let said = refused(Command::new(PKM).args(["--demo", "--model", "/nowhere"]));
    assert!(said.contains("/nowhere"), "{said}");
}

#[test]
fn notes_are_kept_in_the_data_directory_of_the_user() {
    let directory = Directory::new();
    let mut command = Command::new(PKM);
    command
        .env("XDG_DATA_HOME", &directory.0)
        .env("HOME", &directory.0);
    let mut client = Client::start(&mut command);
    client.call("add_note", json!({"title": "a", "content": ""}));
    drop(client);
    let place = match cfg!(target_os = "macos") {
        true => "Library/Application Support/pkm/notes.db",
        false => "pkm/notes.db",
    };
    assert_eq!(titles(&directory.0.join(place)).len(), 1);
}
