//! The CRDs with which objects are validated: those of open documents, of the workspace, of its packages, and of configured paths.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::KubeVersion;
use crd_core::check::objects::{CrdFile, Crds};

use crate::host::{GeneratedManifest, RustField};
use crate::yaml::read;

/// A file of CRDs. Schemas are compiled separately for each version of the server.
#[derive(Debug)]
pub(crate) struct CatalogFile {
    name: String,
    first: CrdFile,
    /// The Rust fields, by version and path, if the file is generated.
    fields: BTreeMap<String, BTreeMap<String, RustField>>,
    /// The names of its CRDs, if the file is generated.
    crds: Vec<String>,
    by_version: Mutex<BTreeMap<KubeVersion, CrdFile>>,
}

impl CatalogFile {
    /// Reads the CRDs of a text. Returns `None` if it has none.
    pub(crate) fn read(name: &str, text: &str) -> Option<Arc<Self>> {
        memchr::memmem::find(text.as_bytes(), b"CustomResourceDefinition")?;
        let first = CrdFile::read(name, text.to_owned());
        (!first.is_empty()).then(|| {
            Arc::new(CatalogFile {
                name: name.to_owned(),
                first,
                fields: BTreeMap::new(),
                crds: Vec::new(),
                by_version: Mutex::default(),
            })
        })
    }

    /// Reads the CRD that is generated from Rust types.
    pub(crate) fn generated(manifest: GeneratedManifest) -> Option<Arc<Self>> {
        let mut file = CatalogFile::read(&manifest.name, &manifest.text)?;
        let documents = read(&manifest.text).into_iter();
        let names = documents.filter_map(|document| {
            let metadata = document.root.get("metadata")?;
            metadata.text_of("name", &manifest.text)
        });
        if let Some(file) = Arc::get_mut(&mut file) {
            file.crds = names.collect();
            file.fields = manifest.fields;
        }
        Some(file)
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

/// Files of CRDs in order of precedence: if several declare a kind, the first one is used.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    files: Vec<Arc<CatalogFile>>,
    generation: u64,
    by_version: Mutex<BTreeMap<KubeVersion, Arc<Crds>>>,
}

impl Catalog {
    /// Creates a catalog of these files; `generation` identifies it.
    pub(crate) fn new(files: Vec<Arc<CatalogFile>>, generation: u64) -> Self {
        Catalog {
            files,
            generation,
            by_version: Mutex::default(),
        }
    }

    /// Returns the Rust field of a path of a CRD, or that of the nearest enclosing path.
    pub(crate) fn rust_field(&self, crd: &str, version: &str, path: &str) -> Option<&RustField> {
        let mut files = self.files.iter();
        let file = files.find(|file| file.crds.iter().any(|name| name == crd))?;
        let fields = file.fields.get(version)?;
        let mut here = path;
        loop {
            if let Some(field) = fields.get(here) {
                return Some(field);
            }
            let end = here.strip_suffix("[]").map(str::len).or_else(|| here.rfind('.'));
            here = here.get(..end.filter(|_| !here.is_empty())?)?;
        }
    }

    /// Whether a name is that of a file, and not of a CRD generated from Rust types.
    pub(crate) fn is_file(&self, name: &str) -> bool {
        self.files
            .iter()
            .any(|file| file.name == name && file.crds.is_empty())
    }

    /// Returns the generation, which identifies this catalog.
    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the CRDs for a version of the server.
    pub(crate) fn crds(&self, version: KubeVersion) -> Arc<Crds> {
        let mut by_version = self.by_version.lock().unwrap_or_else(PoisonError::into_inner);
        let crds = by_version
            .entry(version)
            .or_insert_with(|| Arc::new(built(version, &self.files)));
        Arc::clone(crds)
    }

    /// Returns the CRDs for a version of the server, with those of a text that is newer than the file with the same name.
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
