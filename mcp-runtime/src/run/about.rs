//! What a server says of itself to a person: at a terminal, and for `--help`.
//!
//! In: its name and what it offers. Out: text that says what it is, how a client is connected to
//! it, and a line that can be pasted as a first call. For people only; no program reads it.

use mcp_core::version::ProtocolVersion;
use mcp_core::{meta, method};
use serde_json::{Value, json};
use std::fmt::Write;

/// So many tools are named; the rest is counted.
const SHOWN: usize = 20;
/// So much of a description is shown.
const WIDTH: usize = 72;

/// The flags of HTTP.
const HTTP: &str = "
Over HTTP it serves any number of clients:
  --http ADDR            serves http://ADDR/mcp; a port alone is one of this machine
  --allow-host HOST      lets clients call it by this name
  --allow-origin ORIGIN  lets pages of this origin call it
  --http-sse             serves clients of HTTP+SSE too, at http://ADDR/sse
  --expose-without-auth  lets other machines reach it although nobody has to say who he is
";

/// A server, for a person.
#[derive(Debug)]
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) tools: Vec<Offer>,
    /// The newest revision that is served.
    pub(crate) newest: ProtocolVersion,
    /// How this process was started: its program, then the arguments.
    pub(crate) command: Vec<String>,
}

/// One tool, for a person.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Arguments with which it can be called.
    pub(crate) example: Value,
}

impl About {
    /// How this process was started.
    pub(crate) fn this_command() -> Vec<String> {
        let program = std::env::current_exe()
            .map(|path| path.to_string_lossy().into_owned())
            .ok()
            .or_else(|| std::env::args().next())
            .unwrap_or_default();
        let arguments = std::env::args_os().skip(1);
        let arguments = arguments.map(|a| a.to_string_lossy().into_owned());
        std::iter::once(program).chain(arguments).collect()
    }

    /// Name and version.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", one_line(&self.name), one_line(&self.version))
    }

    /// For somebody who started it in a terminal.
    pub(crate) fn greeting(&self) -> String {
        let mut text = format!(
            "{}: an MCP server. It waits for a client on stdin and answers on stdout.\n",
            self.title()
        );
        self.write_offers(&mut text);
        self.write_connection(&mut text);
        if let Some(tool) = self.tools.first() {
            let _ = write!(
                text,
                "\nTo try it here, paste this:\n{}",
                first_call(tool, self.newest)
            );
        }
        text.push_str("\nCtrl-D ends it.\n");
        text
    }

    /// For somebody who started it over HTTP, and for whoever reads its log.
    #[cfg(feature = "http")]
    pub(crate) fn serving(&self, url: &str) -> String {
        format!(
            "{}: an MCP server over HTTP, at {url}\n\
             \nTo connect a client, put this into its configuration:\n  \
             {{\"mcpServers\":{{{}:{{\"type\":\"http\",\"url\":{}}}}}}}\n\
             \nCtrl-C ends it.\n",
            self.title(),
            quoted(&self.name),
            quoted(url)
        )
    }

    /// For `--help`.
    pub(crate) fn help(&self) -> String {
        let mut text = format!("{}: an MCP server over stdin and stdout.\n", self.title());
        text.push_str(
            "\nWithout a flag it serves the client that started it.\n\
             \x20 --help     shows this\n\
             \x20 --version  shows name and version\n",
        );
        if cfg!(feature = "http") {
            text.push_str(HTTP);
        }
        if cfg!(feature = "wire-log") {
            text.push_str(
                "\nWith MCP_WIRE=pretty in its environment it shows every message on stderr, explained.\n",
            );
        }
        self.write_offers(&mut text);
        let mut plain = Self {
            tools: Vec::new(),
            name: self.name.clone(),
            version: String::new(),
            newest: self.newest,
            command: self.command.clone(),
        };
        plain.command.truncate(1);
        plain.write_connection(&mut text);
        text
    }

    fn write_offers(&self, text: &mut String) {
        let _ = match self.tools.len() {
            0 => writeln!(text, "\nIt offers no tools."),
            1 => writeln!(text, "\nIt offers 1 tool:"),
            n => writeln!(text, "\nIt offers {n} tools:"),
        };
        let shown = &self.tools[..self.tools.len().min(SHOWN)];
        let width = shown.iter().map(|t| t.name.len()).max().unwrap_or(0);
        for tool in shown {
            let description = first_line(&tool.description);
            let line = format!("  {:width$}  {description}", one_line(&tool.name));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if self.tools.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", self.tools.len() - SHOWN);
        }
    }

    fn write_connection(&self, text: &mut String) {
        let mut command = self.command.iter();
        let program = quoted(command.next().map_or("", String::as_str));
        let arguments: Vec<_> = command.collect();
        let arguments = match arguments.is_empty() {
            true => String::new(),
            false => format!(r#","args":{}"#, json!(arguments)),
        };
        let _ = write!(
            text,
            "\nTo connect a client, put this into its configuration:\n  \
             {{\"mcpServers\":{{{}:{{\"command\":{program}{arguments}}}}}}}\n",
            quoted(&self.name)
        );
    }
}

