//! What the servers are asked for: requests of each kind leave, answers are judged.
//!
//! Nothing here measures. A judgement is a sentence that says what was wrong with an answer.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde_json::json;

use crate::wire::{Era, id_of, parse, result_of, short};

/// The requests that are counted and timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Two integers in, their sum out as text.
    Add,
    /// Three arguments in, twenty small objects out, structured and as text.
    Search,
    /// A million bytes of prose in, and out again.
    Echo,
    /// The list of five hundred tools; a server of its own lists them.
    List,
}

/// How many tools are listed by the server that has many.
pub const MANY: usize = 500;

/// How long the text is that is said again, in bytes.
pub const PROSE: usize = 1_000_000;

/// How many objects `search` returns.
const FOUND: usize = 20;

/// Lines as people write them: words in two scripts, quotes, a line end about every 80 bytes.
static TEXT: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::with_capacity(PROSE + 100);
    for line in 1.. {
        text.push_str(&format!(
            "{line}. She said: \"no index is ever finished\" (색인은 끝나지 않는다), and left.\n"
        ));
        if text.len() >= PROSE {
            break;
        }
    }
    text.truncate(text.floor_char_boundary(PROSE));
    text.extend(std::iter::repeat_n('.', PROSE - text.len()));
    text
});

impl Work {
    /// All, in the order of the table.
    pub const ALL: [Work; 4] = [Work::Add, Work::Search, Work::Echo, Work::List];

    /// What the table and files call it.
    pub fn name(self) -> &'static str {
        match self {
            Work::Add => "add",
            Work::Search => "search",
            Work::Echo => "echo",
            Work::List => "list",
        }
    }

    /// The eras in which its instructions are counted.
    pub fn eras(self) -> &'static [Era] {
        match self {
            Work::Echo => &[Era::Legacy],
            _ => &Era::ALL,
        }
    }

    /// One line with the `id`th request; no two of `add` ask for the same sum.
    pub fn request(self, era: Era, id: u64) -> String {
        let arguments = match self {
            Work::Add => {
                let (a, b) = operands(id);
                json!({"a": a, "b": b})
            }
            Work::Search => json!({
                "query": format!("query {id}"),
                "limit": FOUND,
                "tags": ["red", "green", "blue"],
            }),
            Work::Echo => json!({"text": *TEXT}),
            Work::List => return era.request(id, "tools/list", json!({})),
        };
        era.call(id, self.name(), arguments)
    }

    /// Judges the answers to the requests from `first` on: each answered once, each right.
    pub fn judge_all(self, era: Era, answers: &str, first: u64, count: u64) -> Result<(), String> {
        let mut answered = vec![false; count as usize];
        for answer in answers.lines() {
            let id = id_of(answer)?;
            let slot = id
                .checked_sub(first)
                .and_then(|index| answered.get_mut(index as usize))
                .ok_or_else(|| format!("nobody asked for {}", short(answer)))?;
            if std::mem::replace(slot, true) {
                return Err(format!("a second answer: {}", short(answer)));
            }
            self.judge(era, answer, id)?;
        }
        match answered.iter().position(|answered| !answered) {
            None => Ok(()),
            Some(index) => Err(format!("no answer to request {}", first + index as u64)),
        }
    }

    fn judge(self, era: Era, answer: &str, id: u64) -> Result<(), String> {
        match self {
            Work::Add => {
                let (a, b) = operands(id);
                era.judge(answer, id, &(a + b).to_string())
            }
            Work::Search => judge_search(era, answer, id),
            Work::Echo => era.judge(answer, id, &TEXT),
            Work::List => judge_list(era, answer, id),
        }
    }
}

fn operands(id: u64) -> (i64, i64) {
    let id = id as i64;
    (id * 37, 1000 - id * 3)
}

/// All that was asked for is there, structured and, as the same JSON, as text.
fn judge_search(era: Era, answer: &str, id: u64) -> Result<(), String> {
    let result = result_of(answer, id)?;
    let found = &result["structuredContent"];
    let text = parse(result["content"][0]["text"].as_str().unwrap_or("none"))?;
    let last = format!("query {id} no. {}", FOUND - 1);
    let right = found["items"].as_array().map(Vec::len) == Some(FOUND)
        && found["items"][FOUND - 1]["title"] == last
        && found["total"] == FOUND;
    let complete = era == Era::Legacy || result["resultType"] == "complete";
    (right && complete && text == *found && result["isError"] != true)
        .then_some(())
        .ok_or_else(|| format!("not what is to be found: {}", short(answer)))
}

/// All tools are there at once, each under a name of its own and with what it takes.
fn judge_list(era: Era, answer: &str, id: u64) -> Result<(), String> {
    let result = result_of(answer, id)?;
    let tools = result["tools"].as_array().map_or(&[][..], Vec::as_slice);
    let names: HashSet<_> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    let told = |tool: &serde_json::Value| {
        let takes = &tool["inputSchema"]["properties"];
        let all = ["a", "b", "c"].iter().all(|name| takes[name].is_object());
        all && takes["a"]["description"].is_string() && tool["description"].is_string()
    };
    let complete = era == Era::Legacy || result["resultType"] == "complete";
    (names.len() == MANY && tools.iter().all(told) && complete && result["nextCursor"].is_null())
        .then_some(())
        .ok_or_else(|| format!("not the list of {MANY} tools: {}", short(answer)))
}
