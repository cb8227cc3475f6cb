//! Describes mistakes in the text of an expression: syntax, literals, macros, names, patterns and formats.

use super::{DURATIONS, Description, NAMES, RAW, TIMESTAMPS, UNWRAP, did_you_mean, listed, newer};
use crate::decls::functions;
use crate::escape::{self, escape};
use crate::literal::{ConversionFailure, ProgramError, ProgramErrorKind};
use crate::macros::find_macro;
use crate::mistake::{
    BadLiteral, CallStyle, Expected, FormatError, MacroError, MeantTest, PanicCause, SyntaxError,
};
use crate::regex::{RegexError, RegexErrorKind};
use crate::synonyms;
use crate::types::Type;

impl ProgramError {
    /// Describes the mistake in plain words, with suggestions.
    pub fn describe(&self) -> Description {
        match &self.kind {
            ProgramErrorKind::Conversion {
                function,
                from,
                failure,
            } => {
                let words = Description::new(format!("`{function}(…)` cannot convert this `{from}`"));
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
            ProgramErrorKind::Pattern(error) => error.describe(),
            ProgramErrorKind::Index => Description::new("this constant cannot be an index".to_owned())
                .with_help("lists are indexed by numbers, maps by their keys"),
            ProgramErrorKind::TypeVariable { variable } => Description::new(format!(
                "the value of `{variable}` is a type, which is not allowed for variables"
            ))
            .with_help("call `type(…)` in the comparison itself"),
        }
    }
}

impl RegexError {
    /// Describes the mistake in plain words, with suggestions.
    pub fn describe(&self) -> Description {
        Description::new(format!(
            "the API server cannot compile this pattern: {}",
            pattern_fault(self)
        ))
        .with_some_help(pattern_help(self))
    }
}

fn pattern_fault(error: &RegexError) -> String {
    let part = error.excerpt();
    match error.kind() {
        RegexErrorKind::InvalidPerlOp => format!("`{part}` is not supported"),
        RegexErrorKind::InvalidEscape => format!("`{part}` is not an escape sequence"),
        RegexErrorKind::InvalidCharRange => format!("`{part}` is not a range or class of characters"),
        RegexErrorKind::InvalidNamedCapture if is_look_around(part) => {
            format!("`{}` is not supported", &part[.."(?<=".len()])
        }
        RegexErrorKind::InvalidNamedCapture => format!("`{part}` is not a named group"),
        RegexErrorKind::InvalidRepeatOp => format!("`{part}` repeats a repetition"),
        RegexErrorKind::InvalidRepeatSize => format!("`{part}` is not a valid number of repetitions"),
        RegexErrorKind::MissingBracket => format!("a class is not closed: `{part}`"),
        RegexErrorKind::MissingParen => format!("a group is not closed: `{part}`"),
        RegexErrorKind::UnexpectedParen => format!("a `)` without a group: `{part}`"),
        RegexErrorKind::MissingRepeatArgument => format!("`{part}` has nothing to repeat"),
        RegexErrorKind::TrailingBackslash => "it ends with a backslash".to_owned(),
        RegexErrorKind::NestingDepth => "it is nested more than 1000 levels deep".to_owned(),
        RegexErrorKind::Large => "it is too large after its repetitions are expanded".to_owned(),
    }
}

fn pattern_help(error: &RegexError) -> Option<&'static str> {
    let part = error.excerpt();
    Some(match error.kind() {
        RegexErrorKind::InvalidPerlOp | RegexErrorKind::InvalidNamedCapture if is_look_around(part) => {
            "RE2 has no look-around"
        }
        RegexErrorKind::InvalidPerlOp => {
            "RE2 supports the groups `(?:…)` and `(?P<name>…)`, and the flags `i`, `m`, `s` and `U`"
        }
        RegexErrorKind::InvalidEscape if part.ends_with(|c: char| c.is_ascii_digit()) => {
            "RE2 has no back references"
        }
        RegexErrorKind::InvalidEscape if part == r"\Z" => {
            "write `$`, which matches only at the end of the text"
        }
        RegexErrorKind::InvalidEscape if part.starts_with(r"\u") => {
            r"write the number of a character as `\x{…}`, in hexadecimal digits"
        }
        RegexErrorKind::InvalidEscape => "RE2 only supports escapes of punctuation and of some letters",
        RegexErrorKind::InvalidCharRange if !part.starts_with(['\\', '[']) => {
            "write the lower character first, or escape the `-`"
        }
        RegexErrorKind::InvalidNamedCapture => {
            "write `(?P<name>…)`, each name once, with letters, digits and `_`"
        }
        RegexErrorKind::InvalidRepeatSize if is_reversed(part) => "write the smaller number first",
        RegexErrorKind::InvalidRepeatSize => "RE2 supports at most 1000 repetitions",
        RegexErrorKind::MissingBracket => "close the class, or escape the bracket",
        RegexErrorKind::MissingParen => "close the group, or escape the parenthesis",
        RegexErrorKind::UnexpectedParen => "open the group, or escape the parenthesis",
        RegexErrorKind::MissingRepeatArgument | RegexErrorKind::InvalidRepeatOp => match part {
            "*" | "**" => r"write `.*` for any text; a `*` itself is `\*`",
            "?" => r"write `.` for any character; a `?` itself is `\?`",
            _ if error.kind() == RegexErrorKind::InvalidRepeatOp => {
                "write one sign: RE2 has no possessive repetitions; to match the sign itself, escape it"
            }
            _ => "escape the repetition sign",
        },
        RegexErrorKind::TrailingBackslash => "to match a backslash, write two",
        RegexErrorKind::Large => "use fewer repetitions",
        RegexErrorKind::InvalidCharRange | RegexErrorKind::NestingDepth => return None,
    })
}

