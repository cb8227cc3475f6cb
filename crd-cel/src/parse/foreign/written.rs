//! Writes what is meant by operators of other languages with the operands around them.
//!
//! ```text
//! not self.a                    !self.a
//! self.a not in ['x']           !(self.a in ['x'])
//! self.a contains 'x'           self.a.contains('x')
//! self.a is not null            has(self.a)
//! self.a ?? 'x'                 self.?a.orValue('x')
//! self.a?.b > 1                 has(self.a) && self.a.b > 1
//! self.list.all(x => x > 0)     self.list.all(x, x > 0)
//! self.list[*].a > 1            self.list.all(x, x.a > 1)
//! self.a => self.b > 1          !self.a || self.b > 1
//! if self.a then b else c       self.a ? b : c
//! ```

use super::operands::{self, Operand, is_member, negated};
use super::{LONGEST_SHOWN, is_part_of_name, split_name};
use crate::ast::Span;
use crate::mistake::{Expected, SyntaxError};
use crate::parse::{parses, parses_up_to};
use crate::synonyms;
use crate::version::CompatVersion;

/// What is wrong with the syntax of another language.
#[derive(Clone, Copy)]
enum Form {
    /// CEL has no such operator or keyword.
    Operator,
    /// The arrow of a closure.
    Closure,
    /// A function of CEL that stands between its operands.
    Function,
}

impl Form {
    fn of_method(operator: &str, name: &str) -> Form {
        if operator == name {
            Form::Function
        } else {
            Form::Operator
        }
    }
}

/// What is meant by a part of an expression.
struct Written<'s> {
    /// The operator or keyword that CEL does not have.
    operator: &'s str,
    form: Form,
    /// The part that is replaced.
    replaced: Span,
    text: String,
    /// What is meant if `text` has a mistake in types.
    other: Option<String>,
}

/// Returns what is meant by the syntax of another language at an unexpected token, if the expression parses with it.
pub(super) fn at(
    source: &str,
    token: Span,
    expected: Expected,
    version: CompatVersion,
) -> Option<(SyntaxError, Span)> {
    let (before, _) = source.split_at_checked(token.start as usize)?;
    let place = UnexpectedToken {
        source,
        before,
        after: source.get(token.start as usize..)?,
        found: source.get(token.range())?,
        version,
    };
    if expected == Expected::Colon
        && place.found.is_empty()
        && let Some(written) = place.without_else()
    {
        let text = place.checked(&written)?;
        let error = SyntaxError::Foreign {
            message: "the expression ends too early, expected `:`".to_owned(),
            help: format!("write `{text}`, or the other result after `:`"),
            replaced: None,
        };
        return Some((error, token));
    }
    let written = place.written()?;
    let text = place.checked(&written)?;
    let operator = written.operator;
    let error = SyntaxError::Foreign {
        message: match written.form {
            Form::Operator => format!("CEL has no `{operator}`"),
            Form::Closure => format!("CEL has no closures, so `{operator}` is not valid"),
            Form::Function => format!("`{operator}` is a function, not an operator"),
        },
        help: format!("write `{text}`"),
        replaced: Some((
            written.replaced,
            std::iter::once(text).chain(written.other).collect(),
        )),
    };
    Some((error, place.span(operator)))
}

/// Returns what is meant by the statement that begins with the reserved word `if`, whose place is given.
pub(in crate::parse) fn conditional(source: &str, word: Span, version: CompatVersion) -> Option<String> {
    let (before, rest) = (
        source.get(..word.start as usize)?,
        source.get(word.end as usize..)?,
    );
    let (condition, rest) = match rest.find(" then ") {
        Some(at) => (rest.get(..at)?.trim(), rest.get(at + " then ".len()..)?),
        None => {
            let condition = operands::after(rest, Operand::Condition)?;
            (condition, rest.split_once(condition)?.1)
        }
    };
    let inside = condition
        .strip_prefix('(')
        .and_then(|inside| inside.strip_suffix(')'));
    let condition = match inside {
        Some(inside) if operands::after(inside, Operand::Condition) == Some(inside.trim()) => inside.trim(),
        _ => condition,
    };
    let yes = operands::after(rest, Operand::Condition)?;
    let (_, rest) = rest.split_once(yes)?;
    let text = match rest.trim_start().strip_prefix("else ") {
        Some(no) => format!("{condition} ? {yes} : {}", no.trim()),
        None if rest.trim().is_empty() => format!("{} || {yes}", negated(condition)),
        None => return None,
    };
    let is_shown = text.len() <= LONGEST_SHOWN && !text.contains('`');
    (is_shown && parses(&format!("{before}{text}"), version)).then_some(text)
}

