//! A body that comes in pieces, put together.
//!
//! In: pieces. Out: all of them in one. Long bodies are gathered in blocks of one length, so that what
//! one body gives back fits the next; growing a single buffer leaves holes of every length, and many
//! bodies at once would take half as much memory again as they hold. It never counts against a limit.

use bytes::{Buf, BufMut, Bytes};

/// How long a block is.
const BLOCK: usize = 256 * 1024;

#[derive(Default)]
pub(super) struct Gathered {
    full: Vec<Vec<u8>>,
    block: Vec<u8>,
    length: usize,
}

impl Gathered {
    /// Appends a piece of a body that announced so many bytes in all.
    pub(super) fn put(&mut self, mut piece: impl Buf, announced: Option<usize>) {
        while piece.has_remaining() {
            if self.block.len() == BLOCK {
                self.full.push(std::mem::take(&mut self.block));
            }
            let fits = piece.remaining().min(BLOCK - self.block.len());
            if self.block.capacity() - self.block.len() < fits {
                self.grow(fits, announced);
            }
            self.block.put((&mut piece).take(fits));
            self.length += fits;
        }
    }

    /// NB. never sets aside at once what is only announced; but doesn't overshoot it either.
    fn grow(&mut self, fits: usize, announced: Option<usize>) {
        let there = self.block.len();
        let wanted = match self.full.is_empty() {
            true => there * 2,
            false => BLOCK,
        };
        let left = announced.map_or(BLOCK, |all| all.saturating_sub(self.length) + there);
        let wanted = wanted.min(left).min(BLOCK).max(there + fits);
        self.block.reserve_exact(wanted - there);
    }

    /// All of it. Each block is given back as soon as it is copied.
    pub(super) fn whole(self) -> Bytes {
        if self.full.is_empty() {
            return self.block.into();
        }
        let mut whole = Vec::with_capacity(self.length);
        for block in self.full.into_iter().chain([self.block]) {
            whole.extend_from_slice(&block);
        }
        whole.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_length_come_out_as_they_went_in() {
        for length in [1, 7, 4_096, 65_537, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            for announced in [None, Some(2 * BLOCK + 5), Some(0)] {
                let mut gathered = Gathered::default();
                let all: Vec<u8> = (0..2 * BLOCK + 5).map(|at| at as u8).collect();
                for piece in all.chunks(length) {
                    gathered.put(piece, announced);
                    assert!(gathered.block.capacity() <= BLOCK);
                }
                assert_eq!(gathered.whole(), all, "{length} {announced:?}");
            }
        }
    }

    #[test]
    fn what_is_set_aside_is_never_much_more_than_what_came() {
        let mut gathered = Gathered::default();
        for _ in 0..1_000 {
            gathered.put(&b"x"[..], Some(usize::MAX));
            assert!(gathered.block.capacity() <= 2 * gathered.length.max(1));
        }
        let mut exact = Gathered::default();
        exact.put(&b"ab"[..], Some(3));
        exact.put(&b"c"[..], Some(3));
        assert_eq!(exact.block.capacity(), 3);
    }
}
