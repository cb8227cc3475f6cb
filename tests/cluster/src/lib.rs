//! A real API server for tests, and conversion webhooks that answer wrongly on purpose.
//!
//! The server is a program of its own, which serves CRDs and custom resources with Kubernetes' code and an etcd inside.
//! `CRD_GEN_APISERVER` names its binary; without it the tests are skipped, and say so.

#![expect(clippy::expect_used, clippy::missing_panics_doc, reason = "only tests use it")]

mod server;
mod webhook;
mod wrong;

pub use server::ApiServer;
pub use webhook::{Webhook, certificates, webhook_conversion};
pub use wrong::{Reply, WrongWebhook};
