//! The comparison of two schemas of objects, from the root down.

use serde_json::Value;

use super::narrowing::{Narrowing, narrowings};
use crate::model::field::Segment;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// A difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SchemaChange {
    /// The node below `openAPIV3Schema`, as the schema has it that has the node.
    pub(crate) node: Vec<Segment>,
    pub(crate) difference: SchemaDifference,
    /// Whether a node above has another type or structure, so that the difference follows from that one.
    pub(crate) follows: bool,
}

/// What differs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SchemaDifference {
    /// Only the new schema has the member.
    Added,
    /// Only the old schema has the member.
    Removed,
    /// The types, of the old schema first.
    Type(ValueType, ValueType),
    /// One of them keeps members that the other drops.
    Openness(Openness),
    /// Only this one takes null.
    Nullable(Side),
    /// The defaults, of the old schema first.
    Default(Option<Value>, Option<Value>),
    /// One of them refuses values that the other admits.
    Narrower(Side, Narrowing),
}

/// One of two schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Old,
    New,
}

/// Which members are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openness {
    /// Only this one drops members that it does not name.
    Drops(Side),
    /// One of them is a map, and the other has fields.
    MapAndFields,
}

/// A type of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueType {
    Object,
    Array,
    String,
    Integer,
    Number,
    Boolean,
    IntOrString,
}

impl ValueType {
    /// The type of a schema; `None` where any value is kept.
    fn of(schema: &JsonSchemaProps) -> Option<ValueType> {
        if schema.x_int_or_string {
            return Some(ValueType::IntOrString);
        }
        Some(match &*schema.type_ {
            "object" => ValueType::Object,
            "array" => ValueType::Array,
            "string" => ValueType::String,
            "integer" => ValueType::Integer,
            "number" => ValueType::Number,
            "boolean" => ValueType::Boolean,
            _ => return None,
        })
    }

    /// The type in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            ValueType::Object => "an object",
            ValueType::Array => "a list",
            ValueType::String => "a string",
            ValueType::Integer => "an integer",
            ValueType::Number => "a number",
            ValueType::Boolean => "a boolean",
            ValueType::IntOrString => "an integer or a string",
        }
    }
}

/// What differs between two schemas of whole objects. `apiVersion`, `kind` and `metadata` are left out: the server has them.
pub(crate) fn objects(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.object(old, new, ObjectKind::Resource);
    comparison.found
}

/// What differs between two nodes.
pub(crate) fn nodes(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.node(old, new);
    comparison.found
}

/// Whether the server sets members of an object itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectKind {
    /// `apiVersion`, `kind` and `metadata` are the server's.
    Resource,
    Plain,
}

#[derive(Default)]
struct Comparison {
    here: Vec<Segment>,
    found: Vec<SchemaChange>,
    follows: bool,
}

/// The decoder bounds the depth of schemas.
impl Comparison {
    fn add(&mut self, difference: SchemaDifference) {
        self.found.push(SchemaChange {
            node: self.here.clone(),
            difference,
            follows: self.follows,
        });
    }

    fn below(&mut self, steps: &[Segment], walk: impl FnOnce(&mut Self)) {
        let length = self.here.len();
        self.here.extend_from_slice(steps);
        walk(self);
        self.here.truncate(length);
    }

    fn node(&mut self, old: &JsonSchemaProps, new: &JsonSchemaProps) {
        if old == new {
            return;
        }
        let follows = self.follows;
        match (ValueType::of(old), ValueType::of(new)) {
            (Some(before), Some(after)) if before != after => {
                self.add(SchemaDifference::Type(before, after));
                self.follows = true;
                self.members(old, new, ObjectKind::Plain);
            }
            // Anything goes in one of them, and the other prunes it.
            (Some(before), None) => {
                if !is_open(old) && matches!(before, ValueType::Object | ValueType::Array) {
                    self.add(SchemaDifference::Openness(Openness::Drops(Side::Old)));
                }
                self.follows = true;
                self.members(old, new, ObjectKind::Plain);
            }
            (None, Some(after)) => {
                if !is_open(new) && matches!(after, ValueType::Object | ValueType::Array) {
                    self.add(SchemaDifference::Openness(Openness::Drops(Side::New)));
                }
                self.follows = true;
                self.members(old, new, ObjectKind::Plain);
            }
            (same, _) => {
                self.keywords(old, new);
                match same {
                    Some(ValueType::Array) => self.items(old, new),
                    Some(ValueType::Object) => self.object(old, new, ObjectKind::Plain),
                    _ => {}
                }
            }
        }
        self.follows = follows;
    }

