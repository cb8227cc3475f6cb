//! Names that the table of an earlier import keeps.

use crate::{ImportOptions, import, read_crds};

/// Returns a CRD with versions, the first of which is stored, by their name and the properties of their spec.
pub(super) fn crd(kind: &str, versions: &[(&str, &str)]) -> String {
    let plural = format!("{}s", kind.to_lowercase());
    let versions = versions.iter().enumerate().map(|(index, (name, spec))| {
        format!(
            "
    - name: {name}
      served: true
      storage: {}
      schema:
        openAPIV3Schema:
          type: object
          properties: {{spec: {{type: object, properties: {{{spec}}}}}}}",
            index == 0
        )
    });
    format!(
        "---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  names: {{plural: {plural}, kind: {kind}}}
  scope: Namespaced
  versions:{}
",
        versions.collect::<String>()
    )
}

fn imported(crds: &str, earlier: &str) -> String {
    let crds = read_crds(crds.as_bytes()).unwrap();
    let imported = import(&crds, &ImportOptions::default(), &[earlier]).unwrap();
    imported.one_file().to_owned()
}

/// Imports a CRD, renames `User` to `Account` in the table, and imports a second one.
#[track_caller]
fn next(first: &str, second: &str) -> String {
    let first = imported(first, "");
    let edited = first.replace("//   User = ", "//   Account = ");
    assert_ne!(edited, first, "there is no `User`");
    imported(second, &edited)
}

/// A list of users with roles.
fn users(member: &str) -> String {
    let role = "role: {type: object, properties: {level: {type: string}}}";
    format!(
        "{member}: {{type: array, items: {{type: object, properties: {{name: {{type: string}}, {role}}}}}}}"
    )
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part}: {text}");
    }
}

#[test]
fn a_type_keeps_its_name_when_its_first_place_disappears() {
    let both = format!("{}, {}", users("users"), users("writers"));
    let text = next(
        &crd("Database", &[("v1", &both)]),
        &crd("Database", &[("v1", &users("writers"))]),
    );
    assert_contains(
        &text,
        &[
            "//   Account = v1 spec.writers[]\n",
            "//   Role = v1 spec.writers[].role\n",
        ],
    );
}

#[test]
fn a_type_within_a_type_keeps_its_name_when_the_place_of_the_outer_type_disappears() {
    // Without the table, the `role` of users is `Role` only as long as no other `role` is more frequent.
    let both = format!("{}, {}", users("users"), users("writers"));
    let roles: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .map(|name| format!("{name}: {{type: object, properties: {{role: {{type: object, properties: {{{name}: {{type: string}}}}}}}}}}"))
        .collect();
    let more = format!("{}, {}", users("writers"), roles.join(", "));
    let first = imported(&crd("Database", &[("v1", &both)]), "");
    assert_contains(
        &first,
        &[
            "//   Role = v1 spec.users[].role\n",
            "//   User = v1 spec.users[], spec.writers[]\n",
        ],
    );
    let second = imported(&crd("Database", &[("v1", &more)]), &first);
    assert_contains(
        &second,
        &[
            "//   Role = v1 spec.writers[].role\n",
            "//   User = v1 spec.writers[]\n",
        ],
    );
}

#[test]
fn names_are_those_of_the_older_version_when_a_version_is_added_or_removed() {
    let old = crd("Database", &[("v1beta1", &users("users"))]);
    let new = crd("Database", &[("v1", &users("users"))]);
    let added = crd(
        "Database",
        &[("v1", &users("users")), ("v1beta1", &users("users"))],
    );
    assert_contains(&next(&old, &added), &["//   Account = v1 spec.users[]\n"]);
    assert_contains(&next(&old, &new), &["//   Account = v1 spec.users[]\n"]);
    assert_contains(&next(&added, &old), &["//   Account = v1beta1 spec.users[]\n"]);
}

#[test]
fn a_type_keeps_its_name_when_a_crd_that_shares_it_is_removed() {
    let database = crd("Database", &[("v1", &users("users"))]);
    let backup = crd("Backup", &[("v1", &users("users"))]);
    let table = crd("Table", &[("v1", &users("users"))]);
    let all = format!("{database}{backup}{table}");
    assert_contains(
        &next(&all, &format!("{database}{table}")),
        &["pub struct Account {"],
    );
    assert_contains(&next(&all, &table), &["pub struct Account {"]);
    // The table of a single CRD does not name it.
    let both = format!(
        "{database}{}",
        crd("Backup", &[("v1", &users("users").replace("name", "id"))])
    );
    assert_contains(
        &next(&database, &both),
        &["= databases v1 spec.users[]", "//   User = backups v1"],
    );
}

#[test]
fn of_two_types_that_were_one_the_first_keeps_the_name() {
    let both = format!("{}, {}", users("users"), users("writers"));
    let other = format!("{}, {}", users("users"), users("writers").replace("name", "id"));
    let text = next(
        &crd("Database", &[("v1", &both)]),
        &crd("Database", &[("v1", &other)]),
    );
    assert_contains(
        &text,
        &[
            "//   Account = v1 spec.users[]\n",
            "//   Writer = v1 spec.writers[]\n",
        ],
    );
}

#[test]
fn the_names_of_types_that_became_one_stay_the_same() {
    let both = format!("{}, {}", users("users"), users("writers"));
    let other = format!("{}, {}", users("users"), users("writers").replace("name", "id"));
    let mut text = next(
        &crd("Database", &[("v1", &other)]),
        &crd("Database", &[("v1", &both)]),
    );
    let table: String = text.split("\n\n").next().unwrap().to_owned();
    for _ in 0..2 {
        assert_contains(&text, &["pub struct Account {", "pub type Writer = Account;"]);
        text = imported(&crd("Database", &[("v1", &both)]), &text);
    }
    assert!(text.starts_with(&table), "{table}\n{text}");
    // They are two types again.
    let text = imported(&crd("Database", &[("v1", &other)]), &text);
    assert_contains(&text, &["pub struct Writer {", "pub struct Account {"]);
}

#[test]
fn a_rename_is_no_alias() {
    let crd = crd("Database", &[("v1", &users("users"))]);
    let first = imported(&crd, "");
    let mut options = ImportOptions::default();
    options
        .renames
        .insert("spec.users[]".to_owned(), "Account".to_owned());
    let crds = read_crds(crd.as_bytes()).unwrap();
    let imported = import(&crds, &options, &[&first]).unwrap();
    assert_contains(imported.one_file(), &["pub struct Account {"]);
    assert!(!imported.one_file().contains("User"), "{}", imported.one_file());
}
