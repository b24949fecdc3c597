//! Starts one of the test servers over stdio: `server NAME`.

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    match tests::servers::named(&name) {
        Ok(server) => server.run_with(mcp_runtime::RunOptions::new()).await,
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    }
}
