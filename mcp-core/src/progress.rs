//! Reports of how far a request has come.
//!
//! In: a token that the asker chose. Out: the token again, exactly, with numbers. Who may report,
//! how often, and that the numbers grow, is for whoever sends. It never looks into a token.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};

use crate::meta::MetaObject;
use crate::wire::{self, with};

/// Names the request that progress is reported of: a string or an integer, and the one is never
/// mistaken for the other (every revision, Utilities: Progress).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum ProgressToken {
    /// An integer.
    Number(i64),
    /// A string.
    Text(String),
}

impl From<i64> for ProgressToken {
    fn from(token: i64) -> Self {
        Self::Number(token)
    }
}

impl From<String> for ProgressToken {
    fn from(token: String) -> Self {
        Self::Text(token)
    }
}

impl From<&str> for ProgressToken {
    fn from(token: &str) -> Self {
        Self::Text(token.to_owned())
    }
}

impl<'de> Deserialize<'de> for ProgressToken {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = ProgressToken;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer of at most 64 bits")
            }
            fn visit_i64<E: de::Error>(self, token: i64) -> Result<ProgressToken, E> {
                Ok(ProgressToken::Number(token))
            }
            fn visit_u64<E: de::Error>(self, token: u64) -> Result<ProgressToken, E> {
                i64::try_from(token)
                    .map(ProgressToken::Number)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(token), &self))
            }
            fn visit_f64<E: de::Error>(self, token: f64) -> Result<ProgressToken, E> {
                wire::whole(token)
                    .and_then(|whole| i64::try_from(whole).ok())
                    .map(ProgressToken::Number)
                    .ok_or_else(|| E::invalid_type(Unexpected::Float(token), &self))
            }
            fn visit_str<E: de::Error>(self, token: &str) -> Result<ProgressToken, E> {
                Ok(ProgressToken::Text(token.to_owned()))
            }
            fn visit_string<E: de::Error>(self, token: String) -> Result<ProgressToken, E> {
                Ok(ProgressToken::Text(token))
            }
        }
        from.deserialize_any(Read)
    }
}

/// Parameters of `notifications/progress` (every revision, Utilities: Progress).
#[derive(Clone, Debug, PartialEq, Serialize, DeriveDeserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProgressNotificationParams {
    /// The token of the request.
    pub progress_token: ProgressToken,
    /// How far it has come; more with every report.
    ///
    /// NB. Infinity and NaN can't be written: the message then fails to serialise.
    #[serde(serialize_with = "wire::number")]
    pub progress: f64,
    /// How far it has to go, if that is known.
    #[serde(
        default,
        skip_serializing_if = "wire::no_number",
        serialize_with = "wire::optional_number"
    )]
    pub total: Option<f64>,
    /// What is being done, for people; since 2025-03-26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl ProgressNotificationParams {
    /// A report without a total.
    pub fn new(token: impl Into<ProgressToken>, progress: f64) -> Self {
        Self {
            progress_token: token.into(),
            progress,
            total: None,
            message: None,
            meta: None,
        }
    }

    with! {
        /// Says how far the request has to go.
        with_total(total: f64);
        /// Says what is being done.
        with_message(message: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Result<ProgressToken, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn a_token_comes_back_as_it_was_sent() {
        for text in [
            "0",
            "2",
            "\"2\"",
            "\"\"",
            "-7",
            "9223372036854775807",
            "9007199254740993",
            "-9223372036854775808",
            r#""a\"\\ü""#,
        ] {
            let read = token(text).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        assert_ne!(token("2").unwrap(), token("\"2\"").unwrap());
    }

    #[test]
    fn an_integer_with_a_zero_fraction_is_that_integer() {
        assert_eq!(token("3.0").unwrap(), ProgressToken::Number(3));
    }

    #[test]
    fn what_is_neither_string_nor_integer_is_no_token() {
        for text in ["1.5", "true", "null", "[1]", "{}", "9223372036854775808"] {
            let fault = token(text).unwrap_err().to_string();
            assert!(fault.contains("a string or an integer"), "{text}: {fault}");
        }
    }

    #[test]
    fn whole_numbers_are_written_without_a_fraction() {
        let report = ProgressNotificationParams::new(1, 50.0).with_total(99.5);
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            r#"{"progressToken":1,"progress":50,"total":99.5}"#
        );
    }

    #[test]
    fn no_number_ever_becomes_null() {
        let report = ProgressNotificationParams::new(1, 1.0).with_total(f64::INFINITY);
        assert_eq!(
            serde_json::to_string(&report).unwrap(),
            r#"{"progressToken":1,"progress":1}"#
        );
        let report = ProgressNotificationParams::new(1, f64::NAN);
        assert!(serde_json::to_string(&report).is_err());
    }
}
