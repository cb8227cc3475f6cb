//! The plain words of each mistake: the one wording that the derive, `crd-gen check` and `crd-gen cel` share.
//!
//! ```text
//! self.maxReplica > 1      message  no field `maxReplica` on `Spec`
//!      ^^^^^^^^^^          help     did you mean `maxReplicas`?
//! server's text            undefined field 'maxReplica'
//! ```

use crate::issue::Issue;
use crate::literal::{ConversionFailure, ProgramError, ProgramErrorKind};
use crate::mistake::{
    BadArgument, BadLiteral, FormatError, IssueKind, MacroError, MismatchPlace, PanicCause, Purpose,
    SyntaxError, TooLarge,
};
use crate::regex::{RegexError, RegexErrorKind};
use crate::synonyms;
use crate::types::{Type, TypeId, TypeName, TypeStore};

/// A mistake in words: lower-case, names and code in backticks, without a full stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Words {
    /// What is wrong.
    pub message: String,
    /// What to do about it, the best way first. May be empty.
    pub help: Vec<String>,
}

impl Words {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: Vec::new(),
        }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    fn with_some_help(mut self, help: Option<impl Into<String>>) -> Self {
        if let Some(help) = help {
            self.help.push(help.into());
        }
        self
    }

    /// All on one line: `message; help; help`.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env};
    ///
    /// let issues = Env::new(CompatVersion::of_server(36)).compile("len('a') > 0").unwrap_err();
    /// assert_eq!(issues.list()[0].in_words().one_line(), "there is no function `len`; did you mean `size`?");
    /// ```
    pub fn one_line(&self) -> String {
        let mut line = self.message.clone();
        for help in &self.help {
            line.push_str("; ");
            line.push_str(help);
        }
        line
    }
}

/// How many known names a help lists.
const NAMES: usize = 12;
/// How many signatures a help lists.
const SIGNATURES: usize = 4;

impl Issue {
    /// The mistake in plain words, with ways out.
    pub fn in_words(&self) -> Words {
        self.kind.in_words()
    }
}

impl IssueKind {
    /// The mistake in plain words, with ways out.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
    ///
    /// let mut env = Env::new(CompatVersion::of_server(36));
    /// let spec = env.add_object(ObjectType::new("Spec", [("maxReplicas".to_owned(), TypeId::INT)]));
    /// env.declare("self", spec);
    /// let issues = env.compile("self.maxReplica > 1").unwrap_err();
    /// let words = issues.list()[0].in_words();
    /// assert_eq!(words.message, "no field `maxReplica` on `Spec`");
    /// assert_eq!(words.help, ["did you mean `maxReplicas`?"]);
    /// ```
    pub fn in_words(&self) -> Words {
        match self {
            Self::Syntax(error) => syntax(error),
            Self::TooLong { size, limit } => Words::new(format!(
                "the expression has {size} characters, and the API server reads at most {limit}"
            ))
            .with_help("split it into several rules"),
            Self::TooDeep { limit } => {
                Words::new(format!("the expression is nested more than {limit} levels deep"))
                    .with_help("split it into several rules")
            }
            Self::TooLarge(TooLarge::Nodes { limit }) => Words::new(format!(
                "the expression has more than {limit} parts once its macros are expanded"
            ))
            .with_help("split it into several rules"),
            Self::TooLarge(TooLarge::Types) => {
                Words::new("the types in this expression grow beyond all bounds")
                    .with_help("split it into several rules")
            }
            Self::BadLiteral(bad) => literal(*bad),
            Self::ReservedWord { word } => {
                let words = Words::new(format!("`{word}` is a reserved word"));
                match synonyms::of_token(word) {
                    Some(help) => words.with_help(help),
                    None => words.with_help(format!("a field of this name is written `self.{word}`")),
                }
            }
            Self::UnknownType { name } => Words::new(format!("there is no type `{name}`")),
            Self::MacroArgument(error) => macro_argument(error),
            Self::UnknownVariable {
                name,
                suggestion,
                in_scope,
            } => {
                let words = Words::new(format!("there is no variable `{name}`"));
                match suggestion {
                    Some(near) => words.with_help(did_you_mean(near)),
                    None if in_scope.is_empty() => words,
                    None => words.with_help(format!("the variables here are {}", listed(in_scope, NAMES))),
                }
            }
            Self::UnknownFunction {
                name,
                suggestion,
                since,
                usage,
                ..
            } => unknown_function(name, suggestion.as_deref(), *since, *usage),
            Self::UndefinedField {
                field,
                object,
                suggestion,
                known,
            } => undefined_field(field, object.as_deref(), suggestion.as_deref(), known),
            Self::NoOverload {
                function,
                receiver,
                arguments,
                signatures,
                since,
            } => no_overload(function, receiver.as_ref(), arguments, signatures)
                .with_first_help(since.map(newer)),
            Self::TypeMismatch {
                expected,
                found,
                place,
            } => mismatch(expected, found, place),
            Self::BadRange { found } => {
                let words = Words::new(format!("only lists and maps have elements, this is `{found}`"));
                words.with_some_help(is_optional(found).then_some(UNWRAP_LIST))
            }
            Self::NotSelectable { field, found, method } => not_selectable(field, found, method.as_deref()),
            Self::NotAType { found } => Words::new(format!("this name is a value of `{found}`, not a type")),
            Self::NotAMessage { name } => Words::new(format!(
                "`{name}` cannot be made with `{{…}}`, as it is not a message type"
            )),
            Self::BadArgument(bad) => bad_argument(bad),
            Self::WrongResult { purpose, found } => wrong_result(*purpose, found),
            Self::ServerPanic(cause) => server_panic(*cause),
        }
    }
}

