//! Did the side declare what it is asked for, or what it sends?
//!
//! In: requests and notifications, and the capabilities that were declared. Out: findings on those
//! that were not. Where no capabilities were seen nothing is said.

use super::about;
use crate::capabilities::{ClientCapabilities, ServerCapabilities};
use crate::explain::code::Code;
use crate::explain::finding::Found;
use crate::explain::lang::Words;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::words::methods::{CLIENT, SERVER};
use crate::explain::words::order as words;
use crate::method;
use crate::rpc::Request;
use crate::version::ProtocolVersion;

/// What a message needs: the name of a capability, and whether it was declared.
type Need = Option<(&'static str, bool)>;

/// What a client asks of a server.
pub(super) fn client_request(
    state: &State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let Some(server) = &state.session.server else {
        return;
    };
    let need = of_server(&request.method, scope, server);
    tell(need, &request.method, SERVER, severity(scope), found);
}

/// What a server asks of a client.
pub(super) fn server_request(
    state: &State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let Some(client) = &state.session.client else {
        return;
    };
    let need = of_client(request, scope, client);
    tell(need, &request.method, CLIENT, severity(scope), found);
}

/// What either side tells without being asked. Which change is announced to whom is another matter
/// in stateless revisions.
pub(super) fn notification(state: &State, scope: Scope, name: &str, found: &mut Found<'_>) {
    if scope.surely(ProtocolVersion::is_modern) {
        return;
    }
    if let Some(server) = &state.session.server {
        tell(
            told_by_server(name, server),
            name,
            SERVER,
            words::CAPABILITY_UNSTATED,
            found,
        );
    }
    if let Some(client) = &state.session.client
        && name == method::ROOTS_LIST_CHANGED
    {
        let declared = client
            .roots
            .as_ref()
            .is_some_and(|roots| roots.list_changed);
        let need = Some(("roots.listChanged", declared));
        tell(need, name, CLIENT, words::CAPABILITY_UNSTATED, found);
    }
}

/// It is forbidden in later revisions, and was only unwise before.
fn severity(scope: Scope) -> Code {
    match scope.surely(ProtocolVersion::forbids_undeclared) {
        true => words::CAPABILITY_MISSING,
        false => words::CAPABILITY_UNSTATED,
    }
}

fn tell(need: Need, name: &str, side: Words, code: Code, found: &mut Found<'_>) {
    if let Some((capability, false)) = need {
        let finding = about(code, name, found)
            .with("capability", format!("`{capability}`"))
            .with("side", side);
        found.add(finding);
    }
}

fn of_server(name: &str, scope: Scope, server: &ServerCapabilities) -> Need {
    let resources = server.resources.as_ref();
    Some(match name {
        method::TOOLS_LIST | method::TOOLS_CALL => ("tools", server.tools.is_some()),
        method::PROMPTS_LIST | method::PROMPTS_GET => ("prompts", server.prompts.is_some()),
        method::RESOURCES_LIST | method::RESOURCES_TEMPLATES_LIST | method::RESOURCES_READ => {
            ("resources", resources.is_some())
        }
        method::RESOURCES_SUBSCRIBE | method::RESOURCES_UNSUBSCRIBE => (
            "resources.subscribe",
            resources.is_some_and(|resources| resources.subscribe),
        ),
        method::SET_LEVEL => ("logging", server.logging.is_some()),
        method::COMPLETE if scope.surely(ProtocolVersion::has_completions_capability) => {
            ("completions", server.completions.is_some())
        }
        _ => return None,
    })
}

fn of_client(request: &Request<'_>, scope: Scope, client: &ClientCapabilities) -> Need {
    Some(match &*request.method {
        method::CREATE_MESSAGE => ("sampling", client.sampling.is_some()),
        method::ROOTS_LIST => ("roots", client.roots.is_some()),
        method::ELICIT => match &client.elicitation {
            None => ("elicitation", false),
            Some(elicitation) if scope.surely(ProtocolVersion::has_elicitation_modes) => {
                let mode = request.params.and_then(|params| params.member("mode"));
                match mode.is_some_and(|mode| mode.is_string("url")) {
                    true => ("elicitation.url", elicitation.url.is_some()),
                    false => ("elicitation.form", elicitation.takes_forms()),
                }
            }
            Some(_) => return None,
        },
        _ => return None,
    })
}

fn told_by_server(name: &str, server: &ServerCapabilities) -> Need {
    let resources = server.resources.as_ref();
    Some(match name {
        method::TOOLS_LIST_CHANGED => (
            "tools.listChanged",
            server
                .tools
                .as_ref()
                .is_some_and(|tools| tools.list_changed),
        ),
        method::PROMPTS_LIST_CHANGED => (
            "prompts.listChanged",
            server
                .prompts
                .as_ref()
                .is_some_and(|prompts| prompts.list_changed),
        ),
        method::RESOURCES_LIST_CHANGED => (
            "resources.listChanged",
            resources.is_some_and(|resources| resources.list_changed),
        ),
        method::RESOURCES_UPDATED => (
            "resources.subscribe",
            resources.is_some_and(|resources| resources.subscribe),
        ),
        _ => return None,
    })
}
