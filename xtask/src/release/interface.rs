//! Checks that the changes of the public API are allowed by the version number.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::output;
use super::version::Version;

/// The folder of the lists that `cargo xtask public-api` writes.
const FOLDER: &str = "docs/public-api";

/// Compares the lists of public items with those of the last tag.
pub(super) fn check(root: &Path, version: &Version) -> Result<(), String> {
    let tags = output(root, "git", &["tag", "--list", "v*", "--sort=-version:refname"])?;
    let Some((tag, last)) = tags
        .lines()
        .find_map(|tag| Some((tag, tag.strip_prefix('v')?.parse::<Version>().ok()?)))
    else {
        println!("no release before this one");
        return Ok(());
    };
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for file in output(root, "git", &["ls-files", &format!("{FOLDER}/*.txt")])?.lines() {
        let now = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        // A new crate has no list at the tag.
        let before = output(root, "git", &["show", &format!("{tag}:{file}")]).unwrap_or_default();
        let (now, before): (BTreeSet<&str>, BTreeSet<&str>) =
            (now.lines().collect(), before.lines().collect());
        gone.extend(before.difference(&now).map(|line| format!("  - {line}")));
        new.extend(now.difference(&before).map(|line| format!("  + {line}")));
    }
    println!(
        "{} public items are new since {tag}, {} are gone or changed",
        new.len(),
        gone.len()
    );
    if !gone.is_empty() && !version.may_break(last) {
        return Err(format!(
            "{version} may not break what {last} has; release the next major version (while it is 0, the next minor one), or bring back:\n{}",
            gone.join("\n")
        ));
    }
    if !new.is_empty() && !version.may_add(last) {
        return Err(format!(
            "{version} may not add to what {last} has; release the next minor version:\n{}",
            new.join("\n")
        ));
    }
    Ok(())
}
