//! What is wrong with an object: members that are missing, unknown, given twice, or wrong inside.
//!
//! In: the rules for an object and the text of one. Out: faults in the order of the properties, the
//! unknown members last. It never looks at the cases of a union.

use super::super::ArgumentFault;
use super::super::accept::{Others, Seen};
use super::super::node::{Additional, Id, Node, ObjectRules, Property};
use super::super::report::{NOTHING, ONCE};
use super::super::words;
use super::{Search, Step, matching};
use crate::json::{Raw, duplicate_key};

impl Search<'_, '_> {
    pub(super) fn object(&mut self, rules: &ObjectRules, value: Raw<'_>) {
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
                    s.fault(ONCE, "one value", "several values");
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
        property: Option<&Property>,
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
        if rules.properties.is_empty()
            && let Some((matcher, _)) = rules.patterns.first()
        {
            let name = format!("a name that matches {}", matching(matcher));
            return self.at(Step::Key(key), |s| {
                s.fault(format!("must have {name}"), name, "another name");
            });
        }
        let reason = self.unknown_here();
        self.unknown_among(names(), reason, key, value);
    }

    /// What is said of a member that is not known here.
    pub(super) fn unknown_here(&self) -> String {
        if self.path.is_empty() {
            "is not a parameter of this tool".to_owned()
        } else {
            format!("is not a member of `{}`", self.path)
        }
    }

    pub(super) fn unknown_among<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str> + Clone,
        reason: String,
        key: &str,
        value: Raw<'_>,
    ) {
        let got = value.kind().name();
        self.at(Step::Key(key), |s| {
            s.push(ArgumentFault::unknown(&*s.path, reason, key, names, got));
        });
    }

    pub(super) fn duplicates_inside(&mut self, node: &Node, value: Raw<'_>) {
        if self.run.is_free_of_duplicates(node, value) {
            return;
        }
        if let Some(path) = duplicate_key(value) {
            let length = self.path.len();
            if length > 0 && !path.starts_with('[') {
                self.path.push('.');
            }
            self.path.push_str(&path);
            self.fault(ONCE, "one value", "several values");
            self.path.truncate(length);
        }
    }
}
