//! Every kind of content, empty content, and odd characters.

use mcp_core::content::{
    BlobResourceContents, EmbeddedResource, ResourceLink, TextResourceContents,
};
use mcp_runtime::prelude::*;
use serde_json::{Map, Value};

pub(super) fn server() -> Server {
    Server::new("contents", "1.0.0").tools(tools![
        all,
        marked,
        empty_text,
        no_blocks,
        unit,
        empty_inside,
        odd_characters,
        odd_failure
    ])
}

const ODD: &str = "a\u{2028}b\u{2029}c\u{85}d";

/// One block of each kind.
#[tool]
async fn all() -> Vec<Content> {
    let link = ResourceLink::new("file:///a.txt", "a.txt").with_mime_type("text/plain");
    let text = TextResourceContents::new("file:///b.txt", "inside").with_mime_type("text/plain");
    let blob = BlobResourceContents::from_bytes("file:///c.bin", [0, 1, 2])
        .with_mime_type("application/octet-stream");
    vec![
        Content::text("words"),
        Content::image([0, 1, 2], "image/png"),
        Content::audio([0, 1, 2], "audio/wav"),
        Content::from(link),
        Content::resource(text),
        Content::resource(blob),
    ]
}

/// Resources with `_meta`, outside and inside.
#[tool]
async fn marked() -> Vec<Content> {
    let meta = || Map::from_iter([("example.org/mark".to_owned(), Value::from(1))]);
    let text = TextResourceContents::new("file:///b.txt", "inside").with_meta(meta());
    let blob = BlobResourceContents::new("file:///c.bin", "AAEC").with_meta(meta());
    vec![
        Content::from(EmbeddedResource::new(text).with_meta(meta())),
        Content::from(EmbeddedResource::new(blob)),
    ]
}

/// A text that is empty.
#[tool]
async fn empty_text() -> String {
    String::new()
}

/// No block at all.
#[tool]
async fn no_blocks() -> Vec<Content> {
    Vec::new()
}

/// Nothing.
#[tool]
async fn unit() {}

/// Blocks whose insides are empty.
#[tool]
async fn empty_inside() -> Vec<Content> {
    vec![
        Content::image([], "image/png"),
        Content::resource(TextResourceContents::new("x:1", "")),
        Content::resource(BlobResourceContents::new("x:2", "")),
    ]
}

/// Characters that some readers take for the end of a line.
#[tool]
async fn odd_characters() -> String {
    format!("{ODD}\re\nf\0g\u{7f}\u{feff}😀")
}

/// The same in a failure.
#[tool]
async fn odd_failure() -> Result<String, String> {
    Err(ODD.to_owned())
}
