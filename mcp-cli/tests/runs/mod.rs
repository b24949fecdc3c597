//! The command, run over a log in a directory of the test.
//!
//! In: the text of a log, and options. Out: what the built binary prints and returns. It judges
//! nothing.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub(crate) const FINE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":1,"result":{}}
"#;
pub(crate) const BROKEN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":1,"result":{}}
{"jsonrpc":"2.0","id":null,"method":"ping"}
"#;

/// A directory of one test, with a log in it.
pub(crate) struct Log {
    pub(crate) directory: PathBuf,
}

impl Log {
    pub(crate) fn new(test: &str, text: &str) -> Self {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        // What an earlier run left there.
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory");
        fs::write(directory.join("a.log"), text).expect("a log");
        Log { directory }
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp"));
        command
            .arg("explain")
            .args(args)
            .current_dir(&self.directory)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env("LC_ALL", "C")
            .env("COLUMNS", "80")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command runs")
    }
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
