//! The classifier and the findings agree: what a server refuses is an error here, and what it
//! takes has no error of the text or the envelope.

use crate::explain::check::envelope::code_of;
use crate::explain::{Code, Conversation, Frame, Severity};
use crate::json::scan;
use crate::rpc::{FaultKind, Message, Refusal, classify};

/// The refusal of a frame, or the fault of its params.
fn refusal(frame: &[u8]) -> Option<Refusal> {
    match classify(frame) {
        Ok(Message::Request(request)) => request.parameters().err().map(Refusal::answered),
        Ok(Message::Notification(told)) => told.parameters().err().map(Refusal::silent),
        Ok(_) => None,
        Err(refusal) => Some(refusal),
    }
}

#[test]
fn every_odd_frame_is_judged_as_the_classifier_judges_it() {
    let table = include_str!("../../../../tests/frames.txt");
    let frames = table
        .lines()
        .filter(|line| !line.starts_with([' ', '#']) && !line.is_empty())
        .filter(|line| !matches!(classify(line.as_bytes()), Ok(Message::Batch(_))));
    // What stands behind them in the list is judged by more than the frame alone.
    let kinds = FaultKind::all().take_while(|kind| *kind != FaultKind::EmptyBatch);
    let of_envelope: Vec<&str> = kinds.map(|kind| code_of(kind).name()).collect();
    let mut count = 0;
    for frame in frames {
        count += 1;
        let found = Conversation::new()
            .read(&Frame::new(frame.as_bytes()))
            .findings;
        let errors: Vec<Code> = found
            .iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .map(|finding| finding.code)
            .collect();
        let names: Vec<&str> = errors.iter().map(|code| code.name()).collect();
        match refusal(frame.as_bytes()) {
            Some(refusal) => {
                let code = code_of(refusal.fault.kind).name();
                let text = names.iter().any(|name| name.starts_with("text-"))
                    && scan(frame.as_bytes()).is_err();
                assert!(names.contains(&code) || text, "{frame}\n{code}: {names:?}");
            }
            None => assert!(
                names
                    .iter()
                    .all(|name| !name.starts_with("text-") && !of_envelope.contains(name)),
                "{frame}\n{names:?}"
            ),
        }
    }
    assert!(count >= 100, "the table has lost rows: {count}");
}
