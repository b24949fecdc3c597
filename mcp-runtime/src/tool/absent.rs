//! What a type makes of a value that is absent, or null.
//!
//! In: a type. Out: the value it takes when nothing was sent, if there is one. The type itself is
//! asked, through its own `Deserialize`, so that aliases, newtypes and `#[serde(default)]` count
//! for what they do and not for how they are spelled. `required` in a schema comes from the same
//! question.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, Visitor};
use std::fmt;

/// The value that a type takes when nothing was sent; `None` means it is required.
///
/// NB. asked twice, because a visitor is used up by its first answer.
pub(super) fn absent<T: DeserializeOwned>() -> Option<T> {
    T::deserialize(Nothing)
        .ok()
        .or_else(|| T::deserialize(Hollow).ok())
}

/// The value that stands for a null that was really sent: only a type that tells null from
/// absent, such as `Option<Option<T>>`, has one.
pub(super) fn null<T: DeserializeOwned>() -> Option<T> {
    T::deserialize(Null).ok()
}

/// First question: is it an option at heart?
struct Nothing;
/// Second question: is it a struct that fills itself with defaults?
struct Hollow;
/// The outer option is there …
struct Null;
/// … and the inner one is not.
struct InsideNull;

/// The only answer beside a value: no.
#[derive(Debug)]
struct No;

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("is required")
    }
}
impl std::error::Error for No {}
impl de::Error for No {
    fn custom<T: fmt::Display>(_: T) -> Self {
        No
    }
}

type Answer<T> = Result<T, No>;

/// Refuses all that no absent value can be.
macro_rules! refuse {
    (values) => {
        refuse! {
            deserialize_any deserialize_bool deserialize_char deserialize_str deserialize_string
            deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
            deserialize_f32 deserialize_f64 deserialize_bytes deserialize_byte_buf
            deserialize_unit deserialize_seq deserialize_map deserialize_identifier
            deserialize_ignored_any
        }
        fn deserialize_enum<V: Visitor<'de>>(
            self, _: &'static str, _: &'static [&'static str], _: V,
        ) -> Answer<V::Value> { Err(No) }
        fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, _: V) -> Answer<V::Value> { Err(No) }
        fn deserialize_unit_struct<V: Visitor<'de>>(
            self, _: &'static str, _: V,
        ) -> Answer<V::Value> { Err(No) }
    };
    (structs) => {
        fn deserialize_tuple_struct<V: Visitor<'de>>(
            self, _: &'static str, _: usize, _: V,
        ) -> Answer<V::Value> { Err(No) }
        fn deserialize_struct<V: Visitor<'de>>(
            self, _: &'static str, _: &'static [&'static str], _: V,
        ) -> Answer<V::Value> { Err(No) }
    };
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Answer<V::Value> { Err(No) })*
    };
}

/// A question that goes through newtypes to the option at heart.
macro_rules! question {
    ($asked:ident, |$visitor:ident| $answer:expr) => {
        impl<'de> Deserializer<'de> for $asked {
            type Error = No;
            fn deserialize_option<V: Visitor<'de>>(self, $visitor: V) -> Answer<V::Value> {
                $answer
            }
            fn deserialize_newtype_struct<V: Visitor<'de>>(
                self,
                _: &'static str,
                visitor: V,
            ) -> Answer<V::Value> {
                visitor.visit_newtype_struct(self)
            }
            refuse!(values);
            refuse!(structs);
        }
    };
}

question!(Nothing, |visitor| visitor.visit_none());
question!(Null, |visitor| visitor.visit_some(InsideNull));
question!(InsideNull, |visitor| visitor.visit_none());

impl<'de> Deserializer<'de> for Hollow {
    type Error = No;

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Answer<V::Value> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Answer<V::Value> {
        visitor.visit_seq(SeqDeserializer::<_, No>::new(std::iter::empty::<()>()))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Answer<V::Value> {
        visitor.visit_seq(SeqDeserializer::<_, No>::new(std::iter::empty::<()>()))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Answer<V::Value> {
        visitor.visit_map(MapDeserializer::<_, No>::new(std::iter::empty::<((), ())>()))
    }

    refuse!(values);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::Value;

    type Maybe<T> = Option<T>;
    #[derive(Deserialize, Debug, PartialEq)]
    struct Newtype(Option<u32>);
    #[derive(Deserialize, Debug, PartialEq, Default)]
    #[serde(default)]
    struct Limit(u32);
    #[derive(Deserialize, Debug, PartialEq)]
    struct Filter {
        from: Option<u32>,
        #[serde(default)]
        to: u32,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Needs {
        from: u32,
    }

    #[test]
    fn what_deserialises_from_nothing_is_optional() {
        assert_eq!(absent::<Maybe<u32>>(), Some(None));
        assert_eq!(absent::<Newtype>(), Some(Newtype(None)));
        assert_eq!(absent::<Limit>(), Some(Limit(0)));
        assert_eq!(absent::<Filter>(), Some(Filter { from: None, to: 0 }));
        assert_eq!(absent::<Box<Option<u8>>>(), Some(Box::new(None)));
    }

    #[test]
    fn what_needs_a_value_is_required() {
        assert_eq!(absent::<u32>(), None);
        assert_eq!(absent::<String>(), None);
        assert_eq!(absent::<Vec<u32>>(), None);
        assert_eq!(absent::<Value>(), None);
        assert_eq!(absent::<Needs>(), None);
        assert_eq!(absent::<()>(), None);
    }

    #[test]
    fn only_a_doubled_option_tells_null_from_absent() {
        assert_eq!(null::<Option<Option<u32>>>(), Some(Some(None)));
        assert_eq!(null::<Option<u32>>(), None);
        assert_eq!(null::<Option<Value>>(), None);
        assert_eq!(null::<u32>(), None);
    }
}
