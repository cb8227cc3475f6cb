//! The `HorizontalPodAutoscaler` of Kubernetes, from `v1` to `v2`, without the status of metrics.
//!
//! | from | change |
//! |---|---|
//! | `v1` | the annotation `…/metrics` became `metrics`, and `…/behavior` became `behavior`; `targetCPUUtilizationPercentage` became one of the metrics |
//! | `v2beta1` | targets of metrics became `target`, in which `type` says which of the values is given; names and selectors of metrics went to `metric` |

/// Types that several versions share.
pub mod shared {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Reference {
        pub kind: String,
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub api_version: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase")]
    pub struct Behavior {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scale_up: Option<Rules>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scale_down: Option<Rules>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Rules {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stabilization_window_seconds: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub select_policy: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub policies: Option<Vec<Policy>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Policy {
        pub r#type: String,
        pub value: i32,
        pub period_seconds: i32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Selector {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub match_labels: Option<std::collections::BTreeMap<String, String>>,
    }
}

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};
    use serde_json::{Map, Value};

    use super::shared::{Behavior, Reference};
    use super::v2beta1::{self, Metric};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "autoscaling.example.com",
        version = "v1",
        kind = "HorizontalPodAutoscaler",
        namespaced,
        storage = false
    )]
    #[crd(next = v2beta1::HorizontalPodAutoscalerSpec)]
    #[crd(moved(annotation = "autoscaling.alpha.kubernetes.io/behavior", to = "behavior", up = behavior, down = text))]
    #[serde(rename_all = "camelCase")]
    pub struct HorizontalPodAutoscalerSpec {
        pub scale_target_ref: Reference,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub min_replicas: Option<i32>,
        pub max_replicas: i32,
        #[crd(next(rename = "metrics", up = of_percentage, down = percentage, lossy))]
        #[serde(
            rename = "targetCPUUtilizationPercentage",
            skip_serializing_if = "Option::is_none"
        )]
        pub target_cpu: Option<i32>,
    }

    fn of_percentage(percentage: i32) -> Vec<Metric> {
        vec![Metric::cpu(percentage)]
    }

    fn percentage(metrics: Vec<Metric>) -> Option<i32> {
        metrics.iter().find_map(Metric::percentage)
    }

    /// The annotation has the names of the Go struct: `ScaleUp`.
    fn behavior(text: String) -> Option<Behavior> {
        let value = renamed(serde_json::from_str(&text).ok()?, char::to_lowercase);
        serde_json::from_value(value).ok()
    }

    fn text(behavior: Behavior) -> Option<String> {
        let value = renamed(serde_json::to_value(behavior).ok()?, char::to_uppercase);
        Some(value.to_string())
    }

    /// Returns a value in which each name begins with another letter.
    fn renamed<I: Iterator<Item = char>>(value: Value, first: fn(char) -> I) -> Value {
        match value {
            Value::Object(members) => {
                let members = members.into_iter().filter(|(_, value)| !value.is_null());
                let rename = |name: String| {
                    let mut rest = name.chars();
                    rest.next()
                        .into_iter()
                        .flat_map(first)
                        .chain(rest.clone())
                        .collect::<String>()
                };
                Value::Object(
                    members
                        .map(|(name, value)| (rename(name), renamed(value, first)))
                        .collect::<Map<_, _>>(),
                )
            }
            Value::Array(elements) => elements.into_iter().map(|value| renamed(value, first)).collect(),
            other => other,
        }
    }
}

pub mod v2beta1 {
    use crd_core::types::Quantity;
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Behavior, Reference, Selector};
    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "autoscaling.example.com",
        version = "v2beta1",
        kind = "HorizontalPodAutoscaler",
        namespaced,
        storage = false
    )]
    #[crd(next = v2::HorizontalPodAutoscalerSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct HorizontalPodAutoscalerSpec {
        pub scale_target_ref: Reference,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub min_replicas: Option<i32>,
        pub max_replicas: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub metrics: Option<Vec<Metric>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub behavior: Option<Behavior>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Metric)]
    #[serde(rename_all = "camelCase")]
    pub struct Metric {
        pub r#type: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub object: Option<ObjectMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pods: Option<PodsMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub resource: Option<ResourceMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub external: Option<ExternalMetric>,
    }

    impl Metric {
        pub fn cpu(percentage: i32) -> Metric {
            Metric {
                r#type: "Resource".to_owned(),
                object: None,
                pods: None,
                resource: Some(ResourceMetric {
                    name: "cpu".to_owned(),
                    target_average_utilization: Some(percentage),
                    target_average_value: None,
                }),
                external: None,
            }
        }

        pub fn percentage(&self) -> Option<i32> {
            let resource = self.resource.as_ref().filter(|_| self.r#type == "Resource")?;
            resource
                .target_average_utilization
                .filter(|_| resource.name == "cpu")
        }
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::ObjectMetric)]
    #[crd(when(
        to = "target.type",
        case("AverageValue", "averageValue", to = "target.averageValue"),
        case("Value", "targetValue", to = "target.value")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct ObjectMetric {
        #[crd(next(rename = "describedObject"))]
        pub target: Reference,
        #[crd(next(path = "metric.name"))]
        pub metric_name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_value: Option<Quantity>,
        #[crd(next(path = "metric.selector"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selector: Option<Selector>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub average_value: Option<Quantity>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::PodsMetric)]
    #[crd(when(
        to = "target.type",
        case("AverageValue", "targetAverageValue", to = "target.averageValue")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct PodsMetric {
        #[crd(next(path = "metric.name"))]
        pub metric_name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_average_value: Option<Quantity>,
        #[crd(next(path = "metric.selector"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selector: Option<Selector>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::ResourceMetric)]
    #[crd(when(
        to = "target.type",
        case("Utilization", "targetAverageUtilization", to = "target.averageUtilization"),
        case("AverageValue", "targetAverageValue", to = "target.averageValue")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceMetric {
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_average_utilization: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_average_value: Option<Quantity>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::ExternalMetric)]
    #[crd(when(
        to = "target.type",
        case("Value", "targetValue", to = "target.value"),
        case("AverageValue", "targetAverageValue", to = "target.averageValue")
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct ExternalMetric {
        #[crd(next(path = "metric.name"))]
        pub metric_name: String,
        #[crd(next(path = "metric.selector"))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub metric_selector: Option<Selector>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_value: Option<Quantity>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target_average_value: Option<Quantity>,
    }
}

pub mod v2 {
    use crd_core::types::Quantity;
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Behavior, Reference, Selector};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "autoscaling.example.com",
        version = "v2",
        kind = "HorizontalPodAutoscaler",
        namespaced
    )]
    #[crd(conversion(service = "webhook", namespace = "autoscaling", path = "/convert"))]
    #[serde(rename_all = "camelCase")]
    pub struct HorizontalPodAutoscalerSpec {
        pub scale_target_ref: Reference,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub min_replicas: Option<i32>,
        pub max_replicas: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub metrics: Option<Vec<Metric>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub behavior: Option<Behavior>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Metric {
        pub r#type: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub object: Option<ObjectMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pods: Option<PodsMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub resource: Option<ResourceMetric>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub external: Option<ExternalMetric>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct ObjectMetric {
        pub described_object: Reference,
        pub metric: Identifier,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct PodsMetric {
        pub metric: Identifier,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct ResourceMetric {
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct ExternalMetric {
        pub metric: Identifier,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub target: Option<Target>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Identifier {
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selector: Option<Selector>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Target {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub r#type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub value: Option<Quantity>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub average_value: Option<Quantity>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub average_utilization: Option<i32>,
    }
}
