//! Reads files of a Git revision: `git:REVISION` stands for its files in this directory and below, `git:REVISION:PATH`
//! for a file or directory.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::manifests::{FoundBy, is_manifest};
use crate::CommandError;

/// A file or directory of a revision.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct GitTree {
    revision: String,
    /// The path, relative to this directory.
    path: String,
}

/// A file of a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GitFile {
    revision: String,
    /// The path, relative to this directory.
    path: String,
}

impl fmt::Display for GitFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "git:{}:{}", self.revision, self.path)
    }
}

/// Parses a path that begins with `git:`; `None` for other paths, and for existing files with such a name.
pub(super) fn parse(path: &Path) -> Option<GitTree> {
    let rest = path.to_str()?.strip_prefix("git:").filter(|_| !path.exists())?;
    let (revision, path) = rest.split_once(':').unwrap_or((rest, "."));
    Some(GitTree {
        revision: revision.to_owned(),
        path: path.trim_end_matches('/').to_owned(),
    })
}

/// Returns the path in the working tree of a path that begins with `git:`; `None` for other paths.
pub(crate) fn path_of_revision(path: &Path) -> Option<PathBuf> {
    parse(path).map(|tree| PathBuf::from(tree.path))
}

/// Whether this repository has a revision.
pub(super) fn is_revision(name: &str) -> bool {
    let tree = format!("{name}^{{tree}}");
    git(&["rev-parse", "--verify", "--quiet", &tree]).is_ok()
}

impl GitTree {
    /// Returns the file, or the YAML and JSON files below the directory.
    pub(super) fn files(&self) -> Result<(Vec<GitFile>, FoundBy), CommandError> {
        let listed = git(&[
            "ls-tree",
            "-r",
            "-z",
            "--name-only",
            &self.revision,
            "--",
            &self.path,
        ])
        .map_err(|reason| self.not_listed(reason))?;
        let listed = String::from_utf8_lossy(&listed).into_owned();
        let names: Vec<&str> = listed.split_terminator('\0').collect();
        if names.is_empty() && self.path != "." {
            let (revision, path) = (&self.revision, &self.path);
            return Err(CommandError::new(format!(
                "revision `{revision}` has no `{path}`"
            )));
        }
        let file = |path: &&str| GitFile {
            revision: self.revision.clone(),
            path: (*path).to_owned(),
        };
        if names == [self.path.as_str()] {
            return Ok((names.iter().map(file).collect(), FoundBy::Name));
        }
        let manifests = names.iter().filter(|name| is_manifest(&PathBuf::from(name)));
        Ok((manifests.map(file).collect(), FoundBy::Directory))
    }

    /// Creates the error for a revision whose files Git does not list.
    fn not_listed(&self, reason: String) -> CommandError {
        let here = Path::new(".");
        let is_unknown = git(&["rev-parse", "--git-dir"]).is_ok() && !is_revision(&self.revision);
        if !is_unknown {
            return with_shallow_hint(here, CommandError::new(reason));
        }
        let failure = CommandError::new(format!("there is no revision `{}`", self.revision));
        if is_shallow(here) {
            failure.help(SHALLOW_HELP)
        } else {
            failure.help("`git fetch --tags` gets the tags of the remote repository")
        }
    }
}

impl GitFile {
    /// Returns the path of the file, relative to this directory.
    pub(super) fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// Returns the content of the file.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, String> {
        git(&["show", &format!("{}:./{}", self.revision, self.path)])
    }
}

