//! What the API server would say about a generated manifest, asked before anything is written.

use std::io::Write;
use std::path::PathBuf;

use crd_core::check::{self, DataLoss, Levels, Options, Sizes, UnknownMembers};

use super::harness::Manifest;
use super::{GenerateArgs, ProfileName, rust_place};
use crate::args::Format;
use crate::report;
use crate::source::Source;
use crate::terminal::Terminal;
use crate::{Failure, levels};

/// Checks a manifest and writes the findings to stderr.
pub(super) fn check(
    name: &str,
    manifest: &Manifest,
    args: &GenerateArgs,
    terminal: &Terminal,
) -> Result<check::Report, Failure> {
    let mut options = Options::for_version(args.kubernetes_version);
    options.levels = levels::of(&args.warn, &args.deny, &args.allow, Levels::generated())?;
    options.sizes = Sizes::Check;
    options.data_loss = DataLoss::Refuse;
    if args.profile == ProfileName::Extended {
        // What this profile adds is meant for other readers; every server drops it.
        options.unknown_members = UnknownMembers::Ignore;
    }
    let report = check::text(&manifest.yaml, &options);
    let source = Source::new(PathBuf::from(name), manifest.yaml.clone());
    let mut err = terminal.stderr();
    let width = crate::terminal::width();
    for finding in &report.findings {
        let owner = rust_place::owner(manifest, finding);
        let version = finding.version.as_deref().unwrap_or_default();
        let in_rust =
            owner.and_then(|owner| rust_place::at_field(&manifest.package, owner, version, finding));
        let text = match (in_rust, owner) {
            (Some((source, finding)), _) => report::render(Format::Human, &source, &finding, width),
            (None, Some(owner)) => {
                let mut finding = finding.clone();
                finding.diagnostic.help.push(format!("in Rust it is `{owner}`"));
                report::render(Format::Human, &source, &finding, width)
            }
            (None, None) => report::render(Format::Human, &source, finding, width),
        };
        writeln!(err, "{text}")?;
    }
    Ok(report)
}

/// Warns about the CRDs of a report that are too large to be kept.
pub(super) fn warn_of_size(report: &check::Report, terminal: &Terminal) {
    for oversize in report.crds().filter_map(|crd| crd.oversize.as_ref()) {
        terminal.warning(&oversize.message);
        for note in &oversize.notes {
            terminal.note(note);
        }
    }
}
