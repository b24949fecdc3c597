//! The flags of HTTP, as a person types them.
//!
//! In: the programs of this crate. Out: how they end, and what they say.

use std::process::{Command, Output, Stdio};

fn run(program: &str, arguments: &[&str]) -> Output {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("it starts")
}

/// It ends with the code for a wrong command line and these words.
fn is_refused(program: &str, arguments: &[&str], words: &str) {
    let output = run(program, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty());
}

const CALCULATOR: &str = env!("CARGO_BIN_EXE_calculator");

#[test]
fn an_address_that_others_reach_has_to_be_meant() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        is_refused(CALCULATOR, &["--http", address], "--expose-without-auth");
        is_refused(CALCULATOR, &["--http", address], "--allow-host");
        #[cfg(feature = "pkm")]
        is_refused(
            env!("CARGO_BIN_EXE_pkm"),
            &["--demo", "--http", address],
            "--expose-without-auth",
        );
    }
}

#[test]
fn an_address_that_is_none_is_refused() {
    is_refused(CALCULATOR, &["--http", "here"], "`127.0.0.1:8000`");
    is_refused(CALCULATOR, &["--http"], "followed by an address");
    is_refused(CALCULATOR, &["--htpt=8000"], "did you mean `--http`");
}

#[test]
fn help_lists_the_flags_of_http() {
    let output = run(CALCULATOR, &["--help"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for flag in [
        "--http",
        "--allow-host",
        "--allow-origin",
        "--expose-without-auth",
    ] {
        assert!(said.contains(flag), "{flag}: {said}");
    }
}
