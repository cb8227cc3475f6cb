//! Checks the crates as they would be published: packs them, and uses only the packed files.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::version::Version;
use super::{command, output};

/// Packs each crate, and builds, documents and uses the packed files.
pub(super) fn check(root: &Path, version: &Version) -> Result<(), String> {
    let crates = crates(root)?;
    let folder = root.join("target/release-check/packed");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let registry = folder.join("registry");
    fs::create_dir_all(&registry).map_err(|error| format!("{}: {error}", registry.display()))?;
    let mut arguments = vec!["package", "--quiet", "--no-verify", "--allow-dirty"];
    arguments.extend(crates.iter().flat_map(|name| ["--package", name]));
    command(root, "cargo", &arguments)?;
    let target = output(
        root,
        "cargo",
        &["metadata", "--format-version", "1", "--no-deps", "--offline"],
    )?;
    let target: Value = serde_json::from_str(&target).map_err(|error| format!("cargo metadata: {error}"))?;
    let target = PathBuf::from(target["target_directory"].as_str().unwrap_or_default());
    for name in &crates {
        let file = target.join(format!("package/{name}-{version}.crate"));
        let packed = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        command(
            &folder,
            "tar",
            &["-xzf", &file.to_string_lossy(), "-C", &registry.to_string_lossy()],
        )?;
        let unpacked = registry.join(format!("{name}-{version}"));
        contents(&unpacked)?;
        // Cargo requires this file for a crate in a folder: the checksum is the one in lock files.
        let checksum = format!(r#"{{"files":{{}},"package":"{:x}"}}"#, Sha256::digest(&packed));
        write(&unpacked.join(".cargo-checksum.json"), &checksum)?;
        println!("{name} {version}: {} kB packed", packed.len() / 1000);
    }
    println!("the publication, without publishing");
    let mut arguments = vec!["publish", "--quiet", "--dry-run", "--no-verify", "--allow-dirty"];
    arguments.extend(crates.iter().flat_map(|name| ["--package", name]));
    command(root, "cargo", &arguments)?;
    use_packed(root, &folder, &crates, version)
}

/// Returns the crates in the order of publication, which must include every published crate of the workspace.
fn crates(root: &Path) -> Result<Vec<String>, String> {
    let text = output(
        root,
        "cargo",
        &["metadata", "--format-version", "1", "--no-deps", "--offline"],
    )?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let listed = metadata["metadata"]["release"]["crates"].as_array();
    let listed = listed.ok_or("Cargo.toml has no list `workspace.metadata.release.crates`")?;
    let crates: Vec<String> = listed
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let packages = metadata["packages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    for package in packages.iter().filter(|package| package["publish"].is_null()) {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(place) = crates.iter().position(|listed| listed == name) else {
            return Err(format!(
                "{name} can be published, and `workspace.metadata.release.crates` in Cargo.toml does not name it"
            ));
        };
        let needed = package["dependencies"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let needed = needed.iter().filter(|needed| needed["kind"].is_null());
        for needed in needed.filter_map(|needed| needed["name"].as_str()) {
            if crates
                .iter()
                .position(|listed| listed == needed)
                .is_some_and(|other| other > place)
            {
                return Err(format!(
                    "{name} needs {needed}, which is published after it; change their order in Cargo.toml"
                ));
            }
        }
    }
    Ok(crates)
}

/// Checks that a packed crate has the required files, and none that are not allowed.
fn contents(folder: &Path) -> Result<(), String> {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "Cargo.toml"] {
        if !folder.join(file).exists() {
            return Err(format!("{name} is packed without {file}"));
        }
    }
    let manifest =
        fs::read_to_string(folder.join("Cargo.toml")).map_err(|error| format!("{name}: {error}"))?;
    let dependencies = manifest
        .split("\n[")
        .filter(|section| section.contains("dependencies."));
    for section in dependencies {
        if section.lines().any(|line| line.starts_with("path = ")) {
            return Err(format!(
                "the packed Cargo.toml of {name} has a dependency with a path:\n[{section}"
            ));
        }
    }
    let leaked = output(folder, "grep", &["-rlE", "(/home/|/Users/|/root/)[a-z]+/", "."]).unwrap_or_default();
    if leaked.is_empty() {
        Ok(())
    } else {
        Err(format!("{name} names folders of a machine:\n{leaked}"))
    }
}

