//! Tests of requests about the properties of a CRD: completion of names, references, renames, and breaking changes.

use crate::support::{Client, codes};
use serde_json::{Value, json};

const URI: &str = "untitled:crd.yaml";

const CRD: &str = r#"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size}
    - {name: Port, type: integer, jsonPath: '.spec.ports[?(@.name=="web")].number'}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status: {type: object, properties: {size: {type: integer}}}
          spec:
            type: object
            required: [size, "ports"]
            default: {size: 3, ports: [{name: web, number: 1}]}
            properties:
              size: {type: integer, minimum: 1}
              ports:
                type: array
                maxItems: 5
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys:
                - name
                items:
                  type: object
                  required:
                  - name
                  properties:
                    name: {type: string, maxLength: 20}
                    number: {type: integer}
                  x-kubernetes-validations:
                  - rule: self.name != 'size'
                    fieldPath: .name
            x-kubernetes-validations:
            - rule: self.size > 1 && self.ports.all(size, size.name != 'size')
              messageExpression: '"size: " + string(self.size)'
            - rule: "self.?size.orValue(1) > 1 && has(self.size)"
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
"#;

fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({"line": line, "character": character})
}

/// Returns a client with the open CRD, in which a text is replaced by one with a `¦`, and the parameters of a request at the `¦`.
fn at(find: &str, replaced: &str) -> (Client, Value) {
    assert!(CRD.contains(find), "{find}");
    let marked = CRD.replacen(find, replaced, 1);
    let offset = marked.find('¦').unwrap();
    let text = marked.replacen('¦', "", 1);
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, &text);
    client.diagnostics(URI, 1);
    let here = position(&text, offset);
    (client, json!({"textDocument": {"uri": URI}, "position": here}))
}

fn labels(find: &str, replaced: &str) -> Vec<String> {
    let (mut client, params) = at(find, replaced);
    let items = client.request("textDocument/completion", params);
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(label).collect()
}

#[test]
fn names_are_completed_where_they_are_named() {
    assert_eq!(labels("[size, \"ports\"]", "[size, ¦]"), ["ports"]);
    assert_eq!(labels("[size, \"ports\"]", "[s¦]"), ["size"]);
    assert_eq!(
        labels("- name\n                items", "- n¦\n                items"),
        ["name", "number"]
    );
    assert_eq!(
        labels("jsonPath: .spec.size", "jsonPath: ¦"),
        [".status", ".spec", ".metadata"]
    );
    assert_eq!(
        labels("jsonPath: .spec.size", "jsonPath: .spec.¦"),
        [".spec.size", ".spec.ports"]
    );
    assert_eq!(
        labels("specReplicasPath: .spec.size", "specReplicasPath: .spec.s¦"),
        [".spec.size"]
    );
}

/// Returns the text after an edit of the server.
fn applied(text: &str, edit: &Value) -> String {
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    let offset = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + usize::try_from(position["character"].as_u64().unwrap()).unwrap()
    };
    for edit in edit["changes"][URI].as_array().unwrap() {
        let range = &edit["range"];
        let new = edit["newText"].as_str().unwrap().to_owned();
        edits.push((offset(&range["start"]), offset(&range["end"]), new));
    }
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, &new);
    }
    text
}

/// Returns the CRD after the property of `spec` is renamed everywhere.
fn renamed(new: &str, in_rules: &str) -> String {
    CRD.replace(".spec.size", &format!(".spec.{new}"))
        .replace("[size, \"ports\"]", &format!("[{new}, \"ports\"]"))
        .replace("{size: 3", &format!("{{{new}: 3"))
        .replace(
            "              size: {type",
            &format!("              {new}: {{type"),
        )
        .replace("self.size", &format!("self.{in_rules}"))
        .replace("self.?size", &format!("self.?{in_rules}"))
        .replace("properties: {size: {type: integer}}}\n\"", "")
        .replace(
            "spec: {type: object, properties: {size:",
            &format!("spec: {{type: object, properties: {{{new}:"),
        )
}

