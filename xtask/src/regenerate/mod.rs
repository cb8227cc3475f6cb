//! `cargo xtask regenerate`: writes the files that are generated and checked in, or checks them.

mod k8s_types;
mod openapi_facts;
pub(crate) mod public_api;
mod recordings;
mod table;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{fs, io};

use clap::Args;

use table::{Generated, GeneratedKind, Maker, TABLE, Tool};

/// Writes the files that are generated and checked in, or checks that they are up to date.
///
/// Without a name, everything is written (or checked) that has only one right content. Snapshots are the expected output
/// of tests: they are only touched when they are named, and the difference must be read before it is committed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  cargo xtask regenerate --list
  cargo xtask regenerate
  cargo xtask regenerate --check
  cargo xtask regenerate cli examples
  cargo xtask regenerate ui")]
pub(crate) struct RegenerateOptions {
    /// Writes nothing; fails if a file is out of date.
    #[arg(long)]
    check: bool,
    /// Prints what is generated, by what, and what is needed.
    #[arg(long, conflicts_with = "check")]
    list: bool,
    /// Only these, by the names that `--list` prints.
    #[arg(value_name = "WHAT", value_parser = TABLE.map(|generated| generated.name))]
    what: Vec<String>,
}

/// Whether files that are out of date are written or reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// Runs the command.
pub(crate) fn run(options: &RegenerateOptions) -> ExitCode {
    if options.list {
        print!("{}", table::listing());
        return ExitCode::SUCCESS;
    }
    let mode = if options.check { Mode::Check } else { Mode::Write };
    let (go, nightly) = (has_go(), public_api::has_nightly());
    let mut stale = Vec::new();
    for generated in &TABLE {
        let named = options.what.iter().any(|name| name == generated.name);
        if !named && (!options.what.is_empty() || generated.kind == GeneratedKind::Snapshot) {
            continue;
        }
        let missing = generated.maker.needs().filter(|tool| match tool {
            Tool::Go => !go,
            Tool::Nightly => !nightly,
        });
        if let Some(tool) = missing {
            println!(
                "{}: skipped, because there is no {}",
                generated.name,
                tool.name().trim_start_matches("a ")
            );
            continue;
        }
        println!("{}: {}", generated.name, generated.files);
        match make(generated, mode) {
            Ok(true) => {}
            Ok(false) => stale.push(generated.name),
            Err(error) => {
                eprintln!("{}: {error}", generated.name);
                return ExitCode::from(2);
            }
        }
    }
    if stale.is_empty() {
        return ExitCode::SUCCESS;
    }
    let names = stale.join(" ");
    match mode {
        Mode::Check => eprintln!("out of date: {names}; run `cargo xtask regenerate {names}`"),
        Mode::Write => eprintln!("failed: {names}"),
    }
    ExitCode::FAILURE
}

/// Runs a generator. Returns whether the files are up to date afterwards.
fn make(generated: &Generated, mode: Mode) -> io::Result<bool> {
    match generated.maker {
        Maker::Test { arguments, update } => {
            let mut test = cargo();
            test.arg("test").args(arguments);
            if mode == Mode::Write {
                test.env(update.0, update.1);
            }
            succeeds(&mut test)
        }
        Maker::Examples(packages) => {
            let mut fresh = true;
            for (package, directory, arguments) in packages {
                let mut generate = cargo();
                generate.args([
                    "run",
                    "-q",
                    "-p",
                    "crd-gen-cli",
                    "--bin",
                    "crd-gen",
                    "--",
                    "generate",
                ]);
                generate.args(["-p", package, "-o", directory]).args(*arguments);
                if mode == Mode::Check {
                    generate.arg("--check");
                }
                fresh &= succeeds(&mut generate)?;
            }
            Ok(fresh)
        }
        Maker::Files(generate, _) => write_or_compare(&generate(&workspace())?, mode),
    }
}

/// Writes the texts that differ from the files, or reports them. Returns whether the files are up to date afterwards.
pub(crate) fn write_or_compare(files: &[(PathBuf, String)], mode: Mode) -> io::Result<bool> {
    let mut fresh = true;
    for (path, text) in files {
        if fs::read_to_string(path).is_ok_and(|present| present == *text) {
            continue;
        }
        match mode {
            Mode::Write => {
                fs::write(path, text)?;
                println!("  wrote {}", path.display());
            }
            Mode::Check => {
                fresh = false;
                println!("  out of date: {}", path.display());
            }
        }
    }
    Ok(fresh)
}

/// Returns the root folder of the repository.
pub(crate) fn workspace() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap_or(root)
}

/// Returns a cargo command in the root folder.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace());
    command
}

fn succeeds(command: &mut Command) -> io::Result<bool> {
    Ok(command.status()?.success())
}

fn has_go() -> bool {
    let mut version = Command::new("go");
    version.arg("version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
