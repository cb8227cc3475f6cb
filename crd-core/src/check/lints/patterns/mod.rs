//! LNT-33: patterns that match a part of a text, and patterns that are equivalent to another keyword; LNT-07: patterns without effect,
//! and quantifiers without effect.

mod anchors;
mod equivalents;
mod mistakes;
mod results;

pub(super) use anchors::{anchors, without_anchor};
pub(super) use mistakes::{
    bounds_as_text, bounds_message, misread_class, pattern_refuses, twice_escaped, twice_escaped_message,
    within_slashes,
};

use super::run::LintRun;
use super::satisfiable;
use super::walk::SchemaNode;
use crate::check::diagnose::cut;
use crate::check::{codes, fix};
use mistakes::{escaped_twice, open_bounds, other_class};
use results::results;

/// Whether a description says that a pattern is for a part of the string.
fn says_part(description: &str) -> bool {
    let lower = description.to_ascii_lowercase();
    [
        "must contain",
        "prefix",
        "suffix",
        "starts with",
        "start with",
        "ends with",
        "end with",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let pattern = &*node.schema.pattern;
    if pattern.is_empty() {
        return;
    }
    escaped_twice(run, node);
    open_bounds(run, node);
    other_class(run, node);
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
        && !says_part(&node.schema.description)
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

#[cfg(test)]
mod tests {
    use super::anchors::unanchored;
    use super::equivalents::as_keyword;
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
            ("^(1|on|v1)$", Some("enum: ['1', 'on', v1]")),
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
