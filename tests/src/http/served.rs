//! A server on a socket of this machine.
//!
//! In: a server and the choices of its endpoint. Out: its address, until it is dropped.

use std::net::SocketAddr;
use std::sync::OnceLock;

use mcp_runtime::Server;
use mcp_runtime::http::{HttpOptions, HttpServer, Shutdown};
use tokio::runtime::{Handle, Runtime};

/// A server that is served until this is dropped.
pub struct Served {
    address: SocketAddr,
    shutdown: Shutdown,
}

fn shared() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let built = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        built.expect("a runtime starts")
    })
}

impl Served {
    /// Serves on a port of this machine, on a runtime that all tests of a program share.
    pub fn start(server: Server, options: HttpOptions) -> Result<Self, String> {
        Self::start_on(shared().handle(), server, options)
    }

    /// The same on another runtime.
    pub fn start_on(
        runtime: &Handle,
        server: Server,
        options: HttpOptions,
    ) -> Result<Self, String> {
        // Building may ask for a runtime.
        let _entered = runtime.enter();
        let service = server.build().map_err(|error| error.to_string())?;
        let endpoint = service
            .http(options.clone())
            .map_err(|error| error.to_string())?;
        let bound = runtime.block_on(HttpServer::bind("127.0.0.1:0", endpoint, &options));
        let server = bound.map_err(|error| error.to_string())?;
        let served = Self {
            address: server.local_addr(),
            shutdown: server.shutdown(),
        };
        runtime.spawn(server.serve());
        Ok(served)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Tells it to end.
    pub fn end(&self) {
        self.shutdown.begin();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.end();
    }
}
