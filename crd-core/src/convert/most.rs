//! Computes the maximum size of annotations that keep values without a field in the other version, as limited by the schema.
//!
//! ```text
//! spec.tier: string, maxLength 10   ->   db.example.com/v2.0123456789abcdef: {"p":"/spec/tier","v":"…"}   at most 117 bytes
//! spec.notes: string                ->   no limit
//! ```

use super::direction::Direction;
use super::plan::{Becomes, How, ObjectPlan, Plan, Tag};
use crate::model::structural::{Additional, Array, ListType, MapType, Object, Structural, StructuralShape};
use crate::rust::shape::{NextVariant, UnfitPolicy};

/// In JSON the server writes `<` as `\u003c`: six bytes for a character.
const BYTES_OF_A_CHARACTER: u64 = 6;

/// `-9223372036854775808`.
const BYTES_OF_AN_INTEGER: u64 = 20;

/// A number such as `-2.2250738585072014e-308`.
const BYTES_OF_A_NUMBER: u64 = 25;

/// `{"p":"","v":,"was":,"n":0123456789}`, and the doubled slash of a path.
const BYTES_AROUND: u64 = 36;

/// A position, a count and a fingerprint in a path: `/#0123456789.0123456789.0123456789abcdef`.
const BYTES_OF_A_POSITION: u64 = 40;

/// The maximum of kept data.
#[derive(Clone, Debug, Default)]
pub(super) struct Most {
    /// The size in bytes of the fields that have a limit.
    pub(super) bytes: u64,
    /// The fields without a limit: version and path.
    pub(super) unbounded: Vec<String>,
}

/// A walk through a plan.
pub(super) struct Walk<'c> {
    pub(super) direction: Direction,
    version: &'c str,
    /// The version that has no field for the values.
    pub(super) other: &'static str,
    /// The length of an annotation's name in bytes.
    name: u64,
    path: Vec<String>,
    /// The current place in the other version.
    path_there: Vec<String>,
    /// The length of the path in annotations in bytes.
    path_bytes: u64,
    /// The maximum number of occurrences of the current place: once for each element of the enclosing lists.
    times: u64,
    pub(super) found: Most,
}

impl<'c> Walk<'c> {
    /// Creates a walk through the values that objects of a version lose.
    pub(super) fn new(direction: Direction, group: &str, version: &'c str) -> Self {
        Walk {
            direction,
            version,
            other: "",
            // A slash, a dot and 16 digits.
            name: (group.len() + version.len() + 18) as u64,
            path: Vec::new(),
            path_there: Vec::new(),
            path_bytes: 0,
            times: 1,
            found: Most::default(),
        }
    }

    /// Runs a walk below a member.
    pub(super) fn below<T>(&mut self, name: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        // A name may need escapes in the path and in JSON.
        self.within(name, 1 + 2 * name.len() as u64, 1, walk)
    }

    /// Runs a walk below a member with this name in the other version.
    fn below_renamed(&mut self, name: &str, there: &str, walk: impl FnOnce(&mut Self)) {
        self.below(name, |here| {
            if let Some(last) = here.path_there.last_mut() {
                there.clone_into(last);
            }
            walk(here);
        });
    }

    fn within<T>(&mut self, name: &str, bytes: u64, times: u64, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(name.to_owned());
        self.path_there.push(name.to_owned());
        let (path_bytes, times_before) = (self.path_bytes, self.times);
        self.path_bytes = path_bytes.saturating_add(bytes);
        self.times = times_before.saturating_mul(times);
        let done = walk(self);
        (self.path_bytes, self.times) = (path_bytes, times_before);
        self.path.pop();
        self.path_there.pop();
        done
    }

    fn add_unbounded(&mut self) {
        self.add_place(self.version, &self.path.join("."));
    }

    /// Adds a field of the other version, whose value is kept beside the one that was lost.
    fn add_unbounded_there(&mut self) {
        self.add_place(self.other, &self.path_there.join("."));
    }

    fn add_place(&mut self, version: &str, path: &str) {
        let path = format!("{version}: {}", path.replace(".[]", "[]"));
        if !self.found.unbounded.contains(&path) {
            self.found.unbounded.push(path);
        }
    }

