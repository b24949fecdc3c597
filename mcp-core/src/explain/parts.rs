//! The members of a result, found once.
//!
//! In: a result. Out: its members, and those that several checks look at. A result may be long, and
//! each walk through it passes all of it. It judges nothing.

use crate::json::{Kind, Member, Raw, Walk};

/// How many members are kept; a result of the protocol has fewer.
const KEPT: usize = 10;

/// The members of a result; none of a value that is no object.
#[derive(Clone, Default, Debug)]
pub(super) struct ResultParts<'a> {
    members: [Option<Member<'a>>; KEPT],
    /// There are more than are kept.
    more: bool,
    pub(super) content: Option<Raw<'a>>,
    /// The first block of the content, and how many come after it.
    pub(super) first: Option<(Raw<'a>, usize)>,
    pub(super) structured: Option<Raw<'a>>,
    pub(super) is_error: Option<Raw<'a>>,
    pub(super) result_type: Option<Raw<'a>>,
    pub(super) task: Option<Raw<'a>>,
    pub(super) meta: Option<Raw<'a>>,
}

impl<'a> ResultParts<'a> {
    pub(super) fn of(result: Raw<'a>) -> Self {
        let mut parts = ResultParts::default();
        if result.kind() != Kind::Object {
            return parts;
        }
        let mut walk = result.walk();
        for place in 0.. {
            let Some(name) = walk.name() else { break };
            let key = name.decoded();
            let value = match &*key {
                "content" if parts.content.is_none() => parts.content_ahead(&mut walk),
                _ => walk.value(),
            };
            let Some(value) = value else { break };
            let member = Member { key, value };
            let slot = match &*member.key {
                "content" => Some(&mut parts.content),
                "structuredContent" => Some(&mut parts.structured),
                "isError" => Some(&mut parts.is_error),
                "resultType" => Some(&mut parts.result_type),
                "task" => Some(&mut parts.task),
                "_meta" => Some(&mut parts.meta),
                _ => None,
            };
            if let Some(slot) = slot {
                slot.get_or_insert(member.value);
            }
            match parts.members.get_mut(place) {
                Some(slot) => *slot = Some(member),
                None => parts.more = true,
            }
        }
        parts
    }

    /// The content, passed once for its blocks and its end.
    fn content_ahead(&mut self, walk: &mut Walk<'a>) -> Option<Raw<'a>> {
        if walk.kind_ahead() != Some(Kind::Array) {
            return walk.value();
        }
        let start = walk.clone();
        walk.enter();
        self.first = walk.value().map(|first| {
            let after = std::iter::from_fn(|| walk.value()).count();
            (first, after)
        });
        walk.leave();
        Some(walk.passed_since(&start))
    }

    /// All members, in their order; none when there are more than are kept.
    pub(super) fn members(&self) -> Option<impl Iterator<Item = &Member<'a>> + Clone> {
        (!self.more).then(|| self.members.iter().flatten())
    }

    /// Whether a tool says that it failed.
    pub(super) fn failed(&self) -> bool {
        self.is_error.and_then(Raw::as_bool) == Some(true)
    }
}
