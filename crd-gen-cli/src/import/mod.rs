//! `crd-gen import`: writes Rust types that generate the same CRDs.

mod output;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use crd_core::Crd;
use crd_import::{
    Client, Deployment, ImportError, ImportOptions, Imported, KubernetesTypes, NullHandling, Rejection,
    UnionTypes, import,
};

use crate::config::ImportSection;
use crate::sources::{Completeness, CrdSources};
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
  # In CI: are the committed files up to date?
  crd-gen import config/crd -o src/api --check
  # Only a part of a large API
  crd-gen import --only spec.template --only status crd.yaml
  # From a cluster
  kubectl get crd widgets.example.com -o yaml | crd-gen import -

The types derive crd-core's `Schema` and `CustomResource`, and `crd-gen generate` generates the same CRDs from them: bounds, patterns, \
defaults, `nullable`, list types, rules, columns and descriptions are kept. Parts of a schema that no attribute expresses are written to \
the file as JSON, and are listed. Equal types are written once. The names of types are kept when a file is generated again; they can be \
changed in the table at the top of the file. `[import]` in `crd-gen.toml` has more options.

A CRD that the API server would reject, or that is given twice with different content, is omitted and reported; the others are imported.

Exit codes: 0 success, 1 a CRD was omitted or (with `--check`) a file is out of date, 2 the command was misused or failed.";

/// Arguments of `crd-gen import`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct ImportArgs {
    /// The CRDs: files, directories, `git:REVISION[:PATH]`, or `-` for standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write, the directory for one module per CRD, or `-` for standard output [default: from
    /// `crd-gen.toml`, or standard output].
    #[arg(short, long, value_name = "FILE|DIR", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Write nothing. Fail with a diff if a file is out of date.
    #[arg(long, help_heading = "Output")]
    pub check: bool,
    /// Generate types for `kube::Api`: `metadata` has k8s-openapi's type, and root types implement `kube::Resource`.
    /// Other types of k8s-openapi are used if they are the same in all versions of Kubernetes and contain no quantities;
    /// types with quantities, such as `ResourceRequirements` and `PodTemplateSpec`, are only used with `--k8s-openapi`.
    #[arg(long, help_heading = "Types")]
    pub kube: bool,
    /// Derive this trait for all types; `Default` for structs whose required fields have it, and `Eq`, `Ord` and
    /// `Hash` for types without floats. May be given several times.
    #[arg(
        long = "derive",
        value_name = "TRAIT",
        value_delimiter = ',',
        help_heading = "Types"
    )]
    pub derives: Vec<String>,
    /// Use k8s-openapi's types, such as `PodTemplateSpec`, for objects with the same fields as in this version of
    /// Kubernetes: the version whose feature of k8s-openapi the package enables. k8s-openapi's quantities do not read
    /// numbers, such as `cpu: 1`: objects that contain one cannot be read.
    #[arg(long, value_name = "VERSION", value_parser = minor_version, help_heading = "Types")]
    pub k8s_openapi: Option<u32>,
    /// Generate all types, even if crd-core or k8s-openapi has a type with the same fields, such as `Condition`.
    #[arg(long, help_heading = "Types")]
    pub no_known_types: bool,
    /// Keep null and absence apart in fields that may be either: their type is `Nullable` instead of `Option`.
    #[arg(long, help_heading = "Types")]
    pub keep_null: bool,
    /// Generate structs, instead of enums with data, for objects of which exactly one field is set. A program that was
    /// built with the enum cannot read an object in which a later release of the CRD allows another field.
    #[arg(long, help_heading = "Types")]
    pub no_unions: bool,
    /// Rename a type, given by the path of its field, such as `spec.users[]`, or by its default name. May be given
    /// several times.
    #[arg(long = "rename", value_name = "PLACE=NAME", value_parser = pair, help_heading = "Types")]
    pub renames: Vec<(String, String)>,
    /// Use an existing type for a field, as in `spec.size=crate::Size`. May be given several times.
    #[arg(long = "type", value_name = "PLACE=TYPE", value_parser = pair, help_heading = "Types")]
    pub types: Vec<(String, String)>,
    /// Generate only the field at this path and the fields in it, such as `spec.template`. May be given several times.
    #[arg(long, value_name = "PLACE", help_heading = "Parts")]
    pub only: Vec<String>,
    /// Omit the field at this path and the fields in it. May be given several times.
    #[arg(long, value_name = "PLACE", help_heading = "Parts")]
    pub leave_out: Vec<String>,
    /// Include the labels and annotations of the CRD.
    #[arg(long, help_heading = "Parts")]
    pub deployment: bool,
}

/// Parses `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| match text.split_once(':') {
            Some((place, name)) if !name.starts_with(':') => format!("write `{place}={name}`"),
            _ => format!("write the place first: `PLACE={text}`"),
        })
}

/// `1.36`, as its minor number.
pub(crate) fn minor_version(text: &str) -> Result<u32, String> {
    let minor = text.trim_start_matches('v').strip_prefix("1.");
    minor.and_then(|minor| minor.parse().ok()).ok_or_else(|| {
        let mut numbers = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty());
        let meant = numbers.find(|number| *number == "1").and_then(|_| numbers.next());
        format!("write it as `1.{}`", meant.unwrap_or("36"))
    })
}

