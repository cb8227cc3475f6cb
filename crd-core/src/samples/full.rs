//! Generates a full object: with as many optional members as can be combined, and the version with only the required ones.

use serde_json::Value;

use super::candidates::Constants;
use super::obliging::oblige;
use super::repair::{about, steps_to};
use super::shrink::shrink;
use super::{SampleError, Samples};
use crate::model::field::{FieldError, FieldPath};
use crate::model::map::json_object;
use crate::model::structural::Structural;
use crate::values::{
    PlacedValue, UnionChoice, ValueOptions, Values, node_at, remove_at, value_at, value_at_mut,
};

/// Maximum number of objects that are validated to find a full one: fewer for large objects, because validation takes
/// time in proportion to their size.
const MOST_JUDGED: usize = 300;
const MOST_JUDGED_TEXT: usize = 4 << 20;

fn most_judged(object: &Value) -> usize {
    let size = object.to_string().len().max(1);
    (MOST_JUDGED_TEXT / size).clamp(20, MOST_JUDGED)
}

/// Maximum number of members of a union that are tried.
const MOST_UNION_MEMBERS: usize = 4;

/// Maximum number of values of a member that are tried.
const MOST_VALUES: usize = 8;

/// A full object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FullSample {
    /// The object with every member that can be combined with the others.
    pub object: Value,
    /// The object with only the required members; its values are those of the full object.
    pub required: Value,
    /// The members that are not commented out: the required ones, and one of each object that would be empty without it.
    pub(super) uncommented: Value,
}

impl Samples {
    /// Returns an object with as many optional members as can be combined. Both it and the object without these members
    /// are accepted.
    ///
    /// # Errors
    ///
    /// If none is found; the error has the violated restrictions.
    pub fn full(&mut self) -> Result<FullSample, SampleError> {
        let smallest = self.smallest()?;
        let object = match self.fullest() {
            Ok(object) => object,
            Err(refused) => self.grown(smallest.clone(), &refused),
        };
        let required = restricted(&object, &smallest);
        let is_admitted = |object: &Value| self.resource.errors(object).is_empty();
        let required = if is_admitted(&required) {
            required
        } else {
            shrink(&object, &FieldPath::default().child("spec"), is_admitted)
        };
        // One member is kept where all would be commented out, because YAML cannot represent an empty value that way.
        let uncommented = [EmptyLists::Filled, EmptyLists::Kept]
            .into_iter()
            .map(|lists| filled(Some(self.schema()), &object, &required, lists))
            .find(is_admitted)
            .unwrap_or_else(|| required.clone());
        Ok(FullSample {
            object,
            required,
            uncommented,
        })
    }

    /// Generates the full object and removes as few rejected parts as possible.
    ///
    /// # Errors
    /// The object that is still rejected.
    fn fullest(&mut self) -> Result<Value, Value> {
        let options = ValueOptions {
            optional_percent: 100,
            ..ValueOptions::READABLE
        };
        let resource = &self.resource;
        self.values.reseed(0);
        let mut whole = self.values.value(resource.admission.schema(), options);
        oblige(&mut self.values, resource.admission.schema(), &mut whole);
        if let Some(members) = whole.as_object_mut() {
            members.remove("metadata");
            members.remove("status");
        }
        let placed = PlacedValue {
            whole,
            place: FieldPath::default(),
        };
        let mut object = resource.complete(placed).whole;
        let mut errors = resource.errors(&object);
        let mut judged = 1;
        let most = most_judged(&object);
        while !errors.is_empty() {
            let mut tried = errors.iter().flat_map(|error| {
                self.reductions(&object, error)
                    .into_iter()
                    .map(move |next| (error, next))
            });
            // A change that removes another error than the one that it is for may remove more than necessary.
            let mut other = None;
            let found = loop {
                let Some((error, next)) = tried.next().filter(|_| judged < most) else {
                    break other;
                };
                judged += 1;
                let left = self.resource.errors(&next);
                if left.len() < errors.len() {
                    if !left.iter().any(|left| about(left) == about(error)) {
                        break Some((next, left));
                    }
                    other.get_or_insert((next, left));
                }
            };
            match found {
                Some(found) => (object, errors) = found,
                None => return Err(object),
            }
        }
        Ok(object)
    }

    /// Adds to an accepted object the members of another one that can be combined with its own. Where the whole value of a
    /// member is refused, its smallest value is added, and then what of the rest can be combined with that.
    fn grown(&self, mut object: Value, other: &Value) -> Value {
        let mut judged = 0;
        let most = most_judged(other);
        let mut waiting = vec![FieldPath::default()];
        while let Some(place) = waiting.pop() {
            let (Some(Value::Object(more)), Some(Value::Object(members))) =
                (value_at(other, &place), value_at(&object, &place))
            else {
                continue;
            };
            let known: Vec<&String> = more.keys().filter(|name| members.contains_key(*name)).collect();
            waiting.extend(known.into_iter().map(|name| place.clone().child(name)));
            let new: Vec<String> = more
                .keys()
                .filter(|name| !members.contains_key(*name))
                .cloned()
                .collect();
            for name in new {
                judged += 1;
                if judged > most {
                    return object;
                }
                let mut tried = object.clone();
                let (Some(here), Some(value)) = (
                    value_at_mut(&mut tried, &place).and_then(Value::as_object_mut),
                    more.get(&name),
                ) else {
                    continue;
                };
                here.insert(name.clone(), value.clone());
                if self.resource.errors(&tried).is_empty() {
                    object = tried;
                } else if let Some(smaller) = self.with_smallest(&tried, &place.clone().child(&name)) {
                    object = smaller;
                    waiting.push(place.clone().child(&name));
                }
            }
        }
        object
    }

