//! A certificate and its key in two files.

use std::path::{Path, PathBuf};

use super::TlsError;

#[derive(Debug)]
pub(super) struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// Maximum size of a file; no chain of certificates is larger.
const MOST_BYTES: u64 = 1 << 20;

impl Files {
    pub(super) fn new(certificate: &Path, key: &Path) -> Self {
        Self {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
        }
    }

    /// Reads both files. They are read completely each time: a mounted Secret is replaced by moving symbolic
    /// links, so that neither times nor inodes of the paths themselves show a change.
    pub(super) fn read(&self) -> Result<(Vec<u8>, Vec<u8>), TlsError> {
        Ok((read(&self.certificate)?, read(&self.key)?))
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    let error = |what: &dyn std::fmt::Display| TlsError::new(format!("{}: {what}", path.display()));
    let size = std::fs::metadata(path).map_err(|e| error(&e))?.len();
    if size > MOST_BYTES {
        return Err(error(&"larger than 1 MiB, so it is not a certificate or key"));
    }
    std::fs::read(path).map_err(|e| error(&e))
}
