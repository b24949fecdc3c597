//! A stream of events, as browsers read it.
//!
//! In: bytes in any chunking. Out: events, each with all of its fields, comments too. A stream that
//! breaks the form of <https://html.spec.whatwg.org/multipage/server-sent-events.html> in a way that
//! some readers stumble over is an error.

/// One event, or a comment alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// `event:`
    pub name: Option<String>,
    /// `id:`
    pub id: Option<String>,
    /// `retry:`
    pub retry: Option<String>,
    /// The lines of `data:`, joined.
    pub data: Option<String>,
    /// What stood behind a colon.
    pub comment: Option<String>,
}

impl Event {
    /// The message in it; `None` for a comment and for an event without data.
    pub fn message(&self) -> Option<&str> {
        self.data.as_deref().filter(|data| !data.is_empty())
    }
}

/// Cuts bytes into events.
#[derive(Debug, Default)]
pub struct Events {
    bytes: Vec<u8>,
}

impl Events {
    /// Takes bytes and returns the events that are now whole.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Vec<Event>, String> {
        // Only what is new can hold the end, or complete one.
        let mut from = self.bytes.len().saturating_sub(3);
        self.bytes.extend_from_slice(bytes);
        let mut events = Vec::new();
        while let Some((end, length)) = blank_line(&self.bytes, from) {
            let text = std::str::from_utf8(&self.bytes[..end])
                .map_err(|_| format!("an event that is not UTF-8: {:?}", &self.bytes[..end]))?;
            events.push(event(text)?);
            self.bytes.drain(..end + length);
            from = 0;
        }
        Ok(events)
    }

    /// What stays at the end of the stream must be nothing.
    pub fn end(self) -> Result<(), String> {
        match self.bytes.as_slice() {
            [] => Ok(()),
            rest => Err(format!(
                "the stream ended within an event: {}",
                String::from_utf8_lossy(rest)
            )),
        }
    }
}

/// Where an empty line ends an event, and how long that end is.
fn blank_line(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let start = from.min(bytes.len());
    (start..bytes.len()).find_map(|at| {
        let rest = &bytes[at..];
        if rest.starts_with(b"\n\n") {
            Some((at, 2))
        } else if rest.starts_with(b"\r\n\r\n") {
            Some((at, 4))
        } else {
            None
        }
    })
}

fn event(text: &str) -> Result<Event, String> {
    let mut event = Event::default();
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.contains('\r') {
            return Err(format!("a bare carriage return ends a line: {line:?}"));
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        let (place, joined) = match field {
            "event" => (&mut event.name, false),
            "id" => (&mut event.id, false),
            "retry" => (&mut event.retry, false),
            "data" => (&mut event.data, true),
            "" => (&mut event.comment, true),
            _ => return Err(format!("an unknown field in an event: {line:?}")),
        };
        *place = match place.take() {
            Some(before) if joined => Some(format!("{before}\n{value}")),
            _ => Some(value.to_owned()),
        };
    }
    Ok(event)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_in_any_chunking() {
        let text = b": hello\n\nid: 1\ndata: {\"a\":1}\n\nretry: 5\r\ndata:\r\n\r\n";
        for size in 1..text.len() {
            let mut events = Events::default();
            let mut found = Vec::new();
            for chunk in text.chunks(size) {
                found.extend(events.take(chunk).unwrap());
            }
            events.end().unwrap();
            assert_eq!(found.len(), 3, "in chunks of {size}");
            assert_eq!(found[0].comment.as_deref(), Some("hello"));
            assert_eq!(found[1].message(), Some("{\"a\":1}"));
            assert_eq!(found[2].retry.as_deref(), Some("5"));
            assert_eq!(
                (found[2].data.as_deref(), found[2].message()),
                (Some(""), None)
            );
        }
    }

    #[test]
    fn what_some_readers_stumble_over_is_an_error() {
        assert!(Events::default().take(b"dta: 1\n\n").is_err());
        assert!(Events::default().take(b"data: a\rb\n\n").is_err());
        assert!(Events::default().take(b"data: \xff\n\n").is_err());
        let mut cut = Events::default();
        cut.take(b"data: 1\n").unwrap();
        assert!(cut.end().is_err());
    }
}
