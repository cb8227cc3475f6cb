//! `crd-gen import` of directories in which some CRDs cannot be imported, and of a second release.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;
use std::path::Path;

use super::support::{crd_gen, temporary};

/// Returns a CRD with one version, whose spec has an integer and the given members.
fn crd(name: &str, kind: &str, members: &str) -> String {
    format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {name}.example.com}}
spec:
  group: example.com
  names: {{plural: {name}, kind: {kind}}}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              properties:
                size: {{type: integer}}
{members}"
    )
}

const PARTS: &str = "                parts:
                  type: array
                  items: {type: object, properties: {name: {type: string}}}
";

const REFUSED: &str = "                parts: {type: array}\n";

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[track_caller]
fn import(directory: &Path, arguments: &[&str], expected: i32) -> String {
    let output = crd_gen(directory).arg("import").args(arguments).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(expected), "{err}");
    err
}

#[test]
fn what_cannot_be_imported_is_left_out_and_named() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crds/a.yaml", &crd("widgets", "Widget", PARTS));
    write(at, "crds/b/a.yaml", &crd("widgets", "Widget", PARTS));
    write(at, "crds/c.yaml", &crd("gadgets", "Gadget", ""));
    write(at, "crds/d.yaml", &crd("gadgets", "Gadget", PARTS));
    write(at, "crds/e.yaml", &crd("gizmos", "Gizmo", REFUSED));
    let err = import(at, &["crds", "-o", "src/api"], 1);
    for part in [
        "`gadgets.example.com` is omitted",
        "it occurs twice with different content",
        "in `crds/c.yaml`",
        "in `crds/d.yaml`",
        "`gizmos.example.com` is omitted",
        "in `crds/e.yaml`",
        "for 1 CRD",
    ] {
        assert!(err.contains(part), "no {part}: {err}");
    }
    let index = fs::read_to_string(at.join("src/api/mod.rs")).unwrap();
    assert!(index.ends_with("\npub mod widgets;\n"), "{index}");
    assert!(!at.join("src/api/gadgets.rs").exists());
    import(at, &["crds", "-o", "src/api", "--check"], 1);
    // One importable CRD is enough for a check to pass, and without any, nothing is partially written.
    import(at, &["crds/a.yaml", "-o", "src/api", "--check"], 0);
    let err = import(at, &["crds/e.yaml", "-o", "src/none.rs"], 1);
    assert!(err.contains("nothing was written"), "{err}");
    assert!(!at.join("src/none.rs").exists());
}

#[test]
fn names_and_edits_survive_the_next_release() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", PARTS));
    write(at, "crds/gadgets.yaml", &crd("gadgets", "Gadget", ""));
    import(at, &["crds", "-o", "src/api"], 0);
    let path = at.join("src/api/widgets.rs");
    let text = fs::read_to_string(&path).unwrap();
    let edited = text.replace("//   Part = ", "//   Piece = ");
    assert_ne!(edited, text);
    fs::write(&path, edited).unwrap();
    let err = import(at, &["crds", "-o", "src/api", "--check"], 1);
    assert!(err.contains("widgets.rs` is out of date"), "{err}");
    import(at, &["crds", "-o", "src/api"], 0);
    let first = fs::read_to_string(&path).unwrap();
    assert!(first.contains("pub parts: Option<Vec<Piece>>"), "{first}");
    // Without the table, the first `parts` of the next release would be `Part` and this one `WidgetPart`.
    let more = format!(
        "                box:\n                  type: object\n                  properties:\n                    parts:\n                      \
         type: array\n                      items: {{type: object, properties: {{size: {{type: integer}}}}}}\n{PARTS}"
    );
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", &more));
    fs::remove_file(at.join("crds/gadgets.yaml")).unwrap();
    let err = import(at, &["crds", "-o", "src/api", "--check"], 1);
    assert!(
        err.contains("`src/api/gadgets.rs` is from an earlier import"),
        "{err}"
    );
    let err = import(at, &["crds", "-o", "src/api"], 0);
    assert!(
        err.contains("`src/api/gadgets.rs` is from an earlier import"),
        "{err}"
    );
    let second = fs::read_to_string(&path).unwrap();
    assert!(second.contains("pub parts: Option<Vec<Piece>>"), "{second}");
    for line in first.lines().filter(|line| line.starts_with("//   ")) {
        // The name of the place contains the module of the CRD only if there are several.
        let name = line.split(" = ").next().unwrap();
        assert!(second.contains(name), "{line} is gone: {second}");
    }
}

