//! The functions of a mapping, as functions between JSON texts, with the shapes of their arguments and results.

use serde::{Deserialize, Serialize};

use crate::rust::shape::next::BORROWED_ARGUMENT;
use crate::rust::shape::{FunctionResult, Schema, Shape};

/// Several results of a function: a tuple, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of values that have a schema [CRD0931]",
    label = "a function for several fields must return a tuple, or an `Option` of one; for a `Result`, return `….ok()`"
)]
pub trait Results: Serialize {
    /// The shapes of the results.
    const SHAPES: &'static [&'static Shape];
}

#[diagnostic::do_not_recommend]
impl<T: Results> Results for Option<T> {
    const SHAPES: &'static [&'static Shape] = T::SHAPES;
}

/// Parses an argument. An absent argument is read as null.
fn read<'a, T: Deserialize<'a>>(value: Option<&'a str>) -> Result<T, FunctionResult> {
    let problem = if value.is_some() {
        FunctionResult::Unreadable
    } else {
        FunctionResult::Missing
    };
    serde_json::from_str(value.unwrap_or("null")).map_err(|_| problem)
}

fn written(value: &impl Serialize) -> FunctionResult {
    serde_json::to_string(value).map_or(FunctionResult::Unreadable, FunctionResult::Values)
}

/// A function of one to four values. `Marker` is the type of a function with these arguments, from which the compiler infers how
/// many there are; that it is as many as fields is checked later, with a message that shows the declaration.
#[diagnostic::on_unimplemented(
    message = "this is not a function from values of one version to values of another [CRD0931]",
    label = "a function of a mapping takes one to four values, such as `fn(String) -> Option<i64>`"
)]
pub trait Function<Marker> {
    /// The arguments, as a tuple.
    type Arguments;
    /// The result.
    type Result;

    /// Calls the function.
    fn call(&self, arguments: Self::Arguments) -> Self::Result;
}

/// The types of the arguments of a function.
pub trait ArgumentTypes {
    /// Their shapes.
    const SHAPES: &'static [&'static Shape];
}

/// A type of an argument. A reference to a text is one too, so that it is reported by the check of the function, which knows what
/// the field needs.
#[diagnostic::on_unimplemented(
    message = "a function of a mapping cannot take `{Self}`, because serde does not read it [CRD0931]",
    label = "this function takes `{Self}`; take the value itself, such as `u32` instead of `&u32`"
)]
pub trait Argument<'a>: Deserialize<'a> {}

#[diagnostic::do_not_recommend]
impl<'a, T: Deserialize<'a>> Argument<'a> for T {}

/// A result that serde writes.
#[diagnostic::on_unimplemented(
    message = "a function of a mapping cannot return `{Self}`, because serde does not write it [CRD0931]",
    label = "return the value itself, or an `Option` of it; for a `Result`, return `….ok()`"
)]
pub trait Returned: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Returned for T {}

/// A result for one field, which has a schema.
#[diagnostic::on_unimplemented(
    message = "a function of a mapping cannot return `{Self}`, because it has no schema [CRD0931]",
    label = "return the value itself, or an `Option` of it; for a `Result`, return `….ok()`",
    note = "for your own types, add `#[derive(crd_core::Schema)]`"
)]
pub trait ReturnedValue: Schema {}

#[diagnostic::do_not_recommend]
impl<T: Schema> ReturnedValue for T {}

/// The arguments of a function.
pub trait Arguments<'a>: Sized {
    /// Parses the JSON of the arguments.
    ///
    /// # Errors
    /// The outcome of a function whose argument cannot be parsed.
    fn read(values: &[Option<&'a str>]) -> Result<Self, FunctionResult>;
}

/// Returns the shape of an argument.
const fn argument<T: Schema>() -> &'static Shape {
    if T::IS_REFERENCE {
        &BORROWED_ARGUMENT
    } else {
        T::REF
    }
}

macro_rules! functions {
    ($(($($argument:ident $type:ident),+);)*) => { $(
        impl<F, $($type,)+ Z> Function<fn($($type),+) -> Z> for F
        where
            F: Fn($($type),+) -> Z,
        {
            type Arguments = ($($type,)+);
            type Result = Z;

            fn call(&self, ($($argument,)+): Self::Arguments) -> Z {
                self($($argument),+)
            }
        }

        impl<$($type: Schema),+> ArgumentTypes for ($($type,)+) {
            const SHAPES: &'static [&'static Shape] = &[$(argument::<$type>()),+];
        }

        impl<'a, $($type: Argument<'a>),+> Arguments<'a> for ($($type,)+) {
            fn read(values: &[Option<&'a str>]) -> Result<Self, FunctionResult> {
                let mut values = values.iter().copied();
                Ok(($(read::<$type>(values.next().flatten())?,)+))
            }
        }
    )* };
}

functions! {
    (a A);
    (a A, b B);
    (a A, b B, c C);
    (a A, b B, c C, d D);
}

/// Runs a function on JSON.
pub fn run<'a, Marker, F>(values: &[Option<&'a str>], function: &F) -> FunctionResult
where
    F: Function<Marker, Arguments: Arguments<'a>, Result: Returned>,
{
    match F::Arguments::read(values) {
        Ok(arguments) => written(&function.call(arguments)),
        Err(problem) => problem,
    }
}

/// Returns the shapes of the arguments of a function.
pub const fn takes<Marker, F>(_: &F) -> &'static [&'static Shape]
where
    F: Function<Marker, Arguments: ArgumentTypes>,
{
    F::Arguments::SHAPES
}

/// Returns the shape of the result of a function.
pub const fn gives<Marker, F>(_: &F) -> &'static [&'static Shape]
where
    F: Function<Marker, Result: ReturnedValue>,
{
    const { &[F::Result::REF] }
}

/// Returns the shapes of the results of a function.
pub const fn gives_several<Marker, F>(_: &F) -> &'static [&'static Shape]
where
    F: Function<Marker, Result: Results>,
{
    F::Result::SHAPES
}

macro_rules! results {
    ($($tuple:tt: $($type:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($type: Schema + Serialize),+> Results for ($($type,)+) {
            const SHAPES: &'static [&'static Shape] = &[$($type::REF),+];
        }
    )* };
}

results! {
    2: A B;
    3: A B C;
    4: A B C D;
}
