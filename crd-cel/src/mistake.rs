//! The details of each kind of mistake in an expression.
//!
//! Types are described for people here ([`TypeStore::describe`](crate::TypeStore::describe)); the server's
//! text of the same mistake is [`Issue::message`](crate::Issue::message), and
//! [`Issue::describe`](crate::Issue::describe) makes the text for this project's tools.

use std::fmt;

use crate::ast::Span;
use crate::regex::RegexError;
use crate::types::TypeName;

/// The kind of mistake of an [`Issue`](crate::Issue), with all its details.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueKind {
    /// The expression is not CEL.
    Syntax(SyntaxError),
    /// The expression is too long.
    TooLong {
        /// Its length in code points.
        size: usize,
        /// The maximum number of code points that the server accepts.
        limit: usize,
    },
    /// The expression is nested too deeply.
    TooDeep {
        /// The maximum number of levels that the server accepts.
        limit: u16,
    },
    /// The expression or its types exceed a limit of this crate. The server has no such limit and would take very long.
    TooLarge(TooLarge),
    /// A literal that is out of range or has a bad escape sequence.
    BadLiteral(BadLiteral),
    /// A reserved word where a name is needed.
    ReservedWord {
        /// The word.
        word: String,
        /// The expression that is meant by the statement that begins with the word.
        written: Option<String>,
    },
    /// A macro with an argument that it does not accept.
    MacroArgument(MacroError),
    /// A message literal (`Name{…}`) of a type that is not declared.
    UnknownType {
        /// The name as written.
        name: String,
    },
    /// A variable that is not declared.
    UnknownVariable {
        /// The name as written.
        name: String,
        /// The name that was probably meant: a variable in scope, or `self.x` where `self` has a field `x`.
        suggestion: Option<String>,
        /// The function that is called on the name as on a namespace, such as `strings.HasPrefix`; the suggestion is then a call.
        called: Option<String>,
        /// The variables in scope: loop variables first, from the innermost outwards.
        in_scope: Vec<String>,
    },
    /// A function or method that is not declared.
    UnknownFunction {
        /// The name as written.
        name: String,
        /// The form of the call.
        call: CallStyle,
        /// The function that was probably meant, or a call of it if it has another form.
        suggestion: Option<String>,
        /// Minor of the Kubernetes version (1.x) that introduced the function, if it is later than the
        /// version checked for. Servers accept the function in new rules from the next minor on.
        since: Option<u8>,
        /// Syntax of the macro of this name, if the call has not its arguments or its form.
        usage: Option<&'static str>,
    },
    /// A field that the type does not have.
    UndefinedField {
        /// The field.
        field: String,
        /// Name of the type, if it has one.
        object: Option<String>,
        /// The field of the type with the most similar name.
        suggestion: Option<String>,
        /// All fields of the type, in byte order.
        known: Vec<String>,
    },
    /// A call whose argument types match none of the function's signatures.
    NoOverload {
        /// The function; operators have cel-go's names (`_+_`).
        function: &'static str,
        /// Type of the receiver, for calls of the form `receiver.function(…)`.
        receiver: Option<TypeName>,
        /// Types of the arguments, without the receiver.
        arguments: Vec<TypeName>,
        /// Signatures of the function in the version checked for, such as `string.contains(string)`. Empty for operators.
        signatures: Vec<String>,
        /// The expression that was probably meant, if the function is called in another form, or binds tighter than intended.
        rewritten: Option<String>,
        /// Minor of the Kubernetes version that introduced a matching signature, if it is later than the version checked for.
        since: Option<u8>,
    },
    /// A value of one type where another is needed.
    TypeMismatch {
        /// The type that is needed.
        expected: TypeName,
        /// The type of the value.
        found: TypeName,
        /// The part of the expression with the wrong type.
        place: MismatchPlace,
        /// What to write instead, in words, if the value is no condition.
        help: Option<String>,
    },
    /// A loop over a value that is neither a list nor a map.
    BadRange {
        /// The type of the value.
        found: TypeName,
        /// A field of the value that is a list or a map.
        field: Option<String>,
        /// The condition for the value itself, if that is meant: `self.size > 0` for `self.all(x, x.size > 0)`.
        element: Option<String>,
    },
    /// A field of a value that has no fields.
    NotSelectable {
        /// The field.
        field: String,
        /// The type of the value.
        found: TypeName,
        /// What is meant by the selection.
        meant: Option<MeantSelection>,
    },
    /// A message literal (`Name{…}`) whose name does not denote a type.
    NotAType {
        /// Type of the value that the name denotes.
        found: TypeName,
    },
    /// A message literal of a type that cannot be created by one.
    NotAMessage {
        /// The type.
        name: String,
    },
    /// A literal argument that the function does not accept.
    BadArgument(BadArgument),
    /// An expression whose value has a type that its purpose does not allow.
    WrongResult {
        /// Purpose of the expression.
        purpose: Purpose,
        /// The type of its value.
        found: TypeName,
        /// The condition that was probably meant.
        meant: Option<String>,
    },
    /// An expression on which the server's own code panics, so that it responds with 500. This is then the only issue.
    ServerPanic(PanicCause),
}

