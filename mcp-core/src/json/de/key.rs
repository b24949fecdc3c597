//! The name of a member as a value: a string, or an integer or boolean spelled as one.
//!
//! In: the decoded name. Out: what the key type of a map wants of it. It never reads other
//! spellings of a number than JSON's own.

use std::borrow::Cow;

use serde::de::{Deserializer, IntoDeserializer, Visitor};

use super::super::number::Number;
use super::super::raw::Raw;
use super::error::Failure;
use super::numbers::{Integer, not_that_integer};

/// A deserialiser over the name of a member.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

impl Key<'_> {
    /// A name has to be the plain text of the integer.
    fn integer<T: Integer>(&self) -> Result<T, Failure> {
        let number = Raw::parse(&self.0)
            .ok()
            .filter(|raw| raw.get().len() == self.0.len())
            .and_then(Raw::number);
        number
            .and_then(|number: Number<'_>| T::exact(number))
            .ok_or_else(|| {
                let got = super::expecting::candidate(&self.0);
                not_that_integer::<T>(number, got).about_name()
            })
    }
}

macro_rules! integers {
    ($($method:ident => $visit:ident: $int:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            visitor.$visit(self.integer::<$int>()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
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

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0.as_ref() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            other => {
                let got = super::expecting::candidate(other);
                Err(Failure::wrong_type("\"true\" or \"false\"", got).about_name())
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(self)
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
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let _ = (name, variants);
        visitor.visit_enum(IntoDeserializer::<Failure>::into_deserializer(self.0))
    }

    serde::forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
