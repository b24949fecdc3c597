//! A server of five hundred tools on mcp-runtime, for the list of them.

use mcp_runtime::prelude::*;

include!("../../../names.rs");

macro_rules! server {
    ($($name:ident)*) => {
        $(
            /// Puts three values into a sentence.
            #[tool]
            async fn $name(
                /// A number.
                a: i64,
                /// A text.
                b: String,
                /// A number that may be left out.
                c: Option<f64>,
            ) -> String {
                format!("{a} {b} {c:?}")
            }
        )*

        #[tokio::main]
        async fn main() -> mcp_runtime::Result<()> {
            Server::new("many", env!("CARGO_PKG_VERSION"))
                .tools(tools![$($name),*])
                .run()
                .await
        }
    };
}

with_names!(server);
