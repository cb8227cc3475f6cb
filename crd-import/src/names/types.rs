//! Chooses names of types from the places of their use.
//!
//! ```text
//! Database.spec.users[]          User
//! Database.spec.tls.ca           Ca, or TlsCa if there is another Ca
//! Database.spec.{backup,restore}Job   Job, if the two have one type
//! Route.spec.http.retry.on       HttpOn, if there is a Route.spec.grpc.retry.on
//! Database.spec                  DatabaseSpec
//! ```

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::claims::{Claims, claims, more_places, places_in};
use super::kept::KeptNames;
use crate::home::Home;
use crate::known;
use crate::model::Definition;
use crate::place::{SchemaPosition, SchemaStep, Scope};
use crate::table::{TypeEntry, TypeTable};
use crate::words::{is_of_std, pascal, pascal_kind, singular, words};

/// A type with its name.
#[derive(Clone, Debug)]
pub(crate) struct NamedType {
    pub(crate) name: String,
    pub(crate) home: Home,
    /// The place from which the name is built.
    pub(crate) place: SchemaPosition,
    /// Other places in the table of names.
    pub(crate) more_places: Vec<SchemaPosition>,
    /// Names of an earlier import, with their places, for types that were different and are now equal.
    pub(crate) aliases: Vec<(String, SchemaPosition)>,
}

/// Assigns names to all types.
pub(crate) fn assign(
    types: &TypeTable,
    roots: &[(Scope, String)],
    kept: &KeptNames,
    renames: &BTreeMap<String, String>,
) -> Vec<NamedType> {
    let homes: Vec<Home> = types.iter().map(|(_, entry)| home(entry)).collect();
    let mut candidates: Vec<Candidate> = types
        .iter()
        .zip(&homes)
        .zip(claims(types, &homes, kept))
        .map(|(((_, entry), home), claims)| Candidate::new(entry, *home, claims, renames))
        .collect();
    let mut reserved: BTreeSet<(Home, String)> = BTreeSet::new();
    for (scope, kind) in roots {
        reserved.insert((Home::Version(*scope), kind.clone()));
    }
    for candidate in &candidates {
        let aliases = candidate.aliases.iter();
        reserved.extend(aliases.map(|(name, _)| (candidate.home, name.clone())));
    }
    keep_moved(&mut candidates, &reserved);
    loop {
        let mut groups: BTreeMap<(Home, String), Vec<usize>> = BTreeMap::new();
        for (index, candidate) in candidates.iter().enumerate() {
            groups
                .entry((candidate.home, candidate.name()))
                .or_default()
                .push(index);
        }
        let mut is_stable = true;
        for ((home, name), members) in groups {
            let is_taken = reserved.contains(&(home, name.clone())) || is_of_others(&name);
            if members.len() == 1 && !is_taken && !is_vague(&name) {
                continue;
            }
            let leader = leader(&candidates, &members).filter(|_| !is_taken && !is_vague(&name));
            let others: Vec<usize> = members
                .into_iter()
                .filter(|member| Some(*member) != leader)
                .collect();
            is_stable &= !lengthen(&mut candidates, &others, is_taken || leader.is_some());
        }
        if is_stable {
            break;
        }
    }
    let first: Vec<(Home, &SchemaPosition)> = candidates
        .iter()
        .map(|candidate| (candidate.home, &candidate.place))
        .collect();
    let more_places = more_places(types, &first);
    candidates
        .into_iter()
        .zip(more_places)
        .map(|(candidate, mut more_places)| {
            let name = candidate.name();
            let name = renames.get(&name).cloned().unwrap_or(name);
            let aliases = candidate.aliases;
            more_places.retain(|place| aliases.iter().all(|(_, of_alias)| of_alias != place));
            NamedType {
                name,
                home: candidate.home,
                place: candidate.place,
                more_places,
                aliases,
            }
        })
        .collect()
}

/// Keeps the names of types that were in another module, where nothing else has the name.
fn keep_moved(candidates: &mut [Candidate], reserved: &BTreeSet<(Home, String)>) {
    let mut taken = reserved.clone();
    for candidate in candidates.iter() {
        taken.extend(candidate.fixed.iter().map(|name| (candidate.home, name.clone())));
    }
    for candidate in candidates.iter_mut() {
        if let Some(name) = candidate.moved.take()
            && !is_of_others(&name)
            && taken.insert((candidate.home, name.clone()))
        {
            candidate.fixed = Some(name);
        }
    }
}

/// Returns the type of a group that keeps the short name, because nearly all places with this name have this type.
fn leader(candidates: &[Candidate], members: &[usize]) -> Option<usize> {
    const TIMES: usize = 3;
    let uses = |index: &usize| candidates.get(*index).map_or(0, |candidate| candidate.uses);
    let all: usize = members.iter().map(uses).sum();
    let is_leader = |index: &&usize| uses(index) >= TIMES * (all - uses(index));
    members
        .iter()
        .find(is_leader)
        .copied()
        .filter(|_| members.len() > 1)
}

