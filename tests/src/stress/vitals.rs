//! What the system says of a process: memory, descriptors, threads, whether it lives.
//!
//! In: the number of a process. Out: figures from `/proc`; `None` where there is no such place
//! (other systems than Linux), or no such process.

use std::fs;
use std::path::PathBuf;

/// One mebibyte, in bytes.
pub const MIB: f64 = 1024.0 * 1024.0;

fn place(process: u32, file: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/{file}"))
}

/// A line `name:  123 kB` of a file, in MiB.
fn kilobytes(process: u32, file: &str, name: &str) -> Option<f64> {
    let text = fs::read_to_string(place(process, file)).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number = line.trim().trim_end_matches("kB").trim();
    number.parse::<f64>().ok().map(|kb| kb * 1024.0 / MIB)
}

/// The memory that is in use now, in MiB.
// NB. not `VmRSS`: each thread keeps some pages of that count to itself.
pub fn memory(process: u32) -> Option<f64> {
    kilobytes(process, "smaps_rollup", "Rss:")
}

/// The most memory that was ever in use, in MiB.
pub fn peak(process: u32) -> Option<f64> {
    kilobytes(process, "status", "VmHWM:")
}

/// How many descriptors are open.
pub fn descriptors(process: u32) -> Option<usize> {
    Some(fs::read_dir(place(process, "fd")).ok()?.count())
}

/// How many threads there are.
pub fn threads(process: u32) -> Option<usize> {
    Some(fs::read_dir(place(process, "task")).ok()?.count())
}

/// Whether it still runs; one that has ended and waits for its parent does not.
pub fn runs(process: u32) -> bool {
    let text = fs::read_to_string(place(process, "stat")).unwrap_or_default();
    // NB. the name stands in brackets and may hold any character.
    let state = text.rsplit_once(')').map(|(_, rest)| rest.trim_start());
    state.is_some_and(|state| !state.starts_with(['Z', 'X']))
}
