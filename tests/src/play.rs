//! Plays a script over a pipe; `crate::http::play` plays it over HTTP.
//!
//! In: a script and a connection to a server. Out: nothing, or the line that did not hold, with what
//! was expected and what came. A message that no line expects is a failure, wherever it comes. It
//! never interprets a message beyond what the script says, save that each line must be JSON-RPC.

use std::time::Duration;

use crate::script::fit::{Memory, brief, fits};
use crate::script::node::Node;
use crate::script::words::expand;
use crate::script::{Act, Script, Transport};
use crate::wire::{Heard, Wire};

/// How long a message that must come may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A line of a script that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the script; 0 stands for the opening.
    pub line: usize,
    /// What was expected and what came.
    pub message: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Plays the whole script, then ends the input and waits for the server to stop.
pub fn play(script: &Script, wire: Box<dyn Wire>) -> Result<(), Failure> {
    play_within(script, wire, PATIENCE)
}

/// The same with another patience: how long a message that must come may take.
pub fn play_within(
    script: &Script,
    wire: Box<dyn Wire>,
    patience: Duration,
) -> Result<(), Failure> {
    let mut player = Player {
        wire,
        memory: Memory::new(),
        patience,
        barriers: 0,
        closed: false,
        ended: false,
    };
    let last = each_step(script, Transport::Memory, |act| player.act(act))?;
    player.farewell().map_err(|message| after(last, &message))
}

/// Takes the steps that a script has over a transport, up to the first that fails; the line of the last.
pub(crate) fn each_step(
    script: &Script,
    over: Transport,
    mut act: impl FnMut(&Act) -> Result<(), String>,
) -> Result<usize, Failure> {
    let mut last = 0;
    for step in script.steps_over(over) {
        last = step.line;
        act(&step.act).map_err(|message| {
            let at = if step.line == 0 { "the opening: " } else { "" };
            Failure {
                line: step.line,
                message: format!("{at}{message}"),
            }
        })?;
    }
    Ok(last)
}

/// What failed when all steps were taken.
pub(crate) fn after(last: usize, message: &str) -> Failure {
    Failure {
        line: last,
        message: format!("after this line: {message}"),
    }
}

struct Player {
    wire: Box<dyn Wire>,
    memory: Memory,
    patience: Duration,
    barriers: usize,
    closed: bool,
    ended: bool,
}

impl Player {
    fn act(&mut self, act: &Act) -> Result<(), String> {
        match act {
            Act::Send(text) => self.send(text),
            Act::SendRaw(bytes) => {
                self.wire.send(bytes);
                Ok(())
            }
            Act::Expect(pattern) => {
                let value = self.message(&pattern.to_string())?;
                fits(pattern, &value, &mut self.memory)
                    .map_err(|misfit| unlike(pattern, &value, &misfit.to_string()))
            }
            Act::ExpectRaw(bytes) => self.exactly(bytes),
            Act::Group(patterns) => self.group(patterns),
            Act::Silence(pause) => self.silence(*pause),
            Act::End => self.end(),
            Act::Wait(pause) => {
                std::thread::sleep(*pause);
                Ok(())
            }
            Act::Close => {
                self.close();
                Ok(())
            }
            Act::Log { text, there } => self.log(text, *there),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), String> {
        let text = expand(text, &self.memory)?;
        // What is too deep to be read here is deep on purpose.
        if let Some(wrong) = Node::sent(&text).err().filter(|wrong| !wrong.is_depth()) {
            return Err(format!(
                "what is sent is not JSON: {wrong}; `->raw` sends what is not"
            ));
        }
        self.wire.send(format!("{text}\n").as_bytes());
        Ok(())
    }

    /// The next message, whole and sound.
    fn message(&mut self, expected: &str) -> Result<Node, String> {
        let line = self.line(expected)?;
        sound(&line)
    }

    fn line(&mut self, expected: &str) -> Result<Vec<u8>, String> {
        match self.wire.receive(self.patience) {
            Heard::Line(line) => Ok(line),
            Heard::Cut(bytes) => Err(format!(
                "the output ended in the middle of a line: {}",
                shown(&bytes)
            )),
            Heard::End => Err(format!(
                "expected\n    {expected}\n  but the output has ended{}",
                self.last_words()
            )),
            Heard::Silence => Err(format!(
                "expected\n    {expected}\n  but nothing came in {:?}{}",
                self.patience,
                self.last_words()
            )),
        }
    }

    /// What the server has logged, for a report.
    fn last_words(&self) -> String {
        let log = self.wire.log();
        let tail: Vec<&str> = log.lines().rev().take(12).collect();
        let lines: Vec<String> = tail
            .iter()
            .rev()
            .map(|line| format!("\n    {line}"))
            .collect();
        if lines.is_empty() {
            String::new()
        } else {
            format!("; the log ends{}", lines.concat())
        }
    }

    fn exactly(&mut self, bytes: &[u8]) -> Result<(), String> {
        let line = self.line(&shown(bytes))?;
        if line == bytes {
            return Ok(());
        }
        Err(format!(
            "expected exactly\n    {}\n  got\n    {}",
            shown(bytes),
            shown(&line)
        ))
    }

    fn group(&mut self, patterns: &[(usize, Node)]) -> Result<(), String> {
        let mut open: Vec<&(usize, Node)> = patterns.iter().collect();
        while !open.is_empty() {
            let wanted: Vec<String> = open
                .iter()
                .map(|(line, pattern)| format!("line {line}: {pattern}"))
                .collect();
            let value = self.message(&format!("one of\n    {}", wanted.join("\n    ")))?;
            let found = open
                .iter()
                .position(|(_, pattern)| fits(pattern, &value, &mut self.memory).is_ok());
            match found {
                Some(at) => drop(open.remove(at)),
                None => {
                    return Err(format!(
                        "expected one of\n    {}\n  got\n    {}",
                        wanted.join("\n    "),
                        brief(&value)
                    ));
                }
            }
        }
        Ok(())
    }

    /// Asks for a sign of life: whatever was already on its way comes before the answer.
    fn silence(&mut self, pause: Duration) -> Result<(), String> {
        if !pause.is_zero() {
            match self.wire.receive(pause) {
                Heard::Silence => {}
                Heard::Line(line) => {
                    return Err(format!("expected nothing, got\n    {}", shown(&line)));
                }
                heard => {
                    return Err(format!(
                        "expected nothing, got {heard:?}{}",
                        self.last_words()
                    ));
                }
            }
        }
        self.barriers += 1;
        let id = format!("barrier {}", self.barriers);
        self.wire.send(
            format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"ping\"}}\n").as_bytes(),
        );
        let value = self.message(&format!("nothing before the answer to a ping, \"{id}\""))?;
        if value.member("id") == Some(&Node::Text(id)) {
            return Ok(());
        }
        Err(format!("expected nothing, got\n    {}", brief(&value)))
    }

