//! The versions of one resource, and the conversion of whole objects between them.

use std::borrow::Cow;
use std::sync::Arc;

use super::direction::Direction;
use super::entry::Annotations;
use super::json::{Json, Opened, Sink, Written};
use super::most::Walk;
use super::out::Out;
use super::parts::{self, PARTS, PartPlans};
use super::plan::{MetadataStep, Plan, Step};
use super::restore::restore;
use super::review::Failure;
use super::run::{Run, Schemas, WholeObject, is_one_value, schema_at};
use crate::model::mapping::LONGEST_ANNOTATIONS;
use crate::model::structural::Structural;
use crate::rust::shape::{ConversionWebhook, Resource, Shape};

/// Maximum length of a version's name, so that the name of an annotation can also contain a hash.
const LONGEST_VERSION: usize = 46;

/// The versions of a resource, from the oldest to the newest.
#[derive(Clone)]
pub(super) struct Chain {
    pub(super) crd: Arc<str>,
    pub(super) group: &'static str,
    pub(super) kind: &'static str,
    versions: Arc<[Version]>,
    /// The plans between each version and the next.
    steps: Arc<[PartPlans]>,
}

/// A version with the schema of its spec and status.
struct Version {
    resource: &'static Resource,
    schema: Structural,
    /// An object with the `apiVersion` and `kind` of this version.
    head: Written,
}

impl Version {
    fn new(resource: &'static Resource, schema: Structural) -> Version {
        let mut head = Written::default();
        let opened = head.open("{");
        head.name("", "apiVersion");
        head.string(&format!("{}/{}", resource.group, resource.version));
        head.name(",", "kind");
        head.string(resource.kind);
        head.close(opened, "}");
        Version {
            resource,
            schema,
            head,
        }
    }

    /// Returns the names under which the server has it.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let others = self.resource.also.iter().map(|other| other.version);
        std::iter::once(self.resource.version).chain(others)
    }
}

/// A version of a chain, under one of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) at: usize,
    pub(super) name: &'static str,
}

/// A converted object.
pub(super) struct Converted {
    pub(super) text: String,
    pub(super) crd: Arc<str>,
    pub(super) kind: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    pub(super) kept_bytes: usize,
    pub(super) unreadable: usize,
}

/// Buffers that conversions reuse one after the other.
#[derive(Default)]
pub(super) struct Scratch {
    /// The annotations of the object that were written by a conversion.
    notes: Written,
    /// The object at the source version and at the target version of a step.
    object: Written,
    converted: Written,
}

/// Counts of the conversion of an object.
#[derive(Default)]
pub(super) struct Tally {
    /// Number of bytes of annotations that were written.
    kept_bytes: usize,
    /// Number of values that functions could not read.
    unreadable: usize,
}

