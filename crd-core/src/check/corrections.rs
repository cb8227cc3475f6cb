//! Corrections of likely mistakes in a CRD, which are tried to find the findings that follow from them.

use super::consequences::{self, Attempt};
use super::lints::v1beta1;
use super::misplaced::{self, Known};
use super::place::{last_word, node_at};
use super::suggest::TYPES;
use super::{Diagnostic, codes, diagnose, fix, foreign};
use crate::model::field::FieldPath;
use crate::model::rules;
use crate::yaml::tree::Node;

/// Returns the corrections for the findings about a CRD.
pub(super) fn of_crd(document: &Node, found: &[Diagnostic]) -> Vec<Attempt> {
    let mut attempts: Vec<Attempt> = found
        .iter()
        .enumerate()
        .filter_map(|(index, diagnostic)| {
            Some(Attempt {
                subjects: vec![index],
                words: None,
                document: corrected(document, diagnostic)?,
            })
        })
        .take(consequences::MOST)
        .collect();
    let is_unknown = |(_, diagnostic): &(usize, &Diagnostic)| {
        let (path, name) = (&diagnostic.field, last_word(&diagnostic.field));
        diagnostic.code == codes::UNKNOWN_FIELD
            && meant(diagnostic).is_none()
            && foreign::help(document, path, &name).is_none()
    };
    let unknown: Vec<(FieldPath, String, usize)> = found
        .iter()
        .enumerate()
        .filter(is_unknown)
        .map(|(index, one)| (one.field.ancestor(1), last_word(&one.field), index))
        .collect();
    attempts.extend(misplaced_in(document, Known::OfCrd(""), &unknown).take(consequences::MOST));
    attempts
}

/// Returns the corrections of unknown fields, each given by the path of its object, its name, and the index of its finding.
pub(super) fn misplaced_in<'a>(
    document: &'a Node,
    root: Known<'a>,
    unknown: &'a [(FieldPath, String, usize)],
) -> impl Iterator<Item = Attempt> {
    unknown
        .chunk_by(|(one, ..), (other, ..)| one == other)
        .filter_map(move |group| {
            let (path, ..) = group.first()?;
            let named: Vec<(&str, usize)> = group
                .iter()
                .map(|(_, name, index)| (name.as_str(), *index))
                .collect();
            let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
            let correction = misplaced::find(document, root, &path.segments, &names)?;
            Some(Attempt::of(correction, &named))
        })
}

/// Returns the document without the mistake of a finding that concerns one word.
fn corrected(document: &Node, diagnostic: &Diagnostic) -> Option<Node> {
    let path = &diagnostic.field;
    let rule = diagnostic.server.as_ref().map(|error| error.rule);
    if diagnostic.code == codes::V1BETA1 {
        return v1beta1::is_v1(document)
            .then(|| misplaced::rewritten(document, path, "apiextensions.k8s.io/v1"))?;
    }
    if rule == Some(rules::OAS_01) {
        let written = node_at(document, path)?.as_str()?;
        let meant = fix::type_named(written).or_else(|| crd_cel::nearest(written, TYPES))?;
        return misplaced::rewritten(document, path, meant);
    }
    misplaced::renamed(document, path, meant(diagnostic)?)
}

/// Returns the member that was meant by an unknown one.
fn meant(diagnostic: &Diagnostic) -> Option<&'static str> {
    let name = last_word(&diagnostic.field);
    let is_unknown = diagnostic.code == codes::UNKNOWN_FIELD;
    is_unknown.then(|| diagnose::meant(&diagnostic.field, &name))?
}

#[cfg(test)]
mod tests {
    use crate::check::{self, Level, Options};

    const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names:
    plural: widgets
    kind: Widget
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size:
                type: integer
                default: 1
              hosts:
                type: array
                items:
                  type: string
            x-kubernetes-validations:
            - rule: self.size > 0
          status:
            type: object
            properties:
              ready:
                type: boolean
";

    /// Checks the only finding about the CRD after a replacement, which is also the severity and the words of the finding.
    fn check(old: &str, new: &str, expected: &str) {
        assert_eq!(CRD.matches(old).count(), 1, "{old}");
        let report = check::text(&CRD.replace(old, new), &Options::default());
        let found: Vec<String> = report
            .findings
            .iter()
            .map(|finding| {
                format!(
                    "{:?}: {}",
                    finding.diagnostic.severity, finding.diagnostic.message
                )
            })
            .collect();
        assert_eq!(found, [expected], "{new:?}");
    }

    #[test]
    fn a_missing_line_is_one_finding() {
        for (line, expected) in [
            (
                "spec:\n  group",
                "the line `spec:` is missing, so `group` and the next 3 fields are unknown",
            ),
            (
                "    schema:\n",
                "the line `schema:` is missing, so `openAPIV3Schema` is an unknown field",
            ),
            (
                "      openAPIV3Schema:\n",
                "the line `openAPIV3Schema:` is missing, so `type` and the next field are unknown",
            ),
        ] {
            let without = line.strip_prefix("spec:\n").unwrap_or_default();
            check(line, without, &format!("Error: {expected}"));
        }
    }

