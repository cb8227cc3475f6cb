//! The CRDs of files and directories.

use std::path::PathBuf;

use crd_core::Crd;
use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::yaml::{Options, read};

use crate::Failure;
use crate::check::bytes_of;
use crate::check::inputs;
use crate::config::Configs;
use crate::terminal::Terminal;

/// Reads all CRDs. What cannot be read or decoded is reported, and ends the command.
pub(crate) fn load(paths: &[PathBuf], terminal: &Terminal) -> Result<Vec<Crd>, Failure> {
    let mut configs = Configs::new(None)?;
    let found = inputs::find(paths, &mut configs)?;
    let mut crds = Vec::new();
    let mut problems = Vec::new();
    for input in &found.files {
        let bytes = match bytes_of(input) {
            Ok(bytes) => bytes,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let read = read(&bytes, Options::default());
        if let (Some(error), true) = (read.errors.first(), input.named) {
            problems.push(format!("`{}` cannot be read: {}", input.shown(), error.message));
        }
        for document in &read.documents {
            for node in crds_of(&document.root) {
                match decode(node).crd {
                    Some(crd) => crds.push(crd),
                    None => problems.push(format!(
                        "a CRD in `{}` cannot be decoded; `crd-gen check` says why",
                        input.shown()
                    )),
                }
            }
        }
    }
    for problem in &problems {
        terminal.error(problem, &[]);
    }
    if !problems.is_empty() {
        return Err(Failure::Reported);
    }
    if crds.is_empty() {
        let places = found.shown.join("`, `");
        return Err(Failure::new(format!("no CustomResourceDefinition in `{places}`")));
    }
    Ok(crds)
}
