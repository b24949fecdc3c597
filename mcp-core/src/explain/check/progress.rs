//! Does a report of progress belong to a request that runs, and does it grow?
//!
//! In: `notifications/progress` and the calls of the other side. Out: findings on tokens and
//! values, and the call that a report belongs to.

use super::envelope;
use super::notices::{on_line, other_type, shown_id, token};
use crate::explain::finding::{Arg, Found};
use crate::explain::scope::{Scope, other};
use crate::explain::state::State;
use crate::explain::state::calls::{Call, Calls};
use crate::explain::words::notices as words;
use crate::json::Raw;
use crate::method::Side;
use crate::reasons;
use crate::rpc::{Id, Params};

const TOKEN: &str = "params.progressToken";

/// A report of progress; the number of its call comes back.
pub(super) fn check(
    state: &mut State,
    scope: Scope,
    params: &Params<'_>,
    found: &mut Found<'_>,
) -> Option<u64> {
    let Some(raw) = params.progress_token else {
        no_token(state, scope, params, found);
        return None;
    };
    if let Err(fault) = reasons::progress_token(raw) {
        let mut finding = envelope::of_fault(None, &fault.at(TOKEN), found);
        finding.span = found.span(raw.get());
        found.add(finding);
        return None;
    }
    let token = token(raw)?;
    let asker = asker(state, scope, &token);
    let calls = state.by(asker);
    if let Some(call) = calls.by_token(&token) {
        let number = call.number;
        runs(call, raw, params, found);
        return Some(number);
    }
    match calls.past_by_token(&token) {
        Some(past) => {
            let number = past.number;
            if !past.task {
                let late = found.about(words::PROGRESS_LATE, raw).at(TOKEN);
                found.add(late.with("on_line", on_line(Some(past.answered))));
            }
            Some(number)
        }
        None => {
            unknown(calls, &token, raw, found);
            None
        }
    }
}

/// Whose request the report is about.
fn asker(state: &mut State, scope: Scope, token: &Id) -> Side {
    match scope.from {
        Some(from) => other(from),
        None if state.by_server.by_token(token).is_some() => Side::Server,
        None => Side::Client,
    }
}

fn no_token(state: &State, scope: Scope, params: &Params<'_>, found: &mut Found<'_>) {
    // Without any params that is told of all members together.
    let Some(whole) = params.raw.filter(|_| !found.tells("params")) else {
        return;
    };
    let calls = match scope.from {
        Some(Side::Client) => &state.by_server,
        _ => &state.by_client,
    };
    let null = whole.member("progressToken");
    let finding = found
        .about(words::PROGRESS_NO_TOKEN, null.unwrap_or(whole))
        .at(TOKEN)
        .with("why", why(calls));
    found.add(finding);
}

/// What to add when no request asked for progress.
fn why(calls: &Calls) -> Arg {
    if calls.any_token() || !calls.any() {
        return "".into();
    }
    Arg::both(
        "; no request asked for progress: it must carry \"_meta\": {\"progressToken\": …} in its params"
            .to_owned(),
        ". 지금까지 진행 알림을 요구한 요청이 없습니다. 요구하려면 요청의 params에 \"_meta\": {\"progressToken\": …}이 있어야 합니다"
            .to_owned(),
    )
}

fn unknown(calls: &mut Calls, token: &Id, raw: Raw<'_>, found: &mut Found<'_>) {
    let twin = other_type(token).filter(|twin| calls.by_token(twin).is_some());
    let finding = match twin {
        Some(twin) => found
            .about(words::PROGRESS_TOKEN_TYPE, raw)
            .with("wanted", shown_id(&twin)),
        // The log may begin after the request.
        None if !calls.any() || calls.is_before(token) => return,
        None => found
            .about(words::PROGRESS_UNKNOWN_TOKEN, raw)
            .with("why", why(calls)),
    };
    found.add(finding.at(TOKEN).with("token", shown_id(token)));
}

/// A report of a request that waits for its answer.
fn runs(call: &mut Call, token: Raw<'_>, params: &Params<'_>, found: &mut Found<'_>) {
    if let Some(line) = call.cancelled {
        let note = found.about(words::PROGRESS_AFTER_CANCEL, token).at(TOKEN);
        found.add(note.with("on_line", on_line(Some(line))));
    }
    let (mut progress, mut total) = (None, None);
    for member in params.raw.into_iter().flat_map(Raw::members) {
        match &*member.key {
            "progress" => progress = Some(member.value),
            "total" => total = Some(member.value),
            _ => {}
        }
    }
    let Some((raw, now)) = progress.and_then(number) else {
        return;
    };
    match call.progress {
        Some(before) if now <= before => {
            let finding = found
                .about(words::PROGRESS_NOT_INCREASING, raw)
                .at("params.progress")
                .with("now", now.to_string())
                .with("before", before.to_string());
            found.add(finding);
        }
        _ => call.progress = Some(now),
    }
    if let Some((_, total)) = total.and_then(number)
        && now > total
    {
        let finding = found
            .about(words::PROGRESS_OVER_TOTAL, raw)
            .at("params.progress")
            .with("now", now.to_string())
            .with("total", total.to_string());
        found.add(finding);
    }
}

fn number(raw: Raw<'_>) -> Option<(Raw<'_>, f64)> {
    raw.number()?;
    let value: f64 = raw.get().parse().ok()?;
    value.is_finite().then_some((raw, value))
}
