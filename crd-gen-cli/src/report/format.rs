//! The formats of findings.

use clap::ValueEnum;

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// With the source line, for people.
    Human,
    /// One line for each finding.
    Concise,
    /// One JSON document.
    Json,
    /// One JSON line for each CRD or object, in the words of the API server.
    Verdicts,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// A Code Quality report, for merge requests of GitLab.
    Gitlab,
    /// Results of tests in XML, which CI services read.
    Junit,
}
