//! Types that `crd-import` writes compile, generate the same CRD, and preserve the objects that the CRD admits.
//!
//! `CRD_GEN_UPDATE=1` writes the modules.

#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod choices;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod mistakes;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod odd;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod partial;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod ranges;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod templates;
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod widgets;

/// As a module of a package whose build script writes the types.
#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
mod included {
    include!("ranges_for_include.rs");
}

use std::fs;
use std::path::Path;

use crd_core::objects::{Admission, Request};
use crd_core::values::{ValueOptions, Values};
use crd_core::{Crd, CustomResource, KubeVersion, generate};
use crd_import::{Import, ImportOptions, NullHandling, UnionTypes, import, normal_form, read_crds};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

fn crd(name: &str) -> Crd {
    crds(name).remove(0)
}

fn crds(name: &str) -> Vec<Crd> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/import/{name}.yaml"));
    read_crds(&fs::read(path).unwrap()).unwrap()
}

/// The options with which a module is imported.
fn options(name: &str) -> ImportOptions {
    let mut options = ImportOptions::default();
    if name == "partial" {
        let out = ["spec.old", "spec.parts[].name", "status.replicas"];
        options.left_out = out.map(str::to_owned).into();
    }
    options
}

#[test]
fn rules_that_use_members_that_are_left_out_are_omitted() {
    let imported = import(&crds("partial"), &options("partial"), &[]).unwrap();
    let omitted: Vec<String> = imported
        .omitted()
        .iter()
        .map(|part| format!("{}: {}", part.place, part.reason))
        .collect();
    assert_eq!(
        omitted,
        [
            "x-kubernetes-validations[0]: the rule `self.spec.old != 'b'` uses what is left out",
            "spec.x-kubernetes-validations[0]: the rule `self.old != 'a' || self.replicas > 1` uses what is left out",
            "spec.x-kubernetes-validations[2]: the rule `!has(self.parts) || self.parts.all(p, p.name != 'a')` uses what is left out",
        ]
    );
}

#[test]
fn the_modules_are_what_the_import_writes() {
    for name in [
        "choices",
        "mistakes",
        "odd",
        "partial",
        "ranges",
        "templates",
        "widgets",
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/types/imported/{name}.rs"));
        let old = fs::read_to_string(&path).unwrap_or_default();
        let imported = import(&crds(name), &options(name), &[&old]).unwrap();
        if std::env::var_os("CRD_GEN_UPDATE").is_some() {
            fs::write(&path, imported.one_file()).unwrap();
        } else {
            assert!(
                old == imported.one_file(),
                "{name} is stale; CRD_GEN_UPDATE=1 writes it"
            );
        }
    }
}

#[test]
fn a_build_script_writes_the_module_for_include() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/types/imported/ranges_for_include.rs");
    let directory = tempfile::tempdir().unwrap();
    let written = directory.path().join("ranges.rs");
    Import::new()
        .file(root.join("fixtures/import/ranges.yaml"))
        .write_for_include(&written)
        .unwrap();
    let new = fs::read_to_string(written).unwrap();
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        fs::write(&path, &new).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap() == new,
        "it is stale; CRD_GEN_UPDATE=1 writes it"
    );
    assert_eq!(included::Range::crd().unwrap(), ranges::Range::crd().unwrap());
}

/// The text of an import.
fn text(crd: &Crd) -> String {
    let imported = import(std::slice::from_ref(crd), &ImportOptions::default(), &[]).unwrap();
    imported.one_file().to_owned()
}

/// Asserts that a CRD that types generate is the one that they were imported from, and is imported as the same text.
fn gives_back(ours: &Crd, name: &str) {
    let crd = crd(name);
    assert_eq!(normal_form(ours), normal_form(&crd));
    assert_eq!(text(ours), text(&crd));
}

#[test]
fn the_types_give_the_crd_back() {
    let widgets = [
        widgets::v1::Widget::crd().unwrap(),
        widgets::v1beta1::Widget::crd().unwrap(),
    ];
    gives_back(&generate::merge(widgets).unwrap().remove(0), "widgets");
    gives_back(&mistakes::Mistake::crd().unwrap(), "mistakes");
    gives_back(&ranges::Range::crd().unwrap(), "ranges");
    gives_back(&choices::Choice::crd().unwrap(), "choices");
    gives_back(&templates::Template::crd().unwrap(), "templates");
}

