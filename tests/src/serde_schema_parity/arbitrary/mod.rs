//! Random values of Rust types: [`Gen`] is the source, [`Arbitrary`] is implemented for types of std, `serde_json` and
//! `crd_core::types`, and [`arbitrary!`](crate::arbitrary) implements it for structs and enums.

mod generator;
mod impls;

pub use generator::Gen;

/// A type with random values.
pub trait Arbitrary: Sized {
    /// Returns a random value.
    fn arbitrary(g: &mut Gen) -> Self;
}

/// Returns a random value of the inferred type.
pub fn arbitrary<T: Arbitrary>(g: &mut Gen) -> T {
    T::arbitrary(g)
}

/// Implements [`Arbitrary`] for a struct or enum, given the names of its fields. `field: |g| …` generates the value of a
/// field that has more restrictions than its type.
///
/// ```text
/// arbitrary!(struct Database { replicas: |c| c.between(1, 50) as u32, name });
/// arbitrary!(struct Pair(_, _));
/// arbitrary!(<T> enum Source<T> { Nothing, Url(_), Of { inner } });
/// ```
#[macro_export]
macro_rules! arbitrary {
    ($(<$($parameter:ident),*>)? struct $name:ident $(<$($argument:tt),*>)? { $($field:ident $(: $make:expr)?),* $(,)? }) => {
        impl $(<$($parameter: $crate::serde_schema_parity::Arbitrary),*>)? $crate::serde_schema_parity::Arbitrary for $name $(<$($argument),*>)? {
            #[allow(unused_variables)]
            fn arbitrary(g: &mut $crate::serde_schema_parity::Gen) -> Self {
                $name { $($field: $crate::arbitrary!(@element g $($make)?)),* }
            }
        }
    };
    ($(<$($parameter:ident),*>)? struct $name:ident $(<$($argument:tt),*>)? ( $($element:tt),* $(,)? )) => {
        impl $(<$($parameter: $crate::serde_schema_parity::Arbitrary),*>)? $crate::serde_schema_parity::Arbitrary for $name $(<$($argument),*>)? {
            #[allow(unused_variables)]
            fn arbitrary(g: &mut $crate::serde_schema_parity::Gen) -> Self {
                $name ( $($crate::arbitrary!(@element g $element)),* )
            }
        }
    };
    ($(<$($parameter:ident),*>)? enum $name:ident $(<$($argument:tt),*>)? {
        $($variant:ident $(( $($element:tt),* $(,)? ))? $({ $($field:ident $(: $make:expr)?),* $(,)? })?),* $(,)?
    }) => {
        impl $(<$($parameter: $crate::serde_schema_parity::Arbitrary),*>)? $crate::serde_schema_parity::Arbitrary for $name $(<$($argument),*>)? {
            fn arbitrary(g: &mut $crate::serde_schema_parity::Gen) -> Self {
                let makers: &[fn(&mut $crate::serde_schema_parity::Gen) -> Self] = &[
                    $(|g| {
                        let _ = &g;
                        $name::$variant
                            $(( $($crate::arbitrary!(@element g $element)),* ))?
                            $({ $($field: $crate::arbitrary!(@element g $($make)?)),* })?
                    }),*
                ];
                g.pick(makers)(g)
            }
        }
    };
    (@element $g:ident) => { $crate::serde_schema_parity::arbitrary::arbitrary($g) };
    (@element $g:ident _) => { $crate::serde_schema_parity::arbitrary::arbitrary($g) };
    (@element $g:ident $make:expr) => {{
        fn with<T>(g: &mut $crate::serde_schema_parity::Gen, make: impl Fn(&mut $crate::serde_schema_parity::Gen) -> T) -> T {
            make(g)
        }
        with($g, $make)
    }};
}
