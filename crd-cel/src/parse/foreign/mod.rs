//! Recognizes the syntax of other languages in an expression that does not parse, so that the error can
//! suggest the CEL equivalent.
//!
//! ```text
//! self.items.all(|x| x > 0)          a closure
//! self.items.all(x => x > 0)         a closure
//! self.r#type == 'a'                 a raw identifier of Rust
//! self.a > 0 /* positive */          a comment
//! self.a in ('x', 'y')               a list in parentheses
//! self?.a == 'x'                     optional chaining
//! ```

mod enclosed;
mod numbers;
mod operands;
mod words;
mod written;

use crate::ast::Span;
use crate::escape::is_reserved;
use crate::mistake::{Expected, SyntaxError};
use crate::synonyms;
use crate::version::CompatVersion;
use enclosed::{divided, list_in_parentheses, of_pattern, of_slice, unclosed};
use numbers::{
    is_before_number, is_number_in_groups, is_range, of_decimal, of_digits, of_number, percentage,
};
pub(super) use written::conditional;

use words::{of_enum, of_like, of_method, of_quoted_member, of_words};

/// Returns the syntax of another language at an unexpected token, and its span in the source.
#[cold]
pub(super) fn syntax(
    source: &str,
    token: Span,
    expected: Expected,
    version: CompatVersion,
) -> Option<(SyntaxError, Span)> {
    let written = written::at(source, token, expected, version);
    if written.is_some() {
        return written;
    }
    let start = token.start as usize;
    let (before, after) = source.split_at_checked(start)?;
    let first = without_first(before, after, token);
    if first.is_some() {
        return first;
    }
    let percentage = percentage(before, after);
    if percentage.is_some() {
        return percentage;
    }
    let Some(first) = after.chars().next() else {
        return optional_chain(before)
            .or_else(|| optional_index(before))
            .or_else(|| divided(source, version))
            .or_else(|| unclosed(before, expected))
            .or_else(|| unfinished(before));
    };
    match first {
        ',' if is_in_parentheses(before) => Some((list_in_parentheses(source, start, version), token)),
        ',' if is_parameter(after) => Some((
            SyntaxError::Closure {
                text: "=>".to_owned(),
            },
            span_of_arrow(after, start).unwrap_or(token),
        )),
        '\'' | '"' => raw_string(after, token),
        '/' if after.starts_with("/*") => Some(comment(source, start)),
        '*' if before.ends_with('/') => Some(comment(source, start - 1)),
        '#' => raw_identifier(before, after),
        '|' => closure(before, after).or_else(|| divided_sign(source, start)),
        '=' if after.starts_with("=>") => Some(arrow(before, "=>")),
        '=' | '!' | '&' => divided_sign(source, start),
        '>' => Some(arrow(before.strip_suffix('-')?, "->")),
        ')' | ']' => optional_chain(before).or_else(|| optional_index(before)),
        '?' if after.starts_with("?.") || after.starts_with("??") => optional_chain(before),
        _ => None,
    }
}

/// Explains a condition that is missing before the first operator.
fn without_first(before: &str, after: &str, token: Span) -> Option<(SyntaxError, Span)> {
    let mut operators = ["&&", "||"].into_iter();
    let operator = operators.find(|operator| after.starts_with(operator))?;
    let before = before.trim_end();
    let error = SyntaxError::Foreign {
        message: format!("there is no condition before `{operator}`"),
        help: format!("write one before it, or remove `{operator}`"),
        replaced: None,
    };
    let place = Span::new(token.start as usize, token.start as usize + operator.len());
    (before.is_empty() || before.ends_with('(')).then_some((error, place))
}

/// Explains a condition that is missing after the last operator.
fn unfinished(before: &str) -> Option<(SyntaxError, Span)> {
    let before = before.trim_end();
    let operator = ["&&", "||"]
        .into_iter()
        .find(|operator| before.ends_with(operator))?;
    let error = SyntaxError::Foreign {
        message: format!("the expression ends after `{operator}`"),
        help: format!("write another condition after it, or remove `{operator}`"),
        replaced: None,
    };
    Some((error, Span::new(before.len() - operator.len(), before.len())))
}

