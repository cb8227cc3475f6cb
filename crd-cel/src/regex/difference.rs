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
//! result means that no such text exists. The states are built when the search visits them, since most searches end early.

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::VecDeque;
use std::hash::{BuildHasherDefault, Hasher};

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use super::extent::{Lengths, PatternLengths};
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
    if PatternLengths::of(pattern).is_some_and(|found| found.plainly_matches(lengths)) {
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
    let Some(one) = LazyAutomaton::new(one, budget) else {
        return Difference::Undecided;
    };
    let other = match other {
        Some((other, _)) => match LazyAutomaton::new(other, budget) {
            Some(other) => Some(other),
            None => return Difference::Undecided,
        },
        None => None,
    };
    let Some(mut machine) = Pair::new(one, other, wanted) else {
        return Difference::Undecided;
    };
    let at_least = Lengths {
        least: lengths.least,
        most: usize::MAX,
    };
    let found = match machine.run(at_least, budget) {
        Difference::Text(text) if text.chars().count() > lengths.most => machine.run(lengths, budget),
        found => found,
    };
    budget.spend(machine.memory_usage() / BYTES_OF_A_PAIR);
    found
}

/// The maximum number of automata that a thread keeps, and the maximum size of each in bytes.
const MOST_KEPT: usize = 16;
const LARGEST_KEPT: usize = 1 << 16;

/// Compiles patterns. It keeps the last automata, because many searches have a pattern in common, and the large tables of the compiler.
struct PatternCompiler {
    compiler: thompson::Compiler,
    last: VecDeque<(Box<str>, NFA)>,
}

thread_local! {
    static COMPILER: RefCell<PatternCompiler> = RefCell::new(PatternCompiler::new());
}

impl PatternCompiler {
    fn new() -> Self {
        let config = thompson::Config::new()
            .nfa_size_limit(Some(LARGEST))
            .which_captures(WhichCaptures::None);
        let mut compiler = thompson::Compiler::new();
        compiler
            .configure(config)
            .syntax(syntax::Config::new().nest_limit(2000));
        PatternCompiler {
            compiler,
            last: VecDeque::new(),
        }
    }

    /// Returns the automaton of a pattern; `None` if it is too large, or if Go rejects the pattern.
    fn compile(&mut self, pattern: &str) -> Option<NFA> {
        if let Some((_, nfa)) = self.last.iter().find(|(known, _)| **known == *pattern) {
            return Some(nfa.clone());
        }
        let nfa = self.compiler.build(&translate(pattern).ok()?).ok()?;
        if nfa.memory_usage() <= LARGEST_KEPT {
            self.last.truncate(MOST_KEPT - 1);
            self.last.push_front((pattern.into(), nfa.clone()));
        }
        Some(nfa)
    }
}

/// An automaton whose states are built when they are visited.
struct LazyAutomaton {
    dfa: DFA,
    cache: Cache,
}

impl LazyAutomaton {
    /// Creates the automaton of a pattern; `None` if it does not fit into the budget, or if Go rejects the pattern.
    fn new(pattern: &str, budget: &SearchBudget) -> Option<LazyAutomaton> {
        let nfa = COMPILER.with_borrow_mut(|compiler| compiler.compile(pattern))?;
        let largest = budget.left.saturating_mul(BYTES_OF_A_PAIR).min(LARGEST);
        let config = Config::new()
            .cache_capacity(largest)
            // It is never emptied, since the search keeps its states.
            .minimum_cache_clear_count(Some(0))
            .match_kind(MatchKind::LeftmostFirst);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
        let cache = dfa.create_cache();
        Some(LazyAutomaton { dfa, cache })
    }

    fn start(&mut self) -> Option<SearchState> {
        let config = start::Config::new().anchored(Anchored::No);
        let state = self.dfa.start_state(&mut self.cache, &config).ok()?;
        Some(SearchState::At(state))
    }

    /// Returns the next state; `None` if the automaton becomes too large, or if a match can no longer be decided.
    fn step(&mut self, place: SearchState, byte: u8) -> Option<SearchState> {
        let SearchState::At(state) = place else {
            return Some(SearchState::Matched);
        };
        let next = self.dfa.next_state(&mut self.cache, state, byte).ok()?;
        if next.is_quit() {
            return None;
        }
        Some(if next.is_match() {
            SearchState::Matched
        } else {
            SearchState::At(next)
        })
    }

    /// Whether the text that leads to a state matches; `None` if the automaton becomes too large.
    fn matches(&mut self, place: SearchState) -> Option<bool> {
        match place {
            SearchState::Matched => Some(true),
            SearchState::At(state) => {
                let end = self.dfa.next_eoi_state(&mut self.cache, state).ok()?;
                Some(end.is_match())
            }
        }
    }
}

/// The state of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SearchState {
    At(LazyStateID),
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

/// The visited pairs, each with the pair before it and the byte that leads to it.
type VisitedPairs = HashMap<PairState, Option<(PairState, u8)>, BuildHasherDefault<StateHasher>>;

