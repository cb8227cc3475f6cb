//! Support for editors: information about an expression that is being typed.

use crate::ast::Span;
use crate::lex::{Lexer, Tok, add_comments};
use crate::macros::MACROS;
use crate::mistake::CallStyle;
use crate::version::CompatVersion;

/// The class of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenClass {
    /// A name, in backticks or not.
    Name,
    /// `true`, `false`, `null`, `in`
    Keyword,
    /// A number.
    Number,
    /// A string or bytes.
    Text,
    /// `(`, `[`, `{`
    Open,
    /// `)`, `]`, `}`
    Close,
    /// `.`
    Dot,
    /// `,`
    Comma,
    /// Any other symbol.
    Operator,
    /// A comment, from `//` to the end of the line.
    Comment,
    /// No token: characters with which no token begins, or an unterminated string.
    Bad,
}

/// A token and its place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CelToken {
    /// The class of the token.
    pub class: TokenClass,
    /// Byte range of the token.
    pub span: Span,
}

/// Returns the tokens of a text, which need not be a valid expression. Characters that are no token are skipped.
///
/// ```
/// use crd_cel::editor::{TokenClass, tokens};
///
/// let found = tokens("self.a == 'b");
/// assert_eq!(found.len(), 5);
/// assert_eq!((found[2].class, found[4].class), (TokenClass::Name, TokenClass::Bad));
/// ```
pub fn tokens(source: &str) -> Vec<CelToken> {
    let mut lexer = Lexer::new(source);
    let mut tokens = Vec::new();
    let mut end = 0;
    loop {
        let token = lexer.next();
        let mut comments = Vec::new();
        add_comments(source, end, token.span.range().start, &mut comments);
        for span in comments {
            tokens.push(CelToken {
                class: TokenClass::Comment,
                span,
            });
        }
        let class = match token.tok {
            Tok::End => return tokens,
            Tok::Bad => TokenClass::Bad,
            Tok::Ident | Tok::Quoted => TokenClass::Name,
            Tok::True | Tok::False | Tok::Null | Tok::In => TokenClass::Keyword,
            Tok::Int | Tok::Uint | Tok::Double => TokenClass::Number,
            Tok::String | Tok::Bytes => TokenClass::Text,
            Tok::OpenBracket | Tok::OpenBrace | Tok::OpenParen => TokenClass::Open,
            Tok::CloseBracket | Tok::CloseBrace | Tok::CloseParen => TokenClass::Close,
            Tok::Dot => TokenClass::Dot,
            Tok::Comma => TokenClass::Comma,
            _ => TokenClass::Operator,
        };
        let span = token.span.range();
        // A half of `==`, `&&` or `||` is a token of its own, without the character after it.
        let is_half = class == TokenClass::Bad
            && source
                .get(span.start..)
                .is_some_and(|rest| rest.starts_with(['=', '&', '|']));
        end = if is_half {
            span.start + 1
        } else {
            span.end.max(end + 1)
        };
        tokens.push(CelToken {
            class,
            span: Span::new(span.start, end),
        });
        if class == TokenClass::Bad {
            lexer.resume(end);
        }
    }
}

/// A macro: a call that is rewritten while it is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Macro {
    /// Its name.
    pub name: &'static str,
    /// Whether call it as `receiver.name(…)`.
    pub is_method: bool,
    /// Syntax, such as `list.all(x, condition)`.
    pub usage: &'static str,
}

/// Returns the macros of an environment.
///
/// ```
/// use crd_cel::CompatVersion;
/// use crd_cel::editor::macros;
///
/// assert!(macros(CompatVersion::new(35)).iter().any(|known| known.name == "sortBy"));
/// assert!(!macros(CompatVersion::new(30)).iter().any(|known| known.name == "sortBy"));
/// ```
pub fn macros(version: CompatVersion) -> Vec<Macro> {
    let mut found = Vec::new();
    for known in MACROS {
        if version.has(known.since) {
            found.push(Macro {
                name: known.name,
                is_method: known.call == CallStyle::Method,
                usage: known.usage,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_typed_has_tokens() {
        for (source, expected) in [
            ("self.", "self ."),
            ("a = 1", "a = 1"),
            ("'abc", "'abc"),
            ("a ? 'x\ny: 1", "a ? 'x\n y : 1"),
            ("# é & `a", "# é & `a"),
            ("a =b|", "a = b |"),
            ("a // b 'c\n+ 1", "a // b 'c + 1"),
            ("// only", "// only"),
            ("", ""),
        ] {
            let found: Vec<&str> = tokens(source)
                .iter()
                .map(|token| &source[token.span.range()])
                .collect();
            assert_eq!(found.join(" "), expected, "{source:?}");
        }
    }
}