impl ProgramError {
    /// The mistake in plain words, with ways out.
    pub fn in_words(&self) -> Words {
        match &self.kind {
            ProgramErrorKind::Conversion {
                function,
                from,
                failure,
            } => {
                let words = Words::new(format!("`{function}(…)` cannot convert this `{from}`"));
                match failure {
                    ConversionFailure::OutOfRange => words.with_help("the value is out of range"),
                    ConversionFailure::NotUtf8 => words.with_help("the bytes are not UTF-8"),
                    ConversionFailure::NoOverload => words,
                    ConversionFailure::Malformed => words.with_some_help(match function.as_str() {
                        "duration" => Some(DURATIONS),
                        "timestamp" => Some(TIMESTAMPS),
                        _ => None,
                    }),
                }
            }
            ProgramErrorKind::Pattern(error) => error.in_words(),
            ProgramErrorKind::Index => Words::new("this constant cannot be an index".to_owned())
                .with_help("lists have numbers as indexes, maps have their keys"),
        }
    }
}

impl RegexError {
    /// The mistake in plain words, with ways out.
    pub fn in_words(&self) -> Words {
        let words = Words::new(format!("the API server cannot compile this pattern: {self}"));
        words.with_some_help(match self.kind() {
            RegexErrorKind::InvalidPerlOp => Some("RE2 has no look-around"),
            RegexErrorKind::InvalidEscape => {
                Some("RE2 has no back references, and escapes only what it knows")
            }
            RegexErrorKind::MissingParen | RegexErrorKind::UnexpectedParen => {
                Some("close the group, or escape the parenthesis")
            }
            RegexErrorKind::MissingBracket => Some("close the class, or escape the bracket"),
            RegexErrorKind::InvalidRepeatSize => Some("RE2 repeats at most 1000 times"),
            RegexErrorKind::MissingRepeatArgument | RegexErrorKind::InvalidRepeatOp => {
                Some("escape the repetition sign")
            }
            _ => None,
        })
    }
}

const DURATIONS: &str = "write durations as Go does: `duration('1h30m')`";
const TIMESTAMPS: &str = "write timestamps as RFC 3339 does: `timestamp('2026-01-31T00:00:00Z')`";
const UNWRAP: &str = "unwrap the optional first: `.orValue(…)`";
const UNWRAP_LIST: &str = "unwrap the optional first: `.orValue([])`";
const RAW: &str = "double the backslash, or write a raw string: `r'\\d'`";

impl Words {
    fn with_first_help(mut self, help: Option<String>) -> Self {
        if let Some(help) = help {
            self.help.insert(0, help);
        }
        self
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn newer(since: u8) -> String {
    format!(
        "it came with Kubernetes 1.{since}; new rules may use it from 1.{} on",
        since.saturating_add(1)
    )
}

/// `` `a`, `b` and 3 more ``
fn listed(names: &[String], most: usize) -> String {
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        if at == most {
            out.push_str(&format!(" and {} more", names.len() - most));
            return out;
        }
        let is_last = at > 0 && at + 1 == names.len();
        out.push_str(match at {
            0 => "`",
            _ if is_last => " and `",
            _ => ", `",
        });
        out.push_str(name);
        out.push('`');
    }
    out
}

fn is_optional(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::Optional(_))
}

/// Whether a type is a list or a map.
fn is_collection(ty: &TypeName) -> bool {
    matches!(ty.ty(), Type::List(_) | Type::Map(..))
}

