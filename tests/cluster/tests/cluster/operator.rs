//! Operations of an operator on its CRDs that often fail: the order of the webhook and the CRD, migrations of many objects, and
//! values that return after a client changed them to another value and back.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crd_gen_cluster_tests::{ApiServer, Webhook, certificates};
use crd_webhook::kube::{
    Checkpoint, Error, MigrateMode, MigrateOptions, WebhookCheck, apply, migrate_with, prune, switch_storage,
};
use kube::api::{ListParams, PostParams};
use serde_json::json;
use versions_example::{CRD, reviewer, v1, v1alpha1};

use crate::guide::{Apis, crds, merge, old_database, options, patiently, stage, tls};

const ALL: [&str; 3] = ["v1alpha1", "v1beta1", "v1"];

/// A CRD is not applied before its webhook responds, and an attempt does not affect clients.
#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_answers_before_a_crd_names_it() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let apis = Apis::new(&client);
    let made = certificates();
    let mut options = options(&made);
    options.wait = Duration::from_secs(1);
    let hook = Webhook::start(reviewer().unwrap(), tls(&made));
    let (port, address) = (hook.address.port(), hook.address);
    hook.kill().await;

    apply(
        &client,
        &stage(&["v1alpha1"], &["v1alpha1"], "v1alpha1", port),
        &options,
    )
    .await
    .unwrap();
    apis.v1alpha1
        .create(&PostParams::default(), &old_database("shop"))
        .await
        .unwrap();
    let silent = |outcome: Result<_, Error>| match outcome {
        Err(Error::WebhookSilent { reason, .. }) => reason,
        other => unreachable!("{other:?}"),
    };

    // No listener; another CA; a webhook of an older release, which does not know the new versions.
    let next = stage(&ALL, &ALL, "v1", port);
    let reason = silent(apply(&client, &next, &options).await.map(drop));
    assert!(reason.contains("no connection"), "{reason}");
    let other = certificates();
    let hook = Webhook::start_at(reviewer().unwrap(), tls(&other), address);
    let reason = silent(apply(&client, &next, &options).await.map(drop));
    assert!(reason.contains("no TLS connection"), "{reason}");
    hook.kill().await;
    let older = crd_core::convert::Reviewer::builder()
        .resource::<v1::Database>()
        .build()
        .unwrap();
    let hook = Webhook::start_at(older, tls(&made), address);
    let reason = silent(switch_storage(&client, &next, &options).await.map(drop));
    assert!(reason.contains("it does not convert to"), "{reason}");
    hook.kill().await;
    let deployed = crds(&client).get(CRD).await.unwrap();
    assert_eq!(deployed.spec.versions.len(), 1);
    apis.v1alpha1.get("shop").await.unwrap();

    // The webhook responds: the versions are served first, and the storage version does not change until requested.
    let hook = Webhook::start_at(reviewer().unwrap(), tls(&made), address);
    assert!(!apply(&client, &next, &options).await.unwrap().is_switched());
    let deployed = crds(&client).get(CRD).await.unwrap();
    assert_eq!(
        deployed.status.unwrap().stored_versions,
        Some(vec!["v1alpha1".to_owned()])
    );
    patiently(|| apis.v1.get("shop")).await;

    // Without the check, the CRD is applied although the webhook does not run.
    hook.kill().await;
    silent(apply(&client, &next, &options).await.map(drop));
    options.webhook = WebhookCheck::Skip;
    apply(&client, &next, &options).await.unwrap();
}

