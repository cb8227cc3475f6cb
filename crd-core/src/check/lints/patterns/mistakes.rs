//! Patterns that are written in another way than they are meant: bounds without an end, and escapes that are escaped again.

use super::anchors::plain_bytes;
use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::lints::run::LintRun;
use crate::check::lints::walk::SchemaNode;
use crate::check::place::node_at;

/// Reports the bounds of a repetition that are read as text.
pub(super) fn open_bounds(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let pattern = &*node.schema.pattern;
    let Some((bounds, meant)) = pattern.contains('{').then(|| bounds_as_text(pattern)).flatten() else {
        return;
    };
    if run.has_room(codes::KEYWORD_DEAD) && !node.is_imported() {
        let message = bounds_message(pattern, bounds);
        run.report(codes::KEYWORD_DEAD, &node.at("pattern"), message)
            .label("read as text")
            .help(format!("write `{meant}`, or `\\{bounds}` if the text is meant"));
    }
}

/// Reports a class of characters that stands for other ones than those that are meant.
pub(super) fn other_class(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let pattern = &*node.schema.pattern;
    if let Some((class, meant, message)) = misread_class(pattern).filter(|_| !node.is_imported())
        && run.has_room(codes::KEYWORD_DEAD)
    {
        run.report(codes::KEYWORD_DEAD, &node.at("pattern"), message)
            .label("other characters")
            .help(format!("write `{meant}` instead of `{class}`"));
    }
}

/// Returns a class of a pattern that stands for other characters than those that are meant, what to write instead, and the message:
/// `[[:alnum:]]` for `[:alnum:]`, and `A-Za-z` for `A-z`.
pub(in crate::check::lints) fn misread_class(pattern: &str) -> Option<(&str, String, String)> {
    let range = pattern.find("A-z").filter(|at| {
        is_plain_at(pattern, *at) == Some(false)
            && !pattern.get(..*at).is_some_and(|before| before.ends_with('\\'))
    });
    if let Some(range) = range.and_then(|at| pattern.get(at..at + "A-z".len())) {
        let message = format!("`A-z` in `{}` has `[`, `]`, `^` and `_` too", cut(pattern, 60));
        return Some((range, "A-Za-z".to_owned(), message));
    }
    let start = pattern
        .find("[:")
        .filter(|at| is_plain_at(pattern, *at) == Some(true))?;
    let class = pattern.get(start..)?.split_inclusive(']').next()?;
    let name = class.strip_prefix("[:")?.strip_suffix(":]")?;
    let is_name = ["alnum", "alpha", "digit", "lower", "space", "upper", "xdigit"].contains(&name);
    let message = format!(
        "`{class}` in `{}` stands for `:` and the letters of `{name}`",
        cut(pattern, 60)
    );
    is_name.then(|| (class, format!("[{class}]"), message))
}

/// Whether the character at a place of a pattern is outside of classes and not escaped.
fn is_plain_at(pattern: &str, at: usize) -> Option<bool> {
    plain_bytes(pattern).nth(at).map(|(_, is_plain)| is_plain)
}

/// Returns the message about bounds that are read as text.
pub(in crate::check::lints) fn bounds_message(pattern: &str, bounds: &str) -> String {
    format!(
        "`{bounds}` in `{}` stands for this text, not for a repetition",
        cut(pattern, 60)
    )
}

/// Returns the first bounds that are no repetition, and what they stand for: `{1,3}` for `{1,3` and `{1-3}`.
pub(in crate::check::lints) fn bounds_as_text(pattern: &str) -> Option<(&str, String)> {
    let mut bytes = plain_bytes(pattern).enumerate();
    bytes.find_map(|(at, (byte, is_plain))| {
        let inside = pattern
            .get(at + 1..)
            .filter(|_| byte == b'{' && is_plain && at > 0)?;
        let is_of_bounds = |c: char| c.is_ascii_digit() || ",;-. ".contains(c);
        let length = inside.find(|c| !is_of_bounds(c)).unwrap_or(inside.len());
        let (written, rest) = inside.split_at(length);
        let is_open = !rest.starts_with('}');
        let is_bounds =
            written.starts_with(|c: char| c.is_ascii_digit()) && !written.contains([';', '-', '.', ' ']);
        if is_open != is_bounds {
            return None;
        }
        let numbers: Vec<&str> = written
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .collect();
        let meant = match numbers.as_slice() {
            [most] if written.starts_with(',') => format!("{{0,{most}}}"),
            [least] if written.ends_with(',') => format!("{{{least},}}"),
            [count] => format!("{{{count}}}"),
            [least, most] if least.parse::<u32>().ok()? <= most.parse().ok()? => {
                format!("{{{least},{most}}}")
            }
            _ => return None,
        };
        let end = at + 1 + length + usize::from(!is_open);
        Some((pattern.get(at..end)?, meant))
    })
}

