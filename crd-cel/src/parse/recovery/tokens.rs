//! Sets of tokens, and the tokens of an expression as the server's lexer delivers them.

use crate::ast::Span;
use crate::lex::{Lexer, Tok, Token};

/// The server's names of tokens, by their number in its grammar; 0 is the end of the expression.
const NAMES: [&str; 38] = [
    "<EOF>",
    "'=='",
    "'!='",
    "'in'",
    "'<'",
    "'<='",
    "'>='",
    "'>'",
    "'&&'",
    "'||'",
    "'['",
    "']'",
    "'{'",
    "'}'",
    "'('",
    "')'",
    "'.'",
    "','",
    "'-'",
    "'!'",
    "'?'",
    "':'",
    "'+'",
    "'*'",
    "'/'",
    "'%'",
    "'true'",
    "'false'",
    "'null'",
    "",
    "",
    "NUM_FLOAT",
    "NUM_INT",
    "NUM_UINT",
    "STRING",
    "BYTES",
    "IDENTIFIER",
    "ESC_IDENTIFIER",
];

/// Returns the number of a token in the server's grammar.
const fn number(tok: Tok) -> u8 {
    match tok {
        Tok::End | Tok::Bad => 0,
        Tok::Eq => 1,
        Tok::NotEq => 2,
        Tok::In => 3,
        Tok::Less => 4,
        Tok::LessEq => 5,
        Tok::GreaterEq => 6,
        Tok::Greater => 7,
        Tok::And => 8,
        Tok::Or => 9,
        Tok::OpenBracket => 10,
        Tok::CloseBracket => 11,
        Tok::OpenBrace => 12,
        Tok::CloseBrace => 13,
        Tok::OpenParen => 14,
        Tok::CloseParen => 15,
        Tok::Dot => 16,
        Tok::Comma => 17,
        Tok::Minus => 18,
        Tok::Not => 19,
        Tok::Question => 20,
        Tok::Colon => 21,
        Tok::Plus => 22,
        Tok::Star => 23,
        Tok::Slash => 24,
        Tok::Percent => 25,
        Tok::True => 26,
        Tok::False => 27,
        Tok::Null => 28,
        Tok::Double => 31,
        Tok::Int => 32,
        Tok::Uint => 33,
        Tok::String => 34,
        Tok::Bytes => 35,
        Tok::Ident => 36,
        Tok::Quoted => 37,
    }
}

/// A set of tokens, with a flag that the grammar rule may end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Set(u64);

impl Set {
    /// Marks that the rule may end here.
    pub(super) const RULE_END: Set = Set(1 << 63);

    pub(super) const fn of(toks: &[Tok]) -> Set {
        let mut bits = 0;
        let mut rest = toks;
        while let [first, tail @ ..] = rest {
            bits |= 1 << number(*first);
            rest = tail;
        }
        Set(bits)
    }

    pub(super) const fn or(self, other: Set) -> Set {
        Set(self.0 | other.0)
    }

    pub(super) const fn without_rule_end(self) -> Set {
        Set(self.0 & !Set::RULE_END.0)
    }

    pub(super) const fn without(self, tok: Tok) -> Set {
        Set(self.0 & !(1 << number(tok)))
    }

    pub(super) const fn may_end_rule(self) -> bool {
        self.0 & Set::RULE_END.0 != 0
    }

    pub(super) const fn has(self, tok: Tok) -> bool {
        self.0 & (1 << number(tok)) != 0
    }

    /// Formats the set: `']'`, or `{']', ','}` if there are several.
    pub(super) fn names(self) -> String {
        let tokens = self.without_rule_end().0;
        let mut text = String::new();
        for (at, name) in NAMES.iter().enumerate() {
            if tokens & (1 << at) != 0 {
                text.push_str(if text.is_empty() { "" } else { ", " });
                text.push_str(name);
            }
        }
        if tokens.count_ones() > 1 {
            text.insert(0, '{');
            text.push('}');
        }
        text
    }
}

/// The tokens, read on demand; characters that are no token are skipped.
pub(super) struct Stream<'s> {
    pub(super) source: &'s str,
    lexer: Lexer<'s>,
    /// Whether names in backticks are tokens.
    has_quoted_names: bool,
    tokens: Vec<Token>,
    /// Characters that are no token and not yet reported.
    unknown: Vec<Span>,
    /// All characters that are no token.
    skipped: Vec<Span>,
    /// Index of the current token.
    pub(super) at: usize,
}

impl<'s> Stream<'s> {
    pub(super) fn new(source: &'s str, has_quoted_names: bool) -> Self {
        Stream {
            source,
            lexer: Lexer::new(source),
            has_quoted_names,
            tokens: Vec::new(),
            unknown: Vec::new(),
            skipped: Vec::new(),
            at: 0,
        }
    }

    /// Returns the token at an index; the last one is [`Tok::End`].
    pub(super) fn token(&mut self, index: usize) -> Token {
        while self.tokens.len() <= index && self.tokens.last().is_none_or(|token| token.tok != Tok::End) {
            let mut token = self.lexer.next();
            if token.tok == Tok::Quoted && !self.has_quoted_names || token.tok == Tok::Bad {
                if !self.has_quoted_names
                    && self.source.as_bytes().get(token.span.start as usize) == Some(&b'`')
                {
                    token.span.end = token.span.start + 1;
                }
                self.lexer.resume(token.span.end as usize);
                self.unknown.push(token.span);
                self.skipped.push(token.span);
            } else {
                self.tokens.push(token);
            }
        }
        let end = Token {
            tok: Tok::End,
            span: Span::new(self.source.len(), self.source.len()),
        };
        self.tokens
            .get(index)
            .or(self.tokens.last())
            .copied()
            .unwrap_or(end)
    }

    /// Returns the kind of the token `ahead` tokens after the current one.
    pub(super) fn peek(&mut self, ahead: usize) -> Tok {
        self.token(self.at + ahead).tok
    }

    pub(super) fn current(&mut self) -> Token {
        self.token(self.at)
    }

    /// Consumes the current token; the end is never consumed.
    pub(super) fn take(&mut self) -> Token {
        let token = self.current();
        if token.tok != Tok::End {
            self.at += 1;
            self.current();
        }
        token
    }

    /// Returns the characters that were skipped since the last call.
    pub(super) fn take_unknown(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.unknown)
    }

    /// Returns the source from one token to another, without skipped characters.
    pub(super) fn text(&mut self, from: usize, to: usize) -> String {
        let (first, last) = (self.token(from), self.token(to));
        if first.tok == Tok::End {
            return String::from("<EOF>");
        }
        let mut text = String::new();
        let mut at = first.span.start;
        let end = if last.tok == Tok::End {
            Span::new(self.source.len(), self.source.len()).end
        } else {
            last.span.end
        };
        for gap in &self.skipped {
            if gap.start >= at && gap.end <= end {
                text.push_str(
                    self.source
                        .get(at as usize..gap.start as usize)
                        .unwrap_or_default(),
                );
                at = gap.end;
            }
        }
        text.push_str(self.source.get(at as usize..end as usize).unwrap_or_default());
        text
    }

    /// Formats a token as in error messages, in quotes.
    pub(super) fn shown(&mut self, index: usize) -> String {
        let token = self.token(index);
        if token.tok == Tok::End {
            return String::from("'<EOF>'");
        }
        quoted(self.source.get(token.span.range()).unwrap_or_default())
    }
}

/// Formats a text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    let text = text
        .replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r");
    format!("'{text}'")
}
