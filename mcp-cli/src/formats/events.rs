//! Event streams, line by line.
//!
//! In: the lines of a stream. Out: the data of each event, and what was odd on the way. What is odd
//! and what is a fault is not judged here.

/// What is collected of the event that is not complete.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// Its data, the lines joined.
    pub(super) data: Vec<u8>,
    /// Its name.
    name: Vec<u8>,
    /// How many lines of data it has.
    pub(super) lines: u64,
    /// The line on which its data begins.
    pub(super) data_line: u64,
    /// The line of its name.
    pub(super) name_line: u64,
    /// Whether its data was too long; then it is not kept.
    pub(super) too_long: bool,
}

/// What a line of a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field<'a> {
    /// The end of an event.
    End,
    /// Something that is taken in, or a comment.
    Taken,
    /// An id.
    Id,
    /// `retry` with a value that is not all digits.
    BadRetry(&'a [u8]),
    /// Another name.
    Unknown(&'a [u8]),
    /// No field at all.
    Alien,
}

/// Longer names of events are cut: no client knows them.
const NAME: usize = 64;

impl Events {
    /// Takes a line, without its line end.
    pub(super) fn take<'a>(&mut self, line: &'a [u8], number: u64, limit: usize) -> Field<'a> {
        let colon = memchr::memchr(b':', line);
        let (name, value) = match colon {
            Some(0) => return Field::Taken,
            Some(at) => line.split_at(at),
            None if line.is_empty() => return Field::End,
            None => (line, &[][..]),
        };
        let value = value.strip_prefix(b":").unwrap_or(value);
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => self.take_data(value, number, limit),
            b"event" => {
                self.name.clear();
                self.name
                    .extend_from_slice(value.get(..value.len().min(NAME)).unwrap_or(&[]));
                self.name_line = number;
            }
            b"id" => return Field::Id,
            b"retry" if value.iter().all(u8::is_ascii_digit) && !value.is_empty() => {}
            b"retry" => return Field::BadRetry(value),
            _ if colon.is_some() && is_name(name) => return Field::Unknown(name),
            _ => return Field::Alien,
        }
        Field::Taken
    }

    fn take_data(&mut self, value: &[u8], number: u64, limit: usize) {
        if self.lines == 0 {
            self.data_line = number;
        } else if !self.too_long {
            self.data.push(b'\n');
        }
        self.lines += 1;
        let room = limit.saturating_sub(self.data.len());
        self.too_long |= value.len() > room;
        let kept = value.get(..value.len().min(room)).unwrap_or(&[]);
        self.data.extend_from_slice(kept);
    }

    /// Whether an event was begun.
    pub(super) fn is_open(&self) -> bool {
        self.lines > 0
    }

    /// The name of the event, if it has one.
    pub(super) fn name(&self) -> Option<&[u8]> {
        (!self.name.is_empty()).then_some(&self.name)
    }

    /// Forgets the event.
    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.name.clear();
        self.lines = 0;
        self.too_long = false;
    }
}

/// Whether this may be the name of a field.
fn is_name(name: &[u8]) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=32).contains(&name.len()) && name.iter().all(word)
}
