//! A server of five hundred tools on rmcp as its README writes one, for the list of them.

use std::error::Error;

use peer_rmcp::ManyParams;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio;
use rmcp::{ServiceExt, tool, tool_router};

include!("../../../names.rs");

#[derive(Clone)]
struct Many;

macro_rules! server {
    ($($name:ident)*) => {
        #[tool_router(server_handler)]
        impl Many {
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

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Many.serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
