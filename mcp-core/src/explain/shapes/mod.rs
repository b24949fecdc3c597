//! The shapes of the protocol: what stands under `params` and in `result`, in each revision.
//!
//! In: the name of a method and a revision. Out: the members, with their types and whether they are
//! required ([`members`]); or, for a value, what does not fit the shape (`walk`). The tables are
//! constants; an ignored test holds them to the official schemas. They know nothing that is not a
//! matter of shape: order, ids, capabilities are judged elsewhere.
//!
//! ```text
//! for line in shapes::members("tools/call", Part::Result, version).unwrap_or_default() {
//!     // `content`, `ContentBlock[]`, required
//!     println!("{} {} {}", line.name, line.kind, line.required);
//! }
//! ```

mod asks;
mod common;
mod content;
mod methods;
mod near;
mod notices;
mod offers;
mod params;
mod place;
mod results;
mod say;
mod tasks;
mod tell;
mod types;
mod walk;

#[cfg(test)]
#[path = "tests/rules/mod.rs"]
mod rules;

pub(super) use asks::INPUT_REQUIRED;
pub(super) use methods::{Entry, entry};
pub(super) use place::Place;
pub(super) use say::{revisions, sample_of};
pub(super) use types::Type;
pub(super) use walk::Walk;

use crate::version::ProtocolVersion;

/// The first answer to a request that runs as a task of the core protocol.
pub(super) const CREATED_TASK: Type = Type::One(&tasks::CREATED_TASK);
/// A task of the extension, which is an answer itself.
pub(super) const TASK: Type = Type::One(&tasks::TASK_ITSELF);

/// A part of the messages of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// What the request or notification carries.
    Params,
    /// What its result holds.
    Result,
}

/// One member, as a glossary shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) name: &'static str,
    /// The type as people write it, the same in every language: `string`, `Tool[]`.
    pub(super) kind: String,
    pub(super) required: bool,
    /// Whether other revisions lack it.
    pub(super) not_everywhere: bool,
}

/// The members of a part of a method's messages in one revision, in the order of the
/// specification. None when the method is not known, or has no such part: a notification has no
/// result. It does not say whether the revision has the method: [`Method`](crate::method::Method)
/// does.
pub(super) fn members(method: &str, part: Part, version: ProtocolVersion) -> Option<Vec<Line>> {
    let entry = entry(method)?;
    let kind = match part {
        Part::Params => entry.params,
        Part::Result => entry.result?,
    };
    let shape = kind.shape()?;
    let line = |member: &'static types::Member| Line {
        name: member.name,
        kind: member.kind.to_string(),
        required: member.is_required(Some(version)),
        not_everywhere: !ProtocolVersion::ALL.into_iter().all(member.has),
    };
    Some(shape.members_in(Some(version)).map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::{Kind, Method};

    #[test]
    fn every_method_of_the_specification_has_its_shapes() {
        for method in Method::ALL {
            let entry = entry(method.name());
            let entry = entry.unwrap_or_else(|| panic!("no shape of {}", method.name()));
            assert_eq!(entry.result.is_some(), method.kind() == Kind::Request);
        }
    }

    #[test]
    fn the_members_of_a_method_are_those_of_the_revision() {
        let names = |version| -> Vec<String> {
            let lines = members("tools/call", Part::Result, version).unwrap();
            let shown = |line: &Line| {
                let mark = if line.required { "" } else { "?" };
                format!("{}{mark}: {}", line.name, line.kind)
            };
            lines.iter().map(shown).collect()
        };
        assert_eq!(
            names(ProtocolVersion::V2024_11_05),
            [
                "content: ContentBlock[]",
                "isError?: boolean",
                "_meta?: ResultMetaObject"
            ]
        );
        let latest = names(ProtocolVersion::LATEST);
        assert!(latest.contains(&"resultType: string".to_owned()));
        assert!(latest.contains(&"structuredContent?: any".to_owned()));
    }

    #[test]
    fn a_notification_has_no_result_and_an_unknown_method_no_shape() {
        let latest = ProtocolVersion::LATEST;
        assert_eq!(
            members("notifications/progress", Part::Result, latest),
            None
        );
        assert_eq!(members("tools/frobnicate", Part::Params, latest), None);
    }
}
