//! Types that `crd-gen import --kube` writes are read and written through `kube::Api`.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

#[allow(clippy::pedantic, dead_code, reason = "written by the import")]
#[rustfmt::skip]
mod widgets;

use crd_core::CustomResource as _;
use crd_gen_cluster_tests::ApiServer;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{Api, ApiResource, DynamicObject, PostParams};
use serde_json::json;
use widgets::v1::Widget;

use crate::guide::patiently;

#[tokio::test]
async fn imported_types_work_with_kube() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let crds: Api<CustomResourceDefinition> = Api::all(client.clone());
    let crd = serde_json::to_value(Widget::crd().unwrap()).unwrap();
    crds.create(&PostParams::default(), &serde_json::from_value(crd).unwrap())
        .await
        .unwrap();
    let widgets: Api<Widget> = Api::namespaced(client.clone(), "default");
    let given = json!({
        "apiVersion": "example.com/v1",
        "kind": "Widget",
        "metadata": {"name": "a"},
        "spec": {
            "replicas": 3, "mode": "*", "hint": null, "tier": "Gold", "podCIDRs": [], "parts": [{"name": "b", "size": "10%"}],
            "source": {"net": {"host": "c", "unknown": [1]}}, "anything": {"d": null}, "values": [1, null],
        },
    });
    let typed: Widget = serde_json::from_value(given.clone()).unwrap();
    let created = patiently(|| widgets.create(&PostParams::default(), &typed)).await;
    // The server has set the defaults.
    assert_eq!(created.spec.limit, Some(3));
    assert_eq!(created.spec.mode, widgets::v1::WidgetMode::Star);
    let mut changed = created.clone();
    changed.spec.replicas = 4;
    let replaced = widgets
        .replace("a", &PostParams::default(), &changed)
        .await
        .unwrap();
    assert_eq!(replaced.spec, changed.spec);
    // What another client sees is what was written, but for the defaults.
    let resource = ApiResource::erase::<Widget>(&());
    let raw: Api<DynamicObject> = Api::namespaced_with(client, "default", &resource);
    let stored = raw.get("a").await.unwrap().data;
    for (name, value) in given["spec"].as_object().unwrap() {
        let expected = if name == "replicas" { &json!(4) } else { value };
        assert_eq!(&stored["spec"][name], expected, "{name}");
    }
    // What the types refuse, the server refuses.
    changed.spec.replicas = 51;
    let refused = widgets.replace("a", &PostParams::default(), &changed).await;
    assert!(refused.unwrap_err().to_string().contains("spec.replicas"));
}
