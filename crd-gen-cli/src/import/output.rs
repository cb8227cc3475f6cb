//! Writes imported types.

use crd_core::sort::sort;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crd_import::Imported;

use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome, diff, options, write};

/// The target of the types.
pub(super) enum Target {
    /// Standard output.
    Stdout,
    /// One file.
    File(PathBuf),
    /// A directory with one module for each CRD.
    Directory(PathBuf),
}

impl Target {
    pub(super) fn of(path: Option<&Path>) -> Result<Self, CommandError> {
        Ok(match path {
            None => Target::Stdout,
            Some(path) if path.extension().is_some_and(|extension| extension == "rs") => {
                Target::File(path.to_owned())
            }
            Some(path) if options::is_of_file(path) => {
                return Err(CommandError::new(format!(
                    "`{}` is the name of a file that is not Rust; write `{}`, or the name of a directory",
                    path.display(),
                    path.with_extension("rs").display()
                )));
            }
            Some(path) => Target::Directory(path.to_owned()),
        })
    }

    /// Returns the name of the file or directory.
    pub(super) fn shown(&self) -> Option<String> {
        match self {
            Target::Stdout => None,
            Target::File(path) => Some(path.display().to_string()),
            Target::Directory(path) => Some(format!("{}/", path.display())),
        }
    }

    /// Returns the texts of an earlier import, whose names are kept.
    pub(super) fn earlier(&self) -> Result<Vec<String>, CommandError> {
        let mut paths = Vec::new();
        match self {
            Target::Stdout => {}
            Target::File(path) => paths.push(path.clone()),
            Target::Directory(directory) => {
                let entries = fs::read_dir(directory).into_iter().flatten().flatten();
                paths.extend(
                    entries
                        .map(|entry| entry.path())
                        .filter(|path| path.extension().is_some_and(|found| found == "rs")),
                );
                sort(&mut paths);
            }
        }
        let texts = paths
            .iter()
            .filter(|path| path.is_file())
            .map(|path| fs::read_to_string(path).map_err(|error| CommandError::unreadable(path, &error)));
        texts.collect()
    }

    /// Returns the files with their texts.
    fn files<'a>(&self, imported: &'a Imported) -> Vec<(PathBuf, &'a str)> {
        match self {
            Target::Stdout => Vec::new(),
            Target::File(path) => vec![(path.clone(), imported.one_file())],
            Target::Directory(directory) => {
                let modules = imported.files().iter();
                let mut files: Vec<(PathBuf, &str)> = modules
                    .map(|file| (directory.join(format!("{}.rs", file.module)), file.text.as_str()))
                    .collect();
                files.push((directory.join("mod.rs"), imported.index()));
                files
            }
        }
    }

    /// Writes the files, if none of them replaces one that was written by hand.
    pub(super) fn write(&self, imported: &Imported, terminal: &Terminal) -> Result<(), CommandError> {
        let files = self.files(imported);
        for (path, _) in &files {
            let old = fs::read_to_string(path).unwrap_or_default();
            if !old.trim().is_empty() && !crd_import::is_imported(&old) {
                let path = path.display();
                return Err(CommandError::new(format!(
                    "`{path}` was not written by `crd-gen import`, and is not replaced; delete it, or use another `--output`"
                )));
            }
        }
        write::files(files.iter().map(|(path, text)| (path.as_path(), *text)))?;
        for path in self.left_over(imported) {
            terminal.warning(&left_over_message(&path, imported));
        }
        Ok(())
    }

    /// Returns the files of an earlier import in the directory that this one does not write.
    fn left_over(&self, imported: &Imported) -> Vec<PathBuf> {
        let Target::Directory(directory) = self else {
            return Vec::new();
        };
        let written: Vec<PathBuf> = self.files(imported).into_iter().map(|(path, _)| path).collect();
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|found| found == "rs") && !written.contains(path))
            .filter(|path| fs::read_to_string(path).is_ok_and(|text| crd_import::is_imported(&text)))
            .collect();
        sort(&mut paths);
        paths
    }

    /// Shows the differences from the files.
    pub(super) fn check(
        &self,
        imported: &Imported,
        terminal: &Terminal,
    ) -> Result<CommandOutcome, CommandError> {
        let mut outcome = CommandOutcome::Clean;
        for path in self.left_over(imported) {
            terminal.error(&left_over_message(&path, imported), &[]);
            outcome = CommandOutcome::Findings;
        }
        for (path, text) in self.files(imported) {
            let shown = path.display().to_string();
            let old = match fs::read_to_string(&path) {
                Ok(old) => old,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(CommandError::unreadable(&path, &error)),
            };
            // Git may write other line ends on Windows.
            let old = old.replace("\r\n", "\n");
            if old != text {
                terminal
                    .stdout()
                    .write_all(diff::unified(&shown, &old, text).as_bytes())?;
                terminal.error(&format!("`{shown}` is out of date; import the CRDs again"), &[]);
                outcome = CommandOutcome::Findings;
            }
        }
        Ok(outcome)
    }
}

/// Returns the message about a file of an earlier import that this one does not write.
fn left_over_message(path: &Path, imported: &Imported) -> String {
    let module = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_omitted = imported.rejections().iter().any(|rejection| {
        let (plural, group) = rejection.name.split_once('.').unwrap_or((&rejection.name, ""));
        let with_group = format!("{plural}_{}", group.replace(['.', '-'], "_"));
        module == plural || module == with_group
    });
    let path = path.display();
    if is_omitted {
        format!(
            "`{path}` is from an earlier import and does not change, because its CRD is omitted; `mod.rs` does not contain it"
        )
    } else {
        format!("`{path}` is from an earlier import and does not belong to any of these CRDs; delete it")
    }
}
