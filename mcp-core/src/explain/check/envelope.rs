//! Is it a message of JSON-RPC, and which?
//!
//! In: the classifier's refusal, or any other fault. Out: the finding that says the same, in the
//! same words. There is one classifier, so what a server refuses and what is found here never
//! differ.

use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::lang::Words;
use crate::explain::place::resolve;
use crate::explain::words::envelope as words;
use crate::explain::words::faults::korean;
use crate::json::{Member, Raw, shown_name};
use crate::rpc::{Fault, FaultKind, Refusal};
use crate::schema::nearest;

/// The finding that says what a refusal says. `raw` is the frame, when it is JSON.
pub(in crate::explain) fn refused(raw: Option<Raw<'_>>, refusal: &Refusal, found: &mut Found<'_>) {
    let fault = &refusal.fault;
    let wanted: &[&'static str] = match fault.kind {
        FaultKind::MissingVersion => &["jsonrpc"],
        FaultKind::MissingMethod => &["method", "result", "error"],
        FaultKind::ResultWithoutId => &["id"],
        _ => &[],
    };
    let misspelt = raw.and_then(|raw| {
        let mut wanted = wanted.iter();
        wanted.find_map(|known| Some((*known, misspelt(raw, known)?)))
    });
    let bare = |raw: Raw<'_>| {
        let known = |member: Member<'_>| matches!(&*member.key, "jsonrpc" | "id");
        fault.kind == FaultKind::MissingMethod
            && raw.member("id").is_some()
            && raw.members().all(known)
    };
    let finding = match misspelt {
        _ if raw.is_some_and(bare) => {
            let mut finding = spoken(fault, "nothing", &korean("nothing"), found);
            finding.span = raw.and_then(|raw| found.span(raw.get()));
            finding.with("remedy", NEITHER)
        }
        Some((known, member)) => of_misspelt(fault, known, &member, found),
        None => of_fault(raw, fault, found),
    };
    found.add(finding);
}

/// What to do about a message that has an id and nothing else.
const NEITHER: Words = Words::new(
    "if it is an answer, add \"result\":{} or an error; if it is a request, add the method",
    "응답이라면 \"result\":{}나 error를 넣고, 요청이라면 method를 넣으세요",
);

/// The finding that says what a fault says. The place is that of the fault's member in `raw`, or
/// of the object that lacks it.
pub(in crate::explain) fn of_fault(
    raw: Option<Raw<'_>>,
    fault: &Fault,
    found: &Found<'_>,
) -> Finding {
    let (en, ko) = match fault.got.as_ref() {
        "" => instead(fault.kind),
        got => (got, korean(got)),
    };
    of_fault_with(raw, fault, en, &ko, found)
}

/// The same with other words on what was there, in English and Korean.
pub(in crate::explain) fn of_fault_with(
    raw: Option<Raw<'_>>,
    fault: &Fault,
    en: &str,
    ko: &str,
    found: &Found<'_>,
) -> Finding {
    let mut finding = spoken(fault, en, ko, found);
    if let Some(raw) = raw {
        let place = resolve(raw, &fault.field);
        finding.span = found.span(place.value.get());
    }
    let remedy = both(&fault.remedy);
    finding.with("remedy", remedy)
}

/// What is usually said under the code of a kind of fault.
pub(in crate::explain) fn usual(code: Code) -> Option<Finding> {
    let kind = FaultKind::all().find(|kind| code_of(*kind) == code)?;
    let (fault, found) = (Fault::new(kind), Found::new("", 0));
    // What was there depends on the message, but for a few kinds.
    let (en, ko) = match instead(kind) {
        ("nothing", _) => ("{got}", "{got}".to_owned()),
        told => told,
    };
    Some(of_fault_with(None, &fault, en, &ko, &found))
}

/// A fault that comes from a member whose name is nearly right.
fn of_misspelt(
    fault: &Fault,
    known: &'static str,
    member: &Member<'_>,
    found: &Found<'_>,
) -> Finding {
    let written = shown_name(&member.key);
    let en = format!("no \"{known}\", but \"{written}\"");
    let ko = format!("\"{known}\" 없이 \"{written}\"만 있음");
    let mut finding = spoken(fault, &en, &ko, found);
    finding.span = found.span(member.value.get());
    let en =
        format!("rename \"{written}\" to \"{known}\": member names must be exact, case included");
    let ko = format!(
        "\"{written}\"의 이름을 \"{known}\"(으)로 바꾸세요. 멤버 이름은 대소문자까지 정확해야 합니다"
    );
    finding.with("remedy", Arg::Both { en, ko })
}

