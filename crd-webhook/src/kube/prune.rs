//! Removes versions from `status.storedVersions`.

use ::kube::Client;
use ::kube::api::PostParams;
use serde_json::json;

use super::error::code;
use super::migrate::Migrated;
use super::{Error, crds, storage_version, stored_versions};

/// Sets `status.storedVersions` to the storage version, which allows the others to be removed from the CRD.
/// Returns whether that changed anything.
///
/// Fails if any object was not migrated, if the migration was a dry run, or if the CRD changed since the
/// migration began: objects may then have been stored at another version.
pub async fn prune(client: &Client, migrated: &Migrated) -> Result<bool, Error> {
    let name = &migrated.crd;
    if let Some(first) = migrated.refused.first() {
        return Err(Error::Unexpected(format!(
            "`{name}` keeps its stored versions: {} objects were not migrated, such as {first}",
            migrated.refused.len()
        )));
    }
    if !migrated.is_complete() {
        return Err(Error::Unexpected(format!(
            "`{name}` keeps its stored versions: the migration was a dry run, and wrote nothing"
        )));
    }
    let api = crds(client);
    let mut crd = api
        .get(name)
        .await
        .map_err(Error::api(format!("reading the CRD `{name}`")))?;
    let moved = || {
        Error::Unexpected(format!(
            "`{name}` keeps its stored versions: it changed since the migration began; migrate again"
        ))
    };
    if storage_version(&crd) != Some(&migrated.storage)
        || crd.metadata.generation.unwrap_or_default() != migrated.generation
    {
        return Err(moved());
    }
    if stored_versions(&crd) == [migrated.storage.as_str()] {
        return Ok(false);
    }
    if let Some(status) = crd.data.get_mut("status") {
        status["storedVersions"] = json!([migrated.storage]);
    }
    // The write includes the `resourceVersion` that was read, so that it succeeds only for the CRD that was checked.
    match api.replace_status(name, &PostParams::default(), &crd).await {
        Ok(_) => {
            tracing::info!(
                crd = name,
                storage = migrated.storage,
                "the stored versions are pruned"
            );
            Ok(true)
        }
        Err(error) if code(&error) == Some(409) => Err(moved()),
        Err(error) => Err(Error::api(format!("pruning the stored versions of `{name}`"))(
            error,
        )),
    }
}
