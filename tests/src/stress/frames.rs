//! Frames that have hurt servers, each as one line.
//!
//! In: nothing. Out: the bytes of each without its line feed, by name.

/// A frame and what it is called.
pub type Frame = (&'static str, Vec<u8>);

fn nested(depth: usize) -> Vec<u8> {
    let mut frame = br#"{"jsonrpc":"2.0","id":"k","method":"ping","params":{"a":"#.to_vec();
    frame.extend(std::iter::repeat_n(b'[', depth));
    frame.extend(std::iter::repeat_n(b']', depth));
    frame.extend_from_slice(b"}}");
    frame
}

/// Requests that can't be served, whose id `k` can be read all the same: each is owed an error with
/// that id. `limit` is the longest frame that the server reads, in bytes.
pub fn readable(limit: usize) -> Vec<Frame> {
    let mut frames: Vec<Frame> = [
        ("no jsonrpc", r#"{"id":"k","method":"ping"}"#.as_bytes()),
        ("another jsonrpc", br#"{"jsonrpc":"1.0","id":"k","method":"ping"}"#),
        ("no method", br#"{"jsonrpc":"2.0","id":"k"}"#),
        ("another case", br#"{"jsonrpc":"2.0","id":"k","Method":"ping"}"#),
        ("a number as method", br#"{"jsonrpc":"2.0","id":"k","method":7}"#),
        ("an unknown method", br#"{"jsonrpc":"2.0","id":"k","method":"no/such"}"#),
        ("method and result", br#"{"jsonrpc":"2.0","id":"k","method":"ping","result":{}}"#),
        ("method and error", br#"{"jsonrpc":"2.0","id":"k","method":"ping","error":{"code":1,"message":""}}"#),
        ("method twice", br#"{"jsonrpc":"2.0","id":"k","method":"ping","method":"tools/list"}"#),
        ("params in a list", br#"{"jsonrpc":"2.0","id":"k","method":"tools/list","params":[1]}"#),
        ("a lone surrogate", br#"{"jsonrpc":"2.0","id":"k","method":"tools/call","params":{"name":"echo","arguments":{"s":"\ud800"}}}"#),
        ("1e400", br#"{"jsonrpc":"2.0","id":"k","method":"tools/call","params":{"name":"slow","arguments":{"ms":1e400}}}"#),
        ("a raw NUL", b"{\"jsonrpc\":\"2.0\",\"id\":\"k\",\"method\":\"ping\",\"params\":{\"a\":\"\x00\"}}"),
        ("bytes that are not UTF-8", b"{\"jsonrpc\":\"2.0\",\"id\":\"k\",\"method\":\"ping\",\"params\":{\"a\":\"\xff\"}}"),
        ("a number that is none", br#"{"jsonrpc":"2.0","id":"k","method":"ping","params":{"a":01}}"#),
    ]
    .map(|(name, frame)| (name, frame.to_vec()))
    .into();
    frames.push(("200 deep", nested(200)));
    frames.push(("100,000 deep", nested(100_000)));
    let mut long = br#"{"jsonrpc":"2.0","id":"k","method":"ping","params":{"a":""#.to_vec();
    long.resize(limit + 1, b'x');
    long.extend_from_slice(b"\"}}");
    frames.push(("over the limit of a frame", long));
    frames
}

/// Frames of every odd kind, each shorter than 8 KiB. Some are owed an answer, some none.
pub fn odd() -> Vec<Frame> {
    let mut frames: Vec<Frame> = [
        ("text", "not json".as_bytes()),
        ("cut off", br#"{"jsonrpc":"2.0","method":"x","params":"#),
        ("a mark of byte order", b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":\"k\",\"method\":\"ping\"}"),
        ("a carriage return", b"{\"jsonrpc\":\"2.0\",\"id\":\"k\",\"method\":\"ping\"}\r"),
        ("empty", b""),
        ("spaces", b"   "),
        ("an escaped method", br#"{"jsonrpc":"2.0","id":"k","method":"pi\u006eg"}"#),
        ("id null", br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#),
        ("id 1.5", br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#),
        ("id over 64 bits", br#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#),
        ("id true", br#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#),
        ("id an object", br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#),
        ("id twice", br#"{"jsonrpc":"2.0","id":"k","id":"z","method":"ping"}"#),
        ("an empty list", b"[]"),
        ("a batch", br#"[{"jsonrpc":"2.0","id":"k","method":"ping"}]"#),
        ("a number", b"1"),
        ("a NUL", b"\x00"),
        ("high bytes", b"\xff\xfe\xfd"),
        ("an answer to nothing", br#"{"jsonrpc":"2.0","id":"zz","result":{}}"#),
        ("an error to nothing", br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#),
        ("a cancellation of nothing", br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nope"}}"#),
        ("an unknown notification", br#"{"jsonrpc":"2.0","method":"notifications/no_such"}"#),
        ("a second handshake", br#"{"jsonrpc":"2.0","id":"k","method":"initialize","params":{}}"#),
        ("an unknown tool", br#"{"jsonrpc":"2.0","id":"k","method":"tools/call","params":{"name":"no_such","arguments":{}}}"#),
        ("the name twice", br#"{"jsonrpc":"2.0","id":"k","method":"tools/call","params":{"name":"echo","name":"boom","arguments":{}}}"#),
        ("wrong arguments", br#"{"jsonrpc":"2.0","id":"k","method":"tools/call","params":{"name":"echo","arguments":{"s":1,"t":2}}}"#),
    ]
    .map(|(name, frame)| (name, frame.to_vec()))
    .into();
    frames.push((
        "a long id",
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":\"{}\",\"method\":\"ping\"}}",
            "a".repeat(4000)
        )
        .into_bytes(),
    ));
    frames.extend(
        readable(0)
            .into_iter()
            .filter(|(name, frame)| frame.len() < 8192 && !name.starts_with("over")),
    );
    frames
}
