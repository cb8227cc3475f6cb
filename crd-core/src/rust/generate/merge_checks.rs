//! Runs the constant checks on merged members at run time.
//!
//! The members of several types are merged into one object by `#[serde(flatten)]` and for enums with data. The rules
//! for both are the const functions of [`shape::check`](crate::rust::shape::check), and the derive macros have the
//! compiler run them on every type without type parameters. The generator runs the same functions on each shape that it
//! merges, since the compiler does not run them on generic types and on shapes written by hand. The merge succeeds on
//! every shape that they accept, except where a part of the schema only exists at run time:
//! [`Kind::Foreign`](crate::rust::shape::Kind::Foreign), and CEL rules on the types of shared properties.

use super::context::Context;
use crate::rust::shape::check::{CheckResult, distinct, distinct_in_variant, variant};
use crate::rust::shape::{Content, Field, Kind, Shape};

/// Whether the members of a shape can be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mergeable {
    Yes,
    /// The problems have been reported.
    No,
}

/// Checks a struct or an enum with data before its members are merged, and reports problems.
pub(super) fn check(cx: &mut Context, shape: &Shape) -> Mergeable {
    let mut mergeable = Mergeable::Yes;
    let mut report = |outcome: CheckResult| {
        if let Err(message) = outcome {
            cx.problem(message.as_str());
            mergeable = Mergeable::No;
        }
    };
    match shape.kind {
        Kind::Object(fields) => {
            for index in flattened(fields) {
                report(distinct(shape, index));
            }
        }
        Kind::Variants(_, variants) => {
            for (number, one) in variants.iter().enumerate() {
                if let Content::Struct(fields) = one.content {
                    for index in flattened(fields) {
                        report(distinct_in_variant(shape, number, index));
                    }
                }
                report(variant(shape, number));
            }
        }
        _ => {}
    }
    mergeable
}

/// Returns the positions of flattened fields.
fn flattened(fields: &[Field]) -> impl Iterator<Item = usize> {
    let fields = fields.iter().enumerate();
    fields.filter(|(_, field)| field.flatten).map(|(index, _)| index)
}