/// Whether a type is one of the environment's own.
fn is_base(ty: &TypeName, base: TypeId) -> bool {
    TypeStore::base(base) == Some(ty.ty())
}

fn syntax(error: &SyntaxError) -> Words {
    match error {
        SyntaxError::Unexpected { found, expected } => {
            Words::new(format!("unexpected `{found}`, expected {expected}"))
                .with_some_help(synonyms::of_token(found))
        }
        SyntaxError::UnexpectedEnd { expected } => {
            Words::new(format!("the expression ends too early, expected {expected}"))
        }
        SyntaxError::BadToken { text } => Words::new(format!("CEL does not know `{}`", text.trim_end()))
            .with_some_help(synonyms::of_token(text)),
        SyntaxError::UnfinishedString { quote, .. } => {
            Words::new("the string does not end").with_help(format!("close it with `{quote}`"))
        }
        SyntaxError::BadEscape { .. } => literal(BadLiteral::Escape),
        SyntaxError::QuotedName => Words::new("field names cannot be written in backticks").with_help(
            "write special characters as the API server escapes them: `self.a__dash__b` for `a-b`",
        ),
    }
}

fn literal(bad: BadLiteral) -> Words {
    match bad {
        BadLiteral::Int => Words::new("the number is out of range of `int`, which has 64 bits"),
        BadLiteral::Uint => Words::new("the number is out of range of `uint`, which has 64 bits"),
        BadLiteral::Double => Words::new("the number is out of range of `double`"),
        BadLiteral::Escape => {
            Words::new("the string has an escape sequence that CEL does not know").with_help(RAW)
        }
        BadLiteral::OctalEscape => Words::new("an octal escape sequence ends at `\\377`").with_help(RAW),
        BadLiteral::CodePoint => Words::new("an escape sequence is of no Unicode character"),
    }
}

fn macro_argument(error: &MacroError) -> Words {
    match error {
        MacroError::NotAField => Words::new("`has` takes a field").with_help("write `has(self.field)`"),
        MacroError::NotAName => Words::new("a macro needs the name of a variable here")
            .with_help("write a name that the condition uses: `list.all(x, x > 0)`"),
        MacroError::AccumulatorName => {
            Words::new("a variable cannot be called `__result__`, which macros use").with_help("rename it")
        }
        MacroError::DuplicateVariable { name } => {
            Words::new(format!("both variables are called `{name}`")).with_help("rename one")
        }
        MacroError::NotSortable => Words::new("only lists can be sorted"),
    }
}

fn unknown_function(name: &str, suggestion: Option<&str>, since: Option<u8>, usage: Option<&str>) -> Words {
    if let Some(usage) = usage {
        return Words::new(format!("`{name}` has too few or too many arguments"))
            .with_help(format!("write `{usage}`"));
    }
    let words = Words::new(format!("there is no function `{name}`"));
    match (since, suggestion) {
        (Some(since), _) => words.with_help(newer(since)),
        (None, Some(near)) => words.with_help(did_you_mean(near)),
        (None, None) => words,
    }
}

fn undefined_field(field: &str, object: Option<&str>, suggestion: Option<&str>, known: &[String]) -> Words {
    let words = Words::new(match object {
        Some(object) => format!("no field `{field}` on `{object}`"),
        None => format!("no field `{field}`"),
    });
    match suggestion {
        Some(near) => words.with_help(did_you_mean(near)),
        None if known.is_empty() => words,
        None => words.with_help(format!("it has {}", listed(known, NAMES))),
    }
}

fn not_selectable(field: &str, found: &TypeName, method: Option<&str>) -> Words {
    let words = Words::new(format!("`{found}` has no fields, so no `{field}`"));
    if let Some(method) = method {
        return words.with_help(format!("call the function: `.{method}()`"));
    }
    words.with_some_help(
        matches!(found.ty(), Type::List(_))
            .then(|| format!("fields are those of its elements: `.all(x, x.{field} …)`")),
    )
}

