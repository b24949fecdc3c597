//! What was meant by a method that MCP does not have.
//!
//! In: its name, and the tools that were listed. Out: whether it is a function that somebody meant
//! to call, and the message that calls it. Texts of the message are not repeated.

use crate::explain::state::State;
use crate::json::{Kind, Raw, shown_name, write_str};
use crate::method;
use crate::rpc::Id;
use std::fmt::Write as _;

/// Members beyond these are not shown.
const SHOWN: usize = 8;

/// Whether a method's name is that of a function: a listed tool, or one plain word.
pub(super) fn is_function(state: &State, name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let word = !name.is_empty() && name.len() <= 64 && name.bytes().all(plain);
    // NB. `rpc.` belongs to JSON-RPC itself.
    state.catalog.tool(name).is_some() || (word && !name.starts_with("rpc."))
}

/// Whether a method belongs to an extension that either side speaks.
pub(super) fn is_extension(state: &State, name: &str) -> bool {
    const TASKS: &str = "io.modelcontextprotocol/tasks";
    let client = state.session.client.as_ref();
    let server = state.session.server.as_ref();
    let client = client.and_then(|client| client.extensions.as_ref());
    let server = server.and_then(|server| server.extensions.as_ref());
    let mut spoken = client.into_iter().chain(server);
    let tasks = [
        method::TASKS_GET,
        method::TASKS_CANCEL,
        method::TASKS_LIST,
        method::TASKS_RESULT,
        method::TASKS_STATUS,
    ];
    tasks.contains(&name) && spoken.any(|extensions| extensions.contains_key(TASKS))
}

/// The message that calls a tool of that name with these arguments.
pub(super) fn call(state: &State, name: &str, id: Option<&Id>, params: Option<Raw<'_>>) -> String {
    let id = id.map(ToString::to_string).filter(|id| id.len() <= 40);
    let mut out = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{}",
        id.as_deref().unwrap_or("1")
    );
    let _ = write!(out, ",\"method\":\"{}\"", method::TOOLS_CALL);
    let _ = write!(
        out,
        ",\"params\":{{\"name\":{},\"arguments\":",
        quoted(name)
    );
    match params.filter(|params| !params.is_null()) {
        Some(params) if params.kind() == Kind::Object => {
            let members = params.members().filter(|member| member.key != "_meta");
            object(&mut out, members.map(|m| (m.key.into_owned(), m.value)));
        }
        Some(params) => {
            let mut names = parameters(state, name).into_iter();
            let mut unnamed = 0;
            let values = params.elements().map(|value| {
                let name = names.next().unwrap_or_else(|| {
                    unnamed += 1;
                    format!("name of argument {unnamed}")
                });
                (name, value)
            });
            object(&mut out, values);
        }
        None => out.push_str("{}"),
    }
    out.push_str("}}");
    out
}

/// The names of a tool's parameters, when it was listed.
fn parameters(state: &State, name: &str) -> Vec<String> {
    let tool = state.catalog.tool(name);
    let schema = tool.and_then(|tool| tool.input(state.patterns()));
    let names = schema.into_iter().flat_map(|schema| schema.properties());
    names.map(str::to_owned).collect()
}

fn object<'a>(out: &mut String, members: impl Iterator<Item = (String, Raw<'a>)>) {
    out.push('{');
    for (at, (name, value)) in members.enumerate() {
        if at > 0 {
            out.push(',');
        }
        if at == SHOWN {
            out.push('…');
            break;
        }
        let _ = write!(out, "{}:{}", quoted(&name), shown(value));
    }
    out.push('}');
}

/// A value as it may be repeated: numbers and the like are, texts are not.
fn shown(value: Raw<'_>) -> &str {
    match value.kind() {
        Kind::String => "\"…\"",
        Kind::Array => "[…]",
        Kind::Object => "{…}",
        _ if value.get().len() <= 24 => value.get(),
        _ => "…",
    }
}

fn quoted(name: &str) -> String {
    let mut out = Vec::new();
    write_str(&mut out, &shown_name(name));
    String::from_utf8(out).unwrap_or_default()
}
