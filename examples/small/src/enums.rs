//! Enums in every representation of serde.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Sends messages.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Notifier")]
#[serde(rename_all = "camelCase")]
pub struct NotifierSpec {
    /// Unit variants: a string with an `enum`.
    pub level: Level,
    /// Externally tagged: `{webhook: {…}}`.
    pub channel: Channel,
    /// Internally tagged: `{kind: cron, schedule: …}`.
    pub trigger: Trigger,
    /// Adjacently tagged: `{t: amount, c: {…}}`.
    pub limit: Limit,
    /// An enum that may be null.
    pub fallback: Option<Level>,
}

/// How urgent a message is.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Act now.
    Critical,
}

/// Where messages go.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Channel {
    /// To a URL.
    Webhook {
        /// The URL.
        #[crd(format = "uri")]
        url: String,
    },
    /// To people.
    Mail {
        /// Their addresses.
        #[crd(min_items = 1, items(format = "email"))]
        to: Vec<String>,
    },
}

/// When messages are sent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Trigger {
    /// At times.
    Cron {
        /// The times.
        schedule: String,
    },
    /// On events.
    Event {
        /// Name of the event.
        name: String,
    },
    /// Never.
    Manual,
}

/// How many messages are sent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "t", content = "c", rename_all = "camelCase")]
pub enum Limit {
    /// So many.
    Amount {
        /// The number.
        max: u32,
    },
    /// All of them.
    Unlimited,
}
