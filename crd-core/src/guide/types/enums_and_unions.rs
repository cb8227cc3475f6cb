use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Critical,
}

#[derive(Union, Clone, Debug)]
#[crd(discriminator = "type")]
enum Destination {
    Webhook(Webhook),
    Mail(Mail),
    Silent,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Webhook {
    url: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Mail {
    to: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(exactly_one_of("webhook", "mail"))]
struct Receiver {
    #[serde(skip_serializing_if = "Option::is_none")]
    webhook: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Channel {
    Webhook { url: String },
    Mail { to: String },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Trigger {
    Cron { schedule: String },
    Event { name: String },
    Manual,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type", content = "value", rename_all = "camelCase")]
enum Limit {
    Amount { max: u8 },
    Unlimited,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
enum Source {
    Named { name: String },
    Labelled { label: String },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
enum Share {
    Count(i32),
    Percent(String),
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Levels {
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    fallback: Option<Level>,
}
