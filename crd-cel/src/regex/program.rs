//! Searches with patterns in a program over characters, as Go's.
//!
//! A class is one instruction, however many bytes its characters have. The states of all alternatives advance together, in the
//! order of their preference, so that time grows with the product of the sizes of the program and the text.

use std::mem;
use std::ops::Range;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct CharProgram {
    instructions: Vec<Instruction>,
    /// The ranges of each class, sorted.
    classes: Vec<Vec<(char, char)>>,
}

/// Continues with the next instruction unless it says otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Char(char),
    /// A character of the class with this index.
    Class(usize),
    Assertion(Look),
    /// Tries the first target before the second.
    Fork([usize; 2]),
    Match,
}

/// A tree whose classes are in the table of the program, so that copies of a repeated node share them.
enum ProgramNode {
    Text(Vec<char>),
    Class(usize),
    Assertion(Look),
    Repeat {
        child: Box<ProgramNode>,
        least: u32,
        most: Option<u32>,
        is_greedy: bool,
    },
    Concat(Vec<ProgramNode>),
    Alternate(Vec<ProgramNode>),
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

impl CharProgram {
    /// Compiles a translated pattern; `None` if it has a part that no translation has.
    pub(super) fn new(translated: &str, nest_limit: u32) -> Option<CharProgram> {
        let parsed = ParserBuilder::new()
            .nest_limit(nest_limit)
            .build()
            .parse(translated)
            .ok()?;
        let mut program = CharProgram {
            instructions: Vec::new(),
            classes: Vec::new(),
        };
        let root = program.node(&parsed)?;
        program.emit(&root);
        program.instructions.push(Instruction::Match);
        Some(program)
    }

    fn node(&mut self, hir: &Hir) -> Option<ProgramNode> {
        Some(match hir.kind() {
            HirKind::Empty => ProgramNode::Concat(Vec::new()),
            HirKind::Literal(literal) => {
                ProgramNode::Text(str::from_utf8(&literal.0).ok()?.chars().collect())
            }
            HirKind::Class(class) => {
                let ranges = match class {
                    Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
                    Class::Bytes(class) => {
                        let ranges = class.iter();
                        ranges
                            .map(|range| (char::from(range.start()), char::from(range.end())))
                            .collect()
                    }
                };
                ProgramNode::Class(self.class(ranges))
            }
            HirKind::Look(look) => match look {
                Look::Start
                | Look::End
                | Look::StartLF
                | Look::EndLF
                | Look::WordAscii
                | Look::WordAsciiNegate => ProgramNode::Assertion(*look),
                _ => return None,
            },
            HirKind::Repetition(Repetition {
                min,
                max,
                greedy,
                sub,
            }) => ProgramNode::Repeat {
                child: Box::new(self.node(sub)?),
                least: *min,
                most: *max,
                is_greedy: *greedy,
            },
            HirKind::Capture(capture) => self.node(&capture.sub)?,
            HirKind::Concat(children) => ProgramNode::Concat(self.nodes(children)?),
            HirKind::Alternation(children) => ProgramNode::Alternate(self.nodes(children)?),
        })
    }

    /// Returns the index of a class.
    fn class(&mut self, ranges: Vec<(char, char)>) -> usize {
        let known = self.classes.iter().position(|known| *known == ranges);
        known.unwrap_or_else(|| {
            self.classes.push(ranges);
            self.classes.len() - 1
        })
    }

    fn nodes(&mut self, children: &[Hir]) -> Option<Vec<ProgramNode>> {
        children.iter().map(|child| self.node(child)).collect()
    }

    fn emit(&mut self, node: &ProgramNode) {
        match node {
            ProgramNode::Text(text) => self
                .instructions
                .extend(text.iter().copied().map(Instruction::Char)),
            ProgramNode::Class(class) => self.instructions.push(Instruction::Class(*class)),
            ProgramNode::Assertion(look) => self.instructions.push(Instruction::Assertion(*look)),
            ProgramNode::Concat(children) => children.iter().for_each(|child| self.emit(child)),
            ProgramNode::Alternate(children) => self.emit_alternatives(children),
            ProgramNode::Repeat {
                child,
                least,
                most,
                is_greedy,
            } => {
                for _ in 0..*least {
                    self.emit(child);
                }
                let mut exits = Vec::new();
                match most {
                    None => {
                        let again = self.instructions.len();
                        exits.push(self.fork());
                        self.emit(child);
                        self.instructions.push(Instruction::Fork([again; 2]));
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            exits.push(self.fork());
                            self.emit(child);
                        }
                    }
                }
                let end = self.instructions.len();
                for fork in exits {
                    let targets = if *is_greedy {
                        [fork + 1, end]
                    } else {
                        [end, fork + 1]
                    };
                    self.set(fork, targets);
                }
            }
        }
    }

    fn emit_alternatives(&mut self, children: &[ProgramNode]) {
        let mut exits = Vec::new();
        for (index, child) in children.iter().enumerate() {
            let is_last = index + 1 == children.len();
            let fork = (!is_last).then(|| self.fork());
            self.emit(child);
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
        for (first, last) in chars.chain(self.classes.iter().flatten().copied()) {
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
        let ranges = self.classes.get(class).map_or(&[][..], Vec::as_slice);
        let after = ranges.partition_point(|(_, last)| *last < char);
        ranges.get(after).is_some_and(|(first, _)| *first <= char)
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
                Instruction::Assertion(look) => {
                    let bytes = text.as_bytes();
                    let before = at.checked_sub(1).and_then(|before| bytes.get(before).copied());
                    if is_true(*look, before, bytes.get(at).copied()) {
                        self.stack.push(index + 1);
                    }
                }
                _ => self.threads.push((index, start)),
            }
        }
    }
}

/// Whether an assertion is true between two bytes; `None` is the start or the end of the text.
pub(super) fn is_true(look: Look, before: Option<u8>, after: Option<u8>) -> bool {
    let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match look {
        Look::Start => before.is_none(),
        Look::End => after.is_none(),
        Look::StartLF => before.is_none_or(|byte| byte == b'\n'),
        Look::EndLF => after.is_none_or(|byte| byte == b'\n'),
        Look::WordAscii => is_word(before) != is_word(after),
        Look::WordAsciiNegate => is_word(before) == is_word(after),
        _ => false,
    }
}

#[cfg(all(test, feature = "eval"))]
mod tests {
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
            let regex = regex::Regex::new(pattern).unwrap();
            // The assertions of translated patterns are those of ASCII.
            let ascii = pattern.replace(r"\b", r"(?-u:\b)").replace(r"\B", r"(?-u:\B)");
            let program = CharProgram::new(&ascii, 100).unwrap();
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
