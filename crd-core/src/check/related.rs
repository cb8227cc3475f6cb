//! Adds labels at other places of the manifest that a finding relates to.

use super::Diagnostic;
use super::place::{entry_at, node_at};
use super::suggest::{forbidden_at_root, is_scalar};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules::{self, RuleId};
use crate::server::validation::locate;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// Adds the labels for a rule.
pub(super) fn label(document: &Node, error: &FieldError, path: &FieldPath, diagnostic: &mut Diagnostic) {
    let found = match error.rule {
        rules::STR_01 => {
            if let Some(span) = sibling(document, path, 1, "type") {
                diagnostic.span = Some(span);
            }
            return;
        }
        rules::SCH_02 => {
            if let Some(entry) = forbidden_at_root(document, path) {
                diagnostic.span = Some(entry.key_span);
                "not allowed at the root".clone_into(&mut diagnostic.label);
                diagnostic.message =
                    format!("with a status subresource, the root cannot have `{}`", entry.key);
            }
            return;
        }
        rules::STR_11 => {
            let restricted = restricted_metadata(document, path);
            if let Some(entry) = restricted {
                diagnostic.span = Some(entry.key_span);
                "not `name` or `generateName`".clone_into(&mut diagnostic.label);
                if *entry.key == *"x-kubernetes-validations" {
                    diagnostic.help =
                        vec!["write the rules at the root of the schema, as `self.metadata.name`".to_owned()];
                }
            }
            return;
        }
        rules::M_04 => at(
            document,
            &[
                (&["spec", "names", "plural"], "the plural name"),
                (&["spec", "group"], "the group"),
            ],
        ),
        rules::CRD_01 if document.get("spec").and_then(|spec| spec.get("names")).is_none() => {
            diagnostic.help.push(
                "if this is a kustomize patch, check its result: `kubectl kustomize DIR | crd-gen check -`, \
                 and list the patch in the `kustomization.yaml` or under `exclude` in `crd-gen.toml`"
                    .to_owned(),
            );
            return;
        }
        rules::N_06 => at(document, &[(&["spec", "names", "kind"], "the kind")]),
        rules::CRD_28 => repeated_versions(document),
        rules::OAS_17 | rules::OAS_19 => {
            mark_keyword(document, error.rule, path, diagnostic);
            return;
        }
        rules::OAS_27 => {
            let list_type = sibling(document, path, 2, "x-kubernetes-list-type");
            let is_of_scalars = node_at(document, &path.ancestor(1)).is_some_and(is_scalar);
            if let Some(span) = list_type.filter(|_| is_of_scalars) {
                let items = diagnostic.span.replace(span);
                diagnostic
                    .labels
                    .extend(items.map(|span| (span, "not objects".to_owned())));
                "only for lists of objects".clone_into(&mut diagnostic.label);
            }
            return;
        }
        rules::CRD_29 => {
            mark_storage(document, diagnostic);
            return;
        }
        rules::CRD_15 => sibling(document, path, 1, "name")
            .map(|span| (span, "not deprecated".to_owned()))
            .into_iter()
            .collect(),
        rules::OAS_15 => sibling(document, path, 1, "properties")
            .map(|span| (span, "together with this".to_owned()))
            .into_iter()
            .collect(),
        rules::OAS_41 | rules::OAS_42 => list_map_keys(document, path),
        rules::CEL_20 => {
            if cannot_have_keys(document, error) {
                diagnostic.help = vec![
                    "elements that are not objects have no old value: move the rule to the list itself"
                        .to_owned(),
                ];
            }
            return;
        }
        rules::CEL_12 | rules::CEL_15 | rules::SCH_08 => unbounded(document, path),
        _ => return,
    };
    for (span, text) in found {
        let known =
            diagnostic.span == Some(span) || diagnostic.labels.iter().any(|(other, _)| *other == span);
        if !known {
            diagnostic.labels.push((span, text));
        }
    }
}

/// Returns the span of a member of the object `steps` above, including its name.
fn sibling(document: &Node, path: &FieldPath, steps: usize, name: &str) -> Option<Span> {
    let parent = node_at(document, &path.ancestor(steps))?;
    Some(parent.as_mapping()?.get(name)?.shown())
}

