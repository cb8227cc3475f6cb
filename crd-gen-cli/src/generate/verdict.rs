//! Validates generated manifests as the API server does, before anything is written.

use std::io::Write;
use std::path::PathBuf;

use crd_core::build::{in_rust_text, without_repeated_costs};
use crd_core::check::{self, DataLoss, Levels, Options, SizeCheck, UnknownMembers};
use crd_core::field::FieldPath;

use super::harness::Manifest;
use super::{ConversionArgs, GenerateArgs};
use crate::CommandError;
use crate::choices::ProfileName;
use crate::config::Config;
use crate::report::{self as printed, FindingFormat};
use crate::source::SourceText;
use crate::terminal::Terminal;

/// Checks a manifest.
pub(super) fn report(
    manifest: &Manifest,
    args: &GenerateArgs,
    config: &Config,
) -> Result<check::CheckReport, CommandError> {
    let mut options = Options::for_version(args.server.or(config));
    let levels = config.levels.or(&Levels::generated());
    options.levels = args.levels.over(args.lints.over(levels)?)?;
    options.sizes = SizeCheck::Check;
    options.data_loss = if manifest.is_mapped {
        DataLoss::RefuseTogether
    } else {
        DataLoss::Refuse
    };
    options.mapping = manifest.mapping.clone().map(std::sync::Arc::new);
    if args.content.profile() == ProfileName::Extended {
        // The extensions of this profile are meant for other readers; every server drops them.
        options.unknown_members = UnknownMembers::Ignore;
    }
    Ok(check::text(&manifest.yaml, &options))
}

/// Checks a manifest and writes the findings to stderr.
pub(super) fn check(
    name: &str,
    manifest: &Manifest,
    args: &GenerateArgs,
    config: &Config,
    terminal: &Terminal,
) -> Result<check::CheckReport, CommandError> {
    let report = report(manifest, args, config)?;
    if report.findings.is_empty() {
        return Ok(report);
    }
    let source = SourceText::new(PathBuf::from(name), manifest.yaml.clone());
    let mut err = terminal.stderr();
    let width = crate::terminal::width();
    for finding in &without_repeated_costs(&report.findings) {
        let mut shown = finding.clone();
        let mut place = None;
        let of_option = option_of(&finding.diagnostic.field, &args.content.conversion);
        let in_rust = in_rust_text(finding, &manifest.yaml, &manifest.owners, &manifest.package);
        if let Some(option) = of_option {
            shown
                .diagnostic
                .help
                .push(format!("this is the value of `{option}`"));
        } else if let Some(in_rust) = in_rust {
            if let Some(file) = in_rust.file {
                place = Some(SourceText::new(file.path, file.text));
                shown.diagnostic = in_rust.diagnostic;
                if shown.diagnostic.label.is_empty() {
                    // The excerpt shows the field, but not its type.
                    shown.diagnostic.label = format!("`{}`", in_rust.owner);
                }
            } else {
                shown
                    .diagnostic
                    .help
                    .push(format!("in Rust, this is `{}`", in_rust.owner));
            }
        }
        let text = printed::render(
            FindingFormat::Human,
            place.as_ref().unwrap_or(&source),
            &shown,
            width,
        );
        writeln!(err, "{text}")?;
    }
    Ok(report)
}

/// Returns the option that gives the value of a field of `spec.conversion`.
fn option_of(field: &FieldPath, given: &ConversionArgs) -> Option<&'static str> {
    let path = field.to_string();
    let name = path.strip_prefix("spec.conversion.webhook.clientConfig.")?;
    let (option, is_given) = match name {
        "url" => ("--webhook-url", given.webhook_url.is_some()),
        "service.name" | "service.namespace" => ("--webhook-service", given.webhook_service.is_some()),
        "service.path" => ("--webhook-path", given.webhook_path.is_some()),
        "service.port" => ("--webhook-port", given.webhook_port.is_some()),
        "caBundle" => ("--ca-bundle", given.ca_bundle.is_some()),
        _ => return None,
    };
    is_given.then_some(option)
}

/// Warns about the CRDs of a report that are too large to be kept.
pub(super) fn warn_of_size(report: &check::CheckReport, terminal: &Terminal) {
    for oversize in report.crds().filter_map(|crd| crd.oversize.as_ref()) {
        terminal.warning(&oversize.message);
        for note in &oversize.notes {
            terminal.note(note);
        }
    }
}
