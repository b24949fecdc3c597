//! Requests whose framing is wrong, or could be read in two ways; and heads and bodies over the limits.

use super::*;

/// Each is answered with 400, or closed without an answer.
const WRONG: &[&str] = &[
    // Two framings.
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\ncontent-length: 0\r\n\r\n0\r\n\r\n",
    "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
    "Content-Length: 3, 3\r\n\r\nabc",
    "Content-Length: 3, 4\r\n\r\nabcd",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    // Codings that nobody asked for.
    "Transfer-Encoding: identity\r\n\r\nabc",
    "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\u{b}\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding:\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
    " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    // Lengths that are no numbers.
    "Content-Length: +3\r\n\r\nabc",
    "Content-Length: -3\r\n\r\nabc",
    "Content-Length: 0x3\r\n\r\nabc",
    "Content-Length: 3 4\r\n\r\nabc",
    "Content-Length: 3.0\r\n\r\nabc",
    "Content-Length: \r\n\r\nabc",
    "Content-Length: 99999999999999999999999\r\n\r\nabc",
    "Content-Length : 3\r\n\r\nabc",
    // Lines.
    "X: y\r\n folded\r\nContent-Length: 3\r\n\r\nabc",
    "X: y\r\n\tfolded\r\nContent-Length: 3\r\n\r\nabc",
    "X: y\nContent-Length: 3\r\n\r\nabc",
    "X: y\r\nContent-Length: 3\n\nabc",
    "X: y\rContent-Length: 3\r\n\r\nabc",
    "X: y\0z\r\nContent-Length: 3\r\n\r\nabc",
    "X y\r\nContent-Length: 3\r\n\r\nabc",
    ": y\r\nContent-Length: 3\r\n\r\nabc",
    "X(: y\r\nContent-Length: 3\r\n\r\nabc",
    // Chunks.
    "Transfer-Encoding: chunked\r\n\r\nz\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n10000000000000003\r\nabc\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n\r\nabc\r\n0\r\n\r\n",
];

/// What a client that was let in would ask next.
const NEXT: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";