    /// Adds one annotation, with the sizes of the value and of its replacement.
    fn leaf(&mut self, value: Option<u64>, was: Option<u64>) {
        let bytes = match (value, was) {
            (Some(value), Some(was)) => value.saturating_add(was),
            (None, _) => return self.add_unbounded(),
            (_, None) => return self.add_unbounded_there(),
        };
        let around = self
            .path_bytes
            .saturating_add(self.name)
            .saturating_add(BYTES_AROUND);
        let bytes = bytes.saturating_add(around);
        self.found.bytes = self.found.bytes.saturating_add(bytes.saturating_mul(self.times));
    }

    /// Walks through elements. If their number is unlimited and data is kept of them, the place itself is recorded as unlimited.
    fn elements(&mut self, count: Option<u64>, name: &str, bytes: Option<u64>, walk: impl FnOnce(&mut Self)) {
        if let (Some(count), Some(bytes)) = (count, bytes) {
            self.within(name, bytes, count, walk);
            return;
        }
        let before = self.found.clone();
        self.within(name, 0, 1, walk);
        let is_kept = self.found.bytes > before.bytes || self.found.unbounded.len() > before.unbounded.len();
        self.found = before;
        if is_kept {
            self.within(name, 0, 1, Self::add_unbounded);
        }
    }

    /// Adds the kept data of a value that has no field in the other version.
    pub(super) fn keep(&mut self, schema: &Structural, claims: &[Vec<Box<str>>]) {
        if claims.iter().any(Vec::is_empty) {
            return;
        }
        match &schema.shape {
            StructuralShape::Object(object)
                if object.map_type != Some(MapType::Atomic) && !is_open(schema, object) =>
            {
                for (name, property) in object.properties.iter() {
                    let claims: Vec<Vec<Box<str>>> = claims
                        .iter()
                        .filter_map(|claim| match claim.split_first() {
                            Some((first, rest)) if **first == *name => Some(rest.to_vec()),
                            _ => None,
                        })
                        .collect();
                    self.below(name, |walk| walk.keep(property, &claims));
                }
                // `{}` or null in its place.
                self.leaf(Some(4), Some(0));
            }
            StructuralShape::Array(array) => match &array.list_type {
                Some(ListType::Map(keys)) => {
                    let keys = keys_size(array, keys);
                    self.elements(count(schema), "[]", keys.map(escaped), |walk| {
                        walk.leaf(keys, Some(0));
                        for (name, property) in array.items.properties() {
                            walk.below(name, |walk| walk.keep(property, &[]));
                        }
                    });
                    self.leaf(Some(4), Some(0));
                }
                _ => self.leaf(size(schema), Some(0)),
            },
            _ => self.leaf(size(schema), Some(0)),
        }
    }

    /// Adds the kept data of a value that a plan converts.
    pub(super) fn plan(&mut self, plan: &Plan, from: &Structural, to: &Structural) {
        if from.generic.nullable && !to.generic.nullable {
            self.leaf(Some(4), Some(0));
        }
        match plan {
            Plan::Fit(policy) if matches!(policy.unfit, UnfitPolicy::Keep | UnfitPolicy::Saturate) => {
                self.leaf(size(from), size(to).or(size(from)));
            }
            Plan::Same | Plan::Fit(_) => {}
            Plan::Values(variants) => self.variants(variants),
            Plan::Map(values) => {
                if let (Some(a), Some(b)) = (from.additional_schema(), to.additional_schema()) {
                    // The names of members have no limit.
                    self.elements(None, "*", None, |walk| walk.plan(values, a, b));
                }
            }
            Plan::List(items) => {
                let (StructuralShape::Array(list), Some(b)) = (&from.shape, to.items()) else {
                    return;
                };
                let place = match &list.list_type {
                    Some(ListType::Map(keys)) => keys_size(list, keys).map(escaped),
                    _ => Some(BYTES_OF_A_POSITION),
                };
                let before = (self.found.bytes, self.found.unbounded.len());
                self.elements(count(from), "[]", place, |walk| walk.plan(items, &list.items, b));
                let is_lossy = before != (self.found.bytes, self.found.unbounded.len());
                if is_lossy && list.list_type == Some(ListType::Set) {
                    // If two elements become one, the whole list is kept.
                    self.leaf(size(from), size(to));
                }
            }
            Plan::Object(object) => self.object(object, from, to),
        }
    }

