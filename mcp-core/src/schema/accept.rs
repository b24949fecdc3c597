//! Whether a value fits, and nothing more.
//!
//! In: compiled rules and the text of a value. Out: yes or no. It allocates nothing for a value
//! that fits, save for maps with several keys and for `uniqueItems`, and takes a number of steps
//! that is limited by the length of the text.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;

use super::equal::twins;
use super::node::{ArrayRules, Id, Node, NumberRules, ObjectRules, TextRules, Types, Union};
use super::number::{Bound, Decimal, small};
use crate::json::{Kind, Raw, Walk, duplicate_key};

/// One check of one value.
#[derive(Debug)]
pub(super) struct Run<'c> {
    pub(super) nodes: &'c [Node],
    pub(super) duplicates_allowed: bool,
    /// How many more nodes may be looked at: unions inside of unions could take for ever.
    pub(super) steps: usize,
}

impl<'c> Run<'c> {
    pub(super) fn new(nodes: &'c [Node], duplicates_allowed: bool, value: Raw<'_>) -> Self {
        Self {
            nodes,
            duplicates_allowed,
            steps: 100_000 + value.get().len().saturating_mul(16),
        }
    }

    pub(super) fn node(&self, id: Id) -> Option<&'c Node> {
        self.nodes.get(id)
    }

    /// Counts a step; `false` when there have been too many.
    pub(super) fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => return false,
        }
        true
    }

    /// Whether the value fits the rules of the node.
    // The recursion ends with the depth of the value: branches of one value are at most 64 in a row.
    pub(super) fn accepts(&mut self, id: Id, value: Raw<'_>) -> bool {
        let Some(node) = self.node(id) else {
            return false;
        };
        let kind = value.kind();
        if !self.step() || !node.types.meets(Types::of(kind)) {
            return false;
        }
        let fits = match kind {
            Kind::Null | Kind::Bool => true,
            Kind::Number => number_fits(node, value.get()),
            Kind::String => node
                .text
                .as_deref()
                .is_none_or(|rules| value.string().is_ok_and(|text| text_fits(rules, &text))),
            Kind::Array => match node.array.as_deref() {
                Some(rules) => self.array(rules, value),
                None => self.is_free_of_duplicates(node, value),
            },
            Kind::Object => match node.object.as_deref() {
                Some(rules) => self.object(rules, value),
                None => self.is_free_of_duplicates(node, value),
            },
        };
        fits && node
            .allowed
            .as_deref()
            .is_none_or(|allowed| allowed.has(value))
            && (!node.has_branches() || self.branches(node, value))
    }

    fn branches(&mut self, node: &Node, value: Raw<'_>) -> bool {
        node.unions.iter().all(|union| self.union(union, value))
            && node.all.iter().all(|id| self.accepts(*id, value))
            && node.not.is_none_or(|id| !self.accepts(id, value))
    }

    fn union(&mut self, union: &Union, value: Raw<'_>) -> bool {
        if let Some(tagged) = &union.tagged {
            return tagged
                .case_of(value)
                .is_some_and(|id| self.accepts(id, value));
        }
        let mut cases = union.cases.iter();
        let one = cases.any(|id| self.accepts(*id, value));
        one && !(union.exactly_one && cases.any(|id| self.accepts(*id, value)))
    }

    fn array(&mut self, rules: &ArrayRules, value: Raw<'_>) -> bool {
        self.elements(rules, &mut Walk::of(value)) && !(rules.unique && twins(value).is_some())
    }

    fn object(&mut self, rules: &ObjectRules, value: Raw<'_>) -> bool {
        self.members(rules, &mut Walk::of(value))
    }

    /// A value that no rule speaks of may hold anything, but nothing twice.
    pub(super) fn is_free_of_duplicates(&self, node: &Node, value: Raw<'_>) -> bool {
        self.duplicates_allowed || node.has_branches() || duplicate_key(value).is_none()
    }

    /// Whether a member's name fits the rules of a node.
    pub(super) fn accepts_key(&mut self, id: Id, key: &str) -> bool {
        let Some(node) = self.node(id) else {
            return false;
        };
        if !self.step() || !node.types.meets(Types::STRING) {
            return false;
        }
        node.text
            .as_deref()
            .is_none_or(|rules| text_fits(rules, key))
            && node
                .allowed
                .as_deref()
                .is_none_or(|allowed| allowed.has_text(key))
            && node.all.iter().all(|id| self.accepts_key(*id, key))
            && node.not.is_none_or(|id| !self.accepts_key(id, key))
            && node.unions.iter().all(|union| {
                let mut cases = union.cases.iter();
                cases.any(|id| self.accepts_key(*id, key))
                    && !(union.exactly_one && cases.any(|id| self.accepts_key(*id, key)))
            })
    }
}

