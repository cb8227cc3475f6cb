//! Expressions and rules that are evaluated over objects have the server's values, errors and costs.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::collections::BTreeSet;

use crd_core::KubeVersion;
use crd_core::cel::{Evaluation, Expression, OldSelf, RuleScope, SelfKind};
use crd_core::field::{ExpressionErrorKind, FieldPath, Segment};
use crd_gen_tests::{lines, schema_of};
use serde_json::{Value, json};

/// Recorded values that differ here, each with the reason.
const KNOWN_VALUES: &[(&str, &str)] = &[
    (
        "value-0440",
        "two appends to one list share memory on the server until 1.36, so that the second changes the first",
    ),
    (
        "combo-4133",
        "the server's checker crashes on an optional entry whose value is `dyn`",
    ),
];

/// Recorded rules that differ here, each with the reason.
const KNOWN_RULES: &[(&str, &str)] = &[
    (
        "cel-eval-0994",
        "the recorded object has lost digits of the largest 32-bit float",
    ),
    ("cel-eval-1134", "the rule that fails is not that of the root"),
    ("cel-eval-1137", "the rule that fails is not that of the root"),
];

enum Outcome {
    /// The checker rejects the expression.
    Compile(String),
    /// A constant in it is invalid.
    Program(String),
    Ran(Evaluation),
}

/// Returns the form of `oldSelf` in a recorded case.
fn form(optional: bool) -> OldSelf {
    if optional {
        OldSelf::Optional
    } else {
        OldSelf::Value
    }
}

fn run(schema: &Value, source: &str, old_self: OldSelf, object: &Value, old: &Value, limit: u64) -> Outcome {
    run_on(KubeVersion::DEFAULT, schema, source, old_self, object, old, limit)
}

fn run_on(
    server: KubeVersion,
    schema: &Value,
    source: &str,
    old_self: OldSelf,
    object: &Value,
    old: &Value,
    limit: u64,
) -> Outcome {
    let schema = schema_of(schema);
    let root: FieldPath = [Segment::Field("".into())].into_iter().collect();
    let scope = RuleScope::new(&schema, &root, server).unwrap();
    match Expression::compile(&scope, &schema, SelfKind::Resource, source, old_self) {
        Err(error) => match &error.kind {
            ExpressionErrorKind::Program(error) => Outcome::Program(error.to_string()),
            _ => Outcome::Compile(error.to_string()),
        },
        Ok(expression) => {
            let old = Some(old).filter(|old| !old.is_null());
            Outcome::Ran(expression.unwrap().evaluate(object, old, limit))
        }
    }
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Compile(text) => format!("does not compile: {text}"),
        Outcome::Program(text) => format!("no program: {text}"),
        Outcome::Ran(run) => format!("{:?}, cost {}", run.value, run.cost),
    }
}

/// Fails unless the cases that differ are exactly the known ones.
fn report(cases: usize, different: &[(String, String)], known: &[(&str, &str)]) {
    println!("{cases} cases");
    let found: BTreeSet<&str> = different.iter().map(|(id, _)| id.as_str()).collect();
    let known: BTreeSet<&str> = known.iter().map(|(id, _)| *id).collect();
    let new: Vec<&str> = different
        .iter()
        .filter(|(id, _)| !known.contains(id.as_str()))
        .map(|(_, text)| text.as_str())
        .collect();
    assert!(
        new.is_empty(),
        "{} of {cases} differ:\n{}",
        new.len(),
        new.join("\n")
    );
    let gone: Vec<&&str> = known.difference(&found).collect();
    assert!(
        gone.is_empty(),
        "no longer different, remove from the list: {gone:?}"
    );
}

