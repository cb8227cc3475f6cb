//! The CAs of self-signed certificates, parsed from PEM.

use std::sync::Arc;

use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::SigningKey;

use super::super::x509::read::{Validity, validity};
use super::Certificates;

/// The CAs of some certificates, parsed.
pub(super) struct Authorities {
    pub(super) current: Authority,
    pub(super) current_validity: Validity,
    /// The next CA, or the previous one.
    pub(super) other: Option<(Vec<u8>, Validity)>,
    pub(super) next_key: Option<Key>,
    pub(super) leaf: Vec<u8>,
    pub(super) leaf_validity: Validity,
}

pub(super) struct Authority {
    pub(super) name: String,
    pub(super) der: Vec<u8>,
    pub(super) key: Key,
}

pub(super) struct Key {
    pub(super) pem: String,
    pub(super) signing: Arc<dyn SigningKey>,
}

impl Key {
    pub(super) fn read(pem: &str, provider: &CryptoProvider) -> Option<Self> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes()).ok()?;
        Some(Self {
            pem: pem.to_owned(),
            signing: provider.key_provider.load_private_key(der).ok()?,
        })
    }

    pub(super) fn public(&self) -> Option<Vec<u8>> {
        Some(self.signing.public_key()?.to_vec())
    }

    /// Checks whether `certificate` belongs to this key.
    pub(super) fn fits(&self, certificate: &[u8]) -> bool {
        self.public()
            .is_some_and(|key| certificate.windows(key.len()).any(|part| part == key))
    }
}

impl Authorities {
    pub(super) fn read(certificates: &Certificates, provider: &CryptoProvider) -> Option<Self> {
        let bundle = read_all(&certificates.ca_bundle)?;
        let der = bundle.first()?.clone();
        let key = Key::read(&certificates.ca_key, provider)?;
        let leaf = read_all(&certificates.certificate)?.into_iter().next()?;
        let other = match bundle.get(1) {
            Some(der) => Some((der.clone(), validity(der)?)),
            None => None,
        };
        let next_key = certificates
            .next_ca_key
            .as_deref()
            .and_then(|pem| Key::read(pem, provider))
            .filter(|key| other.as_ref().is_some_and(|(der, _)| key.fits(der)));
        let authorities = Self {
            current_validity: validity(&der)?,
            current: Authority {
                name: name_of(&der),
                der,
                key,
            },
            other,
            next_key,
            leaf_validity: validity(&leaf)?,
            leaf,
        };
        let leaf_key = Key::read(&certificates.key, provider)?;
        (authorities.current.key.fits(&authorities.current.der) && leaf_key.fits(&authorities.leaf))
            .then_some(authorities)
    }
}

pub(super) fn read_all(pem: &str) -> Option<Vec<Vec<u8>>> {
    CertificateDer::pem_slice_iter(pem.as_bytes())
        .map(|der| Some(der.ok()?.to_vec()))
        .collect()
}

/// Returns the name of a CA that we created: it is derived from its public key, so that it need not be parsed.
pub(super) fn name_of(der: &[u8]) -> String {
    let start = der.windows(NAME.len()).position(|part| part == NAME.as_bytes());
    let name = start.and_then(|start| der.get(start..start + NAME.len() + 16));
    String::from_utf8_lossy(name.unwrap_or(NAME.as_bytes())).into_owned()
}

pub(super) const NAME: &str = "crd-webhook CA ";