    /// Returns the object with the smallest value at a place, if that is accepted.
    fn with_smallest(&self, object: &Value, place: &FieldPath) -> Option<Value> {
        let node = node_at(self.schema(), &steps_to(&place.segments))?;
        let mut values = Values::new(0);
        (0..MOST_UNION_MEMBERS).find_map(|number| {
            let mut value = values.value(
                node,
                ValueOptions {
                    union_member: UnionChoice::Number(number),
                    ..ValueOptions::READABLE
                },
            );
            oblige(&mut values, node, &mut value);
            let mut changed = object.clone();
            *value_at_mut(&mut changed, place)? = value;
            self.resource.errors(&changed).is_empty().then_some(changed)
        })
    }

    /// Returns variants of the object with a part removed or a value replaced at the place of an error; inner places first.
    fn reductions(&self, object: &Value, error: &FieldError) -> Vec<Value> {
        let place = error.value_path();
        let mut found = Vec::new();
        let mut values = Values::new(0);
        for up in 0..place.segments.len() {
            let here = place.ancestor(up);
            if up == 0
                && let Some(Value::Object(members)) = value_at(object, &here)
            {
                for name in members.keys() {
                    found.extend(without(object, &here.clone().child(name)));
                }
                self.other_members(object, &here, &mut found);
            }
            if let Some(node) = node_at(self.schema(), &steps_to(&here.segments)) {
                for options in [ValueOptions::READABLE, ValueOptions::SMALLEST] {
                    let mut changed = object.clone();
                    if let Some(value) = value_at_mut(&mut changed, &here) {
                        *value = values.value(node, options);
                        found.push(changed);
                    }
                }
            }
            found.extend(without(object, &here));
        }
        found
    }
}

impl Samples {
    /// Adds variants of the object with other values of the members of a place: those from enums and from rules of the place.
    fn other_members(&self, object: &Value, here: &FieldPath, found: &mut Vec<Value>) {
        let Some(node) = node_at(self.schema(), &steps_to(&here.segments)) else {
            return;
        };
        let constants = Constants::of_rules(node.rules.iter().map(|rule| &*rule.rule));
        for (name, property) in node.properties() {
            let listed = property.validation.enum_.iter().flatten();
            for value in listed.chain(constants.fitting(property)).take(MOST_VALUES) {
                let mut changed = object.clone();
                if let Some(member) = value_at_mut(&mut changed, &here.clone().child(name)) {
                    *member = value.clone();
                    found.push(changed);
                }
            }
        }
    }
}

fn without(object: &Value, place: &FieldPath) -> Option<Value> {
    let mut changed = object.clone();
    remove_at(&mut changed, place).then_some(changed)
}

/// Restricts a value to the members that another one has.
fn restricted(full: &Value, small: &Value) -> Value {
    match (full, small) {
        (Value::Object(full), Value::Object(small)) => {
            let mut both = full.iter().filter_map(|(name, value)| {
                let other = small.get(name)?;
                Some((name.clone(), restricted(value, other)))
            });
            json_object(&mut both)
        }
        (Value::Array(full), Value::Array(small)) => {
            let both = full
                .iter()
                .zip(small)
                .map(|(full, small)| restricted(full, small));
            Value::Array(both.collect())
        }
        _ => full.clone(),
    }
}

/// Whether an empty list, in which all elements would be commented out, is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EmptyLists {
    Filled,
    Kept,
}

/// Returns the smaller of two objects, with a member of the full one in each empty object, and an element in each empty
/// list if lists are filled.
fn filled(schema: Option<&Structural>, full: &Value, small: &Value, lists: EmptyLists) -> Value {
    match (full, small) {
        (Value::Object(full), Value::Object(small)) => {
            let mut both = small.iter().filter_map(|(name, value)| {
                let schema = schema.and_then(|schema| schema.member(name));
                Some((name.clone(), filled(schema, full.get(name)?, value, lists)))
            });
            let both = json_object(&mut both);
            if both.as_object().is_some_and(serde_json::Map::is_empty) {
                let first = full.iter().take(1);
                return json_object(&mut first.map(|(name, value)| (name.clone(), value.clone())));
            }
            both
        }
        (Value::Array(full), Value::Array(small)) => {
            let items = schema.and_then(Structural::items);
            let mut both: Vec<Value> = full
                .iter()
                .zip(small)
                .map(|(full, small)| filled(items, full, small, lists))
                .collect();
            if let (EmptyLists::Filled, [], Some(first)) = (lists, &*both, full.first()) {
                let needed = filled(items, first, &needed(items, first), lists);
                both.push(needed);
            }
            Value::Array(both)
        }
        _ => small.clone(),
    }
}

/// Restricts a value to the members that its schema requires.
fn needed(schema: Option<&Structural>, full: &Value) -> Value {
    match full {
        Value::Object(members) => {
            let required = schema.and_then(|schema| schema.validation.required.as_deref());
            let required = members
                .iter()
                .filter(|(name, _)| required.is_some_and(|required| required.iter().any(|r| **r == **name)));
            json_object(&mut required.map(|(name, value)| {
                let schema = schema.and_then(|schema| schema.member(name));
                (name.clone(), needed(schema, value))
            }))
        }
        Value::Array(elements) => {
            let items = schema.and_then(Structural::items);
            elements.iter().map(|element| needed(items, element)).collect()
        }
        _ => full.clone(),
    }
}
