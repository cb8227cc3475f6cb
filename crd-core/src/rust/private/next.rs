//! The functions of a mapping, as functions between JSON texts, with the shapes of their arguments and results.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rust::shape::{FunctionResult, Schema, Shape};

/// Several results of a function: a tuple, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of values that have a schema [CRD0931]",
    label = "a function for several fields returns a tuple, or an `Option` of one"
)]
pub trait Results: Serialize {
    /// The shapes of the results.
    const SHAPES: &'static [&'static Shape];
}

impl<T: Results> Results for Option<T> {
    const SHAPES: &'static [&'static Shape] = T::SHAPES;
}

/// Parses an argument. An absent argument is read as null.
fn read<T: DeserializeOwned>(value: Option<&str>) -> Result<T, FunctionResult> {
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

macro_rules! functions {
    ($($compute:ident $takes:ident $gives:ident $gives_several:ident ($($argument:ident $type:ident),+);)*) => { $(
        /// Runs a function on JSON.
        pub fn $compute<$($type: DeserializeOwned,)+ Z: Serialize>(
            values: &[Option<&str>],
            function: impl Fn($($type),+) -> Z,
        ) -> FunctionResult {
            let mut values = values.iter().copied();
            $(
                let $argument = match read::<$type>(values.next().flatten()) {
                    Ok(argument) => argument,
                    Err(problem) => return problem,
                };
            )+
            written(&function($($argument),+))
        }

        /// Returns the shapes of the arguments of a function.
        pub const fn $takes<$($type: Schema,)+ Z>(_: fn($($type),+) -> Z) -> &'static [&'static Shape] {
            const { &[$($type::REF),+] }
        }

        /// Returns the shape of the result of a function.
        pub const fn $gives<$($type,)+ Z: Schema>(_: fn($($type),+) -> Z) -> &'static [&'static Shape] {
            const { &[Z::REF] }
        }

        /// Returns the shapes of the results of a function.
        pub const fn $gives_several<$($type,)+ Z: Results>(_: fn($($type),+) -> Z) -> &'static [&'static Shape] {
            Z::SHAPES
        }
    )* };
}

functions! {
    compute_1 takes_1 gives_1 gives_several_1 (a A);
    compute_2 takes_2 gives_2 gives_several_2 (a A, b B);
    compute_3 takes_3 gives_3 gives_several_3 (a A, b B, c C);
    compute_4 takes_4 gives_4 gives_several_4 (a A, b B, c C, d D);
}

macro_rules! results {
    ($($tuple:tt: $($type:ident)+;)*) => { $(
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
