//! Restores kept values.
//!
//! Current values take precedence: a value is restored only if its field is absent, or if its replacement is unchanged. Users may
//! have edited the annotations, so a value is restored only if it has the types of its field, and without unknown members.

use std::borrow::Cow;

use super::entry::KeptValue;
use super::json::{Document, Json, Kind, equal};
use super::out::{Out, Prints};
use super::path::Segment;
use super::prune::{has_types, prune};
use super::run::is_text_of;
use crate::model::structural::{Structural, StructuralShape};

/// Restores an entry below a value, which has the schema and is `depth` steps below the root.
pub(super) fn restore<'a>(out: &mut Out<'a>, schema: &Structural, entry: &KeptValue<'a>, depth: usize) {
    let Some((segment, rest)) = entry
        .place
        .segments
        .get(depth..)
        .and_then(<[Segment<'_>]>::split_first)
    else {
        return;
    };
    if depth == entry.place.anchor && !is_of(out, entry) {
        return;
    }
    let step = Step {
        entry,
        rest,
        depth: depth + 1,
        must_exist: depth < entry.place.anchor,
    };
    match segment {
        Segment::Member(name) => step.restore_member(out, schema, name.clone()),
        Segment::Keyed(keys) => step.restore_keyed(out, schema, keys),
        Segment::Element { index, of, print } => step.restore_element(out, schema, [*index, *of], *print),
    }
}

/// A step on the way to a kept value.
#[derive(Clone, Copy)]
struct Step<'e, 'a> {
    entry: &'e KeptValue<'a>,
    /// The steps behind it.
    rest: &'e [Segment<'a>],
    /// The number of steps from the root, with it.
    depth: usize,
    /// Whether the value at this step is not created.
    must_exist: bool,
}

impl<'a> Step<'_, 'a> {
    /// Restores the kept value in the value at the step.
    fn restore_in(self, out: &mut Out<'a>, schema: &Structural) {
        if self.rest.is_empty() {
            replace(out, schema, self.entry);
        } else {
            restore(out, schema, self.entry, self.depth);
        }
    }

    fn restore_member(self, out: &mut Out<'a>, schema: &Structural, name: Cow<'a, str>) {
        let Some(schema) = member(schema, &name) else {
            return;
        };
        let Some(members) = out.members() else { return };
        let make = || make(&schema, self.entry, self.depth, self.rest);
        match members.iter_mut().find(|(key, _)| **key == *name) {
            // The kept parts of a default are the whole value.
            Some((_, member @ Out::Default(_))) if !self.rest.is_empty() && !self.must_exist => {
                if let Some(made) = make() {
                    *member = made;
                }
            }
            Some((_, member)) => self.restore_in(member, &schema),
            None if self.must_exist => {}
            None => members.extend(make().map(|made| (name, made))),
        }
    }

    /// Restores the kept value in the element with the keys.
    fn restore_keyed(self, out: &mut Out<'a>, schema: &Structural, keys: &str) {
        let Some(items) = schema.items() else { return };
        let Ok(document) = Document::read(keys) else {
            return;
        };
        let Some((elements, _)) = out.elements() else {
            return;
        };
        let found = elements
            .iter_mut()
            .find_map(|element| has_keys(element, document.root()).then_some(element));
        match found {
            Some(element) if !self.rest.is_empty() => restore(element, items, self.entry, self.depth),
            Some(_) => {}
            None if self.must_exist || !has_types(document.root(), items) => {}
            None => {
                let keys = document.root().members().map(|(name, key)| {
                    let key = Out::Text(Cow::Owned(key.raw().to_owned()));
                    (Cow::Owned(name.into_owned()), key)
                });
                let mut element = Out::Object(keys.collect());
                if !self.rest.is_empty() {
                    restore(&mut element, items, self.entry, self.depth);
                }
                elements.push(element);
            }
        }
    }

    /// Restores the kept value in the element that was at an index of a list of that length, with a fingerprint.
    fn restore_element(
        self,
        out: &mut Out<'a>,
        schema: &Structural,
        [index, length]: [usize; 2],
        print: u64,
    ) {
        let Some(items) = schema.items() else { return };
        let Some((elements, prints)) = out.elements() else {
            return;
        };
        let count = prints.as_ref().map(|prints| prints.0.len());
        if count != Some(elements.len()) {
            let found = elements.iter().map(Out::fingerprint).collect();
            *prints = Some(Box::new(Prints(found)));
        }
        let prints = prints.as_ref().map_or(&[][..], |prints| prints.0.as_slice());
        // The same element, at its old or a new position; else the one at its old position, if the length of the list is
        // unchanged and that element does not belong to another entry.
        let position = if prints.get(index) == Some(&print) {
            Some(index)
        } else {
            prints
                .iter()
                .position(|other| *other == print)
                .or((elements.len() == length).then_some(index))
        };
        if let Some(element) = position.and_then(|position| elements.get_mut(position)) {
            self.restore_in(element, items);
        }
    }
}

