//! Repairs objects that rules reject: members beside a fixed value are generated again until the object is accepted.
//!
//! ```text
//! object   {spec: {size: 6, least: 3, most: 0}}         rule  self.least <= self.most, rejected at spec
//! changes  another spec, spec without `least`, spec with another `most`, …
//! object   {spec: {size: 6, least: 0, most: 0}}         admitted
//! ```

use crate::model::sort::sort;
use std::cmp::Ordering;

use serde_json::Value;

use super::candidates::{self, Constants};
use super::combinations;
use super::obliging::{oblige, obliging};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::structural::{Structural, StructuralShape};
use crate::values::{
    PlacedValue, UnionChoice, ValueOptions, ValueStep, Values, is_within, node_at, value_at, value_at_mut,
    values_in,
};

/// Maximum number of objects that are validated to repair one, and to repair all of a version.
const MOST_FOR_ONE: usize = 400;
const MOST_FOR_ALL: usize = 60_000;
/// Maximum number of values in the objects that are validated to repair one, so that large ones do not take long.
const MOST_VALUES: usize = 40_000;
/// Maximum number of constants of rules that are tried for a member.
const MOST_CONSTANTS: usize = 12;

/// State that is shared by the repairs of objects of a version.
#[derive(Default)]
pub(crate) struct Surroundings {
    /// An accepted whole object.
    admitted: Option<Value>,
    /// Number of objects that were validated.
    judged: usize,
}

#[cfg(feature = "compat")]
impl Surroundings {
    /// Whether an accepted object was found, which may have more members than needed.
    pub(crate) fn are_known(&self) -> bool {
        self.admitted.is_some()
    }

    /// Number of objects that were validated so far.
    pub(crate) fn judged(&self) -> usize {
        self.judged
    }
}

/// A value of an object that must not change.
#[derive(Clone, Copy)]
pub(crate) struct FixedValue<'a> {
    /// The node of the value.
    pub(crate) steps: &'a [ValueStep],
    /// The value, or `None` if it must be absent.
    pub(crate) value: Option<&'a Value>,
}

/// The repair of objects of a version.
pub(crate) struct Repair<'a> {
    /// The schema of objects.
    pub(crate) schema: &'a Structural,
    /// The value that must not change; everything may change if it is `None`.
    pub(crate) kept: Option<FixedValue<'a>>,
    /// Options for generating the smallest values.
    pub(crate) smallest: ValueOptions,
    /// Constants of rules.
    pub(crate) constants: &'a Constants,
    /// Returns the errors of an object.
    pub(crate) judge: &'a dyn Fn(&PlacedValue) -> Vec<FieldError>,
    /// Adds the members that every object has.
    pub(crate) complete: &'a dyn Fn(PlacedValue) -> PlacedValue,
}

/// Returns options for generating values again, the smallest first.
fn value_options(smallest: ValueOptions) -> impl Iterator<Item = ValueOptions> {
    let smallest = (0..4).map(move |number| ValueOptions {
        union_member: UnionChoice::Number(number),
        ..smallest
    });
    let some = [30, 50, 80].map(|optional_percent| ValueOptions {
        optional_percent,
        ..ValueOptions::WHOLE
    });
    let edges = ValueOptions {
        optional_percent: 40,
        ..ValueOptions::EDGES
    };
    smallest.chain(some).chain([edges])
}

/// Returns the identity of an error.
pub(super) fn about(error: &FieldError) -> (&FieldPath, Option<&FieldPath>) {
    let keyword = error.origin.as_ref().map(|origin| &*origin.keyword);
    (error.value_path(), keyword)
}

/// Counts errors, and whether there may be more: rules do not run on objects that violate the schema. An object is better if the rules
/// run on it, and then if it has fewer errors.
fn count(errors: &[FieldError]) -> (bool, usize) {
    (
        errors.iter().any(|error| error.rule == rules::OBJ_12),
        errors.len(),
    )
}

/// The effect of a change on the errors.
enum ErrorProgress {
    /// There are fewer.
    Better,
    /// There are as many, and not seen before: another change may remove them.
    Other,
    None,
}

/// A change of an object at a place.
enum RepairChange<'s> {
    /// Of a member, which is removed if it is `None`.
    Member(&'s str, Option<Value>),
    /// Of the name of the object.
    Name(String),
    /// Of the value at the place, which is generated with a seed and options.
    Another(u64, ValueOptions),
    /// Of the list with the fixed value, which has one more element.
    Longer,
}

/// An object with its errors, of which one is to be removed.
#[derive(Clone, Copy)]
struct RepairStep<'a> {
    object: &'a PlacedValue,
    errors: &'a [FieldError],
    /// The number of validated objects at which the search ends.
    most: usize,
    /// The sets of errors of the objects before.
    seen: &'a [String],
}

