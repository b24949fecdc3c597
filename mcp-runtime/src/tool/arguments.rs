//! One pass over the parameters of a tool: it describes them, or it takes them.
//!
//! In: a call. Out: each parameter's value, or nothing and a mark that something is wrong. While
//! a server is built the same pass writes down what each parameter is. A value is read once,
//! straight from the text; words for what is wrong are made only when something is (see `wrong`).

use super::argument::{Argument, ByRef, Lend, View};
use super::call::Call;
use super::describe::Description;
use super::param::Param;
use super::plan::{Plan, Planned};
use super::wrong::{self, Misfit};
use mcp_core::json::{self, DeError, Kind, Raw};
use mcp_core::schema::Report;
use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;

/// How many arguments are found without an allocation.
const INLINE: usize = 8;

/// The arguments of one call, or the description in the making.
pub struct Args<'c>(Doing<'c>);

enum Doing<'c> {
    Taking(Taking<'c>),
    Describing(Box<Description>),
}

struct Taking<'c> {
    call: &'c Call,
    plan: &'c Plan,
    /// Which parameter comes next.
    next: usize,
    found: Slots<'c>,
    faulty: bool,
    misfits: Vec<Misfit>,
}

/// What the pass came to.
pub enum Done {
    /// Every parameter was taken.
    Go,
    /// Something is wrong with the arguments.
    Wrong(Box<Report>),
    /// Nothing was called; this is what the tool is.
    Described(Box<Description>),
}

impl<'c> Args<'c> {
    /// Finds the arguments of a call.
    pub fn of(call: &'c Call) -> Self {
        match call.plan() {
            Some(plan) => Self(Doing::Taking(Taking::new(call, plan))),
            None => Self(Doing::Describing(Box::default())),
        }
    }

    /// The next parameter.
    #[inline]
    pub(super) fn take<T: Argument>(&mut self, describe: fn(Param<T>) -> Param<T>) -> Option<T> {
        match &mut self.0 {
            Doing::Taking(taking) => taking.value(),
            Doing::Describing(about) => about.parameter(describe(Param::new()), false),
        }
    }

    /// The next parameter, whose fields are arguments.
    pub(super) fn take_all<T: Argument>(
        &mut self,
        describe: fn(Param<T>) -> Param<T>,
    ) -> Option<T> {
        match &mut self.0 {
            Doing::Taking(taking) => taking.fields(),
            Doing::Describing(about) => about.parameter(describe(Param::new()), true),
        }
    }

    /// A thing of the server.
    pub(super) fn of_the_server<T: Send + Sync + 'static>(&mut self) -> Option<&'c T> {
        match &mut self.0 {
            Doing::Taking(taking) => {
                let call = taking.call;
                (call.context() as &dyn Any)
                    .downcast_ref()
                    .or_else(|| call.states()?.get())
            }
            Doing::Describing(about) => about.need::<T, _>(),
        }
    }

    /// Ends the pass.
    fn finish(self) -> Done {
        match self.0 {
            Doing::Describing(about) => Done::Described(about),
            Doing::Taking(taking)
                if !taking.faulty && taking.plan.fits(taking.call.arguments()) =>
            {
                Done::Go
            }
            Doing::Taking(taking) => {
                let Taking {
                    call,
                    plan,
                    misfits,
                    ..
                } = taking;
                Done::Wrong(Box::new(wrong::report(plan, call.arguments(), misfits)))
            }
        }
    }
}

impl<'c> Taking<'c> {
    fn new(call: &'c Call, plan: &'c Plan) -> Self {
        let mut found = Slots::default();
        let mut faulty = false;
        let arguments = call.arguments().into_iter().flat_map(Raw::members);
        for (at, member) in arguments.enumerate() {
            let value = member.value;
            faulty |= match plan.find(&member.key, at) {
                Some(place) => found.put(place, value) && !plan.duplicate_keys,
                None => !plan.takes(&member.key),
            };
            faulty |= !plan.duplicate_keys
                && matches!(value.kind(), Kind::Object | Kind::Array)
                && json::duplicate_key(value).is_some();
        }
        // Names that no parameter has can stand twice too.
        faulty |= plan.by_the_whole
            && !plan.duplicate_keys
            && call.arguments().and_then(json::duplicate_key).is_some();
        Self {
            call,
            plan,
            next: 0,
            found,
            faulty,
            misfits: Vec::new(),
        }
    }

