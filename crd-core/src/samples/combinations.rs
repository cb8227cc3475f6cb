//! Generates values that differ in the fields that a rule uses, in many combinations.
//!
//! ```text
//! rule    self.type == 'Disk' ? has(self.disk) : !has(self.disk)     value   {type: "Memory", disk: {}}
//! names   type: absent, "Disk", "Memory", …      disk: absent, {}, …
//! ->      {disk: {}}, {type: "Disk", disk: {}}, {type: "Memory"}, …
//! ```

use crate::model::sort::sort_by_key;
use crd_cel::ast::{Ast, Kind, NodeId};
use crd_cel::{CompatVersion, escape, parse};
use serde_json::{Map, Value};

use super::candidates::{self, Constants};
use crate::model::structural::{Structural, StructuralShape};
use crate::values::{ValueOptions, ValueStep, Values, node_at};

/// Maximum number of fields of a rule that are varied.
const MOST_PLACES: usize = 6;
/// Maximum number of values of one field.
const MOST_OPTIONS: usize = 9;
/// Maximum number of combinations.
const MOST: usize = 400;

/// A field that a rule uses, with its possible values; `None` stands for an absent value.
struct Varied {
    steps: Vec<ValueStep>,
    options: Vec<Option<Value>>,
}

/// Generates variants of `here` that differ in one to three fields that a rule uses, but not in `kept`.
pub(crate) fn of_rule(
    values: &mut Values,
    schema: &Structural,
    rule: &str,
    here: &Value,
    kept: Option<&[ValueStep]>,
) -> Vec<Value> {
    let constants = Constants::of_rules([rule]);
    let mut varied: Vec<Varied> = Vec::new();
    for steps in places(rule, schema) {
        if varied.len() == MOST_PLACES {
            break;
        }
        if kept.is_some_and(|kept| is_on_the_way(&steps, kept)) {
            continue;
        }
        let Some(node) = node_at(schema, &steps) else {
            continue;
        };
        let options = options(values, node, &constants);
        varied.push(Varied { steps, options });
    }
    let mut found = Vec::new();
    for count in 1..=varied.len().min(3) {
        vary(values, schema, here, &varied, count, &mut found);
    }
    found
}

/// Changes `count` of the fields.
fn vary(
    values: &mut Values,
    schema: &Structural,
    here: &Value,
    varied: &[Varied],
    count: usize,
    found: &mut Vec<Value>,
) {
    for (at, one) in varied.iter().enumerate() {
        for option in &one.options {
            if found.len() >= MOST {
                return;
            }
            let mut changed = here.clone();
            if set(values, schema, &mut changed, &one.steps, option.as_ref()).is_none() || changed == *here {
                continue;
            }
            if count == 1 {
                found.push(changed);
            } else {
                let rest = varied.get(at + 1..).unwrap_or_default();
                vary(values, schema, &changed, rest, count - 1, found);
            }
        }
    }
}

