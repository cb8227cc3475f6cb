//! The committed manifests are what the types say, and the API server takes them.

use crd_core::assert_crd;
use workloads_example::{Pipeline, Worker};

#[test]
fn manifests_are_up_to_date() {
    assert_crd!(Worker, "crds/workloads.example.com_workers.yaml");
    assert_crd!(Pipeline, "crds/workloads.example.com_pipelines.yaml");
}
