//! What can be wrong with a file of notes, and what the store says then. Nothing that was saved is
//! ever lost, and nothing that is not ours is ever touched.
//!
//! In: files of every kind in a directory of their own. Out: the errors, and the files afterwards.

#![cfg(feature = "pkm")]

use examples::pkm::embed::Builtin;
use examples::pkm::store::{Change, Draft, Note, Order, Stop, Store, StoreError, Wish};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A directory that is gone afterwards.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pkm-files-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("notes.db")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a directory");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path, Arc::new(Builtin::new()))
}

fn draft(title: &str) -> Draft {
    Draft {
        title: title.to_owned(),
        content: "이것은 글이다".to_owned(),
        tags: vec!["a".to_owned()],
    }
}

fn add(store: &Store, title: &str) -> Note {
    store.add(&draft(title), &Stop::never()).expect("added")
}

fn all(store: &Store) -> Vec<Note> {
    let wish = Wish {
        limit: 10_000,
        order: Order::Title,
        ..Wish::default()
    };
    store.list(&wish, &Stop::never()).expect("listed").notes
}

/// Opens what can't be opened: what is said, and that nothing was changed.
fn refused(directory: &Directory) -> String {
    let before = (directory.names(), fs::read(directory.file()).ok());
    let error = open(&directory.file()).expect_err("an error").to_string();
    assert_eq!(before.0, directory.names(), "{error}");
    assert_eq!(before.1, fs::read(directory.file()).ok(), "{error}");
    let path = directory.file().display().to_string();
    assert!(error.contains(&path), "{error} names {path}");
    error
}

#[test]
fn what_was_saved_is_there_after_it_was_opened_again() {
    let directory = Directory::new();
    let note = add(&open(&directory.file()).expect("made"), "처음");
    assert_eq!(note.id.to_string(), "note-1");
    let store = open(&directory.file()).expect("opened");
    assert_eq!(all(&store), [note]);
    assert_eq!(
        store.search("글", 5, &Stop::never()).expect("found").len(),
        1
    );
}

#[cfg(unix)]
#[test]
fn notes_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    add(&store, "x");
    for name in directory.names() {
        let mode = fs::metadata(directory.0.join(&name))
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}

#[test]
fn ids_are_never_given_twice() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    let note = add(&store, "x");
    store.delete(note.id, &Stop::never()).expect("deleted");
    drop(store);
    let store = open(&directory.file()).expect("opened");
    assert_eq!(add(&store, "y").id.to_string(), "note-2");
}

#[test]
fn a_database_of_something_else_is_not_touched() {
    for sql in [
        "CREATE TABLE photos(id); INSERT INTO photos VALUES(1)",
        "PRAGMA journal_mode = wal; CREATE TABLE photos(id)",
        "PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE notes(id)",
    ] {
        let directory = Directory::new();
        let connection = Connection::open(directory.file()).expect("a database");
        connection.execute_batch(sql).expect("tables");
        drop(connection);
        assert!(refused(&directory).contains("not one of pkm"), "{sql}");
    }
}

#[test]
fn what_is_no_database_is_not_touched() {
    for bytes in ["My diary, in plain text.", "SQLite format 3\0", "x"] {
        let directory = Directory::new();
        fs::write(directory.file(), bytes).expect("written");
        assert!(
            refused(&directory).contains("is not a SQLite database"),
            "{bytes}"
        );
    }
    let directory = Directory::new();
    fs::create_dir(directory.file()).expect("a directory");
    assert!(refused(&directory).contains("is not a file"));
}

#[test]
fn a_file_of_a_newer_version_is_not_touched() {
    let directory = Directory::new();
    drop(open(&directory.file()).expect("made"));
    let connection = Connection::open(directory.file()).expect("a database");
    connection
        .pragma_update(None, "user_version", 99)
        .expect("newer");
    drop(connection);
    let error = refused(&directory);
    assert!(error.contains("newer pkm (its schema is 99"), "{error}");
}

