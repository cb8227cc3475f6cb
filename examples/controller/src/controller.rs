//! Reconciliation: each cache has a `ConfigMap` with its settings, and a status that reports it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt as _};
use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{ObjectMeta, Patch, PatchParams};
use kube::runtime::Controller;
use kube::runtime::controller::Action;
use kube::runtime::watcher;
use kube::{Api, Client, Resource as _, ResourceExt as _};
use serde_json::json;

use crate::api::{Cache, CacheSpec, CacheStatus, Eviction};

/// The field manager of the fields that the controller applies.
pub const MANAGER: &str = "cache-controller";

/// Why a cache could not be reconciled.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The API server did not take or give what was asked.
    #[error("the API server: {0}")]
    Kube(#[from] kube::Error),
    /// The cache has no namespace, so it did not come from the API server.
    #[error("a cache without a namespace")]
    NoNamespace,
}

/// What every call needs.
pub struct Context {
    /// The way to the API server.
    pub client: Client,
}

/// Updates the `ConfigMap` and the status of a cache.
pub async fn reconcile(cache: Arc<Cache>, context: Arc<Context>) -> Result<Action, Error> {
    let namespace = cache.namespace().ok_or(Error::NoNamespace)?;
    let name = cache.name_any();
    let apply = PatchParams::apply(MANAGER).force();

    let maps: Api<ConfigMap> = Api::namespaced(context.client.clone(), &namespace);
    maps.patch(&name, &apply, &Patch::Apply(config_map(&cache)))
        .await?;

    let status = CacheStatus {
        ready: true,
        observed_generation: cache.metadata.generation,
    };
    if cache.status.as_ref() != Some(&status) {
        let caches: Api<Cache> = Api::namespaced(context.client.clone(), &namespace);
        let patch = json!({
            "apiVersion": Cache::api_version(&()),
            "kind": Cache::kind(&()),
            "status": status,
        });
        caches.patch_status(&name, &apply, &Patch::Apply(patch)).await?;
    }
    Ok(Action::requeue(Duration::from_secs(300)))
}

/// Retries soon if the API server may have been busy, and never if the object itself is the reason.
pub fn error_policy(_: Arc<Cache>, error: &Error, _: Arc<Context>) -> Action {
    match error {
        Error::Kube(_) => Action::requeue(Duration::from_secs(10)),
        Error::NoNamespace => Action::await_change(),
    }
}

/// Runs the controller: declares the watches, and returns the result of each event.
pub fn run(client: Client) -> impl Stream<Item = Result<String, String>> {
    let caches: Api<Cache> = Api::all(client.clone());
    let maps: Api<ConfigMap> = Api::all(client.clone());
    Controller::new(caches, watcher::Config::default())
        .owns(maps, watcher::Config::default())
        .run(reconcile, error_policy, Arc::new(Context { client }))
        .map(|result| match result {
            Ok((cache, _)) => Ok(cache.name),
            Err(error) => Err(error.to_string()),
        })
}

/// Returns the `ConfigMap` of a cache, which is deleted with the cache.
pub fn config_map(cache: &Cache) -> ConfigMap {
    ConfigMap {
        metadata: ObjectMeta {
            name: Some(cache.name_any()),
            namespace: cache.namespace(),
            owner_references: cache.controller_owner_ref(&()).map(|owner| vec![owner]),
            ..ObjectMeta::default()
        },
        data: Some(settings(&cache.spec)),
        ..ConfigMap::default()
    }
}

fn settings(spec: &CacheSpec) -> BTreeMap<String, String> {
    let eviction = match spec.eviction {
        Eviction::LeastRecentlyUsed => "lru".to_owned(),
        Eviction::OlderThan { seconds } => format!("older-than {seconds}s"),
    };
    BTreeMap::from([
        ("eviction".to_owned(), eviction),
        ("megabytes".to_owned(), spec.megabytes.to_string()),
        ("shards".to_owned(), spec.shards.to_string()),
    ])
}
