//! Objects around a value that rules would refuse for something else: what is beside the value is made anew until the old CRD admits it.
//!
//! ```text
//! object   {spec: {size: 6, least: 3, most: 0}}         rule  self.least <= self.most, refused at spec
//! moves    another spec, spec without `least`, spec with another `most`, …
//! object   {spec: {size: 6, least: 0, most: 0}}         admitted
//! ```

use serde_json::Value;

use super::object::{is_within, value_at_mut};
use super::{Judges, ObjectParts};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::structural::StructuralShape;
use crate::server::objects::Request;
use crate::values::{Manner, PlacedValue, UnionMember, ValueStep, node_at};

/// How many objects are judged to find one around one value, and around all values of a version.
const MOST_FOR_ONE: usize = 400;
const MOST_FOR_ALL: usize = 6_000;

/// What is known of the surroundings that the old CRD admits.
#[derive(Default)]
pub(super) struct Surroundings {
    /// A whole object that it admits.
    admitted: Option<Value>,
    /// How many objects were judged.
    judged: usize,
}

impl Surroundings {
    /// Whether some were found, which may have more than a witness needs.
    pub(super) fn are_known(&self) -> bool {
        self.admitted.is_some()
    }
}

/// How values are made anew, the smallest first.
fn manners() -> impl Iterator<Item = Manner> {
    let smallest = (0..4).map(|number| Manner {
        union_member: UnionMember::Number(number),
        ..Manner::SMALLEST
    });
    let some = [30, 50, 80].map(|optional_percent| Manner {
        optional_percent,
        ..Manner::WHOLE
    });
    let edges = Manner {
        optional_percent: 40,
        ..Manner::EDGES
    };
    smallest.chain(some).chain([edges])
}

/// What an error is about, which tells it from others.
fn about(error: &FieldError) -> (&FieldPath, Option<&FieldPath>) {
    match &error.origin {
        Some(origin) => (&origin.value, Some(&origin.keyword)),
        None => (&error.field, None),
    }
}

impl Judges {
    /// An object with the same value at the same node, which the old CRD admits if one is found; else the one that is given.
    pub(super) fn repaired(
        &mut self,
        steps: &[ValueStep],
        value: Option<&Value>,
        placed: PlacedValue,
    ) -> PlacedValue {
        let mut errors = self.errors(&placed);
        if errors.is_empty() {
            return placed;
        }
        let mut object = placed.clone();
        if let Some(known) = &self.surroundings.admitted {
            let whole = merged(known, &placed.whole, &placed.place.segments);
            let merged = PlacedValue {
                whole,
                place: placed.place.clone(),
            };
            let errors_there = self.errors(&merged);
            if errors_there.len() < errors.len() {
                (object, errors) = (merged, errors_there);
            }
        }
        let most = (self.surroundings.judged + MOST_FOR_ONE).min(MOST_FOR_ALL);
        while !errors.is_empty() {
            match self.better(steps, value, &object, &errors, most) {
                Some(found) => (object, errors) = found,
                None => return placed,
            }
        }
        let with_status = object
            .place
            .segments
            .first()
            .is_some_and(|first| first.is_field("status"));
        if !with_status {
            self.surroundings.admitted = Some(object.whole.clone());
        }
        object
    }

    /// What the old CRD says of an object, other than of its status where that is written by itself.
    fn errors(&mut self, object: &PlacedValue) -> Vec<FieldError> {
        self.surroundings.judged += 1;
        let answer = self.ask(&self.old, &object.whole, &object.place);
        let mut errors = answer.map(|answer| answer.errors).unwrap_or_default();
        if object
            .place
            .segments
            .first()
            .is_some_and(|first| first.is_field("status"))
        {
            let stored = ObjectParts::without_status(&object.whole);
            errors.extend(self.old.admit(Request::create(&stored)).errors);
        }
        errors
    }

