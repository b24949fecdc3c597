//! What the server said it has: its tools, with their schemas.
//!
//! In: the results of `tools/list`, page by page. Out: what calls and results are checked by.
//! Bounded by the limits. Schemas are kept as text and compiled when first asked for; it never
//! judges whether a list is well formed.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::explain::limits::Limits;
use crate::explain::schema::Checked;
use crate::json::{Kind, Raw};
use crate::schema::Patterns;

/// All schemas together may have as many bytes as this many of the longest.
const LONGEST_SCHEMAS: usize = 64;

/// What the server said it has.
#[derive(Debug, Default)]
pub(in crate::explain) struct Catalog {
    tools: BTreeMap<Box<str>, ToolSeen>,
    /// The names in the order of the list.
    names: Vec<Box<str>>,
    listed: Listed,
    /// How many bytes of schemas are kept.
    bytes: usize,
    /// A list was asked for, or it was said that none was.
    pub(in crate::explain) asked: bool,
}

/// How much of the list of tools was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::explain) enum Listed {
    /// Nothing.
    #[default]
    Never,
    /// Some pages, or a list that has changed since.
    Part,
    /// All of it.
    Whole,
}

/// A tool of the list.
#[derive(Debug, Default)]
pub(in crate::explain) struct ToolSeen {
    input: Option<Kept>,
    output: Option<Kept>,
}

/// A schema that was seen.
#[derive(Debug)]
struct Kept {
    text: Box<str>,
    checked: OnceCell<Option<Checked>>,
}

impl Catalog {
    /// Learns a page of tools. `first` says that it is the first page: what was known before is
    /// replaced.
    pub(in crate::explain) fn learn_tools(&mut self, page: Raw<'_>, first: bool, limits: &Limits) {
        let Some(tools) = page.member("tools").filter(|t| t.kind() == Kind::Array) else {
            return;
        };
        let mut before = BTreeMap::new();
        if first {
            before = std::mem::take(&mut self.tools);
            self.names.clear();
            self.bytes = 0;
        }
        let more = page
            .member("nextCursor")
            .is_some_and(|next| !next.is_null());
        // A page that goes on from one that was never seen does not make the list whole.
        let whole = !more && (first || self.listed == Listed::Part && !self.names.is_empty());
        self.listed = if whole { Listed::Whole } else { Listed::Part };
        for tool in tools.elements() {
            if self.names.len() >= limits.tools {
                self.listed = Listed::Part;
                return;
            }
            self.learn_tool(tool, &mut before, limits);
        }
    }

    fn learn_tool(
        &mut self,
        tool: Raw<'_>,
        before: &mut BTreeMap<Box<str>, ToolSeen>,
        limits: &Limits,
    ) {
        let Some(Ok(name)) = tool.member("name").map(Raw::string) else {
            return;
        };
        let mut known = before.remove(&*name).unwrap_or_default();
        let input = self.keep(tool.member("inputSchema"), known.input.take(), limits);
        let output = self.keep(tool.member("outputSchema"), known.output.take(), limits);
        let name: Box<str> = name.into();
        if self
            .tools
            .insert(name.clone(), ToolSeen { input, output })
            .is_none()
        {
            self.names.push(name);
        }
    }

    /// Keeps a schema, compiled if it is the one that was known before.
    fn keep(
        &mut self,
        schema: Option<Raw<'_>>,
        known: Option<Kept>,
        limits: &Limits,
    ) -> Option<Kept> {
        let text = schema?.get();
        let most = limits.schema_bytes.saturating_mul(LONGEST_SCHEMAS);
        if text.len() > limits.schema_bytes || self.bytes + text.len() > most {
            return None;
        }
        self.bytes += text.len();
        let fresh = || Kept {
            text: text.into(),
            checked: OnceCell::new(),
        };
        Some(known.filter(|k| &*k.text == text).unwrap_or_else(fresh))
    }

    /// The server said that its list has changed: what is known may be out of date.
    pub(in crate::explain) fn tools_changed(&mut self) {
        if self.listed == Listed::Whole {
            self.listed = Listed::Part;
        }
    }

