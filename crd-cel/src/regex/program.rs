//! Searches with patterns in a program over characters, as Go's.
//!
//! A class is one instruction, however many bytes its characters have. The states of all alternatives advance together, in the
//! order of their preference, so that time grows with the product of the sizes of the program and the text.

use std::mem;
use std::ops::Range;

use super::ast::{Assertion, Count, Greed, Regex, RegexNode, RegexNodeId};
use crate::code_points::CodePoints;

/// A compiled pattern.
#[derive(Debug, Default)]
pub(super) struct CharProgram {
    instructions: Vec<Instruction>,
    classes: Vec<CodePoints>,
}

/// Continues with the next instruction unless it says otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Char(char),
    /// A character of the class with this index.
    Class(usize),
    Assertion(Assertion),
    /// Tries the first target before the second.
    Fork([usize; 2]),
    Match,
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchEnd {
    /// At any match.
    First,
    /// At the match that is preferred among the leftmost ones.
    #[cfg(feature = "eval")]
    Leftmost,
}

/// A state of the search: the instruction, and where the match begins.
type Thread = (usize, usize);

/// The instructions of nodes that match one character, by their index, so that copies of a repeated node share its class.
type KnownNodes = Vec<Option<Instruction>>;

impl CharProgram {
    /// Compiles a pattern.
    pub(super) fn new(regex: &Regex) -> CharProgram {
        let mut program = CharProgram::default();
        program.emit(regex, regex.root, &mut vec![None; regex.len()]);
        program.instructions.push(Instruction::Match);
        program
    }

    /// Adds the instructions of a node. Recursion is as deep as the tree, whose depth Go limits.
    fn emit(&mut self, regex: &Regex, id: RegexNodeId, known: &mut KnownNodes) {
        match regex.node(id) {
            RegexNode::Empty => {}
            RegexNode::Assertion(assertion) => self.instructions.push(Instruction::Assertion(*assertion)),
            RegexNode::Capture(child) => self.emit(regex, *child, known),
            RegexNode::Concat(children) => children.iter().for_each(|child| self.emit(regex, *child, known)),
            RegexNode::Alternate(children) => self.emit_alternatives(regex, children, known),
            RegexNode::Repeat { child, count, greed } => {
                let (least, most) = match *count {
                    Count::Star => (0, None),
                    Count::Plus => (1, None),
                    Count::Optional => (0, Some(1)),
                    Count::Range { min, max } => (min, max),
                };
                for _ in 0..least {
                    self.emit(regex, *child, known);
                }
                // The forks, each with its way into the child.
                let mut forks = Vec::new();
                for _ in least..most.unwrap_or(least + 1) {
                    let fork = self.fork();
                    forks.push((fork, fork + 1));
                    self.emit(regex, *child, known);
                }
                // As in Go, the loop is `(x+)?`: after an iteration without a character, it ends.
                if let (None, Some((_, start))) = (most, forks.last().copied()) {
                    forks.push((self.fork(), start));
                }
                let end = self.instructions.len();
                for (fork, start) in forks {
                    let targets = match greed {
                        Greed::Greedy => [start, end],
                        Greed::Lazy => [end, start],
                    };
                    self.set(fork, targets);
                }
            }
            node => {
                let known = known.get_mut(id.index());
                let one_char = || self.one_char(node.code_points().unwrap_or_default());
                let instruction = known.map(|known| *known.get_or_insert_with(one_char));
                self.instructions.extend(instruction);
            }
        }
    }

    /// Returns the instruction for a character of a set.
    fn one_char(&mut self, points: CodePoints) -> Instruction {
        if let Some(char) = points.single() {
            return Instruction::Char(char);
        }
        let known = self.classes.iter().position(|known| *known == points);
        Instruction::Class(known.unwrap_or_else(|| {
            self.classes.push(points);
            self.classes.len() - 1
        }))
    }

