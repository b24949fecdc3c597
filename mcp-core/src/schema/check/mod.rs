//! Everything that is wrong with a value.
//!
//! In: compiled rules and a value that does not fit them. Out: a fault for each thing that is
//! wrong, with its path. Of a union it tells the faults of the case that was meant, if that can be
//! seen, and else only which cases there are.

mod object;
mod union;

use std::fmt::Write as _;

use super::accept::{Run, above, below};
use super::equal::twins;
use super::node::{Allowed, ArrayRules, Id, Matcher, Node, NumberRules, TextRules, Types};
use super::number::{Bound, Decimal, small};
use super::report::{MOST_FAULTS, NOTHING};
use super::words::{self, counted, got};
use super::{ArgumentFault, nearest};
use crate::json::{Kind, Raw, shown_name};

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
                self.path.push_str(&shown_name(key));
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

    fn not_allowed(&mut self, allowed: &Allowed, value: Raw<'_>) {
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
}

enum Step<'k> {
    Key(&'k str),
    Index(usize),
}

fn matching(matcher: &Matcher) -> String {
    format!("the pattern `{}`", matcher.source)
}