fn mismatch(expected: &TypeName, found: &TypeName, place: &MismatchPlace) -> Words {
    match place {
        MismatchPlace::LogicalOperand => {
            Words::new(format!("`&&` and `||` take `bool`, but this is `{found}`"))
                .with_some_help(as_bool(found))
        }
        MismatchPlace::Condition => Words::new(format!("a condition must be `bool`, but this is `{found}`"))
            .with_some_help(as_bool(found)),
        MismatchPlace::LoopStep => Words::new(format!(
            "the loop makes a value of `{expected}`, but this is `{found}`"
        )),
        MismatchPlace::ListElement => of_one_type("the elements of a list", expected, found),
        MismatchPlace::MapKey => of_one_type("the keys of a map", expected, found),
        MismatchPlace::MapValue => of_one_type("the values of a map", expected, found),
        MismatchPlace::OptionalEntry => Words::new(format!("`?` needs an optional, but this is `{found}`"))
            .with_help("leave out the `?`, or select with it: `self.?field`"),
        MismatchPlace::MessageField { field } => Words::new(format!(
            "the field `{field}` is of type `{expected}`, but this is `{found}`"
        )),
    }
}

fn of_one_type(what: &str, expected: &TypeName, found: &TypeName) -> Words {
    Words::new(format!(
        "{what} must be of one type: the first is `{expected}`, but this is `{found}`"
    ))
    .with_help("convert one, or wrap each in `dyn(…)`")
}

/// How to make a condition of a value.
fn as_bool(found: &TypeName) -> Option<&'static str> {
    Some(match found.ty() {
        Type::Optional(_) => "ask it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        Type::String => "compare it: `… == 'a'`",
        Type::Int | Type::Uint | Type::Double => "compare it: `… > 0`",
        Type::List(_) | Type::Map(..) => "ask for its size: `….size() > 0`",
        _ => return None,
    })
}

fn bad_argument(bad: &BadArgument) -> Words {
    match bad {
        BadArgument::Duration { literal } => {
            Words::new(format!("{} is not a duration", code(literal))).with_help(DURATIONS)
        }
        BadArgument::Timestamp { literal } => {
            Words::new(format!("{} is not a timestamp", code(literal))).with_help(TIMESTAMPS)
        }
        BadArgument::Pattern(error) => error.in_words(),
        BadArgument::Format(error) => format_string(error),
    }
}

/// Source text as code, unless it has the marks of code itself.
fn code(text: &str) -> String {
    if text.contains('`') || text.is_empty() {
        return "this literal".to_owned();
    }
    format!("`{text}`")
}

fn format_string(error: &FormatError) -> Words {
    match error {
        FormatError::UnfinishedClause => {
            Words::new("the format string ends within a clause").with_help("write `%%` for a percent sign")
        }
        FormatError::MissingArgument { index } => Words::new(format!(
            "the format string has more clauses than the {index} {} it is given",
            if *index == 1 { "argument" } else { "arguments" }
        ))
        .with_help("write `%%` for a percent sign"),
        FormatError::TooManyArguments { used, given } => Words::new(format!(
            "the format string uses {used} of the {given} arguments it is given"
        )),
        FormatError::UnknownClause { letter } => Words::new(format!("`format` has no clause `%{letter}`"))
            .with_help("use one of `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o`"),
        FormatError::BadPrecision => {
            Words::new("the precision of a clause is not a number").with_help("write `%.2f`")
        }
        FormatError::WrongType { letter, found } => {
            let words = Words::new(format!("`%{letter}` does not take `{found}`"));
            words.with_some_help((*letter != 's').then_some("`%s` takes any value but objects"))
        }
    }
}

fn server_panic(cause: PanicCause) -> Words {
    match cause {
        PanicCause::OptionalEntry => Words::new(
            "the API server crashes on this and answers 500: an entry with `?` must be an optional, and this is `dyn`",
        )
        .with_help("leave out the `dyn(…)`, or write the entry without `?`"),
        PanicCause::FormatOfNoLiteral => Words::new(
            "the API server 1.31 crashes on this and answers 500: it looks for a literal format string",
        )
        .with_help("write the format string as a literal: `'%s'.format([…])`"),
    }
}

fn wrong_result(purpose: Purpose, found: &TypeName) -> Words {
    match purpose {
        Purpose::Rule => {
            let help = as_bool(found).unwrap_or("compare it with something");
            Words::new(format!("a rule must give `bool`, but this gives `{found}`")).with_help(help)
        }
        Purpose::MessageExpression => Words::new(format!(
            "a message expression must give `string`, but this gives `{found}`"
        ))
        .with_help("wrap it in `string(…)`"),
    }
}

