//! Tokens to a tree.
//!
//! A precedence parser over the tokens, one function for each level that recurses. Three counters
//! stand for the depth of the grammar rules cel-go's parser limits (`expr`, `relation`, `calc`; no
//! other rule nests deeper), and every sub-expression carries its height for the limit cel-go puts
//! on the walk over its parse tree. Both limits are 250, which also bounds our own recursion.

use crate::ast::{Ast, Entry, EntryKey, Kind, Literal, Node, NodeId, Span, Text};
use crate::issue::{Issue, IssueKind, Issues};
use crate::lex::{Lexer, Tok, Token};
use crate::unescape;
use crate::version::CompatVersion;

/// Longest expression, in code points.
const MAX_CODE_POINTS: usize = 100_000;
/// Deepest nesting of one grammar rule, and of the tree.
const MAX_DEPTH: u16 = 250;
/// Most nodes. `optMap` copies its target, so a chain of it doubles the tree with every link; the
/// server has no limit there and would work for ages.
pub(crate) const MAX_NODES: usize = 1 << 18;

/// Parses an expression with the macros of an environment.
///
/// The errors' places are cel-go's; the wording of syntax errors is our own. After a syntax error
/// nothing further is looked at.
///
/// ```
/// use crd_cel::{CompatVersion, parse};
///
/// let ast = parse("self.items.all(i, i.size() > 3)", CompatVersion::new(35)).unwrap();
/// assert_eq!(ast.source(), "self.items.all(i, i.size() > 3)");
/// ```
pub fn parse(source: &str, version: CompatVersion) -> Result<Ast, Issues> {
    let mut issues = Issues::new(source);
    let size = source.chars().count();
    if size > MAX_CODE_POINTS {
        issues.push(Issue {
            kind: IssueKind::TooLong,
            message: format!(
                "expression code point size exceeds limit: size: {size}, limit {MAX_CODE_POINTS}"
            ),
            span: Span::new(0, source.len()),
            position: None,
        });
        return Err(issues);
    }
    let mut lexer = Lexer::new(source);
    let token = lexer.next();
    let mut parser = Parser {
        source,
        version,
        lexer,
        token,
        end: 0,
        ast: Ast::with_source(source),
        issues,
        next_id: 1,
        depth: Depth::default(),
        terms: Vec::new(),
        operators: Vec::new(),
        entries: Vec::new(),
        too_deep: false,
    };
    if let Ok(root) = parser.whole() {
        parser.ast.set_root(root.node);
    }
    if parser.issues.is_empty() {
        Ok(parser.ast)
    } else {
        Err(parser.issues.sorted())
    }
}

/// An error was reported from which there is no going on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop;

/// A parsed sub-expression.
#[derive(Clone, Copy, Debug)]
struct Sub {
    node: NodeId,
    /// Nesting of those parse-tree nodes cel-go counts.
    height: u16,
}

/// Open rules of cel-go's grammar.
#[derive(Default)]
struct Depth {
    expr: u16,
    relation: u16,
    calc: u16,
}

pub(crate) struct Parser<'s> {
    source: &'s str,
    pub(crate) version: CompatVersion,
    lexer: Lexer<'s>,
    /// The next token.
    token: Token,
    /// End of the last token taken.
    end: u32,
    pub(crate) ast: Ast,
    pub(crate) issues: Issues,
    /// cel-go's next node number.
    pub(crate) next_id: u32,
    depth: Depth,
    /// A stack of the terms, arguments or elements being collected.
    terms: Vec<NodeId>,
    /// A stack of the operators of open `&&` and `||` chains: number and place.
    operators: Vec<(u32, u32)>,
    entries: Vec<Entry>,
    too_deep: bool,
}

