//! LNT-33: patterns that match a part of a text, and patterns that are equivalent to another keyword; LNT-07: patterns without effect,
//! and quantifiers without effect.

use std::sync::Arc;

use crd_cel::regex::{Edge, IdleQuantifier, idle_quantifier, of_wildcards};

use super::run::LintRun;
use super::satisfiable::{self, Effort, Prover, bounds, equal_format, format_texts};
use super::walk::SchemaNode;
use crate::KubeVersion;
use crate::check::diagnose::cut;
use crate::check::place::node_at;
use crate::check::{codes, fix};
use crate::model::cache::{Cache, NO_TEXT};
use crate::model::schema::JsonSchemaProps;

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let pattern = &*node.schema.pattern;
    if pattern.is_empty() {
        return;
    }
    escaped_twice(run, node);
    open_bounds(run, node);
    if !node.is("string") {
        return;
    }
    let results = results(run, node.schema);
    // Whether it is of an imported type is only determined for a finding.
    if results.is_empty() || node.is_imported() {
        return;
    }
    let field = || node.at("pattern");
    if run.has(codes::PATTERN_UNANCHORED)
        && results.idle.is_none()
        && let Some(open) = results.open
    {
        let shown = cut(pattern, 60);
        run.report(
            codes::PATTERN_UNANCHORED,
            &field(),
            format!("`{shown}` can match a part of the string: {open}"),
        )
        .label("not anchored")
        .help("write `^(…)$` to match the whole string, or `.*` where more text is allowed");
    }
    // Every pattern matches the strings of a schema that accepts none.
    let without_effect = results
        .without_effect
        .as_ref()
        .filter(|_| satisfiable::contradiction_but_null(&mut run.prover, &node.kept_schema(), &[]).is_none());
    if let Some(why) = without_effect {
        let source = run.judged.source;
        run.report(
            codes::KEYWORD_DEAD,
            &field(),
            format!("`pattern: {}` has no effect: {why}", cut(pattern, 60)),
        )
        .label("has no effect")
        .help("remove it, or anchor it with `^` and `$`")
        .fix(|| fix::remove(source, &field()));
    } else if let Some(idle) = &results.idle {
        run.report(codes::KEYWORD_DEAD, &field(), without_anchor(pattern, idle))
            .label("not anchored")
            .help(anchors(pattern, idle));
    }
    if let Some(better) = &results.better {
        run.report(
            codes::PATTERN_SAYS_KEYWORD,
            &field(),
            format!("`{}` is equivalent to `{better}`", cut(pattern, 60)),
        )
        .help(format!(
            "write `{better}`: it is easier to read for users and tools, and rules cost less"
        ));
    }
}

/// Reports the bounds of a repetition that are read as text.
fn open_bounds(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
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

/// Returns the message about bounds that are read as text.
pub(super) fn bounds_message(pattern: &str, bounds: &str) -> String {
    format!(
        "`{bounds}` in `{}` stands for this text, not for a repetition",
        cut(pattern, 60)
    )
}

/// Returns the first bounds that are no repetition, and what they stand for: `{1,3}` for `{1,3` and `{1-3}`.
pub(super) fn bounds_as_text(pattern: &str) -> Option<(&str, String)> {
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
            [least, most] => format!("{{{least},{most}}}"),
            _ => return None,
        };
        let end = at + 1 + length + usize::from(!is_open);
        Some((pattern.get(at..end)?, meant))
    })
}

/// Whether a pattern can be compiled and does not match a text.
pub(super) fn pattern_refuses(pattern: &str, text: &str) -> bool {
    crate::server::objects::pattern_matches(pattern, text) == Some(false)
}

