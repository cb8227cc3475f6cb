//! The CRDs that objects are judged by, with the places of their parts.

use std::path::PathBuf;

use crd_core::KubeVersion;
use crd_core::check::lossy_text;
use crd_core::check::objects::Crds;

use crate::crds::{self, CrdText, PackageArgs};
use crate::terminal::Terminal;
use crate::{Failure, report};

/// Reads the CRDs of paths and packages, each of which must have one.
pub(crate) fn load(
    paths: &[PathBuf],
    packages: &PackageArgs,
    version: KubeVersion,
    terminal: &Terminal,
) -> Result<Crds, Failure> {
    let mut crds = Crds::new(version);
    for place in crds::read(paths, packages, terminal)? {
        let before = crds.len();
        for text in place.texts {
            add(&mut crds, text, terminal);
        }
        if crds.len() == before {
            return Err(crds::none_in(&place.shown));
        }
    }
    Ok(crds)
}

/// Adds the CRDs of a file.
fn add(crds: &mut Crds, text: CrdText, terminal: &Terminal) {
    let name = text.name;
    let added = crds.add(&name, lossy_text(text.bytes));
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
    if crds::mentions_crds(bytes) {
        crds.add_missing(name, lossy_text(bytes.to_vec()));
    }
}
