//! The status that each answer must have.
//!
//! In: what was asked, in which era, and what came. Out: the status by the tables of the
//! specification (Transports, Streamable HTTP, of each revision), or why none is right.

use super::lines::{Kind, Line};
use crate::script::node::Node;

/// How long a body may be by default.
const MAX_BODY_BYTES: usize = mcp_runtime::limits::MAX_FRAME_BYTES;

/// Codes with a status of their own: the code, the status up to 2025-11-25, and that of 2026-07-28.
///
/// A method that is not found is told with 200 to a session, for which 404 means that it is gone.
const CODES: &[(i64, u16, u16)] = &[
    (-32700, 400, 400),
    (-32600, 400, 400),
    (-32601, 200, 404),
    (-32602, 200, 200),
    (-32603, 200, 200),
    (-32020, 400, 400),
    (-32021, 400, 400),
    (-32022, 400, 400),
    (-31503, 503, 503),
];

/// The code of an error, if it is one.
pub fn code(message: &Node) -> Option<i64> {
    match message.member("error")?.member("code")? {
        Node::Number(code) => code.parse().ok(),
        _ => None,
    }
}

/// The status for an answer whose whole body is this message.
pub fn of(line: &Line, in_session: bool, message: &Node) -> u16 {
    let Some(code) = code(message) else {
        return 200;
    };
    let sound = match &line.kind {
        Kind::Request { sound, method, .. } => {
            *sound || (!line.modern && (in_session || method.as_deref() == Some("initialize")))
        }
        _ => true,
    };
    if code == -32600 && line.request.body.len() > MAX_BODY_BYTES {
        return 413;
    }
    let row = CODES.iter().find(|(known, ..)| *known == code);
    match row {
        // What every request must say is missing: no session, and nothing that lets it stand alone.
        Some((-32602, ..)) if !sound => 400,
        Some((_, _, modern)) if line.modern => *modern,
        Some((_, legacy, _)) => *legacy,
        None => 200,
    }
}
