//! Log messages that a server sends to its client.
//!
//! In and out: levels, the request that sets one, and the message. Whether a message is wanted
//! is for whoever sends; levels only know their order.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::meta::{MetaObject, RequestMeta};
use crate::wire::with;

/// How grave a log message is, as in RFC 5424; graver ones are greater (every revision,
/// Utilities: Logging).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoggingLevel {
    /// Details for whoever mends the program.
    Debug,
    /// All is well.
    Info,
    /// All is well, and worth knowing.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part has failed.
    Critical,
    /// Somebody must act at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl LoggingLevel {
    /// All levels, the least grave first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The level as it is written in messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl fmt::Display for LoggingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for LoggingLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == text)
            .ok_or(UnknownLevel)
    }
}

/// The text names no [`LoggingLevel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be one of ")?;
        for (place, level) in LoggingLevel::ALL.into_iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{level}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownLevel {}

/// Parameters of `logging/setLevel` (up to 2025-11-25, Utilities: Logging).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SetLevelRequestParams {
    /// The least level that is sent from now on.
    pub level: LoggingLevel,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<RequestMeta>,
}

impl SetLevelRequestParams {
    /// Asks for messages of at least this level.
    pub fn new(level: LoggingLevel) -> Self {
        Self { level, meta: None }
    }

    with! {
        /// Adds what travels along.
        with_meta(meta: RequestMeta);
    }
}

/// Parameters of `notifications/message` (every revision, Utilities: Logging).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LoggingMessageNotificationParams {
    /// How grave it is.
    pub level: LoggingLevel,
    /// Which part of the server speaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// What is said: any JSON value, null too.
    pub data: Value,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl LoggingMessageNotificationParams {
    /// A message of a server that does not name its parts.
    pub fn new(level: LoggingLevel, data: impl Into<Value>) -> Self {
        Self {
            level,
            logger: None,
            data: data.into(),
            meta: None,
        }
    }

    with! {
        /// Names the part of the server that speaks.
        with_logger(logger: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eight_levels_in_order_of_gravity() {
        assert!(LoggingLevel::ALL.is_sorted());
        for level in LoggingLevel::ALL {
            let quoted = serde_json::to_string(&level).unwrap();
            assert_eq!(quoted, format!("\"{level}\""));
            assert_eq!(
                serde_json::from_str::<LoggingLevel>(&quoted).unwrap(),
                level
            );
            assert_eq!(level.as_str().parse(), Ok(level));
        }
    }

    #[test]
    fn an_unknown_level_is_refused_with_the_eight_names() {
        for text in ["", "Info", "warn", "trace", " info"] {
            let fault = text.parse::<LoggingLevel>().unwrap_err().to_string();
            assert_eq!(
                fault,
                "must be one of debug, info, notice, warning, error, critical, alert, emergency"
            );
            let quoted = format!("\"{text}\"");
            let fault = serde_json::from_str::<LoggingLevel>(&quoted).unwrap_err();
            for level in LoggingLevel::ALL {
                assert!(fault.to_string().contains(level.as_str()), "{fault}");
            }
        }
    }

    #[test]
    fn data_may_be_null_but_not_missing() {
        let message = LoggingMessageNotificationParams::new(LoggingLevel::Info, Value::Null);
        let text = r#"{"level":"info","data":null}"#;
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
        let read: LoggingMessageNotificationParams = serde_json::from_str(text).unwrap();
        assert_eq!(read, message);
        let without =
            serde_json::from_str::<LoggingMessageNotificationParams>(r#"{"level":"info"}"#);
        assert!(without.unwrap_err().to_string().contains("`data`"));
    }
}
