//! `crd-gen publish`: prints the OpenAPI documents that the API server publishes for CRDs, and JSON Schemas.

mod json_schema;
mod serve;

use crd_core::sort::sort;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::publish::{self, OpenApi};
use crd_core::{Crd, KubeVersion};
use serde_json::{Map, Value};

use crate::choices::{DraftName, Layout, PublishFormat, UnknownFieldsName};
use crate::config::PublishSection;
use crate::options::{KubernetesVersion, PackageArgs, directory};
use crate::parallel::mapped;
use crate::sources::CrdSources;
use crate::terminal::Terminal;
use crate::text::listed;
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "\
Examples:
  # All OpenAPI v3 documents by group and version; one of them
  crd-gen publish config/crd
  crd-gen publish config/crd --group-version db.example.com/v1
  # The definitions and paths in /openapi/v2
  crd-gen publish config/crd --openapi v2
  # The definition of one kind; of a Rust type
  crd-gen publish config/crd --kind Database
  crd-gen publish -p my-operator --kind Database
  # The schemas that server-side apply uses to merge
  crd-gen publish config/crd --openapi apply
  # JSON Schemas for editors, group/kind_version.json
  crd-gen publish config/crd --format json-schema --out-dir schemas
  # The same with the file names that kubeconform looks up
  crd-gen publish config/crd --format json-schema --layout kubeconform \\
    --out-dir schemas
  # For `kubectl explain --server=http://127.0.0.1:8001 databases`
  crd-gen publish config/crd --serve 8001

The documents are equal, as JSON, to those of an API server that has only these CRDs. Descriptions of Kubernetes' own \
types are from the Kubernetes API documentation, licensed under Apache-2.0.

Exit codes: 0 the document was written, 2 the command was misused or failed.";

/// Arguments of `crd-gen publish`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct PublishArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages whose types give CRDs.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The output format [default: openapi].
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PublishFormat>,
    /// The form of the OpenAPI document [default: v3].
    #[arg(long, value_name = "FORM")]
    pub openapi: Option<OpenApiForm>,
    /// Print only the OpenAPI v3 document of this group and version, such as `db.example.com/v1`.
    #[arg(long, value_name = "GROUP/VERSION")]
    pub group_version: Option<String>,
    /// Print only the definition of this kind, in the version of `--group-version` or in the storage version.
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Serve the documents and API discovery on this address, for kubectl, editors and client generators. The address
    /// is a port, or an address of this machine with a port; port 0 selects a free port.
    #[arg(
        long,
        value_name = "ADDR",
        conflicts_with_all = ["format", "openapi", "group_version", "kind", "out_dir", "draft", "unknown_fields", "layout"]
    )]
    pub serve: Option<String>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// The version of JSON Schema [default: 7].
    #[arg(long, value_name = "DRAFT", help_heading = "JSON Schemas")]
    pub draft: Option<DraftName>,
    /// How JSON Schemas treat unknown fields [default: reject].
    #[arg(long, value_name = "WHAT", help_heading = "JSON Schemas")]
    pub unknown_fields: Option<UnknownFieldsName>,
    /// Write a file for each served version, and an `index.json`, to this directory; `-` stands for standard output.
    #[arg(short, long, value_name = "DIR", value_parser = directory, help_heading = "JSON Schemas")]
    pub out_dir: Option<PathBuf>,
    /// The names of the files [default: catalog].
    #[arg(long, value_name = "LAYOUT", help_heading = "JSON Schemas")]
    pub layout: Option<Layout>,
}

impl PublishArgs {
    /// Fills in missing arguments from the configuration, except for the format if the arguments select another output
    /// than files.
    fn or(mut self, defaults: &PublishSection) -> Self {
        if self.serve.is_none() && self.openapi.is_none() {
            self.format = self.format.or(defaults.format);
            if self.format == Some(PublishFormat::JsonSchema) {
                self.out_dir = self.out_dir.or_else(|| defaults.out_dir.clone());
            }
        }
        self.out_dir = self.out_dir.filter(|dir| dir.as_os_str() != "-");
        self.draft = self.draft.or(defaults.draft);
        self.unknown_fields = self.unknown_fields.or(defaults.unknown_fields);
        self.layout = self.layout.or(defaults.layout);
        self
    }

