//! Cuts a stream of bytes into messages: one line is one message.
//!
//! In: bytes, in whatever pieces they come, read straight into the buffer here. Out: each line
//! without its line end (`\n` or `\r\n`), or the news that a line is longer than the limit, with
//! its beginning. Blank lines are left out. It never reads or writes, never looks into a line,
//! never searches a byte twice, and never holds more than one message over the limit's length.

use memchr::memchr;
use std::ops::Range;

/// How much room there is for one read: several pipes full.
const ROOM: usize = 256 * 1024;
/// With less room than this a read is not worth its call.
const LEAST_ROOM: usize = 64 * 1024;
/// A buffer that has grown up to here is kept for the next long message.
const KEPT: usize = 1024 * 1024;
/// How much of the beginning of a line over the limit is shown.
const HEAD: usize = 4 * 1024;

/// Cuts bytes into lines.
#[derive(Debug)]
pub(crate) struct Splitter {
    /// All of it is initialised; `start..end` holds what was read and is not cut yet.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// There is no newline in `start..searched`.
    searched: usize,
    limit: usize,
    /// Inside a line over the limit, which was reported.
    skipping: bool,
    ended: bool,
    head: Vec<u8>,
}

/// What comes out of [`Splitter::next`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// One line.
    Frame(&'a [u8]),
    /// A line over the limit: its beginning (up to 4 KiB), and how much of it was seen so far.
    /// The rest of it is skipped.
    Oversized {
        /// The beginning.
        start: &'a [u8],
        /// Length seen so far.
        length: usize,
    },
}

enum Found {
    Frame(Range<usize>),
    Oversized(usize),
}

impl Splitter {
    /// Lines may be `limit` bytes long, without the newline.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            // NB. zeroed by the allocator: a page takes no memory before something is read into it.
            buffer: vec![0; ROOM],
            start: 0,
            end: 0,
            searched: 0,
            limit,
            skipping: false,
            ended: false,
            head: Vec::new(),
        }
    }

    /// Where to read to. Never empty.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        self.make_room();
        &mut self.buffer[self.end..]
    }

    /// So many bytes were read into [`space`](Self::space).
    pub(crate) fn filled(&mut self, bytes: usize) {
        self.end = self.end.saturating_add(bytes).min(self.buffer.len());
    }

    /// Takes a line that was cut elsewhere.
    pub(crate) fn push_line(&mut self, line: &[u8]) {
        let mut rest = line;
        while !rest.is_empty() {
            let space = self.space();
            let n = space.len().min(rest.len());
            space[..n].copy_from_slice(&rest[..n]);
            self.filled(n);
            rest = &rest[n..];
        }
        self.space()[0] = b'\n';
        self.filled(1);
    }

    /// Nothing more will come: what is left is a line, though it has no newline.
    pub(crate) fn end_of_input(&mut self) {
        self.ended = true;
    }

    /// How many bytes are held.
    pub(crate) fn held(&self) -> usize {
        self.end - self.start
    }

    /// The next line, if a whole one is there.
    pub(crate) fn next(&mut self) -> Option<Piece<'_>> {
        match self.find()? {
            Found::Frame(line) => Some(Piece::Frame(&self.buffer[line])),
            Found::Oversized(length) => Some(Piece::Oversized {
                start: &self.head,
                length,
            }),
        }
    }

    fn find(&mut self) -> Option<Found> {
        loop {
            let line = match memchr(b'\n', &self.buffer[self.searched..self.end]) {
                Some(at) => {
                    let line = self.start..self.searched + at;
                    self.start = line.end + 1;
                    line
                }
                None if self.ended && self.start < self.end => {
                    let line = self.start..self.end;
                    self.start = self.end;
                    line
                }
                None => return self.unfinished(),
            };
            self.searched = self.start;
            if std::mem::take(&mut self.skipping) {
                continue;
            }
            if line.len() > self.limit {
                self.keep_head(line.clone());
                return Some(Found::Oversized(line.len()));
            }
            let line = without_carriage_return(&self.buffer, line);
            if !self.buffer[line.clone()].trim_ascii_start().is_empty() {
                return Some(Found::Frame(line));
            }
        }
    }

    /// No newline in what is there.
    fn unfinished(&mut self) -> Option<Found> {
        self.searched = self.end;
        let length = self.held();
        if self.skipping {
            self.start = self.end;
            return None;
        }
        if length <= self.limit {
            return None;
        }
        self.keep_head(self.start..self.end);
        self.skipping = true;
        self.start = self.end;
        self.make_room();
        Some(Found::Oversized(length))
    }

    fn keep_head(&mut self, line: Range<usize>) {
        self.head.clear();
        let shown = line.start..line.end.min(line.start + HEAD);
        self.head.extend_from_slice(&self.buffer[shown]);
    }

    /// Makes room for a read, and gives memory back when nothing is held.
    fn make_room(&mut self) {
        if self.start == self.end {
            (self.start, self.end, self.searched) = (0, 0, 0);
            if self.buffer.len() > KEPT {
                self.buffer = vec![0; ROOM];
            }
            return;
        }
        if self.buffer.len() - self.end >= LEAST_ROOM {
            return;
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.end < LEAST_ROOM {
            // Twice as long, so that a long line is moved a bounded number of times; but not much
            // longer than the longest line that will be taken.
            let longest = self.limit.saturating_add(ROOM);
            let length = (self.buffer.len() * 2).min(longest);
            self.buffer.resize(length.max(self.end + LEAST_ROOM), 0);
        }
    }
}

