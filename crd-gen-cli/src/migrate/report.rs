//! Formats a plan as text for people, and as JSON.

use std::io::Write;
use std::path::Path;

use crd_core::check::{Diagnostic, Loss};
use crd_core::compat::{CompatFinding, StoredObjects};
use crd_core::migration::{Migration, MigrationStep};
use serde_json::{Value, json};

use super::CrdPlan;
use super::commands::{Section, section, storage_migration};
use crate::CommandError;
use crate::compat::edit_rejected;
use crate::report::severity_word;
use crate::terminal::{BOLD, DIM, ERROR, Terminal, WARNING};

pub(super) fn human(plans: &[CrdPlan], dir: Option<&Path>, terminal: &Terminal) -> Result<(), CommandError> {
    let mut out = terminal.stdout();
    for (index, plan) in plans.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let migration = &plan.migration;
        writeln!(out, "{BOLD}{}{BOLD:#}: {}", migration.crd, headline(plan))?;
        if migration.steps.is_empty() {
            writeln!(out, "\nThere are no differences, and nothing is left to migrate.")?;
        }
        if !migration.refused.is_empty() {
            writeln!(
                out,
                "\nIf it were applied directly, the API server would reject it:"
            )?;
            for finding in &migration.refused {
                writeln!(out, "  {}", worded(finding))?;
            }
        }
        let is_avoided = |loss: &&Loss| !migration.destroyed.contains(loss);
        let losses = [
            (
                "This is lost with any order of the steps:",
                migration.destroyed.iter().collect(),
            ),
            (
                "If it were applied directly, this would be lost:",
                migration.losses.iter().filter(is_avoided).collect::<Vec<&Loss>>(),
            ),
        ];
        for (title, losses) in losses.iter().filter(|(_, losses)| !losses.is_empty()) {
            writeln!(out, "\n{title}")?;
            for loss in losses {
                writeln!(out, "  {loss}")?;
            }
        }
        write_uneditable(&mut out, migration)?;
        for (number, step) in migration.steps.iter().enumerate() {
            write_step(&mut out, plan, number + 1, step, dir)?;
        }
        if !migration.is_possible() {
            writeln!(
                out,
                "\nThe API server rejects this with any order of the steps: the new CRD itself contains a \
                 change that it rejects."
            )?;
        }
    }
    let writes_files = plans
        .iter()
        .any(|plan| plan.migration.releases().next().is_some());
    if dir.is_none() && writes_files {
        terminal.note("`--out-dir DIR` writes the manifests that the commands use");
    }
    Ok(())
}

/// Summarizes in one line the effects of a plan on objects, and its length.
fn headline(plan: &CrdPlan) -> String {
    let migration = &plan.migration;
    let releases = match migration.releases().count() {
        0 => "nothing to apply".to_owned(),
        1 => "1 release".to_owned(),
        count => format!("{count} releases"),
    };
    let others = |count: usize| match count {
        0 | 1 => String::new(),
        2 => ", and 1 more".to_owned(),
        count => format!(", and {} more", count - 1),
    };
    let uneditable: Vec<_> = migration.certainly_uneditable().collect();
    let harm = if !migration.is_possible() {
        format!("{ERROR}the API server rejects it{ERROR:#}; ")
    } else if let Some(first) = migration.destroyed.first() {
        let what = match first {
            Loss::Rewritten { from, path, .. } => format!("`{path}` of objects stored in `{from}`"),
            Loss::Field { version, path } => format!("`{path}` of objects stored in `{version}`"),
            Loss::Members { version, path } if path.is_empty() => {
                format!("undeclared fields of objects stored in `{version}`")
            }
            Loss::Members { version, path } => {
                format!("undeclared fields of `{path}` of objects stored in `{version}`")
            }
            _ => "fields that the versions do not share".to_owned(),
        };
        format!(
            "{ERROR}loses data{ERROR:#}: {what}{}; ",
            others(migration.destroyed.len())
        )
    } else if migration.has_no_served_version() {
        format!("{ERROR}objects cannot be read or written afterwards{ERROR:#}; ")
    } else if let Some(first) = uneditable.first() {
        let path = if first.path.is_empty() {
            "the object"
        } else {
            &first.path
        };
        format!(
            "{WARNING}stored objects may be invalid afterwards{WARNING:#}: `{path}`{}; ",
            others(uneditable.len())
        )
    } else if !migration.losses.is_empty() {
        "loses no data if done step by step; ".to_owned()
    } else {
        String::new()
    };
    format!("{harm}{releases}, for Kubernetes {}", plan.server)
}

/// Writes the changes after which stored objects are rejected.
fn write_uneditable(out: &mut impl Write, migration: &Migration) -> std::io::Result<()> {
    if migration.uneditable.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nStored objects may be invalid afterwards:")?;
    for finding in &migration.uneditable {
        let version = finding.version.as_deref().unwrap_or_default();
        writeln!(
            out,
            "  {}[{}]: in `{version}`, {}",
            severity_word(finding.severity),
            finding.code,
            finding.message
        )?;
        let fate = match &finding.stored {
            Some(StoredObjects::Editable) => {
                "such an object can be edited as long as the value does not change".to_owned()
            }
            Some(StoredObjects::EditRejected(witness)) => edit_rejected(witness),
            Some(StoredObjects::Uneditable(_)) => {
                "every update of such an object is rejected, even of a label".to_owned()
            }
            _ => continue,
        };
        writeln!(out, "    {fate}")?;
    }
    writeln!(out, "  `crd-gen compat OLD NEW` shows such objects")
}

