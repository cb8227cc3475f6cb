//! Generates one object for each member of each union.

use serde_json::Value;

use super::repair::{FixedValue, Repair};
use super::shrink::shrink;
use super::unions::{UnionMembers, UnionNode, unions_of};
use super::{SampleError, Samples};
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::model::rules;
use crate::values::{PlacedValue, UnionChoice, ValueOptions, ValueStep, node_at, value_at};

/// An object that has one member of a union.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MemberSample {
    /// The union, as a path: `spec.sources[]`.
    pub union_path: String,
    /// The member: the fields that it has, or the value that distinguishes it from others.
    pub member: String,
    /// The object, if one is found.
    pub object: Result<Value, SampleError>,
}

impl Samples {
    /// Returns an object for each member of each union of the schema: of `oneOf` and `anyOf`, of objects that may have
    /// one property, and of rules that allow one of several.
    pub fn members(&mut self) -> Vec<MemberSample> {
        let unions = unions_of(self.schema());
        let mut found = Vec::new();
        for UnionNode { steps, members } in &unions {
            let names = match members {
                UnionMembers::Asked(names) if !self.excludes(steps, names) => continue,
                UnionMembers::Branches(names)
                | UnionMembers::Properties(names)
                | UnionMembers::Asked(names) => names,
            };
            // Fields that exclude each other; other branches are distinguished by more than one field.
            let are_fields = names.iter().all(|name| !name.contains([':', ',']));
            for (number, name) in names.iter().enumerate() {
                let object = if are_fields {
                    self.with_fields(steps, names, &[name])
                } else {
                    self.of_branch(steps, number)
                };
                found.push(MemberSample {
                    union_path: shown(steps),
                    member: name.clone(),
                    object: object.map_err(|errors| self.resource.no_sample(errors)),
                });
            }
        }
        found
    }

    /// Whether two members of a union exclude each other.
    fn excludes(&mut self, steps: &[ValueStep], names: &[String]) -> bool {
        let [first, second, ..] = names else { return false };
        let mut is_admitted = |wanted: &[&String]| self.with_fields(steps, names, wanted).is_ok();
        is_admitted(&[first]) && is_admitted(&[second]) && !is_admitted(&[first, second])
    }

    /// Generates an object around the value of a branch.
    fn of_branch(&mut self, steps: &[ValueStep], number: usize) -> Result<Value, Vec<FieldError>> {
        self.values.reseed(0);
        let options = ValueOptions {
            union_member: UnionChoice::Number(number),
            ..ValueOptions::READABLE
        };
        let node = node_at(self.resource.admission.schema(), steps).ok_or_else(Vec::new)?;
        let value = self.values.value(node, options);
        self.around(steps, steps, &value, &[], &[])
    }

    /// Generates an object in which a node has the wanted ones of some fields, and not the others.
    fn with_fields(
        &mut self,
        steps: &[ValueStep],
        names: &[String],
        wanted: &[&String],
    ) -> Result<Value, Vec<FieldError>> {
        self.values.reseed(0);
        let schema = self.resource.admission.schema();
        let node = node_at(schema, steps).ok_or_else(Vec::new)?;
        let mut value = self.values.value(node, ValueOptions::READABLE);
        let members = value.as_object_mut().ok_or_else(Vec::new)?;
        members.retain(|name, _| !names.contains(name));
        for name in wanted {
            let field = node.property(name).ok_or_else(Vec::new)?;
            let made = self.values.value(field, ValueOptions::READABLE);
            members.insert((*name).clone(), made);
        }
        let first = wanted.first().ok_or_else(Vec::new)?;
        let mut kept = steps.to_vec();
        kept.push(ValueStep::Member(first.as_str().into()));
        self.around(steps, &kept, &value, names, wanted)
    }

    /// Returns the smallest accepted object around a value, in which the value at `kept` is unchanged, and which has
    /// the wanted ones of some fields.
    fn around(
        &mut self,
        steps: &[ValueStep],
        kept: &[ValueStep],
        value: &Value,
        names: &[String],
        wanted: &[&String],
    ) -> Result<Value, Vec<FieldError>> {
        let Samples {
            resource,
            constants,
            values,
            surroundings,
        } = self;
        let schema = resource.admission.schema();
        values.reseed(0);
        let Some(mut placed) = values.value_at(schema, steps, Some(value), ValueOptions::READABLE) else {
            return Err(Vec::new());
        };
        let node = placed.place.clone();
        let mut kept_value = value;
        if let Some(ValueStep::Member(name)) = kept.get(steps.len()) {
            kept_value = value.get(&**name).unwrap_or(value);
            placed.place = placed.place.child(name);
        }
        let judge = |object: &Value| {
            let mut errors = resource.errors(object);
            errors.extend(misplaced(object, &node, names, wanted));
            errors
        };
        let repair = Repair {
            schema,
            kept: Some(FixedValue {
                steps: kept,
                value: Some(kept_value),
            }),
            smallest: ValueOptions::READABLE,
            constants,
            judge: &|object| judge(&object.whole),
            complete: &|object| resource.complete(object),
        };
        let PlacedValue { whole, place } = repair.run(resource.complete(placed), values, surroundings)?;
        Ok(shrink(&whole, &place, |object| {
            value_at(object, &place).is_some() && judge(object).is_empty()
        }))
    }
}

/// Returns errors for the fields of a union: others are present, or wanted ones are absent.
fn misplaced(
    object: &Value,
    node: &FieldPath,
    names: &[String],
    wanted: &[&String],
) -> impl Iterator<Item = FieldError> {
    let members = value_at(object, node).and_then(Value::as_object);
    names.iter().filter_map(move |name| {
        let is_there = members.is_some_and(|members| members.contains_key(name));
        let is_wanted = wanted.contains(&name);
        (is_there != is_wanted)
            .then(|| FieldError::at(rules::OBJ_01, ErrorType::Forbidden, node.clone(), name.as_str()))
    })
}

/// Formats the path of a node: `spec.sources[].git`.
fn shown(steps: &[ValueStep]) -> String {
    let mut text = String::new();
    for step in steps {
        match step {
            ValueStep::Member(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            ValueStep::MapValue => text.push_str(".*"),
            ValueStep::Element => text.push_str("[]"),
        }
    }
    text
}
