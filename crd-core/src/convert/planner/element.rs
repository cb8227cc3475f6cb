//! Plans values that are a field of one element of a list in the other version.

use super::{Part, Planner};
use crate::convert::direction::Direction;
use crate::convert::fit::are_alike;
use crate::convert::list_with::ElementOf;
use crate::convert::plan::{MapValues, StepFunctions};
use crate::convert::same::same;
use crate::rust::shape::{ByKey, Shape};

/// Returns the functions of a list with a key: those between a list and a map, or between an element and its value.
pub(super) fn element_or_map(
    by_key: ByKey,
    [older, newer]: [Part<'_>; 2],
    [from, to]: [&[Vec<Box<str>>]; 2],
) -> StepFunctions {
    let (Some(name), [other]) = (by_key.element, to) else {
        let has_key = |part: Part<'_>, paths: &[Vec<Box<str>>]| {
            let map = paths.first().and_then(|path| part.at(path));
            let values = map.and_then(|map| map.schema.additional_schema());
            values.is_some_and(|values| values.property(by_key.key).is_some())
        };
        let values = if by_key.value.is_none() && (has_key(older, from) || has_key(newer, to)) {
            MapValues::Elements
        } else {
            MapValues::WithoutKey
        };
        return StepFunctions::ByKey(by_key, values);
    };
    let has_key = |part: Option<Part<'_>>| {
        let items = part.and_then(|part| part.schema.items());
        items.is_some_and(|items| items.property(by_key.key).is_some())
    };
    StepFunctions::Element(ElementOf {
        key: by_key.key,
        name,
        value: by_key.value,
        joins: if has_key(newer.at(other)) {
            Direction::Up
        } else {
            Direction::Down
        },
    })
}

impl Planner {
    /// Checks that the value of an element has the same schema in both versions.
    pub(super) fn element(
        &mut self,
        element: ElementOf,
        [older, newer]: [Option<Part<'_>>; 2],
        place: &[Box<str>],
    ) {
        let (list, value) = match element.joins {
            Direction::Up => (newer, older),
            Direction::Down => (older, newer),
        };
        let (Some(list), Some(value)) = (list, value) else {
            return;
        };
        let Some(items) = list.schema.items() else { return };
        let differs = match element.value {
            Some(name) => items
                .property(name)
                .is_some_and(|there| !same(there, value.schema) || !are_alike(there, value.schema)),
            None => items.properties().any(|(name, schema)| {
                *name != *element.key
                    && value
                        .schema
                        .property(name)
                        .is_some_and(|there| !same(schema, there) || !are_alike(schema, there))
            }),
        };
        let problem = if differs {
            "one of the versions restricts the value differently, but it is not changed"
        } else if list.shape.is_some_and(Shape::has_mapping) || value.shape.is_some_and(Shape::has_mapping) {
            "a nested type has its own mapping, but the value is not changed"
        } else {
            return;
        };
        self.within(&place.join("."), |planner| {
            planner.problem(&format!("{problem}: write functions (`next(up = …, down = …)`)"));
        });
    }
}
