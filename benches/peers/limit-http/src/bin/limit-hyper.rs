//! The floor on bare hyper: HTTP/1.1 with keep-alive, a task for each connection.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use peer_limit_http::{Sessions, answer};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let sessions = Arc::new(Sessions::default());
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let sessions = Arc::clone(&sessions);
        tokio::spawn(async move {
            let service = service_fn(|request| one(request, &sessions));
            // A client that goes away is nobody's fault.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn one(
    request: Request<Incoming>,
    sessions: &Sessions,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    if head.uri.path() != "/mcp" {
        let mut response = Response::default();
        *response.status_mut() = StatusCode::NOT_FOUND;
        return Ok(response);
    }
    let Ok(content) = body.collect().await else {
        let mut response = Response::default();
        *response.status_mut() = StatusCode::BAD_REQUEST;
        return Ok(response);
    };
    let full = |text| Full::new(Bytes::from(text));
    Ok(answer(
        &head.method,
        &head.headers,
        &content.to_bytes(),
        sessions,
        full,
    ))
}
