//! Mistakes in a user's code, each with what the compiler says about it.
//!
//! In: `compile_fail/*.rs`, a rule each. Out: their errors, compared with the `.stderr` beside
//! them: on the user's own word, with the remedy, and nothing that follows from the first mistake.
//! `TRYBUILD=overwrite cargo test -p tests --test compile_fail` writes them anew; read each of
//! them as a user would before it is committed. One test builds them all in one go.
//!
//! The words around ours are the compiler's and change with it, so other versions than the one
//! they were written with are not held to them.

use std::process::Command;

/// The compiler whose words stand in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn every_mistake_is_told_on_the_users_own_word_with_the_remedy() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("the compiler tells its version");
    let version = String::from_utf8_lossy(&version.stdout);
    if !version.starts_with(COMPILER) {
        println!("NOT RUN: compile errors, which are written for {COMPILER}x: this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
