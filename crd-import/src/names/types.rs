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
use super::described::{described, of_fields};
use super::kept::KeptNames;
use super::segments::{
    CommonWords, Outermost, common_words, either_name, is_vague, joined, segments, weak_common_words,
};
use crate::home::Home;
use crate::known;
use crate::model::Definition;
use crate::place::{SchemaPosition, SchemaStep, Scope};
use crate::table::{TypeEntry, TypeTable};
use crate::words::{is_of_std, letters, pascal, pascal_kind, singular, to_identifier, words};

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
    let mut common = CommonWords::new(types, &homes);
    let mut candidates: Vec<Candidate> = types
        .iter()
        .zip(&homes)
        .zip(claims(types, &homes, kept))
        .map(|(((_, entry), home), claims)| Candidate::new(entry, *home, claims, renames))
        .collect();
    replace_misfits(&mut candidates, types, &homes, &mut common);
    for candidate in &mut candidates {
        candidate.add_outer_words(&common);
    }
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

/// Names the types whose places are poor names by their descriptions, by their fields, or by both members that have them.
fn replace_misfits(
    candidates: &mut [Candidate],
    types: &TypeTable,
    homes: &[Home],
    common: &mut CommonWords,
) {
    let names: BTreeSet<(Home, String)> = candidates
        .iter()
        .map(|candidate| (candidate.home, candidate.name()))
        .collect();
    let by_fields: BTreeSet<(Home, Vec<String>)> = candidates
        .iter()
        .zip(types.iter())
        .filter(|(candidate, _)| candidate.fit == PlaceFit::OneOfSeveral)
        .filter_map(|(candidate, (_, entry))| Some((candidate.home, of_fields(&entry.definition)?)))
        .collect();
    let all = candidates.iter_mut().zip(types.iter());
    for ((candidate, (_, entry)), described) in all.zip(described(types, homes)) {
        let own = (candidate.home, candidate.name());
        let is_free = |words: &Vec<String>| {
            let name = (own.0, pascal(words));
            (name == own || !names.contains(&name)) && !is_of_others(&name.1)
        };
        candidate.described = described.filter(is_free);
        let either = either_name(&places_in(entry, own.0))
            .filter(|words| is_free(words) && !by_fields.contains(&(own.0, words.clone())));
        candidate.replace_misfit(of_fields(&entry.definition).filter(is_free), either);
        if candidate.fit == PlaceFit::OneOfSeveral
            && let [words] = candidate.chosen.as_slice()
            && !words.iter().any(|word| word == "or")
        {
            common.add(&places_in(entry, candidate.home), words);
        }
    }
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
            has_changed |= candidate.take_described() || candidate.grow(skipped);
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
    /// How often the suffix was chosen.
    suffixes: usize,
    more: &'static str,
    fixed: Option<String>,
    /// The words that a description or the fields give the type.
    described: Option<Vec<String>>,
    fit: PlaceFit,
    /// The last words of all members, which say little without the words before them: `version`.
    weak: Option<Vec<String>>,
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

/// How well the last member of a place describes the type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceFit {
    Good,
    /// The name of the list is not a plural: an element of `pipeline` is not a pipeline.
    SingularList,
    /// Many places have other names.
    OneOfSeveral,
}

