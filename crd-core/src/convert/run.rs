//! Converts a value by its plan.

use std::borrow::Cow;

use super::direction::Direction;
use super::entry::Entry;
use super::json::{Document, Json, Kind, equal, write_string};
use super::out::Out;
use super::path::{Place, Segment};
use super::plan::{Becomes, How, Lift, ObjectPlan, Plan, Step};
use super::prune::prune;
use crate::model::structural::{ListType, MapType, Structural, StructuralShape};
use crate::rust::shape::{Computed, NextFunctions, NextVariant};

/// No schema is deeper than this.
const DEEPEST: usize = 200;

/// The conversion of one object.
pub(super) struct Run<'e> {
    pub(super) direction: Direction,
    /// What was kept when the object left the version that it goes to.
    arriving: &'e [Entry],
    /// Whether values that functions made are remembered with what they were made of, for [`Entry::was`].
    remembers: bool,
    /// Whether what is lost is kept.
    keeps: bool,
    /// What the target has no place for.
    pub(super) lost: Vec<Entry>,
    pub(super) unreadable: usize,
    path: Vec<Segment>,
}

/// The schemas of a value in the version that it comes from and in the one that it goes to.
#[derive(Clone, Copy)]
pub(super) struct Schemas<'s> {
    pub(super) from: &'s Structural,
    pub(super) to: &'s Structural,
}

impl<'e> Run<'e> {
    pub(super) fn new(direction: Direction, arriving: &'e [Entry]) -> Self {
        Run {
            direction,
            arriving,
            remembers: arriving.iter().any(|entry| entry.was.is_some()),
            keeps: true,
            lost: Vec::new(),
            unreadable: 0,
            path: Vec::new(),
        }
    }

    /// Does something below a member or element.
    pub(super) fn within<T>(&mut self, segment: Segment, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(segment);
        let done = run(self);
        self.path.pop();
        done
    }