    /// A field that is an annotation there, or is kept in one if it cannot be.
    pub(super) fn text(&mut self, path: &str, field: &Structural) {
        self.below(path, |walk| walk.leaf(size(field), size(field)));
    }

    fn variants(&mut self, variants: &[NextVariant]) {
        let mut most = None;
        for variant in variants {
            if let (Direction::Up, NextVariant::Dropped { name, falls_back })
            | (Direction::Down, NextVariant::Added { name, falls_back }) = (self.direction, variant)
            {
                let bytes = (name.len() + falls_back.len() + 4) as u64;
                most = most.max(Some(bytes));
            }
        }
        if most.is_some() {
            self.leaf(most, Some(0));
        }
    }

    /// Adds the kept data of stand-ins; returns the number of additional bytes of each value that depends on one.
    fn stand_ins(&mut self, tag: &Tag) -> u64 {
        let mut most = 0;
        for (_, falls_back) in tag.lost_variants(self.direction) {
            let stand_in = Tag::stand_in(tag.stand_ins.to(self.direction), falls_back);
            // `[["…"],[{}]]`, as the tag was.
            let was = falls_back.len() as u64 + stand_in.map_or(2, |_| 12);
            if let Some(stand_in) = stand_in {
                self.below(stand_in.counterpart, |walk| walk.leaf(Some(was), Some(0)));
            }
            let tag = tag.names.from(self.direction).len();
            let counterpart = stand_in.map_or(0, |stand_in| stand_in.counterpart.len());
            // `,"was":…,"of":"…"`.
            most = most.max(was + tag.max(counterpart) as u64 + 16);
        }
        most
    }

    fn object(&mut self, plan: &ObjectPlan, from: &Structural, to: &Structural) {
        let bound = plan.tag.as_ref().map_or(0, |tag| self.stand_ins(tag));
        for member in plan.members.from(self.direction) {
            let Some(schema) = from.property(&member.name) else {
                continue;
            };
            match &member.becomes {
                Becomes::Claimed => {}
                Becomes::Lost { claims, .. } => {
                    let bytes = 1 + 2 * member.name.len() as u64 + bound;
                    self.within(&member.name, bytes, 1, |walk| walk.keep(schema, claims));
                }
                Becomes::Pair(there, number) => {
                    let Some(pair) = plan.pairs.get(*number) else {
                        continue;
                    };
                    if let Some(to) = to.property_at(*pair.places.to(self.direction)) {
                        self.below_renamed(&member.name, there, |walk| walk.plan(&pair.plan, schema, to));
                    }
                }
            }
        }
        for step in &plan.steps {
            let (sources, targets) = (step.paths.from(self.direction), step.paths.to(self.direction));
            // The entry for an empty object that gets a member from elsewhere.
            for target in targets.iter().filter(|target| target.len() > 1) {
                for _ in target {
                    self.leaf(Some(4), Some(0));
                }
            }
            match (&step.how, sources.as_slice(), targets.as_slice()) {
                (How::Move(plan), [source], [target]) => {
                    if let (Some(a), Some(b)) = (at(from, source), at(to, target)) {
                        let [source, target] = [source.join("."), target.join(".")];
                        self.below_renamed(&source, &target, |walk| walk.plan(plan, a, b));
                    }
                }
                (How::Compute(..), _, _) => {
                    let mut unbounded = targets
                        .iter()
                        .filter(|target| at(to, target).and_then(size).is_none());
                    let there = unbounded
                        .next()
                        .or(targets.first())
                        .map_or_else(String::new, |path| path.join("."));
                    // Each in a separate list.
                    let was = targets.iter().try_fold(2, |all: u64, target| {
                        let result = at(to, target).and_then(size)?;
                        Some(all.saturating_add(result).saturating_add(4))
                    });
                    for source in sources {
                        let value = at(from, source).and_then(size);
                        self.below_renamed(&source.join("."), &there, |walk| walk.leaf(value, was));
                    }
                }
                (How::Move(_), _, _) => {}
            }
        }
    }
}

fn at<'s>(schema: &'s Structural, path: &[Box<str>]) -> Option<&'s Structural> {
    path.iter().try_fold(schema, |schema, name| schema.member(name))
}

