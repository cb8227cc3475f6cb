//! Generates completions and man pages.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use crate::args::Cli;
use crate::{CommandError, CommandOutcome, write};

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<CommandOutcome, CommandError> {
    std::io::stdout().write_all(&completion_script(shell))?;
    Ok(CommandOutcome::Clean)
}

/// Returns the completion script of a shell.
pub(crate) fn completion_script(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "crd-gen", &mut script);
    script
}

pub(crate) fn man(dir: Option<&Path>) -> Result<CommandOutcome, CommandError> {
    let pages = man_pages()?;
    match dir {
        None => {
            if let Some((_, page)) = pages.first() {
                std::io::stdout().write_all(page)?;
            }
        }
        Some(dir) => {
            for (name, page) in pages {
                write::file(&dir.join(name), page)?;
            }
        }
    }
    Ok(CommandOutcome::Clean)
}

/// Returns the man pages by file name, that of `crd-gen` itself first.
pub(crate) fn man_pages() -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut root = Cli::command();
    root.build();
    let mut pages = vec![page("crd-gen", &root)?];
    for command in root.get_subcommands() {
        pages.push(page(&format!("crd-gen-{}", command.get_name()), command)?);
    }
    Ok(pages)
}

fn page(name: &str, command: &clap::Command) -> std::io::Result<(String, Vec<u8>)> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    Ok((format!("{name}.1"), text))
}
