//! The server of a conversion webhook, for use in a cluster.
//!
//! The conversion is a pure function in memory: a [`Reviewer`](crd_core::convert::Reviewer), or any closure
//! from the bytes of a `ConversionReview` to the bytes of the response. This crate serves it on the network:
//! TLS from files that are reloaded without downtime, or self-signed certificates; health, readiness and
//! metrics; limits on everything that a client sends; a graceful shutdown. With the feature `kube` it also
//! applies and migrates an operator's CRDs.
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
//! | path | response |
//! |---|---|
//! | `POST /convert`, `POST /convert/<name of the CRD>` | a `ConversionReview` |
//! | `GET /livez` | `ok` while the process runs |
//! | `GET /readyz` | `ok` while the certificate is valid and the server is not about to shut down |
//! | `GET /metrics` | counters in Prometheus' text format |
//!
//! # Responses
//!
//! A request whose `uid` can be read always gets status 200 and a review of the requested version: a panic of
//! the conversion becomes a failure with its message. Every other request gets a status code of its own with
//! a `Status` as body, because the API server shows its message.
//!
//! # Memory
//!
//! A server that handles a thousand requests of 10 kB a second on one core uses about 1 MB itself; the rest
//! is the program, including libc. An image for a cluster is smallest with `lto = "fat"` and `codegen-units = 1`
//! in its release profile, and linked statically: `cargo rustc --release -- -C target-feature=+crt-static`.
//!
//! # Features
//!
//! | feature | effect |
//! |---|---|
//! | `ring` (default), `aws-lc-rs` | the cryptography of TLS. Without either, [`Tls::from_config`] takes your own configuration |
//! | `kube` | `kube`: applies CRDs at start, injects the CA, migrates stored objects. You choose Kubernetes' version in k8s-openapi |
//! | `tower` | `Service`: the same paths as a tower service, for your own server |
//! | `signal` | `signal::terminated`, a future that completes on SIGTERM and Ctrl-C |

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
