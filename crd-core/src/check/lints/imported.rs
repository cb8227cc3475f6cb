//! Types of Kubernetes inside of schemas, recognized by their characteristic members. Conventions are not checked on them, since
//! the author of a CRD does not choose how they are written.
//!
//! An object that has the members of such a type and others beside them, such as a `spec` into which Go inlines a `PodSpec`, is not
//! imported itself; only these members are.

use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;

/// A type of Kubernetes.
pub(super) struct ImportedType {
    /// Members that identify it, the rarest one first.
    identifying: &'static [&'static str],
    /// Its other members.
    others: &'static [&'static str],
}

const TYPES: &[ImportedType] = &[
    // core/v1: PodSpec, Container
    of(
        &["containers", "initContainers", "volumes"],
        &[
            "activeDeadlineSeconds",
            "affinity",
            "automountServiceAccountToken",
            "dnsConfig",
            "dnsPolicy",
            "enableServiceLinks",
            "ephemeralContainers",
            "hostAliases",
            "hostIPC",
            "hostNetwork",
            "hostPID",
            "hostUsers",
            "hostname",
            "hostnameOverride",
            "imagePullSecrets",
            "nodeName",
            "nodeSelector",
            "os",
            "overhead",
            "preemptionPolicy",
            "priority",
            "priorityClassName",
            "readinessGates",
            "resourceClaims",
            "resources",
            "restartPolicy",
            "runtimeClassName",
            "schedulerName",
            "schedulingGates",
            "securityContext",
            "serviceAccount",
            "serviceAccountName",
            "setHostnameAsFQDN",
            "shareProcessNamespace",
            "subdomain",
            "terminationGracePeriodSeconds",
            "tolerations",
            "topologySpreadConstraints",
            "workloadRef",
        ],
    ),
    of(
        &["terminationMessagePath", "image", "imagePullPolicy"],
        &[
            "args",
            "command",
            "env",
            "envFrom",
            "lifecycle",
            "livenessProbe",
            "name",
            "ports",
            "readinessProbe",
            "resizePolicy",
            "resources",
            "restartPolicy",
            "restartPolicyRules",
            "securityContext",
            "startupProbe",
            "stdin",
            "stdinOnce",
            "targetContainerName",
            "terminationMessagePolicy",
            "tty",
            "volumeDevices",
            "volumeMounts",
            "workingDir",
        ],
    ),
    // Volume, VolumeMount, PersistentVolumeClaimSpec
    of(
        &["hostPath", "configMap", "emptyDir"],
        &[
            "awsElasticBlockStore",
            "azureDisk",
            "azureFile",
            "cephfs",
            "cinder",
            "csi",
            "downwardAPI",
            "ephemeral",
            "fc",
            "flexVolume",
            "flocker",
            "gcePersistentDisk",
            "gitRepo",
            "glusterfs",
            "image",
            "iscsi",
            "name",
            "nfs",
            "persistentVolumeClaim",
            "photonPersistentDisk",
            "portworxVolume",
            "projected",
            "quobyte",
            "rbd",
            "scaleIO",
            "secret",
            "storageos",
            "vsphereVolume",
        ],
    ),
    of(
        &["subPathExpr", "mountPath"],
        &[
            "mountPropagation",
            "name",
            "readOnly",
            "recursiveReadOnly",
            "subPath",
        ],
    ),
    of(
        &["volumeMode", "accessModes", "storageClassName"],
        &[
            "dataSource",
            "dataSourceRef",
            "resources",
            "selector",
            "volumeAttributesClassName",
            "volumeName",
        ],
    ),
    // Affinity and its parts, TopologySpreadConstraint, Toleration
    of(&["podAffinity", "nodeAffinity", "podAntiAffinity"], &[]),
    of(
        &[
            "preferredDuringSchedulingIgnoredDuringExecution",
            "requiredDuringSchedulingIgnoredDuringExecution",
        ],
        &[],
    ),
    of(
        &["maxSkew", "topologyKey", "whenUnsatisfiable"],
        &[
            "labelSelector",
            "matchLabelKeys",
            "minDomains",
            "nodeAffinityPolicy",
            "nodeTaintsPolicy",
        ],
    ),
    of(&["tolerationSeconds", "effect", "operator"], &["key", "value"]),
    // EnvVar, EnvFromSource, EnvVarSource
    of(&["valueFrom", "name", "value"], &[]),
    of(&["configMapRef", "prefix", "secretRef"], &[]),
    of(
        &["fieldRef", "configMapKeyRef", "secretKeyRef"],
        &["fileKeyRef", "resourceFieldRef"],
    ),
    // Probe, Lifecycle, SecurityContext, PodSecurityContext, ResourceRequirements
    of(
        &["httpGet", "exec", "tcpSocket"],
        &[
            "failureThreshold",
            "grpc",
            "initialDelaySeconds",
            "periodSeconds",
            "sleep",
            "successThreshold",
            "terminationGracePeriodSeconds",
            "timeoutSeconds",
        ],
    ),
    of(&["postStart", "preStop"], &["stopSignal"]),
    of(
        &[
            "allowPrivilegeEscalation",
            "readOnlyRootFilesystem",
            "runAsNonRoot",
        ],
        &[
            "appArmorProfile",
            "capabilities",
            "privileged",
            "procMount",
            "runAsGroup",
            "runAsUser",
            "seLinuxOptions",
            "seccompProfile",
            "windowsOptions",
        ],
    ),
    of(
        &["fsGroup", "runAsNonRoot", "supplementalGroups"],
        &[
            "appArmorProfile",
            "fsGroupChangePolicy",
            "runAsGroup",
            "runAsUser",
            "seLinuxChangePolicy",
            "seLinuxOptions",
            "seccompProfile",
            "supplementalGroupsPolicy",
            "sysctls",
            "windowsOptions",
        ],
    ),
    of(&["limits", "requests"], &["claims"]),
    // SecretKeySelector and ConfigMapKeySelector, ObjectReference, TypedLocalObjectReference
    of(&["optional", "key", "name"], &[]),
    of(
        &["resourceVersion", "apiVersion", "fieldPath", "kind", "uid"],
        &["name", "namespace"],
    ),
    of(&["apiGroup", "kind", "name"], &["namespace"]),
    // ServiceSpec
    of(
        &["sessionAffinity", "clusterIP", "externalTrafficPolicy"],
        &[
            "allocateLoadBalancerNodePorts",
            "clusterIPs",
            "externalIPs",
            "externalName",
            "healthCheckNodePort",
            "internalTrafficPolicy",
            "ipFamilies",
            "ipFamilyPolicy",
            "loadBalancerClass",
            "loadBalancerIP",
            "loadBalancerSourceRanges",
            "ports",
            "publishNotReadyAddresses",
            "selector",
            "sessionAffinityConfig",
            "topologyKeys",
            "trafficDistribution",
            "type",
        ],
    ),
    // PodStatus, PersistentVolumeClaimStatus, LoadBalancerIngress
    of(
        &["qosClass", "hostIP", "podIP"],
        &[
            "allocatedResources",
            "conditions",
            "containerStatuses",
            "ephemeralContainerStatuses",
            "extendedResourceClaimStatus",
            "hostIPs",
            "initContainerStatuses",
            "message",
            "nominatedNodeName",
            "observedGeneration",
            "phase",
            "podIPs",
            "reason",
            "resize",
            "resourceClaimStatuses",
            "resources",
            "startTime",
        ],
    ),
    of(
        &["accessModes", "capacity", "phase"],
        &[
            "allocatedResourceStatuses",
            "allocatedResources",
            "conditions",
            "currentVolumeAttributesClassName",
            "modifyVolumeStatus",
            "resizeStatus",
        ],
    ),
    of(&["hostname", "ip", "ports"], &["ipMode"]),
    // apps/v1: DaemonSetStatus
    of(
        &[
            "numberMisscheduled",
            "currentNumberScheduled",
            "desiredNumberScheduled",
        ],
        &[
            "collisionCount",
            "conditions",
            "numberAvailable",
            "numberReady",
            "numberUnavailable",
            "observedGeneration",
            "updatedNumberScheduled",
        ],
    ),
    // networking.k8s.io/v1: NetworkPolicyPeer, NetworkPolicyPort
    of(&["ipBlock", "namespaceSelector", "podSelector"], &[]),
    of(&["endPort", "port", "protocol"], &[]),
    // autoscaling/v2: MetricSpec, HPAScalingRules
    of(
        &["containerResource", "external", "pods"],
        &["object", "resource", "type"],
    ),
    of(
        &["stabilizationWindowSeconds", "policies", "selectPolicy"],
        &["tolerance"],
    ),
    // meta/v1: LabelSelector, Condition, OwnerReference, ObjectMeta
    of(&["matchLabels", "matchExpressions"], &[]),
    of(
        &[
            "reason",
            "lastTransitionTime",
            "message",
            "observedGeneration",
            "status",
            "type",
        ],
        &[],
    ),
    of(
        &["blockOwnerDeletion", "controller", "uid"],
        &["apiVersion", "kind", "name"],
    ),
    of(
        &["ownerReferences", "finalizers"],
        &[
            "annotations",
            "clusterName",
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generateName",
            "generation",
            "labels",
            "managedFields",
            "name",
            "namespace",
            "resourceVersion",
            "selfLink",
            "uid",
        ],
    ),
    // apiextensions/v1: JSONSchemaProps, which has others that begin with `x-kubernetes-`
    of(
        &["additionalItems", "additionalProperties", "patternProperties"],
        &[
            "$ref",
            "$schema",
            "allOf",
            "anyOf",
            "default",
            "definitions",
            "dependencies",
            "description",
            "enum",
            "example",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "externalDocs",
            "format",
            "id",
            "items",
            "maxItems",
            "maxLength",
            "maxProperties",
            "maximum",
            "minItems",
            "minLength",
            "minProperties",
            "minimum",
            "multipleOf",
            "not",
            "nullable",
            "oneOf",
            "pattern",
            "properties",
            "required",
            "title",
            "type",
            "uniqueItems",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations",
        ],
    ),
];

