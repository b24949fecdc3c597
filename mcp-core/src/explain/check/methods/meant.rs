//! What was meant by a method that MCP does not have.
//!
//! In: its name, and the tools that were listed. Out: whether it is a function that somebody meant
//! to call, and the message that calls it. Texts of the message are not repeated.

use crate::explain::state::State;
use crate::json::{Kind, Raw, shown_name, write_str};
use crate::method::{self, Method};
use crate::rpc::Id;
use std::fmt::Write as _;

/// Members beyond these are not shown.
const SHOWN: usize = 8;

/// Whether a method's name is that of a function: a listed tool, or one plain word. Names with dots
/// are those of applications.
pub(super) fn is_function(state: &State, name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let word = !name.is_empty() && name.len() <= 64 && name.bytes().all(plain);
    word || state.catalog.tool(name).is_some()
}

/// The method that the functions of SDKs are called after: `listTools` and `call_tool` send
/// `tools/list` and `tools/call`.
pub(super) fn of_function(name: &str) -> Option<&'static str> {
    let plain = |text: &str| text.replace(['_', '-', '.', '/'], "").to_lowercase();
    if name.contains('/') {
        return None;
    }
    let name = plain(name);
    let named = |method: &&str| {
        let Some((what, how)) = method.rsplit_once('/') else {
            return false;
        };
        let (what, how) = (plain(what), plain(how));
        let one = what.strip_suffix('s').unwrap_or(&what);
        [
            format!("{how}{what}"),
            format!("{how}{one}"),
            format!("{one}{how}"),
        ]
        .contains(&name)
            || (what == "resourcestemplates" && name == "listresourcetemplates")
            || (*method == method::SET_LEVEL && matches!(&*name, "setlevel" | "setlogginglevel"))
    };
    let requests = Method::ALL
        .iter()
        .filter(|m| m.kind() == method::Kind::Request);
    requests.map(Method::name).find(named)
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
/// `unnamed` is written for the names that are not known, with a number behind it.
pub(super) fn call(
    state: &State,
    name: &str,
    id: Option<&Id>,
    params: Option<Raw<'_>>,
    unnamed: &str,
) -> String {
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
            let mut count = 0;
            let values = params.elements().map(|value| {
                let name = names.next().unwrap_or_else(|| {
                    count += 1;
                    format!("{unnamed} {count}")
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

#[cfg(test)]
mod tests {
    use super::of_function;

    #[test]
    fn functions_of_sdks_are_known_by_the_method_they_send() {
        for (name, method) in [
            ("listTools", Some("tools/list")),
            ("call_tool", Some("tools/call")),
            ("ReadResource", Some("resources/read")),
            ("getPrompt", Some("prompts/get")),
            ("list_resource_templates", Some("resources/templates/list")),
            ("setLoggingLevel", Some("logging/setLevel")),
            ("tool/call", None),
            ("add", None),
        ] {
            assert_eq!(of_function(name), method, "{name}");
        }
    }
}