#[test]
fn a_truncated_file_is_refused_and_kept() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    (0..50).for_each(|n| drop(add(&store, &format!("note {n}"))));
    drop(store);
    let bytes = fs::read(directory.file()).expect("bytes");
    fs::write(directory.file(), &bytes[..bytes.len() / 2]).expect("cut");
    let error = open(&directory.file()).expect_err("damaged").to_string();
    assert!(
        error.contains("is damaged") && error.contains(".recover"),
        "{error}"
    );
    assert_eq!(
        fs::read(directory.file()).expect("bytes"),
        bytes[..bytes.len() / 2]
    );
}

#[test]
fn damage_in_the_middle_is_said_when_it_is_met_and_the_rest_is_still_served() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    (0..200).for_each(|n| drop(add(&store, &format!("note {n}"))));
    drop(store);
    let mut bytes = fs::read(directory.file()).expect("bytes");
    let middle = bytes.len() / 2;
    bytes[8192..middle].fill(0x5a);
    fs::write(directory.file(), &bytes).expect("damaged");
    let store = match open(&directory.file()) {
        Ok(store) => store,
        Err(error) => return assert!(error.to_string().contains("damaged"), "{error}"),
    };
    let wish = Wish {
        limit: 1000,
        ..Wish::default()
    };
    let error = store
        .list(&wish, &Stop::never())
        .expect_err("damaged")
        .to_string();
    assert!(error.contains("is damaged"), "{error}");
    assert!(
        store.list(&Wish::default(), &Stop::never()).is_err(),
        "and it goes on to say so"
    );
}

#[test]
fn a_missing_directory_and_an_empty_file_are_told_apart() {
    let directory = Directory::new();
    let path = directory.0.join("nowhere/notes.db");
    let error = open(&path).expect_err("no directory").to_string();
    assert!(error.contains("nowhere is not there"), "{error}");
    fs::write(directory.file(), "").expect("an empty file");
    add(
        &open(&directory.file()).expect("an empty file becomes one of notes"),
        "x",
    );
}

#[test]
fn a_file_that_others_lock_is_waited_for_and_then_said_to_be_busy() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    let store = store.with_patience(Duration::from_millis(300));
    add(&store, "before");
    let other = Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let started = Instant::now();
    let error = store.add(&draft("x"), &Stop::never()).expect_err("busy");
    assert!(
        error.to_string().contains("others had them locked"),
        "{error}"
    );
    assert!(started.elapsed() >= Duration::from_millis(300));
    assert_eq!(all(&store).len(), 1, "reading goes on");
    other.execute_batch("ROLLBACK").expect("unlocked");
    add(&store, "after");
    assert_eq!(all(&store).len(), 2);
}

#[test]
fn many_who_wait_for_a_lock_do_not_wait_one_after_another() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    let store = store.with_patience(Duration::from_millis(500));
    let other = Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| store.add(&draft("x"), &Stop::never()).expect_err("busy"));
        }
    });
    let took = started.elapsed();
    assert!(
        took < Duration::from_secs(5),
        "20 waited {took:?}, not 20 times half a second"
    );
    other.execute_batch("ROLLBACK").expect("unlocked");
    add(&store, "after");
}

#[test]
fn a_lock_that_ends_in_time_is_only_waited_for() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    let other = Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    std::thread::scope(|scope| {
        let added = scope.spawn(|| add(&store, "patient"));
        std::thread::sleep(Duration::from_millis(200));
        other.execute_batch("ROLLBACK").expect("unlocked");
        assert_eq!(added.join().expect("no panic").title, "patient");
    });
}

#[test]
fn waiting_for_a_lock_ends_when_nobody_wants_the_result() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    let other = Connection::open(directory.file()).expect("another program");
    other.execute_batch("BEGIN IMMEDIATE").expect("locked");
    let until = Instant::now() + Duration::from_millis(100);
    let stop = Stop::when(move || Instant::now() > until);
    let started = Instant::now();
    let error = store.add(&draft("x"), &stop).expect_err("stopped");
    assert!(matches!(error, StoreError::Stopped), "{error}");
    assert!(
        started.elapsed() < Duration::from_secs(4),
        "long before the patience ends"
    );
}