    fn end(&mut self) -> Result<(), String> {
        self.ended = true;
        match self.wire.receive(self.patience) {
            Heard::End => Ok(()),
            Heard::Line(line) => Err(format!(
                "expected the end of the output, got\n    {}",
                shown(&line)
            )),
            Heard::Cut(bytes) => Err(format!(
                "the output ended in the middle of a line: {}",
                shown(&bytes)
            )),
            Heard::Silence => Err(format!(
                "expected the end of the output, but it is open after {:?}",
                self.patience
            )),
        }
    }

    fn close(&mut self) {
        self.closed = true;
        self.wire.close();
    }

    /// NB. A log is written by another stream than the answers, so it may come a little later.
    fn log(&mut self, text: &str, there: bool) -> Result<(), String> {
        let text = match text.strip_prefix('$').map(|name| self.memory.get(name)) {
            Some(Some(Node::Text(known))) => known.clone(),
            Some(_) => return Err(format!("no text was remembered as `{text}`")),
            None => text.to_owned(),
        };
        let text = text.as_str();
        let started = std::time::Instant::now();
        let patience = if there {
            self.patience
        } else {
            Duration::from_millis(100)
        };
        loop {
            let log = self.wire.log();
            if log.contains(text) == there && (there || started.elapsed() >= patience) {
                return Ok(());
            }
            if log.contains(text) != there && (!there || started.elapsed() >= patience) {
                let verb = if there { "hold" } else { "not hold" };
                return Err(format!("the log must {verb} {text:?}; it is\n{log}"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Nothing more may come; then the server must stop by itself.
    fn farewell(mut self) -> Result<(), String> {
        if !self.closed {
            self.silence(Duration::ZERO)?;
            self.close();
        }
        if !self.ended {
            self.end()?;
        }
        self.wire.finish(self.patience)
    }
}

/// Every line of a server is one JSON-RPC message (or a batch), without stray line ends.
pub(crate) fn sound(line: &[u8]) -> Result<Node, String> {
    let wrong = |reason: String| format!("{reason}:\n    {}", shown(line));
    let text =
        std::str::from_utf8(line).map_err(|_| wrong("a line that is not UTF-8".to_owned()))?;
    if ["\r", "\u{2028}", "\u{2029}", "\u{85}"]
        .iter()
        .any(|end| text.contains(*end))
    {
        return Err(wrong(
            "a line that holds what some readers take for a line end".to_owned(),
        ));
    }
    let value =
        Node::value(text).map_err(|reason| wrong(format!("a line that is not JSON ({reason})")))?;
    let entries = match &value {
        Node::Array { items, .. } if !items.is_empty() => items.as_slice(),
        _ => std::slice::from_ref(&value),
    };
    if entries
        .iter()
        .any(|entry| entry.member("jsonrpc") != Some(&Node::Text("2.0".to_owned())))
    {
        return Err(wrong("a line that is not JSON-RPC 2.0".to_owned()));
    }
    Ok(value)
}

fn unlike(pattern: &Node, value: &Node, because: &str) -> String {
    format!(
        "expected\n    {pattern}\n  got\n    {}\n  because {because}",
        brief(value)
    )
}

pub(crate) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text: String = text.chars().take(2000).collect();
    text.replace('\0', "\\0").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::parse::scripts;
    use crate::wire::Canned;

    /// Plays a body against a server that answers pings, and `echo` with its own line.
    fn played(body: &str) -> Result<(), String> {
        let script = scripts(&format!(
            "# A rule.\nserver: plain\ntransport: memory\nnot over http: a test\n{body}"
        ))
        .map_err(|f| f.to_string())?
        .remove(0);
        let server = |line: &str| {
            let message = Node::sent(line).unwrap();
            let id = message
                .member("id")
                .map(ToString::to_string)
                .unwrap_or_default();
            match message.member("method") {
                Some(Node::Text(method)) if method == "ping" => {
                    vec![format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)]
                }
                Some(Node::Text(method)) if method == "twice" => {
                    vec![format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#); 2]
                }
                Some(Node::Text(method)) if method == "say" => {
                    vec![
                        message
                            .member("params")
                            .and_then(|p| p.member("line"))
                            .map_or(String::new(), |l| match l {
                                Node::Text(line) => line.clone(),
                                other => other.to_string(),
                            }),
                    ]
                }
                _ => Vec::new(),
            }
        };
        play_within(
            &script,
            Box::new(Canned::new(server)),
            Duration::from_millis(50),
        )
        .map_err(|f| f.to_string())
    }

    #[test]
    fn a_conversation_that_goes_as_written_holds() {
        assert_eq!(played("-> 1 ping\n<- 1 result {}\n"), Ok(()));
        assert_eq!(
            played("-> 1 ping\n-> 2 ping\n<~ 2 result {}\n<~ 1 result {}\n"),
            Ok(())
        );
        assert_eq!(played("-> notifications/x\n<- nothing\n"), Ok(()));
        assert_eq!(
            played(
                "-> 1 ping\n<-raw \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{}}\"\n"
            ),
            Ok(())
        );
        assert_eq!(played("close\n<- end\n"), Ok(()));
    }

    #[test]
    fn a_reply_that_no_line_expects_is_a_failure() {
        let left = played("-> 1 twice\n<- 1 result {}\n").unwrap_err();
        assert!(
            left.contains("expected nothing") && left.contains("line 6"),
            "{left}"
        );
        assert!(
            played("-> 1 ping\n<- nothing\n")
                .unwrap_err()
                .contains("expected nothing")
        );
        assert!(
            played("-> 1 ping\nclose\n<- end\n")
                .unwrap_err()
                .contains("expected the end")
        );
    }

    #[test]
    fn a_reply_that_differs_or_is_missed_is_a_failure_with_its_line() {
        let differs = played("-> 1 ping\n<- 2 result {}\n").unwrap_err();
        assert!(
            differs.contains("line 6") && differs.contains("id: expected 2, got 1"),
            "{differs}"
        );
        assert!(
            played("-> notifications/x\n<- 1 result {}\n")
                .unwrap_err()
                .contains("nothing came")
        );
        assert!(
            played("-> 1 ping\n<~ 1 result {}\n<~ 2 result {}\n")
                .unwrap_err()
                .contains("nothing came")
        );
        assert!(
            played("-> 1 ping\n<~ 3 result {}\n<~ 2 result {}\n")
                .unwrap_err()
                .contains("expected one of")
        );
    }

    #[test]
    fn every_line_of_a_server_must_be_a_sound_message() {
        for (line, reason) in [
            ("hello", "not JSON"),
            ("{\\\"id\\\":1}", "not JSON-RPC"),
            (
                "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"a\\\":1,\\\"a\\\":1}",
                "stands twice",
            ),
            (
                "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"a\\\":\\\"\u{2028}\\\"}",
                "line end",
            ),
        ] {
            let wrong =
                played(&format!("-> say {{\"line\":\"{line}\"}}\n<- {{...}}\n")).unwrap_err();
            assert!(wrong.contains(reason), "{line}: {wrong}");
        }
    }

    #[test]
    fn what_is_not_json_is_sent_on_purpose_or_not_at_all() {
        assert!(
            played("-> {\"a\":\n<- nothing\n")
                .unwrap_err()
                .contains("is not JSON")
        );
    }
}
