//! Certificates: from files that are reloaded when they change, or self-signed.

mod current;
mod files;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
mod pem;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
mod self_signed;
mod x509;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::CryptoProvider;

use crate::metrics::Metrics;
use current::Current;
use files::Files;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
pub use self_signed::{Certificates, SelfSigned};

/// The reason why a certificate cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct TlsError(String);

impl TlsError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl std::fmt::Display for TlsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TlsError {}

/// TLS for a [`Server`](crate::Server), with a certificate that can change while connections are open. Clones share it.
#[derive(Clone, Debug)]
pub struct Tls(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Arc<ServerConfig>,
    provider: Arc<CryptoProvider>,
    /// `None` for a configuration of the user, which provides the certificate itself.
    current: Option<Arc<Current>>,
    source: CertificateSource,
    metrics: Arc<Metrics>,
}

/// The source of newer certificates.
#[derive(Debug)]
enum CertificateSource {
    /// Only from [`Tls::replace`].
    Caller,
    Files(Files),
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    Folder(self_signed::Folder),
}

/// The interval at which files are reloaded. A kubelet takes about a minute to update a changed Secret in a pod.
const RELOAD: Duration = Duration::from_secs(5);

impl Tls {
    /// Reads the certificate chain and the key from these PEM files, such as those that cert-manager writes
    /// into a mounted Secret.
    ///
    /// Their contents are compared every 5 seconds while a server runs. A new pair is used for new
    /// connections; one that cannot be used is logged and counted, and the previous one is kept.
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    pub fn from_files(certificate: impl AsRef<Path>, key: impl AsRef<Path>) -> Result<Self, TlsError> {
        Self::from_files_with(compiled_in(), certificate, key)
    }

    /// Like [`from_files`](Self::from_files), with the cryptography of `provider`.
    pub fn from_files_with(
        provider: Arc<CryptoProvider>,
        certificate: impl AsRef<Path>,
        key: impl AsRef<Path>,
    ) -> Result<Self, TlsError> {
        let files = Files::new(certificate.as_ref(), key.as_ref());
        let (certificate, key) = files.read()?;
        Self::new(provider, &certificate, &key, CertificateSource::Files(files))
    }

    /// Uses a certificate chain and its key in PEM, which can be replaced by [`replace`](Self::replace).
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    pub fn from_pem(certificate: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        Self::new(compiled_in(), certificate, key, CertificateSource::Caller)
    }

    /// Uses your own configuration. The server does not read its certificate, so `/readyz` cannot tell when it has expired.
    pub fn from_config(config: ServerConfig) -> Self {
        Self(Arc::new(Inner {
            provider: config.crypto_provider().clone(),
            config: Arc::new(config),
            current: None,
            source: CertificateSource::Caller,
            metrics: Arc::default(),
        }))
    }

    /// Creates self-signed certificates, stored in a folder that the replicas share, and renews them in time.
    ///
    /// The CA that the API server must trust is in `ca.crt` of that folder. With the feature `kube` there is
    /// a variant that stores everything in a Secret and injects the CA into the CRDs.
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    pub fn self_signed(settings: SelfSigned, folder: impl AsRef<Path>) -> Result<Self, TlsError> {
        let folder = self_signed::Folder::new(settings, folder.as_ref());
        let certificates = folder.renew(SystemTime::now())?;
        Self::new(
            compiled_in(),
            certificates.certificate.as_bytes(),
            certificates.key.as_bytes(),
            CertificateSource::Folder(folder),
        )
    }

    fn new(
        provider: Arc<CryptoProvider>,
        certificate: &[u8],
        key: &[u8],
        source: CertificateSource,
    ) -> Result<Self, TlsError> {
        let current = Arc::new(Current::new(&provider, certificate, key)?);
        let mut config = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError::new(error.to_string()))?
            .with_no_client_auth()
            .with_cert_resolver(current.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self(Arc::new(Inner {
            config: Arc::new(config),
            provider,
            current: Some(current),
            source,
            metrics: Arc::default(),
        })))
    }

    /// Uses another certificate from the next connection on. Open ones continue.
    pub fn replace(&self, certificate: &[u8], key: &[u8]) -> Result<(), TlsError> {
        let Some(current) = &self.0.current else {
            return Err(TlsError::new(
                "a certificate in a configuration of your own is replaced by its resolver",
            ));
        };
        match current.replace(&self.0.provider, certificate, key) {
            Ok(true) => {
                self.0.metrics.reloads.fetch_add(1, Relaxed);
                tracing::info!("a new certificate is in use");
                Ok(())
            }
            Ok(false) => Ok(()),
            Err(error) => {
                self.0.metrics.reload_failures.fetch_add(1, Relaxed);
                Err(error)
            }
        }
    }

    /// Returns the time when the certificate in use expires, if that is known.
    pub fn not_after(&self) -> Option<SystemTime> {
        Some(self.0.current.as_ref()?.validity()?.not_after)
    }

    /// Returns the reason why the certificate must not be used at a time.
    pub(crate) fn invalid(&self, now: SystemTime) -> Option<String> {
        let validity = self.0.current.as_ref()?.validity()?;
        if now < validity.not_before {
            return Some("the certificate is not valid yet".to_owned());
        }
        (now > validity.not_after).then(|| "the certificate has expired".to_owned())
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.0.config.clone())
    }

    pub(crate) fn metrics(&self) -> Arc<Metrics> {
        self.0.metrics.clone()
    }

    /// Checks for newer certificates forever.
    pub(crate) async fn keep_fresh(self) {
        loop {
            tokio::time::sleep(RELOAD).await;
            if let Err(error) = self.refresh() {
                tracing::warn!(%error,
                    "the certificate could not be renewed; the earlier one is still used");
            }
        }
    }

    /// Reloads the files, and renews self-signed certificates. A server does this periodically by itself.
    pub fn refresh(&self) -> Result<(), TlsError> {
        let read = match &self.0.source {
            CertificateSource::Caller => return Ok(()),
            CertificateSource::Files(files) => files.read(),
            #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
            CertificateSource::Folder(folder) => folder
                .renew(SystemTime::now())
                .map(|own| (own.certificate.into_bytes(), own.key.into_bytes())),
        };
        let (certificate, key) = read.inspect_err(|_| {
            self.0.metrics.reload_failures.fetch_add(1, Relaxed);
        })?;
        self.replace(&certificate, &key)
    }
}

/// Returns the cryptography that a feature provides; ring's if there are both.
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
fn compiled_in() -> Arc<CryptoProvider> {
    #[cfg(feature = "ring")]
    let provider = tokio_rustls::rustls::crypto::ring::default_provider();
    #[cfg(not(feature = "ring"))]
    let provider = tokio_rustls::rustls::crypto::aws_lc_rs::default_provider();
    Arc::new(provider)
}

/// Returns the cryptography for connections to a webhook: that of the process, or the one that a feature provides.
#[cfg(feature = "kube")]
pub(crate) fn client_provider() -> Option<Arc<CryptoProvider>> {
    if let Some(provider) = CryptoProvider::get_default() {
        return Some(provider.clone());
    }
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    let provider = Some(compiled_in());
    #[cfg(not(any(feature = "ring", feature = "aws-lc-rs")))]
    let provider = None;
    provider
}
