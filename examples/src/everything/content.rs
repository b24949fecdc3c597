//! Each kind of content that a tool can return, and a failure.

use super::samples::{PNG, WAV};
use mcp_runtime::content::TextResourceContents;
use mcp_runtime::prelude::*;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        test_simple_text,
        test_image_content,
        test_audio_content,
        test_embedded_resource,
        test_multiple_content_types,
        test_error_handling
    ]
}

/// Returns a text.
#[tool(read_only)]
async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Returns a picture.
#[tool(read_only)]
async fn test_image_content() -> Content {
    Content::image(PNG, "image/png")
}

/// Returns a sound.
#[tool(read_only)]
async fn test_audio_content() -> Content {
    Content::audio(WAV, "audio/wav")
}

/// Returns a resource with its content.
#[tool(read_only)]
async fn test_embedded_resource() -> Content {
    let text = "This is an embedded resource content.";
    Content::resource(
        TextResourceContents::new("test://embedded-resource", text).with_mime_type("text/plain"),
    )
}

/// Returns a text, a picture and a resource.
#[tool(read_only)]
async fn test_multiple_content_types() -> [Content; 3] {
    let json = r#"{"test":"data","value":123}"#;
    let resource = TextResourceContents::new("test://mixed-content-resource", json);
    [
        "Multiple content types test:".into(),
        Content::image(PNG, "image/png"),
        Content::resource(resource.with_mime_type("application/json")),
    ]
}

/// Fails, so that a model reads why.
#[tool(read_only)]
async fn test_error_handling() -> Result<String, &'static str> {
    Err("This tool intentionally returns an error for testing")
}
