//! What goes over the wire: requests of either era leave, answers are judged.
//!
//! Nothing here measures. A judgement is a sentence that says what was wrong with an answer.

use serde_json::{Value, json};

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

/// The two ways in which a client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Era {
    /// A session that begins with `initialize`; calls carry nothing else.
    Legacy,
    /// Each request names its revision and the client in `_meta`.
    Modern,
}

impl Era {
    /// Both, in the order of the table.
    pub const ALL: [Era; 2] = [Era::Legacy, Era::Modern];

    /// The revision spoken.
    pub fn revision(self) -> &'static str {
        match self {
            Era::Legacy => LEGACY,
            Era::Modern => MODERN,
        }
    }

    /// The first request of a connection, with id 0.
    pub fn opening(self) -> String {
        match self {
            Era::Legacy => self.request(
                0,
                "initialize",
                json!({
                    "protocolVersion": LEGACY,
                    "capabilities": {},
                    "clientInfo": {"name": "bench", "version": "1.0.0"},
                }),
            ),
            Era::Modern => self.request(0, "server/discover", json!({})),
        }
    }

    /// What follows the answer to the opening.
    pub fn opened(self) -> &'static str {
        match self {
            Era::Legacy => "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n",
            Era::Modern => "",
        }
    }

    /// Judges the answer to the opening.
    pub fn judge_opening(self, answer: &str) -> Result<(), String> {
        let result = result_of(answer, 0)?;
        let spoken = match self {
            Era::Legacy => result["protocolVersion"] == LEGACY && result["serverInfo"].is_object(),
            Era::Modern => result["supportedVersions"]
                .as_array()
                .is_some_and(|versions| versions.iter().any(|version| version == MODERN)),
        };
        spoken
            .then_some(())
            .ok_or_else(|| format!("does not speak {}: {}", self.revision(), short(answer)))
    }

    /// One line with a request of this era.
    pub fn request(self, id: u64, method: &str, mut params: Value) -> String {
        if self == Era::Modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1.0.0"},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        // Members in the order in which common clients write them.
        let mut rest = String::new();
        for name in ["name", "arguments"] {
            if let Some(value) = params
                .as_object_mut()
                .and_then(|params| params.remove(name))
            {
                rest.push_str(&format!("\"{name}\":{value},"));
            }
        }
        let params = params.to_string();
        let inner = format!("{rest}{}", &params[1..params.len() - 1]);
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{{{}}}}}\n",
            inner.trim_end_matches(',')
        )
    }

    /// One line with a call of a tool.
    pub fn call(self, id: u64, tool: &str, arguments: Value) -> String {
        self.request(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
    }

    /// Judges the answer to a call that must come out as `text`.
    pub fn judge(self, answer: &str, id: u64, text: &str) -> Result<(), String> {
        let result = result_of(answer, id)?;
        let complete = self == Era::Legacy || result["resultType"] == "complete";
        let told = result["content"] == json!([{"type": "text", "text": text}]);
        if complete && told && result["isError"] != true {
            return Ok(());
        }
        Err(format!(
            "expected the text `{}` in {}",
            short(text),
            short(answer)
        ))
    }
}

/// Judges the answer to a call that must fail, as an error or as a result that says so.
pub fn judge_refused(answer: &str, id: u64) -> Result<(), String> {
    let message = parse(answer)?;
    let refused = message["error"]["code"].is_i64() || message["result"]["isError"] == true;
    (refused && message["id"] == id)
        .then_some(())
        .ok_or_else(|| format!("a wrong call was carried out: {}", short(answer)))
}

/// The result in an answer to request `id`.
pub fn result_of(answer: &str, id: u64) -> Result<Value, String> {
    let mut message = parse(answer)?;
    if message["jsonrpc"] != "2.0" || message["id"] != id || !message["result"].is_object() {
        return Err(format!("no result for request {id}: {}", short(answer)));
    }
    Ok(message["result"].take())
}

/// The id of an answer.
pub fn id_of(answer: &str) -> Result<u64, String> {
    parse(answer)?["id"]
        .as_u64()
        .ok_or_else(|| format!("no id of ours in {}", short(answer)))
}

/// Reads any JSON.
pub fn parse(answer: &str) -> Result<Value, String> {
    serde_json::from_str(answer).map_err(|error| format!("{error} in {}", short(answer)))
}

/// The beginning of what may be long.
pub fn short(text: &str) -> String {
    text.chars().take(300).collect()
}
