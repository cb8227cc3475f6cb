//! Runs the steps of the guide to versions, from the first version to the removal of the old ones, with the example's API, its
//! webhook over TLS, and a real API server.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

use crd_core::Crd;
use crd_gen_cluster_tests::{ApiServer, Webhook, certificates};
use crd_webhook::Tls;
use crd_webhook::kube::{ApplyOptions, Error, Loss, apply, migrate, prune, switch_storage};
use crd_webhook::tls::Certificates;
use futures::StreamExt as _;
use k8s_openapi::ByteString;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::Client;
use kube::api::{
    Api, DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams, WatchEvent, WatchParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::sleep;
use versions_example::{CRD, STAGES, reviewer, v1, v1alpha1, v1beta1};

use crate::under_load::{restart_under_load, rotate_under_load};

const NAMESPACE: &str = "shop";

pub(crate) fn tls(certificates: &Certificates) -> Tls {
    Tls::from_pem(certificates.certificate.as_bytes(), certificates.key.as_bytes()).unwrap()
}

/// Returns the example's CRD at a stage: its versions, those that are served, and the one that is stored.
pub(crate) fn stage(versions: &[&str], served: &[&str], storage: &str, port: u16) -> Crd {
    let mut crd = versions_example::crd().unwrap();
    let all = crd.spec.versions.as_mut().unwrap();
    all.retain(|version| versions.contains(&&*version.name));
    for version in all.iter_mut() {
        version.served = served.contains(&&*version.name);
        version.storage = &*version.name == storage;
    }
    if versions.len() == 1 {
        crd.spec.conversion = None;
    } else {
        convert_at(&mut crd, port);
    }
    crd
}

/// Makes a local port the address of the webhook.
pub(crate) fn convert_at(crd: &mut Crd, port: u16) {
    let webhook = crd.spec.conversion.as_mut().unwrap().webhook.as_mut().unwrap();
    let config = webhook.client_config.as_mut().unwrap();
    config.service = None;
    config.url = Some(format!("https://127.0.0.1:{port}/convert/{}", crd.metadata.name).into());
}

pub(crate) fn options(certificates: &Certificates) -> ApplyOptions {
    let mut options = ApplyOptions::new("versions-operator");
    options.ca_bundle = Some(certificates.ca_bundle.clone());
    options
}

pub(crate) struct Apis {
    pub(crate) v1alpha1: Api<v1alpha1::Database>,
    v1beta1: Api<v1beta1::Database>,
    pub(crate) v1: Api<v1::Database>,
}

impl Apis {
    pub(crate) fn new(client: &Client) -> Self {
        Self {
            v1alpha1: Api::namespaced(client.clone(), NAMESPACE),
            v1beta1: Api::namespaced(client.clone(), NAMESPACE),
            v1: Api::namespaced(client.clone(), NAMESPACE),
        }
    }
}

/// Retries a request while the server processes the changed CRD.
pub(crate) async fn patiently<T, F: Future<Output = kube::Result<T>>>(ask: impl Fn() -> F) -> T {
    let mut tries = 0;
    loop {
        match ask().await {
            Ok(value) => return value,
            Err(error) => {
                tries += 1;
                assert!(tries < 100, "{error}");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

pub(crate) fn crds(client: &Client) -> Api<CustomResourceDefinition> {
    Api::all(client.clone())
}

fn json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap()
}

pub(crate) fn old_database(name: &str) -> v1alpha1::Database {
    v1alpha1::Database {
        metadata: ObjectMeta {
            name: Some(name.to_owned()),
            ..ObjectMeta::default()
        },
        spec: v1alpha1::DatabaseSpec {
            r#type: v1alpha1::Engine::Postgres,
            size_gb: 10,
            address: Some("db.shop:5432".to_owned()),
            backup_every: Some("12h".to_owned()),
            legacy_auth: Some(true),
            users: vec![v1alpha1::User {
                name: "ann".to_owned(),
                role: Some("admin".to_owned()),
            }],
        },
        status: None,
    }
}

/// Applies a merge patch.
pub(crate) async fn merge<T: Clone + DeserializeOwned + Debug>(
    api: &Api<T>,
    name: &str,
    patch: &Value,
) -> kube::Result<T> {
    api.patch(name, &PatchParams::default(), &Patch::Merge(patch))
        .await
}

/// Applies a merge patch to the status.
async fn merge_status<T: Clone + DeserializeOwned + Debug>(
    api: &Api<T>,
    name: &str,
    patch: &Value,
) -> kube::Result<T> {
    api.patch_status(name, &PatchParams::default(), &Patch::Merge(patch))
        .await
}

/// Applies a spec by server-side apply.
async fn apply_spec<T>(api: &Api<T>, name: &str, manager: &str, spec: &Value) -> kube::Result<T>
where
    T: Clone + DeserializeOwned + Debug + kube::Resource<DynamicType = ()>,
{
    let object = json!({"apiVersion": T::api_version(&()), "kind": T::kind(&()), "metadata": {"name": name}, "spec": spec});
    let params = PatchParams::apply(manager).validation_strict();
    api.patch(name, &params, &Patch::Apply(&object)).await
}

/// `cargo run -p versions-example -- manifest` writes the manifest, and with a number those of the stages.
#[test]
fn the_committed_manifests_are_fresh() {
    let file = format!(
        "{}/../../examples/versions/crds/versions.example.com_databases.yaml",
        env!("CARGO_MANIFEST_DIR")
    );
    let crd = versions_example::crd().unwrap();
    let committed = std::fs::read_to_string(file).unwrap();
    assert_eq!(committed, versions_example::manifest(&crd).unwrap());
    for stage in STAGES {
        let file = format!(
            "{}/../../examples/versions/stages/{}",
            env!("CARGO_MANIFEST_DIR"),
            stage.file
        );
        let committed = std::fs::read_to_string(file).unwrap_or_default();
        let made = versions_example::manifest(&stage.crd().unwrap()).unwrap();
        assert_eq!(committed, made, "{}", stage.file);
    }
}

#[test]
fn nothing_is_lost_between_the_versions() {
    crd_core::assert_round_trip!(v1alpha1::Database, v1beta1::Database, v1::Database; objects = 300);
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_first_version_to_the_removal_of_the_old_ones() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let apis = Apis::new(&client);
    let mut made = certificates();
    let hook = Webhook::start(reviewer().unwrap(), tls(&made));
    let port = hook.address.port();

    // Only the first version; nothing is converted.
    let first = stage(&["v1alpha1"], &["v1alpha1"], "v1alpha1", port);
    apply(&client, &first, &options(&made)).await.unwrap();
    for name in ["shop", "forum"] {
        apis.v1alpha1
            .create(&PostParams::default(), &old_database(name))
            .await
            .unwrap();
    }

    // The new versions are also served.
    let all = ["v1alpha1", "v1beta1", "v1"];
    let mut placeholder = options(&made);
    placeholder.ca_bundle = Some("\n".to_owned());
    let refused = apply(&client, &stage(&all, &all, "v1alpha1", port), &placeholder).await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("`caBundle` contains no certificates")
    );
    apply(&client, &stage(&all, &all, "v1alpha1", port), &options(&made))
        .await
        .unwrap();
    reads_and_writes(&apis).await;
    no_write_through_another_version_loses_anything(&apis).await;
    appliers_at_two_versions(&apis, "apply-old-storage").await;

    // Operations on the webhook.
    rotate_under_load(&client, &hook, &apis, &mut made).await;
    let hook = restart_under_load(hook, &apis, &made).await;
    hook.kill().await;
    let error = apis.v1.get("shop").await.unwrap_err().to_string();
    // The connection is refused or reset.
    assert!(error.contains("failed: Post \"https://127.0.0.1:"), "{error}");
    assert_eq!(apis.v1alpha1.get("shop").await.unwrap().spec.size_gb, 10);
    let hook = Webhook::start_at(reviewer().unwrap(), tls(&made), ([127, 0, 0, 1], port).into());
    patiently(|| apis.v1.get("shop")).await;

    // A change that would lose data is rejected.
    let without_old = stage(&["v1beta1", "v1"], &["v1beta1", "v1"], "v1", port);
    let Err(Error::Losses { losses, .. }) = apply(&client, &without_old, &options(&made)).await else {
        unreachable!("the CRD without its stored version is applied");
    };
    assert_eq!(losses.len(), 1);
    assert!(matches!(&losses[0], Loss::StoredVersion { version } if version == "v1alpha1"));

    // Another version is stored, in a separate step.
    let stored_anew = stage(&all, &all, "v1", port);
    let applied = apply(&client, &stored_anew, &options(&made)).await.unwrap();
    assert_eq!(
        (&*applied.storage, &*applied.wanted, applied.is_switched()),
        ("v1alpha1", "v1", false)
    );
    assert!(
        switch_storage(&client, &stored_anew, &options(&made))
            .await
            .unwrap()
    );
    assert!(
        !switch_storage(&client, &stored_anew, &options(&made))
            .await
            .unwrap()
    );
    appliers_at_two_versions(&apis, "apply-new-storage").await;
    no_write_through_another_version_loses_anything(&apis).await;
    let migrated = migrate(&client, CRD).await.unwrap();
    assert_eq!((migrated.objects, migrated.refused.len()), (4, 0), "{migrated:?}");
    assert!(prune(&client, &migrated).await.unwrap());
    assert!(!prune(&client, &migrated).await.unwrap());
    assert_eq!(migrate(&client, CRD).await.unwrap().objects, 0);
    // Without the webhook, all objects can be read at the version in which they are stored.
    let address = hook.address;
    hook.kill().await;
    for name in ["shop", "forum", "apply-old-storage", "apply-new-storage"] {
        patiently(|| apis.v1.get(name)).await;
    }
    let hook = Webhook::start_at(reviewer().unwrap(), tls(&made), address);

    // The old versions are no longer served, and then removed.
    apply(&client, &stage(&all, &["v1"], "v1", port), &options(&made))
        .await
        .unwrap();
    assert!(apis.v1alpha1.get("shop").await.is_err());
    let migrated = migrate(&client, CRD).await.unwrap();
    assert_eq!((migrated.objects, migrated.cleaned), (4, 4), "{migrated:?}");
    // Another field manager owns the CA, such as cert-manager's injector.
    let conversion =
        json!({"webhook": {"clientConfig": {"caBundle": ByteString(made.ca_bundle.clone().into())}}});
    let injected = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": CRD}, "spec": {"conversion": conversion}});
    crds(&client)
        .patch(
            CRD,
            &PatchParams::apply("cainjector").force(),
            &Patch::Apply(&injected),
        )
        .await
        .unwrap();
    apply(&client, &stage(&["v1"], &["v1"], "v1", port), &options(&made))
        .await
        .unwrap();
    hook.stop().await;
    let spec = json!({"engine": "Mysql", "storage": {"sizeGb": 11}});
    let applied = patiently(|| apply_spec(&apis.v1, "forum", "last", &spec)).await;
    assert_eq!(applied.spec.storage.size_gb, 11);
}

/// Tests every kind of read and write at a version that is not stored.
async fn reads_and_writes(apis: &Apis) {
    let shop = patiently(|| apis.v1.get("shop")).await;
    assert_eq!(
        json(&shop.spec),
        json!({
            "engine": "Postgres",
            "storage": {"sizeGb": 10},
            "host": "db.shop",
            "port": 5432,
            "backupEvery": 720,
            "users": [{"name": "ann", "grant": "admin"}],
        })
    );
    let beta = patiently(|| apis.v1beta1.get("shop")).await;
    assert_eq!(beta.spec.backup_every.as_deref(), Some("12h"));
    assert_eq!(beta.spec.legacy_auth, Some(true));
    let everything = ListParams::default();
    let list = patiently(|| apis.v1.list(&everything)).await;
    assert_eq!(list.items.len(), 2);
    assert!(list.items.iter().all(|item| item.spec.port == Some(5432)));

    // A watch at one version receives writes at another.
    let version = list.metadata.resource_version.unwrap();
    let mut events = Box::pin(apis.v1.watch(&WatchParams::default(), &version).await.unwrap());
    let grow = json!({"spec": {"sizeGb": 20}});
    merge(&apis.v1alpha1, "forum", &grow).await.unwrap();
    let event = tokio::time::timeout(Duration::from_secs(10), events.next())
        .await
        .unwrap();
    let Some(Ok(WatchEvent::Modified(forum))) = event else {
        unreachable!("{event:?}");
    };
    assert_eq!(forum.spec.storage.size_gb, 20);

    // Created, replaced and patched at the new version, read at the old one.
    let mut made = v1::Database {
        metadata: ObjectMeta {
            name: Some("new".to_owned()),
            ..ObjectMeta::default()
        },
        spec: v1::DatabaseSpec {
            engine: v1::Engine::Cockroach,
            storage: v1::Storage {
                size_gb: 5,
                class: Some("fast".to_owned()),
            },
            host: Some("new.shop".to_owned()),
            backup_every: Some(90),
            tier: Some(v1::Tier::Large),
            ..v1::DatabaseSpec::default()
        },
        status: None,
    };
    let created = apis.v1.create(&PostParams::default(), &made).await.unwrap();
    assert_eq!(created.spec, made.spec);
    let old = apis.v1alpha1.get("new").await.unwrap();
    assert_eq!(
        (old.spec.r#type, old.spec.size_gb),
        (v1alpha1::Engine::Postgres, 5)
    );
    // An incomplete address is not converted to an address.
    assert_eq!(
        (old.spec.backup_every.as_deref(), old.spec.address.as_deref()),
        (Some("90m"), None)
    );
    made.metadata.resource_version = created.metadata.resource_version;
    made.spec.port = Some(26257);
    let replaced = apis
        .v1
        .replace("new", &PostParams::default(), &made)
        .await
        .unwrap();
    assert_eq!(replaced.spec, made.spec);
    let old = apis.v1alpha1.get("new").await.unwrap();
    assert_eq!(old.spec.address.as_deref(), Some("new.shop:26257"));
    apis.v1.delete("new", &DeleteParams::default()).await.unwrap();
    assert!(apis.v1alpha1.get_opt("new").await.unwrap().is_none());
}

/// Fields that only one version has survive writes of labels, status and spec through the others.
async fn no_write_through_another_version_loses_anything(apis: &Apis) {
    let only_new = json!({"spec": {"engine": "Cockroach", "tier": "Large", "storage": {"class": "fast"}}});
    patiently(|| merge(&apis.v1, "shop", &only_new)).await;
    let only_old = json!({"spec": {"legacyAuth": true, "backupEvery": "daily", "address": "db.shop:5432"}});
    patiently(|| merge(&apis.v1alpha1, "shop", &only_old)).await;
    let status = json!({"status": {"ready": 3}});
    merge_status(&apis.v1alpha1, "shop", &status).await.unwrap();

    let label = json!({"metadata": {"labels": {"a": "b"}}});
    merge(&apis.v1alpha1, "shop", &label).await.unwrap();
    merge(&apis.v1beta1, "shop", &label).await.unwrap();
    merge(&apis.v1, "shop", &label).await.unwrap();
    let ready = json!({"status": {"readyReplicas": 4}});
    merge_status(&apis.v1, "shop", &ready).await.unwrap();
    // A client of each version writes back the object that it has read.
    let old = apis.v1alpha1.get("shop").await.unwrap();
    apis.v1alpha1
        .replace("shop", &PostParams::default(), &old)
        .await
        .unwrap();
    let beta = apis.v1beta1.get("shop").await.unwrap();
    apis.v1beta1
        .replace("shop", &PostParams::default(), &beta)
        .await
        .unwrap();
    let new = apis.v1.get("shop").await.unwrap();
    apis.v1
        .replace("shop", &PostParams::default(), &new)
        .await
        .unwrap();

    let new = apis.v1.get("shop").await.unwrap();
    assert_eq!(
        (new.spec.engine, new.spec.tier),
        (v1::Engine::Cockroach, Some(v1::Tier::Large))
    );
    assert_eq!(new.spec.storage.class.as_deref(), Some("fast"));
    assert_eq!(new.status.unwrap().ready_replicas, Some(4));
    assert_eq!(new.metadata.labels.unwrap()["a"], "b");
    let old = apis.v1alpha1.get("shop").await.unwrap();
    assert_eq!(old.spec.legacy_auth, Some(true));
    // It cannot be expressed as a number of minutes, so only the old version has it.
    assert_eq!(old.spec.backup_every.as_deref(), Some("daily"));
    assert_eq!(new.spec.backup_every, None);
    assert_eq!(old.status.unwrap().ready, Some(4));
}

/// Server-side apply by two managers at two versions: each owns its fields, and a field that its manager drops is removed and
/// does not return (CNV-55, CNV-60, CNV-61).
async fn appliers_at_two_versions(apis: &Apis, name: &str) {
    let old = |spec: Value| async move { apply_spec(&apis.v1alpha1, name, "old", &spec).await.unwrap() };
    let new = |spec: Value| async move { apply_spec(&apis.v1, name, "new", &spec).await.unwrap() };
    let base = json!({"type": "Mysql", "sizeGb": 7, "address": "a.b:1", "backupEvery": "daily", "legacyAuth": true,
        "users": [{"name": "ann", "role": "admin"}]});
    patiently(|| apply_spec(&apis.v1alpha1, name, "old", &base)).await;
    new(json!({"tier": "Large", "storage": {"class": "fast"}, "users": [{"name": "bob", "grant": "read"}]}))
        .await;

    // The new version shows the values that the old one cannot express, and vice versa.
    let seen = apis.v1.get(name).await.unwrap();
    assert_eq!(seen.spec.tier, Some(v1::Tier::Large), "{seen:?}");
    assert_eq!(seen.spec.users.len(), 2);
    let seen = apis.v1alpha1.get(name).await.unwrap();
    assert_eq!(seen.spec.legacy_auth, Some(true), "{seen:?}");
    assert_eq!(seen.spec.backup_every.as_deref(), Some("daily"));

    // The new manager drops the fields that only it owned.
    let applied = new(json!({"storage": {"class": "fast"}})).await;
    assert_eq!(applied.spec.tier, None, "{applied:?}");
    assert_eq!(applied.spec.users.len(), 1);
    // The old manager drops a field that the new version lacks, one that it cannot express, and one that is split there.
    let applied = old(json!({"type": "Mysql", "sizeGb": 7})).await;
    assert_eq!(
        json(&applied.spec),
        json!({"type": "Mysql", "sizeGb": 7}),
        "{:?}",
        applied.metadata.annotations
    );

    // The fields do not return, whichever manager writes.
    let label = json!({"metadata": {"labels": {"touched": "1"}}});
    merge(&apis.v1alpha1, name, &label).await.unwrap();
    let label = json!({"metadata": {"labels": {"touched": "2"}}});
    merge(&apis.v1, name, &label).await.unwrap();
    let applied = new(json!({"storage": {"class": "slow"}})).await;
    assert_eq!(
        json(&applied.spec),
        json!({"engine": "Mysql", "storage": {"sizeGb": 7, "class": "slow"}}),
        "{:?}",
        applied.metadata.annotations
    );
    let seen = apis.v1alpha1.get(name).await.unwrap();
    assert_eq!(json(&seen.spec), json!({"type": "Mysql", "sizeGb": 7}));
    // Both managers are still recorded.
    let managers: Vec<_> = seen
        .metadata
        .managed_fields
        .unwrap()
        .into_iter()
        .filter_map(|entry| entry.manager)
        .collect();
    assert!(
        managers.contains(&"old".to_owned()) && managers.contains(&"new".to_owned()),
        "{managers:?}"
    );
}