#[test]
fn options_with_a_place_that_no_crd_has_are_reported() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    let used = [
        "--only",
        "spec.parts",
        "--leave-out",
        "spec.size",
        "--rename",
        "Part=Piece",
    ];
    let err = import(at, &[&["crd.yaml", "-o", "used.rs"], &used[..]].concat(), 0);
    assert!(!err.contains("no CRD has"), "{err}");
    let unused = [
        "--leave-out",
        "spec.sise",
        "--rename",
        "Parts=Piece",
        "--type",
        "spec.parts[].nam=crate::Name",
    ];
    let err = import(at, &[&["crd.yaml", "-o", "unused.rs"], &unused[..]].concat(), 0);
    for (place, meant) in [
        ("spec.sise", "spec.size"),
        ("Parts", "Part"),
        ("spec.parts[].nam", "spec.parts[].name"),
    ] {
        let message = format!("no CRD has `{place}`, so this option has no effect; did you mean `{meant}`?");
        assert!(err.contains(&message), "{err}");
    }
    let of_list = ["--rename", "spec.parts=Piece"];
    let err = import(at, &[&["crd.yaml", "-o", "list.rs"], &of_list[..]].concat(), 0);
    let message =
        "`spec.parts` has no type of its own, so this option has no effect; did you mean `spec.parts[]`?";
    assert!(err.contains(message), "{err}");
}

#[test]
fn a_selection_that_no_crd_has_is_an_error() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    for (place, hint) in [
        ("spec.part", "did you mean `spec.parts`?"),
        ("parts", "did you mean `spec.parts`?"),
        (".spec.parts", "did you mean `spec.parts`?"),
        ("spec/parts", "did you mean `spec.parts`?"),
        ("widgets.spec.parts", "did you mean `spec.parts`?"),
        ("spec.properties.parts", "did you mean `spec.parts`?"),
        ("spec.nothing", "`crd-gen explain` shows the fields"),
    ] {
        let err = import(at, &["crd.yaml", "-o", "none.rs", "--only", place], 2);
        let message = format!("no CRD has `{place}`, so nothing would be imported; {hint}");
        assert!(err.contains(&message), "{err}");
    }
    assert!(!at.join("none.rs").exists());
}

#[test]
fn a_file_written_by_hand_is_not_replaced() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    write(at, "widget.rs", "fn mine() {}\n");
    write(at, "api/mod.rs", "mod mine;\n");
    for output in ["widget.rs", "api"] {
        let err = import(at, &["crd.yaml", "-o", output], 2);
        assert!(err.contains("was not written by `crd-gen import`"), "{err}");
    }
    assert_eq!(
        fs::read_to_string(at.join("widget.rs")).unwrap(),
        "fn mine() {}\n"
    );
    assert!(!at.join("api/widgets.rs").exists());
    write(at, "widget.rs", "\n");
    import(at, &["crd.yaml", "-o", "widget.rs"], 0);
}

#[test]
fn options_that_give_no_rust_are_errors() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    for (option, value, expected) in [
        (
            "--rename",
            "spec.parts[]=WidgetSpec",
            "have the same name `WidgetSpec`",
        ),
        ("--rename", "spec.parts[]=Widget", "have the same name `Widget`"),
        (
            "--rename",
            "spec.parts[]=Option",
            "is already used by the generated code",
        ),
        (
            "--rename",
            "Part=spec.parts[]",
            "is a path, which must be before the new name",
        ),
        ("--type", "spec.size=1bad", "is not a Rust type"),
        ("--type", "spec.size=crate:Size", "write it as `crate::Size`"),
        ("--type", "spec.size=my Size", "is not a Rust type"),
        (
            "--output",
            "types.yaml",
            "write `types.rs`, or the name of a directory",
        ),
        ("--derive", "3x", "cannot be derived"),
        ("--derive", "default", "cannot be derived"),
    ] {
        let err = import(at, &["crd.yaml", option, value], 2);
        assert!(err.contains(expected), "{err}");
    }
}

