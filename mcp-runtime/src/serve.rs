//! Serving: a built server meets a transport.
//!
//! In: a server, and any transport or the process's own streams. Out: served connections. This is
//! the top of the crate: it starts the engine, and nothing below names it.

#[cfg(feature = "http")]
mod http;

use crate::engine::Connection;
use crate::engine::drive::carry;
use crate::report;
#[cfg(feature = "stdio")]
use crate::run::{self, RunOptions};
use crate::server::{Server, Service};
#[cfg(feature = "stdio")]
use crate::tool::BuiltTool;
use crate::transport::pump::{Bounds, End};
use crate::transport::stop::Stop;
use crate::transport::{Link, Transport};
use crate::{Error, Result};
use std::io;
use std::sync::Arc;
use tokio::runtime::Handle;

impl Server {
    /// Builds the server and runs it over stdin and stdout until the client goes; then ends the
    /// process. See [`Service::run`].
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, or a transport that can't be opened.
    #[cfg(feature = "stdio")]
    pub async fn run(self) -> Result<()> {
        self.build()?.run().await
    }

    /// Like [`run`](Self::run), for a program that has flags of its own. See
    /// [`Service::run_with`].
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, or a transport that can't be opened.
    #[cfg(feature = "stdio")]
    pub async fn run_with(self, options: RunOptions) -> Result<()> {
        self.build()?.run_with(options).await
    }

    /// Builds the server and serves one connection over any transport until it ends.
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, or a transport that fails.
    pub async fn serve<Kind>(self, transport: impl Transport<Kind>) -> Result<()> {
        self.build()?.serve(transport).await
    }
}

impl Service {
    /// Serves one connection over any transport: a pair of `AsyncRead` and `AsyncWrite`, one end
    /// of [`memory::pair`](crate::memory::pair), a socket. Returns when the input has ended and
    /// what was running is answered. Never ends the process, never installs signal handlers.
    ///
    /// # Errors
    /// A transport that can't be opened or fails while serving.
    pub async fn serve<Kind>(&self, transport: impl Transport<Kind>) -> Result<()> {
        self.carry(transport.into_link(), Stop::new())
            .await
            .map(drop)
            .map_err(|error| Error::transport("the connection failed", error))
    }

    /// Runs the server over stdin and stdout until the client goes, then ends the process: user
    /// code could otherwise keep it alive for ever. Reads only its own flags (`--help` lists
    /// them) and ends the process with code 2 on another one; a program with flags of its own
    /// uses [`run_with`](Self::run_with). SIGTERM, SIGINT and SIGHUP let running calls finish
    /// within [`limits::SIGNAL_GRACE`](crate::limits::SIGNAL_GRACE). When the client was killed and
    /// something else holds its end of stdin open, the server ends all the same
    /// ([`limits::ORPHAN_GRACE`](crate::limits::ORPHAN_GRACE)).
    ///
    /// # Errors
    /// stdin and stdout that can't be served, such as by a second server in one process.
    #[cfg(feature = "stdio")]
    pub async fn run(&self) -> Result<()> {
        match run::options(|| self.about()) {
            Some(options) => self.run_with(options).await,
            None => Ok(()),
        }
    }

    /// Like [`run`](Self::run), without reading the command line.
    ///
    /// # Errors
    /// stdin and stdout that can't be served, such as by a second server in one process.
    #[cfg(feature = "stdio")]
    pub async fn run_with(&self, options: RunOptions) -> Result<()> {
        let limits = &self.inner().limits;
        let graces = run::Graces {
            signal: limits.signal_grace,
            after_run: limits.after_run_grace,
            after_cancel: limits.last_words,
            orphan: limits.orphan_grace,
        };
        #[cfg(feature = "http")]
        if let Some(address) = &options.http {
            let endpoint = self.http(options.http_options.clone())?;
            let about = || self.about();
            return run::http::start(about, address, endpoint, &options, graces).await;
        }
        let service = self.clone();
        let serve = |link, stop| async move { service.carry(link, stop).await };
        run::run(|| self.about(), &options, graces, serve)
            .await
            .map_err(|error| Error::transport("the server could not run", error))
    }

    /// The endpoint of this server for any router that takes `tower` services, such as axum's
    /// `nest_service`. [`HttpServer`](crate::http::HttpServer) serves it without a router.
    ///
    /// # Errors
    /// A host or origin in the options that is none.
    #[cfg(feature = "http")]
    pub fn http(&self, options: crate::http::HttpOptions) -> Result<crate::http::HttpEndpoint> {
        crate::http::HttpEndpoint::new(self.inner().clone(), options)
    }

    /// What a person is told who starts the server by hand.
    #[cfg(feature = "stdio")]
    fn about(&self) -> run::About {
        let offer = |tool: &Arc<BuiltTool>| run::Offer {
            name: tool.name().to_owned(),
            description: tool.listed().description.clone().unwrap_or_default(),
            example: tool.example(),
        };
        run::About {
            name: self.name().to_owned(),
            version: self.version().to_owned(),
            tools: self.inner().tools.all().iter().map(offer).collect(),
            newest: self.inner().newest(),
            command: run::About::this_command(),
        }
    }

    /// Serves one connection until it ends or `stop` is asked for.
    pub(crate) async fn carry(&self, link: Link, stop: Arc<Stop>) -> io::Result<End> {
        let runtime = Handle::try_current().map_err(|_| {
            io::Error::other(
                "serving needs a tokio runtime: put `#[tokio::main]` on `main`, or call from inside `Runtime::block_on`",
            )
        })?;
        check_timers()?;
        report::warn_where_panics_abort();
        let limits = &self.inner().limits;
        let bounds = Bounds {
            frame: limits.max_frame_bytes,
            output: limits.out_queue_bytes,
            grace: limits.end_of_input_grace,
            full: limits.busy_patience,
            stall: limits.unread_output_patience,
            last_words: limits.last_words,
        };
        let server = self.inner().clone();
        let own_thread = link.has_own_thread();
        let make = move |outgoing| Connection::new(server, runtime, outgoing, own_thread);
        carry(link, bounds, stop, make).await
    }
}

/// A runtime without timers would fail at the first one, in the middle of a call.
fn check_timers() -> io::Result<()> {
    // NB. tokio says so by a panic alone; where a panic ends the process, it had better be later.
    let has_none = cfg!(panic = "unwind")
        && report::panics(|| drop(tokio::time::sleep(std::time::Duration::ZERO)));
    match has_none {
        true => Err(io::Error::other(
            "serving needs a tokio runtime with timers: call `enable_all()`, or `enable_time()`, on its builder",
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_without_timers_is_refused_in_words() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let (client, end) = crate::memory::pair();
        drop(client);
        let served = runtime
            .expect("a runtime")
            .block_on(Server::new("timers", "1").serve(end));
        let error = served.expect_err("no timers").to_string();
        assert!(error.contains("`enable_time()`"), "{error}");
    }
}
