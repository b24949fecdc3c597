//! What is needed to put a server in another process under load: a client that pushes, frames that
//! hurt, and messages in short.
//!
//! In: a program that serves stdio. Out: its answers with the moment each came, and what the system
//! says of its memory, descriptors and threads. What is too much, others judge.

pub mod frames;
pub mod peer;
pub mod requests;
pub mod vitals;

use std::fmt::Display;

/// A request as a line, its line feed included; `params` is a JSON object.
pub fn request(id: u64, method: &str, params: impl Display) -> Vec<u8> {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n")
        .into_bytes()
}

/// A call of a tool as a line; `arguments` is a JSON object.
pub fn call(id: u64, tool: &str, arguments: impl Display) -> Vec<u8> {
    let params = format!("{{\"name\":\"{tool}\",\"arguments\":{arguments}}}");
    request(id, "tools/call", params)
}

/// A call of a tool that asks for progress, with its id as the token.
pub fn call_with_progress(id: u64, tool: &str, arguments: impl Display) -> Vec<u8> {
    let meta = format!("{{\"progressToken\":{id}}}");
    let params = format!("{{\"name\":\"{tool}\",\"arguments\":{arguments},\"_meta\":{meta}}}");
    request(id, "tools/call", params)
}

/// A ping as a line.
pub fn ping(id: u64) -> Vec<u8> {
    request(id, "ping", "{}")
}

/// The cancellation of a request as a line.
pub fn cancel(id: u64) -> Vec<u8> {
    let params = format!("{{\"requestId\":{id}}}");
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{params}}}\n")
        .into_bytes()
}

/// Numbers that look random and are the same in every run.
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall as the seed says.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below `sides`, which is not zero.
    pub fn roll(&mut self, sides: usize) -> usize {
        // xorshift64*, by Vigna (2016).
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or(0) % sides.max(1)
    }
}
