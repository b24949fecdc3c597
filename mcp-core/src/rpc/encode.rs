//! Writing envelopes.
//!
//! In: ids, methods and the text of what they carry. Out: JSON text appended to a buffer, without
//! a newline at its end. It never writes what a result or the parameters are made of.

use super::error::ErrorObject;
use super::id::Id;
use crate::json;

/// Whose request an error answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorId<'a> {
    /// That of the request with this id.
    Known(&'a Id),
    /// Unknown, written as `"id":null`: up to the revision that made the member optional.
    Null,
    /// Unknown, written as nothing.
    Absent,
}

/// Begins a reply: what follows is the text of the result, then [`result_tail`].
#[inline]
pub fn result_head(out: &mut Vec<u8>, id: &Id) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(out);
    out.extend_from_slice(b",\"result\":");
}

/// Ends a reply.
#[inline]
pub fn result_tail(out: &mut Vec<u8>) {
    out.push(b'}');
}

/// Writes an error reply, whole.
pub fn error(out: &mut Vec<u8>, id: ErrorId<'_>, error: &ErrorObject) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",");
    match id {
        ErrorId::Known(id) => {
            out.extend_from_slice(b"\"id\":");
            id.write(out);
            out.push(b',');
        }
        ErrorId::Null => out.extend_from_slice(b"\"id\":null,"),
        ErrorId::Absent => {}
    }
    out.extend_from_slice(b"\"error\":{\"code\":");
    push_i64(out, i64::from(error.code.0));
    out.extend_from_slice(b",\"message\":");
    json::write_str(out, &error.message);
    if let Some(data) = &error.data {
        let length = out.len();
        out.extend_from_slice(b",\"data\":");
        // A `Value` can always be written; were it not so, the error goes out without it.
        if json::write(out, data).is_err() {
            out.truncate(length);
        }
    }
    out.extend_from_slice(b"}}");
}

/// Begins a notification: what follows is the text of its params, then [`notification_tail`].
pub fn notification_head(out: &mut Vec<u8>, method: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":");
    json::write_str(out, method);
    out.extend_from_slice(b",\"params\":");
}

/// Ends a notification.
pub fn notification_tail(out: &mut Vec<u8>) {
    out.push(b'}');
}

/// Begins a request of ours: what follows is the text of its params, then [`request_tail`].
pub fn request_head(out: &mut Vec<u8>, id: &Id, method: &str) {
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    id.write(out);
    out.extend_from_slice(b",\"method\":");
    json::write_str(out, method);
    out.extend_from_slice(b",\"params\":");
}

/// Ends a request.
pub fn request_tail(out: &mut Vec<u8>) {
    out.push(b'}');
}

/// Appends an integer.
#[inline]
pub(super) fn push_i64(out: &mut Vec<u8>, number: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        at -= 1;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(digits.get(at..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rpc::ErrorCode;

    #[test]
    fn integers_are_written_as_rust_writes_them() {
        for number in [0, 7, 10, -1, 42, 1_000_000, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            push_i64(&mut out, number);
            assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
        }
    }

    #[test]
    fn an_error_names_its_request_or_says_null_or_nothing() {
        let object = ErrorObject::new(ErrorCode::PARSE_ERROR, "Parse \"error\"");
        let written = |id: ErrorId<'_>| {
            let mut out = Vec::new();
            error(&mut out, id, &object);
            String::from_utf8(out).unwrap()
        };
        let rest = r#""error":{"code":-32700,"message":"Parse \"error\""}}"#;
        let head = r#"{"jsonrpc":"2.0","#;
        assert_eq!(
            written(ErrorId::Known(&Id::from("a\"b"))),
            format!(r#"{head}"id":"a\"b",{rest}"#)
        );
        assert_eq!(written(ErrorId::Null), format!(r#"{head}"id":null,{rest}"#));
        assert_eq!(written(ErrorId::Absent), format!("{head}{rest}"));
    }
}
