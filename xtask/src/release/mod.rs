//! `cargo xtask release`: prepares a release of a commit that passes CI, and prints the tag to push.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Args, ValueEnum};

mod changelog;
mod interface;
mod packages;
mod places;
mod version;

use version::Version;

/// Prepares a release: checks, versions, changelog, crates built from their packed files; prints the tag to push.
///
/// The steps run in the order of the list below `--skip`. A step that fails prints what to do. No step publishes anything.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cargo xtask release 0.2.0                         all steps; changes versions and the changelog in this checkout
  cargo xtask release 0.2.0 --dry-run               all steps in a clone below target/release-check
  cargo xtask release 0.2.0 --dry-run --skip ci     without the half hour of .ci/run
  cargo xtask release --places                      fails if a file contains another version or repository than Cargo.toml
  cargo xtask release --write-places                writes both to every file, after a change of `repository` in Cargo.toml")]
pub(crate) struct ReleaseOptions {
    /// The version to release, such as 0.2.0.
    #[arg(required_unless_present_any = ["places", "write_places"])]
    version: Option<Version>,
    /// Works on a clone of the last commit below target/release-check, and leaves this checkout as it is.
    #[arg(long)]
    dry_run: bool,
    /// Skips a step. Can be repeated.
    #[arg(long, value_name = "STEP")]
    skip: Vec<Step>,
    /// Only checks that the version and the repository in every file are those of Cargo.toml.
    #[arg(long, conflicts_with_all = ["version", "dry_run", "skip"])]
    places: bool,
    /// Only writes the version and the repository of Cargo.toml to every file that contains them.
    #[arg(long, conflicts_with_all = ["version", "dry_run", "skip", "places"])]
    write_places: bool,
}

/// A step of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The checkout is clean, and the version is a new one.
    State,
    /// .ci/run passes.
    Ci,
    /// The version number allows the changes of the public API since the last tag.
    Interface,
    /// The version is written to every file that contains it.
    Places,
    /// The unreleased entries of CHANGELOG.md get the version and the date.
    Changelog,
    /// Each crate is packed, and built and documented only from its packed file.
    Packages,
}

impl Step {
    fn run(self, root: &Path, version: &Version) -> Result<(), String> {
        match self {
            Step::State => state(root, version),
            Step::Ci => command(root, ".ci/run", &[]),
            Step::Interface => interface::check(root, version),
            Step::Places => places::write(root, version),
            Step::Changelog => changelog::release(root, version),
            Step::Packages => packages::check(root, version),
        }
    }
}

/// Runs the command.
pub(crate) fn run(options: &ReleaseOptions) -> ExitCode {
    let root = crate::regenerate::workspace();
    let done = match &options.version {
        Some(version) => release(&root, version, options),
        None if options.write_places => places::write_current(&root),
        None => places::check(&root),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("release: {message}");
            ExitCode::FAILURE
        }
    }
}

fn release(root: &Path, version: &Version, options: &ReleaseOptions) -> Result<(), String> {
    let root = if options.dry_run {
        clone(root)?
    } else {
        root.to_owned()
    };
    for step in Step::value_variants() {
        let name = step.to_possible_value().map(|value| value.get_name().to_owned());
        let name = name.unwrap_or_default();
        if options.skip.contains(step) {
            println!("== {name}: skipped");
            continue;
        }
        println!("== {name}");
        step.run(&root, version)
            .map_err(|message| format!("{name}: {message}"))?;
    }
    if options.dry_run {
        println!("ready, in {}", root.display());
        return Ok(());
    }
    println!("ready; the release is made by these commands:");
    println!("  git commit --all --message 'Release {version}'");
    println!("  git tag --sign v{version} --message 'Release {version}'");
    println!("  git push --atomic origin HEAD v{version}");
    Ok(())
}

/// Clones the last commit, so that the release does not change this checkout.
fn clone(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/release-check/checkout");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let (from, to) = (root.to_string_lossy(), folder.to_string_lossy());
    command(root, "git", &["clone", "--quiet", "--local", &from, &to])?;
    Ok(folder)
}

fn state(root: &Path, version: &Version) -> Result<(), String> {
    let changed = output(root, "git", &["status", "--porcelain"])?;
    if !changed.is_empty() {
        return Err(format!(
            "these files are not committed; commit or remove them:\n{changed}"
        ));
    }
    let current = places::current(root)?;
    if *version < current {
        return Err(format!(
            "Cargo.toml is at {current} already; choose a later version"
        ));
    }
    let tag = format!("v{version}");
    if !output(root, "git", &["tag", "--list", &tag])?.is_empty() {
        return Err(format!("the tag {tag} exists; choose a later version"));
    }
    Ok(())
}

/// Runs a program in a folder; its output is shown.
fn command(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let status = Command::new(program).args(arguments).current_dir(folder).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{program} {}` failed: {status}", arguments.join(" "))),
        Err(error) => Err(format!("`{program}` cannot be run: {error}")),
    }
}

/// Runs a program in a folder; returns its output.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("`{program}` cannot be run: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "`{program} {}` failed: {}",
            arguments.join(" "),
            text.trim()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
