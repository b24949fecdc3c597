//! The members of a result, found once.
//!
//! In: a result. Out: its members, and those that several checks look at. A result may be long, and
//! each walk through it passes all of it. It judges nothing.

use crate::json::{Kind, Member, Raw};

/// How many members are kept; a result of the protocol has fewer.
const KEPT: usize = 10;

/// The members of a result; none of a value that is no object.
#[derive(Clone, Default, Debug)]
pub(super) struct ResultParts<'a> {
    members: [Option<Member<'a>>; KEPT],
    /// There are more than are kept.
    more: bool,
    pub(super) content: Option<Raw<'a>>,
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
        for (place, member) in result.members().enumerate() {
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

    /// All members, in their order; none when there are more than are kept.
    pub(super) fn members(&self) -> Option<impl Iterator<Item = &Member<'a>> + Clone> {
        (!self.more).then(|| self.members.iter().flatten())
    }

    /// Whether a tool says that it failed.
    pub(super) fn failed(&self) -> bool {
        self.is_error.and_then(Raw::as_bool) == Some(true)
    }
}