/// Whether a pattern can be compiled and does not match a text.
pub(in crate::check::lints) fn pattern_refuses(pattern: &str, text: &str) -> bool {
    crate::server::objects::pattern_matches(pattern, text) == Some(false)
}

/// Reports a pattern with an escape that is escaped again, unless a value of the schema matches it.
pub(super) fn escaped_twice(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let pattern = &*schema.pattern;
    let Some(escape) = pattern.contains(r"\\").then(|| twice_escaped(pattern)).flatten() else {
        return;
    };
    let values = schema
        .enum_
        .iter()
        .flatten()
        .chain(&schema.default)
        .chain(&schema.example);
    let mut texts = values.filter_map(|value| value.as_str());
    if node.is_imported() || texts.any(|text| !pattern_refuses(pattern, text)) {
        return;
    }
    let field = node.at("pattern");
    let source = run.judged.source;
    let written = node_at(source.document, &field).and_then(|node| node.span.slice(source.text));
    let help = if written.is_some_and(|written| written.starts_with('"')) {
        format!(r"write `\\{escape}`: double quotes need two backslashes, not four")
    } else {
        format!(r"write `\{escape}`: only double quotes need a second backslash")
    };
    run.report(
        codes::PATTERN_ESCAPED_TWICE,
        &field,
        twice_escaped_message(pattern, escape),
    )
    .label("escaped twice")
    .help(help);
}

/// Returns the message about an escape that is escaped again.
pub(in crate::check::lints) fn twice_escaped_message(pattern: &str, escape: char) -> String {
    format!(
        r"`\\{escape}` in `{}` matches a backslash and `{escape}`{}",
        cut(pattern, 60),
        if escape == '.' { " as any character" } else { "" }
    )
}

/// Returns the character of an escape that is escaped again, as in `\\\\d+`. A pattern for texts with backslashes, such as `^[A-Z]:\\\\`,
/// escapes them before other characters too.
pub(in crate::check::lints) fn twice_escaped(pattern: &str) -> Option<char> {
    let mut found = None;
    let mut rest: &[(u8, bool)] = &plain_bytes(pattern).collect::<Vec<_>>();
    while let [(byte, _), after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            continue;
        }
        let [(escaped, _), after @ ..] = rest else { break };
        rest = after;
        if *escaped != b'\\' {
            continue;
        }
        let is_escape = match after {
            [(b'd' | b'w' | b's' | b'D' | b'W' | b'S', true), (next, _), ..] => !next.is_ascii_alphanumeric(),
            [(b'd' | b'w' | b's' | b'D' | b'W' | b'S', true)] => true,
            // A backslash and any text after it.
            [(b'.', true), (b'*' | b'+' | b'?' | b'{', _), ..] => false,
            [(b'.', is_plain), ..] => *is_plain,
            _ => false,
        };
        let (escape, _) = after.first().filter(|_| is_escape)?;
        found.get_or_insert(char::from(*escape));
    }
    found
}

/// Returns the pattern within the slashes of another language, with its flag for upper and lower case: `(?i)^a$` for `/^a$/i`.
pub(in crate::check::lints) fn within_slashes(pattern: &str) -> Option<String> {
    let (inside, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    let case = if flags.contains('i') { "(?i)" } else { "" };
    (inside.starts_with('^') && flags.len() < 3).then(|| format!("{case}{inside}"))
}
