//! The walk through two schemas, from the root down.

use super::{NodePair, Openness, PairDifference, SchemaChange, SchemaDifference, Side, ValueType, is_open};
use crate::changes::narrowing::narrowings;
use crate::changes::unlisted::Unlisted;
use crate::model::field::Segment;
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;

/// Whether the server defines members of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ObjectKind {
    /// A whole resource: the server defines `apiVersion`, `kind` and `metadata`.
    Resource,
    Plain,
}

#[derive(Default)]
pub(super) struct Comparison<'s> {
    here: Vec<Segment>,
    pub(super) found: Vec<NodePair<'s>>,
    follows: bool,
    /// Whether this is an element of a list of each schema that keeps the undeclared members of its elements.
    kept_by_list: [bool; 2],
}

/// The decoder bounds the depth of schemas.
impl<'s> Comparison<'s> {
    pub(super) fn add(&mut self, difference: PairDifference<'s>) {
        self.found.push(NodePair {
            node: self.here.clone(),
            difference,
            follows: self.follows,
        });
    }

    /// Converts the differences to owned values.
    pub(super) fn changes(self) -> Vec<SchemaChange> {
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

    pub(super) fn node(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
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
                        // Lists pass this on to their elements; it makes no difference to maps, whose members all have a schema.
                        let keeps = [old, new].map(|list| list.x_preserve_unknown_fields == Some(true));
                        if keeps == [true, false] && elements_drop(new) {
                            self.add(PairDifference::Openness(Openness::Drops(Side::New)));
                        }
                        if keeps == [false, true] && elements_drop(old) {
                            self.add(PairDifference::Openness(Openness::Drops(Side::Old)));
                        }
                        self.items(old, new);
                    }
                    Some(ValueType::Object) => self.object(old, new, ObjectKind::Plain),
                    None => self.any_value(old, new),
                    _ => {}
                }
            }
        }
        self.follows = follows;
    }

    /// Compares the restrictions on the `apiVersion` and `kind` of whole objects.
    #[cfg(feature = "compat")]
    pub(super) fn identity(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        for name in ["apiVersion", "kind"] {
            self.below(&steps_to(name), |here| {
                match (old.property(name), new.property(name)) {
                    (Some(before), Some(after)) if before != after => {
                        here.add(PairDifference::Keywords(before, after));
                    }
                    (None, Some(after)) if !is_plain(after) => here.add(PairDifference::Named(None, after)),
                    _ => {}
                }
            });
        }
    }

    /// Compares the metadata of whole objects: schemas may restrict names, and the server defines the rest.
    #[cfg(feature = "compat")]
    pub(super) fn metadata(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
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

    /// Compares values of any type, which are kept, and whose members and elements may have schemas.
    fn any_value(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        let has_members =
            |schema: &JsonSchemaProps| schema.properties.is_some() || schema.additional_properties.is_some();
        if has_members(old) || has_members(new) {
            self.object(old, new, ObjectKind::Plain);
        }
        let step = [Segment::Field("items".into())];
        match (old.item_schema(), new.item_schema()) {
            (None, Some(after)) => self.below(&step, |items| items.named(Unlisted::Kept, after)),
            (Some(before), None) => {
                self.below(&step, |items| {
                    items.freed([Unlisted::Kept, Unlisted::Kept], before);
                });
            }
            _ => self.items(old, new),
        }
    }

    fn items(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps) {
        let outer = self.kept_by_list;
        let keeps =
            |list: &JsonSchemaProps, is_kept: bool| is_kept || list.x_preserve_unknown_fields == Some(true);
        self.kept_by_list = [keeps(old, outer[0]), keeps(new, outer[1])];
        if let (Some(old), Some(new)) = (old.item_schema(), new.item_schema()) {
            self.below(&[Segment::Field("items".into())], |below| below.node(old, new));
        }
        self.kept_by_list = outer;
    }

    pub(super) fn object(&mut self, old: &'s JsonSchemaProps, new: &'s JsonSchemaProps, kind: ObjectKind) {
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
        let kept_by_list = std::mem::take(&mut self.kept_by_list);
        let [was, is] = [(old, kept_by_list[0]), (new, kept_by_list[1])].map(|(schema, is_kept)| {
            match Unlisted::of(schema) {
                Unlisted::Dropped if is_kept => Unlisted::Kept,
                unlisted => unlisted,
            }
        });
        let is_resource = kind == ObjectKind::Resource || old.x_embedded_resource || new.x_embedded_resource;
        let names = |schema: &'s JsonSchemaProps| {
            let names = schema.properties.iter().flat_map(Map::iter).map(|(name, _)| name);
            names.filter(move |name| !(is_resource && matches!(*name, "apiVersion" | "kind" | "metadata")))
        };
        for name in names(old) {
            let Some(before) = old.property(name) else {
                continue;
            };
            self.below(&steps_to(name), |here| match (new.property(name), is) {
                (Some(after), _) | (None, Unlisted::Valid(after)) => here.node(before, after),
                (None, Unlisted::Dropped) => here.add(PairDifference::Removed(before)),
                (None, unlisted) => here.freed([was, unlisted], before),
            });
        }
        for name in names(new) {
            let Some(after) = new.property(name) else {
                continue;
            };
            if old.property(name).is_none() {
                self.below(&steps_to(name), |here| here.named(was, after));
            }
        }
        if let (Some(old), Some(new)) = (old.additional_schema(), new.additional_schema()) {
            let step = [Segment::Field("additionalProperties".into())];
            self.below(&step, |below| below.node(old, new));
        }
        if kind == ObjectKind::Plain && is_resource {
            self.embedded(old, new);
        }
        self.kept_by_list = kept_by_list;
        if self.follows {
            self.items(old, new);
        }
    }
}

/// Whether pruning drops members of the elements of a list, or of the elements of its lists.
fn elements_drop(list: &JsonSchemaProps) -> bool {
    list.item_schema()
        .is_some_and(|items| match ValueType::of(items) {
            Some(ValueType::Object) => matches!(Unlisted::of(items), Unlisted::Dropped),
            Some(ValueType::Array) => items.x_preserve_unknown_fields != Some(true) && elements_drop(items),
            _ => false,
        })
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
