//! Converts a value with its plan.

mod by_key;
mod choose;
mod compute;
mod element;
mod lose;
mod metadata;
mod object;
mod variant;

pub(super) use compute::split;
pub(super) use metadata::{WholeObject, is_one_value, text_of};
pub(super) use object::schema_at;

use std::borrow::Cow;

use super::direction::Direction;
use super::entry::{Entry, KeptValue};
use super::fit::{FitPolicy, admits, nearest};
use super::json::{Document, Json, Kind, equal, write_string};
use super::out::Out;
use super::path::{Place, Segment};
use super::plan::Plan;
use super::prune::prune;
use crate::model::structural::{ListType, Structural};
use crate::rust::shape::{NextVariant, UnfitPolicy};

/// The conversion of one object.
pub(super) struct Run<'a> {
    pub(super) direction: Direction,
    /// The values that were kept for the target version.
    arriving: &'a [KeptValue<'a>],
    /// Whether results of functions are stored with their arguments, for [`KeptValue::was`].
    remembers: bool,
    /// Whether lost values are kept.
    keeps: bool,
    /// The values without a field in the target.
    pub(super) lost: Vec<Entry<'a>>,
    pub(super) unreadable: usize,
    /// The reason if the object may not be converted.
    pub(super) refused: Option<String>,
    path: Vec<Here<'a>>,
}

/// A step of the path of the value that is being converted.
#[derive(Clone)]
pub(super) enum Here<'a> {
    Member(Cow<'a, str>),
    /// An element of a list that is merged by keys.
    Keyed(Json<'a>, &'a [Box<str>]),
    Element {
        index: usize,
        of: usize,
    },
}

impl<'a> Here<'a> {
    fn to_segment(&self) -> Segment<'a> {
        match self {
            Here::Member(name) => Segment::Member(name.clone()),
            Here::Keyed(element, keys) => Segment::Keyed(keys_of(*element, keys)),
            Here::Element { index, of } => Segment::Element {
                index: *index,
                of: *of,
                print: 0,
            },
        }
    }
}

/// The schemas of a value in the source version and in the target version.
#[derive(Clone, Copy)]
pub(super) struct Schemas<'s> {
    pub(super) from: &'s Structural,
    pub(super) to: &'s Structural,
}

