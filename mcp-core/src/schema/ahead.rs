//! Values held against the rules on the way through a text.
//!
//! In: compiled rules, and a walk with a value ahead of it. Out: whether the value fits; the walk has
//! passed it then. Each byte is passed once, however deep a value is, and what is held against
//! nothing but its type is not looked at twice. It allocates no more than the check of one value does.

use super::accept::{Others, Run, Seen, number_fits};
use super::node::{Additional, ArrayRules, Id, Matcher, Node, ObjectRules, Types};
use crate::json::{Kind, Name, Walk};

impl Run<'_> {
    /// Whether the value ahead fits the rules of the node; it is passed, unless it does not fit.
    pub(super) fn accepts_ahead(&mut self, id: Id, walk: &mut Walk<'_>) -> bool {
        let (Some(node), Some(first)) = (self.node(id), walk.first_ahead()) else {
            return false;
        };
        let types = Types::starting_with(first);
        if node.free.meets(types) {
            walk.pass(first);
            return self.step();
        }
        node.types.meets(types) && self.ruled_ahead(id, node, walk)
    }

    /// The same for a value of one of the node's types that has more rules than that.
    ///
    /// NB. Insides that nobody wants to see as a whole are held against the rules on the way, so
    /// that deep values are not passed once for each level.
    fn ruled_ahead(&mut self, id: Id, node: &Node, walk: &mut Walk<'_>) -> bool {
        if node.allowed.is_none() && !node.has_branches() {
            let kind = walk.kind_ahead().unwrap_or(Kind::Null);
            match (kind, node.array.as_deref(), node.object.as_deref()) {
                (Kind::Number, ..) => {
                    let number = walk.value();
                    return number.is_some_and(|raw| number_fits(node, raw.get())) && self.step();
                }
                (Kind::Array, Some(rules), _) if !rules.unique => {
                    walk.enter();
                    let fits = self.step() && self.elements(rules, walk);
                    walk.leave();
                    return fits;
                }
                (Kind::Object, _, Some(rules)) => {
                    walk.enter();
                    let fits = self.step() && self.members(rules, walk);
                    walk.leave();
                    return fits;
                }
                _ => {}
            }
        }
        walk.value().is_some_and(|value| self.accepts(id, value))
    }

    /// Whether the elements up to the end of an array fit.
    pub(super) fn elements(&mut self, rules: &ArrayRules, walk: &mut Walk<'_>) -> bool {
        let mut count = 0;
        while walk.first_ahead().is_some() {
            let fits = match rules.prefix.get(count).copied().or(rules.items) {
                Some(id) => self.accepts_ahead(id, walk),
                None => walk.value().is_some(),
            };
            if !fits {
                return false;
            }
            count += 1;
        }
        count >= rules.least && rules.most.is_none_or(|most| count <= most)
    }

    /// Whether the members up to the end of an object fit.
    pub(super) fn members(&mut self, rules: &ObjectRules, walk: &mut Walk<'_>) -> bool {
        let mut seen = Seen::new(rules.properties.len());
        let mut others = Others::default();
        let mut count = 0;
        while let Some((name, head)) = walk.name_with_head() {
            count += 1;
            let at = rules.position_of(name, head);
            let fresh = match at {
                Some(at) => seen.insert(at),
                None => others.insert(&name.decoded()),
            };
            if !(fresh || self.duplicates_allowed) || !self.member(rules, at, name, walk) {
                return false;
            }
        }
        seen.has_all_of(rules)
            && count >= rules.least
            && rules.most.is_none_or(|most| count <= most)
    }

    /// Whether a member fits, whose value is ahead.
    fn member(
        &mut self,
        rules: &ObjectRules,
        at: Option<usize>,
        name: Name<'_>,
        walk: &mut Walk<'_>,
    ) -> bool {
        let property = at.and_then(|at| rules.properties.get(at));
        if rules.names.is_some() || !rules.patterns.is_empty() {
            return self.patterned(rules, at, name, walk);
        }
        if rules.null_is_absent
            && property.is_some_and(|p| !p.required)
            && walk.kind_ahead() == Some(Kind::Null)
        {
            return walk.value().is_some();
        }
        match (property.and_then(|p| p.node), rules.additional) {
            (Some(id), _) | (None, Additional::Fits(id)) => self.accepts_ahead(id, walk),
            (None, Additional::Open) => walk.value().is_some(),
            (None, Additional::Closed) => false,
        }
    }

    /// The same where names have rules of their own.
    fn patterned(
        &mut self,
        rules: &ObjectRules,
        at: Option<usize>,
        name: Name<'_>,
        walk: &mut Walk<'_>,
    ) -> bool {
        let key = name.decoded();
        if rules.names.is_some_and(|id| !self.accepts_key(id, &key)) {
            return false;
        }
        let Some(value) = walk.value() else {
            return false;
        };
        let property = at.and_then(|at| rules.properties.get(at));
        if rules.null_is_absent && value.is_null() && property.is_some_and(|p| !p.required) {
            return true;
        }
        let matches = |(matcher, id): &(Matcher, Id)| matcher.pattern.is_match(&key).then_some(*id);
        let named = property.and_then(|p| p.node);
        let mut all = named
            .into_iter()
            .chain(rules.patterns.iter().filter_map(matches));
        let mut known = false;
        all.all(|id| {
            known = true;
            self.accepts(id, value)
        }) && (known
            || match rules.additional {
                Additional::Open => true,
                Additional::Closed => false,
                Additional::Fits(id) => self.accepts(id, value),
            })
    }
}
