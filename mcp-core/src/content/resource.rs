//! Resources inside content: what one holds, and where one is.
//!
//! In: the address of a resource, and what it holds or says of itself. Out: the same on the wire.
//! It never fetches anything, and never checks that an address leads somewhere.

use serde::{Deserialize, Serialize};

use super::{Annotations, base64};
use crate::identity::Icon;
use crate::meta::MetaObject;
use crate::wire::{self, with};

/// Where a resource is (since 2025-06-18). The client may read it from the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// Its address.
    pub uri: String,
    /// Its name, for programs.
    pub name: String,
    /// Its name, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What its bytes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// How many bytes it holds.
    #[serde(
        default,
        deserialize_with = "wire::count",
        skip_serializing_if = "Option::is_none"
    )]
    pub size: Option<u64>,
    /// Pictures of it; since 2025-11-25.
    #[serde(
        default,
        deserialize_with = "wire::null_as_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub icons: Vec<Icon>,
    /// Whom it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl ResourceLink {
    /// The resource of this name at this address.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }
    }

    with! {
        /// Sets the name shown to people.
        with_title(title: String);
        /// Says what it holds.
        with_description(description: String);
        /// Says what its bytes are.
        with_mime_type(mime_type: String);
        /// Says whom it is for.
        with_annotations(annotations: Annotations);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }

    /// Says how many bytes it holds.
    #[must_use]
    pub fn with_size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Sets the pictures.
    #[must_use]
    pub fn with_icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }
}

/// A resource itself, inside content (every revision).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// What it holds.
    pub resource: ResourceContents,
    /// Whom it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// What travels along; since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl EmbeddedResource {
    /// A resource that holds this.
    pub fn new(resource: impl Into<ResourceContents>) -> Self {
        Self {
            resource: resource.into(),
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

/// What a resource holds (every revision): it has `text` or `blob`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, try_from = "Either")]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes.
    Blob(BlobResourceContents),
}

impl From<TextResourceContents> for ResourceContents {
    fn from(text: TextResourceContents) -> Self {
        Self::Text(text)
    }
}

impl From<BlobResourceContents> for ResourceContents {
    fn from(blob: BlobResourceContents) -> Self {
        Self::Blob(blob)
    }
}

/// Both forms at once, so that a fault in a member is reported as that, and not as an object
/// that is neither form.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Either {
    uri: String,
    mime_type: Option<String>,
    text: Option<String>,
    blob: Option<String>,
    #[serde(rename = "_meta")]
    meta: Option<MetaObject>,
}

impl TryFrom<Either> for ResourceContents {
    type Error = &'static str;

    fn try_from(read: Either) -> Result<Self, Self::Error> {
        let Either {
            uri,
            mime_type,
            text,
            blob,
            meta,
        } = read;
        match (text, blob) {
            (Some(text), _) => Ok(Self::Text(TextResourceContents {
                uri,
                mime_type,
                text,
                meta,
            })),
            (None, Some(blob)) => Ok(Self::Blob(BlobResourceContents {
                uri,
                mime_type,
                blob,
                meta,
            })),
            (None, None) => Err("missing field `text` or `blob`"),
        }
    }
}

/// A resource that is text (every revision).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// Its address.
    pub uri: String,
    /// What kind of text it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text; may be empty.
    pub text: String,
    /// What travels along; since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl TextResourceContents {
    /// The text of the resource at this address.
    pub fn new(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
            meta: None,
        }
    }

    with! {
        /// Says what kind of text it is.
        with_mime_type(mime_type: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

/// A resource that is bytes (every revision).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// Its address.
    pub uri: String,
    /// What the bytes are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes in base64.
    pub blob: String,
    /// What travels along; since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl BlobResourceContents {
    /// The bytes, in base64 already, of the resource at this address.
    pub fn new(uri: impl Into<String>, base64: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            blob: base64.into(),
            meta: None,
        }
    }

    /// The bytes of the resource at this address.
    pub fn from_bytes(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(uri, base64::encode(bytes.as_ref()))
    }

    with! {
        /// Says what the bytes are.
        with_mime_type(mime_type: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ResourceContents, String> {
        serde_json::from_str(text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn contents_are_text_or_blob_by_their_members() {
        assert_eq!(
            read(r#"{"uri":"a:b","text":"","mimeType":null}"#).unwrap(),
            TextResourceContents::new("a:b", "").into()
        );
        assert_eq!(
            read(r#"{"blob":"AA==","uri":"a:b"}"#).unwrap(),
            BlobResourceContents::from_bytes("a:b", [0]).into()
        );
    }

    #[test]
    fn contents_with_a_fault_say_which() {
        let faults = [
            (r#"{"uri":"a:b"}"#, "`text` or `blob`"),
            (r#"{"text":"a"}"#, "`uri`"),
            (r#"{"uri":"a:b","text":7}"#, "expected a string"),
        ];
        for (text, said) in faults {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(said), "{text}: {fault}");
        }
    }

    #[test]
    fn a_size_is_a_count_in_any_spelling() {
        let sized = |size: &str| {
            let text = format!(r#"{{"uri":"a:b","name":"b","size":{size}}}"#);
            serde_json::from_str::<ResourceLink>(&text).map(|link| link.size)
        };
        assert_eq!(sized("12.0").unwrap(), Some(12));
        assert_eq!(sized("null").unwrap(), None);
        assert!(sized("-1").is_err());
        assert!(sized("1.5").is_err());
    }
}
