//! A folder that stores certificates.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use super::super::{TlsError, files};
use super::{Certificates, NEXT_CA_KEY, SelfSigned};

/// A folder with certificates. Only one process at a time writes it.
#[derive(Debug)]
pub(in crate::tls) struct Folder {
    settings: SelfSigned,
    path: PathBuf,
    /// Serializes renewals.
    turn: Mutex<()>,
}

impl Folder {
    pub(in crate::tls) fn new(settings: SelfSigned, path: &Path) -> Self {
        Self {
            settings,
            path: path.to_owned(),
            turn: Mutex::new(()),
        }
    }

    /// Returns the certificates in the folder, after renewing them if necessary.
    pub(in crate::tls) fn renew(&self, now: SystemTime) -> Result<Certificates, TlsError> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let read = |name: &str| {
            let bytes = files::read(&self.path.join(name)).ok()?;
            String::from_utf8(bytes).ok()
        };
        let old = Certificates::from_files(read);
        match (self.settings.renew(old.as_ref(), now)?, old) {
            (None, Some(old)) => Ok(old),
            (None, None) => Err(TlsError::new("no certificates were created")),
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
