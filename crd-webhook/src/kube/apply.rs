//! Applies a CRD when an operator starts.

use std::sync::Arc;
use std::time::Duration;

use ::kube::Client;
use ::kube::api::{DynamicObject, ListParams, Patch, PatchParams};
use crd_cel::go::base64::{self, Alphabet};
use crd_core::check::{self, OldCrds, Options, Severity, codes};
use crd_core::{Crd, KubeVersion};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::error::code;
use super::probe::wait_until_it_answers;
use super::{Error, Loss, at, crds, is, losses, name_of, objects, storage_version, versions};

/// Options for applying a CRD.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// The field manager: the operator's name.
    pub manager: String,
    /// The CA bundle that the API server must trust when it calls the webhook, as PEM. It is set if the CRD has a webhook.
    pub ca_bundle: Option<String>,
    /// The losses that are allowed.
    pub allowed: Vec<Loss>,
    /// Whether the conversion webhook must respond before a CRD refers to it.
    pub webhook: WebhookCheck,
    /// Timeout for the webhook, and then for the CRD to be established and served: a minute each.
    pub wait: Duration,
}

/// Whether the conversion webhook must respond before a CRD refers to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebhookCheck {
    /// It must convert between the versions of the CRD, at the name of its Service, with a certificate of the
    /// CA in the CRD. If no CA has been set yet, it must at least accept connections.
    #[default]
    Answers,
    /// It is not called: this program cannot reach it, because it does not run in the cluster.
    Skip,
}

/// The result of applying a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The version in which objects are stored now.
    pub storage: String,
    /// The storage version of the given CRD. If it is another one, [`switch_storage`] has yet to be called.
    pub wanted: String,
}

impl Applied {
    /// Checks whether objects are stored in the version that the CRD requests.
    #[must_use]
    pub fn is_switched(&self) -> bool {
        self.storage == self.wanted
    }
}

impl ApplyOptions {
    /// Creates options for an operator of this name.
    pub fn new(manager: impl Into<String>) -> Self {
        Self {
            manager: manager.into(),
            ca_bundle: None,
            allowed: Vec::new(),
            webhook: WebhookCheck::default(),
            wait: Duration::from_secs(60),
        }
    }
}

/// Applies a CRD with server-side apply, and waits until all its served versions are usable.
///
/// Before it writes, it checks the CRD as the server would, against the existing CRD, and checks for losses
/// ([`losses`](super::losses())). If the CRD has a conversion webhook, it waits until that responds, because
/// from then on all requests at versions that are not stored need it. A program that serves the webhook
/// itself must start serving before it applies.
///
/// It never changes the version in which objects are stored, because that cannot be undone: see [`switch_storage`].
pub async fn apply(client: &Client, crd: &Crd, options: &ApplyOptions) -> Result<Applied, Error> {
    let name = crd.metadata.name.to_string();
    let deployed = deployed(client, &name).await?;
    let wanted = crd.storage_version().map_or("", |version| &*version.name);
    let mut crd = crd.clone();
    if let Some(stored) = deployed.as_ref().and_then(storage_version)
        && crd.version(stored).is_some()
    {
        store_in(&mut crd, stored);
    }
    let applied = Applied {
        storage: crd
            .storage_version()
            .map_or("", |version| &*version.name)
            .to_owned(),
        wanted: wanted.to_owned(),
    };
    write(client, &crd, deployed.as_ref(), options).await?;
    if !applied.is_switched() {
        tracing::info!(
            crd = name,
            applied.storage,
            applied.wanted,
            "objects remain stored as before"
        );
    }
    Ok(applied)
}

/// Stores objects in the CRD's storage version, and returns whether that changed anything.
///
/// First it applies the CRD like [`apply`], so that the version is served and the webhook responds before
/// anything is stored in it. Afterwards the previously deployed CRD can no longer be applied. Existing
/// objects remain stored as they are until each is written: [`migrate`](super::migrate()).
pub async fn switch_storage(client: &Client, crd: &Crd, options: &ApplyOptions) -> Result<bool, Error> {
    let applied = apply(client, crd, options).await?;
    if applied.is_switched() {
        return Ok(false);
    }
    let deployed = deployed(client, &crd.metadata.name).await?;
    write(client, crd, deployed.as_ref(), options).await?;
    let (crd, from, to) = (&*crd.metadata.name, applied.storage, applied.wanted);
    tracing::info!(crd, from, to, "objects are stored in another version");
    Ok(true)
}

