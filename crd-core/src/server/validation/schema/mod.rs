//! Checks one schema of a CRD: `ValidateCustomResourceDefinitionOpenAPISchema` and its callers (rules SCH-01 to SCH-09).

mod context;
mod node;
mod rules;
mod status_root;
mod walk;

pub(super) use context::SchemaContext;
pub(crate) use status_root::{check as error_beside_status, is_forbidden};

use super::options::Stages;
use crate::go::quote;
use crate::model::crd::CrdValidation;
use crate::model::field::{FieldError, Path};
use crate::model::rules::SCH_03;
use crate::model::schema::{JsonSchemaProps, SchemaStep, VisitScope};
use crate::server::objects::validate_defaults;
use crate::server::structural::{check, from_schema, unsupported};
use crate::server::verdict::{ServerPanic, Verdict};

impl SchemaContext<'_> {
    /// Checks the schema at `path` (`spec.validation` or `spec.versions[i].schema`).
    pub(super) fn check(
        &self,
        validation: Option<&CrdValidation>,
        path: &Path<'_>,
        verdict: &mut Verdict,
    ) -> Result<(), ServerPanic> {
        let schema = validation.and_then(|validation| validation.open_api_v3_schema.as_deref());
        let Some(schema) = schema else { return Ok(()) };
        let stripped = self
            .options
            .drop_optional_old_self
            .then(|| without_optional_old_self(schema));
        let schema = stripped.as_ref().unwrap_or(schema);
        let path = path.child("openAPIV3Schema");
        let before = verdict.errors.len();
        if self.status_enabled {
            verdict.errors.extend(status_root::check(schema, &path));
        }
        if schema.nullable {
            verdict.errors.push(FieldError::forbidden(
                SCH_03,
                &path.child("nullable"),
                "nullable cannot be true at the root",
            ));
        }
        let held_back = self.structural(schema, &path, verdict)?;
        if let (Some(error), true) = (held_back, verdict.errors.len() == before) {
            verdict.errors.push(error);
        }
        Ok(())
    }

    /// Checks SCH-04 to SCH-09. Returns the error that counts only if there is no other.
    fn structural(
        &self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        verdict: &mut Verdict,
    ) -> Result<Option<FieldError>, ServerPanic> {
        let mut held_back = None;
        let mut clean = false;
        let all = self.options.stages == Stages::All;
        if self.require_structural {
            if let Err(reason) = unsupported::check(schema) {
                held_back = Some(FieldError::invalid(reason.rule, path, quote(""), reason.text));
                clean = all;
            } else {
                let errors = check::check(schema, path, self.options.version);
                clean = errors.is_empty() || all;
                verdict.errors.extend(errors);
            }
        }
        let defaults = clean.then(|| from_schema::skeleton_of_defaults(schema)).flatten();
        if let Some(structural) = defaults {
            let errors = validate_defaults(&structural, path, self.options.defaults());
            clean = errors.is_empty() || all;
            verdict.errors.extend(errors);
        }
        let rules = if clean && schema.any(&mut |node| !node.rules().is_empty()) {
            walk::RuleCompilation::Compile
        } else {
            walk::RuleCompilation::Skip
        };
        walk::SchemaWalk::new(self, verdict).root(schema, path, rules)?;
        Ok(held_back)
    }
}

/// Returns the schema as servers before 1.30 store it (PREP-03).
fn without_optional_old_self(schema: &JsonSchemaProps) -> JsonSchemaProps {
    let mut schema = schema.clone();
    drop_optional_old_self(&mut schema);
    schema
}

fn drop_optional_old_self(schema: &mut JsonSchemaProps) {
    for rule in schema.x_validations.iter_mut().flatten() {
        rule.optional_old_self = None;
    }
    // The server does not process nodes below junctors.
    schema.each_child_mut(VisitScope::All, &mut |step, child| match step {
        SchemaStep::Property(_)
        | SchemaStep::AdditionalProperties
        | SchemaStep::Items
        | SchemaStep::ItemAt(_) => drop_optional_old_self(child),
        _ => {}
    });
}
