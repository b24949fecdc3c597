//! The revisions of the protocol, and what differs on the wire between them.
//!
//! In: the date a peer names. Out: a [`ProtocolVersion`], and one question with a yes or no answer
//! for each difference. No other file compares revisions or writes a date; code that shapes a
//! message asks one of these questions by name. Nothing here knows what a message looks like.

use std::fmt;

use ProtocolVersion::{V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25, V2026_07_28};

/// A published revision of the Model Context Protocol. Later ones are greater.
///
/// ```
/// use mcp_core::version::ProtocolVersion;
///
/// let offered = ProtocolVersion::parse("2025-06-18").unwrap();
/// assert!(offered.has_structured_content() && !offered.has_icons());
/// assert_eq!(ProtocolVersion::parse("2024-10-07"), None);
/// ```
#[allow(
    non_camel_case_types,
    reason = "the dates are the names of the revisions"
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// `2024-11-05`: the first.
    V2024_11_05,
    /// `2025-03-26`: batches, tool annotations, audio.
    V2025_03_26,
    /// `2025-06-18`: structured results, titles, resource links; batches gone.
    V2025_06_18,
    /// `2025-11-25`: icons; wrong arguments become results that a model can read.
    V2025_11_25,
    /// `2026-07-28`: no handshake; every request names its revision and what the client can do.
    V2026_07_28,
}

impl ProtocolVersion {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] = [
        V2024_11_05,
        V2025_03_26,
        V2025_06_18,
        V2025_11_25,
        V2026_07_28,
    ];
    /// The newest revision.
    pub const LATEST: Self = V2026_07_28;
    /// The newest revision that begins with `initialize`; what a server offers to a client that
    /// asks for one it does not know.
    pub const LATEST_LEGACY: Self = V2025_11_25;
    /// The revision of a request over HTTP that names none and belongs to no session.
    pub const UNNAMED: Self = V2025_03_26;

    /// The revision as it is written in messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            V2024_11_05 => "2024-11-05",
            V2025_03_26 => "2025-03-26",
            V2025_06_18 => "2025-06-18",
            V2025_11_25 => "2025-11-25",
            V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of this name; `None` for any other text, also for one that differs only in
    /// white space.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == text)
    }

    const fn since(self, first: Self) -> bool {
        self as u8 >= first as u8
    }
}

/// How a conversation runs.
impl ProtocolVersion {
    /// Every request carries the revision and the client's capabilities in its `_meta`, and there
    /// is no handshake. The others are agreed once, by `initialize`.
    pub const fn is_modern(self) -> bool {
        self.since(V2026_07_28)
    }

    /// One frame may hold an array of messages.
    pub const fn has_batches(self) -> bool {
        matches!(self, V2025_03_26)
    }

    /// The server may close a stream before its answer, and let the client come again (Streamable HTTP).
    pub const fn has_polling(self) -> bool {
        matches!(self, V2025_11_25)
    }

    /// The server may send requests to the client. Later it returns its questions as a result.
    pub const fn server_may_request(self) -> bool {
        !self.is_modern()
    }

    /// A log level is set for the whole conversation by `logging/setLevel`. Later each request
    /// names the level it wants in its `_meta`, or gets no log messages.
    pub const fn has_set_level(self) -> bool {
        !self.is_modern()
    }

    /// Changes of lists are announced to everybody. Later only on a stream that asked for them.
    pub const fn announces_changes_unasked(self) -> bool {
        !self.is_modern()
    }

    /// Over HTTP one address takes POST, and answers with JSON or a stream of events. Earlier there
    /// was an address to listen at and another to post to.
    pub const fn has_streamable_http(self) -> bool {
        self.since(V2025_03_26)
    }

    /// Every HTTP request names the revision in a header, once it is agreed on.
    pub const fn has_version_header(self) -> bool {
        self.since(V2025_06_18)
    }

    /// An HTTP request repeats the method, and the name it is about, in headers.
    pub const fn has_method_headers(self) -> bool {
        self.is_modern()
    }

    /// Over HTTP a server may give the conversation an id, which every later request carries.
    pub const fn has_http_sessions(self) -> bool {
        self.has_streamable_http() && !self.is_modern()
    }

    /// A stream of events may begin with one that has an id and no data.
    pub const fn has_priming_events(self) -> bool {
        matches!(self, V2025_11_25)
    }

    /// A 401 always says where the metadata of the resource is. Later it may stand at its
    /// well-known address instead.
    pub const fn demands_resource_metadata(self) -> bool {
        matches!(self, V2025_06_18)
    }

    /// A notification of progress may carry a `message`.
    pub const fn has_progress_message(self) -> bool {
        self.since(V2025_03_26)
    }

    /// An id is used once in a conversation. Later it only must differ from those in flight.
    pub const fn ids_are_never_reused(self) -> bool {
        !self.is_modern()
    }
}

