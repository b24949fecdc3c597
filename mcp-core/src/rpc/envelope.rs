//! The one classifier: which message a frame is.
//!
//! In: the bytes of one frame, without its line end. Out: a [`Message`], or a [`Refusal`] that says
//! whether an answer is due. The members of the envelope are found in the pass that validates the
//! text. It never looks at what a method is called, nor into params or results.

use std::borrow::Cow;

use super::fault::{Fault, FaultKind, Refusal};
use super::id::Id;
use super::message::{Batch, Message, Notification, Request, Response};
use super::params::Found;
use super::recover::{self, decoded_key};
use crate::json::{BadText, Kind, Name, Raw, Scanner, Step, trim};

/// Says which message a frame holds.
///
/// # Errors
/// When it holds none; the refusal says why, and whether it may be answered.
pub fn classify(frame: &[u8]) -> Result<Message<'_>, Refusal> {
    let bytes = trim(frame);
    match std::str::from_utf8(bytes) {
        Ok(text) => classify_trimmed(text),
        Err(error) => Err(recover::not_utf8(bytes, error.valid_up_to())),
    }
}

/// Says which message a frame holds whose bytes are known to be UTF-8.
///
/// # Errors
/// Those of [`classify`].
#[cfg(feature = "explain")]
pub(crate) fn classify_text(frame: &str) -> Result<Message<'_>, Refusal> {
    let frame = frame.strip_prefix('\u{feff}').unwrap_or(frame);
    classify_trimmed(frame.trim_matches([' ', '\t', '\r', '\n']))
}

fn classify_trimmed(text: &str) -> Result<Message<'_>, Refusal> {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'{') => {
            let mut envelope = Envelope::default();
            let mut scanner = Scanner::new(text);
            match envelope.scan(&mut scanner) {
                Ok(()) => envelope.judge(),
                Err(failed) => Err(recover::refuse(bytes, scanner.error(failed))),
            }
        }
        Some(b'[') => match Raw::parse(text) {
            Ok(raw) => Ok(Message::Batch(Batch(raw))),
            Err(error) => Err(recover::refuse(bytes, error)),
        },
        _ => Err(recover::not_an_object(text)),
    }
}

/// Says which message an entry of a batch is. An array in an array is none.
///
/// # Errors
/// Those of [`classify`].
pub fn classify_raw(entry: Raw<'_>) -> Result<Message<'_>, Refusal> {
    if entry.kind() != Kind::Object {
        let fault = Fault::new(FaultKind::NotAMessage).got(entry.kind().name());
        return Err(Refusal::answered(fault));
    }
    let mut envelope = Envelope::default();
    let mut members = entry.members();
    while let Some((name, value)) = members.next_written() {
        if value.kind() == Kind::Object && is_params(name) {
            envelope.found = Found::walk(value);
        }
        envelope.put(name, value);
    }
    envelope.judge()
}

#[inline(always)]
fn is_params(name: Name<'_>) -> bool {
    name.written == "params" || (name.escaped && decoded_key(name.written) == "params")
}

/// The members of the outermost object that JSON-RPC knows.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: Option<Raw<'a>>,
    id: Option<Raw<'a>>,
    method: Option<Raw<'a>>,
    params: Option<Raw<'a>>,
    result: Option<Raw<'a>>,
    error: Option<Raw<'a>>,
    /// What stands in params.
    found: Found<'a>,
    /// The first member that stands there twice.
    twice: Option<&'static str>,
    id_twice: bool,
}

impl<'a> Envelope<'a> {
    /// Validates the text and finds the members, in one pass.
    #[inline]
    fn scan(&mut self, scanner: &mut Scanner<'a>) -> Step<()> {
        let mut more = scanner.enter_object()?;
        while more {
            let name = scanner.name()?;
            let value = match scanner.next_is_object() && is_params(name) {
                true => self.found.scan(scanner)?,
                false => scanner.value(1)?,
            };
            self.put(name, value);
            more = scanner.another_member()?;
        }
        scanner.end()
    }

    #[inline(always)]
    fn put(&mut self, name: Name<'_>, value: Raw<'a>) {
        if !self.put_decoded(name.written, value) && name.escaped {
            self.put_decoded(&decoded_key(name.written), value);
        }
    }

    /// `false` when it is not a member that JSON-RPC knows.
    #[inline(always)]
    fn put_decoded(&mut self, key: &str, value: Raw<'a>) -> bool {
        let (slot, name) = match key {
            "jsonrpc" => (&mut self.jsonrpc, "jsonrpc"),
            "id" => (&mut self.id, "id"),
            "method" => (&mut self.method, "method"),
            "params" => (&mut self.params, "params"),
            "result" => (&mut self.result, "result"),
            "error" => (&mut self.error, "error"),
            _ => return false,
        };
        if slot.replace(value).is_some() {
            self.twice = self.twice.or(Some(name));
            self.id_twice |= name == "id";
        }
        true
    }

