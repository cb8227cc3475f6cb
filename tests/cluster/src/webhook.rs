//! A webhook of this project that runs in the test's process.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crd_webhook::tls::{Certificates, SelfSigned};
use crd_webhook::{Drain, Review, Server, Tls};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Creates certificates for 127.0.0.1 and for a Service.
pub fn certificates() -> Certificates {
    SelfSigned::for_names(["127.0.0.1", "hook.system.svc"])
        .renew(None, SystemTime::now())
        .expect("certificates")
        .expect("certificates")
}

/// Returns `spec.conversion` with a webhook at a local port, without its CA.
pub fn webhook_conversion(port: u16) -> Value {
    json!({
        "strategy": "Webhook",
        "webhook": {
            "conversionReviewVersions": ["v1"],
            "clientConfig": {"url": format!("https://127.0.0.1:{port}/convert")},
        },
    })
}

/// A running webhook.
#[derive(Debug)]
pub struct Webhook {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// Its certificate, which can be replaced.
    pub tls: Tls,
    stop: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Webhook {
    /// Starts a webhook at any free port.
    pub fn start(review: impl Review, tls: Tls) -> Self {
        Self::start_at(review, tls, ([127, 0, 0, 1], 0).into())
    }

    /// Starts a webhook at an address, where another one may have stopped just before.
    pub fn start_at(review: impl Review, tls: Tls, address: SocketAddr) -> Self {
        let listener = listen(address);
        let address = listener.local_addr().expect("an address");
        let stop = Arc::new(Notify::new());
        let mut drain = Drain::default();
        drain.delay = Duration::from_millis(500);
        let server = Server::new(review).tls(tls.clone()).drain(drain);
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            server
                .serve(listener, stopped.notified())
                .await
                .expect("the webhook fails");
        });
        Self {
            address,
            tls,
            stop,
            task,
        }
    }

    /// Stops it gracefully.
    pub async fn stop(self) {
        self.stop.notify_one();
        self.task.await.expect("the webhook fails");
    }

    /// Stops it as a crash would.
    pub async fn kill(self) {
        self.task.abort();
        let _ = self.task.await;
    }
}

/// Returns a listener at an address that may still have connections of a previous listener.
fn listen(address: SocketAddr) -> TcpListener {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseaddr(true).expect("an option");
    // Two webhooks may listen at the same time, like two pods behind a Service.
    #[cfg(unix)]
    socket.set_reuseport(true).expect("an option");
    socket.bind(address).expect("the port is taken");
    socket.listen(1024).expect("a listener")
}