/// How failures are answered.
impl ProtocolVersion {
    /// An error reply to a message whose id could not be read has `"id": null`. Later the member
    /// is left out.
    pub const fn unreadable_id_is_null(self) -> bool {
        !self.since(V2025_11_25)
    }

    /// Arguments that don't fit a tool's schema are answered by a result with `isError`, for the
    /// model to read. Earlier they were a protocol error.
    pub const fn wrong_arguments_are_results(self) -> bool {
        self.since(V2025_11_25)
    }

    /// An unknown resource is reported as invalid params. Earlier it had a code of its own.
    pub const fn unknown_resource_is_invalid_params(self) -> bool {
        self.is_modern()
    }

    /// A call that needs a URL to be visited first may be refused with the code for that.
    pub const fn has_url_elicitation_error(self) -> bool {
        matches!(self, V2025_11_25)
    }
}

/// What a result carries.
impl ProtocolVersion {
    /// Every result says what it is in `resultType`.
    pub const fn has_result_type(self) -> bool {
        self.is_modern()
    }

    /// Lists, reads and discovery carry `ttlMs` and `cacheScope`.
    pub const fn has_cache_hints(self) -> bool {
        self.is_modern()
    }

    /// Every result names the server in its `_meta`.
    pub const fn results_name_the_server(self) -> bool {
        self.is_modern()
    }

    /// A result may return questions to the client instead of an answer.
    pub const fn has_input_required(self) -> bool {
        self.is_modern()
    }

    /// A tool's result may carry `structuredContent`.
    pub const fn has_structured_content(self) -> bool {
        self.since(V2025_06_18)
    }

    /// `structuredContent` may be any JSON value. Earlier it was an object.
    pub const fn structured_content_may_be_any(self) -> bool {
        self.is_modern()
    }

    /// Content may be `audio`.
    pub const fn has_audio(self) -> bool {
        self.since(V2025_03_26)
    }

    /// Content may be a `resource_link`.
    pub const fn has_resource_links(self) -> bool {
        self.since(V2025_06_18)
    }
}

/// What descriptions carry.
impl ProtocolVersion {
    /// A tool may have `annotations`: whether it reads, destroys, repeats safely.
    pub const fn has_tool_annotations(self) -> bool {
        self.since(V2025_03_26)
    }

    /// A tool may have an `outputSchema`.
    pub const fn has_output_schema(self) -> bool {
        self.since(V2025_06_18)
    }

    /// `outputSchema` may be any schema. Earlier its root had `"type": "object"`.
    pub const fn output_schema_may_be_any(self) -> bool {
        self.is_modern()
    }

    /// Named things have a `title` for people.
    pub const fn has_titles(self) -> bool {
        self.since(V2025_06_18)
    }

    /// Tools, resources, prompts and content carry a `_meta` of their own.
    pub const fn has_meta_on_items(self) -> bool {
        self.since(V2025_06_18)
    }

    /// `annotations` of content may say when it was last modified.
    pub const fn has_last_modified(self) -> bool {
        self.since(V2025_06_18)
    }

    /// Tools, resources, prompts and implementations may have `icons`.
    pub const fn has_icons(self) -> bool {
        self.since(V2025_11_25)
    }

    /// An implementation may have a `description` and a `websiteUrl`.
    pub const fn has_implementation_details(self) -> bool {
        self.since(V2025_11_25)
    }

    /// A tool says in `execution` whether it may run as a task of the core protocol.
    pub const fn has_tool_execution(self) -> bool {
        self.has_core_tasks()
    }
}

/// What is agreed on.
impl ProtocolVersion {
    /// The server has a capability `completions`. Earlier completion was always there.
    pub const fn has_completions_capability(self) -> bool {
        self.since(V2025_03_26)
    }

    /// Only what was declared may be used. Earlier it only should.
    pub const fn forbids_undeclared(self) -> bool {
        self.since(V2025_06_18)
    }

    /// Clients can be asked to fill in a form.
    pub const fn has_elicitation(self) -> bool {
        self.since(V2025_06_18)
    }

    /// Elicitation has the modes form and URL, each a capability of its own.
    pub const fn has_elicitation_modes(self) -> bool {
        self.since(V2025_11_25)
    }

    /// A request for completions may tell the other arguments in its `context`.
    pub const fn has_completion_context(self) -> bool {
        self.since(V2025_06_18)
    }

    /// Sampling may offer tools to the model, and its contents may be arrays.
    pub const fn has_sampling_tools(self) -> bool {
        self.since(V2025_11_25)
    }

    /// Clients may announce that their roots have changed.
    pub const fn has_roots_list_changed(self) -> bool {
        !self.is_modern()
    }

