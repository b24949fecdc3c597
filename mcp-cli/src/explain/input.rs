//! What is to be explained: files, the standard input, and both while they grow.
//!
//! In: the words of the command line. Out: sources of bytes, or complaints that name the word. It
//! never looks at what is read.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

use mcp_core::explain::{Lang, about, nearest_word};

use super::magic;
use super::stop::Stop;
use super::words;
use crate::args::Explain;

/// What is to be explained: a log, or a word.
pub(super) enum Asked {
    /// A log.
    Log(Input),
    /// The explanation of a word.
    Word(String),
}

/// A log.
pub(super) struct Input {
    /// None for the standard input.
    path: Option<PathBuf>,
    follow: bool,
}

/// The inputs that the options name, or what is wrong with them.
pub(super) fn named(options: &Explain, lang: Lang) -> Result<Vec<Asked>, String> {
    if options.files.is_empty() && io::stdin().is_terminal() {
        return Err(words::NO_INPUT.in_lang(lang).to_owned());
    }
    if options.follow && options.files.len() > 1 {
        return Err(words::ONE_TO_FOLLOW.in_lang(lang).to_owned());
    }
    let follow = options.follow;
    let file = |name: &OsStr| {
        Asked::Log(Input {
            path: (name != "-").then(|| name.into()),
            follow,
        })
    };
    let word = |name: &OsStr| {
        let known = about(name.to_str()?, lang)?;
        // A file of this name is what was meant.
        (!Path::new(name).exists()).then_some(Asked::Word(known))
    };
    let mut inputs: Vec<_> = options
        .files
        .iter()
        .map(|name| word(name).unwrap_or_else(|| file(name)))
        .collect();
    if inputs.is_empty() {
        inputs.push(file(OsStr::new("-")));
    }
    Ok(inputs)
}

impl Input {
    /// Opens it: its name, and where its bytes come from.
    pub(super) fn open(self, lang: Lang) -> Result<(String, Source), String> {
        let Some(path) = self.path else {
            let name = words::STDIN.in_lang(lang).to_owned();
            let source = match self.follow {
                true => Source::Listened(listen(io::stdin())),
                false => {
                    if is_piped() {
                        Stop::pass_interrupt();
                    }
                    Source::Stdin
                }
            };
            return Ok((name, source));
        };
        let name = path.to_string_lossy().into_owned();
        let opened = File::open(&path).and_then(|file| {
            let metadata = file.metadata()?;
            match metadata.is_dir() {
                true => Err(io::ErrorKind::IsADirectory.into()),
                false => Ok(file),
            }
        });
        if let Some(kind) = opened.as_ref().ok().and_then(beginning) {
            return Err(no_log(&name, kind, lang));
        }
        match opened {
            // Waiting for a pipe must hold nothing back.
            Ok(file) if self.follow && !file.metadata().is_ok_and(|of| of.is_file()) => {
                Ok((name, Source::Listened(listen(file))))
            }
            Ok(file) if self.follow => {
                let growing = Growing {
                    file,
                    path,
                    read: 0,
                };
                Ok((name, Source::Growing(growing)))
            }
            Ok(file) => Ok((name, Source::File(file))),
            Err(error) => Err(cannot_open(&name, &error, lang)),
        }
    }
}

/// What a file is by its first bytes, when that is surely no log.
fn beginning(mut file: &File) -> Option<&'static magic::Kind> {
    // Of a pipe nothing can be read and given back.
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut first = [0; magic::LENGTH];
    let length = file.read(&mut first).ok()?;
    file.seek(SeekFrom::Start(0)).ok()?;
    magic::of(first.get(..length)?)
}

fn no_log(name: &str, kind: &magic::Kind, lang: Lang) -> String {
    let what = kind.what.in_lang(lang);
    let mut parts = vec![("name", name), ("what", what)];
    let words = match kind.unpack {
        Some(unpack) => {
            parts.push(("unpack", unpack));
            words::PACKED
        }
        None => words::NO_LOG,
    };
    words::filled(words, lang, &parts)
}

