//! Numbers without loss.
//!
//! In: the text of a value and the type that is wanted. Out: the number, or a failure that names
//! the range. What a type can't hold exactly is refused, save decimals, which any float rounds. It
//! never wraps and never saturates.

use std::borrow::Cow;
use std::fmt::Display;

use serde::de::Visitor;

use super::super::number::Number;
use super::super::raw::Raw;
use super::error::Failure;
use super::got;

/// The integer types of Rust.
pub(super) trait Integer: Sized + Display {
    const MIN: Self;
    const MAX: Self;
    fn exact(number: Number<'_>) -> Option<Self>;
}

macro_rules! integer {
    ($($int:ty: $exact:ident;)*) => {$(
        impl Integer for $int {
            const MIN: Self = <$int>::MIN;
            const MAX: Self = <$int>::MAX;
            #[inline]
            fn exact(number: Number<'_>) -> Option<Self> {
                number.$exact()?.try_into().ok()
            }
        }
    )*};
}

integer! {
    i8: as_i64_exact; i16: as_i64_exact; i32: as_i64_exact; i64: as_i64_exact;
    i128: as_i128_exact;
    u8: as_u64_exact; u16: as_u64_exact; u32: as_u64_exact; u64: as_u64_exact;
    u128: as_u128_exact;
}

/// Reads an integer, exactly.
#[inline]
pub(super) fn integer<T: Integer>(raw: Raw<'_>) -> Result<T, Failure> {
    match raw.number().and_then(T::exact) {
        Some(value) => Ok(value),
        None => Err(not_that_integer::<T>(raw.number(), got(raw))),
    }
}

/// Why a number, or what is none, is not an integer of that type.
#[cold]
pub(super) fn not_that_integer<T: Integer>(number: Option<Number<'_>>, got: String) -> Failure {
    let Some(number) = number.filter(|number| number.is_integer()) else {
        return Failure::wrong_type("an integer", got);
    };
    let expected = format!("an integer from {} to {}", T::MIN, T::MAX);
    let message = match number.is_negative() {
        true => format!("must be >= {}", T::MIN),
        false => format!("must be <= {}", T::MAX),
    };
    Failure::said(&message, &expected, got)
}

/// Reads a float; integers that it can't hold are refused.
pub(super) fn float64(raw: Raw<'_>) -> Result<f64, Failure> {
    let Some(number) = raw.number() else {
        return Err(Failure::wrong_type("a number", got(raw)));
    };
    number
        .as_f64_exact()
        .ok_or_else(|| not_that_float(raw, number, 64))
}

/// The same with half the bits.
pub(super) fn float32(raw: Raw<'_>) -> Result<f32, Failure> {
    let Some(number) = raw.number() else {
        return Err(Failure::wrong_type("a number", got(raw)));
    };
    let value = number.get().parse::<f32>().ok();
    let exact = |value: &f32| {
        value.is_finite() && (!number.is_plain() || number.cmp_exact(f64::from(*value)).is_eq())
    };
    value
        .filter(exact)
        .ok_or_else(|| not_that_float(raw, number, 32))
}

#[cold]
fn not_that_float(raw: Raw<'_>, number: Number<'_>, bits: u32) -> Failure {
    let words: Cow<'static, str> = match number.is_plain() && number.as_f64().is_some() {
        true => format!("an integer that a {bits}-bit float holds exactly").into(),
        false => format!("a number in the range of a {bits}-bit float").into(),
    };
    Failure::wrong_type(words, got(raw))
}

/// Gives a visitor whatever number there is, exactly.
pub(super) fn any<'de, V: Visitor<'de>>(raw: Raw<'de>, visitor: V) -> Result<V::Value, Failure> {
    let number = Number::trusted(raw.get());
    if number.is_plain() {
        if let Ok(value) = raw.get().parse::<u64>() {
            return visitor.visit_u64(value);
        }
        if raw.get() == "-0" && !is_buffer::<V>() {
            return visitor.visit_f64(-0.0);
        }
        if let Ok(value) = raw.get().parse::<i64>() {
            return visitor.visit_i64(value);
        }
        return match number.as_f64_exact() {
            Some(value) => visitor.visit_f64(value),
            None => Err(Failure::wrong_type(
                "a number that can be kept exactly (an integer of 64 bits, or a float)",
                got(raw),
            )),
        };
    }
    if is_buffer::<V>() {
        if let Some(value) = number.as_u64_exact() {
            return visitor.visit_u64(value);
        }
        if let Some(value) = number.as_i64_exact() {
            return visitor.visit_i64(value);
        }
    }
    visitor.visit_f64(float64(raw)?)
}

/// Whether the visitor belongs to serde's buffer for flattened, untagged and tagged types.
///
/// NB. An integer field behind that buffer accepts integers only, a float field accepts both: so
/// `12.0` goes in as 12. Any other visitor (a `Value`) keeps what was written. The name is not a
/// promise of serde's; when it changes, `12.0` is refused there, and a test says so.
fn is_buffer<'de, V: Visitor<'de>>() -> bool {
    let name = std::any::type_name::<V>();
    name.starts_with("serde") && name.contains("Content")
}
