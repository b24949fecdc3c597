//! Building and calling tools without a server; for the tests of this room alone.

use super::{BuiltTool, Call, Outcome, Tool, build};
use crate::context::Context;
use crate::settings::Settings;
use crate::states::States;
use mcp_core::json::Raw;
use serde_json::Value;
use std::sync::Arc;

/// A bench for tools.
#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) settings: Settings,
    pub(crate) states: States,
}

impl Bench {
    /// Builds tools, or says all that is wrong with them.
    pub(crate) fn build(self, tools: Vec<Tool>) -> Result<Vec<Arc<BuiltTool>>, Vec<String>> {
        let (settings, states) = (Arc::new(self.settings), Arc::new(self.states));
        let mut faults = Vec::new();
        let built: Vec<_> = tools
            .into_iter()
            .filter_map(|tool| build(tool, &settings, &states, &mut faults))
            .map(Arc::new)
            .collect();
        if faults.is_empty() {
            Ok(built)
        } else {
            Err(faults)
        }
    }
}

/// Builds one tool that is right.
pub(crate) fn one(tools: Vec<Tool>) -> Arc<BuiltTool> {
    let built = Bench::default().build(tools).expect("right tools");
    built.into_iter().next().expect("a tool")
}

/// Calls a tool; the arguments are JSON text.
pub(crate) async fn call(tool: &Arc<BuiltTool>, arguments: &str) -> Outcome {
    let raw = Raw::parse(arguments).expect("JSON");
    tool.start(Call::run(tool.clone(), Some(raw), Context::detached()))
        .await
}

/// The outcome of a call as one line.
pub(crate) async fn said(tool: &Arc<BuiltTool>, arguments: &str) -> String {
    match call(tool, arguments).await {
        Outcome::Done(result) => {
            let texts: Vec<_> = result
                .content
                .iter()
                .map(|c| c.as_text().unwrap_or("?"))
                .collect();
            let error = if result.is_error { "error: " } else { "" };
            let structured = result
                .structured
                .map(|text| text.get().to_owned())
                .unwrap_or_default();
            format!("{error}{}{structured}", texts.join("|"))
        }
        Outcome::Wrong(report) => {
            let faults: Vec<_> = report
                .faults
                .iter()
                .map(|f| format!("{} {}", f.field, f.reason))
                .collect();
            format!("wrong: {}", faults.join("; "))
        }
        Outcome::Fault(error) => format!("fault: {error}"),
        Outcome::Panicked(text) => format!("panic: {text}"),
        Outcome::Value(text) => text.get().to_owned(),
        Outcome::Described(_) => "described".to_owned(),
    }
}

/// The listed schema of a tool's arguments.
pub(crate) fn input(tool: &BuiltTool) -> Value {
    tool.listed().input_schema.to_value().expect("JSON")
}

/// The listed schema of a tool's result.
pub(crate) fn output(tool: &BuiltTool) -> Option<Value> {
    let schema = tool.listed().output_schema.as_ref()?;
    Some(schema.to_value().expect("JSON"))
}
