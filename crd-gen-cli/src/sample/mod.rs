//! `crd-gen sample`: writes objects that the API server admits.

mod made;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::Crd;

use crate::options::{KubernetesVersion, PackageArgs, directory};
use crate::publish::group_version_help;
use crate::sources::{Completeness, CrdSources};
use crate::terminal::Terminal;
use crate::text::{counted, listed};
use crate::{CommandError, CommandOutcome, write};
pub(crate) use made::{MadeSample, VersionSamples};

const EXAMPLES: &str = "\
Examples:
  # The smallest valid object of each kind and version
  crd-gen sample config/crd
  # All fields with their descriptions; optional fields are commented out
  crd-gen sample config/crd --kind Database --form full
  # An object for each member of each union
  crd-gen sample -p my-operator --kind Database --form members
  # A file for each object
  crd-gen sample config/crd --out-dir config/samples

Each sample is validated as the API server validates it, including the validation rules. If no valid object is found, \
the error names the rule that was not satisfied. In a full sample, `# ` begins a comment; remove the `#` before a \
field to set the field.

Exit codes: 0 all samples were found, 1 some were not found, 2 the command was misused or failed.";

/// Arguments of `crd-gen sample`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct SampleArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Write only objects of this kind.
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Write only objects of this group and version, such as `db.example.com/v1` [default: all served versions].
    #[arg(long, value_name = "GROUP/VERSION")]
    pub group_version: Option<String>,
    /// The form of the objects.
    #[arg(long, value_name = "FORM", default_value = "smallest")]
    pub form: SampleForm,
    /// The output format of objects.
    #[arg(long, value_name = "FORMAT", default_value = "yaml")]
    pub format: SampleFormat,
    /// Write a file for each object to this directory.
    #[arg(short, long, value_name = "DIR", value_parser = directory)]
    pub out_dir: Option<PathBuf>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

/// The form of the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleForm {
    /// Objects with only the required fields.
    Smallest,
    /// Objects with all fields and their descriptions; optional fields are commented out.
    #[value(alias = "all")]
    Full,
    /// One object for each member of each union.
    Members,
}

/// The output format of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SampleFormat {
    /// YAML documents.
    Yaml,
    /// One line of JSON per object; a full object has all fields.
    Json,
}

pub(crate) fn run(args: &SampleArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::read(&args.paths, &args.packages, terminal)?;
    let loaded = sources.map_accepted(terminal, args.server, |found| {
        let server = args.server.or(found.config);
        let versions = chosen(args, &found.crd);
        let made = versions.map(|version| VersionSamples::make(&found.crd, version, server, args.form));
        let made: Vec<VersionSamples> = made.collect();
        let crd = made.is_empty().then_some(found.crd);
        (crd, made)
    })?;
    let versions: Vec<&VersionSamples> = loaded.crds.iter().flat_map(|(_, made)| made).collect();
    if loaded.crds.is_empty() {
        return Err(CommandError::Reported);
    }
    if versions.is_empty() {
        let crds: Vec<Crd> = loaded.crds.into_iter().filter_map(|(crd, _)| crd).collect();
        return Err(none_chosen(args, &crds));
    }
    let problems = versions.iter().flat_map(|version| &version.problems);
    let missing = problems.inspect(|problem| terminal.error(problem, &[])).count();
    let samples: Vec<&MadeSample> = versions.iter().flat_map(|version| &version.samples).collect();
    match &args.out_dir {
        Some(dir) => {
            let files = files(&samples, args.format, terminal);
            for (name, sample) in &files {
                write::file(&dir.join(name), sample.written(args.format))?;
            }
            let samples = counted(files.len(), "sample");
            terminal.note(&format!("{samples} in `{}`", dir.display()));
        }
        None => print(args, &samples, terminal)?,
    }
    if args.form == SampleForm::Members && samples.is_empty() && missing == 0 {
        terminal.note("no union in these schemas");
    }
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    Ok(if missing > 0 {
        CommandOutcome::Findings
    } else {
        CommandOutcome::Clean
    })
}

/// Returns the samples by file name. For kinds with the same name, the file names contain the groups.
fn files<'s>(
    samples: &[&'s MadeSample],
    format: SampleFormat,
    terminal: &Terminal,
) -> BTreeMap<String, &'s MadeSample> {
    let mut files = BTreeMap::new();
    let mut repeated = None;
    for sample in samples {
        let short = sample.file_name(format);
        let name = if files.contains_key(&short) {
            sample.file_name_with_group(format)
        } else {
            short
        };
        match files.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(*sample);
            }
            Entry::Occupied(entry) => {
                repeated.get_or_insert_with(|| entry.key().clone());
            }
        }
    }
    if let Some(name) = repeated {
        terminal.warning(&format!(
            "several CRDs have the same name, such as that of `{name}`; a sample of the first of each name \
             is written"
        ));
    }
    files
}

fn print(args: &SampleArgs, samples: &[&MadeSample], terminal: &Terminal) -> Result<(), CommandError> {
    let mut out = terminal.buffered_stdout();
    for (index, sample) in samples.iter().enumerate() {
        if index > 0 && args.format == SampleFormat::Yaml {
            writeln!(out, "---")?;
        }
        out.write_all(sample.written(args.format).as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

/// Returns the requested versions of a CRD.
fn chosen<'c>(args: &SampleArgs, crd: &'c Crd) -> impl Iterator<Item = &'c str> {
    let is_of_kind = args
        .kind
        .as_ref()
        .is_none_or(|kind| **kind == *crd.spec.names.kind);
    let wanted = args.group_version.clone();
    let versions = crd.versions().iter().filter(move |version| {
        is_of_kind
            && match &wanted {
                Some(wanted) => *wanted == format!("{}/{}", crd.spec.group, version.name),
                None => version.served,
            }
    });
    versions.map(|version| &*version.name)
}

fn none_chosen(args: &SampleArgs, crds: &[Crd]) -> CommandError {
    let of_kind = args
        .kind
        .as_ref()
        .map_or_else(String::new, |kind| format!(" of the kind `{kind}`"));
    let of_version = args.group_version.as_ref().map_or_else(
        || "served version".to_owned(),
        |wanted| format!("version `{wanted}`"),
    );
    let failure = CommandError::new(format!("no {of_version}{of_kind} here"));
    if let Some(wanted) = args.group_version.as_ref().filter(|wanted| !wanted.contains('/')) {
        return failure.help(group_version_help(crds, wanted));
    }
    let kinds = crds.iter().map(|crd| &*crd.spec.names.kind);
    failure.help(listed("the kind is", "the kinds are", kinds))
}
