//! Where a walk stands.
//!
//! In: the way that led there. Out: a path that people can read, `result.tools[3].inputSchema`, made
//! only when something is told about it.

use std::fmt;

use crate::json::shown_name;

/// A place in a message, as a chain that lives on the stack of the walk.
#[derive(Clone, Copy, Debug)]
pub(in crate::explain) enum Place<'p> {
    /// Where the walk began: `result`.
    Root(&'p str),
    /// A member.
    Member(&'p Place<'p>, &'p str),
    /// An element of an array.
    Element(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    pub(in crate::explain) const fn member(&'p self, name: &'p str) -> Place<'p> {
        Place::Member(self, name)
    }

    pub(in crate::explain) const fn element(&'p self, index: usize) -> Place<'p> {
        Place::Element(self, index)
    }

    /// The name of the member, as people call what stands there: `tools`, `tools[3]`.
    pub(super) fn name(&self) -> String {
        match self {
            Place::Root(name) => (*name).to_owned(),
            Place::Member(_, name) => shown_name(name).into_owned(),
            Place::Element(parent, index) => format!("{}[{index}]", parent.name()),
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Root(name) => f.write_str(name),
            Place::Member(parent, name) if is_plain(name) => write!(f, "{parent}.{name}"),
            Place::Member(parent, name) => write!(f, "{parent}[\"{}\"]", shown_name(name)),
            Place::Element(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// Whether a name may stand in a path as it is. NB. the reasons of refusals write the others in
/// brackets too: `params._meta["io.modelcontextprotocol/protocolVersion"]`.
fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'))
}
