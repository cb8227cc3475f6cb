//! Generates the values that a rule distinguishes: with and without each member that it reads, and with the constants of the rules.

use serde_json::{Value, json};

use super::node::{is_read, texts_of};
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::{Array, ListType, Structural, StructuralShape};
use crate::samples::candidates::Constants;
use crate::samples::obliging::obliging;
use crate::values::{UnionChoice, ValueOptions, ValueStep, Values};

/// Maximum depth of the members that are changed.
const DEPTH: usize = 3;
/// Maximum number of branches of unions that are generated.
const MOST_BRANCHES: usize = 4;
/// The elements of a list are not equal, as sets and maps require it.
const DIFFERENT: ValueOptions = ValueOptions {
    optional_percent: 0,
    ..ValueOptions::WHOLE
};
/// Maximum number of elements of a list because of a number in a rule.
const MOST_ELEMENTS: i64 = 4;
/// Maximum number of values of a member.
const MOST_OPTIONS: usize = 8;

/// A member that is changed; `None` removes it.
struct Variable {
    steps: Vec<ValueStep>,
    options: Vec<Option<Value>>,
}

/// Generates values of a node until the caller has enough: the given one or else the smallest ones, and then those that differ from the
/// first in one member or in two.
pub(super) fn each(
    node: &Structural,
    schema: &JsonSchemaProps,
    given: Option<Value>,
    is_enough: &mut dyn FnMut(Value) -> bool,
) {
    let mut values = Values::new(0);
    let mut known: Vec<Value> = Vec::new();
    let smallest = if given.is_none() {
        &[ValueOptions::READABLE, ValueOptions::SMALLEST][..]
    } else {
        &[]
    };
    if let Some(value) = given {
        if is_enough(value.clone()) {
            return;
        }
        known.push(value);
    }
    for options in smallest {
        for number in 0..MOST_BRANCHES {
            let union_member = UnionChoice::Number(number);
            // Texts of patterns are random: equal values must have equal ones.
            values.reseed(0);
            let value = obliging(
                &mut values,
                node,
                ValueOptions {
                    union_member,
                    ..*options
                },
            );
            if known.contains(&value) {
                continue;
            }
            if is_enough(value.clone()) {
                return;
            }
            known.push(value);
        }
    }
    let read = ReadMembers {
        texts: texts_of(schema, ""),
        constants: Constants::of_rules(schema.rules().iter().map(|rule| &*rule.rule)),
    };
    let mut variables = Vec::new();
    read.collect(&mut values, node, &mut Vec::new(), &mut variables);
    let Some(first) = known.first() else { return };
    let mut changer = Changer { node, values };
    // The first values differ from one another in different members.
    for number in 0..MOST_OPTIONS {
        for one in &variables {
            let Some(option) = one.options.get(number) else {
                continue;
            };
            let changed = changer.with(first, &one.steps, option.as_ref());
            if changed.is_some_and(&mut *is_enough) {
                return;
            }
        }
    }
    for (at, one) in variables.iter().enumerate() {
        for option in &one.options {
            let Some(first) = changer.with(first, &one.steps, option.as_ref()) else {
                continue;
            };
            for other in variables.iter().skip(at + 1) {
                for option in &other.options {
                    let changed = changer.with(&first, &other.steps, option.as_ref());
                    if changed.is_some_and(&mut *is_enough) {
                        return;
                    }
                }
            }
        }
    }
}

/// The members that rules read, and the constants with which they compare them.
struct ReadMembers {
    texts: String,
    constants: Constants,
}

impl ReadMembers {
    /// Collects the members below a node, with the values that they may have.
    fn collect(
        &self,
        values: &mut Values,
        schema: &Structural,
        steps: &mut Vec<ValueStep>,
        found: &mut Vec<Variable>,
    ) {
        let is_required = |name: &str| {
            let mut required = schema.validation.required.iter().flatten();
            required.any(|required| **required == *name)
        };
        if steps.is_empty() {
            found.push(self.variable(values, schema, Vec::new(), steps));
        }
        for (name, member) in schema.properties().filter(|(name, _)| is_read(&self.texts, name)) {
            let absent = if is_required(name) { Vec::new() } else { vec![None] };
            self.below(
                values,
                member,
                absent,
                (ValueStep::Member(name.into()), steps),
                found,
            );
        }
        if let Some(items) = schema.items() {
            self.below(values, items, Vec::new(), (ValueStep::Element, steps), found);
        }
        if let Some(map_value) = schema.additional_schema() {
            self.below(values, map_value, Vec::new(), (ValueStep::MapValue, steps), found);
        }
    }

