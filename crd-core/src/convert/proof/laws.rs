//! What must hold of conversion.

use super::generate::{self, Members};
use super::merge::{
    Depth, common, drop_emptied, remove_at, remove_null_objects, remove_some, set_defaults, write_common,
};
use super::random::Random;
use super::sample::Sample;
use crate::convert::chain::{Chain, Scratch};
use crate::convert::json::{Json, Sink as _, Written, equal};
use crate::convert::out::Out;
use crate::convert::prune::prune;
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

/// One in so many converted objects is read again from its text; the others have their tokens from the writer.
const READ_AGAIN: usize = 16;

/// Room for the objects of one trial after the other.
#[derive(Default)]
pub(super) struct Room {
    scratch: Scratch,
    free: Vec<Written>,
}

impl Room {
    fn take(&mut self) -> Written {
        self.free.pop().unwrap_or_else(|| Written::with_capacity(4096))
    }

    fn write(&mut self, sample: &Sample<'_>) -> Written {
        let mut written = self.take();
        sample.write(&mut written);
        written
    }

    /// Takes what is no longer needed.
    pub(super) fn give(&mut self, written: impl IntoIterator<Item = Written>) {
        self.free.extend(written.into_iter().map(|mut written| {
            written.clear();
            written
        }));
    }
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

    /// The random objects that a law is about.
    pub(super) fn samples(&self, law: Law, source: &mut Random, room: &mut Room) -> Vec<Written> {
        match law {
            Law::ThereAndBack => {
                let members = if source.percent(50) {
                    Members::Whole
                } else {
                    Members::Partial
                };
                vec![self.object(self.from, members, source, room)]
            }
            Law::EditsWin => vec![
                self.object(self.from, Members::Whole, source, room),
                self.object(self.to, Members::Whole, source, room),
            ],
            Law::RemovedStaysRemoved => {
                let whole = self.object(self.to, Members::Whole, source, room);
                let mut rest = Sample::of(whole.root());
                if let Some(schema) = self.chain.schema(self.to) {
                    for (name, part) in schema.properties() {
                        if let Some(value) = rest.get_mut(name) {
                            remove_some(value, part, source);
                        }
                    }
                }
                let rest = room.write(&rest);
                vec![whole, rest]
            }
        }
    }

    /// A random object of a version.
    fn object(&self, at: usize, members: Members, source: &mut Random, room: &mut Room) -> Written {
        let mut out = room.take();
        let opened = out.open("{");
        out.name("", "apiVersion");
        out.string(&self.chain.api_version(at));
        out.name(",", "kind");
        out.string(self.chain.kind);
        if members == Members::Whole || source.percent(80) {
            out.name(",", "metadata");
            out.json("{\"name\":\"a\"}");
        }
        for (name, part) in self.chain.schema(at).into_iter().flat_map(Structural::properties) {
            if members == Members::Whole || source.percent(80) {
                out.name(",", name);
                generate::value(part, members, source, &mut out);
            }
        }
        out.close(opened, "}");
        out
    }

    /// What is wrong, if the law is broken.
    pub(super) fn broken(&self, law: Law, samples: &[Written], room: &mut Room) -> Option<Broken> {
        match (law, samples) {
            (Law::ThereAndBack, [object]) => self.there_and_back(object, room),
            (Law::EditsWin, [object, edited]) => self.edits_win(object, edited, room),
            (Law::RemovedStaysRemoved, [whole, rest]) => self.removed_stays_removed(whole, rest, room),
            _ => None,
        }
    }

    /// The object at another version. Only an overfull one has no conversion.
    fn converted(&self, object: &Written, from: usize, to: usize, room: &mut Room) -> Option<Written> {
        let (from, to) = (self.chain.spot(from), self.chain.spot(to));
        let mut written = room.take();
        let converted = self
            .chain
            .convert_to(object.root(), from, to, &mut written, &mut room.scratch);
        converted.ok()?;
        // The text is what is answered; some are read again.
        if written.text().len() % READ_AGAIN == 0 {
            return Some(Written::read(written.text()).unwrap_or_default());
        }
        Some(written)
    }