    /// Returns an error if an argument has no effect on the output, which `all` describes.
    fn without_effect(&self, all: &Self) -> Result<(), CommandError> {
        if all.format == Some(PublishFormat::JsonSchema) {
            return match self.openapi {
                Some(_) => Err(CommandError::new("`--openapi` is not for JSON Schemas")
                    .help("remove it, or remove `--format json-schema`")),
                None => Ok(()),
            };
        }
        let of_json_schema = [
            ("--out-dir", all.out_dir.is_some()),
            ("--draft", self.draft.is_some()),
            ("--unknown-fields", self.unknown_fields.is_some()),
            ("--layout", self.layout.is_some()),
        ];
        let Some((option, _)) = of_json_schema.iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        let failure = CommandError::new(format!("`{option}` is only for JSON Schemas"));
        Err(failure.help(match *option {
            "--out-dir" => "add `--format json-schema`, or write standard output to a file",
            _ => "add `--format json-schema`, or remove the option",
        }))
    }

    /// Returns the form of the OpenAPI document to write.
    fn openapi(&self) -> OpenApiForm {
        self.openapi.unwrap_or_default()
    }
}

/// A form of the OpenAPI documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OpenApiForm {
    /// OpenAPI v3: one document for each group and version.
    #[default]
    #[value(alias = "3")]
    V3,
    /// OpenAPI v2: one document for all CRDs.
    #[value(alias = "2")]
    V2,
    /// The schemas that server-side apply uses to merge, for all versions, by definition name.
    Apply,
}

pub(crate) fn run(args: &PublishArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let sources = CrdSources::read(&args.paths, &args.packages, terminal)?;
    let given = args;
    let args = &args.clone().or(&sources.config.publish);
    given.without_effect(args)?;
    let crds = sources.accepted(terminal, args.server)?;
    let server = sources.server(args.server);
    if let Some(address) = &args.serve {
        return serve::run(address, &crds, server, terminal);
    }
    if args.format == Some(PublishFormat::JsonSchema) {
        return json_schema::run(args, &crds, server, terminal);
    }
    warn_of_namesakes(&crds, terminal);
    let document = match &args.kind {
        Some(kind) => definition(args, &crds, kind, server)?,
        None => document(args, &crds, server)?,
    };
    Terminal::document(&document)?;
    // The process ends here; freeing a million values one by one would take longer than writing them.
    std::mem::forget((crds, document));
    Ok(CommandOutcome::Clean)
}

/// Warns of several CRDs with the same name, which no cluster can have.
fn warn_of_namesakes(crds: &[Crd], terminal: &Terminal) {
    let mut names: Vec<&str> = crds.iter().map(|crd| &*crd.metadata.name).collect();
    sort(&mut names);
    let twice = names
        .windows(2)
        .find(|pair| matches!(pair, [one, other] if one == other));
    if let Some([name, _]) = twice
        && !terminal.quiet
    {
        terminal.warning(&format!(
            "several CRDs have the same name, such as `{name}`, but a document can contain only one of \
             them; pass only the intended files"
        ));
    }
}

fn document(args: &PublishArgs, crds: &[Crd], server: KubeVersion) -> Result<Value, CommandError> {
    match (args.openapi(), &args.group_version) {
        (OpenApiForm::V3, Some(wanted)) => {
            let (group, version) = group_version(crds, wanted)?;
            publish::openapi_v3(crds, group, version, server).ok_or_else(|| not_served(crds, wanted))
        }
        (OpenApiForm::V3, None) => {
            let served = publish::group_versions(crds);
            let document = |(group, version): &(String, String)| {
                let document = publish::openapi_v3(crds, group, version, server)?;
                Some((format!("apis/{group}/{version}"), document))
            };
            let mut documents = Map::new();
            documents.extend(mapped(&served, document).into_iter().flatten());
            Ok(Value::Object(documents))
        }
        (OpenApiForm::V2 | OpenApiForm::Apply, Some(_)) => {
            let failure = CommandError::new("only OpenAPI v3 has a document for each group and version");
            Err(failure.help("remove `--group-version`, or write `--openapi v3`"))
        }
        (OpenApiForm::V2, None) => Ok(openapi_v2(crds, server)),
        (OpenApiForm::Apply, None) => {
            let mut schemas = Map::new();
            for of_crd in mapped(crds, |crd| publish::apply_schemas(crd, server)) {
                if let Value::Object(of_crd) = of_crd {
                    schemas.extend(of_crd);
                }
            }
            Ok(Value::Object(schemas))
        }
    }
}