/// Returns the raw string for a literal with escape sequences that CEL does not have, and the span of the literal.
fn raw_string(after: &str, token: Span) -> Option<(SyntaxError, Span)> {
    let text = after.get(..token.range().len())?;
    let (quote, inside) = after.split_at_checked(1)?;
    let end = inside.find(quote)?;
    let inside = inside.get(..end)?;
    // In a raw string, neither a doubled backslash nor a quote with one before it is the same.
    let is_same =
        !inside.is_empty() && !inside.contains("\\\\") && !inside.ends_with('\\') && !inside.contains('\n');
    let is_escape = text.contains('\\') && is_same && token.range().len() <= end + 1;
    let is_shown = inside.len() <= LONGEST_SHOWN && !inside.contains('`');
    if !is_escape || !is_shown {
        return None;
    }
    let error = SyntaxError::BadEscape {
        text: text.escape_debug().to_string(),
        raw: Some(format!("r{quote}{inside}{quote}")),
    };
    let start = token.start as usize;
    Some((error, Span::new(start, start + end + 2)))
}

/// The maximum length of a text that a proposal repeats, in bytes.
const LONGEST_SHOWN: usize = 100;

/// Returns what to write instead of the syntax of another language at an unexpected token.
#[cold]
pub(super) fn help(source: &str, token: Span) -> Option<String> {
    let (before, after) = source.split_at_checked(token.start as usize)?;
    let found = source.get(token.range()).unwrap_or_default();
    if before.ends_with('.') && is_reserved(found) {
        return of_method(before, found, after);
    }
    let written = of_enum(before, after)
        .or_else(|| of_like(before, found, after))
        .or_else(|| of_slice(before, after))
        .or_else(|| of_pattern(before, after))
        .or_else(|| of_backticks(after));
    if written.is_some() {
        return written;
    }
    if let Some(help) = of_number(before, after).or_else(|| of_decimal(before, after)) {
        return Some(help);
    }
    let help = of_sign(before, after)
        .or_else(|| of_quotes(before, after))
        .or_else(|| of_digits(before, after))
        .or_else(|| of_words(before, found, after))
        .or_else(|| synonyms::of_token(&found.escape_debug().to_string()));
    let help = help.or_else(|| synonyms::of_token(";").filter(|_| is_next_condition(before, found)));
    let help = help.map(str::to_owned);
    help.or_else(|| of_quoted_member(before, found))
}

/// Whether a condition begins behind another one, without an operator between them.
fn is_next_condition(before: &str, found: &str) -> bool {
    let last = before.trim_end();
    let (outside, name) = split_name(last);
    let is_operand = last.ends_with([')', ']', '\'', '"'])
        || name.starts_with(|c: char| c.is_ascii_digit())
        || matches!(name, "true" | "false")
        || !name.is_empty() && outside.ends_with('.');
    is_operand && matches!(found, "self" | "oldSelf" | "has" | "size" | "!")
}

/// Recognizes an operator of two characters with a space between them: `a < = b`.
fn divided_sign(source: &str, at: usize) -> Option<(SyntaxError, Span)> {
    let (before, after) = source.split_at_checked(at)?;
    let spaced = before.trim_end_matches(' ');
    let last = spaced.chars().next_back().filter(|_| spaced.len() < before.len());
    let (first, second, start, end) = match last {
        Some(first @ ('<' | '>')) if after.starts_with('=') => (first, '=', spaced.len() - 1, at + 1),
        _ => {
            let first = after.chars().next()?;
            let rest = after.get(1..)?.trim_start_matches(' ');
            let end = source.len() - rest.len() + 1;
            (first, rest.chars().next()?, at, end)
        }
    };
    let sign = format!("{first}{second}");
    let is_known = matches!(&*sign, "<=" | ">=" | "!=" | "==" | "&&" | "||") && end - start > sign.len();
    let error = SyntaxError::BadToken {
        text: after.get(..1)?.to_owned(),
        help: Some(format!("write `{sign}` without a space")),
    };
    is_known.then(|| (error, Span::new(start, end)))
}

