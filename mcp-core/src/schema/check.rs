//! Everything that is wrong with a value.
//!
//! In: compiled rules and a value that does not fit them. Out: a fault for each thing that is
//! wrong, with its path. Of a union it tells the faults of the case that was meant, if that can be
//! seen, and else only which cases there are.

use std::fmt::Write as _;

use serde_json::Value;

use super::accept::{Others, Run, Seen, above, below};
use super::equal::twins;
use super::node::{
    Additional, ArrayRules, Id, Matcher, Node, NumberRules, ObjectRules, Tagged, TextRules, Types,
    Union,
};
use super::number::{Bound, Decimal, small};
use super::report::NOTHING;
use super::words::{self, counted, got};
use super::{ArgumentFault, nearest};
use crate::json::{Kind, Raw, duplicate_key};

/// No report grows longer.
const MOST_FAULTS: usize = 64;
/// How many known names are told where none is near.
const MOST_NAMES: usize = 10;
/// How many allowed values are put in a report.
const MOST_VALUES: usize = 100;

/// A search for faults.
pub(super) struct Search<'c, 'f> {
    run: Run<'c>,
    faults: &'f mut Vec<ArgumentFault>,
    path: String,
}

impl<'c, 'f> Search<'c, 'f> {
    pub(super) fn new(run: Run<'c>, faults: &'f mut Vec<ArgumentFault>, path: &str) -> Self {
        Self {
            run,
            faults,
            path: path.to_owned(),
        }
    }

    /// Tells all faults of the value. Returns whether there is any.
    pub(super) fn check(mut self, id: Id, value: Raw<'_>) -> bool {
        let before = self.faults.len();
        self.node(id, value);
        if self.faults.len() == before && !self.run.accepts(id, value) {
            let reason = "must be simpler: checking it takes too many steps";
            self.fault(reason, "a simpler value", &got(value));
        }
        self.faults.len() > before
    }

    fn fault(&mut self, reason: impl Into<String>, expected: impl Into<String>, got: &str) {
        self.push(ArgumentFault::new(self.path.clone(), reason, expected, got));
    }

    fn push(&mut self, fault: ArgumentFault) {
        // A member that two schemas speak of is told once.
        let told = |f: &ArgumentFault| f.field == fault.field && f.reason == fault.reason;
        if self.faults.len() < MOST_FAULTS && !self.faults.iter().any(told) {
            self.faults.push(fault);
        }
    }

