//! Checks and updates every place that contains the version of this project, or the address of its repository.

use std::fs;
use std::path::Path;

use regex::Regex;

use super::output;
use super::version::Version;

/// The part of a version that a place contains.
#[derive(Clone, Copy)]
enum Part {
    /// `0.2.0`
    All,
    /// `0.2`
    Requirement,
}

/// The places of versions: files, and the text before and after the version.
const PLACES: &[(&str, &str, Part, &str)] = &[
    ("Cargo.toml", r#"(?m)^version = ""#, Part::All, r#"""#),
    (
        "Cargo.toml",
        r#"(?m)^crd-[a-z-]+ = \{ path = "[a-z-]+", version = ""#,
        Part::All,
        r#"""#,
    ),
    ("*.md", r#"crd-[a-z-]+ = ""#, Part::Requirement, r#"""#),
    (
        "*.md",
        r#"crd-[a-z-]+ = \{ version = ""#,
        Part::Requirement,
        r#"""#,
    ),
    ("*.md", r"crd-gen==", Part::All, ""),
    ("*.md", r"crd-gen@v", Part::All, ""),
    ("*.md", r"(?m)^ +rev: v", Part::All, ""),
    ("*.md", r"ghcr\.io/[a-z0-9-]+/[a-z0-9-]+:", Part::All, ""),
    ("*.md", r"crd-gen-", Part::All, ".vsix"),
    (
        "action.yml",
        r#"(?m)^    default: ""#,
        Part::All,
        r#""  # the release that this action belongs to"#,
    ),
    (
        "editors/vscode/package*.json",
        r#""name": "crd-gen",\n +"version": ""#,
        Part::All,
        r#"""#,
    ),
    ("*pyproject.toml", r#"(?m)^version = ""#, Part::All, r#"""#),
    ("*pyproject.toml", r"crd-gen==", Part::All, ""),
    (
        "crd-gen-cli/install/*",
        r"(?m)^(?:version=|\$Version = '?)",
        Part::All,
        "",
    ),
];

/// Fails if a place has a different version than Cargo.toml, or an address that was in Cargo.toml at the last commit.
pub(super) fn check(root: &Path) -> Result<(), String> {
    let version = current(root)?;
    if let Some(moved) = Moved::since_last_commit(root)? {
        return Err(format!(
            "`repository` in Cargo.toml is new, and these files name the old one; run `cargo xtask release --write-places`:\n  {}",
            moved.files(root)?.join("\n  ")
        ));
    }
    let mut wrong = Vec::new();
    let count = visit(root, version, |file, text, changed| {
        let lines = text.lines().zip(changed.lines()).enumerate();
        for (number, (old, new)) in lines.filter(|(_, (old, new))| old != new) {
            wrong.push(format!(
                "  {file}:{}: `{}`, not `{}`",
                number + 1,
                old.trim(),
                new.trim()
            ));
        }
        Ok(())
    })?;
    if wrong.is_empty() {
        println!("{count} places name version {version}");
        return Ok(());
    }
    Err(format!(
        "Cargo.toml is at {version}, and these are not:\n{}",
        wrong.join("\n")
    ))
}

/// Writes a version to every place.
pub(super) fn write(root: &Path, version: &Version) -> Result<(), String> {
    let count = visit(root, *version, |file, text, changed| {
        if text == changed {
            return Ok(());
        }
        fs::write(root.join(file), changed).map_err(|error| format!("{file}: {error}"))
    })?;
    println!("{count} places name version {version}");
    // The lock file contains the versions of the workspace's crates.
    super::command(root, "cargo", &["update", "--workspace", "--offline", "--quiet"])
}

/// Writes the version and the repository's address of Cargo.toml to every place.
pub(super) fn write_current(root: &Path) -> Result<(), String> {
    if let Some(moved) = Moved::since_last_commit(root)? {
        for file in moved.files(root)? {
            let text = fs::read_to_string(root.join(&file)).map_err(|error| format!("{file}: {error}"))?;
            let changed = moved
                .place()?
                .replace_all(&text, format!("${{1}}{}${{2}}", moved.new))
                .into_owned();
            fs::write(root.join(&file), changed).map_err(|error| format!("{file}: {error}"))?;
            println!("{file}: {} instead of {}", moved.new, moved.old);
        }
    }
    write(root, &current(root)?)
}

/// The repository in Cargo.toml, such as `OWNER/NAME`, if it differs from that at the last commit.
struct Moved {
    old: String,
    new: String,
}

impl Moved {
    fn since_last_commit(root: &Path) -> Result<Option<Self>, String> {
        let now =
            fs::read_to_string(root.join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
        let old = repository(&output(root, "git", &["show", "HEAD:Cargo.toml"])?)?;
        let new = repository(&now)?;
        Ok((old != new).then_some(Self { old, new }))
    }

    /// Returns a pattern for the old repository: in an address, or as a GitHub Action.
    fn place(&self) -> Result<Regex, String> {
        let old = regex::escape(&self.old);
        let place = format!(r"(?m)(https://github\.com/|ghcr\.io/|uses: ){old}([^\w-]|$)");
        Regex::new(&place).map_err(|error| error.to_string())
    }

    /// Returns the files that name the old repository, except for the changelog and recorded material, which describe the past.
    fn files(&self, root: &Path) -> Result<Vec<String>, String> {
        let pathspecs = ["--", ".", ":!CHANGELOG.md", ":!tests/fixtures", ":!Cargo.lock"];
        let mut arguments = vec!["grep", "-lIF", "-e", &self.old];
        arguments.extend(pathspecs);
        let place = self.place()?;
        let mut files = Vec::new();
        for file in output(root, "git", &arguments).unwrap_or_default().lines() {
            let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
            if place.is_match(&text) {
                files.push(file.to_owned());
            }
        }
        Ok(files)
    }
}

/// Returns the owner and name of the repository in the text of Cargo.toml.
fn repository(manifest: &str) -> Result<String, String> {
    let address = manifest
        .lines()
        .find_map(|line| line.strip_prefix("repository = \"")?.strip_suffix('"'));
    address
        .and_then(|address| address.strip_prefix("https://github.com/"))
        .filter(|path| path.split('/').filter(|part| !part.is_empty()).count() == 2)
        .map(str::to_owned)
        .ok_or_else(|| "`repository` in Cargo.toml must be https://github.com/OWNER/NAME".to_owned())
}

/// Returns the version in Cargo.toml.
pub(super) fn current(root: &Path) -> Result<Version, String> {
    let text = fs::read_to_string(root.join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.ok_or("Cargo.toml names no version")?.parse()
}

/// Calls `each` with a file, its text, and its text with the version in all places. Returns the number of places.
fn visit(
    root: &Path,
    version: Version,
    mut each: impl FnMut(&str, &str, &str) -> Result<(), String>,
) -> Result<usize, String> {
    let mut count = 0;
    let mut files: Vec<&str> = PLACES.iter().map(|(files, ..)| *files).collect();
    files.dedup();
    for pattern in files {
        let listed = output(root, "git", &["ls-files", pattern])?;
        if listed.is_empty() {
            return Err(format!("no file is called {pattern}"));
        }
        for file in listed.lines() {
            let text = fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
            let mut changed = text.clone();
            for (_, before, part, after) in PLACES.iter().filter(|(files, ..)| *files == pattern) {
                let (number, version) = match part {
                    Part::All => (r"\d+\.\d+\.\d+", version.to_string()),
                    Part::Requirement => (r"\d+\.\d+", version.requirement()),
                };
                let place = format!("({before}){number}({})", regex::escape(after));
                let place = Regex::new(&place).map_err(|error| error.to_string())?;
                count += place.find_iter(&changed).count();
                changed = place
                    .replace_all(&changed, format!("${{1}}{version}${{2}}"))
                    .into_owned();
            }
            each(file, &text, &changed)?;
        }
    }
    Ok(count)
}
