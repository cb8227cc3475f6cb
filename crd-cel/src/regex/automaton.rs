//! Deterministic automata over characters, whose states are built when a search visits them.
//!
//! A state is the set of instructions of a program that the text so far may have reached. Since patterns match anywhere in a text,
//! the first instruction is always one of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::ast::Assertion;
use super::program::{CharProgram, Instruction, is_true};

/// Where a text leads in an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SearchState {
    At(u32),
    /// The pattern has matched, and no further character changes that.
    Matched,
    /// No further character leads to a match.
    Dead,
}

/// The kind of a character at which assertions assertion, by a byte of the kind.
type Neighbor = Option<u8>;

/// Maximum number of instructions in all states of an automaton.
const LARGEST: usize = 6_000_000;

/// An automaton for texts of some characters, its symbols.
pub(super) struct LazyAutomaton {
    program: Rc<CharProgram>,
    symbols: Rc<[char]>,
    states: Vec<State>,
    known: HashMap<(Box<[u32]>, Neighbor), u32, BuildHasherDefault<NumberHasher>>,
    /// Whether a match may begin after the start of the text.
    restarts: bool,
    /// How many instructions may still be visited.
    left: usize,
    visited: usize,
    marks: Marks,
}

struct State {
    /// The instructions that wait for a character or for the end: all but forks.
    instructions: Box<[u32]>,
    /// The character before, if one of the instructions is an assertion.
    before: Neighbor,
    has_assertions: bool,
    /// By symbol, where it leads.
    next: Vec<Option<SearchState>>,
    matches_at_end: Option<bool>,
}

/// Which instructions were visited, and those that are left to visit.
#[derive(Default)]
struct Marks {
    /// By instruction, the number of the last round in which it was visited.
    rounds: Vec<u32>,
    round: u32,
    stack: Vec<u32>,
    found: Vec<u32>,
}

impl LazyAutomaton {
    /// Creates an automaton that visits at most this many instructions.
    pub(super) fn new(program: Rc<CharProgram>, symbols: Rc<[char]>, most: usize) -> LazyAutomaton {
        let instructions = program.instructions();
        let marks = Marks {
            rounds: vec![0; instructions.len()],
            ..Marks::default()
        };
        let mut automaton = LazyAutomaton {
            program,
            symbols,
            states: Vec::new(),
            known: HashMap::default(),
            restarts: true,
            left: most.min(LARGEST),
            visited: 0,
            marks,
        };
        automaton.restarts = [Some(b'\n'), Some(b'a'), Some(b' ')]
            .into_iter()
            .any(|before| automaton.reach([0], before).is_none_or(|found| !found.is_empty()));
        automaton
    }

    /// Returns the number of instructions that were visited so far.
    pub(super) fn visited(&self) -> usize {
        self.visited
    }

    /// Returns where the empty text leads; `None` if the automaton becomes too large.
    pub(super) fn start(&mut self) -> Option<SearchState> {
        self.arrive([], None)
    }

    /// Returns where the symbol with this index leads from a place; `None` if the automaton becomes too large.
    pub(super) fn step(&mut self, place: SearchState, symbol: usize) -> Option<SearchState> {
        let SearchState::At(id) = place else {
            return Some(place);
        };
        if let Some(next) = *self.states.get(id as usize)?.next.get(symbol)? {
            return Some(next);
        }
        let char = *self.symbols.get(symbol)?;
        let neighbor = Some(neighbor(char));
        let next = match self.resolve(id, neighbor)? {
            None => SearchState::Matched,
            Some(waiting) => {
                let program = Rc::clone(&self.program);
                let consumed = waiting
                    .iter()
                    .filter(|index| program.consumes(**index as usize, char))
                    .map(|index| index + 1);
                self.arrive(consumed, neighbor)?
            }
        };
        *self.states.get_mut(id as usize)?.next.get_mut(symbol)? = Some(next);
        Some(next)
    }

    /// Whether the text that leads to a place matches; `None` if the automaton becomes too large.
    pub(super) fn matches(&mut self, place: SearchState) -> Option<bool> {
        let id = match place {
            SearchState::At(id) => id,
            SearchState::Matched => return Some(true),
            SearchState::Dead => return Some(false),
        };
        if let Some(known) = self.states.get(id as usize)?.matches_at_end {
            return Some(known);
        }
        let matches = self.resolve(id, None)?.is_none();
        self.states.get_mut(id as usize)?.matches_at_end = Some(matches);
        Some(matches)
    }

