//! Compares what is said about int-or-strings with evaluations: every function, with an int-or-string in each place.

use std::collections::BTreeSet;

use crd_cel::functions;
use crd_core::cel::{Expression, OldSelf, PitfallKind, RuleScope, SelfKind, pitfalls};
use crd_core::field::{FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion};
use crd_gen_tests::schema_of;
use serde_json::{Value as Json, json};

const NUMBERS: [&str; 4] = ["0", "1", "-7", "80"];
const TEXTS: [&str; 9] = [
    "",
    "a",
    "80",
    "1.5",
    "1h",
    "true",
    "10.0.0.1",
    "2026-01-01T00:00:00Z",
    "https://a.b/c?d=e",
];

/// The other arguments.
const ARGUMENTS: [&str; 10] = [
    "self.port",
    "1",
    "2u",
    "1.5",
    "'a'",
    "b'a'",
    "true",
    "null",
    "['a']",
    "self.number",
];

fn schema(rule: &str) -> JsonSchemaProps {
    schema_of(&json!({
        "type": "object",
        "required": ["port", "number"],
        "properties": {
            "port": {"x-kubernetes-int-or-string": true},
            "number": {"type": "integer"},
        },
        "x-kubernetes-validations": [{"rule": rule}],
    }))
}

/// Returns all lists of this number of arguments.
pub(crate) fn argument_lists<'a>(arguments: &[&'a str], arity: usize) -> Vec<Vec<&'a str>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..arity {
        lists = lists
            .iter()
            .flat_map(|list: &Vec<_>| {
                arguments
                    .iter()
                    .map(|argument| [list.as_slice(), &[*argument]].concat())
            })
            .collect();
    }
    lists
}

/// Returns calls of the function with an int-or-string among up to three arguments.
fn calls(name: &str, arity: usize, is_member: bool) -> Vec<String> {
    let mut lists = argument_lists(&ARGUMENTS, arity);
    lists.retain(|list| list.contains(&"self.port"));
    let call = |list: &Vec<&str>| {
        let operator = name.trim_matches('_').trim_start_matches('@');
        Some(match (list.as_slice(), operator) {
            ([one], "!" | "-") => format!("{operator}{one}"),
            ([one, by], "[_]") => format!("{one}[{by}]"),
            ([one, other], _) if !operator.starts_with(char::is_alphanumeric) || operator == "in" => {
                format!("({one} {operator} {other})")
            }
            (_, "?_:") => format!("({} ? {} : {})", list.first()?, list.get(1)?, list.get(2)?),
            ([target, rest @ ..], _) if is_member => format!("{target}.{name}({})", rest.join(", ")),
            (all, _) => format!("{name}({})", all.join(", ")),
        })
    };
    lists.iter().filter_map(call).collect()
}

/// Functions of which some calls are not reported although they always fail: operators of booleans, `in`, and functions of lists, whose types are not known here; and
/// those that crash the server's evaluator with other words.
const NOT_REPORTED: [&str; 12] = [
    "!_",
    "@in",
    "_&&_",
    "_+_",
    "_?_:_",
    "_in_",
    "_||_",
    "flatten",
    "hasValue",
    "in",
    "indexOf",
    "lastIndexOf",
];

/// A rule that fails if and only if a call does.
struct Rule {
    schema: JsonSchemaProps,
    program: Expression,
}

impl Rule {
    /// Returns `None` if the call does not compile.
    fn of(call: &str) -> Option<Rule> {
        let rule = format!("type({call}) == type({call})");
        let schema = schema(&rule);
        let path = FieldPath {
            segments: vec![Segment::Field("openAPIV3Schema".into())],
        };
        let scope = RuleScope::new(&schema, &path, KubeVersion::default())?;
        let program = Expression::compile(&scope, &schema, SelfKind::Value, &rule, OldSelf::Value).ok()??;
        Some(Rule { schema, program })
    }

    /// Whether the rule fails with `no such overload` for all the values; `None` if it needs an authorizer.
    fn fails_with_all(&self, values: &[Json]) -> Option<bool> {
        let mut all = true;
        for value in values {
            let object = json!({"port": value, "number": 3});
            let fault = self.program.evaluate(&object, None, u64::MAX).value.err();
            let fault = fault.unwrap_or_default();
            if fault == "unsupported expression" {
                return None;
            }
            all &= fault.contains("no such overload");
        }
        Some(all)
    }

    fn is_said_to_fail_with(&self, name: &str) -> bool {
        pitfalls(&self.schema, KubeVersion::default()).iter().any(
            |pitfall| matches!(&pitfall.kind, PitfallKind::IntOrString { fails_with, .. } if fails_with.is_none_or(|of| of == name)),
        )
    }
}

#[test]
fn functions_of_int_or_strings_fail_as_reported() {
    let numbers: Vec<Json> = NUMBERS
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    let texts: Vec<Json> = TEXTS.iter().map(|text| json!(text)).collect();
    let (mut reported, mut not_reported) = (0, BTreeSet::new());
    for function in functions() {
        let shapes: BTreeSet<_> = function
            .overloads
            .iter()
            .filter(|overload| overload.params.len() <= 3)
            .map(|overload| (overload.params.len(), overload.member))
            .collect();
        let calls = shapes
            .iter()
            .flat_map(|(arity, is_member)| calls(function.name, *arity, *is_member));
        for call in calls {
            let Some(rule) = Rule::of(&call) else { continue };
            for (name, values) in [("int", &numbers), ("string", &texts)] {
                let Some(fails) = rule.fails_with_all(values) else {
                    continue;
                };
                if rule.is_said_to_fail_with(name) {
                    reported += 1;
                    assert!(fails, "{call} is said to fail with each {name}");
                } else if fails {
                    not_reported.insert(function.name);
                }
            }
        }
    }
    assert!(reported > 500, "{reported}");
    assert_eq!(not_reported.into_iter().collect::<Vec<_>>(), NOT_REPORTED);
}