impl RepairStep<'_> {
    /// Compares the errors that are left with those before, one of which the change was to remove.
    fn progress(self, left: &[FieldError], error: &FieldError) -> ErrorProgress {
        if left.iter().any(|other| about(other) == about(error)) {
            return ErrorProgress::None;
        }
        match count(left).cmp(&count(self.errors)) {
            Ordering::Less => ErrorProgress::Better,
            Ordering::Equal if !self.seen.contains(&subjects(left)) => ErrorProgress::Other,
            Ordering::Equal | Ordering::Greater => ErrorProgress::None,
        }
    }
}

/// Returns the identity of a set of errors.
fn subjects(errors: &[FieldError]) -> String {
    let mut texts: Vec<String> = errors.iter().map(|error| format!("{:?}", about(error))).collect();
    sort(&mut texts);
    texts.join("\n")
}

impl Repair<'_> {
    /// Returns an accepted object with the same value at the same node.
    ///
    /// # Errors
    /// If none is found: the errors of the best one.
    pub(crate) fn run(
        &self,
        placed: PlacedValue,
        values: &mut Values,
        surroundings: &mut Surroundings,
    ) -> Result<PlacedValue, Vec<FieldError>> {
        let mut errors = self.errors(&placed, surroundings);
        if errors.is_empty() {
            return Ok(placed);
        }
        let mut object = placed;
        if let (Some(known), Some(_)) = (&surroundings.admitted, self.kept) {
            let merged = PlacedValue {
                whole: merged(known, &object.whole, &object.place.segments),
                place: object.place.clone(),
            };
            let errors_there = self.errors(&merged, surroundings);
            if count(&errors_there) < count(&errors) {
                (object, errors) = (merged, errors_there);
            }
        }
        let most_for_one = MOST_FOR_ONE.min(MOST_VALUES / values_in(&object.whole));
        let most = (surroundings.judged + most_for_one).min(MOST_FOR_ALL);
        let mut seen = vec![subjects(&errors)];
        while !errors.is_empty() {
            if self.is_fixed_value_rejected(&object, &errors) {
                return Err(errors);
            }
            let step = RepairStep {
                object: &object,
                errors: &errors,
                most,
                seen: &seen,
            };
            match self.better(step, values, surroundings) {
                Some(found) => {
                    (object, errors) = found;
                    seen.push(subjects(&errors));
                }
                None => return Err(errors),
            }
        }
        let with_status = object.place.segments.first();
        if !with_status.is_some_and(|first| first.is_field("status")) {
            surroundings.admitted = Some(object.whole.clone());
        }
        Ok(object)
    }

    /// Whether the fixed value is rejected by its own schema or rules, whatever is around it. What a union around it says of the value
    /// can depend on other members.
    pub(crate) fn is_fixed_value_rejected(&self, object: &PlacedValue, errors: &[FieldError]) -> bool {
        const UNIONS: [&str; 3] = ["anyOf", "oneOf", "not"];
        let is_fixed = self.kept.is_some_and(|kept| kept.value.is_some());
        is_fixed
            && errors.iter().any(|error| {
                let (place, keyword) = about(error);
                is_within(&place.segments, &object.place.segments)
                    && keyword.is_some_and(|keyword| {
                        let is_union = |step: &Segment| UNIONS.iter().any(|name| step.is_field(name));
                        !keyword.segments.iter().any(is_union)
                    })
            })
    }

    fn errors(&self, object: &PlacedValue, surroundings: &mut Surroundings) -> Vec<FieldError> {
        surroundings.judged += 1;
        (self.judge)(object)
    }

    /// Finds an object with fewer errors, by one change; or else one with as many errors that were not seen yet.
    fn better(
        &self,
        step: RepairStep<'_>,
        values: &mut Values,
        surroundings: &mut Surroundings,
    ) -> Option<(PlacedValue, Vec<FieldError>)> {
        let RepairStep {
            object, errors, most, ..
        } = step;
        let mut sideways = None;
        for error in errors {
            let (place, _) = about(error);
            // Errors of the value itself must not be repaired.
            if self.kept.is_some() && is_within(&place.segments, &object.place.segments) {
                continue;
            }
            let Some(schema) = node_at(self.schema, &steps_to(&place.segments)) else {
                continue;
            };
            for change in self.changes(object, place, schema, values) {
                if surroundings.judged >= most {
                    return None;
                }
                let Some(changed) = self.changed(object, place, schema, change, values) else {
                    continue;
                };
                let changed = (self.complete)(changed);
                let left = self.errors(&changed, surroundings);
                match step.progress(&left, error) {
                    ErrorProgress::Better => return Some((changed, left)),
                    ErrorProgress::Other if sideways.is_none() => sideways = Some((changed, left)),
                    ErrorProgress::Other | ErrorProgress::None => {}
                }
            }
        }
        let found = self.better_with_constants(step, values, surroundings);
        let found = found.or_else(|| self.better_by_rules(step, values, surroundings, &mut sideways));
        found.or(sideways)
    }

    /// Finds an object with fewer errors, by changing the fields that a violated rule uses.
    fn better_by_rules(
        &self,
        step: RepairStep<'_>,
        values: &mut Values,
        surroundings: &mut Surroundings,
        sideways: &mut Option<(PlacedValue, Vec<FieldError>)>,
    ) -> Option<(PlacedValue, Vec<FieldError>)> {
        let RepairStep {
            object, errors, most, ..
        } = step;
        for error in errors {
            let (place, keyword) = about(error);
            let node = node_at(self.schema, &steps_to(&place.segments));
            let Some((node, rule)) = node.and_then(|node| Some((node, rule_of(node, keyword?)?))) else {
                continue;
            };
            let Some(here) = value_at(&object.whole, place) else {
                continue;
            };
            let around = self
                .kept
                .filter(|_| is_within(&object.place.segments, &place.segments));
            let kept = around.map(|kept| kept.steps.get(place.segments.len()..).unwrap_or_default());
            for value in combinations::of_rule(values, node, rule, here, kept) {
                if surroundings.judged >= most {
                    return None;
                }
                let mut changed = object.clone();
                *value_at_mut(&mut changed.whole, place)? = value;
                let changed = (self.complete)(changed);
                let left = self.errors(&changed, surroundings);
                match step.progress(&left, error) {
                    ErrorProgress::Better => return Some((changed, left)),
                    ErrorProgress::Other if sideways.is_none() => *sideways = Some((changed, left)),
                    ErrorProgress::Other | ErrorProgress::None => {}
                }
            }
        }
        None
    }

    /// Finds an object with fewer errors, by changing one value to a constant of a rule, or to a value with members
    /// that rules use.
    fn better_with_constants(
        &self,
        step: RepairStep<'_>,
        values: &mut Values,
        surroundings: &mut Surroundings,
    ) -> Option<(PlacedValue, Vec<FieldError>)> {
        let RepairStep {
            object, errors, most, ..
        } = step;
        if self.constants.are_none() {
            return None;
        }
        for error in errors {
            let (place, _) = about(error);
            let is_around = self.kept.is_some() && is_within(&object.place.segments, &place.segments);
            let is_kept = self.kept.is_some() && is_within(&place.segments, &object.place.segments);
            let Some(node) = node_at(self.schema, &steps_to(&place.segments)) else {
                continue;
            };
            if is_around || is_kept {
                continue;
            }
            let constants = Constants::of_rules(node.rules.iter().map(|rule| &*rule.rule));
            for value in candidates::of_node(values, node, &constants) {
                let mut changed = object.clone();
                let Some(here) = value_at_mut(&mut changed.whole, place) else {
                    break;
                };
                *here = value;
                if surroundings.judged >= most {
                    return None;
                }
                let changed = (self.complete)(changed);
                let left = self.errors(&changed, surroundings);
                if count(&left) < count(errors) {
                    return Some((changed, left));
                }
            }
        }
        None
    }

    /// Returns changes of an object at one place: of one of its members, or of its value.
    fn changes<'s>(
        &self,
        object: &PlacedValue,
        place: &FieldPath,
        schema: &'s Structural,
        values: &mut Values,
    ) -> Vec<RepairChange<'s>> {
        let mut changes = Vec::new();
        if self.kept.is_some() {
            changes.push(RepairChange::Longer);
        }
        if let StructuralShape::Object(shape) = &schema.shape {
            let on_the_way = self
                .kept
                .and(object.place.segments.get(place.segments.len()))
                .and_then(Segment::name);
            for (name, member) in shape.properties.iter() {
                if on_the_way != Some(name) {
                    changes.push(RepairChange::Member(name, None));
                    let made = value_options(self.smallest)
                        .step_by(2)
                        .map(|options| obliging(values, member, options));
                    let mut made: Vec<Value> = made.collect();
                    made.extend(self.constants.fitting(member).take(MOST_CONSTANTS).cloned());
                    changes.extend(
                        made.into_iter()
                            .map(|made| RepairChange::Member(name, Some(made))),
                    );
                }
            }
        }
        if place.segments.is_empty() {
            let names = self.constants.texts().take(MOST_CONSTANTS);
            changes.extend(names.map(|name| RepairChange::Name(name.to_owned())));
        }
        let options = value_options(self.smallest).chain(value_options(self.smallest).skip(4));
        changes.extend(
            (1_u64..)
                .zip(options)
                .map(|(seed, options)| RepairChange::Another(seed, options)),
        );
        changes
    }

    /// Returns an object with a change at a place; `None` if it cannot be made.
    fn changed(
        &self,
        object: &PlacedValue,
        place: &FieldPath,
        schema: &Structural,
        change: RepairChange<'_>,
        values: &mut Values,
    ) -> Option<PlacedValue> {
        match change {
            RepairChange::Member(name, member) => with_member(object, place, name, member),
            RepairChange::Name(name) => with_name(object, &name),
            RepairChange::Longer => self.with_element(object, place, schema, values),
            RepairChange::Another(seed, options) => {
                values.reseed(seed);
                self.with_another(object, place, schema, options, values)
            }
        }
    }

    /// Adds an element to the list below a place that has the fixed value, since a rule may require another one.
    fn with_element(
        &self,
        object: &PlacedValue,
        place: &FieldPath,
        schema: &Structural,
        values: &mut Values,
    ) -> Option<PlacedValue> {
        let way = &object.place.segments;
        let is_element = |at: &usize| matches!(way.get(*at), Some(Segment::Index(_)));
        let at = (place.segments.len()..way.len()).find(is_element)?;
        let list = object.place.ancestor(way.len() - at);
        let items = node_at(self.schema, &steps_to(&list.segments))?.items()?;
        let mut changed = object.clone();
        let kept = value_at(&object.whole, &object.place)?;
        let elements = value_at_mut(&mut changed.whole, &list)?.as_array_mut()?;
        elements.push(obliging(values, items, self.smallest));
        oblige(values, schema, value_at_mut(&mut changed.whole, place)?);
        *value_at_mut(&mut changed.whole, &object.place)? = kept.clone();
        Some(changed)
    }

    /// Replaces the value at a place, except for the fixed value.
    fn with_another(
        &self,
        object: &PlacedValue,
        place: &FieldPath,
        schema: &Structural,
        options: ValueOptions,
        values: &mut Values,
    ) -> Option<PlacedValue> {
        let around = self
            .kept
            .filter(|_| is_within(&object.place.segments, &place.segments));
        let inner = match around {
            Some(kept) => {
                let rest = kept.steps.get(place.segments.len()..).unwrap_or_default();
                let mut inner = values.value_at(schema, rest, kept.value, options)?;
                oblige(values, schema, &mut inner.whole);
                if let Some(value) = kept.value {
                    *value_at_mut(&mut inner.whole, &inner.place)? = value.clone();
                }
                inner
            }
            None => PlacedValue {
                whole: obliging(values, schema, options),
                place: FieldPath::default(),
            },
        };
        let mut changed = object.clone();
        *value_at_mut(&mut changed.whole, place)? = inner.whole;
        if around.is_some() {
            changed.place.segments.truncate(place.segments.len());
            changed.place.segments.extend(inner.place.segments);
        }
        Some(changed)
    }
}