type Parsed<T> = Result<T, Stop>;

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<Sub> {
        let root = self.expr()?;
        if self.token.tok != Tok::End {
            return Err(self.unexpected("the end of the expression"));
        }
        if self.too_deep {
            self.report_whole(IssueKind::TooDeep, "max recursion depth exceeded".to_owned());
        }
        Ok(root)
    }

    // Tokens.

    fn take(&mut self) -> Token {
        let next = self.lexer.next();
        self.end = self.token.span.end;
        std::mem::replace(&mut self.token, next)
    }

    fn at(&self, tok: Tok) -> bool {
        self.token.tok == tok
    }

    fn take_if(&mut self, tok: Tok) -> bool {
        let yes = self.at(tok);
        if yes {
            self.take();
        }
        yes
    }

    fn expect(&mut self, tok: Tok, wanted: &str) -> Parsed<Token> {
        if self.at(tok) {
            Ok(self.take())
        } else {
            Err(self.unexpected(wanted))
        }
    }

    // Errors.

    #[cold]
    fn unexpected(&mut self, wanted: &str) -> Stop {
        let span = self.token.span;
        let text = self
            .source
            .get(span.range())
            .unwrap_or_default()
            .escape_debug()
            .to_string();
        let message = match self.token.tok {
            Tok::End => format!("Syntax error: unexpected end of the expression, expected {wanted}"),
            Tok::Bad => format!("Syntax error: token recognition error at: '{text}'"),
            _ => format!("Syntax error: unexpected `{text}`, expected {wanted}"),
        };
        self.issues.push(Issue {
            kind: IssueKind::Syntax,
            message,
            span,
            position: Some(span.start),
        });
        Stop
    }

    #[cold]
    fn report_whole(&mut self, kind: IssueKind, message: String) {
        let span = Span::new(0, self.source.len());
        self.issues.push(Issue {
            kind,
            message,
            span,
            position: None,
        });
    }

    /// Reports an error and gives the node that stands for what is wrong.
    #[cold]
    pub(crate) fn error_node(
        &mut self,
        kind: IssueKind,
        message: String,
        span: Span,
        position: u32,
    ) -> NodeId {
        self.issues.push(Issue {
            kind,
            message,
            span,
            position: Some(position),
        });
        let expr_id = self.id();
        self.ast.push(Node {
            kind: Kind::Unspecified,
            span,
            position,
            expr_id,
        })
    }

    #[cold]
    fn recursion_limit(&mut self) -> Stop {
        self.report_whole(
            IssueKind::TooDeep,
            format!("expression recursion limit exceeded: {MAX_DEPTH}"),
        );
        Stop
    }

    #[cold]
    pub(crate) fn too_large(&mut self) -> Stop {
        self.report_whole(
            IssueKind::TooLarge,
            format!("expression has more than {MAX_NODES} nodes once its macros are expanded"),
        );
        Stop
    }

    // Nodes.

    pub(crate) fn id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn span_from(&self, start: u32) -> Span {
        Span { start, end: self.end }
    }

    /// A node numbered now.
    fn node(&mut self, kind: Kind, span: Span, position: u32) -> NodeId {
        let expr_id = self.id();
        self.ast.push(Node {
            kind,
            span,
            position,
            expr_id,
        })
    }

    /// The height of a node cel-go counts, above its parts.
    fn above(&mut self, parts: u16) -> u16 {
        let height = parts.saturating_add(1);
        self.too_deep |= height > MAX_DEPTH;
        height
    }

    // expr = or ('?' or ':' expr)?

    fn expr(&mut self) -> Parsed<Sub> {
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
        self.expect(Tok::Colon, "`:`")?;
        let no = self.expr()?;
        let args = self.ast.add_nodes(&[condition.node, yes.node, no.node]);
        let kind = Kind::Call {
            function: Text::CONDITIONAL,
            target: None,
            args,
        };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(start),
            position,
            expr_id,
        });
        let height = self.above(condition.height.max(yes.height).max(no.height));
        Ok(Sub { node, height })
    }

    // or = and ('||' and)*, and = relation ('&&' relation)*

    fn logic(&mut self) -> Parsed<Sub> {
        let first = self.relation()?;
        if !matches!(self.token.tok, Tok::And | Tok::Or) {
            return Ok(first);
        }
        // The chain of `||` lies below the chain of `&&` being read on both stacks.
        let (or_terms, or_operators) = (self.terms.len(), self.operators.len());
        let mut height = first.height;
        let mut term = first.node;
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
            let and = self.balance(Text::LOGICAL_AND, and_terms, and_operators);
            self.terms.push(and);
            if let Some(position) = pending_or {
                let id = self.id();
                self.operators.push((id, position));
            }
            if !self.at(Tok::Or) {
                break;
            }
            pending_or = Some(self.take().span.start);
            let next = self.relation()?;
            height = height.max(next.height);
            term = next.node;
        }
        let node = self.balance(Text::LOGICAL_OR, or_terms, or_operators);
        Ok(Sub { node, height })
    }

    /// Makes a balanced tree of the terms on the stack above `terms`, and takes them off.
    fn balance(&mut self, function: Text, terms: usize, operators: usize) -> NodeId {
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

    /// The tree of operators `low..=high`; its depth is the logarithm of their number.
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
        self.ast.push(Node {
            kind: Kind::Call {
                function,
                target: None,
                args,
            },
            span,
            position,
            expr_id,
        })
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

    fn binary(&mut self, function: Text, left: Sub, right: Sub, start: u32, operator: (u32, u32)) -> Sub {
        let args = self.ast.add_nodes(&[left.node, right.node]);
        let (expr_id, position) = operator;
        let kind = Kind::Call {
            function,
            target: None,
            args,
        };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(start),
            position,
            expr_id,
        });
        let height = self.above(left.height.max(right.height));
        Sub { node, height }
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
        let args = self.ast.add_nodes(&[operand.node]);
        let kind = Kind::Call {
            function,
            target: None,
            args,
        };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(position),
            position,
            expr_id,
        });
        Ok(Sub {
            node,
            height: operand.height,
        })
    }

    /// A member behind `!`, which may be a negative number.
    fn signed_member(&mut self) -> Parsed<Sub> {
        if !self.at(Tok::Minus) {
            return self.member(None);
        }
        let position = self.take().span.start;
        if matches!(self.token.tok, Tok::Int | Tok::Double) {
            self.member(Some(position))
        } else {
            Err(self.unexpected("a number"))
        }
    }

    // member = primary ('.' '?'? id | '.' id '(' args ')' | '[' '?'? expr ']')*

    /// `minus` is the place of a minus sign that belongs to the number that follows.
    fn member(&mut self, minus: Option<u32>) -> Parsed<Sub> {
        let start = minus.unwrap_or(self.token.span.start);
        // Where to go back to when a chain of names turns out to be a message's name.
        let names = self.at(Tok::Ident) || self.at(Tok::Dot);
        let before = (self.ast.len(), self.next_id, self.issues.len());
        let mut sub = self.primary(minus)?;
        let mut plain = names && self.is_name();
        loop {
            match self.token.tok {
                Tok::Dot => {
                    let (next, is_select) = self.select(start, sub)?;
                    sub = next;
                    plain &= is_select;
                }
                Tok::OpenBracket => {
                    sub = self.index(start, sub)?;
                    plain = false;
                }
                Tok::OpenBrace if plain => {
                    self.ast.truncate(before.0);
                    self.next_id = before.1;
                    self.issues.truncate(before.2);
                    sub = self.message(start)?;
                    plain = false;
                }
                _ => return Ok(sub),
            }
        }
    }

    /// Whether the primary just read, which began like a name, was one and not a call.
    fn is_name(&self) -> bool {
        self.source.as_bytes().get((self.end as usize).wrapping_sub(1)) != Some(&b')')
    }

    /// What stands after a `.`; whether it was a plain selection.
    fn select(&mut self, start: u32, operand: Sub) -> Parsed<(Sub, bool)> {
        let position = self.take().span.start;
        let optional = self.take_if(Tok::Question);
        let name = match self.token.tok {
            Tok::Ident => self.take(),
            Tok::Quoted => {
                let name = self.take();
                self.quoted_name(name);
                name
            }
            _ => return Err(self.unexpected("a field or function name")),
        };
        let text = self.ast.source_text(name.span);
        if optional {
            let field = self.node(Kind::Literal(Literal::String(text)), name.span, name.span.start);
            let args = self.ast.add_nodes(&[operand.node, field]);
            let kind = Kind::Call {
                function: Text::OPT_SELECT,
                target: None,
                args,
            };
            let node = self.node(kind, self.span_from(start), position);
            return Ok((
                Sub {
                    node,
                    height: self.above(operand.height),
                },
                false,
            ));
        }
        if self.at(Tok::OpenParen) && name.tok == Tok::Ident {
            return Ok((self.call(start, name.span, text, Some(operand))?, false));
        }
        let kind = Kind::Select {
            operand: operand.node,
            field: text,
            test_only: false,
        };
        let node = self.node(kind, self.span_from(start), position);
        Ok((
            Sub {
                node,
                height: self.above(operand.height),
            },
            name.tok == Tok::Ident,
        ))
    }

    #[cold]
    fn quoted_name(&mut self, name: Token) {
        let message = "unsupported syntax: '`'".to_owned();
        self.error_node(IssueKind::Syntax, message, name.span, name.span.start);
    }

    fn index(&mut self, start: u32, operand: Sub) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let function = if self.take_if(Tok::Question) {
            Text::OPT_INDEX
        } else {
            Text::INDEX
        };
        let index = self.expr()?;
        self.expect(Tok::CloseBracket, "`]`")?;
        let args = self.ast.add_nodes(&[operand.node, index.node]);
        let kind = Kind::Call {
            function,
            target: None,
            args,
        };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(start),
            position,
            expr_id,
        });
        Ok(Sub {
            node,
            height: self.above(operand.height.max(index.height)),
        })
    }

    /// A call from its `(` on.
    fn call(&mut self, start: u32, name: Span, function: Text, target: Option<Sub>) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let base = self.terms.len();
        let mut height = target.map_or(0, |target| target.height);
        if !self.at(Tok::CloseParen) {
            loop {
                let arg = self.expr()?;
                self.terms.push(arg.node);
                height = height.max(arg.height);
                if !self.take_if(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::CloseParen, "`,` or `)`")?;
        if target.is_some() {
            height = self.above(height);
        }
        let target = target.map(|target| target.node);
        let args = self.ast.add_nodes(self.terms.get(base..).unwrap_or_default());
        self.terms.truncate(base);
        let node = Node {
            kind: Kind::Call {
                function,
                target,
                args,
            },
            span: self.span_from(start),
            position,
            expr_id,
        };
        let name = self.source.get(name.range()).unwrap_or_default();
        let node = match self.expand_macro(name, &node, self.too_deep)? {
            Some(expanded) => expanded,
            None => self.ast.push(node),
        };
        Ok(Sub { node, height })
    }

    // primary

    fn primary(&mut self, minus: Option<u32>) -> Parsed<Sub> {
        let node = match self.token.tok {
            Tok::Ident | Tok::Dot => return self.name(),
            Tok::OpenParen => {
                self.take();
                let inner = self.expr()?;
                self.expect(Tok::CloseParen, "`)`")?;
                return Ok(inner);
            }
            Tok::OpenBracket => return self.list(),
            Tok::OpenBrace => return self.map(),
            Tok::True | Tok::False | Tok::Null => {
                let token = self.take();
                let literal = match token.tok {
                    Tok::True => Literal::Bool(true),
                    Tok::False => Literal::Bool(false),
                    _ => Literal::Null,
                };
                self.node(Kind::Literal(literal), token.span, token.span.start)
            }
            Tok::Int | Tok::Uint | Tok::Double => self.number(minus),
            Tok::String | Tok::Bytes => self.string(),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Sub { node, height: 0 })
    }

    /// `x`, `.x`, `f(…)`, `.f(…)`
    fn name(&mut self) -> Parsed<Sub> {
        let start = self.token.span.start;
        let dot = self.take_if(Tok::Dot);
        let name = self.expect(Tok::Ident, "a name")?.span;
        let word = self.source.get(name.range()).unwrap_or_default();
        let mut text = self.ast.source_text(name);
        if dot {
            text = self.ast.add_text(&format!(".{word}"));
        }
        let is_reserved = is_reserved(word);
        if self.at(Tok::OpenParen) {
            let issues = self.issues.len();
            let call = self.call(start, if dot { Span::default() } else { name }, text, None)?;
            if is_reserved {
                self.issues.truncate(issues);
                return Ok(Sub {
                    node: self.reserved(word, start, name),
                    height: call.height,
                });
            }
            return Ok(call);
        }
        let node = if is_reserved {
            self.reserved(word, start, name)
        } else {
            self.node(Kind::Ident(text), self.span_from(start), name.start)
        };
        Ok(Sub { node, height: 0 })
    }

    #[cold]
    fn reserved(&mut self, word: &str, start: u32, name: Span) -> NodeId {
        self.error_node(
            IssueKind::ReservedWord,
            format!("reserved identifier: {word}"),
            name,
            start,
        )
    }

    fn number(&mut self, minus: Option<u32>) -> NodeId {
        let token = self.take();
        let start = minus.unwrap_or(token.span.start);
        let text = self.source.get(token.span.range()).unwrap_or_default();
        let sign = if minus.is_some() { "-" } else { "" };
        let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |hex| (hex, 16));
        let (literal, what) = match token.tok {
            Tok::Int => (parse_int(digits, radix, minus.is_some()).map(Literal::Int), "int"),
            Tok::Uint => {
                let digits = digits.trim_end_matches(['u', 'U']);
                (u64::from_str_radix(digits, radix).ok().map(Literal::Uint), "uint")
            }
            _ => {
                let value = format!("{sign}{text}")
                    .parse::<f64>()
                    .ok()
                    .filter(|value| value.is_finite());
                (value.map(Literal::Double), "double")
            }
        };
        let span = self.span_from(start);
        match literal {
            Some(literal) => self.node(Kind::Literal(literal), span, start),
            None => self.error_node(
                IssueKind::BadLiteral,
                format!("invalid {what} literal"),
                span,
                start,
            ),
        }
    }

    fn string(&mut self) -> NodeId {
        let token = self.take();
        let literal = self.source.get(token.span.range()).unwrap_or_default();
        let (start, end, raw) = unescape::inner(literal);
        let inner = literal.get(start..end).unwrap_or_default();
        let offset = token.span.start as usize;
        let value = if token.tok == Tok::Bytes {
            unescape::bytes(inner, raw).map(|value| Literal::Bytes(self.ast.add_bytes(&value)))
        } else if !inner.contains('\r') && (raw || !inner.contains('\\')) {
            Ok(Literal::String(
                self.ast.source_text(Span::new(offset + start, offset + end)),
            ))
        } else {
            unescape::string(inner, raw).map(|value| Literal::String(self.ast.add_text(&value)))
        };
        match value {
            Ok(literal) => self.node(Kind::Literal(literal), token.span, token.span.start),
            Err(message) => self.error_node(
                IssueKind::BadLiteral,
                message.to_owned(),
                token.span,
                token.span.start,
            ),
        }
    }

    /// `[a, ?b,]`
    fn list(&mut self) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let base = self.terms.len();
        let mut optional = Vec::new();
        let mut height = 0;
        while !matches!(self.token.tok, Tok::CloseBracket | Tok::Comma) {
            if self.take_if(Tok::Question) {
                optional.push(u32::try_from(self.terms.len() - base).unwrap_or(u32::MAX));
            }
            let element = self.expr()?;
            self.terms.push(element.node);
            height = height.max(element.height);
            if !self.at(Tok::Comma) {
                break;
            }
            self.take();
            if self.at(Tok::CloseBracket) {
                break;
            }
            if self.at(Tok::Comma) {
                return Err(self.unexpected("an expression or `]`"));
            }
        }
        // `[,]` is an empty list.
        if self.terms.len() == base {
            self.take_if(Tok::Comma);
        }
        self.expect(Tok::CloseBracket, "`,` or `]`")?;
        let elements = self.ast.add_nodes(self.terms.get(base..).unwrap_or_default());
        self.terms.truncate(base);
        let optional = self.ast.add_indices(&optional);
        let kind = Kind::List { elements, optional };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(position),
            position,
            expr_id,
        });
        Ok(Sub { node, height })
    }

    /// `{k: v, ?k: v,}`
    fn map(&mut self) -> Parsed<Sub> {
        let start = self.token.span.start;
        self.braces(start, None)
    }

    /// `pkg.Name{field: v}` from its `{` on.
    fn message(&mut self, start: u32) -> Parsed<Sub> {
        let name: String = self
            .source
            .get(start as usize..self.end as usize)
            .unwrap_or_default()
            .into();
        let name = without_blanks(&name);
        let type_name = self.ast.add_text(&name);
        self.braces(start, Some(type_name))
    }

    fn braces(&mut self, start: u32, type_name: Option<Text>) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let base = self.entries.len();
        let mut height = 0;
        while !matches!(self.token.tok, Tok::CloseBrace | Tok::Comma) {
            height = height.max(self.entry(type_name.is_some())?);
            if !self.at(Tok::Comma) {
                break;
            }
            self.take();
            if self.at(Tok::CloseBrace) {
                break;
            }
            if self.at(Tok::Comma) {
                return Err(self.unexpected("an entry or `}`"));
            }
        }
        if self.entries.len() == base {
            self.take_if(Tok::Comma);
        }
        self.expect(Tok::CloseBrace, "`,` or `}`")?;
        let entries = self.ast.add_entries(self.entries.get(base..).unwrap_or_default());
        self.entries.truncate(base);
        let kind = match type_name {
            Some(type_name) => Kind::Struct { type_name, entries },
            None => Kind::Map(entries),
        };
        let node = self.ast.push(Node {
            kind,
            span: self.span_from(start),
            position,
            expr_id,
        });
        Ok(Sub { node, height })
    }

    /// One entry of a map or message; its height.
    fn entry(&mut self, is_field: bool) -> Parsed<u16> {
        let expr_id = self.id();
        let optional = self.take_if(Tok::Question);
        let mut height = 0;
        let key = if is_field {
            let name = match self.token.tok {
                Tok::Ident => self.take(),
                Tok::Quoted => {
                    let name = self.take();
                    self.quoted_name(name);
                    name
                }
                _ => return Err(self.unexpected("a field name")),
            };
            EntryKey::Field(self.ast.source_text(name.span))
        } else {
            let key = self.expr()?;
            height = key.height;
            EntryKey::Expr(key.node)
        };
        let position = self.expect(Tok::Colon, "`:`")?.span.start;
        let value = self.expr()?;
        self.entries.push(Entry {
            expr_id,
            position,
            key,
            value: value.node,
            optional,
        });
        Ok(height.max(value.height))
    }
}