    #[inline]
    fn judge(self) -> Result<Message<'a>, Refusal> {
        if self.method.is_none() && (self.result.is_some() || self.error.is_some()) {
            return self.response().map_err(Refusal::silent);
        }
        let id = match (self.id, self.id_twice) {
            (Some(raw), false) => Some(Id::read(raw)),
            _ => None,
        };
        match self.call() {
            Ok((method, params)) => {
                let found = self.found;
                match id {
                    Some(Ok(id)) => Ok(Message::Request(Request {
                        id,
                        method,
                        params,
                        found,
                    })),
                    Some(Err(fault)) => Err(Refusal::answered(fault)),
                    None => Ok(Message::Notification(Notification {
                        method,
                        params,
                        found,
                    })),
                }
            }
            Err(fault) => Err(self.refuse(fault, id)),
        }
    }

    /// What is called, once everything but the id is found to be right.
    #[inline]
    fn call(&self) -> Result<(Cow<'a, str>, Option<Raw<'a>>), Fault> {
        if self.twice.is_some() || self.result.is_some() || self.error.is_some() {
            return Err(self.contradiction());
        }
        if !self.jsonrpc.is_some_and(|version| version.is_string("2.0")) {
            return Err(bad_version(self.jsonrpc));
        }
        let method = match self.method.map(Raw::string) {
            Some(Ok(method)) => method,
            Some(Err(error)) => return Err(bad_method(self.method, error)),
            None => return Err(Fault::new(FaultKind::MissingMethod)),
        };
        match self.params.map(|params| (params, params.kind())) {
            None | Some((_, Kind::Null)) => Ok((method, None)),
            Some((params, Kind::Object)) => Ok((method, Some(params))),
            Some((_, kind)) => Err(bad_params(kind)),
        }
    }

    /// Why the members can't stand together.
    #[cold]
    fn contradiction(&self) -> Fault {
        match self.twice {
            Some(name) => Fault::new(FaultKind::DuplicateMember).at(name),
            None => Fault::new(FaultKind::MethodAndOutcome).at(match self.result {
                Some(_) => "result",
                None => "error",
            }),
        }
    }

    /// A frame that names a method but has a fault.
    #[cold]
    fn refuse(&self, mut fault: Fault, id: Option<Result<Id, Fault>>) -> Refusal {
        match id {
            Some(Ok(id)) => fault.id = Some(id),
            Some(Err(of_id)) if fault.kind != FaultKind::DuplicateMember => fault = of_id,
            _ => {}
        }
        // Without an id it is a notification, and those are not answered; unless it contradicts
        // itself or says nothing that could be called.
        let notification = self.id.is_none()
            && self
                .method
                .is_some_and(|method| method.kind() == Kind::String)
            && fault.kind != FaultKind::MethodAndOutcome;
        match notification {
            true => Refusal::silent(fault),
            false => Refusal::answered(fault),
        }
    }

    /// A frame with `result` or `error` and no `method`.
    fn response(&self) -> Result<Message<'a>, Fault> {
        let id = match self.id {
            // NB. of two ids neither is the one: a duplicate is told of without.
            _ if self.id_twice => None,
            None => None,
            Some(raw) if raw.is_null() => None,
            Some(raw) => Some(Id::read(raw)?),
        };
        let fault = |kind| {
            let mut fault = Fault::new(kind);
            fault.id.clone_from(&id);
            fault
        };
        if let Some(name) = self.twice {
            return Err(fault(FaultKind::DuplicateMember).at(name));
        }
        if !self.jsonrpc.is_some_and(|version| version.is_string("2.0")) {
            return Err(bad_version(self.jsonrpc));
        }
        let outcome = match (self.result, self.error) {
            (Some(_), Some(_)) => return Err(fault(FaultKind::ResultAndError)),
            (Some(_), None) if id.is_none() => return Err(fault(FaultKind::ResultWithoutId)),
            (Some(result), None) => Ok(result),
            (None, Some(error)) if error.kind() == Kind::Object => Err(error),
            (None, other) => {
                let kind = other.map_or(Kind::Null, Raw::kind);
                return Err(fault(FaultKind::ErrorNotAnObject).got(kind.name()));
            }
        };
        Ok(Message::Response(Response { id, outcome }))
    }
}

#[cold]
fn bad_version(version: Option<Raw<'_>>) -> Fault {
    match version {
        None => Fault::new(FaultKind::MissingVersion),
        Some(raw) => Fault::new(FaultKind::BadVersion).got(match raw.kind() {
            Kind::Number | Kind::String if raw.get().len() <= 16 => raw.get().to_owned(),
            kind => kind.name().to_owned(),
        }),
    }
}

#[cold]
fn bad_method(method: Option<Raw<'_>>, error: BadText) -> Fault {
    match error {
        BadText::LoneSurrogate => Fault::lone_surrogate("method"),
        BadText::NotAString => Fault::new(FaultKind::BadMethod)
            .got(method.map_or("null", |method| method.kind().name())),
    }
}

#[cold]
fn bad_params(kind: Kind) -> Fault {
    Fault::new(FaultKind::ParamsNotAnObject)
        .because(format!("must be an object, not {}", kind.with_article()))
        .got(kind.name())
}