/// The cause of a panic in the server's checks of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PanicCause {
    /// An entry written with `?` whose type is not known to be optional: `[?dyn(self.?a)]`.
    OptionalEntry,
    /// On 1.31, `format` on anything but a literal: `('%' + 's').format([1])`.
    FormatOfNoLiteral,
}

/// The class of a mistake, to which the tools of this project assign one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueClass {
    /// The expression does not parse.
    Syntax,
    /// A variable, type or function that is not declared.
    UnknownName,
    /// A field that the type does not have.
    UndefinedField,
    /// An operator or function that does not accept its operands.
    NoOverload,
    /// The value of the expression is of a type that its purpose does not allow.
    WrongResult,
    /// The expression is longer, deeper or larger than the limits of the checker.
    Limit,
    /// Any other mistake in types or literals.
    Type,
}

impl IssueKind {
    /// Returns the class of the mistake, by which `crd-gen check` and the derive macros choose the code.
    pub fn class(&self) -> IssueClass {
        match self {
            IssueKind::Syntax(_) | IssueKind::ReservedWord { .. } => IssueClass::Syntax,
            IssueKind::UnknownVariable { .. }
            | IssueKind::UnknownType { .. }
            | IssueKind::UnknownFunction { .. } => IssueClass::UnknownName,
            IssueKind::UndefinedField { .. } => IssueClass::UndefinedField,
            IssueKind::NoOverload { .. } => IssueClass::NoOverload,
            IssueKind::WrongResult { .. } => IssueClass::WrongResult,
            IssueKind::TooLong { .. } | IssueKind::TooDeep { .. } | IssueKind::TooLarge(_) => {
                IssueClass::Limit
            }
            IssueKind::BadLiteral(_)
            | IssueKind::MacroArgument(_)
            | IssueKind::TypeMismatch { .. }
            | IssueKind::BadRange { .. }
            | IssueKind::NotSelectable { .. }
            | IssueKind::NotAType { .. }
            | IssueKind::NotAMessage { .. }
            | IssueKind::BadArgument(_)
            | IssueKind::ServerPanic(_) => IssueClass::Type,
        }
    }
}

/// What is meant by a selection of a field from a value that has no fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeantSelection {
    /// The method of this name, whose parentheses are missing.
    Method(String),
    /// The variable of the rule, which is the value itself: `self` for `self.name` in a rule of `name`.
    Itself(String),
    /// The value before an update: `oldSelf` for `self.old`.
    OldValue,
    /// The field of an object above, which a rule does not see.
    OfParent,
    /// The field of the elements of a list.
    OfElements {
        /// The expression, if it is known: `self.items.all(x, x.name != '')` for `self.items.name != ''`.
        written: Option<String>,
    },
    /// The field of the value of a key, or of the element of an index: `self.map[k].name` for `k.name`.
    OfValue(String),
    /// The search for an element: `'a' in self.list` for `has(self.list.a)`.
    Element(String),
    /// The value of a key: `self.labels['a.b/c']` for `self.labels.a.b/c`.
    Key(String),
}

