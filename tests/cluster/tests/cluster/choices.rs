//! Fields that a discriminator chooses, elements of lists, annotations and labels, with the webhook and a real API server.

#![expect(clippy::unwrap_used, reason = "a test may stop")]
#![allow(unreachable_pub, reason = "as a library has it")]

use crd_core::convert::Reviewer;
use crd_core::{CustomResource as _, generate};
use crd_gen_cluster_tests::{ApiServer, Webhook, certificates};
use crd_webhook::kube::apply;
use kube::Client;
use kube::api::{Api, ApiResource, DynamicObject, PostParams};
use serde_json::{Value, json};

use crate::guide::{convert_at, merge, options, patiently, tls};

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "choices.example.com", version = "v1", kind = "Source", namespaced, storage = false, next = v2::SourceSpec)]
    #[crd(when(
        "kind",
        case("Git", "location", to = "git.url"),
        case("Http", "location", to = "http")
    ))]
    #[crd(moved(annotation = "choices.example.com/owner", to = "owner"))]
    pub struct SourceSpec {
        pub kind: Option<Kind>,
        pub location: Option<String>,
        #[crd(next(path = "gates", keyed_by = "type", element = "Ready", value = "status"))]
        pub ready: Option<String>,
        #[crd(next(label = "tier"))]
        pub tier: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Kind {
        Git,
        Http,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "choices.example.com", version = "v2", kind = "Source", namespaced)]
    #[crd(conversion(service = "source", namespace = "default", path = "/convert"))]
    pub struct SourceSpec {
        pub git: Option<Git>,
        pub http: Option<String>,
        #[crd(list_type = map, list_map_keys("type"))]
        #[serde(default)]
        pub gates: Vec<Gate>,
        pub owner: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Git {
        pub url: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Gate {
        pub r#type: String,
        pub status: Option<String>,
    }
}

fn api(client: &Client, version: &str) -> Api<DynamicObject> {
    let resource = ApiResource {
        group: "choices.example.com".to_owned(),
        version: version.to_owned(),
        api_version: format!("choices.example.com/{version}"),
        kind: "Source".to_owned(),
        plural: "sources".to_owned(),
    };
    Api::namespaced_with(client.clone(), "default", &resource)
}

/// Returns the spec of an object, and a label or an annotation.
fn spec_and(object: &DynamicObject, pointer: &str) -> (Value, Value) {
    let metadata = serde_json::to_value(&object.metadata).unwrap();
    let entry = metadata.pointer(pointer).cloned().unwrap_or_default();
    (object.data["spec"].clone(), entry)
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_are_chosen_on_a_server() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let (older, newer) = (api(&client, "v1"), api(&client, "v2"));
    let made = certificates();
    let reviewer = Reviewer::builder().resource::<v1::Source>().build().unwrap();
    let hook = Webhook::start(reviewer, tls(&made));
    let crds = [v1::Source::crd().unwrap(), v2::Source::crd().unwrap()];
    let mut crd = generate::merge(crds).unwrap().remove(0);
    convert_at(&mut crd, hook.address.port());
    apply(&client, &crd, &options(&made)).await.unwrap();

    let object = json!({
        "apiVersion": "choices.example.com/v1", "kind": "Source",
        "metadata": {"name": "a", "annotations": {"choices.example.com/owner": "team"}},
        "spec": {"kind": "Git", "location": "x", "ready": "True", "tier": "gold"},
    });
    let object: DynamicObject = serde_json::from_value(object).unwrap();
    let params = PostParams::default();
    patiently(|| older.create(&params, &object)).await;
    let gates = json!([{"type": "Ready", "status": "True"}]);
    assert_eq!(
        spec_and(&newer.get("a").await.unwrap(), "/labels/tier"),
        (
            json!({"git": {"url": "x"}, "gates": gates, "owner": "team"}),
            json!("gold")
        )
    );

    // A client of the newer version chooses the other field, adds an element, and changes the label and the annotation's field.
    let change = json!({"metadata": {"labels": {"tier": "silver"}}, "spec": {
        "git": null, "http": "y", "owner": "other",
        "gates": [{"type": "Ready", "status": "True"}, {"type": "Other", "status": "False"}],
    }});
    merge(&newer, "a", &change).await.unwrap();
    assert_eq!(
        spec_and(
            &older.get("a").await.unwrap(),
            "/annotations/choices.example.com~1owner"
        ),
        (
            json!({"kind": "Http", "location": "y", "ready": "True", "tier": "silver"}),
            json!("other")
        )
    );

    // A client of the older version edits what it knows; the other element stays.
    let change = json!({"spec": {"kind": "Git", "ready": "False"}});
    merge(&older, "a", &change).await.unwrap();
    let gates = json!([{"type": "Ready", "status": "False"}, {"type": "Other", "status": "False"}]);
    assert_eq!(
        spec_and(&newer.get("a").await.unwrap(), "/labels/tier"),
        (
            json!({"git": {"url": "y"}, "gates": gates, "owner": "other"}),
            json!("silver")
        )
    );
}
