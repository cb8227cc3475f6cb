//! Karpenter's `NodePool`, from `v1beta1` to `v1`.
//!
//! `kubelet` became an annotation; `nodeClassRef` lost the version of its `apiVersion`; `expireAfter` moved to the template;
//! `WhenUnderutilized` has another name; `resources` was removed; reasons of budgets and a grace period were added.

/// Types that both versions share.
pub mod shared {
    use std::collections::BTreeMap;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct TemplateMeta {
        pub labels: Option<BTreeMap<String, String>>,
        pub annotations: Option<BTreeMap<String, String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Taint {
        pub key: String,
        pub value: Option<String>,
        pub effect: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Requirement {
        pub key: String,
        pub operator: String,
        pub values: Option<Vec<String>>,
        #[crd(minimum = 1, maximum = 50)]
        pub min_values: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct NodePoolStatus {
        pub resources: Option<BTreeMap<String, crd_core::types::Quantity>>,
    }
}

pub mod v1beta1 {
    use std::collections::BTreeMap;

    use crd_core::types::Quantity;
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{NodePoolStatus, Requirement, Taint, TemplateMeta};
    use super::v1;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "karpenter.sh", version = "v1beta1", kind = "NodePool", status = NodePoolStatus, storage = false)]
    #[crd(next = v1::NodePoolSpec)]
    #[crd(moved(
        "template.spec.kubelet",
        annotation = "compatibility.karpenter.sh/v1beta1-kubelet-conversion"
    ))]
    #[crd(moved("disruption.expireAfter", to = "template.spec.expireAfter"))]
    #[serde(rename_all = "camelCase")]
    pub struct NodePoolSpec {
        pub template: Template,
        pub disruption: Option<Disruption>,
        pub limits: Option<BTreeMap<String, Quantity>>,
        #[crd(minimum = 1, maximum = 100)]
        pub weight: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1::Template)]
    pub struct Template {
        pub metadata: Option<TemplateMeta>,
        pub spec: TemplateSpec,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1::TemplateSpec, added("terminationGracePeriod", "expireAfter"))]
    #[serde(rename_all = "camelCase")]
    pub struct TemplateSpec {
        pub taints: Option<Vec<Taint>>,
        pub startup_taints: Option<Vec<Taint>>,
        pub requirements: Vec<Requirement>,
        #[crd(next(dropped))]
        pub resources: Option<Resources>,
        #[crd(next(dropped))]
        pub kubelet: Option<Kubelet>,
        #[crd(map_type = atomic, next(up = new_reference, down = old_reference, lossy))]
        pub node_class_ref: OldReference,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Resources {
        pub requests: Option<BTreeMap<String, Quantity>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Kubelet {
        #[serde(rename = "clusterDNS")]
        pub cluster_dns: Option<Vec<String>>,
        pub max_pods: Option<i32>,
        pub system_reserved: Option<BTreeMap<String, String>>,
        #[serde(rename = "cpuCFSQuota")]
        pub cpu_cfs_quota: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct OldReference {
        pub kind: Option<String>,
        pub name: String,
        pub api_version: Option<String>,
    }

    fn new_reference(old: OldReference) -> v1::NodeClassReference {
        let api_version = old.api_version.filter(|version| !version.is_empty());
        let group = api_version.map(|version| version.split('/').next().unwrap_or_default().to_owned());
        v1::NodeClassReference {
            kind: old
                .kind
                .filter(|kind| !kind.is_empty())
                .unwrap_or_else(|| "EC2NodeClass".to_owned()),
            name: old.name,
            group: group.unwrap_or_else(|| "karpenter.k8s.aws".to_owned()),
        }
    }

    fn old_reference(new: v1::NodeClassReference) -> OldReference {
        OldReference {
            kind: Some(new.kind),
            name: new.name,
            api_version: Some(format!("{}/v1beta1", new.group)),
        }
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1::Disruption)]
    #[serde(rename_all = "camelCase")]
    pub struct Disruption {
        #[crd(pattern = "^(([0-9]+(s|m|h))+|Never)$")]
        pub consolidate_after: Option<String>,
        pub consolidation_policy: Option<Policy>,
        #[crd(next(dropped))]
        #[crd(pattern = "^(([0-9]+(s|m|h))+|Never)$")]
        pub expire_after: Option<String>,
        pub budgets: Option<Vec<Budget>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1::Policy)]
    pub enum Policy {
        WhenEmpty,
        #[crd(next(rename = "WhenEmptyOrUnderutilized"))]
        WhenUnderutilized,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1::Budget, added("reasons"))]
    pub struct Budget {
        pub nodes: String,
        pub schedule: Option<String>,
        pub duration: Option<crd_core::types::Duration>,
    }
}

pub mod v1 {
    use std::collections::BTreeMap;

    use crd_core::types::{Duration, Quantity};
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{NodePoolStatus, Requirement, Taint, TemplateMeta};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "karpenter.sh", version = "v1", kind = "NodePool", status = NodePoolStatus)]
    #[crd(conversion(service = "karpenter", namespace = "karpenter", path = "/convert"))]
    #[serde(rename_all = "camelCase")]
    pub struct NodePoolSpec {
        pub template: Template,
        pub disruption: Option<Disruption>,
        pub limits: Option<BTreeMap<String, Quantity>>,
        #[crd(minimum = 1, maximum = 100)]
        pub weight: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Template {
        pub metadata: Option<TemplateMeta>,
        pub spec: TemplateSpec,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct TemplateSpec {
        pub taints: Option<Vec<Taint>>,
        pub startup_taints: Option<Vec<Taint>>,
        pub requirements: Vec<Requirement>,
        #[crd(map_type = atomic)]
        pub node_class_ref: NodeClassReference,
        pub termination_grace_period: Option<Duration>,
        #[crd(pattern = "^(([0-9]+(s|m|h))+|Never)$")]
        pub expire_after: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct NodeClassReference {
        pub kind: String,
        pub name: String,
        pub group: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Disruption {
        #[crd(default = "0s", pattern = "^(([0-9]+(s|m|h))+|Never)$")]
        pub consolidate_after: String,
        pub consolidation_policy: Option<Policy>,
        pub budgets: Option<Vec<Budget>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Policy {
        WhenEmpty,
        WhenEmptyOrUnderutilized,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Budget {
        pub reasons: Option<Vec<Reason>>,
        pub nodes: String,
        pub schedule: Option<String>,
        pub duration: Option<Duration>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Reason {
        Underutilized,
        Empty,
        Drifted,
    }
}
