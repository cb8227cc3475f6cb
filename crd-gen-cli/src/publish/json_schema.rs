//! Publishes JSON Schemas, one for each served version of each CRD.

use std::collections::BTreeMap;
use std::path::Path;

use crd_core::publish::{self, Draft, JsonSchemaOptions, UnknownFields};
use crd_core::{Crd, KubeVersion};
use serde_json::{Value, json};

use super::{DraftName, Layout, PublishArgs, UnknownFieldsName};
use crate::parallel::mapped;
use crate::terminal::Terminal;
use crate::text::{counted, quoted};
use crate::{CommandError, CommandOutcome, write};

/// The schema of one version.
struct VersionSchema {
    group: String,
    version: String,
    kind: String,
    schema: Value,
}

pub(super) fn run(
    args: &PublishArgs,
    crds: &[Crd],
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let schemas = schemas(args, crds, server);
    if let Some(dir) = &args.out_dir {
        return write_files(args, dir, &schemas, terminal);
    }
    let [only] = schemas.as_slice() else {
        let name = |of: &VersionSchema| format!("{}/{} {}", of.group, of.version, of.kind);
        let found = quoted(schemas.iter().map(name));
        let failure = match schemas.len() {
            0 => CommandError::new("no served version here has this kind, group and version"),
            count => CommandError::new(format!("there are {count} JSON Schemas: {found}")),
        };
        return Err(
            failure.help("choose one with `--kind` and `--group-version`, or write all with `--out-dir DIR`")
        );
    };
    Terminal::document(&only.schema)?;
    Ok(CommandOutcome::Clean)
}

fn schemas(args: &PublishArgs, crds: &[Crd], server: KubeVersion) -> Vec<VersionSchema> {
    let draft = match args.draft.unwrap_or_default() {
        DraftName::Draft7 => Draft::Draft7,
        DraftName::Draft202012 => Draft::Draft202012,
    };
    let unknown = match args.unknown_fields.unwrap_or_default() {
        UnknownFieldsName::Reject => UnknownFields::Reject,
        UnknownFieldsName::Allow => UnknownFields::Allow,
    };
    let options = JsonSchemaOptions::new(draft, unknown, server);
    let of_crds = mapped(crds, |crd| of_crd(args, crd, options));
    of_crds.into_iter().flatten().collect()
}

/// Returns the requested schemas of one CRD.
fn of_crd(args: &PublishArgs, crd: &Crd, options: JsonSchemaOptions) -> Vec<VersionSchema> {
    let mut schemas = Vec::new();
    let (group, kind) = (&*crd.spec.group, &*crd.spec.names.kind);
    if args.kind.as_deref().is_some_and(|wanted| wanted != kind) {
        return schemas;
    }
    for version in crd
        .spec
        .versions
        .iter()
        .flatten()
        .filter(|version| version.served)
    {
        let wanted = args.group_version.as_deref();
        if wanted.is_some_and(|wanted| *wanted != format!("{group}/{}", version.name)) {
            continue;
        }
        if let Some(schema) = publish::json_schema(crd, &version.name, options) {
            schemas.push(VersionSchema {
                group: group.to_owned(),
                version: version.name.to_string(),
                kind: kind.to_owned(),
                schema,
            });
        }
    }
    schemas
}

/// Writes a file for each schema, and an index of them.
fn write_files(
    args: &PublishArgs,
    dir: &Path,
    schemas: &[VersionSchema],
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let mut files: BTreeMap<String, &VersionSchema> = BTreeMap::new();
    for written in schemas {
        let name = file_name(args, written);
        if let Some(other) = files.insert(name.clone(), written) {
            if other.group == written.group {
                let failure = CommandError::new(format!(
                    "there are two CRDs of `{}/{} {}`, and both would be written to `{name}`",
                    written.group, written.version, written.kind
                ));
                return Err(failure.help("pass only the files with the intended CRDs"));
            }
            let failure = CommandError::new(format!(
                "`{}` and `{}` would both be written to `{name}`",
                other.group, written.group
            ));
            return Err(failure.help(
                "file names of kubeconform contain only the first label of a group; use `--layout catalog`",
            ));
        }
    }
    let mut index = Vec::new();
    for (name, written) in &files {
        write(&dir.join(name), &written.schema)?;
        index.push(json!({
            "group": written.group, "version": written.version, "kind": written.kind, "file": name,
        }));
    }
    write(&dir.join("index.json"), &Value::from(index))?;
    let count = counted(files.len(), "JSON Schema");
    terminal.note(&format!("{count} in `{}`", dir.display()));
    Ok(CommandOutcome::Clean)
}

fn write(path: &Path, value: &Value) -> Result<(), CommandError> {
    write::file(path, format!("{value:#}\n")).map(drop)
}

/// Returns the name of a file inside the directory, in the layout.
fn file_name(args: &PublishArgs, written: &VersionSchema) -> String {
    let (kind, group) = (written.kind.to_lowercase(), &written.group);
    let version = &written.version;
    match args.layout.unwrap_or_default() {
        Layout::Catalog => format!("{group}/{kind}_{version}.json"),
        Layout::Kubeconform => {
            let strict = if args.unknown_fields.unwrap_or_default() == UnknownFieldsName::Reject {
                "-strict"
            } else {
                ""
            };
            let label = group.split('.').next().unwrap_or_default();
            format!("master-standalone{strict}/{kind}-{label}-{version}.json")
        }
    }
}
