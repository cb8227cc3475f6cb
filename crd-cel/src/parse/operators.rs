//! Parses operators, from the loosest to the tightest.

use super::{MAX_DEPTH, Parsed, Parser, Sub};
use crate::ast::{Kind, NodeId, Text};
use crate::lex::Tok;
use crate::mistake::Expected;

impl Parser<'_> {
    // expr = or ('?' or ':' expr)?

    pub(super) fn expr(&mut self) -> Parsed<Sub> {
        self.depth.expr += 1;
        if self.depth.expr > MAX_DEPTH {
            return Err(self.recursion_limit());
        }
        let start = self.token.span.start;
        let condition = self.logic()?;
        let sub = if self.at(Tok::Question) {
            self.ternary(start, condition)?
        } else {
            condition
        };
        self.depth.expr -= 1;
        Ok(sub)
    }

    fn ternary(&mut self, start: u32, condition: Sub) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let yes = self.logic()?;
        self.require(Tok::Colon, Expected::Colon)?;
        let no = self.expr()?;
        let operands = [condition.node, yes.node, no.node];
        let node = self.operator(Text::CONDITIONAL, &operands, start, (expr_id, position));
        let height = self.above(condition.height.max(yes.height).max(no.height));
        Ok(Sub { node, height })
    }

    // or = and ('||' and)*, and = relation ('&&' relation)*

    fn logic(&mut self) -> Parsed<Sub> {
        let start = self.token.span.start;
        let first = self.relation()?;
        if !matches!(self.token.tok, Tok::And | Tok::Or) {
            return Ok(first);
        }
        // On both stacks, the `||` chain lies below the `&&` chain that is being read.
        let (or_terms, or_operators) = (self.terms.len(), self.operators.len());
        let mut height = first.height;
        let mut term = first.node;
        let mut and_start = start;
        let mut pending_or = None;
        loop {
            let (and_terms, and_operators) = (self.terms.len(), self.operators.len());
            self.terms.push(term);
            while self.at(Tok::And) {
                let position = self.take().span.start;
                let next = self.relation()?;
                let id = self.id();
                self.operators.push((id, position));
                self.terms.push(next.node);
                height = height.max(next.height);
            }
            let and = self.chain(Text::LOGICAL_AND, (and_terms, and_operators), and_start);
            self.terms.push(and);
            if let Some(position) = pending_or {
                let id = self.id();
                self.operators.push((id, position));
            }
            if !self.at(Tok::Or) {
                break;
            }
            pending_or = Some(self.take().span.start);
            and_start = self.token.span.start;
            let next = self.relation()?;
            height = height.max(next.height);
            term = next.node;
        }
        let node = self.chain(Text::LOGICAL_OR, (or_terms, or_operators), start);
        Ok(Sub { node, height })
    }

    /// Builds the tree of a chain that ends here, with the parentheses around its first and last term.
    fn chain(&mut self, function: Text, (terms, operators): (usize, usize), start: u32) -> NodeId {
        let is_operator = self.operators.len() > operators;
        let node = self.balance(function, terms, operators);
        let span = self.span_from(start);
        if let Some(node) = self.ast.node_mut(node).filter(|_| is_operator) {
            node.span = span;
        }
        node
    }

    /// Builds a balanced tree from the terms on the stack above `terms`, and removes them.
    pub(super) fn balance(&mut self, function: Text, terms: usize, operators: usize) -> NodeId {
        let count = self.operators.len() - operators;
        let node = if count == 0 {
            self.term(terms)
        } else {
            self.balance_range(function, terms, operators, 0, count - 1)
        };
        self.terms.truncate(terms);
        self.operators.truncate(operators);
        node
    }

    fn term(&self, at: usize) -> NodeId {
        self.terms.get(at).copied().unwrap_or(NodeId::from_index(0))
    }

    /// Builds the tree of operators `low..=high`; its depth is the logarithm of their number.
    fn balance_range(
        &mut self,
        function: Text,
        terms: usize,
        operators: usize,
        low: usize,
        high: usize,
    ) -> NodeId {
        let middle = (low + high).div_ceil(2);
        let left = if middle == low {
            self.term(terms + middle)
        } else {
            self.balance_range(function, terms, operators, low, middle - 1)
        };
        let right = if middle == high {
            self.term(terms + middle + 1)
        } else {
            self.balance_range(function, terms, operators, middle + 1, high)
        };
        let (expr_id, position) = self
            .operators
            .get(operators + middle)
            .copied()
            .unwrap_or_default();
        let args = self.ast.add_nodes(&[left, right]);
        let span = self.ast.node(left).span.to(self.ast.node(right).span);
        self.numbered(
            expr_id,
            Kind::Call {
                function,
                target: None,
                args,
            },
            span,
            position,
        )
    }

    // relation = calc (op calc)*

    fn relation(&mut self) -> Parsed<Sub> {
        self.enter_relation()?;
        let start = self.token.span.start;
        let mut left = self.calc(0)?;
        while let Some(function) = relation_operator(self.token.tok) {
            let position = self.take().span.start;
            let expr_id = self.id();
            self.enter_relation()?;
            let right = self.calc(0)?;
            self.depth.relation -= 1;
            left = self.binary(function, left, right, start, (expr_id, position));
        }
        self.depth.relation -= 1;
        Ok(left)
    }

    fn enter_relation(&mut self) -> Parsed<()> {
        self.depth.relation += 1;
        if self.depth.relation > MAX_DEPTH {
            Err(self.recursion_limit())
        } else {
            Ok(())
        }
    }

    // calc = unary (op unary)*, `*` before `+`

    fn calc(&mut self, min_precedence: u8) -> Parsed<Sub> {
        self.depth.calc += 1;
        if self.depth.calc > MAX_DEPTH {
            return Err(self.recursion_limit());
        }
        let start = self.token.span.start;
        let mut left = self.unary()?;
        while let Some((function, precedence)) = calc_operator(self.token.tok)
            && precedence >= min_precedence
        {
            let position = self.take().span.start;
            let expr_id = self.id();
            let right = self.calc(precedence + 1)?;
            left = self.binary(function, left, right, start, (expr_id, position));
        }
        self.depth.calc -= 1;
        Ok(left)
    }

    /// Creates the node of a binary operator, with its number and position.
    pub(super) fn binary(
        &mut self,
        function: Text,
        left: Sub,
        right: Sub,
        start: u32,
        operator: (u32, u32),
    ) -> Sub {
        let node = self.operator(function, &[left.node, right.node], start, operator);
        let height = self.above(left.height.max(right.height));
        Sub { node, height }
    }

    pub(super) fn operator(
        &mut self,
        function: Text,
        operands: &[NodeId],
        start: u32,
        operator: (u32, u32),
    ) -> NodeId {
        let args = self.ast.add_nodes(operands);
        let (expr_id, position) = operator;
        self.numbered(
            expr_id,
            Kind::Call {
                function,
                target: None,
                args,
            },
            self.span_from(start),
            position,
        )
    }

    // unary = '!'+ member | '-'+ member | member

    fn unary(&mut self) -> Parsed<Sub> {
        match self.token.tok {
            Tok::Not => self.prefixed(Tok::Not, Text::LOGICAL_NOT),
            Tok::Minus => self.prefixed(Tok::Minus, Text::NEGATE),
            _ => self.member(None),
        }
    }

    fn prefixed(&mut self, tok: Tok, function: Text) -> Parsed<Sub> {
        let position = self.token.span.start;
        let mut count = 0usize;
        while self.take_if(tok) {
            count += 1;
        }
        if count == 1 && tok == Tok::Minus && matches!(self.token.tok, Tok::Int | Tok::Double) {
            return self.member(Some(position));
        }
        if count.is_multiple_of(2) {
            return self.signed_member();
        }
        let expr_id = self.id();
        let operand = self.signed_member()?;
        let node = self.operator(function, &[operand.node], position, (expr_id, position));
        Ok(Sub {
            node,
            height: operand.height,
        })
    }

    /// Parses a member after `!`, which may be a negative number.
    fn signed_member(&mut self) -> Parsed<Sub> {
        if !self.at(Tok::Minus) {
            return self.member(None);
        }
        let position = self.take().span.start;
        if matches!(self.token.tok, Tok::Int | Tok::Double) {
            self.member(Some(position))
        } else {
            Err(self.unexpected(Expected::Number))
        }
    }
}

pub(super) fn relation_operator(tok: Tok) -> Option<Text> {
    Some(match tok {
        Tok::Eq => Text::EQUALS,
        Tok::NotEq => Text::NOT_EQUALS,
        Tok::Less => Text::LESS,
        Tok::LessEq => Text::LESS_EQUALS,
        Tok::Greater => Text::GREATER,
        Tok::GreaterEq => Text::GREATER_EQUALS,
        Tok::In => Text::IN,
        _ => return None,
    })
}

pub(super) fn calc_operator(tok: Tok) -> Option<(Text, u8)> {
    Some(match tok {
        Tok::Plus => (Text::ADD, 1),
        Tok::Minus => (Text::SUBTRACT, 1),
        Tok::Star => (Text::MULTIPLY, 2),
        Tok::Slash => (Text::DIVIDE, 2),
        Tok::Percent => (Text::MODULO, 2),
        _ => return None,
    })
}
