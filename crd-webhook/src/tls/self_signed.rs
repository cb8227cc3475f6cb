//! Certificates of one's own: a CA, and a server certificate that it signs, both renewed without a moment in which some API
//! server trusts the wrong one.
//!
//! ```text
//! time          ca.crt (what the API server trusts)     tls.crt signed by
//! start         CA 1                                    CA 1
//! 2/3 of life   CA 1, CA 2                              CA 1
//! + overlap     CA 2, CA 1                              CA 2
//! + overlap     CA 2                                    CA 2
//! ```

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tokio_rustls::rustls::crypto::CryptoProvider;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::sign::SigningKey;

use super::x509::read::{Validity, names, validity};
use super::x509::write::{Certificate, Role};
use super::{TlsError, compiled_in, files, pem};

/// Certificates begin that much before they are made: clocks differ.
const BACKDATED: Duration = Duration::from_secs(300);
const DAY: Duration = Duration::from_secs(86_400);

/// For which names certificates are made, and for how long.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SelfSigned {
    /// DNS names and IP addresses.
    pub names: Vec<String>,
    /// How long a CA lives: a year.
    pub ca_life: Duration,
    /// How long a server certificate lives: 90 days.
    pub certificate_life: Duration,
    /// How long both CAs are trusted before the new one signs, and again after: an hour. In that time whoever injects
    /// `ca.crt` into the CRDs must have done it.
    pub overlap: Duration,
}

impl SelfSigned {
    /// For a Service: the API server asks for the name `<name>.<namespace>.svc`.
    pub fn for_service(namespace: &str, name: &str) -> Self {
        Self::for_names([format!("{name}.{namespace}.svc")])
    }

    /// For other names, or IP addresses.
    pub fn for_names(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            names: names.into_iter().map(Into::into).collect(),
            ca_life: 365 * DAY,
            certificate_life: 90 * DAY,
            overlap: Duration::from_secs(3600),
        }
    }

    /// The certificates to use from `now` on; `None` if those that there are need no change.
    ///
    /// Ask from time to time, and keep what you get: each change is one step of the table above.
    pub fn renew(
        &self,
        certificates: Option<&Certificates>,
        now: SystemTime,
    ) -> Result<Option<Certificates>, TlsError> {
        let provider = compiled_in();
        let maker = Maker {
            settings: self,
            provider: &provider,
            now,
        };
        let Some(old) = certificates else {
            return maker.first().map(Some);
        };
        let Some(authorities) = Authorities::read(old, &provider) else {
            tracing::warn!("the certificates cannot be read, or belong to no CA; new ones are made");
            return maker.first().map(Some);
        };
        if now >= authorities.current_validity.not_after {
            return maker.first().map(Some);
        }
        maker.step(old, authorities)
    }
}

/// A CA and a server certificate, in PEM. [`files`](Self::files) names them as they are in a folder or a Secret.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificates {
    /// What the API server must trust: `caBundle`. The first is the CA that signed `certificate`; another may follow.
    pub ca_bundle: String,
    /// The server's certificate.
    pub certificate: String,
    /// The key of `certificate`.
    pub key: String,
    /// The key of the first CA.
    ca_key: String,
    /// The key of the second CA, if it is to come and not to go.
    next_ca_key: Option<String>,
}

impl std::fmt::Debug for Certificates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificates")
            .field("ca_bundle", &self.ca_bundle)
            .field("certificate", &self.certificate)
            .finish_non_exhaustive()
    }
}

const CA: &str = "ca.crt";
const CA_KEY: &str = "ca.key";
const NEXT_CA_KEY: &str = "next-ca.key";
const CERTIFICATE: &str = "tls.crt";
const KEY: &str = "tls.key";

impl Certificates {
    /// Names and contents: `ca.crt`, `ca.key`, `tls.crt`, `tls.key`, and `next-ca.key` while a CA is about to follow.
    pub fn files(&self) -> BTreeMap<&'static str, &str> {
        let mut files = BTreeMap::from([
            (CA, &*self.ca_bundle),
            (CA_KEY, &*self.ca_key),
            (CERTIFICATE, &*self.certificate),
            (KEY, &*self.key),
        ]);
        if let Some(key) = &self.next_ca_key {
            files.insert(NEXT_CA_KEY, key);
        }
        files
    }

    /// The certificates in such files; `None` if one is missing.
    pub fn from_files(mut read: impl FnMut(&str) -> Option<String>) -> Option<Self> {
        Some(Self {
            ca_bundle: read(CA)?,
            ca_key: read(CA_KEY)?,
            certificate: read(CERTIFICATE)?,
            key: read(KEY)?,
            next_ca_key: read(NEXT_CA_KEY).filter(|key| !key.is_empty()),
        })
    }
}

