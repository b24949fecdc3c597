//! Frames that are JSON but no message.

use super::lines::{one, wrong};
use crate::explain::Lang;

#[test]
fn a_misspelt_member_is_named_beside_what_is_missing() {
    for (frame, code, written) in [
        (
            r#"{"JSONRPC":"2.0","id":1,"method":"ping"}"#,
            "jsonrpc-missing",
            "JSONRPC",
        ),
        (
            r#"{"Jsonrpc":"2.0","id":1,"method":"ping"}"#,
            "jsonrpc-missing",
            "Jsonrpc",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"Method":"ping"}"#,
            "method-missing",
            "Method",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"results":{}}"#,
            "method-missing",
            "results",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"err":{}}"#,
            "method-missing",
            "err",
        ),
        (
            r#"{"jsonrpc":"2.0","ID":1,"result":{}}"#,
            "result-without-id",
            "ID",
        ),
    ] {
        let finding = one(&format!("?? {frame}"), code);
        for lang in Lang::ALL {
            let (found, next) = (finding.found(lang), finding.next(lang));
            assert!(
                found.contains(written) && next.contains(written),
                "{found}: {next}"
            );
        }
    }
}

#[test]
fn params_under_a_name_that_is_nearly_right_are_told() {
    for name in ["paramaters", "Params", "parameters", "param", "args"] {
        let frame =
            format!(r#"-> {{"jsonrpc":"2.0","method":"notifications/cancelled","{name}":{{}}}}"#);
        assert_eq!(wrong(&frame), ["1 member-misspelt"], "{name}");
    }
}

#[test]
fn a_finding_has_the_words_of_the_reply_and_the_place_of_the_member() {
    let finding = one(
        r#"?? {"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        "id-null",
    );
    assert_eq!(
        finding.title(Lang::En),
        "\"id\" must be a string or an integer, not null"
    );
    assert_eq!(
        finding.title(Lang::Ko),
        "\"id\" 멤버는 문자열 또는 정수여야 합니다(실제로는 null입니다)"
    );
    assert_eq!((finding.path.as_ref(), finding.span), ("id", Some(22..26)));
    let finding = one(
        r#"?? {"jsonrpc":"2.0","id":1,"method":"m","method":"n"}"#,
        "member-twice",
    );
    assert_eq!(finding.span, Some(46..49), "the second one");
    let finding = one(r#"?? {"jsonrpc":"2.0","id":1}"#, "method-missing");
    assert_eq!(finding.span, Some(0..24), "the object that lacks it");
}

#[test]
fn null_for_params_is_a_warning() {
    let log = r#"-> {"jsonrpc":"2.0","method":"notifications/cancelled","params":null}"#;
    assert!(wrong(log).contains(&"1 params-null".to_owned()));
}
