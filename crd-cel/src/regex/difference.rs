//! Finds texts that one pattern matches and another does not, by running the automata of both together.
//!
//! ```
//! use crd_cel::regex::{Difference, Lengths, difference};
//!
//! let found = difference("^[a-z]+$", "^[a-y]+$", Lengths::ANY);
//! assert_eq!(found, Difference::Text("z".to_owned()));
//! assert_eq!(difference("^ab$", "^[a-z]*$", Lengths::ANY), Difference::None);
//! ```
//!
//! The search visits pairs of states, shortest texts first, so that a result is a shortest text, and no
//! result means that no such text exists.

use std::collections::HashMap;
use std::collections::VecDeque;

use regex_automata::dfa::dense::{Builder, Config, DFA};
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use super::extent::{Lengths, plainly_matches};
use super::translate;

/// The maximum size of an automaton in bytes; larger ones are not compared.
const LARGEST: usize = 24 << 20;
/// The maximum number of pairs of states that are visited.
const MOST_PAIRS: usize = 300_000;
/// The number of bytes of an automaton whose construction takes as long as visiting a pair of states.
const BYTES_OF_A_PAIR: usize = 64;

/// The budget of a search. The unit is pairs of states, not seconds, so that the result is the same on every machine.
///
/// ```
/// use crd_cel::regex::{Difference, Lengths, SearchBudget, common};
///
/// let mut none = SearchBudget::new(0);
/// assert_eq!(common("^a", "^b", Lengths::ANY, &mut none), Difference::Undecided);
/// ```
#[derive(Clone, Debug)]
pub struct SearchBudget {
    left: usize,
}

impl SearchBudget {
    /// Creates a budget of this many pairs of states for all searches that use it.
    pub const fn new(pairs: usize) -> SearchBudget {
        SearchBudget { left: pairs }
    }

    /// Returns the remaining number of pairs of states.
    pub fn left(&self) -> usize {
        self.left
    }

    fn spend(&mut self, pairs: usize) {
        self.left = self.left.saturating_sub(pairs);
    }
}

/// The texts that one pattern matches and another does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Nothing.
    None,
    /// A shortest text that only the first pattern matches.
    Text(String),
    /// The automata are too large, or Go rejects a pattern.
    Undecided,
}

/// Finds a text that `one` matches and `other` does not, with patterns that match anywhere in the text as in
/// schemas. An empty pattern matches every text.
///
/// `lengths` bounds the length of the text.
pub fn difference(one: &str, other: &str, lengths: Lengths) -> Difference {
    difference_within(one, other, lengths, &mut SearchBudget::new(usize::MAX))
}

/// Like [`difference`], but returns [`Difference::Undecided`] when the budget is used up.
pub fn difference_within(one: &str, other: &str, lengths: Lengths, budget: &mut SearchBudget) -> Difference {
    search(one, Some((other, OtherPattern::Refuses)), lengths, budget)
}

/// Finds a shortest text that a pattern matches.
pub fn shortest_match(pattern: &str, lengths: Lengths) -> Difference {
    search(pattern, None, lengths, &mut SearchBudget::new(usize::MAX))
}

/// Finds a shortest text that both patterns match.
pub fn common(one: &str, other: &str, lengths: Lengths, budget: &mut SearchBudget) -> Difference {
    search(one, Some((other, OtherPattern::Matches)), lengths, budget)
}

/// Checks whether a pattern matches a text of one of these lengths; `None` if that is undecided. For most patterns, the syntax is
/// sufficient.
pub fn has_match(pattern: &str, lengths: Lengths, budget: &mut SearchBudget) -> Option<bool> {
    if plainly_matches(pattern, lengths) {
        return Some(true);
    }
    match search(pattern, None, lengths, budget) {
        Difference::Text(_) => Some(true),
        Difference::None => Some(false),
        Difference::Undecided => None,
    }
}

/// Whether the second pattern must match the text that is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OtherPattern {
    Matches,
    Refuses,
}

