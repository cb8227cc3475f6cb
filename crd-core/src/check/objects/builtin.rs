//! The kinds that Kubernetes itself serves.

use crate::model::groups::is_builtin_group;

/// The kinds of the built-in groups, of all releases since 1.20.
const KINDS: &str = "APIService Binding CSIDriver CSINode CSIStorageCapacity CertificateSigningRequest ClusterCIDR ClusterRole \
    ClusterRoleBinding ClusterTrustBundle ComponentStatus ConfigMap ControllerRevision CronJob CustomResourceDefinition DaemonSet \
    DeleteOptions Deployment DeviceClass DeviceTaintRule EndpointSlice Endpoints Event Eviction FlowSchema HorizontalPodAutoscaler \
    IPAddress Ingress IngressClass Job Lease LeaseCandidate LimitRange LocalSubjectAccessReview MutatingAdmissionPolicy \
    MutatingAdmissionPolicyBinding MutatingWebhookConfiguration Namespace NetworkPolicy Node PersistentVolume \
    PersistentVolumeClaim Pod PodCertificateRequest PodDisruptionBudget PodGroup PodScheduling PodSchedulingContext \
    PodSecurityPolicy PodTemplate PriorityClass PriorityLevelConfiguration ReplicaSet ReplicationController ResourceClaim \
    ResourceClaimParameters ResourceClaimTemplate ResourceClass ResourceClassParameters ResourcePoolStatusRequest ResourceQuota \
    ResourceSlice Role RoleBinding RuntimeClass Scale Secret SelfSubjectAccessReview SelfSubjectReview SelfSubjectRulesReview \
    Service ServiceAccount ServiceCIDR StatefulSet StorageClass StorageVersion StorageVersionMigration SubjectAccessReview \
    TokenRequest TokenReview ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration \
    VolumeAttachment VolumeAttributesClass Workload";

/// Whether a kind, or a list of it, may be one of those that Kubernetes itself serves.
pub(super) fn is_builtin_kind(kind: &str) -> bool {
    let of_items = kind.strip_suffix("List").unwrap_or(kind);
    KINDS.split(' ').any(|known| known == kind || known == of_items)
}

/// Whether Kubernetes itself serves the kinds of a group. The group without a name has only `v1`: another `apiVersion` without a
/// slash is most likely a group whose version is missing.
pub(super) fn is_builtin(group: &str, version: &str) -> bool {
    is_builtin_group(group) && (!group.is_empty() || version == "v1")
}

/// Splits an `apiVersion` into group and version: `apps/v1` is in `apps`, `v1` in the group without a name.
pub(super) fn group_and_version(api_version: &str) -> (&str, &str) {
    api_version.rsplit_once('/').unwrap_or(("", api_version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_api_versions() {
        for (api_version, group, version, builtin) in [
            ("v1", "", "v1", true),
            ("apps/v1", "apps", "v1", true),
            ("storage.k8s.io/v1", "storage.k8s.io", "v1", true),
            (
                "gateway.networking.k8s.io/v1",
                "gateway.networking.k8s.io",
                "v1",
                false,
            ),
            ("example.com/v1", "example.com", "v1", false),
            ("example.com", "", "example.com", false),
        ] {
            assert_eq!(group_and_version(api_version), (group, version));
            assert_eq!(is_builtin(group, version), builtin, "{group}");
        }
    }

    #[test]
    fn builtin_kinds() {
        for (kind, expected) in [
            ("Service", true),
            ("ServiceList", true),
            ("CSINode", true),
            ("Services", false),
            ("Gateway", false),
            ("List", false),
            ("", false),
        ] {
            assert_eq!(is_builtin_kind(kind), expected, "{kind}");
        }
    }
}
