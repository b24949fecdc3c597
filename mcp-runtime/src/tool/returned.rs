//! What did the function return? The compiler's method lookup asks the most telling question
//! first, in three steps: is it a `Result`, what is the value, what is the error.
//!
//! In: the type of what was returned. Out: how it becomes an outcome. It works on concrete types
//! and, in generic code, on declared bounds; no marker is needed from the user.
//!
//! NB. the lookup tries receivers with fewer `&` first. Generated code calls on `&&&&probe`, and
//! each level below is implemented for one `&` less: with one `&` too few in the call, the first
//! level would silently be skipped. A test for each level stands at the end.

use super::arguments::Done;
use super::call::{Call, Outcome};
use super::describe::Description;
use super::result::{Plain, ToolResult};
use crate::error::{Error, with_causes};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Display;
use std::marker::PhantomData;

/// Something of this type was returned.
pub struct Returned<R>(PhantomData<fn() -> R>);
/// Something of this type is the error.
pub struct Failed<E>(PhantomData<fn() -> E>);

impl<R> Returned<R> {
    /// Reads the type; the value is not looked at.
    pub fn of(_: &Option<R>) -> Self {
        Self(PhantomData)
    }
}

// --- first step: is it a `Result`? An inherent method wins over one of a trait.

/// A return type, taken apart.
pub struct Split<T, E, H> {
    /// Its value.
    pub value: Returned<T>,
    /// Its error.
    pub error: Failed<E>,
    how: PhantomData<H>,
}
/// It is a `Result`.
pub struct AsResult;
/// It is a value.
pub struct AsIs;

impl<T, E, H> Split<T, E, H> {
    fn new() -> Self {
        Self {
            value: Returned(PhantomData),
            error: Failed(PhantomData),
            how: PhantomData,
        }
    }
}
impl<T, E> Returned<Result<T, E>> {
    /// Takes a `Result` apart.
    pub fn __split(&self) -> Split<T, E, AsResult> {
        Split::new()
    }
}
/// Whatever is no `Result`.
pub trait ViaAsIs<R> {
    /// Leaves the value whole.
    fn __split(&self) -> Split<R, Error, AsIs>;
}
impl<R> ViaAsIs<R> for Returned<R> {
    fn __split(&self) -> Split<R, Error, AsIs> {
        Split::new()
    }
}
/// How a return value is opened.
pub trait Open<R, T, E> {
    /// Opens it.
    fn open(returned: R) -> Result<T, E>;
}
impl<T, E> Open<Result<T, E>, T, E> for AsResult {
    fn open(returned: Result<T, E>) -> Result<T, E> {
        returned
    }
}
impl<T, E> Open<T, T, E> for AsIs {
    fn open(returned: T) -> Result<T, E> {
        Ok(returned)
    }
}

// --- second step: what is the value?

/// One way to make a result of a value.
pub trait Kind<R> {
    /// Adds the schema of the result, where there is one.
    fn describe(_: &mut Description) {}
    /// Makes the result.
    fn result(value: R) -> Result<ToolResult, Error>;
}
/// Text, content, or a whole result.
pub struct AsPlain;
/// A value with a schema.
pub struct AsStructured;
/// What can be displayed.
pub struct AsDisplayed;
/// None of these.
pub struct Unfit;

impl<R: Plain> Kind<R> for AsPlain {
    fn describe(about: &mut Description) {
        R::describe(about);
    }
    fn result(value: R) -> Result<ToolResult, Error> {
        value.plain()
    }
}
impl<R: Serialize + JsonSchema> Kind<R> for AsStructured {
    fn describe(about: &mut Description) {
        about.output::<R>();
    }
    fn result(value: R) -> Result<ToolResult, Error> {
        ToolResult::structured(&value)
    }
}
impl<R: Display> Kind<R> for AsDisplayed {
    fn result(value: R) -> Result<ToolResult, Error> {
        Ok(ToolResult::text(value.to_string()))
    }
}
impl<R> Kind<R> for Unfit {
    fn result(_: R) -> Result<ToolResult, Error> {
        unreachable!("the compiler refused this type")
    }
}