    /// The parameter whose turn it is.
    #[inline]
    fn step(&mut self) -> Option<(usize, &'c Planned)> {
        let place = self.next;
        self.next += 1;
        Some((place, self.plan.params.get(place)?))
    }

    #[inline]
    fn value<T: Argument>(&mut self) -> Option<T> {
        let (place, planned) = self.step()?;
        let raw = match self.found.at(place) {
            Some(raw) if !raw.is_null() => raw,
            nothing => return self.without(place, planned, nothing),
        };
        match T::read(raw) {
            Ok(value) if planned.accepts(raw) => Some(value),
            Ok(_) => self.misfit(place, raw, None),
            Err(error) => self.misfit(place, raw, Some(error)),
        }
    }

    /// A parameter that is absent or null.
    fn without<T: Argument>(
        &mut self,
        place: usize,
        planned: &Planned,
        null: Option<Raw<'c>>,
    ) -> Option<T> {
        if let Some(null) = null {
            if let Some(value) = T::null() {
                return Some(value);
            }
            if planned.required {
                return match T::read(null) {
                    Ok(value) if planned.accepts(null) => Some(value),
                    Ok(_) => self.fault(place, None),
                    Err(error) => self.fault(place, Some(error)),
                };
            }
        }
        planned.absent().or_else(|| self.fault(place, None))
    }

    /// A parameter whose fields are arguments: it gets all that no other is called.
    fn fields<T: Argument>(&mut self) -> Option<T> {
        let (place, planned) = self.step()?;
        let arguments = self.call.arguments();
        let mine = self.members_of(planned, arguments);
        match read_fields(planned, &mine) {
            Ok(value) => Some(value),
            Err(error) => self
                .spelled_fields(planned)
                .or_else(|| self.fault(place, Some(error))),
        }
    }

    /// The members that a parameter with fields takes.
    fn members_of<'t>(
        &self,
        planned: &Planned,
        arguments: Option<Raw<'t>>,
    ) -> Vec<(Cow<'t, str>, Raw<'t>)> {
        arguments
            .into_iter()
            .flat_map(Raw::members)
            .filter(|member| planned.has_field(self.plan, &member.key))
            .map(|member| (member.key, member.value))
            .collect()
    }

    /// Fields with what their texts spell, when the server is lenient.
    #[cold]
    fn spelled_fields<T: Argument>(&self, planned: &Planned) -> Option<T> {
        let arguments = self.call.arguments().filter(|_| self.plan.lenient)?;
        let spelled = self.plan.spelled(arguments);
        let members = self.members_of(planned, Raw::parse(&spelled).ok());
        let value = read_fields(planned, &members).ok()?;
        tracing::info!(argument = %planned.name, "took texts for the values that they spell");
        Some(value)
    }

    /// A value of the wrong type; taken all the same when the server is lenient and it reads well.
    #[cold]
    fn misfit<T: Argument>(
        &mut self,
        place: usize,
        raw: Raw<'_>,
        error: Option<DeError>,
    ) -> Option<T> {
        if self.plan.lenient
            && let Some(planned) = self.plan.params.get(place)
            && let Some(value) = lenient(planned, raw)
        {
            return Some(value);
        }
        self.fault(place, error)
    }

    #[cold]
    fn fault<T>(&mut self, place: usize, error: Option<DeError>) -> Option<T> {
        self.faulty = true;
        self.misfits
            .extend(error.map(|error| Misfit { place, error }));
        None
    }
}