/// An unexpected token.
#[derive(Clone, Copy)]
struct UnexpectedToken<'s> {
    source: &'s str,
    before: &'s str,
    /// The token and the text after it.
    after: &'s str,
    found: &'s str,
    version: CompatVersion,
}

impl<'s> UnexpectedToken<'s> {
    /// Returns the place of a part of the source.
    fn span(self, part: &str) -> Span {
        let start = (part.as_ptr() as usize).saturating_sub(self.source.as_ptr() as usize);
        Span::new(start, start + part.len())
    }

    /// Returns the place from the beginning of one part of the source to the end of another.
    fn range(self, first: &str, last: &str) -> Span {
        Span {
            start: self.span(first).start,
            end: self.span(last).end,
        }
    }

    /// Returns the text of a proposal, if the expression parses with it.
    fn checked(self, written: &Written<'_>) -> Option<String> {
        let replaced = written.replaced.range();
        let (before, after) = (
            self.source.get(..replaced.start)?,
            self.source.get(replaced.end..)?,
        );
        let is_shown = written.text.len() <= LONGEST_SHOWN && !written.text.contains('`');
        let end = before.len() + written.text.len();
        let changed = format!("{before}{}{after}", written.text);
        // Only the part itself must be right.
        (is_shown && parses_up_to(&changed, end, self.version)).then(|| written.text.clone())
    }