fn is_on_the_way(one: &[ValueStep], other: &[ValueStep]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// Returns the possible values of a node.
fn options(values: &mut Values, node: &Structural, constants: &Constants) -> Vec<Option<Value>> {
    let mut found: Vec<Option<Value>> = vec![None];
    let mut add = |value: Value| {
        if found.len() < MOST_OPTIONS && !found.iter().flatten().any(|other| *other == value) {
            found.push(Some(value));
        }
    };
    let few = candidates::few(values, node);
    few.iter().take(1).cloned().for_each(&mut add);
    constants.fitting(node).take(4).cloned().for_each(&mut add);
    node.validation
        .enum_
        .iter()
        .flatten()
        .take(4)
        .cloned()
        .for_each(&mut add);
    if let StructuralShape::Array(array) = &node.shape {
        let mut elements = candidates::few(values, &array.items);
        elements.extend(constants.fitting(&array.items).take(3).cloned());
        add(Value::Array(Vec::new()));
        for element in &elements {
            add(Value::Array(vec![element.clone()]));
        }
        add(Value::Array(elements));
    }
    few.into_iter().for_each(&mut add);
    found
}

/// Sets or removes the value at a place; missing ancestors are generated. `None` if there is no such place.
fn set(
    values: &mut Values,
    schema: &Structural,
    here: &mut Value,
    steps: &[ValueStep],
    option: Option<&Value>,
) -> Option<()> {
    let (step, rest) = steps.split_first()?;
    match step {
        ValueStep::Member(name) => {
            let member = schema.member(name)?;
            let members = here.as_object_mut()?;
            if rest.is_empty() {
                match option {
                    Some(value) => drop(members.insert(name.to_string(), value.clone())),
                    None => drop(members.remove(&**name)),
                }
                return Some(());
            }
            if !members.contains_key(&**name) {
                option?;
                members.insert(name.to_string(), smallest(values, member));
            }
            set(values, member, members.get_mut(&**name)?, rest, option)
        }
        ValueStep::Element => {
            let items = schema.items()?;
            let elements = here.as_array_mut()?;
            if elements.is_empty() {
                option?;
                elements.push(smallest(values, items));
            }
            let first = elements.first_mut()?;
            if rest.is_empty() {
                *first = option?.clone();
                return Some(());
            }
            set(values, items, first, rest, option)
        }
        ValueStep::MapValue => None,
    }
}

fn smallest(values: &mut Values, schema: &Structural) -> Value {
    match values.value(schema, ValueOptions::SMALLEST) {
        Value::Null if matches!(schema.shape, StructuralShape::Object(_)) => Value::Object(Map::new()),
        value => value,
    }
}

/// Returns the fields below `self` that a rule uses, outer ones first.
fn places(rule: &str, schema: &Structural) -> Vec<Vec<ValueStep>> {
    let Ok(tree) = parse(rule, CompatVersion::STORED) else {
        return Vec::new();
    };
    let search = PlaceSearch::new(&tree, schema);
    let mut found = Vec::new();
    for id in tree.ids() {
        if let Some(steps) = search.steps_to(id, 0)
            && !steps.is_empty()
            && !found.contains(&steps)
        {
            found.push(steps);
        }
    }
    sort_by_key(&mut found, &Vec::len);
    found
}

/// Finds the values at or below `self` that expressions of a rule select.
pub(super) struct PlaceSearch<'a> {
    tree: &'a Ast,
    schema: &'a Structural,
    /// The variables of loops, with the expressions that they iterate over.
    variables: Vec<(&'a str, NodeId)>,
}

/// Maximum number of steps of a place.
const DEEPEST: usize = 16;

impl<'a> PlaceSearch<'a> {
    pub(super) fn new(tree: &'a Ast, schema: &'a Structural) -> Self {
        let mut variables = Vec::new();
        for id in tree.ids() {
            if let Kind::Comprehension(id) = tree.kind(id)
                && let Some(comprehension) = tree.comprehension(id)
            {
                variables.push((tree.text(comprehension.iter_var), comprehension.iter_range));
            }
        }
        PlaceSearch {
            tree,
            schema,
            variables,
        }
    }

    /// Returns the steps from `self` to the value that an expression selects.
    pub(super) fn steps_to(&self, id: NodeId, depth: usize) -> Option<Vec<ValueStep>> {
        if depth > DEEPEST {
            return None;
        }
        match self.tree.kind(id) {
            Kind::Ident(name) => match self.tree.text(name) {
                "self" => Some(Vec::new()),
                name => {
                    let (_, range) = self.variables.iter().find(|(variable, _)| *variable == name)?;
                    let mut steps = self.steps_to(*range, depth + 1)?;
                    node_at(self.schema, &steps)?.items()?;
                    steps.push(ValueStep::Element);
                    Some(steps)
                }
            },
            Kind::Select { operand, field, .. } => {
                let mut steps = self.steps_to(operand, depth + 1)?;
                let name = self.member(&steps, self.tree.text(field))?;
                steps.push(ValueStep::Member(name));
                Some(steps)
            }
            _ => match self.tree.plain_call(id)? {
                ("_?._", [operand, field]) => {
                    let mut steps = self.steps_to(*operand, depth + 1)?;
                    let name = self.member(&steps, self.tree.string_literal(*field)?)?;
                    steps.push(ValueStep::Member(name));
                    Some(steps)
                }
                ("_[_]", [operand, _]) => {
                    let mut steps = self.steps_to(*operand, depth + 1)?;
                    node_at(self.schema, &steps)?.items()?;
                    steps.push(ValueStep::Element);
                    Some(steps)
                }
                _ => None,
            },
        }
    }

    /// Returns the name of a member in the schema.
    fn member(&self, steps: &[ValueStep], name: &str) -> Option<Box<str>> {
        let node = node_at(self.schema, steps)?;
        let known = node.properties().map(|(name, _)| name);
        let mut known = known.filter(|known| escape(known).as_deref() == Some(name));
        match known.next() {
            Some(known) => Some(known.into()),
            None => node.additional_schema().map(|_| name.into()),
        }
    }
}
