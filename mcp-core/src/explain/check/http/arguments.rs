//! Arguments that headers repeat.
//!
//! In: a call, the headers it came with, and the schema of its tool. Out: findings on arguments
//! that the schema wants in a header (`x-mcp-header`), and that no header or another value has. A
//! tool that was not listed is not judged.

use super::body::mirror;
use super::encoded::decoded;
use crate::explain::finding::{Finding, Found};
use crate::explain::state::State;
use crate::explain::state::http::Exchange;
use crate::json::{Kind, Raw, shown_name};
use crate::method;
use crate::rpc::Request;

const MARK: &str = "x-mcp-header";

pub(super) fn mirrored(
    state: &State,
    exchange: &Exchange,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    if request.method != method::TOOLS_CALL {
        return;
    }
    let Ok(params) = request.parameters() else {
        return;
    };
    let name = params.name.and_then(|name| name.string().ok());
    let tool = name.and_then(|name| state.catalog.tool(&name));
    let schema = tool.and_then(|tool| tool.input_text());
    let marked =
        schema.filter(|text| memchr::memmem::find(text.as_bytes(), MARK.as_bytes()).is_some());
    let (Some(schema), Some(arguments)) = (
        marked.and_then(|text| Raw::parse(text).ok()),
        params.arguments,
    ) else {
        return;
    };
    // Only what is reached through `properties` is repeated.
    let mut open = vec![(schema, arguments, "params.arguments".to_owned())];
    while let Some((schema, object, path)) = open.pop() {
        let properties = schema
            .member("properties")
            .into_iter()
            .flat_map(Raw::members);
        for property in properties {
            let Some(value) = object
                .member(&property.key)
                .filter(|value| !value.is_null())
            else {
                continue;
            };
            let path = format!("{path}.{}", shown_name(&property.key));
            let mark = property
                .value
                .member(MARK)
                .and_then(|mark| mark.string().ok());
            if let Some(mark) = mark {
                let finding = compare(exchange, &mark, value, path, found);
                finding.into_iter().for_each(|finding| found.add(finding));
            } else if value.kind() == Kind::Object {
                open.push((property.value, value, path));
            }
        }
    }
}

/// One argument and the header that repeats it.
fn compare(
    exchange: &Exchange,
    mark: &str,
    value: Raw<'_>,
    path: String,
    found: &Found<'_>,
) -> Option<Finding> {
    let body = match value.kind() {
        Kind::String => value.string().ok()?.into_owned(),
        Kind::Number | Kind::Bool => value.get().to_owned(),
        _ => return None,
    };
    let mut named = exchange.params.iter();
    let written = named.find(|(name, _)| name.eq_ignore_ascii_case(mark));
    let written = written.map(|(_, written)| written.as_str());
    if value.kind() == Kind::Number && written.is_some_and(|written| same_number(written, &body)) {
        return None;
    }
    let header = format!("Mcp-Param-{}", shown_name(mark));
    let mut finding = mirror((header.into(), written), (path.into(), &body), found)?;
    finding.span = found.span(value.get());
    Some(finding)
}

/// `42.0` is 42.
fn same_number(written: &str, body: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    let written = decoded(written).and_then(|written| number(&written));
    written.is_some() && written == number(body)
}
