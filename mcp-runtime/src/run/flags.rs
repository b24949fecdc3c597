//! The few flags of a program that is nothing but a server.
//!
//! In: the command line. Out: what it asks for. A flag that is not known is never ignored: the
//! person who typed it believes that it does something.

use std::ffi::OsString;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Run,
    Help,
    Version,
    Unknown(String),
}

const FLAGS: [&str; 2] = ["--help", "--version"];

pub(super) fn read(arguments: impl IntoIterator<Item = OsString>) -> Wish {
    let mut wish = Wish::Run;
    for argument in arguments {
        match argument.to_str() {
            Some("--help" | "-h") => wish = Wish::Help,
            Some("--version" | "-V") if wish == Wish::Run => wish = Wish::Version,
            Some("--version" | "-V") => {}
            _ => return Wish::Unknown(argument.to_string_lossy().into_owned()),
        }
    }
    wish
}

/// What a person is told about a flag that is not known.
pub(super) fn refusal(flag: &str) -> String {
    let nearest = mcp_core::schema::nearest(flag, FLAGS);
    let hint = match nearest {
        Some(flag) => format!("; did you mean `{flag}`?"),
        None => format!("; it knows {}", FLAGS.join(" and ")),
    };
    format!(
        "error: this server does not know `{}`{hint}\n\
         A program with flags of its own runs its server by `run_with(RunOptions::new())`, which reads none.\n",
        flag.escape_debug()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(arguments: &[&str]) -> Wish {
        read(arguments.iter().map(OsString::from))
    }

    #[test]
    fn without_a_flag_a_server_runs() {
        assert_eq!(wish(&[]), Wish::Run);
    }

    #[test]
    fn help_and_version_are_known_and_help_wins() {
        assert_eq!(wish(&["--help"]), Wish::Help);
        assert_eq!(wish(&["-V"]), Wish::Version);
        assert_eq!(wish(&["--version", "--help"]), Wish::Help);
        assert_eq!(wish(&["--help", "--version"]), Wish::Help);
    }

    #[test]
    fn an_unknown_flag_is_named_with_the_nearest_that_is_known() {
        assert_eq!(
            wish(&["--help", "--verison"]),
            Wish::Unknown("--verison".into())
        );
        assert!(refusal("--verison").contains("`--verison`; did you mean `--version`?"));
        assert!(refusal("config\n.toml").contains("`config\\n.toml`; it knows --help and"));
    }
}