    /// Tasks are part of the protocol. Later they are an extension with other messages.
    pub const fn has_core_tasks(self) -> bool {
        matches!(self, V2025_11_25)
    }

    /// Both sides have a map `extensions` among their capabilities.
    pub const fn has_extensions(self) -> bool {
        self.is_modern()
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for ProtocolVersion {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_revision_is_read_back_from_its_name() {
        for version in ProtocolVersion::ALL {
            assert_eq!(ProtocolVersion::parse(version.as_str()), Some(version));
            assert_eq!(version.to_string(), version.as_str());
            assert_eq!(
                serde_json::to_string(&version).unwrap(),
                format!("{:?}", version.as_str())
            );
        }
    }

    #[test]
    fn a_name_that_is_no_revision_is_none() {
        for text in ["", "2024-10-07", "2025-11-25 ", "draft", "9999-01-01"] {
            assert_eq!(ProtocolVersion::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_order_of_the_list_is_the_order_of_age() {
        assert!(ProtocolVersion::ALL.is_sorted());
        assert!(ProtocolVersion::LATEST > ProtocolVersion::LATEST_LEGACY);
        assert!(ProtocolVersion::LATEST.is_modern());
        assert!(!ProtocolVersion::LATEST_LEGACY.is_modern());
    }

    /// The matrix of the specification: a row per difference, a column per revision.
    type Ask = fn(ProtocolVersion) -> bool;

    #[test]
    fn the_differences_are_those_of_the_specification() {
        let rows: &[(&str, Ask)] = &[
            ("....y", ProtocolVersion::is_modern),
            (".y...", ProtocolVersion::has_batches),
            ("...y.", ProtocolVersion::has_polling),
            ("yyyy.", ProtocolVersion::server_may_request),
            ("yyyy.", ProtocolVersion::has_set_level),
            ("yyyy.", ProtocolVersion::announces_changes_unasked),
            (".yyyy", ProtocolVersion::has_progress_message),
            ("yyyy.", ProtocolVersion::ids_are_never_reused),
            ("yyy..", ProtocolVersion::unreadable_id_is_null),
            ("...yy", ProtocolVersion::wrong_arguments_are_results),
            ("....y", ProtocolVersion::unknown_resource_is_invalid_params),
            ("...y.", ProtocolVersion::has_url_elicitation_error),
            ("....y", ProtocolVersion::has_result_type),
            ("....y", ProtocolVersion::has_cache_hints),
            ("....y", ProtocolVersion::results_name_the_server),
            ("....y", ProtocolVersion::has_input_required),
            ("..yyy", ProtocolVersion::has_structured_content),
            ("....y", ProtocolVersion::structured_content_may_be_any),
            (".yyyy", ProtocolVersion::has_audio),
            ("..yyy", ProtocolVersion::has_resource_links),
            (".yyyy", ProtocolVersion::has_tool_annotations),
            ("..yyy", ProtocolVersion::has_output_schema),
            ("....y", ProtocolVersion::output_schema_may_be_any),
            ("..yyy", ProtocolVersion::has_titles),
            ("..yyy", ProtocolVersion::has_meta_on_items),
            ("..yyy", ProtocolVersion::has_last_modified),
            ("...yy", ProtocolVersion::has_icons),
            ("...yy", ProtocolVersion::has_implementation_details),
            ("...y.", ProtocolVersion::has_tool_execution),
            (".yyyy", ProtocolVersion::has_completions_capability),
            ("..yyy", ProtocolVersion::forbids_undeclared),
            ("..yyy", ProtocolVersion::has_elicitation),
            ("...yy", ProtocolVersion::has_elicitation_modes),
            ("..yyy", ProtocolVersion::has_completion_context),
            ("...yy", ProtocolVersion::has_sampling_tools),
            ("yyyy.", ProtocolVersion::has_roots_list_changed),
            ("...y.", ProtocolVersion::has_core_tasks),
            ("....y", ProtocolVersion::has_extensions),
        ];
        holds(rows);
    }

    #[test]
    fn the_differences_over_http_are_those_of_the_specification() {
        let rows: &[(&str, Ask)] = &[
            (".yyyy", ProtocolVersion::has_streamable_http),
            ("..yyy", ProtocolVersion::has_version_header),
            ("....y", ProtocolVersion::has_method_headers),
            (".yyy.", ProtocolVersion::has_http_sessions),
            ("...y.", ProtocolVersion::has_priming_events),
            ("..y..", ProtocolVersion::demands_resource_metadata),
        ];
        holds(rows);
    }

    fn holds(rows: &[(&str, Ask)]) {
        for (row, (expected, ask)) in rows.iter().enumerate() {
            let found: String = ProtocolVersion::ALL
                .iter()
                .map(|version| if ask(*version) { 'y' } else { '.' })
                .collect();
            assert_eq!(&found, expected, "row {row}");
        }
    }
}
