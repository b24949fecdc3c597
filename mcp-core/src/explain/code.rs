//! The codes of findings: each is a row of words in the tables of `words`.
//!
//! In: the name of a code. Out: its severity and its words. Codes never change their names: people
//! search for them and programs filter by them.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::lang::Words;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Allowed, but it will cost somebody time.
    Warning,
    /// A rule is broken, or the other side can't use the message.
    Error,
}

impl Severity {
    /// The word for programs: `error`, `warning`, `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is said about every finding of a code. The texts may hold `{name}` for what a finding
/// knows.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub(super) title: Words,
    /// What was there.
    pub(super) found: Words,
    /// What should have been there.
    pub(super) expected: Words,
    /// The rule, with its revision and chapter.
    pub(super) rule: Words,
    /// What to do next.
    pub(super) next: Words,
}

/// What kind of finding one is. The name is stable: `id-null`.
#[derive(Clone, Copy)]
pub struct Code(pub(super) &'static Row);

impl Code {
    /// Every code, in the order in which messages are read.
    pub fn all() -> impl Iterator<Item = Code> {
        super::words::TABLES
            .iter()
            .flat_map(|rows| rows.iter().copied())
    }

    /// The code of this name.
    pub fn named(name: &str) -> Option<Code> {
        Code::all().find(|code| code.name() == name)
    }

    /// Its name, in words joined by hyphens.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// How bad it is.
    pub const fn severity(self) -> Severity {
        self.0.severity
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Code {}

impl Hash for Code {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Makes the rows of one table, each with a constant of its own.
macro_rules! rows {
    ($(
        $(#[$doc:meta])*
        $constant:ident = $name:literal, $severity:ident {
            title: $title_en:literal, $title_ko:literal;
            found: $found_en:literal, $found_ko:literal;
            expected: $expected_en:literal, $expected_ko:literal;
            rule: $rule_en:literal, $rule_ko:literal;
            next: $next_en:literal, $next_ko:literal;
        }
    )*) => {
        $(
            $(#[$doc])*
            pub(in crate::explain) const $constant: Code = Code(&Row {
                name: $name,
                severity: Severity::$severity,
                title: Words::new($title_en, $title_ko),
                found: Words::new($found_en, $found_ko),
                expected: Words::new($expected_en, $expected_ko),
                rule: Words::new($rule_en, $rule_ko),
                next: Words::new($next_en, $next_ko),
            });
        )*

        pub(super) const ROWS: &[Code] = &[$($constant),*];
    };
}

pub(super) use rows;
