//! Self-signed certificates: a CA, and a server certificate that it signs. Both are renewed so that API
//! servers trust the CA of the certificate in use at any time.
//!
//! ```text
//! time          ca.crt (trusted by the API server)      tls.crt signed by
//! start         CA 1                                    CA 1
//! 2/3 of life   CA 1, CA 2                              CA 1
//! + overlap     CA 2, CA 1                              CA 2
//! + overlap     CA 2                                    CA 2
//! ```

mod authorities;
mod folder;
mod maker;

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use self::authorities::Authorities;
pub(super) use self::folder::Folder;
use self::maker::Maker;
use super::{TlsError, compiled_in};

/// The time by which the start of validity is backdated, because clocks differ.
const BACKDATED: Duration = Duration::from_secs(300);
const DAY: Duration = Duration::from_secs(86_400);

/// The names and lifetimes of certificates.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SelfSigned {
    /// DNS names and IP addresses.
    pub names: Vec<String>,
    /// Lifetime of a CA: a year.
    pub ca_life: Duration,
    /// Lifetime of a server certificate: 90 days.
    pub certificate_life: Duration,
    /// Time for which both CAs are trusted before the new one signs, and again afterwards: an hour. Within
    /// that time `ca.crt` must be injected into the CRDs.
    pub overlap: Duration,
}

impl SelfSigned {
    /// Creates settings for a Service: the API server requests the name `<name>.<namespace>.svc`.
    pub fn for_service(namespace: &str, name: &str) -> Self {
        Self::for_names([format!("{name}.{namespace}.svc")])
    }

    /// Creates settings for other names, or IP addresses.
    pub fn for_names(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            names: names.into_iter().map(Into::into).collect(),
            ca_life: 365 * DAY,
            certificate_life: 90 * DAY,
            overlap: Duration::from_secs(3600),
        }
    }

    /// Returns the certificates to use from `now` on; `None` if the given ones need no change.
    ///
    /// Call it periodically, and store the result: each change is one step of the table above.
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
            tracing::warn!("the certificates cannot be read, or have no CA; new ones are created");
            return maker.first().map(Some);
        };
        if now >= authorities.current_validity.not_after {
            return maker.first().map(Some);
        }
        maker.step(old, authorities)
    }
}

/// A CA and a server certificate, in PEM. [`files`](Self::files) returns them with their names in a folder or a Secret.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificates {
    /// The CAs that the API server must trust: `caBundle`. The first is the CA that signed `certificate`; another may follow.
    pub ca_bundle: String,
    /// The server's certificate.
    pub certificate: String,
    /// The key of `certificate`.
    pub key: String,
    /// The key of the first CA.
    ca_key: String,
    /// The key of the second CA, if it is the next and not the previous one.
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
    /// Returns names and contents: `ca.crt`, `ca.key`, `tls.crt`, `tls.key`, and `next-ca.key` if there is a next CA.
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

    /// Reads the certificates from such files; `None` if one is missing.
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

#[cfg(test)]
mod tests {
    use super::super::x509::read::{names, validity};
    use super::authorities::read_all;
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
        // Certificates with any invalid part, or with other names, are created again.
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

    /// Checks for each step that the bundle which the API server trusts during the overlap contains the CA of
    /// each certificate in use.
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
                // An API server with the old bundle accepts the new certificate, and one with the new bundle the old.
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
        // The leaf changes every 20 days; the CA from day 200 on, in three steps of a day.
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
