//! A server of five hundred tools on rmcp at its best, for the list of them.

use std::error::Error;

use peer_rmcp::ManyParams;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio_pipes;
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};

include!("../../../names.rs");

#[derive(Clone)]
struct Many {
    tool_router: ToolRouter<Self>,
}

macro_rules! server {
    ($($name:ident)*) => {
        #[tool_router]
        impl Many {
            fn new() -> Self {
                Self {
                    tool_router: Self::tool_router(),
                }
            }

            $(
                #[tool(description = "Puts three values into a sentence.")]
                fn $name(&self, Parameters(ManyParams { a, b, c }): Parameters<ManyParams>) -> String {
                    format!("{a} {b} {c:?}")
                }
            )*
        }
    };
}

with_names!(server);

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Many {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Many::new().serve(stdio_pipes()).await?;
    service.waiting().await?;
    Ok(())
}