    fn below(
        &self,
        values: &mut Values,
        schema: &Structural,
        options: Vec<Option<Value>>,
        (step, steps): (ValueStep, &mut Vec<ValueStep>),
        found: &mut Vec<Variable>,
    ) {
        steps.push(step);
        found.push(self.variable(values, schema, options, steps));
        if steps.len() < DEPTH {
            self.collect(values, schema, steps, found);
        }
        steps.pop();
    }

    /// Returns the member at a place, with options beside those that are given.
    fn variable(
        &self,
        values: &mut Values,
        schema: &Structural,
        mut options: Vec<Option<Value>>,
        steps: &[ValueStep],
    ) -> Variable {
        let mut push = |value: Value| {
            let value = Some(value);
            if options.len() < MOST_OPTIONS && !options.contains(&value) {
                options.push(value);
            }
        };
        push(obliging(values, schema, ValueOptions::SMALLEST));
        for value in schema.validation.enum_.iter().flatten() {
            push(value.clone());
        }
        match &schema.shape {
            StructuralShape::Boolean => {
                push(true.into());
                push(false.into());
            }
            StructuralShape::IntOrString { .. } => {
                push(1.into());
                push("1".into());
            }
            StructuralShape::Array(array) => {
                push(Value::Array(Vec::new()));
                push(Value::Array(vec![obliging(
                    values,
                    &array.items,
                    ValueOptions::SMALLEST,
                )]));
                for pair in self.pairs(values, array) {
                    push(pair);
                }
                for list in self.lists(values, schema) {
                    push(list);
                }
            }
            StructuralShape::Object(_) => {
                if let Some(map_value) = schema.additional_schema() {
                    let value = obliging(values, map_value, ValueOptions::SMALLEST);
                    for key in self.keys() {
                        push(json!({ key: value.clone() }));
                    }
                    push(self.keys().map(|key| (key.to_owned(), value.clone())).collect());
                }
                if !schema.rules.is_empty() {
                    for value in with_one_member(values, schema) {
                        push(value);
                    }
                }
            }
            _ => {}
        }
        for value in self.constants.fitting(schema) {
            push(value.clone());
        }
        Variable {
            steps: steps.to_vec(),
            options,
        }
    }
}

impl ReadMembers {
    /// Returns the texts in quotes, which may be keys of maps.
    fn keys(&self) -> impl Iterator<Item = &str> {
        let is_quoted = |text: &&str| {
            let mut places = self.texts.match_indices(text);
            places.any(|(at, text)| {
                let before = self.texts.get(..at).unwrap_or_default();
                let after = self.texts.get(at + text.len()..).unwrap_or_default();
                before.ends_with(['\'', '"']) && after.starts_with(['\'', '"'])
            })
        };
        self.constants.texts().filter(is_quoted)
    }

    /// Returns lists with numbers of elements that the rules contain.
    fn lists(&self, values: &mut Values, schema: &Structural) -> Vec<Value> {
        let numbers = self.constants.numbers().filter_map(Value::as_i64);
        let few = numbers.filter(|count| (2..=MOST_ELEMENTS).contains(count));
        few.map(|count| {
            let mut several = schema.clone();
            several.validation.min_items = Some(count);
            several.validation.max_items = Some(count);
            obliging(values, &several, DIFFERENT)
        })
        .collect()
    }

    /// Returns lists of two objects, of which one has the members that are read or not, and the other has other values of required members
    /// or not.
    fn pairs(&self, values: &mut Values, array: &Array) -> Vec<Value> {
        let items = &*array.items;
        let smallest = obliging(values, items, ValueOptions::SMALLEST);
        let Value::Object(mut full) = smallest.clone() else {
            return Vec::new();
        };
        let mut other = full.clone();
        for (name, member) in items.properties().filter(|(name, _)| is_read(&self.texts, name)) {
            match other.get_mut(name) {
                Some(value) => {
                    if let Some(changed) = other_value(values, member, value) {
                        *value = changed;
                    }
                }
                None => {
                    full.insert(name.to_owned(), obliging(values, member, ValueOptions::SMALLEST));
                }
            }
        }
        let mut pairs = vec![
            json!([smallest, other]),
            json!([full, other]),
            json!([full, smallest]),
        ];
        if let Some(beside) = self.with_other_keys(values, array, &smallest) {
            pairs.push(json!([full, beside]));
        }
        pairs
    }
}