#[test]
fn a_property_is_renamed_wherever_it_is_named() {
    for place in [
        ("              size: {type", "              si¦ze: {type"),
        ("[size, ", "[si¦ze, "),
        ("self.size > 1", "self.si¦ze > 1"),
        ("self.?size", "self.?si¦ze"),
        ("jsonPath: .spec.size", "jsonPath: .spec.¦size"),
        (
            "spec: {type: object, properties: {size",
            "spec: {type: object, properties: {¦size",
        ),
    ] {
        let (mut client, mut params) = at(place.0, place.1);
        let range = client.request("textDocument/prepareRename", params.clone());
        assert_eq!(range["placeholder"], "size", "{place:?}");
        let references = json!({"textDocument": params["textDocument"], "position": params["position"],
            "context": {"includeDeclaration": true}});
        let found = client.request("textDocument/references", references);
        params["newName"] = "dead-letter".into();
        let edit = client.request("textDocument/rename", params);
        assert_eq!(
            found.as_array().unwrap().len(),
            edit["changes"][URI].as_array().unwrap().len()
        );
        let expected = renamed("dead-letter", "dead__dash__letter");
        assert_eq!(applied(CRD, &edit), expected, "{place:?}");
    }
}

#[test]
fn keys_of_lists_are_renamed_in_filters_rules_and_defaults() {
    let (mut client, mut params) = at("- name\n                items", "- na¦me\n                items");
    params["newName"] = "on".into();
    let edit = client.request("textDocument/rename", params);
    let expected = CRD
        .replace("@.name", "@.on")
        .replace("[{name: web", "[{\"on\": web")
        .replace("- name\n", "- \"on\"\n")
        .replace("  name: {type: string", "  \"on\": {type: string")
        .replace("self.name", "self.on")
        .replace("fieldPath: .name", "fieldPath: .on")
        .replace("size.name", "size.on");
    // The names of versions are not changed.
    let expected = expected.replace("- \"on\": v1", "- name: v1");
    assert_eq!(applied(CRD, &edit), expected);
}

#[test]
fn a_rename_that_would_break_something_is_refused() {
    let refused = |replaced: &str, new: &str| {
        let (mut client, mut params) = at("              size: {type", replaced);
        params["newName"] = new.into();
        let id = client.send("textDocument/rename", params);
        client.response(id).response_result.unwrap_err().message
    };
    let place = "              si¦ze: {type";
    assert!(refused(place, "ports").contains("there is already a property `ports`"));
    assert!(refused(place, "a b").contains("is not a valid name"));
    assert!(refused(place, "9lives").contains("rules cannot access"));
    assert!(refused("              size: {ty¦pe", "x").contains("there is no property"));
    let (mut client, mut params) = at("self.size > 1 &&", "self.si¦ze > && self.size");
    params["newName"] = "x".into();
    let id = client.send("textDocument/rename", params.clone());
    assert!(client.response(id).response_result.is_err());
    let (mut client, mut params) = at("              size: {type", place);
    let broken = CRD.replacen("self.size > 1 &&", "self.size > &&", 1);
    client.change(URI, 2, json!([{"text": broken}]));
    params["newName"] = "x".into();
    let id = client.send("textDocument/rename", params);
    let message = client.response(id).response_result.unwrap_err().message;
    assert!(
        message.contains("the expression in line 44 does not parse"),
        "{message}"
    );
}

#[test]
fn what_a_change_breaks_is_reported_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crd.yaml");
    std::fs::write(file.with_extension("base"), CRD).unwrap();
    let uri = format!("file://{}", file.display());
    let options = json!({"compareWith": "base"});
    let mut client = Client::with_options(json!({}), Some(folder.path()), options);
    client.open(&uri, 1, &CRD.replace("minimum: 1", "minimum: 2"));
    let is_compat = |code: &&str| code.starts_with("CRD07");
    let found = client.diagnostics_until(&uri, 1, |found| codes(found).iter().any(is_compat));
    assert!(codes(&found).iter().any(is_compat), "{found:?}");
    client.change(&uri, 2, json!([{"text": CRD}]));
    let found = client.diagnostics(&uri, 2);
    assert!(!codes(&found).iter().any(is_compat), "{found:?}");
}
