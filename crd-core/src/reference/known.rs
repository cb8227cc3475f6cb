//! Types of Kubernetes itself, recognized by the names of their fields.

use super::KnownType;
use crate::model::structural::Structural;

/// The address of Kubernetes' own reference.
const REFERENCE: &str = "https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#";

/// Types: the name, the end of the address, the fields that are always present, and all possible fields.
const TYPES: &[(&str, &str, &[&str], &[&str])] = &[
    (
        "LabelSelector",
        "labelselector-v1-meta",
        &["matchExpressions", "matchLabels"],
        &[],
    ),
    (
        "LabelSelectorRequirement",
        "labelselectorrequirement-v1-meta",
        &["key", "operator", "values"],
        &[],
    ),
    (
        "Condition",
        "condition-v1-meta",
        &["lastTransitionTime", "message", "reason", "status", "type"],
        &["observedGeneration"],
    ),
    (
        "ResourceRequirements",
        "resourcerequirements-v1-core",
        &["limits", "requests"],
        &["claims"],
    ),
    (
        "Affinity",
        "affinity-v1-core",
        &["nodeAffinity", "podAffinity", "podAntiAffinity"],
        &[],
    ),
    (
        "Toleration",
        "toleration-v1-core",
        &["effect", "key", "operator", "tolerationSeconds", "value"],
        &[],
    ),
    ("EnvVar", "envvar-v1-core", &["name", "value", "valueFrom"], &[]),
    (
        "EnvFromSource",
        "envfromsource-v1-core",
        &["configMapRef", "prefix", "secretRef"],
        &[],
    ),
    (
        "SecretKeySelector",
        "secretkeyselector-v1-core",
        &["key", "name", "optional"],
        &[],
    ),
    (
        "VolumeMount",
        "volumemount-v1-core",
        &["mountPath", "name", "readOnly", "subPath"],
        &["mountPropagation", "recursiveReadOnly", "subPathExpr"],
    ),
    (
        "PodTemplateSpec",
        "podtemplatespec-v1-core",
        &["metadata", "spec"],
        &[],
    ),
    (
        "SecurityContext",
        "securitycontext-v1-core",
        &["allowPrivilegeEscalation", "capabilities", "privileged"],
        &[
            "appArmorProfile",
            "procMount",
            "readOnlyRootFilesystem",
            "runAsGroup",
            "runAsNonRoot",
            "runAsUser",
            "seLinuxOptions",
            "seccompProfile",
            "windowsOptions",
        ],
    ),
    (
        "PodSecurityContext",
        "podsecuritycontext-v1-core",
        &["fsGroup", "runAsUser", "supplementalGroups"],
        &[
            "appArmorProfile",
            "fsGroupChangePolicy",
            "runAsGroup",
            "runAsNonRoot",
            "seLinuxChangePolicy",
            "seLinuxOptions",
            "seccompProfile",
            "supplementalGroupsPolicy",
            "sysctls",
            "windowsOptions",
        ],
    ),
    (
        "TopologySpreadConstraint",
        "topologyspreadconstraint-v1-core",
        &["maxSkew", "topologyKey", "whenUnsatisfiable"],
        &[
            "labelSelector",
            "matchLabelKeys",
            "minDomains",
            "nodeAffinityPolicy",
            "nodeTaintsPolicy",
        ],
    ),
    (
        "Probe",
        "probe-v1-core",
        &[
            "exec",
            "failureThreshold",
            "httpGet",
            "periodSeconds",
            "tcpSocket",
        ],
        &[
            "grpc",
            "initialDelaySeconds",
            "successThreshold",
            "terminationGracePeriodSeconds",
            "timeoutSeconds",
        ],
    ),
    (
        "ObjectReference",
        "objectreference-v1-core",
        &[
            "apiVersion",
            "fieldPath",
            "kind",
            "name",
            "namespace",
            "resourceVersion",
            "uid",
        ],
        &[],
    ),
];

/// The characteristic fields of types with many fields.
const LARGE: &[(&str, &str, &[&str])] = &[
    (
        "PodSpec",
        "podspec-v1-core",
        &[
            "containers",
            "initContainers",
            "nodeSelector",
            "restartPolicy",
            "tolerations",
            "volumes",
        ],
    ),
    (
        "Container",
        "container-v1-core",
        &["args", "command", "env", "image", "livenessProbe", "volumeMounts"],
    ),
    (
        "Volume",
        "volume-v1-core",
        &[
            "configMap",
            "emptyDir",
            "hostPath",
            "persistentVolumeClaim",
            "projected",
            "secret",
        ],
    ),
    (
        "PersistentVolumeClaimSpec",
        "persistentvolumeclaimspec-v1-core",
        &["accessModes", "resources", "storageClassName", "volumeMode"],
    ),
];

/// Returns the type of the metadata of objects.
pub(super) fn object_meta() -> KnownType {
    KnownType {
        name: "ObjectMeta".to_owned(),
        url: format!("{REFERENCE}objectmeta-v1-meta"),
    }
}

/// Returns the Kubernetes type that a node has.
pub(super) fn known_type(node: &Structural) -> Option<KnownType> {
    let has = |name: &&str| node.property(name).is_some();
    let mut small = TYPES.iter().filter(|(_, _, needed, others)| {
        needed.iter().all(has)
            && node
                .properties()
                .all(|(name, _)| needed.contains(&name) || others.contains(&name))
    });
    let mut large = LARGE.iter().filter(|(_, _, needed)| needed.iter().all(has));
    let found = small.next().map(|(name, end, ..)| (name, end));
    let (name, end) = found.or_else(|| large.next().map(|(name, end, _)| (name, end)))?;
    Some(KnownType {
        name: (*name).to_owned(),
        url: format!("{REFERENCE}{end}"),
    })
}
