//! Which lines stand where.

use mcp_core::explain::{Conversation, Frame, Lang};

use super::*;

/// A conversation whose lines go through blocks.
struct Told {
    conversation: Conversation,
    blocks: Blocks,
    style: Style,
    line: u64,
    out: String,
}

impl Told {
    fn new() -> Self {
        Told {
            conversation: Conversation::new(),
            blocks: Blocks::default(),
            style: Style::plain(Lang::En),
            line: 0,
            out: String::new(),
        }
    }

    fn read(&mut self, text: &str) {
        self.line += 1;
        let frame = Frame::new(text.as_bytes()).on_line(self.line);
        let explained = self.conversation.read(&frame);
        self.blocks.add(&explained.summary, true, &self.style);
        self.blocks.drain(&mut self.out, &self.style);
    }

    fn call(&mut self, id: u64) {
        self.read(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"t{id}","_meta":{{"progressToken":{id}}}}}}}"#
        ));
    }

    fn answer(&mut self, id: u64) {
        self.read(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#
        ));
    }

    fn progress(&mut self, id: u64, n: u64) {
        self.read(&format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{id},"progress":{n}}}}}"#
        ));
    }

    /// The numbers of the lines that were printed, in their order.
    fn numbers(&self) -> Vec<u64> {
        let first = |line: &str| line.split_whitespace().next()?.parse().ok();
        self.out.lines().filter_map(first).collect()
    }

    fn end(mut self) -> (Vec<u64>, String) {
        self.blocks
            .drain_all(&mut self.out, "no answer", &self.style);
        (self.numbers(), self.out)
    }
}

#[test]
fn the_lines_of_a_call_stand_under_it_in_the_order_of_the_requests() {
    let mut told = Told::new();
    told.call(1);
    told.call(2);
    told.answer(2);
    assert!(told.out.is_empty(), "the first call is open");
    told.progress(1, 1);
    told.answer(1);
    assert_eq!(told.numbers(), [1, 4, 5, 2, 3]);
}

#[test]
fn many_reports_of_progress_are_one_line() {
    let mut told = Told::new();
    told.call(1);
    (1..=3).for_each(|n| told.progress(1, n));
    told.answer(1);
    assert_eq!(told.numbers(), [1, 2, 3, 4, 5]);
    let mut told = Told::new();
    told.call(1);
    (1..=4).for_each(|n| told.progress(1, n));
    told.answer(1);
    assert_eq!(told.numbers(), [1, 2, 6]);
    assert!(
        told.out.contains("progress 1…4, 4 reports\n"),
        "{}",
        told.out
    );
}

#[test]
fn a_question_inside_the_only_open_call_stands_among_its_lines() {
    let mut told = Told::new();
    told.call(1);
    told.read(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#);
    let roots = r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#;
    told.line += 1;
    let frame = Frame::new(roots.as_bytes()).on_line(told.line);
    let frame = frame.sent_by(Side::Client);
    let explained = told.conversation.read(&frame);
    told.blocks.add(&explained.summary, true, &told.style);
    told.answer(1);
    let (_, out) = told.end();
    assert!(out.contains("    2  ←    roots/list "), "{out}");
    assert!(out.contains("    3  →      result: 0 roots"), "{out}");
    assert!(out.contains("    4  ←    result: empty"), "{out}");
}

#[test]
fn a_call_that_takes_too_long_is_printed_as_open_and_named_by_its_answer() {
    let mut told = Told::new();
    told.call(1);
    for n in 2..LONGEST + 10 {
        told.call(n);
        told.answer(n);
    }
    assert!(
        told.out.contains("still open\n    2  →"),
        "{}",
        &told.out[..400]
    );
    told.answer(1);
    let last = told.out.lines().last().unwrap_or_default();
    assert!(last.contains("(tools/call t1, asked on line 1)"), "{last}");
}

#[test]
fn no_more_than_so_many_calls_are_held_open() {
    let mut told = Told::new();
    let most = MOST_OPEN as u64;
    (1..=most).for_each(|id| told.call(id));
    assert!(told.out.is_empty());
    (most + 1..most + 10).for_each(|id| told.call(id));
    assert_eq!(told.numbers(), (1..10).collect::<Vec<_>>());
    assert_eq!(told.blocks.open.len(), MOST_OPEN);
    assert_eq!(told.blocks.calls.len(), MOST_OPEN);
}

#[test]
fn no_more_than_so_many_bytes_are_held() {
    let mut told = Told::new();
    told.call(1);
    let long = "x".repeat(MOST_HELD / 2);
    for _ in 0..3 {
        told.blocks.text().push_str(&long);
        told.blocks.drain(&mut told.out, &told.style);
    }
    assert!(told.out.contains("still open"), "it is let go");
    assert_eq!(told.blocks.held, 0);
}

#[test]
fn the_answer_right_behind_an_open_call_goes_on_with_its_lines() {
    let mut told = Told::new();
    told.call(1);
    told.blocks.drain_all(&mut told.out, "", &told.style);
    told.progress(1, 1);
    told.answer(1);
    assert!(
        told.out.ends_with("    3  ←    result: empty\n"),
        "{}",
        told.out
    );
    told.call(2);
    told.blocks.drain_all(&mut told.out, "", &told.style);
    told.call(3);
    told.answer(3);
    told.answer(2);
    assert!(
        told.out.contains("(tools/call t2, asked on line 4)"),
        "{}",
        told.out
    );
}

#[test]
fn every_line_comes_out_once() {
    let mut told = Told::new();
    for id in 1..3_000 {
        told.call(id);
        told.progress(id, 1);
        if id % 7 != 0 && id > 3 {
            told.answer(id - 3);
        }
    }
    let lines = told.line;
    let (mut numbers, _) = told.end();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=lines).collect::<Vec<_>>());
}