/// Whether an object may have members that the schema does not declare.
fn is_open(schema: &Structural, object: &Object) -> bool {
    schema.preserve_unknown_fields || object.additional.is_some() || object.embedded_resource
}

/// Returns the maximum number of elements of a list.
fn count(schema: &Structural) -> Option<u64> {
    schema
        .validation
        .max_items
        .and_then(|count| u64::try_from(count).ok())
}

/// Returns the size of the keys of an element as a JSON object.
fn keys_size(list: &Array, keys: &[Box<str>]) -> Option<u64> {
    keys.iter().try_fold(2, |all: u64, key| {
        let value = list.items.property(key).and_then(size)?;
        Some(all.saturating_add(value).saturating_add(key.len() as u64 + 4))
    })
}

/// Returns the size of JSON in a path, where quotes and backslashes get another backslash.
fn escaped(bytes: u64) -> u64 {
    bytes.saturating_mul(2).saturating_add(1)
}

/// Returns the maximum size of a value as JSON in bytes; `None` if it has no limit.
fn size(schema: &Structural) -> Option<u64> {
    // That of a nullable type is in `allOf`.
    let mut nested = schema.validation.all_of.iter();
    let values = schema.validation.enum_.as_deref();
    let values = values.or_else(|| nested.find_map(|nested| nested.validation.enum_.as_deref()));
    let most = match values {
        Some(values) => values.iter().map(|value| value.to_string().len() as u64).max(),
        None => unlisted_size(schema),
    };
    if schema.generic.nullable {
        return most.map(|most| most.max(4));
    }
    most
}

fn unlisted_size(schema: &Structural) -> Option<u64> {
    match &schema.shape {
        StructuralShape::Boolean => Some(5),
        StructuralShape::Integer => Some(BYTES_OF_AN_INTEGER),
        StructuralShape::Number => Some(BYTES_OF_A_NUMBER),
        StructuralShape::String => string_size(schema),
        StructuralShape::IntOrString { .. } => {
            string_size(schema).map(|bytes| bytes.max(BYTES_OF_AN_INTEGER))
        }
        StructuralShape::Any => None,
        StructuralShape::Array(array) => {
            let item = size(&array.items)?;
            Some(
                count(schema)?
                    .saturating_mul(item.saturating_add(1))
                    .saturating_add(2),
            )
        }
        StructuralShape::Object(object) if is_open(schema, object) => match object.additional {
            // Members that no schema allows.
            Some(Additional::Bool(false)) => Some(2),
            _ => None,
        },
        StructuralShape::Object(object) => {
            object
                .properties
                .iter()
                .try_fold(2, |all: u64, (name, property)| {
                    let bytes = size(property)?.saturating_add(2 * name.len() as u64 + 4);
                    Some(all.saturating_add(bytes))
                })
        }
    }
}

fn string_size(schema: &Structural) -> Option<u64> {
    let characters = match schema.validation.max_length {
        Some(length) => u64::try_from(length).ok()?,
        None => match &*schema.validation.format {
            "date" => 10,
            "ipv4" => 15,
            "ipv6" | "uuid" => 45,
            _ => return None,
        },
    };
    Some(characters.saturating_mul(BYTES_OF_A_CHARACTER).saturating_add(2))
}

#[cfg(test)]
mod tests {
    use super::{Direction, Walk};

    #[test]
    fn the_field_without_a_limit_is_named() {
        let mut walk = Walk::new(Direction::Up, "example.com", "v1");
        walk.other = "v2";
        walk.below("spec", |walk| {
            walk.below_renamed("seconds", "lockout", |walk| walk.leaf(Some(20), None));
            walk.below_renamed("note", "text", |walk| walk.leaf(None, None));
        });
        assert_eq!(walk.found.unbounded, ["v2: spec.lockout", "v1: spec.note"]);
    }

    #[test]
    fn sums_end_at_the_largest_number() {
        let mut walk = Walk::new(Direction::Up, "example.com", "v1");
        walk.elements(Some(u64::MAX), "[]", Some(u64::MAX), |walk| {
            walk.below("a", |walk| walk.leaf(Some(u64::MAX), Some(2)));
        });
        walk.leaf(Some(1), Some(1));
        assert_eq!(walk.found.bytes, u64::MAX);
        assert!(walk.found.unbounded.is_empty());
    }
}