    fn there_and_back(&self, object: &Written, room: &mut Room) -> Option<Broken> {
        let there = self.converted(object, self.from, self.to, room)?;
        let back = self.converted(&there, self.to, self.from, room)?;
        let what = self.not_pruned(there.root(), self.to).or_else(|| {
            let schema = self.chain.schema(self.from);
            let same = ["spec", "status", "metadata"]
                .iter()
                .all(|part| same_part(object.root(), back.root(), part, schema));
            (!same).then(|| "the object that comes back is not the one that went".to_owned())
        });
        let Some(what) = what else {
            room.give([there, back]);
            return None;
        };
        let way = [
            (self.from, "", object),
            (self.to, "", &there),
            (self.from, "", &back),
        ];
        Some(self.broken_by(what, &way))
    }

    fn edits_win(&self, object: &Written, edited: &Written, room: &mut Room) -> Option<Broken> {
        let there = self.converted(object, self.from, self.to, room)?;
        let mut edit = room.take();
        with_metadata(edited.root(), there.root().get("metadata")?, &mut edit);
        let back = self.converted(&edit, self.to, self.from, room)?;
        let last = self.converted(&back, self.from, self.to, room)?;
        let schema = self.chain.schema(self.to);
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(edit.root(), last.root(), part, schema));
        if same {
            room.give([there, edit, back, last]);
            return None;
        }
        let way = [
            (self.from, "", object),
            (self.to, "", &there),
            (self.to, ", after an edit", &edit),
            (self.from, "", &back),
            (self.to, "", &last),
        ];
        Some(self.broken_by(
            "the edit at the other version is not what comes back".to_owned(),
            &way,
        ))
    }

    fn removed_stays_removed(&self, whole: &Written, rest: &Written, room: &mut Room) -> Option<Broken> {
        // Where functions split or join fields, the stored version has one field where this one has several.
        let mut whole = Sample::of(whole.root());
        for path in &self.split {
            remove_at(&mut whole, path);
        }
        let schema = self.chain.schema(self.to);
        if let Some(schema) = schema {
            remove_null_objects(&mut whole, schema);
        }
        let (whole, rest) = {
            let mut left = common(&whole, rest.root(), schema, Depth::Root);
            drop_emptied(&mut left, &whole);
            (room.write(&whole), room.write(&left))
        };
        let stored = self.converted(&whole, self.to, self.from, room)?;
        let pruned = self.converted(&rest, self.to, self.from, room)?;
        let mut merged = room.take();
        write_common(
            stored.root(),
            pruned.root(),
            self.chain.schema(self.from),
            Depth::Root,
            &mut merged,
        );
        let last = self.converted(&merged, self.from, self.to, room)?;
        let same = ["spec", "status"]
            .iter()
            .all(|part| same_part(rest.root(), last.root(), part, schema));
        if same {
            room.give([whole, stored, rest, pruned, merged, last]);
            return None;
        }
        let way = [
            (self.to, "", &whole),
            (self.from, "", &stored),
            (self.to, ", after an applier removed fields", &rest),
            (self.from, "", &pruned),
            (self.from, ", merged by the server", &merged),
            (self.to, "", &last),
        ];
        Some(self.broken_by("what the applier removed is not what is removed".to_owned(), &way))
    }

    fn broken_by(&self, what: String, way: &[(usize, &str, &Written)]) -> Broken {
        let way = way.iter().map(|(at, note, object)| {
            let name = format!("{}{note}", self.chain.api_version(*at));
            (name, object.text().to_owned())
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

/// Writes an object with other metadata.
fn with_metadata(object: Json<'_>, metadata: Json<'_>, out: &mut Written) {
    let opened = out.open("{");
    out.name("", "metadata");
    out.copy(metadata);
    for (name, value) in object.members().filter(|(name, _)| name != "metadata") {
        out.name(",", &name);
        out.copy(value);
    }
    out.close(opened, "}");
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
                            sample.to_written()
                        };
                        equal(defaulted(a).root(), defaulted(b).root())
                    })
        }
        (None, None) => true,
        // The answer always has metadata.
        (None, Some(b)) => part == "metadata" && b.members().next().is_none(),
        (Some(_), None) => false,
    }
}