/// Why an expression is not CEL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// A token other than the expected ones.
    Unexpected {
        /// The token, with control characters escaped.
        found: String,
        /// The syntax that is expected there.
        expected: Expected,
        /// What to write instead of syntax of another language.
        help: Option<String>,
    },
    /// The expression ends too early.
    UnexpectedEnd {
        /// The syntax that is missing.
        expected: Expected,
    },
    /// Characters with which no token begins.
    BadToken {
        /// The characters, with control characters escaped.
        text: String,
        /// What to write instead of syntax of another language.
        help: Option<String>,
    },
    /// A string literal that is not terminated on its line.
    UnfinishedString {
        /// The literal so far, with control characters escaped.
        text: String,
        /// The quote that is missing.
        quote: char,
    },
    /// A string literal with an escape sequence that CEL does not have.
    BadEscape {
        /// The literal up to the escape sequence, with control characters escaped.
        text: String,
        /// The whole literal as a raw string, in which the backslash has no meaning.
        raw: Option<String>,
    },
    /// A field name in backticks, which Kubernetes does not allow.
    QuotedName,
    /// The variable of a closure in the syntax of other languages: `|x|`, `x => …`, `x -> …`.
    Closure {
        /// The unsupported text, with control characters escaped.
        text: String,
    },
    /// A comment that begins with `/*`.
    BlockComment,
    /// A raw identifier of Rust: `r#type`.
    RawIdentifier {
        /// The name after `r#`.
        name: String,
    },
    /// A list in parentheses, as in SQL: `a in ('x', 'y')`.
    ListInParentheses,
    /// Optional chaining of JavaScript or Swift: `self?.a`.
    OptionalChain,
    /// Syntax of another language, whose operands are known.
    Foreign {
        /// What is wrong.
        message: String,
        /// What is meant, with the operands.
        help: String,
        /// The part that the help replaces, and the texts that may be meant; which of them is, depends on the types.
        replaced: Option<(Span, Vec<String>)>,
    },
}

/// The syntax that the parser expects at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is written out by its Display")]
pub enum Expected {
    EndOfExpression,
    Expression,
    Number,
    Name,
    FieldName,
    FieldOrFunctionName,
    Colon,
    /// Between the key and the value of an entry.
    EntryColon,
    CloseParen,
    CloseBracket,
    CommaOrCloseParen,
    CommaOrCloseBracket,
    CommaOrCloseBrace,
    ExpressionOrCloseBracket,
    EntryOrCloseBrace,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EndOfExpression => "the end of the expression",
            Self::Expression => "an expression",
            Self::Number => "a number",
            Self::Name => "a name",
            Self::FieldName => "a field name",
            Self::FieldOrFunctionName => "a field or function name",
            Self::Colon | Self::EntryColon => "`:`",
            Self::CloseParen => "`)`",
            Self::CloseBracket => "`]`",
            Self::CommaOrCloseParen => "`,` or `)`",
            Self::CommaOrCloseBracket => "`,` or `]`",
            Self::CommaOrCloseBrace => "`,` or `}`",
            Self::ExpressionOrCloseBracket => "an expression or `]`",
            Self::EntryOrCloseBrace => "an entry or `}`",
        })
    }
}

/// A short text in this project's wording; [`Issue::message`](crate::Issue::message) is the server's.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found, expected, .. } => {
                write!(f, "Syntax error: unexpected `{found}`, expected {expected}")
            }
            Self::UnexpectedEnd { expected } => {
                write!(
                    f,
                    "Syntax error: unexpected end of the expression, expected {expected}"
                )
            }
            Self::BadToken { text, .. }
            | Self::UnfinishedString { text, .. }
            | Self::BadEscape { text, .. }
            | Self::Closure { text } => {
                write!(f, "Syntax error: token recognition error at: '{text}'")
            }
            Self::RawIdentifier { .. } => f.write_str("Syntax error: token recognition error at: '#'"),
            Self::BlockComment => f.write_str("Syntax error: unexpected `/*`, expected an expression"),
            Self::ListInParentheses => f.write_str("Syntax error: unexpected `,`, expected `)`"),
            Self::OptionalChain => {
                f.write_str("Syntax error: unexpected end of the expression, expected `:`")
            }
            Self::Foreign { message, .. } => write!(f, "Syntax error: {message}"),
            Self::QuotedName => f.write_str("unsupported syntax: '`'"),
        }
    }
}

/// The part of an expression that exceeds a limit of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLarge {
    /// The expression, once its macros are expanded.
    Nodes {
        /// The maximum number of nodes.
        limit: usize,
    },
    /// The types of its parts.
    Types,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes { limit } => {
                write!(
                    f,
                    "expression has more than {limit} nodes once its macros are expanded"
                )
            }
            Self::Types => f.write_str("the types in this expression are too large"),
        }
    }
}

