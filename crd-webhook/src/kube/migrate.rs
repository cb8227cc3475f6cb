//! Rewrites stored objects at the storage version.

mod checkpoint;
mod options;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::kube::Client;
use ::kube::api::{Api, ApiResource, DynamicObject, ListParams, ObjectMeta, Patch, PatchParams};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

pub use self::checkpoint::{Checkpoint, NoCheckpoint};
pub use self::options::{MigrateMode, MigrateOptions, Progress, TellProgress};
use super::error::code;
use super::{Error, at, crds, is, name_of, resource, storage_version, stored_versions, versions};

/// The maximum number of attempts of a request if the server is too busy.
const ATTEMPTS: u32 = 8;

/// The result of a migration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Migrated {
    /// The name of the CRD.
    pub crd: String,
    /// The version at which objects are stored now.
    pub storage: String,
    /// `metadata.generation` of the CRD when the migration began.
    pub generation: i64,
    /// Number of objects.
    pub objects: usize,
    /// Number of objects that were written, or would be. The others were written or deleted by other clients meanwhile.
    pub written: usize,
    /// Number of objects from whose `metadata.managedFields` entries of versions that are not served were removed, or would be.
    pub cleaned: usize,
    /// Number of objects that an earlier, incomplete migration had written.
    pub skipped: usize,
    /// Whether anything was written.
    pub mode: MigrateMode,
    /// The objects that the server rejected.
    pub refused: Vec<RejectedObject>,
}

impl Migrated {
    /// Checks whether every object is stored at the storage version.
    pub fn is_complete(&self) -> bool {
        self.refused.is_empty() && self.mode == MigrateMode::Write
    }
}

/// An object that could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RejectedObject {
    /// Namespace and name, or only the name.
    pub object: String,
    /// The server's message.
    pub message: String,
}

impl fmt::Display for RejectedObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.object, self.message)
    }
}

/// Writes every object of a CRD without changing it, so that it is stored at the storage version, and removes
/// entries of versions that are not served from `metadata.managedFields`, because the server could not apply
/// to the objects once these versions are removed.
///
/// It does nothing if `status.storedVersions` contains only the storage version and every version is served.
/// The migration may be repeated, and may run concurrently with clients and other replicas: each write succeeds
/// only if no other client has written the object, and any such write stored it at the storage version.
pub async fn migrate(client: &Client, crd: &str) -> Result<Migrated, Error> {
    migrate_with(client, crd, &MigrateOptions::default()).await
}

/// Like [`migrate`], with options: the number of parallel requests, a callback for progress, a checkpoint,
/// and whether to write.
pub async fn migrate_with(client: &Client, crd: &str, options: &MigrateOptions) -> Result<Migrated, Error> {
    let deployed = crds(client)
        .get(crd)
        .await
        .map_err(Error::api(format!("reading the CRD `{crd}`")))?;
    let Some(storage) = storage_version(&deployed) else {
        return Err(Error::Unexpected(format!(
            "the CRD `{crd}` has no storage version"
        )));
    };
    let mut migrated = Migrated {
        crd: crd.to_owned(),
        storage: storage.to_owned(),
        generation: deployed.metadata.generation.unwrap_or_default(),
        mode: options.mode,
        ..Migrated::default()
    };
    let all_served = versions(&deployed).iter().all(|version| is(version, "served"));
    if stored_versions(&deployed) == [storage] && all_served {
        return Ok(migrated);
    }
    Migration::new(client, &deployed, options)?
        .run(&mut migrated)
        .await?;
    let Migrated {
        objects,
        written,
        cleaned,
        ref refused,
        ..
    } = migrated;
    tracing::info!(
        crd,
        storage,
        objects,
        written,
        cleaned,
        refused = refused.len(),
        mode = ?options.mode,
        "migrated"
    );
    Ok(migrated)
}

struct Migration<'a> {
    client: &'a Client,
    crd: &'a DynamicObject,
    options: &'a MigrateOptions,
    writer: Arc<ObjectRewriter>,
}

/// Writes single objects.
struct ObjectRewriter {
    group: String,
    /// The version through which objects are read and written.
    through: String,
    has_status: bool,
    /// The `apiVersion`s that are kept in `managedFields`.
    kept: BTreeSet<String>,
    params: PatchParams,
}

