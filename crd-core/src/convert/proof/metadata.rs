//! Annotations and labels of objects that mappings turn into fields, or fields into.

use std::borrow::Cow;

use super::laws::Laws;
use super::room::Room;
use crate::convert::direction::Direction;
use crate::convert::json::{Json, Sink as _, Written};
use crate::convert::run::{schema_at, text_of};
use crate::rust::shape::{MetadataEntry, MetadataKind};
use crate::values::ValueOptions;

/// An annotation or a label with its value as a string of JSON.
type Given = (MetadataEntry, String);

impl Laws<'_> {
    /// The annotations and labels that mappings use, each once.
    fn entries(&self) -> impl Iterator<Item = MetadataEntry> {
        let mut known: Vec<MetadataEntry> = Vec::new();
        self.chain.metadata().filter_map(move |(_, step)| {
            let is_new = !known.contains(&step.entry);
            known.push(step.entry);
            is_new.then_some(step.entry)
        })
    }

    /// Random values of some of them: texts of their fields, and others.
    fn random_metadata(&self, room: &mut Room) -> Vec<Given> {
        let mut given: Vec<Given> = Vec::new();
        for (older, step) in self.chain.metadata() {
            let is_known = given.iter().any(|(known, _)| *known == step.entry);
            if is_known || room.values.random().percent(40) {
                continue;
            }
            let at = match step.leaves {
                Direction::Up => older,
                Direction::Down => older + 1,
            };
            let field = self.schema(at).and_then(|schema| schema_at(schema, &step.path));
            let Some(field) = field else { continue };
            if room.values.random().percent(20) {
                given.push((step.entry, "\"x.1\"".to_owned()));
                continue;
            }
            let mut value = room.take();
            room.values.write(field, ValueOptions::WHOLE, &mut value);
            let text = text_of(step, step.leaves, value.root(), field);
            room.give([value]);
            given.extend(text.map(|text| (step.entry, text)));
        }
        given
    }

    /// Whether two objects have the same annotations and labels of those that mappings use.
    pub(super) fn same_metadata(&self, a: &Written, b: &Written) -> bool {
        self.entries().all(|entry| {
            let text = |object: Json<'_>| {
                value_of(object, entry)
                    .and_then(Json::string)
                    .map(Cow::into_owned)
            };
            text(a.root()) == text(b.root())
        })
    }

    /// Writes an object with the metadata of another, but for annotations and labels that mappings use.
    pub(super) fn with_metadata(&self, object: Json<'_>, metadata: Json<'_>, out: &mut Written) {
        let entries: Vec<MetadataEntry> = self.entries().collect();
        let opened = out.open("{");
        out.name("", "metadata");
        if entries.is_empty() {
            out.copy(metadata);
        } else {
            let inner = out.open("{");
            out.name("", "name");
            out.string("a");
            for kind in MetadataKind::ALL {
                let is_used = |name: &str| {
                    entries
                        .iter()
                        .any(|entry| entry.kind == kind && entry.name == name)
                };
                let others = metadata.get(kind.map()).into_iter().flat_map(Json::members);
                let mut all: Vec<_> = others
                    .filter(|(name, _)| !is_used(name))
                    .map(|(name, value)| (name.into_owned(), value.raw().to_owned()))
                    .collect();
                for entry in entries.iter().filter(|entry| entry.kind == kind) {
                    let value = value_of(object, *entry);
                    all.extend(value.map(|value| (entry.name.to_owned(), value.raw().to_owned())));
                }
                write_map(
                    kind.map(),
                    all.iter().map(|(name, value)| (name.as_str(), value.as_str())),
                    out,
                );
            }
            out.close(inner, "}");
        }
        for (name, value) in object.members().filter(|(name, _)| name != "metadata") {
            out.name(",", &name);
            out.copy(value);
        }
        out.close(opened, "}");
    }

    /// Writes the metadata of a new object.
    pub(super) fn write_metadata(&self, room: &mut Room, out: &mut Written) {
        let given = self.random_metadata(room);
        let opened = out.open("{");
        out.name("", "name");
        out.string("a");
        for kind in MetadataKind::ALL {
            let of_kind = given.iter().filter(|(entry, _)| entry.kind == kind);
            write_map(
                kind.map(),
                of_kind.map(|(entry, value)| (entry.name, value.as_str())),
                out,
            );
        }
        out.close(opened, "}");
    }
}

fn write_map<'m>(map: &str, members: impl Iterator<Item = (&'m str, &'m str)>, out: &mut Written) {
    let mut members = members.peekable();
    if members.peek().is_none() {
        return;
    }
    out.name(",", map);
    let opened = out.open("{");
    let mut separator = "";
    for (name, value) in members {
        out.name(separator, name);
        out.json(value);
        separator = ",";
    }
    out.close(opened, "}");
}

fn value_of(object: Json<'_>, entry: MetadataEntry) -> Option<Json<'_>> {
    object.get("metadata")?.get(entry.kind.map())?.get(entry.name)
}