/// Recognizes operators, brackets and numbers.
fn of_sign(before: &str, after: &str) -> Option<&'static str> {
    let is_number = before.ends_with(|c: char| c.is_ascii_digit());
    let spaced = before.trim_end();
    Some(match after.chars().next()? {
        ':' if after.starts_with("://") => "write a text in quotes: `'https://'`",
        '}' if is_placeholder(before) => synonyms::NO_TEMPLATES,
        '$' if after.starts_with("${") || after.starts_with("$(") => synonyms::NO_TEMPLATES,
        '!' if after
            .strip_prefix('!')
            .is_some_and(|after| after.trim_start().starts_with("in ")) =>
        {
            "write `!(x in list)`"
        }
        '\'' | '"' if spaced.ends_with(['\'', '"']) && spaced.rfind('[') > spaced.rfind(']') => {
            "write a comma between the elements of a list"
        }
        '^' | '[' if spaced.ends_with('(') || after.starts_with('^') && spaced.ends_with(',') => PATTERN,
        ':' if matches!(spaced, "rule" | "- rule" | "expression" | "messageExpression") => {
            "write the expression alone, without the key before it"
        }
        ':' | '|' if is_name_of_variable(spaced) => synonyms::VARIABLE_FIRST,
        '|' if after.contains(":=") => synonyms::LOOP,
        '|' if is_pipe(after) => "CEL has no pipes; call functions on the value: `text.trim()`, `size(list)`",
        '=' if before.contains("cel.bind(") => synonyms::VARIABLE,
        '=' if before.ends_with("!=") || before.ends_with("! ") => synonyms::NOT_EQUAL,
        '=' if before.ends_with("==") => "compare with `==`",
        '=' if before.ends_with(['+', '-', '*', '/', '%']) => {
            "a rule cannot change values; compare with `==`"
        }
        '=' if after.starts_with("=>") => "to compare, write `>=`; for an implication, `!a || b`",
        '=' | '!' if after.starts_with("=!") || after.starts_with("! =") => synonyms::NOT_EQUAL,
        '>' if before.ends_with('<') => synonyms::NOT_EQUAL,
        '>' if before.ends_with("==") => synonyms::IMPLICATION,
        '-' if after.starts_with("->") && before.ends_with(is_part_of_name) => {
            "select a field with a dot: `self.field`; for an implication, write `!a || b`"
        }
        '<' | '>' if before.ends_with(['<', '>']) => synonyms::NO_BITS,
        '<' | '>' | '=' | '!' if spaced.ends_with("&&") || spaced.ends_with("||") => {
            "repeat the value: `x >= 1 && x <= 5`"
        }
        '*' if before.ends_with('*') => synonyms::NO_POWERS,
        '*' | ']' if before.ends_with(['.', '[']) => {
            "for the elements of a list, write `list.all(x, x.field …)`"
        }
        '&' | '*' if spaced.is_empty() || spaced.ends_with(['(', '&', '|', '!', ',']) => {
            "CEL has no pointers; write `self.field`"
        }
        '(' if before.ends_with('.') => "convert with a function: `int(x)`, `string(x)`",
        '0'..='9' if before.ends_with(".?") => "an element of a list that may be absent is `list[?0]`",
        '[' if before.ends_with("?.") => synonyms::DEFAULT,
        '+' if before.ends_with(" +") && after.starts_with("+ ") => "write one `+`",
        '+' if before.ends_with('+') => "a rule cannot change values; write `x + 1`",
        '?' | ':' if before.ends_with('?') => synonyms::DEFAULT,
        ':' if after.starts_with("::") => "select a field with a dot: `self.field`",
        ':' if after.starts_with(":=") => synonyms::VARIABLE,
        '&' | '|' if is_before_number(after) => synonyms::NO_BITS_OF_NUMBERS,
        '!' if before.ends_with("matches") && after.starts_with("!(") => "write `x in ['a', 'b']`",
        '!' if before.ends_with(is_part_of_name) && after.starts_with("!.") => {
            "select a field with a dot: `self.field`"
        }
        '!' if before.ends_with(is_part_of_name) && after.starts_with("!(") => {
            "CEL has no `!` in the names of macros; remove it"
        }
        '.' if is_in_index(before) && (is_number || before.ends_with('.')) => {
            "write `list.slice(0, 2)`, or `text.substring(0, 2)`"
        }
        ':' if spaced.rfind('[') > spaced.rfind(']') => "write `list.slice(0, 2)`, or `text.substring(0, 2)`",
        ')' | ']' | '}' if is_closed(before) => "no bracket is open here: remove it, or open one before it",
        ';' if after.trim() == ";" => "a rule is one expression, without `;` at the end; remove it",
        '/' => PATTERN,
        '`' => "write a text with a value as `'a%s'.format([x])`",
        '.' if is_range(before, after) => synonyms::BETWEEN,
        '.' if is_number => "a version is a text in quotes: `'1.10.0'`",
        '.' if before.ends_with('.') => "write one dot: `self.field`",
        ',' | '}' if let Some(help) = of_comma(before, after) => help,
        '(' if before
            .rfind(".?")
            .is_some_and(|at| before.get(at + 2..).is_some_and(is_name)) =>
        {
            "call a function with a dot, without `?`"
        }
        _ if spaced.ends_with('.')
            && spaced
                .trim_end_matches('.')
                .ends_with(|c: char| c.is_ascii_digit()) =>
        {
            "write `1.0`"
        }
        '~' if spaced.is_empty() || spaced.ends_with(['(', '=', '&', '|', ',']) => synonyms::NO_BITS,
        _ if ["(int)", "(string)", "(bool)", "(double)"]
            .iter()
            .any(|cast| spaced.ends_with(cast)) =>
        {
            "convert with a function: `int(x)`, `string(x)`"
        }
        _ => return None,
    })
}

