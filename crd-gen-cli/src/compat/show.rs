//! Writes findings of compatibility in each format: that of `check`, with the affected parties and the object that
//! demonstrates the breakage.

use std::io::Write;
use std::rc::Rc;

use crd_core::build::in_rust;
use crd_core::check::{Finding, Severity};
use crd_core::compat::{StoredObjects, Witness, WitnessOperation};
use serde_json::{Value, json};

use super::args::CompatFormat;
use super::witness::{stored_text, witness_text};
use super::{PairFinding, markdown};
use crate::CommandError;
use crate::report::{self, Drawing, Mark, MarkKind, Totals, as_json, severity_word};
use crate::source::SourceText;
use crate::terminal::NOTE;

/// Writes all findings.
pub(super) fn write(
    out: &mut dyn Write,
    format: CompatFormat,
    found: &[PairFinding<'_>],
) -> Result<(), CommandError> {
    if format == CompatFormat::Markdown {
        out.write_all(markdown::comment(found).as_bytes())?;
        return Ok(());
    }
    let texts: Vec<String> = found.iter().map(|found| text(format, found)).collect();
    let mut totals = Totals::default();
    for found in found {
        let key = (found.finding.severity, found.finding.code);
        *totals.counts.entry(key).or_default() += 1;
    }
    let [before, between, after] = report::frame(format.of_findings(), &summary(found), &totals);
    out.write_all(before.as_bytes())?;
    out.write_all(texts.join(&between).as_bytes())?;
    if !texts.is_empty() || !before.is_empty() {
        out.write_all(after.as_bytes())?;
    }
    Ok(())
}

fn summary(found: &[PairFinding<'_>]) -> Value {
    let count = |severity: Severity| {
        found
            .iter()
            .filter(|found| found.finding.severity == severity)
            .count()
    };
    let undecided = found.iter().filter(|found| !found.finding.is_decided).count();
    json!({
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "notes": count(Severity::Note),
        "undecided": undecided,
    })
}

/// Returns the finding at its place, and the text of the file: the Rust source if it is known, else the manifest.
fn placed(found: &PairFinding<'_>) -> (Rc<SourceText>, Finding) {
    let side = found.new.unwrap_or(found.old);
    let source = report::source_of(&side.file);
    let mut diagnostic = found.diagnostic.clone();
    diagnostic.severity = found.finding.severity;
    let mut placed = Finding::new(side.document, Some(&found.finding.name), diagnostic);
    placed.version.clone_from(&found.finding.version);
    let in_rust = side
        .types
        .as_ref()
        .and_then(|types| in_rust(&placed, &types.owners, &types.package));
    if let Some(in_rust) = in_rust {
        let elsewhere = placed.diagnostic.elsewhere.take();
        match in_rust.file {
            Some(file) => {
                placed.diagnostic = in_rust.diagnostic;
                placed.diagnostic.label = format!("`{}`", in_rust.owner);
                placed.diagnostic.elsewhere = elsewhere;
                return (Rc::new(SourceText::new(file.path, file.text)), placed);
            }
            None => {
                placed.diagnostic.elsewhere = elsewhere;
                placed
                    .diagnostic
                    .help
                    .push(format!("in Rust, this is `{}`", in_rust.owner));
            }
        }
    }
    (source, placed)
}

fn text(format: CompatFormat, found: &PairFinding<'_>) -> String {
    let (source, placed) = placed(found);
    match format {
        CompatFormat::Json => json_of(found, &source, &placed).to_string(),
        CompatFormat::Human => {
            let width = crate::terminal::width();
            let mut text = report::render(format.of_findings(), &source, &placed, width);
            text.push_str(&footer(found, &source, &placed, width));
            text
        }
        _ => report::render(format.of_findings(), &source, &placed, crate::terminal::width()),
    }
}

/// Formats the affected parties, the object that demonstrates the breakage, and the server's response.
fn footer(found: &PairFinding<'_>, source: &SourceText, placed: &Finding, width: usize) -> String {
    let marks: Vec<Mark<'_>> = placed
        .diagnostic
        .span
        .map(|span| Mark {
            span,
            text: "",
            kind: MarkKind::Main,
        })
        .into_iter()
        .collect();
    let mut drawing = Drawing::beside(source, &marks, width);
    if let Some(elsewhere) = &placed.diagnostic.elsewhere {
        drawing.widen(&report::source_of(&elsewhere.file), elsewhere.span);
    }
    let finding = &found.finding;
    if !finding.other_paths.is_empty() {
        drawing.footer("also", NOTE, &crate::text::quoted(&finding.other_paths));
    }
    let affected: Vec<&str> = finding.breaks.iter().map(|affected| affected.words()).collect();
    if !affected.is_empty() {
        drawing.footer(
            "breaks",
            NOTE,
            &format!("{} ({})", affected.join(", "), finding.rule),
        );
    }
    if let Some(witness) = &finding.witness {
        drawing.footer("witness", NOTE, &witness_text(witness));
        for said in &witness.response {
            let field = if said.field.is_empty() {
                String::new()
            } else {
                format!("{}: ", said.field)
            };
            drawing.footer(
                "server",
                NOTE,
                &format!("{field}{}", crate::text::shortened(&said.detail, 300)),
            );
        }
    }
    if let Some(stored) = &finding.stored {
        drawing.footer("stored", NOTE, &stored_text(stored));
    }
    drawing.footer("accept", NOTE, &format!("fingerprint {}", finding.fingerprint));
    drawing.text
}

fn json_of(found: &PairFinding<'_>, source: &SourceText, placed: &Finding) -> Value {
    let finding = &found.finding;
    let mut json = as_json(source, placed);
    let letters: Vec<String> = finding.breaks.iter().map(ToString::to_string).collect();
    let more = json!({
        "rule": finding.rule.to_string(),
        "level": severity_word(finding.severity),
        "breaks": letters,
        "path": finding.path,
        "otherPaths": finding.other_paths,
        "decided": finding.is_decided,
        "witness": finding.witness.as_ref().map(witness_json),
        "stored": finding.stored.as_ref().map(stored_json),
        "fingerprint": finding.fingerprint,
    });
    if let (Value::Object(json), Value::Object(more)) = (&mut json, more) {
        json.extend(more);
    }
    json
}

fn witness_json(witness: &Witness) -> Value {
    let (operation, subresource) = match witness.operation {
        WitnessOperation::Create => ("create", None),
        WitnessOperation::Update => ("update", None),
        WitnessOperation::UpdateStatus => ("update", Some("status")),
    };
    let says: Vec<Value> = witness
        .response
        .iter()
        .map(|said| json!({"type": said.kind, "field": said.field, "detail": said.detail}))
        .collect();
    let mut json = json!({"operation": operation, "object": witness.object, "says": says});
    if let Some(subresource) = subresource {
        json["subresource"] = subresource.into();
    }
    if let Some(old) = &witness.old {
        json["old"] = old.clone();
    }
    if let Some(reading) = &witness.read_values {
        json["reads"] = json!({"old": reading.old, "new": reading.new});
    }
    json
}

fn stored_json(stored: &StoredObjects) -> Value {
    match stored {
        StoredObjects::Editable => json!({"editable": true}),
        StoredObjects::EditRejected(witness) => {
            json!({"editable": true, "except": witness_json(witness)})
        }
        StoredObjects::Uneditable(witness) => json!({"editable": false, "except": witness_json(witness)}),
    }
}
