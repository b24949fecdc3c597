//! Starts one of the test servers over stdio, or over HTTP: `server NAME [ADDRESS]`.

use mcp_runtime::RunOptions;

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let options = RunOptions::new();
    let options = match arguments.next() {
        Some(address) => options.http(address),
        None => options,
    };
    match tests::servers::named(&name) {
        Ok(server) => server.run_with(options).await,
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    }
}
