//! Does the result of a tool say anything, and what its schema promised?
//!
//! In: results of `tools/call` and the tools that were listed. Out: findings on content that is
//! missing, and on structured content that the tool's own schema refuses.

use crate::explain::finding::{Arg, Found};
use crate::explain::parts::ResultParts;
use crate::explain::scope::Scope;
use crate::explain::shapes;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::arguments::{expected_ko, got_ko, reason_ko};
use crate::explain::words::{params, results as words};
use crate::json::{Kind, Raw, shown_name};
use crate::schema::ArgumentFault;
use crate::version::ProtocolVersion;

/// Members of the result itself, beside what a tool returned.
const KNOWN: &[&str] = &[
    "content",
    "structuredContent",
    "isError",
    "_meta",
    "resultType",
];
/// How many members are named.
const MOST_NAMES: usize = 5;
const AT: &str = "result.structuredContent";

/// The result of a tool, whose shape was judged.
pub(in crate::explain) fn result(
    state: &State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    parts: &ResultParts<'_>,
    found: &mut Found<'_>,
) {
    let (content, structured) = (parts.content, parts.structured);
    let content = content.filter(|content| !content.is_null());
    if content.is_none() {
        no_content(scope, result, structured.is_some(), found);
    }
    if scope.surely_not(ProtocolVersion::has_structured_content) {
        return;
    }
    let failed = parts.failed();
    let tool = call.target.as_deref();
    let tool = tool.and_then(|name| state.catalog.tool(name));
    let Some(structured) = structured else {
        let promised = tool.is_some_and(|tool| tool.has_output());
        if promised && !failed && scope.surely(ProtocolVersion::has_structured_content) {
            let finding = found.about(words::STRUCTURED_MISSING, result);
            found.add(finding.at(AT));
        }
        return;
    };
    if let Some(version) = scope.version
        && !version.structured_content_may_be_any()
        && structured.kind() != Kind::Object
    {
        let finding = found
            .about(words::STRUCTURED_NOT_OBJECT, structured)
            .at(AT)
            .with("version", version)
            .with("kind", structured.kind());
        return found.add(finding);
    }
    if content.is_some_and(|content| content.kind() == Kind::Array && !has_text(content)) {
        let finding = found.about(words::STRUCTURED_ALONE, structured).at(AT);
        found.add(finding);
    }
    let schema = tool.and_then(|tool| tool.output(state.patterns()));
    if let Some(schema) = schema.filter(|_| !failed) {
        for fault in schema.check(structured) {
            mismatch(&fault, structured, found);
        }
    }
}

fn has_text(content: Raw<'_>) -> bool {
    let is_text = |block: Raw<'_>| block.member("type").is_some_and(|t| t.is_string("text"));
    content.elements().any(is_text)
}

/// Names what stands in the place of the content, and shows where it belongs.
fn no_content(scope: Scope, result: Raw<'_>, structured: bool, found: &mut Found<'_>) {
    let members = result.members();
    let others = members.filter(|member| !KNOWN.contains(&&*member.key));
    let names: Vec<String> = others
        .take(MOST_NAMES)
        .map(|member| shown_name(&member.key).into_owned())
        .collect();
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let what = match (quoted.is_empty(), structured) {
        (false, _) => {
            let quoted = quoted.join(", ");
            Arg::Both {
                en: format!("{quoted} at the top of the result"),
                ko: format!("결과의 최상위에 있는 {quoted}"),
            }
        }
        (true, true) => Arg::from("`structuredContent`"),
        (true, false) => params::NOTHING.into(),
    };
    let finding = found
        .about(words::NO_CONTENT, result)
        .at("result.content")
        .with("found", what)
        .with("revisions", shapes::revisions(scope.version))
        .with("mended", mended(scope, &names));
    found.add(finding);
}

/// The same result as clients read it.
fn mended(scope: Scope, names: &[String]) -> String {
    let plain = |name: &String| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let members = names.iter().filter(|name| plain(name));
    let (inner, escaped): (Vec<String>, Vec<String>) = members
        .map(|name| (format!("\"{name}\":…"), format!("\\\"{name}\\\":…")))
        .unzip();
    let text = match escaped.is_empty() {
        true => "…".to_owned(),
        false => format!("{{{}}}", escaped.join(",")),
    };
    let kind = match scope.surely(ProtocolVersion::has_result_type) {
        true => "\"resultType\":\"complete\",",
        false => "",
    };
    let structured = match scope.surely(ProtocolVersion::has_structured_content) {
        true if !inner.is_empty() => format!(",\"structuredContent\":{{{}}}", inner.join(",")),
        _ => String::new(),
    };
    format!("{{{kind}\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]{structured}}}")
}

/// One fault of structured content.
fn mismatch(fault: &ArgumentFault, structured: Raw<'_>, found: &mut Found<'_>) {
    let field = &fault.field;
    let path = match field.as_str() {
        "" => AT.to_owned(),
        element if element.starts_with('[') => format!("{AT}{element}"),
        _ => format!("{AT}.{field}"),
    };
    let named = match field.as_str() {
        "" => String::new(),
        _ => format!("`{field}` "),
    };
    let named_ko = match field.as_str() {
        "" => String::new(),
        _ => format!("`{field}` 멤버는 "),
    };
    // The checker speaks of the arguments of a tool.
    let told = match fault.reason.as_str() {
        "is not a parameter of this tool" => Arg::both(
            format!("{named}is not in the schema"),
            format!("{named_ko}스키마에 없습니다"),
        ),
        reason => Arg::both(
            format!("{named}{reason}"),
            format!("{named_ko}{}", reason_ko(reason)),
        ),
    };
    let finding = found
        .about(words::STRUCTURED_MISMATCH, structured)
        .at(path)
        .with("fault", told)
        .with("got", Arg::both(fault.got.clone(), got_ko(&fault.got)))
        .with(
            "expected",
            Arg::both(fault.expected.clone(), expected_ko(&fault.expected)),
        );
    found.add(finding);
}