/// A finding with all of a fault's words but the remedy.
fn spoken(fault: &Fault, got_en: &str, got_ko: &str, found: &Found<'_>) -> Finding {
    let (en, ko) = (got_en.to_owned(), got_ko.to_owned());
    found
        .of(code_of(fault.kind))
        .at(fault.field.clone())
        .with("what", sentence(fault))
        .with("got", Arg::Both { en, ko })
        .with("expected", both(&fault.expected))
        .with("rule", both(fault.rule))
}

fn both(text: &str) -> Arg {
    Arg::Both {
        en: text.to_owned(),
        ko: korean(text),
    }
}

/// What is wrong, in one sentence: that of the reply, without the meaning of its code.
fn sentence(fault: &Fault) -> Arg {
    let reason = fault.reason.as_ref();
    if fault.kind == FaultKind::UnknownMethod {
        return both(reason);
    }
    let message = fault.message();
    let behind = message.split_once(reason).map_or("", |(_, behind)| behind);
    let contrast = behind.strip_prefix(", not ");
    let (subject_en, subject_ko) = match fault.field.as_ref() {
        "" => ("the message".to_owned(), "메시지는".to_owned()),
        field => (format!("\"{field}\""), format!("\"{field}\" 멤버는")),
    };
    let mut en = format!("{subject_en} {reason}");
    let mut ko = format!("{subject_ko} {}", korean(reason));
    if let Some(got) = contrast {
        en.push_str(&format!(", not {got}"));
        ko.push_str(&format!("(실제로는 {}입니다)", korean(got)));
    }
    Arg::Both { en, ko }
}

/// What was there, where the fault does not say it.
fn instead(kind: FaultKind) -> (&'static str, String) {
    let (en, ko) = match kind {
        FaultKind::DuplicateMember => ("the member more than once", "같은 멤버가 두 번 이상"),
        FaultKind::MethodAndOutcome | FaultKind::ResultAndError => ("both", "둘 다 있음"),
        FaultKind::EmptyBatch => ("an empty array", "빈 배열"),
        FaultKind::BatchNotAllowed => ("an array", "배열"),
        FaultKind::InitializeInBatch => ("initialize in an array", "배열에 든 initialize"),
        FaultKind::NotificationWithId => ("an id", "id가 있음"),
        FaultKind::TooDeep => ("values that nest deeper", "더 깊이 중첩된 값"),
        FaultKind::TooLarge => ("a larger message", "더 큰 메시지"),
        FaultKind::AlreadyInitialized => ("initialize", "initialize"),
        _ => ("nothing", "없음"),
    };
    (en, ko.to_owned())
}

