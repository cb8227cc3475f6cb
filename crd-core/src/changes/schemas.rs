//! Compares two schemas of objects, from the root down.

use serde_json::Value;

use super::narrowing::{Narrowing, narrowings};
use super::unlisted::Unlisted;
use crate::model::field::Segment;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// A difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SchemaChange {
    /// The path of the node below `openAPIV3Schema`, in the schema that has the node.
    pub(crate) node: Vec<Segment>,
    pub(crate) difference: SchemaDifference,
    /// Whether an ancestor has another type or structure, which causes this difference.
    pub(crate) follows: bool,
}

/// The kind of difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SchemaDifference {
    /// Only the new schema has the member.
    Added,
    /// Only the old schema has the member.
    Removed,
    /// The types, of the old schema first.
    Type(ValueType, ValueType),
    /// One schema keeps members that the other drops.
    Openness(Openness),
    /// Only this schema accepts null.
    Nullable(Side),
    /// The defaults, of the old schema first.
    Default(Option<Value>, Option<Value>),
    /// One schema rejects values that the other accepts.
    Narrower(Side, Narrowing),
}

/// One of two schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Old,
    New,
}

/// Difference in the members that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openness {
    /// Only this schema drops members that it does not declare.
    Drops(Side),
    /// One schema is a map, and the other has fields.
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
    /// Returns the type of a schema; `None` if any value is kept.
    pub(crate) fn of(schema: &JsonSchemaProps) -> Option<ValueType> {
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

    /// Describes the type in words.
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

/// Returns the differences between two schemas of whole objects. `apiVersion`, `kind` and `metadata` are left out: the
/// server defines them.
pub(crate) fn objects(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.object(old, new, ObjectKind::Resource);
    comparison.changes()
}

/// Returns the differences between two nodes.
pub(crate) fn nodes(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaChange> {
    let mut comparison = Comparison::default();
    comparison.node(old, new);
    comparison.changes()
}

/// Returns the nodes in which two schemas of whole objects differ, from the root down, including the root.
#[cfg(feature = "compat")]
pub(crate) fn pairs<'s>(old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) -> Vec<NodePair<'s>> {
    let mut comparison = Comparison::default();
    if old != new {
        comparison.add(PairDifference::Keywords(old, new));
    }
    comparison.object(old, new, ObjectKind::Resource);
    comparison.metadata(old, new);
    comparison.found
}

/// A node in which two schemas differ.
#[derive(Clone, Debug)]
pub(crate) struct NodePair<'s> {
    /// The path of the node below `openAPIV3Schema`, in the schema that has the node.
    pub(crate) node: Vec<Segment>,
    pub(crate) difference: PairDifference<'s>,
    /// Whether an ancestor has another type or structure, which causes this difference.
    pub(crate) follows: bool,
}

/// The difference of two schemas in a node, with the schemas of the node.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "compat"),
    expect(dead_code, reason = "only compatibility reads all nodes")
)]
pub(crate) enum PairDifference<'s> {
    /// Only the new schema has the member.
    Added(&'s JsonSchemaProps),
    /// Only the new schema declares the member, and the old one keeps it: as a value of its map, or with any value.
    Named(Option<&'s JsonSchemaProps>, &'s JsonSchemaProps),
    /// Only the old schema has the member.
    Removed(&'s JsonSchemaProps),
    /// Only the old schema describes the value, and the new one keeps any value there.
    Freed,
    /// This schema drops the members of the objects there, and the other keeps them.
    Empties(Side),
    /// The types, of the old schema first.
    Type([ValueType; 2], &'s JsonSchemaProps, &'s JsonSchemaProps),
    /// This schema accepts values of any type.
    Untyped(Side, &'s JsonSchemaProps, &'s JsonSchemaProps),
    /// One schema keeps members that the other drops.
    Openness(Openness),
    /// Both schemas have the node with the same type, and are not equal.
    Keywords(&'s JsonSchemaProps, &'s JsonSchemaProps),
}

/// Whether the server defines members of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectKind {
    /// A whole resource: the server defines `apiVersion`, `kind` and `metadata`.
    Resource,
    Plain,
}

