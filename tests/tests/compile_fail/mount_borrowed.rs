//! A server lives as long as its process, so what is mounted borrows nothing shorter.

use mcp_runtime::prelude::*;

struct Words<'a>(&'a str);

#[server]
impl<'a> Words<'a> {
    #[tool]
    async fn count(&self) -> usize {
        self.0.len()
    }
}

fn main() {
    let text = String::from("one two");
    let _ = Server::new("words", "1.0.0").mount(Words(&text));
}
