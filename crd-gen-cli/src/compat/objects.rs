//! `--objects`: checks stored objects under the new CRDs.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use crd_core::compat::{CompatOptions, StoredCause, StoredObjectEffect, StoredReport, stored_objects};
use crd_core::yaml;
use serde_json::{Value, json};

use super::args::CompatFormat;
use super::sides::{ContentReader, CrdSide};
use crate::config::Configs;
use crate::sources;
use crate::terminal::Terminal;
use crate::text::{counted, grouped};
use crate::{CommandError, CommandOutcome};

/// Maximum number of objects that are listed for a cause.
const NAMED: usize = 8;

/// Validates the objects and prints the effects on them.
pub(super) fn run(
    path: &Path,
    steps: &[CrdSide],
    options: &CompatOptions,
    format: CompatFormat,
    terminal: &Terminal,
) -> Result<CommandOutcome, CommandError> {
    let [old, new] = steps else {
        return Err(CommandError::new(
            "`--objects` needs two sides: `crd-gen compat OLD NEW --objects FILE`",
        ));
    };
    let objects = read(path)?;
    let mut reports: Vec<(&str, StoredReport)> = Vec::new();
    let reader = ContentReader::default();
    for (name, before) in &old.crds {
        if let Some(after) = new.crds.get(name) {
            let [before, after] = [before, after].map(|side| reader.read(side).crd);
            let report = stored_objects(&before, &after, &objects, options.server);
            if report.objects > 0 {
                reports.push((name, report));
            }
        }
    }
    if reports.is_empty() {
        let failure = CommandError::new(format!(
            "no object in `{}` belongs to a CRD that is on both sides",
            path.display()
        ));
        return Err(failure.help("`kubectl get PLURAL -A -o json` prints them"));
    }
    let compared: usize = reports.iter().map(|(_, report)| report.objects).sum();
    if compared < objects.len() {
        terminal.note(&format!(
            "{} of {} in `{}` belong to no CRD that is on both sides, and are not compared",
            grouped(objects.len() - compared),
            counted(objects.len(), "object"),
            path.display()
        ));
    }
    let text = match format {
        CompatFormat::Json => json_of(&reports),
        CompatFormat::Human | CompatFormat::Concise | CompatFormat::Markdown => text_of(&reports),
        CompatFormat::Sarif | CompatFormat::Github => {
            return Err(CommandError::new(
                "`--objects` supports only the formats human, concise, markdown and json",
            ));
        }
    };
    terminal.stdout().write_all(text.as_bytes())?;
    let is_bad = |cause: &StoredCause| cause.effect != StoredObjectEffect::Ratcheted;
    Ok(
        if reports.iter().any(|(_, report)| report.causes.iter().any(is_bad)) {
            CommandOutcome::Findings
        } else {
            CommandOutcome::Clean
        },
    )
}

/// Reads the objects of a file, including those in lists.
fn read(path: &Path) -> Result<Vec<Value>, CommandError> {
    let found = sources::find(&[path.to_owned()], &mut Configs::default())?;
    let mut objects = Vec::new();
    for file in &found.files {
        let bytes = file.bytes().map_err(CommandError::new)?;
        let read = yaml::read(&bytes, yaml::Options::default());
        if let Some(error) = read.errors.first() {
            let message = crate::text::plain(&error.message);
            return Err(CommandError::new(format!(
                "`{}` cannot be read: {message}",
                file.shown()
            )));
        }
        for document in &read.documents {
            let value = document.root.to_json();
            match value.get("items") {
                Some(Value::Array(items)) => objects.extend(items.iter().cloned()),
                _ => objects.push(value),
            }
        }
    }
    Ok(objects)
}

/// Formats the report: `3 of 812 cannot be edited: spec.size: Invalid value: …`, and the objects.
fn text_of(reports: &[(&str, StoredReport)]) -> String {
    let mut text = String::new();
    for (name, report) in reports {
        let all = grouped(report.objects);
        if report.causes.is_empty() {
            let is = if report.objects == 1 { "is" } else { "are" };
            let _ = writeln!(
                text,
                "{name}: {} {is} not affected",
                counted(report.objects, "object")
            );
        }
        for cause in &report.causes {
            let what: Cow<'_, str> = match &cause.effect {
                StoredObjectEffect::Uneditable => "cannot be edited".into(),
                StoredObjectEffect::LosesData if cause.objects.len() == 1 => "loses data".into(),
                StoredObjectEffect::LosesData => "lose data".into(),
                StoredObjectEffect::EditRejected { within } => {
                    format!("cannot be edited in `{within}` without correcting this").into()
                }
                StoredObjectEffect::Ratcheted => "can be edited only if this value does not change".into(),
                StoredObjectEffect::Unreadable => "cannot be read".into(),
            };
            let count = grouped(cause.objects.len());
            let reason = crate::text::shortened(&crate::text::plain(&cause.reason), 300);
            let _ = writeln!(text, "{name}: {count} of {all} {what}: {reason}");
            let mut names = cause
                .objects
                .iter()
                .take(NAMED)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ");
            if cause.objects.len() > NAMED {
                let _ = write!(names, " and {} more", grouped(cause.objects.len() - NAMED));
            }
            let _ = writeln!(text, "  {names}");
        }
    }
    text
}

fn json_of(reports: &[(&str, StoredReport)]) -> String {
    let effect = |effect: &StoredObjectEffect| match effect {
        StoredObjectEffect::Uneditable => "uneditable",
        StoredObjectEffect::LosesData => "loses-data",
        StoredObjectEffect::EditRejected { .. } => "edit-rejected",
        StoredObjectEffect::Ratcheted => "ratcheted",
        StoredObjectEffect::Unreadable => "unreadable",
    };
    let crds: Vec<Value> = reports
        .iter()
        .map(|(name, report)| {
            let causes: Vec<Value> = report
                .causes
                .iter()
                .map(|cause| {
                    let mut json = json!({"effect": effect(&cause.effect), "reason": cause.reason, "objects": cause.objects});
                    if let StoredObjectEffect::EditRejected { within } = &cause.effect {
                        json["within"] = within.as_str().into();
                    }
                    json
                })
                .collect();
            json!({"name": name, "objects": report.objects, "causes": causes})
        })
        .collect();
    format!("{}\n", json!({"crds": crds}))
}
