//! Breakages that the fuzz driver and thought have found to be missing, and claims that were too strong.

use serde_json::{Value, json};

use super::{
    CompatOptions, KubeVersion, Policy, change, compare, crd, extended, found, text, with_a, with_spec,
    with_version,
};
use crate::compat::StoredObjects;

/// Returns the rules, levels and witnesses for a change of `spec`.
fn change_of_spec(old: &Value, new: &Value) -> Vec<String> {
    found(&with_spec(old), &with_spec(new)).iter().map(text).collect()
}

#[track_caller]
fn check(old: &Value, new: &Value, expected: &[&str]) {
    assert_eq!(change_of_spec(old, new), expected, "{old} -> {new}");
}

/// `additionalProperties: true` keeps members, and drops those of the objects within them.
#[test]
fn additional_properties_true_empties_objects() {
    let open = json!({"type": "object", "additionalProperties": true});
    let kept = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let nested = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}}}});
    check(&nested, &open, &["CMP-35 W R -", r#"CMP-34 E SW {"a":{"b":""}}"#]);
    check(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        &open,
        &["CMP-35 W R -"],
    );
    check(&kept, &open, &[r#"CMP-34 E SW {"notInTheSchema":{"a":"a"}}"#]);
    check(&open, &kept, &["CMP-35 W R -"]);
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    check(&map, &open, &["CMP-35 W R -"]);
    check(&open, &map, &[r#"CMP-24 E SW {"notInTheSchema":1}"#]);
    check(&kept, &map, &[r#"CMP-24 E SW {"notInTheSchema":1}"#]);
}

/// A property whose schema is removed below `x-kubernetes-preserve-unknown-fields` keeps its values, whatever they are.
#[test]
fn properties_that_become_free() {
    let preserving = |properties: Value| json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": properties});
    check(
        &preserving(json!({"a": {"type": "string"}, "b": {"type": "string"}})),
        &preserving(json!({"b": {"type": "string"}})),
        &["CMP-35 W R -"],
    );
}

/// A schema without a type may have rules and properties too.
#[test]
fn restrictions_of_a_value_without_a_type() {
    assert_eq!(
        change(
            &json!({"type": "string"}),
            &json!({"x-kubernetes-preserve-unknown-fields": true, "enum": ["b"]})
        ),
        ["CMP-35 W R -", r#"CMP-44 E SW {"a":""}"#]
    );
}

/// Lists pass `x-kubernetes-preserve-unknown-fields` on to their elements.
#[test]
fn lists_that_preserve_unknown_fields() {
    let list = |more: Value| {
        let mut list =
            json!({"type": "array", "items": {"type": "object", "properties": {"b": {"type": "string"}}}});
        list.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        list
    };
    let preserving = list(json!({"x-kubernetes-preserve-unknown-fields": true}));
    assert_eq!(
        change(&preserving, &list(json!({}))),
        [r#"CMP-34 E SW {"a":[{"notInTheSchema":"a"}]}"#]
    );
}

/// Names of objects are restricted by the schema of the metadata, which the old CRD need not have.
#[test]
fn names_of_objects() {
    let crd = |metadata: Value| {
        let schema =
            json!({"type": "object", "properties": {"metadata": metadata, "spec": {"type": "object"}}});
        crd(&with_version(&json!({"schema": {"openAPIV3Schema": schema}})))
    };
    let restricted = json!({"type": "object", "properties": {"name": {"type": "string", "maxLength": 5}}});
    let found = found(&crd(json!({"type": "object"})), &crd(restricted));
    assert_eq!((found[0].rule.number(), found.len()), (24, 1));
    assert_eq!(
        found[0].witness.as_ref().unwrap().object["metadata"]["name"],
        "a".repeat(64)
    );
}

/// Defaults appear and disappear without anybody writing them.
#[test]
fn defaults_that_are_judged() {
    let spec = |a: Value, more: Value| {
        let mut spec = json!({"type": "object", "properties": {"a": a, "b": {"type": "string"}}});
        spec.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        spec
    };
    let (plain, defaulted) = (
        json!({"type": "string"}),
        json!({"type": "string", "default": "x"}),
    );
    for (more, added, gone) in [
        (json!({}), "CMP-41 W RG {}", "CMP-43 W RW {}"),
        (
            json!({"maxProperties": 1}),
            r#"CMP-41 E SW {"b":""}"#,
            "CMP-43 W SWR {}",
        ),
        (
            json!({"minProperties": 1}),
            r#"CMP-41 W SWRG {"b":""}"#,
            "CMP-43 E SW {}",
        ),
        (json!({"required": ["a"]}), "", "CMP-43 E SW {}"),
        (
            json!({"x-kubernetes-validations": [{"rule": "!has(self.a)"}]}),
            "CMP-41 E SW {}",
            "",
        ),
        (
            json!({"not": {"required": ["a", "b"]}}),
            r#"CMP-41 E SW {"b":""}"#,
            "CMP-43 W SWR {}",
        ),
    ] {
        let (without, with) = (
            spec(plain.clone(), more.clone()),
            spec(defaulted.clone(), more.clone()),
        );
        for (old, new, expected) in [(&without, &with, added), (&with, &without, gone)] {
            if !expected.is_empty() {
                check(old, new, &[expected]);
            }
        }
    }
    // So do those of properties that are new.
    let limited = |properties: Value| json!({"type": "object", "maxProperties": 1, "properties": properties});
    check(
        &limited(json!({"b": {"type": "string"}})),
        &limited(json!({"a": defaulted, "b": {"type": "string"}})),
        &[r#"CMP-41 E SW {"b":""}"#],
    );
    // A default of a key of a list makes elements equal.
    let keyed = |key: Value| {
        json!({"type": "object", "properties": {"list": {"type": "array", "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["key"],
            "items": {"type": "object", "properties": {"key": key}}}}})
    };
    let found = change_of_spec(
        &keyed(json!({"type": "string", "default": "x"})),
        &keyed(json!({"type": "string", "default": "y"})),
    );
    assert!(found[0].starts_with("CMP-42 W SWR"), "{found:?}");
}

/// Without `nullable`, a null is dropped before it is validated.
#[test]
fn nulls_that_are_kept() {
    let (listed, nullable) = (
        json!({"type": "string", "enum": ["b"]}),
        json!({"type": "string", "enum": ["b"], "nullable": true}),
    );
    assert_eq!(change(&listed, &nullable), [r#"CMP-31 W WR {"a":null}"#]);
}

/// The members that make a whole object are kept because it is one.
#[test]
fn members_of_embedded_resources() {
    let embedded = json!({"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"spec": {"type": "object"}}});
    let plain = json!({"type": "object", "properties": {"spec": {"type": "object"}}});
    let found = change(&embedded, &plain);
    assert!(found[0].starts_with("CMP-34 E SW"), "{found:?}");
}

/// A format is safe if no string is refused, not if none of a few is.
/// To servers that ratchet, undeclared fields always differ from themselves.
#[test]
fn undeclared_fields_are_always_changed() {
    let any = |more: Value| {
        let mut status = json!({"x-kubernetes-preserve-unknown-fields": true});
        status
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        status
    };
    let (before, after) = (any(json!({})), any(json!({"allOf": [{"required": ["new"]}]})));
    let spec = |spec: &Value| with_spec(&json!({"type": "object", "properties": {"a": spec}}));
    let of_spec = found(&spec(&before), &spec(&after)).remove(0);
    assert!(
        matches!(of_spec.stored, Some(StoredObjects::Uneditable(_))),
        "{of_spec:?}"
    );
    // The status has its own endpoint from now on.
    let crd = |status: &Value, subresources: Value| {
        let schema = json!({"type": "object", "properties": {"status": status}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": subresources}),
        ))
    };
    let of_status = found(&crd(&before, json!({})), &crd(&after, json!({"status": {}})));
    assert!(
        of_status.iter().any(|finding| finding.rule.number() == 48),
        "{of_status:?}"
    );
}

/// Rules that compare a value with its old one cannot be evaluated for fields that have no schema any more.
#[test]
fn rules_around_a_field_without_a_schema() {
    let spec = |requests: Value| {
        with_spec(&json!({"type": "object", "properties": {"requests": requests},
            "x-kubernetes-validations": [{"optionalOldSelf": true, "rule": "!oldSelf.hasValue() || self == oldSelf.value()"}]}))
    };
    let old = spec(json!({"type": "object", "additionalProperties": {"type": "string"}}));
    let new = spec(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
    let found = found(&old, &new);
    assert!(text(&found[0]).starts_with("CMP-35 W SWR"), "{}", text(&found[0]));
}

/// Numbers outside of a format satisfy the other keywords.
#[test]
fn formats_of_multiples() {
    let field = |format: &str| json!({"type": "integer", "multipleOf": 10, "maximum": 0, "format": format});
    assert_eq!(
        change(&field(""), &field("int32")),
        [r#"CMP-33 E SW {"a":-2147483650}"#]
    );
}

#[test]
fn formats_and_patterns() {
    let text = |more: Value| extended(json!({"type": "string"}), more);
    let dated = |format: &str| text(json!({"pattern": "^2020-01-0[12]$", "format": format}));
    assert_eq!(
        change(&text(json!({"pattern": "^2020-01-0[12]$"})), &dated("date")),
        ["CMP-33 W SW -"]
    );
    assert_eq!(
        change(
            &text(json!({"format": "uuid4"})),
            &text(json!({"format": "uuid"}))
        ),
        [""; 0]
    );
    assert_eq!(
        change(&text(json!({})), &text(json!({"format": "password"}))),
        [""; 0]
    );
}

/// Of a list of values, all must be admitted, not one; those that nothing admits do not count.
#[test]
fn listed_values_that_cannot_be_tried() {
    let listed = |values: Value| json!({"type": "string", "pattern": "^[a-c]$", "enum": values});
    assert_eq!(change(&listed(json!(["a", "Z"])), &listed(json!(["a"]))), [""; 0]);
    let spec = |values: Value| {
        json!({"type": "object", "properties": {"a": {"type": "string", "enum": values}},
            "x-kubernetes-validations": [{"rule": "!has(self.a) || self.a == 'a' || self.a.lowerAscii() == 'never'"}]})
    };
    check(&spec(json!(["a", "b"])), &spec(json!(["a"])), &["CMP-44 W SW -"]);
}

/// A rule may refuse an update that changes nothing.
#[test]
fn rules_that_refuse_every_update() {
    let number = |rules: Value| json!({"type": "integer", "x-kubernetes-validations": rules});
    let stuck = change(&number(json!([])), &number(json!([{"rule": "self > oldSelf"}])));
    assert!(stuck[0].starts_with("CMP-54 E SW"), "{stuck:?}");
    let once = json!([{"rule": "!oldSelf.hasValue() || self == oldSelf.value()", "optionalOldSelf": true}]);
    let found = change(&number(json!([])), &number(once));
    assert!(found[0].starts_with("CMP-53 E SW {"), "{found:?}");
}

/// A rule for new objects leaves stored ones alone, even where its value changes.
#[test]
fn rules_for_new_objects() {
    let spec = |rules: Value| {
        json!({"type": "object", "required": ["size"], "x-kubernetes-validations": rules, "properties": {
            "size": {"type": "integer"}, "title": {"type": "string", "maxLength": 9}}})
    };
    let with = |rule: &str| spec(json!([{"rule": rule, "optionalOldSelf": true}]));
    let new = change(&spec(json!([])), &with("self.size <= 5 || oldSelf.hasValue()"));
    assert!(new[0].starts_with("CMP-53 E W {"), "{new:?}");
    let all = change(&spec(json!([])), &spec(json!([{"rule": "self.size <= 5"}])));
    assert!(all[0].starts_with("CMP-53 E SW {"), "{all:?}");
}

/// A name that is required twice is one member.
#[test]
fn names_that_are_required_twice() {
    let spec = |more: Value| {
        let spec = json!({"type": "object", "required": ["a", "a"], "properties": {"a": {"type": "string"}}});
        extended(spec, more)
    };
    check(&spec(json!({})), &spec(json!({"minProperties": 1})), &[]);
    check(
        &spec(json!({})),
        &spec(json!({"minProperties": 2})),
        &[r#"CMP-38 E SW {"a":""}"#],
    );
}

/// Before 1.34, an object with a null does not equal itself, so that a rule that compares objects refuses every update of one. With
/// ratcheting it does not run on an unchanged object.
#[test]
fn rules_that_compare_nulls() {
    let spec = |rules: Value| {
        with_spec(
            &json!({"type": "object", "required": ["b"], "x-kubernetes-validations": rules, "properties": {
                "a": {"type": "string"}, "b": {"type": "string", "minLength": 1, "nullable": true}}}),
        )
    };
    let (old, new) = (spec(json!([])), spec(json!([{"rule": "self == oldSelf"}])));
    let of_server = |minor| {
        let options = CompatOptions::new(Policy::Clients, KubeVersion::from_minor(minor).unwrap());
        compare(&old, &new, &options)
    };
    let without_ratcheting = of_server(29).remove(0);
    assert_eq!(text(&without_ratcheting), r#"CMP-54 E SW {"b":null}"#);
    assert!(matches!(
        without_ratcheting.stored,
        Some(StoredObjects::Uneditable(_))
    ));
    assert!(text(&of_server(36)[0]).starts_with("CMP-54 E W {"));
}

/// The null may be within optional members.
#[test]
fn rules_that_compare_nulls_within_optional_members() {
    let whole = |rules: Value| {
        let inner = json!({"type": "object", "properties": {"a": {"type": "object", "nullable": true,
            "x-kubernetes-preserve-unknown-fields": true}}});
        let spec = json!({"type": "object", "properties": {"b": inner}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": {"type": "object",
            "x-kubernetes-validations": rules, "properties": {"spec": spec}}}}),
        ))
    };
    let rule = "has(self.spec) == has(oldSelf.spec) && (!has(self.spec) || self.spec == oldSelf.spec)";
    let (old, new) = (whole(json!([])), whole(json!([{"rule": rule}])));
    let options = CompatOptions::new(Policy::Clients, KubeVersion::from_minor(29).unwrap());
    let found = compare(&old, &new, &options).remove(0);
    assert!(
        matches!(found.stored, Some(StoredObjects::Uneditable(_))),
        "{found:?}"
    );
}

/// Values of any type may be lists, whose elements have no schema.
#[test]
fn rules_that_compare_values_of_any_type() {
    let any = |rules: Value| {
        json!({"type": "object", "required": ["b"], "x-kubernetes-validations": rules, "properties": {
            "b": {"x-kubernetes-preserve-unknown-fields": true, "enum": [[1], [2]]}}})
    };
    let found = change(&any(json!([])), &any(json!([{"rule": "self == oldSelf"}])));
    assert!(found[0].starts_with("CMP-54 E "), "{found:?}");
}

/// Nothing is said of stored objects that another change makes impossible to edit.
#[test]
fn stored_objects_that_are_stuck_for_another_reason() {
    let spec = |most: u32, required: Value| {
        json!({"type": "object", "required": required,
            "properties": {"a": {"type": "integer", "maximum": most}, "b": {"type": "string"}}})
    };
    let found = |required: Value| {
        let found = found(&with_spec(&spec(9, json!([]))), &with_spec(&spec(5, required)));
        found
            .into_iter()
            .find(|finding| finding.rule.number() == 38)
            .unwrap()
            .stored
    };
    assert_eq!(found(json!([])), Some(StoredObjects::Editable));
    assert_eq!(found(json!(["b"])), Some(StoredObjects::Editable));
}

/// A default that adds an object adds what its rules compare with.
#[test]
fn rules_within_a_default() {
    let spec = |default: Value| {
        let mut spec = json!({"type": "object", "properties": {"a": {"type": "string", "default": "x",
            "x-kubernetes-validations": [{"rule": "self == oldSelf"}]}}});
        spec.as_object_mut()
            .unwrap()
            .extend(default.as_object().unwrap().clone());
        with_spec(&json!({"type": "object", "properties": {"b": spec}}))
    };
    let found = found(&spec(json!({})), &spec(json!({"default": {}})));
    assert_eq!(text(&found[0]), "CMP-41 W SWRG {}");
}

/// The status of other requests is dropped, with its defaults.
#[test]
fn a_required_status() {
    let crd = |required: Value| {
        let schema = json!({"type": "object", "required": required,
            "properties": {"status": {"type": "string", "default": "x"}}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}}}),
        ))
    };
    let found = found(&crd(json!([])), &crd(json!(["status"])));
    assert!(text(&found[0]).starts_with("CMP-26 E SW"), "{found:?}");
}

/// A null status of an object without one is unchanged, and so is not reported.
#[test]
fn a_null_status_is_unchanged() {
    let crd = |more: Value| {
        let mut status = json!({"type": "boolean", "nullable": true});
        status
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let schema = json!({"type": "object", "properties": {"status": status}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}}}),
        ))
    };
    let found = found(&crd(json!({})), &crd(json!({"enum": [true]})));
    assert_eq!(found[0].witness.as_ref().unwrap().object["status"], false);
    // It replaces another status.
    let found = self::found(&crd(json!({})), &crd(json!({"enum": [true, false]})));
    let witness = found[0].witness.as_ref().unwrap();
    assert_eq!(witness.object["status"], Value::Null);
    assert_eq!(witness.old.as_ref().unwrap()["status"], false);
    // Only one status can be replaced.
    for status in [true, false] {
        let only = json!({"oneOf": [{"enum": [true, false]}, {"enum": [!status]}]});
        let listed = extended(only.clone(), json!({"enum": [true, false]}));
        let found = self::found(&crd(only), &crd(listed));
        let witness = found[0].witness.as_ref().unwrap();
        assert_eq!(witness.object["status"], Value::Null);
        assert_eq!(witness.old.as_ref().unwrap()["status"], status);
    }
    // With a default, the stored object has a status, so that a null is a change.
    let found = self::found(
        &crd(json!({"enum": [false]})),
        &crd(json!({"enum": [false], "default": false})),
    );
    let witness = found[0].witness.as_ref().unwrap();
    assert_eq!(witness.object["status"], Value::Null);
    assert_eq!(witness.old.as_ref().unwrap().get("status"), None);
}

/// The server admits no number if the factor is not positive, even if it has the same multiples.
#[test]
fn a_factor_that_is_not_positive() {
    let field = |factor: i64| json!({"type": "integer", "multipleOf": factor});
    let found = change(&field(6), &field(-6));
    assert!(found[0].starts_with("CMP-40 E SW"), "{found:?}");
    let found = change(&field(-6), &field(6));
    assert!(found[0].starts_with("CMP-40 N R"), "{found:?}");
    // The same holds for integers and factors with a fraction.
    let fraction = json!({"type": "integer", "multipleOf": 0.1});
    let found = change(&field(4), &fraction);
    assert!(found[0].starts_with("CMP-40 E SW"), "{found:?}");
}

/// Null is not compared with values that a schema of `allOf` lists, but with those of the schema itself.
#[test]
fn a_null_beside_values_listed_in_all_of() {
    let field = json!({"type": "boolean", "nullable": true, "allOf": [{"enum": [true, false]}]});
    let mut listed = field.clone();
    listed["enum"] = json!([true, false]);
    let found = change(&field, &listed);
    assert!(found[0].starts_with("CMP-44 E SW"), "{found:?}");
}

/// A boolean ignores the format `byte`; a value without a type has to be a string then.
#[test]
fn a_format_without_its_type() {
    let before = json!({"type": "boolean", "format": "byte"});
    let after = json!({"format": "byte", "x-kubernetes-preserve-unknown-fields": true});
    let found = change(&before, &after);
    assert!(
        found.iter().any(|found| found.starts_with("CMP-33 E SW")),
        "{found:?}"
    );
    // A text had to have the format before.
    let found = change(&json!({"type": "string", "format": "byte"}), &after);
    assert!(
        !found.iter().any(|found| found.starts_with("CMP-33")),
        "{found:?}"
    );
}

/// The server does not notice that the type of a default contradicts int-or-string: no object without the field is admitted.
#[test]
fn an_added_default_that_its_own_schema_rejects() {
    let odd = json!({"type": "object", "x-kubernetes-int-or-string": true, "default": {}});
    let with = |name: &str, field: Value| json!({"type": "object", "properties": {name: field}});
    let outer = json!({"type": "object", "default": {}, "properties": {"odd": odd}});
    for added in [odd.clone(), outer] {
        let before = with("a", json!({"type": "string"}));
        let mut after = before.clone();
        after["properties"]["b"] = added;
        let found = change(&before, &after);
        assert!(found[0].starts_with("CMP-41 E SW"), "{found:?}");
    }
}

/// Embedded resources may restrict the members that make them whole.
#[test]
fn restrictions_of_embedded_metadata() {
    let embedded = |metadata: Value| json!({"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"metadata": metadata}});
    let plain = embedded(json!({"type": "object"}));
    let found = change(&plain, &embedded(json!({"type": "object", "required": ["name"]})));
    assert!(found[0].starts_with("CMP-27 E SW"), "{found:?}");
}

/// The members of maps all have a schema, so that a list that keeps unknown members makes no difference to its maps.
#[test]
fn lists_of_maps_that_keep_unknown_members() {
    let list = |items: Value, keeps: bool| {
        let mut list = json!({"type": "array", "items": items});
        if keeps {
            list["x-kubernetes-preserve-unknown-fields"] = json!(true);
        }
        json!({"type": "object", "properties": {"a": list}})
    };
    let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
    check(&list(map.clone(), true), &list(map.clone(), false), &[]);
    check(&list(map.clone(), false), &list(map, true), &[]);
    let object = json!({"type": "object", "properties": {"b": {"type": "string"}}});
    check(
        &list(object.clone(), true),
        &list(object.clone(), false),
        &[r#"CMP-34 E SW {"a":[{"notInTheSchema":"a"}]}"#],
    );
    check(
        &list(object.clone(), false),
        &list(object, true),
        &["CMP-35 W R -"],
    );
}

/// A witness shows its own finding, where an object without the other breakages exists.
#[test]
fn witnesses_show_one_breakage() {
    let old = json!({"type": "object", "properties": {
        "color": {"type": "string"}, "name": {"type": "string"}, "engine": {"type": "string", "enum": ["a", "b"]}}});
    let new = json!({"type": "object", "required": ["engine", "name"], "properties": {
        "name": {"type": "string", "minLength": 2}, "engine": {"type": "string", "enum": ["b"]}}});
    let found = found(&with_spec(&old), &with_spec(&new));
    let shown: Vec<String> = found
        .iter()
        .map(|finding| {
            let witness = finding.witness.as_ref().unwrap();
            let fields: Vec<&str> = witness.response.iter().map(|issue| &*issue.field).collect();
            format!("{} {} {fields:?}", finding.rule, witness.object["spec"])
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"CMP-26 {"name":"aa"} ["spec.engine"]"#,
            r#"CMP-26 {"engine":"b"} ["spec.name"]"#,
            r#"CMP-21 {"color":"","engine":"b","name":"aa"} ["spec.color"]"#,
            r#"CMP-44 {"engine":"a","name":"aa"} ["spec.engine"]"#,
            r#"CMP-38 {"engine":"b","name":""} ["spec.name"]"#,
        ]
    );
}

/// Objects, maps and lists of one type are one finding, wherever they are.
#[test]
fn a_type_at_several_places_is_one_finding() {
    let spec = |most: u32| {
        let labels =
            json!({"type": "object", "additionalProperties": {"type": "string"}, "maxProperties": most});
        let port = json!({"type": "object", "properties": {"number": {"type": "integer", "maximum": most}}});
        json!({"type": "object", "properties": {
            "a": {"type": "object", "properties": {"labels": labels}},
            "b": {"type": "object", "properties": {"annotations": labels, "ports": {"type": "array", "items": port}}},
            "main": port}})
    };
    let found = found(&with_spec(&spec(9)), &with_spec(&spec(2)));
    let places: Vec<(String, Vec<String>)> = found
        .into_iter()
        .map(|finding| (finding.path, finding.other_paths))
        .collect();
    let expected = [
        ("spec.a.labels", vec!["spec.b.annotations"]),
        ("spec.b.ports[].number", vec!["spec.main.number"]),
    ];
    let expected =
        expected.map(|(path, others)| (path.to_owned(), others.into_iter().map(str::to_owned).collect()));
    assert_eq!(places, expected);
}

/// The server does not validate the defaults of the values of maps, and they replace nulls.
#[test]
fn a_default_of_map_values_that_their_schema_refuses() {
    let map = |values: Value| json!({"type": "object", "additionalProperties": values});
    assert_eq!(
        change(
            &map(json!({"type": "string"})),
            &map(json!({"type": "string", "default": false}))
        ),
        ["CMP-41 W SWRG -"]
    );
}

/// Rules do not run on an object that the new schema refuses for another change, so the object must not have that.
#[test]
fn a_rule_beside_another_breakage() {
    let spec = |interval: Value, rules: Value| {
        json!({"type": "object", "required": ["interval"], "properties": {
            "interval": interval,
            "rule": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "x-kubernetes-validations": rules}}})
    };
    let old = spec(json!({"type": "string"}), json!([]));
    let new = spec(
        json!({"type": "string", "enum": ["1m", "2m"]}),
        json!([{"rule": "has(self.a) == has(self.b)"}]),
    );
    check(
        &old,
        &new,
        &[
            r#"CMP-44 E SW {"interval":""}"#,
            r#"CMP-53 E SW {"interval":"1m","rule":{"a":""}}"#,
        ],
    );
}

/// A rule about a field that is new, or that was required, rejects no object that the old CRD keeps.
#[test]
fn rules_about_new_fields() {
    let old = json!({"type": "object", "required": ["kind_of"], "properties": {
        "kind_of": {"type": "string", "enum": ["A", "B"]},
        "ref": {"type": "string"},
        "part": {"type": "object", "properties": {"b": {"type": "string"}}},
        "list": {"type": "array", "maxItems": 3, "items": {"type": "object", "properties": {"b": {"type": "string"}}}}
    }});
    let with = |rule: &str, default: Value| {
        let mut new = old.clone();
        let fresh = extended(json!({"type": "string"}), default);
        let properties = new["properties"].as_object_mut().unwrap();
        properties.insert("fresh".to_owned(), fresh);
        for parent in ["/properties/part/properties", "/properties/list/items/properties"] {
            let members = new.pointer_mut(parent).and_then(Value::as_object_mut);
            members
                .unwrap()
                .insert("fresh".to_owned(), json!({"type": "string"}));
        }
        new["properties"]["kind_of"]["enum"] = json!(["A", "B", "C"]);
        new["x-kubernetes-validations"] = json!([{"rule": rule}]);
        let mut found = change_of_spec(&old, &new);
        // The new value of the enum.
        found.retain(|finding| !finding.starts_with("CMP-45"));
        found
    };
    for rule in [
        "!has(self.ref) || !has(self.fresh)",
        "!(has(self.ref) && has(self.fresh))",
        "self.kind_of == 'C' ? has(self.fresh) : !has(self.fresh)",
        "self.kind_of != 'A' || !has(self.fresh)",
        "has(self.kind_of) || has(self.fresh)",
        "!has(self.part) || !has(self.part.fresh)",
        "has(self.part) && has(self.part.fresh) ? self.part.fresh == 'a' : true",
        "!has(self.list) || self.list.all(x, !has(x.fresh))",
        "has(self.fresh) == has(oldSelf.fresh)",
        "self.kind_of in ['C'] ? has(self.fresh) : true",
    ] {
        assert_eq!(with(rule, json!({})), [""; 0], "{rule}");
    }
    for rule in [
        "!has(self.ref) || has(self.fresh)",
        "self.kind_of == 'B' ? has(self.fresh) : true",
        // There is an error where the part is absent.
        "!has(self.part.fresh)",
        "self.list.all(x, !has(x.fresh))",
        "self.ref == 'C' ? has(self.fresh) : true",
    ] {
        assert_eq!(with(rule, json!({})).len(), 1, "{rule}");
    }
    assert!(!with("!has(self.ref) || !has(self.fresh)", json!({"default": "a"})).is_empty());
}

/// Other keywords imply a bound: a format, required members, listed values, the members that an object can have.
#[test]
fn bounds_that_change_nothing() {
    let int32 = json!({"type": "integer", "format": "int32"});
    let number = |maximum: i64| json!({"type": "integer", "maximum": maximum});
    assert_eq!(change(&int32, &number(4_294_967_295)), ["CMP-33 N R -"]);
    assert_eq!(change(&int32, &number(2_147_483_646)).len(), 2);
    let object = |more: Value| {
        let members = json!({"b": {"type": "string"}, "c": {"type": "string"}});
        extended(
            json!({"type": "object", "properties": members, "required": ["b"]}),
            more,
        )
    };
    let none: [&str; 0] = [];
    for more in [json!({"minProperties": 1}), json!({"maxProperties": 2})] {
        assert_eq!(change(&object(json!({})), &object(more)), none);
    }
    assert_eq!(
        change(&object(json!({})), &object(json!({"maxProperties": 1}))).len(),
        1
    );
    let listed = json!({"type": "string", "allOf": [{"enum": ["a", "b"]}, {"maxLength": 3}]});
    assert_eq!(
        change(&listed, &json!({"type": "string", "enum": ["a", "b"]})),
        ["CMP-48 W R -"]
    );
}

/// Elements of a list with `x-kubernetes-preserve-unknown-fields` keep the fields that are removed from their schema.
#[test]
fn fields_removed_from_elements_that_keep_all() {
    let list = |properties: Value| {
        json!({"type": "array", "x-kubernetes-preserve-unknown-fields": true,
            "items": {"type": "object", "properties": properties}})
    };
    let both = list(
        json!({"b": {"type": "string"}, "c": {"type": "object", "properties": {"d": {"type": "string"}}}}),
    );
    let one = list(json!({"b": {"type": "string"}}));
    assert_eq!(change(&both, &one), ["CMP-35 W R -"]);
    // What elements have there is judged from now on.
    assert!(
        change(&one, &both)
            .iter()
            .all(|finding| finding.starts_with("CMP-24 E SW {"))
    );
    let deep = |properties: Value| list(json!({"c": {"type": "object", "properties": properties}}));
    let gone = change(&deep(json!({"d": {"type": "string"}})), &deep(json!({})));
    assert!(gone[0].starts_with("CMP-21 E SWRA {"), "{gone:?}");
}

/// The server evaluates no rules on the default of a map value that replaces a null.
#[test]
fn defaults_of_map_values_that_break_rules() {
    let map = |more: Value| {
        let items = json!({"type": "string", "x-kubernetes-validations": [{"rule": "self.startsWith('a')"}]});
        let values = extended(json!({"type": "array", "items": items}), more);
        json!({"type": "object", "additionalProperties": values})
    };
    let found = change(&map(json!({})), &map(json!({"default": ["b"]})));
    assert!(
        found[0].starts_with("CMP-41") && found[0].contains('W'),
        "{found:?}"
    );
}

/// A null that is kept from now on is read as the number of replicas.
#[test]
fn kept_nulls_of_replicas() {
    let with_scale = |schema: Value| {
        let scale = json!({"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": {"scale": scale}}),
        ))
    };
    let with_spec = |spec: Value| {
        with_scale(json!({"type": "object", "properties": {"spec": spec, "status": {"type": "object"}}}))
    };
    let any = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let old = with_spec(json!({"type": "object", "properties": {"replicas": {"type": "integer"}}}));
    for new in [with_spec(any.clone()), with_scale(any)] {
        let found: Vec<String> = found(&old, &new).iter().map(text).collect();
        assert!(
            found.iter().any(|finding| finding.starts_with("CMP-35 W SWR")),
            "{found:?}"
        );
    }
}

/// A null that is kept from now on is seen by the rules around it.
#[test]
fn kept_nulls_under_rules() {
    let with_rule = |mut schema: Value| {
        schema["x-kubernetes-validations"] = json!([{"rule": "self == oldSelf"}]);
        schema
    };
    let old = with_rule(json!({"type": "object", "properties": {"a": {"type": "object"}}}));
    let new = with_rule(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
    let found = change(&old, &new);
    assert!(
        found.iter().any(|finding| finding.starts_with("CMP-35 W SWR")),
        "{found:?}"
    );
    // Without rules, only readers notice.
    let old = json!({"type": "object", "properties": {"a": {"type": "object"}}});
    let new = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    assert_eq!(change(&old, &new), ["CMP-35 W R -"]);
}

/// The server does not store an empty enum, which restricts nothing.
#[test]
fn empty_enums() {
    let of = |more: Value| extended(json!({"type": "string", "enum": []}), more);
    let found = change(&of(json!({})), &of(json!({"minLength": 3})));
    assert!(found[0].starts_with("CMP-38 E SW {"), "{found:?}");
    assert!(change(&of(json!({})), &json!({"type": "string"})).is_empty());
}

/// The server rejects every number if a bound is outside of the range of the format.
#[test]
fn bounds_outside_of_the_format() {
    let of = |maximum: f64| json!({"type": "integer", "format": "int32", "maximum": maximum});
    let found = change(&of(600.0), &of(1e15));
    assert!(found[0].starts_with("CMP-38 E SW {"), "{found:?}");
    let wider = change(&of(600.0), &of(700.0));
    assert!(wider[0].starts_with("CMP-39"), "{wider:?}");
    let options = CompatOptions::new(Policy::Clients, KubeVersion::from_minor(29).unwrap());
    let found = compare(&with_a(&of(600.0)), &with_a(&of(9.3e18)), &options);
    assert!(text(&found[0]).starts_with("CMP-38 E SW {"), "{found:?}");
}

/// Without properties, `additionalProperties: false` rejects all members.
#[test]
fn maps_without_values() {
    let map = |values: Value| json!({"type": "object", "additionalProperties": values});
    let found = change(&map(json!({"type": "string"})), &map(json!(false)));
    assert!(found[0].starts_with("CMP-36 E SWR {"), "{found:?}");
    let found = change(&map(json!(true)), &map(json!(false)));
    assert!(found[0].starts_with("CMP-34 E SW {"), "{found:?}");
}

/// Without ratcheting, the new CRD rejects every update of an object with the null, so stored objects are affected too.
#[test]
fn nulls_that_make_stored_objects_uneditable() {
    let of = |more: Value| with_a(&extended(json!({"type": "string", "enum": [null]}), more));
    let options = CompatOptions::new(Policy::Stored, KubeVersion::from_minor(29).unwrap());
    let found = compare(&of(json!({})), &of(json!({"nullable": true})), &options);
    let found: Vec<String> = found.iter().map(text).collect();
    assert!(
        matches!(&found[..], [only] if only.starts_with("CMP-31 W SWR {")),
        "{found:?}"
    );
}

/// A value deep in a union: several fields around it must change together until the rules of the union accept it.
#[test]
fn values_in_unions_of_lists() {
    let rules = |kinds: &[(&str, &str)]| -> Value {
        let of = |(kind, member): &(&str, &str)| {
            [
                json!({"rule": format!("!(has(self.{member}) && self.type != '{kind}')")}),
                json!({"rule": format!("!(!has(self.{member}) && self.type == '{kind}')")}),
            ]
        };
        kinds.iter().flat_map(of).collect()
    };
    let of = |headers: Value| {
        let properties = json!({
            "auth": {
                "type": "object",
                "required": ["protocol"],
                "properties": {
                    "grpc": {"type": "object", "properties": {"headers": headers}},
                    "http": {"type": "object"},
                    "protocol": {"type": "string", "enum": ["HTTP", "GRPC"]},
                },
                "x-kubernetes-validations": [{"rule": "(self.protocol == 'GRPC') == has(self.grpc)"}],
            },
            "mirror": {"type": "object"},
            "rewrite": {"type": "object"},
            "type": {"type": "string", "enum": ["Mirror", "Rewrite", "Auth"]},
        });
        let filter = json!({
            "type": "object",
            "required": ["type"],
            "properties": properties,
            "x-kubernetes-validations": rules(&[("Mirror", "mirror"), ("Rewrite", "rewrite"), ("Auth", "auth")]),
        });
        json!({"type": "array", "maxItems": 16, "items": filter})
    };
    let headers = json!({"type": "array", "x-kubernetes-list-type": "set", "maxItems": 80, "items": {"type": "string", "maxLength": 9}});
    let found = change(
        &of(headers.clone()),
        &of(extended(headers, json!({"maxItems": 64}))),
    );
    assert!(
        matches!(&found[..], [only] if only.starts_with("CMP-38 E SW {")),
        "{found:?}"
    );
}

/// Rules only run on objects that satisfy the schema, so what else has changed must be satisfied too.
#[test]
fn new_rules_beside_other_new_restrictions() {
    let of = |action: Value, code: Value| {
        json!({"type": "object", "required": ["action"], "properties": {
            "action": action,
            "icmp": extended(json!({"type": "object", "properties": {"code": {"type": "integer"}, "type": {"type": "integer"}}}), code),
        }})
    };
    let old = of(json!({"type": "string"}), json!({}));
    let rule = json!({"x-kubernetes-validations": [{"rule": "!has(self.code) || has(self.type)"}]});
    let new = of(json!({"type": "string", "enum": ["Allow", "Deny"]}), rule);
    let found = change(&old, &new);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found.iter().all(|finding| finding.contains(" E SW {")),
        "{found:?}"
    );
}

/// With a new endpoint for the status, other writes leave it as it is stored, which servers with ratcheting accept.
#[test]
fn restrictions_of_a_status_that_has_an_endpoint_now() {
    let of = |status: Value, subresources: Value| {
        let schema = json!({"type": "object", "properties": {"status": {"type": "object", "properties": {"phase": status}}}});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": subresources}),
        ))
    };
    let old = of(json!({"type": "string"}), json!({}));
    let new = of(
        json!({"type": "string", "enum": ["Ready"]}),
        json!({"status": {}}),
    );
    for (minor, rules) in [(36, &["CMP-15"][..]), (29, &["CMP-15", "CMP-44"])] {
        let options = CompatOptions::new(Policy::Clients, KubeVersion::from_minor(minor).unwrap());
        let found = compare(&old, &new, &options);
        let found: Vec<String> = found.iter().map(|finding| finding.rule.to_string()).collect();
        assert_eq!(found, rules);
    }
}

/// The members and elements of values without a type may have schemas.
#[test]
fn members_of_values_without_a_type() {
    let any = |more: Value| extended(json!({"x-kubernetes-preserve-unknown-fields": true}), more);
    let text = json!({"type": "string"});
    for (more, expected) in [
        (json!({"additionalProperties": text}), "CMP-24 E SW {"),
        (json!({"properties": {"b": text}}), "CMP-24 E SW {"),
        (json!({"items": text}), "CMP-24 W SW -"),
    ] {
        let found = change(&any(json!({})), &any(more.clone()));
        assert!(
            found.iter().any(|finding| finding.starts_with(expected)),
            "{more}: {found:?}"
        );
        let found = change(&any(more.clone()), &any(json!({})));
        assert!(
            found.iter().all(|finding| !finding.contains(" E ")),
            "{more}: {found:?}"
        );
    }
}

/// Rules see another type when the type of a value is wider or has no format any more.
#[test]
fn wider_types_under_rules() {
    let of = |value: Value| json!({"type": "object", "properties": {"b": value}, "x-kubernetes-validations": [{"rule": "!has(self.b) || self.b == oldSelf.b"}]});
    let text = json!({"type": "string"});
    let duration = json!({"type": "string", "format": "duration"});
    let either = json!({"x-kubernetes-int-or-string": true});
    let (integer, number) = (json!({"type": "integer"}), json!({"type": "number"}));
    for (old, new) in [
        (&duration, &text),
        (&text, &duration),
        (&duration, &either),
        (&integer, &number),
        (&integer, &either),
    ] {
        let found = change(&of(old.clone()), &of(new.clone()));
        assert!(
            found.iter().any(|finding| finding.contains(" SW")),
            "{old} -> {new}: {found:?}"
        );
    }
    assert_eq!(change(&integer, &number), ["CMP-29 W R -"]);
}

/// Schemas may restrict `apiVersion` and `kind`, which have one value.
#[test]
fn restrictions_of_api_version_and_kind() {
    let of = |api_version: Value| {
        crd(&with_version(&json!({"schema": {"openAPIV3Schema": {
            "type": "object",
            "properties": {"apiVersion": extended(json!({"type": "string"}), api_version)},
        }}})))
    };
    let rules =
        |old: Value, new: Value| -> Vec<String> { found(&of(old), &of(new)).iter().map(text).collect() };
    let found = rules(json!({}), json!({"pattern": "^.{2,5}$"}));
    assert!(
        matches!(&found[..], [only] if only.starts_with("CMP-46 E SW ")),
        "{found:?}"
    );
    assert!(rules(json!({}), json!({"pattern": "/v[0-9]+$"})).is_empty());
    assert!(rules(json!({"description": "a"}), json!({"description": "b"})).is_empty());
}

/// A default replaces the nulls of a value without a type.
#[test]
fn defaults_of_values_without_a_type() {
    let of = |more: Value| json!({"type": "array", "items": extended(json!({"x-kubernetes-preserve-unknown-fields": true}), more)});
    let found = change(&of(json!({})), &of(json!({"default": true})));
    assert!(
        found.iter().any(|finding| finding.starts_with("CMP-41 W SW")),
        "{found:?}"
    );
}

/// The server cuts off the fraction of bounds of integers.
#[test]
fn fractions_of_bounds_of_integers() {
    let of = |more: Value| extended(json!({"type": "integer"}), more);
    let options = CompatOptions::new(Policy::Clients, KubeVersion::from_minor(29).unwrap());
    let rules = |old: Value, new: Value| -> Vec<String> {
        let found = compare(&with_a(&of(old)), &with_a(&of(new)), &options);
        found.iter().map(text).collect()
    };
    let found = rules(
        json!({"maximum": 1.5}),
        json!({"maximum": 1.5, "exclusiveMaximum": true}),
    );
    assert!(found[0].starts_with("CMP-38 E SW {"), "{found:?}");
    assert!(rules(json!({"minimum": 1}), json!({"minimum": 1.5})).is_empty());
    let found = rules(json!({"maximum": -1.5}), json!({"maximum": -2}));
    assert!(found[0].starts_with("CMP-38 E SW {"), "{found:?}");
}

/// A null among the values of a map is dropped, although the member may be required.
#[test]
fn required_values_of_maps_that_may_no_longer_be_null() {
    let of = |more: Value| json!({"type": "object", "required": ["b"], "additionalProperties": extended(json!({"type": "string"}), more)});
    let found = change(&of(json!({"nullable": true})), &of(json!({})));
    assert!(found[0].contains(" SW"), "{found:?}");
}

/// The error of another rule with the same number, within the value, shows nothing.
#[test]
fn rules_with_the_same_number_within_the_value() {
    let of = |own: &str, inner: &str| {
        let rules = |rule: &str| match rule {
            "" => json!({}),
            rule => json!({"x-kubernetes-validations": [{"rule": rule}]}),
        };
        let b = extended(json!({"type": "string", "maxLength": 5}), rules(inner));
        extended(
            json!({"type": "object", "properties": {"b": b, "c": {"type": "string", "maxLength": 5}}}),
            rules(own),
        )
    };
    let found = change(
        &of("", ""),
        &of("!has(self.c) || self.c != 'zzzz'", "self == 'x'"),
    );
    assert!(
        found.iter().any(|finding| finding.contains(r#""c":"zzzz""#)),
        "{found:?}"
    );
    let found = change(&of("", ""), &of("!has(self.b) || self.b == 'x'", "self == 'x'"));
    assert!(found.iter().all(|finding| finding.contains(" SW ")), "{found:?}");
}

/// A value that a rule restricts to a kind is generated with the length that the change rejects.
#[test]
fn a_bound_of_a_url() {
    let field = |most: u64| {
        json!({"type": "string", "maxLength": most, "x-kubernetes-validations": [
            {"rule": "isURL(self) && url(self).getScheme() == 'https'"}]})
    };
    let found = change(&field(60), &field(50));
    let witness = format!("https://example.com/{}", "a".repeat(31));
    assert_eq!(found, [format!("CMP-38 E SW {{\"a\":\"{witness}\"}}")]);
}

/// A bound of integers with a fraction rejects every one, also where the bound without the fraction is the same.
#[test]
fn a_fraction_of_a_bound_of_integers() {
    for (before, after) in [
        (json!({"minimum": 1}), json!({"minimum": 1.5})),
        (json!({"maximum": -2}), json!({"maximum": -2.5})),
        (json!({}), json!({"minimum": -2_147_483_648.5})),
    ] {
        let field = |more: Value| extended(json!({"type": "integer", "format": "int32"}), more);
        let found = change(&field(before), &field(after));
        assert!(found[0].starts_with("CMP-38 E SW {"), "{found:?}");
    }
}

/// A maximum of 2^63 or more becomes the smallest integer for values that are integers, whatever the type.
#[test]
fn a_maximum_beyond_64_bits() {
    let types = [
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"x-kubernetes-int-or-string": true}),
    ];
    for schema in types {
        let field = |most: Value| extended(schema.clone(), json!({"maximum": most}));
        let found = change(&field(json!(9)), &field(json!(9_223_372_036_854_775_807_i64)));
        assert!(found[0].starts_with("CMP-38 E SW {"), "{schema}: {found:?}");
    }
}

/// An object that gets a default may no longer be one of the listed objects.
#[test]
fn a_default_within_a_listed_object() {
    let object = |field: Value| json!({"type": "object", "enum": [{}], "properties": {"b": field}});
    let found = change(
        &object(json!({"type": "integer"})),
        &object(json!({"type": "integer", "default": 4})),
    );
    assert!(found[0].contains(" SW"), "{found:?}");
}

/// What another change rejects or drops is no evidence that an added default breaks something.
#[test]
fn an_added_default_beside_another_breakage() {
    let spec = |properties: Value| json!({"type": "object", "maxProperties": 3, "properties": properties});
    let old = json!({"a": {"type": "string"}, "b": {"type": "string"}});
    check(
        &spec(old.clone()),
        &spec(json!({"b": {"type": "string"}, "c": {"type": "integer", "default": 1}})),
        &[r#"CMP-21 E SWRA {"a":""}"#, "CMP-41 W SWRG -"],
    );
    let lower = json!({"a": {"type": "string", "maxLength": 3}, "b": {"type": "string", "default": "x"}});
    check(
        &spec(old),
        &spec(lower),
        &[r#"CMP-38 E SW {"a":"aaaa"}"#, "CMP-41 W SWRG {}"],
    );
}

/// The default of a renamed field, and the rules that only name it, are a part of the renaming.
#[test]
fn a_renamed_field() {
    let spec = |name: &str, rule: &str| {
        json!({"type": "object", "properties": {
                name: {"type": "integer", "description": "The size.", "default": 3, "maximum": 9},
                "b": {"type": "boolean"},
            },
            "x-kubernetes-validations": [{"rule": rule, "message": "m"}, {"rule": "has(self.b)"}]})
    };
    check(
        &spec("a", "self.a < 8 || self.b"),
        &spec("c", "self.c < 8 || self.b"),
        &[r#"CMP-22 E SWRA {"a":0,"b":false}"#],
    );
    check(
        &spec("a", "self.a < 8 || self.b"),
        &spec("c", "self.c < 7 || self.b"),
        &["CMP-56 W SWR -", r#"CMP-22 E SWRA {"a":0,"b":false}"#],
    );
}

/// A rule that reports its error at another field is evidence for the value that it judges.
#[test]
fn a_rule_with_a_field_path() {
    let spec = |rules: Value| json!({"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": rules});
    check(
        &spec(json!([])),
        &spec(json!([{"rule": "has(self.a)", "fieldPath": ".a", "message": "m"}])),
        &["CMP-53 E SW {}"],
    );
}

/// The server's own minimum of replicas implies only bounds that admit zero.
#[test]
fn minimums_of_replicas() {
    let with_replicas = |bounds: Value| {
        let mut replicas = json!({"type": "integer", "maximum": 14});
        for (keyword, bound) in bounds.as_object().unwrap() {
            replicas[keyword] = bound.clone();
        }
        let spec = json!({"type": "object", "properties": {"replicas": replicas}});
        let schema = json!({"type": "object", "properties": {"spec": spec, "status": {"type": "object"}}});
        let scale = json!({"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"});
        crd(&with_version(
            &json!({"schema": {"openAPIV3Schema": schema}, "subresources": {"scale": scale}}),
        ))
    };
    let found = |old: Value, new: Value| found(&with_replicas(old), &with_replicas(new)).len();
    let zero = json!({"minimum": 0});
    assert_eq!(found(json!({}), zero.clone()), 0);
    assert_eq!(
        found(
            json!({"minimum": -2}),
            json!({"minimum": -1, "exclusiveMinimum": true})
        ),
        0
    );
    let exclusive = json!({"minimum": 0, "exclusiveMinimum": true});
    assert_eq!(found(json!({}), exclusive.clone()), 1);
    assert_eq!(found(zero.clone(), exclusive), 1);
    assert_eq!(found(zero, json!({"minimum": 1})), 1);
}