/// Recognizes numbers in groups of digits, lists without brackets, sets, and conditions that a comma joins.
fn of_comma(before: &str, after: &str) -> Option<&'static str> {
    let is_comma = after.starts_with(',');
    if is_comma && is_number_in_groups(before, after) {
        return Some("write numbers without `,`");
    }
    if is_in_set(before) {
        return Some(
            "a set is written as a list, `['a', 'b']`; sets are compared with `sets.equivalent(a, b)`",
        );
    }
    if !is_comma {
        return None;
    }
    let is_of_list = before.trim_end().contains(" in ");
    if is_closed(before) && !is_of_list {
        return Some("a rule is one expression, join conditions with `&&`");
    }
    if is_tuple(before) {
        return Some("a list is written in brackets: `['a', 'b']`");
    }
    is_of_list.then_some("a list is written in brackets: `in ['…', '…']`")
}

/// Recognizes a text or number between backticks: `` `ABC` ``.
fn of_backticks(after: &str) -> Option<String> {
    let (inside, _) = after.strip_prefix('`')?.split_once('`')?;
    if inside.parse::<i64>().is_ok() {
        return Some(format!("write a number without quotes: `{inside}`"));
    }
    let is_plain = !inside.is_empty() && !inside.contains(['\'', '\\', '{', '\n']);
    is_plain.then(|| format!("write a text in quotes: `'{inside}'`"))
}

/// Recognizes quotes that end or begin a text inside of it.
fn of_quotes(before: &str, after: &str) -> Option<&'static str> {
    Some(match (before.chars().next_back()?, after.chars().next()?) {
        (last, '\'' | '"') if is_part_of_name(last) => {
            "write a text with a value as `'a%s'.format([x])`, and join texts with `+`"
        }
        ('\'', next) if is_part_of_name(next) => {
            "the `'` before it ends the text; in YAML in single quotes, each `'` is written twice"
        }
        ('"', next) if is_part_of_name(next) => {
            "the `\"` before it ends the text; inside of a text, write `\\\"`, or put the text in `'…'`"
        }
        _ => return None,
    })
}

