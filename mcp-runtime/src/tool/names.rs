//! Names of tools: what the specification allows, and what hosts refuse all the same.
//!
//! In: a name. Out: a fault, or a line in the log. It never changes a name.

use crate::report;

/// Longest name that the specification allows.
const LONGEST: usize = 128;
/// Longest name that every known host takes, with room for a prefix.
const PORTABLE: usize = 60;

/// Checks a name; a gateway, which can't choose names, only warns.
pub(super) fn check(name: &str, odd_names: bool, wrong: &mut Vec<String>) {
    match broken(name) {
        Some(fault) if odd_names => warn(name, &fault),
        Some(fault) => wrong.push(fault),
        None if name.contains('.') || name.len() > PORTABLE => warn(
            name,
            &format!(
                "some hosts refuse names with a dot or of more than {PORTABLE} characters, and the whole list with them"
            ),
        ),
        None => {}
    }
}

fn warn(name: &str, what: &str) {
    tracing::warn!(tool = name, "{what}");
    report::without_subscriber(|| format!("tool `{}`: {what}", name.escape_debug()));
}

fn broken(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the name of a tool must not be empty".to_owned());
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some(odd) = name.chars().find(|c| !allowed(*c)) {
        // NB. some look like letters that are allowed.
        let point = match odd.is_ascii() {
            true => String::new(),
            false => format!(" (U+{:04X})", u32::from(odd)),
        };
        return Some(format!(
            "the name of a tool is made of `A-Z a-z 0-9 _ - .`, and {odd:?}{point} is none of them"
        ));
    }
    (name.len() > LONGEST).then(|| {
        let long = name.len();
        format!("the name of a tool has at most {LONGEST} characters, this one has {long}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(name: &str, odd_names: bool) -> usize {
        let mut wrong = Vec::new();
        check(name, odd_names, &mut wrong);
        wrong.len()
    }

    #[test]
    fn names_outside_of_the_specification_are_refused() {
        for name in ["", "New Tool", "tool,1", "outil_é", "a/b", &"x".repeat(129)] {
            assert_eq!(faults(name, false), 1, "{name}");
        }
    }

    #[test]
    fn names_that_only_some_hosts_refuse_are_served() {
        for name in ["calendar.read", &"x".repeat(128), "A-b_9"] {
            assert_eq!(faults(name, false), 0, "{name}");
        }
    }

    #[test]
    fn a_gateway_may_serve_what_it_was_given() {
        assert_eq!(faults("New Tool", true), 0);
    }
}
