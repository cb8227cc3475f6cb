//! `crd-gen features`: a table of fields with their channels, feature gates and lifecycles.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::load;
use crate::feature::Feature;
use crate::options::PackageArgs;
use crate::terminal::Terminal;
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "Examples:
  # A table in Markdown, for the documentation
  crd-gen features -p \
    my-operator
  # For other tools
  crd-gen features . --format json

CRDs in files have lifecycles only \
    if `crd-gen generate --crd-profile extended` has written the CRDs. Channels are only known for Rust \
    types.

Exit codes: 0 the table was written, 2 the command was misused or failed.";

/// Arguments of `crd-gen features`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct FeaturesArgs {
    /// The CRDs: files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: the current directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The output format of the table.
    #[arg(long, value_name = "FORMAT", default_value = "markdown")]
    pub format: FeaturesFormat,
}

/// The output format of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FeaturesFormat {
    /// A table in Markdown.
    Markdown,
    /// A list in JSON.
    Json,
}

pub(crate) fn run(args: &FeaturesArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let features = load(&args.paths, &args.packages, terminal)?.features;
    let text = match args.format {
        FeaturesFormat::Markdown => markdown(&features),
        FeaturesFormat::Json => format!("{:#}\n", serde_json::json!(features)),
    };
    terminal.stdout().write_all(text.as_bytes())?;
    if features.is_empty() {
        terminal.note(super::ONLY_EXTENDED);
    }
    Ok(CommandOutcome::Clean)
}

/// Writes one row for each lifecycle, and one for each feature without a lifecycle.
fn markdown(features: &[Feature]) -> String {
    if features.is_empty() {
        return "No field is in a channel, behind a feature gate, or has a lifecycle.\n".to_owned();
    }
    let mut text = String::from(
        "| kind | version | field | channel | feature gate | project | since | status | replacement |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for feature in features {
        let field = match (feature.path.as_str(), &feature.value) {
            ("", _) => "the kind itself".to_owned(),
            (path, None) => format!("`{}`", path.trim_start_matches('.')),
            (path, Some(value)) => format!("`{}`: `{}`", path.trim_start_matches('.'), cell(value)),
        };
        let channel = feature.channel.as_deref().unwrap_or_default();
        let start = format!("| {} | {} | {field} | {channel} |", feature.kind, feature.version);
        let own: Vec<&str> = feature.gates.iter().map(String::as_str).collect();
        if feature.lifecycle.is_empty() {
            let _ = writeln!(text, "{start} {} | | | | |", own.join(", "));
        }
        for marker in &feature.lifecycle {
            let mut gates = own.clone();
            if !marker.feature_gate.is_empty() && !gates.contains(&marker.feature_gate.as_str()) {
                gates.push(&marker.feature_gate);
            }
            let _ = writeln!(
                text,
                "{start} {} | {} | {} | {} | {} |",
                gates.join(", "),
                marker.project,
                marker.min_version,
                marker.status,
                cell(&marker.replacement)
            );
        }
    }
    text
}

/// Escapes a text so that it does not end its table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::Marker;

    #[test]
    fn a_row_for_each_lifecycle() {
        let feature = Feature {
            group: "a.b".to_owned(),
            kind: "Route".to_owned(),
            version: "v1".to_owned(),
            path: ".spec.name".to_owned(),
            value: None,
            channel: Some("experimental".to_owned()),
            gates: vec!["A".to_owned()],
            lifecycle: vec![Marker {
                project: "kubernetes".to_owned(),
                min_version: "v1.30".to_owned(),
                status: "deprecated".to_owned(),
                feature_gate: "B".to_owned(),
                replacement: "use `a|b`".to_owned(),
            }],
        };
        let rule = Feature {
            value: Some("self.a || self.b".to_owned()),
            lifecycle: Vec::new(),
            ..feature.clone()
        };
        let text = markdown(&[feature, rule]);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| Route | v1 | `spec.name` | experimental | A, B | kubernetes | v1.30 | deprecated | use `a\\|b` |",
                "| Route | v1 | `spec.name`: `self.a \\|\\| self.b` | experimental | A | | | | |",
            ]
        );
    }
}