const fn of(identifying: &'static [&'static str], others: &'static [&'static str]) -> ImportedType {
    ImportedType { identifying, others }
}

/// For each first letter of the names that identify types, the lengths of these names, a bit for each.
const IDENTIFYING_LENGTHS: [u64; 32] = {
    let mut lengths = [0; 32];
    let mut index = 0;
    while index < TYPES.len() {
        let name = TYPES[index].identifying[0].as_bytes();
        lengths[(name[0] & 31) as usize] |= 1 << name.len();
        index += 1;
    }
    lengths
};

/// Whether a name may be the first of those that identify a type, by its first letter and its length.
fn may_identify(name: &str) -> bool {
    let [first, ..] = name.as_bytes() else {
        return false;
    };
    name.len() < 64 && IDENTIFYING_LENGTHS[usize::from(first & 31)] >> name.len() & 1 != 0
}

impl ImportedType {
    /// Returns the type whose members an object has, with or without others.
    fn of(schema: &JsonSchemaProps) -> Option<&'static Self> {
        let properties = schema.properties.as_ref()?;
        let mut least = None;
        for name in properties.keys() {
            // Most objects have none of the members that identify a type.
            if may_identify(name) {
                let place = TYPES.iter().position(|known| match known.identifying {
                    [first, others @ ..] => {
                        *first == name && others.iter().all(|member| properties.contains_key(member))
                    }
                    [] => false,
                });
                least = least.into_iter().chain(place).min();
            }
        }
        TYPES.get(least?)
    }

    fn has(&self, name: &str) -> bool {
        self.identifying.contains(&name) || self.others.contains(&name)
    }

    /// Whether an object has no members beside those of the type.
    fn is_all_of(&self, schema: &JsonSchemaProps) -> bool {
        let mut names = schema.properties.iter().flat_map(Map::keys);
        names.all(|name| self.has(name))
    }
}

/// How much of a schema is a type of Kubernetes.
#[derive(Clone, Copy)]
pub(super) enum ImportedPart {
    None,
    /// The members of the type, among others.
    Members(&'static ImportedType),
    All,
}

impl ImportedPart {
    pub(super) fn of(schema: &JsonSchemaProps) -> Self {
        match ImportedType::of(schema) {
            None => Self::None,
            Some(known) if known.is_all_of(schema) => Self::All,
            Some(known) => Self::Members(known),
        }
    }

    pub(super) fn is_all(self) -> bool {
        matches!(self, Self::All)
    }

    /// Whether a member is one of the type.
    pub(super) fn has(self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Members(known) => known.has(name),
            Self::All => true,
        }
    }
}
