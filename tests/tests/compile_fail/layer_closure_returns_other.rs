//! A closure around calls that returns what no call comes to.

use mcp_runtime::prelude::*;

fn main() {
    let _ = Server::new("s", "1").around(|call, next| async move {
        drop((call, next));
        "closed for today"
    });
}