#[derive(Default)]
struct Comparison<'s> {
    here: Vec<Segment>,
    found: Vec<NodePair<'s>>,
    follows: bool,
}

/// The decoder bounds the depth of schemas.
impl<'s> Comparison<'s> {
    fn add(&mut self, difference: PairDifference<'s>) {
        self.found.push(NodePair {
            node: self.here.clone(),
            difference,
            follows: self.follows,
        });
    }

    /// Converts the differences to owned values.
    fn changes(self) -> Vec<SchemaChange> {
        let mut changes = Vec::new();
        for pair in self.found {
            let mut add = |difference| {
                changes.push(SchemaChange {
                    node: pair.node.clone(),
                    difference,
                    follows: pair.follows,
                });
            };
            match pair.difference {
                PairDifference::Added(_) => add(SchemaDifference::Added),
                PairDifference::Named(..) | PairDifference::Freed => {}
                PairDifference::Empties(side) => add(SchemaDifference::Openness(Openness::Drops(side))),
                PairDifference::Removed(_) => add(SchemaDifference::Removed),
                PairDifference::Type([old, new], ..) => add(SchemaDifference::Type(old, new)),
                PairDifference::Untyped(side, old, new) => {
                    let (typed, drops) = match side {
                        Side::Old => (new, Side::New),
                        Side::New => (old, Side::Old),
                    };
                    let is_nested =
                        matches!(ValueType::of(typed), Some(ValueType::Object | ValueType::Array));
                    if is_nested && !is_open(typed) {
                        add(SchemaDifference::Openness(Openness::Drops(drops)));
                    }
                }
                PairDifference::Openness(openness) => add(SchemaDifference::Openness(openness)),
                PairDifference::Keywords(old, new) => keywords(old, new).into_iter().for_each(add),
            }
        }
        changes
    }

    fn below(&mut self, steps: &[Segment], walk: impl FnOnce(&mut Self)) {
        let length = self.here.len();
        self.here.extend_from_slice(steps);
        walk(self);
        self.here.truncate(length);
    }

    fn node(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        if old == new {
            return;
        }
        let follows = self.follows;
        match (ValueType::of(old), ValueType::of(new)) {
            (Some(before), Some(after)) if before != after => {
                self.add(PairDifference::Type([before, after], old, new));
                self.follows = true;
                self.members(old, new, ObjectKind::Plain);
            }
            // One of them keeps any value, and the other prunes it.
            (Some(before), None) => {
                self.add(PairDifference::Untyped(Side::New, old, new));
                if new.properties.is_some() && before == ValueType::Object {
                    self.object(old, new, ObjectKind::Plain);
                } else {
                    self.follows = true;
                    self.members(old, new, ObjectKind::Plain);
                }
            }
            (None, Some(_)) => {
                self.add(PairDifference::Untyped(Side::Old, old, new));
                self.follows = true;
                self.members(old, new, ObjectKind::Plain);
            }
            (same, _) => {
                self.add(PairDifference::Keywords(old, new));
                match same {
                    Some(ValueType::Array) => {
                        // Lists pass this on to their elements.
                        match [old, new].map(|list| list.x_preserve_unknown_fields == Some(true)) {
                            [true, false] => self.add(PairDifference::Openness(Openness::Drops(Side::New))),
                            [false, true] => self.add(PairDifference::Openness(Openness::Drops(Side::Old))),
                            _ => {}
                        }
                        self.items(old, new);
                    }
                    Some(ValueType::Object) => self.object(old, new, ObjectKind::Plain),
                    _ => {}
                }
            }
        }
        self.follows = follows;
    }