const PATTERN: &str = "write a pattern as a text: `self.a.matches('^x$')`";

/// Whether a text ends with a brace and a value without a key: `{'a'`.
fn is_in_set(before: &str) -> bool {
    before.rsplit_once('{').is_some_and(|(_, inside)| {
        let inside = inside.trim_start();
        inside.starts_with(|c: char| matches!(c, '\'' | '"') || c.is_ascii_digit()) && !inside.contains(':')
    })
}

/// Whether a text ends with a tuple that is the argument of a call: `f(('a'`.
fn is_tuple(before: &str) -> bool {
    before
        .rsplit_once("((")
        .is_some_and(|(call, element)| call.ends_with(is_part_of_name) && !element.contains(['(', ')', ',']))
}

/// Whether all brackets of a text are closed.
fn is_closed(before: &str) -> bool {
    let count = |brackets: [char; 3]| before.matches(brackets).count();
    count(['(', '[', '{']) == count([')', ']', '}'])
}

/// Whether a text ends with a name as the first argument of a macro: `list.all(x`.
fn is_name_of_variable(before: &str) -> bool {
    let (outside, name) = split_name(before);
    outside.strip_suffix('(').is_some_and(|call| {
        !name.is_empty()
            && [".all", ".exists", ".map", ".filter"]
                .iter()
                .any(|name| call.ends_with(name))
    })
}

/// Whether a text begins with a pipe to a function: `| trim`, `| default "x"`.
fn is_pipe(after: &str) -> bool {
    let call = after.get(1..).unwrap_or_default().trim_start();
    let rest = call.trim_start_matches(is_part_of_name);
    // `| has(x.a)` is another condition.
    let is_condition = call.starts_with("self") || rest.starts_with('(') && !is_call_of_pipe(rest);
    let is_function = call.starts_with(|c: char| c.is_ascii_lowercase()) && !is_condition;
    let next = rest.trim_start();
    is_function
        && !rest.starts_with('.')
        && (next.is_empty() || next.starts_with(['|', '"', '\'', '(', '>', '<', '=', '!']))
}

/// Whether a call has no argument, or begins with a literal, since the value comes through the pipe.
fn is_call_of_pipe(arguments: &str) -> bool {
    let first = arguments.get(1..).unwrap_or_default().trim_start();
    first.starts_with([')', '"', '\'']) || first.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a text ends with a brace and a selection: `{self.a`, `{{ .a `.
fn is_placeholder(before: &str) -> bool {
    let Some((_, inside)) = before.rsplit_once('{') else {
        return false;
    };
    let inside = inside.trim();
    inside.starts_with(['s', '.', 'o', '$', 'r'])
        && inside
            .chars()
            .all(|c| is_part_of_name(c) || matches!(c, '.' | '$'))
}

/// Whether a bracket that selects an element is open.
fn is_in_index(before: &str) -> bool {
    let Some((value, inside)) = before.rsplit_once('[') else {
        return false;
    };
    value.ends_with(|c| is_part_of_name(c) || c == ')') && !inside.contains(']')
}

/// Returns the span of the arrow after the parameters of a closure.
fn span_of_arrow(after: &str, start: usize) -> Option<Span> {
    let at = start + after.find("=>")?;
    Some(Span::new(at, at + "=>".len()))
}

/// Checks whether the parenthesis that is open at a comma ends before an arrow: `(a, b) => …`.
fn is_parameter(after: &str) -> bool {
    let Some((names, rest)) = after.split_once(')') else {
        return false;
    };
    names
        .chars()
        .all(|c| is_part_of_name(c) || matches!(c, ' ' | ','))
        && rest.trim_start().starts_with("=>")
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_part_of_name)
}