impl super::node::Tagged {
    /// The case whose tag the value bears.
    pub(super) fn case_of(&self, value: Raw<'_>) -> Option<Id> {
        let tag = value.member(&self.tag)?;
        let found = self.values.iter().find(|(text, _)| tag.is_string(text));
        found.map(|(_, id)| *id)
    }
}

pub(super) fn number_fits(node: &Node, text: &str) -> bool {
    let small = small(text);
    let whole = small.is_some() || node.types.has_fractions() || Decimal::read(text).is_whole();
    whole
        && node.number.as_deref().is_none_or(|rules| {
            let NumberRules { low, high, step } = rules;
            low.iter().all(|bound| above(bound, text, small))
                && high.iter().all(|bound| below(bound, text, small))
                && step.as_ref().is_none_or(|step| step.divides(text))
        })
}

/// Whether a number keeps to a lower end.
pub(super) fn above(bound: &Bound, text: &str, small: Option<i64>) -> bool {
    match bound.place_of(text, small) {
        Ordering::Greater => true,
        Ordering::Equal => !bound.exclusive,
        Ordering::Less => false,
    }
}

/// Whether a number keeps to an upper end.
pub(super) fn below(bound: &Bound, text: &str, small: Option<i64>) -> bool {
    match bound.place_of(text, small) {
        Ordering::Less => true,
        Ordering::Equal => !bound.exclusive,
        Ordering::Greater => false,
    }
}

fn text_fits(rules: &TextRules, text: &str) -> bool {
    let counted = rules.least > 0 || rules.most.is_some();
    if counted {
        let length = text.chars().count();
        if length < rules.least || rules.most.is_some_and(|most| length > most) {
            return false;
        }
    }
    rules
        .pattern
        .as_ref()
        .is_none_or(|m| m.pattern.is_match(text))
}

/// Which of an object's named members have been there.
#[derive(Debug)]
pub(super) enum Seen {
    Few(u128),
    Many(Vec<bool>),
}

impl Seen {
    pub(super) fn new(properties: usize) -> Self {
        if properties <= 128 {
            Self::Few(0)
        } else {
            Self::Many(vec![false; properties])
        }
    }

    /// Marks one; `false` when it was marked before.
    pub(super) fn insert(&mut self, at: usize) -> bool {
        let fresh = !self.has(at);
        match self {
            Self::Few(bits) => *bits |= 1 << (at % 128),
            Self::Many(flags) => {
                if let Some(flag) = flags.get_mut(at) {
                    *flag = true;
                }
            }
        }
        fresh
    }

    /// Whether all have been there that the object must have.
    pub(super) fn has_all_of(&self, rules: &ObjectRules) -> bool {
        match self {
            Self::Few(bits) => bits & rules.required == rules.required,
            Self::Many(flags) => {
                let mut named = rules.properties.iter().zip(flags);
                named.all(|(property, there)| *there || !property.required)
            }
        }
    }

    pub(super) fn has(&self, at: usize) -> bool {
        match self {
            Self::Few(bits) => bits >> (at % 128) & 1 == 1,
            Self::Many(flags) => flags.get(at).copied().unwrap_or(false),
        }
    }
}

/// The other members that have been there. The first costs nothing.
#[derive(Debug, Default)]
pub(super) struct Others<'a> {
    first: Option<Cow<'a, str>>,
    more: HashSet<Cow<'a, str>>,
}

impl<'a> Others<'a> {
    /// Remembers a name; `false` when it was there before.
    #[allow(
        clippy::ptr_arg,
        reason = "a borrowed key stays borrowed when it is kept"
    )]
    pub(super) fn insert(&mut self, key: &Cow<'a, str>) -> bool {
        match &self.first {
            None => {
                self.first = Some(key.clone());
                true
            }
            Some(first) => first != key && self.more.insert(key.clone()),
        }
    }
}