fn search(
    one: &str,
    other: Option<(&str, OtherPattern)>,
    lengths: Lengths,
    budget: &mut SearchBudget,
) -> Difference {
    let wanted = other.map_or(OtherPattern::Refuses, |(_, wanted)| wanted);
    let Some(one) = automaton(one, budget) else {
        return Difference::Undecided;
    };
    let other = match other {
        Some((other, _)) => match automaton(other, budget) {
            Some(other) => Some(other),
            None => return Difference::Undecided,
        },
        None => None,
    };
    let Some(machine) = Pair::new(one, other, wanted) else {
        return Difference::Undecided;
    };
    let at_least = Lengths {
        least: lengths.least,
        most: usize::MAX,
    };
    match machine.run(at_least, budget) {
        Difference::Text(text) if text.chars().count() > lengths.most => machine.run(lengths, budget),
        found => found,
    }
}

fn automaton(pattern: &str, budget: &mut SearchBudget) -> Option<DFA<Vec<u32>>> {
    let translated = translate(pattern).ok()?;
    let largest = budget.left.saturating_mul(BYTES_OF_A_PAIR).min(LARGEST);
    let made = Builder::new()
        .configure(
            Config::new()
                .dfa_size_limit(Some(largest))
                .determinize_size_limit(Some(largest))
                .match_kind(MatchKind::LeftmostFirst)
                .start_kind(StartKind::Unanchored),
        )
        .syntax(syntax::Config::new().nest_limit(2000))
        .build(&translated)
        .ok();
    let size = made.as_ref().map_or(largest, DFA::memory_usage);
    budget.spend(size / BYTES_OF_A_PAIR);
    made
}

/// The state of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SearchState {
    At(StateID),
    /// It has matched, and no further byte changes that.
    Matched,
}

/// The remainder of a character.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Utf8 {
    Done,
    /// The number of remaining bytes, and the range of the next one.
    More(u8, u8, u8),
}

