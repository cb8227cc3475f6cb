//! The words of places, from which names are built.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::claims::{places_in, prefixes};
use crate::home::Home;
use crate::place::{SchemaPosition, SchemaStep};
use crate::table::TypeTable;
use crate::words::{pascal, singular, words};

/// The words of types that several members have, by place.
pub(super) struct CommonWords(HashMap<u64, Vec<String>>);

impl CommonWords {
    pub(super) fn new(types: &TypeTable, homes: &[Home]) -> CommonWords {
        let mut common = CommonWords(HashMap::new());
        for ((_, entry), home) in types.iter().zip(homes) {
            let places = places_in(entry, *home);
            if let Some(words) = common_words(&places) {
                common.add(&places, &words);
            }
        }
        common
    }

    /// Sets the words of a type that is not named after its places.
    pub(super) fn add(&mut self, places: &[&SchemaPosition], words: &[String]) {
        let ends = places.iter().filter_map(|place| prefixes(place).last().copied());
        self.0.extend(ends.map(|end| (end, words.to_vec())));
    }

    /// Returns the words of each step, the last step first. Where a type around the place has the common words of its members, these are
    /// its words: `scale`, `policy` for `scaleDown.policies[]`.
    pub(super) fn segments(&self, place: &SchemaPosition) -> Vec<Vec<String>> {
        let prefixes = prefixes(place);
        let outer = prefixes.len().saturating_sub(1);
        segments_with(place, &|step| {
            let prefix = prefixes.get(step).filter(|_| step < outer)?;
            self.0.get(prefix)
        })
    }
}

/// Returns the words of each step, the last step first. `spec` at the root is skipped, unless it is the only step.
pub(super) fn segments(place: &SchemaPosition) -> Vec<Vec<String>> {
    segments_with(place, &|_| None)
}

/// Returns the words of each step, where other words may replace those of a step.
fn segments_with<'a>(
    place: &SchemaPosition,
    other_words: &dyn Fn(usize) -> Option<&'a Vec<String>>,
) -> Vec<Vec<String>> {
    let mut segments: Vec<Vec<String>> = Vec::new();
    for (index, step) in place.steps.iter().enumerate() {
        match step {
            SchemaStep::Member(name) if index == 0 && name == "spec" && place.steps.len() > 1 => {}
            SchemaStep::Member(name) => segments.push(short(name)),
            SchemaStep::Element | SchemaStep::Value => {
                if let Some(last) = segments.last_mut().and_then(|words| words.last_mut()) {
                    *last = singular(last);
                }
            }
        }
        if let (Some(words), Some(last)) = (other_words(index), segments.last_mut()) {
            words.clone_into(last);
        }
    }
    segments.insert(0, words(&place.kind));
    segments.reverse();
    segments.retain(|words| !words.is_empty());
    segments
}

/// Returns the words of the last step of each place, each once.
fn member_names(places: &[&SchemaPosition]) -> BTreeSet<Vec<String>> {
    let names = places
        .iter()
        .filter_map(|place| segments(place).into_iter().next());
    names.collect()
}

/// The words that all members of a type have, if the members have different names: `requestHeaders` and `responseHeaders` are
/// `headers`, `scaleUp` and `scaleDown` are `scale`.
pub(super) fn common_words(places: &[&SchemaPosition]) -> Option<Vec<String>> {
    /// Words that say little alone, or do not begin a name.
    const WEAK: &[&str] = &[
        "and", "enum", "list", "object", "of", "or", "profile", "set", "term", "version",
    ];
    let mut names = member_names(places).into_iter();
    let first = names.next()?;
    let others: Vec<Vec<String>> = names.collect();
    if others.is_empty() {
        return None;
    }
    let is_telling = |words: &&[String]| {
        let is_weak = words.first().is_some_and(|word| WEAK.contains(&word.as_str()));
        !is_weak && !is_vague(&pascal(words))
    };
    let mut ends = (0..first.len()).filter_map(|start| first.get(start..));
    ends.find(|end| is_telling(end) && others.iter().all(|other| other.ends_with(end)))
        .or_else(|| {
            let stem = without_direction(&first)?;
            let is_same = |other: &Vec<String>| without_direction(other) == Some(stem);
            (is_telling(&stem) && others.iter().all(is_same)).then_some(stem)
        })
        .map(<[String]>::to_vec)
}

/// The names of both members of a type that only two fields of a struct have, if the names have no common word: `request`, `or`,
/// `response`.
pub(super) fn either_name(places: &[&SchemaPosition]) -> Option<Vec<String>> {
    const MOST_WORDS: usize = 5;
    let mut structs: BTreeMap<Vec<String>, BTreeSet<SchemaPosition>> = BTreeMap::new();
    for place in places {
        let Some(SchemaStep::Member(name)) = place.steps.last() else {
            return None;
        };
        structs.entry(short(name)).or_default().insert(place.parent());
    }
    let mut names = structs.into_iter();
    let ((first, of_first), (second, of_second)) = (names.next()?, names.next()?);
    let is_repeated = first
        .iter()
        .any(|word| second.iter().any(|other| singular(word) == singular(other)));
    let is_pair = names.next().is_none() && of_first == of_second && !is_repeated;
    let name = [first, words("or"), second].concat();
    (is_pair && name.len() <= MOST_WORDS).then_some(name)
}

