//! `--tombstones`: the file with the names of removed fields and their former types.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use crd_core::compat::{Tombstone, Tombstones};

use crate::CommandError;
use crate::terminal::Terminal;
use crate::text::counted;

const HEAD: &str = "# Fields that older releases had, and their types. `crd-gen compat --tombstones` \
    maintains this file; commit it.
";

const TYPES: &[&str] = &[
    "object",
    "array",
    "string",
    "integer",
    "number",
    "boolean",
    "int-or-string",
    "any",
];

/// CRDs, versions, and fields with their types.
type NamesByVersion = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

/// Reads the file, which need not exist.
pub(super) fn read(path: &Path) -> Result<Tombstones, CommandError> {
    let shown = path.display();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(CommandError::new(format!("cannot read `{shown}`: {error}"))),
    };
    let names: NamesByVersion = toml::from_str(&text).map_err(|error| {
        let message = crate::text::plain(error.message());
        CommandError::new(format!("`{shown}` is not a file of `--tombstones`: {message}")).help(
            "such a file has a table for each version, such as `[\"databases.example.com\".v1]`, and \
                lines such as `\"spec.color\" = \"string\"`",
        )
    })?;
    let mut read = Tombstones::default();
    for (name, versions) in names {
        for (version, fields) in versions {
            for (path, type_) in fields {
                if !TYPES.contains(&&*type_) {
                    return Err(CommandError::new(format!(
                        "`{path}` of {name} {version} in `{shown}` has the unknown type `{type_}`; use one \
                         of {}",
                        TYPES.join(", ")
                    )));
                }
                read.add(Tombstone {
                    name: name.clone(),
                    version: version.clone(),
                    path,
                    type_,
                });
            }
        }
    }
    Ok(read)
}

/// Writes the file if its content has changed.
pub(super) fn write(
    path: &Path,
    before: &Tombstones,
    now: &Tombstones,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    if before == now {
        return Ok(());
    }
    let mut names = NamesByVersion::new();
    for gone in now.iter() {
        names
            .entry(gone.name)
            .or_default()
            .entry(gone.version)
            .or_default()
            .insert(gone.path, gone.type_);
    }
    let shown = path.display();
    let written = toml::to_string(&names)
        .map_err(|error| CommandError::new(format!("cannot write `{shown}`: {error}")))?;
    crate::write::file(path, format!("{HEAD}{written}"))?;
    let count = now.iter().count();
    terminal.note(&format!(
        "wrote `{shown}` with {}; commit it",
        counted(count, "removed name")
    ));
    Ok(())
}