async fn deployed(client: &Client, name: &str) -> Result<Option<DynamicObject>, Error> {
    let found = crds(client).get_opt(name).await;
    found.map_err(Error::api(format!("reading the CRD `{name}`")))
}

/// Makes one of the CRD's versions the storage version.
fn store_in(crd: &mut Crd, stored: &str) {
    for version in crd.spec.versions.iter_mut().flatten() {
        version.storage = &*version.name == stored;
    }
}

/// Writes a CRD unless a check fails, and waits until it is served.
async fn write(
    client: &Client,
    crd: &Crd,
    deployed: Option<&DynamicObject>,
    options: &ApplyOptions,
) -> Result<(), Error> {
    let name = crd.metadata.name.to_string();
    let version = server_version(client).await?;
    let manifest = judge(crd, &name, deployed, version, options)?;
    if options.webhook == WebhookCheck::Answers {
        let known = deployed.and_then(deployed_ca);
        let bundle = options.ca_bundle.as_ref().or(known.as_ref());
        wait_until_it_answers(&manifest, bundle.map(String::as_str), options.wait).await?;
    }
    if let Some(deployed) = deployed {
        drop_webhook(client, &name, deployed, &manifest).await?;
    }
    let params = PatchParams::apply(&options.manager).force();
    let applied = crds(client)
        .patch(&name, &params, &Patch::Apply(&manifest))
        .await
        .map_err(Error::api(format!("applying the CRD `{name}`")))?;
    wait_until_served(client, &name, applied, options.wait).await
}

/// Returns the CA in the deployed CRD, which another client may have set.
fn deployed_ca(deployed: &DynamicObject) -> Option<String> {
    let bundle = at(deployed, "/spec/conversion/webhook/clientConfig/caBundle").as_str()?;
    String::from_utf8(base64::decode(bundle, Alphabet::Standard).ok()?).ok()
}

/// Removes the webhook from a deployed CRD whose new manifest has none.
///
/// Server-side apply does not remove fields that others own, and the CA often belongs to someone else; the
/// remains of the webhook would make the server reject the CRD (CNV-66). The versions are part of the same
/// write, so that nothing is converted wrongly meanwhile.
async fn drop_webhook(
    client: &Client,
    name: &str,
    deployed: &DynamicObject,
    manifest: &Value,
) -> Result<(), Error> {
    const WEBHOOK: &str = "/spec/conversion/webhook";
    if at(deployed, WEBHOOK).is_null() || manifest.pointer(WEBHOOK).is_some() {
        return Ok(());
    }
    let patch = json!({
        "metadata": {"resourceVersion": deployed.metadata.resource_version},
        "spec": {
            "versions": manifest.pointer("/spec/versions"),
            "conversion": {"strategy": "None", "webhook": null},
        },
    });
    crds(client)
        .patch(name, &PatchParams::default(), &Patch::Merge(&patch))
        .await
        .map_err(Error::api(format!("removing the webhook from the CRD `{name}`")))?;
    Ok(())
}

async fn server_version(client: &Client) -> Result<KubeVersion, Error> {
    let info = client
        .apiserver_version()
        .await
        .map_err(Error::api("reading the version of the API server"))?;
    // For example `36+`.
    let digits = info.minor.trim_end_matches(|c: char| !c.is_ascii_digit());
    let minor = digits.parse().unwrap_or(KubeVersion::DEFAULT.minor());
    let nearest = minor.clamp(KubeVersion::OLDEST.minor(), KubeVersion::NEWEST.minor());
    Ok(KubeVersion::from_minor(nearest).unwrap_or(KubeVersion::DEFAULT))
}

