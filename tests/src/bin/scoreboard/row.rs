//! A row of the scoreboard: what was done, and each figure with its limit.
//!
//! In: figures as they were measured. Out: whether all of them hold, and the row as text. It judges
//! nothing but whether a figure is within its limit.

use std::fmt;
use std::time::Duration;

/// One property, measured.
#[derive(Debug)]
pub(crate) struct Row {
    /// What was done: counts and sizes.
    pub(crate) done: String,
    figures: Vec<Figure>,
}

#[derive(Debug)]
struct Figure {
    value: String,
    limit: String,
    holds: bool,
}

/// A figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Amount {
    /// Memory that was gained, in MiB.
    MiB(f64),
    /// A time, in milliseconds.
    Ms(f64),
}

impl From<Duration> for Amount {
    fn from(time: Duration) -> Self {
        Self::Ms(time.as_secs_f64() * 1000.0)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MiB(mib) => write!(f, "{mib:+.1} MiB"),
            Self::Ms(ms) if *ms < 10.0 => write!(f, "{ms:.1} ms"),
            Self::Ms(ms) => write!(f, "{ms:.0} ms"),
        }
    }
}

impl Row {
    pub(crate) fn new(done: impl Into<String>) -> Self {
        Self {
            done: done.into(),
            figures: Vec::new(),
        }
    }

    /// A number that has to be that one.
    pub(crate) fn exactly<T: PartialEq + fmt::Display>(&mut self, what: &str, value: T, wanted: T) {
        self.push(what, value.to_string(), wanted.to_string(), value == wanted);
    }

    /// A number that may not be more.
    pub(crate) fn at_most<T: PartialOrd + fmt::Display>(&mut self, what: &str, value: T, limit: T) {
        let holds = value <= limit;
        self.push(what, value.to_string(), format!("≤ {limit}"), holds);
    }

    fn push(&mut self, what: &str, value: String, limit: String, holds: bool) {
        let mark = if holds { "" } else { "**" };
        self.figures.push(Figure {
            value: format!("{mark}{what} {value}{mark}"),
            limit,
            holds,
        });
    }

    pub(crate) fn holds(&self) -> bool {
        !self.figures.is_empty() && self.figures.iter().all(|figure| figure.holds)
    }

    /// The figures, and their limits in the same order.
    pub(crate) fn texts(&self) -> (String, String) {
        let join = |of: fn(&Figure) -> &str| {
            let texts: Vec<&str> = self.figures.iter().map(of).collect();
            texts.join("; ")
        };
        (join(|figure| &figure.value), join(|figure| &figure.limit))
    }
}

/// The time below which so many of a hundred lie.
pub(crate) fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let at = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(at).copied().unwrap_or(Duration::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_when_all_of_its_figures_do() {
        let mut row = Row::new("nothing");
        assert!(!row.holds(), "nothing was measured");
        row.exactly("lost", 0, 0);
        row.at_most("memory", Amount::MiB(7.9), Amount::MiB(8.0));
        assert!(row.holds());
        row.exactly("answered", 9, 10);
        assert!(!row.holds());
        assert_eq!(
            row.texts(),
            (
                "lost 0; memory +7.9 MiB; **answered 9**".to_owned(),
                "0; ≤ +8.0 MiB; 10".to_owned()
            )
        );
    }

    #[test]
    fn a_percentile_is_one_of_the_times() {
        let mut times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut times, 99), Duration::from_millis(198));
        assert_eq!(percentile(&mut times, 50), Duration::from_millis(100));
        assert_eq!(percentile(&mut times[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&mut [], 99), Duration::MAX);
    }
}