impl ReadMembers {
    /// Returns an element of a list of type `map` that rules do not distinguish from another one, because they read none of the keys that
    /// are different.
    fn with_other_keys(&self, values: &mut Values, array: &Array, element: &Value) -> Option<Value> {
        let Some(ListType::Map(keys)) = &array.list_type else {
            return None;
        };
        let key = keys.iter().find(|key| !is_read(&self.texts, key))?;
        let mut other = element.clone();
        let value = other.get_mut(&**key)?;
        *value = other_value(values, array.items.property(key)?, value)?;
        Some(other)
    }
}

/// Returns objects with each of the optional members alone, as rules require that one of several is present.
fn with_one_member(values: &mut Values, schema: &Structural) -> Vec<Value> {
    let Value::Object(smallest) = obliging(values, schema, ValueOptions::SMALLEST) else {
        return Vec::new();
    };
    let members = schema.properties();
    let optional = members.filter(|(name, _)| !smallest.contains_key(*name));
    optional
        .map(|(name, member)| {
            let mut object = smallest.clone();
            object.insert(name.to_owned(), obliging(values, member, ValueOptions::SMALLEST));
            Value::Object(object)
        })
        .collect()
}

/// Returns a value of a schema that is not this one.
fn other_value(values: &mut Values, schema: &Structural, value: &Value) -> Option<Value> {
    let of_enum = schema.validation.enum_.iter().flatten();
    let near = match value {
        Value::Bool(value) => Some((!value).into()),
        Value::Number(number) => number.as_i64().map(|number| number.saturating_add(1).into()),
        _ => None,
    };
    let readable = obliging(values, schema, ValueOptions::READABLE);
    let mut others = of_enum.cloned().chain([readable]).chain(near);
    others.find(|other| other != value)
}

/// Changes members of values.
struct Changer<'s> {
    node: &'s Structural,
    values: Values,
}

impl Changer<'_> {
    /// Returns a value with another member, whose parents are created.
    fn with(&mut self, value: &Value, steps: &[ValueStep], option: Option<&Value>) -> Option<Value> {
        let mut changed = value.clone();
        let mut schema = self.node;
        let mut at = &mut changed;
        for (number, step) in steps.iter().enumerate() {
            let is_last = number + 1 == steps.len();
            let below = match step {
                ValueStep::Member(name) => schema.member(name)?,
                ValueStep::Element => schema.items()?,
                ValueStep::MapValue => schema.additional_schema()?,
            };
            let key = match step {
                ValueStep::Member(name) => &**name,
                _ => "a",
            };
            if is_last && option.is_none() {
                at.as_object_mut()?.remove(key)?;
                return Some(changed);
            }
            at = match step {
                ValueStep::Element => {
                    let elements = at.as_array_mut()?;
                    if elements.is_empty() {
                        elements.push(obliging(&mut self.values, below, ValueOptions::SMALLEST));
                    }
                    elements.first_mut()?
                }
                _ => {
                    let members = at.as_object_mut()?;
                    let values = &mut self.values;
                    let known = matches!(step, ValueStep::MapValue)
                        .then(|| members.keys().next().cloned())
                        .flatten();
                    let key = known.unwrap_or_else(|| key.to_owned());
                    members
                        .entry(key)
                        .or_insert_with(|| obliging(values, below, ValueOptions::SMALLEST))
                }
            };
            schema = below;
        }
        *at = option?.clone();
        (changed != *value).then_some(changed)
    }
}

/// Collects the keys of the maps in a value.
pub(super) fn map_keys(schema: &Structural, value: &Value, keys: &mut Vec<String>) {
    for (name, member) in value.as_object().into_iter().flatten() {
        if schema.property(name).is_none() {
            keys.push(name.clone());
        }
        if let Some(schema) = schema.member(name) {
            map_keys(schema, member, keys);
        }
    }
    if let Some(items) = schema.items() {
        for element in value.as_array().into_iter().flatten() {
            map_keys(items, element, keys);
        }
    }
}
