//! The dependencies in the package's `Cargo.toml`, to say that one is missing before the compiler does, which cannot say why.

use std::fs;
use std::path::Path;

/// Whether `Cargo.toml` shows that a crate is no dependency. `false` where there is no such file, as in other build systems.
pub(crate) fn lacks(name: &str) -> bool {
    let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR") else {
        return false;
    };
    fs::read_to_string(Path::new(&package).join("Cargo.toml")).is_ok_and(|text| !has_dependency(&text, name))
}

/// Whether a manifest has a dependency with this name, of whatever kind.
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
    // Crates are named with either in code.
    plain.replace('_', "-") == name
}

#[cfg(test)]
mod tests {
    use super::has_dependency;

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