/// A first call, its members in the order in which people read them: a line that stands alone, or
/// a handshake and then the call.
fn first_call(tool: &Offer, version: ProtocolVersion) -> String {
    let (name, arguments) = (quoted(&tool.name), &tool.example);
    let call = |id: u8, meta: &str| {
        format!(
            "  {{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{}\",\"params\":{{\"name\":{name},\"arguments\":{arguments}{meta}}}}}\n",
            method::TOOLS_CALL,
        )
    };
    if version.is_modern() {
        let (revision, capabilities) = (meta::PROTOCOL_VERSION, meta::CLIENT_CAPABILITIES);
        let terms = format!(",\"_meta\":{{\"{revision}\":\"{version}\",\"{capabilities}\":{{}}}}");
        return call(1, &terms);
    }
    let hello = format!(
        "  {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{}\",\"params\":{{\"protocolVersion\":\"{version}\",\"capabilities\":{{}},\"clientInfo\":{{\"name\":\"me\",\"version\":\"0\"}}}}}}\n",
        method::INITIALIZE,
    );
    hello + &call(2, "")
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn first_line(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", one_line(&line[..end])),
        None => one_line(line),
    }
}

/// Nothing that moves a terminal's cursor.
fn one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(tools: usize) -> About {
        let tool = |n: usize| Offer {
            name: format!("tool_{n}"),
            description: "Does it.\n\nMore about it.".into(),
            example: json!({ "a": n }),
        };
        About {
            name: "calculator".into(),
            version: "0.1.0".into(),
            tools: (0..tools).map(tool).collect(),
            newest: ProtocolVersion::LATEST,
            command: vec!["/bin/calculator".into(), "--fast".into()],
        }
    }

    #[test]
    fn a_greeting_says_what_it_is_what_it_offers_and_how_to_go_on() {
        let text = about(1).greeting();
        assert_eq!(
            text,
            r#"calculator 0.1.0: an MCP server. It waits for a client on stdin and answers on stdout.

It offers 1 tool:
  tool_0  Does it.

To connect a client, put this into its configuration:
  {"mcpServers":{"calculator":{"command":"/bin/calculator","args":["--fast"]}}}

To try it here, paste this:
  {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_0","arguments":{"a":0},"_meta":{"io.modelcontextprotocol/protocolVersion":"LATEST","io.modelcontextprotocol/clientCapabilities":{}}}}

Ctrl-D ends it.
"#
            .replace("LATEST", ProtocolVersion::LATEST.as_str())
        );
    }

    #[test]
    fn a_server_of_older_revisions_is_greeted_before_it_is_called() {
        let mut about = about(1);
        about.newest = ProtocolVersion::LATEST_LEGACY;
        let text = about.greeting();
        let lines: Vec<Value> = text
            .lines()
            .filter_map(|line| serde_json::from_str(line.trim()).ok())
            .filter(|line: &Value| line["jsonrpc"] == "2.0")
            .collect();
        let methods: Vec<_> = lines.iter().map(|line| &line["method"]).collect();
        assert_eq!(methods, [method::INITIALIZE, method::TOOLS_CALL]);
        assert_eq!(lines[1]["params"]["_meta"], Value::Null);
    }

    #[test]
    fn many_tools_are_counted_and_none_leave_nothing_to_paste() {
        let text = about(23).greeting();
        assert!(text.contains("It offers 23 tools:") && text.contains("\n  and 3 more\n"));
        let text = about(0).greeting();
        assert!(text.contains("It offers no tools.") && !text.contains("paste"));
    }

    #[test]
    fn help_shows_the_flags_and_a_command_without_them() {
        let text = about(1).help();
        assert!(text.contains("  --help     shows this\n  --version  shows"));
        assert!(text.contains(r#"{"command":"/bin/calculator"}"#), "{text}");
    }

    #[test]
    #[cfg(feature = "http")]
    fn over_http_a_client_is_given_the_url() {
        let text = about(1).serving("http://127.0.0.1:8000/mcp");
        assert_eq!(
            text,
            r#"calculator 0.1.0: an MCP server over HTTP, at http://127.0.0.1:8000/mcp

To connect a client, put this into its configuration:
  {"mcpServers":{"calculator":{"type":"http","url":"http://127.0.0.1:8000/mcp"}}}

Ctrl-C ends it.
"#
        );
        assert!(about(1).help().contains("--http ADDR"));
    }

    #[test]
    fn a_description_can_not_steer_the_terminal() {
        let mut about = about(1);
        about.tools[0].description = "\u{1b}[2Jgone".into();
        assert!(!about.greeting().contains('\u{1b}'));
    }
}
