//! Changes an object that demonstrates a breakage until the new CRD has no other objection to it.
//!
//! ```text
//! finding    spec.color is removed                        object  spec: {color: ""}
//! response   spec.color: unknown field                    by this finding
//!            spec.engine: Required value                  by another change
//! object     spec: {color: "", engine: postgres}          response  spec.color: unknown field
//! ```

use std::sync::Arc;

use super::effort::Effort;
use super::requests::{Because, Requests};
use crate::model::field::{ErrorType, FieldError, FieldPath, Origin};
use crate::model::rules;
use crate::samples::candidates::Constants;
use crate::samples::repair::{FixedValue, Repair, Surroundings};
use crate::values::{PlacedValue, ValueOptions, Values, is_within, remove_at, value_at};

/// What the isolation of one version remembers.
#[derive(Default)]
pub(super) struct Isolation {
    surroundings: Surroundings,
    /// The identities of the errors that no change of an object has avoided.
    unavoidable: Vec<String>,
}

/// What the object must still show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// That the old CRD accepts it, and that the new one rejects or drops the value.
    Refusal,
    /// That the old CRD accepts it.
    Admission,
}

/// The value of an object that a finding is about.
#[derive(Clone, Copy)]
pub(super) struct IsolatedValue<'a> {
    /// The steps to the value that must not change, or that must be absent.
    pub(super) fixed: FixedValue<'a>,
    /// The reason for which the value may be rejected.
    pub(super) because: Because<'a>,
    pub(super) shows: Shows,
}

impl Isolation {
    /// Returns an object with the same value at the same node that the old CRD accepts, and to which the new one has fewer
    /// objections with another cause. Returns `None` if there is none.
    pub(super) fn run(
        &mut self,
        requests: &Requests,
        values: &mut Values,
        effort: &mut Effort,
        subject: IsolatedValue<'_>,
        placed: &PlacedValue,
    ) -> Option<PlacedValue> {
        let because = subject.because;
        let is_absent = subject.fixed.value.is_none();
        let about = |object: &PlacedValue| match because {
            // The error is reported for the object that lacks the member.
            Because::Required(_) if is_absent => object.place.ancestor(1),
            _ => object.place.clone(),
        };
        let count = |object: &PlacedValue| {
            let (errors, dropped) = requests.others(&object.whole, &about(object), because);
            errors.len() + dropped.len()
        };
        let before = count(placed);
        if before == 0 || effort.is_spent() {
            return None;
        }
        let shows = |object: &PlacedValue| {
            let place = about(object);
            requests.admitted_by_old(&object.whole, &place).is_some()
                && (subject.shows == Shows::Admission
                    || requests.refusal(&object.whole, &place, because).is_some())
        };
        let reduced = without_others(requests, effort, because, &about, placed, &shows);
        let left = count(&reduced);
        let mut best = (left < before).then(|| (reduced.clone(), left));
        if left == 0 {
            return best.map(|(object, _)| object);
        }
        for schema in [requests.new.schema(), requests.old.schema()] {
            if effort.is_spent() || self.objections(requests, subject, &about, &reduced).is_empty() {
                break;
            }
            let mut surroundings = std::mem::take(&mut self.surroundings);
            let repair = Repair {
                schema,
                kept: Some(subject.fixed),
                smallest: ValueOptions::SMALLEST,
                constants: &Constants::default(),
                judge: &|object| self.objections(requests, subject, &about, object),
                complete: &|object| requests.parts.complete(object),
            };
            let judged = surroundings.judged();
            let repaired = repair.run(reduced.clone(), values, &mut surroundings);
            effort.spend(&reduced.whole, 2 * (surroundings.judged() - judged));
            self.surroundings = surroundings;
            let Ok(repaired) = repaired else { continue };
            let is_same =
                value_at(&repaired.whole, &repaired.place) == value_at(&placed.whole, &placed.place);
            let left = count(&repaired);
            if is_same
                && best.as_ref().is_none_or(|(_, least)| left < *least)
                && left < before
                && shows(&repaired)
            {
                best = Some((repaired, left));
            }
            if left == 0 {
                break;
            }
        }
        if subject.shows == Shows::Refusal && !effort.is_spent() {
            let object = best.as_ref().map_or(&reduced, |(object, _)| object);
            for error in self.objections(requests, subject, &about, object) {
                self.unavoidable.push(identity(&error));
            }
        }
        best.map(|(object, _)| object)
    }

    /// Returns the errors of an object under the old CRD, and those under the new one that can be avoided and have another
    /// cause. A dropped field counts as an error of the object around it. Rules do not run if there are other errors, so that
    /// all of them matter for an object that only has to be admitted by the old CRD.
    fn objections(
        &self,
        requests: &Requests,
        subject: IsolatedValue<'_>,
        about: &dyn Fn(&PlacedValue) -> FieldPath,
        object: &PlacedValue,
    ) -> Vec<FieldError> {
        let mut found = requests.errors_of_old(object);
        let (errors, dropped) = requests.others(&object.whole, &about(object), subject.because);
        let dropped = dropped.into_iter().map(|field| {
            let around = field.ancestor(1);
            let mut error = FieldError::at(
                rules::OBJ_06,
                ErrorType::Forbidden,
                field.clone(),
                "unknown field",
            );
            error.origin = Some(Box::new(Origin {
                value: around,
                keyword: Arc::new(field),
            }));
            error
        });
        let others = errors.into_iter().chain(dropped);
        let is_avoidable = |error: &FieldError| {
            subject.shows == Shows::Admission || !self.unavoidable.contains(&identity(error))
        };
        found.extend(others.filter(is_avoidable));
        found
    }
}

fn identity(error: &FieldError) -> String {
    let keyword = error.origin.as_ref().map(|origin| origin.keyword.to_string());
    format!("{} {}", error.field, keyword.unwrap_or_default())
}

/// Removes the values to which the new CRD has objections with another cause, as long as the object still shows the breakage:
/// all of them, or else one by one.
fn without_others(
    requests: &Requests,
    effort: &mut Effort,
    because: Because<'_>,
    about: &dyn Fn(&PlacedValue) -> FieldPath,
    placed: &PlacedValue,
    shows: &dyn Fn(&PlacedValue) -> bool,
) -> PlacedValue {
    let mut object = placed.clone();
    let (errors, dropped) = requests.others(&object.whole, &about(&object), because);
    let wrong = errors.into_iter().map(|error| match error.origin {
        Some(origin) => origin.value,
        None => error.field,
    });
    let mut wrong: Vec<FieldPath> = wrong.chain(dropped).collect();
    wrong.retain(|path| !path.segments.is_empty() && !is_within(&object.place.segments, &path.segments));
    effort.spend(&object.whole, 4);
    if wrong.len() > 1 {
        let mut without = object.clone();
        // The last first, so that the positions of the others stay.
        for path in wrong.iter().rev() {
            remove_at(&mut without.whole, path);
        }
        if shows(&without) {
            return without;
        }
    }
    for path in wrong {
        if effort.is_spent() {
            break;
        }
        let mut without = object.clone();
        if remove_at(&mut without.whole, &path) && shows(&without) {
            object = without;
        }
        effort.spend(&object.whole, 2);
    }
    object
}
