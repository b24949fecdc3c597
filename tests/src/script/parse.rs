//! From the text of a script to its steps.
//!
//! In: the text of one file. Out: the script once per revision it names, or every fault with its
//! line. A script that proves nothing is a fault. It reads no file and starts nothing.

use std::time::Duration;

use super::node::Node;
use super::short::{self, Era};
use super::words::{MODERN, with_version};
use super::{Act, Place, Script, Step, Transport};

/// The revisions that begin with a handshake.
pub const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The header that says why a script is not played over HTTP.
const NOT_OVER_HTTP: &str = "not over http";

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

/// Reads a script; it comes back once for each revision it names, or once.
pub fn scripts(text: &str) -> Result<Vec<Script>, Fault> {
    let lines = logical_lines(text)?;
    let header = Header::read(&lines)?;
    let body = &lines[header.length..];
    let versions: Vec<Option<&str>> = if header.versions.is_empty() {
        vec![None]
    } else {
        header.versions.iter().map(|v| Some(v.as_str())).collect()
    };
    versions
        .into_iter()
        .map(|version| script(&header, body, version))
        .collect()
}

fn fault(line: usize, message: impl Into<String>) -> Fault {
    Fault {
        line,
        message: message.into(),
    }
}

/// Lines with what is indented below them joined on; comments and empty lines are left out, save
/// the first.
fn logical_lines(text: &str) -> Result<Vec<(usize, String)>, Fault> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let line = i + 1;
        if raw.trim().is_empty() || (line > 1 && raw.starts_with('#')) {
            continue;
        }
        if raw.starts_with([' ', '\t']) {
            let Some((_, last)) = lines.last_mut() else {
                return Err(fault(line, "an indented line has nothing to go on from"));
            };
            last.push(' ');
            last.push_str(raw.trim());
        } else {
            lines.push((line, raw.trim_end().to_owned()));
        }
    }
    Ok(lines)
}

/// What stands above the conversation.
struct Header {
    rule: String,
    server: String,
    transports: Vec<Transport>,
    versions: Vec<String>,
    faults: Vec<String>,
    not_over_http: Option<String>,
    length: usize,
}

impl Header {
    fn read(lines: &[(usize, String)]) -> Result<Self, Fault> {
        let rule = lines
            .first()
            .and_then(|(_, line)| line.strip_prefix("# "))
            .unwrap_or_default();
        if !rule.ends_with('.') || !rule.contains(' ') {
            return Err(fault(
                1,
                "the first line must be `# ` and the rule, as a sentence",
            ));
        }
        let mut header = Self {
            rule: rule.to_owned(),
            server: String::new(),
            transports: Transport::ALL.to_vec(),
            versions: Vec::new(),
            faults: Vec::new(),
            not_over_http: None,
            length: 1,
        };
        for (line, text) in &lines[1..] {
            let Some((key, value)) = text.split_once(": ").filter(|(key, _)| {
                *key == NOT_OVER_HTTP || key.bytes().all(|b| b.is_ascii_lowercase())
            }) else {
                break;
            };
            header
                .take(key, value.trim())
                .map_err(|message| fault(*line, message))?;
            header.length += 1;
        }
        if header.server.is_empty() {
            return Err(fault(1, "the header must have a line `server: NAME`"));
        }
        header
            .leave_http_out()
            .map_err(|message| fault(1, message))?;
        Ok(header)
    }

    /// A script that is not played over HTTP says why.
    fn leave_http_out(&mut self) -> Result<(), String> {
        let all = self.transports == Transport::ALL;
        if self.not_over_http.is_some() && all {
            self.transports.retain(|known| *known != Transport::Http);
        }
        let over_http = self.transports.contains(&Transport::Http);
        if over_http == self.not_over_http.is_some() {
            return Err(format!(
                "a script that is not played over HTTP, and no other, has a line `{NOT_OVER_HTTP}: REASON`"
            ));
        }
        Ok(())
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let parts = || value.split(',').map(str::trim).map(str::to_owned);
        match key {
            "server" => value.clone_into(&mut self.server),
            "transport" => {
                self.transports = parts()
                    .map(|word| transport(&word))
                    .collect::<Result<_, _>>()?
            }
            "versions" => self.versions = versions(value)?,
            "fault" => self.faults.extend(parts()),
            NOT_OVER_HTTP => self.not_over_http = Some(value.to_owned()),
            _ => {
                return Err(format!(
                    "unknown header `{key}`; known are server, transport, versions, fault, {NOT_OVER_HTTP}"
                ));
            }
        }
        Ok(())
    }
}

