//! Reads the dependencies in the package's `Cargo.toml`, so that a missing one is reported with its cause, which the
//! compiler does not know.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Whether `Cargo.toml` shows that a crate is not a dependency. `false` if there is no such file, as in other build systems.
pub(crate) fn lacks(name: &str) -> bool {
    manifest().is_some_and(|text| !has_dependency(&text, name))
}

fn manifest() -> Option<String> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")?;
    fs::read_to_string(Path::new(&package).join("Cargo.toml")).ok()
}

/// The name under which a package depends on crd-core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NameOfCore {
    /// Its own name, or one that `Cargo.toml` does not show.
    Own,
    /// Another name, as in `core = { package = "crd-core", … }`.
    Renamed(String),
    /// The package does not depend on crd-core: another crate re-exports the macros.
    Absent,
}

thread_local! {
    // In an editor one process expands the macros of many packages; in a build, those of one package.
    static NAME_OF_CORE: RefCell<Option<(OsString, NameOfCore)>> = const { RefCell::new(None) };
}

/// Returns the name under which the package that uses the macro depends on crd-core. The manifest is read once.
pub(crate) fn name_of_core() -> NameOfCore {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    NAME_OF_CORE.with_borrow_mut(|known| {
        if let Some((of, name)) = known
            && *of == package
        {
            return name.clone();
        }
        let name = manifest().map_or(NameOfCore::Own, |text| name_in(&text));
        *known = Some((package, name.clone()));
        name
    })
}

/// Returns the name under which a manifest depends on crd-core.
fn name_in(manifest: &str) -> NameOfCore {
    if has_dependency(manifest, "crd-core") {
        return NameOfCore::Own;
    }
    // The crate of an inherited dependency is declared in another file.
    let mut may_be_inherited = false;
    let mut table = "";
    for line in manifest.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix('[') {
            table = rest.split(']').next().unwrap_or_default();
            continue;
        }
        let plain = line.replace(' ', "").replace('\'', "\"");
        if table == "package" && plain.starts_with("name=\"crd-core\"") {
            return NameOfCore::Own;
        }
        let (above, last) = table.rsplit_once('.').unwrap_or(("", table));
        let name = if last.ends_with("dependencies") {
            plain.split(['=', '.']).next().unwrap_or_default()
        } else if above.ends_with("dependencies") {
            last
        } else {
            continue;
        };
        may_be_inherited |= plain.contains("workspace=true");
        if plain.contains("package=\"crd-core\"") {
            return NameOfCore::Renamed(name.trim_matches('"').replace('-', "_"));
        }
    }
    if may_be_inherited {
        NameOfCore::Own
    } else {
        NameOfCore::Absent
    }
}

/// Whether a manifest has a dependency of any kind with this name.
fn has_dependency(manifest: &str, name: &str) -> bool {
    let mut is_list = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(table) = line.strip_prefix('[') {
            let table = table.split(']').next().unwrap_or_default();
            let (above, last) = table.rsplit_once('.').unwrap_or(("", table));
            // `[dependencies.kube]`, also `[target.'cfg(unix)'.dependencies.kube]`.
            if above.ends_with("dependencies") && is_name(last, name) {
                return true;
            }
            is_list = last.ends_with("dependencies");
        } else if is_list {
            let key = line.split(['=', '.']).next().unwrap_or_default();
            if is_name(key, name) {
                return true;
            }
        }
    }
    false
}

fn is_name(key: &str, name: &str) -> bool {
    let plain = key.trim().trim_matches(['"', '\'']);
    // `-` and `_` in names of crates are equivalent in code.
    plain.replace('_', "-") == name
}

#[cfg(test)]
mod tests {
    use super::{NameOfCore, has_dependency, name_in};

    #[test]
    fn crd_core_is_found_under_each_name() {
        for own in [
            "[dependencies]\ncrd-core = \"0.1\"",
            "[package]\nname = \"crd-core\"",
            "[dependencies]\ncore.workspace = true",
        ] {
            assert_eq!(name_in(own), NameOfCore::Own, "{own}");
        }
        for renamed in [
            "[dependencies]\nthe-core = { package = \"crd-core\", version = \"0.1\" }",
            "[dependencies.the-core]\nversion = \"0.1\"\npackage = 'crd-core'",
        ] {
            assert_eq!(
                name_in(renamed),
                NameOfCore::Renamed("the_core".to_owned()),
                "{renamed}"
            );
        }
        assert_eq!(name_in("[dependencies]\nfacade = \"1\""), NameOfCore::Absent);
    }

    #[test]
    fn dependencies_are_found_in_each_form() {
        for with in [
            "[dependencies]\nserde = \"1\"\nkube = { version = \"3\" }",
            "[dependencies]\n\"kube\".workspace = true",
            "[dev-dependencies]\nkube=\"3\"",
            "[dependencies.kube]\nversion = \"3\"",
            "[target.'cfg(unix)'.dependencies.kube]\nversion = \"3\"",
            "[target.\"x\".dependencies]\nkube = \"3\"",
        ] {
            assert!(has_dependency(with, "kube"), "{with}");
        }
        for without in [
            "",
            "[dependencies]\nkube-derive = \"3\"\n# kube = \"3\"",
            "[package]\nname = \"kube\"\n[features]\nkube = []",
            "[dependencies]\nother = { package = \"kube\" }",
            "[dependencies.kube-core]\nversion = \"3\"",
        ] {
            assert!(!has_dependency(without, "kube"), "{without}");
        }
        assert!(has_dependency(
            "[dependencies]\nk8s_openapi = \"1\"",
            "k8s-openapi"
        ));
    }
}
