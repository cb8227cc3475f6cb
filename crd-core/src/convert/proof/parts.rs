//! Whether two objects have the same part.

use super::merge::{Defaulted, set_defaults};
use super::sample::Sample;
use crate::convert::json::{Json, equal};
use crate::model::structural::Structural;

/// Whether a part of two objects is equal. Defaults may be set in one of them: the server sets them in whole objects (R6).
pub(super) fn same_part(
    a: Json<'_>,
    b: Json<'_>,
    part: &str,
    schema: Option<&Structural>,
    defaulted: Defaulted,
) -> bool {
    match (a.get(part), b.get(part)) {
        (Some(a), Some(b)) => {
            equal(a, b)
                || schema
                    .and_then(|schema| schema.property(part))
                    .is_some_and(|schema| {
                        let whole = |value| {
                            let mut sample = Sample::of(value);
                            set_defaults(&mut sample, schema, defaulted);
                            sample.to_written()
                        };
                        equal(whole(a).root(), whole(b).root())
                    })
        }
        (None, None) => true,
        // The response always has metadata.
        (None, Some(b)) => part == "metadata" && b.members().next().is_none(),
        (Some(_), None) => false,
    }
}
