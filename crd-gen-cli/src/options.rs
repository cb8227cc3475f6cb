//! Options that several commands share, each declared once.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, LintChoice, Severity};

use crate::CommandError;
use crate::choices::LintProfileName;
use crate::codes::not_a_code;
use crate::config::Config;
use crate::report::{FindingFormat, Printer, ShownFindings};

/// The text that `--add-allow` writes if no reason is given.
pub(crate) const ALLOW_REASON: &str = "TODO: say why";

/// Parses a text that is written into a comment of one line.
pub(crate) fn one_line(text: &str) -> Result<String, String> {
    if text.chars().any(char::is_control) {
        return Err("write it on one line".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses the path of a directory to write to: not the name of a file that does not exist.
pub(crate) fn directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if is_of_file(&path) {
        return Err("this is the name of a file; name a directory, or leave the option out".to_owned());
    }
    Ok(path)
}

/// Whether a path that does not exist, or is a file, has the name of one.
pub(crate) fn is_of_file(path: &Path) -> bool {
    const OF_FILES: [&str; 7] = ["html", "json", "md", "rs", "tar", "yaml", "yml"];
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    OF_FILES.contains(&extension) && !path.is_dir()
}

/// Parses a percentage, with or without its sign.
pub(crate) fn percentage(text: &str) -> Result<u8, String> {
    let number = text.trim_end_matches('%');
    let percentage = number.parse().ok().filter(|percentage| *percentage <= 100);
    percentage.ok_or_else(|| "write a whole number from 0 to 100".to_owned())
}

/// The version of the API server.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct KubernetesVersion {
    /// The Kubernetes version of the API server, 1.29 to 1.37 [default: from `crd-gen.toml`, or 1.36].
    #[arg(long, value_name = "VERSION")]
    pub kubernetes_version: Option<KubeVersion>,
}

impl KubernetesVersion {
    /// Returns the requested version, or that of the configuration.
    pub(crate) fn or(self, config: &Config) -> KubeVersion {
        let configured = config.kubernetes_version;
        self.kubernetes_version.or(configured).unwrap_or_default()
    }
}

/// Options for the output of findings.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct FindingArgs {
    /// The output format of findings.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: FindingFormat,
    /// Show all findings instead of the first 100.
    #[arg(long)]
    pub all: bool,
}

impl FindingArgs {
    /// Returns the printer for findings.
    pub(crate) fn printer(self) -> Printer {
        let shown = if self.all {
            ShownFindings::All
        } else {
            ShownFindings::First
        };
        Printer::new(self.format, shown)
    }
}

/// Severity levels of codes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Levels")]
pub struct LevelArgs {
    /// Do not report findings with this code or slug.
    #[arg(short = 'A', long, value_name = "CODE", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Report findings with this code or slug as warnings.
    #[arg(short = 'W', long, value_name = "CODE", value_delimiter = ',')]
    pub warn: Vec<String>,
    /// Report findings with this code or slug as errors; `warnings` stands for all warnings.
    #[arg(short = 'D', long, value_name = "CODE", value_delimiter = ',')]
    pub deny: Vec<String>,
}

impl LevelArgs {
    /// Applies these levels on top of others; for a code that is given several times, the last of `--warn`, `--deny`
    /// and `--allow` wins.
    pub(crate) fn over(&self, mut levels: Levels) -> Result<Levels, CommandError> {
        for (option, names, level) in [
            ("warn", &self.warn, Level::Report(Severity::Warning)),
            ("deny", &self.deny, Level::Report(Severity::Error)),
            ("allow", &self.allow, Level::Allow),
        ] {
            for name in names {
                let set = levels.set_named(name, level);
                set.map_err(|unknown| not_a_code(option, &unknown))?;
            }
        }
        Ok(levels)
    }
}

