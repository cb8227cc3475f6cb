//! Suggestions for members of a rule besides its expression: `reason` and `fieldPath`.
//!
//! ```text
//! reason: FieldValueForbiden     did you mean `FieldValueForbidden`?
//! fieldPath: spec.nmae           did you mean `.name`?
//! - message: must be odd         remove the dash
//! ```

use crd_cel::nearest;

use super::place::node_at;
use super::{Diagnostic, codes};
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Entry, Node};

pub(super) const REASONS: [&str; 4] = [
    "FieldValueInvalid",
    "FieldValueForbidden",
    "FieldValueRequired",
    "FieldValueDuplicate",
];

/// Adds a suggestion to the diagnostic of a wrong reason or field path; `path` is that of the member.
pub(super) fn suggest(document: &Node, path: &FieldPath, diagnostic: &mut Diagnostic) {
    if diagnostic.code == codes::RULE_EMPTY
        && is_of_rule_before(document, &path.ancestor(1)).unwrap_or_default()
    {
        let help = "remove the dash: these members belong to the rule before them";
        diagnostic.help = vec![help.to_owned()];
        return;
    }
    let Some(written) = node_at(document, path).and_then(Node::as_str) else {
        return;
    };
    if diagnostic.code == codes::RULE_FIELD_PATH && is_itself(path, written) {
        let help = "remove it: without `fieldPath`, errors are about the value that has the rule";
        diagnostic.help = vec![help.to_owned()];
        return;
    }
    if diagnostic.code == codes::RULE_REASON && written.contains(' ') {
        diagnostic
            .help
            .insert(0, "write a text for users as `message`".to_owned());
        return;
    }
    let meant = if diagnostic.code == codes::RULE_REASON {
        let is_end = |reason: &&str| reason.eq_ignore_ascii_case(&format!("FieldValue{written}"));
        let end = REASONS.into_iter().find(is_end);
        end.or_else(|| nearest(written, REASONS)).map(str::to_owned)
    } else if diagnostic.code == codes::RULE_FIELD_PATH {
        // The rule is at `….x-kubernetes-validations[0].fieldPath`, its schema three steps up.
        node_at(document, &path.ancestor(3)).and_then(|schema| field_path(schema, path, written))
    } else {
        None
    };
    let Some(meant) = meant else {
        if diagnostic.code == codes::RULE_FIELD_PATH {
            let fields = node_at(document, &path.ancestor(3)).and_then(fields_of);
            diagnostic.help = fields
                .into_iter()
                .chain(diagnostic.help.drain(..))
                .take(1)
                .collect();
        }
        return;
    };
    if diagnostic.code == codes::RULE_FIELD_PATH {
        // The general help has another path as its example.
        diagnostic.help.clear();
        if meant.strip_prefix('.') == Some(written) {
            "the field path has no dot at its start".clone_into(&mut diagnostic.message);
            "starts without a dot".clone_into(&mut diagnostic.label);
        } else if written.contains('[') && !meant.contains('[') {
            diagnostic
                .help
                .push("a field path cannot lead into a list".to_owned());
        }
    }
    diagnostic.help.insert(0, format!("did you mean `{meant}`?"));
}

/// Lists the fields of a schema that has few, as paths.
fn fields_of(schema: &Node) -> Option<String> {
    const MOST: usize = 6;
    let fields = schema.get("properties")?.members();
    let paths: Vec<String> = fields.iter().map(|field| format!(".{}", field.key)).collect();
    let is_simple = |field: &Entry| !field.key.contains('.');
    let is_short = (1..=MOST).contains(&paths.len()) && fields.iter().all(is_simple);
    is_short.then(|| format!("the fields here: `{}`", paths.join("`, `")))
}

/// Whether a field path leads to the value that has the rule.
fn is_itself(path: &FieldPath, written: &str) -> bool {
    let name = written.trim_start_matches(['.', '/', '$']);
    let own = path.ancestor(3);
    matches!(name, "" | "self") || matches!(own.segments.last(), Some(Segment::Key(own)) if **own == *name)
}

/// Whether a rule has only members that the rule before it lacks.
fn is_of_rule_before(document: &Node, rule: &FieldPath) -> Option<bool> {
    let Some(Segment::Index(index)) = rule.segments.last() else {
        return None;
    };
    let rules = node_at(document, &rule.ancestor(1))?.elements();
    let (rule, before) = (rules.get(*index)?, rules.get(index.checked_sub(1)?)?);
    let members = &rule.as_mapping()?.entries;
    let mut members = members.iter();
    Some(before.get("rule").is_some() && members.all(|member| before.get(&member.key).is_none()))
}

/// Returns the path of declared fields that is most similar to a text, which may begin with `self`, or with the name or the path of the
/// field that has the rule. `path` is that of the text.
fn field_path(schema: &Node, path: &FieldPath, written: &str) -> Option<String> {
    // A path cannot lead into a list.
    let written = match written.split_once('[') {
        Some((list, index)) if !index.starts_with(['\'', '"']) => list,
        _ => written,
    };
    let steps: Vec<&str> = written
        .split(['.', '/', '$'])
        .filter(|step| !step.is_empty())
        .collect();
    let below = steps.get(1..).unwrap_or_default();
    let holder: Vec<&str> = path
        .segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Key(name) => Some(&**name),
            _ => None,
        })
        .collect();
    declared(schema, &steps)
        .or_else(|| declared(schema, below))
        .or_else(|| declared(schema, steps.strip_prefix(&*holder)?))
}

