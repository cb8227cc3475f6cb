//! Reads `crd-gen.toml`.

use std::path::Path;

use super::Config;
use super::mistakes;
use super::written::config_of;
use crate::CommandError;
use crate::source::SourceText;

pub(super) fn read(path: &Path) -> Result<Config, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| CommandError::unreadable(path, &error))?;
    parse(path, text)
}

pub(super) fn parse(path: &Path, text: String) -> Result<Config, CommandError> {
    let source = SourceText::new(path.to_owned(), text);
    let written = toml::from_str(&source.text).map_err(|error| mistakes::explain(&source, &error))?;
    config_of(&source, written)
}
