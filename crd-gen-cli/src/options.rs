//! Options that several commands share, each declared once.

use std::path::PathBuf;

use clap::Args;
use crd_core::KubeVersion;
use crd_core::check::{Level, Levels, LintChoice, Severity};

use crate::CommandError;
use crate::choices::LintProfileName;
use crate::config::Config;
use crate::report::{FindingFormat, Printer, ShownFindings};

/// The version of the API server.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct KubernetesVersion {
    /// The Kubernetes version to go by, 1.29 to 1.37 [default: that of `crd-gen.toml`, or 1.36].
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

/// How findings are reported.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct FindingArgs {
    /// How findings are written.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: FindingFormat,
    /// Show every finding, not only the first 100.
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

/// What becomes of the findings of a code.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Levels")]
pub struct LevelArgs {
    /// Do not report this code or slug.
    #[arg(short = 'A', long, value_name = "CODE")]
    pub allow: Vec<String>,
    /// Report this code or slug as a warning.
    #[arg(short = 'W', long, value_name = "CODE")]
    pub warn: Vec<String>,
    /// Report this code or slug as an error; `warnings` means all warnings.
    #[arg(short = 'D', long, value_name = "CODE")]
    pub deny: Vec<String>,
}

impl LevelArgs {
    /// Applies these levels on top of others; for a code that is given several times, the last of `--warn`, `--deny`
    /// and `--allow` wins.
    pub(crate) fn over(&self, mut levels: Levels) -> Result<Levels, CommandError> {
        for (names, level) in [
            (&self.warn, Level::Report(Severity::Warning)),
            (&self.deny, Level::Report(Severity::Error)),
            (&self.allow, Level::Allow),
        ] {
            for name in names {
                levels.set_named(name, level)?;
            }
        }
        Ok(levels)
    }
}

/// Which lints are reported.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Lints")]
pub struct LintArgs {
    /// Report the lints of this profile [default: that of `crd-gen.toml`, or server].
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<LintProfileName>,
    /// Report these lints, too: a rule (`LNT-20`), a family (`naming`), a code or a slug.
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
        for (names, choice) in [
            (&self.select, LintChoice::Select),
            (&self.ignore, LintChoice::Ignore),
        ] {
            for name in names {
                levels.choose(name, choice)?;
            }
        }
        Ok(levels)
    }
}

/// The configuration file.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Levels")]
pub struct ConfigArgs {
    /// Use this configuration file and no other.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Rust packages whose types give CRDs.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Package")]
pub struct PackageArgs {
    /// A package of the workspace whose Rust types are meant; may be given several times.
    #[arg(short, long, value_name = "NAME")]
    pub package: Vec<String>,
    /// The `Cargo.toml` of the package or of its workspace [default: the one of this directory].
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Reach no network when the package is built, as `cargo --offline`.
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
