//! What `crd-import` makes of a CRD that holds Kubernetes' own types: k8s-openapi's types, which give the CRD back.
//!
//! `CRD_GEN_UPDATE=1` writes the module.

#[allow(clippy::pedantic, dead_code, missing_docs, reason = "written by the import")]
#[rustfmt::skip]
mod worker;

use std::fs;
use std::path::Path;

use crd_core::{Crd, CustomResource as _};
use crd_import::{ImportOptions, KubernetesTypes, import, normal_form, read_crds};
use serde_json::{Value, json};
use workloads_example::Worker;

/// The CRD of the example as controller-gen would write it: what refers to config maps and secrets is merged as one.
fn crd() -> Crd {
    let mut crd = serde_json::to_value(Worker::crd().unwrap()).unwrap();
    let containers = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/template/properties/spec/properties/containers";
    for reference in ["configMapRef", "secretRef"] {
        let place = format!("{containers}/items/properties/envFrom/items/properties/{reference}");
        let reference = crd.pointer_mut(&place).and_then(Value::as_object_mut).unwrap();
        reference.insert("x-kubernetes-map-type".to_owned(), json!("atomic"));
    }
    read_crds(crd.to_string().as_bytes()).unwrap().remove(0)
}

#[test]
fn the_module_is_what_the_import_writes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workloads/imported/worker.rs");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let mut options = ImportOptions::default();
    options.kubernetes = KubernetesTypes::Of(36);
    let imported = import(&[crd()], &options, &[&old]).unwrap();
    assert_eq!(imported.notes(), []);
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        fs::write(&path, imported.one_file()).unwrap();
    } else {
        assert!(
            old == imported.one_file(),
            "it is stale; CRD_GEN_UPDATE=1 writes it"
        );
    }
}

#[test]
fn the_types_give_the_crd_back() {
    assert_eq!(normal_form(&worker::Worker::crd().unwrap()), normal_form(&crd()));
}
