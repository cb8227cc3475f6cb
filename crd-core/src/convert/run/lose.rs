//! Collects the values for which the target version has no field.

use std::borrow::Cow;

use super::{Here, Run, has_keys, keys_of};
use crate::convert::entry::Entry;
use crate::convert::json::{Json, Kind};
use crate::convert::path::Place;
use crate::model::structural::{ListType, MapType, Structural, StructuralShape};

/// The maximum depth of a schema.
const DEEPEST: usize = 200;

impl<'a> Run<'a> {
    /// Keeps a value that has no field in the target: one entry for each value that server-side apply treats as one.
    pub(in crate::convert) fn lose(
        &mut self,
        value: Json<'a>,
        schema: Option<&'a Structural>,
        claims: &[Vec<Box<str>>],
        anchor: usize,
    ) {
        if claims.iter().any(Vec::is_empty) {
            return;
        }
        let is_atomic = schema.is_some_and(|schema| match &schema.shape {
            StructuralShape::Object(object) => object.map_type == Some(MapType::Atomic),
            _ => false,
        });
        // A value that is deeper than any schema is kept as one value.
        let is_atomic = is_atomic || self.path.len() > DEEPEST;
        if value.is_object() && !is_atomic && value.members().next().is_some() {
            for (name, member) in value.members() {
                let below: Vec<Vec<Box<str>>> = claims
                    .iter()
                    .filter_map(|claim| match claim.split_first() {
                        Some((first, rest)) if **first == *name => Some(rest.to_vec()),
                        _ => None,
                    })
                    .collect();
                let schema = schema.and_then(|schema| schema.member(&name));
                self.within(name, |run| run.lose(member, schema, &below, anchor));
            }
            return;
        }
        if let Some(ListType::Map(keys)) = schema.and_then(Structural::list_type)
            && value.kind() == Kind::List
            && value.elements().next().is_some()
            && value.elements().all(|element| has_keys(element, keys))
        {
            let items = schema.and_then(Structural::items);
            for element in value.elements() {
                self.below(Here::Keyed(element, keys), |run| {
                    // The element itself, for appliers that own only the element, and then each of its members.
                    run.lose_leaf(keys_of(element, keys), None, anchor);
                    for (name, member) in element.members() {
                        if keys.iter().any(|key| **key == *name) {
                            continue;
                        }
                        let schema = items.and_then(|items| items.member(&name));
                        run.within(name, |run| run.lose(member, schema, &[], anchor));
                    }
                });
            }
            return;
        }
        self.lose_leaf(value.raw(), None, anchor);
    }

    pub(super) fn lose_leaf(&mut self, raw: impl Into<Cow<'a, str>>, was: Option<String>, anchor: usize) {
        self.lose_entry(Some(raw.into()), was, anchor);
    }

    pub(super) fn lose_entry(&mut self, value: Option<Cow<'a, str>>, was: Option<String>, anchor: usize) {
        if !self.keeps {
            return;
        }
        let in_list = self
            .path
            .iter()
            .skip(anchor)
            .any(|here| !matches!(here, Here::Member(_)));
        self.lost.push(Entry {
            place: Place {
                segments: self.path.iter().map(Here::to_segment).collect(),
                anchor,
            },
            value,
            was,
            of: None,
            number: if in_list { self.lost.len() + 1 } else { 0 },
        });
    }
}
