//! The floor in an axum app.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use axum::serve::ListenerExt;
use bytes::Bytes;
use http::{HeaderMap, Method};
use peer_limit_http::{Sessions, answer};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Without it a response waits, at worst; the numbers would show it.
        let _ = stream.set_nodelay(true);
    });
    let app = Router::new()
        .route("/mcp", any(one))
        .with_state(Arc::new(Sessions::default()));
    axum::serve(listener, app).await
}

async fn one(
    State(sessions): State<Arc<Sessions>>,
    method: Method,
    headers: HeaderMap,
    content: Bytes,
) -> Response {
    answer(&method, &headers, &content, &sessions, Body::from)
}