/// Hashes the numbers of states, which need no protection from attackers.
#[derive(Default)]
struct StateHasher(u64);

impl StateHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        // The upper bits of a product depend on all bits.
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}

struct Pair {
    one: LazyAutomaton,
    other: Option<LazyAutomaton>,
    /// Whether `other` must match the text that is searched.
    wanted: OtherPattern,
    start: PairState,
    /// One byte for each class of bytes that both automata treat alike, plain characters first.
    bytes: Vec<u8>,
}

impl Pair {
    fn new(mut one: LazyAutomaton, mut other: Option<LazyAutomaton>, wanted: OtherPattern) -> Option<Pair> {
        let start = PairState {
            one: one.start()?,
            other: match &mut other {
                Some(other) => other.start()?,
                None => SearchState::Matched,
            },
            utf8: Utf8::Done,
            characters: 0,
        };
        let mut bytes = Vec::new();
        let mut seen = Vec::new();
        for byte in preferred() {
            let class = (
                one.dfa.byte_classes().get(byte),
                other.as_ref().map(|other| other.dfa.byte_classes().get(byte)),
            );
            // Bytes of characters beyond ASCII differ by the bytes that may follow them.
            if byte >= 0x80 {
                bytes.push(byte);
            } else if !seen.contains(&class) {
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

    fn memory_usage(&self) -> usize {
        let other = self.other.as_ref();
        self.one.cache.memory_usage() + other.map_or(0, |other| other.cache.memory_usage())
    }

    /// Whether the text that leads to a state is one that is searched; `None` if that is undecided.
    fn is_found(&mut self, state: PairState, lengths: Lengths) -> Option<bool> {
        let is_text = state.utf8 == Utf8::Done
            && state.characters >= lengths.least
            && state.characters <= lengths.most
            && self.one.matches(state.one)?;
        match &mut self.other {
            Some(other) if is_text => {
                Some(other.matches(state.other)? == (self.wanted == OtherPattern::Matches))
            }
            _ => Some(is_text),
        }
    }

    /// Whether no text that leads to these states can be continued to one that is searched.
    fn is_hopeless(&self, one: SearchState, other: SearchState) -> bool {
        let is_dead = |place| matches!(place, SearchState::At(state) if state.is_dead());
        let is_hopeless_for_other = match self.wanted {
            OtherPattern::Matches => is_dead(other),
            OtherPattern::Refuses => other == SearchState::Matched,
        };
        is_dead(one) || self.other.is_some() && is_hopeless_for_other
    }

    fn run(&mut self, lengths: Lengths, budget: &mut SearchBudget) -> Difference {
        let mut known = VisitedPairs::default();
        let most_pairs = budget.left.min(MOST_PAIRS);
        let found = self.visit(lengths, most_pairs, &mut known);
        budget.spend(known.len());
        match found {
            Some(Some(state)) => text_to(&known, state),
            Some(None) => Difference::None,
            None => Difference::Undecided,
        }
    }

    /// Visits pairs of states until a text is found, and returns its last state; `None` if the result is undecided.
    #[expect(clippy::option_option, reason = "no text is a result too")]
    fn visit(
        &mut self,
        lengths: Lengths,
        most_pairs: usize,
        known: &mut VisitedPairs,
    ) -> Option<Option<PairState>> {
        // All lengths beyond this count are equivalent.
        let counted = if lengths.most == usize::MAX {
            lengths.least
        } else {
            lengths.most.saturating_add(1)
        };
        let mut queue = VecDeque::from([self.start]);
        known.insert(self.start, None);
        while let Some(state) = queue.pop_front() {
            if self.is_found(state, lengths)? {
                return Some(Some(state));
            }
            let characters = (state.characters + usize::from(state.utf8 == Utf8::Done)).min(counted);
            if lengths.most != usize::MAX && characters > lengths.most {
                continue;
            }
            for index in 0..self.bytes.len() {
                let Some(byte) = self.bytes.get(index).copied() else {
                    continue;
                };
                let Some(utf8) = state.utf8.next(byte) else {
                    continue;
                };
                let one = self.one.step(state.one, byte)?;
                let other = match &mut self.other {
                    Some(other) => other.step(state.other, byte)?,
                    None => state.other,
                };
                if self.is_hopeless(one, other) {
                    continue;
                }
                let next = PairState {
                    one,
                    other,
                    utf8,
                    characters,
                };
                if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(next) {
                    entry.insert(Some((state, byte)));
                    queue.push_back(next);
                }
            }
            if known.len() > most_pairs {
                return None;
            }
        }
        Some(None)
    }
}

fn text_to(known: &VisitedPairs, state: PairState) -> Difference {
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
                let found = PatternLengths::of(pattern).unwrap();
                if found.plainly_matches(lengths) {
                    shown += 1;
                    let found = shortest_match(pattern, lengths);
                    assert!(matches!(found, Difference::Text(_)), "{pattern} {lengths:?}");
                }
                if found.plainly_refuses(lengths) {
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