    /// Returns the text after the found token.
    fn rest(self) -> &'s str {
        self.after.get(self.found.len()..).unwrap_or_default()
    }

    fn written(self) -> Option<Written<'s>> {
        let (_, last) = split_name(self.before.trim_end());
        match (self.found, last) {
            ("notin", _) => self.not_in(),
            ("contains" | "matches" | "startsWith" | "endsWith", _) => self.method(self.found, self.found),
            ("=" | "=~" | "= ", _) if self.after.starts_with("=~") => {
                self.method(self.after.get(..2)?, "matches")
            }
            ("between", _) => self.between(),
            ("not" | "!", _) if self.rest().trim_start().starts_with("in ") => self.not_in(),
            (_, "not" | "typeof") => self.prefix(last),
            ("is", _) => self.is(),
            ("?", _) if self.before.ends_with('?') => self.default(),
            ("implies", _) => self.implication(self.found),
            ("*" | "]", _) if self.before.ends_with(['[', '.']) => self.of_elements(),
            ("if", _) => self.trailing_if(),
            ("for", _) => self.generator(),
            (":", _) => self.named_variable(self.found),
            _ if self.after.starts_with('|') => self.closure(),
            _ => ["=>", "->", "==>"]
                .into_iter()
                .find_map(|arrow| self.arrow(arrow))
                .or_else(|| self.chain()),
        }
    }

    /// Returns `!(x in list)` for `x not in list`, `x !in list` and `x notin list`.
    fn not_in(self) -> Option<Written<'s>> {
        let value = operands::before(self.before, Operand::Member)?;
        let (between, list) = self.after.split_once("in ")?;
        let list = operands::after(list, Operand::Member)?;
        Some(Written {
            operator: self.after.get(..between.len() + "in".len())?,
            form: Form::Operator,
            replaced: self.range(value, list),
            text: format!("!({value} in {list})"),
            other: None,
        })
    }

    /// Returns `x.contains('a')` for `x contains 'a'`.
    fn method(self, operator: &'s str, name: &str) -> Option<Written<'s>> {
        let value = operands::before(self.before, Operand::Member)?;
        let argument = operands::after(self.after.strip_prefix(operator)?, Operand::Member)?;
        Some(Written {
            operator,
            form: Form::of_method(operator, name),
            replaced: self.range(value, argument),
            text: format!("{value}.{name}({argument})"),
            other: None,
        })
    }

    /// Returns `1 <= x && x <= 5` for `x between 1 and 5`.
    fn between(self) -> Option<Written<'s>> {
        let value = operands::before(self.before, Operand::Member)?;
        let (least, most) = self
            .rest()
            .split_once(" and ")
            .or_else(|| self.rest().split_once(" && "))?;
        let most = operands::after(most, Operand::Member)?;
        let least = least.trim();
        is_member(least).then(|| Written {
            operator: self.found,
            form: Form::Operator,
            replaced: self.range(value, most),
            text: format!("{least} <= {value} && {value} <= {most}"),
            other: None,
        })
    }

    /// Returns `!x` for `not x`, and `type(x)` for `typeof x`.
    fn prefix(self, word: &'s str) -> Option<Written<'s>> {
        let (kind, written): (_, fn(&str) -> String) = match word {
            "not" => (Operand::Comparison, negated),
            _ => (Operand::Member, |operand| format!("type({operand})")),
        };
        let operand = operands::after(self.after, kind)?;
        Some(Written {
            operator: word,
            form: Form::Operator,
            replaced: self.range(word, operand),
            text: written(operand),
            other: None,
        })
    }

    /// Returns `!has(x.a)` for `x.a is null`, and `x == 'a'` for `x is 'a'`.
    fn is(self) -> Option<Written<'s>> {
        let mut value = operands::before(self.before, Operand::Member)?;
        let after = self.rest().trim_start();
        let (is_negated, after) = match after.strip_prefix("not ") {
            Some(after) => (true, after.trim_start()),
            None => (false, after),
        };
        let other = operands::after(after, Operand::Member)?;
        let text = match other {
            "null" | "None" | "nil" | "undefined" | "absent" | "unset" if is_field(value) => {
                format!("{}has({value})", if is_negated { "" } else { "!" })
            }
            "set" | "defined" | "present" if is_field(value) => {
                format!("{}has({value})", if is_negated { "!" } else { "" })
            }
            _ if matches!(other, "true" | "false")
                || other.starts_with(|c: char| matches!(c, '\'' | '"') || c.is_ascii_digit()) =>
            {
                value = operands::before(self.before, Operand::Comparison)?;
                format!("{value} {} {other}", if is_negated { "!=" } else { "==" })
            }
            _ => return None,
        };
        Some(Written {
            operator: self.found,
            form: Form::Operator,
            replaced: self.range(value, other),
            text,
            other: None,
        })
    }

    /// Returns `x.?a.orValue('b')` for `x.a ?? 'b'`.
    fn default(self) -> Option<Written<'s>> {
        let (before, first) = self.before.split_at_checked(self.before.len() - 1)?;
        let value = operands::before(before, Operand::Member).filter(|value| is_field(value))?;
        let default = operands::after(self.rest(), Operand::Member)?;
        let (object, field) = value.rsplit_once('.')?;
        Some(Written {
            operator: self.source.get(self.range(first, self.found).range())?,
            form: Form::Operator,
            replaced: self.range(value, default),
            text: format!("{object}.?{field}.orValue({default})"),
            other: None,
        })
    }

    /// Returns `has(x.a) && x.a.b > 1` for `x.a?.b > 1`, and `x.?a.?b.orValue(1)` for `x.a?.b ?? 1`; the parser read it as a conditional
    /// without its `:`.
    fn chain(self) -> Option<Written<'s>> {
        let at = self.source.rfind("?.")?;
        let (before, after) = self.source.split_at_checked(at)?;
        let value = operands::before(before, Operand::Member).filter(|value| is_field(value))?;
        let left = operands::before(before, Operand::Comparison)?;
        let right = operands::after(after.get(2..)?, Operand::Comparison)?;
        let is_member = after.get(2..)?.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut replaced = self.range(left, right);
        let mut text = format!("has({value}) && {left}.{right}");
        let rest = self.source.get(replaced.end as usize..)?;
        if let Some(default) = rest.trim_start().strip_prefix("??") {
            let default = operands::after(default, Operand::Member)?;
            let (object, field) = value.rsplit_once('.')?;
            replaced = self.range(left, default);
            text = format!("{object}.?{field}.?{right}.orValue({})", default.trim());
        }
        is_member.then(|| Written {
            operator: after.get(..2).unwrap_or_default(),
            form: Form::Operator,
            replaced,
            text,
            other: None,
        })
    }

    /// Returns a closure as a macro, or an implication.
    fn arrow(self, arrow: &str) -> Option<Written<'s>> {
        // The parser reads the beginning of some arrows as another operator.
        let at = (0..arrow.len()).find_map(|taken| {
            let start = self.before.len().checked_sub(taken)?;
            self.source.get(start..)?.starts_with(arrow).then_some(start)
        })?;
        let operator = self.source.get(at..at + arrow.len())?;
        self.named_variable(operator)
            .or_else(|| self.implication(operator))
    }

    /// Returns `list.all(x, x > 0)` for `list.all(x => x > 0)` and `list.all(x: x > 0)`.
    fn named_variable(self, operator: &'s str) -> Option<Written<'s>> {
        let span = self.span(operator).range();
        let before = self.source.get(..span.start)?.trim_end();
        let (outside, name) = match before.strip_suffix(')').map(split_name) {
            Some((outside, name)) => (outside.strip_suffix('(')?, name),
            None => split_name(before),
        };
        let called = outside.strip_suffix('(').filter(|_| !name.is_empty())?;
        self.looped(operator, (called, name), self.source.get(span.end..)?)
    }

    /// Returns `list.exists(x, x > 0)` for `list.iter().any(|x| x > 0)`.
    fn closure(self) -> Option<Written<'s>> {
        let called = self.before.trim_end().strip_suffix('(')?;
        let (name, body) = self.after.strip_prefix('|')?.split_once('|')?;
        let operator = self.after.get(..name.len() + 2)?;
        self.looped(operator, (called, name.trim_start_matches('&')), body)
    }

    /// Returns the macro that is meant by a closure: a function, the name of its variable, and what follows.
    fn looped(
        self,
        operator: &'s str,
        (called, name): (&'s str, &str),
        after: &'s str,
    ) -> Option<Written<'s>> {
        let called = operands::before(called, Operand::Member)?;
        let (list, function) = called.rsplit_once('.')?;
        let function = synonyms::of_function(function).unwrap_or(function);
        let streams = [".iter()", ".into_iter()", ".stream()"];
        let stream = streams.into_iter().find_map(|stream| list.strip_suffix(stream));
        let list = stream.unwrap_or(list);
        let body = operands::after(after, Operand::Argument)?;
        let (_, rest) = after.split_once(body)?;
        let close = rest.trim_start().strip_prefix(')').and(rest.find(')'))?;
        name.chars().all(is_part_of_name).then(|| Written {
            operator,
            form: Form::Closure,
            replaced: self.range(called, rest.get(..=close).unwrap_or_default()),
            text: format!("{list}.{function}({name}, {body})"),
            other: None,
        })
    }

    /// Returns `!a || b > 1` for `a => b > 1`.
    fn implication(self, operator: &'s str) -> Option<Written<'s>> {
        let span = self.span(operator).range();
        let left = operands::before(self.source.get(..span.start)?, Operand::Condition)?;
        let right = operands::after(self.source.get(span.end..)?, Operand::Condition)?;
        // `a => 5` and `b || a => 5` may be meant as `a >= 5`.
        let compared = operands::before(self.source.get(..span.start)?, Operand::Comparison)?;
        let is_implication = operator != "=>" || !is_member(compared) || is_condition(right);
        is_implication.then(|| Written {
            operator,
            form: Form::Operator,
            replaced: self.range(left, right),
            text: format!("{} || {right}", negated(left)),
            other: None,
        })
    }

    /// Returns `list.all(x, x.a > 1)` for `list[*].a > 1` and `list.*.a > 1`.
    fn of_elements(self) -> Option<Written<'s>> {
        let before = self.before.strip_suffix(['[', '.'])?;
        let list = operands::before(before, Operand::Member)?;
        let is_first = operands::before(before, Operand::Comparison)? == list;
        let after = self.after.trim_start_matches('*');
        let after = after.strip_prefix(']').unwrap_or(after);
        let member = operands::after(after.strip_prefix('.')?, Operand::Comparison)?;
        let end = self.source.len() - after.len();
        // The whole list of the members may be meant.
        let function = member.find('(').and_then(|at| member.get(..at)?.rfind('.'));
        let other = function.and_then(|at| member.split_at_checked(at));
        (is_first && is_condition(member)).then(|| Written {
            operator: self.source.get(before.len()..end).unwrap_or_default(),
            form: Form::Operator,
            replaced: self.range(list, member),
            text: format!("{list}.all(x, x.{member})"),
            other: other.map(|(field, rest)| format!("{list}.map(x, x.{field}){rest}")),
        })
    }

    /// Returns `b ? a : c` for `a if b else c`, and `!b || a` for `a if b`.
    fn trailing_if(self) -> Option<Written<'s>> {
        let yes = operands::before(self.before, Operand::Condition)?;
        let condition = operands::after(self.rest(), Operand::Condition)?;
        let (_, rest) = self.rest().split_once(condition)?;
        let (text, last) = match rest.trim_start().strip_prefix("else ") {
            Some(rest) => {
                let no = operands::after(rest, Operand::Condition)?;
                (format!("{condition} ? {yes} : {no}"), no)
            }
            None if is_condition(yes) => (format!("{} || {yes}", negated(condition)), condition),
            None => return None,
        };
        Some(Written {
            operator: self.found,
            form: Form::Operator,
            replaced: self.range(yes, last),
            text,
            other: None,
        })
    }

    /// Returns `list.all(x, x > 1)` for `all(x > 1 for x in list)`, and `list.exists(…)` for `any`.
    fn generator(self) -> Option<Written<'s>> {
        let body = operands::before(self.before, Operand::Condition)?;
        let called = self.before.get(..self.span(body).range().start)?.trim_end();
        let (_, function) = split_name(called.strip_suffix('(')?);
        let name = match function {
            "all" => "all",
            "any" => "exists",
            _ => return None,
        };
        let (variable, rest) = self.rest().split_once(" in ")?;
        let list = operands::after(rest, Operand::Member)?;
        let (_, rest) = rest.split_once(list)?;
        Some(Written {
            operator: self.found,
            form: Form::Operator,
            replaced: self.range(function, rest.get(..=rest.find(')')?)?),
            text: format!("{list}.{name}({}, {body})", variable.trim()),
            other: None,
        })
    }

    /// Returns `!a || b` for `a ? b` at the end of an expression.
    fn without_else(self) -> Option<Written<'s>> {
        let at = self.source.rfind(" ? ")?;
        let condition = operands::before(self.source.get(..at)?, Operand::Condition)?;
        let result = operands::after(self.source.get(at + 3..)?, Operand::Condition)?;
        is_condition(result).then(|| Written {
            operator: "?",
            form: Form::Operator,
            replaced: self.range(condition, result),
            text: format!("{} || {result}", negated(condition)),
            other: None,
        })
    }
}

/// Whether a text is the selection of a field.
fn is_field(text: &str) -> bool {
    text.contains('.') && text.ends_with(is_part_of_name) && !text.starts_with(['\'', '"', '!'])
}

/// Whether a text looks like a condition.
fn is_condition(text: &str) -> bool {
    text.starts_with(['!', '('])
        || text.contains(['=', '<', '>'])
        || text.contains(" in ")
        || text.ends_with(')')
}
