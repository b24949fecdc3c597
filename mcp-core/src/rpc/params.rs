//! What stands under `params`, found in one pass.
//!
//! In: the text of the object. Out: every member that some method uses, as a slice, and the
//! reserved members of `_meta`. It never judges a member's type: only the method knows it.

use super::fault::{Fault, FaultKind};
use super::recover::decoded_key;
use crate::json::{Kind, Member, Name, Raw, Scanner, Step};

/// What the reserved keys of `_meta` begin with.
pub const META_PREFIX: &str = "io.modelcontextprotocol/";

/// The members of `tools/call`, of all revisions.
const CALL_MEMBERS: [&str; 6] = [
    "name",
    "arguments",
    "_meta",
    "task",
    "inputResponses",
    "requestState",
];

/// The members of `params`. Those that are optional for every method are none when null.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Params<'a> {
    /// The object itself.
    pub raw: Option<Raw<'a>>,
    /// `name` of a tool or prompt.
    pub name: Option<Raw<'a>>,
    /// `arguments` for it.
    pub arguments: Option<Raw<'a>>,
    /// `uri` of a resource.
    pub uri: Option<Raw<'a>>,
    /// `cursor` of a page.
    pub cursor: Option<Raw<'a>>,
    /// `level` of log messages.
    pub level: Option<Raw<'a>>,
    /// `protocolVersion` of a handshake.
    pub protocol_version: Option<Raw<'a>>,
    /// `capabilities` in a handshake.
    pub capabilities: Option<Raw<'a>>,
    /// `clientInfo` in a handshake.
    pub client_info: Option<Raw<'a>>,
    /// `requestId` of what is cancelled.
    pub request_id: Option<Raw<'a>>,
    /// `reason` for that.
    pub reason: Option<Raw<'a>>,
    /// `progressToken` of a progress notification.
    pub progress_token: Option<Raw<'a>>,
    /// `inputResponses`: answers to what was asked.
    pub input_responses: Option<Raw<'a>>,
    /// `requestState`, handed back with them.
    pub request_state: Option<Raw<'a>>,
    /// `task`: the wish to run as one.
    pub task: Option<Raw<'a>>,
    /// `_meta`, with its reserved members.
    pub meta: Meta<'a>,
    /// There are members beside these.
    others: bool,
}

/// The reserved members of `_meta` of a request.
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct Meta<'a> {
    /// The object itself.
    pub raw: Option<Raw<'a>>,
    /// `io.modelcontextprotocol/protocolVersion`.
    pub protocol_version: Option<Raw<'a>>,
    /// `io.modelcontextprotocol/clientCapabilities`.
    pub client_capabilities: Option<Raw<'a>>,
    /// `io.modelcontextprotocol/clientInfo`.
    pub client_info: Option<Raw<'a>>,
    /// `io.modelcontextprotocol/logLevel`.
    pub log_level: Option<Raw<'a>>,
    /// `progressToken`.
    pub progress_token: Option<Raw<'a>>,
    /// `traceparent`.
    pub traceparent: Option<Raw<'a>>,
}

/// The members of params as they were found, with the first that stood there twice.
#[derive(Clone, Default, Debug)]
pub(super) struct Found<'a> {
    params: Params<'a>,
    fault: Option<Fault>,
}

