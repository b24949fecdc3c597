//! The few flags of a program that is nothing but a server.
//!
//! In: the command line. Out: what it asks for. A flag that is not known is never ignored: the
//! person who typed it believes that it does something.

use std::ffi::OsString;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Run(Asked),
    Help,
    Version,
    Unknown(String),
    /// A flag that is known can't be followed, for this reason.
    Wrong(String),
}

/// What the flags say of HTTP; nothing of it is said over stdin and stdout.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Asked {
    pub(super) http: Option<String>,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) exposed: bool,
    pub(super) http_sse: bool,
}

const FLAGS: &[&str] = &[
    "--help",
    "--version",
    "--http",
    "--http-sse",
    "--allow-host",
    "--allow-origin",
    "--expose-without-auth",
];

/// What a flag with a value is followed by.
const VALUES: [(&str, &str); 3] = [
    ("--http", "an address, such as `127.0.0.1:8000`"),
    ("--allow-host", "a host, such as `notes.example.com`"),
    (
        "--allow-origin",
        "an origin, such as `https://app.example.com`",
    ),
];

pub(super) fn read(arguments: impl IntoIterator<Item = OsString>) -> Wish {
    match read_all(arguments.into_iter()) {
        Ok(wish) | Err(wish) => wish,
    }
}

/// NB. a flag that is not known comes before all that others ask for.
fn read_all(mut arguments: impl Iterator<Item = OsString>) -> Result<Wish, Wish> {
    let mut asked = Asked::default();
    let mut shown = None;
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str() else {
            return Err(Wish::Unknown(argument.to_string_lossy().into_owned()));
        };
        match text {
            "--help" | "-h" => shown = Some(Wish::Help),
            "--version" | "-V" => shown = shown.or(Some(Wish::Version)),
            "--expose-without-auth" => asked.exposed = true,
            "--http-sse" => asked.http_sse = true,
            _ => with_value(text, &mut arguments, &mut asked)?,
        }
    }
    if let Some(shown) = shown {
        return Ok(shown);
    }
    if asked.http_sse && asked.http.is_none() {
        let text = "`--http-sse` needs `--http ADDR` beside it";
        return Err(Wish::Wrong(text.into()));
    }
    let about_http = asked.exposed || !asked.hosts.is_empty() || !asked.origins.is_empty();
    if about_http && asked.http.is_none() {
        let text = "the flags that say who may reach the server need `--http ADDR` beside them";
        return Err(Wish::Wrong(text.into()));
    }
    Ok(Wish::Run(asked))
}

/// `--flag VALUE` or `--flag=VALUE`.
fn with_value(
    text: &str,
    arguments: &mut impl Iterator<Item = OsString>,
    asked: &mut Asked,
) -> Result<(), Wish> {
    let (flag, joined) = match text.split_once('=') {
        Some((flag, value)) => (flag, Some(value.to_owned())),
        None => (text, None),
    };
    let Some((_, what)) = VALUES.iter().find(|(known, _)| *known == flag) else {
        return Err(Wish::Unknown(text.into()));
    };
    let value = joined.or_else(|| arguments.next()?.into_string().ok());
    let value = value.filter(|value| !value.is_empty() && !value.starts_with("--"));
    let value = value.ok_or_else(|| Wish::Wrong(format!("`{flag}` is followed by {what}")))?;
    match flag {
        "--http" if asked.http.is_some() => {
            return Err(Wish::Wrong("`--http` can be said once".into()));
        }
        "--http" => asked.http = Some(address(&value).map_err(Wish::Wrong)?),
        "--allow-host" => asked.hosts.push(value),
        _ => asked.origins.push(value),
    }
    Ok(())
}

/// A host and a port; a port alone is one of this machine, not of all its networks.
pub(super) fn address(text: &str) -> Result<String, String> {
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    let bracketed = host.starts_with('[') && host.ends_with(']');
    let is_host = bracketed || !host.contains([':', '/', '[', ']']);
    // NB. `parse` takes `+80`.
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    if !is_host || !is_port {
        return Err(format!(
            "`{}` is not an address to serve at; write HOST:PORT, such as `127.0.0.1:8000` or `[::1]:8000`, or a port alone",
            text.escape_debug()
        ));
    }
    let host = if host.is_empty() { "127.0.0.1" } else { host };
    Ok(format!("{host}:{port}"))
}

/// What a person is told about a flag that is not known.
pub(super) fn refusal(flag: &str) -> String {
    let name = flag.split_once('=').map_or(flag, |(name, _)| name);
    let nearest = mcp_core::schema::nearest(name, FLAGS.iter().copied());
    let hint = match nearest {
        Some(flag) => format!("; did you mean `{flag}`?"),
        None => format!("; it knows {}", FLAGS.join(", ")),
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
        assert_eq!(wish(&[]), Wish::Run(Asked::default()));
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
        assert!(refusal("config\n.toml").contains("`config\\n.toml`; it knows --help, --version"));
    }

    #[test]
    fn an_address_is_taken_in_every_spelling() {
        for (said, meant) in [
            ("8000", "127.0.0.1:8000"),
            (":8000", "127.0.0.1:8000"),
            ("localhost:8000", "localhost:8000"),
            ("0.0.0.0:0", "0.0.0.0:0"),
            ("[::1]:8000", "[::1]:8000"),
        ] {
            let joined = format!("--http={said}");
            for arguments in [&["--http", said][..], &[joined.as_str()]] {
                let Wish::Run(asked) = wish(arguments) else {
                    panic!("{arguments:?}");
                };
                assert_eq!(asked.http.as_deref(), Some(meant));
            }
        }
    }

    #[test]
    fn what_is_no_address_is_said_with_an_example() {
        for said in [
            "here",
            "::1",
            "::1:8000",
            "127.0.0.1:",
            "127.0.0.1:65536",
            "http://a:1",
            ":+80",
            "a:b",
        ] {
            let Wish::Wrong(text) = wish(&["--http", said]) else {
                panic!("{said}");
            };
            assert!(
                text.contains(said) && text.contains("`127.0.0.1:8000`"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_flag_without_its_value_is_named() {
        for arguments in [
            &["--http"][..],
            &["--http="],
            &["--http", "--allow-host", "a"],
        ] {
            let Wish::Wrong(text) = wish(arguments) else {
                panic!("{arguments:?}");
            };
            assert!(
                text.starts_with("`--http` is followed by an address"),
                "{text}"
            );
        }
        assert!(matches!(
            wish(&["--http", "1", "--http", "2"]),
            Wish::Wrong(_)
        ));
    }

    #[test]
    fn who_may_reach_a_server_is_said_beside_http_alone() {
        let words = [
            "--allow-host",
            "a.example",
            "--allow-origin=https://b.example",
            "--expose-without-auth",
        ];
        assert!(matches!(wish(&words), Wish::Wrong(text) if text.contains("`--http ADDR`")));
        let mut all = vec!["--http", "8000"];
        all.extend(words);
        let meant = Asked {
            http: Some("127.0.0.1:8000".into()),
            hosts: vec!["a.example".into()],
            origins: vec!["https://b.example".into()],
            exposed: true,
            http_sse: false,
        };
        assert_eq!(wish(&all), Wish::Run(meant));
    }

    #[test]
    fn the_transport_of_the_first_revision_is_asked_for_beside_http() {
        assert!(
            matches!(wish(&["--http-sse"]), Wish::Wrong(text) if text.contains("`--http ADDR`"))
        );
        let Wish::Run(asked) = wish(&["--http", "8000", "--http-sse"]) else {
            panic!("it runs");
        };
        assert!(asked.http_sse);
    }
}
