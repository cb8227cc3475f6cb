//! The server of a conversion webhook, as one runs it in a cluster.
//!
//! The conversion is a pure function in memory: a [`Reviewer`](crd_core::convert::Reviewer), or any closure from the bytes of a
//! `ConversionReview` to the bytes of the answer. This crate puts it on the network: TLS from files that are reloaded
//! without downtime, or certificates of its own; health, readiness and metrics; limits on everything that a client sends;
//! an orderly end. With the feature `kube` it has what an operator's `main` does with its CRDs beside that.
//!
//! ```no_run
//! # async fn example(reviewer: impl crd_webhook::Review) -> Result<(), Box<dyn std::error::Error>> {
//! use crd_webhook::{Server, Tls};
//!
//! let tls = Tls::from_files("/certs/tls.crt", "/certs/tls.key")?;
//! let listener = tokio::net::TcpListener::bind("0.0.0.0:8443").await?;
//! // In a cluster, `crd_webhook::signal::terminated()` (feature `signal`).
//! let shutdown = std::future::pending();
//! Server::new(reviewer).tls(tls).serve(listener, shutdown).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Paths
//!
//! | path | what it answers |
//! |---|---|
//! | `POST /convert`, `POST /convert/<name of the CRD>` | a `ConversionReview` |
//! | `GET /livez` | `ok` while the process runs |
//! | `GET /readyz` | `ok` while the certificate is valid and the server is not about to end |
//! | `GET /metrics` | counters in Prometheus' text format |
//!
//! # What is answered
//!
//! A request whose `uid` can be read gets status 200 and a review of the version that was asked for, whatever happens: a
//! panic of the conversion becomes a failure that says so. Everything else gets a status of its own with a `Status` as
//! body, because the API server shows its message.
//!
//! # Memory
//!
//! A server that answers a thousand requests of 10 kB a second on one core holds about 1 MB of its own; the rest is the program, libc
//! among it. An image for a cluster is smallest with `lto = "fat"` and `codegen-units = 1` in its release profile, and linked
//! statically: `cargo rustc --release -- -C target-feature=+crt-static`.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `ring` (default), `aws-lc-rs` | the cryptography of TLS. Without any, [`Tls::from_config`] takes a configuration of yours |
//! | `kube` | `kube`: CRDs applied at start, the CA injected, stored objects migrated. You pick Kubernetes' version in k8s-openapi |
//! | `tower` | `Service`: the same paths as a service of tower, for a server of yours |
//! | `signal` | `signal::terminated`, a future that ends on SIGTERM and Ctrl-C |

// docs.rs labels each item with the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod envelope;
#[cfg(feature = "kube")]
pub mod kube;
mod metrics;
mod race;
mod review;
mod server;
#[cfg(feature = "signal")]
pub mod signal;
pub mod tls;

pub use review::{Review, Reviewed};
pub use server::{Drain, Limits, Server};
#[cfg(feature = "tower")]
pub use server::{ResponseBody, Service};
pub use tls::Tls;
