//! The CRDs of the workspace: those of its files, which are read in the background, and those of its Rust packages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crd_core::check::lossy_text;

use super::{PoolOutcome, Session};
use crate::catalog::{Catalog, CatalogFile};
use crate::document::OpenDocument;
use crate::host::Host;
use crate::pool::Urgency;

/// The progress tokens of long tasks.
const SCANNING: &str = "crd-gen/scan";
const GENERATING: &str = "crd-gen/generate";

/// The number of threads that read files.
const READERS: usize = 2;

/// The CRDs of files.
pub(crate) struct Scan {
    files: BTreeMap<String, Option<Arc<CatalogFile>>>,
    /// Those of a cluster, if all files were read.
    cached: Vec<Arc<CatalogFile>>,
    reach: Reach,
}

/// The set of files that were read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// All files of the workspace; others no longer exist.
    All,
    /// The files that have changed.
    Some,
}

impl Session {
    /// Reads all files of the workspace and of configured paths.
    pub(super) fn scan(&mut self) {
        if self.is_scanning {
            self.must_scan_again = true;
            return;
        }
        let mut paths: Vec<PathBuf> = self.folders.to_vec();
        for folder in self.folders.iter() {
            let crds = self.configuration(Some(folder)).crds;
            paths.extend(crds.into_iter().map(|path| folder.join(path)));
        }
        self.is_scanning = true;
        self.begin_progress(SCANNING, "crd-gen: looking for CRDs");
        let host = Arc::clone(&self.host);
        let run = move || {
            let mut files: Vec<PathBuf> = Vec::new();
            for path in &paths {
                if path.is_dir() {
                    files.extend(host.manifests(path));
                } else {
                    files.push(path.clone());
                }
            }
            PoolOutcome::Scanned(Scan {
                files: read_all(&*host, &files),
                cached: read_all(&*host, &host.cached()).into_values().flatten().collect(),
                reach: Reach::All,
            })
        };
        self.start(Urgency::Later, run, |_| PoolOutcome::Scanned(Scan::failed()));
    }

    /// Reads files that have changed.
    pub(super) fn read_again(&mut self, paths: Vec<PathBuf>) {
        let host = Arc::clone(&self.host);
        let run = move || {
            PoolOutcome::Scanned(Scan {
                files: read_all(&*host, &paths),
                cached: Vec::new(),
                reach: Reach::Some,
            })
        };
        self.start(Urgency::Later, run, |_| PoolOutcome::Scanned(Scan::failed()));
    }

    pub(super) fn scanned(&mut self, scan: Scan) {
        let before = self.files.len();
        let is_whole = scan.reach == Reach::All;
        if is_whole {
            self.files.clear();
            self.is_scanning = false;
        }
        let mut has_changed = is_whole && before + self.cached.len() + scan.cached.len() > 0;
        if is_whole {
            self.cached = scan.cached;
        }
        for (name, file) in scan.files {
            let known = match file {
                Some(file) => {
                    self.files.insert(name, file);
                    true
                }
                None => self.files.remove(&name).is_some(),
            };
            has_changed |= known;
        }
        if is_whole {
            let count = self.files.len();
            self.end_progress(SCANNING, &format!("{count} files with CRDs"));
        }
        if has_changed {
            self.catalog_changed();
        }
        if is_whole && std::mem::take(&mut self.must_scan_again) {
            self.scan();
        }
    }

    /// Generates the CRDs of the workspace's Rust packages.
    pub(super) fn generate(&mut self) {
        if !self.settings.generates {
            return;
        }
        let is_package = |folder: &&PathBuf| folder.join("Cargo.toml").is_file();
        let packages: Vec<PathBuf> = self.folders.iter().filter(is_package).cloned().collect();
        if packages.is_empty() {
            return;
        }
        if self.is_generating {
            self.must_generate_again = true;
            return;
        }
        self.is_generating = true;
        self.begin_progress(GENERATING, "crd-gen: generating CRDs");
        let host = Arc::clone(&self.host);
        let run = move || {
            let mut files = Vec::new();
            for package in &packages {
                match host.generate(package) {
                    Ok(manifests) => {
                        files.extend(manifests.into_iter().filter_map(CatalogFile::generated));
                    }
                    Err(problem) => return PoolOutcome::Generated(Err(problem)),
                }
            }
            PoolOutcome::Generated(Ok(files))
        };
        self.start(Urgency::Later, run, |problem| {
            PoolOutcome::Generated(Err(problem))
        });
    }

    pub(super) fn generated(&mut self, generated: Result<Vec<Arc<CatalogFile>>, String>) {
        self.is_generating = false;
        match generated {
            Ok(files) => {
                self.end_progress(GENERATING, &format!("{} CRDs generated", files.len()));
                let is_news = !files.is_empty() || !self.generated.is_empty();
                self.generated = files;
                if is_news {
                    self.catalog_changed();
                }
            }
            // The Rust code may be incomplete; the last CRDs are used until it compiles.
            Err(problem) => {
                self.end_progress(GENERATING, "not generated");
                self.log(&format!("CRDs are not generated: {problem}"));
            }
        }
        if std::mem::take(&mut self.must_generate_again) {
            self.generate();
        }
    }

    /// Creates a new catalog, and restarts all checks that depend on it.
    pub(super) fn catalog_changed(&mut self) {
        let mut by_name: BTreeMap<&str, &Arc<CatalogFile>> = BTreeMap::new();
        by_name.extend(self.files.iter().map(|(name, file)| (name.as_str(), file)));
        let mut files: Vec<Arc<CatalogFile>> = Vec::new();
        for document in self.documents.iter() {
            let OpenDocument { name, path, crds, .. } = document;
            match (crds, path) {
                (Some(crds), Some(_)) => {
                    by_name.insert(name, crds);
                }
                (Some(crds), None) => files.push(Arc::clone(crds)),
                // A document that was not checked yet has the CRDs of its file.
                (None, _) if document.judged.is_some() => {
                    by_name.remove(name.as_str());
                }
                (None, _) => {}
            }
        }
        files.extend(by_name.into_values().cloned());
        files.extend(self.generated.iter().cloned());
        files.extend(self.cached.iter().cloned());
        self.catalog = Arc::new(Catalog::new(files, self.catalog.generation() + 1));
        self.judge_all();
        self.refresh();
    }
}

impl Scan {
    /// Returns the outcome of a panic, which keeps the known files.
    fn failed() -> Self {
        Scan {
            files: BTreeMap::new(),
            cached: Vec::new(),
            reach: Reach::Some,
        }
    }
}

/// Reads the CRDs of files; `None` for files that have none.
fn read_all(host: &dyn Host, paths: &[PathBuf]) -> BTreeMap<String, Option<Arc<CatalogFile>>> {
    let found = Mutex::new(BTreeMap::new());
    let size = paths.len().div_ceil(READERS).max(1);
    let shared = &found;
    std::thread::scope(|scope| {
        for part in paths.chunks(size) {
            scope.spawn(move || {
                for path in part {
                    let file = read(host, path);
                    let mut found = shared.lock().unwrap_or_else(PoisonError::into_inner);
                    found.insert(path.display().to_string(), file);
                }
            });
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn read(host: &dyn Host, path: &Path) -> Option<Arc<CatalogFile>> {
    let bytes = host.read(path).ok()?;
    CatalogFile::read(&path.display().to_string(), &lossy_text(bytes))
}
