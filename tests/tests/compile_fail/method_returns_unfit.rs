//! Types of a method are told as those of a function are.

use mcp_runtime::prelude::*;

struct Secret;

struct Vault;

#[server]
impl Vault {
    #[tool]
    async fn open(&self, key: Secret) -> u8 {
        let _ = key;
        1
    }

    #[tool]
    fn read(&self) -> Secret {
        Secret
    }
}

fn main() {
    let _ = Server::new("vault", "1.0.0").mount(Vault);
}
