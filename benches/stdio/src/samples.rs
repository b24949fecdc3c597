//! Measurements of one kind: numbers enter, their median leaves. Shared with the benchmark over HTTP.

/// Numbers of which the median counts.
#[derive(Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds one.
    pub fn push(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// The middle one; none when nothing was measured.
    pub fn median(&self) -> Option<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    }
}

/// Has the chosen servers take turns in so many rounds: each has each place in the order once, so that
/// a busy neighbour meets all of them.
pub fn in_turns(
    chosen: &[usize],
    rounds: usize,
    mut one_round: impl FnMut(usize) -> Result<(), String>,
) -> Result<(), String> {
    for round in 0..rounds {
        eprintln!("  round {} of {rounds}", round + 1);
        for turn in 0..chosen.len() {
            one_round(chosen[(turn + round) % chosen.len()])?;
        }
    }
    Ok(())
}
