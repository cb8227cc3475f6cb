//! Which type keeps which name of an earlier import, and the places that the table of names has of it.

use crd_core::sort::sort_by_key;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::kept::KeptNames;
use crate::home::Home;
use crate::place::SchemaPosition;
use crate::table::{TypeEntry, TypeTable};

/// The names of an earlier import for a type.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The name in the same module.
    pub(super) name: Option<String>,
    /// The name in another module, if there is none in the same one.
    pub(super) moved: Option<String>,
    /// The names of other types that are now equal, with a place of each.
    pub(super) aliases: Vec<(String, SchemaPosition)>,
}

/// Returns the places of a type in its module.
pub(super) fn places_in(entry: &TypeEntry, home: Home) -> Vec<&SchemaPosition> {
    let places = entry.uses.iter().map(|found| &found.place);
    let is_here = |place: &&SchemaPosition| match home {
        Home::Version(scope) => place.scope == scope,
        Home::Shared => true,
    };
    places.filter(is_here).collect()
}

/// Returns the names of an earlier import for each type. If the earlier type has become two, the one at the first of its places in
/// the table keeps the name.
pub(super) fn claims(types: &TypeTable, homes: &[Home], kept: &KeptNames) -> Vec<Claims> {
    let mut all = vec![Claims::default(); types.len()];
    if kept.is_empty() {
        return all;
    }
    // The best claim to each line: the position of the place in the line, the type, and the place.
    let mut owners: BTreeMap<usize, (usize, usize, SchemaPosition)> = BTreeMap::new();
    for (index, ((_, entry), home)) in types.iter().zip(homes).enumerate() {
        if entry.is_part() {
            continue;
        }
        for place in places_in(entry, *home) {
            if let Some(found) = kept.in_version(place)
                && kept.home(found.line) == Some(*home)
                && owners
                    .get(&found.line)
                    .is_none_or(|(position, ..)| found.position < *position)
            {
                owners.insert(found.line, (found.position, index, place.clone()));
            }
        }
    }
    let mut owned: Vec<_> = owners.iter().collect();
    sort_by_key(&mut owned, &|(line, found)| (kept.role(**line), *found));
    for (line, (_, index, place)) in owned {
        let (line, index, place) = (*line, *index, place.clone());
        let name = kept.name(line).to_owned();
        match all.get_mut(index) {
            Some(claims) if claims.name.is_none() => claims.name = Some(name),
            Some(claims) => claims.aliases.push((name, place)),
            None => {}
        }
    }
    for (claims, (_, entry)) in all.iter_mut().zip(types.iter()) {
        if claims.name.is_none() && !entry.is_part() {
            let mut lines = entry
                .uses
                .iter()
                .filter_map(|found| {
                    kept.in_version(&found.place)
                        .or_else(|| kept.in_crd(&found.place))
                })
                .map(|found| found.line);
            let free = lines.find(|line| !owners.contains_key(line));
            claims.moved = free.map(|line| kept.name(line).to_owned());
        }
    }
    all
}

/// The number of places of a type in the table.
const MOST: usize = 4;

/// Returns the places of each type that the table has besides the first. A place within a type only counts at the first place of that
/// type, and places within different types come first.
pub(super) fn more_places(types: &TypeTable, first: &[(Home, &SchemaPosition)]) -> Vec<Vec<SchemaPosition>> {
    let mut by_place: HashMap<u64, usize> = HashMap::new();
    for (index, (_, entry)) in types.iter().enumerate() {
        if !entry.is_part() {
            let ends = entry
                .uses
                .iter()
                .filter_map(|found| prefixes(&found.place).last().copied());
            by_place.extend(ends.map(|end| (end, index)));
        }
    }
    let within = |place: &SchemaPosition| {
        let prefixes = prefixes(place);
        let outer = prefixes
            .get(..prefixes.len().saturating_sub(1))
            .unwrap_or_default();
        let mut found = outer.iter().enumerate().rev();
        found.find_map(|(steps, prefix)| Some((steps + 1, *by_place.get(prefix)?)))
    };
    types
        .iter()
        .zip(first)
        .map(|((_, entry), (home, own))| {
            let places = places_in(entry, *home);
            if places.len() < 2 || entry.is_part() {
                return Vec::new();
            }
            let mut counted: BTreeMap<Option<usize>, usize> = BTreeMap::new();
            let outer = |place: &SchemaPosition| within(place).map(|(_, index)| index);
            counted.insert(outer(own), 1);
            let mut found = Vec::new();
            let mut places: Vec<&SchemaPosition> = places.into_iter().filter(|place| place != own).collect();
            sort_by_key(&mut places, &|place| (place.steps.len(), *place));
            for place in places {
                let outer = within(place);
                let is_first = outer.is_none_or(|(steps, index)| {
                    first.get(index).is_some_and(|(_, first)| {
                        first.scope == place.scope && place.steps.get(..steps) == Some(&*first.steps)
                    })
                });
                if is_first {
                    let count = counted.entry(outer.map(|(_, index)| index)).or_default();
                    found.push((*count, place));
                    *count += 1;
                }
            }
            sort_by_key(&mut found, &|(count, _)| *count);
            found
                .into_iter()
                .take(MOST - 1)
                .map(|(_, place)| place.clone())
                .collect()
        })
        .collect()
}

/// Returns a hash of each part of a place, from its root.
pub(super) fn prefixes(place: &SchemaPosition) -> Vec<u64> {
    let mut hasher = DefaultHasher::new();
    place.scope.hash(&mut hasher);
    let steps = place.steps.iter().map(|step| {
        step.hash(&mut hasher);
        hasher.finish()
    });
    steps.collect()
}
