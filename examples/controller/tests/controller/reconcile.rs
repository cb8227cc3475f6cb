//! Tests of the controller with a mocked API server.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use super::support::{Asked, run, server};
use controller_example::api::{Cache, CacheSpec, CacheStatus, Eviction};
use controller_example::controller::{self, Context, Error, error_policy, reconcile};
use futures::StreamExt as _;
use kube::api::{ListParams, PostParams};
use kube::runtime::controller::Action;
use kube::{Api, Client};
use serde_json::{Value, json};

fn cache() -> Cache {
    let mut cache = Cache::new(
        "orders",
        CacheSpec {
            megabytes: 64,
            shards: 2,
            eviction: Eviction::OlderThan { seconds: 90 },
        },
    );
    cache.metadata.namespace = Some("shop".to_owned());
    cache.metadata.uid = Some("7c".to_owned());
    cache.metadata.generation = Some(3);
    cache
}

fn context(client: Client) -> Arc<Context> {
    Arc::new(Context { client })
}

/// Responds to a patch with the sent object, as far as the types need it.
fn echo(asked: &Asked) -> (u16, Value) {
    if asked.path.contains("/status") {
        let mut answer = serde_json::to_value(cache()).unwrap();
        answer["status"] = asked.body["status"].clone();
        (200, answer)
    } else {
        (200, asked.body.clone())
    }
}

#[test]
fn a_cache_gets_its_config_map_and_its_status() {
    let (action, asked) = run(async {
        let (client, log) = server(echo);
        let action = reconcile(Arc::new(cache()), context(client)).await.unwrap();
        let asked = log.lock().unwrap().clone();
        (action, asked)
    });
    assert_eq!(action, Action::requeue(Duration::from_secs(300)));
    let [map, status] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(map.method, "PATCH");
    assert_eq!(
        map.path,
        "/api/v1/namespaces/shop/configmaps/orders?&force=true&fieldManager=cache-controller"
    );
    assert_eq!(
        map.body["data"],
        json!({"eviction": "older-than 90s", "megabytes": "64", "shards": "2"})
    );
    let owner = &map.body["metadata"]["ownerReferences"][0];
    assert_eq!(
        (&owner["apiVersion"], &owner["kind"], &owner["uid"]),
        (&json!("cache.example.com/v1"), &json!("Cache"), &json!("7c"))
    );
    assert_eq!(
        status.path,
        "/apis/cache.example.com/v1/namespaces/shop/caches/orders/status?&force=true&fieldManager=cache-controller"
    );
    assert_eq!(
        status.body,
        json!({
            "apiVersion": "cache.example.com/v1",
            "kind": "Cache",
            "status": {"ready": true, "observedGeneration": 3},
        })
    );
}

#[test]
fn a_status_that_holds_is_not_written_again() {
    let mut cache = cache();
    cache.status = Some(CacheStatus {
        ready: true,
        observed_generation: Some(3),
    });
    let asked = run(async {
        let (client, log) = server(echo);
        reconcile(Arc::new(cache), context(client)).await.unwrap();
        log.lock().unwrap().len()
    });
    assert_eq!(asked, 1, "only the ConfigMap");
}

#[test]
fn errors_are_tried_again_or_waited_for() {
    let (refused, orphan, context) = run(async {
        let (client, _) = server(|_| {
            let status =
                json!({"status": "Failure", "message": "etcd is slow", "reason": "Timeout", "code": 504});
            (504, status)
        });
        let context = context(client);
        let refused = reconcile(Arc::new(cache()), Arc::clone(&context))
            .await
            .unwrap_err();
        let mut orphan = cache();
        orphan.metadata.namespace = None;
        let orphan = reconcile(Arc::new(orphan), Arc::clone(&context))
            .await
            .unwrap_err();
        (refused, orphan, context)
    });
    assert!(refused.to_string().contains("etcd is slow"), "{refused}");
    assert!(matches!(orphan, Error::NoNamespace));
    let policy = |error| error_policy(Arc::new(cache()), &error, Arc::clone(&context));
    assert_eq!(policy(refused), Action::requeue(Duration::from_secs(10)));
    assert_eq!(policy(orphan), Action::await_change());
}

#[test]
fn the_api_reads_and_writes_caches() {
    let (created, list, asked) = run(async {
        let (client, log) = server(|asked| match asked.method.as_str() {
            "POST" => (201, asked.body.clone()),
            _ => (200, caches()),
        });
        let api: Api<Cache> = Api::namespaced(client, "shop");
        let created = api.create(&PostParams::default(), &cache()).await.unwrap();
        let list = api.list(&ListParams::default()).await.unwrap();
        let asked = log.lock().unwrap().clone();
        (created, list, asked)
    });
    assert_eq!(created.spec, cache().spec);
    assert_eq!(asked[0].body["kind"], "Cache");
    assert_eq!(
        asked[0].body["spec"],
        json!({"megabytes": 64, "shards": 2, "eviction": {"policy": "olderThan", "seconds": 90}})
    );
    assert_eq!(
        asked[1].path,
        "/apis/cache.example.com/v1/namespaces/shop/caches?"
    );
    // Fields that the server omitted have serde's defaults.
    assert_eq!(list.items[1].spec.shards, 1);
    assert_eq!(list.items[1].spec.eviction, Eviction::LeastRecentlyUsed);
}

/// Returns a list of two caches, as sent by the server.
fn caches() -> Value {
    let small = json!({"metadata": {"name": "small", "namespace": "shop"}, "spec": {"megabytes": 1}});
    json!({
        "apiVersion": "cache.example.com/v1",
        "kind": "CacheList",
        "metadata": {"resourceVersion": "10"},
        "items": [cache(), small],
    })
}

#[test]
fn the_controller_watches_and_reconciles() {
    let mut reconciled = run(async {
        let (client, _) = server(|asked| {
            let list = json!({"metadata": {"resourceVersion": "10"}, "items": []});
            match asked.path.as_str() {
                path if path.starts_with("/apis/cache.example.com/v1/caches?") => (200, caches()),
                path if path.starts_with("/api/v1/configmaps?") => (200, list),
                _ => echo(asked),
            }
        });
        let mut events = pin!(controller::run(client));
        let mut seen = Vec::new();
        for _ in 0..2 {
            let event = tokio::time::timeout(Duration::from_secs(30), events.next()).await;
            seen.push(event.unwrap().unwrap().unwrap());
        }
        seen
    });
    reconciled.sort();
    assert_eq!(reconciled, ["orders", "small"]);
}
