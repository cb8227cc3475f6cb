use serde_json::{Value, json};

use super::Samples;
use crate::KubeVersion;
use crate::describe::{bounds_of, is_immutable, merge_of, type_of};
use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::structural::Structural;
use crate::server::decode::decode;
use crate::yaml::{Options, read};

fn crd(spec: &Value) -> Crd {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}},
            }],
        },
    });
    let read = read(crd.to_string().as_bytes(), Options::default());
    decode(&read.documents[0].root).crd.unwrap()
}

fn samples(spec: &Value) -> Samples {
    Samples::new(&crd(spec), "v1", KubeVersion::DEFAULT).unwrap()
}

fn value(text: &str) -> Value {
    let read = read(text.as_bytes(), Options::default());
    assert!(read.errors.is_empty(), "{text}");
    read.documents[0].root.to_json()
}

/// Removes the `#` before members.
fn uncommented(text: &str) -> String {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        match line.trim_start().strip_prefix('#') {
            Some(member) if !member.starts_with(' ') => format!("{}{member}\n", &line[..indent]),
            _ => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

#[test]
fn the_smallest_object_has_what_must_be_there() {
    let spec = json!({
        "type": "object",
        "required": ["size", "name", "engine", "kept"],
        "properties": {
            "size": {"type": "integer", "minimum": 3},
            "name": {"type": "string", "example": "orders"},
            "engine": {"type": "string", "enum": ["postgres", "mysql"]},
            "kept": {"type": "boolean", "default": true},
            "other": {"type": "string"},
        },
    });
    assert_eq!(
        samples(&spec).smallest().unwrap()["spec"],
        json!({"size": 3, "name": "orders", "engine": "postgres"})
    );
}

#[test]
fn rules_are_followed_or_named() {
    let spec = |rule: &str| {
        json!({
            "type": "object",
            "properties": {"class": {"type": "string"}, "size": {"type": "integer"}},
            "x-kubernetes-validations": [{"rule": rule}],
        })
    };
    let object = samples(&spec(
        "has(self.class) && self.class == 'gold' && has(self.size) && self.size > 41",
    ))
    .smallest()
    .unwrap();
    assert_eq!(object["spec"]["class"], "gold");
    let none = samples(&spec("has(self.size) && self.size * self.size == 1522756"))
        .smallest()
        .unwrap_err();
    assert_eq!(
        none.to_string(),
        "no valid Widget of example.com/v1 was found; the rule `has(self.size) && self.size * self.size == 1522756` of spec was not satisfied: \
         Invalid value: failed rule: has(self.size) && self.size * self.size == 1522756"
    );
}

#[test]
fn a_full_object_is_admitted_with_and_without_its_comments() {
    let spec = json!({
        "type": "object",
        "required": ["users"],
        "properties": {
            "users": {
                "type": "array", "minItems": 1, "description": "Who may log in.",
                "items": {
                    "type": "object", "required": ["name"],
                    "properties": {
                        "shell": {"type": "string", "default": "/bin/sh"},
                        "name": {"type": "string", "description": "The name.\n\nMore of it."},
                    },
                },
            },
            "git": {"type": "string"},
            "image": {"type": "string"},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "x-kubernetes-validations": [{"rule": "!(has(self.git) && has(self.image))"}],
    });
    let text = samples(&spec).full_text().unwrap();
    assert_eq!(
        text,
        "apiVersion: example.com/v1
kind: Widget
metadata:
  name: example
# object, required
spec:
  # `git`
  # string, not accepted together with the other fields
  # string
  #image: example
  # map of strings
  #labels:
    #example: example
  # Who may log in.
  # list of objects, at least 1 item, required
  users:
  # The name.
  # string, required
  - name: example
    # string, default /bin/sh
    #shell: /bin/sh
"
    );
    let admission = samples(&spec);
    for text in [text.clone(), uncommented(&text)] {
        let errors = admission.resource.errors(&value(&text));
        assert!(errors.is_empty(), "{errors:?} in {text}");
    }
}

#[test]
fn each_member_of_a_union_has_an_object() {
    let members = |spec: &Value| {
        let found = samples(spec).members().into_iter();
        let shown = found.map(|found| {
            let object = found.object.unwrap();
            format!("{} {}: {}", found.union_path, found.member, object["spec"])
        });
        shown.collect::<Vec<_>>()
    };
    let mut spec = json!({
        "type": "object",
        "properties": {"git": {"type": "string"}, "image": {"type": "string"}},
    });
    let expected = [
        "spec git: {\"git\":\"example\"}",
        "spec image: {\"image\":\"example\"}",
    ];
    let unions = [
        ("oneOf", json!([{"required": ["git"]}, {"required": ["image"]}])),
        ("maxProperties", json!(1)),
        (
            "x-kubernetes-validations",
            json!([{"rule": "has(self.git) != has(self.image)"}]),
        ),
    ];
    for (keyword, union) in unions {
        let mut spec = spec.clone();
        spec[keyword] = union;
        assert_eq!(members(&spec), expected, "{keyword}");
    }
    // Both members may be present.
    spec["x-kubernetes-validations"] = json!([{"rule": "has(self.git) || has(self.image)"}]);
    assert!(members(&spec).is_empty());
}

#[test]
fn types_and_bounds_are_words() {
    let check = |schema: Value, type_: &str, bounds: &[&str]| {
        let crd = crd(&schema);
        let root = crd.versions()[0].openapi_schema().unwrap();
        let path = Path::root("schema");
        let root = Structural::from_schema(root, &path, KubeVersion::DEFAULT).unwrap();
        let node = root.property("spec").unwrap().clone();
        assert_eq!(type_of(&node), type_);
        assert_eq!(bounds_of(&node), bounds);
        node
    };
    let users = json!({
        "type": "array", "minItems": 1, "maxItems": 64,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
        "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
    });
    let users = check(users, "list of objects, unique by `name`", &["1 to 64 items"]);
    assert_eq!(merge_of(&users).unwrap(), "merged by `name`");
    check(
        json!({"type": "integer", "minimum": 1, "maximum": 65_535}),
        "integer",
        &["1 to 65535"],
    );
    check(
        json!({"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 1}),
        "number",
        &["greater than 0 and at most 1"],
    );
    check(
        json!({"type": "string", "maxLength": 1, "format": "date", "nullable": true}),
        "string",
        &["at most 1 character", "format `date`", "may be null"],
    );
    let lists = json!({"type": "array", "items": {"type": "string"}});
    check(
        json!({"type": "object", "additionalProperties": lists, "maxProperties": 2}),
        "map of lists of strings",
        &["at most 2 entries"],
    );
    check(
        json!({"x-kubernetes-int-or-string": true}),
        "integer or string",
        &[],
    );
    let fixed = json!({"type": "string", "x-kubernetes-validations": [{"rule": "self == oldSelf"}]});
    assert!(is_immutable(&check(fixed, "string", &[])));
}

#[test]
fn values_are_what_rules_of_their_own_nodes_ask_for() {
    let spec = json!({
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {"type": "string", "enum": ["Key"]},
            "key": {
                "type": "object",
                "required": ["data", "labels"],
                "properties": {
                    "data": {"type": "string", "format": "byte", "x-kubernetes-validations": [
                        {"rule": "string(self).startsWith('BEGIN ')"},
                        {"rule": "string(self).endsWith('END\\n') || string(self).endsWith('END')"},
                    ]},
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}, "x-kubernetes-validations": [
                        {"rule": "'role' in self && self['role'] == 'master'"},
                        {"rule": "'cluster' in self"},
                    ]},
                },
            },
        },
        "x-kubernetes-validations": [{"rule": "self.kind == 'Key' ? has(self.key) : !has(self.key)"}],
    });
    let object = samples(&spec).smallest().unwrap();
    assert_eq!(
        object["spec"]["key"],
        json!({"data": "QkVHSU4gRU5E", "labels": {"role": "master", "cluster": "example"}})
    );
}

#[test]
fn a_full_object_keeps_a_member_that_only_has_to_choose() {
    // The choice of the spec must not remove `backup`, in which there is a choice to make, too.
    let choice = |first: &str, second: &str| {
        json!({
            "type": "object",
            "properties": {first: {"type": "string", "maxLength": 9}, second: {"type": "string", "maxLength": 9}},
            "x-kubernetes-validations": [{"rule": format!("has(self.{first}) != has(self.{second})")}],
        })
    };
    let mut spec = choice("origin", "replica");
    spec["properties"]["backup"] = choice("bucket", "claim");
    spec["properties"]["empty"] = json!({"type": "object", "properties": {"size": {"type": "integer"}}});
    spec["required"] = json!(["empty"]);
    let mut samples = samples(&spec);
    let text = samples.full_text().unwrap();
    assert!(text.contains("  #backup:\n"), "{text}");
    // It is not commented out, because `empty` would be null without it, but nobody has to write it.
    assert!(text.contains("    # integer\n    size: "), "{text}");
    for text in [text.clone(), uncommented(&text)] {
        assert_eq!(samples.resource.errors(&value(&text)), [], "{text}");
    }
}

#[test]
fn a_list_of_which_no_element_is_required_is_not_null_in_a_full_object() {
    let spec = json!({
        "type": "object",
        "required": ["ports", "ratio"],
        "properties": {
            "ports": {"type": "array", "items": {"type": "object", "required": ["port"], "properties": {
                "name": {"type": "string"},
                "port": {"type": "integer", "minimum": 1},
            }}},
            "ratio": {"type": "number", "multipleOf": 0.25},
        },
    });
    let mut samples = samples(&spec);
    let text = samples.full_text().unwrap();
    assert!(text.contains("  ports:\n"), "{text}");
    assert!(
        text.contains("    #- name: example\n") || text.contains("  - port: 1\n"),
        "{text}"
    );
    for text in [text.clone(), uncommented(&text)] {
        assert_eq!(samples.resource.errors(&value(&text)), [], "{text}");
    }
}

#[test]
fn a_list_that_a_rule_wants_empty_is_written_as_an_empty_list() {
    let spec = json!({
        "type": "object",
        "required": ["ports"],
        "properties": {
            "ports": {"type": "array", "maxItems": 9, "items": {"type": "object", "properties": {"port": {"type": "integer"}}}},
            "open": {"type": "boolean"},
        },
        "x-kubernetes-validations": [{"rule": "has(self.open) ? self.ports.size() > 0 : self.ports.size() == 0"}],
    });
    let mut samples = samples(&spec);
    let text = samples.full_text().unwrap();
    assert!(text.contains("  ports: []\n"), "{text}");
    assert_eq!(samples.resource.errors(&value(&text)), [], "{text}");
}

#[test]
fn texts_are_what_rules_ask_for() {
    let check = |rules: &[&str], expected: &str| {
        let rules: Vec<Value> = rules.iter().map(|rule| json!({"rule": rule})).collect();
        let of_field = |name: &str, of_text: &[Value]| {
            let text = json!({"type": "string", "maxLength": 40, "x-kubernetes-validations": of_text});
            json!({"type": "object", "required": [name], "properties": {name: text}})
        };
        let own = samples(&of_field("text", &rules)).smallest();
        assert_eq!(own.unwrap()["spec"]["text"], expected, "{rules:?}");
        // The same rules at the object.
        let mut spec = of_field("self", &[]);
        let rules = rules
            .iter()
            .map(|rule| rule["rule"].as_str().unwrap().replace("self", "self.self"));
        spec["x-kubernetes-validations"] = rules.map(|rule| json!({"rule": rule})).collect();
        let around = samples(&spec).smallest();
        assert_eq!(around.unwrap()["spec"]["self"], expected);
    };
    check(&["self.startsWith('v')"], "v");
    check(
        &[
            "self.startsWith('v') && self.contains('-')",
            "self.endsWith('rc')",
        ],
        "v-rc",
    );
    check(&["self.contains('xam')", "self.size() > 3"], "example");
    check(&["self in ['one', 'two']"], "one");
    check(&["self in ['one', 'two']", "self.startsWith('t')"], "two");
    check(&["'one' == self || self == 'two'"], "one");
    check(&["self.matches('^v[0-9]$')"], "v1");
    check(&["self == '' || isURL(self)"], "https://example.com");
    check(&["isIP(self) && ip(self).family() == 4"], "10.0.0.1");
    check(&["isCIDR(self)"], "10.0.0.0/8");
    check(&["isQuantity(self)"], "1");
    check(&["quantity(self).isGreaterThan(quantity('0'))"], "1");
    check(&["isSemver(self)"], "1.0.0");
    check(&["semver(self).major() > 1"], "2.0.0");
    check(&["duration(self) > duration('10s')"], "1h");
    check(
        &["timestamp(self) > timestamp('2019-01-01T00:00:00Z')"],
        "2020-01-01T00:00:00Z",
    );
    check(
        &["!format.uuid().validate(self).hasValue()"],
        "123e4567-e89b-12d3-a456-426614174000",
    );
    // What must not be is not asked for.
    check(
        &["!self.startsWith('v')", "!isIP(self)", "self != 'x'"],
        "example",
    );
}
