//! Who may use the file now: some readers, and one writer in this process.
//!
//! In: work for a connection. Out: its result, after a commit where it wrote. What is refused
//! because others have the file locked is tried again until the patience ends, so work must bear
//! to be done twice. Nothing is reported as done that is not committed to the file at the path.

use super::gate::{Gate, LOOK_EVERY, Pass};
use super::place::Identity;
use super::{BUSY_PATIENCE, QUEUE_PATIENCE, Stop, StoreError, open};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many connections a file has at most.
const MOST: usize = 8;
/// How many statements each connection keeps compiled.
const STATEMENTS: usize = 64;
/// How many steps of SQLite's machine pass before it is asked whether to stop: about 1 ms.
const STEPS: i32 = 10_000;

pub(super) struct Connections {
    /// Where the file is, and which; none in memory.
    file: Option<(PathBuf, Identity)>,
    idle: Mutex<Vec<Connection>>,
    all: Gate,
    writers: Gate,
    patience: Duration,
    /// Whether the last writer gave up, since others had the file locked.
    stuck: AtomicBool,
}

impl Connections {
    pub(super) fn of_file(path: PathBuf, identity: Identity, first: Connection) -> Self {
        Self::new(Some((path, identity)), first, MOST)
    }

    /// NB. each connection to memory is a database of its own, so there is only this one.
    pub(super) fn of_memory(only: Connection) -> Self {
        Self::new(None, only, 1)
    }

    fn new(file: Option<(PathBuf, Identity)>, first: Connection, most: usize) -> Self {
        first.set_prepared_statement_cache_capacity(STATEMENTS);
        Self {
            file,
            idle: Mutex::new(vec![first]),
            all: Gate::new(most),
            writers: Gate::new(1),
            patience: BUSY_PATIENCE,
            stuck: AtomicBool::new(false),
        }
    }

    pub(super) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Reads one state of the notes, whatever is written meanwhile.
    pub(super) fn read<T>(
        &self,
        stop: &Stop,
        mut work: impl FnMut(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let clock = Clock::new();
        let mut lent = self.lend(&clock, stop)?;
        lent.watch(stop)?;
        let clock = clock.wait_for_lock(self.patience);
        let read = clock.retried(stop, || {
            let snapshot = lent.connection()?.transaction()?;
            work(&snapshot)
        });
        read.map_err(|error| self.about(error))
    }

    /// Writes all or nothing.
    pub(super) fn write<T>(
        &self,
        stop: &Stop,
        mut work: impl FnMut(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let clock = Clock::new();
        // NB. in this order everywhere: who waits to write must not keep a connection from readers.
        let _turn = clock.enter(&self.writers, stop)?;
        let mut lent = self.lend(&clock, stop)?;
        // Who has waited while the writer before waited in vain does not wait again.
        let clock = match self.stuck.load(Ordering::Relaxed) {
            true => clock.no_longer_than(self.patience),
            false => clock.wait_for_lock(self.patience),
        };
        let written = clock.retried(stop, || {
            self.check_place()?;
            let connection = lent.connection()?;
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let result = work(&change)?;
            change.commit()?;
            self.check_place()?;
            Ok(result)
        });
        let busy = matches!(written, Err(StoreError::Busy(_)));
        self.stuck.store(busy, Ordering::Relaxed);
        written.map_err(|error| self.about(error))
    }

    fn about(&self, error: StoreError) -> StoreError {
        match &self.file {
            Some((path, _)) => error.about(path),
            None => error,
        }
    }

    /// NB. SQLite goes on writing to a file that was deleted, and all of it is lost at the end.
    fn check_place(&self) -> Result<(), StoreError> {
        match &self.file {
            Some((path, identity)) if Identity::of(path) != Some(*identity) => {
                Err(StoreError::Gone(path.clone()))
            }
            _ => Ok(()),
        }
    }

    fn lend<'a>(&'a self, clock: &Clock, stop: &Stop) -> Result<Lent<'a>, StoreError> {
        let pass = clock.enter(&self.all, stop)?;
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let connection = match (idle, &self.file) {
            (Some(connection), _) => connection,
            (None, Some((path, _))) => {
                self.check_place()?;
                let connection = open::another(path)?;
                connection.set_prepared_statement_cache_capacity(STATEMENTS);
                self.check_place()?;
                connection
            }
            (None, None) => return Err(StoreError::Database(rusqlite::Error::InvalidQuery)),
        };
        Ok(Lent {
            of: self,
            connection: Some(connection),
            _pass: pass,
        })
    }
}

/// A connection that goes back when this is dropped.
struct Lent<'a> {
    of: &'a Connections,
    connection: Option<Connection>,
    _pass: Pass<'a>,
}

impl Lent<'_> {
    fn connection(&mut self) -> Result<&mut Connection, StoreError> {
        let none = StoreError::Database(rusqlite::Error::InvalidQuery);
        self.connection.as_mut().ok_or(none)
    }

    /// Interrupts what SQLite does once it should stop.
    fn watch(&mut self, stop: &Stop) -> Result<(), StoreError> {
        let stop = stop.clone();
        let ask = move || stop.is_now();
        Ok(self.connection()?.progress_handler(STEPS, Some(ask))?)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        // Without a way to end the watching it must not be lent again, unless it holds all notes.
        let still = connection.progress_handler(0, None::<fn() -> bool>);
        if still.is_ok() || self.of.file.is_none() {
            let idle = self.of.idle.lock();
            idle.unwrap_or_else(PoisonError::into_inner)
                .push(connection);
        }
    }
}

/// How long a call may still wait.
struct Clock {
    started: Instant,
    until: Instant,
}

impl Clock {
    /// For a place in this process.
    fn new() -> Self {
        let started = Instant::now();
        Self {
            started,
            until: started + QUEUE_PATIENCE,
        }
    }

    /// For a lock of other processes, from now on.
    fn wait_for_lock(self, patience: Duration) -> Self {
        Self {
            until: Instant::now() + patience,
            ..self
        }
    }

    /// For anything, from the start on.
    fn no_longer_than(self, patience: Duration) -> Self {
        Self {
            until: self.started + patience,
            ..self
        }
    }

    fn busy(&self) -> StoreError {
        StoreError::Busy(self.started.elapsed())
    }

    fn enter<'a>(&self, gate: &'a Gate, stop: &Stop) -> Result<Pass<'a>, StoreError> {
        gate.enter(self.until, stop)?.ok_or_else(|| self.busy())
    }

    /// Does it again while others have the file locked.
    fn retried<T>(
        &self,
        stop: &Stop,
        mut work: impl FnMut() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut pause = Duration::from_millis(1);
        loop {
            if stop.is_now() {
                return Err(StoreError::Stopped);
            }
            match work() {
                Err(error) if error.is_for_now() => {}
                result => return result,
            }
            if Instant::now() >= self.until {
                return Err(self.busy());
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(LOOK_EVERY);
        }
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connections")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}