    /// The converted value; nothing if the target has no place for it.
    pub(super) fn convert<'a>(
        &mut self,
        plan: &'a Plan,
        value: Json<'a>,
        schemas: Schemas<'a>,
    ) -> Option<Out<'a>> {
        match plan {
            Plan::Same => Some(prune(value, schemas.to)),
            _ if value.is_null() => self.null(value, schemas),
            Plan::Object(plan) if value.is_object() => Some(self.object(plan, value, schemas)),
            Plan::List(items) if value.kind() == Kind::List => Some(self.list(items, value, schemas)),
            Plan::Map(values) if value.is_object() => Some(self.map(values, value, schemas)),
            Plan::Values(variants) if value.kind() == Kind::String => Some(self.variant(variants, value)),
            _ => {
                self.unreadable += 1;
                self.lose_leaf(value.raw(), None, self.path.len().saturating_sub(1));
                None
            }
        }
    }

    /// Null stays null, unless the server would drop it in the target.
    fn null<'a>(&mut self, value: Json<'a>, schemas: Schemas<'_>) -> Option<Out<'a>> {
        if schemas.from.generic.nullable && !schemas.to.generic.nullable {
            self.lose_leaf("null", None, self.path.len().saturating_sub(1));
            return None;
        }
        Some(Out::Input(value))
    }

    fn list<'a>(&mut self, items: &'a Plan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
        let (Some(from), Some(to)) = (schemas.from.items(), schemas.to.items()) else {
            return Out::Input(value);
        };
        let keys = match schemas.from.list_type() {
            Some(ListType::Map(keys)) => keys.as_slice(),
            _ => &[],
        };
        let is_set = schemas.to.list_type() == Some(&ListType::Set);
        let schemas = Schemas { from, to };
        let before = self.lost.len();
        let of = value.elements().count();
        let mut elements = Vec::with_capacity(of);
        let mut is_whole = true;
        for (index, element) in value.elements().enumerate() {
            let by_keys = keyed(element, keys);
            let is_keyed = by_keys.is_some();
            let segment = by_keys.map_or(Segment::Element { index, of, print: 0 }, Segment::Keyed);
            let first = self.lost.len();
            let depth = self.path.len();
            let converted = if element.is_null() {
                Some(Out::Input(element))
            } else {
                self.within(segment, |run| run.convert(items, element, schemas))
            };
            if let Some(converted) = &converted
                && self.lost.len() > first
                && !is_keyed
            {
                self.mark(first, depth, converted, items, schemas);
            }
            is_whole &= converted.is_some();
            elements.extend(converted);
        }
        if is_set {
            // Two values that one value stands for would make a set that the server cannot merge.
            let mut texts = Vec::with_capacity(of);
            elements.retain(|element: &Out<'_>| {
                let text = element.to_text();
                let is_new = !texts.contains(&text);
                texts.push(text);
                is_new
            });
            is_whole &= elements.len() == of;
        }
        let list = Out::List(elements, Vec::new());
        if !is_whole {
            // An element that cannot be converted leaves the list; the whole list is kept, for as long as the rest is
            // unchanged.
            self.lost.truncate(before);
            let anchor = self.path.len().saturating_sub(1);
            self.lose_leaf(value.raw(), Some(list.to_text()), anchor);
        }
        self.remember(list, value.raw())
    }

    /// Sets the fingerprint of an element in the places of what was lost below it: what it will look like when it comes
    /// back unchanged.
    fn mark(&mut self, first: usize, depth: usize, converted: &Out<'_>, items: &Plan, schemas: Schemas<'_>) {
        if !self.keeps {
            return;
        }
        let text = converted.to_text();
        let Ok(document) = Document::read(&text) else {
            return;
        };
        let mut back = Run::new(self.direction.reversed(), &[]);
        back.keeps = false;
        let reversed = Schemas {
            from: schemas.to,
            to: schemas.from,
        };
        let found = back
            .convert(items, document.root(), reversed)
            .map_or(0, |image| image.fingerprint());
        for entry in self.lost.iter_mut().skip(first) {
            if let Some(Segment::Element { print, .. }) = entry.place.segments.get_mut(depth) {
                *print = found;
            }
        }
    }

    fn map<'a>(&mut self, values: &'a Plan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
        let (Some(from), Some(to)) = (schemas.from.additional_schema(), schemas.to.additional_schema())
        else {
            return Out::Input(value);
        };
        let mut members = Vec::new();
        for (name, member) in value.members() {
            let segment = Segment::Member(name.to_string());
            let converted = self.within(segment, |run| run.convert(values, member, Schemas { from, to }));
            members.extend(converted.map(|converted| (name, converted)));
        }
        Out::Object(members)
    }

    fn variant<'a>(&mut self, variants: &'a [NextVariant], value: Json<'a>) -> Out<'a> {
        let name = value.string().unwrap_or_default();
        for variant in variants {
            let (found, is_lost) = match (self.direction, variant) {
                (Direction::Up, NextVariant::Renamed { from, to }) if *from == name => (*to, false),
                (Direction::Down, NextVariant::Renamed { from, to }) if *to == name => (*from, false),
                (
                    Direction::Up,
                    NextVariant::Dropped {
                        name: lost,
                        falls_back,
                    },
                )
                | (
                    Direction::Down,
                    NextVariant::Added {
                        name: lost,
                        falls_back,
                    },
                ) if *lost == name => (*falls_back, true),
                _ => continue,
            };
            let mut text = String::new();
            write_string(&mut text, found);
            if is_lost {
                let anchor = self.path.len().saturating_sub(1);
                self.lose_leaf(value.raw(), Some(text.clone()), anchor);
            }
            return self.remember(Out::Text(Cow::Owned(text)), value.raw());
        }
        self.remember(Out::Input(value), value.raw())
    }

    fn object<'a>(&mut self, plan: &'a ObjectPlan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
        let owner = self.path.len();
        let mut members: Vec<(Cow<'a, str>, Out<'a>)> = Vec::new();
        let mut leaving = Vec::new();
        for (name, member) in value.members() {
            match plan.member(self.direction, &name).map(|member| &member.becomes) {
                Some(Becomes::Pair(other, number)) => {
                    let schemas = schemas.from.member(&name).zip(schemas.to.member(other));
                    if let Some(((from, to), plan)) = schemas.zip(plan.pairs.get(*number)) {
                        let segment = Segment::Member(name.into_owned());
                        let schemas = Schemas { from, to };
                        let converted = self.within(segment, |run| run.convert(plan, member, schemas));
                        members.extend(converted.map(|converted| (Cow::Borrowed(&**other), converted)));
                    }
                }
                Some(Becomes::Lost { claims, default }) => leaving.push((name, member, claims, default)),
                None if schemas.to.preserve_unknown_fields => members.push((name, Out::Input(member))),
                Some(Becomes::Claimed) | None => {}
            }
        }
        let mut out = Out::Object(members);
        for step in &plan.steps {
            self.step(step, value, schemas, &mut out, owner);
        }
        if is_complete(schemas.from, |name| value.get(name).is_some()) {
            self.fill(plan, &mut out);
        }
        let comes_back = is_complete(schemas.to, |name| {
            out.member(name).is_some_and(|member| !member.is_nothing())
        });
        for (name, member, claims, default) in leaving {
            let is_default = comes_back
                && default.as_deref().is_some_and(|default| {
                    Document::read(default).is_ok_and(|default| equal(default.root(), member))
                });
            if !is_default {
                let schema = schemas.from.member(&name);
                self.within(Segment::Member(name.into_owned()), |run| {
                    run.lose(member, schema, claims, owner);
                });
            }
        }
        out
    }

    /// Sets the defaults of members that only the target has.
    fn fill<'a>(&self, plan: &'a ObjectPlan, out: &mut Out<'a>) {
        for member in plan.members.to(self.direction) {
            if let Becomes::Lost {
                default: Some(default),
                ..
            } = &member.becomes
                && out.member(&member.name).is_none_or(|member| member.is_nothing())
            {
                out.put(std::slice::from_ref(&member.name), Out::Default(default));
            }
        }
    }

    fn step<'a>(
        &mut self,
        step: &'a Step,
        value: Json<'a>,
        schemas: Schemas<'a>,
        out: &mut Out<'a>,
        owner: usize,
    ) {
        let (from, to) = (step.paths.from(self.direction), step.paths.to(self.direction));
        let first = self.lost.len();
        match (&step.how, from.as_slice(), to.as_slice()) {
            (How::Move(plan), [from], [to]) => {
                let Some(value) = value.at(from) else { return };
                let Some((a, b)) = schema_at(schemas.from, from).zip(schema_at(schemas.to, to)) else {
                    return;
                };
                let length = self.path.len();
                self.path
                    .extend(from.iter().map(|name| Segment::Member(name.to_string())));
                let moved = self.convert(plan, value, Schemas { from: a, to: b });
                self.path.truncate(length);
                if let Some(moved) = moved {
                    out.put(to, moved);
                }
                for entry in self.lost.iter_mut().skip(first) {
                    if entry.place.anchor < owner + from.len() {
                        entry.place.anchor = owner;
                    }
                }
            }
            (How::Compute(functions, lift), _, _) => {
                let sources: Vec<Option<Json<'a>>> = from.iter().map(|path| value.at(path)).collect();
                self.compute(functions, *lift, (from, &sources), (to, out), owner);
            }
            (How::Move(_), _, _) => {}
        }
    }

    /// Runs a function, and puts its results into the object.
    fn compute<'a>(
        &mut self,
        functions: &NextFunctions,
        lift: Lift,
        (from, sources): (&[Vec<Box<str>>], &[Option<Json<'a>>]),
        (to, out): (&[Vec<Box<str>>], &mut Out<'a>),
        owner: usize,
    ) {
        let raw: Vec<Option<&str>> = sources.iter().map(|source| source.map(Json::raw)).collect();
        if sources.iter().all(Option::is_none) {
            if self.remembers {
                for to in to {
                    out.put(to, Out::Made(None, Cow::Owned(as_one(&raw))));
                }
            }
            return;
        }
        if let ([Some(source)], [to]) = (sources, to)
            && source.is_null()
        {
            out.put(to, Out::Input(*source));
            return;
        }
        let computed = match (lift, sources) {
            (Lift::Elements, [Some(source)]) => self.compute_elements(functions, *source),
            _ => self.compute_values(functions, &raw, to.len()),
        };
        if let Some(results) = &computed.results {
            for (to, result) in to.iter().zip(results) {
                let result = result.clone().map(|result| Out::Text(Cow::Owned(result)));
                if self.remembers {
                    out.put(to, Out::Made(result.map(Box::new), Cow::Owned(as_one(&raw))));
                } else if let Some(result) = result {
                    out.put(to, result);
                }
            }
        }
        if computed.results.is_none() && self.remembers {
            for to in to {
                out.put(to, Out::Made(None, Cow::Owned(as_one(&raw))));
            }
        }
        if computed.is_lossless || self.is_explained(to, &as_one(&raw)) {
            return;
        }
        let is_made = computed.results.is_some();
        let results = computed.results.unwrap_or_else(|| vec![None; to.len()]);
        let results: Vec<Option<&str>> = results.iter().map(Option::as_deref).collect();
        let was = Some(as_one(&results));
        for (path, source) in from.iter().zip(&raw) {
            // That a part is absent matters only where the function would make one.
            if source.is_none() && !is_made {
                continue;
            }
            let length = self.path.len();
            self.path
                .extend(path.iter().map(|name| Segment::Member(name.to_string())));
            self.lose_entry(source.map(str::to_owned), was.clone(), owner);
            self.path.truncate(length);
        }
    }

    /// Whether values were made of others that are now restored, and so will be made of them again.
    fn is_explained(&self, to: &[Vec<Box<str>>], source: &str) -> bool {
        self.arriving.iter().any(|entry| {
            let names = |path: &Vec<Box<str>>| {
                let mut segments = entry.place.segments.iter().rev();
                path.iter().rev().all(
                    |name| matches!(segments.next(), Some(Segment::Member(member)) if **member == **name),
                )
            };
            to.iter().any(names) && entry.was.as_deref().is_some_and(|was| equal_texts(was, source))
        })
    }

    fn compute_values(
        &mut self,
        functions: &NextFunctions,
        sources: &[Option<&str>],
        count: usize,
    ) -> ComputedValues {
        let results = match (self.direction.function(functions).run)(sources) {
            Computed::Values(text) => split(&text, count),
            Computed::Missing => None,
            Computed::Unreadable => {
                self.unreadable += 1;
                None
            }
        };
        let Some(results) = results.filter(|results| results.iter().any(Option::is_some)) else {
            return ComputedValues {
                results: None,
                is_lossless: false,
            };
        };
        let back: Vec<Option<&str>> = results.iter().map(Option::as_deref).collect();
        let back = match (self.direction.reversed().function(functions).run)(&back) {
            Computed::Values(text) => split(&text, sources.len()),
            Computed::Missing | Computed::Unreadable => None,
        };
        let is_lossless = back.is_some_and(|back| {
            back.iter()
                .zip(sources)
                .all(|(back, source)| match (back, source) {
                    (None, source) => source.is_none(),
                    (Some(_), None) => false,
                    (Some(back), Some(source)) => equal_texts(back, source),
                })
        });
        ComputedValues {
            results: Some(results),
            is_lossless,
        }
    }

    /// Applies a function to each element of a list or value of a map. What cannot be computed is left out.
    fn compute_elements(&mut self, functions: &NextFunctions, source: Json<'_>) -> ComputedValues {
        let mut is_lossless = true;
        let mut one = |run: &mut Self, element: Json<'_>| {
            if element.is_null() {
                return Some("null".to_owned());
            }
            let computed = run.compute_values(functions, &[Some(element.raw())], 1);
            is_lossless &= computed.is_lossless;
            computed
                .results
                .and_then(|results| results.into_iter().next().flatten())
        };
        let mut text = String::new();
        let mut separator = "";
        if source.is_object() {
            text.push('{');
            for (name, value) in source.members() {
                if let Some(result) = one(self, value) {
                    text.push_str(separator);
                    write_string(&mut text, &name);
                    text.push(':');
                    text.push_str(&result);
                    separator = ",";
                }
            }
            text.push('}');
        } else if source.kind() == Kind::List {
            text.push('[');
            for element in source.elements() {
                if let Some(result) = one(self, element) {
                    text.push_str(separator);
                    text.push_str(&result);
                    separator = ",";
                }
            }
            text.push(']');
        } else {
            self.unreadable += 1;
            return ComputedValues {
                results: None,
                is_lossless: false,
            };
        }
        ComputedValues {
            results: Some(vec![Some(text)]),
            is_lossless,
        }
    }

    /// Keeps a value that the target has no place for: one entry for each value that server-side apply sees as one.
    pub(super) fn lose(
        &mut self,
        value: Json<'_>,
        schema: Option<&Structural>,
        claims: &[Vec<Box<str>>],
        anchor: usize,
    ) {
        if claims.iter().any(Vec::is_empty) {
            return;
        }
        let is_atomic = schema.is_some_and(|schema| match &schema.shape {
            StructuralShape::Object(object) => object.map_type == Some(MapType::Atomic),
            _ => false,
        });
        // What is deeper than any schema is kept as one value.
        let is_atomic = is_atomic || self.path.len() > DEEPEST;
        if value.is_object() && !is_atomic && value.members().next().is_some() {
            for (name, member) in value.members() {
                let below: Vec<Vec<Box<str>>> = claims
                    .iter()
                    .filter_map(|claim| match claim.split_first() {
                        Some((first, rest)) if **first == *name => Some(rest.to_vec()),
                        _ => None,
                    })
                    .collect();
                let schema = schema.and_then(|schema| schema.member(&name));
                self.within(Segment::Member(name.into_owned()), |run| {
                    run.lose(member, schema, &below, anchor);
                });
            }
            return;
        }
        if let Some(ListType::Map(keys)) = schema.and_then(Structural::list_type)
            && value.kind() == Kind::List
            && value.elements().next().is_some()
            && value.elements().all(|element| keyed(element, keys).is_some())
        {
            let items = schema.and_then(Structural::items);
            for element in value.elements() {
                let Some(by_keys) = keyed(element, keys) else {
                    continue;
                };
                self.within(Segment::Keyed(by_keys), |run| {
                    let mut has_more = false;
                    for (name, member) in element.members() {
                        if keys.iter().any(|key| **key == *name) {
                            continue;
                        }
                        has_more = true;
                        let schema = items.and_then(|items| items.member(&name));
                        run.within(Segment::Member(name.into_owned()), |run| {
                            run.lose(member, schema, &[], anchor);
                        });
                    }
                    if !has_more {
                        run.lose_leaf(element.raw(), None, anchor);
                    }
                });
            }
            return;
        }
        self.lose_leaf(value.raw(), None, anchor);
    }

    fn lose_leaf(&mut self, raw: &str, was: Option<String>, anchor: usize) {
        self.lose_entry(Some(raw.to_owned()), was, anchor);
    }

    fn lose_entry(&mut self, value: Option<String>, was: Option<String>, anchor: usize) {
        if !self.keeps {
            return;
        }
        let in_list = self
            .path
            .iter()
            .skip(anchor)
            .any(|segment| !matches!(segment, Segment::Member(_)));
        self.lost.push(Entry {
            place: Place {
                segments: self.path.clone(),
                anchor,
            },
            value,
            was,
            number: if in_list { self.lost.len() + 1 } else { 0 },
        });
    }

    /// A value that another stood for.
    fn remember<'a>(&self, out: Out<'a>, source: &'a str) -> Out<'a> {
        if self.remembers {
            Out::Made(Some(Box::new(out)), Cow::Borrowed(source))
        } else {
            out
        }
    }
}

