//! The CRDs that objects are judged by: of files, of directories, and of Rust packages.

use std::path::{Path, PathBuf};

use crd_core::KubeVersion;
use crd_core::check::lossy_text;
use crd_core::check::objects::Crds;
use memchr::memmem;

use crate::check::{Input, bytes_of, walk};
use crate::generate;
use crate::source::shown;
use crate::terminal::Terminal;
use crate::{Failure, report};

/// What every file of CRDs contains somewhere.
const MARK: &[u8] = b"CustomResourceDefinition";

/// Reads the CRDs of paths.
pub(crate) fn load(
    paths: &[PathBuf],
    version: KubeVersion,
    offline: generate::Network,
    terminal: &Terminal,
) -> Result<Crds, Failure> {
    let mut crds = Crds::new(version);
    for path in paths {
        let before = crds.len();
        let manifest = package_manifest(path);
        if let Some(manifest) = &manifest {
            for (name, text) in generate::manifests(manifest, offline, terminal)? {
                crds.add(&format!("{name} (generated)"), text);
            }
        } else if path.is_dir() {
            for file in walk(path)? {
                let bytes = std::fs::read(&file).map_err(|error| Failure::unreadable(&file, &error))?;
                add_bytes(&mut crds, &shown(&file), bytes, terminal);
            }
        } else {
            let input = Input::named(path);
            let bytes = bytes_of(&input).map_err(Failure::new)?;
            add_bytes(&mut crds, &input.shown(), bytes, terminal);
        }
        if crds.len() == before {
            return Err(
                Failure::new(format!("no CustomResourceDefinition in `{}`", path.display()))
                    .help("`--crds` takes files and directories of CRDs, and Rust packages"),
            );
        }
    }
    Ok(crds)
}

/// Adds the CRDs of a file, if it has any.
fn add_bytes(crds: &mut Crds, name: &str, bytes: Vec<u8>, terminal: &Terminal) {
    if memmem::find(&bytes, MARK).is_none() {
        return;
    }
    let added = crds.add(name, lossy_text(bytes));
    for diagnostic in &added.unreadable {
        terminal.warning(&format!(
            "a document of `{name}` cannot be read: {}",
            report::plain(&diagnostic.message)
        ));
    }
    for crd in &added.replaced {
        terminal.warning(&format!(
            "`{crd}` is declared more than once; the one in `{name}` counts"
        ));
    }
}

/// Adds the CRDs of a file of objects whose kinds no other CRD declares. What cannot be read is a finding of its own.
pub(super) fn add_missing(crds: &mut Crds, name: &str, bytes: &[u8]) {
    if memmem::find(bytes, MARK).is_some() {
        crds.add_missing(name, lossy_text(bytes.to_vec()));
    }
}

/// The `Cargo.toml` that a path is or has.
fn package_manifest(path: &Path) -> Option<PathBuf> {
    if path.file_name().is_some_and(|name| name == "Cargo.toml") {
        return Some(path.to_owned());
    }
    Some(path.join("Cargo.toml")).filter(|manifest| manifest.is_file())
}