fn transport(word: &str) -> Result<Transport, String> {
    let found = Transport::ALL.into_iter().find(|t| t.word() == word);
    found.ok_or_else(|| format!("unknown transport `{word}`; known are memory, stdio, http"))
}

/// `legacy`, `all`, or a list; a list may mix words and revisions.
fn versions(value: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for word in value.split(',').map(str::trim) {
        match word {
            "legacy" => found.extend(LEGACY.map(str::to_owned)),
            "all" => found.extend(LEGACY.into_iter().chain([MODERN]).map(str::to_owned)),
            _ if word == MODERN || LEGACY.contains(&word) => found.push(word.to_owned()),
            _ => {
                return Err(format!(
                    "unknown revision `{word}`; `legacy` and `all` are words for several"
                ));
            }
        }
    }
    Ok(found)
}

fn script(
    header: &Header,
    body: &[(usize, String)],
    version: Option<&str>,
) -> Result<Script, Fault> {
    let mut writer = Writer {
        steps: Vec::new(),
        place: Place::Everywhere,
        era: Era::Legacy,
        version,
    };
    for (line, text) in body {
        writer
            .line(*line, text)
            .map_err(|message| fault(*line, message))?;
    }
    let steps = writer.steps;
    let opening = |step: &Step| step.line == 0;
    if !steps
        .iter()
        .any(|step| step.act.expects() && !opening(step))
    {
        return Err(fault(1, "the script expects nothing, so it proves nothing"));
    }
    possible(header, &steps)?;
    Ok(Script {
        rule: header.rule.clone(),
        server: header.server.clone(),
        transports: header.transports.clone(),
        not_over_http: header.not_over_http.clone(),
        version: version.map(str::to_owned),
        faults: header.faults.clone(),
        steps,
    })
}

/// Whether the transports have what the steps ask for.
fn possible(header: &Header, steps: &[Step]) -> Result<(), Fault> {
    let stdio_only = header.transports == [Transport::Stdio];
    if let Some(step) = steps
        .iter()
        .find(|step| matches!(step.act, Act::Log { .. }))
        .filter(|_| !stdio_only)
    {
        return Err(fault(
            step.line,
            "`log` needs `transport: stdio` alone: only a process has a log of its own",
        ));
    }
    if let Some(step) = steps
        .iter()
        .find(|step| ends(step))
        .filter(|_| header.transports.contains(&Transport::Http))
    {
        return Err(fault(
            step.line,
            format!(
                "HTTP has no end of input: say `{NOT_OVER_HTTP}: REASON`, or begin the line with `over pipes: `"
            ),
        ));
    }
    Ok(())
}

/// Whether a step over HTTP is about the end of the input.
fn ends(step: &Step) -> bool {
    matches!(step.act, Act::End | Act::Close) && step.place != Place::Pipes
}

/// Collects the steps; knows which era the conversation has opened in.
struct Writer<'a> {
    steps: Vec<Step>,
    place: Place,
    era: Era,
    version: Option<&'a str>,
}

