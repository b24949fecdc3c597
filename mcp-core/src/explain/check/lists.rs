//! Can every tool of a list be called, and be told from the others?
//!
//! In: the result of `tools/list`. Out: findings on names that stand twice or that clients refuse,
//! and on tools that don't say what they do. The shape of a tool is not judged here.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::explain::finding::{Finding, Found};
use crate::explain::words::results as words;
use crate::json::{Raw, shown_name};

/// The longest name of a tool.
const LONGEST_NAME: usize = 128;

/// A page of tools.
pub(in crate::explain) fn tools(result: Raw<'_>, found: &mut Found<'_>) {
    let tools = result.member("tools").into_iter().flat_map(Raw::elements);
    let mut names: HashSet<Cow<'_, str>> = HashSet::new();
    for (index, tool) in tools.enumerate() {
        if found.is_full() {
            return;
        }
        let Some(raw) = tool.member("name") else {
            continue;
        };
        let Ok(name) = raw.string() else { continue };
        let named = |finding: Finding, member: &str| {
            finding
                .at(format!("result.tools[{index}].{member}"))
                .with("name", shown_name(&name).into_owned())
        };
        if !is_plain(&name) {
            found.add(named(found.about(words::TOOL_NAME, raw), "name"));
        }
        if tool.member("description").is_none() {
            let finding = found.about(words::TOOL_UNDESCRIBED, tool);
            found.add(named(finding, "description"));
        }
        if names.contains(&name) {
            found.add(named(found.about(words::TOOL_TWICE, raw), "name"));
        } else {
            names.insert(name);
        }
    }
}

/// Whether every client takes the name.
fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_plain)
}
