//! Generates values of a node that may be rejected after a change: small ones, those at bounds, with and without each
//! member, and those that occur in rules and schemas.

use std::collections::BTreeSet;

use crd_cel::regex::Sampler;
use serde_json::Value;

use crate::model::schema::rule::words;
use crate::model::structural::{Structural, StructuralShape};
use crate::values::{Random, UnionChoice, ValueOptions, Values};

/// Maximum number of members that are set one by one.
const MOST_MEMBERS: usize = 32;
/// Maximum number of candidates of a node.
const MOST: usize = 260;

/// Values that occur in rules and schemas.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    values: Vec<Value>,
    /// The source of the rules, to find the members that they use.
    rules: String,
}

impl Constants {
    /// Collects the constants of rules: strings, and numbers with their neighbours.
    pub(crate) fn of_rules<'r>(rules: impl IntoIterator<Item = &'r str>) -> Self {
        let mut constants = Constants::default();
        for rule in rules {
            constants.add(rule);
        }
        constants.values.dedup();
        constants
    }

    /// Whether there are no constants.
    pub(crate) fn are_none(&self) -> bool {
        self.rules.is_empty()
    }

    fn add(&mut self, rule: &str) {
        self.rules.push_str(rule);
        self.rules.push('\n');
        let mut rest = rule;
        while let Some(at) = rest.find(['\'', '"']) {
            let (before, after) = rest.split_at(at);
            self.add_numbers(before);
            let quote = after.chars().next().unwrap_or('\'');
            let Some(inside) = after.get(1..) else { break };
            let Some(end) = inside.find(quote) else { break };
            let (text, after) = inside.split_at(end);
            if before.ends_with("matches(") {
                self.add_matching(&text.replace("\\\\", "\\"));
            } else if before.ends_with("matches(r") {
                self.add_matching(text);
            }
            self.values.push(text.into());
            self.values.push(format!("{text}a").into());
            rest = after.get(1..).unwrap_or_default();
        }
        self.add_numbers(rest);
    }

    /// Adds strings that match a pattern.
    fn add_matching(&mut self, pattern: &str) {
        let Ok(sampler) = Sampler::new(pattern) else {
            return;
        };
        let mut random = Random::new(0);
        for _ in 0..3 {
            let mut text = String::new();
            sampler.sample(&mut |limit| random.below(limit), &mut text);
            self.values.push(text.into());
        }
    }

    fn add_numbers(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.') {
            if let Ok(number) = word.parse::<i64>() {
                for near in [number, number.saturating_add(1), number.saturating_sub(1)] {
                    self.values.push(near.into());
                }
                // A number may be a size.
                for size in [number, number.saturating_add(1)] {
                    if let Ok(size @ 0..=300) = usize::try_from(size) {
                        self.values.push("a".repeat(size).into());
                    }
                }
            } else if let Ok(number) = word.parse::<f64>()
                && word.contains('.')
            {
                self.values
                    .extend([number, number + 0.5, number - 0.5].map(Value::from));
            }
        }
    }

    fn names(&self, member: &str) -> bool {
        words(&self.rules).any(|word| word == member)
    }

    /// Returns the strings.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(Value::as_str)
    }

    /// Returns the constants that are numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Value> {
        self.values.iter().filter(|value| value.is_number())
    }

    /// Returns the constants of the types that a schema may accept.
    pub(crate) fn fitting<'c>(&'c self, schema: &'c Structural) -> impl Iterator<Item = &'c Value> {
        self.values.iter().filter(move |value| match &schema.shape {
            StructuralShape::String => value.is_string(),
            StructuralShape::Integer => value.is_i64() || value.is_u64(),
            StructuralShape::Number => value.is_number(),
            StructuralShape::IntOrString { .. } => value.is_string() || value.is_i64(),
            StructuralShape::Any => true,
            _ => false,
        })
    }
}

/// Generates the smallest value, and some at the bounds.
pub(crate) fn few(values: &mut Values, schema: &Structural) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    values.reseed(1);
    let value_options = [
        ValueOptions::SMALLEST,
        ValueOptions {
            optional_percent: 0,
            ..ValueOptions::EDGES
        },
        ValueOptions::EDGES,
        ValueOptions::WHOLE,
    ];
    for options in value_options {
        let value = values.value(schema, options);
        if !found.contains(&value) {
            found.push(value);
        }
    }
    if matches!(schema.shape, StructuralShape::Boolean) {
        found = vec![true.into(), false.into()];
    }
    found
}

