//! Compares what is said about calls with constant arguments with evaluations: every function, with constants in each place.

use std::collections::BTreeSet;

use crd_cel::functions;
use crd_core::cel::{Expression, OldSelf, PitfallKind, RuleScope, SelfKind, pitfalls};
use crd_core::field::{FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion};
use crd_gen_tests::schema_of;
use serde_json::{Value as Json, json};

use crate::int_or_strings::argument_lists;

/// Constants that some functions accept and others reject.
const CONSTANTS: [&str; 12] = [
    "-1",
    "0",
    "3",
    "''",
    "'a'",
    "'5 GB'",
    "'10.0.0.1'",
    "'10.0.0.0/8'",
    "'1.2.3'",
    "'https://a.b'",
    "'Europe/Paris'",
    "true",
];

/// Receivers that are not constant.
const RECEIVERS: [&str; 8] = [
    "self.text",
    "self.list",
    "self.time",
    "self.span",
    "quantity(self.quantity)",
    "cidr(self.network)",
    "ip(self.address)",
    "semver(self.version)",
];

fn schema(rule: &str) -> JsonSchemaProps {
    let text = json!({"type": "string"});
    schema_of(&json!({
        "type": "object",
        "required": ["text", "list", "time", "span", "quantity", "network", "address", "version"],
        "properties": {
            "text": text,
            "list": {"type": "array", "items": {"type": "integer"}},
            "time": {"type": "string", "format": "date-time"},
            "span": {"type": "string", "format": "duration"},
            "quantity": text, "network": text, "address": text, "version": text,
        },
        "x-kubernetes-validations": [{"rule": rule}],
    }))
}

fn objects() -> Vec<Json> {
    let object = |text: &str, list: &[i64], (quantity, network, address): (&str, &str, &str)| {
        json!({
            "text": text, "list": list, "time": "2026-01-02T03:04:05Z", "span": "1h30m", "quantity": quantity,
            "network": network, "address": address, "version": "1.2.3",
        })
    };
    vec![
        object("", &[], ("1", "10.0.0.0/8", "10.0.0.1")),
        object("a", &[1], ("-5Gi", "::/0", "::1")),
        object(
            "abcdefghij",
            &[1, 2, 3, 4, 5, 6],
            ("100m", "0.0.0.0/0", "192.168.1.1"),
        ),
    ]
}

/// Returns calls of the function with constant arguments.
fn calls(name: &str, arity: usize, is_member: bool) -> Vec<String> {
    let (receivers, arity): (&[&str], _) = if is_member {
        (&RECEIVERS, arity - 1)
    } else {
        (&[""], arity)
    };
    let lists = argument_lists(&CONSTANTS, arity);
    let constants = CONSTANTS.iter().filter(|_| is_member);
    let receivers = receivers.iter().chain(constants);
    receivers
        .flat_map(|receiver| {
            let dot = if is_member { "." } else { "" };
            let lists = lists.iter();
            lists.map(move |list| format!("{receiver}{dot}{name}({})", list.join(", ")))
        })
        .collect()
}

/// Whether a rule fails that fails if and only if a call does, for each object; `None` if the call does not compile.
fn fails(schema: &JsonSchemaProps, rule: &str) -> Option<bool> {
    let path = FieldPath {
        segments: vec![Segment::Field("openAPIV3Schema".into())],
    };
    let scope = RuleScope::new(schema, &path, KubeVersion::default())?;
    let program = Expression::compile(&scope, schema, SelfKind::Value, rule, OldSelf::Value).ok()??;
    let mut all = true;
    for object in objects() {
        let fault = program.evaluate(&object, None, u64::MAX).value.err();
        all &= fault.is_some_and(|fault| fault != "unsupported expression");
    }
    Some(all)
}

#[test]
fn calls_with_constants_fail_as_reported() {
    let (mut reported, mut not_reported) = (0, BTreeSet::new());
    for function in functions() {
        let is_operator = !function.name.starts_with(char::is_alphabetic) || function.name == "in";
        let shapes: BTreeSet<_> = function
            .overloads
            .iter()
            .filter(|overload| !is_operator && overload.params.len() <= 3)
            .map(|overload| (overload.params.len(), overload.member))
            .collect();
        for (arity, is_member) in shapes {
            for call in calls(function.name, arity, is_member) {
                let rule = format!("type({call}) == type({call})");
                let schema = schema(&rule);
                let Some(fails) = fails(&schema, &rule) else {
                    continue;
                };
                let is_said_to_fail = pitfalls(&schema, KubeVersion::default())
                    .iter()
                    .any(|pitfall| matches!(pitfall.kind, PitfallKind::ConstantError { .. }));
                if is_said_to_fail {
                    reported += 1;
                    assert!(fails, "{call} is said to fail");
                } else if fails {
                    not_reported.insert(call);
                }
            }
        }
    }
    assert!(reported > 300, "{reported}");
    assert_eq!(not_reported.into_iter().collect::<Vec<_>>(), [""; 0]);
}
