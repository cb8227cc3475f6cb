//! Self-signed certificates in a Secret that all replicas share.

#![cfg(any(feature = "ring", feature = "aws-lc-rs"))]

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use ::kube::Client;
use ::kube::api::{Api, ApiResource, DynamicObject, ObjectMeta, PostParams, TypeMeta};
use crd_cel::go::base64::{self, Alphabet};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::error::code;
use super::{Error, inject_ca_bundle};
use crate::Tls;
use crate::tls::{Certificates, SelfSigned};

/// The interval at which the Secret is read.
const INTERVAL: Duration = Duration::from_secs(30);

/// Certificates in a Secret. They are renewed by the first replica that notices, and their CA is injected into CRDs.
///
/// ```no_run
/// # async fn example(client: kube::Client) -> Result<(), Box<dyn std::error::Error>> {
/// use crd_webhook::kube::SecretCertificates;
/// use crd_webhook::tls::SelfSigned;
///
/// let certificates = SecretCertificates::new(
///     client,
///     "my-system",
///     "my-webhook-certificates",
///     SelfSigned::for_service("my-system", "my-webhook"),
///     ["databases.db.example.com"],
/// );
/// let tls = certificates.start().await?;
/// // Renews, and injects the CA, as long as it runs.
/// tokio::spawn(certificates.keep_fresh(tls.clone()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SecretCertificates {
    api: Api<DynamicObject>,
    client: Client,
    namespace: String,
    name: String,
    settings: SelfSigned,
    crds: Vec<String>,
}

impl std::fmt::Debug for SecretCertificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretCertificates")
            .field("namespace", &self.namespace)
            .field("name", &self.name)
            .field("settings", &self.settings)
            .field("crds", &self.crds)
            .finish_non_exhaustive()
    }
}

impl SecretCertificates {
    /// Creates certificates in the Secret with that name, whose CA is injected into these CRDs.
    pub fn new(
        client: Client,
        namespace: &str,
        name: &str,
        settings: SelfSigned,
        crds: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let resource = ApiResource {
            group: String::new(),
            version: "v1".to_owned(),
            api_version: "v1".to_owned(),
            kind: "Secret".to_owned(),
            plural: "secrets".to_owned(),
        };
        Self {
            api: Api::namespaced_with(client.clone(), namespace, &resource),
            client,
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            settings,
            crds: crds.into_iter().map(Into::into).collect(),
        }
    }

    /// Reads the Secret, or creates it, and injects the CA into the existing CRDs.
    pub async fn start(&self) -> Result<Tls, Error> {
        let certificates = self.renew().await?;
        let unusable = |error: crate::tls::TlsError| {
            Error::Unexpected(format!(
                "the certificates of `{}` cannot be used: {error}",
                self.name
            ))
        };
        let tls = Tls::from_pem(certificates.certificate.as_bytes(), certificates.key.as_bytes())
            .map_err(unusable)?;
        self.inject(&certificates).await;
        Ok(tls)
    }

    /// Repeats this every 30 seconds, forever.
    pub async fn keep_fresh(self, tls: Tls) {
        loop {
            sleep(INTERVAL).await;
            if let Err(error) = self.refresh(&tls).await {
                tracing::warn!(%error,
                    "the certificates could not be renewed; the earlier ones are still used");
            }
        }
    }

    /// Reads the Secret, renews it if necessary, and updates `tls` with its contents.
    pub async fn refresh(&self, tls: &Tls) -> Result<(), Error> {
        let certificates = self.renew().await?;
        // The CA must be trusted before its certificate is used.
        self.inject(&certificates).await;
        tls.replace(certificates.certificate.as_bytes(), certificates.key.as_bytes())
            .map_err(|error| Error::Unexpected(format!("the new certificates cannot be used: {error}")))
    }

    async fn renew(&self) -> Result<Certificates, Error> {
        let doing = |what: &str| format!("{what} the Secret `{}/{}`", self.namespace, self.name);
        for _ in 0..10 {
            let secret = self
                .api
                .get_opt(&self.name)
                .await
                .map_err(Error::api(doing("reading")))?;
            let old = secret.as_ref().and_then(read);
            let new = self
                .settings
                .renew(old.as_ref(), SystemTime::now())
                .map_err(|error| Error::Unexpected(error.to_string()))?;
            let new = match (new, old) {
                (None, Some(old)) => return Ok(old),
                (Some(new), _) => new,
                (None, None) => return Err(Error::Unexpected("no certificates were created".to_owned())),
            };
            // Each write succeeds only if no other replica wrote meanwhile: otherwise its contents are read.
            let params = PostParams::default();
            let written = if let Some(mut secret) = secret {
                write(&mut secret, &new);
                self.api.replace(&self.name, &params, &secret).await
            } else {
                let mut secret = self.empty();
                write(&mut secret, &new);
                self.api.create(&params, &secret).await
            };
            match written {
                Ok(_) => return Ok(new),
                Err(error) if code(&error) == Some(409) => {}
                Err(error) => return Err(Error::api(doing("writing"))(error)),
            }
        }
        Err(Error::Unexpected(doing("other writers keep changing it")))
    }

    fn empty(&self) -> DynamicObject {
        DynamicObject {
            types: Some(TypeMeta {
                api_version: "v1".to_owned(),
                kind: "Secret".to_owned(),
            }),
            metadata: ObjectMeta {
                name: Some(self.name.clone()),
                namespace: Some(self.namespace.clone()),
                ..ObjectMeta::default()
            },
            data: json!({"type": "kubernetes.io/tls"}),
        }
    }

    /// Injects the CA into the CRDs. A CRD that does not exist yet gets it the next time.
    async fn inject(&self, certificates: &Certificates) {
        for crd in &self.crds {
            match inject_ca_bundle(&self.client, crd, &certificates.ca_bundle).await {
                Ok(true) => tracing::info!(crd, "the CA is injected"),
                Ok(false) => {}
                Err(error) => tracing::warn!(crd, %error, "the CA is not injected"),
            }
        }
    }
}

fn read(secret: &DynamicObject) -> Option<Certificates> {
    let data = secret.data.get("data")?;
    Certificates::from_files(|name| {
        let text = data.get(name)?.as_str()?;
        String::from_utf8(base64::decode(text, Alphabet::Standard).ok()?).ok()
    })
}

fn write(secret: &mut DynamicObject, certificates: &Certificates) {
    let data: BTreeMap<&str, String> = certificates
        .files()
        .into_iter()
        .map(|(name, content)| (name, base64::encode(content.as_bytes())))
        .collect();
    if let Some(members) = secret.data.as_object_mut() {
        members.insert(
            "data".to_owned(),
            data.into_iter()
                .map(|(k, v)| (k.to_owned(), Value::from(v)))
                .collect(),
        );
    }
}

#[cfg(test)]
mod tests;
