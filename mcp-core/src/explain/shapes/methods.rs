//! Which shapes belong to which method.
//!
//! In: the name of a method. Out: what stands under its `params` and in its `result`.

use super::types::Type::{self, Either, One};
use super::{asks, notices, params, results, tasks};
use crate::method;

/// The shapes of one method.
#[derive(Debug)]
pub(in crate::explain) struct Entry {
    pub(in crate::explain) method: &'static str,
    pub(in crate::explain) params: Type,
    /// None for a notification.
    pub(in crate::explain) result: Option<Type>,
    /// It may be answered by questions.
    pub(in crate::explain) asks: bool,
    /// It may run as a task of the core protocol.
    pub(in crate::explain) runs_as_task: bool,
    /// The extension for tasks has it too, after the core protocol lost it.
    pub(in crate::explain) is_extended: bool,
}

/// The shapes of the method of this name.
pub(in crate::explain) fn entry(method: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.method == method)
}

const fn request(method: &'static str, params: Type, result: Type) -> Entry {
    Entry {
        method,
        params,
        result: Some(result),
        asks: false,
        runs_as_task: false,
        is_extended: false,
    }
}

const fn notice(method: &'static str, params: Type) -> Entry {
    Entry {
        result: None,
        ..request(method, params, params)
    }
}

impl Entry {
    const fn asks(mut self) -> Self {
        self.asks = true;
        self
    }

    const fn extended(mut self) -> Self {
        self.is_extended = true;
        self
    }

    const fn runs_as_task(mut self) -> Self {
        self.runs_as_task = true;
        self
    }
}

const PLAIN: Type = One(&params::PLAIN);
const PAGE: Type = One(&params::PAGE);
const TASK_ID: Type = One(&params::TASK_ID);
const NOTICE: Type = One(&notices::PLAIN);
const EMPTY: Type = One(&results::EMPTY);

pub(super) static TABLE: &[Entry] = &[
    request(
        method::INITIALIZE,
        One(&params::INITIALIZE),
        One(&results::INITIALIZE),
    ),
    notice(method::INITIALIZED, NOTICE),
    request(method::PING, PLAIN, EMPTY),
    request(method::DISCOVER, PLAIN, One(&results::DISCOVER)),
    request(method::TOOLS_LIST, PAGE, One(&results::LIST_TOOLS)),
    request(
        method::TOOLS_CALL,
        One(&params::CALL_TOOL),
        One(&results::CALL_TOOL),
    )
    .asks()
    .runs_as_task(),
    notice(method::TOOLS_LIST_CHANGED, NOTICE),
    request(method::RESOURCES_LIST, PAGE, One(&results::LIST_RESOURCES)),
    request(
        method::RESOURCES_TEMPLATES_LIST,
        PAGE,
        One(&results::LIST_TEMPLATES),
    ),
    request(
        method::RESOURCES_READ,
        One(&params::READ_RESOURCE),
        One(&results::READ_RESOURCE),
    )
    .asks(),
    request(method::RESOURCES_SUBSCRIBE, One(&params::SUBSCRIBE), EMPTY),
    request(
        method::RESOURCES_UNSUBSCRIBE,
        One(&params::SUBSCRIBE),
        EMPTY,
    ),
    notice(method::RESOURCES_UPDATED, One(&notices::UPDATED)),
    notice(method::RESOURCES_LIST_CHANGED, NOTICE),
    request(method::PROMPTS_LIST, PAGE, One(&results::LIST_PROMPTS)),
    request(
        method::PROMPTS_GET,
        One(&params::GET_PROMPT),
        One(&results::GET_PROMPT),
    )
    .asks(),
    notice(method::PROMPTS_LIST_CHANGED, NOTICE),
    request(
        method::COMPLETE,
        One(&params::COMPLETE),
        One(&results::COMPLETE),
    ),
    request(method::SET_LEVEL, One(&params::SET_LEVEL), EMPTY),
    notice(method::LOG_MESSAGE, One(&notices::LOG)),
    notice(method::PROGRESS, One(&notices::PROGRESS)),
    notice(method::CANCELLED, One(&notices::CANCELLED)),
    request(
        method::SUBSCRIPTIONS_LISTEN,
        One(&params::LISTEN),
        One(&results::LISTEN),
    ),
    notice(
        method::SUBSCRIPTIONS_ACKNOWLEDGED,
        One(&notices::ACKNOWLEDGED),
    ),
    request(
        method::ROOTS_LIST,
        One(&asks::LIST_ROOTS_PARAMS),
        One(&asks::LIST_ROOTS_RESULT),
    ),
    notice(method::ROOTS_LIST_CHANGED, NOTICE),
    request(
        method::CREATE_MESSAGE,
        One(&asks::CREATE_MESSAGE_PARAMS),
        One(&asks::CREATE_MESSAGE_RESULT),
    )
    .runs_as_task(),
    request(
        method::ELICIT,
        Either(&asks::ELICIT_PARAMS),
        One(&asks::ELICIT_RESULT),
    )
    .runs_as_task(),
    notice(
        method::ELICITATION_COMPLETE,
        One(&notices::ELICITATION_COMPLETE),
    ),
    request(method::TASKS_GET, TASK_ID, One(&tasks::TASK_ITSELF)).extended(),
    request(method::TASKS_RESULT, TASK_ID, One(&tasks::PAYLOAD)),
    request(method::TASKS_LIST, PAGE, One(&tasks::LIST_TASKS)),
    request(method::TASKS_CANCEL, TASK_ID, One(&tasks::CANCELLED)).extended(),
    notice(method::TASKS_STATUS, One(&tasks::STATUS_NOTICE)),
    request(method::TASKS_UPDATE, One(&params::UPDATE_TASK), EMPTY),
    notice(method::TASKS_NOTICE, One(&tasks::STATUS_NOTICE)),
];
