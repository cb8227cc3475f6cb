//! `crd-gen import`: Rust types from CRDs, which give the CRDs back.

mod output;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use crd_import::{Client, Deployment, ImportError, ImportOptions, Imported, import};

use crate::config::ImportSection;
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};
use output::Target;

const EXAMPLES: &str = "\
Examples:
  # Types for another operator's CRD, for use with kube
  crd-gen import --kube certificates.yaml -o src/certificate.rs
  # A module for each CRD of a directory
  crd-gen import config/crd -o src/api
  # In CI: are the committed files what the CRDs give?
  crd-gen import config/crd -o src/api --check
  # A part of a large API
  crd-gen import --only spec.template --only status crd.yaml
  # From a cluster
  kubectl get crd widgets.example.com -o yaml | crd-gen import -

The types derive crd-core's `Schema` and `CustomResource`, and `crd-gen generate` makes the same CRDs of them: bounds, patterns, \
defaults, null, list types, rules, columns and descriptions are kept. What no attribute says stands in the file as JSON, and is listed. \
Equal types are written once. The names of types stay as they are when a file is written again; they can be edited in the table at its \
top. `[import]` of `crd-gen.toml` has further options.

Nothing is written when the API server would refuse one of the CRDs.

Exit codes: 0 all is well, 1 a CRD would be refused or (with `--check`) a file is stale, 2 the command was misused or could not do its \
work.";

/// Arguments of `crd-gen import`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ImportArgs {
    /// The CRDs, as files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write, or the directory for a module a CRD; `-` is standard output [default: that of `crd-gen.toml`, or standard
    /// output].
    #[arg(short, long, value_name = "FILE|DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write nothing; fail with a diff when a file is not what the CRDs give.
    #[arg(long, requires = "output", help_heading = "Output")]
    pub check: bool,
    /// Let the types work with `kube::Api`: `metadata` is k8s-openapi's, and roots implement `kube::Resource`.
    #[arg(long, help_heading = "Types")]
    pub kube: bool,
    /// Derive this trait for every type, too; repeatable.
    #[arg(long = "derive", value_name = "TRAIT", help_heading = "Types")]
    pub derives: Vec<String>,
    /// Write types of one's own where crd-core has types with the same members, such as `Condition`.
    #[arg(long, help_heading = "Types")]
    pub no_known_types: bool,
    /// Call a type by another name: the place where it stands, such as `spec.users[]`, or the name that it would have; repeatable.
    #[arg(long = "rename", value_name = "PLACE=NAME", value_parser = pair, help_heading = "Types")]
    pub renames: Vec<(String, String)>,
    /// Use a type of one's own at a place, such as `spec.size=crate::Size`; repeatable.
    #[arg(long = "type", value_name = "PLACE=TYPE", value_parser = pair, help_heading = "Types")]
    pub types: Vec<(String, String)>,
    /// Write only what is at or below this place, such as `spec.template`; repeatable.
    #[arg(long, value_name = "PLACE", help_heading = "Parts")]
    pub only: Vec<String>,
    /// Leave out what is at or below this place; repeatable.
    #[arg(long, value_name = "PLACE", help_heading = "Parts")]
    pub leave_out: Vec<String>,
    /// Write labels, annotations and the conversion webhook of the CRD, too.
    #[arg(long, help_heading = "Parts")]
    pub deployment: bool,
}

/// `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "write it as `PLACE=NAME`".to_owned())
}

pub(crate) fn run(args: &ImportArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::of_files(&args.paths)?;
    let crds = sources.crds(terminal)?;
    let section = &sources.config.import;
    let output = args.output.as_ref().or(section.output.as_ref());
    let target = Target::of(
        output
            .map(PathBuf::as_path)
            .filter(|path| path.as_os_str() != "-"),
    );
    let earlier = target.earlier()?;
    let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
    let imported = match import(&crds, &options(args, section), &earlier) {
        Ok(imported) => imported,
        Err(ImportError::Refused(refusals)) => {
            for refusal in refusals {
                terminal.error(
                    &format!(
                        "the API server would refuse `{}`, so there are no types for it",
                        refusal.name
                    ),
                    &refusal.errors,
                );
            }
            terminal.note("nothing was written; `crd-gen check` shows the places of these errors");
            return Ok(CommandOutcome::Findings);
        }
        Err(error) => return Err(CommandError::new(error.to_string())),
    };
    notes(&imported, terminal);
    if args.check {
        return target.check(&imported, terminal);
    }
    match target {
        Target::Stdout => terminal.stdout().write_all(imported.one_file().as_bytes())?,
        _ => target.write(&imported)?,
    }
    let types = counted(imported.type_count(), "type");
    terminal.summary(&format!("{types} for {}", counted(crds.len(), "CRD")));
    Ok(CommandOutcome::Clean)
}

/// What counts: the command line before the configuration.
fn options(args: &ImportArgs, section: &ImportSection) -> ImportOptions {
    let mut options = ImportOptions::default();
    if args.kube || section.kube.unwrap_or_default() {
        options.client = Client::Kube;
    }
    options.known_types = !args.no_known_types && section.known_types.unwrap_or(true);
    options.derives = if args.derives.is_empty() {
        section.derives.clone()
    } else {
        args.derives.clone()
    };
    options.derives_of.clone_from(&section.derives_of);
    if let Some(visibility) = &section.visibility {
        options.visibility.clone_from(visibility);
    }
    let with = |configured: &BTreeMap<String, String>, given: &[(String, String)]| {
        let mut all = configured.clone();
        all.extend(given.iter().cloned());
        all
    };
    options.renames = with(&section.renames, &args.renames);
    options.types = with(&section.types, &args.types);
    options.left_out = section.leave_out.iter().chain(&args.leave_out).cloned().collect();
    options.only = section.only.iter().chain(&args.only).cloned().collect();
    if args.deployment || section.deployment.unwrap_or_default() {
        options.deployment = Deployment::Written;
    }
    options
}

/// Says which parts of schemas stand in the text.
fn notes(imported: &Imported, terminal: &Terminal) {
    for note in imported.notes() {
        terminal.note(&format!(
            "`{}`: the schema of `{}` stands in the file as JSON: {}",
            note.crd, note.place, note.reason
        ));
    }
}
