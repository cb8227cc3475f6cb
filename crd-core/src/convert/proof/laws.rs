//! The properties that are tested for each object: round trips, defaults, pruning, and updates by clients of each version.

use super::functions::first_difference;
use super::merge::{Defaulted, remove_some};
use super::parts::same_part;
use super::room::Room;
use super::sample::Sample;
use crate::convert::chain::Chain;
use crate::convert::json::{Json, Sink as _, Written};
use crate::convert::out::Out;
use crate::convert::prune::prune;
use crate::convert::review::Failure;
use crate::model::structural::Structural;
use crate::values::{MemberChoice, ValueOptions};

/// A property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    /// An object is unchanged after a round trip.
    ThereAndBack,
    /// A write in the other version is preserved, whatever data was kept from the previous object.
    EditsWin,
    /// Fields that an applier of the other version removes stay removed after the server's merge with the stored object.
    RemovedStaysRemoved,
}

/// The advice if functions do not restore a value.
const INVERSES: &str = "`down(up(x))` must return `x`, and `up(down(y))` must return `y`; if several values of one version correspond \
                        to one of the other, declare it: `next(up = …, down = …, lossy)`";

/// One of this many converted objects is parsed again from its text; the others have their tokens from the writer.
const READ_AGAIN: usize = 16;

/// The percentage of scalars that violate their restrictions: the server converts objects before it validates them.
const UNFIT_PERCENT: u64 = 3;

/// Tests of the properties of the conversions between the versions of a chain.
pub(super) struct Laws<'c> {
    pub(super) chain: &'c Chain,
    /// For each pair of versions, the paths of fields that functions split or join.
    split: Vec<Vec<Vec<Vec<String>>>>,
    /// For each version, the schema from which objects are generated.
    schemas: Vec<Structural>,
}

/// Random objects of a version, which are tested with all other versions.
pub(super) struct Trial {
    law: Law,
    at: usize,
    /// The object; and for [`Law::EditsWin`] one of each version, for [`Law::RemovedStaysRemoved`] the part that an applier keeps.
    objects: Vec<Written>,
}

/// A property and the objects that it is tested on, of two versions.
pub(super) struct Case {
    law: Law,
    versions: [usize; 2],
    pub(super) objects: Vec<Written>,
}

/// A violation: the intermediate objects, each with a name, and its description.
#[derive(Default)]
pub(super) struct Broken {
    way: Vec<(String, String)>,
    what: String,
}

impl Trial {
    /// Returns the objects for reuse.
    pub(super) fn into_objects(self) -> Vec<Written> {
        self.objects
    }

    /// Returns the case for one of the other versions.
    pub(super) fn with(&self, other: usize) -> Case {
        let numbers = match self.law {
            Law::ThereAndBack => vec![0],
            Law::EditsWin => vec![self.at, other],
            Law::RemovedStaysRemoved => vec![0, 1],
        };
        let objects = numbers
            .into_iter()
            .filter_map(|number| self.objects.get(number).cloned());
        Case {
            law: self.law,
            versions: [self.at, other],
            objects: objects.collect(),
        }
    }
}

impl<'c> Laws<'c> {
    pub(super) fn new(chain: &'c Chain, schemas: Vec<Structural>) -> Self {
        let versions = 0..chain.len();
        let split = |a: usize, b: usize| chain.split_paths(a.min(b), a.max(b));
        Laws {
            chain,
            schemas,
            split: versions
                .clone()
                .map(|a| versions.clone().map(|b| split(a, b)).collect())
                .collect(),
        }
    }

