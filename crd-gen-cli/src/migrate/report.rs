//! A plan as text for people, and as JSON.

use std::io::Write;
use std::path::Path;

use crd_core::check::{Diagnostic, Step};
use serde_json::{Value, json};

use super::CrdPlan;
use super::commands::{Section, section, storage_migration};
use crate::CommandError;
use crate::report::severity_word;
use crate::terminal::{BOLD, DIM, ERROR, Terminal, WARNING};

pub(super) fn human(plans: &[CrdPlan], dir: Option<&Path>, terminal: &Terminal) -> Result<(), CommandError> {
    let mut out = terminal.stdout();
    for (index, plan) in plans.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let migration = &plan.migration;
        let releases = match migration.releases().count() {
            0 => "nothing to apply".to_owned(),
            1 => "1 release".to_owned(),
            count => format!("{count} releases"),
        };
        writeln!(
            out,
            "{BOLD}{}{BOLD:#}: {releases}, for Kubernetes {}",
            migration.crd, plan.server
        )?;
        if migration.steps.is_empty() {
            writeln!(out, "\nNothing differs, and nothing is left to migrate.")?;
        }
        if !migration.refused.is_empty() {
            writeln!(
                out,
                "\nIf it were applied at once, the API server would refuse it:"
            )?;
            for finding in &migration.refused {
                writeln!(out, "  {}", worded(finding))?;
            }
        }
        if !migration.losses.is_empty() {
            writeln!(out, "\nIf it were applied at once, this would be lost:")?;
            for loss in &migration.losses {
                writeln!(out, "  {loss}")?;
            }
        }
        for (number, step) in migration.steps.iter().enumerate() {
            write_step(&mut out, plan, number + 1, step, dir)?;
        }
        if !migration.is_possible() {
            writeln!(
                out,
                "\nNo order of steps makes the API server accept this: a change that it refuses is in the new CRD itself."
            )?;
        }
    }
    let writes_files = plans
        .iter()
        .any(|plan| plan.migration.releases().next().is_some());
    if dir.is_none() && writes_files {
        terminal.note("`--out-dir DIR` writes the manifests that the commands name");
    }
    Ok(())
}

/// One step of a plan: its title, notes, findings and commands.
fn write_step(
    out: &mut impl Write,
    plan: &CrdPlan,
    number: usize,
    step: &Step,
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
    if let Step::Apply(release) = step {
        for finding in &release.refused {
            writeln!(
                out,
                "   {ERROR}the API server refuses it{ERROR:#}: {}",
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
    let losses: Vec<String> = migration.losses.iter().map(ToString::to_string).collect();
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
            });
            if let Some(members) = value.as_object_mut() {
                if let Step::Apply(release) = step {
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
        "lostAtOnce": losses,
        "steps": steps,
    })
}

fn name_of(step: &Step) -> &'static str {
    match step {
        Step::DeployWebhook => "deployWebhook",
        Step::Apply(_) => "apply",
        Step::MoveClients { .. } => "moveClients",
        Step::Rewrite { .. } => "rewrite",
        Step::PruneStoredVersions { .. } => "pruneStoredVersions",
        Step::CleanManagedFields { .. } => "cleanManagedFields",
        Step::RemoveWebhook => "removeWebhook",
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
