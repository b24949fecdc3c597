//! The words of findings on secrets that stand in a message in clear.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// A token, key or password.
    IN_CLEAR = "secret-in-clear", Warning {
        title: "a secret is in the log in plain text: {kind}", "로그에 비밀 정보가 그대로 남아 있습니다: {kind}";
        found: "{kind} (not repeated here)", "{kind}(여기에는 표시하지 않습니다)";
        expected: "no secret, or one that is blacked out: `[redacted]`", "비밀 정보가 없거나 `[redacted]`처럼 가려진 값";
        rule: "MCP, every revision, Security Best Practices: secrets stay out of messages and logs; over HTTP they travel in `Authorization` alone", "MCP 모든 개정판, Security Best Practices: 비밀 정보는 메시지와 로그에 남기지 않습니다. HTTP에서는 `Authorization` 헤더로만 전달합니다";
        next: "revoke it if others have seen this log, and pass the log on only without it; a tool takes secrets from the environment of its server, not from arguments or results", "다른 사람이 이 로그를 보았다면 폐기하고, 공유하기 전에 지우세요. 도구의 비밀 정보는 인수나 결과가 아니라 서버의 환경 변수에서 읽게 하세요";
    }
}
