//! Lays out attributes as rustfmt does.
//!
//! ```text
//! crd(rule("self > 1", message = "…"))      #[crd(rule(
//!                                               "self > 1",
//!                                               message = "…"
//!                                           ))]
//! ```

/// The line width of rustfmt.
pub(super) const WIDTH: usize = 100;
/// The maximum width of the arguments of a call in an attribute that are on one line.
const ARGUMENTS: usize = 70;

/// An argument of an attribute.
enum Argument<'a> {
    Plain(&'a str),
    /// `name(…)`.
    Call {
        name: &'a str,
        arguments: Vec<Argument<'a>>,
    },
}

/// Returns the lines of `#[name(a, b)]`, without the indentation of the first.
pub(super) fn attribute(name: &str, arguments: &[String], indent: usize) -> Vec<String> {
    let call = Argument::Call {
        name,
        arguments: arguments.iter().map(|argument| parse(argument)).collect(),
    };
    lines("#[", &call, "]", Place { indent, depth: 1 })
}

fn parse(text: &str) -> Argument<'_> {
    let call = text
        .strip_suffix(')')
        .and_then(|text| text.split_once('('))
        .filter(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
    match call.and_then(|(name, inside)| Some((name, split(inside)?))) {
        Some((name, parts)) if !parts.is_empty() => Argument::Call {
            name,
            arguments: parts.into_iter().map(parse).collect(),
        },
        _ => Argument::Plain(text),
    }
}

/// Splits arguments at the commas outside of texts and parentheses; `None` if a closing parenthesis has no opening one.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = text_literal(rest).unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8));
        match rest.as_bytes().first()? {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(text.get(start..at)?.trim());
                start = at + 1;
            }
            _ => {}
        }
        at += length;
    }
    let last = text.get(start..)?.trim();
    parts.extend((!last.is_empty()).then_some(last));
    Some(parts)
}

/// Returns the length of the text literal at the start.
fn text_literal(rest: &str) -> Option<usize> {
    if let Some(inside) = rest.strip_prefix('"') {
        let mut is_escaped = false;
        let end = inside.find(|c: char| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        })?;
        return Some(end + 2);
    }
    let after = rest.strip_prefix('r')?;
    let marks = after.bytes().take_while(|byte| *byte == b'#').count();
    let inside = after.get(marks..)?.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    Some(inside.find(&end)? + 2 * end.len() + 1)
}

fn one_line(argument: &Argument<'_>) -> String {
    match argument {
        Argument::Plain(text) => (*text).to_owned(),
        Argument::Call { name, arguments } => format!("{name}({})", joined(arguments)),
    }
}

fn joined(arguments: &[Argument<'_>]) -> String {
    arguments.iter().map(one_line).collect::<Vec<_>>().join(", ")
}

/// The place of an argument.
#[derive(Clone, Copy)]
struct Place {
    indent: usize,
    /// The number of calls whose only argument it is. rustfmt leaves a column for each.
    depth: usize,
}

fn lines(before: &str, argument: &Argument<'_>, after: &str, place: Place) -> Vec<String> {
    let one = format!("{before}{}{after}", one_line(argument));
    let Argument::Call { name, arguments } = argument else {
        return vec![one];
    };
    let fits = |width: usize| place.indent + one.chars().count() <= width;
    let is_short = joined(arguments).chars().count() <= ARGUMENTS;
    let is_narrow = |text: &str| {
        text.lines()
            .next()
            .is_some_and(|line| line.chars().count() <= ARGUMENTS)
    };
    let close = format!("){after}");
    match arguments.as_slice() {
        [] => vec![one],
        _ if is_short && fits(WIDTH) => vec![one],
        [Argument::Plain(text)] if text.contains('\n') && is_narrow(text) => vec![one],
        [Argument::Plain(text)] if !text.contains('\n') && fits(WIDTH - place.depth) => vec![one],
        [inner @ Argument::Call { .. }] => {
            let depth = place.depth + 1;
            lines(
                &format!("{before}{name}("),
                inner,
                &close,
                Place { depth, ..place },
            )
        }
        several => {
            let mut out = vec![format!("{before}{name}(")];
            let below = Place {
                indent: place.indent + 4,
                depth: 1,
            };
            for (index, argument) in several.iter().enumerate() {
                let comma = if index + 1 < several.len() { "," } else { "" };
                let below = lines("", argument, comma, below);
                out.extend(below.into_iter().map(|line| format!("    {line}")));
            }
            out.push(close);
            out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::attribute;

    #[track_caller]
    fn check(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        assert_eq!(attribute("crd", &arguments, 4), expected);
    }

    #[test]
    fn short_arguments_are_on_one_line() {
        check(
            &["minimum = 1", "maximum = 5"],
            &["#[crd(minimum = 1, maximum = 5)]"],
        );
        let long = format!("pattern = \"{}\"", "a".repeat(70));
        check(&[&long], &[&format!("#[crd({long})]")]);
        check(
            &["nullable", &long],
            &["#[crd(", "    nullable,", &format!("    {long}"), ")]"],
        );
    }

    #[test]
    fn the_arguments_of_the_only_call_are_indented_once() {
        let long = format!("message = \"{}, (\"", "a".repeat(60));
        let rule = format!("rule(r#\"a(\",b\"#, {long})");
        check(
            &[&rule],
            &["#[crd(rule(", "    r#\"a(\",b\"#,", &format!("    {long}"), "))]"],
        );
    }
}