struct ComputedValues {
    /// None if the function has no result.
    results: Option<Vec<Option<String>>>,
    /// Whether the function for the other direction gives the same value again.
    is_lossless: bool,
}

/// The results in the JSON that a function returned.
fn split(text: &str, count: usize) -> Option<Vec<Option<String>>> {
    let document = Document::read(text).ok()?;
    let given = |value: Json<'_>| (!value.is_null()).then(|| value.raw().to_owned());
    if count == 1 {
        return Some(vec![given(document.root())]);
    }
    let mut results: Vec<Option<String>> = document.root().elements().map(given).collect();
    results.resize(count, None);
    Some(results)
}

/// Several values as one: a list with a list for each, which is empty where there is no value.
fn as_one(values: &[Option<&str>]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|value| format!("[{}]", value.unwrap_or_default()))
        .collect();
    format!("[{}]", values.join(","))
}

pub(super) fn equal_texts(a: &str, b: &str) -> bool {
    match (Document::read(a), Document::read(b)) {
        (Ok(a), Ok(b)) => equal(a.root(), b.root()),
        _ => false,
    }
}

/// The keys of an element of a list that is merged by keys, as a JSON object.
pub(super) fn keyed(element: Json<'_>, keys: &[Box<str>]) -> Option<String> {
    if keys.is_empty() {
        return None;
    }
    let mut text = String::from("{");
    for key in keys {
        if text.len() > 1 {
            text.push(',');
        }
        write_string(&mut text, key);
        text.push(':');
        text.push_str(element.get(key)?.raw());
    }
    text.push('}');
    Some(text)
}

fn schema_at<'s>(schema: &'s Structural, path: &[Box<str>]) -> Option<&'s Structural> {
    path.iter().try_fold(schema, |schema, name| schema.member(name))
}

/// Whether an object has all that its version requires.
fn is_complete(schema: &Structural, mut has: impl FnMut(&str) -> bool) -> bool {
    let required = schema.validation.required.as_deref().unwrap_or_default();
    required.iter().all(|name| has(name))
}
