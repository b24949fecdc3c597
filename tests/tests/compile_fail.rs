//! Mistakes in a user's code, each with what the compiler says about it.
//!
//! In: `compile_fail/*.rs`, a rule each. Out: their errors, compared with the `.stderr` beside
//! them: on the user's own word, with the remedy, and nothing that follows from the first mistake.
//! `TRYBUILD=overwrite cargo test -p tests --test compile_fail` writes them anew; read each of
//! them as a user would before it is committed. One test builds them all in one go.

#[test]
fn every_mistake_is_told_on_the_users_own_word_with_the_remedy() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