/// Checks whether a parenthesis after `in` begins a list; only its first element is before the comma.
fn is_in_parentheses(before: &str) -> bool {
    let Some((outside, element)) = before.rsplit_once('(') else {
        return false;
    };
    let (_, operator) = split_name(outside.trim_end());
    operator == "in" && !element.contains([',', ')'])
}

/// Recognizes `?.` after a name, a call or an element; the parser read it as a conditional without its `:`.
fn optional_chain(before: &str) -> Option<(SyntaxError, Span)> {
    let at = before.rfind("?.")?;
    let (value, member) = (before.get(..at)?, before.get(at + "?.".len()..)?);
    let is_chain = value.ends_with(|c| is_part_of_name(c) || matches!(c, ')' | ']'))
        && member.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_chain.then(|| (SyntaxError::OptionalChain, Span::new(at, at + "?.".len())))
}

/// Recognizes `?[` after a name; the parser read it as a conditional without its `:`.
fn optional_index(before: &str) -> Option<(SyntaxError, Span)> {
    let at = before.rfind("?[")?;
    before.get(..at)?.ends_with(is_part_of_name).then(|| {
        let error = SyntaxError::BadToken {
            text: "?[".to_owned(),
            help: Some("write `[?`, as in `list[?0].orValue('x')`".to_owned()),
        };
        (error, Span::new(at, at + "?[".len()))
    })
}

/// Returns the comment that begins at a byte offset.
fn comment(source: &str, start: usize) -> (SyntaxError, Span) {
    let inside = source.get(start..).unwrap_or_default();
    let length = inside.find("*/").map_or(inside.len(), |end| end + "*/".len());
    (SyntaxError::BlockComment, Span::new(start, start + length))
}

/// Recognizes `r#name`.
fn raw_identifier(before: &str, after: &str) -> Option<(SyntaxError, Span)> {
    let (_, prefix) = split_name(before);
    let name = after.strip_prefix('#')?;
    let length = name.find(|c| !is_part_of_name(c)).unwrap_or(name.len());
    let name = name.get(..length).filter(|name| !name.is_empty())?.to_owned();
    let (start, end) = (before.len() - prefix.len(), before.len() + 1 + length);
    (prefix == "r").then(|| (SyntaxError::RawIdentifier { name }, Span::new(start, end)))
}

/// Recognizes `|name|` and `|name, name|` at the beginning of an expression or an argument.
fn closure(before: &str, after: &str) -> Option<(SyntaxError, Span)> {
    let begins = before.trim_end().is_empty() || before.trim_end().ends_with(['(', ',', '[']);
    let inside = after.strip_prefix('|').filter(|_| begins)?;
    let (names, _) = inside.split_once('|')?;
    let is_list_of_names = names
        .chars()
        .all(|c| is_part_of_name(c) || matches!(c, ' ' | ',' | '&'));
    let end = before.len() + names.len() + "||".len();
    let text = format!("|{names}|");
    is_list_of_names.then(|| (SyntaxError::Closure { text }, Span::new(before.len(), end)))
}

/// Recognizes `name => …` and `(name) => …` at the beginning of an argument as closures; elsewhere an arrow is an implication.
fn arrow(before: &str, arrow: &str) -> (SyntaxError, Span) {
    let span = Span::new(before.len(), before.len() + arrow.len());
    let trimmed = before.trim_end();
    let (outside, name) = match trimmed.strip_suffix(')').map(split_name) {
        Some((outside, name)) => (outside.trim_end().strip_suffix('(').unwrap_or_default(), name),
        None => split_name(trimmed),
    };
    let text = arrow.to_owned();
    if !name.is_empty() && outside.trim_end().ends_with(['(', ',']) {
        return (SyntaxError::Closure { text }, span);
    }
    let help = of_sign(before, arrow).unwrap_or(synonyms::IMPLICATION).to_owned();
    let help = Some(help);
    (SyntaxError::BadToken { text, help }, span)
}

/// Splits off the name at the end of a text.
fn split_name(text: &str) -> (&str, &str) {
    let rest = text.trim_end_matches(is_part_of_name);
    text.split_at(rest.len())
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
