//! What is said beside requests, and the envelopes of replies.

use mcp_core::cancel::CancelledNotificationParams;
use mcp_core::logging::*;
use mcp_core::meta::RequestMeta;
use mcp_core::method;
use mcp_core::progress::{ProgressNotificationParams, ProgressToken};
use mcp_core::result::ResultType;
use mcp_core::rpc::{self, ErrorCode, ErrorId, ErrorObject, Id};
use mcp_core::tool::CallToolResult;
use mcp_core::version::ProtocolVersion;
use serde_json::{Value, json};

use super::{Samples, always, meta, modern, variants};

pub(super) fn notices(into: &mut Samples) {
    into.add("LoggingLevel", always, LoggingLevel::ALL);
    into.requests(
        "SetLevelRequest",
        method::SET_LEVEL,
        ProtocolVersion::has_set_level,
        variants(
            SetLevelRequestParams::new(LoggingLevel::Emergency),
            &[|of| of.with_meta(RequestMeta::new().with_progress_token(1))],
        ),
    );
    let said = [json!(null), json!("x"), json!({"a": 1.5}), json!([])];
    for data in said {
        into.notifications(
            "LoggingMessageNotification",
            method::LOG_MESSAGE,
            always,
            variants(
                LoggingMessageNotificationParams::new(LoggingLevel::Debug, data),
                &[|of| of.with_logger(""), |of| of.with_meta(meta())],
            ),
        );
    }
    let tokens = [
        ProgressToken::from("p"),
        0.into(),
        i64::MIN.into(),
        i64::MAX.into(),
    ];
    into.add("ProgressToken", always, &tokens);
    for token in tokens {
        into.notifications(
            "ProgressNotification",
            method::PROGRESS,
            always,
            variants(
                ProgressNotificationParams::new(token, 0.5),
                &[
                    |of| of.with_total(100.0),
                    |of| of.with_message(""),
                    |of| of.with_meta(meta()),
                ],
            ),
        );
    }
}

fn ids() -> [Id; 4] {
    ["".into(), "a\"b".into(), 0.into(), i64::MIN.into()]
}

/// What is written by [`rpc`], as the JSON it is.
fn text(write: impl FnOnce(&mut Vec<u8>)) -> Value {
    let mut out = Vec::new();
    write(&mut out);
    serde_json::from_slice(&out).expect("JSON")
}

/// An error reply as it is sent.
pub(crate) fn error_reply(id: ErrorId<'_>) -> Value {
    let error = ErrorObject::new(ErrorCode::PARSE_ERROR, "").with_data(json!([null, 1.5]));
    text(|out| rpc::error(out, id, &error))
}

pub(super) fn replies(into: &mut Samples) {
    let one_kind = |version: ProtocolVersion| !version.unreadable_id_is_null();
    let two_kinds = |version: ProtocolVersion| version.unreadable_id_is_null();
    for id in ids() {
        into.notifications(
            "CancelledNotification",
            method::CANCELLED,
            always,
            variants(
                CancelledNotificationParams::new(id.clone()),
                &[|of| of.with_reason(""), |of| of.with_meta(meta())],
            ),
        );
        let error = error_reply(ErrorId::Known(&id));
        into.add("JSONRPCError", two_kinds, [&error]);
        into.add("JSONRPCErrorResponse", one_kind, [&error]);
        let result = CallToolResult::text("").with_result_type(ResultType::COMPLETE);
        let result = serde_json::to_string(&result).expect("text");
        let reply = text(|out| {
            rpc::result_head(out, &id);
            out.extend_from_slice(result.as_bytes());
            rpc::result_tail(out);
        });
        into.add("JSONRPCResponse", always, [&reply]);
        into.add("JSONRPCResultResponse", one_kind, [&reply]);
        into.add("CallToolResultResponse", modern, [&reply]);
    }
    let error = error_reply(ErrorId::Absent);
    into.add("JSONRPCErrorResponse", one_kind, [&error]);
}
