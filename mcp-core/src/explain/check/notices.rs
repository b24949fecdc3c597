//! Notifications: do they belong to something?
//!
//! In: notifications and the calls that run. Out: findings on those that belong to nothing, come
//! too late or were not asked for; and the call that each belongs to.

use super::{cancelled, progress};
use crate::explain::finding::{Arg, Found};
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::notices as words;
use crate::json::{Raw, shown_name};
use crate::logging::LoggingLevel;
use crate::method::{self, Side};
use crate::rpc::{Id, Notification, Params};
use crate::version::ProtocolVersion;

/// The key under which a notification names its subscription.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// A notification; the number of the call it belongs to comes back.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) -> Option<u64> {
    let params = notification.parameters().ok()?;
    let name = &*notification.method;
    match name {
        method::PROGRESS => progress::check(state, scope, params, found),
        method::CANCELLED => cancelled::check(state, scope, params, found),
        method::LOG_MESSAGE => log(state, scope, params, found),
        method::SUBSCRIPTIONS_ACKNOWLEDGED
        | method::TOOLS_LIST_CHANGED
        | method::PROMPTS_LIST_CHANGED
        | method::RESOURCES_LIST_CHANGED
        | method::RESOURCES_UPDATED => {
            if name == method::TOOLS_LIST_CHANGED {
                state.catalog.tools_changed();
            }
            let is_modern = scope.surely(ProtocolVersion::is_modern);
            match is_modern && scope.from != Some(Side::Client) {
                true => subscription(state, name, params, found),
                false => None,
            }
        }
        _ => None,
    }
}

/// A result: what does it change for notifications?
pub(in crate::explain) fn result(state: &mut State, call: &Call, found: &mut Found<'_>) {
    if call.method == method::SET_LEVEL {
        state.session.log_level = call.log_level;
    }
    cancelled::answered(call, found);
}

/// A log message.
fn log(state: &State, scope: Scope, params: &Params<'_>, found: &mut Found<'_>) -> Option<u64> {
    let only = state.by_client.only_open().map(|call| call.number);
    let level = params.level.and_then(|raw| {
        let level: LoggingLevel = raw.string().ok()?.parse().ok()?;
        Some((raw, level))
    });
    let least = match scope.surely(ProtocolVersion::is_modern) {
        true => {
            let least = state.by_client.least_level();
            if least.is_none() && state.by_client.any() {
                unasked(params, found);
            }
            least
        }
        false => state.session.log_level,
    };
    if let Some((raw, level)) = level
        && let Some(least) = least
        && level < least
    {
        let finding = found
            .about(words::LOG_BELOW_LEVEL, raw)
            .at("params.level")
            .with("level", level.as_str())
            .with("least", least.as_str());
        found.add(finding);
    }
    only
}

/// A log message where no request asks for any.
fn unasked(params: &Params<'_>, found: &mut Found<'_>) {
    let finding = match (params.level, params.raw) {
        (Some(level), _) => found.about(words::LOG_UNASKED, level).at("params.level"),
        (None, Some(raw)) => found.about(words::LOG_UNASKED, raw).at("params"),
        (None, None) => found.of(words::LOG_UNASKED),
    };
    found.add(finding);
}

/// A notification that belongs to a subscription.
fn subscription(
    state: &State,
    name: &str,
    params: &Params<'_>,
    found: &mut Found<'_>,
) -> Option<u64> {
    const PATH: &str = "params._meta[\"io.modelcontextprotocol/subscriptionId\"]";
    let raw = params.meta.raw.and_then(|meta| meta.member(SUBSCRIPTION));
    let Some(raw) = raw.filter(|raw| !raw.is_null()) else {
        let finding = match params.meta.raw.or(params.raw) {
            Some(place) => found.about(words::SUBSCRIPTION_NO_ID, place),
            None => found.of(words::SUBSCRIPTION_NO_ID),
        };
        found.add(
            finding
                .at(PATH)
                .with("method", shown_name(name).into_owned()),
        );
        return None;
    };
    let id = Id::read(raw).ok();
    let open = id.as_ref().and_then(|id| state.by_client.get(id));
    let open = open.filter(|call| call.method == method::SUBSCRIPTIONS_LISTEN);
    if open.is_none() && state.by_client.any() {
        let shown = id
            .as_ref()
            .map_or_else(|| Arg::from(raw.kind()), |id| shown_id(id).into());
        let finding = found.about(words::SUBSCRIPTION_UNKNOWN, raw).at(PATH);
        found.add(finding.with("id", shown));
    }
    open.map(|call| call.number)
}

/// A progress token as it is compared: as ids are, with integers in any writing.
pub(in crate::explain) fn token(raw: Raw<'_>) -> Option<Id> {
    match raw.number() {
        Some(number) => number.as_i64_exact().map(Id::Number),
        None => Id::read(raw).ok(),
    }
}

/// The same id in the other JSON type.
pub(super) fn other_type(id: &Id) -> Option<Id> {
    match id {
        Id::Number(number) => Some(Id::from(&*number.to_string())),
        Id::Text(text) => text.as_str().parse().ok().map(Id::Number),
    }
}

/// An id as it may be repeated.
pub(super) fn shown_id(id: &Id) -> String {
    shown_name(&id.to_string()).into_owned()
}

/// Where something stands, in brackets; nothing when that is not known.
pub(super) fn on_line(line: Option<u64>) -> Arg {
    match line {
        None | Some(0) => "".into(),
        Some(line) => Arg::both(format!(" (line {line})"), format!("({line}번째 줄)")),
    }
}