impl Utf8 {
    fn next(self, byte: u8) -> Option<Utf8> {
        match self {
            Utf8::Done => Some(match byte {
                0..=0x7f => Utf8::Done,
                0xc2..=0xdf => Utf8::More(1, 0x80, 0xbf),
                0xe0 => Utf8::More(2, 0xa0, 0xbf),
                0xed => Utf8::More(2, 0x80, 0x9f),
                0xe1..=0xef => Utf8::More(2, 0x80, 0xbf),
                0xf0 => Utf8::More(3, 0x90, 0xbf),
                0xf1..=0xf3 => Utf8::More(3, 0x80, 0xbf),
                0xf4 => Utf8::More(3, 0x80, 0x8f),
                _ => return None,
            }),
            Utf8::More(left, low, high) if (low..=high).contains(&byte) => Some(if left == 1 {
                Utf8::Done
            } else {
                Utf8::More(left - 1, 0x80, 0xbf)
            }),
            Utf8::More(..) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PairState {
    one: SearchState,
    other: SearchState,
    utf8: Utf8,
    characters: usize,
}

struct Pair {
    one: DFA<Vec<u32>>,
    other: Option<DFA<Vec<u32>>>,
    /// Whether `other` must match the text that is searched.
    wanted: OtherPattern,
    start: PairState,
    /// One byte for each class of bytes that both automata treat alike, plain characters first.
    bytes: Vec<u8>,
}

impl Pair {
    fn new(one: DFA<Vec<u32>>, other: Option<DFA<Vec<u32>>>, wanted: OtherPattern) -> Option<Pair> {
        let config = start::Config::new().anchored(Anchored::No);
        let start = PairState {
            one: SearchState::At(one.start_state(&config).ok()?),
            other: match &other {
                Some(other) => SearchState::At(other.start_state(&config).ok()?),
                None => SearchState::At(StateID::default()),
            },
            utf8: Utf8::Done,
            characters: 0,
        };
        let mut bytes = Vec::new();
        let mut seen = Vec::new();
        for byte in preferred() {
            let class = (
                one.byte_classes().get(byte),
                other.as_ref().map(|other| other.byte_classes().get(byte)),
                if byte < 0x80 { 0 } else { byte },
            );
            if !seen.contains(&class) {
                seen.push(class);
                bytes.push(byte);
            }
        }
        Some(Pair {
            one,
            other,
            wanted,
            start,
            bytes,
        })
    }

    /// Returns the next state of an automaton; `None` if a match can no longer be decided.
    fn step(dfa: &DFA<Vec<u32>>, place: SearchState, byte: u8) -> Option<SearchState> {
        let SearchState::At(state) = place else {
            return Some(SearchState::Matched);
        };
        let next = dfa.next_state(state, byte);
        if dfa.is_quit_state(next) {
            return None;
        }
        Some(if dfa.is_match_state(next) {
            SearchState::Matched
        } else {
            SearchState::At(next)
        })
    }

    fn matches(dfa: &DFA<Vec<u32>>, place: SearchState) -> bool {
        match place {
            SearchState::Matched => true,
            SearchState::At(state) => dfa.is_match_state(dfa.next_eoi_state(state)),
        }
    }

    fn run(&self, lengths: Lengths, budget: &mut SearchBudget) -> Difference {
        let most_pairs = budget.left.min(MOST_PAIRS);
        // All lengths beyond this count are equivalent.
        let counted = if lengths.most == usize::MAX {
            lengths.least
        } else {
            lengths.most.saturating_add(1)
        };
        let mut known: HashMap<PairState, Option<(PairState, u8)>> = HashMap::new();
        let mut queue = VecDeque::from([self.start]);
        known.insert(self.start, None);
        while let Some(state) = queue.pop_front() {
            let is_text = state.utf8 == Utf8::Done
                && state.characters >= lengths.least
                && state.characters <= lengths.most
                && Self::matches(&self.one, state.one);
            let is_fit_for_other = |other: &DFA<Vec<u32>>| {
                Self::matches(other, state.other) == (self.wanted == OtherPattern::Matches)
            };
            if is_text && self.other.as_ref().is_none_or(is_fit_for_other) {
                budget.spend(known.len());
                return text_to(&known, state);
            }
            for byte in &self.bytes {
                let Some(utf8) = state.utf8.next(*byte) else {
                    continue;
                };
                let (one, other) = (
                    Self::step(&self.one, state.one, *byte),
                    match &self.other {
                        Some(other) => Self::step(other, state.other, *byte),
                        None => Some(state.other),
                    },
                );
                let (Some(one), Some(other)) = (one, other) else {
                    return Difference::Undecided;
                };
                let is_dead = |dfa: &DFA<Vec<u32>>, place| matches!(place, SearchState::At(state) if dfa.is_dead_state(state));
                let is_hopeless_for = |dfa: &DFA<Vec<u32>>| match self.wanted {
                    OtherPattern::Matches => is_dead(dfa, other),
                    OtherPattern::Refuses => other == SearchState::Matched,
                };
                if is_dead(&self.one, one) || self.other.as_ref().is_some_and(is_hopeless_for) {
                    continue;
                }
                let characters = (state.characters + usize::from(state.utf8 == Utf8::Done)).min(counted);
                if lengths.most != usize::MAX && characters > lengths.most {
                    continue;
                }
                let next = PairState {
                    one,
                    other,
                    utf8,
                    characters,
                };
                if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(next) {
                    entry.insert(Some((state, *byte)));
                    queue.push_back(next);
                }
            }
            if known.len() > most_pairs {
                budget.spend(known.len());
                return Difference::Undecided;
            }
        }
        budget.spend(known.len());
        Difference::None
    }
}

fn text_to(known: &HashMap<PairState, Option<(PairState, u8)>>, state: PairState) -> Difference {
    let mut bytes = Vec::new();
    let mut here = state;
    while let Some(Some((before, byte))) = known.get(&here) {
        bytes.push(*byte);
        here = *before;
    }
    bytes.reverse();
    String::from_utf8(bytes).map_or(Difference::Undecided, Difference::Text)
}

/// Returns all bytes, readable ones first.
fn preferred() -> impl Iterator<Item = u8> {
    let letters = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
    let others = b"-._/: ".iter().copied();
    letters.chain(others).chain(0x21..=0x7e).chain(0..=0xff)
}

#[cfg(test)]
mod tests {
    use super::super::extent::plainly_refuses;
    use super::*;

    fn text(text: &str) -> Difference {
        Difference::Text(text.to_owned())
    }

    #[test]
    fn patterns_match_anywhere() {
        for (one, other, expected) in [
            ("a", "a", Difference::None),
            ("^a$", "a", Difference::None),
            ("a", "^a$", text("aa")),
            ("", "^$", text("a")),
            ("", "", Difference::None),
            ("^[a-z0-9]+$", "^[a-z]([a-z0-9]*)$", text("0")),
            ("^(a|b|c)$", "^[ab]$", text("c")),
            ("^.$", "^[[:ascii:]]$", text("\u{80}")),
            ("^a{1,5}$", "^a{1,4}$", text("aaaaa")),
            ("(?m)^a$", "^a$", text("a\n")),
            (r"^\d+$", r"^[0-9]+$", Difference::None),
        ] {
            assert_eq!(difference(one, other, Lengths::ANY), expected, "{one} - {other}");
        }
    }

    #[test]
    fn what_the_syntax_shows_the_automata_find() {
        let patterns = [
            "^[a-z]{2,5}$",
            "^a$|^bbb$",
            "^$|foo",
            "^(aa)*$",
            "^(a|bb)+$",
            "ab",
            r"^a\b",
            "a^",
            "^/",
            "[^/]$",
            ".*",
            "^.{2,5}$",
            "^a$|b*",
            r"^\pL*$",
            "(^a?)b?c?$",
            "^(kms|crypto):[0-9]+$",
            "^(a|bbbb)c{0,3}$",
            "^([a-c]{3}){0,2}x?$",
            "(a|^b$|cc)d",
        ];
        let mut shown = 0;
        for pattern in patterns {
            for (least, most) in [
                (0, 0),
                (0, 9),
                (1, 1),
                (2, 3),
                (4, 4),
                (5, usize::MAX),
                (0, usize::MAX),
            ] {
                let lengths = Lengths { least, most };
                if plainly_matches(pattern, lengths) {
                    shown += 1;
                    let found = shortest_match(pattern, lengths);
                    assert!(matches!(found, Difference::Text(_)), "{pattern} {lengths:?}");
                }
                if plainly_refuses(pattern, lengths) {
                    shown += 1;
                    let found = difference("", pattern, lengths);
                    assert!(matches!(found, Difference::Text(_)), "{pattern} {lengths:?}");
                }
            }
        }
        assert!(shown > 80, "{shown}");
    }

    #[test]
    fn texts_that_both_match_are_found() {
        for (one, other, expected) in [
            ("^a", "^b", Difference::None),
            ("^a", "b$", text("ab")),
            ("a", "a", text("a")),
            ("^[0-9]+$", "^[a-z0-9]{2}$", text("00")),
            ("^$", "a", Difference::None),
            ("^a$", "(", Difference::Undecided),
        ] {
            let budget = &mut SearchBudget::new(10_000);
            assert_eq!(
                common(one, other, Lengths::ANY, budget),
                expected,
                "{one} & {other}"
            );
        }
        let one = Lengths { least: 0, most: 1 };
        let budget = &mut SearchBudget::new(10_000);
        assert_eq!(common("^a", "b$", one, budget), Difference::None);
        assert_eq!(has_match("^a{3}$", one, budget), Some(false));
        assert_eq!(
            has_match(r"^\pL{1,900}$", one, &mut SearchBudget::new(9)),
            Some(true)
        );
        assert_eq!(has_match(r"\pL{900}$", one, &mut SearchBudget::new(9)), None);
    }

    #[test]
    fn lengths_bound_what_is_looked_for() {
        let at_most = |most| Lengths { least: 0, most };
        assert_eq!(difference("^a{1,5}$", "^a{1,4}$", at_most(4)), Difference::None);
        assert_eq!(difference("^(aa|b)c*$", "^b*$", at_most(1)), Difference::None);
        let four = Lengths { least: 4, most: 9 };
        assert_eq!(shortest_match("^[a-z]+$", four), text("aaaa"));
        assert_eq!(shortest_match("a(", Lengths::ANY), Difference::Undecided);
    }
}
