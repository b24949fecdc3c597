//! The words of findings on notifications: progress, cancellation, log messages, subscriptions.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// Progress that does not say of what.
    PROGRESS_NO_TOKEN = "progress-no-token", Error {
        title: "progress without `progressToken`: nobody can tell which request it is about", "진행 알림에 `progressToken`이 없습니다. 어느 요청의 진행 상황인지 알 수 없습니다";
        found: "no progressToken", "progressToken 없음";
        expected: "the token of the request: a string or an integer", "요청의 토큰: 문자열 또는 정수";
        rule: "MCP, every revision, Utilities, Progress: progressToken is required, and is the one that the request gave", "MCP 모든 개정판, Utilities, Progress: progressToken은 필수이며 요청이 준 값이어야 합니다";
        next: "repeat the value of params._meta.progressToken of the request as params.progressToken{why}", "요청의 params._meta.progressToken 값을 params.progressToken에 그대로 넣으세요{why}";
    }
    /// Progress with a token that no request gave.
    PROGRESS_UNKNOWN_TOKEN = "progress-unknown-token", Error {
        title: "no request has the progress token {token}", "진행 토큰이 {token}인 요청이 없습니다";
        found: "{token}", "{token}";
        expected: "the token of a request that is running", "실행 중인 요청의 토큰";
        rule: "MCP, every revision, Utilities, Progress: only tokens that a running request gave", "MCP 모든 개정판, Utilities, Progress: 실행 중인 요청이 준 토큰만 쓸 수 있습니다";
        next: "send progress only for a request that asks for it, with its token{why}", "진행 알림은 이를 요구한 요청에 대해서만, 그 요청의 토큰으로 보내세요{why}";
    }
    /// Progress with a token of another JSON type.
    PROGRESS_TOKEN_TYPE = "progress-token-type", Error {
        title: "the progress token is {token}, but the request gave {wanted}: the JSON types differ", "진행 토큰은 {token}인데 요청이 준 것은 {wanted}입니다. JSON 타입이 다릅니다";
        found: "{token}", "{token}";
        expected: "{wanted}", "{wanted}";
        rule: "MCP, every revision, Utilities, Progress: the token is repeated as it was given", "MCP 모든 개정판, Utilities, Progress: 토큰은 받은 그대로 되돌려 보냅니다";
        next: "keep the token as it came, and write {wanted}", "토큰을 받은 그대로 두고 {wanted}을(를) 쓰세요";
    }
    /// Progress of a request that was answered.
    PROGRESS_LATE = "progress-late", Error {
        title: "progress of a request that was answered already{on_line}", "이미 응답한 요청의 진행 알림입니다{on_line}";
        found: "progress after the answer", "응답 뒤의 진행 알림";
        expected: "no progress after the answer", "응답 뒤에는 진행 알림 없음";
        rule: "MCP, every revision, Utilities, Progress: notifications stop when the request is done", "MCP 모든 개정판, Utilities, Progress: 요청이 끝나면 알림도 멈춰야 합니다";
        next: "send the last progress before the answer, and wait for it to be written", "마지막 진행 알림을 응답보다 먼저 보내고, 다 쓰일 때까지 기다리세요";
    }
    /// Progress of a request that was cancelled.
    PROGRESS_AFTER_CANCEL = "progress-after-cancel", Note {
        title: "progress of a request that was cancelled{on_line}", "취소된 요청의 진행 알림입니다{on_line}";
        found: "progress after the cancellation", "취소 뒤의 진행 알림";
        expected: "nothing more of this request", "이 요청에 대해 더 보낼 것 없음";
        rule: "MCP, every revision, Utilities, Cancellation (both may have crossed on the way)", "MCP 모든 개정판, Utilities, Cancellation (서로 엇갈렸을 수 있음)";
        next: "if it goes on, the tool does not notice that it is cancelled", "계속 온다면 도구가 취소를 알아차리지 못하는 것입니다";
    }
    /// Progress that does not grow.
    PROGRESS_NOT_INCREASING = "progress-not-increasing", Error {
        title: "progress {now} does not exceed the {before} that was reported before", "progress {now}은(는) 앞서 보고된 {before}보다 크지 않습니다";
        found: "{now}", "{now}";
        expected: "more than {before}", "{before}보다 큰 값";
        rule: "MCP, every revision, Utilities, Progress: the value increases with each notification", "MCP 모든 개정판, Utilities, Progress: 값은 알림마다 커져야 합니다";
        next: "count upwards, also when the total is not known; send nothing while nothing has changed", "total을 몰라도 값을 키워 가세요. 바뀐 것이 없으면 보내지 마세요";
    }
    /// Progress beyond its end.
    PROGRESS_OVER_TOTAL = "progress-over-total", Warning {
        title: "progress {now} is more than the total {total}", "progress {now}이(가) total {total}보다 큽니다";
        found: "{now} of {total}", "{total} 중 {now}";
        expected: "at most {total}", "{total} 이하";
        rule: "MCP, every revision, Utilities, Progress: total is the total of the same count", "MCP 모든 개정판, Utilities, Progress: total은 같은 단위의 전체 양입니다";
        next: "count progress and total in the same unit, or leave total out", "progress와 total을 같은 단위로 세거나 total을 빼세요";
    }
    /// A cancellation that does not say of what.
    CANCEL_NO_ID = "cancel-no-id", Error {
        title: "a cancellation without `requestId`: nothing is cancelled", "`requestId`가 없는 취소입니다. 아무것도 취소되지 않습니다";
        found: "no requestId", "requestId 없음";
        expected: "the id of the request, in the same JSON type", "요청의 id, 같은 JSON 타입";
        rule: "MCP, every revision, Utilities, Cancellation", "MCP 모든 개정판, Utilities, Cancellation";
        next: "put the id of the request into params.requestId", "요청의 id를 params.requestId에 넣으세요";
    }
    /// A cancellation of what nobody asked.
    CANCEL_UNKNOWN = "cancel-unknown", Warning {
        title: "this side has sent no request with the id {id}", "이쪽에서 보낸 요청 중 id가 {id}인 것이 없습니다";
        found: "{id}", "{id}";
        expected: "the id of a running request that this side sent", "실행 중인 자기 요청의 id";
        rule: "MCP, every revision, Utilities, Cancellation: it is ignored", "MCP 모든 개정판, Utilities, Cancellation: 이런 취소는 무시됩니다";
        next: "repeat the id of the request exactly", "요청의 id를 그대로 쓰세요";
    }
    /// A cancellation that came too late.
    CANCEL_LATE = "cancel-late", Note {
        title: "the request {id} was answered already{on_line}: the cancellation comes too late and is ignored", "요청 {id}은(는) 이미 응답을 받았습니다{on_line}. 취소가 늦어 무시됩니다";
        found: "{id}", "{id}";
        expected: "a request that is running", "실행 중인 요청";
        rule: "MCP, every revision, Utilities, Cancellation, Timing: both may cross on the way", "MCP 모든 개정판, Utilities, Cancellation, Timing: 서로 엇갈릴 수 있습니다";
        next: "nothing: this happens", "그대로 두어도 됩니다. 흔히 있는 일입니다";
    }
    /// A client waited as long as it does.
    CANCEL_TIMEOUT = "cancel-timeout", Warning {
        title: "the client gave up on {method} (id {id}): no answer came in time{age}", "클라이언트가 {method}(id {id}) 요청을 포기했습니다. 제때 응답이 오지 않았습니다{age}";
        found: "a timeout as the reason of the cancellation", "시간 초과를 이유로 한 취소";
        expected: "an answer, or progress, before the client's timeout", "클라이언트의 제한 시간 안에 오는 응답이나 진행 알림";
        rule: "MCP, every revision, Lifecycle, Timeouts: a client that waited long enough should cancel", "MCP 모든 개정판, Lifecycle, Timeouts: 충분히 기다린 클라이언트는 취소해야 합니다";
        next: "find out why the tool takes so long, or whether it answers with another id; where the client allows it, send progress, which may restart its timeout", "도구가 왜 오래 걸리는지, 다른 id로 응답하지는 않는지 확인하세요. 클라이언트가 허용한다면 진행 알림을 보내 제한 시간을 다시 시작하게 할 수 있습니다";
    }
    /// A cancellation with an id of another JSON type.
    CANCEL_ID_TYPE = "cancel-id-type", Error {
        title: "`requestId` is {id}, but the request has the id {wanted}: the JSON types differ", "`requestId`는 {id}인데 요청의 id는 {wanted}입니다. JSON 타입이 다릅니다";
        found: "{id}", "{id}";
        expected: "{wanted}", "{wanted}";
        rule: "JSON-RPC 2.0, section 4: 1 and \"1\" are different ids", "JSON-RPC 2.0, 4절: 1과 \"1\"은 다른 id입니다";
        next: "keep the id as it was sent, and write {wanted}", "id를 보낸 그대로 두고 {wanted}을(를) 쓰세요";
    }
    /// A cancellation of the handshake.
    CANCEL_INITIALIZE = "cancel-initialize", Error {
        title: "`initialize` must not be cancelled", "`initialize`는 취소할 수 없습니다";
        found: "the id of initialize", "initialize의 id";
        expected: "another request", "다른 요청";
        rule: "MCP {v2411} to {v2511}, Utilities, Cancellation", "MCP {v2411}~{v2511}, Utilities, Cancellation";
        next: "close the connection instead", "대신 연결을 닫으세요";
    }
    /// A cancellation of what the other side asked.
    CANCEL_WRONG_SIDE = "cancel-wrong-side", Error {
        title: "the request {id} was sent by the other side: only the side that sent it may cancel it", "요청 {id}은(는) 상대가 보낸 것입니다. 취소는 요청한 쪽만 할 수 있습니다";
        found: "{id}", "{id}";
        expected: "a request that the same side sent", "자기가 보낸 요청";
        rule: "MCP, every revision, Utilities, Cancellation: only requests that were sent in the same direction", "MCP 모든 개정판, Utilities, Cancellation: 같은 방향으로 보낸 요청만 취소할 수 있습니다";
        next: "answer the request with an error, if it can't be served", "처리할 수 없다면 그 요청에 오류로 답하세요";
    }
    /// A cancellation of a task.
    CANCEL_TASK = "cancel-task", Error {
        title: "the request {id} runs as a task: only `tasks/cancel` ends it", "요청 {id}은(는) 작업(task)으로 실행됩니다. tasks/cancel로 끝내세요";
        found: "notifications/cancelled", "notifications/cancelled";
        expected: "tasks/cancel with the taskId", "taskId를 담은 tasks/cancel";
        rule: "MCP {v2511}, Utilities, Cancellation; Tasks", "MCP {v2511}, Utilities, Cancellation; Tasks";
        next: "send tasks/cancel with the taskId that the answer gave", "응답에 담긴 taskId로 tasks/cancel을 보내세요";
    }
    /// An answer to what was cancelled.
    ANSWER_AFTER_CANCEL = "answer-after-cancel", Note {
        title: "the request was cancelled{on_line} and is answered all the same: the answer is ignored", "취소된 요청에{on_line} 응답이 왔습니다. 이 응답은 무시됩니다";
        found: "an answer", "응답";
        expected: "no answer", "응답 없음";
        rule: "MCP, every revision, Utilities, Cancellation (both may have crossed on the way)", "MCP 모든 개정판, Utilities, Cancellation (서로 엇갈렸을 수 있음)";
        next: "nothing, if the answer was on its way already; otherwise stop the work when a cancellation comes", "응답이 이미 오던 중이었다면 괜찮습니다. 아니라면 취소를 받았을 때 작업을 멈추세요";
    }
    /// A log message that nobody wanted to see.
    LOG_BELOW_LEVEL = "log-below-level", Warning {
        title: "a log message of level {level}, but the client asked for {least} and above", "로그 메시지의 수준이 {level}인데 클라이언트는 {least} 이상을 요구했습니다";
        found: "{level}", "{level}";
        expected: "{least} or more severe", "{least} 이상";
        rule: "MCP, every revision, Utilities, Logging: messages at or above the level that was asked for", "MCP 모든 개정판, Utilities, Logging: 요구한 수준 이상의 메시지만 보냅니다";
        next: "compare the level before sending: debug < info < notice < warning < error < critical < alert < emergency", "보내기 전에 수준을 비교하세요: debug < info < notice < warning < error < critical < alert < emergency";
    }
    /// A log message that no request asked for.
    LOG_UNASKED = "log-unasked", Error {
        title: "a log message, but no request that is running asked for any", "로그 메시지를 보냈지만, 실행 중인 요청 중에 이를 요구한 것이 없습니다";
        found: "notifications/message", "notifications/message";
        expected: "log messages only for a request with \"io.modelcontextprotocol/logLevel\" in its _meta", "_meta에 \"io.modelcontextprotocol/logLevel\"이 있는 요청에 대해서만 로그 메시지";
        rule: "MCP {v2607}, Utilities, Logging", "MCP {v2607} 이후, Utilities, Logging";
        next: "ask for it in the request, \"_meta\": {\"io.modelcontextprotocol/logLevel\": \"info\"}, or log to stderr", "요청에서 \"_meta\": {\"io.modelcontextprotocol/logLevel\": \"info\"}로 요구하거나 stderr에 기록하세요";
    }
    /// A change that does not say of which subscription.
    SUBSCRIPTION_NO_ID = "subscription-no-id", Error {
        title: "{method} does not name its subscription", "{method}에 구독 id가 없습니다";
        found: "no \"io.modelcontextprotocol/subscriptionId\" in params._meta", "params._meta에 \"io.modelcontextprotocol/subscriptionId\" 없음";
        expected: "the id of the subscriptions/listen request", "subscriptions/listen 요청의 id";
        rule: "MCP {v2607}, Subscriptions: every notification of a subscription carries its id", "MCP {v2607} 이후, Subscriptions: 구독의 모든 알림은 그 id를 담습니다";
        next: "add \"_meta\": {\"io.modelcontextprotocol/subscriptionId\": …} with the id of the listen request, in the same JSON type", "listen 요청의 id를 같은 JSON 타입으로 \"_meta\": {\"io.modelcontextprotocol/subscriptionId\": …}에 넣으세요";
    }
    /// A change of a subscription that there is not.
    SUBSCRIPTION_UNKNOWN = "subscription-unknown", Error {
        title: "no subscription has the id {id}", "id가 {id}인 구독이 없습니다";
        found: "{id}", "{id}";
        expected: "the id of a subscriptions/listen request that is open", "열려 있는 subscriptions/listen 요청의 id";
        rule: "MCP {v2607}, Subscriptions: the id is that of the listen request, in the same JSON type", "MCP {v2607} 이후, Subscriptions: id는 listen 요청의 id이며 JSON 타입도 같아야 합니다";
        next: "repeat the id of the listen request exactly, and send nothing after it has ended", "listen 요청의 id를 그대로 쓰고, 구독이 끝난 뒤에는 보내지 마세요";
    }
}