/// Returns the rule that a keyword points to.
fn rule_of<'s>(node: &'s Structural, keyword: &FieldPath) -> Option<&'s str> {
    let mut steps = keyword.segments.windows(2);
    let number = steps.find_map(|pair| match pair {
        [rules, Segment::Index(number)] if rules.is_field("x-kubernetes-validations") => Some(*number),
        _ => None,
    })?;
    Some(&node.rules.get(number)?.rule)
}

/// Returns the steps to the value at a place.
pub(super) fn steps_to(place: &[Segment]) -> Vec<ValueStep> {
    let step = |segment: &Segment| match segment.name() {
        Some(name) => ValueStep::Member(name.into()),
        None => ValueStep::Element,
    };
    place.iter().map(step).collect()
}

/// Replaces or removes a member at a place; `None` if it is to be removed and already absent.
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

/// Changes the name of the object, which rules of the whole object may restrict.
fn with_name(object: &PlacedValue, name: &str) -> Option<PlacedValue> {
    let mut changed = object.clone();
    let metadata = changed.whole.get_mut("metadata")?.as_object_mut()?;
    metadata.insert("name".to_owned(), name.into());
    Some(changed)
}

/// Returns a known object with the values that another one has on the path to a place.
fn merged(known: &Value, other: &Value, way: &[Segment]) -> Value {
    let Some((first, rest)) = way.split_first() else {
        return other.clone();
    };
    if let (Segment::Index(at), Value::Array(elements), Value::Array(others)) = (first, known, other) {
        let mut elements = elements.clone();
        return match (elements.get_mut(*at), others.get(*at)) {
            (Some(here), Some(there)) => {
                *here = merged(here, there, rest);
                Value::Array(elements)
            }
            _ => other.clone(),
        };
    }
    let (Some(name), Some(members)) = (first.name(), known.as_object()) else {
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
