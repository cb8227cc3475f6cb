//! The facts of each mistake an expression can have.
//!
//! Types are written here as people read them ([`TypeStore::describe`](crate::TypeStore::describe)); the
//! server's text of the same mistake is [`Issue::message`](crate::Issue::message), and the words of this
//! project's tools are made by [`Issue::in_words`](crate::Issue::in_words).

use std::fmt;

use crate::regex::RegexError;
use crate::types::TypeName;

/// What kind of mistake an [`Issue`](crate::Issue) is, with all that is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueKind {
    /// The expression is not CEL.
    Syntax(SyntaxError),
    /// The expression is too long.
    TooLong {
        /// Its length in code points.
        size: usize,
        /// The most code points the server reads.
        limit: usize,
    },
    /// The expression is nested too deeply.
    TooDeep {
        /// The most levels the server reads.
        limit: u16,
    },
    /// The expression, or its types, grow beyond what this crate holds. The server has no such limit and
    /// would need very long.
    TooLarge(TooLarge),
    /// A literal that is out of range or has a bad escape sequence.
    BadLiteral(BadLiteral),
    /// A reserved word where a name is needed.
    ReservedWord {
        /// The word.
        word: String,
    },
    /// A macro with an argument that it does not take.
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
        /// What was probably meant: a variable in scope, or `self.x` where `self` has a field `x`.
        suggestion: Option<String>,
        /// The variables in scope, loop variables first, the innermost of them first.
        in_scope: Vec<String>,
    },
    /// A function or method that is not declared.
    UnknownFunction {
        /// The name as written.
        name: String,
        /// How it was called.
        call: CallStyle,
        /// The function that was probably meant.
        suggestion: Option<String>,
        /// The minor of the Kubernetes version (1.x) that brought the function, where that is later than
        /// the version checked for. Servers accept it in new rules from the next minor on.
        since: Option<u8>,
        /// How the macro of this name is written, where its arguments are too few or too many.
        usage: Option<&'static str>,
    },
    /// A field that the type does not have.
    UndefinedField {
        /// The field.
        field: String,
        /// The type's name, if it has a name of its own.
        object: Option<String>,
        /// The nearest field of the type.
        suggestion: Option<String>,
        /// All fields of the type, in byte order.
        known: Vec<String>,
    },
    /// A call whose argument types fit none of the function's signatures.
    NoOverload {
        /// The function; operators as cel-go names them (`_+_`).
        function: &'static str,
        /// The receiver's type, for calls of the form `receiver.function(…)`.
        receiver: Option<TypeName>,
        /// The types of the arguments, without the receiver.
        arguments: Vec<TypeName>,
        /// How the function may be called in the version checked for, such as `string.contains(string)`.
        /// Empty for operators.
        signatures: Vec<String>,
        /// The minor of the Kubernetes version that brought a signature that fits, where that is later than
        /// the version checked for.
        since: Option<u8>,
    },
    /// A value of one type where another is needed.
    TypeMismatch {
        /// The type that is needed.
        expected: TypeName,
        /// The type of the value.
        found: TypeName,
        /// Which part of the expression it is.
        place: MismatchPlace,
    },
    /// A loop over a value that is neither a list nor a map.
    BadRange {
        /// The type of the value.
        found: TypeName,
    },
    /// A field of a value that has no fields.
    NotSelectable {
        /// The field.
        field: String,
        /// The type of the value.
        found: TypeName,
        /// The method of this name, if there is one: the parentheses are missing.
        method: Option<String>,
    },
    /// A message literal (`Name{…}`) of a name that is no type.
    NotAType {
        /// The type of what has the name.
        found: TypeName,
    },
    /// A message literal of a type that has no literals.
    NotAMessage {
        /// The type.
        name: String,
    },
    /// A literal argument that the function cannot take.
    BadArgument(BadArgument),
    /// An expression whose value is of a type that its purpose does not allow.
    WrongResult {
        /// What the expression is for.
        purpose: Purpose,
        /// The type of its value.
        found: TypeName,
    },
    /// An expression on which the server's own code panics, so that it answers 500. Then it is the only issue.
    ServerPanic(PanicCause),
}

/// What makes the server's checks of expressions panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PanicCause {
    /// An entry written with `?` whose type is not known to be an optional: `[?dyn(self.?a)]`.
    OptionalEntry,
    /// On 1.31, `format` on anything but a literal: `('%' + 's').format([1])`.
    FormatOfNoLiteral,
}