/// Builds an operator, the command and the documentation against the packed crates, as from a registry that contains these and
/// their dependencies. The operator's manifest is that of a user: it has versions, and no paths of this checkout.
fn use_packed(root: &Path, folder: &Path, crates: &[String], version: &Version) -> Result<(), String> {
    registry(root, folder)?;
    let operator = folder.join("operator");
    write(
        &operator.join("Cargo.toml"),
        &OPERATOR_MANIFEST.replace("VERSION", &version.to_string()),
    )?;
    write(&operator.join("src/lib.rs"), OPERATOR)?;
    let rustc = output(&operator, "rustc", &["--version"])?;
    println!("an operator against the packed crates, with {rustc}");
    // Not the target directory of this checkout, to which `CARGO_TARGET_DIR` may be set.
    let target = ["--target-dir", "target"];
    let run = |arguments: &[&str]| command(&operator, "cargo", &[arguments, &target].concat());
    run(&["build", "--quiet"])?;
    // `cargo install` does not read the configuration in folders.
    let configuration = folder.join(".cargo/config.toml").to_string_lossy().into_owned();
    let requirement = format!("crd-gen-cli@{version}");
    let install = ["install", "--quiet", "--locked", "--debug", "--root", "installed"];
    run(&[&install[..], &["--config", &configuration, &requirement]].concat())?;
    let program = operator
        .join("installed/bin/crd-gen")
        .to_string_lossy()
        .into_owned();
    println!("{}", output(&operator, &program, &["--version"])?);
    command(&operator, &program, &["generate", "--output", "crds"])?;
    command(&operator, &program, &["check", "crds"])?;
    run(&["test", "--quiet"])?;
    documentation(root, folder, crates, version)
}

/// Builds the packed crates and documents them as docs.rs does: with its features, and with a nightly toolchain if one is installed.
fn documentation(root: &Path, folder: &Path, crates: &[String], version: &Version) -> Result<(), String> {
    let user = folder.join("documentation");
    let documented = documented(root, crates)?;
    // `--features` only applies to packages of the workspace, so the manifest has the features.
    let dependencies: Vec<String> = documented
        .iter()
        .map(|(name, features)| format!("{name} = {{ version = \"{version}\", features = {features:?} }}"))
        .collect();
    let manifest = DOCUMENTATION_MANIFEST.replace("DEPENDENCIES", &dependencies.join("\n"));
    write(&user.join("Cargo.toml"), &manifest)?;
    write(&user.join("src/lib.rs"), "")?;
    let target = ["--quiet", "--target-dir", "target"];
    let nightly = output(&user, "cargo", &["+nightly", "--version"]).is_ok();
    let doc: &[&str] = if nightly {
        let flags = r#"build.rustdocflags=["--cfg", "docsrs"]"#;
        &["+nightly", "doc", "--no-deps", "--config", flags]
    } else {
        println!("no nightly toolchain: documentation by the stable one, which docs.rs does not use");
        &["doc", "--no-deps"]
    };
    let packages = crates.iter().flat_map(|name| ["--package", name]);
    let arguments: Vec<&str> = doc.iter().copied().chain(target).chain(packages).collect();
    command(&user, "cargo", &arguments)?;
    println!("the documentation of all crates builds as docs.rs builds it");
    Ok(())
}

/// Makes the folder `registry` the source of crates instead of crates.io: it already has the packed crates, and their
/// dependencies are added.
fn registry(root: &Path, folder: &Path) -> Result<(), String> {
    let registry = folder.join("registry");
    let path = registry.to_string_lossy();
    let vendor = [
        "vendor",
        "--quiet",
        "--locked",
        "--versioned-dirs",
        "--no-delete",
        &path,
    ];
    // It prints the configuration that is written below.
    output(root, "cargo", &vendor)?;
    let configuration = format!(
        "[source.crates-io]\nreplace-with = \"packed\"\n\n[source.packed]\ndirectory = \"{}\"\n\n[profile.dev]\ndebug = false\n",
        path.replace('\\', "/")
    );
    write(&folder.join(".cargo/config.toml"), &configuration)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(file, text))
        .map_err(|error| format!("{}: {error}", file.display()))
}

/// Returns the crates with the features with which docs.rs documents them.
fn documented(root: &Path, crates: &[String]) -> Result<Vec<(String, Vec<String>)>, String> {
    let text = output(
        root,
        "cargo",
        &["metadata", "--format-version", "1", "--no-deps", "--offline"],
    )?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let features = |name: &String| {
        let package = packages.iter().find(|package| package["name"] == **name)?;
        let wanted = &package["metadata"]["docs"]["rs"];
        if wanted["all-features"] == true {
            return Some(package["features"].as_object()?.keys().cloned().collect());
        }
        let features = wanted["features"].as_array()?.iter().filter_map(Value::as_str);
        Some(features.map(str::to_owned).collect())
    };
    Ok(crates
        .iter()
        .map(|name| (name.clone(), features(name).unwrap_or_default()))
        .collect())
}

const OPERATOR_MANIFEST: &str = r#"[package]
name = "packed-operator"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
crd-core = "VERSION"
serde = { version = "1", features = ["derive"] }

[dev-dependencies]
crd-core = { version = "VERSION", features = ["check"] }
"#;

const DOCUMENTATION_MANIFEST: &str = r#"[package]
name = "packed-documentation"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
DEPENDENCIES
"#;

const OPERATOR: &str = r#"//! An operator's API.
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "db.example.com", version = "v1", kind = "Database", namespaced)]
pub struct DatabaseSpec {
    /// Number of instances.
    #[crd(minimum = 1, maximum = 50, default = 1)]
    pub replicas: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crd_is_accepted() {
        crd_core::assert_crd!(Database, "crds/db.example.com_databases.yaml");
    }
}
"#;