#[test]
fn every_value_error_and_cost_is_the_servers() {
    let Some(lines) = lines("conformance/cel-values.jsonl") else {
        return;
    };
    let mut different = Vec::new();
    for line in &lines {
        let case: Value = serde_json::from_str(line).unwrap();
        let source = case["expr"].as_str().unwrap();
        let optional = case["optional"].as_bool().unwrap_or(false);
        let limit = case["limit"].as_u64().unwrap_or(1_000_000);
        let found = run(
            &case["schema"],
            source,
            form(optional),
            &case["obj"],
            &case["oldObj"],
            limit,
        );
        let expected = |key: &str, text: &str| case[key].as_str() == Some(text);
        let same = match &found {
            Outcome::Compile(_) => case.get("compile").is_some(),
            Outcome::Program(error) => expected("program", error),
            Outcome::Ran(run) => {
                let value = match &run.value {
                    Ok(value) => expected("value", value),
                    Err(error) => expected("error", error),
                };
                value && case["cost"].as_u64().is_none_or(|cost| cost == run.cost)
            }
        };
        if !same {
            let mut server = case.clone();
            for key in ["schema", "obj", "oldObj", "id", "expr"] {
                server.as_object_mut().unwrap().remove(key);
            }
            let text = format!(
                "{} `{source}`\n  ours   {}\n  server {server}",
                case["id"],
                shown(&found)
            );
            different.push((case["id"].as_str().unwrap().to_owned(), text));
        }
    }
    report(lines.len(), &different, KNOWN_VALUES);
}