/// The class of a mistake: what tools of this project give one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueClass {
    /// The expression does not parse.
    Syntax,
    /// A variable, type or function that is not declared.
    UnknownName,
    /// A field that the type does not have.
    UndefinedField,
    /// An operator or function that does not take its operands.
    NoOverload,
    /// The value of the expression is of a type that its purpose does not allow.
    WrongResult,
    /// The expression is longer, deeper or larger than is checked.
    Limit,
    /// Any other mistake: of types, or of literals.
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

/// Why an expression is not CEL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// A token where another is needed.
    Unexpected {
        /// The token, with control characters escaped.
        found: String,
        /// What is needed there.
        expected: Expected,
    },
    /// The expression ends too early.
    UnexpectedEnd {
        /// What is missing.
        expected: Expected,
    },
    /// Characters no token begins with.
    BadToken {
        /// The characters, with control characters escaped.
        text: String,
    },
    /// A string literal that does not end on its line.
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
    },
    /// A field name in backticks, which Kubernetes does not allow.
    QuotedName,
    /// The variable of a closure as other languages write it: `|x|`, `x => …`, `x -> …`.
    Closure {
        /// What CEL does not know, with control characters escaped.
        text: String,
    },
    /// A comment that begins with `/*`.
    BlockComment,
    /// A raw identifier of Rust: `r#type`.
    RawIdentifier {
        /// The name behind `r#`.
        name: String,
    },
    /// A list in parentheses, as in SQL: `a in ('x', 'y')`.
    ListInParentheses,
    /// A chain of JavaScript or Swift: `self?.a`.
    OptionalChain,
}

/// What the parser needs at a place.
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
            Self::Colon => "`:`",
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

/// A short text in this project's words; [`Issue::message`](crate::Issue::message) is the server's.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found, expected } => {
                write!(f, "Syntax error: unexpected `{found}`, expected {expected}")
            }
            Self::UnexpectedEnd { expected } => {
                write!(
                    f,
                    "Syntax error: unexpected end of the expression, expected {expected}"
                )
            }
            Self::BadToken { text }
            | Self::UnfinishedString { text, .. }
            | Self::BadEscape { text }
            | Self::Closure { text } => {
                write!(f, "Syntax error: token recognition error at: '{text}'")
            }
            Self::RawIdentifier { .. } => f.write_str("Syntax error: token recognition error at: '#'"),
            Self::BlockComment => f.write_str("Syntax error: unexpected `/*`, expected an expression"),
            Self::ListInParentheses => f.write_str("Syntax error: unexpected `,`, expected `)`"),
            Self::OptionalChain => {
                f.write_str("Syntax error: unexpected end of the expression, expected `:`")
            }
            Self::QuotedName => f.write_str("unsupported syntax: '`'"),
        }
    }
}

/// What grows beyond what this crate holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TooLarge {
    /// The expression, once its macros are expanded.
    Nodes {
        /// The most nodes this crate holds.
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
            Self::Types => f.write_str("the types in this expression grow beyond all bounds"),
        }
    }
}

/// Why a literal has no value. `Display` is cel-go's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadLiteral {
    /// An integer beyond 64 bits with a sign.
    Int,
    /// An unsigned integer beyond 64 bits.
    Uint,
    /// A floating point number beyond the largest one.
    Double,
    /// An escape sequence CEL does not have.
    Escape,
    /// An octal escape sequence beyond `\377`.
    OctalEscape,
    /// An escape sequence of a code point that is no character.
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

/// Why a macro does not take an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacroError {
    /// `has(…)` of something that is not a field selection.
    NotAField,
    /// Something else where the macro declares a variable.
    NotAName,
    /// A variable that has the name of the macros' own accumulator, `__result__`.
    AccumulatorName,
    /// Two variables of one name.
    DuplicateVariable {
        /// The name.
        name: String,
    },
    /// `sortBy` on a literal that is no list.
    NotSortable,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallStyle {
    /// `function(x)`
    Function,
    /// `x.function()`
    Method,
}

/// Which part of an expression has a type that does not fit.
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

/// Why a function does not take a literal argument.
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

/// What is wrong between a format string and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// The text ends within a clause.
    UnfinishedClause,
    /// There are more clauses than arguments.
    MissingArgument {
        /// The zero-based place of the first argument that is missing.
        index: usize,
    },
    /// There are more arguments than clauses.
    TooManyArguments {
        /// How many the clauses use.
        used: usize,
        /// How many there are.
        given: usize,
    },
    /// A clause that is not one of `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X` and `%o`.
    UnknownClause {
        /// The letter behind `%`.
        letter: char,
    },
    /// The digits behind `.` are missing, or too many.
    BadPrecision,
    /// An argument of a type that the clause does not take.
    WrongType {
        /// The letter behind `%`.
        letter: char,
        /// The type of the argument.
        found: TypeName,
    },
}

/// What an expression is for, which decides the type its value must have.
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
