//! Fixes have the same result in every style of YAML and in JSON, and none is left after them.

use crd_core::check::{self, Fix, FixSafety, LintProfile, Options};
use crd_core::yaml::{self, read};
use serde_json::{Value, json};

const CRD: &str = r"# The widgets.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
  namespace: default
  creationTimestamp: null
spec:
  group: example.com
  scope: namespaced
  names: {plural: widgets, kind: Widget, listKind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns:
        - name: Weight
          type: int
          jsonPath: spec.weight # the weight
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              # No type here.
              properties:
                weight: {type: int, nullable: true}
                hosts: {type: list, items: {type: str}}
                mode:
                  description: Mode is the mode.
                  type: string
                  minimum: 1
                  oneOf:
                    - type: string
                      enum: [a]
                    - description: more letters
                      enum: [b]
                settings: {type: object}
                sizes: {type: object, additionalProperties: {type: object, additionalProperties: true}}
                bound: {type: integer, format: int32, maximum: 3000000000}
            status:
              type: object
              properties:
                conditions:
                  type: array
                  items:
                    type: object
                    required: [type]
                    properties: {type: {type: string}, status: {type: string}}
";

/// Returns the fixes of a text.
fn fixes(text: &str, safety: FixSafety) -> Vec<Fix> {
    let mut options = Options::default();
    options.levels.set_profile(LintProfile::Strict);
    let findings = check::text(text, &options).findings;
    let fixes = findings.into_iter().filter_map(|finding| finding.diagnostic.fix);
    fixes
        .filter(|fix| safety == FixSafety::Likely || fix.safety == FixSafety::Certain)
        .collect()
}

/// Applies fixes until there are none.
fn fixed(text: &str, safety: FixSafety) -> String {
    let mut text = text.to_owned();
    for _ in 0..9 {
        let fixes = fixes(&text, safety);
        if fixes.is_empty() {
            return text;
        }
        let (next, count) = check::apply(&text, &fixes.iter().collect::<Vec<_>>());
        assert!(count > 0, "{text}");
        text = next;
    }
    panic!("fixes have no end:\n{text}");
}

/// Returns the first document of a text; that of a list is its first element.
fn value(text: &str) -> Value {
    let read = read(text.as_bytes(), yaml::Options::default());
    assert!(read.errors.is_empty(), "{:?}\n{text}", read.errors);
    let value = read.documents[0].root.to_json();
    value.pointer("/items/0").cloned().unwrap_or(value)
}

#[test]
fn fixes_have_the_same_result_in_every_style() {
    let crd = value(CRD);
    let list = json!({"apiVersion": "v1", "kind": "List", "items": [crd]});
    let tabs = serde_json::to_string_pretty(&crd).unwrap().replace("  ", "\t");
    let forms = [
        CRD.replace('\n', "\r\n"),
        crd.to_string(),
        tabs,
        serde_json::to_string_pretty(&crd).unwrap(),
        serde_json::to_string_pretty(&list).unwrap(),
        // A comment makes it YAML in flow style.
        format!("# The widgets.\n{crd}\n"),
    ];
    for safety in [FixSafety::Certain, FixSafety::Likely] {
        let expected = fixed(CRD, safety);
        for comment in ["# The widgets.", "# the weight", "# No type here."] {
            assert!(expected.contains(comment), "{expected}");
        }
        assert_ne!(value(&expected), crd);
        for form in &forms {
            let fixed = fixed(form, safety);
            assert_eq!(value(&fixed), value(&expected), "{fixed}");
            let is_json = serde_json::from_str::<Value>(form).is_ok();
            assert_eq!(serde_json::from_str::<Value>(&fixed).is_ok(), is_json, "{fixed}");
            let line_feeds = fixed.matches('\n').count();
            let both = if form.contains('\r') { line_feeds } else { 0 };
            assert_eq!(fixed.matches("\r\n").count(), both, "{fixed}");
        }
    }
}