/// The result for an object.
enum ObjectFate {
    Written,
    /// Written, and entries were removed from `managedFields`.
    Cleaned,
    /// Another client has written or deleted it.
    Passed,
    Rejected(RejectedObject),
}

impl<'a> Migration<'a> {
    fn new(client: &'a Client, crd: &'a DynamicObject, options: &'a MigrateOptions) -> Result<Self, Error> {
        let served = || versions(crd).iter().filter(|version| is(version, "served"));
        // A storage version need not be served.
        let version = served()
            .find(|version| is(version, "storage"))
            .or_else(|| served().next());
        let Some(version) = version else {
            return Err(Error::Unexpected("no version of the CRD is served".to_owned()));
        };
        let group = at(crd, "/spec/group").as_str().unwrap_or_default();
        let params = PatchParams {
            dry_run: options.mode == MigrateMode::DryRun,
            ..PatchParams::default()
        };
        let writer = ObjectRewriter {
            through: name_of(version).to_owned(),
            has_status: version.pointer("/subresources/status").is_some(),
            kept: served()
                .map(|version| format!("{group}/{}", name_of(version)))
                .collect(),
            group: group.to_owned(),
            params,
        };
        Ok(Self {
            client,
            crd,
            options,
            writer: Arc::new(writer),
        })
    }

    async fn run(&self, migrated: &mut Migrated) -> Result<(), Error> {
        let resource = resource(self.crd, &self.writer.through);
        let all: Api<DynamicObject> = Api::all_with(self.client.clone(), &resource);
        let mut page = ListParams::default().limit(self.options.page.max(1));
        let checkpoint = self.options.checkpoint.as_ref();
        let checkpoint = checkpoint.filter(|point| point.is_of(migrated));
        let mut seen = 0;
        loop {
            let listed = patiently(|| all.list_metadata(&page)).await;
            let list = match listed {
                Ok(list) => list,
                // The continue token has expired: the list starts again, and objects that were written are skipped quickly.
                Err(error) if code(&error) == Some(410) && page.continue_token.is_some() => {
                    page.continue_token = None;
                    seen = 0;
                    continue;
                }
                Err(error) => {
                    return Err(Error::api(format!("listing the objects of `{}`", migrated.crd))(
                        error,
                    ));
                }
            };
            let page_length = list.items.len();
            seen += page_length;
            migrated.objects = migrated.objects.max(seen);
            let total = seen + usize::try_from(list.metadata.remaining_item_count.unwrap_or(0)).unwrap_or(0);
            let last = list.items.last().map(|object| object.metadata.clone());
            let items: Vec<ObjectMeta> = list
                .items
                .into_iter()
                .map(|object| object.metadata)
                .filter(|object| checkpoint.is_none_or(|point| point.is_before(object)))
                .collect();
            migrated.skipped += page_length - items.len();
            self.write_all(&all, &resource, items, migrated).await;
            if let Some(last) = last {
                self.tell(migrated, seen, total, &last);
            }
            page.continue_token = list.metadata.continue_.filter(|token| !token.is_empty());
            if page.continue_token.is_none() {
                return Ok(());
            }
        }
    }

    /// Writes the objects of a page, several at a time.
    async fn write_all(
        &self,
        all: &Api<DynamicObject>,
        resource: &ApiResource,
        objects: Vec<ObjectMeta>,
        migrated: &mut Migrated,
    ) {
        let rest = Arc::new(Mutex::new(objects.into_iter()));
        let mut workers = JoinSet::new();
        for _ in 0..self.options.parallel.max(1) {
            let (rest, writer) = (rest.clone(), self.writer.clone());
            let (client, all, resource) = (self.client.clone(), all.clone(), resource.clone());
            workers.spawn(async move {
                let mut outcomes = Vec::new();
                let take = || rest.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(object) = take() {
                    let api = match object.namespace.as_deref() {
                        Some(namespace) => Api::namespaced_with(client.clone(), namespace, &resource),
                        None => all.clone(),
                    };
                    outcomes.push(writer.write(&api, &object).await);
                }
                outcomes
            });
        }
        while let Some(outcomes) = workers.join_next().await {
            for outcome in outcomes.into_iter().flatten() {
                migrated.count(outcome);
            }
        }
    }