    #[test]
    fn a_field_at_another_level_is_one_finding() {
        for (line, indented, expected) in [
            (
                "  scope: Namespaced",
                "    scope: Namespaced",
                "Error: unknown field `scope`, which belongs to `spec`, not to `names`",
            ),
            (
                "    plural: widgets\n    kind: Widget",
                "    kind: Widget\n  plural: widgets",
                "Error: unknown field `plural`, which belongs to `names`, not to `spec`",
            ),
            (
                "  versions:",
                "versions:",
                "Error: unknown field `versions`, which belongs to `spec`",
            ),
            (
                "  name: widgets.example.com",
                "name: widgets.example.com",
                "Error: unknown field `name`, which belongs to `metadata`",
            ),
            (
                "    schema:",
                "  schema:",
                "Error: unknown field `schema`, which belongs to `versions`, not to `spec`",
            ),
            (
                "spec:\n  group",
                "  spec:\n  group",
                "Error: unknown field `spec`, which belongs to the top level, not to `metadata`",
            ),
            (
                "              hosts:",
                "            hosts:",
                "Warning: unknown field `hosts`, which belongs to `properties`, not to `spec`",
            ),
            (
                "              hosts:\n                type: array\n                items:\n                  type: string\n",
                "                hosts:\n                x-kubernetes-int-or-string: true\n",
                "Warning: unknown field `hosts`, which belongs to `properties`, not to `size`",
            ),
        ] {
            check(line, indented, expected);
        }
    }

    #[test]
    fn consequences_of_a_wrong_word_are_not_reported() {
        for (word, wrong, expected) in [
            ("type: integer", "type: int", "Error: `int` is not a type"),
            ("type: integer", "type: intger", "Error: `intger` is not a type"),
            (
                "            properties:\n              size",
                "            propertis:\n              size",
                "Error: unknown field `propertis`, which the server drops",
            ),
            (
                "k8s.io/v1",
                "k8s.io/v1beta1",
                "Error: only Kubernetes up to 1.21 serves `v1beta1` CRDs",
            ),
        ] {
            check(word, wrong, expected);
        }
    }

    #[test]
    fn help_for_an_old_version_depends_on_the_rest() {
        let help = |old: &str, new: &str| {
            let text = CRD.replace("k8s.io/v1", "k8s.io/v1beta1").replace(old, new);
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help[0].clone()
        };
        assert_eq!(help("", ""), "write `apiextensions.k8s.io/v1`");
        let moved = "write `apiextensions.k8s.io/v1`, and move `validation`, `subresources` and `additionalPrinterColumns` \
                     to each version";
        assert_eq!(help("  scope:", "  subresources: {status: {}}\n  scope:"), moved);
    }

    /// Returns the codes of the findings about the CRD after replacements.
    fn codes_after(replacements: &[(&str, &str)], options: &Options) -> Vec<String> {
        let mut text = CRD.to_owned();
        for (old, new) in replacements {
            assert_eq!(text.matches(old).count(), 1, "{old}");
            text = text.replace(old, new);
        }
        let report = check::text(&text, options);
        let codes = report
            .findings
            .iter()
            .map(|finding| finding.diagnostic.code.to_string());
        codes.collect()
    }

    #[test]
    fn corrections_of_other_findings_keep_their_words() {
        let report = check::text(
            &CRD.replace("  scope: Namespaced", "    scope: Namespaced")
                .replace("              hosts:", "            hosts:"),
            &Options::default(),
        );
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| &*finding.diagnostic.message)
            .collect();
        assert_eq!(
            messages,
            [
                "unknown field `scope`, which belongs to `spec`, not to `names`",
                "unknown field `hosts`, which belongs to `properties`, not to `spec`",
            ]
        );
    }

    #[test]
    fn findings_remain_if_the_correction_has_errors() {
        // The server would stop at the list under `schema`, before it comes to the scope.
        let replacements = [
            (
                "    schema:\n      openAPIV3Schema:",
                "    schem:\n      openAPIV3Schema: []\n      other:",
            ),
            ("scope: Namespaced", "scope: namespaced"),
        ];
        let codes = codes_after(&replacements, &Options::default());
        assert!(codes.len() >= 3, "{codes:?}");
    }

    #[test]
    fn findings_of_a_higher_level_remain() {
        let replacements = [(
            "            properties:\n              size",
            "            propertis:\n              size",
        )];
        let all = codes_after(&replacements, &Options::default());
        assert_eq!(all.len(), 1);
        let mut options = Options::default();
        options.levels.set_named(&all[0], Level::Allow).unwrap();
        let rest = codes_after(&replacements, &options);
        assert_eq!(rest, ["CRD0012"]);
    }

    #[test]
    fn independent_findings_remain() {
        let wrong = CRD
            .replace("type: integer", "type: int")
            .replace("scope: Namespaced", "scope: namespaced");
        let report = check::text(&wrong, &Options::default());
        assert_eq!(report.findings.len(), 2);
    }
}
