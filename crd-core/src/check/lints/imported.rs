//! Types of Kubernetes inside of schemas, recognized by their characteristic members. Conventions are not checked on them, since
//! the author of a CRD does not choose how they are written.

use crate::model::schema::JsonSchemaProps;

/// Members that identify a type of Kubernetes.
const TYPES: &[&[&str]] = &[
    // core/v1: PodSpec, PodTemplateSpec's spec, Container
    &["containers", "initContainers", "volumes"],
    &["image", "imagePullPolicy", "terminationMessagePath"],
    // Volume, VolumeMount, VolumeSource, PersistentVolumeClaimSpec
    &["configMap", "emptyDir", "hostPath"],
    &["mountPath", "subPathExpr"],
    &["accessModes", "storageClassName", "volumeMode"],
    // Affinity, NodeSelectorTerm, TopologySpreadConstraint, Toleration
    &["nodeAffinity", "podAffinity", "podAntiAffinity"],
    &[
        "preferredDuringSchedulingIgnoredDuringExecution",
        "requiredDuringSchedulingIgnoredDuringExecution",
    ],
    &["maxSkew", "topologyKey", "whenUnsatisfiable"],
    &["effect", "operator", "tolerationSeconds"],
    // EnvVar, EnvFromSource, EnvVarSource
    &["name", "value", "valueFrom"],
    &["configMapRef", "prefix", "secretRef"],
    &["configMapKeyRef", "fieldRef", "secretKeyRef"],
    // Probe, Lifecycle, SecurityContext, PodSecurityContext, ResourceRequirements
    &["exec", "httpGet", "tcpSocket"],
    &["postStart", "preStop"],
    &[
        "allowPrivilegeEscalation",
        "readOnlyRootFilesystem",
        "runAsNonRoot",
    ],
    &["fsGroup", "runAsNonRoot", "supplementalGroups"],
    &["limits", "requests"],
    // SecretKeySelector and ConfigMapKeySelector, ObjectReference, LocalObjectReference's relatives
    &["key", "name", "optional"],
    &["apiVersion", "fieldPath", "kind", "resourceVersion", "uid"],
    &["apiGroup", "kind", "name"],
    // ServiceSpec, IngressSpec, LoadBalancerStatus
    &["clusterIP", "externalTrafficPolicy", "sessionAffinity"],
    // meta/v1: LabelSelector, Condition, OwnerReference, ObjectMeta
    &["matchExpressions", "matchLabels"],
    &[
        "lastTransitionTime",
        "message",
        "observedGeneration",
        "reason",
        "status",
        "type",
    ],
    &["blockOwnerDeletion", "controller", "uid"],
    // apiextensions/v1: JSONSchemaProps
    &["additionalItems", "additionalProperties", "patternProperties"],
];

/// Whether a schema is that of a type of Kubernetes.
pub(super) fn is_imported(schema: &JsonSchemaProps) -> bool {
    let Some(properties) = schema.properties.as_ref() else {
        return false;
    };
    let mut known = TYPES.iter().filter(|members| members.len() <= properties.len());
    known.any(|members| members.iter().all(|member| properties.contains_key(member)))
}