/// Returns the schema of a member. Where objects are open, members without a schema may have any value.
fn member<'s>(schema: &'s Structural, name: &str) -> Option<Cow<'s, Structural>> {
    let any = || Cow::Owned(Structural::new(StructuralShape::Any));
    let is_open = schema.preserve_unknown_fields;
    schema
        .member(name)
        .map(Cow::Borrowed)
        .or_else(|| is_open.then(any))
}

/// Whether the object still has the variant that a value belongs to; also if it has no variant.
fn is_of(object: &mut Out<'_>, entry: &KeptValue<'_>) -> bool {
    let (Some(of), Some(was)) = (&entry.of, entry.was) else {
        return true;
    };
    if let Some(stands) = object.member(of) {
        return matches!(stands, Out::Made(_, source) if is_text_of(source, was));
    }
    // If variants are members themselves, an absent member means that there is no variant.
    was.kind() != Kind::List
        || was
            .elements()
            .next()
            .is_some_and(|tag| tag.elements().next().is_some())
}

/// Creates an absent value with its kept part.
fn make<'a>(
    schema: &Structural,
    entry: &KeptValue<'a>,
    depth: usize,
    rest: &[Segment<'_>],
) -> Option<Out<'a>> {
    let mut made = match rest.first() {
        None if entry.own_was().is_some() => return None,
        None => return value(entry, schema),
        Some(Segment::Member(_)) if !matches!(schema.shape, StructuralShape::Array(_)) => {
            Out::Object(Vec::new())
        }
        Some(Segment::Keyed(_)) if matches!(schema.shape, StructuralShape::Array(_)) => {
            Out::List(Vec::new(), None)
        }
        Some(_) => return None,
    };
    restore(&mut made, schema, entry, depth);
    let is_empty = match &mut made {
        Out::Object(members) => members.is_empty(),
        Out::List(elements, _) => elements.is_empty(),
        _ => false,
    };
    (!is_empty).then_some(made)
}

/// Replaces a value if the entry still applies to it.
fn replace<'a>(place: &mut Out<'a>, schema: &Structural, entry: &KeptValue<'a>) {
    if let Out::Implied(members) = place {
        // All its members have moved elsewhere, but before that it was empty or null.
        let is_nothing = members.iter().all(|(_, member)| member.is_nothing());
        match entry.value.map(Json::raw) {
            Some("{}") => *place = Out::Object(std::mem::take(members)),
            Some("null") if is_nothing && schema.generic.nullable => {
                *place = Out::Text(Cow::Borrowed("null"));
            }
            _ => {}
        }
        return;
    }
    let applies = match (&*place, entry.own_was()) {
        (Out::Made(_, source), Some(was)) => is_text_of(source, was),
        (Out::Made(None, _) | Out::Default(_), None) => true,
        _ => false,
    };
    if !applies {
        // The value of one element has changed; the others are restored.
        if let (Out::Made(Some(made), _), Some(kept)) = (place, entry.value)
            && let Out::ListWith(list) = &mut **made
            && kept.kind() == Kind::List
            && has_types(kept, schema)
        {
            list.set_in(kept);
        }
        return;
    }
    match &entry.value {
        None => *place = Out::Made(None, Cow::Borrowed("null")),
        Some(_) => {
            if let Some(value) = value(entry, schema) {
                *place = value;
            }
        }
    }
}

/// Returns the kept value, if it has the types of its field.
fn value<'a>(entry: &KeptValue<'a>, schema: &Structural) -> Option<Out<'a>> {
    let value = entry.value?;
    has_types(value, schema).then(|| prune(value, schema))
}

/// Whether an element has the keys.
fn has_keys(element: &mut Out<'_>, keys: Json<'_>) -> bool {
    let mut has_all = false;
    for (name, key) in keys.members() {
        let Some(member) = element.member(&name) else {
            return false;
        };
        let is_equal = match member {
            Out::Input(member) => equal(*member, key),
            other => equal(other.to_written().root(), key),
        };
        if !is_equal {
            return false;
        }
        has_all = true;
    }
    has_all
}