    /// Compares the metadata of whole objects: schemas may restrict names, and the server defines the rest.
    #[cfg(feature = "compat")]
    fn metadata(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        let Some(after) = new.property("metadata") else {
            return;
        };
        let before = old.property("metadata");
        self.below(&steps_to("metadata"), |metadata| {
            if let Some(before) = before {
                metadata.node(before, after);
            }
            let names = ["name", "generateName"].into_iter();
            for name in names.filter(|name| before.and_then(|before| before.property(name)).is_none()) {
                if let Some(after) = after.property(name) {
                    metadata.below(&steps_to(name), |here| {
                        here.add(PairDifference::Named(None, after));
                    });
                }
            }
        });
    }

    /// Compares the members of embedded resources that the server defines, which schemas may restrict.
    fn embedded(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        for name in ["apiVersion", "kind", "metadata"] {
            self.below(&steps_to(name), |here| {
                match (old.property(name), new.property(name)) {
                    (Some(before), Some(after)) if before != after => {
                        here.add(PairDifference::Keywords(before, after));
                        here.embedded_metadata(before, after);
                    }
                    (None, Some(after)) if !is_plain(after) => here.add(PairDifference::Named(None, after)),
                    _ => {}
                }
            });
        }
    }

    /// Compares the members of the metadata of embedded resources. The server keeps those that it knows.
    fn embedded_metadata(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        for (name, after) in new.properties.iter().flat_map(Map::iter) {
            self.below(&steps_to(name), |here| match old.property(name) {
                Some(before) => here.node(before, after),
                None if !is_plain(after) => here.add(PairDifference::Named(None, after)),
                None => {}
            });
        }
    }

    fn items(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        if let (Some(old), Some(new)) = (old.item_schema(), new.item_schema()) {
            self.below(&[Segment::Field("items".into())], |below| below.node(old, new));
        }
    }

    fn object(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps, kind: ObjectKind) {
        let follows = self.follows;
        let step = [Segment::Field("additionalProperties".into())];
        match (Unlisted::of(old), Unlisted::of(new)) {
            (Unlisted::Valid(_), Unlisted::Dropped) | (Unlisted::Dropped, Unlisted::Valid(_)) => {
                self.add(PairDifference::Openness(Openness::MapAndFields));
                self.follows = true;
            }
            (Unlisted::Kept | Unlisted::Emptied, Unlisted::Dropped) => {
                self.add(PairDifference::Openness(Openness::Drops(Side::New)));
            }
            (Unlisted::Dropped, Unlisted::Kept | Unlisted::Emptied) | (Unlisted::Emptied, Unlisted::Kept) => {
                self.add(PairDifference::Openness(Openness::Drops(Side::Old)));
            }
            (Unlisted::Kept, Unlisted::Emptied) => self.add(PairDifference::Empties(Side::New)),
            (Unlisted::Valid(before), Unlisted::Kept | Unlisted::Emptied) => {
                self.below(&step, |values| {
                    values.freed([Unlisted::of(old), Unlisted::of(new)], before);
                });
            }
            (Unlisted::Kept | Unlisted::Emptied, Unlisted::Valid(after)) => {
                self.below(&step, |values| values.named(Unlisted::of(old), after));
            }
            (Unlisted::Valid(_), Unlisted::Valid(_))
            | (Unlisted::Dropped, Unlisted::Dropped)
            | (Unlisted::Kept, Unlisted::Kept)
            | (Unlisted::Emptied, Unlisted::Emptied) => {}
        }
        self.members(old, new, kind);
        self.follows = follows;
    }

    /// Adds a value that only the new schema describes, by what the old one does with it.
    fn named(&mut self, unlisted: Unlisted<'s>, after: &'s JsonSchemaProps) {
        self.add(match unlisted {
            Unlisted::Dropped => PairDifference::Added(after),
            Unlisted::Valid(before) => PairDifference::Named(Some(before), after),
            Unlisted::Kept | Unlisted::Emptied => PairDifference::Named(None, after),
        });
        if unlisted.empties(after) {
            self.add(PairDifference::Empties(Side::Old));
        }
    }

