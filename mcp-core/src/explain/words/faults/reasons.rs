//! The words of faults in Korean: what is wrong, what was expected, what was there.
//!
//! In and out: texts, English and Korean. `{names}` stand for what changes.

/// English and Korean.
pub(super) const TABLE: &[(&str, &str)] = &[
    // Types and short words.
    ("a string", "문자열"),
    ("an object", "객체"),
    ("an array", "배열"),
    ("a number", "숫자"),
    ("a boolean", "불리언"),
    ("an integer", "정수"),
    ("string", "문자열"),
    ("object", "객체"),
    ("array", "배열"),
    ("number", "숫자"),
    ("boolean", "불리언"),
    ("other text", "다른 텍스트"),
    ("half of a surrogate pair", "서로게이트 쌍의 한쪽"),
    ("a string or an integer", "문자열 또는 정수"),
    ("a JSON object", "JSON 객체"),
    ("a whole JSON object", "온전한 JSON 객체 하나"),
    ("valid JSON", "올바른 JSON"),
    ("one object", "객체 하나"),
    ("no id", "id 없음"),
    ("nothing", "없음"),
    ("a new id", "새로운 id"),
    ("a value", "값"),
    ("another type", "다른 타입"),
    ("a revision", "개정판 이름"),
    ("a served revision", "서버가 지원하는 개정판"),
    ("a known method", "MCP에 있는 메서드"),
    ("another method", "다른 메서드"),
    ("the name of a listed tool", "목록에 있는 도구의 이름"),
    ("a cursor of this list", "이 목록의 cursor"),
    ("the keys of a request", "요청에 필요한 키"),
    ("fewer calls at once", "더 적은 동시 호출"),
    ("fewer messages", "더 적은 메시지"),
    ("a smaller message", "더 작은 메시지"),
    ("at least one message", "메시지 하나 이상"),
    ("at most {limit} messages", "메시지 최대 {limit}개"),
    ("at most {limit} bytes", "최대 {limit}바이트"),
    ("one member of that name", "그 이름의 멤버 하나"),
    (
        "a string of whole characters",
        "온전한 문자로 이루어진 문자열",
    ),
    (
        "an integer from {least} to {most}",
        "{least} 이상 {most} 이하의 정수",
    ),
    (
        "at most 127 arrays and objects inside each other",
        "배열과 객체의 중첩 최대 127단계",
    ),
    (
        "initialize in a message of its own",
        "단독 메시지로 보낸 initialize",
    ),
    ("initialize", "initialize"),
    ("a request that names its revision", "개정판을 밝힌 요청"),
    (CLAIM, CLAIM_KO),
    ("one of {list}", "{list} 중 하나"),
    // Why a text is not JSON.
    ("there is no text", "텍스트가 없습니다"),
    (
        "the text ends before the value does",
        "값이 끝나기 전에 텍스트가 끝났습니다",
    ),
    ("a value was expected", "여기에는 값이 와야 합니다"),
    (
        "a member name in double quotes was expected",
        "여기에는 큰따옴표로 감싼 멤버 이름이 와야 합니다",
    ),
    (
        "a colon was expected after the member name",
        "멤버 이름 뒤에는 콜론이 와야 합니다",
    ),
    (
        "a comma or the closing bracket was expected",
        "여기에는 쉼표나 닫는 괄호가 와야 합니다",
    ),
    (
        "this is not a number that JSON allows",
        "JSON이 허용하지 않는 숫자 표기입니다",
    ),
    (
        "the backslash starts no escape that JSON knows",
        "백슬래시 뒤가 JSON의 이스케이프가 아닙니다",
    ),
    (
        "a control character stands unescaped in a string",
        "문자열 안에 이스케이프하지 않은 제어 문자가 있습니다",
    ),
    (
        "there is more text after the value",
        "값 뒤에 텍스트가 더 있습니다",
    ),
    (
        "values nest deeper than 127",
        "값이 127단계보다 깊게 중첩되었습니다",
    ),
    ("the bytes are not UTF-8", "바이트가 UTF-8이 아닙니다"),
    // Reasons.
    (
        "must be valid JSON: {words} (at byte {at})",
        "올바른 JSON이어야 합니다: {words}(바이트 위치 {at})",
    ),
    (
        "must be one whole JSON object: {words} (at byte {at})",
        "온전한 JSON 객체 하나여야 합니다: {words}(바이트 위치 {at})",
    ),
    (
        "must be one whole JSON object",
        "온전한 JSON 객체 하나여야 합니다",
    ),
    (
        "must be a JSON object, not {kind}",
        "{kind}이(가) 아니라 JSON 객체여야 합니다",
    ),
    ("must be a JSON object", "JSON 객체여야 합니다"),
    ("must be valid JSON", "올바른 JSON이어야 합니다"),
    (
        "must not nest deeper than 127",
        "127단계보다 깊게 중첩되면 안 됩니다",
    ),
    ("must not be so large", "한도보다 크면 안 됩니다"),
    (
        "must not be larger than {limit} bytes",
        "{limit}바이트보다 크면 안 됩니다",
    ),
    ("must be given once", "한 번만 써야 합니다"),
    (
        "is required beside result",
        "result와 함께 반드시 있어야 합니다",
    ),
    ("is required", "반드시 있어야 합니다"),
    ("must be \"2.0\"", "\"2.0\"이어야 합니다"),
    ("must not be -0", "-0이면 안 됩니다"),
    ("must fit in 64 bits", "64비트에 들어가야 합니다"),
    (
        "must be written without a fraction or an exponent",
        "소수부나 지수 없이 써야 합니다",
    ),
    (
        "must be at most {limit} bytes long",
        "최대 {limit}바이트여야 합니다",
    ),
    (
        "must not hold half of a surrogate pair",
        "서로게이트 쌍의 한쪽만 담으면 안 됩니다",
    ),
    (
        "must not stand beside method",
        "method와 함께 올 수 없습니다",
    ),
    (
        "must not stand beside result",
        "result와 함께 올 수 없습니다",
    ),
    ("must not be an empty array", "빈 배열이면 안 됩니다"),
    (
        "must not hold so many messages",
        "메시지를 한도보다 많이 담으면 안 됩니다",
    ),
    (
        "must hold at most {limit} messages",
        "메시지를 최대 {limit}개까지만 담아야 합니다",
    ),
    (
        "must not hold initialize among others",
        "initialize를 다른 메시지와 함께 담으면 안 됩니다",
    ),
    (
        "must not be given: {name} is a notification",
        "있으면 안 됩니다. {name}은(는) 알림입니다",
    ),
    ("must not be given here", "여기에 있으면 안 됩니다"),
    (
        "must not be that of an unanswered request",
        "아직 응답을 받지 못한 요청의 id와 같으면 안 됩니다",
    ),
    ("must be of another type", "다른 타입이어야 합니다"),
    (
        "is not one that is offered",
        "서버가 제공하는 메서드가 아닙니다",
    ),
    (
        "must be the name of a tool that tools/list returns, not {got} (did you mean {near}?)",
        "tools/list가 돌려준 도구의 이름이어야 하는데 {got}입니다(혹시 {near}입니까?)",
    ),
    (
        "must be the name of a tool that tools/list returns, not {got}; it returns none",
        "tools/list가 돌려준 도구의 이름이어야 하는데 {got}입니다. 목록은 비어 있습니다",
    ),
    (
        "must be the name of a tool that tools/list returns, not {got}; known are {list}",
        "tools/list가 돌려준 도구의 이름이어야 하는데 {got}입니다. 알려진 이름: {list}",
    ),
    (
        "must be the name of a tool that tools/list returns",
        "tools/list가 돌려준 도구의 이름이어야 합니다",
    ),
    (
        "must be a nextCursor that this server returned",
        "이 서버가 돌려준 nextCursor여야 합니다",
    ),
    (
        "must be a nextCursor that {method} of this server returned",
        "이 서버의 {method}이(가) 돌려준 nextCursor여야 합니다",
    ),
    (
        "must name a revision that is served",
        "서버가 지원하는 개정판을 밝혀야 합니다",
    ),
    (
        "must name a revision, because no initialize came before {asked}",
        "개정판을 밝혀야 합니다. {asked} 전에 initialize가 없었기 때문입니다",
    ),
    (
        "must name a revision, because no initialize came before",
        "개정판을 밝혀야 합니다. 앞서 initialize가 없었기 때문입니다",
    ),
    (
        "must name the revision of {asked}, because this server has no handshake",
        "{asked}의 개정판을 밝혀야 합니다. 이 서버에는 핸드셰이크가 없기 때문입니다",
    ),
    (
        "must be initialize, because none came before {asked}",
        "initialize여야 합니다. {asked} 전에 initialize가 없었기 때문입니다",
    ),
    (
        "must not be initialize, because this server has no handshake; {how}",
        "initialize면 안 됩니다. 이 서버에는 핸드셰이크가 없기 때문입니다. {how}",
    ),
    (
        "must not be initialize again: this session speaks {version} already",
        "다시 initialize일 수 없습니다. 이 세션은 이미 {version}을(를) 쓰고 있습니다",
    ),
    (
        "must not be initialize again",
        "다시 initialize일 수 없습니다",
    ),
    (
        "must be repeated in the headers",
        "헤더에도 같은 값으로 적어야 합니다",
    ),
    ("headers that repeat the body", "본문과 같은 값의 헤더"),
    (
        "let the headers repeat what the body says",
        "본문에 적힌 값을 헤더에도 그대로 적으세요",
    ),
    (
        "MCP, stateless revisions, Streamable HTTP, Server Validation: headers and body say the same",
        "MCP, 상태를 두지 않는 개정판, Streamable HTTP, Server Validation: 헤더와 본문은 같은 값을 가짐",
    ),
    (
        "is one too many at once",
        "동시에 실행할 수 있는 호출 수를 넘습니다",
    ),
    (
        "is one too many: {limit} calls are running, which is the limit",
        "동시에 실행할 수 있는 호출 수를 넘습니다. 한도인 {limit}개가 이미 실행 중입니다",
    ),
    (
        "must be one of {list}, not {got} (did you mean {near}?)",
        "{list} 중 하나여야 하는데 {got}입니다(혹시 {near}입니까?)",
    ),
    (
        "must be one of {list}, not {got}",
        "{list} 중 하나여야 하는데 {got}입니다",
    ),
    (
        "must be {expected}, not {got}",
        "{got}이(가) 아니라 {expected}(이)어야 합니다",
    ),
    ("must be {expected}", "{expected}(이)어야 합니다"),
    (
        "{name} is not offered by this server",
        "{name}은(는) 이 서버가 제공하지 않습니다",
    ),
    (
        "{name} is not part of revision {version}",
        "{name}은(는) 개정판 {version}에 없는 메서드입니다",
    ),
    (
        "{name} is not known (did you mean {near}?)",
        "{name}은(는) 알 수 없는 메서드입니다(혹시 {near}입니까?)",
    ),
    (
        "{name} is not known",
        "{name}은(는) 알 수 없는 메서드입니다",
    ),
];

const CLAIM: &str = "\"io.modelcontextprotocol/protocolVersion\" and \"io.modelcontextprotocol/clientCapabilities\"";
const CLAIM_KO: &str =
    "\"io.modelcontextprotocol/protocolVersion\"과 \"io.modelcontextprotocol/clientCapabilities\"";
