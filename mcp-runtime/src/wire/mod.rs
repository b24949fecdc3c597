//! The wire log: every message of a connection on stderr, explained.
//!
//! In: what the application or the environment asks for, and each message as it is taken and
//! given. Out: lines on stderr, written by a thread of their own, so that an stderr that nobody
//! reads holds nothing up. What a message means is said by `mcp_core::explain` alone, and secrets
//! are not shown. Off, it costs one branch for each message.

mod print;
mod tap;

#[cfg(feature = "http")]
pub(crate) use tap::Wires;
pub(crate) use tap::{Places, Wire};

use crate::report;
use mcp_core::explain::Lang;
use std::io::{self, IsTerminal, Write};

/// The environment variable that turns the wire log on: `pretty` or `json`, or off: `off`. It wins
/// over what the application says.
pub const WIRE_VARIABLE: &str = "MCP_WIRE";

/// How much may wait to be printed, in bytes of messages: 8 MiB. What comes when so much waits is
/// not shown; the log says how many messages that were.
pub const WIRE_LOG_QUEUE_BYTES: usize = 8 * 1024 * 1024;

/// What the wire log looks like. See [`Server::wire_log`](crate::Server::wire_log).
///
/// ```
/// use mcp_runtime::prelude::*;
/// use mcp_runtime::WireLog;
///
/// let server = Server::new("notes", "1.0.0").wire_log(WireLog::pretty());
/// # drop(server);
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is given to a server"]
pub struct WireLog {
    look: Look,
    lang: Option<Lang>,
    secrets: bool,
    queue_bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Pretty,
    Json,
}

impl WireLog {
    /// For people: a line for each message, and what is wrong with it below.
    pub fn pretty() -> Self {
        Self::looking(Look::Pretty)
    }

    /// For programs: a JSON object on a line for each message.
    pub fn json() -> Self {
        Self::looking(Look::Json)
    }

    /// In this language; otherwise the environment decides (`LC_ALL`, `LC_MESSAGES`, `LANG`).
    pub fn in_lang(mut self, lang: Lang) -> Self {
        self.lang = Some(lang);
        self
    }

    /// With tokens and keys as they are. Never do this where others read the log.
    pub fn show_secrets(mut self) -> Self {
        self.secrets = true;
        self
    }

    /// With so many bytes of messages waiting to be printed at most;
    /// [`WIRE_LOG_QUEUE_BYTES`] by default.
    pub fn queue_bytes(mut self, bytes: usize) -> Self {
        self.queue_bytes = bytes;
        self
    }

    fn looking(look: Look) -> Self {
        Self {
            look,
            lang: None,
            secrets: false,
            queue_bytes: WIRE_LOG_QUEUE_BYTES,
        }
    }
}

/// What holds: the environment's word, or else the application's.
pub(crate) fn chosen(said: Option<&WireLog>) -> Option<WireLog> {
    let Some(asked) = std::env::var_os(WIRE_VARIABLE) else {
        return said.cloned();
    };
    let asked = asked.to_string_lossy();
    match choice(&asked, said) {
        Ok(chosen) => chosen,
        Err(words) => {
            tracing::warn!("{words}");
            report::without_subscriber(|| words);
            said.cloned()
        }
    }
}

fn choice(asked: &str, said: Option<&WireLog>) -> Result<Option<WireLog>, String> {
    let looking = |look| {
        let said = said.cloned().unwrap_or_else(WireLog::pretty);
        Ok(Some(WireLog { look, ..said }))
    };
    match asked {
        "" => Ok(said.cloned()),
        "pretty" => looking(Look::Pretty),
        "json" => looking(Look::Json),
        "off" => Ok(None),
        other => Err(format!(
            "{WIRE_VARIABLE} must be pretty, json or off, not {:?}; it is ignored",
            other.chars().take(40).collect::<String>()
        )),
    }
}

/// Whether stderr shows colours.
fn shows_colours() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !forbidden && io::stderr().is_terminal()
}

/// Writes to stderr, and waits for who reads it. Nobody is left to tell when even this fails.
fn write(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_wins_over_the_application() {
        let said = WireLog::pretty().show_secrets();
        let chosen = |asked, said| choice(asked, said).map(|log| log.map(|log| log.look));
        assert_eq!(chosen("json", None), Ok(Some(Look::Json)));
        assert_eq!(chosen("json", Some(&said)), Ok(Some(Look::Json)));
        assert_eq!(chosen("pretty", None), Ok(Some(Look::Pretty)));
        assert_eq!(chosen("", Some(&said)), Ok(Some(Look::Pretty)));
        assert_eq!(chosen("", None), Ok(None));
        assert_eq!(chosen("off", Some(&said)), Ok(None));
        let kept = choice("json", Some(&said)).expect("a word").expect("on");
        assert!(kept.secrets, "what else the application said still holds");
    }

    #[test]
    fn another_word_in_the_environment_is_named_with_what_it_may_be() {
        let words = choice("verbose", None).expect_err("no such look");
        assert!(
            words.contains("pretty, json or off") && words.contains("verbose"),
            "{words}"
        );
    }
}
