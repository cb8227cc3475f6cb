//! The dependencies that are built on this platform comply with `deny.toml`: licences, banned crates, sources.
//!
//! `cargo deny check` does the same for all platforms, and checks advisories, but needs an installation and the
//! network. The test fails if `deny.toml` has rules that it does not know.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde::Deserialize;

/// `deny.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deny {
    #[serde(rename = "graph")]
    _graph: toml::Table,
    #[serde(rename = "advisories")]
    _advisories: toml::Table,
    licenses: Licenses,
    bans: Bans,
    #[serde(rename = "sources")]
    _sources: Sources,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Licenses {
    #[serde(rename = "version")]
    _version: u32,
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Bans {
    #[serde(rename = "multiple-versions")]
    _multiple_versions: Warn,
    #[serde(rename = "wildcards")]
    _wildcards: Denied,
    #[serde(rename = "allow-wildcard-paths")]
    _allow_wildcard_paths: bool,
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
    /// The packages that may nevertheless depend on the crate.
    #[serde(default)]
    wrappers: BTreeSet<String>,
}

/// Only crates.io.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sources {
    #[serde(rename = "unknown-registry")]
    _unknown_registry: Denied,
    #[serde(rename = "unknown-git")]
    _unknown_git: Denied,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Denied {
    Deny,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Warn {
    Warn,
}

/// The output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// Absent for the packages of the workspace.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// The path if the dependency is a folder.
    path: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    dependencies: Vec<String>,
}

#[test]
fn dependencies_keep_to_deny_toml() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let deny: Deny = toml::from_str(&fs::read_to_string(root.join("deny.toml")).unwrap()).unwrap();
    let metadata = metadata(&root);
    let by_id: BTreeMap<&str, &Package> = metadata.packages.iter().map(|p| (&*p.id, p)).collect();
    let mut faults = Vec::new();

    for package in &metadata.packages {
        let name = format!("{} {}", package.name, package.version);
        match &package.source {
            Some(source) if source != "registry+https://github.com/rust-lang/crates.io-index" => {
                faults.push(format!("{name} comes from {source}"));
            }
            Some(_) => {}
            None => {
                let wildcards = package
                    .dependencies
                    .iter()
                    .filter(|dependency| dependency.req == "*");
                for dependency in wildcards.filter(|dependency| dependency.path.is_none()) {
                    faults.push(format!("{name} takes any version of {}", dependency.name));
                }
            }
        }
        let license = package.license.as_deref().unwrap_or("no licence");
        if !is_allowed(license, &deny.licenses.allow) {
            faults.push(format!("{name} has the licence `{license}`"));
        }
    }
    for node in &metadata.resolve.nodes {
        let user = &by_id[&*node.id].name;
        for dependency in &node.dependencies {
            let name = &by_id[&**dependency].name;
            for banned in deny.bans.deny.iter().filter(|banned| banned.name == *name) {
                if !banned.wrappers.contains(user) {
                    faults.push(format!("{user} depends on {name}: {}", banned.reason));
                }
            }
        }
    }
    assert!(metadata.packages.len() > 50, "the dependencies were not found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the dependencies of the workspace with all features on this platform: those of other platforms may not have been
/// downloaded.
fn metadata(root: &Path) -> Metadata {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let version = Command::new("rustc").arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .args(["--filter-platform", host])
        .current_dir(root)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The number of crates that are built for each published crate is limited, including the crate itself, build scripts and macros.
/// ARCHITECTURE.md has the table.
#[test]
fn published_crates_have_few_crates() {
    let limits: [(&str, &str, usize); 9] = [
        ("crd-cel", "", 1),
        ("crd-derive", "", 6),
        ("crd-core", "", 20),
        ("crd-core", "crd-core/check", 30),
        ("crd-import", "", 30),
        ("crd-playground", "", 30),
        ("crd-lsp", "", 35),
        ("crd-webhook", "", 45),
        ("crd-gen-cli", "", 85),
    ];
    let architecture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md");
    let architecture = fs::read_to_string(architecture).unwrap();
    for (name, features, limit) in limits {
        let crates = crates_of(name, features);
        assert!(crates.contains(name), "{crates:?}");
        assert!(
            crates.len() <= limit,
            "{name}: {} crates: {crates:?}",
            crates.len()
        );
        let subject = features.strip_prefix("crd-core/").map_or_else(
            || format!("`{name}`"),
            |feature| format!("`{name}` with `{feature}`"),
        );
        let row = format!("| {subject} | {limit} |");
        assert!(architecture.contains(&row), "ARCHITECTURE.md has no row `{row}`");
    }
}

/// Cargo builds crd-cel once for the macros and for the library only if both enable the same features of it.
#[test]
fn macros_share_the_build_of_crd_cel() {
    for feature in ["check", "values"] {
        let wanted = features_of_cel("crd-core", feature);
        assert!(
            !wanted.is_empty(),
            "crd-core/{feature} has no features of crd-cel"
        );
        assert_eq!(features_of_cel("crd-derive", feature), wanted, "{feature}");
    }
}

/// Returns the features of crd-cel that a feature of a crate enables.
fn features_of_cel(name: &str, feature: &str) -> BTreeSet<String> {
    #[derive(Deserialize)]
    struct Manifest {
        features: BTreeMap<String, Vec<String>>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(name)
        .join("Cargo.toml");
    let manifest: Manifest = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let enabled = manifest.features[feature].iter();
    enabled
        .filter(|enabled| enabled.starts_with("crd-cel/"))
        .cloned()
        .collect()
}

/// Returns the crates that are built for one of ours.
fn crates_of(name: &str, features: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "-q", "--locked", "-p", name, "--features", features])
        .args(["-e", "normal,build", "--prefix", "none", "--format", "{p}"])
        .current_dir(root)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let names = text.lines().filter_map(|line| line.split(' ').next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether an SPDX expression can be satisfied with allowed licences. `/` is the old spelling of `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced
        .split_whitespace()
        .collect::<Vec<_>>()
        .into_iter()
        .peekable();
    let met = any_of(&mut words, allowed);
    met && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::vec::IntoIter<&'a str>>;

fn any_of(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        met |= all_of(words, allowed);
    }
    met
}

fn all_of(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut Words<'_>, allowed: &BTreeSet<String>) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let met = any_of(words, allowed);
        return words.next_if_eq(&")").is_some() && met;
    }
    let mut licence = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        licence = format!("{licence} WITH {}", words.next().unwrap_or_default());
    }
    allowed.contains(&licence)
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = BTreeSet::from(["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned));
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "(MIT OR GPL-3.0) AND Zlib",
        "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
    ] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT", "MIT)"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}
