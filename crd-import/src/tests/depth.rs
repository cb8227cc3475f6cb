//! Types that are nested deeply.

use crate::{ImportOptions, import, read_crds};

/// The recursion limit for types that are nested in a spec, each as the member `part` with a schema around it.
fn recursion_limit(levels: usize, around: [&str; 2]) -> Option<usize> {
    let mut part = "size: {type: integer}".to_owned();
    for level in 1..levels {
        let [before, after] = around;
        part = format!("part{level}: {before}{{type: object, properties: {{{part}}}}}{after}");
    }
    let crd = format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  names: {{plural: widgets, kind: Widget}}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{{part}}}}}}}}}}}
"
    );
    import(
        &read_crds(crd.as_bytes()).unwrap(),
        &ImportOptions::default(),
        &[],
    )
    .unwrap()
    .recursion_limit()
}

/// The numbers of levels are those at which rustc fails.
#[test]
fn deeply_nested_types_need_a_recursion_limit() {
    assert_eq!(recursion_limit(31, ["", ""]), None);
    assert_eq!(recursion_limit(32, ["", ""]), Some(256));
    let list = ["{type: array, items: ", "}"];
    assert_eq!(recursion_limit(21, list), None);
    assert_eq!(recursion_limit(22, list), Some(256));
}
