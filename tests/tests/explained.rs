//! What a server refuses and what `mcp_core::explain` says about the same frame never differ.
//!
//! In: every script below `conversations/`, played in memory while both sides are written down.
//! Out: each request whose answer and whose explanation contradict each other.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_core::explain::{Conversation, Finding, Frame, Lang, Severity};
use mcp_core::method::Side;
use serde_json::Value;
use tests::play::play;
use tests::script::Transport;
use tests::servers;
use tests::shelf::{Case, read};
use tests::wire::{Heard, Wire};

const SHELF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conversations");

/// Servers that serve fewer revisions than the specification has.
const SMALLER: &[&str] = &["limited"];

/// Who sent a line, and the line.
type Lines = Arc<Mutex<Vec<(Side, Vec<u8>)>>>;

/// A wire that writes down what goes over it.
struct Recorded {
    wire: Box<dyn Wire>,
    lines: Lines,
    half: Vec<u8>,
}

impl Wire for Recorded {
    fn send(&mut self, bytes: &[u8]) {
        self.half.extend_from_slice(bytes);
        let mut lines = self.lines.lock().expect("a lock");
        while let Some(end) = self.half.iter().position(|byte| *byte == b'\n') {
            let rest = self.half.split_off(end + 1);
            let mut line = std::mem::replace(&mut self.half, rest);
            line.pop();
            lines.push((Side::Client, line));
        }
        drop(lines);
        self.wire.send(bytes);
    }

    fn receive(&mut self, within: Duration) -> Heard {
        let heard = self.wire.receive(within);
        if let Heard::Line(line) = &heard {
            let mut lines = self.lines.lock().expect("a lock");
            lines.push((Side::Server, line.clone()));
        }
        heard
    }

    fn close(&mut self) {
        self.wire.close();
    }

    fn log(&self) -> String {
        self.wire.log()
    }

    fn finish(self: Box<Self>, within: Duration) -> Result<(), String> {
        self.wire.finish(within)
    }
}

/// What both sides of a script say.
fn recorded(case: &Case, runtime: &tokio::runtime::Runtime) -> Vec<(Side, Vec<u8>)> {
    let lines = Lines::default();
    let wire = servers::in_memory(&case.script.server, runtime.handle()).expect("a server");
    let half = Vec::new();
    let wire = Recorded {
        wire,
        lines: lines.clone(),
        half,
    };
    play(&case.script, Box::new(wire)).expect("the script holds");
    lines.lock().expect("a lock").clone()
}

/// A request as it was explained.
struct Asked {
    id: Value,
    line: String,
    findings: Vec<Finding>,
    answered: bool,
}

impl Asked {
    fn errors(&self) -> Vec<&Finding> {
        let errors = |finding: &&Finding| finding.severity() == Severity::Error;
        self.findings.iter().filter(errors).collect()
    }

    fn told(&self) -> String {
        let told = |finding: &&Finding| format!("{}: {}", finding.code, finding.title(Lang::En));
        self.errors()
            .iter()
            .map(told)
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// Refusals that no frame shows: they depend on what the server is, has or is doing.
fn is_of_the_server(error: &Value) -> bool {
    let code = error["code"].as_i64().unwrap_or_default();
    let field = error["data"]["field"].as_str().unwrap_or_default();
    matches!(code, -32603 | -31503)
        || matches!(field, "params.name" | "params.cursor")
        || error["data"]["limit"].is_number()
        || error["data"]["rule"].is_null()
        || error["message"].as_str().is_some_and(|message| {
            message.contains("is not offered by this server") || message.contains("this server has")
        })
}

/// What is said about each line, also by what is said later.
fn explained(lines: &[(Side, Vec<u8>)]) -> HashMap<u64, Vec<Finding>> {
    let mut conversation = Conversation::new();
    let mut said = HashMap::<u64, Vec<Finding>>::new();
    for (number, (from, line)) in (1..).zip(lines) {
        let frame = Frame::new(line).sent_by(*from).on_line(number);
        for finding in conversation.read(&frame).findings {
            said.entry(finding.line).or_default().push(finding);
        }
    }
    said
}

fn contradictions(case: &Case, lines: &[(Side, Vec<u8>)]) -> Vec<String> {
    let mut said = explained(lines);
    let (mut asked, mut wrong) = (Vec::<Asked>::new(), Vec::new());
    for (number, (from, line)) in (1..).zip(lines) {
        let value: Option<Value> = serde_json::from_slice(line).ok();
        if *from == Side::Client {
            asked.push(Asked {
                id: value.map(|value| value["id"].clone()).unwrap_or_default(),
                line: String::from_utf8_lossy(line).into_owned(),
                findings: said.remove(&number).unwrap_or_default(),
                answered: false,
            });
            continue;
        }
        let Some(value) = value.filter(|value| value["method"].is_null()) else {
            continue;
        };
        let answers: Vec<Value> = match value {
            Value::Array(entries) => entries,
            one => vec![one],
        };
        for answer in answers.iter().filter(|answer| !answer["id"].is_null()) {
            let Some(request) = whose(&mut asked, answer) else {
                continue;
            };
            let verdict = verdict(answer, request);
            wrong.extend(verdict.map(|words| {
                let title = case.title();
                format!("{title}\n  -> {}\n  <- {answer}\n  {words}", request.line)
            }));
        }
    }
    wrong
}

/// The request that an answer belongs to: the first of its id that waits; or the last, where the
/// answer says that the id is in use.
fn whose<'a>(asked: &'a mut [Asked], answer: &Value) -> Option<&'a Asked> {
    let mut waiting = asked
        .iter_mut()
        .filter(|asked| !asked.answered && asked.id == answer["id"]);
    let request = match answer["error"]["data"]["field"] == "id" {
        true => waiting.next_back(),
        false => waiting.next(),
    }?;
    request.answered = true;
    Some(request)
}

/// How an answer and the explanation of its request contradict each other.
fn verdict(answer: &Value, request: &Asked) -> Option<String> {
    let error = &answer["error"];
    if error.is_null() {
        let told = request.told();
        let refused = answer["result"]["isError"] == true;
        return (!told.is_empty() && !refused).then(|| format!("served, but explained as: {told}"));
    }
    if is_of_the_server(error) {
        return None;
    }
    let field = error["data"]["field"].as_str().unwrap_or_default();
    // What depends on messages before the log, or on methods of the server's own, is a warning.
    let named = request.findings.iter().any(|finding| {
        let inside = |outer: &str, inner: &str| {
            let rest = inner.strip_prefix(outer);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        inside(&finding.path, field) || inside(field, &finding.path)
    });
    (!named).then(|| {
        format!(
            "refused for `{field}`, but explained as: {:?}",
            request.told()
        )
    })
}

#[test]
fn a_frame_is_refused_and_explained_for_the_same_reason() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let cases = read(Path::new(SHELF)).expect("sound scripts");
    let in_memory = cases.iter().filter(|case| {
        case.transport == Transport::Memory && !SMALLER.contains(&&*case.script.server)
    });
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for case in in_memory {
        let lines = recorded(case, &runtime);
        let error = |(from, line): &&(Side, Vec<u8>)| {
            *from == Side::Server && line.windows(8).any(|part| part == b"\"error\":")
        };
        refused += lines.iter().filter(error).count();
        wrong.extend(contradictions(case, &lines));
    }
    assert!(refused > 100, "the scripts hold only {refused} refusals");
    assert!(
        wrong.is_empty(),
        "{} contradictions:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