#[test]
fn types_of_odd_crds_give_them_back() {
    let versions = [
        odd::schemas::SchemaResource::crd(),
        odd::options::v1::OptionResource::crd(),
        odd::options::v1beta1::OptionResource::crd(),
        odd::classes::v1::Class::crd(),
        odd::classes::v1beta1::Class::crd(),
        odd::letters::Letter::crd(),
        odd::columns::v1::Column::crd(),
        odd::columns::v1beta1::Column::crd(),
        odd::columns::v1alpha1::Column::crd(),
    ];
    let ours = generate::merge(versions.map(Result::unwrap)).unwrap();
    for crd in crds("odd") {
        let name = &crd.metadata.name;
        let ours = ours.iter().find(|ours| ours.metadata.name == *name).unwrap();
        assert_eq!(normal_form(ours), normal_form(&crd));
        assert_eq!(text(ours), text(&crd));
        if **name == *"letters.odd.example.com" {
            objects::<odd::letters::Letter>(&crd, "v1");
        }
    }
}

/// Asserts that objects that the CRD admits are deserialized, and serialized unchanged.
fn objects<T: DeserializeOwned + Serialize>(crd: &Crd, version: &str) {
    let admission = Admission::new(crd, version, KubeVersion::DEFAULT).unwrap();
    let mut values = Values::new(7);
    let mut count = 0;
    for _ in 0..2000 {
        let mut object = values.value(admission.schema(), ValueOptions::WHOLE);
        object["apiVersion"] = json!(format!("{}/{version}", crd.spec.group));
        object["kind"] = json!(crd.spec.names.kind);
        object["metadata"] = json!({"name": "a", "namespace": "b"});
        if *crd.spec.scope == *"Cluster" {
            object["metadata"] = json!({"name": "a"});
        }
        let admitted = admission.admit(Request::create(&object));
        if !admitted.is_accepted() {
            continue;
        }
        count += 1;
        let read: T =
            serde_json::from_value(object.clone()).unwrap_or_else(|error| panic!("{error}: {object}"));
        let written = serde_json::to_value(&read).unwrap();
        assert_eq!(plain(&written), plain(&object), "{object}");
        assert!(admission.admit(Request::create(&written)).is_accepted());
    }
    assert!(count > 100, "only {count} objects were admitted");
}

/// Returns an object without the values that are deserialized as absent: null of a member that may be null or absent, and empty
/// lists and maps in `LabelSelector`, whose Go type also leaves them out.
fn plain(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(spec) = object["spec"].as_object_mut()
        && spec.get("type") == Some(&Value::Null)
    {
        spec.remove("type");
    }
    if let Some(selector) = object.pointer_mut("/status/selector") {
        without_empty(selector);
    }
    numbers(&mut object);
    object
}

fn without_empty(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(without_empty);
            members.retain(|_, member| *member != json!([]) && *member != json!({}));
        }
        Value::Array(values) => values.iter_mut().for_each(without_empty),
        _ => {}
    }
}

/// Normalizes numbers, since `1` and `1.0` are the same number.
fn numbers(value: &mut Value) {
    match value {
        Value::Number(number) => *value = json!(number.as_f64()),
        Value::Array(values) => values.iter_mut().for_each(numbers),
        Value::Object(members) => members.values_mut().for_each(numbers),
        _ => {}
    }
}

#[test]
fn objects_are_read_and_written_as_they_are() {
    objects::<widgets::v1::Widget>(&crd("widgets"), "v1");
    objects::<widgets::v1beta1::Widget>(&crd("widgets"), "v1beta1");
    objects::<ranges::Range>(&crd("ranges"), "v1");
    objects::<choices::Choice>(&crd("choices"), "v1");
    objects::<templates::Template>(&crd("templates"), "v1");
}