/// Returns the commit at which the branch of this working tree left the default branch.
pub(crate) fn merge_base_of_default_branch(directory: &Path) -> Result<String, CommandError> {
    let line = |arguments: &[&str]| {
        let output = git_in(directory, arguments).map_err(CommandError::new)?;
        Ok::<_, CommandError>(String::from_utf8_lossy(&output).trim().to_owned())
    };
    line(&["rev-parse", "--git-dir"])?;
    let of_remote = line(&["symbolic-ref", "--short", "refs/remotes/origin/HEAD"]).ok();
    let names = ["origin/main", "origin/master", "main", "master"];
    let known = names.iter().map(|name| (*name).to_owned());
    let branch = of_remote.into_iter().chain(known).find(|name| {
        git_in(
            directory,
            &["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")],
        )
        .is_ok()
    });
    let Some(branch) = branch else {
        let failure = CommandError::new("this repository has no default branch to compare with");
        return Err(failure.help("pass the sides: `crd-gen compat git:REVISION .`"));
    };
    let base = line(&["merge-base", "HEAD", &branch])
        .ok()
        .filter(|base| !base.is_empty());
    base.ok_or_else(|| {
        let failure = CommandError::new(format!("`HEAD` and `{branch}` have no commit in common"));
        if is_shallow(directory) {
            failure.help(SHALLOW_HELP)
        } else {
            failure.help("pass the sides: `crd-gen compat git:REVISION .`")
        }
    })
}

/// Returns the revisions from one to `HEAD`: the revision itself, and the tags since then, the oldest first.
pub(crate) fn releases_since(revision: &str) -> Result<Vec<String>, CommandError> {
    in_repository()?;
    let verified = format!("{revision}^{{commit}}");
    git(&["rev-parse", "--verify", "--quiet", &verified]).map_err(|_| {
        let failure = CommandError::new(format!("there is no revision `{revision}`"));
        with_shallow_hint(Path::new("."), failure)
    })?;
    let tags = git(&[
        "tag",
        "--merged",
        "HEAD",
        "--no-merged",
        revision,
        "--sort=creatordate",
    ])
    .map_err(CommandError::new)?;
    let tags = String::from_utf8_lossy(&tags).into_owned();
    let mut releases = vec![revision.to_owned()];
    releases.extend(tags.lines().map(str::to_owned));
    Ok(releases)
}

/// Returns the content of a file at a revision; `None` if it did not exist.
pub(crate) fn content_at(path: &Path, revision: &str) -> Result<Option<Vec<u8>>, String> {
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(None);
    };
    let commit = format!("{revision}^{{commit}}");
    git_in(directory, &["rev-parse", "--verify", "--quiet", &commit])
        .map_err(|_| format!("there is no revision `{revision}`"))?;
    let name = name.to_string_lossy();
    Ok(git_in(directory, &["show", &format!("{revision}:./{name}")]).ok())
}

/// Fails if this directory is not in a Git repository.
pub(crate) fn in_repository() -> Result<(), CommandError> {
    match git(&["rev-parse", "--git-dir"]) {
        Ok(_) => Ok(()),
        Err(reason) => Err(CommandError::new(reason)
            .help("run the command in a Git repository, or pass two sides: `crd-gen compat OLD NEW`")),
    }
}

const SHALLOW_HELP: &str = "the clone is shallow and does not have the older commits and tags: run `git \
    fetch --unshallow --tags`; in CI, check out with `fetch-depth: 0`";

/// Adds how to get the missing commits to an error about a revision, if the clone is shallow.
fn with_shallow_hint(directory: &Path, failure: CommandError) -> CommandError {
    if is_shallow(directory) {
        failure.help(SHALLOW_HELP)
    } else {
        failure
    }
}

fn is_shallow(directory: &Path) -> bool {
    git_in(directory, &["rev-parse", "--is-shallow-repository"])
        .is_ok_and(|output| output.trim_ascii() == b"true")
}

/// Runs `git` and returns its output, or its message as an error.
fn git(arguments: &[&str]) -> Result<Vec<u8>, String> {
    git_in(Path::new("."), arguments)
}

fn git_in(directory: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(directory)
        .args(arguments)
        .output()
        .map_err(|error| format!("cannot run `git`: {}", crate::reason(&error)))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().next().unwrap_or_default();
    Err(format!("git: {}", line.trim_start_matches("fatal: ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_and_a_path() {
        for (given, expected) in [
            ("git:main", Some(("main", "."))),
            ("git:v1.2:config/crd/", Some(("v1.2", "config/crd"))),
            ("config/crd", None),
        ] {
            let parsed = parse(Path::new(given));
            let parts = parsed
                .as_ref()
                .map(|tree| (tree.revision.as_str(), tree.path.as_str()));
            assert_eq!(parts, expected, "{given}");
        }
    }
}
