//! Parses members with error recovery, and primaries: names, calls, brackets.

use super::grammar::{self, GrammarPlace, follow};
use super::strategy::{Symbol, SyntaxFault};
use super::tokens::Set;
use super::{Halt, NOWHERE, Recovery};
use crate::ast::{Kind, Literal, Node, Span, Text};
use crate::lex::Tok;
use crate::mistake::{IssueKind, SyntaxError};
use crate::parse::{Sub, is_reserved};

/// A field's name, if it is present.
#[derive(Clone, Copy)]
pub(super) enum RecoveredField {
    Plain(Symbol),
    Quoted(Symbol),
    /// Missing, with the position where it is expected.
    Broken(u32),
}

/// The parts of a suffix of a member that are present.
#[derive(Default)]
struct MemberSuffix {
    kind: SuffixKind,
    operator: Option<Symbol>,
    optional: bool,
    field: Option<RecoveredField>,
    name: Option<Symbol>,
    open: Option<Symbol>,
    args: Vec<Sub>,
    index: Option<Sub>,
}

#[derive(Clone, Copy, Default)]
enum SuffixKind {
    /// The kind could not be determined.
    #[default]
    Unknown,
    Select,
    Call,
    Index,
}

/// The parts of `f(a)` that are present.
#[derive(Default)]
struct GlobalCall {
    dot: bool,
    name: Option<Symbol>,
    open: Option<Symbol>,
    args: Vec<Sub>,
}

/// The alternatives of a primary.
enum Primary {
    Ident,
    Call,
    Nested,
    List,
    Map,
    Message,
    Literal,
}