#[test]
fn names_are_kept_and_can_be_edited() {
    let crds = [crd("widgets")];
    let first = import(&crds, &ImportOptions::default(), &[]).unwrap();
    assert!(
        first
            .one_file()
            .contains("//   Part = v1 spec.parts[], spec.spare\n"),
        "{}",
        first.one_file()
    );
    let edited = first.one_file().replace("//   Part = ", "//   Piece = ");
    let second = import(&crds, &ImportOptions::default(), &[&edited]).unwrap();
    assert!(second.one_file().contains("pub struct Piece {") && !second.one_file().contains("struct Part "));
    let third = import(&crds, &ImportOptions::default(), &[second.one_file()]).unwrap();
    assert_eq!(third.one_file(), second.one_file());
}

/// Attributes can express all schemas that the derive generates for the types of the examples, so that an import of their CRDs has
/// the same shapes.
#[test]
fn all_schemas_of_the_examples_are_sayable() {
    let mut paths = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")];
    let mut count = 0;
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|found| found == "yaml") {
            for crd in read_crds(&fs::read(&path).unwrap()).unwrap() {
                let imported = import(&[crd], &ImportOptions::default(), &[]).unwrap();
                assert!(
                    imported.notes().is_empty(),
                    "{}: {:?}",
                    path.display(),
                    imported.notes()
                );
                count += 1;
            }
        }
    }
    assert!(count > 20, "only {count} CRDs");
}

#[test]
fn exclusive_members_are_structs_on_demand() {
    let mut options = ImportOptions::default();
    options.unions = UnionTypes::Structs;
    let imported = import(&[crd("choices")], &options, &[]).unwrap();
    let text = imported.one_file();
    assert!(text.contains("pub struct Counted {"), "{text}");
    assert!(
        !text.contains("no_derived_rules") && !text.contains("derive(Union"),
        "{text}"
    );
}

#[test]
fn null_and_absence_are_kept_apart_on_demand() {
    let mut options = ImportOptions::default();
    options.null = NullHandling::Preserve;
    let imported = import(&[crd("widgets")], &options, &[]).unwrap();
    let text = imported.one_file();
    // `type` may be null and has a default; `hint` is required, so it is never absent.
    assert!(text.contains("pub r#type: Nullable<String>,"), "{text}");
    assert!(text.contains("#[serde(default, skip_serializing_if = \"Nullable::is_absent\")]"));
    assert!(text.contains("pub hint: Option<String>,"));
}

/// Returns a CRD of a kind whose spec has a gadget.
fn with_gadget(plural: &str, kind: &str, group: &str) -> Crd {
    let version = json!({
        "name": "v1", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": {
            "type": "object",
            "properties": {"spec": {
                "type": "object",
                "properties": {"gadget": {"type": "object", "properties": {"a": {"type": "string"}}}},
            }},
        }},
    });
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {
            "name": format!("{plural}.{group}"),
            "annotations": {"api-approved.kubernetes.io": "https://github.com/kubernetes/enhancements/pull/1"},
        },
        "spec": {
            "group": group, "scope": "Namespaced", "names": {"plural": plural, "kind": kind}, "versions": [version],
        },
    });
    read_crds(crd.to_string().as_bytes()).unwrap().remove(0)
}

#[test]
fn shared_types_are_told_from_roots_of_their_name() {
    let crds = [
        with_gadget("gadgets", "Gadget", "example.com"),
        with_gadget("widgets", "Widget", "example.com"),
    ];
    let imported = import(&crds, &ImportOptions::default(), &[]).unwrap();
    let [gadgets, widgets, ..] = imported.files() else {
        panic!("no files");
    };
    assert!(
        gadgets.text.contains("gadget: Option<super::shared::Gadget>"),
        "{}",
        gadgets.text
    );
    assert!(
        widgets.text.contains("gadget: Option<Gadget>"),
        "{}",
        widgets.text
    );
}

#[test]
fn the_approval_of_groups_of_kubernetes_is_kept() {
    let crd = with_gadget("gadgets", "Gadget", "gadgets.k8s.io");
    let imported = import(&[crd], &ImportOptions::default(), &[]).unwrap();
    assert!(imported.one_file().contains("\"api-approved.kubernetes.io\","));
}

#[test]
fn refused_crds_have_no_types() {
    let mut crd = crd("ranges");
    crd.metadata.name = "other".into();
    let error = import(&[crd], &ImportOptions::default(), &[])
        .unwrap_err()
        .to_string();
    assert!(error.contains("cannot generate types for `other`"), "{error}");
}
