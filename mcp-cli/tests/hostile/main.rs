//! Whatever a log holds, it is explained or refused; nothing panics, and nothing takes for ever.
//!
//! In: the logs of `logs/`, broken further by chance. Out: the first input that panics, kept as a
//! file under the target directory, with the seed that made it. It runs on the stable toolchain: a
//! fixed number of inputs as a test, and for as many seconds as `FUZZ_SECONDS` says.

mod mutate;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mcp_cli::formats::{Limits, Piece, Reader};
use mcp_core::explain::{Conversation, Finding, Lang};
use mutate::Chance;

/// How many inputs are tried where no time is given.
const INPUTS: u64 = 3_000;
/// No input here is longer than this, and none may take longer than [`SLOWEST`].
const LONGEST: usize = 64 * 1024;
/// Far more than any of these needs in a debug build on a busy machine.
const SLOWEST: Duration = Duration::from_secs(10);

fn logs() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/logs")];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).expect("a directory of logs") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "log") {
                found.push(fs::read(&path).expect("a log"));
            }
        }
    }
    found.sort();
    assert!(found.len() > 50, "only {} logs", found.len());
    found
}

/// Gives a few bytes at a time, never the same number.
struct InPieces<'a> {
    rest: &'a [u8],
    chance: Chance,
}

impl std::io::Read for InPieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let most = into.len().min(self.rest.len());
        let size = match most {
            0 | 1 => most,
            _ => 1 + self.chance.below(most),
        };
        let (now, later) = self.rest.split_at(size);
        into[..size].copy_from_slice(now);
        self.rest = later;
        Ok(size)
    }
}

fn told(finding: &Finding) -> usize {
    let words = |lang| {
        [
            finding.title(lang),
            finding.found(lang),
            finding.expected(lang),
            finding.rule(lang),
            finding.next(lang),
        ]
    };
    let texts = Lang::ALL.into_iter().flat_map(words);
    texts.map(|text| text.len()).sum()
}

/// Reads and explains a log to its end, as the command does.
fn explain(log: &[u8], chance: Chance) -> usize {
    let input = InPieces { rest: log, chance };
    let mut reader = Reader::new(input, Limits::default());
    let mut conversation = Conversation::new();
    let mut words = 0;
    while let Some(piece) = reader.next().expect("reading from memory") {
        let (summary, findings) = match piece {
            Piece::Frame(frame) => {
                let told = conversation.read(&frame);
                let texts = Lang::ALL.map(|lang| told.summary.text(lang).len());
                (texts.iter().sum(), told.findings)
            }
            Piece::Head(head) => (0, conversation.head(&head).findings),
            _ => continue,
        };
        words += summary + findings.iter().map(told).sum::<usize>();
    }
    words + conversation.finish().iter().map(told).sum::<usize>()
}

/// Tries one input; a panic comes back as words.
fn attempt(log: &[u8], seed: u64) -> Result<(), String> {
    let began = Instant::now();
    catch_unwind(AssertUnwindSafe(|| explain(log, Chance::new(seed))))
        .map_err(|_| "it panics".to_owned())?;
    match began.elapsed() {
        taken if taken > SLOWEST => Err(format!("it takes {taken:?}")),
        _ => Ok(()),
    }
}

fn keep(log: &[u8], seed: u64) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{seed}.log"));
    fs::write(&path, log).expect("a place for the input");
    path
}

#[test]
fn no_log_that_chance_can_make_panics() {
    let seconds = std::env::var("FUZZ_SECONDS").ok();
    let seconds = seconds.map(|seconds| seconds.parse().expect("FUZZ_SECONDS is a number"));
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let first = until.map_or(0, |_| std::process::id().into());
    let logs = logs();
    let mut tried = 0;
    while until.map_or(tried < INPUTS, |until| Instant::now() < until) {
        let seed = first + tried;
        let mut log = mutate::log(&logs, &mut Chance::new(seed));
        log.truncate(LONGEST);
        if let Err(wrong) = attempt(&log, seed) {
            panic!(
                "seed {seed}: {wrong}; the input is in {}",
                keep(&log, seed).display()
            );
        }
        tried += 1;
    }
    println!("{tried} inputs");
}

#[test]
fn no_log_as_it_is_panics_however_it_is_cut() {
    for (seed, log) in (0..).zip(logs()) {
        for end in [log.len(), log.len() / 2, log.len() / 3] {
            assert_eq!(
                attempt(&log[..end], seed),
                Ok(()),
                "{}",
                keep(&log, seed).display()
            );
        }
    }
}
