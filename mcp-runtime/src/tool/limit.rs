//! Which words of `#[arg]` fit which types.
//!
//! In: nothing at run time. Out: compile errors in our own words, on the word that does not fit.
//! The checks themselves are made from the schema; see `mcp_core::schema`.

use serde_json::{Number as Json, Value};
use std::borrow::Cow;
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::num::{NonZero, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

/// A value that can be compared with a number. Implement it for a newtype over a number to use
/// `min`, `max` and their like on it.
#[diagnostic::on_unimplemented(
    message = "this limit needs a number, and `{Self}` is none",
    label = "`{Self}` has no smallest or largest value",
    note = "the length of a text is limited by `min_length` and `max_length`, that of a list by `min_items` and `max_items`",
    note = "a newtype over a number can take it: `impl mcp_runtime::limit::Numeric for … {{ type Number = f64; }}`"
)]
pub trait Numeric {
    /// The number that its limits are written in.
    type Number: Bound;
}

/// A number that can be a limit.
pub trait Bound: Copy {
    /// The number as it stands in a schema; what JSON can't hold exactly is rounded.
    fn json(self) -> Value;
}

/// A value that is one text. Implement it for a newtype over a text to limit it.
#[diagnostic::on_unimplemented(
    message = "this word needs a text, and `{Self}` is none",
    label = "`{Self}` is no text",
    note = "a number is limited by `min` and `max`, the length of a list by `min_items` and `max_items`",
    note = "a newtype over a text can take it: `impl mcp_runtime::limit::Textual for … {{}}`"
)]
pub trait Textual {}

/// A value that is a list. Implement it for a newtype over a list to limit it.
#[diagnostic::on_unimplemented(
    message = "this word needs a list, and `{Self}` is none",
    label = "`{Self}` has no items",
    note = "the length of a text is limited by `min_length` and `max_length`"
)]
pub trait Listed {}

/// A value that fits into an HTTP header: a text, a whole number or a boolean.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't travel in a header",
    label = "only a text, a whole number or a boolean can",
    note = "the specification allows `x-mcp-header` on properties of these types alone"
)]
pub trait Header {}

/// How a value written in an attribute becomes one of the parameter's type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a value of a parameter of type `{T}`",
    label = "expected a `{T}`"
)]
pub trait Literal<T> {
    /// The value.
    fn value(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> Literal<T> for T {
    fn value(self) -> T {
        self
    }
}
#[diagnostic::do_not_recommend]
impl Literal<f64> for i32 {
    fn value(self) -> f64 {
        self.into()
    }
}
#[diagnostic::do_not_recommend]
impl Literal<f32> for i32 {
    #[allow(clippy::cast_precision_loss)]
    fn value(self) -> f32 {
        self as f32
    }
}
#[diagnostic::do_not_recommend]
impl Literal<String> for &str {
    fn value(self) -> String {
        self.to_owned()
    }
}
#[diagnostic::do_not_recommend]
impl Literal<Option<String>> for &str {
    fn value(self) -> Option<String> {
        Some(self.to_owned())
    }
}

macro_rules! numbers {
    ($how:ident: $($type:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Numeric for $type { type Number = $type; }
        impl Bound for $type {
            fn json(self) -> Value { $how!(self) }
        }
        #[diagnostic::do_not_recommend]
        impl Literal<Option<$type>> for $type {
            fn value(self) -> Option<$type> { Some(self) }
        }
    )* };
}
macro_rules! whole {
    ($n:expr) => {
        Value::from($n)
    };
}
macro_rules! wide {
    ($n:expr) => {
        i128::try_from($n)
            .ok()
            .and_then(Json::from_i128)
            .map_or_else(
                // NB. beyond 64 bits JSON numbers are rounded, here as everywhere.
                #[allow(clippy::cast_precision_loss)]
                || Json::from_f64($n as f64).map_or(Value::Null, Value::Number),
                Value::Number,
            )
    };
}
macro_rules! real {
    ($n:expr) => {
        real_json($n)
    };
}
macro_rules! single {
    ($n:expr) => {
        // NB. 0.1 as an `f32` is a little more than 0.1 as an `f64`, so that a caller's 0.1 would
        // be below a minimum of 0.1. The shortest text is what was meant.
        real_json($n.to_string().parse().unwrap_or(f64::NAN))
    };
}
numbers!(whole: i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
numbers!(wide: i128 u128);
numbers!(single: f32);
numbers!(real: f64);

/// A limit as a person would write it: `10` for 10.0.
fn real_json(limit: f64) -> Value {
    /// Up to here every whole number is exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if limit.fract() == 0.0 && limit.abs() <= EXACT {
        #[allow(clippy::cast_possible_truncation)]
        return Value::from(limit as i64);
    }
    Json::from_f64(limit).map_or(Value::Null, Value::Number)
}

macro_rules! headers { ($($type:ty)*) => { $(
    #[diagnostic::do_not_recommend]
    impl Header for $type {}
)* }; }
headers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize bool);

macro_rules! non_zero { ($($type:ty)*) => { $(
    #[diagnostic::do_not_recommend]
    impl Numeric for NonZero<$type> { type Number = $type; }
    #[diagnostic::do_not_recommend]
    impl Numeric for Wrapping<$type> { type Number = $type; }
)* }; }
non_zero!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! texts { ($($type:ty)*) => { $(
    #[diagnostic::do_not_recommend]
    impl Textual for $type {}
    #[diagnostic::do_not_recommend]
    impl Header for $type {}
)* }; }
texts!(String str Box<str> Arc<str> Rc<str> char Cow<'_, str>);

#[diagnostic::do_not_recommend]
impl<T> Listed for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for [T] {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Listed for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T> Listed for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for LinkedList<T> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for BinaryHeap<T> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for BTreeSet<T> {}
#[diagnostic::do_not_recommend]
impl<T, S> Listed for HashSet<T, S> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for Box<[T]> {}
#[diagnostic::do_not_recommend]
impl<T> Listed for Arc<[T]> {}

impl<T: Textual> Textual for Option<T> {}
impl<T: Listed> Listed for Option<T> {}
impl<T: Header> Header for Option<T> {}
impl<T: Numeric> Numeric for Option<T> {
    type Number = T::Number;
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_stand_in_the_schema_as_they_were_written() {
        assert_eq!(i64::MIN.json(), json!(i64::MIN));
        assert_eq!(u64::MAX.json(), json!(u64::MAX));
        assert_eq!(0.5_f64.json(), json!(0.5));
        assert_eq!((-10.0_f64).json(), json!(-10));
        assert_eq!(0.1_f32.json(), json!(0.1));
        assert_eq!(f32::INFINITY.json(), Value::Null);
        assert_eq!(1e300_f64.json(), json!(1e300));
        assert_eq!((-7_i128).json(), json!(-7));
        assert_eq!(u128::MAX.json(), json!(u128::MAX as f64));
    }

    #[test]
    fn a_limit_that_is_no_number_at_all_is_told_by_null() {
        assert_eq!(f64::NAN.json(), Value::Null);
    }
}
