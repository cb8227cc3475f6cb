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
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::automaton::{LazyAutomaton, NumberHasher, SearchState, symbols};
use super::extent::{Lengths, PatternLengths};
use super::parse::parse;
use super::program::CharProgram;

/// The maximum number of instructions of a program; larger ones are not compared.
const LARGEST: usize = 200_000;
/// The maximum number of pairs of states that are visited.
const MOST_PAIRS: usize = 300_000;
/// The number of instructions that are visited in the time of a pair of states.
const INSTRUCTIONS_OF_A_PAIR: usize = 8;
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
    let largest = budget.left.saturating_mul(INSTRUCTIONS_OF_A_PAIR).min(LARGEST);
    let compile = |pattern: &str| {
        let program = PROGRAMS.with_borrow_mut(|programs| programs.compile(pattern))?;
        (program.instructions().len() <= largest).then_some(program)
    };
    let Some(one) = compile(one) else {
        return Difference::Undecided;
    };
    let other = match other.map(|(other, _)| compile(other)) {
        Some(None) => return Difference::Undecided,
        Some(Some(other)) => Some(other),
        None => None,
    };
    let Some(mut machine) = Pair::new(one, other, wanted, budget) else {
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
    budget.spend(machine.visited() / INSTRUCTIONS_OF_A_PAIR);
    found
}

/// The maximum number of programs that a thread keeps, and the maximum number of instructions of each.
const MOST_KEPT: usize = 16;
const LARGEST_KEPT: usize = 1 << 13;

/// The last programs: many searches have a pattern in common.
#[derive(Default)]
struct LastPrograms(VecDeque<(Box<str>, Rc<CharProgram>)>);

thread_local! {
    static PROGRAMS: RefCell<LastPrograms> = RefCell::default();
}

