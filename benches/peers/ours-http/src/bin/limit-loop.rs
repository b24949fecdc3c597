//! The floor's endpoint on the accept loop of mcp-runtime: what of a request's cost is the loop's.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use mcp_runtime::http::{HttpOptions, HttpServer};
use peer_limit_http::{Sessions, answer};
use tower_service::Service;

#[derive(Clone)]
struct Floor(Arc<Sessions>);

impl Service<Request<Incoming>> for Floor {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let sessions = Arc::clone(&self.0);
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let content = body.collect().await.map(|whole| whole.to_bytes());
            let full = |text| Full::new(Bytes::from(text));
            let content = content.unwrap_or_default();
            Ok(answer(
                &head.method,
                &head.headers,
                &content,
                &sessions,
                full,
            ))
        })
    }
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let floor = Floor(Arc::default());
    let server = HttpServer::bind("127.0.0.1:0", floor, &HttpOptions::new()).await?;
    println!("{}", server.local_addr());
    server.serve().await
}
