//! The words of findings on event streams: how the body of an HTTP response is cut into events.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// A line of JSON without `data:`.
    NO_DATA_PREFIX = "sse-no-data-prefix", Error {
        title: "a line of JSON in the event stream has no `data:` before it", "이벤트 스트림의 JSON 줄 앞에 `data:`가 없습니다";
        found: "a line that begins with JSON", "JSON으로 바로 시작하는 줄";
        expected: "`data: ` and then the JSON, on one line", "`data: ` 뒤에 한 줄로 쓴 JSON";
        rule: "WHATWG HTML, Server-sent events, 9.2.6; MCP {v2503} and later, Transports, Streamable HTTP", "WHATWG HTML, Server-sent events, 9.2.6; MCP {v2503} 이후, Transports, Streamable HTTP";
        next: "write `data: {\"jsonrpc\":\"2.0\",…}` and an empty line after it; clients skip the line as it is", "`data: {\"jsonrpc\":\"2.0\",…}`로 쓰고 그 뒤에 빈 줄을 넣으세요. 지금 상태로는 클라이언트가 이 줄을 건너뜁니다";
    }

    /// The stream ends inside an event.
    NO_BLANK_LINE = "sse-no-blank-line", Error {
        title: "the event stream ends without an empty line after its last event", "이벤트 스트림이 마지막 이벤트 뒤의 빈 줄 없이 끝났습니다";
        found: "the end of the stream inside an event", "이벤트 도중에 끝난 스트림";
        expected: "an empty line after every event", "모든 이벤트 뒤의 빈 줄";
        rule: "WHATWG HTML, Server-sent events, 9.2.6: an event is handed on by the empty line after it", "WHATWG HTML, Server-sent events, 9.2.6: 이벤트는 뒤따르는 빈 줄이 있어야 전달됩니다";
        next: "end every event with two line ends (`data: …\\n\\n`), and flush; clients never see the last event as it is", "모든 이벤트를 줄바꿈 두 번(`data: …\\n\\n`)으로 끝내고 flush하세요. 지금 상태로는 클라이언트가 마지막 이벤트를 받지 못합니다";
    }

    /// A field that event streams do not have.
    UNKNOWN_FIELD = "sse-unknown-field", Warning {
        title: "the event stream has a field `{name}` that nobody reads", "이벤트 스트림에 아무도 읽지 않는 필드 `{name}`이(가) 있습니다";
        found: "`{name}`", "`{name}`";
        expected: "`data`, `event`, `id` or `retry`", "`data`, `event`, `id`, `retry` 중 하나";
        rule: "WHATWG HTML, Server-sent events, 9.2.6: other fields are ignored", "WHATWG HTML, Server-sent events, 9.2.6: 다른 필드는 무시됩니다";
        next: "put what it says into `data:`, or write it as a comment, which begins with a colon", "그 내용을 `data:`에 넣거나, 콜론으로 시작하는 주석으로 쓰세요";
    }

    /// A message on several lines.
    SPLIT_DATA = "sse-split-data", Note {
        title: "a message is split over {lines} `data:` lines", "메시지 하나가 `data:` {lines}줄에 나뉘어 있습니다";
        found: "{lines} `data:` lines in one event", "한 이벤트 안의 `data:` {lines}줄";
        expected: "the message on one `data:` line", "`data:` 한 줄에 쓴 메시지";
        rule: "WHATWG HTML, Server-sent events, 9.2.6: the lines are joined by line ends", "WHATWG HTML, Server-sent events, 9.2.6: 여러 줄은 줄바꿈으로 이어집니다";
        next: "nothing has to change; compact JSON on one line is safe with readers that take one line only", "꼭 바꿀 필요는 없습니다. 한 줄만 읽는 클라이언트도 있으니 한 줄짜리 JSON이 더 안전합니다";
    }

    /// An event of another name than `message`.
    EVENT_NAME = "sse-event-name", Warning {
        title: "an event is named `{name}`: clients ignore it", "이벤트 이름이 `{name}`입니다. 클라이언트는 이 이벤트를 무시합니다";
        found: "`event: {name}`", "`event: {name}`";
        expected: "no `event:` line, or `event: message`", "`event:` 줄이 없거나 `event: message`";
        rule: "MCP {v2503} and later, Transports, Streamable HTTP; WHATWG HTML, Server-sent events: listeners of `message` see no other event", "MCP {v2503} 이후, Transports, Streamable HTTP; WHATWG HTML, Server-sent events: `message` 수신자는 다른 이벤트를 보지 못합니다";
        next: "leave out the `event:` line, or write `event: message`", "`event:` 줄을 빼거나 `event: message`로 쓰세요";
    }

    /// The transport of the first revision.
    ENDPOINT = "sse-old-transport", Note {
        title: "this is the HTTP+SSE transport of {v2411}: the event `endpoint` says where to post", "{v2411}의 HTTP+SSE 전송 방식입니다. `endpoint` 이벤트가 POST할 주소를 알려 줍니다";
        found: "`event: endpoint`", "`event: endpoint`";
        expected: "since {v2503} one endpoint for POST and GET (Streamable HTTP)", "{v2503}부터는 POST와 GET이 같은 주소를 쓰는 Streamable HTTP";
        rule: "MCP {v2411}, Transports, HTTP with SSE", "MCP {v2411}, Transports, HTTP with SSE";
        next: "nothing, when both sides know it; clients that speak Streamable HTTP alone can't use this server", "양쪽이 모두 지원하면 그대로 두어도 됩니다. Streamable HTTP만 지원하는 클라이언트는 이 서버를 쓸 수 없습니다";
    }

    /// `retry` is no number.
    BAD_RETRY = "sse-retry-not-number", Warning {
        title: "`retry` of an event is not a whole number of milliseconds", "이벤트의 `retry`가 밀리초를 나타내는 정수가 아닙니다";
        found: "`retry: {value}`", "`retry: {value}`";
        expected: "digits alone: `retry: 3000`", "숫자만: `retry: 3000`";
        rule: "WHATWG HTML, Server-sent events, 9.2.6: anything but digits is ignored", "WHATWG HTML, Server-sent events, 9.2.6: 숫자가 아니면 무시됩니다";
        next: "write the milliseconds in digits, without a unit", "단위 없이 밀리초를 숫자로만 쓰세요";
    }

    /// An event id where streams can't be resumed.
    ID = "sse-id", Error {
        title: "an event has an id, though streams can't be resumed in {v2607}", "이벤트에 id가 있지만 {v2607}에서는 스트림을 이어받을 수 없습니다";
        found: "`id:` in an event", "이벤트의 `id:`";
        expected: "no `id:`", "`id:` 없음";
        rule: "MCP {v2607}, Transports, Streamable HTTP: no event ids", "MCP {v2607}, Transports, Streamable HTTP: 이벤트 id 없음";
        next: "leave out `id:`; a client whose stream broke sends the request again, with a new id of its own", "`id:`를 빼세요. 스트림이 끊긴 클라이언트는 새 id로 요청을 다시 보냅니다";
    }

    /// An event without data.
    EMPTY_DATA = "sse-empty-data", Warning {
        title: "an event has empty data", "이벤트의 data가 비어 있습니다";
        found: "`data:` with nothing behind it", "내용이 없는 `data:`";
        expected: "a message; an event with an id and empty data opens a stream in {v2511} alone", "메시지. id와 빈 data로 스트림을 여는 이벤트는 {v2511}에만 있습니다";
        rule: "MCP {v2511}, Transports, Streamable HTTP, Sending messages", "MCP {v2511}, Transports, Streamable HTTP, Sending messages";
        next: "send it only to clients that agreed on {v2511}, since others try to read the empty text as JSON; to keep a stream alive write a comment, `:`", "{v2511}에 합의한 클라이언트에만 보내세요. 다른 클라이언트는 빈 텍스트를 JSON으로 읽으려 합니다. 연결 유지에는 주석 `:`을 쓰세요";
    }

    /// An answer on the stream that a GET opened.
    ANSWER_ON_GET = "sse-answer-on-get", Error {
        title: "an answer came on the stream of a GET request", "응답이 GET 요청으로 연 스트림으로 왔습니다";
        found: "an answer on a stream that was not resumed", "이어받은 것이 아닌 스트림에 온 응답";
        expected: "the answer in the response to the POST that asked", "요청을 보낸 POST의 HTTP 응답에 담긴 응답";
        rule: "MCP {v2503} to {v2511}, Transports, Streamable HTTP, Listening for messages from the server", "MCP {v2503}–{v2511}, Transports, Streamable HTTP, Listening for messages from the server";
        next: "answer a request in the response to its own POST; the stream of a GET carries requests and notifications of the server", "요청에는 그 POST의 HTTP 응답으로 답하세요. GET 스트림은 서버의 요청과 알림만 전달합니다";
    }
}