    /// Adds a value that only the old schema describes, and that the new one keeps.
    fn freed(&mut self, [was, is]: [Unlisted<'s>; 2], before: &'s JsonSchemaProps) {
        // Otherwise the object as a whole is open now.
        if !matches!(was, Unlisted::Dropped) {
            self.add(PairDifference::Freed);
        }
        if is.empties(before) {
            self.add(PairDifference::Empties(Side::New));
        }
    }

    /// Compares the members of two nodes, regardless of their types.
    fn members(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps, kind: ObjectKind) {
        let is_resource = kind == ObjectKind::Resource || old.x_embedded_resource || new.x_embedded_resource;
        let names = |schema: &'s JsonSchemaProps| {
            let names = schema.properties.iter().flat_map(Map::iter).map(|(name, _)| name);
            names.filter(move |name| !(is_resource && matches!(*name, "apiVersion" | "kind" | "metadata")))
        };
        for name in names(old) {
            let Some(before) = old.property(name) else {
                continue;
            };
            self.below(&steps_to(name), |here| {
                match (new.property(name), Unlisted::of(new)) {
                    (Some(after), _) | (None, Unlisted::Valid(after)) => here.node(before, after),
                    (None, Unlisted::Dropped) => here.add(PairDifference::Removed(before)),
                    (None, unlisted) => here.freed([Unlisted::of(old), unlisted], before),
                }
            });
        }
        for name in names(new) {
            let Some(after) = new.property(name) else {
                continue;
            };
            if old.property(name).is_none() {
                self.below(&steps_to(name), |here| here.named(Unlisted::of(old), after));
            }
        }
        if let (Some(old), Some(new)) = (old.additional_schema(), new.additional_schema()) {
            let step = [Segment::Field("additionalProperties".into())];
            self.below(&step, |below| below.node(old, new));
        }
        if self.follows {
            self.items(old, new);
        }
        if kind == ObjectKind::Plain && is_resource {
            self.embedded(old, new);
        }
    }
}

/// Returns the steps to a property.
fn steps_to(name: &str) -> [Segment; 2] {
    [Segment::Field("properties".into()), Segment::Key(name.into())]
}

/// Whether a schema has nothing but a type and words.
fn is_plain(schema: &JsonSchemaProps) -> bool {
    *schema
        == JsonSchemaProps {
            type_: schema.type_.clone(),
            description: schema.description.clone(),
            ..JsonSchemaProps::default()
        }
}

/// Compares the keywords of two nodes of the same type.
fn keywords(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<SchemaDifference> {
    let mut found = Vec::new();
    if old.nullable != new.nullable {
        found.push(SchemaDifference::Nullable(if old.nullable {
            Side::Old
        } else {
            Side::New
        }));
    }
    if old.default != new.default {
        found.push(SchemaDifference::Default(
            old.default.clone(),
            new.default.clone(),
        ));
    }
    for (side, strict, lax) in [(Side::New, new, old), (Side::Old, old, new)] {
        let narrowings = narrowings(strict, lax).into_iter();
        found.extend(narrowings.map(|narrowing| SchemaDifference::Narrower(side, narrowing)));
    }
    found
}

/// Whether pruning keeps members that the schema does not declare.
pub(crate) fn is_open(schema: &JsonSchemaProps) -> bool {
    schema.x_preserve_unknown_fields == Some(true)
        || matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
}

/// Converts the path of a node below `openAPIV3Schema` to a path in objects: `spec.users[].name`.
pub(crate) fn path_in_objects(node: &[Segment]) -> String {
    let mut path = String::new();
    for step in node {
        match step {
            Segment::Key(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            step if step.is_field("items") => path.push_str("[]"),
            step if step.is_field("additionalProperties") => path.push_str("{}"),
            _ => {}
        }
    }
    path
}
