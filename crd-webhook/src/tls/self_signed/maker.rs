//! Creates keys and certificates.

use std::time::{Duration, SystemTime};

use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

use super::super::x509::read::{Validity, names};
use super::super::x509::write::{Certificate, Role};
use super::super::{TlsError, pem};
use super::authorities::{Authorities, Authority, Key, NAME, name_of};
use super::{BACKDATED, Certificates, SelfSigned};

pub(super) struct Maker<'a> {
    pub(super) settings: &'a SelfSigned,
    pub(super) provider: &'a CryptoProvider,
    pub(super) now: SystemTime,
}

impl Maker<'_> {
    pub(super) fn first(&self) -> Result<Certificates, TlsError> {
        let (ca, validity) = self.authority()?;
        let (certificate, key) = self.leaf(&ca, validity)?;
        Ok(Certificates {
            ca_bundle: pem::encode("CERTIFICATE", &ca.der),
            ca_key: ca.key.pem,
            next_ca_key: None,
            certificate,
            key,
        })
    }

    pub(super) fn step(
        &self,
        old: &Certificates,
        authorities: Authorities,
    ) -> Result<Option<Certificates>, TlsError> {
        let settled = |made: SystemTime| self.now >= made + BACKDATED + self.settings.overlap;
        let bundle =
            |parts: &[&[u8]]| -> String { parts.iter().map(|der| pem::encode("CERTIFICATE", der)).collect() };
        let mut new = old.clone();
        let Authorities {
            current,
            current_validity,
            other,
            next_key,
            leaf,
            leaf_validity,
        } = authorities;
        match (other, next_key) {
            // All API servers trust the next CA by now: it signs from here on.
            (Some((der, validity)), Some(key)) if settled(validity.not_before) => {
                let next = Authority {
                    name: name_of(&der),
                    der,
                    key,
                };
                (new.certificate, new.key) = self.leaf(&next, validity)?;
                new.ca_bundle = bundle(&[&next.der, &current.der]);
                new.ca_key = next.key.pem;
                new.next_ca_key = None;
                return Ok(Some(new));
            }
            (Some(_), Some(_)) => {}
            // All servers use a certificate of the next CA by now: the previous CA is removed.
            (Some(_), None) => {
                if settled(leaf_validity.not_before) {
                    new.ca_bundle = bundle(&[&current.der]);
                    new.next_ca_key = None;
                }
            }
            (None, _) => {
                if self.is_old(current_validity) {
                    let (next, _) = self.authority()?;
                    new.ca_bundle = bundle(&[&current.der, &next.der]);
                    new.next_ca_key = Some(next.key.pem);
                }
            }
        }
        let wrong_names = names(&leaf).is_none_or(|names| names != self.names());
        if wrong_names || self.is_old(leaf_validity) && leaf_validity.not_after < current_validity.not_after {
            (new.certificate, new.key) = self.leaf(&current, current_validity)?;
        }
        Ok((new != *old).then_some(new))
    }

    /// Returns the names in the form that certificates use.
    fn names(&self) -> Vec<String> {
        let canonical = |name: &String| match name.parse::<std::net::IpAddr>() {
            Ok(address) => address.to_string(),
            Err(_) => name.clone(),
        };
        self.settings.names.iter().map(canonical).collect()
    }

    /// Checks whether two thirds of a certificate's lifetime are over.
    fn is_old(&self, validity: Validity) -> bool {
        let made = validity.not_before + BACKDATED;
        let life = validity.not_after.duration_since(made).unwrap_or_default();
        self.now >= made + life * 2 / 3
    }

    fn validity(&self, life: Duration) -> Validity {
        Validity {
            not_before: self.now - BACKDATED,
            not_after: self.now + life,
        }
    }

    fn authority(&self) -> Result<(Authority, Validity), TlsError> {
        let key = self.key()?;
        let name = format!("{NAME}{:016x}", u64::from_be_bytes(self.random()?));
        let validity = self.validity(self.settings.ca_life);
        let der = Certificate {
            serial: self.random()?,
            issuer: &name,
            subject: &name,
            validity,
            public_key: &key.public().unwrap_or_default(),
            role: Role::Ca,
        }
        .sign(&*key.signing)?;
        Ok((Authority { name, der, key }, validity))
    }

    /// Creates a server certificate and its key. It does not outlive its CA.
    fn leaf(&self, ca: &Authority, ca_validity: Validity) -> Result<(String, String), TlsError> {
        let key = self.key()?;
        let mut validity = self.validity(self.settings.certificate_life);
        validity.not_after = validity.not_after.min(ca_validity.not_after);
        let der = Certificate {
            serial: self.random()?,
            issuer: &ca.name,
            subject: "crd-webhook",
            validity,
            public_key: &key.public().unwrap_or_default(),
            role: Role::Server(&self.settings.names),
        }
        .sign(&*ca.key.signing)?;
        Ok((pem::encode("CERTIFICATE", &der), key.pem))
    }

    fn key(&self) -> Result<Key, TlsError> {
        let pkcs8 = generate()?;
        let pem = pem::encode("PRIVATE KEY", &pkcs8);
        let signing = self
            .provider
            .key_provider
            .load_private_key(PrivatePkcs8KeyDer::from(pkcs8).into())
            .map_err(|error| TlsError::new(format!("the new key cannot be used: {error}")))?;
        Ok(Key { pem, signing })
    }

    fn random<const N: usize>(&self) -> Result<[u8; N], TlsError> {
        let mut bytes = [0; N];
        self.provider
            .secure_random
            .fill(&mut bytes)
            .map_err(|_| TlsError::new("no random numbers are available"))?;
        Ok(bytes)
    }
}

/// Generates a P-256 key, which every API server accepts, including those with only FIPS-approved algorithms.
#[cfg(feature = "ring")]
fn generate() -> Result<Vec<u8>, TlsError> {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new())
        .map(|document| document.as_ref().to_vec())
        .map_err(|_| TlsError::new("a key could not be created"))
}

/// Generates a P-256 key, which every API server accepts, including those with only FIPS-approved algorithms.
#[cfg(not(feature = "ring"))]
fn generate() -> Result<Vec<u8>, TlsError> {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new())
        .map(|document| document.as_ref().to_vec())
        .map_err(|_| TlsError::new("a key could not be created"))
}