/// First level.
pub trait ViaPlain {
    /// Chooses it.
    fn __kind(&self) -> AsPlain {
        AsPlain
    }
}
impl<R: Plain> ViaPlain for &&&Returned<R> {}
/// Second level.
pub trait ViaStructured {
    /// Chooses it.
    fn __kind(&self) -> AsStructured {
        AsStructured
    }
}
impl<R: Serialize + JsonSchema> ViaStructured for &&Returned<R> {}
/// Third level.
pub trait ViaDisplayed {
    /// Chooses it.
    fn __kind(&self) -> AsDisplayed {
        AsDisplayed
    }
}
impl<R: Display> ViaDisplayed for &Returned<R> {}
/// Last level, which has the words for what fits nowhere.
pub trait ViaUnfit<R> {
    /// Refuses it.
    fn __kind(&self) -> Unfit
    where
        R: ToolReturn,
    {
        Unfit
    }
}
impl<R> ViaUnfit<R> for Returned<R> {}

/// What a tool can return. Nothing implements it: it only has the words.
#[diagnostic::on_unimplemented(
    message = "a tool can't return `{Self}`",
    label = "nothing that a client can be sent",
    note = "return text, a number, `Content`, `ToolResult`, a value with `#[derive(serde::Serialize, schemars::JsonSchema)]`, what implements `Display`, or a `Result` of these",
    note = "of a type parameter its declared bounds decide: add `Serialize + JsonSchema`, or `Display`"
)]
pub trait ToolReturn {}

// --- third step: what is the error?

/// One way to tell an error.
pub trait Tell<E> {
    /// Tells it.
    fn tell(error: E) -> Outcome;
}
/// It is an answer of the protocol.
pub struct AsAnswer;
/// It has causes.
pub struct AsCauses;
/// It has words.
pub struct AsWords;
/// None of these.
pub struct UnfitError;

impl Tell<Error> for AsAnswer {
    fn tell(error: Error) -> Outcome {
        Outcome::Fault(error)
    }
}
impl<E: std::error::Error> Tell<E> for AsCauses {
    fn tell(error: E) -> Outcome {
        Outcome::Done(ToolResult::error(with_causes(&error)))
    }
}
impl<E: Display> Tell<E> for AsWords {
    fn tell(error: E) -> Outcome {
        // NB. in the alternate form some error types print their causes too.
        Outcome::Done(ToolResult::error(format!("{error:#}")))
    }
}
impl<E> Tell<E> for UnfitError {
    fn tell(_: E) -> Outcome {
        unreachable!("the compiler refused this type")
    }
}

/// First level.
pub trait ViaAnswer {
    /// Chooses it.
    fn __kind(&self) -> AsAnswer {
        AsAnswer
    }
}
impl ViaAnswer for &&&Failed<Error> {}
/// Second level.
pub trait ViaCauses {
    /// Chooses it.
    fn __kind(&self) -> AsCauses {
        AsCauses
    }
}
impl<E: std::error::Error> ViaCauses for &&Failed<E> {}
/// Third level.
pub trait ViaWords {
    /// Chooses it.
    fn __kind(&self) -> AsWords {
        AsWords
    }
}
impl<E: Display> ViaWords for &Failed<E> {}
/// Last level, which has the words for what fits nowhere.
pub trait ViaUnfitError<E> {
    /// Refuses it.
    fn __kind(&self) -> UnfitError
    where
        E: ToolError,
    {
        UnfitError
    }
}
impl<E> ViaUnfitError<E> for Failed<E> {}

/// What can be the error of a tool. Nothing implements it: it only has the words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the error of a tool",
    label = "nothing that a model could read",
    note = "use `mcp_runtime::Error` for an answer of the protocol, or a type that implements `std::error::Error` or `Display`, such as `String`"
)]
pub trait ToolError {}

/// The traits of the lookup, nameless, so that they shadow nothing.
pub mod via {
    pub use super::{
        ViaAnswer as _, ViaAsIs as _, ViaCauses as _, ViaDisplayed as _, ViaPlain as _,
        ViaStructured as _, ViaUnfit as _, ViaUnfitError as _, ViaWords as _,
    };
}

/// The end of every tool.
pub fn finish<R, T, E, H, V, F>(
    call: &Call,
    returned: Option<R>,
    done: Done,
    _: Split<T, E, H>,
    _: V,
    _: F,
) -> Outcome
where
    H: Open<R, T, E>,
    V: Kind<T>,
    F: Tell<E>,
{
    match (returned, done) {
        (_, Done::Described(mut about)) => {
            V::describe(&mut about);
            Outcome::Described(about)
        }
        (_, Done::Wrong(report)) => Outcome::Wrong(report),
        (None, Done::Go) => unreachable!("what may go was called"),
        (Some(returned), Done::Go) => match H::open(returned) {
            Ok(value) => super::output::checked(call.tool().map(|tool| &**tool), V::result(value)),
            Err(error) => F::tell(error),
        },
    }
}