    fn emit_alternatives(&mut self, regex: &Regex, children: &[RegexNodeId], known: &mut KnownNodes) {
        let mut exits = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let is_last = index + 1 == children.len();
            let fork = (!is_last).then(|| self.fork());
            self.emit(regex, *child, known);
            if let Some(fork) = fork {
                exits.push(self.fork());
                self.set(fork, [fork + 1, self.instructions.len()]);
            }
        }
        for exit in exits {
            self.set(exit, [self.instructions.len(); 2]);
        }
    }

    /// Adds a fork whose targets are set later, and returns its index.
    fn fork(&mut self) -> usize {
        self.instructions.push(Instruction::Fork([0; 2]));
        self.instructions.len() - 1
    }

    fn set(&mut self, fork: usize, targets: [usize; 2]) {
        if let Some(instruction) = self.instructions.get_mut(fork) {
            *instruction = Instruction::Fork(targets);
        }
    }

    #[cfg(feature = "differences")]
    pub(super) fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    /// Whether an instruction continues behind a character.
    #[cfg(feature = "differences")]
    pub(super) fn consumes(&self, index: usize, char: char) -> bool {
        match self.instructions.get(index) {
            Some(Instruction::Char(wanted)) => *wanted == char,
            Some(Instruction::Class(class)) => self.has(*class, char),
            _ => false,
        }
    }

    #[cfg(feature = "differences")]
    pub(super) fn is_assertion(&self, index: usize) -> bool {
        matches!(self.instructions.get(index), Some(Instruction::Assertion(_)))
    }

    /// Adds the first characters of all ranges of characters that the program treats alike.
    #[cfg(feature = "differences")]
    pub(super) fn bounds(&self, bounds: &mut Vec<char>) {
        let chars = self
            .instructions
            .iter()
            .filter_map(|instruction| match instruction {
                Instruction::Char(char) => Some((*char, *char)),
                _ => None,
            });
        for (first, last) in chars.chain(self.classes.iter().flat_map(CodePoints::chars)) {
            bounds.push(first);
            bounds.extend((last..=char::MAX).nth(1));
        }
    }

    /// Adds numbers that are the same for characters that the program treats alike.
    #[cfg(feature = "differences")]
    pub(super) fn classify(&self, char: char, numbers: &mut Vec<u32>) {
        let is_literal =
            |instruction: &Instruction| matches!(instruction, Instruction::Char(other) if *other == char);
        let literal = self.instructions.iter().any(is_literal);
        numbers.push(if literal { u32::from(char) + 1 } else { 0 });
        let classes = (0..self.classes.len()).map(|class| u32::from(self.has(class, char)));
        numbers.extend(classes);
    }

    /// Checks whether the pattern matches in `text`.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.search(text, 0, SearchEnd::First).is_some()
    }

    /// Returns the span of the leftmost match from a position on.
    #[cfg(feature = "eval")]
    pub(super) fn find(&self, text: &str, from: usize) -> Option<Range<usize>> {
        self.search(text, from, SearchEnd::Leftmost)
    }

    /// Returns the spans of at most `limit` matches that do not overlap, without empty ones directly after another.
    #[cfg(feature = "eval")]
    pub(super) fn find_all(&self, text: &str, limit: usize) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = Vec::new();
        let mut from = 0;
        while spans.len() < limit
            && let Some(span) = self.find(text, from)
        {
            let is_adjacent = span.is_empty() && spans.last().is_some_and(|last| last.end == span.start);
            from = span.end;
            let next = text.get(from..).and_then(|rest| rest.chars().next());
            let is_empty = span.is_empty();
            if !is_adjacent {
                spans.push(span);
            }
            match next {
                Some(char) if is_empty => from += char.len_utf8(),
                None if is_empty => break,
                _ => {}
            }
        }
        spans
    }

    fn search(&self, text: &str, from: usize, end: SearchEnd) -> Option<Range<usize>> {
        let mut found = None;
        let mut states = States::new(self.instructions.len());
        let mut arriving: Vec<Thread> = Vec::new();
        let mut at = from;
        let mut chars = text.get(from..)?.chars();
        loop {
            states.clear();
            for thread in arriving.drain(..) {
                states.add(self, thread, text, at);
            }
            if found.is_none() {
                states.add(self, (0, at), text, at);
            }
            let char = chars.next();
            for &(index, start) in &states.threads {
                let is_consumed = match (self.instructions.get(index), char) {
                    (Some(Instruction::Match), _) => {
                        found = Some(start..at);
                        break;
                    }
                    (Some(Instruction::Char(wanted)), Some(char)) => *wanted == char,
                    (Some(Instruction::Class(class)), Some(char)) => self.has(*class, char),
                    _ => false,
                };
                if is_consumed {
                    arriving.push((index + 1, start));
                }
            }
            let is_decided = found.is_some() && (end == SearchEnd::First || arriving.is_empty());
            match char {
                Some(char) if !is_decided => at += char.len_utf8(),
                _ => return found,
            }
        }
    }

    fn has(&self, class: usize, char: char) -> bool {
        let class = self.classes.get(class);
        class.is_some_and(|class| class.contains(u32::from(char)))
    }
}

