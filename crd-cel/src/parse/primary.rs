//! Parses members and primaries: names, calls, literals.

use super::{Parsed, Parser, Sub, foreign};
use crate::ast::{Entry, EntryKey, Kind, Literal, Node, NodeId, Span, Text};
use crate::lex::{Lexer, Tok, Token};
use crate::mistake::{BadLiteral, Expected, IssueKind, SyntaxError};
use crate::unescape::{self, StringStyle};

impl Parser<'_> {
    // member = primary ('.' '?'? id | '.' id '(' args ')' | '[' '?'? expr ']')*

    /// Parses a member. `minus` is the position of a minus sign that belongs to the following number.
    pub(super) fn member(&mut self, minus: Option<u32>) -> Parsed<Sub> {
        let start = minus.unwrap_or(self.token.span.start);
        // The state to restore if a chain of names turns out to be a message's name.
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

    /// Checks whether the primary that was just read, which began like a name, was a name and not a call.
    fn is_name(&self) -> bool {
        self.source.as_bytes().get((self.end as usize).wrapping_sub(1)) != Some(&b')')
    }

    /// Parses a selection after a `.`. Returns whether it was a plain one.
    fn select(&mut self, start: u32, operand: Sub) -> Parsed<(Sub, bool)> {
        let position = self.take().span.start;
        let optional = self.take_if(Tok::Question);
        let name = self.field_name(Expected::FieldOrFunctionName)?;
        let text = self.ast.source_text(unquoted(name));
        if optional {
            let field = self.node(Kind::Literal(Literal::String(text)), name.span, name.span.start);
            let args = self.ast.add_nodes(&[operand.node, field]);
            let kind = Kind::Call {
                function: Text::OPT_SELECT,
                target: None,
                args,
            };
            let node = self.node(kind, self.span_from(start), position);
            let height = self.above(operand.height);
            return Ok((Sub { node, height }, false));
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
        let height = self.above(operand.height);
        Ok((Sub { node, height }, name.tok == Tok::Ident))
    }

    fn field_name(&mut self, expected: Expected) -> Parsed<Token> {
        match self.token.tok {
            Tok::Ident => {}
            Tok::Quoted if self.version.has_quoted_names() => {}
            Tok::Quoted => self.quoted_name(self.token.span),
            _ => return Err(self.unexpected(expected)),
        }
        Ok(self.take())
    }

    #[cold]
    fn quoted_name(&mut self, name: Span) {
        let error = SyntaxError::QuotedName;
        let message = error.to_string();
        self.error_node(IssueKind::Syntax(error), message, name, name.start);
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
        self.require(Tok::CloseBracket, Expected::CloseBracket)?;
        Ok(self.binary(function, operand, index, start, (expr_id, position)))
    }

    /// Parses a call, starting at its `(`.
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
        self.require(Tok::CloseParen, Expected::CommaOrCloseParen)?;
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
        let node = match self.expand_macro(name, &node)? {
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
                self.require(Tok::CloseParen, Expected::CloseParen)?;
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
            _ => return Err(self.unexpected(Expected::Expression)),
        };
        Ok(Sub { node, height: 0 })
    }

    /// Parses `x`, `.x`, `f(…)` or `.f(…)`.
    fn name(&mut self) -> Parsed<Sub> {
        let start = self.token.span.start;
        let dot = self.take_if(Tok::Dot);
        let name = self.require(Tok::Ident, Expected::Name)?.span;
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
    pub(super) fn reserved(&mut self, word: &str, start: u32, name: Span) -> NodeId {
        let after = self.source.get(name.end as usize..).unwrap_or_default();
        let kind = if word == "function" && after.trim_start().starts_with('(') {
            IssueKind::Syntax(SyntaxError::Closure {
                text: word.to_owned(),
            })
        } else {
            let written = match word {
                "if" if self.explains => foreign::conditional(self.source, name, self.version),
                _ => None,
            };
            IssueKind::ReservedWord {
                word: word.to_owned(),
                written,
            }
        };
        self.error_node(kind, format!("reserved identifier: {word}"), name, start)
    }

    fn number(&mut self, minus: Option<u32>) -> NodeId {
        let token = self.take();
        self.number_node(token, minus)
    }

    pub(super) fn number_node(&mut self, token: Token, minus: Option<u32>) -> NodeId {
        let start = minus.unwrap_or(token.span.start);
        let text = self.source.get(token.span.range()).unwrap_or_default();
        let sign = if minus.is_some() { "-" } else { "" };
        let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |hex| (hex, 16));
        let (literal, bad) = match token.tok {
            Tok::Int => (
                i64::from_str_radix(&format!("{sign}{digits}"), radix)
                    .ok()
                    .map(Literal::Int),
                BadLiteral::Int,
            ),
            Tok::Uint => {
                let digits = digits.get(..digits.len().saturating_sub(1)).unwrap_or_default();
                (
                    u64::from_str_radix(digits, radix).ok().map(Literal::Uint),
                    BadLiteral::Uint,
                )
            }
            _ => {
                let value = format!("{sign}{text}")
                    .parse::<f64>()
                    .ok()
                    .filter(|value| value.is_finite());
                (value.map(Literal::Double), BadLiteral::Double)
            }
        };
        let span = Span {
            start,
            end: token.span.end,
        };
        match literal {
            Some(literal) => self.node(Kind::Literal(literal), span, start),
            None => self.error_node(IssueKind::BadLiteral(bad), bad.to_string(), span, start),
        }
    }

    fn string(&mut self) -> NodeId {
        let token = self.take();
        self.string_node(token)
    }

    pub(super) fn string_node(&mut self, token: Token) -> NodeId {
        let literal = self.source.get(token.span.range()).unwrap_or_default();
        let (start, end, style) = unescape::inner(literal);
        let inner = literal.get(start..end).unwrap_or_default();
        let offset = token.span.start as usize;
        let value = if token.tok == Tok::Bytes {
            unescape::bytes(inner, style).map(|value| Literal::Bytes(self.ast.add_bytes(&value)))
        } else if !inner.as_bytes().contains(&b'\r')
            && (style == StringStyle::Raw || !inner.as_bytes().contains(&b'\\'))
        {
            Ok(Literal::String(
                self.ast.source_text(Span::new(offset + start, offset + end)),
            ))
        } else {
            unescape::string(inner, style).map(|value| Literal::String(self.ast.add_text(&value)))
        };
        match value {
            Ok(literal) => self.node(Kind::Literal(literal), token.span, token.span.start),
            Err(bad) => {
                let kind = IssueKind::BadLiteral(bad);
                self.error_node(kind, bad.to_string(), token.span, token.span.start)
            }
        }
    }

    /// Parses `[a, ?b,]`.
    fn list(&mut self) -> Parsed<Sub> {
        let position = self.take().span.start;
        let expr_id = self.id();
        let base = self.terms.len();
        let mut optional = Vec::new();
        let mut height = 0;
        let mut more = !matches!(self.token.tok, Tok::CloseBracket | Tok::Comma);
        while more {
            if self.take_if(Tok::Question) {
                optional.push(u32::try_from(self.terms.len() - base).unwrap_or(u32::MAX));
            }
            let element = self.expr()?;
            self.terms.push(element.node);
            height = height.max(element.height);
            more = self.more(Tok::CloseBracket, Expected::ExpressionOrCloseBracket)?;
        }
        // `[,]` is an empty list.
        if self.terms.len() == base {
            self.take_if(Tok::Comma);
        }
        self.require(Tok::CloseBracket, Expected::CommaOrCloseBracket)?;
        let elements = self.ast.add_nodes(self.terms.get(base..).unwrap_or_default());
        self.terms.truncate(base);
        let optional = self.ast.add_indices(&optional);
        let kind = Kind::List { elements, optional };
        let node = self.numbered(expr_id, kind, self.span_from(position), position);
        Ok(Sub { node, height })
    }

    /// Consumes the comma after an element; returns whether another element follows.
    fn more(&mut self, close: Tok, expected: Expected) -> Parsed<bool> {
        if !self.take_if(Tok::Comma) {
            return Ok(false);
        }
        if self.at(Tok::Comma) {
            return Err(self.unexpected(expected));
        }
        Ok(!self.at(close))
    }

    /// Parses `{k: v, ?k: v,}`.
    fn map(&mut self) -> Parsed<Sub> {
        let start = self.token.span.start;
        self.braces(start, None)
    }

    /// Parses `pkg.Name{field: v}`, starting at its `{`.
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
        let mut more = !matches!(self.token.tok, Tok::CloseBrace | Tok::Comma);
        while more {
            height = height.max(self.entry(type_name)?);
            more = self.more(Tok::CloseBrace, Expected::EntryOrCloseBrace)?;
        }
        if self.entries.len() == base {
            self.take_if(Tok::Comma);
        }
        self.require(Tok::CloseBrace, Expected::CommaOrCloseBrace)?;
        let entries = self.ast.add_entries(self.entries.get(base..).unwrap_or_default());
        self.entries.truncate(base);
        let kind = match type_name {
            Some(type_name) => Kind::Struct { type_name, entries },
            None => Kind::Map(entries),
        };
        let node = self.numbered(expr_id, kind, self.span_from(start), position);
        Ok(Sub { node, height })
    }

    /// Parses one entry of a map or, with a type, of a message. Returns its height.
    fn entry(&mut self, type_name: Option<Text>) -> Parsed<u16> {
        let expr_id = self.id();
        let optional = self.take_if(Tok::Question);
        let mut height = 0;
        let key = if type_name.is_some() {
            let name = self.field_name(Expected::FieldName)?;
            EntryKey::Field(self.ast.source_text(unquoted(name)))
        } else {
            let key = self.expr()?;
            height = key.height;
            EntryKey::Expr(key.node)
        };
        let position = self.require(Tok::Colon, Expected::EntryColon)?.span.start;
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

/// Returns the span of a field's name without its backticks.
fn unquoted(name: Token) -> Span {
    let Span { start, end } = name.span;
    if name.tok == Tok::Quoted {
        Span {
            start: start + 1,
            end: end.saturating_sub(1),
        }
    } else {
        name.span
    }
}

/// Returns a message's name as cel-go joins it: without white space and comments between its parts.
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

/// Checks for words that lex as identifiers but cannot name a variable or function.
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
