//! Fields that are unknown, missing or misplaced.

use super::*;

#[test]
fn fields_of_a_list_that_should_be_an_object_are_not_unknown() {
    check(
        "mode: Daily\n  labels:\n  - team: a",
        &[(
            "`spec.labels` must be of type object, not array",
            "write an object, without `- `: `team: a`",
        )],
        &["labels"],
    );
    check(
        "mode: Daily\n  hosts:\n    name: a",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list, each element with `- `: `- name: a`",
        )],
        &["hosts"],
    );
    check(
        "mode: Daily\n  hosts:\n    a: {up: true}",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list of elements with `name`: `- name: a`, and indent the fields of `a` like `name`",
        )],
        &["hosts"],
    );
    check(
        "mode: Daily\n  hosts: {a: true}",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list of elements with `name`: `- name: a`",
        )],
        &["hosts"],
    );
}

#[test]
fn choices_between_members() {
    for (target, found, help, marked) in [
        ("{bucketName: a}", "none", "set one of them", &["target"][..]),
        (
            "{road: a, air: b}",
            "several",
            "remove all but one of them",
            &["road", "air"][..],
        ),
    ] {
        let message = format!("`spec.target` must have exactly one of `road` and `air`, and has {found}");
        check(
            &format!("mode: Daily\n  target: {target}"),
            &[(&*message, help)],
            marked,
        );
    }
}

#[test]
fn as_many_unknown_fields_as_missing_ones() {
    let help = "is it one of `height` and `width`, which are missing? If not, remove it";
    check(
        "mode: Daily\n  box: {min: 1, max: 2}",
        &[
            ("`spec.box.height` is required", ""),
            ("`spec.box.width` is required", ""),
            ("unknown field `spec.box.min`, which the server drops", help),
            ("unknown field `spec.box.max`, which the server drops", help),
        ],
        &["box"],
    );
}

#[test]
fn fields_that_are_one_object_too_deep() {
    check(
        "mode: Daily\n  feed:\n    source:\n      url: a\n      format: b",
        &[(
            "unknown field `source`, whose fields belong to `feed`",
            "remove the line `source:`, and indent what is below it as deep as that line",
        )],
        &["source"],
    );
}

#[test]
fn fields_of_another_version() {
    let crd = widgets("spec: {type: object, properties: {size: {type: integer}}}");
    let (head, version) = crd.split_once("  - name: v1\n").unwrap();
    let beta = version
        .replace("size", "volume")
        .replace("storage: true", "storage: false");
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add(
        "crd.yaml",
        format!("{head}  - name: v1\n{version}  - name: v1beta1\n{beta}"),
    );
    let options = ObjectOptions::default();
    let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {volume: 5, size: 5}\n";
    let objects = Objects::read(text, &options);
    let found = objects.check(0, &crds, &options).unwrap().findings;
    assert_eq!(
        found[0].help,
        ["it is a field of version `v1beta1`: remove it, or write the object in that version"]
    );
}

#[test]
fn unknown_fields_that_are_known_elsewhere() {
    for (field, help) in [
        ("weight", "did you mean `weightGrams`?"),
        ("namespace", "move it into `metadata`: `metadata.namespace`"),
    ] {
        let message = format!("unknown field `spec.{field}`, which the server drops");
        check(
            &format!("mode: Daily\n  {field}: 5"),
            &[(&*message, help)],
            &[field],
        );
    }
}
