//! The formats of findings.

use clap::ValueEnum;

/// The output format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// Text for people, with the source lines.
    Human,
    /// One line per finding.
    Concise,
    /// One JSON document.
    Json,
    /// One line of JSON per CRD or object, with the error messages of the API server.
    Verdicts,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands for GitHub Actions.
    Github,
    /// A Code Quality report, for GitLab merge requests.
    Gitlab,
    /// Test results in XML, for CI services.
    Junit,
}