fn declared(schema: &Node, steps: &[&str]) -> Option<String> {
    let mut path = String::new();
    let mut here = schema;
    for step in steps {
        let Some(properties) = here.get("properties").and_then(Node::as_mapping) else {
            // Errors below a list or a value without members are about it.
            break;
        };
        let names = properties.entries.iter().map(|entry| &*entry.key);
        let mut entries = properties.entries.iter();
        let escaped = entries.find(|entry| crd_cel::escape(&entry.key).as_deref() == Some(*step));
        let name = match properties.get(step) {
            Some(_) => step,
            None => match escaped {
                Some(entry) => &*entry.key,
                None if step.len() > 1 => nearest(step, names)?,
                None => return None,
            },
        };
        let is_plain = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        here = here.get("properties")?.get(name).filter(|_| is_plain)?;
        path.push('.');
        path.push_str(name);
    }
    (!path.is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn members_in_an_element_of_their_own() {
        for (rules, expected) in [
            (
                "- rule: self > 1\n  - message: must be odd",
                "remove the dash: these members belong to the rule before them",
            ),
            (
                "- {rule: self > 1, message: a}\n  - message: b",
                "write the condition that must be true",
            ),
            ("- message: must be odd", "write the condition that must be true"),
        ] {
            let text = widgets(&format!(
                "n:\n  type: integer\n  x-kubernetes-validations:\n  {rules}"
            ));
            let report = check::text(&text, &Options::default());
            let mut diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
            let empty = diagnostics.find(|diagnostic| diagnostic.code == codes::RULE_EMPTY);
            assert_eq!(empty.map(|empty| &*empty.help[0]), Some(expected), "{rules}");
        }
    }

    /// Whether a rule uses `oldSelf` is only known once it compiles.
    #[test]
    fn optional_old_self_of_rules_that_do_not_compile() {
        for (rule, expected) in [
            ("oldSelf.name == self.name", &[codes::CEL_NO_OVERLOAD][..]),
            ("oldSelf.name == ", &[codes::CEL_SYNTAX]),
            ("self.name != 'oldSelf'", &[codes::OPTIONAL_OLD_SELF]),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  properties:
    name: {{type: string, maxLength: 5}}
  x-kubernetes-validations:
  - {{rule: \"{rule}\", optionalOldSelf: true}}"
            ));
            let report = check::text(&text, &Options::default());
            let found: Vec<_> = report
                .findings
                .iter()
                .map(|finding| finding.diagnostic.code)
                .collect();
            assert_eq!(found, expected, "{rule}");
        }
    }

    #[test]
    fn field_paths_from_the_root() {
        let text = widgets(
            "spec:
  type: object
  properties:
    inner:
      type: object
      properties: {size: {type: integer}}
      x-kubernetes-validations:
      - {rule: \"self.size > 1\", fieldPath: .spec.inner.size}",
        );
        let report = check::text(&text, &Options::default());
        let help = &report.findings[0].diagnostic.help[0];
        assert_eq!(help, "did you mean `.size`?");
    }

    #[test]
    fn reasons_and_field_paths_have_suggestions() {
        for (member, expected) in [
            (
                "reason: FieldValueForbiden",
                "did you mean `FieldValueForbidden`?",
            ),
            ("reason: invalid", "did you mean `FieldValueInvalid`?"),
            (
                "reason: the name is invalid",
                "write a text for users as `message`",
            ),
            ("fieldPath: name", "did you mean `.name`?"),
            ("fieldPath: spec.name", "did you mean `.name`?"),
            ("fieldPath: self.name", "did you mean `.name`?"),
            ("fieldPath: .nmae", "did you mean `.name`?"),
            ("fieldPath: /inner/siez", "did you mean `.inner.size`?"),
            ("fieldPath: '.list[0]'", "did you mean `.list`?"),
            ("fieldPath: '.list[0].name'", "did you mean `.list`?"),
            ("fieldPath: .dead__dash__letter", "did you mean `.dead-letter`?"),
            ("fieldPath: .list.name", "did you mean `.list`?"),
            ("fieldPath: .name.first", "did you mean `.name`?"),
            ("fieldPath: .", "remove it: without `fieldPath`"),
            ("fieldPath: .spec", "remove it: without `fieldPath`"),
            (
                "fieldPath: .other",
                "the fields here: `.name`, `.inner`, `.dead-letter`, `.list`",
            ),
            ("fieldPath: .spec.deep.siez", "the fields here:"),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  properties:
    name: {{type: string, maxLength: 5}}
    inner: {{type: object, properties: {{size: {{type: integer}}}}}}
    dead-letter: {{type: string}}
    list: {{type: array, maxItems: 5, items: {{type: string}}}}
  x-kubernetes-validations:
  - {{rule: \"true\", {member}}}"
            ));
            let report = check::text(&text, &Options::default());
            let found = report.findings.iter().find(|finding| {
                [codes::RULE_REASON, codes::RULE_FIELD_PATH].contains(&finding.diagnostic.code)
            });
            let diagnostic = &found.expect(member).diagnostic;
            let help = &diagnostic.help[0];
            assert!(help.starts_with(expected), "{member}: {help}");
            let has_no_dot = diagnostic.message == "the field path has no dot at its start";
            assert_eq!(has_no_dot, member == "fieldPath: name", "{member}");
        }
    }
}
