//! Logs, broken by chance.
//!
//! In: whole logs and a seed. Out: a log that no one would write. The same seed gives the same log.

/// Numbers that look like chance, from a seed (splitmix64).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Chance(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`; 0 when there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        match end {
            0 => 0,
            _ => (self.next() % end as u64) as usize,
        }
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Words that mean something to a reader of logs.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ":",
    ",",
    "\n",
    "\r\n",
    "\r",
    "\0",
    " ",
    "null",
    "true",
    "-0",
    "1e999",
    "18446744073709551616",
    "0.1",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "가",
    "e\u{301}",
    "\"jsonrpc\":\"2.0\"",
    "\"id\":1",
    "\"id\":\"1\"",
    "\"id\":null",
    "\"method\":",
    "\"params\":[]",
    "\"params\":{}",
    "\"result\":{}",
    "\"error\":{\"code\":-32602}",
    "\"_meta\":null",
    "\"progressToken\":1",
    "\"initialize\"",
    "\"tools/call\"",
    "\"tools/list\"",
    "\"notifications/progress\"",
    "\"notifications/cancelled\"",
    "\"inputSchema\":{\"$ref\":\"#\"}",
    "\"pattern\":\"(\"",
    "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"",
    "\"protocolVersion\":\"2025-03-26\"",
    "-> ",
    "<- ",
    "> POST /mcp HTTP/1.1\n",
    "< HTTP/1.1 200 OK\n",
    "Content-Length: 5\r\n\r\n",
    "data: ",
    "event: message\n",
    "id: 1\n",
    "\n\n",
    "2026-11-30T10:00:00Z ",
    "Bearer abc.def.ghi",
    "sk-ant-0123456789abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    "Transfer-Encoding: chunked\r\n",
    "ffffffff\r\n",
    "\u{1b}[31m",
    "Traceback (most recent call last):\n",
    "thread 'main' panicked at ",
    "{\"log\":{\"entries\":[",
];

/// One log, broken a few times.
pub(crate) fn log(logs: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut log = chance.of(logs).clone();
    for _ in 0..=chance.below(6) {
        once(&mut log, logs, chance);
    }
    log
}

fn once(log: &mut Vec<u8>, logs: &[Vec<u8>], chance: &mut Chance) {
    let at = chance.below(log.len() + 1);
    match chance.below(10) {
        0 if at < log.len() => log[at] ^= 1 << chance.below(8),
        1 => log.truncate(at),
        2 | 3 => put(log, at, chance.of(WORDS).as_bytes()),
        4 => {
            let end = at + chance.below((log.len() - at).min(200) + 1);
            log.drain(at..end);
        }
        5 => {
            let end = at + chance.below((log.len() - at).min(400) + 1);
            let part = log[at..end].to_vec();
            let to = chance.below(log.len() + 1);
            put(log, to, &part);
        }
        6 => {
            let other = chance.of(logs);
            let from = chance.below(other.len());
            log.truncate(at);
            log.extend_from_slice(&other[from..]);
        }
        7 => swap_lines(log, chance),
        8 => {
            let word = chance.of(WORDS).as_bytes().repeat(1 + chance.below(300));
            put(log, at, &word);
        }
        _ => {
            let bytes: Vec<u8> = (0..chance.below(8)).map(|_| chance.next() as u8).collect();
            put(log, at, &bytes);
        }
    }
}

fn put(log: &mut Vec<u8>, at: usize, part: &[u8]) {
    log.splice(at..at, part.iter().copied());
}

fn swap_lines(log: &mut Vec<u8>, chance: &mut Chance) {
    let mut lines: Vec<&[u8]> = log.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.len() > 1 {
        let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
        lines.swap(one, other);
        *log = lines.concat();
    }
}
