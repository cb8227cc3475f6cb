//! What must hold of conversion.

use super::random::Random;
use super::sample::{Members, Sample, random};
use crate::convert::chain::Chain;
use crate::convert::json::{Document, equal};
use crate::convert::out::Out;
use crate::convert::prune::prune;
use crate::convert::run::equal_texts;
use crate::model::structural::{ListType, MapType, Structural, StructuralShape};

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    /// An object comes back as it was.
    ThereAndBack,
    /// What is written at the other version stays, whatever was kept of the object that was there before.
    EditsWin,
    /// What an applier of the other version removes stays removed when the server has merged it with the stored object.
    RemovedStaysRemoved,
}

/// The laws of a pair of versions.
pub(super) struct Laws<'c> {
    chain: &'c Chain,
    from: usize,
    to: usize,
    /// The paths of fields that functions split or join.
    split: Vec<Vec<String>>,
}

/// What is wrong: the objects on the way, each with a name, and the sentence about it.
#[derive(Default)]
pub(super) struct Broken {
    way: Vec<(String, String)>,
    what: String,
}

impl<'c> Laws<'c> {
    pub(super) fn new(chain: &'c Chain, from: usize, to: usize) -> Self {
        let split = chain.split_paths(from.min(to), from.max(to));
        Laws {
            chain,
            from,
            to,
            split,
        }
    }

    pub(super) fn choose(source: &mut Random) -> Law {
        match source.below(4) {
            0 | 1 => Law::ThereAndBack,
            2 => Law::EditsWin,
            _ => Law::RemovedStaysRemoved,
        }
    }

    /// The random objects that a law is about.
    pub(super) fn samples(&self, law: Law, source: &mut Random) -> Vec<Sample> {
        match law {
            Law::ThereAndBack => {
                let members = if source.percent(50) {
                    Members::Whole
                } else {
                    Members::Partial
                };
                vec![self.object(self.from, members, source)]
            }
            Law::EditsWin => vec![
                self.object(self.from, Members::Whole, source),
                self.object(self.to, Members::Whole, source),
            ],
            Law::RemovedStaysRemoved => {
                let whole = self.object(self.to, Members::Whole, source);
                let mut rest = whole.clone();
                if let Some(schema) = self.chain.schema(self.to) {
                    for (name, part) in schema.properties() {
                        if let Some(value) = rest.get_mut(name) {
                            remove_some(value, part, source);
                        }
                    }
                }
                vec![whole, rest]
            }
        }
    }

    /// A random object of a version.
    fn object(&self, at: usize, members: Members, source: &mut Random) -> Sample {
        let mut sample = vec![
            (
                "apiVersion".to_owned(),
                Sample::string(&self.chain.api_version(at)),
            ),
            ("kind".to_owned(), Sample::string(self.chain.kind)),
        ];
        if members == Members::Whole || source.percent(80) {
            let name = Sample::Object(vec![("name".to_owned(), Sample::string("a"))]);
            sample.push(("metadata".to_owned(), name));
        }
        for (name, part) in self.chain.schema(at).into_iter().flat_map(Structural::properties) {
            if members == Members::Whole || source.percent(80) {
                sample.push((name.to_owned(), random(part, members, source)));
            }
        }
        Sample::Object(sample)
    }

    /// What is wrong, if the law is broken.
    pub(super) fn broken(&self, law: Law, samples: &[Sample]) -> Option<Broken> {
        match (law, samples) {
            (Law::ThereAndBack, [object]) => self.there_and_back(object),
            (Law::EditsWin, [object, edited]) => self.edits_win(object, edited),
            (Law::RemovedStaysRemoved, [whole, rest]) => self.removed_stays_removed(whole, rest),
            _ => None,
        }
    }

    fn there_and_back(&self, object: &Sample) -> Option<Broken> {
        let text = object.to_text();
        let mut way = Way::new(self, self.from, text.clone());
        way.go(self.to)?;
        if let Some(what) = self.not_pruned(&way.last, self.to) {
            return Some(way.broken(what));
        }
        way.go(self.from)?;
        let same = ["spec", "status", "metadata"]
            .iter()
            .all(|part| same_part(&text, &way.last, part, self.chain.schema(self.from)));
        (!same).then(|| way.broken("the object that comes back is not the one that went".to_owned()))
    }

