//! `cargo xtask kubernetes`: what a machine can do for a new minor version of Kubernetes.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;
use crd_core::KubeVersion;
use regex::Regex;

/// Prepares the support of a new minor version of Kubernetes: its oracle, and the list of what is left to do.
///
/// Writes tests/oracle/servers/1.NN.mod and .sum from those of the newest server, builds the oracle, and asks it for a verdict.
/// Needs Go and its module registry. docs/releases.md explains the steps that are left.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cargo xtask kubernetes 1.38
  cargo xtask kubernetes 1.38 --release v0.38.0-rc.1")]
pub(crate) struct KubernetesOptions {
    /// The version, such as 1.38.
    version: String,
    /// The release of the Go modules; the first one of the version unless said.
    #[arg(long, value_name = "TAG")]
    release: Option<String>,
}

/// Runs the command.
pub(crate) fn run(options: &KubernetesOptions) -> ExitCode {
    let root = crate::regenerate::workspace();
    match prepare(&root, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("kubernetes: {message}");
            ExitCode::FAILURE
        }
    }
}

fn prepare(root: &Path, options: &KubernetesOptions) -> Result<(), String> {
    let minor = options
        .version
        .strip_prefix("1.")
        .and_then(|minor| minor.parse::<u32>().ok());
    let minor =
        minor.ok_or_else(|| format!("`{}` is no version of Kubernetes; write 1.38", options.version))?;
    let release = options.release.clone().unwrap_or_else(|| format!("v0.{minor}.0"));
    let servers = root.join("tests/oracle/servers");
    let newest = newest_server(&servers, minor)?;
    println!("== the oracle of 1.{minor}, from that of 1.{newest}");
    let path = |extension: &str| servers.join(format!("1.{minor}.{extension}"));
    let is_new = !path("mod").exists();
    for extension in ["mod", "sum"] {
        let text = read(&servers.join(format!("1.{newest}.{extension}")))?;
        let text = if extension == "mod" {
            with_release(&text, &release)?
        } else {
            text
        };
        let path = path(extension);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let built = build(&root.join("tests/oracle"), minor);
    if built.is_err() && is_new {
        for extension in ["mod", "sum"] {
            // What cannot be removed is untracked, and in the way of nothing.
            let _ = fs::remove_file(path(extension));
        }
    }
    built?;
    println!("tests/oracle/run --server 1.{minor} works");
    steps(minor);
    Ok(())
}

fn build(oracle: &Path, minor: u32) -> Result<(), String> {
    let file = format!("-modfile=servers/1.{minor}.mod");
    go(oracle, &["mod", "tidy", &file])?;
    let program = format!("bin/oracle-1.{minor}");
    go(
        oracle,
        &["build", "-tags", "verdicts", &file, "-o", &program, "."],
    )
}

/// The newest server before a version.
fn newest_server(servers: &Path, before: u32) -> Result<u32, String> {
    let entries = fs::read_dir(servers).map_err(|error| format!("{}: {error}", servers.display()))?;
    let minors = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        name.strip_prefix("1.")?.strip_suffix(".mod")?.parse::<u32>().ok()
    });
    let newest = minors.filter(|minor| *minor < before).max();
    newest.ok_or_else(|| format!("{} has no server before 1.{before}", servers.display()))
}

/// The module file with another release of Kubernetes' staging modules, all of which have one version.
fn with_release(text: &str, release: &str) -> Result<String, String> {
    let module = Regex::new(r"(?m)^(\s*k8s\.io/[a-z-]+ )v0\.\d+\.\d+( // indirect)?$")
        .map_err(|error| error.to_string())?;
    // What a module needs besides them is found by `go mod tidy`.
    Ok(module
        .replace_all(text, format!("${{1}}{release}${{2}}"))
        .into_owned())
}

fn steps(minor: u32) {
    let known = u16::try_from(minor)
        .ok()
        .and_then(KubeVersion::from_minor)
        .is_some();
    println!("== left to do; docs/releases.md explains each");
    if !known {
        println!("  read what changed in the server between the versions, and its feature gates");
        println!(
            "  crd-core/src/model/kube_version.rs: the version; crd-core/src/model/changes.rs: what it does otherwise"
        );
    }
    for driver in ["crd", "objects", "eval", "cost", "yaml"] {
        println!("  cargo xtask fuzz {driver} --server 1.{minor} --count 100000");
    }
    println!("  cargo xtask regenerate k8s-types recordings cli rules");
    println!("  README.md, SECURITY.md, docs/releases.md: the range of versions; CHANGELOG.md");
}

fn go(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    println!("$ go {}", arguments.join(" "));
    let status = Command::new("go").args(arguments).current_dir(folder).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("it failed; what it says above is what changed in the server's code, or a release that does not exist yet".to_owned()),
        Err(error) => Err(format!("`go` cannot be run: {error}")),
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
