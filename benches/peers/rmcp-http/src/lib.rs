//! How both of the benchmark's servers on rmcp are put on a socket.
//!
//! In: an axum app. Out: the address on stdout, then service without end. `TCP_NODELAY` is switched
//! on, which rmcp's documentation does not show: without it each answer as a stream waits for the
//! client's delayed acknowledgement, some 44 ms.

use std::io;

use axum::Router;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

/// Serves `app` on a port that is free.
pub async fn serve(app: Router) -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await
}
