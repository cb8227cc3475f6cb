//! Checks one rule as if a node of a CRD had it, for tools that take a rule from their users.

use super::place::{entry_at, node_at};
use super::{Diagnostic, Options, cel, text};
use crate::model::crd::Crd;
use crate::model::field::{Cause, FieldPath, Path};
use crate::model::schema::{ValidationRule, VisitNext, VisitScope};
use crate::yaml::tree::Span;
use crate::yaml::{self, WriteError, read_text, source_offsets};

/// Checks a rule as the only one of a version, at a node of it. `path` is that of the node, whose first segment is the schema. Returns
/// the findings about the rule, those that several mistakes cause once for each; their spans are in the text of the rule.
///
/// # Errors
/// When the CRD cannot be written as YAML.
pub fn rule(
    crd: &Crd,
    version: &str,
    path: &FieldPath,
    rule: ValidationRule,
    options: &Options,
) -> Result<Vec<Diagnostic>, WriteError> {
    let mut crd = crd.clone();
    crd.spec.conversion = None;
    let mut field = FieldPath::default()
        .child("spec")
        .child("versions")
        .index(0)
        .child("schema");
    field.segments.extend_from_slice(&path.segments);
    let mut version = crd.version(version).cloned().unwrap_or_default();
    (version.served, version.storage) = (true, true);
    let below = path.segments.get(1..).unwrap_or_default();
    if let Some(schema) = version
        .schema
        .as_mut()
        .and_then(|schema| schema.open_api_v3_schema.as_mut())
    {
        // Errors of other rules would hide findings about this one.
        schema.visit_mut(
            VisitScope::Structural,
            &Path::root("openAPIV3Schema"),
            &mut |_, node| {
                node.x_validations = None;
                VisitNext::Children
            },
        );
        if let Some(node) = schema.at_mut(below) {
            node.x_validations = Some(vec![rule]);
        }
    }
    crd.spec.versions = Some(vec![version]);
    let manifest = yaml::to_string(&crd)?;
    let report = text(&manifest, options);
    let read = read_text(&manifest, options.reading);
    let document = read.documents.first().map(|document| &document.root);
    let rules = field.child("x-kubernetes-validations");
    let place = document.and_then(|document| entry_at(document, &rules));
    let rule = rules.index(0).child("rule");
    let written = document.and_then(|document| node_at(document, &rule));
    let (Some(place), Some(written)) = (place, written) else {
        return Ok(Vec::new());
    };
    let offsets = source_offsets(&manifest, written.span);
    let in_rule = |at: u32| u32::try_from(offsets.partition_point(|offset| *offset < at)).unwrap_or(u32::MAX);
    let mut found = Vec::new();
    for finding in &report.findings {
        let mut diagnostic = finding.diagnostic.clone();
        let Some(span) = diagnostic
            .span
            .filter(|span| place.key_span.start <= span.start && span.end <= place.value.span.end)
        else {
            continue;
        };
        let is_about_rule = span.start <= written.span.end && written.span.start <= span.end;
        diagnostic.span = is_about_rule.then(|| Span {
            start: in_rule(span.start),
            end: in_rule(span.end),
        });
        diagnostic.labels.clear();
        cel::forget_quotes(&mut diagnostic);
        let others = other_mistakes(&diagnostic);
        found.push(diagnostic);
        found.extend(others);
    }
    Ok(found)
}

/// Returns the mistakes in an expression after the first one, which is that of the diagnostic.
fn other_mistakes(first: &Diagnostic) -> Vec<Diagnostic> {
    let Some(Cause::Expression(expression)) = first.server.as_ref().and_then(|error| error.cause.as_deref())
    else {
        return Vec::new();
    };
    let causes = expression.causes();
    let mistakes = expression.mistakes().zip(causes).skip(1);
    mistakes
        .map(|(mistake, cause)| {
            let span = mistake.span.map(|span| Span {
                start: span.start,
                end: span.end,
            });
            let mut other = Diagnostic::new(
                cel::code_of(cause),
                mistake.words.message,
                span.unwrap_or_default(),
            );
            other.help = mistake.words.help;
            other
        })
        .collect()
}
