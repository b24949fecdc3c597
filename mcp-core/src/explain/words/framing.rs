//! The words of findings on how messages are told apart in a stream.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// `Content-Length` is not the length of the message.
    LENGTH = "framing-length", Error {
        title: "Content-Length is {said}, but the message has {is} bytes", "Content-Length는 {said}인데 메시지는 {is}바이트입니다";
        found: "Content-Length: {said}", "Content-Length: {said}";
        expected: "Content-Length: {is}", "Content-Length: {is}";
        rule: "RFC 9110, section 8.6: Content-Length counts the bytes of the body", "RFC 9110, 8.6절: Content-Length는 본문의 바이트 수입니다";
        next: "count the bytes of the UTF-8 text, not its characters: `인증` has 2 characters and 6 bytes",
              "문자 수가 아니라 UTF-8 텍스트의 바이트 수를 세세요. `인증`은 2글자이지만 6바이트입니다";
    }
    /// A message of which the log has left out a part.
    SHORTENED = "text-shortened", Note {
        title: "the log has left out a part of this message, so that it can't be judged", "로그가 이 메시지의 일부를 생략해서 판단할 수 없습니다";
        found: "the beginning and the end of a message", "메시지의 처음과 끝";
        expected: "the whole message", "온전한 메시지";
        rule: "a limit of the program that wrote the log, not of MCP", "MCP의 규칙이 아니라 로그를 쓴 프로그램의 한도입니다";
        next: "where the content matters, log between client and server instead (told once for this log)",
              "내용이 중요하면 클라이언트와 서버 사이에서 직접 기록하세요(이 로그에서 한 번만 알립니다)";
    }
    /// A message that is not read because it is too long.
    TOO_LONG = "framing-too-long", Warning {
        title: "a message or a line is longer than this program reads, and was skipped", "메시지나 줄이 여기서 읽는 한도보다 길어서 건너뛰었습니다";
        found: "more than {limit} bytes", "{limit}바이트 초과";
        expected: "at most {limit} bytes", "{limit}바이트 이하";
        rule: "a limit of this program, not of MCP", "MCP의 규칙이 아니라 이 프로그램의 한도입니다";
        next: "cut the content into pages or resources: few hosts take messages of this size",
              "내용을 페이지나 리소스로 나누세요. 이 크기의 메시지를 받는 호스트는 드뭅니다";
    }
}