impl Chain {
    /// Creates the chain that starts at a version.
    pub(super) fn new(oldest: &'static Resource) -> Result<Chain, Vec<String>> {
        let mut versions = Vec::new();
        let mut problems = Vec::new();
        let mut newest = oldest;
        let mut next = Some(oldest);
        while let Some(resource) = next {
            if resource.version.len() > LONGEST_VERSION {
                problems.push(format!(
                    "`{}`: the name of the version `{}` is too long for the names of annotations",
                    resource.rust_path, resource.version
                ));
            }
            match parts::schema(resource) {
                Ok(schema) => versions.push(Version::new(resource, schema)),
                Err(found) => problems.push(found.to_string()),
            }
            newest = resource;
            next = resource.next;
        }
        let mut steps = Vec::new();
        for pair in versions.windows(2) {
            if let [older, newer] = pair {
                let (older, newer) = ((older.resource, &older.schema), (newer.resource, &newer.schema));
                match PartPlans::new(older, newer) {
                    Ok(plans) => steps.push(plans),
                    Err(found) => problems.extend(found),
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Chain {
            crd: format!("{}.{}", newest.plural, newest.group).into(),
            group: newest.group,
            kind: newest.kind,
            versions: versions.into(),
            steps: steps.into(),
        })
    }

    /// Whether objects have only one version, although it declares the webhook that converts them.
    pub(super) fn is_converted_alone(&self) -> bool {
        let [only] = &*self.versions else { return false };
        let webhook = only.resource.conversion.as_ref();
        only.resource.also.is_empty() && webhook.is_some_and(ConversionWebhook::uses_mappings)
    }

    /// Returns the position of a version in the chain.
    pub(super) fn position(&self, version: &str) -> Option<Spot> {
        self.versions.iter().enumerate().find_map(|(at, known)| {
            let name = known.names().find(|name| *name == version)?;
            Some(Spot { at, name })
        })
    }

    /// Returns the version at a position.
    pub(super) fn spot(&self, at: usize) -> Spot {
        let name = self
            .versions
            .get(at)
            .map_or("", |version| version.resource.version);
        Spot { at, name }
    }

    /// Number of versions.
    pub(super) fn len(&self) -> usize {
        self.versions.len()
    }

    /// Returns the `apiVersion` of the version at a position.
    pub(super) fn api_version(&self, at: usize) -> String {
        let version = self
            .versions
            .get(at)
            .map_or("", |version| version.resource.version);
        format!("{}/{version}", self.group)
    }

    /// Returns the schema of the version at a position: spec and status.
    pub(super) fn schema(&self, at: usize) -> Option<&Structural> {
        self.versions.get(at).map(|version| &version.schema)
    }

    /// Returns the types of spec and status of the version at a position.
    pub(super) fn parts(&self, at: usize) -> impl Iterator<Item = (&'static str, &'static Shape)> {
        let resource = self.versions.get(at).map(|version| version.resource);
        let spec = resource.map(|resource| ("spec", resource.spec));
        let status = resource
            .and_then(|resource| resource.status)
            .map(|status| ("status", status));
        spec.into_iter().chain(status)
    }

    /// Whether values are validated with the schema of the target version.
    pub(super) fn judges(&self) -> bool {
        self.steps.iter().any(|step| step.judges)
    }

    /// Returns the paths of fields that functions split or join between two versions, in each of these versions.
    pub(super) fn split_paths(&self, from: usize, to: usize) -> Vec<Vec<String>> {
        let mut paths = Vec::new();
        for (older, step) in self.steps.iter().enumerate().take(to).skip(from) {
            for of_metadata in &step.metadata {
                let at = match of_metadata.leaves {
                    Direction::Up => older,
                    Direction::Down => older + 1,
                };
                let field = self
                    .schema(at)
                    .and_then(|schema| schema_at(schema, &of_metadata.path));
                if !field.is_some_and(is_one_value) {
                    paths.push(of_metadata.path.iter().map(ToString::to_string).collect());
                }
            }
            for (name, plan) in &step.parts {
                plan.step_paths(Step::splits, &mut vec![(*name).to_owned()], &mut paths);
            }
        }
        paths
    }

    /// Returns the paths of fields that functions of the mapping convert between two versions, in each of these versions.
    pub(super) fn function_paths(&self, from: usize, to: usize) -> Vec<Vec<String>> {
        let mut paths = Vec::new();
        for step in self.steps.iter().take(to).skip(from) {
            for of_metadata in step.metadata.iter().filter(|step| step.functions.is_some()) {
                paths.push(of_metadata.path.iter().map(ToString::to_string).collect());
            }
            for (name, plan) in &step.parts {
                plan.step_paths(Step::has_functions, &mut vec![(*name).to_owned()], &mut paths);
            }
        }
        paths
    }

    /// Returns the plans between a version and the next, each with the part of the object that it converts.
    pub(super) fn plans(&self, older: usize) -> impl Iterator<Item = (&'static str, &Plan)> {
        let plans = self.steps.get(older).into_iter().flat_map(|step| &step.parts);
        plans.map(|(part, plan)| (*part, plan))
    }

    /// Walks through all values that an object of a version may lose in the conversion to the next version, or to the previous one.
    pub(super) fn lose_most(&self, at: usize, walk: &mut Walk<'_>) {
        let (next, older) = match walk.direction {
            Direction::Up => (at.checked_add(1), Some(at)),
            Direction::Down => (at.checked_sub(1), at.checked_sub(1)),
        };
        let versions = [Some(at), next].map(|at| at.and_then(|at| self.versions.get(at)));
        let ([Some(from), Some(to)], Some(older)) = (versions, older) else {
            return;
        };
        walk.other = to.resource.version;
        for step in self.steps.get(older).into_iter().flat_map(|step| &step.metadata) {
            if step.leaves == walk.direction
                && let Some(field) = schema_at(&from.schema, &step.path)
            {
                walk.text(&step.path.join("."), field);
            }
        }
        for (part, schema) in from.schema.properties() {
            let plan = self.plans(older).find(|(name, _)| *name == part);
            walk.below(part, |walk| match (plan, to.schema.property(part)) {
                (Some((_, plan)), Some(to)) => walk.plan(plan, schema, to),
                (_, None) => walk.keep(schema, &[]),
                (None, Some(_)) => {}
            });
        }
    }

    /// The fields that are annotations or labels in the other version, each with the number of the older version.
    pub(super) fn metadata(&self) -> impl Iterator<Item = (usize, &MetadataStep)> {
        let steps = self.steps.iter().enumerate();
        steps.flat_map(|(older, step)| step.metadata.iter().map(move |of| (older, of)))
    }

    pub(super) fn no_version(&self, version: &str) -> String {
        let known: Vec<&str> = self.versions.iter().flat_map(Version::names).collect();
        let help = if self.versions.len() == 1 {
            "; if it has others, add the oldest to the `Reviewer`, from which `next` leads to them"
        } else {
            ""
        };
        format!(
            "`{}` has no version `{version}`, only {}{help}",
            self.crd,
            known.join(", ")
        )
    }

    /// Converts an object from one version to another.
    pub(super) fn convert(
        &self,
        object: Json<'_>,
        source: Spot,
        target: Spot,
        scratch: &mut Scratch,
    ) -> Result<Converted, Failure> {
        let mut text = String::new();
        let tally = self.convert_to(object, source, target, &mut text, scratch)?;
        Ok(Converted {
            text,
            crd: Arc::clone(&self.crd),
            kind: self.kind,
            from: source.name,
            to: target.name,
            kept_bytes: tally.kept_bytes,
            unreadable: tally.unreadable,
        })
    }

    /// Converts an object through the versions between its own and another.
    pub(super) fn convert_to<S: Sink>(
        &self,
        object: Json<'_>,
        source: Spot,
        target: Spot,
        out: &mut S,
        scratch: &mut Scratch,
    ) -> Result<Tally, Failure> {
        let Scratch {
            notes,
            object: before,
            converted: after,
        } = scratch;
        let mut tally = Tally::default();
        let mut at = source.at;
        while at != target.at {
            let direction = if at < target.at {
                Direction::Up
            } else {
                Direction::Down
            };
            let next = match direction {
                Direction::Up => at + 1,
                Direction::Down => at - 1,
            };
            let leg = Leg {
                direction,
                versions: [at, next].map(|at| self.versions.get(at)),
                plans: self.steps.get(at.min(next)),
            };
            let object = if at == source.at { object } else { before.root() };
            if next == target.at {
                self.step(object, &leg, target.name, (notes, out), &mut tally)?;
                return Ok(tally);
            }
            after.clear();
            self.step(object, &leg, self.spot(next).name, (notes, after), &mut tally)?;
            if let Some(problem) = after.problem() {
                let version = self.api_version(next);
                return Err(Failure::Malformed(format!(
                    "as `{version}`, a value from a function of the mapping cannot be read: {problem}"
                )));
            }
            std::mem::swap(before, after);
            at = next;
        }
        self.unchanged(object, target.name, out);
        Ok(tally)
    }

    /// Writes an object that already has the version, in the form that the API server accepts.
    fn unchanged<S: Sink>(&self, object: Json<'_>, version: &str, text: &mut S) {
        let metadata = object.get("metadata");
        text.reserve(object.raw().len() + 64);
        let opened = self.write_head(version, text);
        let mut read = Written::default();
        let (annotations, _) = Annotations::read(metadata, self.group, ["", ""], &mut read);
        annotations.write_metadata(metadata, text);
        for (name, value) in object.members() {
            if !matches!(&*name, "apiVersion" | "kind" | "metadata") {
                text.name(",", &name);
                text.copy(value);
            }
        }
        text.close(opened, "}");
    }

    /// Writes an object up to its metadata.
    fn write_head<S: Sink>(&self, version: &str, text: &mut S) -> Opened {
        let opened = text.open("{");
        let known = self
            .versions
            .iter()
            .find(|known| *known.resource.version == *version);
        if let Some(known) = known {
            text.copy_inner(known.head.root());
        } else {
            text.name("", "apiVersion");
            text.string(&format!("{}/{version}", self.group));
            text.name(",", "kind");
            text.string(self.kind);
        }
        text.name(",", "metadata");
        opened
    }

    /// Converts an object to the next version, or to the previous one, with one of its names.
    fn step<S: Sink>(
        &self,
        object: Json<'_>,
        leg: &Leg<'_>,
        name: &str,
        (read, text): (&mut Written, &mut S),
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let ([Some(source), Some(target)], Some(step)) = (leg.versions, leg.plans) else {
            return Err(Failure::Unknown(self.no_version(name)));
        };
        let (from, to) = (source.resource.version, target.resource.version);
        let metadata = object.get("metadata");
        let (mut annotations, notes) = Annotations::read(metadata, self.group, [from, to], read);
        let arriving = annotations.arriving(notes, read);
        let too_long = annotations.may_exceed(LONGEST_ANNOTATIONS);
        let length = if too_long { annotations.length() } else { 0 };
        let mut run = Run::new(leg.direction, &arriving);
        let mut root: Vec<(Cow<'_, str>, Out<'_>)> = Vec::with_capacity(2);
        for part in PARTS {
            let Some(value) = object.get(part) else { continue };
            let plan = step
                .parts
                .iter()
                .find(|(name, _)| *name == part)
                .map(|(_, plan)| plan);
            let name = Cow::Borrowed(part);
            match (plan, source.schema.property(part), target.schema.property(part)) {
                (Some(plan), Some(from), Some(to)) => {
                    let schemas = Schemas { from, to };
                    let value = run.within(name, |run| run.convert(plan, value, schemas));
                    root.extend(value.map(|value| (Cow::Borrowed(part), value)));
                }
                (_, Some(schema), None) => run.within(name, |run| run.lose(value, Some(schema), &[], 0)),
                _ => {}
            }
        }
        if let Some(what) = run.refused.take() {
            return Err(Failure::Unfit(format!("as `{}/{to}`: {what}", self.group)));
        }
        let there = root.iter().filter(|(_, value)| !matches!(value, Out::Implied(_)));
        let there: Vec<&'static str> = PARTS
            .into_iter()
            .filter(|part| !step.metadata.is_empty() && there.clone().any(|(name, _)| **name == **part))
            .collect();
        let mut root = Out::Object(root);
        let mut whole = WholeObject {
            source: object,
            schemas: Schemas {
                from: &source.schema,
                to: &target.schema,
            },
            annotations: &mut annotations,
            root: &mut root,
        };
        for of_metadata in &step.metadata {
            let part = of_metadata.path.first();
            let plan = step
                .parts
                .iter()
                .find(|(name, _)| part.is_some_and(|part| **part == **name));
            run.metadata(of_metadata, plan.map(|(_, plan)| plan), &mut whole);
        }
        for entry in &arriving {
            restore(&mut root, &target.schema, entry, 0);
        }
        for part in there {
            run.keep_part(part, &step.metadata, &mut root);
        }
        tally.unreadable += run.unreadable;
        tally.kept_bytes += annotations.add(&run.lost, self.group, from);
        if annotations.is_changed() && annotations.may_exceed(LONGEST_ANNOTATIONS) {
            let total = annotations.length();
            if total > LONGEST_ANNOTATIONS && total > length {
                return Err(Failure::TooLong(format!(
                    "as `{}/{to}`, it would have {total} bytes of annotations, which keep the fields that \
                     this version does not have; the API server allows {LONGEST_ANNOTATIONS}",
                    self.group
                )));
            }
        }
        text.reserve(object.raw().len() * 5 / 4 + 128);
        let opened = self.write_head(name, text);
        annotations.write_metadata(metadata, text);
        if let Out::Object(parts) = &root {
            for (name, value) in parts.iter().filter(|(_, value)| !value.is_nothing()) {
                text.name(",", name);
                value.write(text);
            }
        }
        text.close(opened, "}");
        Ok(())
    }
}

/// A conversion between two consecutive versions.
struct Leg<'c> {
    direction: Direction,
    /// The source version and the target version.
    versions: [Option<&'c Version>; 2],
    plans: Option<&'c PartPlans>,
}