/// The states at a position of the text, in the order of preference.
struct States {
    /// At instructions that consume a character or match.
    threads: Vec<Thread>,
    /// By instruction, the number of the position where it was last reached.
    reached: Vec<usize>,
    position: usize,
    stack: Vec<usize>,
}

impl States {
    fn new(instructions: usize) -> States {
        States {
            threads: Vec::new(),
            reached: vec![0; instructions],
            position: 0,
            stack: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.threads.clear();
        self.position += 1;
    }

    /// Adds a state, and those that it leads to without a character.
    fn add(&mut self, program: &CharProgram, (index, start): Thread, text: &str, at: usize) {
        self.stack.push(index);
        while let Some(index) = self.stack.pop() {
            let (Some(instruction), Some(reached)) =
                (program.instructions.get(index), self.reached.get_mut(index))
            else {
                continue;
            };
            if mem::replace(reached, self.position) == self.position {
                continue;
            }
            match instruction {
                Instruction::Fork([first, second]) => self.stack.extend([*second, *first]),
                Instruction::Assertion(assertion) => {
                    let bytes = text.as_bytes();
                    let before = at.checked_sub(1).and_then(|before| bytes.get(before).copied());
                    if is_true(*assertion, before, bytes.get(at).copied()) {
                        self.stack.push(index + 1);
                    }
                }
                _ => self.threads.push((index, start)),
            }
        }
    }
}

/// Whether an assertion is true between two bytes; `None` is the start or the end of the text.
pub(super) fn is_true(assertion: Assertion, before: Option<u8>, after: Option<u8>) -> bool {
    let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match assertion {
        Assertion::BeginText => before.is_none(),
        Assertion::EndText => after.is_none(),
        Assertion::BeginLine => before.is_none_or(|byte| byte == b'\n'),
        Assertion::EndLine => after.is_none_or(|byte| byte == b'\n'),
        Assertion::WordBoundary => is_word(before) != is_word(after),
        Assertion::NoWordBoundary => is_word(before) == is_word(after),
    }
}

#[cfg(all(test, feature = "eval"))]
mod tests {
    use super::super::parse::parse;
    use super::super::translate;
    use super::*;

    /// The program finds what the crate `regex` finds.
    #[test]
    fn matches_are_those_of_automata() {
        let patterns = [
            "^a+$",
            "a*",
            "a*?b",
            "(a|ab)(c|bcd)(d*)",
            "^(?:a{2,3}|b{2}){1,2}?$",
            r"\bfoo\b|\Bo",
            "(?m)^x$",
            "(?i)straße",
            r"\p{L}{2,}",
            "[^a]",
            "",
            "(a*)*b",
            "(a|b|)+c",
            "x{0}",
            "(?s).{3}",
            r"[\pL\d]+-?",
            "a??",
            "(?:)|a",
            "[a&&b]|é",
        ];
        let texts = [
            "",
            "a",
            "aab",
            "abcd",
            "aabb",
            "a foo foot",
            "x\nx\n",
            "STRASSE Straße",
            "éa-é2",
            "ααα",
            "b\nc",
            "aaaaac",
        ];
        for pattern in patterns {
            let regex = regex::Regex::new(&translate(pattern).unwrap()).unwrap();
            let program = CharProgram::new(&parse(pattern).unwrap());
            for text in texts {
                let wanted: Vec<_> = regex.find_iter(text).map(|found| found.range()).collect();
                assert_eq!(
                    program.find_all(text, usize::MAX),
                    wanted,
                    "{pattern} in {text:?}"
                );
                assert_eq!(
                    program.is_match(text),
                    regex.is_match(text),
                    "{pattern} in {text:?}"
                );
            }
        }
    }
}
