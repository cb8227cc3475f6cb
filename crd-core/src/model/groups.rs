//! The API groups that Kubernetes itself serves.

/// Groups whose kinds kube-apiserver serves without a CRD, in order. Names below `k8s.io` are reserved for the project, but
/// many of its CRDs are there, so the groups are listed.
const GROUPS: [&str; 24] = [
    "",
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "apps",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "extensions",
    "flowcontrol.apiserver.k8s.io",
    "internal.apiserver.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
];

/// Whether Kubernetes itself serves the kinds of a group.
pub(crate) fn is_builtin_group(group: &str) -> bool {
    GROUPS.binary_search(&group).is_ok()
}
