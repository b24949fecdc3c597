//! The words in which faults are told.
//!
//! In: rules, and a value that breaks them. Out: short phrases. A value is repeated only if it is a
//! number, a boolean, or a short string where one of a few words was expected.

use serde_json::Value;

use super::node::{Allowed, Id, Node, Property, Types};
use crate::json::{Kind, Raw, visible};

/// Numbers and words longer than this are not repeated.
const SHORT: usize = 40;
/// How many allowed values are told in a sentence.
const FEW: usize = 20;

/// What was there: a number or a boolean itself, else the type.
pub(super) fn got(value: Raw<'_>) -> String {
    match value.kind() {
        Kind::Number | Kind::Bool if value.get().len() <= SHORT => value.get().to_owned(),
        kind => kind.name().to_owned(),
    }
}

/// What was there, where one of a few words was expected.
pub(super) fn got_word(value: Raw<'_>) -> String {
    match value.string() {
        Ok(text) if text.len() <= SHORT => visible(&Value::from(&*text).to_string()).into_owned(),
        _ => got(value),
    }
}

/// `a, b or c`
pub(super) fn one_of<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.as_ref().to_owned(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", all.join(", "), last.as_ref())
        }
    }
}

/// `"a", "b"`, as they stand in JSON.
pub(super) fn listed(allowed: &Allowed) -> String {
    let values: Vec<String> = allowed.values().take(FEW).map(|v| v.to_string()).collect();
    let more = allowed.len().saturating_sub(FEW);
    let list = values.join(", ");
    match more {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

/// `one of "a", "b"`, or the only one.
pub(super) fn choice(allowed: &Allowed) -> String {
    match allowed.len() {
        1 => listed(allowed),
        _ => format!("one of {}", listed(allowed)),
    }
}

/// What a node expects, without its details: `an integer`.
pub(super) fn expected(nodes: &[Node], id: Id) -> String {
    one_of(&kinds(nodes, id, 0))
}

/// The phrases for everything that a node allows.
// The recursion ends at a depth where nobody would read on.
fn kinds(nodes: &[Node], id: Id, depth: usize) -> Vec<String> {
    let Some(node) = nodes.get(id).filter(|_| depth < 4) else {
        return Vec::new();
    };
    if let Some(allowed) = node.allowed.as_deref() {
        return vec![choice(allowed)];
    }
    let mut all: Vec<String> = Vec::new();
    let branches = node.unions.iter().flat_map(|union| &union.cases);
    for case in branches.chain(&node.all) {
        for kind in kinds(nodes, *case, depth + 1) {
            if !all.contains(&kind) {
                all.push(kind);
            }
        }
    }
    let several = !node.unions.is_empty() || node.types == Types::ALL;
    if several && !all.is_empty() {
        return all;
    }
    if node.types == Types::OBJECT {
        return vec![object(node)];
    }
    node.types.words().into_iter().map(str::to_owned).collect()
}

/// `an object`, or `an object with `a` and `b``.
fn object(node: &Node) -> String {
    let properties = node
        .object
        .as_deref()
        .map(|rules| rules.properties.as_slice());
    let required: Vec<&Property> = properties
        .unwrap_or_default()
        .iter()
        .filter(|property| property.required)
        .collect();
    if required.is_empty() || required.len() > 4 {
        return "an object".to_owned();
    }
    let names: Vec<String> = required.iter().map(|p| format!("`{}`", p.name)).collect();
    match names.as_slice() {
        [one] => format!("an object with {one}"),
        [all @ .., last] => format!("an object with {} and {last}", all.join(", ")),
        [] => "an object".to_owned(),
    }
}

/// `1 item`, `2 items`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}