/// The CAs of some certificates, read.
struct Authorities {
    current: Authority,
    current_validity: Validity,
    /// The one that follows, or that was before.
    other: Option<(Vec<u8>, Validity)>,
    next_key: Option<Key>,
    leaf: Vec<u8>,
    leaf_validity: Validity,
}

struct Authority {
    name: String,
    der: Vec<u8>,
    key: Key,
}

struct Key {
    pem: String,
    signing: Arc<dyn SigningKey>,
}

impl Key {
    fn read(pem: &str, provider: &CryptoProvider) -> Option<Self> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes()).ok()?;
        Some(Self {
            pem: pem.to_owned(),
            signing: provider.key_provider.load_private_key(der).ok()?,
        })
    }

    fn public(&self) -> Option<Vec<u8>> {
        Some(self.signing.public_key()?.to_vec())
    }

    /// Whether `certificate` is for this key.
    fn fits(&self, certificate: &[u8]) -> bool {
        self.public()
            .is_some_and(|key| certificate.windows(key.len()).any(|part| part == key))
    }
}

impl Authorities {
    fn read(certificates: &Certificates, provider: &CryptoProvider) -> Option<Self> {
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

fn read_all(pem: &str) -> Option<Vec<Vec<u8>>> {
    CertificateDer::pem_slice_iter(pem.as_bytes())
        .map(|der| Some(der.ok()?.to_vec()))
        .collect()
}

/// The name of a CA that we made: it follows from its public key, so that it need not be read.
fn name_of(der: &[u8]) -> String {
    let start = der.windows(NAME.len()).position(|part| part == NAME.as_bytes());
    let name = start.and_then(|start| der.get(start..start + NAME.len() + 16));
    String::from_utf8_lossy(name.unwrap_or(NAME.as_bytes())).into_owned()
}

const NAME: &str = "crd-webhook CA ";

struct Maker<'a> {
    settings: &'a SelfSigned,
    provider: &'a CryptoProvider,
    now: SystemTime,
}

impl Maker<'_> {
    fn first(&self) -> Result<Certificates, TlsError> {
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

    fn step(&self, old: &Certificates, authorities: Authorities) -> Result<Option<Certificates>, TlsError> {
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
            // Everybody trusts the next CA by now: it signs.
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
            // Everybody uses what the next CA signed: the one before it goes.
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

    /// Names as certificates hold them.
    fn names(&self) -> Vec<String> {
        let canonical = |name: &String| match name.parse::<std::net::IpAddr>() {
            Ok(address) => address.to_string(),
            Err(_) => name.clone(),
        };
        self.settings.names.iter().map(canonical).collect()
    }

    /// Whether two thirds of a certificate's life are over.
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

    /// A server certificate and its key. It does not outlive its CA.
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
            .map_err(|_| TlsError::new("there are no random numbers"))?;
        Ok(bytes)
    }
}

/// A new P-256 key: what every API server takes, those with only FIPS-approved algorithms too.
#[cfg(feature = "ring")]
fn generate() -> Result<Vec<u8>, TlsError> {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new())
        .map(|document| document.as_ref().to_vec())
        .map_err(|_| TlsError::new("a key could not be made"))
}

/// A new P-256 key: what every API server takes, those with only FIPS-approved algorithms too.
#[cfg(not(feature = "ring"))]
fn generate() -> Result<Vec<u8>, TlsError> {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
    EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new())
        .map(|document| document.as_ref().to_vec())
        .map_err(|_| TlsError::new("a key could not be made"))
}

/// A folder with certificates. One process at a time writes it.
#[derive(Debug)]
pub(super) struct Folder {
    settings: SelfSigned,
    path: PathBuf,
    /// One renewal at a time.
    turn: Mutex<()>,
}

impl Folder {
    pub(super) fn new(settings: SelfSigned, path: &Path) -> Self {
        Self {
            settings,
            path: path.to_owned(),
            turn: Mutex::new(()),
        }
    }

