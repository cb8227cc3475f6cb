//! The arguments of `crd-gen compat`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::compat::Policy;

use crate::options::{ConfigArgs, KubernetesVersion, LevelArgs};
use crate::report::FindingFormat;

const EXAMPLES: &str = "\
Examples:
  crd-gen compat old.yaml new.yaml
  crd-gen compat git:v1.2.0:config/crd              since a release
  crd-gen compat                  since the merge base of the default branch
  crd-gen compat old/ new/ --policy stored          only stored objects
  crd-gen compat old.yaml new.yaml --format markdown
  crd-gen compat --since v1.0.0 config/crd          release by release
  crd-gen compat old.yaml new.yaml --objects databases.json
  crd-gen compat --tombstones crd-names.toml        with reused field names

Each breaking change is shown with an example object: the old CRD accepts it, and the new CRD \
rejects it, drops a part of it, or changes its meaning. The policies: `stored` \
protects stored objects, `writers` also clients that write objects, `clients` also clients that read them, \
`strict` also GitOps tools.

A breaking change can be accepted by its fingerprint, with a reason: in `crd-gen.toml`,
  [[compat.accept]]
  fingerprint = \"039cb79638cd\"
  reason = \"nobody uses it\"
or in a comment in the new manifest:
  # crd-gen: allow 039cb79638cd nobody uses it

Exit codes: 0 no errors, 1 errors were found, 2 the command was misused or failed.";

/// Arguments of `crd-gen compat`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CompatArgs {
    /// The old CRDs: a file, a directory, `-`, `git:REVISION[:PATH]` or a Rust package [default: the merge base with the
    /// default branch].
    #[arg(value_name = "OLD")]
    pub old: Option<PathBuf>,
    /// The new CRDs [default: the current directory, or the PATH of `git:REVISION:PATH` in it].
    #[arg(value_name = "NEW")]
    pub new: Option<PathBuf>,
    /// What changes must not break.
    #[arg(long, value_name = "POLICY", default_value = "clients")]
    pub policy: PolicyName,
    /// Report which of these stored objects cannot be edited any more or lose data: a file with the output of
    /// `kubectl get databases -A -o json`, or `-`.
    #[arg(long, value_name = "FILE", conflicts_with = "since")]
    pub objects: Option<PathBuf>,
    /// Compare each release since this revision with the next one: the revision, the later tags and the working tree.
    #[arg(long, value_name = "REVISION", conflicts_with = "new")]
    pub since: Option<String>,
    /// A file that records the names of removed fields. A field that is added again with another type is reported, and
    /// newly removed fields are added to the file.
    #[arg(long, value_name = "FILE", conflicts_with = "objects")]
    pub tombstones: Option<PathBuf>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// The output format of findings.
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Output")]
    pub format: CompatFormat,
    /// Levels.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// What changes must not break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Stored objects: they stay readable and editable, and lose no data.
    Stored,
    /// In addition, clients that write objects, and field owners in server-side apply.
    Writers,
    /// In addition, clients that read objects.
    Clients,
    /// In addition, `GitOps` tools: live objects equal those in Git.
    Strict,
}

impl From<PolicyName> for Policy {
    fn from(name: PolicyName) -> Policy {
        match name {
            PolicyName::Stored => Policy::Stored,
            PolicyName::Writers => Policy::Writers,
            PolicyName::Clients => Policy::Clients,
            PolicyName::Strict => Policy::Strict,
        }
    }
}

/// The output format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompatFormat {
    /// Text for people, with the lines of both files and the objects.
    Human,
    /// One line per finding.
    Concise,
    /// One JSON document.
    Json,
    /// Markdown, for comments on pull requests.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands for GitHub Actions.
    Github,
}

impl CompatFormat {
    /// Returns the format of single findings.
    pub(super) fn of_findings(self) -> FindingFormat {
        match self {
            CompatFormat::Human | CompatFormat::Markdown => FindingFormat::Human,
            CompatFormat::Concise => FindingFormat::Concise,
            CompatFormat::Json => FindingFormat::Json,
            CompatFormat::Sarif => FindingFormat::Sarif,
            CompatFormat::Github => FindingFormat::Github,
        }
    }
}
