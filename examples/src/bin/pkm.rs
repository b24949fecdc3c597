//! Personal notes as an MCP server over stdin and stdout, or over HTTP.
//!
//! In: the command line. Out: a served client. Notes live in one file, by default in the user's
//! data directory; `--demo` serves samples from memory instead.

use clap::Parser;
use examples::pkm::embed::{self, Builtin, Embedder};
use examples::pkm::store::{Store, default_path};
use examples::pkm::{Notes, demo, server};
use mcp_runtime::RunOptions;
use mcp_runtime::http::HttpOptions;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Personal notes in Korean and English, as an MCP server over stdin and stdout, or over HTTP.
#[derive(Parser)]
#[command(name = "pkm", version)]
struct Flags {
    /// The file with the notes; made when it is missing. Default: notes.db in a directory pkm of
    /// the user's data directory.
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    db: Option<PathBuf>,

    /// Serve sample notes from memory; nothing is kept.
    #[arg(long)]
    demo: bool,

    /// A directory with a static embedding model, for semantic search.
    #[arg(long, value_name = "DIR")]
    model: Option<PathBuf>,

    /// Serve over HTTP at this address, such as 127.0.0.1:8000; a port alone is one of this machine.
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,

    /// A page of this origin may use the server, such as `https://app.example.com`; may be repeated.
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<String>,

    /// Clients may call the server by this name, such as notes.example.com; may be repeated.
    #[arg(long, value_name = "HOST", requires = "http")]
    allow_host: Vec<String>,

    /// Serve clients that speak HTTP+SSE alone too, at /sse.
    #[arg(long, requires = "http")]
    http_sse: bool,

    /// Other machines may reach the server although nobody has to say who he is.
    #[arg(long, requires = "http")]
    expose_without_auth: bool,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Flags::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pkm: {}", in_full(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn run(flags: Flags) -> Result<(), Box<dyn Error>> {
    let notes = Notes::new(open(&flags)?);
    server(notes).run_with(options(flags)).await?;
    Ok(())
}

fn options(flags: Flags) -> RunOptions {
    let (origins, hosts) = (flags.allow_origin, flags.allow_host);
    let http = origins
        .into_iter()
        .fold(HttpOptions::new(), HttpOptions::allow_origin);
    let http = hosts.into_iter().fold(http, HttpOptions::allow_host);
    let http = match flags.expose_without_auth {
        true => http.expose_without_auth(),
        false => http,
    };
    let http = match flags.http_sse {
        true => http.http_sse(),
        false => http,
    };
    let options = RunOptions::new().http_options(http);
    match flags.http {
        Some(address) => options.http(address),
        None => options,
    }
}

fn open(flags: &Flags) -> Result<Store, Box<dyn Error>> {
    let embedder = embedder(flags)?;
    if flags.demo {
        return Ok(Store::of_samples(&demo::notes(), embedder)?);
    }
    let path = match &flags.db {
        Some(path) => path.clone(),
        None => default_path()?,
    };
    Ok(Store::open(&path, embedder)?)
}

fn embedder(flags: &Flags) -> Result<Arc<dyn Embedder>, Box<dyn Error>> {
    match &flags.model {
        None => Ok(Arc::new(Builtin::new())),
        Some(directory) => Ok(embed::from_model(directory)?),
    }
}

/// An error with its causes, in one line.
fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