impl Writer<'_> {
    fn line(&mut self, line: usize, text: &str) -> Result<(), String> {
        let (place, text) = match text.strip_prefix("over ").and_then(|t| t.split_once(": ")) {
            Some(("http", rest)) => (Place::Http, rest),
            Some(("pipes", rest)) => (Place::Pipes, rest),
            _ => (Place::Everywhere, text),
        };
        self.place = place;
        let act = if let Some(rest) = text.strip_prefix("->raw ") {
            Act::SendRaw(bytes(rest.trim())?)
        } else if let Some(rest) = text.strip_prefix("-> ") {
            let rest = with_version(rest.trim(), self.version)?;
            Act::Send(short::sent(&rest, self.era)?)
        } else if let Some(rest) = text.strip_prefix("<-raw ") {
            Act::ExpectRaw(bytes(rest.trim())?)
        } else if let Some(rest) = text.strip_prefix("<- ") {
            self.expectation(rest.trim())?
        } else if let Some(rest) = text.strip_prefix("<~ ") {
            return self.in_group(line, rest.trim());
        } else {
            return self.command(line, text);
        };
        self.push(line, act);
        Ok(())
    }

    fn push(&mut self, line: usize, act: Act) {
        let place = self.place;
        self.steps.push(Step { line, act, place });
    }

    fn expectation(&self, text: &str) -> Result<Act, String> {
        match text {
            "nothing" => Ok(Act::Silence(Duration::ZERO)),
            "end" => Ok(Act::End),
            _ if text.starts_with("nothing for ") => {
                duration(&text["nothing for ".len()..]).map(Act::Silence)
            }
            _ => self.pattern(text).map(Act::Expect),
        }
    }

    fn pattern(&self, text: &str) -> Result<Node, String> {
        short::expected(&with_version(text, self.version)?, self.era)
    }

    fn in_group(&mut self, line: usize, text: &str) -> Result<(), String> {
        let entry = (line, self.pattern(text)?);
        match self.steps.last_mut() {
            Some(Step {
                act: Act::Group(entries),
                place,
                ..
            }) if *place == self.place => entries.push(entry),
            _ => self.push(line, Act::Group(vec![entry])),
        }
        Ok(())
    }

    fn command(&mut self, line: usize, text: &str) -> Result<(), String> {
        let (word, rest) = short::word(text);
        let act = match word {
            "INIT" | "OPEN" => return self.opening(word, rest),
            "wait" => Act::Wait(duration(rest)?),
            "close" if rest.is_empty() => Act::Close,
            "log" => log(rest)?,
            _ => {
                return Err(format!(
                    "cannot read `{text}`; a line begins with ->, ->raw, <-, <-raw, <~, INIT, OPEN, wait, close, log, over http: or over pipes:"
                ));
            }
        };
        self.push(line, act);
        Ok(())
    }

    /// The steps of an opening stand on line 0: they prove nothing about the rule.
    fn opening(&mut self, word: &str, version: &str) -> Result<(), String> {
        let version = match (version, self.version) {
            ("VERSION", Some(version)) => version,
            ("VERSION", None) => {
                return Err("VERSION needs a `versions:` line in the header".to_owned());
            }
            (named, _) => named,
        };
        if word == "OPEN" && version == MODERN {
            self.era = Era::Modern;
            return Ok(());
        }
        if !LEGACY.contains(&version) {
            return Err(format!("`{version}` is not a revision with a handshake"));
        }
        self.era = Era::Legacy;
        let hello = format!(
            r#"{{"jsonrpc":"2.0","id":"init","method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"qa","version":"0"}}}}}}"#
        );
        let welcome = format!(
            r#"{{"jsonrpc":"2.0","id":"init","result":{{"protocolVersion":"{version}",...}}}}"#
        );
        let welcome = Node::pattern(&welcome).map_err(|wrong| wrong.to_string())?;
        let ready = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned();
        for act in [Act::Send(hello), Act::Expect(welcome), Act::Send(ready)] {
            self.push(0, act);
        }
        Ok(())
    }
}

fn log(text: &str) -> Result<Act, String> {
    let (word, rest) = short::word(text);
    let there = match word {
        "contains" => true,
        "lacks" => false,
        _ => return Err("`log` is followed by `contains \"…\"` or `lacks \"…\"`".to_owned()),
    };
    if rest.starts_with('$') {
        return Ok(Act::Log {
            text: rest.to_owned(),
            there,
        });
    }
    let text = String::from_utf8(bytes(rest)?).map_err(|_| "the text must be UTF-8".to_owned())?;
    Ok(Act::Log { text, there })
}

fn duration(text: &str) -> Result<Duration, String> {
    let millis = text.trim().strip_suffix("ms").and_then(|n| n.parse().ok());
    millis
        .map(Duration::from_millis)
        .ok_or_else(|| format!("`{text}` is not a time such as 300ms"))
}