#[test]
fn no_file_is_replaced_if_one_cannot_be_written() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crds/gadgets.yaml", &crd("gadgets", "Gadget", ""));
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", ""));
    import(at, &["crds", "-o", "api"], 0);
    let first = fs::read_to_string(at.join("api/gadgets.rs")).unwrap();
    write(at, "crds/gadgets.yaml", &crd("gadgets", "Gadget", PARTS));
    fs::remove_file(at.join("api/widgets.rs")).unwrap();
    fs::create_dir(at.join("api/widgets.rs")).unwrap();
    let err = import(at, &["crds", "-o", "api"], 2);
    assert!(err.contains("cannot write `api/widgets.rs`"), "{err}");
    assert_eq!(fs::read_to_string(at.join("api/gadgets.rs")).unwrap(), first);
    let left = fs::read_dir(at.join("api")).unwrap();
    assert_eq!(left.count(), 3, "temporary files are left");
}

#[test]
fn a_check_ignores_line_ends_and_uses_the_configured_output() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    let err = import(at, &["crd.yaml", "--check"], 2);
    assert!(err.contains("`--check` compares files"), "{err}");
    write(at, "crd-gen.toml", "[import]\noutput = \"widget.rs\"\n");
    import(at, &["crd.yaml"], 0);
    let text = fs::read_to_string(at.join("widget.rs")).unwrap();
    write(at, "widget.rs", &text.replace('\n', "\r\n"));
    import(at, &["crd.yaml", "--check"], 0);
    write(at, "widget.rs", &text.replace("Part", "Piece"));
    import(at, &["crd.yaml", "--check"], 1);
}

#[test]
fn the_file_of_an_omitted_crd_is_not_called_superfluous() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crds/gadgets.yaml", &crd("gadgets", "Gadget", ""));
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", PARTS));
    import(at, &["crds", "-o", "api"], 0);
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", REFUSED));
    let err = import(at, &["crds", "-o", "api"], 1);
    assert!(err.contains("help: `spec.parts`: "), "{err}");
    assert!(
        err.contains("`api/widgets.rs` is from an earlier import and does not change"),
        "{err}"
    );
    assert!(!err.contains("delete it"), "{err}");
}

#[test]
fn names_in_the_table_that_give_no_rust_are_errors() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crd.yaml", &crd("widgets", "Widget", PARTS));
    import(at, &["crd.yaml", "-o", "widget.rs"], 0);
    let first = fs::read_to_string(at.join("widget.rs")).unwrap();
    for (name, expected) in [
        (
            "3 parts",
            "`3 parts`, the new name of `spec.parts[]`, is not a valid name",
        ),
        ("self", "is not a valid name of a Rust type"),
        ("Option", "is already used by the generated code"),
        ("Widget", "have the same name `Widget`"),
    ] {
        let edited = first.replace("//   Part = ", &format!("//   {name} = "));
        write(at, "widget.rs", &edited);
        let err = import(at, &["crd.yaml", "-o", "widget.rs"], 2);
        assert!(err.contains(expected), "{err}");
        assert_eq!(fs::read_to_string(at.join("widget.rs")).unwrap(), edited);
    }
}

#[test]
fn a_type_keeps_its_name_when_a_second_crd_shares_it() {
    let directory = temporary();
    let at = directory.path();
    write(at, "crds/widgets.yaml", &crd("widgets", "Widget", PARTS));
    import(at, &["crds", "-o", "api"], 0);
    let path = at.join("api/widgets.rs");
    let first = fs::read_to_string(&path).unwrap();
    fs::write(&path, first.replace("//   Part = ", "//   Piece = ")).unwrap();
    write(at, "crds/gadgets.yaml", &crd("gadgets", "Gadget", PARTS));
    import(at, &["crds", "-o", "api"], 0);
    let shared = fs::read_to_string(at.join("api/shared.rs")).unwrap();
    assert!(shared.contains("pub struct Piece {"), "{shared}");
}
