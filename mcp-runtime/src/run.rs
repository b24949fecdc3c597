//! Running a server as a program: flags, the greeting for a person, signals, the end of the
//! process.
//!
//! In: a server and the command line. Out: a served client, and then the end of the process, in
//! time even where a tool hangs. It reads no flags but its own few, prints nothing to stdout save
//! what `--help` and `--version` ask for, and decides nothing about messages.

mod about;
mod flags;
#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(unix)]
mod parent;
#[cfg(unix)]
mod signals;

pub(crate) use about::{About, Offer};

use crate::transport::pump::End;
use crate::transport::stdio::Stdio;
use crate::transport::stop::Stop;
use crate::transport::{Link, Transport};
use flags::Wish;
use std::future::Future;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

/// How a server is run, for programs with flags of their own.
///
/// ```no_run
/// # use mcp_runtime::RunOptions;
/// let options = RunOptions::new().quiet();
/// # drop(options);
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct RunOptions {
    /// Whether a person who starts the program in a terminal is told nothing.
    pub quiet: bool,
    /// Where it is served over HTTP.
    #[cfg(feature = "http")]
    pub(crate) http: Option<String>,
    #[cfg(feature = "http")]
    pub(crate) http_options: crate::http::HttpOptions,
}

impl RunOptions {
    /// Over stdin and stdout, with a greeting for whoever starts the program in a terminal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Without the greeting.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Over HTTP, at an address such as `127.0.0.1:8000`, rather than stdin and stdout; `:8000` and
    /// `8000` are ports of this machine alone.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn http(mut self, address: impl Into<String>) -> Self {
        self.http = Some(address.into());
        self
    }

    /// Who may reach it over HTTP, and within which limits.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn http_options(mut self, options: crate::http::HttpOptions) -> Self {
        self.http_options = options;
        self
    }

    #[cfg(feature = "http")]
    #[expect(
        clippy::unnecessary_wraps,
        reason = "without the feature there are errors"
    )]
    fn asked(asked: flags::Asked) -> Result<Self, String> {
        let mut http = crate::http::HttpOptions::new();
        for host in asked.hosts {
            http = http.allow_host(host);
        }
        for origin in asked.origins {
            http = http.allow_origin(origin);
        }
        if asked.exposed {
            http = http.expose_without_auth();
        }
        if asked.http_sse {
            http = http.http_sse();
        }
        let mut options = Self::new().http_options(http);
        options.http = asked.http;
        Ok(options)
    }

    #[cfg(not(feature = "http"))]
    fn asked(asked: flags::Asked) -> Result<Self, String> {
        let (other, origins) = (asked.exposed, asked.origins.len() + asked.hosts.len());
        match asked.http.is_some() || other || origins > 0 {
            true => Err(
                "`--http` needs the feature `http` of the crate `mcp-runtime`: in Cargo.toml, \
                 `mcp-runtime = { …, features = [\"http\"] }`"
                    .into(),
            ),
            false => Ok(Self::new()),
        }
    }
}

/// How long what is there may go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graces {
    /// Running calls, after a signal.
    #[cfg_attr(not(unix), allow(dead_code))]
    pub(crate) signal: Duration,
    /// The rest of the program, after a client has gone.
    pub(crate) after_run: Duration,
    /// Handlers that were cancelled, to notice it.
    pub(crate) after_cancel: Duration,
    /// Running calls, when whoever started the process is gone; none when nobody looks.
    #[cfg_attr(not(unix), allow(dead_code))]
    pub(crate) orphan: Option<Duration>,
}

/// Does what the command line says: runs, or shows a text and returns. An unknown flag ends the
/// process with code 2.
pub(crate) fn options(about: impl FnOnce() -> About) -> Option<RunOptions> {
    match flags::read(std::env::args_os().skip(1)) {
        Wish::Run(asked) => match RunOptions::asked(asked) {
            Ok(options) => return Some(options),
            Err(wrong) => refuse(&wrong),
        },
        Wish::Help => show(&about().help()),
        Wish::Version => show(&about().title()),
        Wish::Unknown(flag) => {
            tell(&flags::refusal(&flag));
            std::process::exit(2);
        }
        Wish::Wrong(wrong) => refuse(&wrong),
    }
    None
}

/// Serves stdin and stdout by `serve`, and sees to it that the process ends soon afterwards:
/// once the client has gone, or after a signal. Returns only where everything ended well, or
/// where nothing could be served; then the rest of the program has a moment.
pub(crate) async fn run<F, S>(
    about: impl FnOnce() -> About,
    options: &RunOptions,
    graces: Graces,
    serve: S,
) -> io::Result<()>
where
    S: FnOnce(Link, Arc<Stop>) -> F,
    F: Future<Output = io::Result<End>>,
{
    if !options.quiet && io::stdin().is_terminal() {
        tell(&about().greeting());
    }
    let stop = Stop::new();
    #[cfg(unix)]
    {
        let stop = stop.clone();
        signals::watch(move || stop.ask(graces.signal), graces.signal)?;
    }
    #[cfg(unix)]
    if let Some(grace) = graces.orphan {
        parent::watch(stop.clone(), grace)?;
    }
    let link = Stdio {
        keep: true,
        at_end: Some(Box::new(move |end| end_process(end, graces))),
    };
    let end = serve(link.into_link(), stop).await?;
    #[cfg(not(unix))]
    std::thread::spawn(move || end_process(Some(end), graces));
    if end.unfinished {
        // The thread of the connection ends the process, with the code that says so.
        std::future::pending::<()>().await;
    }
    Ok(())
}

/// Ends the process, unless the program does so itself before. NB. not on a thread of the user's
/// runtime: a tool may block all of those.
fn end_process(end: Option<End>, graces: Graces) {
    let (patience, code) = match end {
        Some(end) if end.unfinished => (graces.after_cancel, i32::from(end.asked)),
        Some(_) => (graces.after_run, 0),
        None => (graces.after_run, 1),
    };
    std::thread::sleep(patience);
    std::process::exit(code);
}

/// Ends the process with the code of a command line that can't be followed.
fn refuse(wrong: &str) -> ! {
    tell(&format!("error: {wrong}\n"));
    std::process::exit(2);
}

/// For the person at the terminal. NB. a closed stderr is no reason to fail.
fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// What was asked for.
fn show(text: &str) {
    let _ = writeln!(io::stdout(), "{}", text.trim_end());
}
