//! Formats the answer about an expression.

use std::fmt::Write as _;
use std::path::PathBuf;

use crd_core::KubeVersion;
use crd_core::cel::{CompiledExpression, EXPRESSION_LIMIT, OldSelf, RuleScope, escape};
use crd_core::check::{Diagnostic, Severity};
use crd_core::schema::{FoundNode, JsonSchemaProps};

use crate::cost::{share, thousands};
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::SourceText;
use crate::terminal::{BOLD, DIM, ERROR, HELP, NOTE, WARNING};
use crate::text::plain;

/// Describes the type of `self` and its fields.
pub(super) fn fields(scope: &RuleScope, place: &FoundNode<'_>, of: &str) -> String {
    let mut out = String::new();
    let ty = scope.self_type();
    let at = match place.path.short_node().to_string().as_str() {
        "" => String::new(),
        path => format!(" at `{path}`"),
    };
    let _ = writeln!(out, "{BOLD}self{BOLD:#}{at} of {of}: {BOLD}{ty}{BOLD:#}");
    let mut schema = place.schema;
    let mut elements = false;
    while let Some(inner) = schema.item_schema().or(schema.additional_schema()) {
        (schema, elements) = (inner, true);
    }
    let fields = scope.fields();
    if elements && !fields.is_empty() {
        let _ = writeln!(out, "fields of its elements:");
    }
    let width = |column: fn(&(String, String)) -> usize| fields.iter().map(column).max().unwrap_or(0);
    let names = width(|(name, _)| name.len());
    let types = width(|(_, ty)| ty.len()).min(40);
    for (name, ty) in &fields {
        let facts = facts(schema, name);
        let line = format!("  {name:names$}  {ty:types$}  {DIM}{facts}{DIM:#}");
        let _ = writeln!(
            out,
            "{}",
            if facts.is_empty() {
                format!("  {name:names$}  {ty}")
            } else {
                line
            }
        );
    }
    out
}

/// Describes the schema of a field, which is given by its name in expressions.
fn facts(schema: &JsonSchemaProps, name: &str) -> String {
    let mut properties = schema.properties.iter().flat_map(crd_core::Map::iter);
    let Some((property, field)) = properties.find(|(property, _)| escape(property).as_deref() == Some(name))
    else {
        return String::new();
    };
    let mut facts = Vec::new();
    if property != name {
        facts.push(format!("`{property}`"));
    }
    let is_required = schema
        .required
        .iter()
        .flatten()
        .any(|required| **required == *property);
    if is_required {
        facts.push("required".to_owned());
    } else if field.default.is_some() {
        facts.push("has a default".to_owned());
    } else {
        facts.push("optional".to_owned());
    }
    for (keyword, bound) in [
        ("maxLength", field.max_length),
        ("maxItems", field.max_items),
        ("maxProperties", field.max_properties),
    ] {
        facts.extend(bound.map(|bound| format!("{keyword} {bound}")));
    }
    facts.join(", ")
}

/// Writes the cost, its most expensive part, and the missing bounds.
fn cost(out: &mut String, scope: &RuleScope, typed: &CompiledExpression, expression: &str) {
    let once = typed.cost.max;
    let total = once.saturating_mul(scope.occurrences);
    let style = if total > EXPRESSION_LIMIT {
        ERROR
    } else {
        anstyle::Style::new()
    };
    let times = match (scope.occurrences, scope.is_limited) {
        (1, _) => String::new(),
        (many, true) => format!(", for each of at most {}", thousands(many)),
        (many, false) => format!(", for each of {}, because no bound limits them", thousands(many)),
    };
    let _ = writeln!(
        out,
        "{BOLD}cost{BOLD:#}   {style}{}{style:#}{times}; {} of the limit of one rule",
        thousands(once),
        share(total, EXPRESSION_LIMIT)
    );
    if let Some((span, cost)) = typed
        .cost
        .most_expensive
        .filter(|_| once > EXPRESSION_LIMIT / 100)
    {
        let text = plain(expression.get(span.range()).unwrap_or_default());
        let _ = writeln!(out, "       {DIM}{} in `{text}`{DIM:#}", thousands(cost));
    }
    for (path, size) in typed
        .cost
        .assumed
        .iter()
        .filter(|_| total > EXPRESSION_LIMIT / 100)
    {
        let _ = writeln!(
            out,
            "       {DIM}`{path}` has no bound: the server assumes {}{DIM:#}",
            thousands(*size)
        );
    }
}

/// Describes the type, the cost, and the required server version of an expression.
pub(super) fn typed(
    scope: &RuleScope,
    typed: &CompiledExpression,
    expression: &str,
    old_self: OldSelf,
) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{BOLD}type{BOLD:#}   {}", typed.result);
    cost(&mut out, scope, typed, expression);
    let latest = typed.needs.iter().max_by_key(|(_, since)| *since);
    if let Some((span, since)) = latest.filter(|(_, since)| u16::from(*since) >= KubeVersion::OLDEST.minor())
    {
        let text = plain(expression.get(span.range()).unwrap_or_default());
        let _ = writeln!(
            out,
            "{BOLD}needs{BOLD:#}  Kubernetes 1.{} or newer: `{text}`",
            since + 1
        );
    }
    if typed.uses_old_self && old_self == OldSelf::Value {
        let _ = writeln!(
            out,
            "{NOTE}note{NOTE:#}: with `oldSelf`, it is a transition rule, which only runs on updates"
        );
    }
    if !typed.is_bool {
        let _ = writeln!(out, "{WARNING}warning{WARNING:#}: a rule must return `bool`");
    }
    out
}

/// Draws the findings about an expression.
pub(super) fn findings(findings: &[Diagnostic], expression: &str, width: usize) -> String {
    let source = SourceText::new(PathBuf::from("<expression>"), expression.to_owned());
    let mut texts = Vec::new();
    for finding in findings {
        let mark = finding.span.map(|span| Mark {
            span,
            text: &finding.label,
            kind: MarkKind::Main,
        });
        let marks = mark.as_slice();
        let mut drawing = Drawing::beside(&source, marks, width);
        drawing.headline(finding.severity, &format!("[{}]", finding.code), &finding.message);
        drawing.excerpt("-->", &source, marks, "", style(finding.severity));
        for text in &finding.help {
            drawing.footer("help", HELP, text);
        }
        texts.push(drawing.text);
    }
    texts.join("\n")
}

fn style(severity: Severity) -> anstyle::Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => NOTE,
    }
}
