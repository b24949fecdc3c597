//! The words of findings: text that is not JSON, and what is odd about text that is.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// UTF-16 or UTF-32.
    UTF16 = "text-utf16", Error {
        title: "the text is {encoding}, not UTF-8", "텍스트가 UTF-8이 아니라 {encoding}입니다";
        found: "{encoding}", "{encoding}";
        expected: "UTF-8", "UTF-8";
        rule: "MCP, every revision, Transports: messages are UTF-8; RFC 8259, section 8.1",
              "MCP 모든 개정판, Transports: 메시지는 UTF-8입니다. RFC 8259, 8.1절";
        next: "encode the stream as UTF-8; PowerShell pipes and files are UTF-16 unless told otherwise ($OutputEncoding, -Encoding utf8)",
              "스트림을 UTF-8로 인코딩하세요. PowerShell의 파이프와 파일은 따로 지정하지 않으면 UTF-16일 수 있습니다($OutputEncoding, -Encoding utf8)";
    }
    /// The log is UTF-16 as a whole.
    UTF16_FILE = "text-utf16-file", Note {
        title: "the log file is UTF-16, and was read as such", "로그 파일이 UTF-16이어서 그렇게 읽었습니다";
        found: "UTF-16", "UTF-16";
        expected: "UTF-8", "UTF-8";
        rule: "MCP, every revision, Transports: messages are UTF-8; how a log file of them is stored is not laid down",
              "MCP 모든 개정판, Transports: 메시지는 UTF-8입니다. 메시지를 담은 로그 파일의 인코딩은 정해져 있지 않습니다";
        next: "the messages may have been UTF-8 on the wire: `>` of Windows PowerShell writes every file so; if the bytes matter, log with `cmd /c` or PowerShell 7",
              "실제로 오간 메시지는 UTF-8이었을 수 있습니다. Windows PowerShell의 `>`는 모든 파일을 이렇게 씁니다. 원래 바이트가 중요하면 `cmd /c`나 PowerShell 7로 기록하세요";
    }
    /// Bytes that are not UTF-8.
    NOT_UTF8 = "text-not-utf8", Error {
        title: "the text is not UTF-8 from byte {at} on", "텍스트가 바이트 위치 {at}부터 UTF-8이 아닙니다";
        found: "the byte 0x{byte}", "바이트 0x{byte}";
        expected: "UTF-8", "UTF-8";
        rule: "MCP, every revision, Transports: messages are UTF-8; RFC 8259, section 8.1",
              "MCP 모든 개정판, Transports: 메시지는 UTF-8입니다. RFC 8259, 8.1절";
        next: "write the stream as UTF-8: on Windows the default may be a code page such as CP949 or Windows-1252 (Python: PYTHONUTF8=1)",
              "스트림을 UTF-8로 쓰세요. Windows에서는 기본값이 CP949나 Windows-1252 같은 코드 페이지일 수 있습니다(Python: PYTHONUTF8=1)";
    }
    /// A byte order mark before the message.
    BOM = "text-bom", Warning {
        title: "a byte order mark stands before the message", "메시지 앞에 바이트 순서 표시(BOM)가 있습니다";
        found: "EF BB BF", "EF BB BF";
        expected: "the message alone", "메시지만";
        rule: "RFC 8259, section 8.1: implementations must not add a byte order mark", "RFC 8259, 8.1절: 구현은 바이트 순서 표시를 붙이면 안 됩니다";
        next: "write UTF-8 without a byte order mark (utf-8, not utf-8-sig); many readers refuse the message",
              "BOM 없는 UTF-8로 쓰세요(utf-8-sig가 아니라 utf-8). 많은 구현이 이런 메시지를 거부합니다";
    }
    /// A carriage return at the end of the line.
    CARRIAGE_RETURN = "text-carriage-return", Note {
        title: "the line ends with a carriage return (CRLF)", "줄이 캐리지 리턴으로 끝납니다(CRLF)";
        found: "a carriage return after the message", "메시지 뒤의 캐리지 리턴";
        expected: "a newline alone", "줄바꿈 문자(LF)만";
        rule: "MCP, every revision, Transports, stdio: messages are delimited by newlines; JSON takes the carriage return for white space",
              "MCP 모든 개정판, Transports, stdio: 메시지는 줄바꿈으로 구분합니다. JSON은 캐리지 리턴을 공백으로 봅니다";
        next: "nothing to fix; open stdout in binary mode to get rid of it (told once for this log)",
              "그대로 두어도 됩니다. 없애려면 stdout을 바이너리 모드로 여세요(이 로그에서 한 번만 알립니다)";
    }
    /// Colour codes of a terminal.
    ANSI = "text-ansi", Error {
        title: "colour codes of a terminal stand around or in the message", "메시지 앞뒤나 안에 터미널 색상 코드가 있습니다";
        found: "an escape sequence (ESC [)", "이스케이프 시퀀스(ESC [)";
        expected: "the message alone", "메시지만";
        rule: "RFC 8259, section 2: control characters are no part of JSON", "RFC 8259, 2절: 제어 문자는 JSON 텍스트에 올 수 없습니다";
        next: "don't colour what goes to stdout: set NO_COLOR=1, or write messages past the logger",
              "stdout에 나가는 출력에는 색을 입히지 마세요. NO_COLOR=1을 설정하거나, 메시지를 로거를 거치지 않고 쓰세요";
    }
    /// The header of another framing.
    CONTENT_LENGTH = "text-content-length", Error {
        title: "this is a header of the framing that language servers (LSP) use; MCP has none on stdio",
               "언어 서버(LSP)가 쓰는 프레이밍의 헤더입니다. MCP의 stdio에는 헤더가 없습니다";
        found: "a header line", "헤더 줄";
        expected: "one JSON message on each line", "한 줄에 JSON 메시지 하나";
        rule: "MCP, every revision, Transports, stdio: messages are delimited by newlines", "MCP 모든 개정판, Transports, stdio: 메시지는 줄바꿈으로 구분합니다";
        next: "use the stdio transport of an MCP library, or drop the headers and end each message with one newline",
              "MCP 라이브러리의 stdio 전송을 쓰거나, 헤더를 빼고 메시지마다 끝에 줄바꿈 하나를 넣으세요";
    }
    /// A web page.
    HTML = "text-html", Error {
        title: "this is a web page (HTML), not a message", "메시지가 아니라 웹 페이지(HTML)입니다";
        found: "HTML", "HTML";
        expected: "a JSON object", "JSON 객체";
        rule: "JSON-RPC 2.0, section 4: a message is one JSON object", "JSON-RPC 2.0, 4절: 메시지는 JSON 객체 하나입니다";
        next: "check the URL and what stands in between: a login page, a proxy or a 404 page answered in place of the MCP endpoint",
              "URL이 맞는지, 중간에 무엇이 있는지 확인하세요. MCP 엔드포인트 대신 로그인 페이지나 프록시, 404 페이지가 응답했을 수 있습니다";
    }
    /// A stack trace.
    STACK_TRACE = "text-stack-trace", Error {
        title: "this is a stack trace ({language}), not a message: the program failed", "메시지가 아니라 스택 트레이스({language})입니다. 프로그램이 실패했습니다";
        found: "a stack trace of {language}", "{language} 스택 트레이스";
        expected: "a JSON-RPC message", "JSON-RPC 메시지";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout", "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다";
        next: "read it: it says why the program failed; then send errors to stderr, and answer the request that failed with a JSON-RPC error",
              "내용을 읽어 보세요. 실패한 이유가 들어 있습니다. 그런 다음 스택 트레이스는 stderr로 보내고, 실패한 요청에는 JSON-RPC 오류로 응답하세요";
    }
    /// A further line of a stack trace.
    GOES_ON = "text-goes-on", Note {
        title: "this line goes on with the stack trace that begins on line {line}", "{line}번째 줄에서 시작한 스택 트레이스가 이어지는 줄입니다";
        found: "a further line of the stack trace", "스택 트레이스의 다음 줄";
        expected: "a JSON-RPC message", "JSON-RPC 메시지";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout", "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다";
        next: "see line {line}", "{line}번째 줄을 보세요";
    }
    /// A line of a log.
    LOG_LINE = "text-log-line", Error {
        title: "this is a log line ({writer}), not a message", "메시지가 아니라 로그 줄({writer})입니다";
        found: "a log line", "로그 줄";
        expected: "a JSON-RPC message", "JSON-RPC 메시지";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout; stderr is for logging",
              "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다. 로그는 stderr에 씁니다";
        next: "send the log to stderr ({how})", "로그를 stderr로 보내세요({how})";
    }
    /// A message with other text on its line.
    AROUND_MESSAGE = "text-around-message", Error {
        title: "other text stands {side} the message on the same line", "같은 줄의 메시지 {side}에 다른 텍스트가 있습니다";
        found: "{length} bytes that are not JSON", "JSON이 아닌 {length}바이트";
        expected: "the message alone on its line", "한 줄에 메시지만";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout", "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다";
        next: "find what prints to stdout without a newline (print, console.log, println!) and send it to stderr",
              "줄바꿈 없이 stdout에 쓰는 코드(print, console.log, println!)를 찾아 stderr로 보내세요";
    }
    /// Several messages on one line.
    TWO_MESSAGES = "text-two-messages", Error {
        title: "{count} messages stand on one line, and a reader takes neither", "한 줄에 메시지 {count}개가 있어, 읽는 쪽이 모두 버립니다";
        found: "another message from byte {at} on", "바이트 위치 {at}부터 또 다른 메시지";
        expected: "one message on each line", "한 줄에 메시지 하나";
        rule: "MCP, every revision, Transports, stdio: messages are delimited by newlines", "MCP 모든 개정판, Transports, stdio: 메시지는 줄바꿈으로 구분합니다";
        next: "write a newline after each message, and let only one writer at a time write (two threads without a lock do this)",
              "메시지마다 줄바꿈을 쓰고, 쓰는 곳을 하나로 모으세요(잠금 없이 두 스레드가 쓰면 이렇게 됩니다)";
    }
    /// The rest of a message that was cut.
    OTHER_HALF = "text-other-half", Note {
        title: "this is the rest of the message that begins on line {line}: a line break stands in the message", "{line}번째 줄에서 시작한 메시지의 나머지입니다. 메시지 안에 줄바꿈이 있습니다";
        found: "the end of another line's message", "다른 줄에서 시작한 메시지의 뒷부분";
        expected: "the whole message on one line", "한 줄에 온전한 메시지";
        rule: "MCP, every revision, Transports, stdio: messages must not contain embedded newlines", "MCP 모든 개정판, Transports, stdio: 메시지 안에 줄바꿈이 있으면 안 됩니다";
        next: "write JSON without indentation, and newlines in strings as \\n", "JSON을 들여쓰기 없이 쓰고, 문자열 속 줄바꿈은 \\n으로 쓰세요";
    }
    /// A dict or list of Python, printed.
    PYTHON = "text-python", Error {
        title: "this is a Python value as print() shows it, not JSON (JSON breaks at byte {at})", "JSON이 아니라 Python 값을 그대로 출력한 것입니다(바이트 위치 {at}에서 JSON이 깨집니다)";
        found: "{word}", "{word}";
        expected: "double quotes, and true, false, null", "큰따옴표와 true, false, null";
        rule: "RFC 8259, sections 3 and 7", "RFC 8259, 3절과 7절";
        next: "write json.dumps(message), not str(message)", "str(message)가 아니라 json.dumps(message)를 쓰세요";
    }
    /// A text in single quotes.
    SINGLE_QUOTES = "text-single-quotes", Error {
        title: "a single quote stands where JSON has double quotes (byte {at})", "큰따옴표가 와야 할 자리에 작은따옴표가 있습니다(바이트 위치 {at})";
        found: "'", "'";
        expected: "\"", "\"";
        rule: "RFC 8259, section 7: strings begin and end with quotation marks", "RFC 8259, 7절: 문자열은 큰따옴표로 시작하고 끝납니다";
        next: "put names and texts in double quotes; on the command line, put the whole message in single quotes",
              "이름과 텍스트를 큰따옴표로 감싸세요. 명령줄에서는 메시지 전체를 작은따옴표로 감싸세요";
    }
    /// Quotes of a word processor.
    CURLY_QUOTES = "text-curly-quotes", Error {
        title: "a typographic quote stands where JSON has a straight one (byte {at})", "곧은 큰따옴표가 와야 할 자리에 둥근 따옴표가 있습니다(바이트 위치 {at})";
        found: "{word}", "{word}";
        expected: "\"", "\"";
        rule: "RFC 8259, section 7: strings begin and end with quotation marks", "RFC 8259, 7절: 문자열은 큰따옴표로 시작하고 끝납니다";
        next: "write straight quotes; the text was probably copied from a document or a chat that made them round",
              "곧은 따옴표로 쓰세요. 따옴표를 둥글게 바꾸는 문서에서 복사한 텍스트입니다";
    }
    /// A comment.
    COMMENT = "text-comment", Error {
        title: "a comment stands in the message (byte {at}); JSON has none", "메시지 안에 주석이 있습니다(바이트 위치 {at}). JSON에는 주석이 없습니다";
        found: "{word}", "{word}";
        expected: "JSON without comments", "주석 없는 JSON";
        rule: "RFC 8259, section 2", "RFC 8259, 2절";
        next: "take the comment out", "주석을 빼세요";
    }
    /// A comma before a closing bracket.
    TRAILING_COMMA = "text-trailing-comma", Error {
        title: "a comma stands before the closing bracket (byte {at})", "닫는 괄호 앞에 쉼표가 있습니다(바이트 위치 {at})";
        found: ", and nothing after it", "뒤에 아무것도 없는 쉼표";
        expected: "a comma between values only", "값과 값 사이에만 쉼표";
        rule: "RFC 8259, sections 4 and 5", "RFC 8259, 4절과 5절";
        next: "take the last comma out", "마지막 쉼표를 빼세요";
    }
    /// A name without quotes.
    UNQUOTED_NAME = "text-unquoted-name", Error {
        title: "the member name {word} stands without double quotes (byte {at})", "멤버 이름 {word}에 큰따옴표가 없습니다(바이트 위치 {at})";
        found: "{word}", "{word}";
        expected: "\"{word}\"", "\"{word}\"";
        rule: "RFC 8259, section 4: a name is a string", "RFC 8259, 4절: 이름은 문자열입니다";
        next: "write \"{word}\", or let JSON.stringify write the message", "\"{word}\"(으)로 쓰거나, JSON.stringify로 메시지를 만드세요";
    }
    /// A value of another language.
    NO_VALUE = "text-no-value", Error {
        title: "{word} is not a JSON value (byte {at})", "{word}은(는) JSON의 값이 아닙니다(바이트 위치 {at})";
        found: "{word}", "{word}";
        expected: "null, true, false, a number, a string, an array or an object", "null, true, false, 숫자, 문자열, 배열, 객체 중 하나";
        rule: "RFC 8259, sections 3 and 6", "RFC 8259, 3절과 6절";
        next: "write null, or leave the member out", "null로 쓰거나, 그 멤버를 빼세요";
    }
    /// A control character in a string.
    CONTROL_CHARACTER = "text-control-character", Error {
        title: "a control character (U+{word}) stands unescaped in a string (byte {at})", "문자열 안에 이스케이프하지 않은 제어 문자(U+{word})가 있습니다(바이트 위치 {at})";
        found: "U+{word}", "U+{word}";
        expected: "an escape such as \\t, \\n or \\u{word}", "\\t, \\n, \\u{word} 같은 이스케이프";
        rule: "RFC 8259, section 7: control characters must be escaped", "RFC 8259, 7절: 제어 문자는 이스케이프해야 합니다";
        next: "let a JSON library write the string", "문자열은 JSON 라이브러리로 만드세요";
    }
    /// A backslash that starts no escape.
    BACKSLASH = "text-backslash", Error {
        title: "a backslash starts no escape that JSON knows (byte {at})", "백슬래시 뒤가 JSON의 이스케이프가 아닙니다(바이트 위치 {at})";
        found: "{word}", "{word}";
        expected: "\\\\ for a backslash", "백슬래시 하나에는 \\\\";
        rule: "RFC 8259, section 7: the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits",
              "RFC 8259, 7절: 이스케이프는 \\\" \\\\ \\/ \\b \\f \\n \\r \\t, 그리고 \\u와 16진수 네 자리입니다";
        next: "double each backslash, as in C:\\\\notes, or let a JSON library write the string",
              "C:\\\\notes처럼 백슬래시를 두 번 쓰거나, 문자열은 JSON 라이브러리로 만드세요";
    }
    /// Any other text.
    STRAY = "text-stray", Error {
        title: "this text is not a message: it looks like something that was printed", "메시지가 아닌 텍스트입니다. 무언가를 출력한 것으로 보입니다";
        found: "{length} bytes of other text", "다른 텍스트 {length}바이트";
        expected: "a JSON-RPC message", "JSON-RPC 메시지";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout", "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다";
        next: "send it to stderr: eprintln! instead of println!, console.error instead of console.log, print(…, file=sys.stderr)",
              "stderr로 보내세요. println! 대신 eprintln!, console.log 대신 console.error, print(…, file=sys.stderr)를 쓰세요";
    }
    /// A client says in its log that it could not read a line.
    CLIENT_COULD_NOT_READ = "text-client-could-not-read", Error {
        title: "the client reports that its server wrote something that is not JSON", "서버가 JSON이 아닌 것을 썼다고 클라이언트가 알리고 있습니다";
        found: "a report in the client's own log", "클라이언트가 자기 로그에 남긴 기록";
        expected: "nothing but JSON-RPC messages on the server's stdout", "서버의 stdout에는 JSON-RPC 메시지만";
        rule: "MCP, every revision, Transports, stdio: nothing that is not a message may be written to stdout", "MCP 모든 개정판, Transports, stdio: 메시지가 아닌 것은 stdout에 쓰면 안 됩니다";
        next: "find what prints that text and send it to stderr: eprintln! instead of println!, console.error instead of console.log, print(…, file=sys.stderr)",
              "그 텍스트를 출력하는 곳을 찾아 stderr로 보내세요. println! 대신 eprintln!, console.log 대신 console.error, print(…, file=sys.stderr)를 쓰세요";
    }
}
