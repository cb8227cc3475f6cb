//! The arguments of `crd-gen compat`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crd_core::compat::Policy;

use crate::options::{ConfigArgs, KubernetesVersion, LevelArgs};
use crate::report::FindingFormat;

const EXAMPLES: &str = "\
Examples:
  crd-gen compat old.yaml new.yaml
  crd-gen compat git:v1.2.0:config/crd config/crd   a release and what is here
  crd-gen compat                  what is here and the default branch
  crd-gen compat old/ new/ --policy stored          only stored objects
  crd-gen compat old.yaml new.yaml --format markdown
  crd-gen compat --since v1.0.0 config/crd          release by release
  crd-gen compat old.yaml new.yaml --objects databases.json
  crd-gen compat --tombstones crd-names.toml        names that come back, too

A breakage is shown with an object: the old CRD admits it, and the new one \
refuses it, drops a part of it, or reads it differently. Policies: `stored` \
protects stored objects, `writers` also whoever writes, `clients` also readers, \
`strict` also GitOps.

A breakage is accepted by its fingerprint, with a reason: in `crd-gen.toml`,
  [[compat.accept]]
  fingerprint = \"039cb79638cd\"
  reason = \"nobody uses it\"
or in a comment of the new manifest:
  # crd-gen: allow 039cb79638cd nobody uses it

Exit codes: 0 nothing of level error was found, 1 something was, 2 the command \
was misused or could not do its work.";

/// Arguments of `crd-gen compat`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct CompatArgs {
    /// The CRDs as they were: a file, a directory, `-`, `git:REVISION[:PATH]`, or a package [default: the merge base of the
    /// default branch].
    #[arg(value_name = "OLD")]
    pub old: Option<PathBuf>,
    /// The CRDs as they are to be [default: this directory].
    #[arg(value_name = "NEW")]
    pub new: Option<PathBuf>,
    /// Who must not be broken.
    #[arg(long, value_name = "POLICY", default_value = "clients")]
    pub policy: PolicyName,
    /// Stored objects (`kubectl get databases -A -o json`): which of them cannot be edited any more, or lose data. A file, or `-`.
    #[arg(long, value_name = "FILE", conflicts_with = "since")]
    pub objects: Option<PathBuf>,
    /// Compare each release since this revision with the next one: the revision, the tags after it, and the working tree.
    #[arg(long, value_name = "REVISION", conflicts_with = "new")]
    pub since: Option<String>,
    /// A file that keeps the names of removed fields: one that comes back with another type is found. It is written when names go.
    #[arg(long, value_name = "FILE", conflicts_with = "objects")]
    pub tombstones: Option<PathBuf>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// How findings are written.
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "Output")]
    pub format: CompatFormat,
    /// Levels.
    #[command(flatten)]
    pub levels: LevelArgs,
    /// The configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// Who must not be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolicyName {
    /// Stored objects: they stay readable, keep their data, and can be edited.
    Stored,
    /// Also writers, and owners of fields in server-side apply.
    Writers,
    /// Also readers.
    Clients,
    /// Also `GitOps`: what is live equals what is in Git.
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

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompatFormat {
    /// With the lines of both files and the objects, for people.
    Human,
    /// One line for each finding.
    Concise,
    /// One JSON document.
    Json,
    /// Markdown, for a comment on a pull request.
    Markdown,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
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
