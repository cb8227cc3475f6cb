//! Updates the changelog for a release.

use std::fs;
use std::path::Path;

use super::version::Version;

const HEADING: &str = "## Unreleased";

/// Sets the version and the date of the section "Unreleased", and adds a new one above it.
pub(super) fn release(root: &Path, version: &Version) -> Result<(), String> {
    let path = root.join("CHANGELOG.md");
    let text = fs::read_to_string(&path).map_err(|error| format!("CHANGELOG.md: {error}"))?;
    let day = super::output(root, "date", &["-u", "+%Y-%m-%d"])?;
    let text = released(&text, version, &day)?;
    fs::write(&path, text).map_err(|error| format!("CHANGELOG.md: {error}"))
}

fn released(text: &str, version: &Version, day: &str) -> Result<String, String> {
    let (before, after) = text
        .split_once(&format!("\n{HEADING}\n"))
        .ok_or_else(|| format!("CHANGELOG.md has no `{HEADING}`"))?;
    let section = after.split("\n## ").next().unwrap_or_default();
    if !section.lines().any(|line| line.starts_with("- ")) {
        return Err(format!(
            "there is nothing below `{HEADING}` in CHANGELOG.md; say what changed"
        ));
    }
    Ok(format!("{before}\n{HEADING}\n\n## {version} ({day})\n{after}"))
}