    /// Runs a check at a place further inside.
    fn at(&mut self, step: Step<'_>, check: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        match step {
            Step::Key(key) => {
                if length > 0 {
                    self.path.push('.');
                }
                self.path.push_str(key);
            }
            // Writing to a String can't fail.
            Step::Index(index) => drop(write!(self.path, "[{index}]")),
        }
        check(self);
        self.path.truncate(length);
    }

    fn node(&mut self, id: Id, value: Raw<'_>) {
        let nodes = self.run.nodes;
        let Some(node) = nodes.get(id) else { return };
        if !self.run.step() || self.faults.len() >= MOST_FAULTS {
            return;
        }
        let kind = value.kind();
        let fits_type = node.types.meets(Types::of(kind))
            && (kind != Kind::Number
                || node.types.has_fractions()
                || Decimal::read(value.get()).is_whole());
        if !fits_type {
            return self.wrong_type(id, node, value);
        }
        if let Some(allowed) = node.allowed.as_deref()
            && !allowed.has(value)
        {
            return self.not_allowed(allowed, value);
        }
        match kind {
            Kind::Null | Kind::Bool => {}
            Kind::Number => {
                if let Some(rules) = node.number.as_deref() {
                    self.number(rules, value.get());
                }
            }
            Kind::String => {
                if let Some(rules) = node.text.as_deref() {
                    self.text(rules, value);
                }
            }
            Kind::Array => match node.array.as_deref() {
                Some(rules) => self.array(rules, value),
                None => self.duplicates_inside(node, value),
            },
            Kind::Object => match node.object.as_deref() {
                Some(rules) => self.object(rules, value),
                None => self.duplicates_inside(node, value),
            },
        }
        self.branches(node, value);
    }

    fn wrong_type(&mut self, id: Id, node: &Node, value: Raw<'_>) {
        if node.types == Types::NONE {
            return self.fault("must be left out", NOTHING, &got(value));
        }
        if let Some(allowed) = node.allowed.as_deref() {
            return self.not_allowed(allowed, value);
        }
        let expected = words::expected(self.run.nodes, id);
        let types = words::one_of(&node.types.words());
        self.fault(format!("must be {types}"), expected, &got(value));
    }

    fn not_allowed(&mut self, allowed: &super::node::Allowed, value: Raw<'_>) {
        let choice = words::choice(allowed);
        let got = match value.kind() {
            Kind::String => words::got_word(value),
            _ => got(value),
        };
        let meant = value.string().ok();
        let meant = meant.and_then(|t| nearest(&t, allowed.texts.iter().map(|a| &**a)));
        let fault = ArgumentFault::new(&*self.path, format!("must be {choice}"), choice, got)
            .with_allowed(allowed.values().take(MOST_VALUES).collect())
            .with_nearest(meant);
        self.push(fault);
    }

    fn number(&mut self, rules: &NumberRules, text: &str) {
        let NumberRules { low, high, step } = rules;
        let small = small(text);
        let got = if text.len() <= 40 { text } else { "number" };
        for bound in low.iter().filter(|bound| !above(bound, text, small)) {
            self.bound(if bound.exclusive { ">" } else { ">=" }, bound, got);
        }
        for bound in high.iter().filter(|bound| !below(bound, text, small)) {
            self.bound(if bound.exclusive { "<" } else { "<=" }, bound, got);
        }
        if let Some(step) = step.as_ref().filter(|step| !step.divides(text)) {
            let what = format!("a multiple of {}", step.shown);
            self.fault(format!("must be {what}"), what, got);
        }
    }

    fn bound(&mut self, sign: &str, bound: &Bound, got: &str) {
        let reason = format!("must be {sign} {}", bound.shown);
        self.fault(reason, format!("a number {sign} {}", bound.shown), got);
    }

    fn text(&mut self, rules: &TextRules, value: Raw<'_>) {
        let Ok(text) = value.string() else {
            let reason = "must not hold half of a surrogate pair";
            return self.fault(reason, "well-formed Unicode text", "string");
        };
        let length = text.chars().count();
        let has = counted(length, "character");
        if length < rules.least {
            let least = counted(rules.least, "character");
            if rules.least == 1 {
                self.fault(
                    "must not be empty",
                    "a string that is not empty",
                    "empty string",
                );
            } else {
                let reason = format!("must have at least {least}");
                self.fault(reason, format!("a string of at least {least}"), &has);
            }
        }
        if let Some(most) = rules.most.filter(|most| length > *most) {
            let most = counted(most, "character");
            let reason = format!("must have at most {most}");
            self.fault(reason, format!("a string of at most {most}"), &has);
        }
        if let Some(matcher) = &rules.pattern
            && !matcher.pattern.is_match(&text)
        {
            let what = matching(matcher);
            self.fault(
                format!("must match {what}"),
                format!("a string that matches {what}"),
                "string",
            );
        }
    }

    fn array(&mut self, rules: &ArrayRules, value: Raw<'_>) {
        let mut count = 0;
        for element in value.elements() {
            if let Some(id) = rules.prefix.get(count).copied().or(rules.items)
                && !self.run.accepts(id, element)
            {
                self.at(Step::Index(count), |s| s.node(id, element));
            }
            count += 1;
        }
        self.count(count, rules.least, rules.most, "item", "an array");
        if rules.unique
            && let Some((first, second)) = twins(value)
        {
            self.fault(
                "must not hold the same item twice",
                "an array of different items",
                &format!("the same item at [{first}] and [{second}]"),
            );
        }
    }

    fn count(&mut self, count: usize, least: usize, most: Option<usize>, thing: &str, of: &str) {
        let has = counted(count, thing);
        let (limit, word) = match most {
            _ if count < least => (
                least,
                if most == Some(least) {
                    "exactly"
                } else {
                    "at least"
                },
            ),
            Some(most) if count > most => (most, if most == least { "exactly" } else { "at most" }),
            _ => return,
        };
        let limit = counted(limit, thing);
        self.fault(
            format!("must have {word} {limit}"),
            format!("{of} of {word} {limit}"),
            &has,
        );
    }

    fn object(&mut self, rules: &ObjectRules, value: Raw<'_>) {
        let mut seen = Seen::new(rules.properties.len());
        let mut values: Vec<Option<Raw<'_>>> = vec![None; rules.properties.len()];
        let mut others = Others::default();
        let mut unknown = Vec::new();
        let mut count = 0;
        for member in value.members() {
            count += 1;
            let at = rules.position(&member.key);
            let fresh = match at {
                Some(at) => seen.insert(at),
                None => others.insert(&member.key),
            };
            if !(fresh || self.run.duplicates_allowed) {
                self.at(Step::Key(&member.key), |s| {
                    s.fault("is given twice", "one value", "several values");
                });
                continue;
            }
            match at.and_then(|at| values.get_mut(at)) {
                Some(place) => *place = Some(member.value),
                None => unknown.push(member),
            }
        }
        for (property, given) in rules.properties.iter().zip(values) {
            match given {
                Some(given) => self.member(rules, Some(property), &property.name, given),
                None if property.required => {
                    let any = || "a value".to_owned();
                    let expected = property
                        .node
                        .map_or_else(any, |id| words::expected(self.run.nodes, id));
                    self.at(Step::Key(&property.name), |s| {
                        s.fault("is required", expected, NOTHING);
                    });
                }
                None => {}
            }
        }
        for member in unknown {
            self.member(rules, None, &member.key, member.value);
        }
        self.count(count, rules.least, rules.most, "member", "an object");
    }

    fn member(
        &mut self,
        rules: &ObjectRules,
        property: Option<&super::node::Property>,
        key: &str,
        value: Raw<'_>,
    ) {
        if let Some(id) = rules.names
            && !self.run.accepts_key(id, key)
        {
            let expected = words::expected(self.run.nodes, id);
            self.at(Step::Key(key), |s| {
                s.fault(
                    "must have another name",
                    format!("a name that is {expected}"),
                    "another name",
                );
            });
        }
        if rules.null_is_absent && value.is_null() && property.is_some_and(|p| !p.required) {
            return;
        }
        let mut known = false;
        if let Some(id) = property.and_then(|p| p.node) {
            known = true;
            self.inner(id, key, value);
        }
        for (matcher, id) in &rules.patterns {
            if matcher.pattern.is_match(key) {
                known = true;
                self.inner(*id, key, value);
            }
        }
        match rules.additional {
            _ if known => {}
            Additional::Open => {}
            Additional::Closed => self.unknown(rules, key, value),
            Additional::Fits(id) => self.inner(id, key, value),
        }
    }

    fn inner(&mut self, id: Id, key: &str, value: Raw<'_>) {
        if !self.run.accepts(id, value) {
            self.at(Step::Key(key), |s| s.node(id, value));
        }
    }

    fn unknown(&mut self, rules: &ObjectRules, key: &str, value: Raw<'_>) {
        let names = || rules.properties.iter().map(|p| &*p.name);
        let mut reason = if self.path.is_empty() {
            "is not a parameter of this tool".to_owned()
        } else {
            format!("is not a member of `{}`", self.path)
        };
        if rules.properties.is_empty()
            && let Some((matcher, _)) = rules.patterns.first()
        {
            reason = format!("must have a name that matches {}", matching(matcher));
        }
        self.unknown_among(names(), reason, key, value);
    }

    fn unknown_among<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str> + Clone,
        reason: String,
        key: &str,
        value: Raw<'_>,
    ) {
        let near = nearest(key, names.clone());
        let mut known: Vec<&str> = names.collect();
        known.dedup();
        let expected = match near {
            Some(near) => format!("`{near}`"),
            None if known.is_empty() => NOTHING.to_owned(),
            None => {
                let quoted: Vec<_> = known
                    .iter()
                    .take(MOST_NAMES)
                    .map(|n| format!("`{n}`"))
                    .collect();
                words::one_of(&quoted)
            }
        };
        let allowed = near.is_none().then(|| {
            let first = known.iter().take(MOST_NAMES);
            first.map(|name| Value::from(*name)).collect()
        });
        self.at(Step::Key(key), |s| {
            let mut fault = ArgumentFault::new(&*s.path, reason, expected, value.kind().name())
                .with_nearest(near);
            fault.allowed = allowed;
            s.push(fault);
        });
    }

    fn duplicates_inside(&mut self, node: &Node, value: Raw<'_>) {
        if self.run.is_free_of_duplicates(node, value) {
            return;
        }
        if let Some(path) = duplicate_key(value) {
            let length = self.path.len();
            if length > 0 && !path.starts_with('[') {
                self.path.push('.');
            }
            self.path.push_str(&path);
            self.fault("is given twice", "one value", "several values");
            self.path.truncate(length);
        }
    }

    fn branches(&mut self, node: &Node, value: Raw<'_>) {
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
            if !fault.reason.starts_with(super::report::UNKNOWN) {
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
        let allowed = super::node::Allowed::new(&texts);
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
                let reason = if self.path.is_empty() {
                    "is not a parameter of this tool".to_owned()
                } else {
                    format!("is not a member of `{}`", self.path)
                };
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

enum Step<'k> {
    Key(&'k str),
    Index(usize),
}

fn object_of(nodes: &[Node], id: Id) -> Option<&ObjectRules> {
    nodes.get(id)?.object.as_deref()
}

fn matching(matcher: &Matcher) -> String {
    format!("the pattern `{}`", matcher.source)
}
