//! The modules of a server's code, and the oracle that is built from them.

use std::fs;
use std::path::Path;

use crd_core::KubeVersion;
use regex::Regex;

use super::{go, go_output};

/// The modules that have the code of one minor version.
pub(super) struct Server {
    pub(super) minor: u16,
    /// The module file, from `tests/oracle`.
    pub(super) modules: String,
}

impl Server {
    /// Returns the newest server before a version.
    pub(super) fn before(root: &Path, minor: u16) -> Result<Self, String> {
        let servers = root.join("tests/oracle/servers");
        let entries = fs::read_dir(&servers).map_err(|error| format!("{}: {error}", servers.display()))?;
        let minors = entries.flatten().filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_prefix("1.")?.strip_suffix(".mod")?.parse::<u16>().ok()
        });
        // The modules of the default version are those of the oracle itself.
        let minors = minors.chain([KubeVersion::DEFAULT.minor()]);
        let newest = minors.filter(|other| *other < minor).max();
        newest
            .map(Self::of)
            .ok_or_else(|| format!("{} has no server before 1.{minor}", servers.display()))
    }

    fn of(minor: u16) -> Self {
        let modules = if minor == KubeVersion::DEFAULT.minor() {
            "go.mod".to_owned()
        } else {
            format!("servers/1.{minor}.mod")
        };
        Self { minor, modules }
    }

    /// Creates the next server: its module file, derived from that of this one, and its oracle.
    pub(super) fn next(&self, root: &Path, minor: u16, release: Option<&str>) -> Result<Self, String> {
        let oracle = root.join("tests/oracle");
        let next = Self::of(minor);
        if next.modules == "go.mod" {
            return Err(format!("1.{minor} is the version that the oracle itself has"));
        }
        let release = match release {
            Some(release) => release.to_owned(),
            None => newest_patch(&oracle, minor)?,
        };
        println!("release {release} of the modules");
        let is_new = !oracle.join(&next.modules).exists();
        let (from, to) = (
            self.modules.trim_end_matches("mod"),
            next.modules.trim_end_matches("mod"),
        );
        for extension in ["mod", "sum"] {
            let from = oracle.join(format!("{from}{extension}"));
            let to = oracle.join(format!("{to}{extension}"));
            let text = fs::read_to_string(&from).map_err(|error| format!("{}: {error}", from.display()))?;
            let text = if extension == "mod" {
                with_release(&text, &release)?
            } else {
                text
            };
            fs::write(&to, text).map_err(|error| format!("{}: {error}", to.display()))?;
        }
        let built = next.build(&oracle);
        if built.is_err() && is_new {
            for extension in ["mod", "sum"] {
                // A file that cannot be removed is untracked and does no harm.
                let _ = fs::remove_file(oracle.join(format!("{to}{extension}")));
            }
        }
        built.map(|()| next)
    }

    fn build(&self, oracle: &Path) -> Result<(), String> {
        let file = format!("-modfile={}", self.modules);
        go(oracle, &["mod", "tidy", &file])?;
        let program = format!("bin/oracle-1.{}", self.minor);
        go(
            oracle,
            &["build", "-tags", "verdicts", &file, "-o", &program, "."],
        )
    }
}

/// Returns the newest patch release of a minor version.
fn newest_patch(oracle: &Path, minor: u16) -> Result<String, String> {
    let listed = go_output(
        oracle,
        &[
            "list",
            "-mod=mod",
            "-m",
            "-versions",
            "k8s.io/apiextensions-apiserver",
        ],
    )?;
    let patches = listed.split_whitespace().filter_map(|version| {
        let patch = version
            .strip_prefix(&format!("v0.{minor}."))?
            .parse::<u32>()
            .ok()?;
        Some((patch, version))
    });
    let newest = patches.max().map(|(_, version)| version.to_owned());
    newest.ok_or_else(|| {
        format!("1.{minor} is not released; name a candidate with --release v0.{minor}.0-rc.0")
    })
}

/// Returns the module file with another release of Kubernetes' staging modules, all of which have the same version.
fn with_release(text: &str, release: &str) -> Result<String, String> {
    let module = Regex::new(r"(?m)^(\s*k8s\.io/[a-z-]+ )v0\.\d+\.\d+(?:-[a-z.0-9]+)?( // indirect)?$")
        .map_err(|error| error.to_string())?;
    // `go mod tidy` adds the other dependencies of a module.
    Ok(module
        .replace_all(text, format!("${{1}}{release}${{2}}"))
        .into_owned())
}
