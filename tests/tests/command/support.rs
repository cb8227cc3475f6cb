//! Runs the command in a temporary folder.

#![allow(clippy::panic, clippy::expect_used, reason = "a test may stop")]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Returns a temporary folder, which is removed when the value is dropped.
pub(crate) fn temporary() -> TempDir {
    tempfile::tempdir().expect("a writable folder for temporary files")
}

/// Returns the command, to run in a folder.
pub(crate) fn crd_gen(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-gen-under-test"));
    command
        .current_dir(dir)
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1");
    command
}
