//! What the benchmark's servers on rmcp take and return, and the work of `search`.
//!
//! In: params as rmcp reads them. Out: what its tools return. How a server is set up, which is
//! where they differ, is not said here.

use rmcp::schemars;

/// The params of `add`.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct AddParams {
    /// Left operand.
    pub a: i64,
    /// Right operand.
    pub b: i64,
}

/// The params of `echo`.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct EchoParams {
    /// What to say again.
    pub text: String,
}

/// The params of `search`.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct SearchParams {
    /// Words to look for.
    pub query: String,
    /// How many at most.
    pub limit: u32,
    /// Tags to choose from.
    pub tags: Vec<String>,
}

/// The params of each of the many tools.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
pub struct ManyParams {
    /// A number.
    pub a: i64,
    /// A text.
    pub b: String,
    /// A number that may be left out.
    pub c: Option<f64>,
}

/// What `search` found.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Found {
    /// The documents.
    pub items: Vec<Item>,
    /// How many they are.
    pub total: usize,
}

/// One document.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Item {
    /// Which one.
    pub id: u64,
    /// What it is called.
    pub title: String,
    /// How well it fits.
    pub score: f64,
    /// Two of the tags.
    pub tags: Vec<String>,
}

/// Finds documents.
pub fn search(asked: SearchParams) -> Found {
    let SearchParams { query, limit, tags } = asked;
    let total = limit.min(100) as usize;
    let tag = |i: usize| tags[i % tags.len()].clone();
    let item = |i: usize| Item {
        id: i as u64,
        title: format!("{query} no. {i}"),
        score: 1.0 / (i + 1) as f64,
        tags: vec![tag(i), tag(i + 1)],
    };
    Found {
        items: (0..total).map(item).collect(),
        total,
    }
}