impl<'a> Found<'a> {
    /// Validates an object and finds its members, in one pass.
    #[inline(never)]
    pub(super) fn scan(&mut self, scanner: &mut Scanner<'a>) -> Step<Raw<'a>> {
        let start = scanner.place();
        let mut more = scanner.enter_object()?;
        while more {
            let name = scanner.name()?;
            let value = match scanner.next_is_object() && is_meta(name) {
                true => self.scan_meta(scanner)?,
                false => scanner.value(2)?,
            };
            self.put(name, value);
            more = scanner.another_member()?;
        }
        let raw = scanner.since(start);
        self.finish(raw);
        Ok(raw)
    }

    #[inline(never)]
    fn scan_meta(&mut self, scanner: &mut Scanner<'a>) -> Step<Raw<'a>> {
        let start = scanner.place();
        let mut more = scanner.enter_object()?;
        while more {
            let name = scanner.name()?;
            let value = scanner.value(3)?;
            self.put_meta(name, value);
            more = scanner.another_member()?;
        }
        Ok(scanner.since(start))
    }

    /// Finds the members of an object that is known to be valid.
    pub(super) fn walk(params: Raw<'a>) -> Self {
        let mut found = Found::default();
        let mut members = params.members();
        while let Some((name, value)) = members.next_written() {
            if is_meta(name) {
                let mut members = value.members();
                while let Some((name, value)) = members.next_written() {
                    found.put_meta(name, value);
                }
            }
            found.put(name, value);
        }
        found.finish(params);
        found
    }

    #[inline]
    pub(super) fn get(&self) -> Result<&Params<'a>, Fault> {
        match &self.fault {
            None => Ok(&self.params),
            Some(fault) => Err(fault.clone()),
        }
    }

    #[inline(always)]
    fn put(&mut self, name: Name<'_>, value: Raw<'a>) {
        let slot = self.params.slot(name.written);
        match slot.map(|slot| slot.replace(value)) {
            Some(None) => {}
            Some(Some(_)) => self.twice("params.", name.written),
            None if name.escaped => self.put_escaped(name, value),
            None => self.params.others = true,
        }
    }

    #[cold]
    fn put_escaped(&mut self, name: Name<'_>, value: Raw<'a>) {
        let key = decoded_key(name.written);
        let slot = self.params.slot(&key);
        match slot.map(|slot| slot.replace(value)) {
            Some(None) => {}
            Some(Some(_)) => self.twice("params.", &key),
            None => self.params.others = true,
        }
    }

    #[inline(always)]
    fn put_meta(&mut self, name: Name<'_>, value: Raw<'a>) {
        let slot = self.params.meta.slot(name.written);
        if slot.is_some_and(|slot| slot.replace(value).is_some()) {
            self.twice("params._meta.", name.written);
        } else if name.escaped {
            self.put_meta_escaped(name, value);
        }
    }

    #[cold]
    fn put_meta_escaped(&mut self, name: Name<'_>, value: Raw<'a>) {
        let key = decoded_key(name.written);
        let slot = self.params.meta.slot(&key);
        if slot.is_some_and(|slot| slot.replace(value).is_some()) {
            self.twice("params._meta.", &key);
        }
    }

    #[cold]
    fn twice(&mut self, place: &str, key: &str) {
        let fault = || Fault::new(FaultKind::DuplicateMember).at(format!("{place}{key}"));
        self.fault.get_or_insert_with(fault);
    }

    /// What is null counts as absent, where it is optional for every method.
    #[inline]
    fn finish(&mut self, raw: Raw<'a>) {
        let params = &mut self.params;
        params.raw = Some(raw);
        for optional in [
            &mut params.arguments,
            &mut params.cursor,
            &mut params.input_responses,
            &mut params.progress_token,
            &mut params.meta.raw,
            &mut params.meta.progress_token,
        ] {
            if optional.is_some_and(Raw::is_null) {
                *optional = None;
            }
        }
        if let Some(meta) = params.meta.raw
            && meta.kind() != Kind::Object
        {
            self.bad_meta(meta.kind());
        }
    }

    #[cold]
    fn bad_meta(&mut self, kind: Kind) {
        let fault = || Fault::new(FaultKind::MetaNotAnObject).got(kind.name());
        self.fault.get_or_insert_with(fault);
    }
}

#[inline(always)]
fn is_meta(name: Name<'_>) -> bool {
    name.written == "_meta" || (name.escaped && decoded_key(name.written) == "_meta")
}

impl<'a> Params<'a> {
    /// Finds the members of params that did not come with a frame. A fault does not know the id of
    /// the request: who calls this does.
    ///
    /// # Errors
    /// When a member that counts stands twice, or `_meta` is no object.
    pub fn read(params: Option<Raw<'a>>) -> Result<Params<'a>, Fault> {
        let Some(params) = params else {
            return Ok(Params::default());
        };
        let found = Found::walk(params);
        match found.fault {
            None => Ok(found.params),
            Some(fault) => Err(fault),
        }
    }

    #[inline]
    fn slot(&mut self, key: &str) -> Option<&mut Option<Raw<'a>>> {
        Some(match key {
            "name" => &mut self.name,
            "arguments" => &mut self.arguments,
            "_meta" => &mut self.meta.raw,
            "uri" => &mut self.uri,
            "cursor" => &mut self.cursor,
            "level" => &mut self.level,
            "protocolVersion" => &mut self.protocol_version,
            "capabilities" => &mut self.capabilities,
            "clientInfo" => &mut self.client_info,
            "requestId" => &mut self.request_id,
            "reason" => &mut self.reason,
            "progressToken" => &mut self.progress_token,
            "inputResponses" => &mut self.input_responses,
            "requestState" => &mut self.request_state,
            "task" => &mut self.task,
            _ => return None,
        })
    }

    /// The members that `tools/call` does not have, in their order: perhaps the arguments of a
    /// tool that were put one level too high.
    pub fn stray(&self) -> impl Iterator<Item = Member<'a>> {
        let of_others = [
            self.uri,
            self.cursor,
            self.level,
            self.protocol_version,
            self.capabilities,
            self.client_info,
            self.request_id,
            self.reason,
            self.progress_token,
        ];
        // NB. params are walked only when there is something to find: arguments can be long.
        let any = self.others || of_others.iter().any(Option::is_some);
        let members = self.raw.filter(|_| any).into_iter().flat_map(Raw::members);
        members.filter(|member| !CALL_MEMBERS.contains(&&*member.key))
    }
}

impl<'a> Meta<'a> {
    #[inline]
    fn slot(&mut self, key: &str) -> Option<&mut Option<Raw<'a>>> {
        Some(match key.strip_prefix(META_PREFIX) {
            Some("protocolVersion") => &mut self.protocol_version,
            Some("clientCapabilities") => &mut self.client_capabilities,
            Some("clientInfo") => &mut self.client_info,
            Some("logLevel") => &mut self.log_level,
            None if key == "progressToken" => &mut self.progress_token,
            None if key == "traceparent" => &mut self.traceparent,
            _ => return None,
        })
    }
}
