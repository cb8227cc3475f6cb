//! Updates the range of versions wherever it is written.

use std::fs;
use std::path::Path;
use std::process::Command;

use regex::Regex;

/// The file that declares the newest version.
const DECLARATION: &str = "crd-core/src/model/kube_version.rs";

/// Makes a version the newest one, in the code and in every text that names the range. Files that are generated from these
/// are updated by `cargo xtask regenerate`.
pub(super) fn write(root: &Path, minor: u16) -> Result<(), String> {
    let (oldest, newest) = (declared(root, "OLDEST")?, declared(root, "NEWEST")?);
    if minor <= newest {
        println!("1.{minor} is among the versions from 1.{oldest} to 1.{newest}");
        return Ok(());
    }
    let declaration = format!(r"(NEWEST: KubeVersion = KubeVersion \{{ minor: ){newest}( \}})");
    replace(root, DECLARATION, &declaration, minor)?;
    // `1.29 to 1.NN`, or with a dash or dots.
    let range = format!(r"(1\.{oldest}(?: to | … | – |–)1\.){newest}(\b)");
    // The changelog describes past versions, and the other files are generated.
    let generated = [
        ":!CHANGELOG.md",
        ":!tests/cli",
        ":!tests/fixtures",
        ":!crd-gen-cli/man",
        ":!crd-gen-cli/completions",
    ];
    let files = Command::new("git")
        .args([
            "grep",
            "--files-with-matches",
            "-E",
            &format!("1\\.{newest}"),
            "--",
            ".",
        ])
        .args(generated)
        .current_dir(root)
        .output()
        .map_err(|error| format!("`git` cannot be run: {error}"))?;
    for file in String::from_utf8_lossy(&files.stdout).lines() {
        replace(root, file, &range, minor)?;
    }
    Ok(())
}

/// Returns a minor version that the code declares.
fn declared(root: &Path, name: &str) -> Result<u16, String> {
    let text =
        fs::read_to_string(root.join(DECLARATION)).map_err(|error| format!("{DECLARATION}: {error}"))?;
    let declaration = format!("{name}: KubeVersion = KubeVersion {{ minor: ");
    let rest = text.split_once(&declaration).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split_once(' ')?.0.parse().ok())
        .ok_or_else(|| format!("{DECLARATION} does not declare `{name}` as a number"))
}

/// Writes the version at each match of a pattern, between its two groups.
fn replace(root: &Path, file: &str, pattern: &str, minor: u16) -> Result<(), String> {
    let path = root.join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let pattern = Regex::new(pattern).map_err(|error| error.to_string())?;
    let changed = pattern.replace_all(&text, format!("${{1}}{minor}${{2}}"));
    if changed != text {
        fs::write(&path, changed.as_bytes()).map_err(|error| format!("{file}: {error}"))?;
        println!("  {file}");
    }
    Ok(())
}
