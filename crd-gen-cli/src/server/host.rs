//! Provides files, configuration and CRDs of Rust packages, with the same meaning as in other commands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crd_core::build::{Owners, RustOwner};
use crd_core::check::lossy_text;
use crd_core::check::objects::ObjectOptions;
use crd_lsp::{BaseText, Configuration, GeneratedManifest, Host, RustField};

use super::fetch;
use crate::CommandError;
use crate::choices::StrictKinds;
use crate::config::Configs;
use crate::generate;
use crate::sources::{
    FileLocation, FoundBy, InputFile, Kustomizations, content_at, find, merge_base_of_default_branch,
};
use crate::terminal::Terminal;

/// Implements the host of the language server.
pub(super) struct CommandHost;

impl Host for CommandHost {
    fn configuration(&self, path: &Path) -> Result<Configuration, String> {
        let config = Configs::default()
            .of_file(path)
            .map_err(|error| text_of(&error))?;
        let mut objects = ObjectOptions::default();
        objects.field_validation = config.validate.field_validation.unwrap_or_default().into();
        objects.unknown_kinds = StrictKinds::unknown_kinds(config.validate.strict_kinds);
        let content = self.read(path).unwrap_or_default();
        let kustomized = Kustomizations::default().of(path, &content);
        Ok(Configuration {
            kubernetes_version: config.kubernetes_version,
            levels: config.levels.clone(),
            objects,
            // A patch is a part of an object, and is checked with the object that it applies to.
            is_excluded: config.excludes(path) || kustomized.is_patch,
            crds: config.validate.crds.clone(),
        })
    }

    fn manifests(&self, directory: &Path) -> Vec<PathBuf> {
        let found = find(&[directory.to_owned()], &mut Configs::default());
        let files = found.map(|found| found.files).unwrap_or_default();
        files
            .iter()
            .filter_map(|file| file.path().map(Path::to_owned))
            .collect()
    }

    fn cached(&self) -> Vec<PathBuf> {
        fetch::cached()
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let location = FileLocation::Disk(path.to_owned());
        InputFile::new(location, FoundBy::Directory, Arc::default()).bytes()
    }

    fn generate(&self, directory: &Path) -> Result<Vec<GeneratedManifest>, String> {
        let manifest = directory.join("Cargo.toml");
        let texts = generate::manifests_of_workspace(manifest, &Terminal::silent());
        let texts = texts.map_err(|error| text_of(&error))?.into_iter();
        let manifests = texts.map(|text| GeneratedManifest {
            fields: fields(&text.types.owners, &text.types.package),
            name: text.name,
            text: text.yaml,
        });
        Ok(manifests.collect())
    }

    fn base(&self, path: &Path, revision: &str) -> Result<Option<BaseText>, String> {
        let directory = path.parent().unwrap_or(Path::new("."));
        let revision = match revision {
            "merge-base" => merge_base_of_default_branch(directory).map_err(|error| text_of(&error))?,
            named => named.to_owned(),
        };
        let content = content_at(path, &revision)?;
        Ok(content.map(|bytes| BaseText {
            name: format!("git:{revision}:{}", path.display()),
            text: lossy_text(bytes),
        }))
    }

    fn is_running(&self, process: u32) -> bool {
        let processes = Path::new("/proc");
        // If processes cannot be listed, the end of the input shows that the client has exited.
        !processes.join("self").exists() || processes.join(process.to_string()).exists()
    }
}

/// Returns the places of Rust fields. Cargo's file names are relative to the root of the workspace, which is the directory of the
/// package or one above.
fn fields(owners: &Owners, package: &Path) -> BTreeMap<String, BTreeMap<String, RustField>> {
    let file = |name: &str| {
        let mut paths = package.ancestors().map(|directory| directory.join(name));
        paths.find(|path| path.is_file())
    };
    let of_version = |(version, owners): (&String, &BTreeMap<String, RustOwner>)| {
        let fields = owners.iter().filter_map(|(path, owner)| {
            let place = owner.place.as_ref()?;
            let field = RustField {
                path: file(&place.file)?,
                line: place.line,
                column: place.column,
            };
            Some((path.clone(), field))
        });
        let mut of_version = BTreeMap::new();
        of_version.extend(fields);
        (version.clone(), of_version)
    };
    let mut fields = BTreeMap::new();
    fields.extend(owners.iter().map(of_version));
    fields
}

/// Formats an error on one line.
fn text_of(error: &CommandError) -> String {
    match error {
        CommandError::Message { message, help } => {
            let mut text = anstream::adapter::strip_str(message).to_string();
            for line in help {
                text.push_str("; ");
                text.push_str(line);
            }
            text
        }
        CommandError::Reported | CommandError::OutputClosed => "it could not be done".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn patches_of_kustomizations_are_left_alone() {
        let folder = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            path
        };
        write(
            "kustomization.yaml",
            "resources: [widget.yaml]\npatches:\n- path: patch.yaml\n- path: operations.yaml\n  target: {kind: Widget}\n\
             patchesStrategicMerge: [old-patch.yaml]\n",
        );
        let object = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {replicas: 1}\n";
        let is_excluded = |name: &str, text: &str| {
            let path = write(name, text);
            CommandHost
                .configuration(&path)
                .expect("a configuration")
                .is_excluded
        };
        assert!(!is_excluded("widget.yaml", object));
        assert!(is_excluded("patch.yaml", object));
        assert!(is_excluded("old-patch.yaml", object));
        assert!(is_excluded(
            "operations.yaml",
            "- {op: replace, path: /spec/replicas, value: 2}\n"
        ));
    }
}
