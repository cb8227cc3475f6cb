//! Advice to test whether a field is set, about fields that are never absent.

use crd_cel::{Issue, IssueKind};

use super::fields::selected_from;
use crate::check::Diagnostic;
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// Replaces the advice to test whether a field is set that is required or has a default, and is thus never absent.
pub(super) fn replace(document: &Node, rule: &FieldPath, issue: &Issue, diagnostic: &mut Diagnostic) {
    if let IssueKind::TypeMismatch { help: Some(help), .. } = &issue.kind
        && let Some((other, test)) = help.split_once("to test whether it is set, write `has(")
        && let Some(field) = test.strip_suffix(")`")
        && let Some(reason) = always_set(document, rule, field)
    {
        diagnostic.help = vec![match other.strip_suffix("; ") {
            Some(other) => other.to_owned(),
            None => format!("`{field}` is always set: {reason}"),
        }];
        return;
    }
    let (IssueKind::NoOverload {
        rewritten: Some(test),
        ..
    }
    | IssueKind::UnknownVariable {
        suggestion: Some(test),
        ..
    }) = &issue.kind
    else {
        return;
    };
    if let Some(field) = test.trim_start_matches('!').strip_prefix("has(")
        && let Some(field) = field.strip_suffix(')')
        && let Some(reason) = always_set(document, rule, field)
        && let Some(help) = diagnostic.help.iter_mut().find(|help| help.contains(test))
    {
        *help = format!("`{field}` is always set: {reason}");
    }
}

/// Returns the reason why a field of `self` is never absent.
fn always_set(document: &Node, rule: &FieldPath, field: &str) -> Option<&'static str> {
    let schema = selected_from(document, rule, field)?;
    // Null counts as absent.
    if schema.get("nullable").is_some() {
        return None;
    }
    if schema.get("default").is_some() {
        return Some("it has a default");
    }
    let (object, name) = field.rsplit_once('.')?;
    // An object in another one may be absent itself.
    let required = selected_from(document, rule, object)?.get("required")?;
    let mut names = required.elements().iter();
    (object == "self" && names.any(|required| required.as_str() == Some(name))).then_some("it is required")
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn tests_of_fields_that_are_always_set() {
        let of = |member: &str, rule: &str| {
            let text = widgets(&format!(
                "spec: {{type: object, required: [a], properties: {{a: {{{member}}}, o: {{type: object, required: [b], \
                 properties: {{b: {{type: integer}}}}}}}}, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help[0].clone()
        };
        let always = "`self.a` is always set: it is required";
        assert_eq!(of("type: integer", "self.a != ''"), always);
        assert_eq!(of("type: integer", "self.a != nil"), always);
        assert_eq!(
            of("type: integer, nullable: true", "self.a != ''"),
            "write `has(self.a)`"
        );
        // It may be compared instead, unless it is an object.
        assert_eq!(
            of("type: string", "self.a && self.o.b > 1"),
            "compare it: `… == 'a'`"
        );
        assert_eq!(of("type: object", "self.a && self.o.b > 1"), always);
        // `o` may be absent.
        assert_eq!(of("type: integer", "self.o.b != ''"), "write `has(self.o.b)`");
    }
}
