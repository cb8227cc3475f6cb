//! `cargo xtask kubernetes`: the automated steps of supporting a new minor version of Kubernetes.
//!
//! ```text
//! oracle.rs    the modules of the server's code, and the oracle built from them
//! changes.rs   the changes in that code since the previous version
//! range.rs     updates the newest version wherever it is written
//! ```

mod changes;
mod oracle;
mod range;

use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Args;

use oracle::Server;

/// Prepares the support of a new minor version of Kubernetes: its oracle, the changes of its code, the range of versions.
///
/// 1. Writes tests/oracle/servers/1.NN.mod and .sum from those of the version before, and builds the oracle.
/// 2. Compares the code of the two servers, module by module, into target/kubernetes-1.NN.
/// 3. Makes 1.NN the newest version that crd-gen accepts, and writes the range of versions wherever a text has it.
///
/// Then it prints what is left. Needs Go and its module registry. docs/releases.md explains the steps that are left.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  cargo xtask kubernetes 1.38
  cargo xtask kubernetes 1.38 --release v0.38.0-rc.1     before the version is out")]
pub(crate) struct KubernetesOptions {
    /// The version, such as 1.38.
    version: String,
    /// The release of the Go modules; the newest patch of the version unless said.
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
        .and_then(|minor| minor.parse::<u16>().ok());
    let minor =
        minor.ok_or_else(|| format!("`{}` is not a version of Kubernetes; write 1.38", options.version))?;
    let before = Server::before(root, minor)?;
    println!("== the oracle of 1.{minor}, from that of 1.{}", before.minor);
    let server = before.next(root, minor, options.release.as_deref())?;
    println!("tests/oracle/run --server 1.{minor} works");
    println!("== what changed in the server's code since 1.{}", before.minor);
    changes::write(root, &before, &server)?;
    println!("== the range of versions");
    range::write(root, minor)?;
    println!("== left to do; docs/releases.md explains each");
    for step in STEPS {
        println!("  {}", step.replace("NN", &minor.to_string()));
    }
    Ok(())
}

const STEPS: &[&str] = &[
    "read the changes: rules, words, limits, CEL libraries, feature gates that changed their default",
    "crd-core/src/model/changes.rs and where they matter: what the server does otherwise",
    "cargo xtask fuzz crd --server 1.NN --count 100000, and so objects, eval, cost, cel, syntax and compat, until nothing differs",
    "cargo run -p crd-gen-tests --bin cel-costs: what the functions of CEL cost there",
    "k8s-openapi in Cargo.toml, with a feature v1_NN; cargo xtask regenerate k8s-types",
    "cargo xtask regenerate cli transcripts rules recordings, and read the differences",
    "CHANGELOG.md: what the new server decides otherwise",
];

/// Runs go in a folder; its output is shown.
fn go(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    println!("$ go {}", arguments.join(" "));
    let status = Command::new("go").args(arguments).current_dir(folder).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(
            "it failed; what it says above is what changed in the server's code, a newer Go that this code needs, or a release that does not exist"
                .to_owned(),
        ),
        Err(error) => Err(format!("`go` cannot be run: {error}")),
    }
}

/// Runs go in a folder; returns its output.
fn go_output(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("go").args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("`go` cannot be run: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`go {}` failed: {}", arguments.join(" "), text.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
