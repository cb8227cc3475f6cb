//! `cargo crd-gen`: starts the command beside this program, or else the one on the PATH.
//!
//! Cargo runs `cargo-crd-gen crd-gen ARGUMENTS` for `cargo crd-gen ARGUMENTS`. The command itself is not linked a second time,
//! because that takes most of the time of a release build, and of the installed size.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut given: Vec<OsString> = env::args_os().skip(1).collect();
    // The command treats the first argument as its caller, so that help shows `cargo crd-gen`.
    match given.first_mut() {
        Some(first) if *first == "crd-gen" => *first = "cargo-crd-gen".into(),
        _ => {}
    }
    let program = beside().unwrap_or_else(|| "crd-gen".into());
    match run(Command::new(&program).args(given)) {
        Ok(code) => code,
        Err(error) => {
            let program = program.display();
            eprintln!("error: `{program}` cannot be run: {error}; install it: cargo install crd-gen-cli");
            ExitCode::from(2)
        }
    }
}

/// Returns the command in the folder of this program.
fn beside() -> Option<PathBuf> {
    let here = env::current_exe().ok()?;
    let program = here.with_file_name(format!("crd-gen{}", env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

/// Replaces this process by the command; returns only on errors.
#[cfg(unix)]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

/// Runs the command and waits for it.
#[cfg(not(unix))]
fn run(command: &mut Command) -> io::Result<ExitCode> {
    let code = command.status()?.code();
    Ok(ExitCode::from(
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(2),
    ))
}
