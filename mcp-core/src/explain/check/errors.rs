//! What does an error say, and does its code fit the case?
//!
//! In: errors and the requests they answer. Out: findings that explain the code, and say what the
//! error leaves unsaid.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::errors as words;
use crate::json::Raw;

/// An error; `call` is the request it answers, when that was seen.
pub(in crate::explain) fn error(
    state: &mut State,
    scope: Scope,
    call: Option<&Call>,
    error: Raw<'_>,
    found: &mut Found<'_>,
) {
    let code = error.member("code");
    let number = code.and_then(|raw| raw.number()?.as_i64_exact());
    if let Some((raw, number)) = code.zip(number) {
        let said = words::code_words(number).unwrap_or(&words::OF_THE_APPLICATION);
        let explained = found
            .about(words::ERROR_EXPLAINED, raw)
            .at("error.code")
            .with("code", number.to_string())
            .with("meaning", said.meaning)
            .with("when", said.when)
            .with("next", said.next);
        found.add(explained);
    }
    let _ = (state, scope, call);
}
