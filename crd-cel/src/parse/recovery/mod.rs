//! The errors that the server reports for an expression with a syntax error.
//!
//! cel-go's parser comes from a parser generator, which determines the texts of its errors and how it
//! continues after one. Once the ordinary parser has rejected an expression, it is parsed again here in the
//! same way: with the same sets of expected tokens, the same recovery, the same limits. `a ? : c` gives
//!
//! ```text
//! 1:5: Syntax error: extraneous input ':' expecting {'[', '{', …, IDENTIFIER}
//! 1:8: Syntax error: mismatched input '<EOF>' expecting ':'
//! ```
//!
//! The parts that can be parsed still become a tree, because cel-go reports wrong literals, names and arguments
//! of macros in them.

mod grammar;
mod literals;
mod members;
mod operators;
mod strategy;
mod tokens;

use super::{MAX_DEPTH, Parser, Sub};
use crate::ast::{Kind, NodeId, Span};
use crate::go::fmt::without_arguments;
use crate::issue::{IssuePosition, IssueReport};
use crate::version::CompatVersion;
use strategy::{Strategy, SyntaxFault};
use tokens::{Set, Stream};

/// The maximum number of syntax errors that cel-go's parser reports.
const MAX_SYNTAX_ERRORS: usize = 100;
/// The first server whose grammar has names in backticks.
const QUOTED_NAMES_SINCE: u8 = 33;

/// The first server that reports the error of an empty expression before its start.
const EMPTY_BEFORE_START_SINCE: u8 = 32;
/// The first server that does not use the texts of errors as format strings.
const PLAIN_TEXTS_SINCE: u8 = 33;

/// The position of a node that is not in the source.
const NOWHERE: u32 = u32::MAX;

/// The parser gave up.
#[derive(Clone, Copy)]
pub(super) struct Halt;

/// Returns the server's errors of an expression, in the order in which it finds them.
#[cold]
pub(super) fn reports(source: &str, version: CompatVersion) -> Vec<IssueReport> {
    let has_quoted_names = version.server() >= QUOTED_NAMES_SINCE;
    let mut recovery = Recovery {
        stream: Stream::new(source, has_quoted_names),
        has_quoted_names,
        tree: Parser::new(source, version),
        follows: Vec::new(),
        strategy: Strategy::default(),
        reports: Vec::new(),
        syntax_errors: 0,
    };
    if recovery.start().is_ok() {
        recovery.take_tree_errors();
    }
    recovery.reports
}

/// A parser that continues after errors.
struct Recovery<'s> {
    stream: Stream<'s>,
    has_quoted_names: bool,
    /// Creates the nodes, and finds their errors.
    tree: Parser<'s>,
    /// For each open rule, the tokens that follow it in the rule that uses it.
    follows: Vec<Set>,
    strategy: Strategy,
    reports: Vec<IssueReport>,
    syntax_errors: usize,
}

impl Recovery<'_> {
    fn start(&mut self) -> Result<(), Halt> {
        self.expr(grammar::follow::START)?;
        let end = self.take(grammar::START_END, crate::lex::Tok::End);
        if let Err(fault) = end {
            self.recover(fault)?;
        }
        self.report_unknown_characters()
    }

    /// Ends a rule.
    fn leave(&mut self, result: Result<(), SyntaxFault>) -> Result<(), Halt> {
        if let Err(fault) = result {
            self.recover(fault)?;
        }
        self.follows.pop();
        Ok(())
    }

    fn report_syntax(&mut self, text: &str, position: u32) -> Result<(), Halt> {
        self.report_unknown_characters()?;
        self.push_syntax(text, position)
    }

    /// Reports the lexer's errors. The lexer reports them when it reads a token, so before any error at that token.
    fn report_unknown_characters(&mut self) -> Result<(), Halt> {
        for span in self.stream.take_unknown() {
            let characters = self.stream.source.get(span.range()).unwrap_or_default();
            let text = format!("token recognition error at: '{characters}'");
            self.push_syntax(&text, span.start)?;
        }
        Ok(())
    }

    fn push_syntax(&mut self, text: &str, position: u32) -> Result<(), Halt> {
        let position =
            if self.stream.source.is_empty() && self.tree.version.server() >= EMPTY_BEFORE_START_SINCE {
                IssuePosition::BeforeStart
            } else {
                IssuePosition::At(position)
            };
        if self.syntax_errors >= MAX_SYNTAX_ERRORS {
            let message = format!("Syntax error: More than {MAX_SYNTAX_ERRORS} syntax errors");
            self.reports.push(IssueReport { message, position });
            return Err(Halt);
        }
        self.syntax_errors += 1;
        let message = if self.tree.version.server() < PLAIN_TEXTS_SINCE {
            format!("Syntax error: {}", without_arguments(text))
        } else {
            format!("Syntax error: {text}")
        };
        self.reports.push(IssueReport { message, position });
        Ok(())
    }

    /// Reports an error of the whole expression and ends parsing.
    fn stop(&mut self, message: String) -> Halt {
        if self.report_unknown_characters().is_ok() {
            self.reports.push(IssueReport {
                message,
                position: IssuePosition::Whole,
            });
        }
        Halt
    }

    fn recursion_limit(&mut self) -> Halt {
        self.stop(format!("expression recursion limit exceeded: {MAX_DEPTH}"))
    }

    fn take_tree_errors(&mut self) {
        for issue in self.tree.issues.list() {
            self.reports.push(IssueReport {
                message: issue.message.clone(),
                position: match issue.position {
                    None => IssuePosition::Whole,
                    Some(NOWHERE) => IssuePosition::BeforeStart,
                    Some(position) => IssuePosition::At(position),
                },
            });
        }
        if self.tree.is_too_deep() {
            self.reports.push(IssueReport {
                message: "max recursion depth exceeded".to_owned(),
                position: IssuePosition::Whole,
            });
        }
    }

    // Nodes.

    /// Returns a placeholder for a part that could not be parsed.
    fn nothing(&mut self, position: u32) -> Sub {
        let span = Span {
            start: position,
            end: position,
        };
        let node = self.tree.node(Kind::Unspecified, span, position);
        Sub { node, height: 0 }
    }

    fn or_nothing(&mut self, sub: Option<Sub>) -> Sub {
        match sub {
            Some(sub) => sub,
            None => self.nothing(NOWHERE),
        }
    }

    fn placed(node: NodeId, height: u16) -> Sub {
        Sub { node, height }
    }
}