#[test]
fn many_writers_on_one_file_lose_nothing() {
    let directory = Directory::new();
    let stores = [0, 1].map(|_| open(&directory.file()).expect("opened"));
    let shared = add(&stores[0], "shared");
    std::thread::scope(|scope| {
        for writer in 0..16 {
            let store = &stores[writer % 2];
            let id = shared.id;
            scope.spawn(move || {
                for number in 0..10 {
                    add(store, &format!("writer {writer} note {number}"));
                    let mut change = Change::default();
                    match writer % 3 {
                        0 => change.title = Some("new title".to_owned()),
                        1 => change.content = Some("new content".to_owned()),
                        _ => change.tags = Some(vec!["new".to_owned()]),
                    }
                    store.update(id, &change, &Stop::never()).expect("changed");
                }
            });
        }
    });
    let notes = all(&stores[0]);
    assert_eq!(notes.len(), 161);
    let shared = stores[1].note(shared.id, &Stop::never()).expect("there");
    assert_eq!(
        (shared.title.as_str(), shared.content.as_str()),
        ("new title", "new content")
    );
    assert_eq!(shared.tags, ["new"]);
    let found = stores[1]
        .search("writer 7 note 3", 1, &Stop::never())
        .expect("found");
    assert_eq!(found[0].title, "writer 7 note 3");
}

#[test]
fn a_file_that_was_deleted_or_replaced_is_not_written_to_as_if_nothing_were_wrong() {
    let directory = Directory::new();
    let store = open(&directory.file()).expect("made");
    add(&store, "kept in memory");
    fs::remove_file(directory.file()).expect("deleted");
    let error = store
        .add(&draft("x"), &Stop::never())
        .expect_err("gone")
        .to_string();
    assert!(error.contains("was deleted, moved or replaced"), "{error}");
    assert_eq!(all(&store).len(), 1, "reading shows what was in it");
    add(&open(&directory.file()).expect("a new one"), "new");
    assert!(
        store.add(&draft("x"), &Stop::never()).is_err(),
        "another file in its place"
    );
}

#[test]
fn any_text_comes_back_as_it_was_sent() {
    let store = Store::in_memory(Arc::new(Builtin::new())).expect("a store");
    let long = "인증 흐름 word ".repeat(1024 * 1024 / 20);
    for content in [
        "a\0b",
        "",
        "\u{feff}x",
        "\r\n\r",
        "👨‍👩‍👧‍👦",
        "e\u{301}",
        "\u{110b}\u{1175}",
        "'; DROP TABLE notes; --",
        &long,
        &"x".repeat(1024 * 1024),
    ] {
        let draft = Draft {
            title: "제목\0".to_owned(),
            content: content.to_owned(),
            tags: Vec::new(),
        };
        let note = store.add(&draft, &Stop::never()).expect("added");
        let note = store.note(note.id, &Stop::never()).expect("there");
        assert_eq!(
            (note.title.as_str(), note.content.as_str()),
            ("제목\0", content)
        );
    }
    let found = store.search("흐름", 5, &Stop::never()).expect("found");
    assert_eq!(found.len(), 1);
    assert!(found[0].snippet.contains("**흐름**") && found[0].snippet.len() < 2000);
}

#[test]
fn a_title_of_several_lines_is_refused() {
    let store = Store::in_memory(Arc::new(Builtin::new())).expect("a store");
    for title in ["one\ntwo", "one\r\ntwo"] {
        let error = store.add(&draft(title), &Stop::never()).expect_err(title);
        assert!(matches!(error, StoreError::NotALine), "{error}");
        assert!(error.to_string().contains("into content"), "{error}");
    }
}

#[test]
fn titles_and_tags_that_can_not_be_seen_are_refused() {
    let store = Store::in_memory(Arc::new(Builtin::new())).expect("a store");
    let mut blank = draft(" \u{200b}\n");
    let error = store
        .add(&blank, &Stop::never())
        .expect_err("no title")
        .to_string();
    assert!(error.starts_with("title must have"), "{error}");
    blank.title = "x".to_owned();
    blank.tags = vec!["ok".to_owned(), "# ".to_owned()];
    let error = store
        .add(&blank, &Stop::never())
        .expect_err("no tag")
        .to_string();
    assert!(error.starts_with("tags: `# `"), "{error}");
    blank.tags = vec!["#MCP".to_owned(), "mcp ".to_owned(), "인증".to_owned()];
    let note = store.add(&blank, &Stop::never()).expect("added");
    assert_eq!(note.tags, ["MCP", "인증"]);
}
