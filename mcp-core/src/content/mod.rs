//! What tools and prompts say: text, pictures, sound, resources.
//!
//! In: the values. Out: content blocks as each revision writes them, each with its `type`. An
//! unknown `type` is an error that lists the known ones. Nothing here turns one kind into
//! another; [`ContentBlock::is_known_in`] says whether a revision has the kind.

mod annotations;
mod base64;
mod resource;

use serde::{Deserialize, Serialize};

pub use annotations::{Annotations, Role};
pub use resource::{
    BlobResourceContents, EmbeddedResource, ResourceContents, ResourceLink, TextResourceContents,
};

use crate::meta::MetaObject;
use crate::version::ProtocolVersion;
use crate::wire::with;

/// One piece of content (2025-06-18 and later, Server: Tools; earlier without the name).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Words.
    Text(TextContent),
    /// A picture.
    Image(ImageContent),
    /// Sound; since 2025-03-26.
    Audio(AudioContent),
    /// Where a resource is; since 2025-06-18.
    ResourceLink(ResourceLink),
    /// A resource itself.
    #[serde(rename = "resource")]
    EmbeddedResource(EmbeddedResource),
}

impl ContentBlock {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        TextContent::new(text).into()
    }

    /// A picture from its bytes.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        ImageContent::from_bytes(bytes, mime_type).into()
    }

    /// Sound from its bytes.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        AudioContent::from_bytes(bytes, mime_type).into()
    }

    /// Where a resource is.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        ResourceLink::new(uri, name).into()
    }

    /// A resource itself.
    pub fn resource(resource: impl Into<ResourceContents>) -> Self {
        EmbeddedResource::new(resource).into()
    }

    /// The words, if it is words.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(content) => Some(&content.text),
            _ => None,
        }
    }

    /// Whether peers of this revision know the kind.
    pub fn is_known_in(&self, version: ProtocolVersion) -> bool {
        match self {
            Self::Text(_) | Self::Image(_) | Self::EmbeddedResource(_) => true,
            Self::Audio(_) => version.has_audio(),
            Self::ResourceLink(_) => version.has_resource_links(),
        }
    }
}

impl From<String> for ContentBlock {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ContentBlock {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

macro_rules! kinds {
    ($($kind:ident($content:ty)),+) => {$(
        impl From<$content> for ContentBlock {
            fn from(content: $content) -> Self {
                Self::$kind(content)
            }
        }
    )+};
}
kinds!(
    Text(TextContent),
    Image(ImageContent),
    Audio(AudioContent),
    ResourceLink(ResourceLink),
    EmbeddedResource(EmbeddedResource)
);

/// Words (every revision).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextContent {
    /// The words; may be empty.
    pub text: String,
    /// Whom it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// What travels along; since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl TextContent {
    /// These words.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            annotations: None,
            meta: None,
        }
    }

    with! {
        /// Says whom it is for.
        with_annotations(annotations: Annotations);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

/// Declares a kind of content that is bytes of some media type.
macro_rules! media {
    ($($(#[$doc:meta])* $name:ident, $example:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name {
            /// The bytes in base64.
            pub data: String,
            #[doc = concat!("What the bytes are, as `", $example, "`.")]
            pub mime_type: String,
            /// Whom it is for.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub annotations: Option<Annotations>,
            /// What travels along; since 2025-06-18.
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            pub meta: Option<MetaObject>,
        }

        impl $name {
            /// From bytes that are in base64 already.
            pub fn new(base64: impl Into<String>, mime_type: impl Into<String>) -> Self {
                Self {
                    data: base64.into(),
                    mime_type: mime_type.into(),
                    annotations: None,
                    meta: None,
                }
            }

            /// From the bytes.
            pub fn from_bytes(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
                Self::new(base64::encode(bytes.as_ref()), mime_type)
            }

            with! {
                /// Says whom it is for.
                with_annotations(annotations: Annotations);
                /// Adds what travels along.
                with_meta(meta: MetaObject);
            }
        }
    )+};
}

media! {
    /// A picture (every revision).
    ImageContent, "image/png";
    /// Sound (since 2025-03-26).
    AudioContent, "audio/wav";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ContentBlock, String> {
        serde_json::from_str(text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn the_type_comes_first_and_empty_text_is_written() {
        let written = serde_json::to_string(&ContentBlock::text("")).unwrap();
        assert_eq!(written, r#"{"type":"text","text":""}"#);
    }

    #[test]
    fn each_kind_reads_what_it_writes() {
        let blocks = [
            (ContentBlock::text("a"), "text"),
            (ContentBlock::image(b"a", "image/png"), "image"),
            (ContentBlock::audio(b"a", "audio/wav"), "audio"),
            (ContentBlock::resource_link("a:b", "b"), "resource_link"),
            (
                ContentBlock::resource(TextResourceContents::new("a:b", "t")),
                "resource",
            ),
            (
                ContentBlock::resource(BlobResourceContents::new("a:b", "AA==")),
                "resource",
            ),
        ];
        for (block, kind) in blocks {
            let text = serde_json::to_string(&block).unwrap();
            let start = format!(r#"{{"type":"{kind}","#);
            assert!(text.starts_with(&start), "{text}");
            assert_eq!(read(&text).unwrap(), block);
        }
    }

    #[test]
    fn an_unknown_type_is_refused_with_the_known_ones() {
        let fault = read(r#"{"type":"video","data":""}"#).unwrap_err();
        assert!(fault.contains("`video`"), "{fault}");
        for kind in ["text", "image", "audio", "resource_link", "resource"] {
            assert!(fault.contains(&format!("`{kind}`")), "{fault}");
        }
    }

    #[test]
    fn a_missing_member_is_named() {
        for (text, member) in [
            (r#"{"text":"a"}"#, "`type`"),
            (r#"{"type":"text"}"#, "`text`"),
            (r#"{"type":"image","data":""}"#, "`mimeType`"),
            (r#"{"type":"resource_link","uri":"a:b"}"#, "`name`"),
            (r#"{"type":"resource"}"#, "`resource`"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(member), "{text}: {fault}");
        }
    }

    #[test]
    fn the_type_may_stand_anywhere_and_unknown_members_are_ignored() {
        let block = read(r#"{"text":"a","data":7,"future":null,"type":"text"}"#).unwrap();
        assert_eq!(block, ContentBlock::text("a"));
    }

    #[test]
    fn each_revision_knows_its_kinds() {
        let audio = ContentBlock::audio(b"", "audio/wav");
        let link = ContentBlock::resource_link("a:b", "b");
        let known = |block: &ContentBlock| ProtocolVersion::ALL.map(|v| block.is_known_in(v));
        assert_eq!(known(&"a".into()), [true; 5]);
        assert_eq!(known(&audio), [false, true, true, true, true]);
        assert_eq!(known(&link), [false, false, true, true, true]);
    }
}