impl Recovery<'_> {
    pub(super) fn member(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.follows.push(follow);
        let start = self.stream.current().span.start;
        let mut sub = self.primary(follow::MEMBER)?;
        let result = loop {
            if !matches!(self.stream.peek(0), Tok::Dot | Tok::OpenBracket) {
                break Ok(());
            }
            let mut parts = MemberSuffix::default();
            let result = self.suffix(&mut parts);
            if matches!(result, Err(SyntaxFault::Halt)) {
                return Err(Halt);
            }
            sub = self.suffix_node(sub, &parts, start)?;
            if result.is_err() {
                break result;
            }
        };
        self.leave(result)?;
        Ok(sub)
    }

    fn suffix(&mut self, parts: &mut MemberSuffix) -> Result<(), SyntaxFault> {
        self.before_choice(grammar::MEMBER_PART)?;
        if self.stream.peek(0) == Tok::OpenBracket {
            parts.kind = SuffixKind::Index;
            parts.operator = Some(self.take(grammar::INDEX_OPEN, Tok::OpenBracket)?);
            parts.optional = self.optional(grammar::INDEX_OPTIONAL, grammar::INDEX_QUESTION)?;
            parts.index = Some(self.expr(follow::IN_BRACKETS)?);
            self.take(grammar::INDEX_CLOSE, Tok::CloseBracket)?;
            return Ok(());
        }
        match self.stream.peek(1) {
            Tok::Ident if self.stream.peek(2) == Tok::OpenParen => {}
            Tok::Ident | Tok::Question | Tok::Quoted => {
                parts.kind = SuffixKind::Select;
                parts.operator = Some(self.take(grammar::SELECT_DOT, Tok::Dot)?);
                let choice = self.field_place(grammar::SELECT_OPTIONAL);
                parts.optional = self.optional(choice, self.field_place(grammar::SELECT_QUESTION))?;
                parts.field = Some(self.field(follow::MEMBER)?);
                return Ok(());
            }
            _ => return Err(SyntaxFault::NoAlternative(grammar::MEMBER_PART, 1)),
        }
        parts.kind = SuffixKind::Call;
        parts.operator = Some(self.take(grammar::CALL_DOT, Tok::Dot)?);
        parts.name = Some(self.take(grammar::CALL_NAME, Tok::Ident)?);
        parts.open = Some(self.take(grammar::CALL_OPEN, Tok::OpenParen)?);
        self.args(grammar::CALL_ARGS, grammar::CALL_CLOSE, &mut parts.args)
    }

    /// Consumes an optional `?`; returns whether it was present.
    pub(super) fn optional(
        &mut self,
        choice: GrammarPlace,
        question: GrammarPlace,
    ) -> Result<bool, SyntaxFault> {
        self.before_choice(choice)?;
        self.take_if(question, Tok::Question)
    }

    /// Consumes a token if it is the next one; returns whether it was.
    pub(super) fn take_if(&mut self, place: GrammarPlace, tok: Tok) -> Result<bool, SyntaxFault> {
        let found = self.stream.peek(0) == tok;
        if found {
            self.take(place, tok)?;
        }
        Ok(found)
    }

    /// Parses the arguments of a call and its `)`.
    fn args(
        &mut self,
        choice: GrammarPlace,
        close: GrammarPlace,
        args: &mut Vec<Sub>,
    ) -> Result<(), SyntaxFault> {
        self.before_choice(choice)?;
        if grammar::EXPR.has(self.stream.peek(0)) {
            self.exprs(follow::IN_PARENS, args)?;
        }
        self.take(close, Tok::CloseParen)?;
        Ok(())
    }

    /// Parses the parts of a grammar rule. Parts before a fault are kept.
    pub(super) fn parts<T: Default>(
        &mut self,
        parse: fn(&mut Self, &mut T) -> Result<(), SyntaxFault>,
    ) -> Result<T, Halt> {
        let mut parts = T::default();
        let result = parse(self, &mut parts);
        self.leave(result)?;
        Ok(parts)
    }

    fn suffix_node(&mut self, operand: Sub, parts: &MemberSuffix, start: u32) -> Result<Sub, Halt> {
        let Some(operator) = parts.operator else {
            return Ok(operand);
        };
        match parts.kind {
            SuffixKind::Unknown => Ok(operand),
            SuffixKind::Select => {
                let Some(field) = parts.field else {
                    return Ok(self.nothing(start));
                };
                let name = self.field_text(field);
                let kind = if parts.optional {
                    let field = self
                        .tree
                        .node(Kind::Literal(Literal::String(name)), Span::default(), start);
                    let args = self.tree.ast.add_nodes(&[operand.node, field]);
                    Kind::Call {
                        function: Text::OPT_SELECT,
                        target: None,
                        args,
                    }
                } else {
                    Kind::Select {
                        operand: operand.node,
                        field: name,
                        test_only: false,
                    }
                };
                let node = self.tree.node(kind, Span::default(), operator.start);
                Ok(Self::placed(node, self.tree.above(operand.height)))
            }
            SuffixKind::Call => {
                let (Some(name), Some(open)) = (parts.name, parts.open) else {
                    return Ok(self.nothing(start));
                };
                let function = self.name_text(name);
                let sub = self.call_node(function, open, Some(operand), &parts.args)?;
                Ok(Self::placed(sub.node, self.tree.above(sub.height)))
            }
            SuffixKind::Index => {
                let function = if parts.optional {
                    Text::OPT_INDEX
                } else {
                    Text::INDEX
                };
                let index = self.or_nothing(parts.index);
                let place = (self.tree.id(), operator.start);
                Ok(self.tree.binary(function, operand, index, start, place))
            }
        }
    }

    /// Creates the node of a call, or of the expansion if it is a macro.
    fn call_node(
        &mut self,
        function: Text,
        open: Symbol,
        target: Option<Sub>,
        args: &[Sub],
    ) -> Result<Sub, Halt> {
        let mut height = target.map_or(0, |target| target.height);
        let mut nodes = Vec::with_capacity(args.len());
        for arg in args {
            height = height.max(arg.height);
            nodes.push(arg.node);
        }
        let args = self.tree.ast.add_nodes(&nodes);
        let kind = Kind::Call {
            function,
            target: target.map(|target| target.node),
            args,
        };
        let node = Node {
            kind,
            span: open.span(),
            position: open.start,
            expr_id: self.tree.id(),
        };
        let name = self.tree.ast.text(function).to_owned();
        let node = match self.tree.expand_macro(&name, &node) {
            Ok(Some(expanded)) => expanded,
            Ok(None) => self.tree.ast.push(node),
            Err(_) => return Err(Halt),
        };
        Ok(Self::placed(node, height))
    }

    /// Returns the text of a name; the parser invents one for a missing name.
    fn name_text(&mut self, name: Symbol) -> Text {
        if name.missing.is_some() {
            return self.tree.ast.add_text("<missing IDENTIFIER>");
        }
        self.tree.ast.source_text(name.span())
    }

    /// Returns the text of a field's name, and reports an invalid one.
    fn field_text(&mut self, field: RecoveredField) -> Text {
        match field {
            RecoveredField::Plain(name) => self.name_text(name),
            RecoveredField::Quoted(name) => {
                if !self.tree.version.has_quoted_names() {
                    self.field_error(field, name.start);
                }
                self.name_text(name)
            }
            RecoveredField::Broken(position) => {
                self.field_error(field, position);
                self.tree.ast.add_text("")
            }
        }
    }

    /// Reports a name that is missing or invalid as a field name.
    pub(super) fn field_error(&mut self, field: RecoveredField, position: u32) {
        let message = match field {
            RecoveredField::Quoted(_) => "unsupported syntax: '`'",
            _ => "unsupported ident kind",
        };
        let kind = IssueKind::Syntax(SyntaxError::QuotedName);
        self.tree
            .error_node(kind, message.to_owned(), Span::default(), position);
    }

    /// Returns the position for a field's name in the grammar of this server.
    pub(super) fn field_place(&self, place: GrammarPlace) -> GrammarPlace {
        if self.has_quoted_names {
            place
        } else {
            place.without_quoted()
        }
    }

    pub(super) fn field(&mut self, follow: Set) -> Result<RecoveredField, SyntaxFault> {
        if !self.has_quoted_names {
            let place = grammar::OLD_FIELD_NAME.followed_by(follow);
            return Ok(RecoveredField::Plain(self.take(place, Tok::Ident)?));
        }
        self.follows.push(follow);
        let mut field = RecoveredField::Broken(self.stream.current().span.start);
        let result = self.field_parts(&mut field);
        self.leave(result)?;
        Ok(field)
    }

    fn field_parts(&mut self, field: &mut RecoveredField) -> Result<(), SyntaxFault> {
        self.before_choice(grammar::FIELD_NAME)?;
        match self.stream.peek(0) {
            Tok::Ident => *field = RecoveredField::Plain(self.take(grammar::FIELD_NAME, Tok::Ident)?),
            Tok::Quoted => *field = RecoveredField::Quoted(self.take(grammar::FIELD_NAME, Tok::Quoted)?),
            _ => return Err(SyntaxFault::NoAlternative(grammar::FIELD_NAME, 0)),
        }
        Ok(())
    }

    // primary

    fn primary(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.follows.push(follow);
        let start = self.stream.current().span.start;
        let kind = match self.before_choice(grammar::PRIMARY) {
            Ok(()) => self.primary_kind(),
            Err(fault) => Err(fault),
        };
        let kind = match kind {
            Ok(kind) => kind,
            Err(fault) => {
                self.leave(Err(fault))?;
                return Ok(self.nothing(NOWHERE));
            }
        };
        match kind {
            Primary::Ident => self.ident(start),
            Primary::Call => self.global_call(start),
            Primary::Nested => self.nested(),
            Primary::List => self.list(),
            Primary::Map => self.map(),
            Primary::Message => self.message(),
            Primary::Literal => {
                let sub = self.literal(follow::RULE_END)?;
                self.leave(Ok(()))?;
                Ok(sub)
            }
        }
    }

    /// Distinguishes the alternatives; names need lookahead.
    fn primary_kind(&mut self) -> Result<Primary, SyntaxFault> {
        let mut ahead = match self.stream.peek(0) {
            Tok::OpenParen => return Ok(Primary::Nested),
            Tok::OpenBracket => return Ok(Primary::List),
            Tok::OpenBrace => return Ok(Primary::Map),
            tok if grammar::LITERAL.has(tok) => return Ok(Primary::Literal),
            Tok::Ident => 0,
            Tok::Dot if self.stream.peek(1) == Tok::Ident => 1,
            tok => {
                let ahead = usize::from(tok == Tok::Dot);
                return Err(SyntaxFault::NoAlternative(grammar::PRIMARY, ahead));
            }
        };
        if self.stream.peek(ahead + 1) == Tok::OpenParen {
            return Ok(Primary::Call);
        }
        while self.stream.peek(ahead + 1) == Tok::Dot && self.stream.peek(ahead + 2) == Tok::Ident {
            ahead += 2;
        }
        if self.stream.peek(ahead + 1) == Tok::OpenBrace {
            return Ok(Primary::Message);
        }
        Ok(Primary::Ident)
    }

    /// Parses `x` or `.x`, of which all parts are present.
    fn ident(&mut self, start: u32) -> Result<Sub, Halt> {
        self.fits();
        let dot = self.stream.peek(0) == Tok::Dot;
        if dot {
            self.take_any();
        }
        let name = self.take_any();
        self.leave(Ok(()))?;
        let text = self.name_text(name);
        let word = self.tree.ast.text(text).to_owned();
        let span = name.span();
        let node = if is_reserved(&word) {
            self.tree.reserved(&word, start, span)
        } else {
            let text = if dot {
                self.tree.ast.add_text(&format!(".{word}"))
            } else {
                text
            };
            self.tree.node(Kind::Ident(text), span, name.start)
        };
        Ok(Self::placed(node, 0))
    }

    fn global_call(&mut self, start: u32) -> Result<Sub, Halt> {
        let issues = self.tree.issues.len();
        let parts = self.parts(Self::global_call_parts)?;
        let (Some(name), Some(open)) = (parts.name, parts.open) else {
            return Ok(self.nothing(start));
        };
        let text = self.name_text(name);
        let word = self.tree.ast.text(text).to_owned();
        if is_reserved(&word) {
            // cel-go does not process the arguments then.
            self.tree.issues.truncate(issues);
            let node = self.tree.reserved(&word, start, name.span());
            return Ok(Self::placed(node, 0));
        }
        // No macro has a name with a dot.
        let function = if parts.dot {
            self.tree.ast.add_text(&format!(".{word}"))
        } else {
            text
        };
        self.call_node(function, open, None, &parts.args)
    }

    fn global_call_parts(&mut self, parts: &mut GlobalCall) -> Result<(), SyntaxFault> {
        parts.dot = self.take_if(grammar::IDENT_DOT, Tok::Dot)?;
        parts.name = Some(self.take(grammar::GLOBAL_NAME, Tok::Ident)?);
        parts.open = Some(self.take(grammar::GLOBAL_OPEN, Tok::OpenParen)?);
        self.args(grammar::GLOBAL_ARGS, grammar::GLOBAL_CLOSE, &mut parts.args)
    }

    fn nested(&mut self) -> Result<Sub, Halt> {
        self.fits();
        self.take_any();
        let inner = self.expr(follow::IN_PARENS)?;
        let result = self.take(grammar::NESTED_CLOSE, Tok::CloseParen);
        self.leave(result.map(|_| ()))?;
        Ok(inner)
    }

    fn exprs(&mut self, follow: Set, args: &mut Vec<Sub>) -> Result<(), Halt> {
        self.follows.push(follow);
        let result = loop {
            args.push(self.expr(follow::ITEM)?);
            if self.stream.peek(0) != Tok::Comma {
                break Ok(());
            }
            if let Err(fault) = self.take(grammar::ARGS_COMMA, Tok::Comma) {
                break Err(fault);
            }
        };
        self.leave(result)
    }
}