/// Makes names longer; returns whether one changed. A single vague name is kept if it cannot become longer.
fn lengthen(candidates: &mut [Candidate], members: &[usize], is_taken: bool) -> bool {
    let skipped = common(candidates, members);
    let mut has_changed = false;
    for index in members {
        if let Some(candidate) = candidates
            .get_mut(*index)
            .filter(|candidate| candidate.fixed.is_none())
        {
            has_changed |= candidate.grow(skipped);
        }
    }
    if has_changed || (members.len() == 1 && !is_taken) {
        return has_changed;
    }
    // The places have no more words: the first type keeps its name, unless the name is used by something else.
    let is_fixed = |index: &usize| candidates.get(*index).is_some_and(|found| found.fixed.is_some());
    let skipped = usize::from(!is_taken && !members.iter().any(is_fixed));
    for index in members.iter().skip(skipped) {
        let names: BTreeSet<(Home, String)> = candidates
            .iter()
            .map(|candidate| (candidate.home, candidate.name()))
            .collect();
        if let Some(candidate) = candidates
            .get_mut(*index)
            .filter(|candidate| candidate.fixed.is_none())
        {
            candidate.add_suffix(&names);
            has_changed = true;
        }
    }
    has_changed
}

/// Returns how many of the next segments are equal for all members of a group, so that they do not distinguish them.
fn common(candidates: &[Candidate], members: &[usize]) -> usize {
    let rests: Vec<&[Vec<String>]> = members
        .iter()
        .filter_map(|index| candidates.get(*index))
        .map(|candidate| candidate.rest.as_slice())
        .collect();
    let Some((first, others)) = rests.split_first().filter(|(_, others)| !others.is_empty()) else {
        return 0;
    };
    let is_same = |index: &usize| others.iter().all(|other| other.get(*index) == first.get(*index));
    let longest = rests.iter().map(|rest| rest.len()).max().unwrap_or_default();
    (0..longest).find(|index| !is_same(index)).unwrap_or(0)
}

struct Candidate {
    home: Home,
    place: SchemaPosition,
    /// The number of places whose last segment is that of the place.
    uses: usize,
    /// The words of the name, starting at the end of the place.
    chosen: Vec<Vec<String>>,
    /// The remaining words of the place.
    rest: Vec<Vec<String>>,
    suffix: String,
    more: &'static str,
    fixed: Option<String>,
    /// The name in the module of an earlier import, if the type was not yet shared by several CRDs, or is not any more.
    moved: Option<String>,
    aliases: Vec<(String, SchemaPosition)>,
}

/// Returns the place from which a type is named, and the number of places with this name: one with the name that most places have, and
/// of these the shortest. Elements and values are preferred to fields.
fn telling_place(places: &[&SchemaPosition]) -> (SchemaPosition, usize) {
    let names: Vec<String> = places
        .iter()
        .map(|place| {
            segments(place)
                .first()
                .map(|words| pascal(words))
                .unwrap_or_default()
        })
        .collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &names {
        *counts.entry(name).or_default() += 1;
    }
    places
        .iter()
        .zip(&names)
        .min_by_key(|(place, name)| {
            (
                is_vague(name),
                Reverse(counts.get(name.as_str())),
                matches!(place.steps.last(), Some(SchemaStep::Member(_))),
                place.steps.len(),
                **place,
            )
        })
        .map(|(place, name)| {
            (
                (**place).clone(),
                counts.get(name.as_str()).copied().unwrap_or_default(),
            )
        })
        .unwrap_or_default()
}

impl Candidate {
    fn new(entry: &TypeEntry, home: Home, claims: Claims, renames: &BTreeMap<String, String>) -> Candidate {
        let places = places_in(entry, home);
        let (mut place, uses) = telling_place(&places);
        // The place of an alias has a line of its own.
        let is_of_alias = |place: &SchemaPosition| claims.aliases.iter().any(|(_, other)| other == place);
        if is_of_alias(&place)
            && let Some(other) = places.iter().find(|place| !is_of_alias(place))
        {
            place = (*other).clone();
        }
        let fixed = places
            .iter()
            .find_map(|place| renames.get(&place.to_string()).cloned())
            .or(claims.name)
            .or_else(|| entry.is_part().then(|| part_name(&place)));
        let moved = claims.moved.filter(|_| fixed.is_none());
        let mut rest = segments(&place);
        // The words that only one of the members has make the name longer first.
        if let (Some(last), Some(common)) = (rest.first_mut(), common_words(&places)) {
            let own = last.strip_suffix(common.as_slice()).map(<[String]>::to_vec);
            *last = common;
            rest.splice(1..1, own);
        }
        let chosen = rest.drain(..rest.len().min(1)).collect();
        Candidate {
            home,
            chosen,
            rest,
            place,
            uses,
            suffix: String::new(),
            aliases: claims.aliases,
            more: match entry.definition {
                Definition::Struct(_) => "Config",
                Definition::Enum(_) | Definition::Choice(_) => "Choice",
            },
            fixed,
            moved,
        }
    }