#[tokio::test]
async fn what_could_be_read_in_two_ways_is_refused_and_the_connection_closed() {
    let server = Served::start(HttpLimits::default()).await;
    for wrong in WRONG {
        let request = format!("POST /mcp HTTP/1.1\r\nHost: a\r\n{wrong}{NEXT}");
        let answer = server.answers(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{wrong:?}: {answer:?}");
        assert!(is_told(&answer), "{wrong:?}: {answer:?}");
        assert_eq!(
            answer.matches("HTTP/1.1").count(),
            1,
            "{wrong:?}: {answer:?}"
        );
        assert!(server.is_well().await, "after {wrong:?}");
    }
}

#[tokio::test]
async fn a_head_that_is_wrong_is_refused_without_waiting_for_more() {
    let limits = HttpLimits::default().with_head_time(Duration::from_secs(60));
    let server = Served::start(limits).await;
    for wrong in WRONG.iter().filter(|wrong| !wrong.contains("\n\n")) {
        let head = wrong.split_inclusive("\r\n\r\n").next();
        let head = head.unwrap_or_default();
        // What is wrong with a chunk stands behind the head.
        let head = match head.starts_with("Transfer-Encoding: chunked\r\n\r\n") {
            true => wrong,
            false => head,
        };
        let request = format!("POST /mcp HTTP/1.1\r\nHost: a\r\n{head}");
        let answer = server.answers(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{wrong:?}: {answer:?}");
        assert!(is_told(&answer), "{wrong:?}: {answer:?}");
    }
}

#[tokio::test]
async fn a_bad_first_line_is_refused_and_the_connection_closed() {
    let server = Served::start(HttpLimits::default()).await;
    for wrong in [
        "POST /mcp HTTP/1.1\nHost: a\r\n\r\n",
        "POST /mcp  HTTP/1.1\r\n\r\n",
        "POST /mcp HTTP/1.2\r\n\r\n",
        "POST\t/mcp HTTP/1.1\r\n\r\n",
        "PO\0T /mcp HTTP/1.1\r\n\r\n",
        "POST /m\u{7f}cp HTTP/1.1\r\n\r\n",
        "{\"jsonrpc\":\"2.0\"}\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\0\r\n",
    ] {
        let answer = server.answers(wrong.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{wrong:?}: {answer:?}");
        assert!(is_told(&answer), "{wrong:?}: {answer:?}");
        assert!(server.is_well().await, "after {wrong:?}");
    }
}

#[tokio::test]
async fn requests_that_come_at_once_are_answered_in_order() {
    let server = Served::start(HttpLimits::default()).await;
    let mut bytes = post("?20", "a", "");
    bytes.extend(b"POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1;x=y\r\nb\r\n0\r\n\r\n");
    bytes.extend(post("", "abc", "Connection: close\r\n"));
    let answers = server.answers(&bytes).await;
    let said: Vec<_> = answers
        .split("\r\n\r\n")
        .skip(1)
        .filter_map(|a| a.chars().next())
        .collect();
    assert_eq!(said, ['1', '2', '3'], "{answers}");
}

#[tokio::test]
async fn heads_over_the_limits_are_answered_with_431() {
    let server = Served::start(HttpLimits::default()).await;
    let fields = |n: usize| (0..n).map(|i| format!("X-{i}: y\r\n")).collect::<String>();
    // Host, Connection and Content-Length are fields too.
    let good = post("", "abc", &format!("Connection: close\r\n{}", fields(97)));
    assert!(server.answers(&good).await.starts_with("HTTP/1.1 200 "));
    let long = |n: usize| format!("X: {}\r\n", "y".repeat(n));
    for headers in [
        fields(98) + "Connection: close\r\n",
        long(65 * 1024),
        long(1 << 20),
    ] {
        let answer = server.answers(&post("", "abc", &headers)).await;
        assert!(answer.starts_with("HTTP/1.1 431 "), "{answer:?}");
        assert!(is_told(&answer), "{answer:?}");
        assert!(server.is_well().await);
    }
}

#[tokio::test]
async fn bodies_over_the_limit_are_answered_with_413_however_they_are_framed() {
    let server = Served::start(HttpLimits::default()).await;
    let close = "Connection: close\r\n";
    for length in [BODY - 1, BODY] {
        let answer = server.answers(&post("", &"x".repeat(length), close)).await;
        assert!(answer.ends_with(&format!("\r\n\r\n{length}")), "{answer:?}");
    }
    let announced = |length: &str| {
        format!("POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\nabc").into_bytes()
    };
    let mut chunks =
        b"POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x1_0000));
    chunks.extend(chunk.repeat(8).bytes());
    for request in [
        post("", &"x".repeat(BODY + 1), ""),
        post("", &"x".repeat(4 << 20), ""),
        announced("67108864"),
        announced("18446744073709551613"),
        chunks,
    ] {
        let mut client = server.connect().await;
        client.send(&request).await;
        let answer = client.until("\"limit\"").await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer:?}");
        assert!(answer.contains("limit is 100000 bytes"), "{answer:?}");
        drop(client);
        assert!(server.is_well().await);
    }
}

#[tokio::test]
async fn the_answer_to_a_body_that_is_refused_reaches_a_client_that_sends_all_of_it() {
    let server = Served::start(HttpLimits::default()).await;
    let request = post("", &"x".repeat(8 << 20), "");
    for _ in 0..20 {
        let answer = server.answers(&request).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer:?}");
    }
}

/// Whether the body is a JSON-RPC error, as long as its head says.
fn is_told(answer: &str) -> bool {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else {
        return false;
    };
    let error = serde_json::from_str::<serde_json::Value>(body);
    head.contains(&format!("content-length: {}", body.len()))
        && error.is_ok_and(|error| error["error"]["message"].is_string())
}
