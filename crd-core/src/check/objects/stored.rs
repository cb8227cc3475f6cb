//! Converts an object to the stored version as the server does with the strategy None, and reports the fields that are dropped.
//!
//! ```text
//! request   apiVersion: example.com/v1alpha1, spec: {size: 1, offset: 2}
//! stored    apiVersion: example.com/v1, spec: {size: 1}            where v1 has no `offset`
//! ```
//!
//! The server changes `apiVersion` and prunes by the schema of the stored version (`schemaCoercingConverter` in
//! `customresource_handler.go`). It does not warn of dropped fields.

use serde_json::Value;

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::Path;
use crate::model::structural::Structural;
use crate::objects::{prune, prune_nulls};

/// The version that objects of another version are stored in.
#[derive(Debug)]
pub(super) struct StorageVersion {
    /// Its name.
    pub(super) name: Box<str>,
    api_version: String,
    /// `None` if unknown fields are kept.
    schema: Option<Structural>,
}

impl StorageVersion {
    /// Returns the version in which objects of the named one are stored. `None` if that is the same one, if a webhook
    /// converts them, or if the stored schema is not structural.
    pub(super) fn of(crd: &Crd, name: &str, server: KubeVersion) -> Option<Self> {
        let stored = crd.storage_version().filter(|stored| *stored.name != *name)?;
        let conversion = crd.spec.conversion.as_ref();
        if conversion.is_some_and(|conversion| &*conversion.strategy == "Webhook") {
            return None;
        }
        let schema = if crd.spec.preserve_unknown_fields {
            None
        } else {
            let root = Path::root("openAPIV3Schema");
            Some(Structural::from_schema(stored.openapi_schema()?, &root, server).ok()?)
        };
        Some(StorageVersion {
            name: stored.name.clone(),
            api_version: format!("{}/{}", crd.spec.group, stored.name),
            schema,
        })
    }

    /// Converts an object to its stored form. Returns the paths of the fields that are dropped, sorted.
    pub(super) fn store(&self, object: &mut Value) -> Vec<String> {
        if let Value::Object(members) = object {
            members.insert("apiVersion".to_owned(), self.api_version.as_str().into());
        }
        let Some(schema) = &self.schema else {
            return Vec::new();
        };
        let dropped = prune(schema, object);
        prune_nulls(schema, object);
        dropped
    }
}

#[cfg(test)]
mod tests {
    use crate::KubeVersion;
    use crate::check::objects::{Crds, ObjectOptions, Objects};

    /// A CRD whose older version is deprecated and has fields that the stored one lacks.
    const CRD: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1alpha1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer}
              offset: {type: integer}
              added: {type: integer, default: 3}
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {size: {type: integer}}}}
";

    /// As recorded from `crd-apiserver` of Kubernetes 1.36.
    #[test]
    fn fields_that_the_stored_version_lacks_are_dropped() {
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add("crd.yaml", CRD.to_owned());
        let check = |version: &str, messages: &[&str], stored: Option<&str>| {
            let text = format!(
                "apiVersion: example.com/{version}\nkind: Widget\nmetadata: {{name: a}}\nspec: {{size: 1}}\n"
            );
            let text = match version {
                "v1" => text,
                _ => text.replace("size: 1", "size: 1, offset: 2"),
            };
            let options = ObjectOptions::default();
            let judged = Objects::read(&text, &options).check(0, &crds, &options).unwrap();
            let found: Vec<&str> = judged.findings.iter().map(|finding| &*finding.message).collect();
            assert_eq!(found, messages, "{version}");
            let of = |object: &serde_json::Value| format!("{} {}", object["apiVersion"], object["spec"]);
            assert_eq!(judged.stored.as_ref().map(of).as_deref(), stored, "{version}");
        };
        check("v1", &[], None);
        check(
            "v1alpha1",
            &[
                "example.com/v1alpha1 Widget is deprecated; use example.com/v1 Widget",
                "the storage version `v1` does not have `spec.offset`, so the server drops it",
            ],
            Some("\"example.com/v1\" {\"size\":1}"),
        );
    }
}
