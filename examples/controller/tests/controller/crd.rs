//! Tests of the example's CRD: kube's trait returns the same CRD as crd-gen, the server accepts it, and the file is not stale.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use controller_example::api::Cache;
use kube::core::object::{HasSpec, HasStatus};
use kube::{CustomResourceExt, Resource};
use serde_json::{Value, json};

/// Normalizes numbers: k8s-openapi writes integers of `minimum` and `maximum` as floats.
fn plain(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(plain).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(name, value)| (name, plain(value)))
            .collect(),
        #[expect(clippy::cast_possible_truncation, reason = "a whole number")]
        Value::Number(number) if number.as_f64().is_some_and(|float| float.fract() == 0.0) => {
            json!(number.as_f64().unwrap() as i64)
        }
        other => other,
    }
}

#[test]
fn kube_gives_the_same_crd() {
    let ours = <Cache as crd_core::CustomResource>::crd().unwrap();
    let kubes = <Cache as CustomResourceExt>::crd();
    assert_eq!(
        plain(serde_json::to_value(kubes).unwrap()),
        plain(serde_json::to_value(ours).unwrap())
    );
}

#[test]
fn kube_knows_the_names() {
    assert_eq!(Cache::crd_name(), "caches.cache.example.com");
    assert_eq!(Cache::shortnames(), ["ca"]);
    let resource = Cache::api_resource();
    assert_eq!(
        (resource.api_version.as_str(), resource.plural.as_str()),
        ("cache.example.com/v1", "caches")
    );
    assert_eq!(
        Cache::url_path(&(), Some("shop")),
        "/apis/cache.example.com/v1/namespaces/shop/caches"
    );
    has_parts::<Cache>();
}

fn has_parts<T: HasSpec + HasStatus>() {}

#[test]
fn the_manifest_is_up_to_date() {
    crd_core::assert_crd!(Cache, "crds/cache.example.com_caches.yaml");
}

mod elsewhere {
    pub(crate) use k8s_openapi as openapi;
    pub(crate) use kube as client;
}

/// Cluster-scoped, without a status, with the crates elsewhere, as kube's derive takes them.
#[derive(
    crd_core::CustomResource, crd_core::Schema, serde::Serialize, serde::Deserialize, Clone, Debug, Default,
)]
#[crd(
    group = "cache.example.com",
    version = "v1",
    kind = "CacheClass",
    plural = "cacheclasses",
    kube
)]
#[crd(derive = "Default")]
#[crd(crates(
    kube_core = "crate::crd::elsewhere::client::core",
    k8s_openapi = "crate::crd::elsewhere::openapi"
))]
struct CacheClassSpec {
    megabytes: u32,
}

#[test]
fn crates_may_be_elsewhere() {
    let mut class = CacheClass::new("small", CacheClassSpec { megabytes: 1 });
    class.spec_mut().megabytes += 1;
    assert_eq!(class.spec().megabytes, 2);
    class.meta_mut().generation = Some(1);
    assert_eq!(
        CacheClass::url_path(&(), None),
        "/apis/cache.example.com/v1/cacheclasses"
    );
    assert_eq!(<CacheClass as CustomResourceExt>::crd().spec.scope, "Cluster");
    assert_eq!(CacheClass::shortnames(), [""; 0]);
    assert_eq!(CacheClass::default().spec.megabytes, 0);
}