/// A message's name as cel-go joins it: without blanks and comments between its parts.
fn without_blanks(name: &str) -> String {
    let mut lexer = Lexer::new(name);
    let mut out = String::with_capacity(name.len());
    loop {
        let token = lexer.next();
        if token.tok == Tok::End {
            return out;
        }
        out.push_str(name.get(token.span.range()).unwrap_or_default());
    }
}

fn parse_int(digits: &str, radix: u32, negative: bool) -> Option<i64> {
    let magnitude = i128::from(u64::from_str_radix(digits, radix).ok()?);
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}

fn relation_operator(tok: Tok) -> Option<Text> {
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

fn calc_operator(tok: Tok) -> Option<(Text, u8)> {
    Some(match tok {
        Tok::Plus => (Text::ADD, 1),
        Tok::Minus => (Text::SUBTRACT, 1),
        Tok::Star => (Text::MULTIPLY, 2),
        Tok::Slash => (Text::DIVIDE, 2),
        Tok::Percent => (Text::MODULO, 2),
        _ => return None,
    })
}

/// Words that lex as identifiers but cannot name a variable or function.
pub(crate) fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "as" | "break"
            | "const"
            | "continue"
            | "else"
            | "for"
            | "function"
            | "if"
            | "import"
            | "let"
            | "loop"
            | "package"
            | "namespace"
            | "return"
            | "var"
            | "void"
            | "while"
    )
}