/// Whether the first number of a repetition is above the second: `{3,1}`.
fn is_reversed(repetition: &str) -> bool {
    let numbers = repetition.trim_matches(['{', '}']).split_once(',');
    let number = |text: &str| text.parse::<u16>().ok();
    numbers.is_some_and(|(least, most)| number(most).is_some_and(|most| number(least) > Some(most)))
}

/// Describes a pattern in an expression, where another condition can take the place of a lookahead.
pub(super) fn pattern_argument(error: &RegexError) -> Description {
    let mut words = error.describe();
    if is_look_around(error.excerpt()) {
        for help in &mut words.help {
            help.push_str("; write another condition, such as `!self.a.matches('^x')`");
        }
    }
    words
}

/// Checks whether a group is a lookahead or lookbehind.
fn is_look_around(group: &str) -> bool {
    ["(?=", "(?!", "(?<=", "(?<!"]
        .iter()
        .any(|start| group.starts_with(start))
}

const BAD_ESCAPE: &str = "the string has an escape sequence that CEL does not support";

pub(super) fn syntax(error: &SyntaxError) -> Description {
    match error {
        SyntaxError::Unexpected {
            found,
            expected: Expected::FieldOrFunctionName,
            help: None,
        } if escape::is_reserved(found) => {
            Description::new(format!("`{found}` is a reserved word of CEL and cannot follow a dot")).with_help(format!(
                "for a field with this name, write `__{found}__`; for a key of a map, `['{found}']`"
            ))
        }
        SyntaxError::Unexpected {
            found,
            expected,
            help,
        } => Description::new(format!("unexpected `{found}`, expected {expected}"))
            .with_some_help(help.as_deref().or_else(|| of_expected(*expected))),
        SyntaxError::UnexpectedEnd { expected } => {
            Description::new(format!("the expression ends too early, expected {expected}"))
                .with_some_help(of_expected(*expected))
        }
        SyntaxError::ListInParentheses => {
            Description::new("a list is written in brackets").with_help("write `in ['…', '…']`")
        }
        SyntaxError::OptionalChain => Description::new("CEL has no `?.`").with_help(
            "write `has(self.field) && …`, or `self.?field.orValue(…)` for a default value of an absent \
             field",
        ),
        SyntaxError::Foreign { message, help, .. } => {
            Description::new(message.clone()).with_help(help.clone())
        }
        SyntaxError::BadToken { text, help } => bad_token(text, help.as_deref()),
        SyntaxError::UnfinishedString { text, quote } if ends_with_line(text) => {
            Description::new("the string is not closed on its line").with_help(format!(
                "close it with `{quote}` before the line break, or remove the line break, which is `\\n` in double quotes of YAML"
            ))
        }
        SyntaxError::UnfinishedString { quote, .. } => {
            Description::new("the string is not closed").with_help(format!("close it with `{quote}`"))
        }
        SyntaxError::BadEscape { raw: Some(raw), .. } => Description::new(BAD_ESCAPE)
            .with_help(format!("write `{raw}`, a raw string, or double each backslash")),
        SyntaxError::BadEscape { raw: None, .. } => literal(BadLiteral::Escape),
        SyntaxError::QuotedName => Description::new("field names cannot be written in backticks").with_help(
            "use the API server's escapes of special characters: `self.a__dash__b` for `a-b`",
        ),
        SyntaxError::Closure { text } => Description::new(format!("CEL has no closures, so `{text}` is not \
            valid"))
            .with_help("name the variable as the first argument of a macro: `list.all(x, x > 0)`; the value itself is `self`"),
        SyntaxError::BlockComment => Description::new("CEL has no `/* … */` comments")
            .with_help("write `// …`, which extends to the end of the line, or remove the comment"),
        SyntaxError::RawIdentifier { name } => Description::new(format!("CEL has no raw identifiers such as `r#{name}`"))
            .with_help(format!("write `{}`", escape(name).as_deref().unwrap_or(name))),
    }
}

