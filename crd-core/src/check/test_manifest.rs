//! The manifest of a CRD for tests of checks.

use super::{LintProfile, Options};

/// Returns the options of a check with a profile of lints.
pub(crate) fn with_profile(profile: LintProfile) -> Options {
    let mut options = Options::default();
    options.levels.set_profile(profile);
    options
}

/// Returns the manifest of a CRD whose objects have these properties, as lines of a block mapping.
pub(crate) fn widgets(properties: &str) -> String {
    let properties = properties.replace('\n', "\n          ");
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          {properties}
"
    )
}
