//! What a model can be shown: each kind of content. A revision that doesn't know a kind is sent
//! words in its place.

use mcp_runtime::content::{
    Annotations, AudioContent, BlobResourceContents, EmbeddedResource, ImageContent, ResourceLink,
    Role, TextContent, TextResourceContents,
};
use mcp_runtime::prelude::*;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        one, several, pair, picture, sound, link, document, bytes, for_people
    ]
}

/// The smallest picture there is.
const PIXEL: &[u8] = b"GIF89a\x01\0\x01\0\0\0\0;";

/// Returns one block.
#[tool]
async fn one() -> Content {
    Content::text("a block")
}

/// Returns blocks in their order.
#[tool]
async fn several() -> Vec<Content> {
    vec![
        "Before and after:".into(),
        Content::image(PIXEL, "image/gif"),
        Content::image(PIXEL, "image/gif"),
    ]
}

/// Returns as many blocks as the type says.
#[tool]
async fn pair() -> [Content; 2] {
    ["one".into(), "two".into()]
}

/// Returns a picture from its bytes.
#[tool]
async fn picture() -> Content {
    Content::image(PIXEL, "image/gif")
}

/// Returns sound from its bytes.
#[tool]
async fn sound() -> Content {
    Content::audio(b"RIFF", "audio/wav")
}

/// Returns where a resource is.
#[tool]
async fn link() -> Content {
    ResourceLink::new("file:///notes/today.md", "today.md")
        .with_title("Today")
        .with_description("What is on today")
        .with_mime_type("text/markdown")
        .with_size(42)
        .into()
}

/// Returns a resource that is text.
#[tool]
async fn document() -> Content {
    Content::resource(
        TextResourceContents::new("file:///notes/today.md", "# Today\n")
            .with_mime_type("text/markdown"),
    )
}

/// Returns a resource that is bytes.
#[tool]
async fn bytes() -> Content {
    Content::resource(
        BlobResourceContents::from_bytes("file:///pixel.gif", PIXEL).with_mime_type("image/gif"),
    )
}

/// Says of each block whom it is for and how much it matters.
#[tool]
async fn for_people() -> Vec<Content> {
    let people = Annotations::new()
        .with_audience([Role::User])
        .with_priority(0.9)
        .with_last_modified("2026-07-28T12:00:00Z");
    let model = Annotations::new().with_audience([Role::Assistant]);
    vec![
        TextContent::new("Look at this:")
            .with_annotations(people.clone())
            .into(),
        ImageContent::from_bytes(PIXEL, "image/gif")
            .with_annotations(people)
            .into(),
        AudioContent::from_bytes(b"RIFF", "audio/wav")
            .with_annotations(model.clone())
            .into(),
        EmbeddedResource::new(TextResourceContents::new("note:1", "a note"))
            .with_annotations(model)
            .into(),
    ]
}