pub(crate) fn run(args: &ImportArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::of_files(&args.paths)?;
    let loaded = sources.map(terminal, |found| (found.file.to_owned(), found.crd))?;
    let (files, crds): (Vec<String>, Vec<Crd>) = loaded.crds.into_iter().unzip();
    if crds.is_empty() {
        return Err(CommandError::Reported);
    }
    let section = &sources.config.import;
    let output = args.output.as_ref().or(section.output.as_ref());
    let target = Target::of(
        output
            .map(PathBuf::as_path)
            .filter(|path| path.as_os_str() != "-"),
    )?;
    if args.check && matches!(target, Target::Stdout) {
        let message = "`--check` compares files: name them with `--output`, or `output` in `[import]` of `crd-gen.toml`";
        return Err(CommandError::new(message));
    }
    let earlier = target.earlier()?;
    let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
    let imported = match import(&crds, &options(args, section)?, &earlier) {
        Ok(imported) => imported,
        Err(ImportError::Rejected(rejections)) => {
            report(&rejections, &files, &crds, terminal);
            terminal.note("nothing was written; `crd-gen check` shows the locations of errors");
            return Ok(CommandOutcome::Findings);
        }
        Err(error) => return Err(CommandError::new(error.to_string())),
    };
    report(imported.rejections(), &files, &crds, terminal);
    notes(&imported, terminal);
    for message in imported.unused() {
        terminal.warning(message);
    }
    let outcome = if imported.rejections().is_empty() && loaded.completeness == Completeness::All {
        CommandOutcome::Clean
    } else {
        CommandOutcome::Findings
    };
    if args.check {
        return Ok(match target.check(&imported, terminal)? {
            CommandOutcome::Clean => outcome,
            CommandOutcome::Findings => CommandOutcome::Findings,
        });
    }
    let written = target.shown();
    match target {
        Target::Stdout => terminal.stdout().write_all(imported.one_file().as_bytes())?,
        _ => target.write(&imported, terminal)?,
    }
    let types = counted(imported.type_count(), "type");
    let names: BTreeSet<&str> = imported
        .resources()
        .iter()
        .map(|resource| resource.crd.as_str())
        .collect();
    let written = written.map_or_else(String::new, |path| format!(" in `{path}`"));
    terminal.summary(&format!("{types} for {}{written}\n", counted(names.len(), "CRD")));
    Ok(outcome)
}

/// Reports skipped CRDs, with the reason and the file.
fn report(rejections: &[Rejection], files: &[String], crds: &[Crd], terminal: &Terminal) {
    /// The number of errors of a CRD that are shown. One mistake often occurs many times.
    const SHOWN: usize = 5;
    for rejection in rejections {
        let mut lines: Vec<String> = rejection.errors.iter().take(SHOWN).cloned().collect();
        let more = rejection.errors.len().saturating_sub(SHOWN);
        if more > 0 {
            lines.push(format!(
                "{} more; `crd-gen check` shows them",
                counted(more, "error")
            ));
        }
        let of_name = files
            .iter()
            .zip(crds)
            .filter(|(_, crd)| *crd.metadata.name == *rejection.name);
        lines.extend(of_name.map(|(file, _)| format!("in `{file}`")));
        terminal.error(&format!("`{}` is omitted", rejection.name), &lines);
    }
}

/// Returns the options; the command line takes precedence over the configuration.
fn options(args: &ImportArgs, section: &ImportSection) -> Result<ImportOptions, CommandError> {
    let mut options = ImportOptions::default();
    if args.kube || section.kube.unwrap_or_default() {
        options.client = Client::Kube;
        options.kubernetes = KubernetesTypes::OfAllReleases;
    }
    let configured = match &section.k8s_openapi {
        Some(version) => Some(
            minor_version(version)
                .map_err(|error| CommandError::new(format!("`k8s-openapi` in `[import]`: {error}")))?,
        ),
        None => None,
    };
    if let Some(minor) = args.k8s_openapi.or(configured) {
        options.kubernetes = KubernetesTypes::Of(minor);
    }
    options.known_types = !args.no_known_types && section.known_types.unwrap_or(true);
    if args.keep_null || section.keep_null.unwrap_or_default() {
        options.null = NullHandling::Preserve;
    }
    if args.no_unions || section.unions == Some(false) {
        options.unions = UnionTypes::Structs;
    }
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
    Ok(options)
}

/// Reports the parts of schemas that are written as JSON, the parts of CRDs that the types do not have, and the mistakes in CRDs that
/// the types allow.
fn notes(imported: &Imported, terminal: &Terminal) {
    for note in imported.notes() {
        terminal.note(&format!(
            "`{}`: the schema of `{}` is in the file as JSON: {}",
            note.crd, note.place, note.reason
        ));
    }
    for part in imported.omitted() {
        terminal.note(&format!(
            "`{}`: `{}` is not imported: {}",
            part.crd, part.place, part.reason
        ));
    }
    if let Some(limit) = imported.recursion_limit() {
        terminal.note(&format!(
            "the types are nested so deeply that their crate needs `#![recursion_limit = \"{limit}\"]`"
        ));
    }
    for found in imported.allowed() {
        let place = if found.place.is_empty() {
            "the object"
        } else {
            &found.place
        };
        terminal.note(&format!(
            "`{}`: the types allow {} at `{place}`: {}",
            found.crd, found.code, found.message
        ));
    }
}
