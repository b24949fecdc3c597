//! Which places in the sources any client could want events of.
//!
//! In: the levels that clients ask for, and the choices of the application. Out: the filter around
//! the layer, so that `tracing` itself skips what nobody asked for at the price of one comparison.
//! Whether one request wants one event is decided later.

use super::Only;
use mcp_core::logging::LoggingLevel;
use std::sync::atomic::{AtomicU8, Ordering};
use tracing::level_filters::LevelFilter;
use tracing::subscriber::Interest;
use tracing::{Level, Metadata};
use tracing_subscriber::layer::{Context, Filter};

/// The most detailed level that any client of this process has asked for, as a place in
/// [`FILTERS`]. It only rises, because each change has `tracing` look at every place anew.
static ASKED: AtomicU8 = AtomicU8::new(0);

const FILTERS: [LevelFilter; 6] = [
    LevelFilter::OFF,
    LevelFilter::ERROR,
    LevelFilter::WARN,
    LevelFilter::INFO,
    LevelFilter::DEBUG,
    LevelFilter::TRACE,
];

/// The most detailed events that a client of this level wants.
fn place(level: LoggingLevel) -> u8 {
    match level {
        LoggingLevel::Debug => 5,
        LoggingLevel::Info => 3,
        LoggingLevel::Notice | LoggingLevel::Warning => 2,
        LoggingLevel::Error => 1,
        LoggingLevel::Critical | LoggingLevel::Alert | LoggingLevel::Emergency => 0,
    }
}

/// A client asks for this level.
pub(super) fn raise(level: LoggingLevel) {
    let place = place(level);
    if ASKED.load(Ordering::Relaxed) < place && ASKED.fetch_max(place, Ordering::AcqRel) < place {
        tracing::callsite::rebuild_interest_cache();
    }
}

fn asked() -> LevelFilter {
    let place = usize::from(ASKED.load(Ordering::Relaxed));
    FILTERS.get(place).copied().unwrap_or(LevelFilter::TRACE)
}

/// Events of this framework's own.
pub(super) fn is_ours(target: &str) -> bool {
    is_in(target, "mcp_runtime") || is_in(target, "mcp_core")
}

/// Whether a target is one of these or inside of one; none stand for all.
pub(super) fn is_under(target: &str, targets: &[String]) -> bool {
    targets.is_empty() || targets.iter().any(|whole| is_in(target, whole))
}

fn is_in(target: &str, whole: &str) -> bool {
    let rest = target.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The filter.
pub(super) struct Wanted {
    most: LevelFilter,
    targets: Vec<String>,
    only: Option<Only>,
}

impl Wanted {
    pub(super) fn new(most: Level, targets: Vec<String>, only: Option<Only>) -> Self {
        Self {
            most: most.into(),
            targets,
            only,
        }
    }

    fn events(&self) -> LevelFilter {
        asked().min(self.most)
    }

    /// Spans carry calls into tasks. Those of `INFO` and graver always do; more detailed ones
    /// only once events of their level are wanted.
    fn wants(&self, metadata: &Metadata<'_>) -> bool {
        if metadata.is_span() {
            return *metadata.level() <= self.events().max(LevelFilter::INFO);
        }
        let target = metadata.target();
        // NB. an event of the `log` crate has its target among its fields.
        let fits = target == "log" || is_under(target, &self.targets);
        *metadata.level() <= self.events()
            && fits
            && !is_ours(target)
            && self.only.as_ref().is_none_or(|only| only(metadata))
    }
}

impl<S> Filter<S> for Wanted {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        self.wants(metadata)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        match self.wants(metadata) {
            true => Interest::always(),
            false => Interest::never(),
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.events().max(LevelFilter::INFO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_stands_for_the_modules_inside_of_it() {
        let notes = ["notes".to_owned()];
        assert!(is_under("notes", &notes) && is_under("notes::store", &notes));
        assert!(!is_under("notes_store", &notes) && !is_under("note", &notes));
        assert!(is_under("anything", &[]));
        assert!(is_ours("mcp_runtime::call") && !is_ours("mcp_runtime_extra"));
    }

    #[test]
    fn a_level_wants_events_that_are_as_grave_and_no_others() {
        let wanted = |level| FILTERS[usize::from(place(level))];
        assert_eq!(wanted(LoggingLevel::Debug), LevelFilter::TRACE);
        assert_eq!(wanted(LoggingLevel::Info), LevelFilter::INFO);
        assert_eq!(wanted(LoggingLevel::Notice), LevelFilter::WARN);
        assert_eq!(wanted(LoggingLevel::Error), LevelFilter::ERROR);
        assert_eq!(wanted(LoggingLevel::Critical), LevelFilter::OFF);
    }
}
