//! Bytes become what a peer does to a connection.
//!
//! In: any bytes. Out: steps, most of them right or nearly so, since a connection is worth trying
//! with what it understands. It never judges.

/// One thing that happens to a connection.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// A frame comes.
    Frame(Vec<u8>),
    /// A frame over the limit comes, of which this is the beginning.
    Oversized(Vec<u8>),
    /// The tasks of the calls get so many turns.
    Turns(u8),
    /// The peer stops reading, so that only what is urgent is served.
    Hold,
    /// The peer reads again.
    Release,
}

const IDS: [&str; 16] = [
    "1",
    "2",
    "3",
    "1",
    "2",
    "\"a\"",
    "\"\\u0061\"",
    "\"b\"",
    "0",
    "-1",
    "9007199254740993",
    "\"\"",
    "null",
    "1.0",
    "{}",
    "\"\u{2028}\"",
];
const CALLS: [&str; 8] = [
    r#""name":"ready","arguments":{"n":1}"#,
    r#""name":"turn","arguments":{"n":2}"#,
    r#""name":"never""#,
    r#""name":"told""#,
    r#""name":"boom""#,
    r#""name":"late_boom""#,
    r#""name":"turn","arguments":{"n":"x","m":1}"#,
    r#""name":"nobody","arguments":[]"#,
];
const METHODS: [&str; 8] = [
    "ping",
    "tools/list",
    "server/discover",
    "logging/setLevel",
    "resources/list",
    "notifications/initialized",
    "own/never",
    "own/turn",
];
const METAS: [&str; 8] = [
    "",
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"progressToken":7,"io.modelcontextprotocol/logLevel":"debug""#,
    r#""progressToken":"p""#,
    r#""io.modelcontextprotocol/protocolVersion":"2025-06-18""#,
    r#""io.modelcontextprotocol/protocolVersion":7"#,
    r#""progressToken":{}"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#,
];
const VERSIONS: [&str; 6] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
    "1999-01-01",
];

/// The steps, none more than can be tried in a moment.
pub(crate) fn steps(data: &[u8]) -> Vec<Step> {
    const MOST: usize = 64;
    let mut bytes = Bytes(data);
    let mut steps = Vec::new();
    while let Some(kind) = bytes.next()
        && steps.len() < MOST
    {
        steps.push(match kind % 16 {
            0 => Step::Turns(bytes.byte() % 4),
            1 => Step::Hold,
            2 => Step::Release,
            3 => Step::Oversized(bytes.raw()),
            4 => Step::Frame(bytes.raw()),
            5 => {
                let entries: Vec<_> = (0..bytes.byte() % 5).map(|_| bytes.entry()).collect();
                Step::Frame(format!("[{}]", entries.join(",")).into_bytes())
            }
            _ => Step::Frame(bytes.entry().into_bytes()),
        });
    }
    steps
}

struct Bytes<'a>(&'a [u8]);

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }
}

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        self.next().unwrap_or(0)
    }

    fn one(&mut self, of: &[&'static str]) -> &'static str {
        of[usize::from(self.byte()) % of.len()]
    }

    /// Bytes as they are, with a length before them.
    fn raw(&mut self) -> Vec<u8> {
        let length = usize::from(self.byte()).min(self.0.len());
        let (raw, rest) = self.0.split_at(length);
        self.0 = rest;
        // NB. a newline ends a frame, so none holds one.
        raw.iter().copied().filter(|byte| *byte != b'\n').collect()
    }

    /// One message.
    fn entry(&mut self) -> String {
        let kind = self.byte();
        let id = self.one(&IDS);
        let (method, params) = match kind % 8 {
            0 => return cancel(id),
            1 => {
                let version = self.one(&VERSIONS);
                let hello = r#""capabilities":{},"clientInfo":{"name":"c","version":"1"}"#;
                (
                    "initialize",
                    format!(r#""protocolVersion":"{version}",{hello}"#),
                )
            }
            2 => (self.one(&METHODS), r#""level":"debug""#.to_owned()),
            3 => return r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
            _ => ("tools/call", self.one(&CALLS).to_owned()),
        };
        let meta = self.one(&METAS);
        let params = match meta {
            "" => params,
            meta => format!(r#"{params},"_meta":{{{meta}}}"#),
        };
        match kind {
            // Without an id, or as a response.
            250.. => format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{{{params}}}}}"#),
            240..=249 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{{params}}}}}"#),
            _ => format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#
            ),
        }
    }
}

fn cancel(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}