    /// Creates the trial with a seed for a version.
    pub(super) fn trial(&self, at: usize, seed: u64, room: &mut Room) -> Trial {
        room.values.reseed(seed);
        let law = match room.values.random().below(4) {
            0 | 1 => Law::ThereAndBack,
            2 => Law::EditsWin,
            _ => Law::RemovedStaysRemoved,
        };
        let objects = match law {
            Law::ThereAndBack => {
                let members = if room.values.random().percent(50) {
                    MemberChoice::Whole
                } else {
                    MemberChoice::Partial
                };
                vec![self.object(at, members, self.unfit_percent(), room)]
            }
            // The server has validated the writes of clients.
            Law::EditsWin => (0..self.chain.len())
                .map(|version| self.object(version, MemberChoice::Whole, 0, room))
                .collect(),
            Law::RemovedStaysRemoved => {
                let whole = self.object(at, MemberChoice::Whole, self.unfit_percent(), room);
                let mut rest = Sample::of(whole.root());
                if let Some(schema) = self.chain.schema(at) {
                    for (name, part) in schema.properties() {
                        if let Some(value) = rest.get_mut(name) {
                            remove_some(value, part, room.values.random());
                        }
                    }
                }
                let rest = room.write(&rest);
                vec![whole, rest]
            }
        };
        Trial { law, at, objects }
    }

    /// Returns the first of the other versions with which the property is violated.
    pub(super) fn broken_with(&self, trial: &Trial, room: &mut Room) -> Option<usize> {
        match (trial.law, trial.objects.as_slice()) {
            (Law::RemovedStaysRemoved, [whole, rest]) => {
                self.removals_broken_with(trial.at, whole, rest, room)
            }
            (Law::ThereAndBack, [object]) => {
                let judge = |other: usize, way: &[Written], room: &mut Room| {
                    self.there_and_back([trial.at, other], object, way, room)
                        .is_some()
                };
                self.first_of_others(trial.at, object, judge, room)
            }
            (Law::EditsWin, objects) => {
                let object = objects.get(trial.at)?;
                let judge = |other: usize, way: &[Written], room: &mut Room| {
                    let edited = objects.get(other).zip(way.last());
                    edited.is_some_and(|(edited, there)| {
                        self.edits_win([trial.at, other], [object, edited], there, room)
                            .is_some()
                    })
                };
                self.first_of_others(trial.at, object, judge, room)
            }
            _ => None,
        }
    }

    /// Returns the first of the other versions for which a function accepts the intermediate objects. Each version is reached from
    /// the previous one, like in a conversion.
    fn first_of_others(
        &self,
        at: usize,
        object: &Written,
        judge: impl Fn(usize, &[Written], &mut Room) -> bool,
        room: &mut Room,
    ) -> Option<usize> {
        let mut way: Vec<Written> = Vec::with_capacity(self.chain.len());
        // Only an object whose annotations are too long is not converted further.
        let mut is_open = true;
        for (from, to) in self.outward(at) {
            if from == at {
                room.give(way.drain(..));
                is_open = true;
            }
            if !is_open {
                continue;
            }
            match self.converted(way.last().unwrap_or(object), from, to, room) {
                Some(there) => way.push(there),
                None => is_open = false,
            }
            if is_open && judge(to, &way, room) {
                return Some(to);
            }
        }
        room.give(way);
        None
    }

    /// The schema of which objects of a version are made.
    pub(super) fn schema(&self, at: usize) -> Option<&Structural> {
        self.schemas.get(at)
    }

    /// Returns the other versions, the nearest first, each after the version from which it is reached.
    pub(super) fn outward(&self, at: usize) -> impl Iterator<Item = (usize, usize)> {
        let up = (at + 1..self.chain.len()).map(|version| (version - 1, version));
        up.chain((0..at).rev().map(|version| (version + 1, version)))
    }

