//! Generates values that have a given value at a place.
//!
//! ```text
//! schema  {spec: {users: [{name: string, required}]}}     place  spec, users, an element, shell     value  "sh"
//! ->      {"spec": {"users": [{"name": "", "shell": "sh"}]}}
//! ```

use serde_json::{Map, Value};

use super::{ValueOptions, Values};
use crate::model::field::{FieldPath, Segment};
use crate::model::structural::Structural;

/// A step from a value to one within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueStep {
    /// The member of an object, as a property or as a value of a map.
    Member(Box<str>),
    /// An arbitrary value of a map.
    MapValue,
    /// An arbitrary element of a list.
    Element,
}

impl ValueStep {
    /// Returns the steps to a node, from the steps of its schema: `properties`, the name, `items`, `additionalProperties`.
    #[must_use]
    pub fn of_node(node: &[Segment]) -> Vec<ValueStep> {
        let step = |segment: &Segment| match segment {
            Segment::Key(name) => Some(ValueStep::Member(name.clone())),
            segment if segment.is_field("items") => Some(ValueStep::Element),
            segment if segment.is_field("additionalProperties") => Some(ValueStep::MapValue),
            _ => None,
        };
        node.iter().filter_map(step).collect()
    }
}

/// Returns the node of a schema that describes the value at a place.
#[must_use]
pub fn node_at<'s>(schema: &'s Structural, place: &[ValueStep]) -> Option<&'s Structural> {
    place.iter().try_fold(schema, |node, step| match step {
        ValueStep::Member(name) => node.member(name),
        ValueStep::MapValue => node.additional_schema(),
        ValueStep::Element => node.items(),
    })
}

/// A value, and the place of the requested value in it.
#[derive(Clone, Debug)]
pub struct PlacedValue {
    /// The whole value.
    pub whole: Value,
    /// The place, with names and positions.
    pub place: FieldPath,
}

impl Values {
    /// Generates a value of a schema that has `value` at a place, or no value there if it is `None`. The last member of
    /// the place need not be in the schema. `None` if the schema has no such place.
    pub fn value_at(
        &mut self,
        schema: &Structural,
        place: &[ValueStep],
        value: Option<&Value>,
        options: ValueOptions,
    ) -> Option<PlacedValue> {
        let mut found = FieldPath::default();
        let whole = self.place(schema, place, value, options, &mut found)?;
        Some(PlacedValue { whole, place: found })
    }

    fn place(
        &mut self,
        schema: &Structural,
        place: &[ValueStep],
        value: Option<&Value>,
        options: ValueOptions,
        found: &mut FieldPath,
    ) -> Option<Value> {
        let Some((step, rest)) = place.split_first() else {
            return value.cloned();
        };
        let mut around = self.value(schema, options);
        match step {
            ValueStep::Member(name) => {
                if !around.is_object() {
                    around = Value::Object(Map::new());
                }
                found.segments.push(Segment::Field(name.clone()));
                let Some(member) = schema.member(name) else {
                    // Members that no schema declares may be kept anyway.
                    let members = around.as_object_mut().filter(|_| rest.is_empty())?;
                    members.insert(name.to_string(), value?.clone());
                    return Some(around);
                };
                self.put(&mut around, name, member, rest, value, options, found)?;
            }
            ValueStep::MapValue => {
                if !around.is_object() {
                    around = Value::Object(Map::new());
                }
                let Some(values) = schema.additional_schema() else {
                    const NAME: &str = "notInTheSchema";
                    found.segments.push(Segment::Field(NAME.into()));
                    let members = around.as_object_mut().filter(|_| rest.is_empty())?;
                    members.insert(NAME.to_owned(), value?.clone());
                    return Some(around);
                };
                let known = around.as_object()?.keys().next().cloned();
                let name = known.unwrap_or_else(|| "a".to_owned());
                found.segments.push(Segment::Key(name.as_str().into()));
                self.put(&mut around, &name, values, rest, value, options, found)?;
            }
            ValueStep::Element => {
                let items = schema.items()?;
                found.segments.push(Segment::Index(0));
                let element = self.place(items, rest, value, options, found)?;
                match &mut around {
                    Value::Array(elements) => match elements.first_mut() {
                        Some(first) => *first = element,
                        None => elements.push(element),
                    },
                    other => *other = Value::Array(vec![element]),
                }
            }
        }
        Some(around)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one recursion")]
    fn put(
        &mut self,
        around: &mut Value,
        name: &str,
        schema: &Structural,
        rest: &[ValueStep],
        value: Option<&Value>,
        options: ValueOptions,
        found: &mut FieldPath,
    ) -> Option<()> {
        let members = around.as_object_mut()?;
        if rest.is_empty() && value.is_none() {
            members.remove(name);
            return Some(());
        }
        let member = self.place(schema, rest, value, options, found)?;
        members.insert(name.to_owned(), member);
        Some(())
    }
}
