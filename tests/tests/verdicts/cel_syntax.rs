//! The errors of CEL expressions that do not parse equal the server's, word for word.

use std::collections::BTreeMap;

use crd_cel::{CompatVersion, IssueKind, parse};
use crd_core::KubeVersion;

#[derive(serde::Deserialize)]
struct Recorded {
    server: String,
    expr: String,
    error: String,
}

/// Recorded by `cargo xtask fuzz syntax --record`, and updated by `cargo xtask regenerate recordings`.
#[test]
fn syntax_errors_have_the_text_of_each_server() {
    let recorded = include_str!("../../fixtures/syntax-errors.jsonl");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in recorded.lines() {
        let case: Recorded = serde_json::from_str(line).unwrap();
        let version: KubeVersion = case.server.parse().unwrap();
        let minor = u8::try_from(version.minor()).unwrap();
        let issues = parse(&case.expr, CompatVersion::stored_of_server(minor)).unwrap_err();
        assert_eq!(issues.to_string(), case.error, "{} on {}", case.expr, case.server);
        *counts.entry(case.server).or_default() += 1;
    }
    assert!(counts["1.29"] >= 50 && counts["1.36"] >= 300, "{counts:?}");
}

/// We report one error for each mistake, even if the server reports several.
#[test]
fn one_mistake_is_one_issue() {
    for expression in [
        "a ? : c",
        "f(-)",
        "a b c",
        "'abc",
        "[1, 2",
        "Foo{a 1}",
        "a.b. c ) d )",
        "",
    ] {
        let issues = parse(expression, CompatVersion::STORED).unwrap_err();
        let [issue] = issues.list() else {
            panic!("{expression}: {:?}", issues.list());
        };
        assert!(matches!(issue.kind, IssueKind::Syntax(_)), "{expression}");
        assert!(
            issues.to_string().contains(&issue.message),
            "{expression}: {issue:?}"
        );
    }
}
