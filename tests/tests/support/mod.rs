//! Running the command in a directory of its own.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::panic, clippy::expect_used, reason = "a test may stop")]

pub(crate) mod example;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directory that goes away.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("crd-gen-tests-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a writable directory for temporary files");
        TempDir(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The command, run in a directory.
pub(crate) fn crd_gen(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crd-gen-under-test"));
    command
        .current_dir(dir)
        .env_remove("COLUMNS")
        .env("NO_COLOR", "1");
    command
}
