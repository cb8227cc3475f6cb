//! Follows the advice about CRDs with one slip: the finding must be gone afterwards, without another error and without a rule that is
//! constant or too expensive.
//!
//! ```text
//! max_length: 5       did you mean `maxLength`?           maxLength: 5
//! maximum: "9"        write it without quotes: `9`        maximum: 9
//! kind: [Widget]      write only the value: `Widget`      kind: Widget
//! ```

use super::{Diagnostic, Options, Severity, codes, fix, text};
use crate::yaml::tree::Span;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    singular: widget
    kind: Widget
    listKind: WidgetList
    shortNames: [wd]
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - name: Size
      type: integer
      jsonPath: .spec.size
      priority: 1
    selectableFields:
    - jsonPath: .spec.mode
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.size
        statusReplicasPath: .status.size
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [mode]
            properties:
              mode:
                type: string
                maxLength: 10
                minLength: 1
                enum: [Fast, Slow]
              size:
                type: integer
                format: int32
                minimum: 1
                maximum: 9
                default: 2
              count:
                type: integer
                format: int32
                default: 0
              other:
                type: integer
                format: int32
              paused:
                type: boolean
                default: false
              hosts:
                type: array
                minItems: 1
                maxItems: 8
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [host]
                items:
                  type: object
                  required: [host]
                  properties:
                    host:
                      type: string
                      pattern: '^[a-z]+$'
                    port:
                      type: integer
                      format: int32
              labels:
                type: object
                maxProperties: 4
                additionalProperties:
                  type: string
            x-kubernetes-validations:
            - rule: self.size < 9 || self.mode == 'Fast'
              message: must be fast
              fieldPath: .size
          status:
            type: object
            properties:
              size:
                type: integer
";

/// The names of properties, which may be any.
const PROPERTIES: [&str; 10] = [
    "count", "other", "port", "spec", "status", "mode", "size", "paused", "hosts", "labels",
];

/// Returns the lines that may stand for a line, each with one slip.
fn slips(line: &str) -> Vec<String> {
    let (before, value) = line.split_once(':').unwrap_or((line, ""));
    let start = before.len() - before.trim_start_matches([' ', '-']).len();
    let (indent, key) = before.split_at(start);
    let value = value.trim();
    let mut names = Vec::new();
    if !PROPERTIES.contains(&key) && key != "host" && key.len() > 4 {
        let middle = key.len() / 2;
        let (head, tail) = key.split_at(middle);
        names.push(format!("{head}{}", tail.get(1..).unwrap_or_default()));
        names.push(format!("{}{}", head.to_uppercase(), tail));
        names.push(key.replace('-', "_"));
        names.push(format!("{key}s"));
        names.push(key.replace("Length", "Len").replace("Properties", "Props"));
        names.push(key.replace("imum", "Value").replace("Items", "_count"));
    }
    let mut slips: Vec<String> = names
        .iter()
        .map(|name| format!("{indent}{name}: {value}"))
        .collect();
    if !value.is_empty() && !value.starts_with(['[', '{', '\'']) && !value.contains(' ') {
        for wrong in [
            format!("\"{value}\""),
            format!("[{value}]"),
            format!("{{value: {value}}}"),
            format!("{value},"),
            value.to_lowercase(),
            value.get(1..).unwrap_or_default().to_owned(),
        ] {
            slips.push(format!("{indent}{key}: {wrong}"));
        }
    }
    let parts: &[(&str, &[&str])] = match key {
        "rule" => &[
            ("self.size", &SIZES),
            (
                "self.mode == 'Fast'",
                &["self.mode == Fast", "self.mode == 'fast'", "self.Mode == 'Fast'"],
            ),
        ],
        "fieldPath" => &[(".size", &PATHS)],
        _ => &[],
    };
    if key == "rule" {
        slips.extend(RULES.iter().map(|rule| format!("{indent}rule: {rule}")));
    }
    for (part, wrong) in parts {
        slips.extend(wrong.iter().map(|wrong| line.replace(part, wrong)));
    }
    slips
}

/// What authors write for `self.size` in a rule of `spec`.
const SIZES: [&str; 11] = [
    "self.spec.size",
    "self.spec.Size",
    "self.Spec.size",
    "self.Size",
    "self.sise",
    "self['size']",
    "self.?size",
    "spec.size",
    "size",
    "object.spec.size",
    "self.size.toInt()",
];