    pub(super) fn split(&self, a: usize, b: usize) -> &[Vec<String>] {
        let paths = self.split.get(a).and_then(|of| of.get(b));
        paths.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the percentage of invalid scalars. It is 0 if the mapping validates values, since values that an object's own version
    /// rejects are then not restored.
    fn unfit_percent(&self) -> u64 {
        if self.chain.judges() { 0 } else { UNFIT_PERCENT }
    }

    /// Generates a random object of a version.
    fn object(&self, at: usize, members: MemberChoice, unfit_percent: u64, room: &mut Room) -> Written {
        let mut out = room.take();
        let values = &mut room.values;
        let options = ValueOptions {
            members,
            // A random percentage of members.
            optional_percent: values.random().one(&[20, 40, 60, 80]).copied().unwrap_or(50),
            unfit_percent,
            ..ValueOptions::WHOLE
        };
        let opened = out.open("{");
        out.name("", "apiVersion");
        out.string(&self.chain.api_version(at));
        out.name(",", "kind");
        out.string(self.chain.kind);
        if members == MemberChoice::Whole || values.random().percent(80) {
            out.name(",", "metadata");
            self.write_metadata(room, &mut out);
        }
        let values = &mut room.values;
        for (name, part) in self.schemas.get(at).into_iter().flat_map(Structural::properties) {
            if members == MemberChoice::Whole || values.random().percent(80) {
                out.name(",", name);
                values.write(part, options, &mut out);
            }
        }
        out.close(opened, "}");
        out
    }

    /// Returns the violation, if the property is violated.
    pub(super) fn broken(&self, case: &Case, room: &mut Room) -> Option<Broken> {
        let [at, other] = case.versions;
        match (case.law, case.objects.as_slice()) {
            (Law::ThereAndBack, [object]) => {
                let there = self.converted(object, at, other, room)?;
                self.there_and_back(case.versions, object, &[there], room)
            }
            (Law::EditsWin, [object, edited]) => {
                let there = self.converted(object, at, other, room)?;
                self.edits_win(case.versions, [object, edited], &there, room)
            }
            (Law::RemovedStaysRemoved, [whole, rest]) => {
                let applied = self.applied(case.versions, whole, rest, room)?;
                self.removed_stays_removed(case.versions, &applied, room)
            }
            _ => None,
        }
    }

    /// Converts the object to another version; `None` if its annotations would be too long, which is not an error of the mapping. Any
    /// other failure returns a text that is not an object, which violates every property.
    pub(super) fn converted(
        &self,
        object: &Written,
        from: usize,
        to: usize,
        room: &mut Room,
    ) -> Option<Written> {
        let (from, to) = (self.chain.spot(from), self.chain.spot(to));
        let mut written = room.take();
        let converted = self
            .chain
            .convert_to(object.root(), from, to, &mut written, &mut room.scratch);
        match converted {
            Ok(_) if written.problem().is_none() => {}
            Err(Failure::TooLong(_) | Failure::Unfit(_)) => {
                room.give([written]);
                return None;
            }
            _ => return Some(Written::default()),
        }
        // The text is the response; some texts are parsed again.
        if written.text().len().is_multiple_of(READ_AGAIN) {
            return Some(Written::read(written.text()).unwrap_or_default());
        }
        Some(written)
    }

    /// Tests a round trip. `way` has the object at each version from the next to the target, or only at the target.
    fn there_and_back(
        &self,
        [at, other]: [usize; 2],
        object: &Written,
        way: &[Written],
        room: &mut Room,
    ) -> Option<Broken> {
        let (there, between) = way.split_last()?;
        if let Some(what) = self.not_pruned(there.root(), other) {
            return Some(self.broken_by(what, &[(at, "", object), (other, "", there)]));
        }
        let back = self.back([at, other], there, between, room)?;
        let schema = self.chain.schema(at);
        let same = ["spec", "status", "metadata"]
            .iter()
            .all(|part| same_part(object.root(), back.root(), part, schema, Defaulted::Complete));
        if same {
            room.give([back]);
            return None;
        }
        let way = [(at, "", object), (other, "", there), (at, "", &back)];
        let place = self.difference([at, other], object, &back, INVERSES);
        Some(self.broken_by(
            format!("the object differs after conversion there and back: {place}"),
            &way,
        ))
    }

    /// Returns the object after the conversion back from another version; `None` if an intermediate object is identical to that of the
    /// first conversion: then the conversion back from that version was already tested.
    fn back(
        &self,
        [at, other]: [usize; 2],
        there: &Written,
        between: &[Written],
        room: &mut Room,
    ) -> Option<Written> {
        let mut last: Option<Written> = None;
        let mut from = other;
        for before in between.iter().rev() {
            let to = if at < from { from - 1 } else { from + 1 };
            let object = self.converted(last.as_ref().unwrap_or(there), from, to, room)?;
            let is_known = object.text() == before.text();
            room.give(last.replace(object));
            from = to;
            if is_known {
                room.give(last);
                return None;
            }
        }
        let back = self.converted(last.as_ref().unwrap_or(there), from, at, room);
        room.give(last);
        back
    }

    fn edits_win(
        &self,
        [at, other]: [usize; 2],
        [object, edited]: [&Written; 2],
        there: &Written,
        room: &mut Room,
    ) -> Option<Broken> {
        let Some(metadata) = there.root().get("metadata") else {
            let way = [(at, "", object), (other, "", there)];
            return Some(self.broken_by("the object cannot be converted".to_owned(), &way));
        };
        let mut edit = room.take();
        self.with_metadata(edited.root(), metadata, &mut edit);
        let back = self.converted(&edit, other, at, room)?;
        let last = self.converted(&back, at, other, room)?;
        if self.is_same(&edit, &last, other, Defaulted::Complete) && self.same_metadata(&edit, &last) {
            room.give([edit, back, last]);
            return None;
        }
        let way = [
            (at, "", object),
            (other, "", there),
            (other, ", after an edit", &edit),
            (at, "", &back),
            (other, "", &last),
        ];
        let place = self.difference([at, other], &edit, &last, INVERSES);
        Some(self.broken_by(
            format!("the edit at the other version is lost or changed by the conversion back: {place}"),
            &way,
        ))
    }

    /// Whether two objects of a version have the same spec and status.
    pub(super) fn is_same(&self, a: &Written, b: &Written, at: usize, defaulted: Defaulted) -> bool {
        let schema = self.chain.schema(at);
        let mut parts = ["spec", "status"].iter();
        parts.all(|part| same_part(a.root(), b.root(), part, schema, defaulted))
    }

    /// Returns the first difference between two objects, its likely cause, and what to change. `advice` is for a field that
    /// functions convert between the versions.
    pub(super) fn difference(
        &self,
        [at, other]: [usize; 2],
        was: &Written,
        is: &Written,
        advice: &str,
    ) -> String {
        let Some(difference) = first_difference(was.root(), is.root()) else {
            return String::new();
        };
        let names: Vec<&str> = difference.names().collect();
        let functions = self.chain.function_paths(at.min(other), at.max(other));
        let function = functions
            .iter()
            .find(|path| path.iter().zip(&names).all(|(a, b)| a == b || a == "*"));
        let cause = match function {
            Some(path) => {
                let path = path.join(".").replace(".[]", "[]");
                format!("; functions of the mapping convert `{path}`: {advice}")
            }
            None => "; no function of the mapping converts it, so this is a mistake of crd-core: please report it with the \
                     objects below"
                .to_owned(),
        };
        format!("{difference}{cause}")
    }

    pub(super) fn broken_by(&self, what: String, way: &[(usize, &str, &Written)]) -> Broken {
        let way = way.iter().map(|(at, note, object)| {
            let name = format!("{}{note}", self.chain.api_version(*at));
            (name, object.text().to_owned())
        });
        Broken {
            way: way.collect(),
            what,
        }
    }

    /// Returns the part of a response that the API server would prune.
    fn not_pruned(&self, object: Json<'_>, at: usize) -> Option<String> {
        let schema = self.chain.schema(at)?;
        for (name, part) in schema.properties() {
            if let Some(value) = object.get(name)
                && !matches!(prune(value, part), Out::Input(_))
            {
                return Some(format!("`{name}` has fields that the version does not declare"));
            }
        }
        None
    }

    /// Formats the counterexample in words and YAML.
    pub(super) fn explain(&self, case: &Case, broken: &Broken) -> String {
        let [from, to] = case.versions.map(|at| self.chain.api_version(at));
        let law = case.law;
        let mut text = format!(
            "conversion of `{}` between `{from}` and `{to}` violates a law ({law:?}): {}\n",
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
