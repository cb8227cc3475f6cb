//! Tests that the committed manifests match the types, and that the API server accepts them.

use crd_core::{CustomResource as _, assert_crd};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use workloads_example::{Pipeline, Worker};

#[test]
fn manifests_are_up_to_date() {
    assert_crd!(Worker, "crds/workloads.example.com_workers.yaml");
    assert_crd!(Pipeline, "crds/workloads.example.com_pipelines.yaml");
}

#[test]
fn a_crd_becomes_the_type_that_kubes_clients_send() {
    let ours = Pipeline::crd().unwrap();
    let written = serde_json::to_value(&ours).unwrap();
    let theirs = CustomResourceDefinition::try_from(ours).unwrap();
    let theirs = serde_json::to_value(theirs).unwrap();
    assert_eq!(written["metadata"], theirs["metadata"]);
    assert_eq!(written["spec"]["names"], theirs["spec"]["names"]);
    // All numbers are doubles there.
    let plain = |value: &serde_json::Value| value.to_string().replace(".0,", ",").replace(".0}", "}");
    assert_eq!(
        plain(&written["spec"]["versions"]),
        plain(&theirs["spec"]["versions"])
    );
}
