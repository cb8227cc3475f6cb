//! Certificates and replicas that change while clients read.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crd_gen_cluster_tests::{Webhook, certificates};
use crd_webhook::kube::inject_ca_bundle;
use crd_webhook::tls::Certificates;
use kube::Client;
use tokio::time::sleep;
use versions_example::{CRD, reviewer};

use crate::guide::{Apis, tls};

/// Clients that read at a version that is not stored, until they are stopped.
struct Load {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
    tasks: Vec<tokio::task::JoinHandle<Vec<String>>>,
}

impl Load {
    fn start(apis: &Apis) -> Self {
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let tasks = (0..4)
            .map(|_| {
                let (api, stop, done) = (apis.v1.clone(), stop.clone(), done.clone());
                tokio::spawn(async move {
                    let mut failures = Vec::new();
                    while !stop.load(Ordering::Relaxed) {
                        if let Err(error) = api.get("shop").await {
                            failures.push(error.to_string());
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    failures
                })
            })
            .collect();
        Self { stop, done, tasks }
    }

    /// Waits until the clients have made some more requests.
    async fn go_on(&self, requests: usize) {
        let until = self.done.load(Ordering::Relaxed) + requests;
        while self.done.load(Ordering::Relaxed) < until {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stops the clients, and asserts that none has failed.
    async fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut failures = Vec::new();
        for task in self.tasks {
            failures.extend(task.await.unwrap());
        }
        let done = self.done.load(Ordering::Relaxed);
        assert!(
            failures.is_empty(),
            "{} of {done}: {:?}",
            failures.len(),
            failures.first()
        );
    }
}

/// Rotates the CA and the certificate while clients read: first both are trusted, then the new one is used, then the old one is
/// removed.
pub(crate) async fn rotate_under_load(client: &Client, hook: &Webhook, apis: &Apis, made: &mut Certificates) {
    let load = Load::start(apis);
    for _ in 0..3 {
        let next = certificates();
        let both = format!("{}{}", made.ca_bundle, next.ca_bundle);
        assert!(inject_ca_bundle(client, CRD, &both).await.unwrap());
        load.go_on(200).await;
        // The server processes a changed CRD after a delay.
        sleep(Duration::from_millis(500)).await;
        hook.tls
            .replace(next.certificate.as_bytes(), next.key.as_bytes())
            .unwrap();
        load.go_on(200).await;
        assert!(inject_ca_bundle(client, CRD, &next.ca_bundle).await.unwrap());
        load.go_on(200).await;
        *made = next;
    }
    load.end().await;
}

/// Starts and stops replicas while clients read.
pub(crate) async fn restart_under_load(mut hook: Webhook, apis: &Apis, made: &Certificates) -> Webhook {
    let load = Load::start(apis);
    for _ in 0..3 {
        let next = Webhook::start_at(reviewer().unwrap(), tls(made), hook.address);
        hook.stop().await;
        load.go_on(200).await;
        hook = next;
    }
    load.end().await;
    hook
}
