//! Objects that cannot be parsed.

use crate::KubeVersion;
use crate::check::Levels;
use crate::check::objects::{Crds, ObjectOptions, Objects};
use crate::check::test_manifest::widgets;

const SPEC: &str = "spec:
  type: object
  properties:
    size: {type: integer}
    parts:
      type: array
      items:
        type: object
        required: [name]
        properties:
          name: {type: string}
          count: {type: integer}
          colors: {type: array, items: {type: string}}
    hours:
      type: object
      additionalProperties:
        type: object
        properties: {opens: {type: string}, closes: {type: string}}
";

/// The repair is the one that leaves an object without mistakes.
#[test]
fn the_repair_leaves_no_mistake() {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets(SPEC));
    let options = ObjectOptions::default();
    for (spec, expected) in [
        (
            "  parts:\n  - name: a\n    count: 1\n    - name: b\n      count: 2\n",
            "this line and the next are indented deeper than `- name: a` on line 6; use 2 spaces, not 4",
        ),
        (
            "  hours:\n    - mon:\n      opens: a\n    tue: {opens: b}\n",
            "write `mon:`",
        ),
        (
            "  parts:\n    count: 1\n    name: a\n  - name: b\n",
            "`- ` is missing before the first item of `parts:`; write `- count: 1`, with 2 spaces",
        ),
        (
            "  parts:\n  - name: a\n    count: 1\n  colors:\n    - b\n  - name: c\n",
            "this line is indented less than `count:` on line 7; use 4 spaces, not 2",
        ),
        (
            "  size: 1\n    name: a\n    count: 1\n",
            "use 2 spaces, not 4, or add the line that is missing above",
        ),
    ] {
        let text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec:\n{spec}");
        let report = Objects::read(&text, &options).report(&mut [], &crds, &options, &Levels::default());
        let messages: Vec<&str> = report.iter().map(|found| &*found.diagnostic.message).collect();
        assert!(
            matches!(messages.as_slice(), [one] if one.contains(expected)),
            "{text}{messages:?}"
        );
    }
}
