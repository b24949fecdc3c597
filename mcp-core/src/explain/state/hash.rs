//! The hash by which requests are found.
//!
//! In: ids and tokens, which are short and made up by others. Out: a hash that takes a few steps for
//! eight bytes. Its seed is random, so that nobody can foresee which ids meet. It is not meant for
//! long keys.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

/// Makes the hashes of one map.
#[derive(Clone, Debug)]
pub(super) struct Seeded(u64);

/// A hash that is being made.
#[derive(Debug)]
pub(super) struct Folded(u64);

impl Default for Seeded {
    fn default() -> Self {
        Seeded(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Seeded {
    type Hasher = Folded;

    #[inline]
    fn build_hasher(&self) -> Folded {
        Folded(self.0)
    }
}

impl Folded {
    /// Multiplies, and folds the upper half of the product onto the lower one.
    #[inline]
    fn mix(&mut self, word: u64) {
        // The digits of pi, as in other hashes of this kind: odd, and without a pattern.
        const FACTOR: u128 = 0x243f_6a88_85a3_08d3;
        let product = u128::from(self.0 ^ word) * FACTOR;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }
}

impl Hasher for Folded {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let rest = rest
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.mix(rest ^ (bytes.len() as u64) << 56);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.mix(u64::from(byte));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_i64(&mut self, word: i64) {
        self.mix(word.cast_unsigned());
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.mix(word.cast_unsigned() as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_that_are_alike_are_spread_over_the_map() {
        let seeded = Seeded::default();
        let slots = |hash: u64| (hash & 0xffff, hash >> 57);
        let texts: HashSet<_> = (0..10_000)
            .map(|n| slots(seeded.hash_one(format!("c{n}"))))
            .collect();
        let numbers: HashSet<_> = (0..10_000u64).map(|n| slots(seeded.hash_one(n))).collect();
        assert!(texts.len() > 9_900 && numbers.len() > 9_900);
    }

    #[test]
    fn texts_that_differ_in_length_or_order_differ() {
        let seeded = Seeded::default();
        let texts = [
            "",
            "\0",
            "\0\0",
            "ab",
            "ba",
            "12345678",
            "123456780",
            "1234567",
        ];
        let hashes: HashSet<_> = texts.iter().map(|text| seeded.hash_one(text)).collect();
        assert_eq!(hashes.len(), texts.len());
    }
}