/// The last word of all members with different names, if it says little without the words before it: `version` of `minVersion` and
/// `maxVersion`.
pub(super) fn weak_common_words(places: &[&SchemaPosition]) -> Option<Vec<String>> {
    const WEAK: &[&str] = &["list", "profile", "set", "term", "version"];
    let names = member_names(places);
    let last = names.first()?.last()?;
    let is_common = names.len() > 1 && names.iter().all(|name| name.last() == Some(last));
    (is_common && WEAK.contains(&last.as_str())).then(|| vec![last.clone()])
}

/// Returns the words of a member without the direction at their end: `scale` of `scaleUp`.
fn without_direction(words: &[String]) -> Option<&[String]> {
    const DIRECTIONS: &[&str] = &[
        "after", "before", "down", "end", "from", "in", "out", "start", "stop", "to", "up",
    ];
    let (last, stem) = words.split_last()?;
    (!stem.is_empty() && DIRECTIONS.contains(&last.as_str())).then_some(stem)
}

/// Returns the words of a member, shortened for very long names in types of Kubernetes.
fn short(name: &str) -> Vec<String> {
    let name = match name {
        "requiredDuringSchedulingIgnoredDuringExecution" => "requiredTerms",
        "preferredDuringSchedulingIgnoredDuringExecution" => "preferredTerms",
        name => name,
    };
    words(name)
}

/// The last segment of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outermost {
    Kind,
    Member,
}

/// Returns the words of steps in reading order, without words that steps repeat: `issuer`, `issuer ref` becomes `issuer ref`, and
/// `time interval`, `time` becomes `interval time`. The first word of a kind is kept.
pub(super) fn joined(segments: &[Vec<String>], outermost: Outermost) -> Vec<String> {
    let mut name: Vec<String> = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let part = if index + 1 == segments.len() {
            outermost
        } else {
            Outermost::Member
        };
        let segment = without_repeated(segment, &name, part);
        let overlap = (0..=segment.len().min(name.len()))
            .rev()
            .find(|length| segment.get(segment.len() - length..) == name.get(..*length))
            .unwrap_or(0);
        let is_within = name.starts_with(segment) || is_plural_of(segment, &name);
        if is_within {
            continue;
        }
        let mut longer = segment
            .get(..segment.len() - overlap)
            .unwrap_or_default()
            .to_vec();
        longer.append(&mut name);
        name = longer;
    }
    without_repeated_parts(name)
}

/// Removes a sequence of two or three words that the same words follow: `template`, `spec`, `template`, `spec`.
fn without_repeated_parts(mut name: Vec<String>) -> Vec<String> {
    for length in [2, 3] {
        let is_repeated = |start: &usize| {
            let part = name.get(*start..start + length);
            part.is_some() && part == name.get(start + length..start + 2 * length)
        };
        if let Some(start) = (0..name.len()).find(is_repeated) {
            name.drain(start..start + length);
            return without_repeated_parts(name);
        }
    }
    name
}

/// Returns a segment without its first and its last word, where the name has the word at its end, or both begin with it.
fn without_repeated<'a>(segment: &'a [String], name: &[String], part: Outermost) -> &'a [String] {
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return segment;
    };
    match segment {
        [outer @ .., word] if word == last && !outer.is_empty() => outer,
        [word, inner @ ..]
            if part == Outermost::Member && !inner.is_empty() && (word == first || word == last) =>
        {
            inner
        }
        _ => segment,
    }
}

/// Whether a name starts with the singular of the given words.
fn is_plural_of(words: &[String], name: &[String]) -> bool {
    match (words, name) {
        ([word], [first, ..]) => singular(word) == *first,
        _ => false,
    }
}

/// Whether a name is too general.
pub(super) fn is_vague(name: &str) -> bool {
    const VAGUE: &[&str] = &[
        "Spec",
        "Status",
        "Metadata",
        "Type",
        "Value",
        "Key",
        "Ref",
        "Item",
        "Name",
        "Kind",
        "Data",
        "From",
        "To",
        "Config",
        "Items",
        "Reference",
        "Mode",
        "Policy",
        "Options",
        "Params",
        "Action",
        "Method",
        "Operator",
        "State",
        "Phase",
        "Scope",
        "Level",
        "Format",
        "Strategy",
        "Match",
        "Op",
        "Empty",
        "Selector",
        "Template",
        "Source",
        "Target",
    ];
    VAGUE.contains(&name) || name.len() < 2
}