fn no_overload(
    function: &str,
    receiver: Option<&TypeName>,
    arguments: &[TypeName],
    signatures: &[String],
) -> Words {
    if let Some(words) = operator(function, arguments) {
        return words;
    }
    let mut given = String::new();
    for (at, argument) in arguments.iter().enumerate() {
        given.push_str(if at > 0 { ", " } else { "" });
        given.push_str(argument.as_str());
    }
    let words = Words::new(match receiver {
        Some(receiver) => format!("`{receiver}` has no `{function}({given})`"),
        None => format!("there is no `{function}({given})`"),
    });
    if function == "contains" && receiver.is_some_and(is_collection) {
        return words.with_help("ask a list or map with `in`: `x in list`");
    }
    if signatures.is_empty() || signatures.len() > SIGNATURES {
        return words;
    }
    words.with_help(format!("it is called as {}", alternatives(signatures)))
}

/// `` `a` or `b` ``
fn alternatives(names: &[String]) -> String {
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            out.push_str(" or ");
        }
        out.push('`');
        out.push_str(name);
        out.push('`');
    }
    out
}

/// Operators whose operands do not fit.
fn operator(function: &str, arguments: &[TypeName]) -> Option<Words> {
    let (first, second, third) = (arguments.first()?, arguments.get(1), arguments.get(2));
    Some(match (function, second, third) {
        ("!_", None, _) => {
            Words::new(format!("`!` needs `bool`, but this is `{first}`")).with_some_help(as_bool(first))
        }
        ("-_", None, _) => Words::new(format!("`-` does not take `{first}`")),
        ("_?_:_", Some(yes), Some(no)) => {
            if matches!(first.ty(), Type::Bool | Type::Dyn) {
                Words::new(format!(
                    "both results of `? :` must be of one type, but these are `{yes}` and `{no}`"
                ))
                .with_help("convert one, or wrap both in `dyn(…)`")
            } else {
                Words::new(format!("a condition must be `bool`, but this is `{first}`"))
                    .with_some_help(as_bool(first))
            }
        }
        ("@in", Some(container), _) => not_in(first, container),
        ("_[_]" | "_[?_]", Some(index), _) => not_indexed(first, index),
        (_, Some(second), _) => {
            let sign = function.strip_prefix('_')?.strip_suffix('_')?;
            Words::new(format!("`{sign}` does not take `{first}` and `{second}`"))
                .with_some_help(both_sides(sign, first, second))
        }
        _ => return None,
    })
}

fn not_in(element: &TypeName, container: &TypeName) -> Words {
    if is_collection(container) {
        return Words::new(format!("`in` cannot find `{element}` in `{container}`"))
            .with_help("both sides must be of one type; convert one");
    }
    let words = Words::new(format!(
        "`in` needs a list or map on its right, but this is `{container}`"
    ));
    match (element.ty(), container.ty()) {
        (Type::String, Type::String) => words.with_help("find a text in a text with `text.contains(part)`"),
        _ => words.with_some_help(is_optional(container).then_some(UNWRAP_LIST)),
    }
}

fn not_indexed(container: &TypeName, index: &TypeName) -> Words {
    if matches!(container.ty(), Type::List(_)) {
        return Words::new(format!("a list is indexed by `int`, but this is `{index}`"));
    }
    if matches!(container.ty(), Type::Map(..)) {
        return Words::new(format!("the keys of `{container}` are not of type `{index}`"));
    }
    let words = Words::new(format!("`{container}` has no elements to select by `[…]`"));
    words.with_some_help((index.ty() == Type::String).then_some("select a field with a dot: `self.field`"))
}

/// What to do about the operands of an operator.
fn both_sides(sign: &str, left: &TypeName, right: &TypeName) -> Option<&'static str> {
    if is_optional(left) != is_optional(right) {
        return Some(UNWRAP);
    }
    if left == right {
        let compares = matches!(sign, "<" | "<=" | ">" | ">=");
        let has_methods = is_base(left, TypeId::QUANTITY) || is_base(left, TypeId::SEMVER);
        return (compares && has_methods).then_some("compare with `.isLessThan(…)` or `.isGreaterThan(…)`");
    }
    if is_base(left, TypeId::QUANTITY) || is_base(right, TypeId::QUANTITY) {
        return Some("make a quantity of the other side: `quantity('1Gi')`");
    }
    Some(match (left.ty(), right.ty()) {
        (Type::Null, _) | (_, Type::Null) => "ask whether a field is set with `has(…)`",
        (Type::Duration, Type::String) | (Type::String, Type::Duration) => DURATIONS,
        (Type::Timestamp, Type::String) | (Type::String, Type::Timestamp) => TIMESTAMPS,
        (Type::List(_) | Type::Map(..), Type::Int | Type::Uint)
        | (Type::Int | Type::Uint, Type::List(_) | Type::Map(..)) => {
            "ask for the size of a list or map with `.size()`"
        }
        _ => "both sides must be of one type; convert one",
    })
}
