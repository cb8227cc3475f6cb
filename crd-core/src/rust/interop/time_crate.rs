//! Rejects types of the crate `time` with a compile error that names alternatives.

use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

use crate::rust::shape::{Schema, Shape};

/// The serde of `time` writes lists of numbers, which are unsuitable for a Kubernetes API. Evaluating the shape is a compile
/// error.
macro_rules! refused {
    ($($type:ident: $instead:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = panic!(concat!(
                "the serde of `time::", stringify!($type), "` writes a list of numbers; ", $instead, code!(TYPE_INEXPRESSIBLE)
            ));
        }
    )* };
}

refused! {
    OffsetDateTime: "write it as RFC 3339: `#[serde(with = \"time::serde::rfc3339\")]` and \
        `#[crd(schema_as = crd_core::types::Time)]`";
    UtcDateTime: "use `time::OffsetDateTime` with `#[serde(with = \"time::serde::rfc3339\")]` and \
        `#[crd(schema_as = crd_core::types::Time)]`";
    PrimitiveDateTime: "a time without a time zone is ambiguous; use `crd_core::types::Time`";
    Date: "add `#[serde(with = …)]` with a module of `time::serde::format_description!` and \
        `#[crd(schema_as = String, format = \"date\")]`";
    Time: "add `#[serde(with = …)]` with a module of `time::serde::format_description!` and \
        `#[crd(schema_as = String)]`";
    UtcOffset: "add `#[serde(with = …)]` with a module of `time::serde::format_description!` and \
        `#[crd(schema_as = String)]`";
    Duration: "use `crd_core::types::Duration`, the format of Kubernetes";
}
