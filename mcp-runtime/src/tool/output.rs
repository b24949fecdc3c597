//! Holds a result against the schema that was promised.
//!
//! In: what a tool returned. Out: the same, or a fault of the server: what does not fit its
//! output schema is never sent.

use super::BuiltTool;
use super::call::Outcome;
use super::result::ToolResult;
use crate::error::Error;

/// Checks a structured result, where the tool has an output schema.
pub(super) fn checked(tool: Option<&BuiltTool>, result: Result<ToolResult, Error>) -> Outcome {
    let result = match result {
        Ok(result) => result,
        Err(error) => return Outcome::Fault(error),
    };
    let Some(check) = tool.and_then(|tool| tool.output.as_ref()) else {
        return Outcome::Done(result);
    };
    match &result.structured {
        _ if result.is_error => Outcome::Done(result),
        Some(value) if check.accepts(value.as_raw()) => Outcome::Done(result),
        broken => {
            let name = tool.map_or("", |tool| tool.name());
            let broken = broken.as_ref().map(|value| check.faults(value.as_raw()));
            Outcome::Fault(Error::internal(words(name, broken)))
        }
    }
}

/// What the log is told.
fn words(name: &str, faults: Option<Vec<mcp_core::schema::ArgumentFault>>) -> String {
    let Some(faults) = faults else {
        return format!("tool `{name}` has an output schema, but returned no structured value");
    };
    let faults: Vec<_> = faults
        .iter()
        .map(|fault| match fault.field.as_str() {
            "" => format!("it {}", fault.reason),
            field => format!("{field} {}", fault.reason),
        })
        .collect();
    let faults = faults.join("; ");
    format!("tool `{name}` returned what its output schema does not allow: {faults}")
}