/// Selection of lints.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Lints")]
pub struct LintArgs {
    /// The lint profile to use [default: from `crd-gen.toml`, or server].
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<LintProfileName>,
    /// Report these lints in addition: rules (`LNT-20`), families (`naming`), codes or slugs.
    #[arg(long, value_name = "LINT", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Do not report these lints: rules, families, codes or slugs.
    #[arg(long, value_name = "LINT", value_delimiter = ',')]
    pub ignore: Vec<String>,
}

impl LintArgs {
    /// Applies these choices on top of levels.
    pub(crate) fn over(&self, mut levels: Levels) -> Result<Levels, CommandError> {
        if let Some(profile) = self.profile {
            levels.set_profile(profile.into());
        }
        for (option, names, choice) in [
            ("select", &self.select, LintChoice::Select),
            ("ignore", &self.ignore, LintChoice::Ignore),
        ] {
            for name in names {
                let chosen = levels.choose(name, choice);
                chosen.map_err(|unknown| not_a_code(option, &unknown))?;
            }
        }
        Ok(levels)
    }
}

/// The configuration file.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Levels")]
pub struct ConfigArgs {
    /// Use only this configuration file.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Rust packages to generate CRDs from.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Package")]
pub struct PackageArgs {
    /// A Rust package of the workspace to generate CRDs from. May be given several times.
    #[arg(short, long, value_name = "NAME")]
    pub package: Vec<String>,
    /// The path of the `Cargo.toml` of the package or its workspace [default: found from the current directory].
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Build the package without network access, as `cargo --offline` does.
    #[arg(long)]
    pub offline: bool,
}

impl PackageArgs {
    /// Whether a package is named.
    pub(crate) fn is_given(&self) -> bool {
        !self.package.is_empty() || self.manifest_path.is_some()
    }
    /// Returns the packages one by one.
    pub(crate) fn each(&self) -> Vec<PackageArgs> {
        let one = |package: Vec<String>| PackageArgs {
            package,
            ..self.clone()
        };
        match (self.package.as_slice(), &self.manifest_path) {
            ([], None) => Vec::new(),
            ([], Some(_)) => vec![self.clone()],
            (names, _) => names.iter().map(|name| one(vec![name.clone()])).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_may_have_their_sign() {
        assert_eq!(percentage("80"), Ok(80));
        assert_eq!(percentage("100%"), Ok(100));
        for text in ["101", "0.5", "half", ""] {
            assert!(percentage(text).unwrap_err().contains("a whole number"), "{text}");
        }
    }

    #[test]
    fn names_of_all_codes_have_a_way_out() {
        let levels = |option: &str, name: &str| {
            let names = vec![name.to_owned()];
            let mut levels = LevelArgs::default();
            let mut lints = LintArgs::default();
            match option {
                "select" => lints.select = names,
                "ignore" => lints.ignore = names,
                "warn" => levels.warn = names,
                _ => levels.deny = names,
            }
            let set = levels
                .over(Levels::default())
                .and_then(|levels| lints.over(levels));
            match set {
                Err(CommandError::Message { help, .. }) => help.concat(),
                _ => String::new(),
            }
        };
        for (option, name, expected) in [
            ("select", "all", "`--profile strict`"),
            ("ignore", "warnings", "`--allow warnings`"),
            ("warn", "error", "`--deny warnings`"),
            ("warn", "all", "`--profile strict`"),
            ("deny", "*", "`--deny warnings`"),
            ("deny", "items-requird", "did you mean `items-required`"),
        ] {
            let help = levels(option, name);
            assert!(help.contains(expected), "{option} {name}: {help}");
        }
    }

    #[test]
    fn files_are_no_directories_to_write_to() {
        for (text, is_directory) in [
            ("config/crd", true),
            ("-", true),
            ("v1.36", true),
            ("crds.yaml", false),
            ("docs/api.md", false),
        ] {
            assert_eq!(directory(text).is_ok(), is_directory, "{text}");
        }
    }
}
