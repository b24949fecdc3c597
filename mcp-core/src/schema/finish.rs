//! What is known of a compiled schema only when all of it is there.
//!
//! In: the filled table. Out: the same, with the unions that can be told apart by one member marked
//! so, and the types that have no further rules; or an error, if a schema is made of itself without end. It never looks at a value.

use std::collections::HashSet;

use super::SchemaError;
use super::node::{Id, Node, Tagged, Types, Union};

/// How many schemas in a row may speak of the same value.
const LONGEST: usize = 64;

pub(super) fn finish(nodes: &mut [Node]) -> Result<(), SchemaError> {
    let mut depths = vec![Depth::Unknown; nodes.len()];
    for id in 0..nodes.len() {
        depth(nodes, &mut depths, id)?;
    }
    let tags: Vec<Vec<Option<Tagged>>> = nodes
        .iter()
        .map(|node| node.unions.iter().map(|u| tagged(nodes, u)).collect())
        .collect();
    for (node, tags) in nodes.iter_mut().zip(tags) {
        for (union, tag) in node.unions.iter_mut().zip(tags) {
            union.tagged = tag;
        }
        node.settle();
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum Depth {
    Unknown,
    /// Its branches are being followed just now.
    Open,
    Known(usize),
}

/// How many schemas in a row speak of one value, from this one on.
///
/// The walk keeps its own stack: nothing has bounded the chain yet.
fn depth(nodes: &[Node], depths: &mut [Depth], id: Id) -> Result<(), SchemaError> {
    let mut path = vec![Step::at(nodes, id)];
    while let Some(step) = path.last_mut() {
        if let Some(Depth::Known(known)) = depths.get(step.id) {
            let known = *known;
            path.pop();
            if let Some(above) = path.last_mut() {
                above.deepest = known.max(above.deepest);
            }
            continue;
        }
        set(depths, step.id, Depth::Open);
        let Some(to) = step.branches.pop() else {
            let known = step.deepest + 1;
            set(depths, step.id, Depth::Known(known));
            if known > LONGEST {
                return Err(endless("more than 64 schemas in a row refer to each other"));
            }
            continue;
        };
        if matches!(depths.get(to), Some(Depth::Open)) {
            return Err(endless("a schema refers to itself without end"));
        }
        path.push(Step::at(nodes, to));
    }
    Ok(())
}

/// A schema on the way, with the branches not yet followed.
struct Step {
    id: Id,
    branches: Vec<Id>,
    deepest: usize,
}

impl Step {
    fn at(nodes: &[Node], id: Id) -> Self {
        Self {
            id,
            branches: branches(nodes, id),
            deepest: 0,
        }
    }
}

fn endless(problem: &str) -> SchemaError {
    SchemaError::new("", problem)
}

fn set(depths: &mut [Depth], id: Id, depth: Depth) {
    if let Some(place) = depths.get_mut(id) {
        *place = depth;
    }
}

/// The schemas that speak of the same value as this one.
fn branches(nodes: &[Node], id: Id) -> Vec<Id> {
    let Some(node) = nodes.get(id) else {
        return Vec::new();
    };
    let cases = node.unions.iter().flat_map(|union| &union.cases);
    cases.chain(&node.all).chain(&node.not).copied().collect()
}

/// The member by which the cases of a union can be told apart, if there is one.
fn tagged(nodes: &[Node], union: &Union) -> Option<Tagged> {
    if union.cases.len() < 2 {
        return None;
    }
    let first = nodes.get(*union.cases.first()?)?;
    let names = first.object.as_deref()?.properties.iter();
    names
        .map(|property| &*property.name)
        .find_map(|tag| tagged_by(nodes, union, tag))
}

fn tagged_by(nodes: &[Node], union: &Union, tag: &str) -> Option<Tagged> {
    let mut seen = HashSet::new();
    let mut values = Vec::new();
    for case in &union.cases {
        let node = nodes.get(*case)?;
        if node.types != Types::OBJECT {
            return None;
        }
        let rules = node.object.as_deref()?;
        let property = rules.properties.get(rules.position(tag)?)?;
        let allowed = nodes.get(property.node?)?.allowed.as_deref()?;
        if !property.required || !allowed.others.is_empty() || allowed.texts.is_empty() {
            return None;
        }
        for text in &allowed.texts {
            if !seen.insert(text.clone()) {
                return None;
            }
            values.push((text.clone(), *case));
        }
    }
    Some(Tagged {
        tag: tag.into(),
        values,
    })
}
