//! What a call has to know about its parameters, worked out once when the server is built.
//!
//! In: a description. Out: names in order, compiled checks, defaults. A call only reads it.

use super::argument::Argument;
use super::check::Check;
use super::describe::Make;
use mcp_core::json::Raw;
use serde_json::Value;
use std::any::Any;

/// The parameters of a tool, ready to be taken.
pub(crate) struct Plan {
    /// In the order in which the function takes them.
    pub(super) params: Vec<Planned>,
    /// The check of all arguments together, which has words for what is wrong.
    pub(super) whole: Check,
    /// Only the schema of all arguments says what fits, beside the types: it was written by hand,
    /// or the fields of a parameter are arguments.
    pub(super) by_the_whole: bool,
    /// No other names than these are listed.
    pub(super) closed: bool,
    /// The names of all arguments, in order.
    pub(super) names: Vec<String>,
    /// The schema that `whole` was made from, for examples of right calls.
    pub(super) schema: Value,
    /// A key may stand twice.
    pub(super) duplicate_keys: bool,
    /// A text is taken for the value that it spells.
    pub(super) lenient: bool,
}

/// One parameter, ready to be taken.
pub(super) struct Planned {
    pub(super) name: String,
    pub(super) flat: bool,
    pub(super) required: bool,
    /// What the schema says of it.
    pub(super) check: Option<Check>,
    /// The schema says no more than the type, which checks itself.
    pub(super) plain: bool,
    /// The fields of a flat parameter, when they are all known.
    pub(super) fields: Option<Vec<String>>,
    pub(super) default: Option<Box<dyn Any + Send + Sync>>,
}

impl Plan {
    /// The place of a parameter; `hint` is where most callers put it.
    #[inline]
    pub(super) fn find(&self, name: &str, hint: usize) -> Option<usize> {
        let is = |planned: &Planned| !planned.flat && planned.name == name;
        if self.params.get(hint).is_some_and(is) {
            return Some(hint);
        }
        self.params.iter().position(is)
    }

    /// Do the arguments fit the schema of them all, where it alone says so?
    pub(super) fn fits(&self, arguments: Option<Raw<'_>>) -> bool {
        if !self.by_the_whole {
            return true;
        }
        let fits = |text: &str| Raw::parse(text).is_ok_and(|all| self.whole.accepts(all));
        match arguments {
            Some(arguments) if self.lenient => {
                let spelled = self.spelled(arguments);
                let given = |all| fits(&self.without_nulls(all));
                fits(&spelled) || Raw::parse(&spelled).is_ok_and(given)
            }
            Some(arguments) => {
                self.whole.accepts(arguments) || fits(&self.without_nulls(arguments))
            }
            None => fits("{}"),
        }
    }

    /// The arguments without those that are null, which counts as their absence.
    ///
    /// NB. the schema sees to most of it; but where the fields of a parameter are all there or none
    /// of them is, only arguments without nulls show which it is.
    fn without_nulls(&self, arguments: Raw<'_>) -> String {
        let members: Vec<_> = arguments
            .members()
            .filter(|member| !member.value.is_null() || !self.knows(&member.key))
            .collect();
        object(members.iter().map(|member| (&*member.key, member.value)))
    }

    /// The arguments with each text that was taken for the value it spells replaced by that value.
    pub(super) fn spelled(&self, arguments: Raw<'_>) -> String {
        let members: Vec<_> = arguments
            .members()
            .map(|member| (member.value.string().ok(), member))
            .collect();
        // Where no check of its own says whether a text is what is wanted, the whole does.
        let wrong = match self.by_the_whole {
            true => self.whole.faults(arguments),
            false => Vec::new(),
        };
        let is_wrong = |name: &str| wrong.iter().any(|fault| fault.field == name);
        object(members.iter().map(|(text, member)| {
            let planned = self
                .find(&member.key, usize::MAX)
                .and_then(|place| self.params.get(place))
                .filter(|planned| planned.check.is_some());
            let value = match (text, planned) {
                (Some(text), Some(planned)) if !planned.takes(member.value) => {
                    planned.spelled(text)
                }
                (Some(text), None) if is_wrong(&member.key) => Raw::parse(text).ok(),
                _ => None,
            };
            (&*member.key, value.unwrap_or(member.value))
        }))
    }

    /// May there be an argument of this name?
    pub(super) fn takes(&self, name: &str) -> bool {
        self.by_the_whole || self.knows(name)
    }

    /// Is there an argument of this name?
    pub(super) fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }
}

impl Planned {
    /// Does the value fit the schema?
    #[inline]
    pub(super) fn accepts(&self, value: Raw<'_>) -> bool {
        match &self.check {
            Some(check) if !self.plain => check.accepts(value),
            _ => true,
        }
    }

    /// Does the value fit the schema, asked even where the type checks itself?
    pub(super) fn takes(&self, value: Raw<'_>) -> bool {
        self.check.as_ref().is_none_or(|check| check.accepts(value))
    }

    /// The value that a text spells, where the text itself is not what is wanted.
    pub(super) fn spelled<'t>(&self, text: &'t str) -> Option<Raw<'t>> {
        let inner = Raw::parse(text).ok()?;
        self.takes(inner).then_some(inner)
    }

    /// Is this argument a field of this flat parameter?
    pub(super) fn has_field(&self, plan: &Plan, name: &str) -> bool {
        match &self.fields {
            Some(fields) => fields.iter().any(|field| field == name),
            None => plan.find(name, usize::MAX).is_none(),
        }
    }

    /// The value when nothing was sent, if there is one.
    pub(super) fn absent<T: Argument>(&self) -> Option<T> {
        let default = self.default.as_ref();
        match default.and_then(|make| make.downcast_ref::<Make<T>>()) {
            Some(make) => Some(make()),
            None => T::absent(),
        }
    }
}

/// The text of an object of these members.
fn object<'a>(members: impl Iterator<Item = (&'a str, Raw<'a>)>) -> String {
    let mut text = Vec::from(*b"{");
    for (at, (key, value)) in members.enumerate() {
        if at > 0 {
            text.push(b',');
        }
        mcp_core::json::write_str(&mut text, key);
        text.push(b':');
        text.extend_from_slice(value.get().as_bytes());
    }
    text.push(b'}');
    String::from_utf8(text).unwrap_or_default()
}
