//! Paths of columns, selectable fields and the scale subresource.

use std::collections::BTreeSet;

use crate::{ImportOptions, import, read_crds};

/// The text for a CRD with a column, a selectable field and the scale subresource.
fn text_with_paths(options: &ImportOptions) -> String {
    let crd = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
      additionalPrinterColumns:
        - {name: Sizes, type: integer, jsonPath: '.spec.parts[0].size'}
      selectableFields: [{jsonPath: .spec.host.name}]
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                host: {type: object, properties: {name: {type: string}, port: {type: integer}}}
                parts: {type: array, items: {type: object, properties: {size: {type: integer}, at: {type: string}}}}
                replicas: {type: integer}
            status: {type: object, properties: {replicas: {type: integer}}}
";
    import(&read_crds(crd.as_bytes()).unwrap(), options, &[])
        .unwrap()
        .one_file()
        .to_owned()
}

#[test]
fn paths_to_fields_that_are_left_out_are_not_checked() {
    assert!(!text_with_paths(&ImportOptions::default()).contains("unchecked_paths"));
    let without = |place: &str| {
        text_with_paths(&ImportOptions {
            left_out: BTreeSet::from([place.to_owned()]),
            ..ImportOptions::default()
        })
    };
    for used in [
        "spec.parts[].size",
        "spec.parts",
        "spec.host.name",
        "spec.replicas",
        "status.replicas",
        "status",
    ] {
        assert!(without(used).contains("unchecked_paths"), "{used}");
    }
    for unused in ["spec.parts[].at", "spec.host.port"] {
        assert!(!without(unused).contains("unchecked_paths"), "{unused}");
    }
}
