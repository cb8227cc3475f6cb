//! cel-go's grammar, as far as it affects the errors of its parser: the tokens that may follow at each
//! position where the parser checks for an error.
//!
//! ```text
//! start      : expr EOF
//! expr       : or ('?' or ':' expr)?
//! or         : and ('||' and)*
//! and        : relation ('&&' relation)*
//! relation   : calc (('<' | … | 'in') relation)*
//! calc       : unary (('*' | '/' | '%' | '+' | '-') calc)*
//! unary      : member | '!'+ member | '-'+ member
//! member     : primary ('.' '?'? field | '.' ID '(' exprs? ')' | '[' '?'? expr ']')*
//! primary    : '.'? ID | '.'? ID '(' exprs? ')' | '(' expr ')' | '[' list? ','? ']' | '{' map? ','? '}'
//!            | '.'? ID ('.' ID)* '{' fields? ','? '}' | literal
//! exprs      : expr (',' expr)*
//! list       : element (',' element)*          element : '?'? expr
//! map        : element ':' expr (',' element ':' expr)*
//! fields     : name ':' expr (',' name ':' expr)*      name : '?'? field
//! field      : ID | ESC_ID
//! literal    : '-'? INT | UINT | '-'? FLOAT | STRING | …
//! ```

use super::tokens::Set;
use crate::lex::Tok;

/// A position in the grammar.
#[derive(Clone, Copy)]
pub(super) struct GrammarPlace {
    /// Unique number; below 64.
    pub(super) id: u8,
    /// The tokens that may come here within the rule.
    pub(super) next: Set,
    /// The tokens that may come after the required token, within the rule.
    pub(super) after: Set,
}

impl GrammarPlace {
    /// Returns the position for servers that do not have names in backticks.
    pub(super) const fn without_quoted(self) -> GrammarPlace {
        GrammarPlace {
            id: self.id,
            next: self.next.without(Tok::Quoted),
            after: self.after.without(Tok::Quoted),
        }
    }

    pub(super) const fn followed_by(self, after: Set) -> GrammarPlace {
        GrammarPlace { after, ..self }
    }
}

/// A position where alternatives begin.
const fn choice(id: u8, next: Set) -> GrammarPlace {
    GrammarPlace {
        id,
        next,
        after: next,
    }
}

/// A position where one token is required.
const fn token(id: u8, tok: Tok, after: Set) -> GrammarPlace {
    let next = Set::of(&[tok]);
    GrammarPlace { id, next, after }
}

const END: Set = Set::RULE_END;

/// The tokens with which a literal begins.
pub(super) const LITERAL: Set = Set::of(&[
    Tok::Minus,
    Tok::Int,
    Tok::Uint,
    Tok::Double,
    Tok::String,
    Tok::Bytes,
    Tok::True,
    Tok::False,
    Tok::Null,
]);
/// The tokens with which a member begins.
pub(super) const MEMBER: Set = LITERAL.or(Set::of(&[
    Tok::Dot,
    Tok::Ident,
    Tok::OpenParen,
    Tok::OpenBracket,
    Tok::OpenBrace,
]));
/// The tokens with which an expression begins.
pub(super) const EXPR: Set = MEMBER.or(Set::of(&[Tok::Not]));
/// The tokens with which an element of a list or a key of a map begins.
pub(super) const ELEMENT: Set = EXPR.or(Set::of(&[Tok::Question]));

const COMMA: Set = Set::of(&[Tok::Comma]);
const COLON: Set = Set::of(&[Tok::Colon]);
const CLOSE_PAREN: Set = Set::of(&[Tok::CloseParen]);
const CLOSE_BRACKET: Set = Set::of(&[Tok::CloseBracket]);
const CLOSE_BRACE: Set = Set::of(&[Tok::CloseBrace]);
const NOT: Set = Set::of(&[Tok::Not]);
const QUESTION: Set = Set::of(&[Tok::Question]);
const FIELD: Set = Set::of(&[Tok::Ident, Tok::Quoted]);
const NAME: Set = Set::of(&[Tok::Ident]);

/// The tokens that follow a rule where another rule uses it.
pub(super) mod follow {
    use super::{CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN, COLON, COMMA, END, Set, Tok};

