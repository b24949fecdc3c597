//! How single members of messages are written and read where serde's derive says something else.
//!
//! In: a member's value, or a deserialiser that stands on it. Out: the JSON the specification
//! asks for, or the value. This file knows no message; it is private to the crate.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Unexpected, Visitor};
use serde::ser::{self, Serializer};

/// Declares `with_x` methods that fill an optional member.
macro_rules! with {
    ($($(#[$doc:meta])* $method:ident($field:ident: $type:ty);)+) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $method(mut self, $field: impl Into<$type>) -> Self {
            self.$field = Some($field.into());
            self
        }
    )+};
}
pub(crate) use with;

/// Reads a member for which null is a value: `Some(null)` when it is there, `None` (by
/// `#[serde(default)]`) when it is not.
pub(crate) fn present<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(from).map(Some)
}

/// Reads a member that may be left out, where null means the same as nothing.
pub(crate) fn null_as_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// For members whose absence means `false`.
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

/// Reads a count: `12`, and also `12.0`, but nothing below zero.
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let read: Option<Whole> = Option::deserialize(from)?;
    read.map(|whole| {
        u64::try_from(whole.0).map_err(|_| {
            de::Error::invalid_value(Unexpected::Other("a negative number"), &"a count")
        })
    })
    .transpose()
}

/// Reads how long something stays fresh: as [`count`], but less than nothing is nothing.
pub(crate) fn time_to_live<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let read: Option<Whole> = Option::deserialize(from)?;
    Ok(read.map(|whole| u64::try_from(whole.0).unwrap_or(0)))
}

/// [`time_to_live`] where absence and null mean that nothing stays fresh.
pub(crate) fn time_to_live_or_zero<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    time_to_live(from).map(Option::unwrap_or_default)
}

/// Writes a number that must be there: whole ones without a fraction, and never null, which is
/// what JSON writers make of infinity.
pub(crate) fn number<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    /// Up to here every whole number is exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !value.is_finite() {
        return Err(ser::Error::custom(format_args!(
            "{value} is not a number that JSON can hold"
        )));
    }
    if value.fract() == 0.0 && value.abs() <= EXACT {
        to.serialize_i64(*value as i64)
    } else {
        to.serialize_f64(*value)
    }
}

/// [`number`] for a member that may be left out; goes with [`no_number`].
pub(crate) fn optional_number<S: Serializer>(
    value: &Option<f64>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, to),
        None => to.serialize_none(),
    }
}

/// Whether an optional number is left out: infinity and NaN are no numbers in JSON.
pub(crate) fn no_number(value: &Option<f64>) -> bool {
    !value.is_some_and(f64::is_finite)
}

/// An integer however JSON spells it. Wide enough for every type it is narrowed to.
pub(crate) struct Whole(pub(crate) i128);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Whole;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Whole, E> {
                whole(value)
                    .map(Whole)
                    .ok_or_else(|| E::invalid_type(Unexpected::Float(value), &self))
            }
        }
        from.deserialize_any(Read)
    }
}

/// The integer a float stands for, if it stands for one of at most 64 bits.
pub(crate) fn whole(value: f64) -> Option<i128> {
    let fits = value.fract() == 0.0 && value.abs() < 18_446_744_073_709_551_616.0;
    fits.then_some(value as i128)
}

/// Valid JSON without white space around its tokens, on one line whatever a reader takes for a
/// line end. Keys, their order, numbers and escapes stay as they are.
pub(crate) fn one_line(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut in_string = false;
    let mut escaped = false;
    for character in json.chars() {
        match character {
            ' ' | '\t' | '\r' | '\n' if !in_string => continue,
            '\u{85}' => out.push_str("\\u0085"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(character),
        }
        if escaped {
            escaped = false;
        } else if character == '"' {
            in_string = !in_string;
        } else if character == '\\' {
            escaped = true;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_goes_and_everything_else_stays() {
        let written = "{ \"b\" :\t[ 1.50 , 1e400 ],\r\n \"a \\\" \\\\\" : \" x  y \" }\n";
        assert_eq!(
            one_line(written),
            r#"{"b":[1.50,1e400],"a \" \\":" x  y "}"#
        );
    }

    #[test]
    fn line_ends_of_unicode_are_escaped() {
        assert_eq!(
            one_line("\"a\u{2028}b\u{2029}c\u{85}d\\n\""),
            r#""a\u2028b\u2029c\u0085d\n""#
        );
    }

    #[test]
    fn an_integer_is_read_in_every_spelling_and_nothing_else_is() {
        for (text, value) in [("12", 12), ("12.0", 12), ("1.2e1", 12), ("-3", -3)] {
            let whole: Whole = serde_json::from_str(text).unwrap();
            assert_eq!(whole.0, value, "{text}");
        }
        for text in ["1.5", "\"1\"", "true", "null", "1e30", "[1]"] {
            assert!(serde_json::from_str::<Whole>(text).is_err(), "{text}");
        }
    }
}