/// Marks the extension for lists of an object, or that for objects of a list, instead of the type beside it.
fn mark_keyword(document: &Node, rule: RuleId, path: &FieldPath, diagnostic: &mut Diagnostic) {
    let type_ = node_at(document, path).and_then(Node::as_str);
    let (keyword, label) = match (rule, type_) {
        (rules::OAS_19, Some("object")) => ("x-kubernetes-list-type", "only for arrays"),
        (rules::OAS_17, Some("array")) => ("x-kubernetes-map-type", "only for objects"),
        _ => return,
    };
    if let Some(span) = sibling(document, path, 1, keyword) {
        diagnostic.span = Some(span);
        label.clone_into(&mut diagnostic.label);
    }
}

/// Whether the elements of the list that an error relates to are not objects, so that `x-kubernetes-list-type: map` is refused.
fn cannot_have_keys(document: &Node, error: &FieldError) -> bool {
    let list = error.related.first().map(|(list, _)| locate(document, list));
    let items = list
        .and_then(|list| node_at(document, &list.place.path))
        .and_then(|list| list.get("items"));
    items.is_some_and(|items| match items.get("type") {
        Some(of) => of.as_str() != Some("object"),
        None => items.get("x-kubernetes-int-or-string").is_some(),
    })
}

/// Returns the values of the named members.
fn at(document: &Node, paths: &[(&[&str], &str)]) -> Vec<(Span, String)> {
    let node = |path: &[&str]| path.iter().try_fold(document, |node, name| node.get(name));
    paths
        .iter()
        .filter_map(|(path, text)| Some((node(path)?.span, (*text).to_owned())))
        .collect()
}

/// Returns the first property of `metadata` that it cannot restrict, or else its first keyword beside `properties`.
fn restricted_metadata<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Entry> {
    let metadata = node_at(document, path)?;
    let properties = metadata.get("properties").map_or(&[][..], Node::members);
    let is_other = |entry: &&Entry| !matches!(&*entry.key, "name" | "generateName");
    let is_keyword = |entry: &&Entry| !matches!(&*entry.key, "type" | "properties" | "description");
    let property = properties.iter().find(is_other);
    property.or_else(|| metadata.members().iter().find(is_keyword))
}

fn versions(document: &Node) -> &[Node] {
    let versions = document.get("spec").and_then(|spec| spec.get("versions"));
    versions.map_or(&[], Node::elements)
}

fn repeated_versions(document: &Node) -> Vec<(Span, String)> {
    let named: Vec<(&str, Span)> = versions(document)
        .iter()
        .filter_map(|version| version.get("name"))
        .filter_map(|name| Some((name.as_str()?, name.span)))
        .collect();
    let mut labels = Vec::new();
    for (position, (name, span)) in named.iter().enumerate() {
        if let Some((_, first)) = named.iter().take(position).find(|(other, _)| other == name) {
            labels.push((*first, format!("first `{name}` here")));
            labels.push((*span, format!("`{name}` again")));
            break;
        }
    }
    labels
}

/// Marks the versions with `storage: true`, the last as the main place; `storage: false` of the only version if there is none.
fn mark_storage(document: &Node, diagnostic: &mut Diagnostic) {
    let storage = |version: &'_ Node| Some(version.as_mapping()?.get("storage")?.clone());
    let mut stored: Vec<Span> = versions(document)
        .iter()
        .filter_map(storage)
        .filter(|entry| entry.value.value == Value::Bool(true))
        .map(|entry| entry.shown())
        .take(4)
        .collect();
    if let Some(last) = stored.pop() {
        diagnostic.span = Some(last);
        "another storage version".clone_into(&mut diagnostic.label);
        diagnostic.labels = stored
            .into_iter()
            .map(|span| (span, "a storage version".to_owned()))
            .collect();
        return;
    }
    "no version has `storage: true`".clone_into(&mut diagnostic.label);
    if let [only] = versions(document) {
        let place = storage(only).map(|entry| entry.shown());
        diagnostic.span = place.or(only.first_key()).or(diagnostic.span);
        diagnostic.help = vec!["write `storage: true`".to_owned()];
    }
}

/// Returns the keys of the list, for `….items.properties[k].default`.
fn list_map_keys(document: &Node, path: &FieldPath) -> Vec<(Span, String)> {
    let items = path
        .segments
        .iter()
        .rposition(|segment| matches!(segment, Segment::Field(name) if &**name == "items"));
    let Some(items) = items else { return Vec::new() };
    let mut list = path.ancestor(path.segments.len() - items);
    list.segments
        .push(Segment::Field("x-kubernetes-list-map-keys".into()));
    entry_at(document, &list)
        .map(|entry| (entry.key_span, "the keys of the list".to_owned()))
        .into_iter()
        .collect()
}

