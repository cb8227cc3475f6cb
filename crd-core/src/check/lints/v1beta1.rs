//! CRDs in a version of the API that servers no longer serve.

use crate::check::{Diagnostic, codes};
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// The API version of CRDs that servers from 1.22 on do not serve.
const V1BETA1: &str = "apiextensions.k8s.io/v1beta1";

/// kubectl's error if the server does not serve it.
pub(in crate::check) const ANSWER: &str =
    "no matches for kind \"CustomResourceDefinition\" in version \"apiextensions.k8s.io/v1beta1\"";

/// Whether a CRD in `v1beta1` is otherwise one in `v1`: each version has its schema, and none is outside of them.
pub(in crate::check) fn is_v1(document: &Node) -> bool {
    let Some(spec) = document.get("spec") else {
        return false;
    };
    let versions = spec.get("versions").map_or(&[][..], Node::elements);
    let is_outside = ["validation", "subresources", "additionalPrinterColumns"]
        .iter()
        .any(|name| spec.get(name).is_some());
    !is_outside && !versions.is_empty() && versions.iter().all(|version| version.get("schema").is_some())
}

/// Reports a document in `v1beta1`.
pub(in crate::check) fn check(document: &Node) -> Option<Diagnostic> {
    let version = document.get("apiVersion")?;
    if version.as_str() != Some(V1BETA1) {
        return None;
    }
    let message = "only Kubernetes up to 1.21 serves `v1beta1` CRDs";
    let diagnostic = Diagnostic::new(codes::V1BETA1, message, version.span)
        .with_field(FieldPath::default().child("apiVersion"))
        .with_label("no longer served")
        .with_help(if is_v1(document) {
            "write `apiextensions.k8s.io/v1`"
        } else {
            "write `apiextensions.k8s.io/v1`, and move `validation`, `subresources` and \
             `additionalPrinterColumns` to each version"
        });
    Some(diagnostic)
}
