//! A real API server for tests, and conversion webhooks that return invalid responses on purpose.
//!
//! The server is a separate program, which serves CRDs and custom resources with Kubernetes' code and an embedded etcd.
//! `CRD_GEN_APISERVER` is the path of its binary; without it the tests print that they are skipped.

#![expect(clippy::expect_used, clippy::missing_panics_doc, reason = "only tests use it")]

mod server;
mod webhook;
mod wrong;

pub use server::ApiServer;
pub use webhook::{Webhook, certificates, webhook_conversion};
pub use wrong::{Reply, WrongWebhook};