    /// Returns the instructions of a state that wait for a character, given the next character: `Some(None)` if the pattern matches
    /// before it, `None` if the automaton becomes too large.
    #[expect(
        clippy::option_option,
        reason = "a match and a lack of room are different results"
    )]
    fn resolve(&mut self, id: u32, after: Neighbor) -> Option<Option<Box<[u32]>>> {
        let state = self.states.get(id as usize)?;
        let instructions = state.instructions.clone();
        if !state.has_assertions {
            return Some(Some(instructions));
        }
        let before = state.before;
        self.marks.begin(instructions.iter().copied());
        let program = Rc::clone(&self.program);
        let is_match = self
            .marks
            .follow(&program, |assertion| is_true(assertion, before, after));
        self.spend()?;
        Some((!is_match).then(|| self.marks.found.as_slice().into()))
    }

    /// Returns the place of a text that leads to these instructions and ends with a character.
    fn arrive(&mut self, reached: impl IntoIterator<Item = u32>, before: Neighbor) -> Option<SearchState> {
        let all = reached.into_iter().chain([0]);
        let Some(mut found) = self.reach(all, before) else {
            return Some(SearchState::Matched);
        };
        self.spend()?;
        if found.is_empty() && !self.restarts {
            return Some(SearchState::Dead);
        }
        found.sort_unstable();
        let program = &self.program;
        let has_assertions = found.iter().any(|index| program.is_assertion(*index as usize));
        let before = before.filter(|_| has_assertions);
        let instructions: Box<[u32]> = found.into();
        let id = u32::try_from(self.states.len()).ok()?;
        let id = *self.known.entry((instructions.clone(), before)).or_insert(id);
        if id as usize == self.states.len() {
            self.states.push(State {
                instructions,
                before,
                has_assertions,
                next: vec![None; self.symbols.len()],
                matches_at_end: None,
            });
        }
        Some(SearchState::At(id))
    }

    /// Returns the instructions that wait for a character or for the end, behind a character; `None` if the pattern has matched.
    fn reach(&mut self, all: impl IntoIterator<Item = u32>, before: Neighbor) -> Option<Vec<u32>> {
        self.marks.begin(all);
        let program = Rc::clone(&self.program);
        // Assertions about the next character wait for it.
        let is_match = self.marks.follow(&program, |assertion| match assertion {
            Assertion::BeginText | Assertion::BeginLine => is_true(assertion, before, None),
            _ => false,
        });
        (!is_match).then(|| self.marks.found.clone())
    }

    /// Counts the instructions of the last round; `None` if they are too many.
    fn spend(&mut self) -> Option<()> {
        let visited = self.marks.found.len() + 1;
        self.visited += visited;
        self.left = self.left.checked_sub(visited)?;
        Some(())
    }
}

impl Marks {
    fn begin(&mut self, first: impl IntoIterator<Item = u32>) {
        self.round += 1;
        self.found.clear();
        self.stack.clear();
        self.stack.extend(first);
    }

    /// Follows forks and the assertions that are true. Collects the other instructions; those of other assertions, too. Returns
    /// whether it reaches the end of the program.
    fn follow(&mut self, program: &CharProgram, is_true: impl Fn(Assertion) -> bool) -> bool {
        while let Some(index) = self.stack.pop() {
            let place = index as usize;
            let (Some(instruction), Some(round)) =
                (program.instructions().get(place), self.rounds.get_mut(place))
            else {
                continue;
            };
            if std::mem::replace(round, self.round) == self.round {
                continue;
            }
            match instruction {
                Instruction::Match => return true,
                Instruction::Fork(targets) => {
                    let targets = targets.iter().filter_map(|target| u32::try_from(*target).ok());
                    self.stack.extend(targets);
                }
                Instruction::Assertion(assertion) if is_true(*assertion) => self.stack.push(index + 1),
                // What comes before the text is known.
                Instruction::Assertion(Assertion::BeginText | Assertion::BeginLine) => {}
                _ => self.found.push(index),
            }
        }
        false
    }
}

/// Returns a byte of the kind of a character, as assertions see it.
fn neighbor(char: char) -> u8 {
    match char {
        '\n' => b'\n',
        _ if char.is_ascii_alphanumeric() || char == '_' => b'a',
        _ => b' ',
    }
}

/// Returns one character for each class of characters that all programs treat alike, readable ones first.
pub(super) fn symbols(programs: &[&CharProgram]) -> Rc<[char]> {
    let mut beyond = vec!['\u{80}'];
    for program in programs {
        program.bounds(&mut beyond);
    }
    beyond.retain(|char| !char.is_ascii());
    beyond.sort_unstable();
    beyond.dedup();
    let mut seen: Vec<Vec<u32>> = Vec::new();
    let mut symbols = Vec::new();
    for char in preferred().chain(beyond) {
        let mut class = vec![u32::from(neighbor(char))];
        for program in programs {
            program.classify(char, &mut class);
        }
        if !seen.contains(&class) {
            seen.push(class);
            symbols.push(char);
        }
    }
    symbols.into()
}

/// Returns all characters of ASCII, readable ones first.
fn preferred() -> impl Iterator<Item = char> {
    let letters = ('a'..='z').chain('0'..='9').chain('A'..='Z');
    letters
        .chain("-._/: ".chars())
        .chain('!'..='~')
        .chain('\0'..='\x7f')
}

/// Hashes numbers of states and instructions, which need no protection from attackers.
#[derive(Default)]
pub(super) struct NumberHasher(u64);

impl NumberHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        // The upper bits of a product depend on all bits.
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.add(u64::from(u32::from_le_bytes(*word)));
        }
        for byte in rest {
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