/// The code of a kind of fault.
pub(super) fn code_of(kind: FaultKind) -> Code {
    match kind {
        FaultKind::CutOff => words::JSON_CUT_OFF,
        FaultKind::NotAnObject => words::JSON_NOT_OBJECT,
        FaultKind::BadText => words::JSON_INVALID,
        FaultKind::TooDeep => words::JSON_TOO_DEEP,
        FaultKind::TooLarge => words::FRAME_TOO_LARGE,
        FaultKind::NotAMessage => words::BATCH_ENTRY_NOT_OBJECT,
        FaultKind::DuplicateMember => words::MEMBER_TWICE,
        FaultKind::MissingVersion => words::JSONRPC_MISSING,
        FaultKind::BadVersion => words::JSONRPC_WRONG,
        FaultKind::NullId => words::ID_NULL,
        FaultKind::BadId => words::ID_TYPE,
        FaultKind::LongId => words::ID_LONG,
        FaultKind::MissingMethod => words::METHOD_MISSING,
        FaultKind::BadMethod => words::METHOD_TYPE,
        FaultKind::LoneSurrogate => words::TEXT_HALF_CHARACTER,
        FaultKind::MethodAndOutcome => words::METHOD_AND_RESULT,
        FaultKind::ResultAndError => words::RESULT_AND_ERROR,
        FaultKind::ResultWithoutId => words::RESULT_WITHOUT_ID,
        FaultKind::ErrorNotAnObject => words::ERROR_NOT_OBJECT,
        FaultKind::ParamsNotAnObject => words::PARAMS_NOT_OBJECT,
        FaultKind::MetaNotAnObject => words::META_NOT_OBJECT,
        FaultKind::EmptyBatch => words::BATCH_EMPTY,
        FaultKind::LongBatch => words::BATCH_LONG,
        FaultKind::BatchNotAllowed => words::BATCH_NOT_ALLOWED,
        FaultKind::InitializeInBatch => words::BATCH_INITIALIZE,
        FaultKind::NotificationWithId => words::NOTIFICATION_WITH_ID,
        FaultKind::IdInUse => words::ID_REUSED,
        FaultKind::MissingMember => words::MEMBER_MISSING,
        FaultKind::WrongMember => words::MEMBER_WRONG,
        FaultKind::UnknownMethod => words::METHOD_UNKNOWN,
        FaultKind::UnknownTool => words::TOOL_UNKNOWN,
        FaultKind::UnknownCursor => words::CURSOR_UNKNOWN,
        FaultKind::MissingMeta => words::META_MISSING,
        FaultKind::UnsupportedVersion => words::VERSION_UNSUPPORTED,
        FaultKind::NotInitialized => words::NOT_INITIALIZED,
        FaultKind::AlreadyInitialized => words::ALREADY_INITIALIZED,
        FaultKind::Busy => words::BUSY,
        FaultKind::HeaderMismatch => crate::explain::words::http::HEADER_DIFFERS,
    }
}

/// The params of a message as a whole: whether their members can be judged. `fault` is why they
/// can't be read.
pub(in crate::explain) fn params(
    fault: Option<Fault>,
    params: Option<Raw<'_>>,
    found: &mut Found<'_>,
) -> bool {
    let raw = found.message();
    if let Some(fault) = fault {
        let finding = of_fault(Some(raw), &fault, found);
        found.add(finding);
        return false;
    }
    if params.is_some() {
        return true;
    }
    if let Some(null) = raw.member("params") {
        let finding = found.about(words::PARAMS_NULL, null).at("params");
        found.add(finding);
        return true;
    }
    let misspelt = misspelt(raw, "params");
    if let Some(member) = &misspelt {
        let written = shown_name(&member.key).into_owned();
        let finding = found
            .about(words::MEMBER_MISSPELT, member.value)
            .at(written.clone())
            .with("written", written)
            .with("known", "params");
        found.add(finding);
    }
    misspelt.is_none()
}

/// The members of JSON-RPC, each with what people write instead.
const OTHERS: [(&str, &[&str]); 6] = [
    ("jsonrpc", &["json-rpc", "json_rpc", "rpc"]),
    ("id", &["_id", "requestid", "request_id", "msgid"]),
    ("method", &["methods", "function", "func"]),
    ("params", &["parameters", "parameter", "args", "arguments"]),
    ("result", &["results", "response", "output"]),
    ("error", &["err", "errors"]),
];

/// The member that was meant to be `known`, which is not there.
pub(in crate::explain) fn misspelt<'a>(raw: Raw<'a>, known: &str) -> Option<Member<'a>> {
    let names = OTHERS.map(|(name, _)| name);
    let (_, others) = OTHERS.iter().find(|(name, _)| *name == known)?;
    raw.members().find(|member| {
        let key = member.key.trim().to_lowercase();
        let long = others.iter().copied().filter(|other| other.len() > 5);
        let meant = || {
            others.contains(&key.as_str())
                || nearest(&key, names) == Some(known)
                || nearest(&key, long.clone()).is_some()
        };
        member.key.len() <= 32 && !names.contains(&&*member.key) && meant()
    })
}

#[cfg(test)]
mod tests {
    use super::code_of;
    use crate::rpc::FaultKind;
    use std::collections::HashSet;

    #[test]
    fn every_kind_of_fault_has_a_code_of_its_own() {
        let codes: HashSet<_> = FaultKind::all().map(code_of).collect();
        assert_eq!(codes.len(), FaultKind::all().count());
    }
}