/// The reason why a literal has no value. `Display` is cel-go's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadLiteral {
    /// An integer that does not fit in 64 bits with a sign.
    Int,
    /// An unsigned integer that does not fit in 64 bits.
    Uint,
    /// A floating point number beyond the largest one.
    Double,
    /// An escape sequence that CEL does not have.
    Escape,
    /// An octal escape sequence beyond `\377`.
    OctalEscape,
    /// An escape sequence for a code point that is no character.
    CodePoint,
}

impl fmt::Display for BadLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Int => "invalid int literal",
            Self::Uint => "invalid uint literal",
            Self::Double => "invalid double literal",
            Self::Escape => "unable to unescape string",
            Self::OctalEscape => "unable to unescape octal sequence in string",
            Self::CodePoint => "invalid unicode code point",
        })
    }
}

/// What is meant by `has(…)` of something that is not a field selection.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeantTest {
    /// The test of a field.
    Field {
        /// The field: `self.keep__dash__alive`.
        field: String,
        /// The test that is meant if the name is that of a key of a map: `'keep-alive' in self`.
        key: Option<String>,
    },
    /// Something else, with each expression in backticks.
    Other(String),
}

/// The reason why a macro does not accept an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacroError {
    /// `has(…)` of something that is not a field selection.
    NotAField {
        /// What to write instead.
        meant: Option<MeantTest>,
    },
    /// `has(…)` of a variable, which always has a value.
    Variable {
        /// The variable.
        name: String,
    },
    /// Something other than a name where the macro declares a variable.
    NotAName,
    /// A variable that has the name of the macros' own accumulator, `__result__`.
    AccumulatorName,
    /// Two variables of one name.
    DuplicateVariable {
        /// The name.
        name: String,
    },
    /// `sortBy` on a literal that is not a list.
    NotSortable,
}

/// The form of a function call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallStyle {
    /// `function(x)`
    Function,
    /// `x.function()`
    Method,
}

/// The part of an expression whose type does not match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MismatchPlace {
    /// A side of `&&` or `||`.
    LogicalOperand,
    /// The condition of `all` or `exists`.
    Condition,
    /// The step of a loop, which must have the type of the loop's result.
    LoopStep,
    /// An element of a list literal; the first element decides.
    ListElement,
    /// A key of a map literal; the first key decides.
    MapKey,
    /// A value of a map literal; the first value decides.
    MapValue,
    /// An element or entry that is written with `?`.
    OptionalEntry,
    /// A field of a message literal.
    MessageField {
        /// The field.
        field: String,
    },
}

/// The reason why a function does not accept a literal argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadArgument {
    /// `duration('…')`
    Duration {
        /// The literal as written.
        literal: String,
    },
    /// `timestamp('…')`
    Timestamp {
        /// The literal as written.
        literal: String,
    },
    /// `….matches('…')`
    Pattern(RegexError),
    /// `'…'.format([…])`
    Format(FormatError),
}

/// The mismatch between a format string and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The text ends within a clause.
    UnfinishedClause,
    /// There are more clauses than arguments.
    MissingArgument {
        /// Zero-based index of the first missing argument.
        index: usize,
    },
    /// There are more arguments than clauses.
    TooManyArguments {
        /// Number of arguments that the clauses use.
        used: usize,
        /// Number of arguments.
        given: usize,
    },
    /// A clause that is not one of `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X` and `%o`.
    UnknownClause {
        /// The letter after `%`.
        letter: char,
    },
    /// The digits after `.` are missing, or there are too many.
    BadPrecision,
    /// An argument of a type that the clause does not accept.
    WrongType {
        /// The letter after `%`.
        letter: char,
        /// The type of the argument.
        found: TypeName,
        /// What to format instead: the value of an optional, or the text that an address or quantity is made from.
        meant: Option<String>,
    },
}

/// The purpose of an expression, which determines the type that its value must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// A `rule` of `x-kubernetes-validations`: `bool`.
    Rule,
    /// A `messageExpression`: `string`.
    MessageExpression,
}

/// The server's text for an expression of another type.
impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rule => "cel expression must evaluate to a bool",
            Self::MessageExpression => "messageExpression must evaluate to a string",
        })
    }
}