/// Returns the v2 document, generated in parts in parallel. Of two CRDs with the same kind, the first one takes
/// precedence, as within one part.
fn openapi_v2(crds: &[Crd], server: KubeVersion) -> Value {
    const PART: usize = 32;
    let parts: Vec<&[Crd]> = crds.chunks(PART).collect();
    let mut parts = mapped(&parts, |part| publish::openapi_v2(part, server));
    let mut rest = parts.split_off(parts.len().min(1));
    let Some(mut document) = parts.pop() else {
        return publish::openapi_v2(&[], server);
    };
    for part in &mut rest {
        for section in ["paths", "definitions", "parameters"] {
            let (Some(Value::Object(all)), Some(Value::Object(more))) =
                (document.get_mut(section), part.get_mut(section).map(Value::take))
            else {
                continue;
            };
            for (name, value) in more {
                all.entry(name).or_insert(value);
            }
        }
    }
    document
}

fn definition(
    args: &PublishArgs,
    crds: &[Crd],
    kind: &str,
    server: KubeVersion,
) -> Result<Value, CommandError> {
    let wanted = args
        .group_version
        .as_deref()
        .map(|text| group_version(crds, text))
        .transpose()?;
    let form = match args.openapi() {
        OpenApiForm::V2 => OpenApi::V2,
        OpenApiForm::V3 | OpenApiForm::Apply => OpenApi::V3,
    };
    let of_kind = crds.iter().filter(|crd| *crd.spec.names.kind == *kind);
    for crd in of_kind {
        let mut versions = crd.versions().iter();
        let version = versions.find(|version| match wanted {
            Some((group, wanted)) => *crd.spec.group == *group && *version.name == *wanted,
            None => version.storage,
        });
        let schema = version.and_then(|version| publish::kind_schema(crd, &version.name, form, server));
        if let Some(schema) = schema {
            return Ok(schema);
        }
    }
    let place = args
        .group_version
        .as_deref()
        .map_or_else(String::new, |wanted| format!(" in `{wanted}`"));
    let kinds = crds.iter().map(|crd| &*crd.spec.names.kind);
    let failure = CommandError::new(format!("no CRD here has the kind `{kind}`{place}"));
    Err(failure.help(listed("the kind is", "the kinds are", kinds)))
}

/// Returns the help for a group or a version alone.
pub(crate) fn group_version_help(crds: &[Crd], text: &str) -> String {
    let served = publish::group_versions(crds);
    let is_meant = |(group, version): &&(String, String)| {
        text == version || text == group || text == format!("{group}.{version}")
    };
    let mut meant = served.iter().filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some((group, version)), None) => format!("write `{group}/{version}`"),
        _ => "write both with a slash between them, as in `db.example.com/v1`".to_owned(),
    }
}

fn group_version<'a>(crds: &[Crd], text: &'a str) -> Result<(&'a str, &'a str), CommandError> {
    text.split_once('/').ok_or_else(|| {
        let failure = CommandError::new(format!("`{text}` is not a group and version"));
        failure.help(group_version_help(crds, text))
    })
}

fn not_served(crds: &[Crd], wanted: &str) -> CommandError {
    let served = publish::group_versions(crds);
    let failure = CommandError::new(format!("no CRD here serves `{wanted}`"));
    if served.is_empty() {
        return failure.help("none of them has a served version");
    }
    let served = served.iter().map(|(group, version)| format!("{group}/{version}"));
    failure.help(listed("only this is served:", "these are served:", served))
}
