//! `crd-gen migrate`: plans the migration from a deployed CRD to the next one, step by step. The library plans; this
//! module reads, describes and prints.

mod commands;
mod owners;
mod report;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::migration::{self, Migration};
use crd_core::{Crd, KubeVersion, yaml};

use crate::options::{KubernetesVersion, PackageArgs, directory};
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome, write};

const EXAMPLES: &str = "\
Examples:
  # With the owners of fields, so that the commands do not conflict with them
  kubectl get crd databases.db.example.com -o yaml --show-managed-fields \\
    > deployed.yaml
  # The plan
  crd-gen migrate deployed.yaml crd.yaml
  # For another Kubernetes version
  crd-gen migrate deployed.yaml crd.yaml --kubernetes-version 1.37
  # With a manifest for each release
  crd-gen migrate deployed.yaml crd.yaml --out-dir plan

The plan has the steps for one cluster. If others install the CRD, publish one release per manifest; users upgrade \
through all of the releases in order.

Exit codes: 0 the new CRD can be applied at once, 1 it would be rejected, would lose data or would leave stored \
objects that cannot be edited, 2 the command was misused or failed.";

/// Arguments of `crd-gen migrate`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct MigrateArgs {
    /// The deployed CRDs, with their status: a file, a directory, or `-` for standard input.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The new CRDs: a file, a directory, or a Rust package (a `Cargo.toml` or its directory).
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// Write the manifests of all releases, and the `StorageVersionMigration` object, to this directory.
    #[arg(short, long, value_name = "DIR", value_parser = directory)]
    pub out_dir: Option<PathBuf>,
    /// The output format of the plan.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: MigrateFormat,
}

/// The output format of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MigrateFormat {
    /// Text for people.
    Human,
    /// One JSON document: a list with the plan of each CRD.
    Json,
}

/// The plan for one CRD, with its inputs.
struct CrdPlan {
    old: Crd,
    migration: Migration,
    server: KubeVersion,
}

pub(crate) fn run(args: &MigrateArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let read =
        |path: &PathBuf| CrdSources::read(std::slice::from_ref(path), &PackageArgs::default(), terminal);
    let (old, sources) = (read(&args.old)?.crds(terminal)?, read(&args.new)?);
    let (new, server) = (sources.crds(terminal)?, sources.server(args.server));
    let mut plans = Vec::new();
    for new in &new {
        let name = &new.metadata.name;
        match old.iter().find(|old| old.metadata.name == *name) {
            Some(old) => {
                if old.status.stored_versions.is_none() {
                    terminal.warning(&format!(
                        "`{name}` in `{}` has no status, so only its storage version is assumed to be \
                         stored; `kubectl get crd {name} -o yaml` prints the status",
                        args.old.display()
                    ));
                }
                plans.push(CrdPlan {
                    migration: migration::plan(old, new, server),
                    old: old.clone(),
                    server,
                });
            }
            None => terminal.note(&format!("`{name}` is not deployed; it can be applied as it is")),
        }
    }
    if plans.is_empty() {
        let failure = CommandError::new(format!(
            "`{}` and `{}` have no CRD in common",
            args.new.display(),
            args.old.display()
        ));
        return Err(failure.help("CRDs are matched by `metadata.name`"));
    }
    if let Some(dir) = &args.out_dir {
        for plan in &plans {
            write_manifests(plan, dir)?;
        }
    }
    match args.format {
        MigrateFormat::Human => report::human(&plans, args.out_dir.as_deref(), terminal)?,
        MigrateFormat::Json => report::json(&plans, args.out_dir.as_deref(), terminal)?,
    }
    Ok(
        if plans.iter().all(|plan| plan.migration.can_be_applied_at_once()) {
            CommandOutcome::Clean
        } else {
            CommandOutcome::Findings
        },
    )
}

/// Writes the manifests of a plan.
fn write_manifests(plan: &CrdPlan, dir: &std::path::Path) -> Result<(), CommandError> {
    for release in plan.migration.releases() {
        let text = yaml::to_string(&release.crd)
            .map_err(|error| CommandError::new(format!("cannot write a CRD: {error}")))?;
        write::file(&dir.join(commands::file_of(release)), text)?;
    }
    for step in &plan.migration.steps {
        if let Some((name, text)) = commands::storage_migration(plan, step) {
            write::file(&dir.join(name), text)?;
        }
    }
    Ok(())
}