/// Writes one step of a plan: its title, notes, findings and commands.
fn write_step(
    out: &mut impl Write,
    plan: &CrdPlan,
    number: usize,
    step: &MigrationStep,
    dir: Option<&Path>,
) -> std::io::Result<()> {
    let Section {
        title,
        notes,
        commands,
    } = section(plan, step, dir);
    writeln!(out, "\n{BOLD}{number}. {title}{BOLD:#}")?;
    for note in notes {
        writeln!(out, "   {note}")?;
    }
    for loss in losses_of(step) {
        writeln!(out, "   {ERROR}this loses data{ERROR:#}: {loss}")?;
    }
    if let MigrationStep::Apply(release) = step {
        for finding in &release.refused {
            writeln!(
                out,
                "   {ERROR}the API server rejects it{ERROR:#}: {}",
                worded(finding)
            )?;
        }
        for finding in &release.warnings {
            writeln!(out, "   {WARNING}meanwhile{WARNING:#}: {}", worded(finding))?;
        }
    }
    for command in commands {
        for line in command.lines() {
            writeln!(out, "     {DIM}{line}{DIM:#}")?;
        }
    }
    if dir.is_none()
        && let Some((_, text)) = storage_migration(plan, step)
    {
        writeln!(out, "   The object:")?;
        for line in text.lines() {
            writeln!(out, "     {line}")?;
        }
    }
    Ok(())
}

/// Returns the data that a step loses.
fn losses_of(step: &MigrationStep) -> &[Loss] {
    match step {
        MigrationStep::Apply(release) => &release.losses,
        MigrationStep::Rewrite { losses, .. } => losses,
        _ => &[],
    }
}

fn worded(finding: &Diagnostic) -> String {
    format!(
        "{}[{}]: {}",
        severity_word(finding.severity),
        finding.code,
        finding.message
    )
}

pub(super) fn json(plans: &[CrdPlan], dir: Option<&Path>, terminal: &Terminal) -> Result<(), CommandError> {
    let plans: Vec<Value> = plans.iter().map(|plan| of_plan(plan, dir)).collect();
    let mut out = terminal.stdout();
    writeln!(out, "{:#}", Value::Array(plans))?;
    Ok(())
}

fn of_plan(plan: &CrdPlan, dir: Option<&Path>) -> Value {
    let migration = &plan.migration;
    let words = |losses: &[Loss]| -> Vec<String> { losses.iter().map(ToString::to_string).collect() };
    let steps: Vec<Value> = migration
        .steps
        .iter()
        .map(|step| {
            let section = section(plan, step, dir);
            let mut value = json!({
                "step": name_of(step),
                "title": section.title,
                "notes": section.notes,
                "commands": section.commands,
                "loses": words(losses_of(step)),
            });
            if let Some(members) = value.as_object_mut() {
                if let MigrationStep::Apply(release) = step {
                    members.insert("release".to_owned(), release.number.into());
                    members.insert("changes".to_owned(), json!(release.changes));
                    members.insert("refused".to_owned(), findings(&release.refused));
                    members.insert("warnings".to_owned(), findings(&release.warnings));
                    members.insert(
                        "crd".to_owned(),
                        serde_json::to_value(&release.crd).unwrap_or_default(),
                    );
                }
                if let Some((_, text)) = storage_migration(plan, step) {
                    members.insert("storageVersionMigration".to_owned(), text.into());
                }
            }
            value
        })
        .collect();
    json!({
        "crd": migration.crd,
        "kubernetesVersion": plan.server.to_string(),
        "possible": migration.is_possible(),
        "refusedAtOnce": findings(&migration.refused),
        "lost": words(&migration.destroyed),
        "lostAtOnce": words(&migration.losses),
        "uneditable": migration.uneditable.iter().map(uneditable_json).collect::<Vec<Value>>(),
        "steps": steps,
    })
}

fn uneditable_json(finding: &CompatFinding) -> Value {
    json!({
        "code": finding.code.to_string(),
        "severity": severity_word(finding.severity),
        "version": finding.version,
        "field": finding.path,
        "message": finding.message,
        "help": finding.help,
    })
}

fn name_of(step: &MigrationStep) -> &'static str {
    match step {
        MigrationStep::DeployWebhook => "deployWebhook",
        MigrationStep::Apply(_) => "apply",
        MigrationStep::MoveClients { .. } => "moveClients",
        MigrationStep::Rewrite { .. } => "rewrite",
        MigrationStep::PruneStoredVersions { .. } => "pruneStoredVersions",
        MigrationStep::CleanManagedFields { .. } => "cleanManagedFields",
        MigrationStep::RemoveWebhook => "removeWebhook",
        _ => "other",
    }
}

fn findings(findings: &[Diagnostic]) -> Value {
    findings
        .iter()
        .map(|finding| {
            json!({
                "code": finding.code.to_string(),
                "severity": severity_word(finding.severity),
                "message": finding.message,
                "field": finding.field.to_string(),
                "help": finding.help,
            })
        })
        .collect()
}