    fn edits_win(&self, object: &Sample, edited: &Sample) -> Option<Broken> {
        let mut way = Way::new(self, self.from, object.to_text());
        way.go(self.to)?;
        let converted = Document::read(&way.last).ok()?;
        let metadata = Sample::of(converted.root().get("metadata")?);
        let mut edited = edited.clone();
        edited.set("metadata", metadata);
        let text = edited.to_text();
        drop(converted);
        way.put("after an edit", text.clone());
        way.go(self.from)?;
        way.go(self.to)?;
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(&text, &way.last, part, self.chain.schema(self.to)));
        (!same).then(|| way.broken("the edit at the other version is not what comes back".to_owned()))
    }

    fn removed_stays_removed(&self, whole: &Sample, rest: &Sample) -> Option<Broken> {
        // Where functions split or join fields, the stored version has one field where this one has several.
        let mut whole = whole.clone();
        for path in &self.split {
            remove_at(&mut whole, path);
        }
        let whole = &whole;
        let mut rest = common(whole, rest, self.chain.schema(self.to), Depth::Root);
        drop_emptied(&mut rest, whole);
        let rest = &rest;
        let mut way = Way::new(self, self.to, whole.to_text());
        way.go(self.from)?;
        let stored = Sample::of(Document::read(&way.last).ok()?.root());
        let mut other = Way::new(self, self.to, rest.to_text());
        other.go(self.from)?;
        let pruned = Sample::of(Document::read(&other.last).ok()?.root());
        let schema = self.chain.schema(self.from)?;
        let merged = common(&stored, &pruned, Some(schema), Depth::Root);
        way.stations.extend(other.stations);
        way.put("merged by the server", merged.to_text());
        way.at = self.from;
        way.go(self.to)?;
        let text = rest.to_text();
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(&text, &way.last, part, self.chain.schema(self.to)));
        (!same).then(|| way.broken("what the applier removed is not what is removed".to_owned()))
    }

    /// What the API server would prune of an answer.
    fn not_pruned(&self, text: &str, at: usize) -> Option<String> {
        let document = Document::read(text).ok()?;
        let schema = self.chain.schema(at)?;
        for (name, part) in schema.properties() {
            if let Some(value) = document.root().get(name)
                && !matches!(prune(value, part), Out::Input(_))
            {
                return Some(format!("`{name}` has members that the version does not declare"));
            }
        }
        None
    }

    /// The counterexample in words and YAML.
    pub(super) fn explain(&self, law: Law, broken: &Broken) -> String {
        let (from, to) = (self.chain.api_version(self.from), self.chain.api_version(self.to));
        let mut text = format!(
            "conversion of `{}` between `{from}` and `{to}` breaks a law ({law:?}): {}\n",
            self.chain.kind, broken.what
        );
        for (name, json) in &broken.way {
            text.push_str(&format!("\n# {name}\n"));
            let value = serde_json::from_str::<serde_json::Value>(json);
            match value.map(|value| crate::yaml::to_string(&value)) {
                Ok(Ok(yaml)) => text.push_str(&yaml),
                _ => text.push_str(json),
            }
        }
        text
    }
}

/// An object on its way through versions.
struct Way<'l> {
    laws: &'l Laws<'l>,
    at: usize,
    last: String,
    /// What happened to the object at this version.
    note: String,
    stations: Vec<(String, String)>,
}

impl<'l> Way<'l> {
    fn new(laws: &'l Laws<'l>, at: usize, text: String) -> Self {
        Way {
            laws,
            at,
            last: text,
            note: String::new(),
            stations: Vec::new(),
        }
    }

    fn name(&self) -> String {
        format!("{}{}", self.laws.chain.api_version(self.at), self.note)
    }

    /// Converts the object. Only an overfull one has no conversion.
    fn go(&mut self, to: usize) -> Option<()> {
        let document = Document::read(&self.last).ok()?;
        let converted = self.laws.chain.convert(document.root(), self.at, to).ok()?;
        let before = std::mem::replace(&mut self.last, converted.text);
        self.stations.push((self.name(), before));
        self.note.clear();
        self.at = to;
        Some(())
    }

    fn put(&mut self, name: &str, text: String) {
        let before = std::mem::replace(&mut self.last, text);
        self.stations.push((self.name(), before));
        self.note = format!(", {name}");
    }

    fn broken(mut self, what: String) -> Broken {
        self.stations.push((self.name(), self.last));
        Broken {
            way: self.stations,
            what,
        }
    }
}

/// Whether two objects have the same part. Defaults may be set in one of them: the server sets them in whole objects (R6).
fn same_part(a: &str, b: &str, part: &str, schema: Option<&Structural>) -> bool {
    let (Ok(a), Ok(b)) = (Document::read(a), Document::read(b)) else {
        return false;
    };
    match (a.root().get(part), b.root().get(part)) {
        (Some(a), Some(b)) => {
            equal(a, b)
                || schema
                    .and_then(|schema| schema.property(part))
                    .is_some_and(|schema| {
                        let defaulted = |value| {
                            let mut sample = Sample::of(value);
                            set_defaults(&mut sample, schema);
                            sample.to_text()
                        };
                        equal_texts(&defaulted(a), &defaulted(b))
                    })
        }
        (None, None) => true,
        // The answer always has metadata.
        (None, Some(b)) => part == "metadata" && b.members().next().is_none(),
        (Some(_), None) => false,
    }
}

