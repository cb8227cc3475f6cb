//! The members of an object, with unique names and expanded merge keys.

use crate::model::sort::sort_by;
use crate::yaml::tree::{Duplicate, Entry, Mapping, Node, Value};

/// Creates an object from its members in order; those at the positions in `merged` come from merge keys. If
/// several members have the same name, the last one is kept, at the position of the first.
pub(super) fn mapping(entries: Vec<Entry>, merged: &[std::ops::Range<usize>]) -> Mapping {
    // Most objects are small or sorted already.
    let sorted = || {
        entries
            .iter()
            .zip(entries.iter().skip(1))
            .all(|(a, b)| a.key < b.key)
    };
    let distinct = |entries: &[Entry]| {
        entries
            .iter()
            .enumerate()
            .all(|(at, entry)| entries.iter().take(at).all(|other| other.key != entry.key))
    };
    if entries.len() < 2 || sorted() || entries.len() <= 12 && distinct(&entries) {
        return entries.into();
    }
    let key = |at: &u32| entries.get(*at as usize).map(|entry| &*entry.key);
    let order = by_name(&entries);
    let is_merged = |at: usize| merged.iter().any(|range| range.contains(&at));
    let mut duplicates = Vec::new();
    let mut moves = Vec::new();
    for group in order.chunk_by(|a, b| key(a) == key(b)) {
        let [first, rest @ ..] = group else { continue };
        let first = *first as usize;
        for again in rest {
            let again = *again as usize;
            if let (Some(entry), Some(place)) = (entries.get(again), entries.get(first)) {
                duplicates.push(Duplicate {
                    key: (*entry.key).into(),
                    key_span: entry.key_span,
                    first: place.key_span,
                    merged: is_merged(again) || is_merged(first),
                });
            }
            moves.push((first, again));
        }
    }
    if duplicates.is_empty() {
        return Mapping::new(entries, duplicates, order);
    }
    sort_by(&mut duplicates, &|a: &Duplicate, b| a.key_span.cmp(&b.key_span));
    let mut slots: Vec<Option<Entry>> = entries.into_iter().map(Some).collect();
    for (first, again) in moves {
        let later = slots.get_mut(again).and_then(Option::take);
        if let Some(slot) = slots.get_mut(first) {
            *slot = later;
        }
    }
    let entries: Vec<Entry> = slots.into_iter().flatten().collect();
    let order = by_name(&entries);
    Mapping::new(entries, duplicates, order)
}

/// Returns the indices of members in the order of their names; members of the same name keep their order.
fn by_name(entries: &[Entry]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(entries.len()).collect();
    order.sort_by_key(|at| entries.get(*at as usize).map(|entry| &*entry.key));
    order
}

/// The origin of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueSource {
    /// It is written there.
    Written,
    /// An alias refers to it.
    Alias,
}

/// Adds the members of a merge key's value. In a list the first object takes precedence, so it comes last.
pub(super) fn merge(entries: &mut Vec<Entry>, node: Node, source: ValueSource) -> Option<()> {
    match node.value {
        Value::Mapping(mapping) => entries.extend(mapping.entries),
        Value::Sequence(items) if source == ValueSource::Written => {
            for item in items.into_iter().rev() {
                match item.value {
                    Value::Mapping(mapping) => entries.extend(mapping.entries),
                    _ => return None,
                }
            }
        }
        _ => return None,
    }
    Some(())
}
