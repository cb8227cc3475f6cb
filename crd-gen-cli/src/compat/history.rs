//! Reads the sides that are compared, in order: two of them, or each release since a revision.

use std::path::{Path, PathBuf};

use crd_core::KubeVersion;

use super::args::CompatArgs;
use super::sides::{self, CrdSide};
use crate::CommandError;
use crate::sources::{in_repository, merge_base_of_default_branch, path_of_revision, releases_since};
use crate::terminal::Terminal;

/// Returns the sides, the oldest first.
pub(super) fn steps(
    args: &CompatArgs,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<Vec<CrdSide>, CommandError> {
    if let Some(revision) = &args.since {
        let path = args.old.clone().unwrap_or_else(|| PathBuf::from("."));
        let mut steps = Vec::new();
        for release in releases_since(revision)? {
            // A release without the directory has no CRDs.
            match sides::read_files(&of_revision(&release, &path), server, terminal) {
                Ok(side) => steps.push(side),
                Err(CommandError::Message { message, .. }) if message.contains("has no") => {
                    terminal.note(&format!("{message}; it is skipped"));
                }
                Err(error) => return Err(error),
            }
        }
        steps.push(sides::read_files(&path, server, terminal)?);
        return Ok(steps);
    }
    match (&args.old, &args.new) {
        (Some(old), Some(new)) => {
            if old.as_os_str() == "-" && new.as_os_str() == "-" {
                return Err(CommandError::new("both sides cannot be standard input"));
            }
            Ok(vec![sides::read(old, server, terminal)?, sides::read(new, server, terminal)?])
        }
        (Some(old), None) => match path_of_revision(old) {
            Some(here) => Ok(vec![
                sides::read(old, server, terminal)?,
                sides::read_files(&here, server, terminal)?,
            ]),
            None => Err(CommandError::new("pass two sides: `crd-gen compat OLD NEW`").help(
                "without arguments, the manifests here are compared with those of the default branch; with \
                    `git:REVISION`, with those of a revision",
            )),
        },
        (None, _) => {
            in_repository()?;
            let base = merge_base_of_default_branch(Path::new("."))?;
            let here = PathBuf::from(".");
            let old = sides::read_files(&of_revision(&base, &here), server, terminal)?;
            let new = sides::read_files(&here, server, terminal)?;
            if old.crds.is_empty() && new.crds.is_empty() {
                return Err(crate::sources::none_in(".", crate::sources::Readable::FilesAndPackages, &[]));
            }
            Ok(vec![old, new])
        }
    }
}

/// Returns the `git:` path for a path in a revision.
fn of_revision(revision: &str, path: &Path) -> PathBuf {
    let path = path.display().to_string().replace('\\', "/");
    PathBuf::from(format!("git:{revision}:{path}"))
}
