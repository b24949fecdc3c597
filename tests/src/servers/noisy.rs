//! Tools that print, and tools whose children read and print.

use mcp_runtime::prelude::*;

pub(super) fn server() -> Server {
    Server::new("noisy", "1.0.0").tools(tools![noisy, child])
}

/// Prints to standard output.
#[tool]
#[allow(clippy::print_stdout)]
async fn noisy() -> String {
    println!("hello from println");
    String::new()
}

/// Starts a child that reads its input to the end and prints.
#[tool]
fn child() -> Result<&'static str, std::io::Error> {
    std::process::Command::new("sh")
        .args(["-c", "cat; echo hello from a child"])
        .status()?;
    Ok("ended")
}
