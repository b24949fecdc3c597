//! Running a server over HTTP as a program: what is said at its start, signals, the end of the process.
//!
//! In: a server that has its socket. Out: served clients until a signal, and then the end of the
//! process: with code 0, or 1 where calls had to be cut. It decides nothing about requests.

use super::{About, Graces, RunOptions, end_process, refuse, tell};
use crate::http::{HttpOptions, HttpServer, exposure};
use crate::transport::pump::End;
use bytes::Bytes;
use http_body::Body;
use hyper::body::Incoming;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::io;
use std::net::SocketAddr;
use tower_service::Service;

/// The address to serve at. One that others reach, where nobody said that this is meant, ends the
/// process with code 2; so does one that is none. No socket is opened.
pub(crate) async fn addresses(text: &str, options: &HttpOptions) -> io::Result<Vec<SocketAddr>> {
    let text = super::flags::address(text).unwrap_or_else(|wrong| refuse(&wrong));
    let found: Vec<_> = tokio::net::lookup_host(text).await?.collect();
    if let Some(refusal) = exposure::refusal(&found, options) {
        refuse(&refusal);
    }
    Ok(found)
}

/// Opens the socket and serves an endpoint until a signal.
pub(crate) async fn start<S, B>(
    about: impl FnOnce() -> About,
    address: &str,
    endpoint: S,
    options: &RunOptions,
    graces: Graces,
) -> crate::Result<()>
where
    S: Service<http::Request<Incoming>, Response = http::Response<B>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let failed = |error| crate::Error::transport("the server could not run", error);
    let found = addresses(address, &options.http_options)
        .await
        .map_err(failed)?;
    let server = HttpServer::bind(&found[..], endpoint, &options.http_options).await?;
    run(about, options, graces, server).await.map_err(failed)
}

/// Serves until a signal. Returns only where all calls that ran were answered.
pub(crate) async fn run<S, B>(
    about: impl FnOnce() -> About,
    options: &RunOptions,
    graces: Graces,
    mut server: HttpServer<S>,
) -> io::Result<()>
where
    S: Service<http::Request<Incoming>, Response = http::Response<B>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    server.graces.calls = graces.signal;
    server.graces.last_words = graces.after_cancel;
    if !options.quiet {
        let base = base(server.local_addr(), &options.http_options);
        tell(&about().serving(&format!("{base}/mcp")));
        if let Some((stream, _)) = &options.http_options.http_sse {
            tell(&format!(
                "Clients of HTTP+SSE, the older transport: {base}{stream}\n"
            ));
        }
    }
    #[cfg(unix)]
    {
        let shutdown = server.shutdown();
        super::signals::watch(move || shutdown.begin(), graces.signal)?;
    }
    let unfinished = server.serve_to_end().await.cut;
    let end = End {
        unfinished,
        asked: true,
    };
    // NB. not at once: the program's own last words, and never by the user's runtime.
    std::thread::spawn(move || end_process(Some(end), graces));
    if unfinished {
        std::future::pending::<()>().await;
    }
    Ok(())
}

/// What the URLs begin with that a client on this machine, or one that uses a host's name, is given.
fn base(address: SocketAddr, options: &HttpOptions) -> String {
    let port = address.port();
    match options.hosts.first() {
        Some(host) if has_port(host) => format!("http://{host}"),
        Some(host) => format!("http://{host}:{port}"),
        None if address.ip().is_unspecified() => format!("http://localhost:{port}"),
        None => format!("http://{address}"),
    }
}

/// NB. the colons of an IPv6 address stand in brackets.
fn has_port(host: &str) -> bool {
    let after = host.rsplit_once(']').map_or(host, |(_, after)| after);
    after.contains(':')
}

#[cfg(all(test, unix))]
mod tests;
