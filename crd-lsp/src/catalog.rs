//! The CRDs by which objects are judged: those of open documents, of the workspace, of its packages, and of configured paths.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::KubeVersion;
use crd_core::check::objects::{CrdFile, Crds};

/// A file of CRDs. Each version of the server has its own compiled schemas.
#[derive(Debug)]
pub(crate) struct CatalogFile {
    name: String,
    first: CrdFile,
    by_version: Mutex<BTreeMap<KubeVersion, CrdFile>>,
}

impl CatalogFile {
    /// Reads the CRDs of a text. `None` if it has none.
    pub(crate) fn read(name: &str, text: &str) -> Option<Arc<Self>> {
        memchr::memmem::find(text.as_bytes(), b"CustomResourceDefinition")?;
        let first = CrdFile::read(name, text.to_owned());
        (!first.is_empty()).then(|| {
            Arc::new(CatalogFile {
                name: name.to_owned(),
                first,
                by_version: Mutex::default(),
            })
        })
    }

    fn of_version(&self, version: KubeVersion) -> CrdFile {
        let mut by_version = self.by_version.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = by_version.is_empty();
        let file = by_version.entry(version).or_insert_with(|| {
            if is_first {
                self.first.clone()
            } else {
                self.first.read_again()
            }
        });
        file.clone()
    }
}

/// Files of CRDs in the order in which they count: of several that declare a kind, the first one does.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    files: Vec<Arc<CatalogFile>>,
    generation: u64,
    by_version: Mutex<BTreeMap<KubeVersion, Arc<Crds>>>,
}

impl Catalog {
    /// A catalog of these files; `generation` tells it from others.
    pub(crate) fn new(files: Vec<Arc<CatalogFile>>, generation: u64) -> Self {
        Catalog {
            files,
            generation,
            by_version: Mutex::default(),
        }
    }

    /// What tells this catalog from others.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// The CRDs for a version of the server.
    pub(crate) fn crds(&self, version: KubeVersion) -> Arc<Crds> {
        let mut by_version = self.by_version.lock().unwrap_or_else(PoisonError::into_inner);
        let crds = by_version
            .entry(version)
            .or_insert_with(|| Arc::new(built(version, &self.files)));
        Arc::clone(crds)
    }

    /// The CRDs for a version of the server, with those of a text that is newer than the file of the same name.
    pub(crate) fn crds_with(
        &self,
        version: KubeVersion,
        name: &str,
        newer: Option<&Arc<CatalogFile>>,
    ) -> Arc<Crds> {
        let place = self.files.iter().position(|file| file.name == name);
        let mut files = self.files.clone();
        match (place, newer) {
            (None, None) => return self.crds(version),
            (Some(place), Some(newer)) => {
                if let Some(file) = files.get_mut(place) {
                    *file = Arc::clone(newer);
                }
            }
            (Some(place), None) => {
                files.remove(place);
            }
            (None, Some(newer)) => {
                let place = files.partition_point(|file| file.name.as_str() < name);
                files.insert(place, Arc::clone(newer));
            }
        }
        Arc::new(built(version, &files))
    }
}

fn built(version: KubeVersion, files: &[Arc<CatalogFile>]) -> Crds {
    let mut crds = Crds::new(version);
    for file in files {
        crds.include_missing(&file.of_version(version));
    }
    crds
}