/// Returns a suggestion for a missing token.
fn of_expected(expected: Expected) -> Option<&'static str> {
    match expected {
        Expected::Colon => Some("a condition has two results: `condition ? this : that`"),
        Expected::EntryColon => {
            Some("an entry of a map is `'key': value`; a function is called with parentheses")
        }
        _ => None,
    }
}

/// Whether an escaped text ends with a line break, which is no escaped backslash and a letter.
fn ends_with_line(text: &str) -> bool {
    let before = text.strip_suffix("\\n").or_else(|| text.strip_suffix("\\r"));
    before.is_some_and(|before| !before.ends_with('\\'))
}

/// Describes characters with which no token begins.
fn bad_token(text: &str, help: Option<&str>) -> Description {
    match text.chars().next() {
        Some(letter) if letter.is_alphabetic() && !letter.is_ascii() => Description::new(format!(
            "names in CEL can only have ASCII letters, not `{letter}`"
        ))
        .with_help(
            "write strings in quotes: `'…'`; for a field with such a name, put the rule on the field \
                 and use `self`",
        ),
        _ => {
            let sign = text.trim_end_matches(|c: char| !c.is_ascii_punctuation());
            let shown = if sign.is_empty() { text } else { sign };
            let is_operator = sign.len() > 1 && sign.chars().all(|c| "=<>!~&|".contains(c));
            let character = if is_operator { "" } else { "character " };
            Description::new(format!("unexpected {character}`{shown}`")).with_some_help(help)
        }
    }
}

pub(super) fn literal(bad: BadLiteral) -> Description {
    match bad {
        BadLiteral::Int => Description::new("the number is out of range of `int`, which has 64 bits"),
        BadLiteral::Uint => Description::new("the number is out of range of `uint`, which has 64 bits"),
        BadLiteral::Double => Description::new("the number is out of range of `double`"),
        BadLiteral::Escape => Description::new(BAD_ESCAPE).with_help(RAW),
        BadLiteral::OctalEscape => {
            Description::new("the largest octal escape sequence is `\\377`").with_help(RAW)
        }
        BadLiteral::CodePoint => Description::new("an escape sequence is not a Unicode character"),
    }
}

