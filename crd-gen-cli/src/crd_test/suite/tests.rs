use super::*;
use serde_json::json;

#[test]
fn patches_are_merged() {
    let mut object = json!({"a": {"b": 1, "c": 2}, "d": [1]});
    merge(
        &mut object,
        json!({"a": {"b": null, "e": {"f": null, "g": 3}}, "d": [2]}),
    );
    assert_eq!(object, json!({"a": {"c": 2, "e": {"g": 3}}, "d": [2]}));
}

#[test]
fn keys_of_other_tools_have_a_proposal() {
    for (text, expected) in [
        ("crd: [a]", "did you mean `crds`?"),
        ("object: {}", "did you mean `base`?"),
        ("cases: [{name: a, object: {}}]", "did you mean `create`?"),
        ("cases: [{name: a, expected: accepted}]", "did you mean `expect`?"),
        ("cases: [{name: a, patch: {}}]", "did you mean `update`?"),
        (
            "cases: [{name: a, create: {a: 1}, expect: {rejected: [{message: a}]}}]",
            "did you mean `text`?",
        ),
        (
            "cases: [{name: a, create: {a: 1}, expect: {rejected: a}}]",
            "write `rejected: [{text: a}]`",
        ),
        (
            "cases: [{name: a, create: {a: 1}, expect: {accepted: true}}]",
            "write `accepted`, `rejected`",
        ),
        (
            "cases: [{name: a, create: {a: 1}, expect: {rejected: [too small]}}]",
            "write `text: too small`",
        ),
        ("crds: a.yaml", "write a list: `[a.yaml]`"),
        ("crd: a.yaml", "write `crds: [a.yaml]`"),
        ("kubernetesVersion: 1.30", "write it in quotes: `\"1.30\"`"),
        (
            "cases: [{name: a, create: {}, expect: {rejected: [spec.tenant]}}]",
            "write `field: spec.tenant`",
        ),
        (
            "cases: [{name: a, create: {}, expect: {rejected: spec.tenant}}]",
            "write `rejected: [{field: spec.tenant}]`",
        ),
        (
            "cases: [{name: a, create: {}, expect: {rejected: ['spec.a: Invalid value: 1']}}]",
            "write `field: spec.a, text: 'Invalid value: 1'`",
        ),
        (
            "cases: [{name: a, create: {}, expect: {rejected: [{text: b, reason: c}]}}]",
            "remove it: an error has only `field` and `text`",
        ),
        (
            "cases: [{name: a, create: {}, expect: {rejected: [{reason: FieldValueInvalid}]}}]",
            "remove it: an error has only `field` and `text`",
        ),
        (
            "cases: [{name: a, create: {}, expect: {rejected: [{reason: too small}]}}]",
            "did you mean `text`?",
        ),
        (
            "cases: [{name: a, create: {a: 1}, expect: {rejected: []}}]",
            "write `expect: rejected` for any errors, or list the errors",
        ),
        (
            "cases: [{name: a, create: {a: 1}, expect: {rejected: [{field: .spec.a}]}}]",
            "write `spec.a`",
        ),
        ("basis: {}", "did you mean `base`?"),
        ("base: {}\ncase: []", "did you mean `cases`?"),
        (
            "cases:\n- name: a\n  create: {}\n  expect: rejected: true",
            "write `expect: rejected`",
        ),
        (
            "cases:\n- name: a\n  create: {}\n  expect: rejected: [{field: spec}]",
            "write `expect: {rejected: [{field: spec}]}`",
        ),
        ("cases: {a: {}}", "write a list: `- name: …` for each case"),
        ("cases: [{name: a, when: {}}]", "one of `name`, `create`"),
    ] {
        let text = format!("kind: CrdTest\n{text}\n");
        let Err(CommandError::Message { message, .. }) = parse(Path::new("t.yaml"), text, false) else {
            panic!("{expected}");
        };
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn similar_paths_are_relative_to_the_file() {
    for (written, path, near, expected) in [
        ("../crd", "crd", "crds", Some("../crds")),
        (
            "crd/a.yaml",
            "tests/crd/a.yaml",
            "tests/crds/a.yaml",
            Some("crds/a.yaml"),
        ),
        ("../b.yaml", "b.yaml", "a/b.yaml", None),
    ] {
        let found = replaced(written, Path::new(path), Path::new(near));
        assert_eq!(found.as_deref(), expected, "{written}");
    }
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (text, expected) in [
        ("cases: [{name: a}]", "the case has no request"),
        (
            "cases: [{name: a, create: {a: 1}, status: {a: 1}}]",
            "the case has two requests, `create` and `status`",
        ),
        (
            "cases: [{name: a, create: {apiVersion: a/v1, kind: A}}, {name: a, create: {apiVersion: a/v1, kind: A}}]",
            "two cases have the same name",
        ),
        ("cases: [{create: {a: 1}}]", "the case has no `name`"),
        ("cases: [{name: a, update: {a: 1}}]", "the case has no `old`"),
        (
            "cases: [{name: a, create: {a: 1}, expect: acepted}]",
            "unknown expectation",
        ),
        ("cases: [{name: a, creat: {a: 1}}]", "unknown key `creat`"),
        ("cases: [{name: a, create: none.yaml}]", "cannot read `none.yaml`"),
        ("crds: a.yaml", "`crds` must be a list"),
        ("cases: [{name: a, expected: accepted}]", "unknown key `expected`"),
        ("crds: [a.yaml", "this `[` is never closed"),
        ("crds: [none.yaml]", "there is no file or directory `none.yaml`"),
        (
            "cases: [{name: a, create: {apiVersion: a/v1}}]",
            "the object has no `kind`",
        ),
        (
            "base: {kind: A}\ncases: [{name: a, update: {}}]",
            "`base` has no `apiVersion`",
        ),
    ] {
        let text = format!("kind: CrdTest\n{text}\n");
        let Err(CommandError::Message { message, .. }) = parse(Path::new("t.yaml"), text, false) else {
            panic!("{expected}");
        };
        let plain = anstream::adapter::strip_str(&message).to_string();
        assert!(
            plain.starts_with(expected) && plain.contains("--> t.yaml:2:"),
            "{plain}"
        );
    }
    assert!(parse(Path::new("t.yaml"), "kind: Other\n".to_owned(), false).is_ok_and(|suite| suite.is_none()));
}
