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
    let is_last = rest.is_empty();
    let must_exist = depth < entry.place.anchor;
    match segment {
        Segment::Member(name) => {
            let Some(schema) = member(schema, name) else {
                return;
            };
            let schema = &*schema;
            let Some(members) = out.members() else { return };
            if let Some((_, member)) = members.iter_mut().find(|(key, _)| **key == **name) {
                if is_last {
                    replace(member, schema, entry);
                } else if matches!(member, Out::Default(_)) && !must_exist {
                    // The kept parts are the whole value.
                    if let Some(made) = make(schema, entry, depth + 1, rest) {
                        *member = made;
                    }
                } else {
                    restore(member, schema, entry, depth + 1);
                }
            } else if !must_exist {
                let made = make(schema, entry, depth + 1, rest);
                members.extend(made.map(|made| (name.clone(), made)));
            }
        }
        Segment::Keyed(keys) => {
            let Some(items) = schema.items() else { return };
            let Ok(document) = Document::read(keys) else {
                return;
            };
            let Some((elements, _)) = out.elements() else {
                return;
            };
            let found = elements.iter_mut().find_map(|element| {
                let is_it = has_keys(element, document.root());
                is_it.then_some(element)
            });
            match found {
                Some(element) if !is_last => restore(element, items, entry, depth + 1),
                Some(_) => {}
                None if must_exist => {}
                None if !has_types(document.root(), items) => {}
                None => {
                    let keys = document.root().members();
                    let keys = keys.map(|(name, key)| {
                        (
                            Cow::Owned(name.into_owned()),
                            Out::Text(Cow::Owned(key.raw().to_owned())),
                        )
                    });
                    let mut element = Out::Object(keys.collect());
                    if !is_last {
                        restore(&mut element, items, entry, depth + 1);
                    }
                    elements.push(element);
                }
            }
        }
        Segment::Element { index, of, print } => {
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
            let position = if prints.get(*index) == Some(print) {
                Some(*index)
            } else {
                prints
                    .iter()
                    .position(|other| other == print)
                    .or((elements.len() == *of).then_some(*index))
            };
            if let Some(element) = position.and_then(|position| elements.get_mut(position)) {
                if is_last {
                    replace(element, items, entry);
                } else {
                    restore(element, items, entry, depth + 1);
                }
            }
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
