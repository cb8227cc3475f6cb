//! Parses lists, maps, messages and constants with error recovery.

use super::grammar::{self, GrammarPlace, follow};
use super::members::RecoveredField;
use super::strategy::{Symbol, SyntaxFault};
use super::tokens::Set;
use super::{Halt, NOWHERE, Recovery};
use crate::ast::{Entries, Indices, Kind, Literal, NodeId, Span};
use crate::lex::{Tok, Token};
use crate::parse::Sub;

/// The parts of a list, a map or a message that are present.
#[derive(Default)]
struct Braces {
    open: Option<Symbol>,
    elements: Vec<NodeId>,
    height: u16,
}

impl Recovery<'_> {
    pub(super) fn list(&mut self) -> Result<Sub, Halt> {
        let parts = self.parts(Self::list_parts)?;
        let elements = self.tree.ast.add_nodes(&parts.elements);
        let optional = Indices::default();
        Ok(self.braces_node(Kind::List { elements, optional }, &parts))
    }

    fn list_parts(&mut self, parts: &mut Braces) -> Result<(), SyntaxFault> {
        parts.open = Some(self.take(grammar::LIST_OPEN, Tok::OpenBracket)?);
        self.before_choice(grammar::LIST_ELEMENTS)?;
        if grammar::ELEMENT.has(self.stream.peek(0)) {
            self.elements(follow::LIST, parts)?;
        }
        self.last_comma(grammar::LIST_LAST_COMMA, grammar::LIST_COMMA)?;
        self.take(grammar::LIST_CLOSE, Tok::CloseBracket)?;
        Ok(())
    }

    /// Consumes the optional comma before the closing bracket.
    fn last_comma(&mut self, choice: GrammarPlace, comma: GrammarPlace) -> Result<(), SyntaxFault> {
        self.before_choice(choice)?;
        self.take_if(comma, Tok::Comma)?;
        Ok(())
    }

    fn braces_node(&mut self, kind: Kind, parts: &Braces) -> Sub {
        let position = parts.open.map_or(NOWHERE, |open| open.start);
        let node = self.tree.node(kind, Span::default(), position);
        Self::placed(node, parts.height)
    }

    fn elements(&mut self, follow: Set, parts: &mut Braces) -> Result<(), Halt> {
        self.follows.push(follow);
        // cel-go does not process the elements after a missing one.
        let mut looked_at = None;
        let result = loop {
            let issues = self.tree.issues.len();
            match self.element(follow::ITEM)? {
                Some(element) => {
                    parts.height = parts.height.max(element.height);
                    parts.elements.push(element.node);
                }
                None => looked_at = looked_at.or(Some(issues)),
            }
            if self.stream.peek(0) != Tok::Comma || !grammar::ELEMENT.has(self.stream.peek(1)) {
                break Ok(());
            }
            if let Err(fault) = self.take(grammar::ELEMENTS_COMMA, Tok::Comma) {
                break Err(fault);
            }
        };
        if let Some(issues) = looked_at {
            self.tree.issues.truncate(issues);
            parts.elements.clear();
        }
        self.leave(result)
    }

    fn element(&mut self, follow: Set) -> Result<Option<Sub>, Halt> {
        self.follows.push(follow);
        self.parts(Self::element_parts)
    }

    fn element_parts(&mut self, element: &mut Option<Sub>) -> Result<(), SyntaxFault> {
        self.optional(grammar::ELEMENT_OPTIONAL, grammar::ELEMENT_QUESTION)?;
        *element = Some(self.expr(follow::RULE_END)?);
        Ok(())
    }

    pub(super) fn map(&mut self) -> Result<Sub, Halt> {
        let parts = self.parts(Self::map_parts)?;
        Ok(self.braces_node(Kind::Map(Entries::default()), &parts))
    }

    fn map_parts(&mut self, parts: &mut Braces) -> Result<(), SyntaxFault> {
        parts.open = Some(self.take(grammar::MAP_OPEN, Tok::OpenBrace)?);
        self.before_choice(grammar::MAP_ENTRIES)?;
        if grammar::ELEMENT.has(self.stream.peek(0)) {
            self.entries(follow::ENTRIES, parts)?;
        }
        self.last_comma(grammar::MAP_LAST_COMMA, grammar::MAP_COMMA)?;
        self.take(grammar::MAP_CLOSE, Tok::CloseBrace)?;
        Ok(())
    }

    fn entries(&mut self, follow: Set, parts: &mut Braces) -> Result<(), Halt> {
        self.follows.push(follow);
        let result = loop {
            let issues = self.tree.issues.len();
            let key = self.element(follow::KEY)?;
            if let Err(fault) = self.take(grammar::ENTRIES_COLON, Tok::Colon) {
                // cel-go does not process a key without a colon.
                self.tree.issues.truncate(issues);
                break Err(fault);
            }
            let value = self.expr(follow::ITEM)?;
            parts.height = parts
                .height
                .max(value.height)
                .max(key.map_or(0, |key| key.height));
            if self.stream.peek(0) != Tok::Comma || !grammar::ELEMENT.has(self.stream.peek(1)) {
                break Ok(());
            }
            if let Err(fault) = self.take(grammar::ENTRIES_COMMA, Tok::Comma) {
                break Err(fault);
            }
        };
        self.leave(result)
    }

    pub(super) fn message(&mut self) -> Result<Sub, Halt> {
        let parts = self.parts(Self::message_parts)?;
        let type_name = self.tree.ast.add_text("");
        let entries = Entries::default();
        Ok(self.braces_node(Kind::Struct { type_name, entries }, &parts))
    }

    fn message_parts(&mut self, parts: &mut Braces) -> Result<(), SyntaxFault> {
        self.take_if(grammar::IDENT_DOT, Tok::Dot)?;
        self.take(grammar::MESSAGE_NAME, Tok::Ident)?;
        while self.take_if(grammar::MESSAGE_DOT, Tok::Dot)? {
            self.take(grammar::MESSAGE_NAME, Tok::Ident)?;
        }
        parts.open = Some(self.take(grammar::MESSAGE_OPEN, Tok::OpenBrace)?);
        self.before_choice(self.field_place(grammar::MESSAGE_FIELDS))?;
        if self.begins_field(0) {
            self.fields(follow::ENTRIES, parts)?;
        }
        self.last_comma(grammar::MESSAGE_LAST_COMMA, grammar::MESSAGE_COMMA)?;
        self.take(grammar::MESSAGE_CLOSE, Tok::CloseBrace)?;
        Ok(())
    }

    fn begins_field(&mut self, ahead: usize) -> bool {
        matches!(self.stream.peek(ahead), Tok::Question | Tok::Ident | Tok::Quoted)
    }

    fn fields(&mut self, follow: Set, parts: &mut Braces) -> Result<(), Halt> {
        self.follows.push(follow);
        let start = self.stream.current().span.start;
        let mut looked_at = None;
        let result = loop {
            let name = self.field_of_message(follow::KEY)?;
            if let Err(fault) = self.take(grammar::FIELDS_COLON, Tok::Colon) {
                break Err(fault);
            }
            let issues = self.tree.issues.len();
            let value = self.expr(follow::ITEM)?;
            parts.height = parts.height.max(value.height);
            let is_good = match name {
                Some(RecoveredField::Plain(_)) => true,
                Some(RecoveredField::Quoted(_)) => self.tree.version.has_quoted_names(),
                _ => false,
            };
            if !is_good {
                // cel-go does not process the value then, and reports the name at the first field.
                self.tree.issues.truncate(issues);
                if self.has_quoted_names {
                    self.field_error(name.unwrap_or(RecoveredField::Broken(start)), start);
                } else {
                    // Older servers report nothing, and process no further field.
                    looked_at = looked_at.or(Some(issues));
                }
            }
            if self.stream.peek(0) != Tok::Comma || !self.begins_field(1) {
                break Ok(());
            }
            if let Err(fault) = self.take(self.field_place(grammar::FIELDS_COMMA), Tok::Comma) {
                break Err(fault);
            }
        };
        if let Some(issues) = looked_at {
            self.tree.issues.truncate(issues);
        }
        self.leave(result)
    }

    fn field_of_message(&mut self, follow: Set) -> Result<Option<RecoveredField>, Halt> {
        self.follows.push(follow);
        self.parts(Self::field_of_message_parts)
    }

    fn field_of_message_parts(&mut self, field: &mut Option<RecoveredField>) -> Result<(), SyntaxFault> {
        let choice = self.field_place(grammar::NAME_OPTIONAL);
        self.optional(choice, self.field_place(grammar::NAME_QUESTION))?;
        *field = Some(self.field(follow::RULE_END)?);
        Ok(())
    }

    pub(super) fn literal(&mut self, follow: Set) -> Result<Sub, Halt> {
        self.follows.push(follow);
        let node = match self.before_choice(grammar::LITERAL_KIND) {
            Ok(()) => self.literal_node(),
            Err(fault) => Err(fault),
        };
        match node {
            Ok(node) => {
                self.leave(Ok(()))?;
                Ok(Self::placed(node, 0))
            }
            Err(fault) => {
                self.leave(Err(fault))?;
                Ok(self.nothing(NOWHERE))
            }
        }
    }

    fn literal_node(&mut self) -> Result<NodeId, SyntaxFault> {
        let minus = (self.stream.peek(0) == Tok::Minus).then(|| self.stream.current().span.start);
        if minus.is_some() && !matches!(self.stream.peek(1), Tok::Int | Tok::Double) {
            return Err(SyntaxFault::NoAlternative(grammar::LITERAL_KIND, 1));
        }
        self.fits();
        if minus.is_some() {
            self.take_any();
        }
        let token: Token = self.stream.take();
        let literal = match token.tok {
            Tok::Int | Tok::Uint | Tok::Double => return Ok(self.tree.number_node(token, minus)),
            Tok::String | Tok::Bytes => return Ok(self.tree.string_node(token)),
            Tok::True => Literal::Bool(true),
            Tok::False => Literal::Bool(false),
            _ => Literal::Null,
        };
        Ok(self
            .tree
            .node(Kind::Literal(literal), token.span, token.span.start))
    }
}
