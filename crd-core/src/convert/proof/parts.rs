//! Parts of objects: other metadata, and whether a part is the same.

use super::merge::set_defaults;
use super::sample::Sample;
use crate::convert::json::{Json, Sink as _, Written, equal};
use crate::model::structural::Structural;

/// Writes an object with other metadata.
pub(super) fn with_metadata(object: Json<'_>, metadata: Json<'_>, out: &mut Written) {
    let opened = out.open("{");
    out.name("", "metadata");
    out.copy(metadata);
    for (name, value) in object.members().filter(|(name, _)| name != "metadata") {
        out.name(",", &name);
        out.copy(value);
    }
    out.close(opened, "}");
}

/// Whether two objects have the same part. Defaults may be set in one of them: the server sets them in whole objects (R6).
pub(super) fn same_part(a: Json<'_>, b: Json<'_>, part: &str, schema: Option<&Structural>) -> bool {
    match (a.get(part), b.get(part)) {
        (Some(a), Some(b)) => {
            equal(a, b)
                || schema
                    .and_then(|schema| schema.property(part))
                    .is_some_and(|schema| {
                        let defaulted = |value| {
                            let mut sample = Sample::of(value);
                            set_defaults(&mut sample, schema);
                            sample.to_written()
                        };
                        equal(defaulted(a).root(), defaulted(b).root())
                    })
        }
        (None, None) => true,
        // The response always has metadata.
        (None, Some(b)) => part == "metadata" && b.members().next().is_none(),
        (Some(_), None) => false,
    }
}