/// Whole rules in the forms of other languages.
const RULES: [&str; 12] = [
    "self.count ? true : false",
    "self.count > 2 -- count",
    "self.hosts.map(h, h.port) < 9000",
    "self.hosts.contains('a')",
    "has(self.hosts.port)",
    "self.mode in 'Fast'",
    "int(self.count) / 2 == 1.5",
    "self.?count.or(0) > 3",
    "self.count == 0 || optional.none() == self.other",
    "self[?'other'].hasValue()",
    "lookup(self.labels, 'a', 'b') == 'c'",
    "range(3).all(i, self.count != i)",
];

/// What authors write for `.size` in the field path of a rule of `spec`.
const PATHS: [&str; 10] = [
    "size",
    ".spec.size",
    "spec.size",
    "self.size",
    "$.size",
    "/size",
    ".Size",
    ".size.value",
    "'.hosts[0].host'",
    ".hosts.host",
];

/// Returns the text after the advice of a finding was followed: with its fix, or with the name or value that its help has.
fn followed(source: &str, finding: &Diagnostic) -> Option<String> {
    if let Some(found) = &finding.fix {
        return Some(fix::apply(source, &[found]).0);
    }
    let help = finding.help.first()?;
    if let Some(text) = without_selection(source, finding.span?, help) {
        return Some(text);
    }
    let is_literal = ["did you mean `", "write only the ", "write it without quotes: `"];
    let is_of_rule = finding
        .field
        .segments
        .last()
        .is_some_and(|last| last.is_field("rule"))
        && help.starts_with("write `")
        && !help.contains('…');
    if !is_of_rule && !is_literal.iter().any(|start| help.starts_with(start)) {
        return None;
    }
    let span = finding.span?;
    let written = span.slice(source)?;
    // The place may be a name whose value is wrong.
    let of_value =
        help.starts_with("write") && !is_of_rule && source.get(span.end as usize..)?.starts_with(':');
    let end = if of_value {
        span.end as usize + source.get(span.end as usize..)?.find('\n')?
    } else {
        span.end as usize
    };
    let meant = match help
        .strip_prefix("did you mean `")
        .or_else(|| help.strip_prefix("write `"))
    {
        Some(rest) => rest.split('`').next()?,
        None => help.rsplit('`').nth(1)?,
    };
    let meant = if of_value {
        format!("{written}: {meant}")
    } else {
        meant.to_owned()
    };
    Some([source.get(..span.start as usize)?, &meant, source.get(end..)?].concat())
}

/// Returns the text without the selection of a field from a value that is the field itself: `self.size` for `self.spec.size`.
fn without_selection(source: &str, span: Span, help: &str) -> Option<String> {
    let (_, meant) = help.split_once("not the whole object: write `")?;
    let meant = meant.split('`').next()?;
    let (before, after) = (
        source.get(..span.start as usize)?,
        source.get(span.end as usize..)?,
    );
    let after = after.get(meant.strip_prefix("self")?.len()..)?;
    let before = before.strip_suffix("self.")?;
    Some(format!("{before}{meant}{after}"))
}

#[test]
fn advice_that_is_followed_leads_to_no_other_error() {
    let lines: Vec<&str> = CRD.lines().collect();
    let options = Options::default();
    assert_eq!(text(CRD, &options).findings.len(), 0);
    let mut count = 0;
    let mut wrong = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        for slip in slips(line).into_iter().filter(|slip| slip != line) {
            let mut changed = lines.clone();
            if let Some(line) = changed.get_mut(at) {
                *line = &slip;
            }
            let source = changed.join("\n") + "\n";
            let before = text(&source, &options).findings;
            for finding in &before {
                let finding = &finding.diagnostic;
                let Some(after) = followed(&source, finding) else {
                    continue;
                };
                count += 1;
                for found in &text(&after, &options).findings {
                    let found = &found.diagnostic;
                    let is_same = |one: &Diagnostic| one.code == found.code && one.message == found.message;
                    let is_old = before.iter().any(|one| is_same(&one.diagnostic));
                    let is_wrong = found.severity == Severity::Error || found.code == codes::RULE_CONSTANT;
                    if is_same(finding) || !is_old && is_wrong {
                        wrong.push(format!("{slip}: {:?} -> {}", finding.help, found.message));
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count > FEW, "{count}");
}

/// If no more advice is followed, the test does not work.
const FEW: usize = 100;
