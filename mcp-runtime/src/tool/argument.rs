//! What a parameter of a tool can be.
//!
//! In: types. Out: how each is read, described and lent. Here stand the traits a user can miss,
//! with the words in which the compiler says so. It never checks limits.

use super::absent;
use super::arguments::Args;
use super::param::Param;
use mcp_core::json::{self, DeError, Raw};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use std::any::TypeId;
use std::borrow::Cow;
use std::ops::Deref;

/// A value that a caller can send: whatever deserialises and has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an argument of a tool",
    label = "a value that the caller sends needs `serde::Deserialize` and `schemars::JsonSchema`",
    note = "if the caller sends it, add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type, and to each type inside of it",
    note = "of a type parameter its declared bounds decide: add `serde::de::DeserializeOwned + schemars::JsonSchema + Send + 'static`",
    note = "if the server has it, take it by reference: `&{Self}`"
)]
pub trait Argument: Sized + Send + 'static {
    /// Reads it from text.
    fn read(raw: Raw<'_>) -> Result<Self, DeError>;
    /// Reads it from some members of the arguments.
    fn read_members(members: &[(Cow<'_, str>, Raw<'_>)]) -> Result<Self, DeError>;
    /// The value for a null that was sent, if it differs from none at all.
    fn null() -> Option<Self>;
    /// The value when nothing was sent, if there is one.
    fn absent() -> Option<Self>;
    /// Its schema.
    fn schema(generator: &mut SchemaGenerator) -> Schema;
    /// Says its schema nothing that reading does not check anyway?
    fn plain() -> bool;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Argument for T {
    fn read(raw: Raw<'_>) -> Result<Self, DeError> {
        json::from_raw(raw)
    }

    fn read_members(members: &[(Cow<'_, str>, Raw<'_>)]) -> Result<Self, DeError> {
        json::from_members(members)
    }

    fn null() -> Option<Self> {
        absent::null()
    }

    fn absent() -> Option<Self> {
        absent::absent()
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn plain() -> bool {
        let id = TypeId::of::<T>();
        plain_types().contains(&id)
    }
}

/// Types whose schema is no narrower than what they deserialise from.
fn plain_types() -> &'static [TypeId] {
    macro_rules! ids {
        ($($type:ty)*) => {
            &const { [$(
                TypeId::of::<$type>(),
                TypeId::of::<Option<$type>>(),
                TypeId::of::<Vec<$type>>(),
                TypeId::of::<Option<Vec<$type>>>(),
            )*] }
        };
    }
    ids!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool String serde_json::Value)
}

/// What can stand behind a `&` in the parameters of a tool.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` can't be a parameter of a tool",
    label = "a reference comes from the server, which can hold only values that are `Send + Sync + 'static`",
    note = "take it by value if the caller sends it"
)]
pub trait ByRef {
    /// What a call owns: the value of a caller, or nothing at all.
    type Owned;
    /// What is held while the function runs.
    type Held<'c>: Deref<Target = Self>;
}

/// A thing of the server.
pub struct OfTheServer;

#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> ByRef for T {
    type Owned = OfTheServer;
    type Held<'c> = &'c T;
}
#[diagnostic::do_not_recommend]
impl ByRef for str {
    type Owned = String;
    type Held<'c> = String;
}
#[diagnostic::do_not_recommend]
impl<T> ByRef for [T] {
    type Owned = Vec<T>;
    type Held<'c> = Vec<T>;
}

/// How a call comes to what the function borrows from.
///
/// NB. it is no method of [`ByRef`]: its bounds there would make two errors of one mistake.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an argument of a tool",
    label = "a value that the caller sends needs `serde::Deserialize` and `schemars::JsonSchema`",
    note = "if the caller sends it, add `#[derive(serde::Deserialize, schemars::JsonSchema)]` to the type, and to each type inside of it",
    note = "of a type parameter its declared bounds decide: add `serde::de::DeserializeOwned + schemars::JsonSchema + Send + 'static`",
    note = "if the server has it, take `&{Self}`"
)]
pub trait Lend<'c, Held>: Sized {
    /// Finds it, or describes what is needed.
    fn lend(args: &mut Args<'c>, describe: fn(Param<Self>) -> Param<Self>) -> Option<Held>;
}

#[diagnostic::do_not_recommend]
impl<'c, T: Argument> Lend<'c, T> for T {
    fn lend(args: &mut Args<'c>, describe: fn(Param<T>) -> Param<T>) -> Option<T> {
        args.take(describe)
    }
}
#[diagnostic::do_not_recommend]
impl<'c, T: Send + Sync + 'static> Lend<'c, &'c T> for OfTheServer {
    fn lend(args: &mut Args<'c>, _: fn(Param<Self>) -> Param<Self>) -> Option<&'c T> {
        args.of_the_server()
    }
}

/// A reference about which `#[arg]` can say something: a view of what the caller sends.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` comes from the server, so `#[arg]` has nothing to say about it",
    label = "no caller sends this",
    note = "leave the `#[arg]` out, or take it by value if the caller sends it"
)]
pub trait View {
    /// What the caller sends.
    type Sent;
}

#[diagnostic::do_not_recommend]
impl View for str {
    type Sent = String;
}
#[diagnostic::do_not_recommend]
impl<T> View for [T] {
    type Sent = Vec<T>;
}
