//! Sets the commit of a release build, for `crd-gen --version`, and compiles memory.c for programs with musl.
//!
//! The date is that of the commit, not of the build, so that two builds of one commit are identical. Other builds, and those
//! without a repository, have neither.

use std::process::Command;

fn main() {
    #[cfg(feature = "mimalloc")]
    memory_functions();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CRD_GEN_COMMIT");
    let version = env!("CARGO_PKG_VERSION");
    let mut text = version.to_owned();
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo::rerun-if-changed=../.git/HEAD");
        println!("cargo::rerun-if-changed=../.git/logs/HEAD");
        if let Some(commit) = std::env::var("CRD_GEN_COMMIT").ok().or_else(commit) {
            text = format!("{version} ({commit})");
        }
    }
    println!("cargo::rustc-env=CRD_GEN_VERSION={text}");
}

/// Compiles the functions that replace those of musl. Builds with the feature have a C compiler.
#[cfg(feature = "mimalloc")]
fn memory_functions() {
    println!("cargo::rerun-if-changed=memory.c");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("ENV") == "musl" && target("ARCH") == "x86_64" {
        cc::Build::new()
            .file("memory.c")
            .opt_level(2)
            // The compiler must not replace the loops by calls of the functions that they are in.
            .flag("-fno-builtin")
            .flag_if_supported("-fno-tree-loop-distribute-patterns")
            .compile("crd_gen_memory");
    }
}

/// Returns the short hash and the date of the commit, `1f2e3d4c5 2026-11-24`. `None` in a packed crate, which is not in this
/// repository.
fn commit() -> Option<String> {
    if !std::path::Path::new("../Cargo.lock").exists() {
        return None;
    }
    let output = Command::new("git")
        .args(["log", "-1", "--abbrev=9", "--date=short", "--format=%h %cd"])
        .output();
    let output = output.ok().filter(|output| output.status.success())?;
    let line = String::from_utf8(output.stdout).ok()?;
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}
