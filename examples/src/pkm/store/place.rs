//! Where notes live, and whether the file is still there.
//!
//! In: the environment, paths. Out: paths, and the identity of a file. It opens nothing.

use super::StoreError;
use std::path::{Path, PathBuf};

/// Where notes are kept when nobody says where: `~/Library/Application Support/pkm/notes.db` on
/// macOS, `%APPDATA%\pkm\notes.db` on Windows, else `$XDG_DATA_HOME/pkm/notes.db`, by default
/// `~/.local/share/pkm/notes.db` (XDG Base Directory Specification). The directory is made.
///
/// # Errors
/// No home directory, or a directory that can't be made.
pub fn default_path() -> Result<PathBuf, StoreError> {
    let directory = data_home().ok_or(StoreError::NoHome)?.join("pkm");
    match std::fs::create_dir_all(&directory) {
        Ok(()) => Ok(directory.join("notes.db")),
        Err(source) => Err(StoreError::NoDirectory {
            path: directory,
            source,
        }),
    }
}

fn data_home() -> Option<PathBuf> {
    // NB. a relative path in the environment is not valid and counts as none (XDG).
    let named = |variable: &str| {
        let path = PathBuf::from(std::env::var_os(variable)?);
        path.is_absolute().then_some(path)
    };
    if cfg!(windows) {
        return named("APPDATA");
    }
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    if cfg!(target_os = "macos") {
        return home.map(|home| home.join("Library/Application Support"));
    }
    named("XDG_DATA_HOME").or_else(|| home.map(|home| home.join(".local/share")))
}

/// Which file a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// None where there is no file.
    #[cfg(unix)]
    pub(super) fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let file = std::fs::metadata(path).ok()?;
        Some(Self(file.dev(), file.ino()))
    }

    /// None where there is no file; all files are alike here.
    #[cfg(not(unix))]
    pub(super) fn of(path: &Path) -> Option<Self> {
        std::fs::metadata(path).ok().map(|_| Self(0, 0))
    }
}
