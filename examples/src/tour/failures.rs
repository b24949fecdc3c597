//! How a tool can fail. What the *model* should read is an error of any type with words; what the
//! caller's *program* must handle is an [`mcp_runtime::Error`]; what is nobody's business goes to
//! the log.

use mcp_runtime::Error;
use mcp_runtime::prelude::*;
use std::error::Error as StdError;
use std::fmt;

pub(super) fn tools() -> Vec<Tool> {
    tools![told, in_words, in_full, answered, refused, hidden, panics]
}

/// A note is missing.
#[derive(Debug)]
struct Missing {
    id: u32,
    because: std::num::ParseIntError,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no note {}", self.id)
    }
}

impl StdError for Missing {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.because)
    }
}

/// Fails with an error of the program's own: the model is told it and its causes.
#[tool]
async fn told(id: u32) -> Result<String, Missing> {
    match "seven".parse::<i32>() {
        Ok(number) => Ok(number.to_string()),
        Err(because) => Err(Missing { id, because }),
    }
}

/// Fails with words.
#[tool]
async fn in_words() -> Result<String, String> {
    Err("the shop is closed".to_owned())
}

/// Fails with content of any kind.
#[tool]
async fn in_full() -> ToolResult {
    ToolResult::error("the printer is out of paper").with_content("tray 2 is empty")
}

/// Fails with a JSON-RPC error that has a code of the program's own.
#[tool]
async fn answered() -> Result<String, Error> {
    Err(Error::new(-31001, "not logged in").with_data(serde_json::json!({ "login": "/login" })))
}

/// Refuses an argument for a reason that no schema can say.
#[tool]
async fn refused(year: i32) -> Result<String, Error> {
    if year % 4 == 0 {
        Ok(format!("{year} has 366 days"))
    } else {
        Err(Error::invalid_params("year", "must be a leap year"))
    }
}

/// Fails inside: the caller gets a reference, and under it the log has the causes.
#[tool]
async fn hidden() -> Result<String, Error> {
    std::fs::read_to_string("/nowhere/secret.txt").map_err(Error::internal)
}

/// Panics, which is answered in the same way. The server goes on.
#[tool]
async fn panics() -> String {
    panic!("the password is 1234")
}
