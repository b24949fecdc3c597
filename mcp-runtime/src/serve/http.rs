//! Serving over HTTP inside a program of the user's.
//!
//! In: a built server and an address. Out: served requests until the options' `Shutdown` begins, and
//! then until what ran is answered. It never reads the command line, never installs a signal handler
//! and never ends the process; `run()` does all three.

use super::check_timers;
use crate::http::{HttpEndpoint, HttpOptions, HttpServer, HttpSseEndpoint};
use crate::server::{Server, Service};
use crate::{Error, Result};
use tokio::net::ToSocketAddrs;

impl Server {
    /// Builds the server and serves it over HTTP, for clients on the same machine. See
    /// [`Service::serve_http`].
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, and those of [`Service::serve_http`].
    pub async fn serve_http(self, address: impl ToSocketAddrs) -> Result<()> {
        self.build()?.serve_http(address).await
    }

    /// Builds the server and serves it over HTTP as the options say. See
    /// [`Service::serve_http_with`].
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, and those of [`Service::serve_http_with`].
    pub async fn serve_http_with(
        self,
        options: HttpOptions,
        address: impl ToSocketAddrs,
    ) -> Result<()> {
        self.build()?.serve_http_with(options, address).await
    }

    /// Builds the server and opens its socket; nothing is served yet. See [`Service::listen_http`].
    ///
    /// # Errors
    /// Whatever [`build`](Self::build) finds, and those of [`Service::listen_http`].
    pub async fn listen_http(
        self,
        options: HttpOptions,
        address: impl ToSocketAddrs,
    ) -> Result<HttpServer<HttpEndpoint>> {
        self.build()?.listen_http(options, address).await
    }
}

impl Service {
    /// Serves Streamable HTTP at an address, such as `127.0.0.1:8000`, for clients on the same
    /// machine: the endpoint is at `/mcp`. Never ends the process and installs no signal handler, so
    /// this goes on until it is dropped, which cuts what runs; whoever wants an end that lets calls
    /// finish takes [`serve_http_with`](Self::serve_http_with).
    ///
    /// ```no_run
    /// use mcp_runtime::prelude::*;
    ///
    /// #[tokio::main]
    /// async fn main() -> mcp_runtime::Result<()> {
    ///     let service = Server::new("calculator", "1.0.0").build()?;
    ///     service.serve_http("127.0.0.1:8000").await
    /// }
    /// ```
    ///
    /// # Errors
    /// An address that can't be bound, or that other machines reach; no runtime of tokio with
    /// timers. None while serving: what goes wrong with a connection ends that connection.
    pub async fn serve_http(&self, address: impl ToSocketAddrs) -> Result<()> {
        self.serve_http_with(HttpOptions::new(), address).await
    }

    /// Like [`serve_http`](Self::serve_http), as the options say: who may reach it, within which
    /// limits, and, by [`HttpOptions::shutdown`], until when. Once that begins, calls that run may go
    /// on for [`Limits::signal_grace`](crate::limits::Limits::signal_grace); this returns when all
    /// connections have ended.
    ///
    /// ```
    /// use mcp_runtime::http::HttpOptions;
    /// use mcp_runtime::prelude::*;
    ///
    /// # #[tokio::main]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let options = HttpOptions::new().allow_host("mcp.example.com");
    /// let shutdown = options.shutdown();
    /// // Somewhere else in the program, once it wants to end:
    /// tokio::spawn(async move { shutdown.begin() });
    /// let service = Server::new("calculator", "1.0.0").build()?;
    /// service.serve_http_with(options, "127.0.0.1:0").await
    /// # }
    /// ```
    ///
    /// # Errors
    /// An address that can't be bound; one that other machines reach, where the options don't say
    /// that this is meant; a host or origin in the options that is none; no runtime of tokio with
    /// timers. None while serving.
    pub async fn serve_http_with(
        &self,
        options: HttpOptions,
        address: impl ToSocketAddrs,
    ) -> Result<()> {
        self.listen_http(options, address).await?.serve().await
    }

