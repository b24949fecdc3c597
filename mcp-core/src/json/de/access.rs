//! Serde's view of the insides of objects, arrays and enums.
//!
//! In: members and elements of valid text, in their order. Out: keys and values on demand, and
//! failures that have learnt where they happened. It never reads ahead of what it is asked for.

use std::borrow::Cow;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess};
use serde::de::{IntoDeserializer, VariantAccess, Visitor};

use super::super::members::Elements;
use super::super::raw::{Kind, Raw};
use super::super::scan;
use super::super::string::{decode, decode_lossy};
use super::error::Failure;
use super::key::Key;
use super::{Text, got};

/// One member: its name, decoded or as written, and its value.
pub(super) struct Entry<'a> {
    name: Name<'a>,
    value: Raw<'a>,
}

enum Name<'a> {
    Written(scan::Name<'a>),
    Decoded(Cow<'a, str>),
}

impl<'a> Entry<'a> {
    pub(super) fn written((name, value): (scan::Name<'a>, Raw<'a>)) -> Self {
        let name = Name::Written(name);
        Entry { name, value }
    }

    pub(super) fn decoded(name: Cow<'a, str>, value: Raw<'a>) -> Self {
        let name = Name::Decoded(name);
        Entry { name, value }
    }
}

impl<'a> Name<'a> {
    fn key(&self) -> Result<Cow<'a, str>, Failure> {
        match self {
            Name::Decoded(name) => Ok(name.clone()),
            Name::Written(name) if !name.escaped => Ok(Cow::Borrowed(name.written)),
            Name::Written(name) => decode(name.written).map_err(|error| {
                let failure = Failure::bad_text(error, "string".to_owned());
                failure.inside_key(&decode_lossy(name.written))
            }),
        }
    }

    #[cold]
    fn put_on(&self, failure: Failure) -> Failure {
        match self {
            Name::Decoded(name) => failure.inside_key(name),
            Name::Written(name) => failure.inside_key(&decode_lossy(name.written)),
        }
    }
}

/// The members of an object.
pub(super) struct MapWalk<'a, I> {
    entries: I,
    current: Option<Entry<'a>>,
}

impl<'a, I: Iterator<Item = Entry<'a>>> MapWalk<'a, I> {
    pub(super) fn new(entries: I) -> Self {
        MapWalk {
            entries,
            current: None,
        }
    }
}

impl<'de, I: Iterator<Item = Entry<'de>>> MapAccess<'de> for MapWalk<'de, I> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        let Some(entry) = self.entries.next() else {
            return Ok(None);
        };
        let name = entry.name.key()?;
        let key = seed.deserialize(Key(name));
        // An unknown name has said so itself.
        let key = key.map_err(|failure| match failure.has_path() {
            true => failure,
            false => entry.name.put_on(failure),
        })?;
        self.current = Some(entry);
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        let Some(entry) = self.current.take() else {
            return Err(serde::de::Error::custom(
                "a value was asked for before its key",
            ));
        };
        seed.deserialize(Text(entry.value))
            .map_err(|failure| entry.name.put_on(failure))
    }
}

/// The elements of an array.
pub(super) struct SeqWalk<'a> {
    elements: Elements<'a>,
    index: usize,
}

impl<'a> SeqWalk<'a> {
    pub(super) fn new(raw: Raw<'a>) -> Self {
        SeqWalk {
            elements: raw.elements(),
            index: 0,
        }
    }

    /// Nothing may be left over.
    pub(super) fn finish(mut self, array: Raw<'_>) -> Result<(), Failure> {
        match self.elements.next() {
            None => Ok(()),
            Some(_) => Err(Failure::wrong_length(
                array.elements().count(),
                Some(self.index),
            )),
        }
    }
}

impl<'de> SeqAccess<'de> for &mut SeqWalk<'de> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        let Some(element) = self.elements.next() else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Text(element))
            .map(Some)
            .map_err(|failure| failure.inside_index(index))
    }
}

/// The one member of an object that names a variant and holds its content.
pub(super) struct Variant<'a>(pub(super) Entry<'a>);

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Failure;
    type Variant = Content<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content<'de>), Failure> {
        let value = match self.0.name.key()? {
            Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::<Failure>::new(name)),
            Cow::Owned(name) => {
                seed.deserialize(IntoDeserializer::<Failure>::into_deserializer(name))
            }
        }?;
        Ok((value, Content(self.0)))
    }
}

/// The content of a variant.
pub(super) struct Content<'a>(Entry<'a>);

impl<'de> Content<'de> {
    fn named<T>(&self, result: Result<T, Failure>) -> Result<T, Failure> {
        result.map_err(|failure| self.0.name.put_on(failure))
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        let value = self.0.value;
        self.named(match value.is_null() {
            true => Ok(()),
            false => Err(Failure::wrong_type("null", got(value))),
        })
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        self.named(seed.deserialize(Text(self.0.value)))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.named(Text(self.0.value).deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let value = self.0.value;
        self.named(match value.kind() {
            Kind::Object => Text(value).deserialize_map(visitor),
            _ => Err(Failure::wrong_type("an object", got(value))),
        })
    }
}
