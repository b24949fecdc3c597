//! Latencies of one kind of call, in bounded memory.
//!
//! In: spans of time. Out: the least, the median and the greatest. The median is exact for the
//! first [`KEPT`] calls; of more it is that of a fair choice among them.

use std::time::Duration;

/// So many latencies are kept.
const KEPT: usize = 1_024;

/// Latencies.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    seen: u64,
    least: Duration,
    greatest: Duration,
    kept: Vec<Duration>,
    /// The state of the choice; it needs no secret, only evenness.
    dice: u64,
}

impl Samples {
    pub(super) fn add(&mut self, span: Duration) {
        self.least = match self.seen {
            0 => span,
            _ => self.least.min(span),
        };
        self.greatest = self.greatest.max(span);
        self.seen += 1;
        if self.kept.len() < KEPT {
            self.kept.push(span);
            return;
        }
        // Knuth's generator; the high bits are even enough to choose by.
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let place = (self.dice >> 33) % self.seen;
        if let Some(kept) = usize::try_from(place)
            .ok()
            .and_then(|at| self.kept.get_mut(at))
        {
            *kept = span;
        }
    }

    /// The least, the median and the greatest; none when there are none.
    pub(super) fn spread(&self) -> Option<[Duration; 3]> {
        let mut kept = self.kept.clone();
        kept.sort_unstable();
        let median = kept.get(kept.len().checked_sub(1)? / 2)?;
        Some([self.least, *median, self.greatest])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_latencies_are_told_exactly() {
        let mut samples = Samples::default();
        assert!(samples.spread().is_none());
        for millis in [5, 1, 9] {
            samples.add(Duration::from_millis(millis));
        }
        let spread = samples.spread().unwrap().map(|span| span.as_millis());
        assert_eq!(spread, [1, 5, 9]);
    }

    #[test]
    fn the_median_of_many_is_near_and_their_memory_bounded() {
        let mut samples = Samples::default();
        for millis in 0..100_000 {
            samples.add(Duration::from_millis(millis));
        }
        let [least, median, greatest] = samples.spread().unwrap().map(|span| span.as_millis());
        assert_eq!((least, greatest), (0, 99_999));
        assert!((40_000..60_000).contains(&median), "{median}");
        assert_eq!(samples.kept.len(), KEPT);
    }
}
