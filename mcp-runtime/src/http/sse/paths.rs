//! Where HTTP+SSE is served.
//!
//! In: the paths of the options. Out: the same, checked, and which of them a path is. It never reads
//! a request.

use crate::http::HttpOptions;
use crate::http::listen::ROUTES;
use crate::{Error, Result};
use std::sync::Arc;

/// Where a stream is opened and where messages go, unless the options say otherwise.
pub(in crate::http) const PATHS: [&str; 2] = ["/sse", "/messages"];

/// Which of the two a request came to; in its extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Mount {
    /// A GET opens a stream.
    Stream,
    /// A POST brings a message.
    Messages,
    /// A router has seen to it.
    Either,
}

impl Mount {
    pub(super) fn takes_get(self) -> bool {
        self != Self::Messages
    }

    pub(super) fn takes_post(self) -> bool {
        self != Self::Stream
    }
}

/// The two paths, as clients see them.
#[derive(Debug)]
pub(in crate::http) struct Paths {
    stream: Box<str>,
    messages: Box<str>,
}

impl Paths {
    /// Those that the options name, if they ask for HTTP+SSE.
    ///
    /// # Errors
    /// A path that is none, or that something else has.
    pub(in crate::http) fn of(options: &HttpOptions) -> Result<Option<Arc<Self>>> {
        let Some((stream, messages)) = &options.http_sse else {
            return Ok(None);
        };
        let wrong = wrong(stream)
            .or_else(|| wrong(messages))
            .or_else(|| (stream == messages).then(|| same(stream)));
        if let Some(wrong) = wrong {
            return Err(Error::transport("the options can't be used", wrong));
        }
        Ok(Some(Arc::new(Self {
            stream: stream.as_str().into(),
            messages: messages.as_str().into(),
        })))
    }

    /// Which of the two a path is.
    pub(in crate::http) fn mount(&self, path: &str) -> Option<Mount> {
        match path {
            _ if path == &*self.stream => Some(Mount::Stream),
            _ if path == &*self.messages => Some(Mount::Messages),
            _ => None,
        }
    }

    pub(in crate::http) fn all(&self) -> [&str; 2] {
        [&self.stream, &self.messages]
    }

    pub(super) fn messages(&self) -> &str {
        &self.messages
    }
}

/// What is wrong with a path. NB. it goes into an event as it is, and clients resolve it.
fn wrong(path: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let whole = path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_plain);
    if !whole {
        return Some(format!(
            "`{}` can't be a path of HTTP+SSE: it must begin with one `/`, and have letters, digits and `-._~/` alone",
            path.escape_debug()
        ));
    }
    ROUTES.contains(&path).then(|| {
        format!("`{path}` can't be a path of HTTP+SSE, since it is served already: name another")
    })
}

fn same(path: &str) -> String {
    format!(
        "`{path}` can't be both paths of HTTP+SSE: name one for the stream and one for messages"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stream: &str, messages: &str) -> Result<Option<Arc<Paths>>> {
        Paths::of(&HttpOptions::new().http_sse_at(stream, messages))
    }

    #[test]
    fn each_path_has_its_use_and_others_have_none() {
        let paths = of("/a/sse", "/a/messages").expect("paths").expect("asked");
        assert_eq!(paths.mount("/a/sse"), Some(Mount::Stream));
        assert_eq!(paths.mount("/a/messages"), Some(Mount::Messages));
        for other in ["/", "/a/sse/", "/sse", "/A/SSE"] {
            assert_eq!(paths.mount(other), None, "{other}");
        }
        assert!(Paths::of(&HttpOptions::new()).expect("none").is_none());
    }

    #[test]
    fn a_path_that_is_none_or_that_is_taken_is_a_fault_with_the_remedy() {
        for (stream, messages, says) in [
            ("sse", "/messages", "must begin with one `/`"),
            ("//sse", "/messages", "must begin with one `/`"),
            ("/sse", "/mess ages", "letters, digits"),
            ("/sse?a", "/messages", "letters, digits"),
            ("/sse", "/a\n\ndata", "letters, digits"),
            ("/mcp", "/messages", "served already"),
            ("/sse", "/healthz", "served already"),
            ("/sse", "/sse", "one for the stream"),
        ] {
            let text = of(stream, messages).expect_err("a fault").to_string();
            assert!(text.contains(says), "{text}");
        }
    }
}