    fn name(&self) -> String {
        if let Some(fixed) = &self.fixed {
            return fixed.clone();
        }
        let outermost = if self.rest.is_empty() {
            Outermost::Kind
        } else {
            Outermost::Member
        };
        let mut name = pascal(&joined(&self.chosen, outermost));
        name.retain(|c| c.is_ascii_alphanumeric());
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, 'N');
        }
        name.push_str(&self.suffix);
        name
    }

    /// Adds words of the place, after the skipped ones, until the name changes; returns whether it changed.
    fn grow(&mut self, skipped: usize) -> bool {
        let before = self.name();
        self.rest.drain(..skipped.min(self.rest.len()));
        while !self.rest.is_empty() {
            self.chosen.push(self.rest.remove(0));
            if self.name() != before {
                return true;
            }
        }
        false
    }

    /// Makes the name different with a word that is not in the place, after as few words of the place as are necessary.
    fn add_suffix(&mut self, names: &BTreeSet<(Home, String)>) {
        let repeats = self.name().ends_with(self.more);
        self.suffix.push_str(if repeats { "Settings" } else { self.more });
        let all = std::mem::take(&mut self.chosen);
        for segment in all {
            self.chosen.push(segment);
            let name = self.name();
            let is_vague = name.strip_suffix(&self.suffix).is_none_or(is_vague);
            if !is_vague && !names.contains(&(self.home, name)) {
                break;
            }
        }
    }
}

/// Returns the module of a type: that of the newest version that has it, or the shared one if several CRDs have it.
fn home(entry: &TypeEntry) -> Home {
    let mut scopes = entry.uses.iter().map(|found| found.place.scope);
    let first = scopes.next().unwrap_or_default();
    let mut newest = first;
    for scope in scopes {
        if scope.crd != first.crd {
            return Home::Shared;
        }
        newest = newest.min(scope);
    }
    Home::Version(newest)
}

/// Returns the name of a spec or status, such as `DatabaseSpec`.
fn part_name(place: &SchemaPosition) -> String {
    let part = match place.steps.first() {
        Some(SchemaStep::Member(name)) => pascal(&words(name)),
        _ => "Members".to_owned(),
    };
    format!("{}{part}", pascal_kind(&place.kind))
}

/// Returns the words of each step, the last step first. `spec` at the root is skipped, unless it is the only step.
fn segments(place: &SchemaPosition) -> Vec<Vec<String>> {
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
    }
    segments.push(words(&place.kind));
    // The kind is the last word.
    if let Some(kind) = segments.pop() {
        segments.insert(0, kind);
    }
    segments.reverse();
    segments.retain(|words| !words.is_empty());
    segments
}

/// The words that all members of a type have, if the members have different names: `requestHeaders` and `responseHeaders` are
/// `headers`, `scaleUp` and `scaleDown` are `scale`.
fn common_words(places: &[&SchemaPosition]) -> Option<Vec<String>> {
    /// Words that say little alone, or do not begin a name.
    const WEAK: &[&str] = &[
        "and", "enum", "list", "object", "of", "or", "profile", "set", "version",
    ];
    let names: BTreeSet<Vec<String>> = places
        .iter()
        .filter_map(|place| segments(place).into_iter().next())
        .collect();
    let mut names = names.into_iter();
    let first = names.next()?;
    let others: Vec<Vec<String>> = names.collect();
    if others.is_empty() {
        return None;
    }
    let is_telling = |words: &&[String]| {
        let is_weak = words.first().is_some_and(|word| WEAK.contains(&word.as_str()));
        !is_weak && !is_vague(&pascal(words))
    };
    let mut ends = (1..first.len()).filter_map(|start| first.get(start..));
    ends.find(|end| is_telling(end) && others.iter().all(|other| other.ends_with(end)))
        .or_else(|| {
            let stem = without_direction(&first)?;
            let is_same = |other: &Vec<String>| without_direction(other) == Some(stem);
            (is_telling(&stem) && others.iter().all(is_same)).then_some(stem)
        })
        .map(<[String]>::to_vec)
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
enum Outermost {
    Kind,
    Member,
}

/// Returns the words of steps in reading order, without words that steps repeat: `issuer`, `issuer ref` becomes `issuer ref`, and
/// `time interval`, `time` becomes `interval time`. The first word of a kind is kept.
fn joined(segments: &[Vec<String>], outermost: Outermost) -> Vec<String> {
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
fn is_vague(name: &str) -> bool {
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

/// Whether the text uses a name for something else.
fn is_of_others(name: &str) -> bool {
    is_of_std(name) || known::is_name(name)
}
