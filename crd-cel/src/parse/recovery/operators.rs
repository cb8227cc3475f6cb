//! Parses operators with error recovery, from the loosest to the tightest.

use super::grammar::{self, follow};
use super::strategy::{Symbol, SyntaxFault};
use super::tokens::Set;
use super::{Halt, Recovery};
use crate::ast::{Kind, Literal, NodeId, Span, Text};
use crate::lex::Tok;
use crate::parse::operators::{calc_operator, relation_operator};
use crate::parse::{MAX_DEPTH, Sub};

/// The parts of `a ? b : c` that are present.
#[derive(Default)]
struct Ternary {
    condition: Option<Sub>,
    question: Option<Symbol>,
    yes: Option<Sub>,
    no: Option<Sub>,
}

/// The parts of a prefix operator and its operand that are present.
#[derive(Default)]
struct Prefixed {
    operators: usize,
    first: Option<Symbol>,
    function: Option<Text>,
    operand: Option<Sub>,
}

impl Recovery<'_> {
    pub(super) fn expr(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.follows.push(follow);
        self.tree.depth.expr += 1;
        if self.tree.depth.expr > MAX_DEPTH {
            return Err(self.recursion_limit());
        }
        let mut parts = Ternary::default();
        let result = self.expr_parts(&mut parts);
        self.leave(result)?;
        self.tree.depth.expr -= 1;
        let condition = self.or_nothing(parts.condition);
        let Some(question) = parts.question else {
            return Ok(condition);
        };
        let yes = self.or_nothing(parts.yes);
        let no = self.or_nothing(parts.no);
        let operands = [condition.node, yes.node, no.node];
        let height = condition.height.max(yes.height).max(no.height);
        Ok(self.operator_node(Text::CONDITIONAL, &operands, question.start, height))
    }

    fn expr_parts(&mut self, parts: &mut Ternary) -> Result<(), SyntaxFault> {
        parts.condition = Some(self.or(follow::CONDITION)?);
        if self.stream.peek(0) != Tok::Question {
            return Ok(());
        }
        parts.question = Some(self.take(grammar::EXPR_QUESTION, Tok::Question)?);
        parts.yes = Some(self.or(follow::KEY)?);
        self.take(grammar::EXPR_COLON, Tok::Colon)?;
        parts.no = Some(self.expr(follow::RULE_END)?);
        Ok(())
    }

    fn operator_node(&mut self, function: Text, operands: &[NodeId], position: u32, height: u16) -> Sub {
        let id = self.tree.id();
        let node = self.tree.operator(function, operands, position, (id, position));
        Self::placed(node, self.tree.above(height))
    }

    fn or(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.chain(follow, Tok::Or, Text::LOGICAL_OR)
    }

    /// Parses `a || b || c` or `a && b && c`.
    fn chain(&mut self, follow: Set, tok: Tok, function: Text) -> Result<Sub, Halt> {
        self.follows.push(follow);
        let (terms, operators) = (self.tree.terms.len(), self.tree.operators.len());
        let mut height = 0;
        let result = loop {
            let next = match tok {
                Tok::Or => self.chain(follow::OR, Tok::And, Text::LOGICAL_AND)?,
                _ => self.relation(follow::AND, 0)?,
            };
            self.tree.terms.push(next.node);
            height = next.height.max(height);
            if self.stream.peek(0) != tok {
                break Ok(());
            }
            let place = match tok {
                Tok::Or => grammar::OR_OPERATOR,
                _ => grammar::AND_OPERATOR,
            };
            match self.take(place, tok) {
                Ok(operator) => {
                    let id = self.tree.id();
                    self.tree.operators.push((id, operator.start));
                }
                Err(fault) => break Err(fault),
            }
        };
        self.leave(result)?;
        let node = self.tree.balance(function, terms, operators);
        Ok(Self::placed(node, height))
    }

    fn relation(&mut self, follow: Set, min_precedence: u8) -> Result<Sub, Halt> {
        self.follows.push(follow);
        self.tree.depth.relation += 1;
        if self.tree.depth.relation > MAX_DEPTH {
            return Err(self.recursion_limit());
        }
        let mut left = self.calc(follow::RELATION, 0)?;
        while let Some(function) = relation_operator(self.stream.peek(0))
            && min_precedence == 0
        {
            self.fits();
            let operator = self.take_any();
            let right = self.relation(follow::RELATION, 1)?;
            left = self.binary_node(function, left, right, operator);
        }
        self.tree.depth.relation -= 1;
        self.leave(Ok(()))?;
        Ok(left)
    }

    fn calc(&mut self, follow: Set, min_precedence: u8) -> Result<Sub, Halt> {
        self.follows.push(follow);
        self.tree.depth.calc += 1;
        if self.tree.depth.calc > MAX_DEPTH {
            return Err(self.recursion_limit());
        }
        let mut left = self.unary(follow::CALC)?;
        while let Some((function, precedence)) = calc_operator(self.stream.peek(0))
            && precedence >= min_precedence
        {
            self.fits();
            let operator = self.take_any();
            let right = self.calc(follow::CALC, precedence + 1)?;
            left = self.binary_node(function, left, right, operator);
        }
        self.tree.depth.calc -= 1;
        self.leave(Ok(()))?;
        Ok(left)
    }

    fn binary_node(&mut self, function: Text, left: Sub, right: Sub, operator: Symbol) -> Sub {
        let height = left.height.max(right.height);
        self.operator_node(function, &[left.node, right.node], operator.start, height)
    }

    fn unary(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.follows.push(follow);
        let start = self.stream.current().span.start;
        let mut parts = Prefixed::default();
        let result = self.unary_parts(&mut parts);
        self.leave(result)?;
        let operand = match parts.operand {
            // cel-go creates a string node in place of a missing operand.
            None if parts.function.is_none() => {
                let text = self.tree.ast.add_text("<<error>>");
                let kind = Kind::Literal(Literal::String(text));
                Self::placed(self.tree.node(kind, Span::default(), start), 0)
            }
            operand => self.or_nothing(operand),
        };
        match (parts.function, parts.first) {
            (Some(function), Some(first)) if parts.operators % 2 == 1 => {
                let id = self.tree.id();
                let place = (id, first.start);
                let node = self.tree.operator(function, &[operand.node], first.start, place);
                Ok(Self::placed(node, operand.height))
            }
            _ => Ok(operand),
        }
    }

    fn unary_parts(&mut self, parts: &mut Prefixed) -> Result<(), SyntaxFault> {
        self.before_choice(grammar::UNARY)?;
        match self.stream.peek(0) {
            Tok::Not => {
                parts.function = Some(Text::LOGICAL_NOT);
                while parts.operators == 0 || self.stream.peek(0) == Tok::Not {
                    let operator = self.take(grammar::UNARY_NOT, Tok::Not)?;
                    parts.first.get_or_insert(operator);
                    parts.operators += 1;
                    self.before_repetition(grammar::UNARY_NOT_AGAIN)?;
                }
            }
            Tok::Minus => match self.stream.peek(1) {
                Tok::Int | Tok::Double => {}
                next if grammar::MEMBER.has(next) => {
                    parts.function = Some(Text::NEGATE);
                    self.minus_signs(parts)?;
                }
                _ => return Err(SyntaxFault::NoAlternative(grammar::UNARY, 1)),
            },
            tok if grammar::MEMBER.has(tok) => {}
            _ => return Err(SyntaxFault::NoAlternative(grammar::UNARY, 0)),
        }
        parts.operand = Some(self.member(follow::RULE_END)?);
        Ok(())
    }

    /// Parses `-`, `--`, …: as many as there are, even before a number.
    fn minus_signs(&mut self, parts: &mut Prefixed) -> Result<(), SyntaxFault> {
        loop {
            let operator = self.take(grammar::UNARY_MINUS, Tok::Minus)?;
            parts.first.get_or_insert(operator);
            parts.operators += 1;
            self.before_repetition(grammar::UNARY_MINUS_AGAIN)?;
            let ahead = usize::from(self.stream.peek(0) == Tok::Minus);
            if !grammar::MEMBER.has(self.stream.peek(ahead)) {
                return Err(SyntaxFault::NoAlternative(grammar::UNARY_MINUS_AGAIN, ahead));
            }
            if ahead == 0 {
                return Ok(());
            }
        }
    }
}
