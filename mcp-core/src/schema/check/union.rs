//! What is wrong with a value of which one of several schemas must hold.
//!
//! In: the cases, and a value that fits none, or too many. Out: the faults of the case that was
//! meant, if a tag, a key or the type shows which; else one fault that names the cases.

use serde_json::Value;

use super::super::node::{Additional, Allowed, Id, Node, ObjectRules, Tagged, Types, Union};
use super::super::report::{NOTHING, UNKNOWN};
use super::super::words::{self, got};
use super::super::{ArgumentFault, nearest};
use super::{MOST_VALUES, Search, Step};
use crate::json::{Kind, Raw};

impl Search<'_, '_> {
    pub(super) fn branches(&mut self, node: &Node, value: Raw<'_>) {
        for id in &node.all {
            if !self.run.accepts(*id, value) {
                self.node(*id, value);
            }
        }
        for union in &node.unions {
            self.union(union, value);
        }
        if let Some(id) = node.not
            && self.run.accepts(id, value)
        {
            let not = words::expected(self.run.nodes, id);
            self.fault(
                format!("must not be {not}"),
                format!("anything but {not}"),
                &got(value),
            );
        }
    }

    fn union(&mut self, union: &Union, value: Raw<'_>) {
        let fitting = union
            .cases
            .iter()
            .filter(|id| self.run.accepts(**id, value))
            .count();
        if fitting == 1 || (fitting > 1 && !union.exactly_one) {
            return;
        }
        if fitting > 1 {
            let what = "a value of exactly one of several kinds";
            return self.fault(format!("must be {what}"), what, &got(value));
        }
        if let Some(tagged) = union
            .tagged
            .as_ref()
            .filter(|_| value.kind() == Kind::Object)
        {
            return match tagged.case_of(value) {
                Some(case) => self.case(tagged, case, value),
                None => self.no_case(union, tagged, value),
            };
        }
        match self.meant(union, value) {
            Some(case) => self.node(case, value),
            None => self.none_of(union, value),
        }
    }

    /// The case that was chosen by its tag, but whose other members are wrong.
    fn case(&mut self, tagged: &Tagged, case: Id, value: Raw<'_>) {
        let before = self.faults.len();
        self.node(case, value);
        // A member that belongs to another case is not unknown, but out of place.
        let Some(tag) = value.member(&tagged.tag) else {
            return;
        };
        let nodes = self.run.nodes;
        for fault in self.faults.iter_mut().skip(before) {
            if !fault.reason.starts_with(UNKNOWN) {
                continue;
            }
            let name = fault.field.rsplit('.').next().unwrap_or_default();
            let elsewhere = tagged.values.iter().any(|(_, id)| {
                object_of(nodes, *id).is_some_and(|rules| rules.position(name).is_some())
            });
            if elsewhere {
                fault.reason = format!("must be left out when `{}` is {tag}", tagged.tag);
                fault.expected = NOTHING.to_owned();
                fault.allowed = None;
                fault.nearest = None;
            }
        }
    }

    /// The tag is missing or unknown: which tags there are, and what is wrong whatever was meant.
    fn no_case(&mut self, union: &Union, tagged: &Tagged, value: Raw<'_>) {
        let nodes = self.run.nodes;
        let texts: Vec<Value> = tagged
            .values
            .iter()
            .map(|(text, _)| Value::from(&**text))
            .collect();
        let allowed = Allowed::new(&texts);
        let given = value.member(&tagged.tag);
        self.at(Step::Key(&tagged.tag), |s| match given {
            Some(given) => s.not_allowed(&allowed, given),
            None => {
                let fault =
                    ArgumentFault::new(&*s.path, "is required", words::choice(&allowed), NOTHING)
                        .with_allowed(texts);
                s.push(fault);
            }
        });
        let cases: Vec<&ObjectRules> = union
            .cases
            .iter()
            .filter_map(|id| object_of(nodes, *id))
            .collect();
        let closed = |rules: &&ObjectRules| {
            matches!(rules.additional, Additional::Closed) && rules.patterns.is_empty()
        };
        if !cases.iter().all(closed) {
            return;
        }
        let names = cases
            .iter()
            .flat_map(|rules| rules.properties.iter().map(|p| &*p.name));
        for member in value.members() {
            if cases
                .iter()
                .all(|rules| rules.position(&member.key).is_none())
            {
                let reason = self.unknown_here();
                self.unknown_among(names.clone(), reason, &member.key, member.value);
            }
        }
    }

    /// The case that a value was meant to be, if only one can be meant.
    fn meant(&self, union: &Union, value: Raw<'_>) -> Option<Id> {
        let nodes = self.run.nodes;
        let of_type = |id: &&Id| {
            let node = nodes.get(**id);
            node.is_some_and(|node| node.types.meets(Types::of(value.kind())))
        };
        let cases: Vec<Id> = union.cases.iter().filter(of_type).copied().collect();
        if let [one] = cases.as_slice() {
            // An enum of words does not explain what else could be given.
            return nodes
                .get(*one)
                .filter(|node| node.allowed.is_none())
                .map(|_| *one);
        }
        let required = |id: &Id| {
            let rules = object_of(nodes, *id)?;
            let mut names = rules.properties.iter().filter(|p| p.required);
            let first = names.next()?;
            names.next().is_none().then_some(&*first.name)
        };
        let mut keyed = cases
            .iter()
            .filter(|id| required(id).is_some_and(|name| value.member(name).is_some()));
        match (keyed.next(), keyed.next()) {
            (Some(one), None) => Some(*one),
            _ => None,
        }
    }

    fn none_of(&mut self, union: &Union, value: Raw<'_>) {
        let nodes = self.run.nodes;
        let mut words = Vec::new();
        let mut allowed = Vec::new();
        for case in &union.cases {
            let expected = words::expected(nodes, *case);
            if !words.contains(&expected) {
                words.push(expected);
            }
            let node = nodes.get(*case);
            if let Some(values) = node.and_then(|node| node.allowed.as_deref()) {
                allowed.extend(values.values());
            }
        }
        let texts: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
        let text = value.string().ok();
        let near = text
            .as_deref()
            .and_then(|t| nearest(t, texts.iter().copied()));
        let got = match value.kind() {
            Kind::String if !texts.is_empty() => words::got_word(value),
            _ => got(value),
        };
        let expected = words::one_of(&words);
        let mut fault =
            ArgumentFault::new(&*self.path, format!("must be {expected}"), expected, got)
                .with_nearest(near);
        if !allowed.is_empty() {
            allowed.truncate(MOST_VALUES);
            fault.allowed = Some(allowed);
        }
        self.push(fault);
    }
}

fn object_of(nodes: &[Node], id: Id) -> Option<&ObjectRules> {
    nodes.get(id)?.object.as_deref()
}
