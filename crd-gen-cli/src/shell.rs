//! Completions and man pages.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use crate::args::Cli;
use crate::{Failure, Outcome};

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    std::io::stdout().write_all(&completion_script(shell))?;
    Ok(Outcome::Clean)
}

/// The completion script of a shell.
pub(crate) fn completion_script(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "crd-gen", &mut script);
    script
}

pub(crate) fn man(dir: Option<&Path>) -> Result<Outcome, Failure> {
    let pages = man_pages()?;
    match dir {
        None => {
            if let Some((_, page)) = pages.first() {
                std::io::stdout().write_all(page)?;
            }
        }
        Some(dir) => {
            let cannot =
                |error: std::io::Error| Failure::new(format!("cannot write to `{}`: {error}", dir.display()));
            fs::create_dir_all(dir).map_err(cannot)?;
            for (name, page) in pages {
                fs::write(dir.join(name), page).map_err(cannot)?;
            }
        }
    }
    Ok(Outcome::Clean)
}

/// The man pages by file name, that of `crd-gen` itself first.
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
