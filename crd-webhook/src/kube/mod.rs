//! Applies, checks and migrates an operator's own CRDs, with kube as the client.
//!
//! ```no_run
//! # async fn example(client: kube::Client, crds: Vec<crd_core::Crd>) -> Result<(), crd_webhook::kube::Error> {
//! use crd_webhook::kube::{ApplyOptions, apply, migrate, prune, switch_storage};
//!
//! // Rejects what the server would reject and what would lose data, waits until the webhook responds and every version is
//! // served, and leaves objects stored in their current version.
//! let mut options = ApplyOptions::new("my-operator");
//! options.ca_bundle = std::fs::read_to_string("/certs/ca.crt").ok();
//! for crd in &crds {
//!     apply(&client, crd, &options).await?;
//! }
//! // A separate step, which cannot be undone: another version becomes the storage version, and all objects are written to it.
//! for crd in &crds {
//!     switch_storage(&client, crd, &options).await?;
//! }
//! let migrated = migrate(&client, "databases.db.example.com").await?;
//! if migrated.is_complete() {
//!     prune(&client, &migrated).await?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Permissions
//!
//! | function | permissions of its service account |
//! |---|---|
//! | [`apply`], [`switch_storage`] | `get`, `create` and `patch` of `customresourcedefinitions`; `list` of the resource |
//! | [`inject_ca_bundle`] | `get` and `patch` of `customresourcedefinitions` |
//! | [`migrate`] | `get` of `customresourcedefinitions`; `list` and `patch` of the resource, and `patch` of its `status` |
//! | [`prune`] | `get` of `customresourcedefinitions`, `update` of `customresourcedefinitions/status` |
//! | [`SecretCertificates`] | `get`, `create` and `update` of `secrets` in the namespace; the permissions of `inject_ca_bundle` |

mod apply;
mod ca_bundle;
mod error;
mod migrate;
mod probe;
mod prune;
mod secret;

pub use apply::{Applied, ApplyOptions, WebhookCheck, apply, switch_storage};
pub use ca_bundle::inject_ca_bundle;
pub use crd_core::check::{Loss, losses};
pub use error::Error;
pub use migrate::{
    Checkpoint, MigrateMode, MigrateOptions, Migrated, NoCheckpoint, Progress, RejectedObject, TellProgress,
    migrate, migrate_with,
};
pub use prune::prune;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
pub use secret::SecretCertificates;

use ::kube::Client;
use ::kube::api::{Api, ApiResource, DynamicObject};
use serde_json::Value;

fn crds(client: &Client) -> Api<DynamicObject> {
    let resource = ApiResource {
        group: "apiextensions.k8s.io".to_owned(),
        version: "v1".to_owned(),
        api_version: "apiextensions.k8s.io/v1".to_owned(),
        kind: "CustomResourceDefinition".to_owned(),
        plural: "customresourcedefinitions".to_owned(),
    };
    Api::all_with(client.clone(), &resource)
}

/// Returns an API for the resource of a CRD at one of its versions, in all namespaces.
fn objects(client: &Client, crd: &DynamicObject, version: &str) -> Api<DynamicObject> {
    Api::all_with(client.clone(), &resource(crd, version))
}

fn resource(crd: &DynamicObject, version: &str) -> ApiResource {
    let text = |pointer: &str| at(crd, pointer).as_str().unwrap_or_default().to_owned();
    let group = text("/spec/group");
    ApiResource {
        api_version: format!("{group}/{version}"),
        version: version.to_owned(),
        kind: text("/spec/names/kind"),
        plural: text("/spec/names/plural"),
        group,
    }
}

fn at<'a>(object: &'a DynamicObject, pointer: &str) -> &'a Value {
    object.data.pointer(pointer).unwrap_or(&Value::Null)
}

fn versions(crd: &DynamicObject) -> &[Value] {
    at(crd, "/spec/versions").as_array().map_or(&[], Vec::as_slice)
}

fn name_of(version: &Value) -> &str {
    version.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn is(version: &Value, member: &str) -> bool {
    version.get(member).and_then(Value::as_bool).unwrap_or_default()
}

fn storage_version(crd: &DynamicObject) -> Option<&str> {
    versions(crd)
        .iter()
        .find(|version| is(version, "storage"))
        .map(name_of)
}

fn stored_versions(crd: &DynamicObject) -> Vec<&str> {
    let stored = at(crd, "/status/storedVersions").as_array();
    stored.into_iter().flatten().filter_map(Value::as_str).collect()
}