/// Sets defaults in objects that have all that they require.
fn set_defaults(value: &mut Sample, schema: &Structural) {
    match value {
        Sample::Scalar(_) => {}
        Sample::List(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    set_defaults(element, items);
                }
            }
        }
        Sample::Object(members) => {
            for (name, member) in members.iter_mut() {
                if let Some(schema) = schema.member(name) {
                    set_defaults(member, schema);
                }
            }
            let required = schema.validation.required.as_deref().unwrap_or_default();
            if required
                .iter()
                .all(|name| members.iter().any(|(other, _)| **other == **name))
            {
                for (name, property) in schema.properties() {
                    if let Some(default) = &property.generic.default
                        && members.iter().all(|(other, _)| other != name)
                    {
                        members.push((name.to_owned(), Sample::Scalar(default.to_string())));
                    }
                }
            }
        }
    }
}

/// Removes objects and lists that are empty, but were not: apply removes them with the last of their members.
fn drop_emptied(value: &mut Sample, whole: &Sample) {
    // Elements of lists are compared by their keys, which stay.
    if let (Sample::Object(members), Sample::Object(_)) = (value, whole) {
        members.retain_mut(|(name, member)| {
            let Some(whole) = whole.get(name) else { return true };
            drop_emptied(member, whole);
            !is_empty(member) || is_empty(whole)
        });
    }
}

/// Removes some members and elements that server-side apply sees as their own.
fn remove_some(value: &mut Sample, schema: &Structural, source: &mut Random) {
    match (&schema.shape, value) {
        (StructuralShape::Object(object), Sample::Object(members))
            if object.map_type != Some(MapType::Atomic) =>
        {
            members.retain_mut(|(name, member)| {
                let Some(schema) = schema.member(name) else {
                    return true;
                };
                // Defaults would be set again.
                if schema.generic.default.is_none() && source.percent(25) {
                    return false;
                }
                let was_empty = is_empty(member);
                remove_some(member, schema, source);
                was_empty || !is_empty(member)
            });
        }
        (StructuralShape::Array(array), Sample::List(elements)) => {
            if let Some(ListType::Map(keys)) = &array.list_type {
                elements.retain_mut(|element| {
                    if source.percent(25) {
                        return false;
                    }
                    let kept: Vec<(Box<str>, Option<Sample>)> = keys
                        .iter()
                        .map(|key| (key.clone(), element.get(key).cloned()))
                        .collect();
                    remove_some(element, &array.items, source);
                    for (key, value) in kept {
                        if let Some(value) = value {
                            element.set(&key, value);
                        }
                    }
                    true
                });
            }
        }
        _ => {}
    }
}

/// Removes what is at a path of names; `[]` and `*` are all elements and all values.
fn remove_at(value: &mut Sample, path: &[String]) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    match value {
        Sample::List(elements) if first == "[]" => {
            for element in elements {
                remove_at(element, rest);
            }
        }
        Sample::Object(members) if rest.is_empty() => members.retain(|(name, _)| name != first),
        Sample::Object(members) => {
            for (name, member) in members {
                if name == first || first == "*" {
                    remove_at(member, rest);
                }
            }
        }
        Sample::List(_) | Sample::Scalar(_) => {}
    }
}

fn is_empty(sample: &Sample) -> bool {
    match sample {
        Sample::Scalar(_) => false,
        Sample::List(elements) => elements.is_empty(),
        Sample::Object(members) => members.is_empty(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Root,
    Below,
}

/// The first value without the paths that the second does not have: what server-side apply makes of a stored object and
/// of the converted rest.
fn common(stored: &Sample, pruned: &Sample, schema: Option<&Structural>, depth: Depth) -> Sample {
    match (stored, pruned) {
        (Sample::Object(members), Sample::Object(_)) => {
            let is_atomic = schema.is_some_and(|schema| {
                matches!(&schema.shape, StructuralShape::Object(object) if object.map_type == Some(MapType::Atomic))
            });
            if is_atomic {
                return stored.clone();
            }
            let mut kept = Vec::new();
            for (name, member) in members {
                let Some(other) = pruned.get(name) else { continue };
                let is_metadata = depth == Depth::Root && name == "metadata";
                let schema = if is_metadata {
                    None
                } else {
                    schema.and_then(|schema| schema.member(name))
                };
                kept.push((name.clone(), common(member, other, schema, Depth::Below)));
            }
            Sample::Object(kept)
        }
        (Sample::List(elements), Sample::List(others)) => {
            let Some(ListType::Map(keys)) = schema.and_then(Structural::list_type) else {
                return stored.clone();
            };
            let same = |a: &Sample, b: &Sample| keys.iter().all(|key| a.get(key) == b.get(key));
            let items = schema.and_then(Structural::items);
            let kept = elements.iter().filter_map(|element| {
                let other = others.iter().find(|other| same(element, other))?;
                Some(common(element, other, items, Depth::Below))
            });
            Sample::List(kept.collect())
        }
        _ => stored.clone(),
    }
}
