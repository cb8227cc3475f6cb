//! The CRDs that are to be updated.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;

use crd_core::Crd;
use crd_core::crd::decode;
use crd_core::yaml::tree::Node;
use crd_core::yaml::{Options, read};

use super::document::{self, Kind};
use super::inputs;
use crate::Failure;
use crate::terminal::Terminal;

/// The old CRDs by name.
pub(super) struct OldCrds {
    by_name: BTreeMap<String, Crd>,
    unpaired: Mutex<BTreeSet<String>>,
}

impl OldCrds {
    /// Reads a file, or all files below a directory.
    pub(super) fn read(path: &Path, terminal: &Terminal) -> Result<Self, Failure> {
        let files = if path.is_dir() {
            inputs::walk(path)?
        } else {
            vec![path.to_owned()]
        };
        let mut by_name = BTreeMap::new();
        for file in &files {
            let bytes = std::fs::read(file).map_err(|error| Failure::unreadable(file, &error))?;
            for document in read(&bytes, Options::default()).documents {
                match document::kind(&document.root) {
                    Kind::Crd => add(&mut by_name, &document.root, file, terminal),
                    Kind::List(items) => {
                        for item in items
                            .iter()
                            .filter(|item| matches!(document::kind(item), Kind::Crd))
                        {
                            add(&mut by_name, item, file, terminal);
                        }
                    }
                    Kind::Other(_) => {}
                }
            }
        }
        if by_name.is_empty() {
            return Err(
                Failure::new(format!("no CustomResourceDefinition in `{}`", path.display()))
                    .help("`--old` takes what is deployed now: `kubectl get crd -o yaml > old.yaml`"),
            );
        }
        let unpaired = by_name.keys().cloned().collect();
        Ok(OldCrds {
            by_name,
            unpaired: Mutex::new(unpaired),
        })
    }

    /// The CRD that one of this name replaces.
    pub(super) fn named(&self, name: &str) -> Option<&Crd> {
        let crd = self.by_name.get(name)?;
        if let Ok(mut unpaired) = self.unpaired.lock() {
            unpaired.remove(name);
        }
        Some(crd)
    }

    /// Says which CRDs nothing replaces.
    pub(super) fn tell_missing(&self, terminal: &Terminal) {
        if terminal.quiet {
            return;
        }
        let Ok(unpaired) = self.unpaired.lock() else {
            return;
        };
        for name in unpaired.iter() {
            terminal.note(&format!(
                "`{name}` has no new version; applying the others leaves it as it is"
            ));
        }
    }
}

fn add(by_name: &mut BTreeMap<String, Crd>, document: &Node, file: &Path, terminal: &Terminal) {
    match decode(document).crd {
        Some(crd) => {
            by_name.insert(crd.metadata.name.to_string(), crd);
        }
        None => terminal.warning(&format!(
            "a CRD in `{}` cannot be decoded and counts as new",
            file.display()
        )),
    }
}
