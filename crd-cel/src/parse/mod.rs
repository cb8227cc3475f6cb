//! The parser, which creates a tree from the tokens.
//!
//! It is a precedence parser with one function for each recursive level. Three counters track the depth of
//! the grammar rules that cel-go's parser limits (`expr`, `relation`, `calc`; no other rule nests deeper),
//! and every sub-expression has its height, for cel-go's limit on the walk over its parse tree. Both limits
//! are 250, which also bounds our own recursion.

mod foreign;
mod operators;
mod primary;
#[cfg(feature = "syntax-errors")]
mod recovery;

pub(crate) use primary::is_reserved;

use crate::ast::{Ast, Entry, Kind, Node, NodeId, Span};
use crate::issue::Issues;
use crate::lex::{Lexer, Tok, Token};
use crate::mistake::{Expected, IssueKind, SyntaxError, TooLarge};
use crate::version::CompatVersion;

/// The maximum length of an expression, in code points.
const MAX_CODE_POINTS: usize = 100_000;
/// The maximum nesting depth of one grammar rule, and of the tree.
const MAX_DEPTH: u16 = 250;
/// The maximum number of nodes. `optMap` copies its target, so a chain of it doubles the tree with every
/// link; the server has no limit there and would work for a very long time.
pub(crate) const MAX_NODES: usize = 1 << 18;

/// Parses an expression with the macros of an environment.
///
/// The list of errors ends with the first syntax error. With the feature `syntax-errors`, its text contains
/// all errors that the server reports, with the server's wording.
///
/// ```
/// use crd_cel::{CompatVersion, parse};
///
/// let ast = parse("self.items.all(i, i.size() > 3)", CompatVersion::new(35)).unwrap();
/// assert_eq!(ast.source(), "self.items.all(i, i.size() > 3)");
/// ```
pub fn parse(source: &str, version: CompatVersion) -> Result<Ast, Issues> {
    let size = source.chars().count();
    if size > MAX_CODE_POINTS {
        let mut issues = Issues::default();
        let limit = MAX_CODE_POINTS;
        let message = format!("expression code point size exceeds limit: size: {size}, limit {limit}");
        let kind = IssueKind::TooLong { size, limit };
        issues.report(kind, message, Span::new(0, source.len()), None);
        return Err(issues.sorted(source));
    }
    let mut parser = Parser::new(source, version);
    parser.token = parser.lexer.next();
    if let Ok(root) = parser.whole() {
        parser.ast.set_root(root.node);
    }
    if parser.issues.is_empty() {
        return Ok(parser.ast);
    }
    let issues = parser.issues;
    #[cfg(feature = "syntax-errors")]
    let issues = if issues.has_syntax_error() {
        issues.with_reports(recovery::reports(source, version))
    } else {
        issues
    };
    Err(issues.sorted(source))
}

/// Whether an expression has no syntax error before a byte offset.
fn parses_up_to(source: &str, end: usize, version: CompatVersion) -> bool {
    let mut parser = Parser::new(source, version);
    parser.explains = false;
    parser.token = parser.lexer.next();
    let _ = parser.whole();
    let mut issues = parser.issues.list().iter();
    issues.all(|issue| issue.span.start as usize >= end)
}

/// Whether an expression has no syntax error.
fn parses(source: &str, version: CompatVersion) -> bool {
    parses_up_to(source, source.len() + 1, version)
}

/// Escapes control characters, but not the quotes of a string.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out
}

/// Returns a token without the character after a `=`, `&` or `|`, which the server's error includes, unless it is a sign, too.
fn bad_part(text: &str, tok: Tok) -> &str {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(first @ ('=' | '&' | '|')), Some(second))
            if tok == Tok::Bad && !second.is_ascii_punctuation() =>
        {
            text.get(..first.len_utf8()).unwrap_or(text)
        }
        _ => text,
    }
}

/// Returns the error for characters that are no token.
#[cold]
fn bad_token(characters: &str, help: Option<String>) -> SyntaxError {
    let text = characters.escape_debug().to_string();
    let mut last = characters.chars().rev();
    let (last, before) = (last.next(), last.next());
    match characters.chars().next() {
        Some(quote @ ('\'' | '"')) if last != Some('\\') && before != Some('\\') => {
            SyntaxError::UnfinishedString { text, quote }
        }
        Some('\'' | '"') => SyntaxError::BadEscape { text, raw: None },
        _ => SyntaxError::BadToken { text, help },
    }
}

/// Parsing stopped; the error was already reported.
#[derive(Clone, Copy)]
pub(crate) struct ParseStop;

/// A parsed sub-expression.
#[derive(Clone, Copy)]
struct Sub {
    node: NodeId,
    /// Height in the parse tree, counting only the nodes that cel-go counts.
    height: u16,
}

