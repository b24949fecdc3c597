//! Reading Rust values from valid text, by serde.
//!
//! In: a [`Raw`], or chosen members of an object. Out: a value of any `Deserialize` type, or a
//! [`DeError`] that names the place inside. Numbers are exact: `12.0` is an integer, nothing is
//! rounded, wrapped or parsed from a string. There is no `Value` in between.

mod access;
mod error;
mod expecting;
mod key;
mod numbers;

use std::borrow::Cow;

use serde::de::{self, Deserialize, Deserializer, IntoDeserializer, Visitor};

use self::access::{Entry, MapWalk, SeqWalk, Variant};
pub use self::error::DeError;
use self::error::Failure;
use super::raw::{Kind, Raw};

/// Reads a value from its text.
///
/// # Errors
/// When the text is none of the type, or the type could hold it with a loss only; the error names
/// the place, what was expected and what was there.
pub fn from_raw<'a, T: Deserialize<'a>>(raw: Raw<'a>) -> Result<T, DeError> {
    T::deserialize(Text(raw)).map_err(Failure::into_error)
}

/// Reads a value as if from an object that has these members alone.
///
/// # Errors
/// Those of [`from_raw`].
pub fn from_members<'a, T: Deserialize<'a>>(
    members: &[(Cow<'a, str>, Raw<'a>)],
) -> Result<T, DeError> {
    T::deserialize(Subset(members)).map_err(Failure::into_error)
}

/// A deserialiser over the text of one value.
#[derive(Clone, Copy)]
struct Text<'a>(Raw<'a>);

impl<'a> Text<'a> {
    #[cold]
    fn wrong(self, expected: impl Into<Cow<'static, str>>) -> Failure {
        Failure::wrong_type(expected, got(self.0))
    }

    fn sequence<V: Visitor<'a>>(
        self,
        length: Option<usize>,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        if self.0.kind() != Kind::Array {
            return Err(match length {
                Some(length) => self.wrong(format!("an array of {length} items")),
                None => self.wrong("an array"),
            });
        }
        let mut walk = SeqWalk::new(self.0);
        let value = visitor.visit_seq(&mut walk)?;
        walk.finish(self.0)?;
        Ok(value)
    }

    fn object<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.0.kind() != Kind::Object {
            return Err(self.wrong("an object"));
        }
        visitor.visit_map(MapWalk::new(text_entries(self.0)))
    }

    fn text<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.string() {
            Ok(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Ok(Cow::Owned(text)) => visitor.visit_string(text),
            Err(error) => Err(Failure::bad_text(error, got(self.0))),
        }
    }
}

/// What was there, in a word: values are repeated only for numbers and booleans.
pub(super) fn got(raw: Raw<'_>) -> String {
    match raw.kind() {
        Kind::Number | Kind::Bool if raw.get().len() <= 40 => raw.get().to_owned(),
        kind => kind.name().to_owned(),
    }
}

fn text_entries<'a>(raw: Raw<'a>) -> impl Iterator<Item = Entry<'a>> {
    let mut members = raw.members();
    std::iter::from_fn(move || members.next_written().map(Entry::written))
}

macro_rules! integers {
    ($($method:ident => $visit:ident: $int:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            visitor.$visit(numbers::integer::<$int>(self.0)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool => visitor.visit_bool(self.0.get() == "true"),
            Kind::Number => numbers::any(self.0, visitor),
            Kind::String => self.text(visitor),
            Kind::Array => self.sequence(None, visitor),
            Kind::Object => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => Err(self.wrong("a boolean")),
        }
    }

    integers! {
        deserialize_i8 => visit_i8: i8;
        deserialize_i16 => visit_i16: i16;
        deserialize_i32 => visit_i32: i32;
        deserialize_i64 => visit_i64: i64;
        deserialize_i128 => visit_i128: i128;
        deserialize_u8 => visit_u8: u8;
        deserialize_u16 => visit_u16: u16;
        deserialize_u32 => visit_u32: u32;
        deserialize_u64 => visit_u64: u64;
        deserialize_u128 => visit_u128: u128;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_f32(numbers::float32(self.0)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_f64(numbers::float64(self.0)?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let text = self.0.string();
        let text = text.map_err(|error| Failure::bad_text(error, got(self.0)))?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(one), None) => visitor.visit_char(one),
            _ => Err(self.wrong("a string of one character")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.kind() {
            Kind::Array => self.sequence(None, visitor),
            Kind::String => match self.0.string() {
                Ok(Cow::Borrowed(text)) => visitor.visit_borrowed_bytes(text.as_bytes()),
                Ok(Cow::Owned(text)) => visitor.visit_byte_buf(text.into_bytes()),
                Err(error) => Err(Failure::bad_text(error, got(self.0))),
            },
            _ => Err(self.wrong("a string or an array of bytes")),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.is_null() {
            true => visitor.visit_unit(),
            false => Err(self.wrong("null")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.sequence(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.sequence(Some(length), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.sequence(Some(length), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.object(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.0.kind() {
            Kind::String => {
                let name = self.0.string();
                let name = name.map_err(|error| Failure::bad_text(error, got(self.0)))?;
                visitor.visit_enum(IntoDeserializer::<Failure>::into_deserializer(name))
            }
            Kind::Object => variant(text_entries(self.0), variants, visitor),
            _ => Err(Failure::no_variant(variants, got(self.0))),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }
}

/// Reads an enum from an object, whose one member names the variant.
fn variant<'de, V: Visitor<'de>>(
    mut entries: impl Iterator<Item = Entry<'de>>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    match (entries.next(), entries.next()) {
        (Some(entry), None) => visitor.visit_enum(Variant(entry)),
        _ => Err(Failure::no_variant(variants, "object".to_owned())),
    }
}

/// A deserialiser over chosen members.
#[derive(Clone, Copy)]
struct Subset<'s, 'a>(&'s [(Cow<'a, str>, Raw<'a>)]);

impl<'s, 'a> Subset<'s, 'a> {
    fn entries(self) -> impl Iterator<Item = Entry<'a>> + 's
    where
        'a: 's,
    {
        let pair = |(key, value): &(Cow<'a, str>, Raw<'a>)| Entry::decoded(key.clone(), *value);
        self.0.iter().map(pair)
    }
}

impl<'de> Deserializer<'de> for Subset<'_, 'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_map(MapWalk::new(self.entries()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.is_empty() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        variant(self.entries(), variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The message of an error that serde or the user made.
impl de::Error for Failure {
    fn custom<M: std::fmt::Display>(message: M) -> Self {
        Failure::custom_text(message.to_string())
    }

    fn invalid_type(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Failure::wrong_type(expecting::words(expected), expecting::got(unexpected))
    }

    fn invalid_value(unexpected: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Failure::wrong_type(expecting::words(expected), expecting::got(unexpected))
    }

    fn invalid_length(length: usize, expected: &dyn de::Expected) -> Self {
        Failure::wrong_length(length, expecting::count(expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Failure::no_variant(expected, expecting::candidate(variant))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Failure::unknown_member(field, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Failure::missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Failure::twice(field)
    }
}