    /// The endpoint of HTTP+SSE, the transport of the first revision, for any router that takes `tower`
    /// services; at the paths of [`HttpOptions::http_sse_at`], or `/sse` and `/messages`. The same
    /// service takes the GET that opens a stream and the POST of each message:
    ///
    /// ```
    /// use mcp_runtime::http::HttpOptions;
    /// use mcp_runtime::prelude::*;
    ///
    /// # fn main() -> mcp_runtime::Result<()> {
    /// let service = Server::new("calculator", "1.0.0").build()?;
    /// let options = HttpOptions::new().http_sse_at("/old/sse", "/old/messages");
    /// let old = service.http_sse(options)?;
    /// // With axum: `.route_service("/old/sse", old.clone()).route_service("/old/messages", old)`.
    /// assert_eq!(old.streams(), 0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A server without a revision that has a handshake; a path, host or origin in the options that
    /// is none.
    pub fn http_sse(&self, options: HttpOptions) -> Result<HttpSseEndpoint> {
        let options = match options.http_sse {
            Some(_) => options,
            None => options.http_sse(),
        };
        Ok(HttpSseEndpoint::new(self.http(options)?))
    }

    /// Opens the socket, so that the address is known before anything is served: port 0 is any free
    /// one. [`HttpServer::serve`] serves it.
    ///
    /// ```
    /// use mcp_runtime::http::HttpOptions;
    /// use mcp_runtime::prelude::*;
    ///
    /// # #[tokio::main]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let service = Server::new("calculator", "1.0.0").build()?;
    /// let http = service.listen_http(HttpOptions::new(), "127.0.0.1:0").await?;
    /// println!("http://{}/mcp", http.local_addr());
    /// let shutdown = http.shutdown();
    /// let serving = tokio::spawn(http.serve());
    /// shutdown.begin();
    /// serving.await.expect("no panic")
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`serve_http_with`](Self::serve_http_with).
    pub async fn listen_http(
        &self,
        options: HttpOptions,
        address: impl ToSocketAddrs,
    ) -> Result<HttpServer<HttpEndpoint>> {
        check_timers().map_err(|error| Error::transport("the server can't be served", error))?;
        let endpoint = self.http(options.clone())?;
        let mut server = HttpServer::bind(address, endpoint, &options).await?;
        let limits = &self.inner().limits;
        server.graces.calls = limits.signal_grace;
        server.graces.last_words = limits.last_words;
        server.graces.unread = limits.unread_output_patience;
        Ok(server)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::time::timeout;

    const PATIENCE: Duration = Duration::from_secs(20);

    fn service() -> Service {
        Server::new("inside", "1").build().expect("a server")
    }

    async fn asked(address: std::net::SocketAddr, request: &str) -> String {
        let mut client = TcpStream::connect(address).await.expect("a connection");
        client.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = String::new();
        let read = timeout(PATIENCE, client.read_to_string(&mut answer)).await;
        read.expect("in time").expect("an answer");
        answer
    }

    #[tokio::test]
    async fn a_server_that_listens_answers_until_its_end_begins_and_then_returns() {
        let server = Server::new("inside", "1");
        let http = server.listen_http(HttpOptions::new(), "127.0.0.1:0").await;
        let http = http.expect("a socket");
        let (address, shutdown) = (http.local_addr(), http.shutdown());
        let serving = tokio::spawn(http.serve());
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = asked(address, &request).await;
        assert!(
            answer.ends_with(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
            "{answer}"
        );
        shutdown.begin();
        let served = timeout(PATIENCE, serving).await.expect("it returns");
        assert!(served.expect("no panic").is_ok());
    }

    #[tokio::test]
    async fn an_end_that_was_begun_before_is_the_end_at_once() {
        let options = HttpOptions::new();
        options.shutdown().begin();
        let service = service();
        let served = service.serve_http_with(options, "127.0.0.1:0");
        assert!(timeout(PATIENCE, served).await.expect("it returns").is_ok());
    }

    #[tokio::test]
    async fn an_address_that_others_reach_is_refused_with_the_remedy() {
        let refused = service().serve_http("0.0.0.0:0").await;
        let text = refused.expect_err("nobody meant it").to_string();
        assert!(text.contains("expose_without_auth"), "{text}");
    }

    #[test]
    fn a_runtime_without_timers_is_refused_in_words() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build();
        let served = runtime
            .expect("a runtime")
            .block_on(service().serve_http("127.0.0.1:0"));
        let error = served.expect_err("no timers").to_string();
        assert!(error.contains("`enable_time()`"), "{error}");
    }
}