    /// The tool of this name.
    pub(in crate::explain) fn tool(&self, name: &str) -> Option<&ToolSeen> {
        self.tools.get(name)
    }

    /// The names of the tools, in the order of the list.
    pub(in crate::explain) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// How much of the list was seen.
    pub(in crate::explain) fn listed(&self) -> Listed {
        self.listed
    }
}

impl ToolSeen {
    /// What its arguments are checked by; none when there is nothing that could be.
    pub(in crate::explain) fn input(&self, patterns: &dyn Patterns) -> Option<&Checked> {
        checked(self.input.as_ref(), patterns)
    }

    /// What its structured content is checked by; none when there is nothing that could be.
    pub(in crate::explain) fn output(&self, patterns: &dyn Patterns) -> Option<&Checked> {
        checked(self.output.as_ref(), patterns)
    }

    /// The schema of its arguments, as it was written.
    pub(in crate::explain) fn input_text(&self) -> Option<&str> {
        self.input.as_ref().map(|kept| &*kept.text)
    }

    /// Whether it has a schema of its output, of whatever kind.
    pub(in crate::explain) fn has_output(&self) -> bool {
        self.output.is_some()
    }
}

fn checked<'k>(kept: Option<&'k Kept>, patterns: &dyn Patterns) -> Option<&'k Checked> {
    let Kept { text, checked } = kept?;
    checked
        .get_or_init(|| Checked::compile(text, patterns))
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::NoPatterns;

    fn learn(catalog: &mut Catalog, first: bool, page: &str) {
        let page = Raw::parse(page).expect("JSON");
        catalog.learn_tools(page, first, &Limits::default());
    }

    #[test]
    fn pages_are_joined_and_a_first_page_starts_anew() {
        let mut catalog = Catalog::default();
        assert_eq!(catalog.listed(), Listed::Never);
        learn(
            &mut catalog,
            true,
            r#"{"tools":[{"name":"b"}],"nextCursor":"2"}"#,
        );
        assert_eq!(catalog.listed(), Listed::Part);
        learn(&mut catalog, false, r#"{"tools":[{"name":"a"}]}"#);
        assert_eq!(catalog.listed(), Listed::Whole);
        assert_eq!(catalog.names().collect::<Vec<_>>(), ["b", "a"]);
        learn(&mut catalog, true, r#"{"tools":[{"name":"c"}]}"#);
        assert_eq!(catalog.names().collect::<Vec<_>>(), ["c"]);
        catalog.tools_changed();
        assert_eq!(catalog.listed(), Listed::Part);
    }

    #[test]
    fn a_schema_is_compiled_when_asked_for_and_kept_while_its_text_stays() {
        let mut catalog = Catalog::default();
        let page = r#"{"tools":[{"name":"a","inputSchema":{"type":"object","required":["q"]}}]}"#;
        learn(&mut catalog, true, page);
        let input = |catalog: &Catalog| -> usize {
            let tool = catalog.tool("a").expect("listed");
            let faults = tool
                .input(&NoPatterns)
                .expect("compiles")
                .check(Raw::EMPTY_OBJECT);
            faults.len()
        };
        assert_eq!(input(&catalog), 1);
        learn(&mut catalog, true, page);
        let kept = catalog.tool("a").and_then(|tool| tool.input.as_ref());
        assert!(kept.is_some_and(|kept| kept.checked.get().is_some()));
    }

    #[test]
    fn what_is_beyond_the_limits_is_not_kept() {
        let mut catalog = Catalog::default();
        let limits = Limits {
            tools: 1,
            schema_bytes: 8,
            ..Limits::default()
        };
        let page = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"}]}"#;
        catalog.learn_tools(Raw::parse(page).expect("JSON"), true, &limits);
        assert_eq!(catalog.names().collect::<Vec<_>>(), ["a"]);
        assert_eq!(catalog.listed(), Listed::Part);
        assert!(
            catalog
                .tool("a")
                .is_some_and(|a| a.input(&NoPatterns).is_none())
        );
    }
}