/// The number of open rules of cel-go's grammar.
#[derive(Default)]
struct GrammarDepth {
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
    /// End offset of the last token taken.
    end: u32,
    pub(crate) ast: Ast,
    pub(crate) issues: Issues,
    /// cel-go's next node number.
    pub(crate) next_id: u32,
    depth: GrammarDepth,
    /// A stack of the terms, arguments or elements being collected.
    terms: Vec<NodeId>,
    /// A stack of the operators of open `&&` and `||` chains: number and position.
    operators: Vec<(u32, u32)>,
    entries: Vec<Entry>,
    /// The last copy of each node, by its number.
    pub(crate) copies: Vec<NodeId>,
    too_deep: bool,
    /// Whether errors say what is meant.
    explains: bool,
}

type Parsed<T> = Result<T, ParseStop>;

impl<'s> Parser<'s> {
    /// Creates a parser that has not read its first token.
    fn new(source: &'s str, version: CompatVersion) -> Self {
        Parser {
            source,
            version,
            lexer: Lexer::new(source),
            token: Token {
                tok: Tok::End,
                span: Span::default(),
            },
            end: 0,
            ast: Ast::with_source(source),
            issues: Issues::default(),
            next_id: 1,
            depth: GrammarDepth::default(),
            terms: Vec::new(),
            operators: Vec::new(),
            entries: Vec::new(),
            copies: Vec::new(),
            too_deep: false,
            explains: true,
        }
    }

    fn whole(&mut self) -> Parsed<Sub> {
        let root = self.expr()?;
        if self.token.tok != Tok::End {
            return Err(self.unexpected(Expected::EndOfExpression));
        }
        if self.too_deep {
            let kind = IssueKind::TooDeep { limit: MAX_DEPTH };
            self.report_whole(kind, "max recursion depth exceeded".to_owned());
        }
        Ok(root)
    }

    /// Checks whether the tree is deeper than the server's limit.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.too_deep
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

    fn require(&mut self, tok: Tok, expected: Expected) -> Parsed<Token> {
        if self.at(tok) {
            Ok(self.take())
        } else {
            Err(self.unexpected(expected))
        }
    }

    // Errors.

    #[cold]
    fn unexpected(&mut self, expected: Expected) -> ParseStop {
        let found = self.token.span;
        let text = self.source.get(found.range()).unwrap_or_default();
        let foreign = self
            .explains
            .then(|| foreign::syntax(self.source, found, expected, self.version));
        let (error, span) = foreign.flatten().unwrap_or_else(|| {
            let help = || self.explains.then(|| foreign::help(self.source, found)).flatten();
            let error = match self.token.tok {
                Tok::End => SyntaxError::UnexpectedEnd { expected },
                Tok::Bad => bad_token(text, help()),
                _ => SyntaxError::Unexpected {
                    found: shown(text),
                    expected,
                    help: help(),
                },
            };
            let marked = bad_part(text, self.token.tok);
            (
                error,
                Span::new(found.start as usize, found.start as usize + marked.len()),
            )
        });
        let message = error.to_string();
        self.issues
            .report(IssueKind::Syntax(error), message, span, Some(found.start));
        ParseStop
    }

    #[cold]
    fn report_whole(&mut self, kind: IssueKind, message: String) {
        let span = Span::new(0, self.source.len());
        self.issues.report(kind, message, span, None);
    }

    /// Reports an error and returns a node in place of the wrong part.
    #[cold]
    pub(crate) fn error_node(
        &mut self,
        kind: IssueKind,
        message: String,
        span: Span,
        position: u32,
    ) -> NodeId {
        self.issues.report(kind, message, span, Some(position));
        self.node(Kind::Unspecified, span, position)
    }

    #[cold]
    fn recursion_limit(&mut self) -> ParseStop {
        self.report_whole(
            IssueKind::TooDeep { limit: MAX_DEPTH },
            format!("expression recursion limit exceeded: {MAX_DEPTH}"),
        );
        ParseStop
    }

    #[cold]
    pub(crate) fn too_large(&mut self) -> ParseStop {
        let what = TooLarge::Nodes { limit: MAX_NODES };
        self.report_whole(IssueKind::TooLarge(what), what.to_string());
        ParseStop
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

    /// Creates a node with the next number.
    fn node(&mut self, kind: Kind, span: Span, position: u32) -> NodeId {
        let expr_id = self.id();
        self.numbered(expr_id, kind, span, position)
    }

    /// Creates a node whose number was assigned before those of its parts.
    fn numbered(&mut self, expr_id: u32, kind: Kind, span: Span, position: u32) -> NodeId {
        self.ast.push(Node {
            kind,
            span,
            position,
            expr_id,
        })
    }

    /// Returns the height of a node that cel-go counts, above its parts.
    fn above(&mut self, parts: u16) -> u16 {
        let height = parts.saturating_add(1);
        self.too_deep |= height > MAX_DEPTH;
        height
    }
}