impl<'a> Run<'a> {
    pub(super) fn new(direction: Direction, arriving: &'a [KeptValue<'a>]) -> Self {
        Run {
            direction,
            arriving,
            remembers: arriving.iter().any(|entry| entry.was.is_some()),
            keeps: true,
            lost: Vec::new(),
            unreadable: 0,
            refused: None,
            path: Vec::with_capacity(8),
        }
    }

    /// Runs a function below a member.
    pub(super) fn within<T>(&mut self, name: Cow<'a, str>, run: impl FnOnce(&mut Self) -> T) -> T {
        self.below(Here::Member(name), run)
    }

    fn below<T>(&mut self, here: Here<'a>, run: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(here);
        let done = run(self);
        self.path.pop();
        done
    }

    /// Returns the converted value; `None` if it has no field in the target.
    pub(super) fn convert(
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
            Plan::Fit(policy) if !matches!(value.kind(), Kind::List | Kind::Object) => {
                self.fit(*policy, value, schemas.to)
            }
            _ => {
                self.unreadable += 1;
                self.lose_leaf(value.raw(), None, self.path.len().saturating_sub(1));
                None
            }
        }
    }

    /// Converts a scalar; applies the policy if the target rejects it.
    fn fit(&mut self, policy: FitPolicy, value: Json<'a>, to: &'a Structural) -> Option<Out<'a>> {
        if policy.unfit == UnfitPolicy::Pass || admits(value, to) {
            return Some(self.remember(Out::Input(value), value.raw()));
        }
        let anchor = self.path.len().saturating_sub(1);
        let stand_in = match policy.unfit {
            UnfitPolicy::Refuse => {
                if self.keeps && self.refused.is_none() {
                    let path: Vec<Segment<'_>> = self.path.iter().map(Here::to_segment).collect();
                    let mut place = String::new();
                    Place {
                        segments: path,
                        anchor: usize::MAX,
                    }
                    .write(&mut place);
                    let place = place.trim_end_matches('/');
                    self.refused = Some(format!("`{}` at `{place}` is rejected there", value.raw()));
                }
                return Some(Out::Input(value));
            }
            UnfitPolicy::Saturate => nearest(value, to),
            UnfitPolicy::Keep | UnfitPolicy::Pass => to.generic.default.as_ref().map(ToString::to_string),
        };
        let stand_in = stand_in.or_else(|| to.generic.default.as_ref().map(ToString::to_string));
        self.lose_leaf(value.raw(), stand_in.clone(), anchor);
        let stand_in = Out::Text(Cow::Owned(stand_in?));
        Some(self.remember(stand_in, value.raw()))
    }

    /// Converts null, which stays null unless the server would drop it in the target.
    fn null(&mut self, value: Json<'a>, schemas: Schemas<'_>) -> Option<Out<'a>> {
        if schemas.from.generic.nullable && !schemas.to.generic.nullable {
            self.lose_leaf("null", None, self.path.len().saturating_sub(1));
            return None;
        }
        Some(Out::Input(value))
    }

    fn list(&mut self, items: &'a Plan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
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
        let mut is_same = !self.remembers;
        for (index, element) in value.elements().enumerate() {
            let is_keyed = has_keys(element, keys);
            let here = if is_keyed {
                Here::Keyed(element, keys)
            } else {
                Here::Element { index, of }
            };
            let first = self.lost.len();
            let depth = self.path.len();
            let converted = if element.is_null() {
                Some(Out::Input(element))
            } else {
                self.below(here, |run| run.convert(items, element, schemas))
            };
            if let Some(converted) = &converted
                && self.lost.len() > first
                && !is_keyed
            {
                self.mark(first, depth, converted, items, schemas);
            }
            is_whole &= converted.is_some();
            is_same &= matches!(converted, Some(Out::Input(_)));
            elements.extend(converted);
        }
        if is_set {
            // Two values with the same replacement would create a set that the server cannot merge.
            let mut texts = Vec::with_capacity(of);
            elements.retain(|element: &Out<'_>| {
                let text = element.to_text();
                let is_new = !texts.contains(&text);
                texts.push(text);
                is_new
            });
            is_whole &= elements.len() == of;
        }
        if is_same && is_whole {
            return Out::Input(value);
        }
        let list = Out::List(elements, None);
        if !is_whole {
            // An element that cannot be converted is removed from the list; the whole list is kept, and restored as long as the rest
            // is unchanged.
            self.lost.truncate(before);
            let anchor = self.path.len().saturating_sub(1);
            self.lose_leaf(value.raw(), Some(list.to_text()), anchor);
        }
        self.remember(list, value.raw())
    }

    /// Sets the fingerprint of an element in the paths of the values that were lost below it: that of the element after an
    /// unchanged round trip.
    fn mark(&mut self, first: usize, depth: usize, converted: &Out<'_>, items: &Plan, schemas: Schemas<'_>) {
        if !self.keeps {
            return;
        }
        let written = converted.to_written();
        let mut back = Run::new(self.direction.reversed(), &[]);
        back.keeps = false;
        let reversed = Schemas {
            from: schemas.to,
            to: schemas.from,
        };
        let found = back
            .convert(items, written.root(), reversed)
            .map_or(0, |image| image.fingerprint());
        for entry in self.lost.iter_mut().skip(first) {
            if let Some(Segment::Element { print, .. }) = entry.place.segments.get_mut(depth) {
                *print = found;
            }
        }
    }

    fn map(&mut self, values: &'a Plan, value: Json<'a>, schemas: Schemas<'a>) -> Out<'a> {
        let (Some(from), Some(to)) = (schemas.from.additional_schema(), schemas.to.additional_schema())
        else {
            return Out::Input(value);
        };
        let mut members = Vec::new();
        for (name, member) in value.members() {
            let converted = self.within(name.clone(), |run| {
                run.convert(values, member, Schemas { from, to })
            });
            members.extend(converted.map(|converted| (name, converted)));
        }
        Out::Object(members)
    }

    fn variant(&mut self, variants: &'a [NextVariant], value: Json<'a>) -> Out<'a> {
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

    /// Marks a value as restored from a replacement.
    fn remember(&self, out: Out<'a>, source: &'a str) -> Out<'a> {
        if self.remembers {
            Out::Made(Some(Box::new(out)), Cow::Borrowed(source))
        } else {
            out
        }
    }
}

pub(super) fn equal_texts(a: &str, b: &str) -> bool {
    a == b
        || match (Document::read(a), Document::read(b)) {
            (Ok(a), Ok(b)) => equal(a.root(), b.root()),
            _ => false,
        }
}

/// Whether a text equals a value, in any spelling.
pub(super) fn is_text_of(text: &str, value: Json<'_>) -> bool {
    text == value.raw() || Document::read(text).is_ok_and(|read| equal(read.root(), value))
}

/// Whether an element has all keys by which its list is merged.
fn has_keys(element: Json<'_>, keys: &[Box<str>]) -> bool {
    !keys.is_empty() && keys.iter().all(|key| element.get(key).is_some())
}

/// Returns the keys of an element of a list that is merged by keys, as a JSON object.
fn keys_of(element: Json<'_>, keys: &[Box<str>]) -> String {
    let mut text = String::from("{");
    for key in keys {
        if let Some(value) = element.get(key) {
            if text.len() > 1 {
                text.push(',');
            }
            write_string(&mut text, key);
            text.push(':');
            text.push_str(value.raw());
        }
    }
    text.push('}');
    text
}