    /// An object with fewer errors, by one change.
    fn better(
        &mut self,
        steps: &[ValueStep],
        value: Option<&Value>,
        object: &PlacedValue,
        errors: &[FieldError],
        most: usize,
    ) -> Option<(PlacedValue, Vec<FieldError>)> {
        for error in errors {
            let (place, keyword) = about(error);
            // What is wrong with the value itself is not to be mended.
            if is_within(&place.segments, &object.place.segments) {
                continue;
            }
            let place = place.clone();
            let keyword = keyword.cloned();
            for changed in self.changes(steps, value, object, &place) {
                if self.surroundings.judged >= most {
                    return None;
                }
                let left = self.errors(&changed);
                let is_gone = !left
                    .iter()
                    .any(|other| about(other) == (&place, keyword.as_ref()));
                if is_gone && left.len() < errors.len() {
                    return Some((changed, left));
                }
            }
        }
        None
    }

    /// Objects that differ at one place: in one of the members there, or in the value there.
    fn changes(
        &mut self,
        steps: &[ValueStep],
        value: Option<&Value>,
        object: &PlacedValue,
        place: &FieldPath,
    ) -> Vec<PlacedValue> {
        let Some(schema) = node_at(self.old.schema(), &steps_to(&place.segments)).cloned() else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        if let StructuralShape::Object(shape) = &schema.shape {
            let on_the_way = object.place.segments.get(place.segments.len());
            let on_the_way = on_the_way.and_then(Segment::name);
            for (name, member) in shape.properties.iter() {
                if on_the_way != Some(name) {
                    changes.extend(with_member(object, place, name, None));
                    let made = manners()
                        .step_by(2)
                        .map(|manner| self.values.value(member, manner));
                    let made: Vec<Value> = made.collect();
                    changes.extend(
                        made.into_iter()
                            .filter_map(|made| with_member(object, place, name, Some(made))),
                    );
                }
            }
        }
        let is_around = is_within(&object.place.segments, &place.segments);
        let rest = steps.get(place.segments.len()..).unwrap_or_default();
        for (seed, manner) in (1_u64..).zip(manners().chain(manners().skip(4))) {
            self.values.reseed(seed);
            let inner = if is_around {
                self.values.value_at(&schema, rest, value, manner)
            } else {
                let whole = self.values.value(&schema, manner);
                Some(PlacedValue {
                    whole,
                    place: FieldPath::default(),
                })
            };
            changes.extend(inner.and_then(|inner| {
                let mut changed = object.clone();
                *value_at_mut(&mut changed.whole, place)? = inner.whole;
                if is_around {
                    changed.place.segments.truncate(place.segments.len());
                    changed.place.segments.extend(inner.place.segments);
                }
                Some(self.parts.complete(changed))
            }));
        }
        changes
    }
}

/// The steps to the value at a place.
fn steps_to(place: &[Segment]) -> Vec<ValueStep> {
    let step = |segment: &Segment| match segment.name() {
        Some(name) => ValueStep::Member(name.into()),
        None => ValueStep::Element,
    };
    place.iter().map(step).collect()
}

/// The object with another member at a place, or without it; `None` if it has none there already.
fn with_member(
    object: &PlacedValue,
    place: &FieldPath,
    name: &str,
    member: Option<Value>,
) -> Option<PlacedValue> {
    let mut changed = object.clone();
    let members = value_at_mut(&mut changed.whole, place)?.as_object_mut()?;
    match member {
        Some(member) => {
            members.insert(name.to_owned(), member);
        }
        None => {
            members.remove(name)?;
        }
    }
    Some(changed)
}

/// A known object with what another one has on the way to a place.
fn merged(known: &Value, other: &Value, way: &[Segment]) -> Value {
    let (Some((first, rest)), Some(members)) = (way.split_first(), known.as_object()) else {
        return other.clone();
    };
    let Some(name) = first.name() else {
        return other.clone();
    };
    let mut members = members.clone();
    match (members.get(name), other.get(name)) {
        (Some(here), Some(there)) => {
            let member = merged(here, there, rest);
            members.insert(name.to_owned(), member);
        }
        (None, Some(there)) => {
            members.insert(name.to_owned(), there.clone());
        }
        (_, None) => {
            members.remove(name);
        }
    }
    Value::Object(members)
}