    pub(in super::super) const START: Set = Set::of(&[Tok::End]);
    pub(in super::super) const CONDITION: Set = Set::of(&[Tok::Question]).or(END);
    pub(in super::super) const RULE_END: Set = END;
    pub(in super::super) const OR: Set = Set::of(&[Tok::Or]).or(END);
    pub(in super::super) const AND: Set = Set::of(&[Tok::And]).or(END);
    pub(in super::super) const RELATION: Set = Set::of(&[
        Tok::Eq,
        Tok::NotEq,
        Tok::In,
        Tok::Less,
        Tok::LessEq,
        Tok::Greater,
        Tok::GreaterEq,
    ])
    .or(END);
    pub(in super::super) const CALC: Set =
        Set::of(&[Tok::Plus, Tok::Minus, Tok::Star, Tok::Slash, Tok::Percent]).or(END);
    pub(in super::super) const MEMBER: Set = Set::of(&[Tok::Dot, Tok::OpenBracket]).or(END);
    pub(in super::super) const ITEM: Set = COMMA.or(END);
    pub(in super::super) const KEY: Set = COLON;
    pub(in super::super) const IN_PARENS: Set = CLOSE_PAREN;
    pub(in super::super) const IN_BRACKETS: Set = CLOSE_BRACKET;
    pub(in super::super) const LIST: Set = COMMA.or(CLOSE_BRACKET);
    pub(in super::super) const ENTRIES: Set = COMMA.or(CLOSE_BRACE);
}

pub(super) const START_END: GrammarPlace = token(0, Tok::End, END);

pub(super) const EXPR_QUESTION: GrammarPlace = token(1, Tok::Question, EXPR);
pub(super) const EXPR_COLON: GrammarPlace = token(2, Tok::Colon, EXPR);

pub(super) const OR_OPERATOR: GrammarPlace = token(3, Tok::Or, EXPR);
pub(super) const AND_OPERATOR: GrammarPlace = token(4, Tok::And, EXPR);

pub(super) const UNARY: GrammarPlace = choice(5, EXPR);
pub(super) const UNARY_NOT: GrammarPlace = token(6, Tok::Not, NOT.or(MEMBER));
pub(super) const UNARY_NOT_AGAIN: GrammarPlace = choice(7, NOT.or(MEMBER));
pub(super) const UNARY_MINUS: GrammarPlace = token(8, Tok::Minus, MEMBER);
pub(super) const UNARY_MINUS_AGAIN: GrammarPlace = choice(9, MEMBER);

pub(super) const MEMBER_PART: GrammarPlace = choice(10, Set::of(&[Tok::Dot, Tok::OpenBracket]));
pub(super) const SELECT_DOT: GrammarPlace = token(11, Tok::Dot, QUESTION.or(FIELD));
pub(super) const SELECT_OPTIONAL: GrammarPlace = choice(12, QUESTION.or(FIELD));
pub(super) const SELECT_QUESTION: GrammarPlace = token(13, Tok::Question, FIELD);
pub(super) const CALL_DOT: GrammarPlace = token(14, Tok::Dot, NAME);
pub(super) const CALL_NAME: GrammarPlace = token(15, Tok::Ident, Set::of(&[Tok::OpenParen]));
pub(super) const CALL_OPEN: GrammarPlace = token(16, Tok::OpenParen, EXPR.or(CLOSE_PAREN));
pub(super) const CALL_ARGS: GrammarPlace = choice(17, EXPR.or(CLOSE_PAREN));
pub(super) const CALL_CLOSE: GrammarPlace = token(18, Tok::CloseParen, follow::MEMBER);
pub(super) const INDEX_OPEN: GrammarPlace = token(19, Tok::OpenBracket, ELEMENT);
pub(super) const INDEX_OPTIONAL: GrammarPlace = choice(20, ELEMENT);
pub(super) const INDEX_QUESTION: GrammarPlace = token(21, Tok::Question, EXPR);
pub(super) const INDEX_CLOSE: GrammarPlace = token(22, Tok::CloseBracket, follow::MEMBER);