/// Returns a value with null for each member that may be null, at any depth; `None` if there is no such member.
#[cfg(feature = "compat")]
pub(crate) fn with_nulls(schema: &Structural, value: &Value) -> Option<Value> {
    let mut changed = value.clone();
    set_nulls(schema, &mut changed);
    (changed != *value).then_some(changed)
}

#[cfg(feature = "compat")]
fn set_nulls(schema: &Structural, value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in schema.properties() {
                if member.generic.nullable {
                    members.insert(name.to_owned(), Value::Null);
                }
            }
            for (name, member) in members {
                if let Some(schema) = schema.member(name) {
                    set_nulls(schema, member);
                }
            }
        }
        Value::Array(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    set_nulls(items, element);
                }
            }
        }
        _ => {}
    }
}

/// Generates values of a node.
pub(crate) fn of_node(values: &mut Values, schema: &Structural, constants: &Constants) -> Vec<Value> {
    let mut found = Collected::default();
    values.reseed(1);
    for member in 0..8 {
        found.add(values.value(
            schema,
            ValueOptions {
                union_member: UnionChoice::Number(member),
                ..ValueOptions::SMALLEST
            },
        ));
    }
    found.extend(schema.validation.enum_.iter().flatten().cloned());
    let branches = [
        &schema.validation.all_of,
        &schema.validation.any_of,
        &schema.validation.one_of,
    ];
    for branch in branches.into_iter().flatten() {
        found.extend(branch.validation.enum_.iter().flatten().cloned());
    }
    found.extend(constants.fitting(schema).cloned());
    if schema.generic.nullable {
        found.add(Value::Null);
    }
    match &schema.shape {
        StructuralShape::Object(_) => members(values, schema, constants, &mut found),
        StructuralShape::Array(array) => {
            let elements = few(values, &array.items);
            let with_constants = elements.iter().chain(constants.fitting(&array.items));
            for element in with_constants.take(24) {
                found.add(Value::Array(vec![element.clone()]));
                found.add(Value::Array(vec![element.clone(), element.clone()]));
            }
            found.add(Value::Array(elements));
        }
        _ => {}
    }
    for (options, count) in [(ValueOptions::EDGES, 24), (ValueOptions::WHOLE, 40)] {
        for _ in 0..count {
            found.add(values.value(schema, options));
        }
    }
    found.values
}

#[derive(Default)]
struct Collected {
    values: Vec<Value>,
    texts: BTreeSet<String>,
}

impl Collected {
    fn add(&mut self, value: Value) {
        if self.values.len() < MOST && self.texts.insert(value.to_string()) {
            self.values.push(value);
        }
    }

    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

/// Generates the smallest object with one more member, and with two that rules use.
fn members(values: &mut Values, schema: &Structural, constants: &Constants, found: &mut Collected) {
    let smallest = values.value(schema, ValueOptions::SMALLEST);
    let Value::Object(smallest) = smallest else { return };
    let mut named: Vec<(&str, Vec<Value>)> = Vec::new();
    let properties: Vec<(&str, &Structural)> = schema.properties().collect();
    let is_named = |name: &str| constants.names(name);
    let ordered = properties
        .iter()
        .filter(|(name, _)| is_named(name))
        .chain(properties.iter().filter(|(name, _)| !is_named(name)));
    for (name, member) in ordered.take(MOST_MEMBERS) {
        let mut options = few(values, member);
        options.extend(member.validation.enum_.iter().flatten().cloned());
        options.extend(constants.fitting(member).cloned());
        for option in &options {
            let mut object = smallest.clone();
            object.insert((*name).to_owned(), option.clone());
            found.add(object.into());
        }
        if is_named(name) && named.len() < 4 {
            options.truncate(8);
            named.push((name, options));
        }
        let mut without = smallest.clone();
        if without.remove(*name).is_some() {
            found.add(without.into());
        }
    }
    for (at, (name, options)) in named.iter().enumerate() {
        for (other, others) in named.iter().skip(at + 1) {
            for (one, two) in options
                .iter()
                .flat_map(|one| others.iter().map(move |two| (one, two)))
            {
                let mut object = smallest.clone();
                object.insert((*name).to_owned(), one.clone());
                object.insert((*other).to_owned(), two.clone());
                found.add(object.into());
            }
        }
    }
}
