//! What stands under `params`, found in one pass.
//!
//! In: the text of the object. Out: every member that some method uses, as a slice, and the
//! reserved members of `_meta`. It never judges a member's type: only the method knows it.

use super::fault::{Fault, FaultKind};
use crate::json::{Kind, Member, Members, Raw};

/// What the reserved keys of `_meta` begin with.
pub const META_PREFIX: &str = "io.modelcontextprotocol/";

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
}

impl<'a> Params<'a> {
    /// Finds the members. A fault does not know the id of the request: who calls this does.
    pub fn read(params: Option<Raw<'a>>) -> Result<Params<'a>, Fault> {
        let mut found = Params {
            raw: params,
            ..Params::default()
        };
        let Some(params) = params else {
            return Ok(found);
        };
        // Reads `_meta` on the way, so that it is walked once.
        let mut meta_is_read = false;
        let mut members = params.members();
        while let Some(key) = members.next_key() {
            if key == "_meta"
                && found.meta.raw.is_none()
                && let Some(mut inside) = members.enter()
            {
                found.meta = Meta::read(&mut inside)?;
                found.meta.raw = Some(members.leave(inside));
                meta_is_read = true;
                continue;
            }
            let Some(value) = members.value() else { break };
            let fresh = match key.contains('\\') {
                false => found.put(key, value),
                true => found.put(&decoded(key), value),
            };
            if !fresh {
                return Err(twice("params.", key));
            }
        }
        for optional in [
            &mut found.arguments,
            &mut found.cursor,
            &mut found.input_responses,
            &mut found.progress_token,
            &mut found.meta.raw,
        ] {
            *optional = optional.filter(|value| !value.is_null());
        }
        if let Some(raw) = found.meta.raw.filter(|_| !meta_is_read) {
            if raw.kind() != Kind::Object {
                return Err(Fault::new(FaultKind::MetaNotAnObject).got(raw.kind().name()));
            }
            found.meta = Meta::read(&mut raw.members())?;
            found.meta.raw = Some(raw);
        }
        Ok(found)
    }

    /// `false` when the member was there already.
    #[inline]
    fn put(&mut self, key: &str, value: Raw<'a>) -> bool {
        match self.slot(key) {
            Some(slot) => slot.replace(value).is_none(),
            None => true,
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

    /// The members that no method of the protocol has, in their order: perhaps the arguments of a
    /// tool that were put one level too high.
    pub fn stray(&self) -> impl Iterator<Item = Member<'a>> {
        let members = self.raw.into_iter().flat_map(Raw::members);
        members.filter(|member| Params::default().slot(&member.key).is_none())
    }
}

impl<'a> Meta<'a> {
    /// Walks to the end of the object. Does not set `raw`.
    #[inline]
    fn read(members: &mut Members<'a>) -> Result<Meta<'a>, Fault> {
        let mut found = Meta::default();
        while let Some((key, value)) = members.next_written() {
            let fresh = match key.contains('\\') {
                false => found.put(key, value),
                true => found.put(&decoded(key), value),
            };
            if !fresh {
                return Err(twice("params._meta.", key));
            }
        }
        found.progress_token = found.progress_token.filter(|token| !token.is_null());
        Ok(found)
    }

    /// `false` when the member was there already.
    #[inline]
    fn put(&mut self, key: &str, value: Raw<'a>) -> bool {
        let slot = match key.strip_prefix(META_PREFIX) {
            Some("protocolVersion") => &mut self.protocol_version,
            Some("clientCapabilities") => &mut self.client_capabilities,
            Some("clientInfo") => &mut self.client_info,
            Some("logLevel") => &mut self.log_level,
            None if key == "progressToken" => &mut self.progress_token,
            _ => return true,
        };
        slot.replace(value).is_none()
    }
}

#[cold]
fn decoded(key: &str) -> String {
    let quoted = format!("\"{key}\"");
    // A key of valid text; one with half a surrogate pair names nothing that is looked for.
    match Raw::trusted(&quoted).string() {
        Ok(text) => text.into_owned(),
        Err(_) => String::new(),
    }
}

#[cold]
fn twice(place: &str, key: &str) -> Fault {
    let key = decoded(key);
    Fault::new(FaultKind::DuplicateMember).at(format!("{place}{key}"))
}