/// Returns the manifest to apply, or the error of a failed check.
fn judge(
    crd: &Crd,
    name: &str,
    deployed: Option<&DynamicObject>,
    version: KubeVersion,
    options: &ApplyOptions,
) -> Result<Value, Error> {
    let mut checks = Options::for_version(version);
    let mut replaced = None;
    if let Some(deployed) = deployed {
        let deployed = serde_json::to_value(deployed).unwrap_or_default();
        let mut old = OldCrds::default();
        old.add(deployed.to_string().as_bytes());
        replaced = old.named(name, version);
        checks.old = Some(Arc::new(old));
    }
    let unexpected =
        |error: &dyn std::fmt::Display| Error::Unexpected(format!("`{name}` cannot be written: {error}"));
    let mut crd = crd.clone();
    let webhook = crd
        .spec
        .conversion
        .as_mut()
        .and_then(|conversion| conversion.webhook.as_mut());
    if let (Some(pem), Some(webhook)) = (&options.ca_bundle, webhook) {
        webhook.client_config.get_or_insert_default().ca_bundle = pem.clone().into_bytes();
    }
    let (_, report) = check::crd(&crd, &checks).map_err(|error| unexpected(&error))?;
    let mut findings = Vec::new();
    for finding in &report.findings {
        let diagnostic = &finding.diagnostic;
        // Nothing would be served, and the wait for it would time out without a reason.
        let is_useless = diagnostic.code == codes::CA_BUNDLE_UNUSABLE;
        let (code, message) = (diagnostic.code, &*diagnostic.message);
        match diagnostic.severity {
            Severity::Error => findings.push(format!("{message} [{code}]")),
            _ if is_useless => findings.push(format!("{message} [{code}]")),
            Severity::Warning => tracing::warn!(crd = name, %code, message, "a finding on the CRD"),
            Severity::Note => tracing::debug!(crd = name, %code, message, "a finding on the CRD"),
        }
    }
    let mut manifest = serde_json::to_value(&crd).map_err(|error| unexpected(&error))?;
    // Losses are the clearer message if the server rejects the CRD too.
    if let Some(replaced) = &replaced {
        let losses: Vec<Loss> = losses(replaced, &crd)
            .into_iter()
            .filter(|loss| !options.allowed.contains(loss))
            .collect();
        if !losses.is_empty() {
            return Err(Error::Losses {
                crd: name.to_owned(),
                losses,
            });
        }
    }
    if !findings.is_empty() {
        return Err(Error::Rejected {
            crd: name.to_owned(),
            findings,
        });
    }
    // Only the server writes it.
    if let Some(members) = manifest.as_object_mut() {
        members.remove("status");
    }
    Ok(manifest)
}

/// Waits until the CRD is established, and then until each served version responds.
async fn wait_until_served(
    client: &Client,
    name: &str,
    mut crd: DynamicObject,
    wait: Duration,
) -> Result<(), Error> {
    let end = Instant::now() + wait;
    let mut pause = Duration::from_millis(25);
    let mut rest = || {
        pause = (pause * 2).min(Duration::from_secs(1));
        sleep(pause)
    };
    while condition(&crd, "Established") != Some("True") {
        if condition(&crd, "NamesAccepted") == Some("False") || Instant::now() > end {
            let conditions = at(&crd, "/status/conditions");
            return Err(Error::Unexpected(format!(
                "the CRD `{name}` is not established: {conditions}"
            )));
        }
        rest().await;
        crd = crds(client)
            .get(name)
            .await
            .map_err(Error::api(format!("reading the CRD `{name}`")))?;
    }
    for version in versions(&crd).iter().filter(|version| is(version, "served")) {
        let version = name_of(version);
        let api = objects(client, &crd, version);
        // An established CRD is served a moment later, and after a change its resource is loaded again.
        while let Err(error) = api.list_metadata(&ListParams::default().limit(1)).await {
            let passing = matches!(code(&error), Some(404 | 429 | 500..));
            if !passing || Instant::now() > end {
                return Err(Error::api(format!("waiting for `{version}` of `{name}`"))(error));
            }
            rest().await;
        }
    }
    Ok(())
}

fn condition<'a>(crd: &'a DynamicObject, wanted: &str) -> Option<&'a str> {
    let conditions = at(crd, "/status/conditions").as_array()?;
    conditions
        .iter()
        .find(|condition| condition.get("type") == Some(&json!(wanted)))?
        .get("status")?
        .as_str()
}
