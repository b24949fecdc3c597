//! Clients that ask and never read, over real connections.

use super::*;
use mcp_runtime::limits::Limits;
use std::io::Write;
use std::net::TcpStream;
use std::time::Instant;
use tests::http::client::{self, Connection};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// More than the system holds for a connection.
const LONG: usize = 12_000_000;

/// A call that stands alone.
fn alone(tool: &str, arguments: Value) -> client::Request {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": tool, "arguments": arguments, "_meta": {
                "progressToken": 1,
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            } } });
    client::Request::post(body.to_string())
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", "tools/call")
        .with("Mcp-Name", tool)
}

#[test]
fn a_client_that_takes_nothing_is_closed_after_its_time_and_others_are_served() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let desk = Arc::new(Desk::default());
    let limits = Limits::default().with_unread_output_patience(Duration::from_millis(500));
    let server = Server::new("desk", "1")
        .limits(limits)
        .state(desk.clone())
        .tools(tools![long, who]);
    let http = HttpLimits::default().with_head_time(Duration::from_secs(1));
    let options = HttpOptions::new().limits(http);
    let server = runtime.block_on(server.listen_http(options, "127.0.0.1:0"));
    let server = server.expect("a server");
    let address = server.local_addr();
    runtime.spawn(server.serve());

    let mut healthy = Connection::open(address, PATIENCE).expect("a connection");
    desk.let_through(1);
    let read = healthy.ask(&alone("long", json!({ "letters": LONG })));
    assert!(
        read.expect("an answer").body.len() > LONG,
        "it is as long as that"
    );

    let mut stalled = Vec::new();
    for _ in 0..5 {
        let mut socket = TcpStream::connect(address).expect("a connection");
        let ask = alone("long", json!({ "letters": LONG }));
        socket.write_all(&ask.bytes()).expect("sent");
        stalled.push(socket);
    }
    desk.let_through(stalled.len());
    let began = Instant::now();
    while !stalled.is_empty() {
        assert!(began.elapsed() < PATIENCE, "{} are left", stalled.len());
        // NB. a closed connection refuses what is written to it, whatever waits to be read.
        stalled.retain_mut(|socket| socket.write_all(b"\n").is_ok());
        let answer = healthy.ask(&alone("who", json!({}))).expect("an answer");
        assert_eq!(answer.head.status, 200);
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(
        began.elapsed() >= Duration::from_millis(400),
        "{:?}",
        began.elapsed()
    );
}