impl LastPrograms {
    /// Returns the program of a pattern; `None` if Go rejects the pattern.
    fn compile(&mut self, pattern: &str) -> Option<Rc<CharProgram>> {
        if let Some((_, program)) = self.0.iter().find(|(known, _)| **known == *pattern) {
            return Some(Rc::clone(program));
        }
        let program = Rc::new(CharProgram::new(&parse(pattern).ok()?));
        if program.instructions().len() <= LARGEST_KEPT {
            self.0.truncate(MOST_KEPT - 1);
            self.0.push_front((pattern.into(), Rc::clone(&program)));
        }
        Some(program)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PairState {
    one: SearchState,
    other: SearchState,
    characters: usize,
}

/// The visited pairs, each with the pair before it and the index of the symbol that leads to it.
type VisitedPairs = HashMap<PairState, Option<(PairState, usize)>, BuildHasherDefault<NumberHasher>>;

struct Pair {
    one: LazyAutomaton,
    other: Option<LazyAutomaton>,
    /// Whether `other` must match the text that is searched.
    wanted: OtherPattern,
    start: PairState,
    symbols: Rc<[char]>,
}

impl Pair {
    fn new(
        one: Rc<CharProgram>,
        other: Option<Rc<CharProgram>>,
        wanted: OtherPattern,
        budget: &SearchBudget,
    ) -> Option<Pair> {
        let symbols = match &other {
            Some(other) => symbols(&[&one, other]),
            None => symbols(&[&one]),
        };
        let most = budget.left.saturating_mul(INSTRUCTIONS_OF_A_PAIR);
        let automaton = |program| LazyAutomaton::new(program, Rc::clone(&symbols), most);
        let mut one = automaton(one);
        let mut other = other.map(automaton);
        let start = PairState {
            one: one.start()?,
            other: match &mut other {
                Some(other) => other.start()?,
                None => SearchState::Matched,
            },
            characters: 0,
        };
        Some(Pair {
            one,
            other,
            wanted,
            start,
            symbols,
        })
    }

    /// Returns the number of instructions that were visited.
    fn visited(&self) -> usize {
        self.one.visited() + self.other.as_ref().map_or(0, LazyAutomaton::visited)
    }

    /// Whether the text that leads to a state is one that is searched; `None` if that is undecided.
    fn is_found(&mut self, state: PairState, lengths: Lengths) -> Option<bool> {
        let is_text = state.characters >= lengths.least
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
        let is_hopeless_for_other = match self.wanted {
            OtherPattern::Matches => other == SearchState::Dead,
            OtherPattern::Refuses => other == SearchState::Matched,
        };
        one == SearchState::Dead || self.other.is_some() && is_hopeless_for_other
    }

    fn run(&mut self, lengths: Lengths, budget: &mut SearchBudget) -> Difference {
        let mut known = VisitedPairs::default();
        let most_pairs = budget.left.min(MOST_PAIRS);
        let found = self.visit(lengths, most_pairs, &mut known);
        budget.spend(known.len());
        match found {
            Some(Some(state)) => Difference::Text(self.text_to(&known, state)),
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
            let characters = (state.characters + 1).min(counted);
            if lengths.most != usize::MAX && characters > lengths.most {
                continue;
            }
            for symbol in 0..self.symbols.len() {
                let one = self.one.step(state.one, symbol)?;
                let other = match &mut self.other {
                    Some(other) => other.step(state.other, symbol)?,
                    None => state.other,
                };
                if self.is_hopeless(one, other) {
                    continue;
                }
                let next = PairState {
                    one,
                    other,
                    characters,
                };
                if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(next) {
                    entry.insert(Some((state, symbol)));
                    queue.push_back(next);
                }
            }
            if known.len() > most_pairs {
                return None;
            }
        }
        Some(None)
    }

    fn text_to(&self, known: &VisitedPairs, state: PairState) -> String {
        let mut symbols = Vec::new();
        let mut here = state;
        while let Some(Some((before, symbol))) = known.get(&here) {
            symbols.extend(self.symbols.get(*symbol).copied());
            here = *before;
        }
        symbols.into_iter().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Matcher;
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

    /// All texts of some characters, tried one after the other, have no shorter result.
    #[test]
    fn results_are_shortest() {
        let patterns = [
            "",
            "a",
            "^a",
            "a$",
            "^a$",
            "(?m)^a",
            "(?m)a$",
            "(?m)^$",
            r"\bab",
            r"a\b",
            r"\Bb",
            r"a\B",
            "^[^a]+$",
            "(a|b )+$",
            r"^(a|\n)*$",
            "^.b?$",
            "(?s)^..$",
            r"^\w*$",
            r"\W",
            "(?m)$a",
            "^$",
            r"a\b\b.",
            r"\b$",
            "(?m)a$\n^b",
        ];
        let mut texts = vec![String::new()];
        let mut start = 0;
        for _ in 0..4 {
            let end = texts.len();
            for index in start..end {
                texts.extend(["a", "b", " ", "\n", "_"].map(|char| texts[index].clone() + char));
            }
            start = end;
        }
        for one in patterns {
            let first = Matcher::new(one).unwrap();
            for other in patterns {
                let second = Matcher::new(other).unwrap();
                for wanted in [false, true] {
                    let is_result = |text: &str| first.is_match(text) && second.is_match(text) == wanted;
                    let budget = &mut SearchBudget::new(100_000);
                    let found = if wanted {
                        common(one, other, Lengths::ANY, budget)
                    } else {
                        difference(one, other, Lengths::ANY)
                    };
                    let shortest = texts.iter().find(|text| is_result(text));
                    let found = match found {
                        Difference::Text(text) => Some(text),
                        Difference::None => None,
                        Difference::Undecided => panic!("{one:?} and {other:?} are undecided"),
                    };
                    assert!(
                        found.iter().all(|text| is_result(text)),
                        "{one:?} {other:?} {found:?}"
                    );
                    let found = found.map(|text| text.len()).filter(|length| *length <= 4);
                    assert_eq!(
                        found,
                        shortest.map(String::len),
                        "{one:?} and {other:?}: {shortest:?}"
                    );
                }
            }
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
