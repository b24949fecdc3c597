//! `tools/list`, written once for each revision and kept.
//!
//! In: the table of tools. Out: the text of a page's result, ready to be copied into a reply.
//! Cursors are opaque to clients; here each names a page of exactly this list, and any other
//! text is no cursor of ours.

use super::registry::{Fnv, ToolTable};
use super::service::Inner;
use crate::revision;
use mcp_core::version::ProtocolVersion;
use std::hash::Hasher;
use std::sync::OnceLock;

#[derive(Default)]
pub(crate) struct Lists {
    tools: [OnceLock<Pages>; ProtocolVersion::ALL.len()],
    /// The answer to `server/discover`, for each revision too.
    discover: [OnceLock<String>; ProtocolVersion::ALL.len()],
}

pub(crate) struct Pages(Vec<Page>);

struct Page {
    /// The cursor that leads here; none leads to the first.
    cursor: Option<String>,
    result: Box<str>,
}

impl Pages {
    /// The result for a cursor, or nothing for a cursor that this list never returned.
    pub(crate) fn at(&self, cursor: Option<&str>) -> Option<&str> {
        self.0
            .iter()
            .find(|page| page.cursor.as_deref() == cursor)
            .map(|page| &*page.result)
    }
}

impl Inner {
    pub(crate) fn tool_pages(&self, version: ProtocolVersion) -> &Pages {
        self.lists.tools[place(version)].get_or_init(|| self.write_pages(version))
    }

    pub(crate) fn discovery(&self, version: ProtocolVersion) -> &str {
        self.lists.discover[place(version)].get_or_init(|| revision::discover(version, self))
    }

    fn write_pages(&self, version: ProtocolVersion) -> Pages {
        let tools = self.tools.all();
        let size = self.limits.page_size;
        let mut pages = Vec::new();
        let mut start = 0;
        loop {
            let end = tools.len().min(start + size);
            let page: Vec<_> = tools[start..end]
                .iter()
                .map(|tool| revision::tool(version, tool.listed()))
                .collect();
            let next = (end < tools.len()).then(|| cursor(&self.tools, end));
            pages.push(Page {
                cursor: (start > 0).then(|| cursor(&self.tools, start)),
                result: revision::tool_list(version, self, page, next).into(),
            });
            if end == tools.len() {
                return Pages(pages);
            }
            start = end;
        }
    }
}

fn place(version: ProtocolVersion) -> usize {
    let at = ProtocolVersion::ALL.iter().position(|v| *v == version);
    at.unwrap_or(0)
}

/// Names the place and the list, so that a cursor of another list is not taken for one of this.
fn cursor(tools: &ToolTable, start: usize) -> String {
    let mut hash = Fnv::default();
    for name in tools.names() {
        hash.write(name.as_bytes());
        hash.write_u8(0);
    }
    hash.write_usize(start);
    format!("{start}.{:016x}", hash.finish())
}
