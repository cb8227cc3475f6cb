//! What must hold of conversion.

use super::generate::{self, Members};
use super::merge::{Depth, common, drop_emptied, remove_at, remove_null_objects, remove_some, set_defaults};
use super::random::Random;
use super::sample::Sample;
use crate::convert::chain::Chain;
use crate::convert::json::{Document, Json, equal, write_string};
use crate::convert::out::Out;
use crate::convert::prune::prune;
use crate::convert::run::equal_texts;
use crate::model::structural::Structural;

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

    /// Where the random objects of this pair start.
    pub(super) fn seed(&self, seed: u64) -> u64 {
        seed ^ ((self.from as u64) << 32) ^ ((self.to as u64) << 40)
    }

    pub(super) fn choose(source: &mut Random) -> Law {
        match source.below(4) {
            0 | 1 => Law::ThereAndBack,
            2 => Law::EditsWin,
            _ => Law::RemovedStaysRemoved,
        }
    }

    /// The random objects that a law is about, as JSON.
    pub(super) fn samples(&self, law: Law, source: &mut Random) -> Vec<String> {
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
                let rest = Document::read(&whole).map(|document| {
                    let mut rest = Sample::of(document.root());
                    if let Some(schema) = self.chain.schema(self.to) {
                        for (name, part) in schema.properties() {
                            if let Some(value) = rest.get_mut(name) {
                                remove_some(value, part, source);
                            }
                        }
                    }
                    rest.to_text()
                });
                let rest = rest.unwrap_or_default();
                vec![whole, rest]
            }
        }
    }

    /// A random object of a version.
    fn object(&self, at: usize, members: Members, source: &mut Random) -> String {
        let mut text = String::with_capacity(1024);
        text.push_str("{\"apiVersion\":");
        write_string(&mut text, &self.chain.api_version(at));
        text.push_str(",\"kind\":");
        write_string(&mut text, self.chain.kind);
        if members == Members::Whole || source.percent(80) {
            text.push_str(",\"metadata\":{\"name\":\"a\"}");
        }
        for (name, part) in self.chain.schema(at).into_iter().flat_map(Structural::properties) {
            if members == Members::Whole || source.percent(80) {
                text.push(',');
                write_string(&mut text, name);
                text.push(':');
                generate::value(part, members, source, &mut text);
            }
        }
        text.push('}');
        text
    }

    /// What is wrong, if the law is broken.
    pub(super) fn broken(&self, law: Law, samples: &[String]) -> Option<Broken> {
        match (law, samples) {
            (Law::ThereAndBack, [object]) => self.there_and_back(object),
            (Law::EditsWin, [object, edited]) => self.edits_win(object, edited),
            (Law::RemovedStaysRemoved, [whole, rest]) => self.removed_stays_removed(whole, rest),
            _ => None,
        }
    }

    /// The object at another version. Only an overfull one has no conversion.
    fn converted(&self, object: Json<'_>, from: usize, to: usize) -> Option<String> {
        self.chain
            .convert(object, self.chain.spot(from), self.chain.spot(to))
            .ok()
            .map(|converted| converted.text)
    }

    fn there_and_back(&self, text: &str) -> Option<Broken> {
        let object = Document::read(text).ok()?;
        let there = self.converted(object.root(), self.from, self.to)?;
        let other = Document::read(&there).ok()?;
        let back = self.converted(other.root(), self.to, self.from)?;
        let returned = Document::read(&back).ok()?;
        let what = self.not_pruned(other.root(), self.to).or_else(|| {
            let schema = self.chain.schema(self.from);
            let same = ["spec", "status", "metadata"]
                .iter()
                .all(|part| same_part(object.root(), returned.root(), part, schema));
            (!same).then(|| "the object that comes back is not the one that went".to_owned())
        })?;
        let way = [
            (self.from, "", text),
            (self.to, "", &*there),
            (self.from, "", &*back),
        ];
        Some(self.broken_by(what, &way))
    }

    fn edits_win(&self, text: &str, edited: &str) -> Option<Broken> {
        let object = Document::read(text).ok()?;
        let there = self.converted(object.root(), self.from, self.to)?;
        let other = Document::read(&there).ok()?;
        let edit = Document::read(edited).ok()?;
        let edited = with_metadata(edit.root(), other.root().get("metadata")?);
        let edit = Document::read(&edited).ok()?;
        let back = self.converted(edit.root(), self.to, self.from)?;
        let again = Document::read(&back).ok()?;
        let last = self.converted(again.root(), self.from, self.to)?;
        let returned = Document::read(&last).ok()?;
        let schema = self.chain.schema(self.to);
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(edit.root(), returned.root(), part, schema));
        if same {
            return None;
        }
        let way = [
            (self.from, "", text),
            (self.to, "", &*there),
            (self.to, ", after an edit", &*edited),
            (self.from, "", &*back),
            (self.to, "", &*last),
        ];
        Some(self.broken_by(
            "the edit at the other version is not what comes back".to_owned(),
            &way,
        ))
    }

    fn removed_stays_removed(&self, whole: &str, rest: &str) -> Option<Broken> {
        let (whole, rest) = (Document::read(whole).ok()?, Document::read(rest).ok()?);
        // Where functions split or join fields, the stored version has one field where this one has several.
        let mut whole = Sample::of(whole.root());
        for path in &self.split {
            remove_at(&mut whole, path);
        }
        if let Some(schema) = self.chain.schema(self.to) {
            remove_null_objects(&mut whole, schema);
        }
        let mut rest = common(
            &whole,
            &Sample::of(rest.root()),
            self.chain.schema(self.to),
            Depth::Root,
        );
        drop_emptied(&mut rest, &whole);
        let (whole, rest) = (whole.to_text(), rest.to_text());
        let stored = self.converted(Document::read(&whole).ok()?.root(), self.to, self.from)?;
        let applied = Document::read(&rest).ok()?;
        let pruned = self.converted(applied.root(), self.to, self.from)?;
        let (one, other) = (Document::read(&stored).ok()?, Document::read(&pruned).ok()?);
        let merged = common(
            &Sample::of(one.root()),
            &Sample::of(other.root()),
            self.chain.schema(self.from),
            Depth::Root,
        );
        let merged = merged.to_text();
        let last = self.converted(Document::read(&merged).ok()?.root(), self.from, self.to)?;
        let returned = Document::read(&last).ok()?;
        let schema = self.chain.schema(self.to);
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(applied.root(), returned.root(), part, schema));
        if same {
            return None;
        }
        let way = [
            (self.to, "", &*whole),
            (self.from, "", &*stored),
            (self.to, ", after an applier removed fields", &*rest),
            (self.from, "", &*pruned),
            (self.from, ", merged by the server", &*merged),
            (self.to, "", &*last),
        ];
        Some(self.broken_by("what the applier removed is not what is removed".to_owned(), &way))
    }

    fn broken_by(&self, what: String, way: &[(usize, &str, &str)]) -> Broken {
        let way = way.iter().map(|(at, note, text)| {
            let name = format!("{}{note}", self.chain.api_version(*at));
            (name, (*text).to_owned())
        });
        Broken {
            way: way.collect(),
            what,
        }
    }

    /// What the API server would prune of an answer.
    fn not_pruned(&self, object: Json<'_>, at: usize) -> Option<String> {
        let schema = self.chain.schema(at)?;
        for (name, part) in schema.properties() {
            if let Some(value) = object.get(name)
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

/// An object with other metadata.
fn with_metadata(object: Json<'_>, metadata: Json<'_>) -> String {
    let mut text = String::with_capacity(object.raw().len() + metadata.raw().len());
    text.push_str("{\"metadata\":");
    text.push_str(metadata.raw());
    for (name, value) in object.members().filter(|(name, _)| name != "metadata") {
        text.push(',');
        write_string(&mut text, &name);
        text.push(':');
        text.push_str(value.raw());
    }
    text.push('}');
    text
}

/// Whether two objects have the same part. Defaults may be set in one of them: the server sets them in whole objects (R6).
fn same_part(a: Json<'_>, b: Json<'_>, part: &str, schema: Option<&Structural>) -> bool {
    match (a.get(part), b.get(part)) {
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