    /// The keywords of two nodes of one type.
    fn keywords(&mut self, old: &JsonSchemaProps, new: &JsonSchemaProps) {
        if old.nullable != new.nullable {
            self.add(SchemaDifference::Nullable(if old.nullable {
                Side::Old
            } else {
                Side::New
            }));
        }
        if old.default != new.default {
            self.add(SchemaDifference::Default(
                old.default.clone(),
                new.default.clone(),
            ));
        }
        for (side, strict, lax) in [(Side::New, new, old), (Side::Old, old, new)] {
            for narrowing in narrowings(strict, lax) {
                self.add(SchemaDifference::Narrower(side, narrowing));
            }
        }
    }

    fn items(&mut self, old: &JsonSchemaProps, new: &JsonSchemaProps) {
        if let (Some(old), Some(new)) = (old.item_schema(), new.item_schema()) {
            self.below(&[Segment::Field("items".into())], |below| below.node(old, new));
        }
    }

    fn object(&mut self, old: &JsonSchemaProps, new: &JsonSchemaProps, kind: ObjectKind) {
        let follows = self.follows;
        let (old_open, new_open) = (is_open(old), is_open(new));
        match (old.additional_schema(), new.additional_schema()) {
            (Some(_), None) | (None, Some(_)) => {
                if !old_open && !new_open {
                    self.add(SchemaDifference::Openness(Openness::MapAndFields));
                }
                self.follows = true;
            }
            (None, None) if old_open != new_open => {
                let side = if old_open { Side::New } else { Side::Old };
                self.add(SchemaDifference::Openness(Openness::Drops(side)));
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
        self.members(old, new, kind);
        self.follows = follows;
    }

    /// The members of two nodes, whatever types they have.
    fn members(&mut self, old: &JsonSchemaProps, new: &JsonSchemaProps, kind: ObjectKind) {
        let is_resource = kind == ObjectKind::Resource || old.x_embedded_resource || new.x_embedded_resource;
        let names = |schema: &JsonSchemaProps| -> Vec<Box<str>> {
            let names = schema.properties.iter().flat_map(Map::iter).map(|(name, _)| name);
            let names =
                names.filter(|name| !(is_resource && matches!(*name, "apiVersion" | "kind" | "metadata")));
            names.map(Box::from).collect()
        };
        let steps = |name: Box<str>| [Segment::Field("properties".into()), Segment::Key(name)];
        for name in names(old) {
            let Some(before) = old.property(&name) else {
                continue;
            };
            let after = new.property(&name).or_else(|| new.additional_schema());
            self.below(&steps(name), |here| match after {
                Some(after) => here.node(before, after),
                None if is_open(new) => {}
                None => here.add(SchemaDifference::Removed),
            });
        }
        for name in names(new) {
            if old.property(&name).is_none() && old.additional_schema().is_none() && !is_open(old) {
                self.below(&steps(name), |here| here.add(SchemaDifference::Added));
            }
        }
        if let (Some(old), Some(new)) = (old.additional_schema(), new.additional_schema()) {
            let step = [Segment::Field("additionalProperties".into())];
            self.below(&step, |below| below.node(old, new));
        }
        if self.follows {
            self.items(old, new);
        }
    }
}

/// Whether pruning keeps members that the schema does not name.
fn is_open(schema: &JsonSchemaProps) -> bool {
    schema.x_preserve_unknown_fields == Some(true)
        || matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
}