/// A quoted text with escapes, as bytes.
pub fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let inner = inner.ok_or("expected a text in double quotes")?;
    let mut out = Vec::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        out.push(match rest.next() {
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('t') => b'\t',
            Some('0') => 0,
            Some('\\') => b'\\',
            Some('"') => b'"',
            Some('x') => {
                let digits: String = rest.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16)
                    .map_err(|_| format!("`\\x{digits}` is not a byte"))?
            }
            other => {
                return Err(format!(
                    "unknown escape `\\{}`",
                    other.map(String::from).unwrap_or_default()
                ));
            }
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Script, String> {
        scripts(text)
            .map(|mut all| all.remove(0))
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_script_has_a_rule_a_server_and_steps() {
        let script = one("# Ping is answered.\nserver: plain\nfault: a/b#1, c/d#2\n\n# a remark\nINIT 2025-06-18\n-> 1 ping\n<- 1 result\n  {}\n").unwrap();
        assert_eq!(script.rule, "Ping is answered.");
        assert_eq!(script.transports, Transport::ALL);
        assert_eq!(script.faults, ["a/b#1", "c/d#2"]);
        let lines: Vec<usize> = script.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [0, 0, 0, 7, 8]);
    }

    #[test]
    fn a_script_that_expects_nothing_is_refused() {
        for body in [
            "-> 1 ping\n",
            "INIT 2025-06-18\n-> 1 ping\n",
            "wait 1ms\nclose\n",
            "",
        ] {
            let wrong = one(&format!("# A rule.\nserver: plain\n\n{body}")).unwrap_err();
            assert!(wrong.contains("proves nothing"), "{body}: {wrong}");
        }
    }

    #[test]
    fn a_fault_names_its_line() {
        for (text, line) in [
            ("server: plain\n", "1:"),
            ("# A rule.\n<- nothing\n", "1:"),
            (
                "# A rule.\nserver: plain\ntransport: pigeon\n<- nothing\n",
                "3:",
            ),
            (
                "# A rule.\nserver: plain\n\nINIT 2026-07-28\n<- nothing\n",
                "4:",
            ),
            ("# A rule.\nserver: plain\n\n<- {\"a\":}\n", "4:"),
            ("# A rule.\nserver: plain\n\n>- {}\n", "4:"),
            (
                "# A rule.\nserver: plain\n\n<- nothing\nlog contains \"x\"\n",
                "5:",
            ),
            (
                "# A rule.\nserver: plain\nversion: legacy\n<- nothing\n",
                "3:",
            ),
        ] {
            let wrong = one(text).unwrap_err();
            assert!(wrong.starts_with(line), "{text}: {wrong}");
        }
    }

    #[test]
    fn one_file_is_played_once_per_revision() {
        let text = "# A rule.\nserver: plain\nversions: all\n\nOPEN VERSION\n-> 1 x {\"v\":VERSION}\n<- 1 result {}\n";
        let all = scripts(text).unwrap();
        let versions: Vec<&str> = all.iter().filter_map(|s| s.version.as_deref()).collect();
        assert_eq!(
            versions,
            [
                "2024-11-05",
                "2025-03-26",
                "2025-06-18",
                "2025-11-25",
                "2026-07-28"
            ]
        );
        assert_eq!(all[4].steps.len(), 2);
        assert!(
            matches!(&all[0].steps[3].act, Act::Send(text) if text.contains(r#""v":"2024-11-05""#))
        );
    }

    #[test]
    fn neighbours_in_a_group_may_come_in_any_order() {
        let script =
            one("# A rule.\nserver: plain\n\n<~ 1 result {}\n<~ 2 result {}\n<- 3 result {}\n")
                .unwrap();
        assert!(matches!(&script.steps[0].act, Act::Group(entries) if entries.len() == 2));
        assert_eq!(script.steps.len(), 2);
    }

    #[test]
    fn raw_text_is_exact_bytes() {
        assert_eq!(
            bytes(r#""a\r\n\x00\xff\"é""#).unwrap(),
            b"a\r\n\x00\xff\"\xc3\xa9"
        );
        assert!(bytes("a").is_err() && bytes(r#""\q""#).is_err() && bytes(r#""\xg0""#).is_err());
    }
}