impl PlaceFit {
    fn new(place: &SchemaPosition, uses: usize, all: usize) -> PlaceFit {
        const NEARLY_ALL: usize = 4;
        let is_singular = || match place.steps.as_slice() {
            [.., SchemaStep::Member(name), SchemaStep::Element] => {
                words(name).last().is_some_and(|last| singular(last) == *last)
            }
            _ => false,
        };
        if NEARLY_ALL * (all - uses) >= all && uses < all {
            PlaceFit::OneOfSeveral
        } else if is_singular() {
            PlaceFit::SingularList
        } else {
            PlaceFit::Good
        }
    }
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
        let mut rest: Vec<Vec<String>> = segments(&place).into_iter().take(1).collect();
        let common = common_words(&places);
        let fit = match common {
            Some(_) => PlaceFit::Good,
            None => PlaceFit::new(&place, uses, places.len()),
        };
        let weak = weak_common_words(&places);
        // The words that only one of the members has make the name longer first.
        if let (Some(last), Some(common)) = (rest.first_mut(), common) {
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
            suffixes: 0,
            aliases: claims.aliases,
            more: match entry.definition {
                Definition::Struct(_) => "Config",
                Definition::Enum(_) | Definition::Choice(_) => "Choice",
            },
            fixed,
            described: None,
            fit,
            weak,
            moved,
        }
    }

    /// Takes the name that a description gives the type; returns whether there is one.
    fn take_described(&mut self) -> bool {
        let described = self.described.take();
        self.take(described)
    }

    fn take(&mut self, name: Option<Vec<String>>) -> bool {
        let Some(words) = name.filter(|_| self.fixed.is_none()) else {
            return false;
        };
        self.rest.splice(..0, std::mem::take(&mut self.chosen));
        self.chosen = vec![words];
        true
    }

    /// Takes another name if the place is not a good one: that of the description, of the fields, or of both members.
    fn replace_misfit(&mut self, of_fields: Option<Vec<String>>, either: Option<Vec<String>>) {
        match self.fit {
            PlaceFit::Good => {}
            PlaceFit::SingularList => {
                // The kind says nothing within its module.
                let own = format!("{}{}", pascal_kind(&self.place.kind), self.name());
                let is_other = |words: &Vec<String>| pascal(words) != own;
                if self.described.as_ref().is_some_and(is_other) {
                    self.take_described();
                }
            }
            PlaceFit::OneOfSeveral => {
                if self.take_described() || self.take(of_fields) {
                    self.weak = None;
                } else if let Some(words) = either.filter(|_| self.weak.is_none()) {
                    self.chosen = vec![words];
                }
            }
        }
    }

    /// Adds the words around the place, which make the name longer.
    fn add_outer_words(&mut self, common: &CommonWords) {
        self.rest.extend(common.segments(&self.place).into_iter().skip(1));
        if self.fit == PlaceFit::OneOfSeveral
            && self.fixed.is_none()
            && let Some(weak) = self.weak.take()
        {
            self.chosen = vec![weak];
            self.grow(0);
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
        let mut name = to_identifier(&pascal(&joined(&self.chosen, outermost)), 'N');
        name.push_str(&self.suffix);
        name
    }

    /// Adds words of the place, after the skipped ones, until the name changes; returns whether it changed.
    fn grow(&mut self, skipped: usize) -> bool {
        const MOST_STEPS: usize = 8;
        let before = self.name();
        self.rest.drain(..skipped.min(self.rest.len()));
        while !self.rest.is_empty() && self.chosen.len() < MOST_STEPS {
            self.chosen.push(self.rest.remove(0));
            if self.name() != before {
                return true;
            }
        }
        false
    }

    /// Makes the name different with a word that is not in the place, after as few words of the place as are necessary. If that is not
    /// enough, a letter follows.
    fn add_suffix(&mut self, names: &BTreeSet<(Home, String)>) {
        const MOST_STEPS: usize = 3;
        let own = self.name();
        let stem = own.strip_suffix(&self.suffix).unwrap_or(&own);
        let words: Vec<&str> = [self.more, "Settings", "Details"]
            .into_iter()
            .filter(|word| !stem.ends_with(word))
            .collect();
        let first = words.first().copied().unwrap_or_default();
        self.suffix = match words.get(self.suffixes) {
            Some(word) => (*word).to_owned(),
            None => format!("{first}{}", letters(self.suffixes - words.len() + 1)),
        };
        self.suffixes += 1;
        let steps = std::mem::take(&mut self.chosen);
        let mut rest = steps.into_iter();
        for segment in rest.by_ref() {
            self.chosen.push(segment);
            let name = self.name();
            let is_vague = name.strip_suffix(&self.suffix).is_none_or(is_vague);
            if !is_vague && (!names.contains(&(self.home, name)) || self.chosen.len() == MOST_STEPS) {
                break;
            }
        }
        self.rest.splice(..0, rest);
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

/// Whether the text uses a name for something else.
fn is_of_others(name: &str) -> bool {
    is_of_std(name) || known::is_name(name)
}
