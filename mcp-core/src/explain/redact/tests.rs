use super::*;

const HEX: &str = "0123456789abcdef0123456789abcdef01234567";

fn shown(text: &str) -> String {
    redact(text).into_owned()
}

fn stays(text: &str) {
    assert_eq!(redact(text), text);
}

#[test]
fn text_without_secrets_is_not_copied() {
    assert!(matches!(redact(r#"{"a":[1,"b"]}"#), Cow::Borrowed(_)));
}

#[test]
fn a_token_keeps_what_says_its_kind() {
    for prefix in [
        "sk-",
        "sk-ant-api03-",
        "ghp_",
        "gho_",
        "ghs_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "AIza",
        "npm_",
        "hf_",
        "ya29.",
        "sk_live_",
    ] {
        for (before, after) in [
            ("", ""),
            ("{\"k\":\"", "\"}"),
            ("key ", " end"),
            ("a\\n", "\\n"),
        ] {
            let text = format!("{before}{prefix}{HEX}{after}");
            let told = shown(&text);
            assert!(
                !told.contains(HEX) && told.contains("…[redacted]"),
                "{text} {told}"
            );
            assert!(told.starts_with(before) && told.ends_with(after), "{told}");
            assert!(
                told.get(before.len()..)
                    .unwrap()
                    .starts_with(prefix.get(..3).unwrap()),
                "{told}"
            );
        }
    }
}

#[test]
fn keys_of_amazon_have_one_length() {
    assert_eq!(shown("id AKIAIOSFODNN7EXAMPLE."), "id AKIA…[redacted].");
    stays("AKIAIOSFODNN7EXAMPLEE");
    stays("akiaiosfodnn7example");
}

#[test]
fn a_json_web_token_is_redacted() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";
    assert_eq!(shown(&format!("[\"{token}\"]")), "[\"eyJ…[redacted]\"]");
    let long = format!("eyJhbGciOiJIUzI1NiJ9{HEX}{HEX}.eyJzdWIiOiIxMjM0In0.");
    assert_eq!(shown(&long), "eyJ…[redacted]");
    stays("eyJhbGciOiJIUzI1NiJ9");
}

#[test]
fn credentials_keep_their_scheme() {
    for (text, told) in [
        (
            "Authorization: Bearer abc123def456",
            "Authorization: Bearer [redacted]",
        ),
        (
            "authorization: basic dXNlcjpwYXNz",
            "authorization: basic [redacted]",
        ),
        (
            "authorization: basic dXNlcjpwYXNzMTIz",
            "authorization: basic [redacted]",
        ),
        (
            r#"{"Authorization":"Bearer opaque-token"}"#,
            r#"{"Authorization":"Bearer opaque-token"}"#,
        ),
        (
            r#"{"Authorization":"Bearer Opaque-token"}"#,
            r#"{"Authorization":"Bearer [redacted]"}"#,
        ),
        (r#"["Bearer 0123456789abcdef"]"#, r#"["Bearer [redacted]"]"#),
    ] {
        assert_eq!(shown(text), told);
    }
}

#[test]
fn words_about_authorization_stay() {
    for text in [
        "a bearer token authenticates",
        "Basic authentication is off",
        r#"WWW-Authenticate: Bearer resource_metadata="https://a.example/x", error="invalid_token""#,
        r#"{"authorization":"required"}"#,
        "Authorization: Bearer <token>",
        "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer YOUR_API_KEY_123",
    ] {
        stays(text);
    }
}

#[test]
fn a_member_is_known_by_its_name_in_any_spelling() {
    for name in [
        "password",
        "passwd",
        "secret",
        "client_secret",
        "clientSecret",
        "api_key",
        "apiKey",
        "API-KEY",
        "x-api-key",
        "access_token",
        "refreshToken",
        "id_token",
        "token",
    ] {
        let text = format!(r#"{{"{name}" : "v4luE-of-it"}}"#);
        assert_eq!(shown(&text), format!(r#"{{"{name}" : "[redacted]"}}"#));
    }
}

#[test]
fn members_whose_names_only_sound_so_stay() {
    for name in [
        "progressToken",
        "nextCursor",
        "cursor",
        "taskId",
        "requestState",
        "tokens",
        "maxTokens",
        "password_hint",
        "tokenizer",
        "secretary",
        "cookies",
    ] {
        stays(&format!(r#"{{"{name}":"v4luE-of-it"}}"#));
    }
}

#[test]
fn values_that_stand_for_a_secret_stay() {
    for value in [
        "",
        "***",
        "<password>",
        "${PASSWORD}",
        "{{secret}}",
        "[redacted]",
        "your_password",
    ] {
        stays(&format!(r#"{{"password":"{value}"}}"#));
    }
}

#[test]
fn schemas_and_other_types_stay() {
    for text in [
        r#"{"properties":{"password":{"type":"string"}},"required":["password"]}"#,
        r#"{"password":null,"token":17,"secret":true}"#,
        r#"{"format":"password"}"#,
        r#"{"token":"end"}"#,
    ] {
        stays(text);
    }
}

#[test]
fn json_inside_a_string_is_read_too() {
    let text = r#"{"text":"{\"password\": \"a\\\"b\", \"x\": 1}"}"#;
    assert_eq!(
        shown(text),
        r#"{"text":"{\"password\": \"[redacted]\", \"x\": 1}"}"#
    );
    let text = r#"{"password":"a\"b\\"}"#;
    assert_eq!(shown(text), r#"{"password":"[redacted]"}"#);
}

#[test]
fn urls_lose_their_passwords_and_keys() {
    for (text, told) in [
        (
            "postgres://me:hunter2@db/x",
            "postgres://me:[redacted]@db/x",
        ),
        (
            "https://a.example/?q=1&api_key=abcd&b=2",
            "https://a.example/?q=1&api_key=[redacted]&b=2",
        ),
        (
            "POST /mcp?access_token=abcd HTTP/1.1",
            "POST /mcp?access_token=[redacted] HTTP/1.1",
        ),
        ("https://a.example:80/x@y", "https://a.example:80/x@y"),
        (
            "postgres://me:${PASSWORD}@db",
            "postgres://me:${PASSWORD}@db",
        ),
    ] {
        assert_eq!(shown(text), told);
    }
}

#[test]
fn a_program_that_handles_secrets_stays() {
    for text in [
        "password=read_password()",
        "token=token",
        "api_key = config.api_key",
        "cookie: none",
    ] {
        stays(text);
    }
    assert_eq!(shown("API_KEY=0123456789abcdef0"), "API_KEY=[redacted]");
}

#[test]
fn a_private_key_is_redacted() {
    let text =
        r#"{"k":"-----BEGIN RSA PRIVATE KEY-----\nMIIE/x+=\n-----END RSA PRIVATE KEY-----\n"}"#;
    let told =
        r#"{"k":"-----BEGIN RSA PRIVATE KEY-----[redacted]-----END RSA PRIVATE KEY-----\n"}"#;
    assert_eq!(shown(text), told);
    stays("-----BEGIN PUBLIC KEY-----\\nMIIE");
}

#[test]
fn cookies_and_session_ids_are_redacted() {
    assert_eq!(
        shown("Cookie: a=b; c=d\r\nHost: x"),
        "Cookie: [redacted]\r\nHost: x"
    );
    assert_eq!(
        shown("mcp-session-id: 9f-a\r\n"),
        "mcp-session-id: [redacted]\r\n"
    );
}

#[test]
fn spans_are_those_that_are_replaced() {
    let text = r#"{"password":"hunter2"}"#;
    assert_eq!(redact_spans(text), [(13..20, "[redacted]")]);
}

#[test]
fn what_is_redacted_stays_so() {
    for text in [
        "sk-0123456789abcdef0123456789",
        r#"{"password":"hunter2"}"#,
        "Cookie: a=b",
    ] {
        let once = shown(text);
        assert_eq!(redact(&once), once);
    }
}

#[test]
fn json_stays_json_whatever_stands_in_it() {
    const PARTS: [&str; 24] = [
        "password",
        "\\\"",
        "\\\\",
        "\": \"",
        "'",
        "': '",
        "=",
        ": ",
        "&token=",
        "sk-",
        "\\n",
        "é",
        "eyJ",
        ".",
        "0123456789abcdef0123456789",
        "Bearer ",
        "Authorization",
        "s://a:b",
        "@",
        "-----BEGIN PRIVATE KEY-----",
        "\\\\\\\"",
        "cookie: a=",
        "\\u00e9",
        " ",
    ];
    let (mut seed, mut changed) = (1u64, 0);
    for _ in 0..20_000 {
        let mut text = String::from("[\"");
        for _ in 0..8 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(PARTS[(seed >> 33) as usize % PARTS.len()]);
        }
        text.push_str("\"]");
        let told = shown(&text);
        if crate::json::Raw::parse(&text).is_ok() {
            changed += usize::from(told != text);
            assert!(crate::json::Raw::parse(&told).is_ok(), "{text}\n{told}");
        }
    }
    assert!(changed > 500, "{changed}");
}

#[test]
fn what_is_left_of_a_token_that_was_cut_off_is_no_less_secret() {
    for (shown, instead) in [
        ("id ghp_0123456789ab…", "id ghp_…[redacted]…"),
        ("id sk-abcdef…", "id sk-…[redacted]…"),
        ("AKIA0123…", "AKIA…[redacted]…"),
        ("https://me:hunter2…", "https://me:[redacted]…"),
    ] {
        assert_eq!(redact(shown), instead);
        assert_eq!(redact(&redact(shown)), instead);
    }
    for plain in [
        "ghp_…[redacted]",
        "https://localhost:3000…",
        "https://a.example…",
    ] {
        assert_eq!(redact(plain), plain);
    }
}

#[test]
fn a_letter_that_is_written_as_an_escape_hides_no_secret() {
    for (text, instead) in [
        (
            r#"{"id":"ghp\u005f0123456789abcdef0123456789abcd\u00456"}"#,
            r#"{"id":"ghp\u005f…[redacted]"}"#,
        ),
        (
            r#"{"pass\u0077ord":"hunter2"}"#,
            r#"{"pass\u0077ord":"[redacted]"}"#,
        ),
        (
            r#"{"a":"{\"b\":\"sk\\u002d0123456789abcdef0123\"}"}"#,
            r#"{"a":"{\"b\":\"sk\\u002d…[redacted]\"}"}"#,
        ),
        (
            r#"{"a":"Authorization: Bearer aB3\/efghijk\/lmn"}"#,
            r#"{"a":"Authorization: Bearer [redacted]"}"#,
        ),
        (
            r#"{"a":"https:\/\/me:hunter2@host\/"}"#,
            r#"{"a":"https:\/\/me:[redacted]@host\/"}"#,
        ),
    ] {
        assert_eq!(redact(text), instead);
    }
}