pub(super) fn macro_argument(error: &MacroError) -> Description {
    match error {
        MacroError::NotAField { meant } => Description::new("`has` needs a field").with_help(match meant {
            Some(MeantTest::Field { field, key: None }) => format!("write `has({field})`"),
            Some(MeantTest::Field { field, key: Some(key) }) => {
                format!("write `has({field})`; for a key of a map, `{key}`")
            }
            Some(MeantTest::Other(meant)) => format!("write {meant}"),
            None => "write `has(self.field)`, with `__dash__` for `-`; for a key of a map, `'key' in map`; for an element, `list.size() > 0`".to_owned(),
        }),
        MacroError::Variable { name } => Description::new("`has` needs a field").with_help(always_set(name)),
        MacroError::NotAName => Description::new("the macro needs the name of a variable here")
            .with_help("write a name, then one condition that uses it: `list.all(x, x > 0)`; with two names, the first is the index or key"),
        MacroError::AccumulatorName => {
            Description::new("a variable cannot have the name `__result__`, because macros use it")
                .with_help("rename it")
        }
        MacroError::DuplicateVariable { name } => {
            Description::new(format!("both variables have the name `{name}`")).with_help("rename one")
        }
        MacroError::NotSortable => Description::new("only lists can be sorted"),
    }
}

/// Explains that a test whether a variable is set is not needed.
pub(crate) fn always_set(variable: &str) -> String {
    if variable == "oldSelf" {
        return "a rule with `oldSelf` does not run when an object is created, so no test is needed; with \
            `optionalOldSelf: true` it runs, and `oldSelf.hasValue()` is the test"
            .to_owned();
    }
    let reason = match variable {
        "self" => ", since a rule does not run without one",
        _ => "",
    };
    format!("`{variable}` always has a value{reason}; a field is tested with `has({variable}.field)`")
}

/// A variable that is not in scope.
pub(super) fn unknown_variable(name: &str, suggestion: Option<&str>, in_scope: &[String]) -> Description {
    let words = Description::new(format!("there is no variable `{name}`"));
    if let Some(near) = suggestion {
        return words.with_help(did_you_mean(near));
    }
    if let Some(help) = synonyms::without_variable(name) {
        return words.with_help(help);
    }
    let is_of_loop = |known: &String| !matches!(known.as_str(), "self" | "oldSelf");
    if matches!(name, "v" | "val" | "value") && in_scope.iter().any(is_of_loop) {
        return words.with_help("for keys and values, write `map.all(key, value, condition)`");
    }
    if in_scope.is_empty() {
        return words;
    }
    words.with_help(format!("the available variables are {}", listed(in_scope, NAMES)))
}

pub(super) fn unknown_function(
    name: &str,
    call: CallStyle,
    suggestion: Option<&str>,
    since: Option<u8>,
    usage: Option<&str>,
) -> Description {
    if let (Some(usage), Some(since)) = (usage, since) {
        return Description::new(format!("`{name}` has only one variable in this version"))
            .with_help(format!(
                "with two variables, new rules can use it since Kubernetes 1.{}",
                since.saturating_add(1)
            ))
            .with_help(format!("write `{usage}`"));
    }
    if let Some(usage) = usage {
        let message = match call {
            CallStyle::Function if find_macro(name, call).is_none() => {
                format!("`{name}` is a method of a value, not a function")
            }
            CallStyle::Method if find_macro(name, call).is_none() => {
                format!("`{name}` is a function, not a method of a value")
            }
            _ => format!("`{name}` does not take these arguments"),
        };
        if let Some(near) = suggestion {
            return Description::new(message).with_help(did_you_mean(near));
        }
        return Description::new(message)
            .with_help(format!("write `{usage}`"))
            .with_some_help(
                (name == "existsOne").then_some("with one variable, write `list.exists_one(x, condition)`"),
            );
    }
    // What is proposed instead works in all versions.
    let since = since.filter(|_| suggestion.is_none());
    no_function(name, suggestion).with_first_help(since.map(newer))
}

