//! The frame splitter against a model that has all bytes at once.
//!
//! In: the limit, the sizes of chunks, then the bytes of a stream. Out: a panic when a line differs
//! from the one that the model cuts, when a byte is lost, or when more is held than may be.

use mcp_runtime::fuzzing::{Lines, Piece};

/// How much of the beginning of a line over the limit is shown.
const HEAD: usize = 4 * 1024;

/// What the model cuts.
#[derive(Debug, PartialEq)]
enum Line<'a> {
    Frame(&'a [u8]),
    Oversized(&'a [u8]),
}

/// Cuts a stream in chunks, and as a whole.
pub fn check(data: &[u8]) {
    let Some((head, stream)) = data.split_first_chunk::<4>() else {
        return;
    };
    let limit = match head[0] {
        0 => 0,
        n @ 1..=200 => usize::from(n),
        n => usize::from(n - 200) * 3_000,
    };
    // NB. some bytes of the stream stand for many, so that small inputs make long lines.
    let stream: Vec<u8> = match head[1] & 1 {
        0 => stream.to_vec(),
        _ => stream.iter().flat_map(|byte| repeated(*byte)).collect(),
    };
    let chunks = [usize::from(head[2]) + 1, usize::from(head[3]) * 257 + 1];
    let (pieces, ended) = cut(&stream, limit, chunks, head[1] & 2 == 0);
    let expected = model(&stream, limit, ended);
    assert_eq!(pieces.len(), expected.len(), "{pieces:?} {expected:?}");
    for (piece, line) in pieces.iter().zip(&expected) {
        match (piece, line) {
            (Piece::Frame(piece), Line::Frame(line)) => assert_eq!(piece, line),
            (Piece::Oversized(start, length), Line::Oversized(line)) => {
                assert!(*length > limit && *length <= line.len(), "{length}");
                assert_eq!(start.len(), HEAD.min(*length));
                assert!(line.starts_with(start), "another beginning");
            }
            _ => panic!("{piece:?} instead of {line:?}"),
        }
    }
}

fn repeated(byte: u8) -> Vec<u8> {
    match byte {
        0xf0..=0xff => vec![b'x'; usize::from(byte - 0xef) * 700],
        byte => vec![byte],
    }
}

/// What comes out of a stream in chunks, and whether its end was told.
fn cut(stream: &[u8], limit: usize, chunks: [usize; 2], ends: bool) -> (Vec<Piece>, bool) {
    let (mut lines, mut pieces, mut rest) = (Lines::new(limit), Vec::new(), stream);
    let mut turn = 0;
    while !rest.is_empty() {
        let chunk = rest.len().min(chunks[turn % 2]);
        let taken = lines.read(&rest[..chunk]);
        assert!(taken > 0, "no room");
        rest = &rest[taken..];
        turn += 1;
        // NB. now and then several chunks come before anybody looks.
        if turn % 3 != 0 {
            pieces.extend(std::iter::from_fn(|| lines.next()));
            assert!(lines.held() <= limit, "{} held", lines.held());
        }
    }
    if ends {
        lines.end();
    }
    pieces.extend(std::iter::from_fn(|| lines.next()));
    assert!(lines.held() <= limit, "{} held", lines.held());
    assert!(!ends || lines.held() == 0, "kept after the end");
    (pieces, ends)
}

fn model(stream: &[u8], limit: usize, ended: bool) -> Vec<Line<'_>> {
    let mut parts: Vec<&[u8]> = stream.split(|byte| *byte == b'\n').collect();
    let last = parts.pop().unwrap_or_default();
    let mut lines: Vec<_> = parts.into_iter().filter_map(|p| line(p, limit)).collect();
    if ended || last.len() > limit {
        lines.extend(line(last, limit));
    }
    lines
}

fn line(text: &[u8], limit: usize) -> Option<Line<'_>> {
    if text.len() > limit {
        return Some(Line::Oversized(text));
    }
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let blank = text.trim_ascii_start().is_empty();
    (!blank).then_some(Line::Frame(text))
}
