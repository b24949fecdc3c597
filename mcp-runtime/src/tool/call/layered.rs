//! A call that layers take apart, and put together again for each run of its tool.

use super::{Call, Doing};
use crate::context::Context;
use crate::tool::BuiltTool;
use mcp_core::json::Text;
use mcp_core::schema::Report;
use std::sync::Arc;

/// The tool, the arguments as they were sent, the context, and the report that refuses them already.
type Parts = (Arc<BuiltTool>, Option<Text>, Context, Option<Box<Report>>);

impl Call {
    /// The call with arguments that are refused already, for the layers of its tool to hear of;
    /// without layers there is nobody to tell, and the report comes back.
    pub(crate) fn refuse(self, report: Box<Report>) -> Result<Self, Box<Report>> {
        match self.doing {
            Doing::Running(tool, arguments) if tool.is_layered() => Ok(Self {
                doing: Doing::Refused(tool, arguments, report),
                context: self.context,
            }),
            _ => Err(report),
        }
    }

    /// All that a call is; nothing when a tool is asked what it is.
    pub(crate) fn into_parts(self) -> Option<Parts> {
        match self.doing {
            Doing::Running(tool, arguments) => Some((tool, arguments, self.context, None)),
            Doing::Refused(tool, arguments, report) => {
                Some((tool, arguments, self.context, Some(report)))
            }
            Doing::Describing => None,
        }
    }

    /// A call of these parts.
    pub(crate) fn of_parts(
        tool: Arc<BuiltTool>,
        arguments: Option<Text>,
        context: Context,
    ) -> Self {
        Self {
            doing: Doing::Running(tool, arguments),
            context,
        }
    }
}