/// Maximum depth below a rule at which its fields are searched.
const DEPTH: usize = 4;

/// Returns the lists, maps and strings around and below a rule that it reads and that have no bound.
fn unbounded(document: &Node, path: &FieldPath) -> Vec<(Span, String)> {
    let mut labels = Vec::new();
    for length in 1..path.segments.len() {
        let here = path.ancestor(path.segments.len() - length);
        if let Some(entry) = entry_at(document, &here) {
            labels.extend(bound(entry));
        }
    }
    // The rule is at `….x-kubernetes-validations[0].rule`, its schema three steps up.
    let schema = node_at(document, &path.ancestor(3));
    let rule = node_at(document, path).and_then(Node::as_str);
    if let (Some(schema), Some(rule)) = (schema, rule) {
        mentioned(schema, rule, DEPTH, &mut labels);
    }
    labels.truncate(4);
    labels
}

/// Returns the bound that a schema lacks.
fn bound(entry: &Entry) -> Option<(Span, String)> {
    let lacks = |name: &str| entry.value.get(name).is_none();
    let text = match entry.value.get("type").and_then(Node::as_str)? {
        "array" if lacks("maxItems") => "no `maxItems`: the server assumes as many elements as fit into 3 MB",
        "object" if !lacks("additionalProperties") && lacks("maxProperties") => {
            "no `maxProperties`: the server assumes as many properties as fit into 3 MB"
        }
        "string" if lacks("maxLength") && lacks("enum") && lacks("format") => {
            "no `maxLength`: the server assumes 3 MB of text"
        }
        _ => return None,
    };
    Some((entry.key_span, text.to_owned()))
}

/// Adds labels at the fields below a schema that a rule names and that have no bound.
fn mentioned(schema: &Node, rule: &str, depth: usize, labels: &mut Vec<(Span, String)>) {
    if depth == 0 {
        return;
    }
    for name in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(name) {
            mentioned(inner, rule, depth - 1, labels);
        }
    }
    for entry in schema.get("properties").map_or(&[][..], Node::members) {
        if rule.contains(&format!(".{}", entry.key)) {
            labels.extend(bound(entry));
            mentioned(&entry.value, rule, depth - 1, labels);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options, codes};

    #[test]
    fn a_list_of_scalars_has_no_keys() {
        let text = widgets("a: {type: array, x-kubernetes-list-type: map, items: {type: string}}");
        let report = check::text(&text, &Options::default());
        let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found = found.find(|found| found.code == codes::LIST_MAP_ITEMS).unwrap();
        assert_eq!(
            found.span.unwrap().slice(&text),
            Some("x-kubernetes-list-type: map")
        );
        assert_eq!(found.label, "only for lists of objects");
        assert_eq!(found.labels[0].0.slice(&text), Some("string"));
    }

    #[test]
    fn rules_of_metadata_belong_to_the_root() {
        let text = widgets(
            "spec: {type: object}\nmetadata: {type: object, x-kubernetes-validations: [{rule: 'true'}]}",
        );
        let report = check::text(&text, &Options::default());
        let mut help = report
            .findings
            .iter()
            .flat_map(|finding| &finding.diagnostic.help);
        assert!(
            help.any(|help| help == "write the rules at the root of the schema, as `self.metadata.name`")
        );
    }

    #[test]
    fn elements_without_old_values() {
        let keys = "set `x-kubernetes-list-type: map` with keys, or move the rule to the list itself";
        let to_list = "elements that are not objects have no old value: move the rule to the list itself";
        for (items, expected) in [
            ("type: string, maxLength: 5", to_list),
            ("x-kubernetes-int-or-string: true, maxLength: 5", to_list),
            (
                "type: object, maxProperties: 1, additionalProperties: {type: integer}",
                keys,
            ),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  properties:
    list:
      type: array
      maxItems: 3
      items: {{{items}, x-kubernetes-validations: [{{rule: self == oldSelf}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = found.find(|found| found.code == codes::OLD_SELF_UNCORRELATABLE);
            assert_eq!(found.expect(items).help, [expected], "{items}");
        }
    }
}
