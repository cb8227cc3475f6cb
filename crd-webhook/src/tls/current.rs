//! The certificate in use.

use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use super::TlsError;
use super::x509::read::{Validity, validity};

/// The certificate for each new connection, regardless of the requested name.
#[derive(Debug)]
pub(super) struct Current(RwLock<Loaded>);

#[derive(Debug)]
struct Loaded {
    certified: Arc<CertifiedKey>,
    validity: Option<Validity>,
    /// The PEM source, so that reading the same again changes nothing.
    pem: (Vec<u8>, Vec<u8>),
}

impl Current {
    pub(super) fn new(provider: &CryptoProvider, certificate: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        Ok(Self(RwLock::new(load(provider, certificate, key)?)))
    }

    /// Replaces the certificate; returns whether it differs from the previous one.
    pub(super) fn replace(
        &self,
        provider: &CryptoProvider,
        certificate: &[u8],
        key: &[u8],
    ) -> Result<bool, TlsError> {
        let same = self.read(|loaded| loaded.pem.0 == certificate && loaded.pem.1 == key);
        if same {
            return Ok(false);
        }
        let loaded = load(provider, certificate, key)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(true)
    }

    pub(super) fn validity(&self) -> Option<Validity> {
        self.read(|loaded| loaded.validity)
    }

    fn read<T>(&self, get: impl FnOnce(&Loaded) -> T) -> T {
        get(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.read(|loaded| loaded.certified.clone()))
    }
}

/// Parses a chain and its key. They must match: files are not always replaced at the same moment.
fn load(provider: &CryptoProvider, certificate: &[u8], key: &[u8]) -> Result<Loaded, TlsError> {
    let pem = (certificate.to_vec(), key.to_vec());
    let chain = CertificateDer::pem_slice_iter(certificate)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| TlsError::new(format!("the certificate is not PEM: {error}")))?;
    let Some(first) = chain.first() else {
        return Err(TlsError::new("the certificate file contains no certificate"));
    };
    let validity = validity(first);
    let key = PrivateKeyDer::from_pem_slice(key)
        .map_err(|error| TlsError::new(format!("the key is not a private key in PEM: {error}")))?;
    let certified = CertifiedKey::from_der(chain, key, provider)
        .map_err(|error| TlsError::new(format!("the certificate and the key cannot be used: {error}")))?;
    Ok(Loaded {
        certified: Arc::new(certified),
        validity,
        pem,
    })
}