fn without_carriage_return(buffer: &[u8], line: Range<usize>) -> Range<usize> {
    match buffer[line.clone()].last() {
        Some(b'\r') => line.start..line.end - 1,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, PartialEq, Clone)]
    enum Seen {
        Line(Vec<u8>),
        Over(Vec<u8>),
    }

    fn take(splitter: &mut Splitter, seen: &mut Vec<Seen>) {
        while let Some(piece) = splitter.next() {
            seen.push(match piece {
                Piece::Frame(line) => Seen::Line(line.to_vec()),
                Piece::Oversized { start, .. } => Seen::Over(start.to_vec()),
            });
        }
    }

    fn feed(splitter: &mut Splitter, mut bytes: &[u8], seen: &mut Vec<Seen>) {
        while !bytes.is_empty() {
            let space = splitter.space();
            let n = space.len().min(bytes.len());
            space[..n].copy_from_slice(&bytes[..n]);
            splitter.filled(n);
            bytes = &bytes[n..];
            take(splitter, seen);
        }
    }

    fn cut(chunks: &[&[u8]], limit: usize) -> Vec<Seen> {
        let (mut splitter, mut seen) = (Splitter::new(limit), Vec::new());
        for chunk in chunks {
            feed(&mut splitter, chunk, &mut seen);
        }
        splitter.end_of_input();
        take(&mut splitter, &mut seen);
        seen
    }

    fn lines(of: &[&str]) -> Vec<Seen> {
        of.iter()
            .map(|l| Seen::Line(l.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn a_line_is_a_message_with_either_line_end_and_blank_lines_are_none() {
        let input = b"{\"a\":1}\r\n\n  \r\n{\"b\":2}\n\t\n{\"c\"\r:3}\n";
        assert_eq!(
            cut(&[input], 100),
            lines(&["{\"a\":1}", "{\"b\":2}", "{\"c\"\r:3}"])
        );
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        assert_eq!(cut(&[b"one\ntwo"], 100), lines(&["one", "two"]));
        assert_eq!(cut(&[b"one\n \r"], 100), lines(&["one"]));
        assert_eq!(cut(&[b""], 100), lines(&[]));
    }

    #[test]
    fn cutting_the_input_at_any_byte_changes_nothing() {
        let mut input = Vec::new();
        for n in 0..150 {
            let end = if n % 3 == 0 { "\r\n" } else { "\n" };
            input.extend_from_slice(format!("{{\"id\":{n},\"text\":\"é🦀\"}}{end}").as_bytes());
        }
        let whole = cut(&[&input], 64);
        assert_eq!(whole.len(), 150);
        for at in 0..=input.len() {
            let (left, right) = input.split_at(at);
            assert_eq!(cut(&[left, right], 64), whole, "cut at {at}");
        }
        let single: Vec<&[u8]> = input.chunks(1).collect();
        assert_eq!(cut(&single, 64), whole);
    }

    #[test]
    fn the_limit_is_the_longest_line_that_passes() {
        for (length, passes) in [(9, true), (10, true), (11, false), (12, false)] {
            let mut input = vec![b'x'; length];
            input.extend_from_slice(b"\nnext\n");
            let chunks: Vec<&[u8]> = input.chunks(1).collect();
            for seen in [cut(&[&input], 10), cut(&chunks, 10)] {
                assert_eq!(matches!(seen[0], Seen::Line(_)), passes, "{length}");
                assert_eq!(seen[1..], lines(&["next"]));
            }
        }
    }

    #[test]
    fn a_line_over_the_limit_is_told_at_once_with_its_beginning_then_skipped() {
        let mut splitter = Splitter::new(100_000);
        let mut seen = Vec::new();
        let start: Vec<u8> = (0..HEAD).map(|n| b'a' + (n % 26) as u8).collect();
        feed(&mut splitter, &start, &mut seen);
        feed(&mut splitter, &[b'x'; 150_000], &mut seen);
        assert_eq!(seen, [Seen::Over(start)], "told before its newline");
        feed(&mut splitter, &[b'y'; 150_000], &mut seen);
        feed(&mut splitter, b"z\n{}\n", &mut seen);
        assert_eq!(seen[1..], lines(&["{}"]));
    }

    #[test]
    fn an_endless_line_takes_no_more_than_the_limit_and_its_memory_is_given_back() {
        const LIMIT: usize = 4 * 1024 * 1024;
        let (mut splitter, mut seen) = (Splitter::new(LIMIT), Vec::new());
        let chunk = [b'x'; 64 * 1024];
        for _ in 0..1024 {
            feed(&mut splitter, &chunk, &mut seen);
            assert!(splitter.buffer.capacity() <= LIMIT + ROOM);
        }
        assert_eq!(seen.len(), 1);
        assert_eq!(splitter.buffer.capacity(), ROOM);
        feed(&mut splitter, b"\n{}\n", &mut seen);
        assert_eq!(seen[1..], lines(&["{}"]));
        let mut long = vec![b'x'; LIMIT];
        long.push(b'\n');
        feed(&mut splitter, &long, &mut seen);
        assert_eq!(seen[2], Seen::Line(vec![b'x'; LIMIT]));
        splitter.space();
        assert_eq!(splitter.buffer.capacity(), ROOM);
    }

    #[test]
    fn a_line_that_was_cut_elsewhere_comes_out_as_it_went_in() {
        let mut splitter = Splitter::new(1_000_000);
        splitter.push_line(b"one");
        splitter.push_line(&[b'x'; 600_000]);
        let mut seen = Vec::new();
        take(&mut splitter, &mut seen);
        assert_eq!(
            seen,
            [Seen::Line(b"one".to_vec()), Seen::Line(vec![b'x'; 600_000])]
        );
        assert_eq!(splitter.held(), 0);
    }

    /// What the rules above say, written down without any cleverness.
    fn by_the_rules(input: &[u8], limit: usize) -> Vec<Seen> {
        input
            .split(|b| *b == b'\n')
            .filter_map(|line| {
                if line.len() > limit {
                    return Some(Seen::Over(line[..line.len().min(HEAD)].to_vec()));
                }
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                (!line.trim_ascii().is_empty()).then(|| Seen::Line(line.to_vec()))
            })
            .collect()
    }

    proptest! {
        #[test]
        fn any_input_in_any_pieces_is_cut_by_the_rules(
            input in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), Just(b' '), any::<u8>()], 0..400),
            cuts in proptest::collection::vec(0..400usize, 0..20),
            limit in 1..40usize,
        ) {
            let mut cuts: Vec<_> = cuts.into_iter().map(|c| c.min(input.len())).collect();
            cuts.extend([0, input.len()]);
            cuts.sort_unstable();
            let chunks: Vec<_> = cuts.windows(2).map(|w| &input[w[0]..w[1]]).collect();
            let seen = cut(&chunks, limit);
            let expected = by_the_rules(&input, limit);
            prop_assert_eq!(seen.len(), expected.len());
            for (seen, expected) in seen.iter().zip(&expected) {
                match (seen, expected) {
                    // How much of the beginning was there depends on the pieces.
                    (Seen::Over(a), Seen::Over(b)) => prop_assert!(b.starts_with(a) && a.len() > limit.min(HEAD - 1)),
                    (a, b) => prop_assert_eq!(a, b),
                }
            }
        }
    }
}