pub(super) const PRIMARY: GrammarPlace = choice(23, MEMBER);
pub(super) const IDENT_DOT: GrammarPlace = token(24, Tok::Dot, NAME);
pub(super) const GLOBAL_NAME: GrammarPlace = token(26, Tok::Ident, Set::of(&[Tok::OpenParen]));
pub(super) const GLOBAL_OPEN: GrammarPlace = token(27, Tok::OpenParen, EXPR.or(CLOSE_PAREN));
pub(super) const GLOBAL_ARGS: GrammarPlace = choice(28, EXPR.or(CLOSE_PAREN));
pub(super) const GLOBAL_CLOSE: GrammarPlace = token(29, Tok::CloseParen, END);
pub(super) const NESTED_CLOSE: GrammarPlace = token(31, Tok::CloseParen, END);
pub(super) const LIST_OPEN: GrammarPlace = token(32, Tok::OpenBracket, ELEMENT.or(follow::LIST));
pub(super) const LIST_ELEMENTS: GrammarPlace = choice(33, ELEMENT.or(follow::LIST));
pub(super) const LIST_COMMA: GrammarPlace = token(34, Tok::Comma, CLOSE_BRACKET);
pub(super) const LIST_LAST_COMMA: GrammarPlace = choice(35, follow::LIST);
pub(super) const LIST_CLOSE: GrammarPlace = token(36, Tok::CloseBracket, END);
pub(super) const MAP_OPEN: GrammarPlace = token(37, Tok::OpenBrace, ELEMENT.or(follow::ENTRIES));
pub(super) const MAP_ENTRIES: GrammarPlace = choice(38, ELEMENT.or(follow::ENTRIES));
pub(super) const MAP_LAST_COMMA: GrammarPlace = choice(39, follow::ENTRIES);
pub(super) const MAP_COMMA: GrammarPlace = token(40, Tok::Comma, CLOSE_BRACE);
pub(super) const MAP_CLOSE: GrammarPlace = token(41, Tok::CloseBrace, END);
pub(super) const MESSAGE_NAME: GrammarPlace = token(42, Tok::Ident, Set::of(&[Tok::Dot, Tok::OpenBrace]));
pub(super) const MESSAGE_DOT: GrammarPlace = token(43, Tok::Dot, NAME);
pub(super) const MESSAGE_OPEN: GrammarPlace =
    token(44, Tok::OpenBrace, QUESTION.or(FIELD).or(follow::ENTRIES));
pub(super) const MESSAGE_FIELDS: GrammarPlace = choice(45, QUESTION.or(FIELD).or(follow::ENTRIES));
pub(super) const MESSAGE_LAST_COMMA: GrammarPlace = choice(46, follow::ENTRIES);
pub(super) const MESSAGE_COMMA: GrammarPlace = token(47, Tok::Comma, CLOSE_BRACE);
pub(super) const MESSAGE_CLOSE: GrammarPlace = token(48, Tok::CloseBrace, END);

pub(super) const ARGS_COMMA: GrammarPlace = token(49, Tok::Comma, EXPR);
pub(super) const ELEMENTS_COMMA: GrammarPlace = token(50, Tok::Comma, ELEMENT);
pub(super) const ENTRIES_COLON: GrammarPlace = token(51, Tok::Colon, EXPR);
pub(super) const ENTRIES_COMMA: GrammarPlace = token(52, Tok::Comma, ELEMENT);
pub(super) const FIELDS_COLON: GrammarPlace = token(53, Tok::Colon, EXPR);
pub(super) const FIELDS_COMMA: GrammarPlace = token(54, Tok::Comma, QUESTION.or(FIELD));
pub(super) const ELEMENT_OPTIONAL: GrammarPlace = choice(55, ELEMENT);
pub(super) const ELEMENT_QUESTION: GrammarPlace = token(56, Tok::Question, EXPR);
pub(super) const NAME_OPTIONAL: GrammarPlace = choice(57, QUESTION.or(FIELD));
pub(super) const NAME_QUESTION: GrammarPlace = token(58, Tok::Question, FIELD);
pub(super) const FIELD_NAME: GrammarPlace = choice(59, FIELD);

pub(super) const LITERAL_KIND: GrammarPlace = choice(60, LITERAL);
pub(super) const OLD_FIELD_NAME: GrammarPlace = token(63, Tok::Ident, END);