    fn tell(&self, migrated: &Migrated, done: usize, total: usize, last: &ObjectMeta) {
        let progress = Progress {
            crd: migrated.crd.clone(),
            done,
            total: total.max(done),
            refused: migrated.refused.len(),
            checkpoint: Checkpoint::after(migrated, last),
        };
        tracing::info!(
            crd = progress.crd,
            done = progress.done,
            total = progress.total,
            refused = progress.refused,
            "migrating"
        );
        if let Some(tell) = &self.options.progress {
            tell(&progress);
        }
    }
}

impl Migrated {
    fn count(&mut self, outcome: ObjectFate) {
        match outcome {
            ObjectFate::Written => self.written += 1,
            ObjectFate::Cleaned => {
                self.written += 1;
                self.cleaned += 1;
            }
            ObjectFate::Passed => {}
            ObjectFate::Rejected(refused) => {
                tracing::warn!(crd = self.crd, %refused, "an object could not be migrated");
                self.refused.push(refused);
            }
        }
    }
}

impl ObjectRewriter {
    async fn write(&self, api: &Api<DynamicObject>, metadata: &ObjectMeta) -> ObjectFate {
        let name = metadata.name.as_deref().unwrap_or_default();
        let patch = self.patch(metadata);
        let cleans = patch.pointer("/metadata/managedFields").is_some();
        let merge = Patch::Merge(&patch);
        let mut outcome = patiently(|| api.patch(name, &self.params, &merge)).await;
        // An old object may violate rules that are newer than it; a write of its status does not validate its spec.
        if self.has_status && outcome.as_ref().is_err_and(|error| code(error) == Some(422)) {
            outcome = patiently(|| api.patch_status(name, &self.params, &merge)).await;
        }
        match outcome {
            Ok(_) if cleans => ObjectFate::Cleaned,
            Ok(_) => ObjectFate::Written,
            // Deleted, or written by another client.
            Err(error) if matches!(code(&error), Some(404 | 409)) => ObjectFate::Passed,
            Err(error) => {
                let object = match &metadata.namespace {
                    Some(namespace) => format!("{namespace}/{name}"),
                    None => name.to_owned(),
                };
                ObjectFate::Rejected(RejectedObject {
                    object,
                    message: error.to_string(),
                })
            }
        }
    }

    /// Returns a merge patch that changes nothing except for entries of versions that are not served.
    fn patch(&self, metadata: &ObjectMeta) -> Value {
        let mut patch = json!({"metadata": {
            "resourceVersion": metadata.resource_version,
            // Only this object, and not a later one with the same name.
            "uid": metadata.uid,
        }});
        let entries = metadata.managed_fields.as_deref().unwrap_or_default();
        let kept: Vec<_> = entries
            .iter()
            .filter(|entry| {
                entry
                    .api_version
                    .as_ref()
                    .is_none_or(|version| self.kept.contains(version))
            })
            .collect();
        if kept.len() < entries.len()
            && let Some(members) = patch.get_mut("metadata").and_then(Value::as_object_mut)
        {
            // Without any entry, the server would create one that owns everything and conflicts with the next applier.
            let entries = if kept.is_empty() {
                json!([{
                    "manager": "crd-webhook",
                    "operation": "Update",
                    "apiVersion": format!("{}/{}", self.group, self.through),
                    "fieldsType": "FieldsV1",
                    "fieldsV1": {"f:metadata": {"f:name": {}}},
                }])
            } else {
                json!(kept)
            };
            members.insert("managedFields".to_owned(), entries);
        }
        patch
    }
}

/// Repeats a request while the server is busy, or its watch cache is being filled.
async fn patiently<T, F>(mut ask: impl FnMut() -> F) -> Result<T, ::kube::Error>
where
    F: Future<Output = Result<T, ::kube::Error>>,
{
    let mut pause = Duration::from_millis(100);
    for _ in 1..ATTEMPTS {
        match ask().await {
            Err(error) if matches!(code(&error), Some(429 | 503 | 504)) => {
                sleep(pause).await;
                pause = (pause * 2).min(Duration::from_secs(5));
            }
            outcome => return outcome,
        }
    }
    ask().await
}