/// Many objects are migrated in pages, with progress; they are counted first, and the migration is interrupted and resumed.
/// `CRD_GEN_OBJECTS` is another number of objects, for measurements.
#[tokio::test(flavor = "multi_thread")]
async fn many_objects_are_migrated() {
    let given = std::env::var("CRD_GEN_OBJECTS").ok();
    let objects: usize = given.map_or(120, |text| text.parse().unwrap());
    let page = objects.div_ceil(2);
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let apis = Apis::new(&client);
    let made = certificates();
    let hook = Webhook::start(reviewer().unwrap(), tls(&made));
    let port = hook.address.port();
    let options = options(&made);
    apply(&client, &stage(&ALL, &ALL, "v1alpha1", port), &options)
        .await
        .unwrap();
    let made_all = (0..8).map(|worker| {
        let (api, params) = (apis.v1alpha1.clone(), PostParams::default());
        async move {
            for number in (worker..objects).step_by(8) {
                let database = old_database(&format!("d{number:04}"));
                patiently(|| api.create(&params, &database)).await;
            }
        }
    });
    futures::future::join_all(made_all).await;
    let before = apis.v1.list(&ListParams::default()).await.unwrap();
    switch_storage(&client, &stage(&ALL, &ALL, "v1", port), &options)
        .await
        .unwrap();

    let mut count = MigrateOptions::default();
    count.mode = MigrateMode::DryRun;
    let counted = migrate_with(&client, CRD, &count).await.unwrap();
    assert_eq!(
        (counted.objects, counted.written, counted.refused.len()),
        (objects, objects, 0)
    );
    assert!(!counted.is_complete() && prune(&client, &counted).await.is_err());

    // Simulates a migration that ended after its first page.
    let told: Arc<Mutex<Vec<(usize, usize, Checkpoint)>>> = Arc::default();
    let hears = told.clone();
    let mut first = MigrateOptions::default();
    first.page = u32::try_from(page).unwrap();
    first.progress = Some(Arc::new(move |progress| {
        let told = (progress.done, progress.total, progress.checkpoint.clone());
        hears.lock().unwrap().push(told);
    }));
    let started = Instant::now();
    let migrated = migrate_with(&client, CRD, &first).await.unwrap();
    println!("{} objects migrated in {:?}", migrated.written, started.elapsed());
    assert_eq!(
        (migrated.objects, migrated.written),
        (objects, objects),
        "{migrated:?}"
    );
    let told = told.lock().unwrap().clone();
    let pages: Vec<_> = told.iter().map(|(done, total, _)| (*done, *total)).collect();
    assert_eq!(pages, [(page, objects), (objects, objects)]);
    let mut rest = MigrateOptions::default();
    rest.checkpoint = Some(told[0].2.to_string().parse().unwrap());
    let again = migrate_with(&client, CRD, &rest).await.unwrap();
    assert_eq!(
        (again.skipped, again.written),
        (page, objects - page),
        "{again:?}"
    );

    assert!(prune(&client, &migrated).await.unwrap());
    // All objects are stored at the new version, so the webhook is not called.
    hook.kill().await;
    let everything = ListParams::default();
    let after = patiently(|| apis.v1.list(&everything)).await;
    let specs = |list: kube::api::ObjectList<v1::Database>| -> Vec<v1::DatabaseSpec> {
        list.items.into_iter().map(|item| item.spec).collect()
    };
    assert_eq!(specs(before), specs(after));
}

/// A value that only a newer version has is kept in an annotation, and the stored version has a replacement. Writes at the stored
/// version are not converted, so a client that changes the replacement and changes it back is not noticed: the newer version
/// reads its old value again. Once the newest version is stored, every such write is noticed, and the old value does not return.
#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_was_changed_stays_changed_once_the_newest_version_is_stored() {
    let Some(server) = ApiServer::start(&[]) else {
        return;
    };
    let client = server.client();
    let apis = Apis::new(&client);
    let made = certificates();
    let hook = Webhook::start(reviewer().unwrap(), tls(&made));
    let port = hook.address.port();
    let options = options(&made);
    apply(&client, &stage(&ALL, &ALL, "v1alpha1", port), &options)
        .await
        .unwrap();
    apis.v1alpha1
        .create(&PostParams::default(), &old_database("shop"))
        .await
        .unwrap();
    let (postgres, mysql) = (
        json!({"spec": {"type": "Postgres"}}),
        json!({"spec": {"type": "Mysql"}}),
    );
    let cockroach = json!({"spec": {"engine": "Cockroach"}});
    for (storage, there_and_back) in [("v1alpha1", v1::Engine::Cockroach), ("v1", v1::Engine::Postgres)] {
        switch_storage(&client, &stage(&ALL, &ALL, storage, port), &options)
            .await
            .unwrap();
        patiently(|| merge(&apis.v1, "shop", &cockroach)).await;
        let old = apis.v1alpha1.get("shop").await.unwrap();
        assert_eq!(old.spec.r#type, v1alpha1::Engine::Postgres);
        // A single change is always noticed.
        merge(&apis.v1alpha1, "shop", &mysql).await.unwrap();
        assert_eq!(apis.v1.get("shop").await.unwrap().spec.engine, v1::Engine::Mysql);
        merge(&apis.v1alpha1, "shop", &postgres).await.unwrap();
        let engine = apis.v1.get("shop").await.unwrap().spec.engine;
        assert_eq!(engine, there_and_back, "stored in {storage}");
    }
}