fn cannot_open(name: &str, error: &io::Error, lang: Lang) -> String {
    if error.kind() == io::ErrorKind::IsADirectory {
        return words::filled(words::DIRECTORY, lang, &[("name", name)]);
    }
    if error.kind() != io::ErrorKind::NotFound {
        let why = error.to_string();
        return words::filled(words::CANNOT_OPEN, lang, &[("name", name), ("why", &why)]);
    }
    match nearest_word(name) {
        Some(near) => words::filled(words::NEAREST, lang, &[("name", name), ("near", near)]),
        None => words::filled(words::NO_FILE, lang, &[("name", name)]),
    }
}

/// Where bytes come from.
pub(super) enum Source {
    Stdin,
    File(File),
    Growing(Growing),
    Listened(Listened),
}

impl Source {
    /// For a source that may give more after it gave nothing: when it ends all the same.
    pub(super) fn grows(&self) -> Option<Growth> {
        let ended = match self {
            Source::Stdin | Source::File(_) => return None,
            Source::Growing(_) => Rc::default(),
            Source::Listened(listened) => Rc::clone(&listened.ended),
        };
        let stop = Stop::heard();
        Some(Growth { ended, stop })
    }
}

/// When a source that grows has ended.
pub(super) struct Growth {
    /// It gives nothing any more.
    pub(super) ended: Rc<Cell<bool>>,
    /// Nothing more is wanted of it.
    pub(super) stop: Stop,
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::Stdin => io::stdin().lock().read(into),
            Source::File(file) => file.read(into),
            Source::Growing(growing) => growing.read(into),
            Source::Listened(listened) => listened.read(into),
        }
    }
}

/// A file that others write to, cut off or put another in the place of.
pub(super) struct Growing {
    file: File,
    path: PathBuf,
    read: u64,
}

impl Growing {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(into)?;
        self.read += n as u64;
        if n > 0 {
            return Ok(n);
        }
        if self.file.metadata()?.len() < self.read {
            self.file.seek(SeekFrom::Start(0))?;
            self.read = 0;
        } else if let Some(file) = self.replaced() {
            (self.file, self.read) = (file, 0);
        }
        let n = self.file.read(into)?;
        self.read += n as u64;
        Ok(n)
    }

    /// The other file that is now called so.
    fn replaced(&self) -> Option<File> {
        let file = File::open(&self.path).ok()?;
        let (old, new) = (self.file.metadata().ok()?, file.metadata().ok()?);
        is_other(&old, &new).then_some(file)
    }
}

#[cfg(unix)]
fn is_other(old: &Metadata, new: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (old.dev(), old.ino()) != (new.dev(), new.ino())
}

#[cfg(not(unix))]
fn is_other(old: &Metadata, new: &Metadata) -> bool {
    old.created().ok() != new.created().ok()
}

/// Whether another program writes the standard input.
#[cfg(unix)]
fn is_piped() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let stdin = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    let metadata = stdin.and_then(|stdin| stdin.metadata());
    metadata.is_ok_and(|stdin| stdin.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_piped() -> bool {
    false
}

/// The standard input, or a pipe with a name, read by a thread, so that waiting for it holds nothing back.
pub(super) struct Listened {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    taken: usize,
    /// It has ended.
    ended: Rc<Cell<bool>>,
}

fn listen(mut input: impl Read + Send + 'static) -> Listened {
    const SIZE: usize = 64 * 1024;
    const AHEAD: usize = 4;
    let (sender, pieces) = sync_channel(AHEAD);
    // It ends with the input, or with the process.
    thread::spawn(move || {
        loop {
            let mut piece = vec![0; SIZE];
            let got = match input.read(&mut piece) {
                Ok(0) => return,
                Ok(n) => {
                    piece.truncate(n);
                    Ok(piece)
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let failed = got.is_err();
            if sender.send(got).is_err() || failed {
                return;
            }
        }
    });
    Listened {
        pieces,
        piece: Vec::new(),
        taken: 0,
        ended: Rc::default(),
    }
}

impl Listened {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.piece.len() {
            match self.pieces.try_recv() {
                Ok(piece) => (self.piece, self.taken) = (piece?, 0),
                Err(TryRecvError::Empty) => return Ok(0),
                Err(TryRecvError::Disconnected) => {
                    self.ended.set(true);
                    return Ok(0);
                }
            }
        }
        let rest = self.piece.get(self.taken..).unwrap_or_default();
        let n = rest.len().min(into.len());
        into[..n].copy_from_slice(&rest[..n]);
        self.taken += n;
        Ok(n)
    }
}
