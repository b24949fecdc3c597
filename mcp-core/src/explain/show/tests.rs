//! Marks stand under what they are about, whatever the text is made of.

use super::{Place, Source, Style, columns, finding, line};
use crate::explain::Conversation;
use crate::explain::finding::{Finding, Found};
use crate::explain::frame::Frame;
use crate::explain::lang::Lang;
use crate::explain::words;

/// The line of a frame that is shown for a part of it, and the line of marks.
fn shown(bytes: &[u8], span: std::ops::Range<usize>, style: &Style) -> (String, String) {
    let found = Found::new("", 7);
    let mut told: Finding = found.of(words::envelope::ID_NULL);
    told.span = Some(span);
    let frame = Frame::new(bytes).on_line(7);
    let mut out = String::new();
    finding(&mut out, &told, Source::of(&frame).named("log"), style);
    let lines: Vec<&str> = out.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.trim_start().starts_with("| "))
        .expect("marks");
    (lines[at - 1].to_owned(), lines[at].to_owned())
}

/// Holds that the marks stand under the part of the text.
fn held(text: &str, part: &str) -> String {
    let start = text.find(part).expect("the part");
    let style = Style::plain(Lang::En);
    let (line, marks) = shown(text.as_bytes(), start..start + part.len(), &style);
    let before = line.find(part).expect("the part is shown");
    let place = marks.find('^').expect("a mark");
    assert_eq!(columns(&line[..before]), place, "\n{line}\n{marks}");
    let n = marks.bytes().filter(|byte| *byte == b'^').count();
    assert_eq!(n, columns(part), "\n{line}\n{marks}");
    assert!(columns(&line) <= style.width && columns(&marks) <= style.width);
    line
}

#[test]
fn an_answer_in_a_batch_says_which_request_it_answers() {
    let mut conversation = Conversation::new();
    let mut out = String::new();
    for (text, number) in [
        (r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, 1),
        (r#"[{"jsonrpc":"2.0","id":7,"result":{}}]"#, 2),
    ] {
        let told = conversation.read(&Frame::new(text.as_bytes()).on_line(number));
        let style = Style::plain(Lang::En);
        line(&mut out, &told.summary, Place::default(), &style);
    }
    let last = out.lines().last().expect("a line");
    assert!(
        last.contains("result: empty (ping, asked on line 1)"),
        "{out}"
    );
    assert!(last.ends_with("  id 7"), "{out}");
}

#[test]
fn marks_stand_under_the_part_behind_any_characters() {
    for before in [
        "",
        "MCP 인증 흐름 ",
        "e\u{301}\u{308} ",
        "\t\t",
        "\u{1b}[2J\u{202e}",
        "हिन्दी 👩",
    ] {
        held(&format!("{{\"a\":\"{before}\",\"limit\":99}}"), "99");
        held(
            &format!("{{\"a\":\"{before}\",\"한도\":\"큰 값\"}}"),
            "\"큰 값\"",
        );
    }
}

#[test]
fn a_long_line_is_cut_to_a_window_around_the_part() {
    for n in [1, 40, 70, 100, 5_000] {
        for filler in ["x", "말", "e\u{301}", "\u{7}"] {
            let filler = filler.repeat(n);
            let line = held(
                &format!("{{\"a\":\"{filler}\",\"limit\":99,\"b\":\"{filler}\"}}"),
                "99",
            );
            if n > 100 {
                assert!(line.contains("| …") && line.ends_with('…'), "{line}");
            }
        }
    }
}

#[test]
fn a_part_that_is_longer_than_the_window_is_marked_to_its_edge() {
    let text = format!("{{\"a\":\"{}\"}}", "x".repeat(1 << 20));
    let style = Style::plain(Lang::En);
    let (line, marks) = shown(text.as_bytes(), 5..text.len() - 1, &style);
    assert!(columns(&line) <= style.width, "{line}");
    assert!(
        columns(&marks) <= style.width && marks.ends_with("^^^"),
        "{marks}"
    );
}

#[test]
fn of_a_frame_with_many_lines_the_one_is_shown_with_its_number() {
    let text = "{\n  \"id\": 1,\n  \"method\": 7\n}";
    let start = text.find('7').expect("the part");
    let (line, marks) = shown(text.as_bytes(), start..start + 1, &Style::plain(Lang::En));
    assert_eq!(line, "    9 |   \"method\": 7");
    assert!(marks.starts_with("      |             ^ "), "{marks}");
}

#[test]
fn bytes_that_are_no_text_are_shown_as_such() {
    let (line, marks) = shown(b"{\"a\":\"\xb0\xa1\"}", 6..8, &Style::plain(Lang::En));
    assert_eq!(line, "    7 | {\"a\":\"\\xb0\\xa1\"}");
    assert!(marks.starts_with("      |       ^^^^^^^^ "), "{marks}");
}

#[test]
fn a_place_beyond_the_frame_is_no_harm() {
    let style = Style::plain(Lang::En);
    for span in [0..0, 2..2, 9..12, 1..9] {
        for bytes in [&b"{}"[..], "말".as_bytes(), b"\n\n", b"\xff"] {
            let (line, marks) = shown(bytes, span.clone(), &style);
            assert!(marks.contains('^'), "{line}\n{marks}");
        }
    }
}

#[test]
fn marks_fit_when_a_secret_before_them_is_taken_out() {
    const SECRET: &str = "sk-Zk3vQ9xT7LmB2nR8wY5cH1dF6gJ4pS0aEuW7iK2o";
    let text = format!("{{\"api_key\":\"{SECRET}\",\"limit\":99}}");
    let line = held(&text, "99");
    assert!(
        !line.contains(&SECRET[..12]) && line.contains("[redacted]"),
        "{line}"
    );
    let start = text.find(SECRET).expect("it is there");
    let span = start..start + SECRET.len();
    let (line, marks) = shown(text.as_bytes(), span.clone(), &Style::plain(Lang::En));
    assert_eq!(
        line.find("[redacted]"),
        marks.find('^'),
        "\n{line}\n{marks}"
    );
    let (line, _) = shown(
        text.as_bytes(),
        span,
        &Style::plain(Lang::En).with_secrets(true),
    );
    assert!(line.contains(SECRET), "{line}");
}
