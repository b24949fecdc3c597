//! A path becomes a connection to a file that is known to be ours.
//!
//! In: a path. Out: connections, or why not. What is not ours is not touched: a file is looked at
//! as bytes first, since SQLite may write to whatever it opens.

use super::connections::Connections;
use super::place::Identity;
use super::{BUSY_PATIENCE, StoreError, schema};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How each SQLite database begins (File Format, 1.3).
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Where its `application_id` stands, four bytes, the highest first.
const APPLICATION_AT: usize = 68;
const HEADER: usize = 100;

/// A file of notes, made if it is missing, brought up to date if it is old.
pub(super) fn file(path: &Path) -> Result<Connections, StoreError> {
    make_if_missing(path)?;
    check_bytes(path)?;
    let mut connection = connect(path, BUSY_PATIENCE)?;
    prepare(path, &mut connection).map_err(|error| of_this_file(path, error))?;
    let identity = Identity::of(path).ok_or_else(|| StoreError::Gone(path.to_owned()))?;
    Ok(Connections::of_file(path.to_owned(), identity, connection))
}

/// Another connection to a file that was opened already.
pub(super) fn another(path: &Path) -> Result<Connection, StoreError> {
    let connection = connect(path, Duration::ZERO)?;
    settle(&connection)?;
    Ok(connection)
}

/// A new database in memory.
pub(super) fn memory() -> Result<Connections, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    create(&mut connection)?;
    settle(&connection)?;
    Ok(Connections::of_memory(connection))
}

/// NB. made here and not by SQLite, so that others can't read it.
fn make_if_missing(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(source) => match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
                let path = parent.to_owned();
                Err(StoreError::NoDirectory { path, source })
            }
            _ => Err(not_opened(path, source)),
        },
    }
}

/// Looks at the first bytes: is it empty, ours, or something else?
fn check_bytes(path: &Path) -> Result<(), StoreError> {
    let about = std::fs::metadata(path).map_err(|source| not_opened(path, source))?;
    if !about.is_file() {
        return Err(StoreError::NotAFile(path.to_owned()));
    }
    let mut head = Vec::with_capacity(HEADER);
    let mut file = File::open(path).map_err(|source| not_opened(path, source))?;
    let read = (&mut file).take(HEADER as u64).read_to_end(&mut head);
    // NB. never closed: that would let go of all locks that this process has on the file, among
    // them those of another store (SQLite, How To Corrupt, 2.2).
    std::mem::forget(file);
    read.map_err(|source| not_opened(path, source))?;
    if head.is_empty() {
        return Ok(());
    }
    if !head.starts_with(MAGIC) || head.len() < HEADER {
        return Err(StoreError::NotADatabase(path.to_owned()));
    }
    let id = head[APPLICATION_AT..APPLICATION_AT + 4]
        .iter()
        .fold(0, |id, byte| id << 8 | i64::from(*byte));
    match id == schema::APPLICATION {
        true => Ok(()),
        false => Err(StoreError::Foreign(path.to_owned())),
    }
}

fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| of_this_file(path, error.into()))?;
    connection.busy_timeout(patience)?;
    Ok(connection)
}

fn prepare(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    // NB. SQLite opens what it may not write to for reading alone, without a word.
    if connection.is_readonly("main")? {
        return Err(StoreError::ReadOnly(path.to_owned()));
    }
    match schema::version(connection)? {
        0 => create(connection)?,
        found if found > schema::NEWEST => {
            let (path, known) = (path.to_owned(), schema::NEWEST);
            return Err(StoreError::Newer { path, found, known });
        }
        found if found < schema::NEWEST => {
            migrate(path, connection, found).map_err(|source| StoreError::NotMigrated {
                path: path.to_owned(),
                source: Box::new(source),
            })?;
        }
        _ => {}
    }
    // Readers and a writer side by side. Where the file system can't, SQLite stays with what it can.
    connection.pragma_update(None, "journal_mode", "wal")?;
    settle(connection)?;
    connection.busy_timeout(Duration::ZERO)?;
    Ok(())
}

/// The choices that a connection does not find in the file.
fn settle(connection: &Connection) -> Result<(), StoreError> {
    // A commit that was answered outlives a loss of power.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// NB. another process may have done it first: the steps begin at the version found inside.
fn create(connection: &mut Connection) -> Result<(), StoreError> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    schema::bring_up_to_date(&change)?;
    Ok(change.commit()?)
}

/// Keeps a copy of the old file beside it, and then changes all or nothing.
fn migrate(path: &Path, connection: &mut Connection, from: i64) -> Result<(), StoreError> {
    let backup = backup_path(path, from);
    // NB. whole first, and only then under its name: it may replace a copy from an attempt before.
    let mut fresh = backup.clone().into_os_string();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    let _ = std::fs::remove_file(&fresh);
    let kept = keep(connection, from, &fresh, &backup);
    if kept.is_err() {
        let _ = std::fs::remove_file(&fresh);
    }
    kept?;
    create(connection)
}

fn keep(connection: &Connection, from: i64, fresh: &Path, backup: &Path) -> Result<(), StoreError> {
    make_if_missing(fresh)?;
    connection.execute("VACUUM INTO ?1", [fresh.to_string_lossy().as_ref()])?;
    // Another process may have been quicker; then the copy is of what it made.
    if schema::version(&Connection::open(fresh)?)? == from {
        std::fs::rename(fresh, backup).map_err(|source| not_opened(backup, source))
    } else {
        std::fs::remove_file(fresh).map_err(|source| not_opened(fresh, source))
    }
}

/// `notes.db` of schema 1 is kept as `notes.db.schema-1`.
fn backup_path(path: &Path, version: i64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".schema-{version}"));
    name.into()
}

/// What SQLite says while a file is opened, said of that file.
fn of_this_file(path: &Path, error: StoreError) -> StoreError {
    let cause = match error {
        StoreError::Database(cause) => cause,
        other => return other.about(path),
    };
    match cause.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly(path.to_owned()),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            StoreError::Busy(BUSY_PATIENCE)
        }
        _ => not_opened(path, cause),
    }
}

fn not_opened(
    path: &Path,
    source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> StoreError {
    StoreError::NotOpened {
        path: path.to_owned(),
        source: source.into(),
    }
}