/// Reads fields; a null that their type does not know counts as absent.
fn read_fields<T: Argument>(
    planned: &Planned,
    members: &[(Cow<'_, str>, Raw<'_>)],
) -> Result<T, DeError> {
    if members.is_empty()
        && let Some(value) = planned.absent()
    {
        return Ok(value);
    }
    T::read_members(members).or_else(|error| {
        let is_given = |member: &&(Cow<'_, str>, Raw<'_>)| !member.1.is_null();
        let given: Vec<_> = members.iter().filter(is_given).cloned().collect();
        match given.len() == members.len() {
            true => Err(error),
            false => read_fields(planned, &given),
        }
    })
}

/// Reads what stands inside a text.
fn lenient<T: Argument>(planned: &Planned, raw: Raw<'_>) -> Option<T> {
    let text = raw.string().ok()?;
    let value = T::read(planned.spelled(&text)?).ok()?;
    tracing::info!(argument = %planned.name, "took a text for the value that it spells");
    Some(value)
}

/// The values that were found, by the place of their parameter.
#[derive(Default)]
struct Slots<'c> {
    near: [Option<Raw<'c>>; INLINE],
    far: Vec<Option<Raw<'c>>>,
}

impl<'c> Slots<'c> {
    fn at(&self, place: usize) -> Option<Raw<'c>> {
        match self.near.get(place) {
            Some(slot) => *slot,
            None => self.far.get(place - INLINE).copied().flatten(),
        }
    }

    /// Puts a value in; was there one already?
    fn put(&mut self, place: usize, value: Raw<'c>) -> bool {
        let slot = match self.near.get_mut(place) {
            Some(slot) => slot,
            None => {
                let place = place - INLINE;
                if self.far.len() <= place {
                    self.far.resize(place + 1, None);
                }
                match self.far.get_mut(place) {
                    Some(slot) => slot,
                    None => return false,
                }
            }
        };
        slot.replace(value).is_some()
    }
}

// --- what generated code calls
//
// NB. functions and not methods: `args.lend()` would be another `lend` in a module that imports a
// trait with such a method for all types.

/// Describes or takes a parameter that the caller sends.
#[inline]
pub fn take<T: Argument>(args: &mut Args<'_>, describe: fn(Param<T>) -> Param<T>) -> Option<T> {
    args.take(describe)
}

/// Describes or takes a parameter whose fields are arguments.
pub fn take_all<T: Argument>(args: &mut Args<'_>, describe: fn(Param<T>) -> Param<T>) -> Option<T> {
    args.take_all(describe)
}

/// Describes or lends a parameter that is taken by reference.
pub fn lend<'c, T: ByRef + ?Sized>(
    args: &mut Args<'c>,
    describe: fn(Param<T::Owned>) -> Param<T::Owned>,
) -> Option<T::Held<'c>>
where
    T::Owned: Lend<'c, T::Held<'c>>,
{
    T::Owned::lend(args, describe)
}

/// What the caller sends for a view of it.
///
/// NB. it stands apart from `take`, so that a type that is no view is one error only.
pub fn view<T: View<Sent = S> + ?Sized, S>() -> PhantomData<S> {
    PhantomData
}

/// Describes or takes a parameter that is a view of what the caller sends.
pub fn take_view<T: Argument>(
    args: &mut Args<'_>,
    _: PhantomData<T>,
    describe: fn(Param<T>) -> Param<T>,
) -> Option<T> {
    args.take(describe)
}

/// Ends the pass over the parameters.
pub fn done(args: Args<'_>) -> Done {
    args.finish()
}

/// Is the user's function to be called?
#[inline]
pub fn go(done: &Done) -> bool {
    matches!(done, Done::Go)
}

/// A parameter that was taken.
#[inline]
pub fn given<T>(value: Option<T>) -> T {
    value.expect("a pass without faults took every parameter")
}

/// A parameter that was lent.
#[inline]
pub fn lent<T>(value: &Option<T>) -> &T {
    value
        .as_ref()
        .expect("a pass without faults took every parameter")
}