    /// The certificates in the folder, renewed if it is time.
    pub(super) fn renew(&self, now: SystemTime) -> Result<Certificates, TlsError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |name: &str| {
            let bytes = files::read(&self.path.join(name)).ok()?;
            String::from_utf8(bytes).ok()
        };
        let old = Certificates::from_files(read);
        match (self.settings.renew(old.as_ref(), now)?, old) {
            (None, Some(old)) => Ok(old),
            (None, None) => Err(TlsError::new("no certificates were made")),
            (Some(new), _) => {
                self.write(&new)
                    .map_err(|error| TlsError::new(format!("{}: {error}", self.path.display())))?;
                Ok(new)
            }
        }
    }

    fn write(&self, certificates: &Certificates) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.path)?;
        let files = certificates.files();
        if !files.contains_key(NEXT_CA_KEY) {
            match std::fs::remove_file(self.path.join(NEXT_CA_KEY)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        for (name, content) in files {
            let new = self.path.join(format!(".{name}.new"));
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create(true).truncate(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&new)?;
            file.write_all(content.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(new, self.path.join(name))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SelfSigned {
        let mut settings = SelfSigned::for_names(["a.b.svc", "127.0.0.1", "::1"]);
        settings.ca_life = 300 * DAY;
        settings.certificate_life = 30 * DAY;
        settings.overlap = DAY;
        settings
    }

    #[test]
    fn certificates_say_what_was_asked() {
        let now = SystemTime::now();
        let made = settings().renew(None, now).unwrap().unwrap();
        let leaf = read_all(&made.certificate).unwrap().remove(0);
        assert_eq!(names(&leaf).unwrap(), ["a.b.svc", "127.0.0.1", "::1"]);
        let ends = validity(&leaf).unwrap().not_after;
        assert!(ends.duration_since(now).unwrap().abs_diff(30 * DAY) < Duration::from_secs(1));
        assert_eq!(settings().renew(Some(&made), now).unwrap(), None);
        // Broken in any part, or with other names, they are made anew.
        let mut broken = made.clone();
        broken.key = broken.ca_key.clone();
        assert!(settings().renew(Some(&broken), now).unwrap().is_some());
        let other = SelfSigned::for_service("ns", "name")
            .renew(Some(&made), now)
            .unwrap()
            .unwrap();
        assert_eq!(other.ca_bundle, made.ca_bundle);
        assert_ne!(other.certificate, made.certificate);
    }

    /// At each step what the API server trusts, for as long as the overlap lasts, holds the CA of each certificate in use.
    #[test]
    fn trust_goes_ahead_of_use() {
        let start = SystemTime::now();
        let settings = settings();
        let mut state = settings.renew(None, start).unwrap().unwrap();
        let mut changes = Vec::new();
        let mut bundle_before = state.ca_bundle.clone();
        for hour in 1..24 * 320 {
            let now = start + Duration::from_secs(hour * 3600);
            if let Some(new) = settings.renew(Some(&state), now).unwrap() {
                let signer = read_all(&new.ca_bundle).unwrap().remove(0);
                let old_signer = read_all(&state.ca_bundle).unwrap().remove(0);
                // An API server with the bundle of before accepts the new certificate, and one with the new bundle the old.
                assert!(read_all(&bundle_before).unwrap().contains(&signer), "hour {hour}");
                assert!(
                    read_all(&new.ca_bundle).unwrap().contains(&old_signer),
                    "hour {hour}"
                );
                changes.push((hour, read_all(&new.ca_bundle).unwrap().len()));
                bundle_before = new.ca_bundle.clone();
                state = new;
            }
        }
        // The leaf every 20 days; the CA from day 200 on, in three steps of a day.
        let bundles: Vec<_> = changes
            .iter()
            .filter(|(hour, _)| (24 * 200..24 * 203).contains(hour))
            .collect();
        assert_eq!(
            bundles.iter().map(|(_, count)| *count).collect::<Vec<_>>(),
            [2, 2, 1],
            "{changes:?}"
        );
        assert!(changes.len() > 12, "{changes:?}");
    }

    #[test]
    fn a_folder_keeps_them() {
        let dir = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        let folder = Folder::new(settings(), &dir.path().join("certs"));
        let made = folder.renew(now).unwrap();
        assert_eq!(folder.renew(now).unwrap(), made);
        let later = folder.renew(now + 201 * DAY).unwrap();
        assert_eq!(read_all(&later.ca_bundle).unwrap().len(), 2);
        let switched = folder.renew(now + 203 * DAY).unwrap();
        assert_ne!(switched.certificate, later.certificate);
        assert!(!dir.path().join("certs/next-ca.key").exists());
    }
}
