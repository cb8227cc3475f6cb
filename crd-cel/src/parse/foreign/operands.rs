//! The operands around an operator of another language, found by the tokens before and after it.

use crate::lex::{Lexer, Tok, Token};

/// The operators that an operand may contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operand {
    /// None: names, selections, calls and literals.
    Member,
    /// Comparisons and calculations.
    Comparison,
    /// Also `&&` and `||`.
    Condition,
    /// Also `? :`.
    Argument,
}

impl Operand {
    /// The tightest operand that includes a token.
    fn of(tok: Tok) -> Option<Operand> {
        Some(match tok {
            Tok::End | Tok::Bad | Tok::Comma => return None,
            Tok::Colon | Tok::Question => Operand::Argument,
            Tok::And | Tok::Or => Operand::Condition,
            Tok::Eq | Tok::NotEq | Tok::Less | Tok::LessEq | Tok::Greater | Tok::GreaterEq | Tok::In => {
                Operand::Comparison
            }
            Tok::Plus | Tok::Minus | Tok::Star | Tok::Slash | Tok::Percent | Tok::Not => Operand::Comparison,
            _ => Operand::Member,
        })
    }
}

/// Returns the tokens of a text that has no bad one.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut lexer = Lexer::new(text);
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next();
        match token.tok {
            Tok::End => return Some(tokens),
            Tok::Bad => return None,
            _ => tokens.push(token),
        }
    }
}

/// Returns the operand at the end of a text.
pub(super) fn before(text: &str, kind: Operand) -> Option<&str> {
    let tokens = tokens(text)?;
    let mut depth = 0usize;
    let mut start = None;
    let mut next: Option<Tok> = None;
    for (at, token) in tokens.iter().enumerate().rev() {
        let tok = token.tok;
        match tok {
            Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace => {
                if depth == 0 && next.is_some_and(begins) {
                    break;
                }
                depth += 1;
            }
            Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace if depth == 0 => break,
            Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace => depth -= 1,
            _ if depth > 0 => {}
            Tok::Question if is_optional(&tokens, at) => {}
            _ if Operand::of(tok).is_none_or(|of| of > kind) => break,
            _ if ends(tok) && next.is_some_and(begins) => break,
            _ => {}
        }
        start = Some(token.span.start as usize);
        next = Some(tok);
    }
    text.get(start?..).map(str::trim_end)
}

/// Returns the operand at the beginning of a text.
pub(super) fn after(text: &str, kind: Operand) -> Option<&str> {
    let mut lexer = Lexer::new(text);
    let (mut depth, mut end) = (0usize, None);
    let mut last: Option<Tok> = None;
    let start = text.len() - text.trim_start().len();
    loop {
        let token = lexer.next();
        let tok = token.tok;
        match tok {
            Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace => depth += 1,
            Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace if depth == 0 => break,
            Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace => depth -= 1,
            Tok::End | Tok::Bad => break,
            _ if depth > 0 => {}
            Tok::Question if matches!(last, Some(Tok::Dot | Tok::OpenBracket)) => {}
            Tok::Not if last.is_none() => {}
            _ if Operand::of(tok).is_none_or(|of| of > kind) => break,
            _ if begins(tok) && last.is_some_and(ends) => break,
            _ => {}
        }
        end = Some(token.span.end as usize);
        last = Some(tok);
    }
    let is_whole = depth == 0 && last.is_some_and(ends);
    text.get(start..end?).filter(|_| is_whole)
}

/// Whether a `?` belongs to an optional selection: `.?field`, `[?0]`.
fn is_optional(tokens: &[Token], at: usize) -> bool {
    let last = at.checked_sub(1).and_then(|at| tokens.get(at));
    last.is_some_and(|last| matches!(last.tok, Tok::Dot | Tok::OpenBracket))
}

/// Whether an operand may end with a token.
fn ends(tok: Tok) -> bool {
    matches!(tok, Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace) || begins(tok)
}

/// Whether an operand begins with a token that no operand goes on with, unless after a dot.
fn begins(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Ident
            | Tok::Int
            | Tok::Uint
            | Tok::Double
            | Tok::String
            | Tok::Bytes
            | Tok::True
            | Tok::False
            | Tok::Null
    )
}

/// Whether a text is one operand without operators around it.
pub(super) fn is_member(text: &str) -> bool {
    before(text, Operand::Member) == Some(text.trim())
}

/// Returns the negation of a condition: `!self.a`, `!(self.a > 1)`.
pub(super) fn negated(condition: &str) -> String {
    match condition.strip_prefix('!') {
        Some(inner) if is_member(inner) => inner.to_owned(),
        _ if is_member(condition) => format!("!{condition}"),
        _ => format!("!({condition})"),
    }
}

/// Returns the last bracket that is not closed, and its place.
pub(super) fn unclosed(text: &str) -> Option<Token> {
    let mut open = Vec::new();
    for token in tokens(text)? {
        match token.tok {
            Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace => open.push(token),
            Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace => {
                open.pop()?;
            }
            _ => {}
        }
    }
    open.pop()
}
