//! What a process has used so far, as Linux tells it.
//!
//! In: the number of a process. Out: its processor time, and its memory. It never starts or ends one.

use std::fs;

/// Processor time of all its threads, user and system, in nanoseconds.
pub fn cpu(process: u32) -> Result<u64, String> {
    let tasks = format!("/proc/{process}/task");
    let mut total = 0;
    for task in fs::read_dir(&tasks).map_err(|error| format!("{tasks}: {error}"))? {
        let path = task.map_err(|error| error.to_string())?.path();
        // A thread may end between the listing and the reading.
        let Ok(text) = fs::read_to_string(path.join("schedstat")) else {
            continue;
        };
        let nanos = text
            .split(' ')
            .next()
            .and_then(|word| word.parse::<u64>().ok());
        total += nanos.ok_or_else(|| format!("{tasks}: no times in `{text}`"))?;
    }
    Ok(total)
}

/// Resident memory in KiB.
pub fn memory(process: u32) -> Result<u64, String> {
    status(process, "VmRSS:")
}

/// A number of the process's status: `VmHWM:` is the most memory that was resident at once, in KiB.
pub fn status(process: u32, name: &str) -> Result<u64, String> {
    let path = format!("/proc/{process}/status");
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .ok_or_else(|| format!("{path} does not say `{name}`"))
}