#[test]
fn rules_of_the_servers_own_tests() {
    let Some(lines) = lines("conformance/cel-eval.jsonl") else {
        return;
    };
    let mut different = Vec::new();
    let mut cases = 0;
    for line in &lines {
        let case: Value = serde_json::from_str(line).unwrap();
        // Rules below the root are not evaluated here.
        let Some(rule) = case["schema"]["x-kubernetes-validations"].get(0) else {
            continue;
        };
        cases += 1;
        let source = rule["rule"].as_str().unwrap();
        let optional = rule["optionalOldSelf"].as_bool().unwrap_or(false);
        // A transition rule is not evaluated without an old value.
        let is_run = optional || !source.contains("oldSelf") || !case["oldObj"].is_null();
        let found = run(
            &case["schema"],
            source,
            form(optional),
            &case["obj"],
            &case["oldObj"],
            1_000_000,
        );
        let errors: Vec<&str> = case["errors"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let says = |text: &str| errors.iter().any(|error| error.contains(text));
        let same = match &found {
            _ if !is_run => errors.is_empty(),
            Outcome::Compile(_) => says("compilation failed") || says("rule compile error"),
            Outcome::Program(error) => says(error),
            Outcome::Ran(run) => {
                let verdict = match &run.value {
                    Ok(value) if value == "bool(true)" => errors.is_empty(),
                    Ok(_) => !errors.is_empty(),
                    Err(error) => says(error.trim_start_matches("internal error: ")),
                };
                // The cost is recorded as -1 if there are errors.
                verdict
                    && case["cost"]
                        .as_i64()
                        .is_none_or(|cost| cost < 0 || u64::try_from(cost) == Ok(run.cost))
            }
        };
        if !same {
            let text = format!(
                "{} `{source}`\n  ours   {}\n  server {} {errors:?}",
                case["id"],
                shown(&found),
                case["cost"]
            );
            different.push((case["id"].as_str().unwrap().to_owned(), text));
        }
    }
    report(cases, &different, KNOWN_RULES);
}

/// Returns the outcome of an expression that compiles.
fn ran(
    server: KubeVersion,
    schema: &Value,
    source: &str,
    old_self: OldSelf,
    object: &Value,
    old: &Value,
) -> Evaluation {
    match run_on(server, schema, source, old_self, object, old, 1_000_000) {
        Outcome::Ran(found) => found,
        outcome => panic!("{source} on {server}: {}", shown(&outcome)),
    }
}

#[test]
fn old_values_that_do_not_fit_are_errors_in_an_optional() {
    const MISFIT: &str = "invalid data, expected string, got int64";
    let sources = [
        ("oldSelf.value()", 2),
        ("self == oldSelf.value()", 4),
        ("!oldSelf.hasValue() || self == oldSelf.value()", 7),
        ("oldSelf.orValue('x')", 1),
        ("oldSelf.optMap(x, x == 'a')", 7),
        ("oldSelf == optional.of('a')", 3),
        ("[?oldSelf][0]", 13),
    ];
    for (minor, before) in [
        (31, "unsupported conversion to ref.Val: (*errors.errorString)"),
        (36, "unsupported conversion to ref.Val: (*errors.errorString)"),
        (37, ""),
    ] {
        let server = KubeVersion::from_minor(minor).unwrap();
        for (source, cost) in sources {
            let schema = json!({"type": "string"});
            let found = ran(
                server,
                &schema,
                source,
                OldSelf::Optional,
                &json!("a"),
                &json!(-1),
            );
            let expected = Err(format!("{before}{MISFIT}"));
            assert_eq!(found.value, expected, "{source} on 1.{minor}");
            assert_eq!(found.cost, cost, "{source} on 1.{minor}");
        }
    }
}

#[test]
fn old_scalars_keep_their_type_in_an_optional_and_lists_do_not() {
    let text = |format: &str| json!({"type": "string", "format": format});
    let cases = [
        (json!({"type": "integer"}), json!(5), "int(5)"),
        (json!({"type": "number"}), json!(1), "double(1)"),
        (
            text("date"),
            json!("2024-02-29"),
            "timestamp(2024-02-29T00:00:00Z)",
        ),
        (
            text("date-time"),
            json!("2024-02-29T12:00:00Z"),
            "timestamp(2024-02-29T12:00:00Z)",
        ),
        (text("duration"), json!("1h"), "duration(1h0m0s)"),
        (text("byte"), json!("YWJj"), "bytes(616263)"),
    ];
    for minor in [31, 36, 37] {
        let server = KubeVersion::from_minor(minor).unwrap();
        for (schema, value, expected) in &cases {
            let source = "oldSelf.value()";
            let found = ran(server, schema, source, OldSelf::Optional, value, value);
            assert_eq!(found.value.as_deref(), Ok(*expected), "{schema} on 1.{minor}");
            assert_eq!(found.cost, 2, "{schema} on 1.{minor}");
        }
        let schema = json!({"type": "array", "items": {"type": "string", "format": "date"}});
        let value = json!(["2024-02-29"]);
        let expected = if minor < 37 {
            "[\"2024-02-29\"]"
        } else {
            "[timestamp(2024-02-29T00:00:00Z)]"
        };
        let found = ran(
            server,
            &schema,
            "oldSelf.value()",
            OldSelf::Optional,
            &value,
            &value,
        );
        assert_eq!(found.value.as_deref(), Ok(expected), "a list on 1.{minor}");
    }
}

#[test]
fn elements_that_are_errors_are_values_up_to_the_next_step() {
    let schema = json!({"type": "object", "properties": {
        "i": {"type": "integer"},
        "w": {"type": "string"},
        "o": {"type": "object", "properties": {"b": {"type": "string"}}},
        "list": {"type": "array", "items": {"type": "string", "format": "byte"}},
        "lists": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
    }});
    let object = json!({"i": 0, "w": 1, "o": {"b": "a"}, "list": ["a"], "lists": [["a"]]});
    let base64 = Err("Invalid byte formatted string a: illegal base64 data at input byte 0");
    for (source, expected, cost) in [
        ("dyn(self.list)[0]", base64, 5),
        ("dyn(self.list)[0].a", base64, 6),
        ("dyn(self.list)[0].a.b", base64, 6),
        ("dyn(self.list)[0].?a.b", base64, 5),
        ("has(dyn(self.list)[0].a)", base64, 5),
        ("has(dyn(self.list)[0][self.i].a)", base64, 6),
        ("dyn(self.list)[0][self.i]", base64, 7),
        ("dyn(self.list)[0][?self.i]", base64, 6),
        ("dyn(self.list)[0][self.i + 1].z", base64, 9),
        ("(self.i == 0 ? dyn(self.list)[0] : dyn(1)).a", base64, 8),
        (
            "dyn(self.list)[0][self.w]",
            Err("invalid data, expected string, got int64"),
            7,
        ),
        (
            "dyn(self.list)[0][self.o]",
            Err("invalid qualifier type: *common.unstructuredMap"),
            7,
        ),
        ("dyn(self.list)[0][1/self.i]", Err("division by zero"), 9),
        (
            "dyn(self.list)[0][dyn(self.list)[0]]",
            Err("invalid qualifier type: *types.Err"),
            10,
        ),
        ("dyn(self.lists)[0u][0]", Err("unsupported index: 0"), 6),
        ("dyn(self.list)[0].a == 1 || true", Ok("bool(true)"), 7),
    ] {
        for minor in [29, 36, 37] {
            let server = KubeVersion::from_minor(minor).unwrap();
            let found = ran(server, &schema, source, OldSelf::Value, &object, &Value::Null);
            let value = found.value.as_deref().map_err(String::as_str);
            assert_eq!((value, found.cost), (expected, cost), "{source} on 1.{minor}");
        }
    }
}