/// Reports a pattern with an escape that is escaped again, unless a value of the schema matches it.
fn escaped_twice(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
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
pub(super) fn twice_escaped_message(pattern: &str, escape: char) -> String {
    format!(
        r"`\\{escape}` in `{}` matches a backslash and `{escape}`{}",
        cut(pattern, 60),
        if escape == '.' { " as any character" } else { "" }
    )
}

/// Returns the character of an escape that is escaped again, as in `\\\\d+`. A pattern for texts with backslashes, such as `^[A-Z]:\\\\`,
/// escapes them before other characters too.
pub(super) fn twice_escaped(pattern: &str) -> Option<char> {
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

/// What is known about the pattern of a schema.
#[derive(PartialEq, Eq)]
struct PatternResults {
    /// The end of an alternative that is not anchored.
    open: Option<&'static str>,
    idle: Option<IdleQuantifier>,
    /// The reason why it rejects nothing.
    without_effect: Option<String>,
    /// The keyword that is equivalent to it.
    better: Option<String>,
}

impl PatternResults {
    fn of(prover: &mut Prover, schema: &JsonSchemaProps, asked: AskedResults) -> Self {
        let pattern = &*schema.pattern;
        let open = unanchored(pattern);
        PatternResults {
            open,
            idle: open.and_then(|_| idle_quantifier(pattern)),
            without_effect: asked
                .is_without_effect
                .then(|| without_effect(prover, schema))
                .flatten(),
            better: asked
                .says_keyword
                .then(|| as_keyword(pattern).or_else(|| as_format(prover, schema)))
                .flatten(),
        }
    }

    fn is_empty(&self) -> bool {
        self.open.is_none() && self.without_effect.is_none() && self.better.is_none()
    }
}

/// The results that need proofs, and are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct AskedResults {
    is_without_effect: bool,
    says_keyword: bool,
}

/// The results of a pattern in a schema, and the effort to find them.
struct KnownPattern {
    results: Arc<PatternResults>,
    effort: Effort,
}

/// Those that are known, by their keys.
static PATTERNS: Cache<Arc<KnownPattern>> = Cache::new();

/// Returns what determines the results of a pattern.
fn key(schema: &JsonSchemaProps, version: KubeVersion, asked: AskedResults) -> Vec<u8> {
    let lengths = bounds(schema);
    let mut key = version.minor().to_le_bytes().to_vec();
    key.extend([asked.is_without_effect, asked.says_keyword].map(u8::from));
    for length in [lengths.least, lengths.most] {
        key.extend_from_slice(&length.to_le_bytes());
    }
    key.extend_from_slice(schema.format.as_bytes());
    key.push(NO_TEXT);
    key.extend_from_slice(schema.pattern.as_bytes());
    key
}

/// Returns the results of the pattern of a schema. Known results are used only if they would be found again with the same effort, so
/// that the findings about a CRD do not depend on the CRDs before it.
fn results(run: &mut LintRun<'_>, schema: &JsonSchemaProps) -> Arc<PatternResults> {
    let asked = AskedResults {
        is_without_effect: run.has(codes::KEYWORD_DEAD),
        says_keyword: run.has(codes::PATTERN_SAYS_KEYWORD),
    };
    let prover = &mut run.prover;
    let key = key(schema, prover.version, asked);
    if let Some(known) = PATTERNS.get(&key)
        && prover.try_again(&known.effort).is_some()
    {
        return Arc::clone(&known.results);
    }
    let start = prover.start();
    let results = Arc::new(PatternResults::of(prover, schema, asked));
    if let Some(effort) = prover.effort_since(&start) {
        let known = KnownPattern {
            results: Arc::clone(&results),
            effort,
        };
        PATTERNS.add(&key, Arc::new(known));
    }
    results
}

/// Returns the help for a pattern that is not anchored.
pub(super) fn anchors(pattern: &str, idle: &IdleQuantifier) -> String {
    match of_wildcards(pattern) {
        Some(meant) => format!(
            "if the `{}` is a wildcard, write `{meant}`; otherwise `^(…)$`, to match the whole string",
            idle.quantifier
        ),
        None => {
            "write `^(…)$` to match the whole string, or remove the quantifier if it may contain other text"
                .to_owned()
        }
    }
}

/// Returns the message about a quantifier without effect.
pub(super) fn without_anchor(pattern: &str, idle: &IdleQuantifier) -> String {
    let (edge, anchor) = match idle.edge {
        Edge::Start => ("start", "^"),
        Edge::End => ("end", "$"),
    };
    format!(
        "the `{}` at the {edge} of `{}` has no effect without `{anchor}`: the pattern matches a part of the string",
        idle.quantifier,
        cut(pattern, 60)
    )
}

/// Returns the reason why a pattern rejects nothing, if this is certain: it is compared with the automata of the texts that the other
/// keywords accept.
fn without_effect(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<String> {
    let (pattern, lengths) = (&*schema.pattern, bounds(schema));
    if let Some(format) = format_texts(&schema.format, prover.version) {
        return prover
            .is_covered(format.pattern, pattern, lengths)
            .then(|| format!("every string of the format `{}` matches it", schema.format));
    }
    prover
        .is_covered("", pattern, lengths)
        .then(|| "every string matches it".to_owned())
}

/// Returns the format that accepts exactly the texts of a pattern.
fn as_format(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<String> {
    if !schema.format.is_empty() {
        return None;
    }
    let format = equal_format(prover, &schema.pattern, bounds(schema))?;
    Some(format!("format: {format}"))
}

/// Returns the end of an alternative that is not anchored.
fn unanchored(pattern: &str) -> Option<&'static str> {
    let is_whole = pattern.starts_with('^') && pattern.ends_with('$') && !pattern.contains('|');
    if is_whole && !ends_with_escaped(pattern) {
        return None;
    }
    for alternative in alternatives(pattern)? {
        let flags = alternative.starts_with("(?").then(|| alternative.find(')'));
        let body = match flags.flatten() {
            Some(end) if is_flags(alternative.get(2..end)?) => alternative.get(end + 1..)?,
            _ => alternative,
        };
        let starts = body.starts_with('^') || body.starts_with(r"\A") || body.starts_with(".*");
        let ends = body.ends_with('$') && !ends_with_escaped(body)
            || [r"\z", ".*", ".*?"].iter().any(|end| body.ends_with(end))
            || starts && ends_with_separator(body);
        // The content of a group may be anchored inside.
        let inner = body.strip_prefix('(').and_then(|body| body.strip_suffix(')'));
        let inner = inner.filter(|inner| is_balanced(inner));
        match (starts, ends, inner) {
            (true, true, _) => {}
            (false, false, Some(inner)) => return unanchored(inner.strip_prefix("?:").unwrap_or(inner)),
            (false, false, None) => return Some("its start and end are not anchored"),
            (false, true, _) => return Some("its start is not anchored"),
            (true, false, _) => return Some("its end is not anchored"),
        }
    }
    None
}

fn is_flags(text: &str) -> bool {
    text.chars().all(|c| matches!(c, 'i' | 'm' | 's' | 'U' | '-'))
}

/// Whether a pattern is a prefix, which ends with a separator: `^https?://`, `^1\.`.
fn ends_with_separator(body: &str) -> bool {
    matches!(
        body.as_bytes(),
        [.., b'/' | b':' | b'-' | b'_' | b'@' | b'='] | [.., b'\\', b'.']
    )
}

fn ends_with_escaped(body: &str) -> bool {
    let before = body.strip_suffix('$').unwrap_or(body);
    before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn is_balanced(inner: &str) -> bool {
    let mut depth = 0_i32;
    for (byte, is_plain) in plain_bytes(inner) {
        match byte {
            b'(' if is_plain => depth += 1,
            b')' if is_plain => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Returns the alternatives of a pattern outside of groups; `None` if its brackets do not match.
fn alternatives(pattern: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, (byte, is_plain)) in plain_bytes(pattern).enumerate() {
        match byte {
            b'(' if is_plain => depth += 1,
            b')' if is_plain => depth -= 1,
            b'|' if is_plain && depth == 0 => {
                found.push(pattern.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(pattern.get(start..)?);
    (depth == 0).then_some(found)
}

/// Returns the bytes of a pattern, and whether each is outside of classes and not escaped.
fn plain_bytes(pattern: &str) -> impl Iterator<Item = (u8, bool)> {
    let (mut is_escaped, mut in_class) = (false, false);
    pattern.bytes().map(move |byte| {
        let was_escaped = is_escaped;
        is_escaped = byte == b'\\' && !was_escaped;
        let is_plain = !was_escaped && !in_class;
        match byte {
            b'[' if is_plain => in_class = true,
            b']' if in_class && !was_escaped => in_class = false,
            _ => {}
        }
        (byte, is_plain)
    })
}

/// Returns the keyword that is equivalent to a pattern.
fn as_keyword(pattern: &str) -> Option<String> {
    let body = pattern
        .strip_prefix('^')?
        .strip_suffix('$')
        .filter(|_| !ends_with_escaped(pattern))?;
    if let Some(bounds) = body.strip_prefix(".{").and_then(|rest| rest.strip_suffix('}')) {
        return lengths(bounds);
    }
    if body == ".+" {
        return Some("minLength: 1".to_owned());
    }
    let group = body.strip_prefix('(').and_then(|body| body.strip_suffix(')'))?;
    let group = group.strip_prefix("?:").unwrap_or(group);
    let words: Vec<&str> = group.split('|').collect();
    let is_word = |word: &&str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    };
    (words.len() > 1 && words.iter().all(is_word)).then(|| format!("enum: [{}]", words.join(", ")))
}

fn lengths(bounds: &str) -> Option<String> {
    let (least, most) = bounds.split_once(',').unwrap_or((bounds, bounds));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match (is_number(least), is_number(most)) {
        (true, true) => Some(format!("minLength: {least}, maxLength: {most}")),
        (true, false) if most.is_empty() => Some(format!("minLength: {least}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn patterns_of_schemas_without_values_are_not_without_effect() {
        for (keywords, expected) in [
            ("minLength: 9, maxLength: 1", &[codes::UNSATISFIABLE][..]),
            ("maxLength: -1", &[codes::UNSATISFIABLE]),
            ("format: date, maxLength: 9", &[codes::UNSATISFIABLE]),
            ("format: date-time, maxLength: 12", &[codes::UNSATISFIABLE]),
            ("nullable: true, maxLength: -1", &[codes::UNSATISFIABLE]),
            ("allOf: [{maxLength: -1}]", &[codes::UNSATISFIABLE]),
            ("maxLength: 9", &[codes::KEYWORD_DEAD]),
        ] {
            let text = widgets(&format!("a: {{type: string, {keywords}, pattern: '^(?s).*$'}}"));
            let report = check::text(&text, &Options::default());
            let found: Vec<_> = report.findings.iter().map(|one| one.diagnostic.code).collect();
            assert_eq!(found, expected, "{keywords}");
            let fixes = report.fixes().count();
            assert_eq!(
                fixes,
                usize::from(expected == [codes::KEYWORD_DEAD]),
                "{keywords}"
            );
        }
    }

    /// Nothing has the lengths of the format and matches the pattern.
    #[test]
    fn patterns_of_other_lengths_than_the_format() {
        for (keywords, is_found) in [
            ("format: date-time, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'", true),
            (
                "format: date-time, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T.*Z$'",
                false,
            ),
            ("format: mac, pattern: '^[0-9a-f]{11}$'", true),
            ("format: mac, pattern: '^[0-9a-f]{12}$'", false),
        ] {
            let text = widgets(&format!("a: {{type: string, {keywords}}}"));
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|one| one.diagnostic.code);
            assert_eq!(
                found.any(|code| code == codes::UNSATISFIABLE),
                is_found,
                "{keywords}"
            );
        }
    }

    #[test]
    fn bounds_that_are_text() {
        for (pattern, expected) in [
            ("^[a-z]{1,3$", Some(("{1,3", "{1,3}"))),
            ("^[a-z]{3$", Some(("{3", "{3}"))),
            ("^a{,3}$", Some(("{,3}", "{0,3}"))),
            ("^a{2,$", Some(("{2,", "{2,}"))),
            ("^a{2;4}$", Some(("{2;4}", "{2,4}"))),
            ("^a{ 2 }$", Some(("{ 2 }", "{2}"))),
            ("^a{2-4$", None),
            ("^a{1,3}$", None),
            ("^a{2}b{3,}$", None),
            (r"^a\{1,3$", None),
            ("^[{1]$", None),
            ("^a{b}$", None),
            ("^a{,}$", None),
            ("{1", None),
        ] {
            let found = bounds_as_text(pattern);
            assert_eq!(
                found.as_ref().map(|(text, meant)| (*text, meant.as_str())),
                expected,
                "{pattern}"
            );
        }
    }

    #[test]
    fn escapes_that_are_escaped_again() {
        for (pattern, escape) in [
            (r"^\\d+[kM]?$", Some('d')),
            (r"^([a-z0-9-]+\\.)+[a-z]+$", Some('.')),
            (r"^\\w+\\s\\w+$", Some('w')),
            (r"^\d+\.\d+$", None),
            (r"^[A-Z]:\\.*$", None),
            (r"^[A-Z]:\\(dir\\)*$", None),
            (r"^\\\\.+$", None),
            (r"^corp\\dave$", None),
            (r"^[\\.]$", None),
            (r"^\\d[\\.]$", None),
        ] {
            assert_eq!(twice_escaped(pattern), escape, "{pattern}");
        }
        for (keywords, expected) in [
            (
                r"type: string, pattern: '^\\d+$'",
                r"write `\d`: only double quotes need a second backslash",
            ),
            (
                r"x-kubernetes-int-or-string: true, pattern: '^\\d+$'",
                r"write `\d`: only double quotes need a second backslash",
            ),
            (
                r#"type: string, pattern: "^\\\\d+$""#,
                r"write `\\d`: double quotes need two backslashes, not four",
            ),
            (r"type: string, pattern: '^\\d+$', default: '\dd'", ""),
        ] {
            let report = check::text(&widgets(&format!("a: {{{keywords}}}")), &Options::default());
            let found: Vec<_> = report
                .findings
                .iter()
                .map(|one| one.diagnostic.help.join("; "))
                .collect();
            assert_eq!(found.join(""), expected, "{keywords}");
        }
    }

    #[test]
    fn open_ends_are_found() {
        for (pattern, is_open) in [
            ("^a$", false),
            ("^(a|b)$", false),
            ("^a$|^b$", false),
            ("^a|b$", true),
            ("a", true),
            ("^a", true),
            (r"^a\$", true),
            (r"\Aa\z", false),
            ("(?i)^a$", false),
            ("(^a$)", false),
            ("(^a$|b)", true),
            ("^[|(]$", false),
            ("^.*a.*$", false),
            (".*a.*", false),
        ] {
            assert_eq!(unanchored(pattern).is_some(), is_open, "{pattern}");
        }
    }

    #[test]
    fn patterns_that_are_keywords() {
        for (pattern, keyword) in [
            ("^(A|B)$", Some("enum: [A, B]")),
            ("^(?:a-b|c)$", Some("enum: [a-b, c]")),
            ("^(A)$", None),
            ("^(A|B.)$", None),
            ("^.{1,63}$", Some("minLength: 1, maxLength: 63")),
            ("^.{2,}$", Some("minLength: 2")),
            ("^.+$", Some("minLength: 1")),
            ("^[a-z]+$", None),
        ] {
            assert_eq!(as_keyword(pattern).as_deref(), keyword, "{pattern}");
        }
    }
}
