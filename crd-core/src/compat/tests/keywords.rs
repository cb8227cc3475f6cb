//! Rules, levels and witnesses of changes of one keyword.

use serde_json::{Value, json};

use super::{change, extended};

fn integer(more: Value) -> Value {
    extended(json!({"type": "integer"}), more)
}

fn text(more: Value) -> Value {
    extended(json!({"type": "string"}), more)
}

/// Checks the only finding of a change; none is expected if the text is empty. A witness may have more than the text.
#[track_caller]
fn check(old: &Value, new: &Value, expected: &str) {
    let found = change(old, new);
    let is_as_expected = match expected {
        "" => found.is_empty(),
        expected => found.len() == 1 && found[0].starts_with(expected),
    };
    assert!(is_as_expected, "{old} -> {new}: {found:?}, expected {expected}");
}

#[test]
fn bounds_enums_patterns_and_formats() {
    for (old, new, expected) in [
        (
            integer(json!({"maximum": 9})),
            integer(json!({"maximum": 5})),
            r#"CMP-38 E SW {"a":6}"#,
        ),
        (
            integer(json!({"maximum": 5})),
            integer(json!({"maximum": 9})),
            "CMP-39 N R -",
        ),
        (
            integer(json!({})),
            integer(json!({"minimum": 1})),
            r#"CMP-38 E SW {"a":0}"#,
        ),
        (
            integer(json!({"minimum": 1, "exclusiveMinimum": true})),
            integer(json!({"minimum": 2})),
            "",
        ),
        (
            integer(json!({"multipleOf": 2.0})),
            integer(json!({"multipleOf": 4.0})),
            r#"CMP-40 E SW {"a":2}"#,
        ),
        (
            text(json!({})),
            text(json!({"maxLength": 3})),
            r#"CMP-38 E SW {"a":"aaaa"}"#,
        ),
        (
            text(json!({"enum": ["a", "b"]})),
            text(json!({"enum": ["a", "b"], "maxLength": 3})),
            "",
        ),
        (
            text(json!({"enum": ["a", "b"]})),
            text(json!({"enum": ["a"]})),
            r#"CMP-44 E SW {"a":"b"}"#,
        ),
        (
            text(json!({"enum": ["a"]})),
            text(json!({"enum": ["a", "b"]})),
            "CMP-45 W R -",
        ),
        (
            text(json!({})),
            text(json!({"enum": ["a"]})),
            r#"CMP-44 E SW {"a":""}"#,
        ),
        (
            text(json!({"pattern": "^[a-z0-9]+$"})),
            text(json!({"pattern": "^[a-z]+$"})),
            r#"CMP-46 E SW {"a":"0"}"#,
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            text(json!({"pattern": "^[a-z0-9]+$"})),
            "CMP-46 N R -",
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            text(json!({"pattern": "^[a-z]{1,}$"})),
            "",
        ),
        (
            text(json!({"pattern": "^[a-z]+$"})),
            text(json!({})),
            "CMP-47 N R -",
        ),
        (
            text(json!({})),
            text(json!({"format": "date-time"})),
            r#"CMP-33 E SW {"a":""}"#,
        ),
        (text(json!({})), text(json!({"format": "no such"})), ""),
        (
            text(json!({})),
            text(json!({"description": "New.", "title": "t"})),
            "",
        ),
    ] {
        check(&old, &new, expected);
    }
}

#[test]
fn types_nulls_defaults_and_rules() {
    for (old, new, expected) in [
        (
            text(json!({"nullable": true})),
            text(json!({})),
            r#"CMP-32 W WA {"a":null}"#,
        ),
        (text(json!({})), text(json!({"nullable": true})), "CMP-31 W R -"),
        (text(json!({})), text(json!({"default": "x"})), "CMP-41 W RG {}"),
        (
            text(json!({"default": "y"})),
            text(json!({"default": "x"})),
            "CMP-42 W R {}",
        ),
        (text(json!({"default": "y"})), text(json!({})), "CMP-43 W RW {}"),
        (integer(json!({})), text(json!({})), r#"CMP-29 E SWRA {"a":0}"#),
        (integer(json!({})), json!({"type": "number"}), "CMP-29 W R -"),
        (
            text(json!({})),
            json!({"x-kubernetes-int-or-string": true}),
            "CMP-30 W R -",
        ),
        (
            json!({"x-kubernetes-int-or-string": true}),
            text(json!({})),
            r#"CMP-30 E SW {"a":0}"#,
        ),
        (
            integer(json!({})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            r#"CMP-53 E SW {"a":0}"#,
        ),
        (
            integer(json!({})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self == oldSelf"}]})),
            r#"CMP-54 E W {"a":"#,
        ),
        (
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self>2"}]})),
            "",
        ),
        (
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 2"}]})),
            integer(json!({"x-kubernetes-validations": [{"rule": "self > 5"}]})),
            r#"CMP-56 E SW {"a":"#,
        ),
    ] {
        check(&old, &new, expected);
    }
}
