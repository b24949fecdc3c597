//! Is an event stream cut into events as clients read them?
//!
//! In: what the reader of a log met while it cut a stream. Out: findings, each once in a stream. It
//! never sees the stream itself.

use crate::explain::code::Code;
use crate::explain::finding::Finding;
use crate::explain::state::State;
use crate::explain::words::sse as words;
use crate::json::shown_name;
use crate::version::ProtocolVersion;

/// What the reader of a log met while it cut an event stream into events. Not each is a fault: that
/// depends on the revision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SseFault<'a> {
    /// A line begins with JSON and has no field name before it.
    NoDataPrefix,
    /// The stream ended inside an event, whose data is not handed on.
    NoBlankLine,
    /// A field of another name than the four that streams have.
    UnknownField(&'a str),
    /// The data of one event stands on this many lines.
    SplitData(u64),
    /// An event with this name.
    EventName(&'a str),
    /// `retry` with this value, which is not all digits.
    BadRetry(&'a str),
    /// An event with an id.
    Id,
    /// An event whose data is empty.
    EmptyData,
}

/// What is said of it; nothing when it is no fault, or was said of this stream before.
pub(in crate::explain) fn met(
    state: &mut State,
    fault: SseFault<'_>,
    line: u64,
) -> Option<Finding> {
    let code = code(state, fault)?;
    if !state.http.says_first(code) {
        return None;
    }
    let finding = Finding::new(code, line);
    Some(match fault {
        SseFault::UnknownField(name) | SseFault::EventName(name) => {
            finding.with("name", shown_name(name).into_owned())
        }
        SseFault::BadRetry(value) => finding.with("value", shown_name(value).into_owned()),
        SseFault::SplitData(lines) => finding.with("lines", lines),
        _ => finding,
    })
}

fn code(state: &mut State, fault: SseFault<'_>) -> Option<Code> {
    let version = state.http.version.or(state.session.version);
    let surely = |question: fn(ProtocolVersion) -> bool| version.is_some_and(question);
    match fault {
        SseFault::NoDataPrefix => Some(words::NO_DATA_PREFIX),
        SseFault::NoBlankLine => Some(words::NO_BLANK_LINE),
        SseFault::UnknownField(_) => Some(words::UNKNOWN_FIELD),
        SseFault::SplitData(_) => Some(words::SPLIT_DATA),
        SseFault::EventName("message" | "") => None,
        SseFault::EventName("endpoint") => {
            state.http.old = true;
            Some(words::ENDPOINT)
        }
        SseFault::EventName(_) => Some(words::EVENT_NAME),
        SseFault::BadRetry(_) => Some(words::BAD_RETRY),
        SseFault::Id => surely(ProtocolVersion::is_modern).then_some(words::ID),
        SseFault::EmptyData => {
            surely(|version| !version.has_priming_events()).then_some(words::EMPTY_DATA)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Conversation;

    fn said(version: Option<ProtocolVersion>, fault: SseFault<'_>) -> Option<&'static str> {
        let mut state = State::new(crate::explain::Limits::default());
        state.session.version = version;
        met(&mut state, fault, 1).map(|finding| finding.code.name())
    }

    #[test]
    fn json_without_a_field_name_is_an_error() {
        assert_eq!(
            said(None, SseFault::NoDataPrefix),
            Some("sse-no-data-prefix")
        );
    }

    #[test]
    fn an_event_without_its_empty_line_is_an_error() {
        assert_eq!(said(None, SseFault::NoBlankLine), Some("sse-no-blank-line"));
    }

    #[test]
    fn a_field_that_streams_do_not_have_is_named() {
        let mut conversation = Conversation::new();
        let told = conversation.sse(SseFault::UnknownField("Data"), 7);
        let title = told[0].title(crate::explain::Lang::En);
        assert!(title.contains("`Data`") && told[0].line == 7, "{title}");
    }

    #[test]
    fn data_on_several_lines_is_worth_a_note() {
        assert_eq!(said(None, SseFault::SplitData(3)), Some("sse-split-data"));
    }

    #[test]
    fn an_event_of_another_name_than_message_is_ignored_by_clients() {
        let named = |name| said(None, SseFault::EventName(name));
        assert_eq!(named("update"), Some("sse-event-name"));
        assert_eq!(named("endpoint"), Some("sse-old-transport"));
        assert_eq!(named("message"), None);
    }

    #[test]
    fn retry_is_all_digits() {
        assert_eq!(
            said(None, SseFault::BadRetry("3s")),
            Some("sse-retry-not-number")
        );
    }

    #[test]
    fn events_have_no_ids_in_the_modern_revision() {
        let modern = Some(ProtocolVersion::LATEST);
        assert_eq!(said(modern, SseFault::Id), Some("sse-id"));
        assert_eq!(
            said(Some(ProtocolVersion::LATEST_LEGACY), SseFault::Id),
            None
        );
        assert_eq!(said(None, SseFault::Id), None);
    }

    #[test]
    fn empty_data_opens_a_stream_in_one_revision_alone() {
        let empty = |version| said(version, SseFault::EmptyData);
        assert_eq!(
            empty(Some(ProtocolVersion::V2025_06_18)),
            Some("sse-empty-data")
        );
        assert_eq!(empty(Some(ProtocolVersion::V2025_11_25)), None);
        assert_eq!(empty(None), None);
    }

    #[test]
    fn each_is_said_once_of_a_stream() {
        let mut conversation = Conversation::new();
        assert_eq!(conversation.sse(SseFault::NoDataPrefix, 1).len(), 1);
        assert_eq!(conversation.sse(SseFault::NoDataPrefix, 2).len(), 0);
    }
}