/// Describes an unknown function; that of a namespace has its full name.
pub(super) fn no_function(name: &str, suggestion: Option<&str>) -> Description {
    let words = Description::new(format!("there is no function `{name}`"));
    let last = name.rsplit('.').next().unwrap_or(name);
    let instead = synonyms::without_function(name).or_else(|| synonyms::without_function(last));
    match (suggestion, instead) {
        (Some(near), _) => words.with_help(did_you_mean(near)),
        (None, Some(help)) => words.with_help(help),
        (None, None) => words.with_some_help(of_namespace(name)),
    }
}

/// Lists the functions of the namespace of a function.
fn of_namespace(name: &str) -> Option<String> {
    let (namespace, _) = name.split_once('.')?;
    let mut names = Vec::new();
    for function in functions() {
        if function
            .name
            .strip_prefix(namespace)
            .is_some_and(|rest| rest.starts_with('.'))
        {
            names.push(function.name.to_owned());
        }
    }
    if names.is_empty() {
        return synonyms::without_function(namespace).map(str::to_owned);
    }
    Some(format!("there is {}", listed(&names, NAMES)))
}

/// Formats source text as code, unless it contains backticks itself.
pub(super) fn code(text: &str) -> String {
    if text.contains('`') || text.is_empty() {
        return "this literal".to_owned();
    }
    format!("`{text}`")
}

pub(super) fn format_string(error: &FormatError) -> Description {
    match error {
        FormatError::UnfinishedClause => Description::new("the format string ends inside a clause")
            .with_help("for a percent sign, write `%%`"),
        FormatError::MissingArgument { index } => Description::new(format!(
            "the format string has more clauses than its {index} {}",
            if *index == 1 { "argument" } else { "arguments" }
        ))
        .with_help("add an argument to the list; for a percent sign, write `%%`"),
        FormatError::TooManyArguments { used, given } => Description::new(format!(
            "the format string uses only {used} of its {given} arguments"
        ))
        .with_help("write `%s` where an argument belongs"),
        FormatError::UnknownClause { letter } => Description::new(format!(
            "`format` does not support the clause `%{letter}`"
        ))
        .with_help(match letter {
            'a'..='z' | 'A'..='Z' => "use one of `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o`",
            '0'..='9' | '-' => "clauses have no width: write `%s`; for a percent sign, `%%`",
            _ => "for a percent sign, write `%%`",
        }),
        FormatError::BadPrecision => {
            Description::new("the precision of a clause is not a number").with_help("write `%.2f`")
        }
        FormatError::WrongType { letter, found, meant } => {
            let words = Description::new(format!("`%{letter}` cannot format `{found}`"));
            words.with_help(match (meant, found.ty()) {
                (Some(meant), Type::Object(_)) if *letter == 's' => {
                    format!("write the text that it is made from: `{meant}`")
                }
                (Some(meant), Type::Optional(_)) => format!("write its value: `{meant}`"),
                (Some(meant), _) => format!("write `%s`, and the text itself: `{meant}`"),
                (None, Type::Optional(_)) => UNWRAP.to_owned(),
                (None, Type::Object(_) | Type::Error | Type::Any) => {
                    "format a field of it, `x.field`, or another text or number".to_owned()
                }
                (None, _) => "write `%s`, which formats values of this type".to_owned(),
            })
        }
    }
}

pub(super) fn server_panic(cause: PanicCause) -> Description {
    match cause {
        PanicCause::OptionalEntry => Description::new(
            "the API server crashes on this and responds with status 500: an entry with `?` must be an \
             optional, but this is `dyn`",
        )
        .with_help("remove the `dyn(…)`, or the `?` of the entry"),
        PanicCause::FormatOfNoLiteral => Description::new(
            "the API server 1.31 crashes on this and responds with status 500, because it needs a literal \
             format string",
        )
        .with_help("write the format string as a literal: `'%s'.format([…])`"),
    }
}
