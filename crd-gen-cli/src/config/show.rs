//! `crd-gen config`: shows the configuration that applies to a path, and the schema of the file.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Subcommand;
use crd_core::check::{Levels, LintChoice};
use serde::Serialize;

use super::schema::schema;
use super::written::LevelName;
use super::{Config, Configs, FILE_NAME};
use crate::source::shown;
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};

/// Commands on the configuration.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show the configuration that applies to a path, and the file that it is read from.
    Show {
        /// The file or directory.
        #[arg(value_name = "PATH", default_value = ".")]
        path: PathBuf,
    },
    /// Print the JSON Schema of `crd-gen.toml`.
    #[command(
        after_long_help = "Examples:\n  crd-gen config schema > crd-gen.schema.json\n\n\
        Editors that use Taplo apply the schema if the first line of `crd-gen.toml` is `#:schema crd-gen.schema.json`."
    )]
    Schema,
}

pub(crate) fn run(command: &ConfigCommand, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    match command {
        ConfigCommand::Schema => Terminal::document(&schema())?,
        ConfigCommand::Show { path } => {
            let config = Configs::default().of_file(path)?;
            terminal.stdout().write_all(text(&config).as_bytes())?;
        }
    }
    Ok(CommandOutcome::Clean)
}

/// Formats the configuration in the form of the file.
fn text(config: &Config) -> String {
    let mut text = match &config.path {
        Some(path) => format!("# from {}\n", shown(path)),
        None => format!("# no `{FILE_NAME}` in this directory or its parents; these are the defaults\n"),
    };
    let version = config.kubernetes_version.unwrap_or_default();
    let _ = writeln!(text, "kubernetes-version = \"{version}\"");
    let patterns: Vec<String> = config
        .exclude
        .written
        .iter()
        .map(|pattern| format!("{pattern:?}"))
        .collect();
    let _ = writeln!(text, "exclude = [{}]", patterns.join(", "));
    let _ = writeln!(
        text,
        "\n[levels] # allow, note, warn or deny, by code or slug; `warnings` means all of them"
    );
    let warnings = config.levels.warnings();
    let warnings = warnings.map(|level| (Levels::WARNINGS.to_owned(), level));
    let codes = config
        .levels
        .iter()
        .map(|(code, level)| (code.to_string(), level));
    for (name, level) in warnings.into_iter().chain(codes) {
        let _ = writeln!(text, "{name} = \"{}\"", LevelName::of(level).word());
    }
    let profile = config.levels.profile();
    let _ = writeln!(text, "\n[lints]\nprofile = \"{profile}\"");
    for (word, wanted) in [("select", LintChoice::Select), ("ignore", LintChoice::Ignore)] {
        let chosen = config.levels.choices().filter(|(_, choice)| *choice == wanted);
        let chosen: Vec<String> = chosen.map(|(code, _)| format!("\"{code}\"")).collect();
        if !chosen.is_empty() {
            let _ = writeln!(text, "{word} = [{}]", chosen.join(", "));
        }
    }
    section("generate", &config.generate, &mut text);
    section("publish", &config.publish, &mut text);
    section("validate", &config.validate, &mut text);
    section("convert", &config.convert, &mut text);
    section("import", &config.import, &mut text);
    section("compat", &config.compat, &mut text);
    section("docs", &config.docs, &mut text);
    text
}

/// Writes the defaults for a command, if there are any.
fn section(name: &str, section: &impl Serialize, text: &mut String) {
    let written = toml::to_string(section).unwrap_or_default();
    if !written.is_empty() {
        let _ = write!(text, "\n[{name}]\n{written}");
    }
}
