//! Tests of completion, hover, definitions, actions and hints.

use crate::support::{CRD, Client, WIDGET, codes};
use serde_json::{Value, json};

const URI: &str = "untitled:widget.yaml";

/// Returns a client with the CRD of widgets and a document, and the parameters of a request at the `|` in the text.
fn at(text: &str) -> (Client, Value) {
    let mut client = Client::start("utf-16", None);
    client.open("untitled:crd.yaml", 1, CRD);
    client.diagnostics("untitled:crd.yaml", 1);
    let offset = text.find('|').unwrap();
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    client.open(URI, 1, &text.replacen('|', "", 1));
    let params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
    (client, params)
}

fn labels(text: &str) -> Vec<String> {
    let (mut client, params) = at(text);
    let items = client.request("textDocument/completion", params);
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(label).collect()
}

const HEAD: &str = "apiVersion: example.com/v1\nkind: Widget\n";

#[test]
fn members_and_values_are_completed() {
    let check = |rest: &str, expected: &[&str]| {
        assert_eq!(labels(&format!("{HEAD}{rest}")), expected, "{rest}");
    };
    check("|", &["metadata", "spec"]);
    check("spec:\n  |\n", &["replicas", "size"]);
    check("spec:\n  si|\n", &["size"]);
    check("spec:\n  replicas: 1\n  |\n", &["size"]);
    check("spec:\n  size: |\n", &["small", "large"]);
    check("spec:\n  size: l|\n", &["large"]);
    check("spec: {replicas: 1, |}\n", &["size"]);
    check("spec: {size: |\n", &["small", "large"]);
    check("metadata:\n  # here\n  na|\n", &["name", "namespace"]);
    check("spec:\n  replicas: 1 # |\n", &[]);
    check("a: b\n---\n|", &["apiVersion", "kind", "Widget"]);
    assert_eq!(
        labels("apiVersion: |\nkind: Widget\n"),
        ["example.com/v1", "apiextensions.k8s.io/v1"]
    );
    assert_eq!(
        labels("apiVersion: example.com/v1\nkind:|\n"),
        ["Widget", "CustomResourceDefinition"]
    );
}

#[test]
fn schemas_of_crds_are_completed() {
    let keywords = labels(&CRD.replace("minimum: 1}", "maxi|}"));
    assert_eq!(keywords, ["maximum"]);
    assert_eq!(labels(&CRD.replace("type: integer", "type: bo|")), ["boolean"]);
    assert_eq!(
        labels(&CRD.replace("scope: Namespaced", "scope: |")),
        ["Namespaced", "Cluster"]
    );
}

#[test]
fn fields_are_explained_and_found_in_their_crd() {
    let (mut client, params) = at(&WIDGET.replace("replicas", "repl|icas"));
    let hover = client.request("textDocument/hover", params.clone());
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.starts_with("**replicas** `integer`\n\n- minimum: `1`"),
        "{text}"
    );
    let place = client.request("textDocument/definition", params);
    let place = &place[0];
    assert_eq!(place["uri"], "untitled:crd.yaml");
    let line = place["range"]["start"]["line"].as_u64().unwrap();
    let line = CRD.lines().nth(usize::try_from(line).unwrap()).unwrap();
    assert!(line.contains("replicas:"), "{line}");
}

#[test]
fn findings_have_actions() {
    let (mut client, params) = at(&WIDGET.replace("colour", "si|ze2"));
    client.diagnostics_until(URI, 1, |found| codes(found) == ["CRD0505", "CRD0502"]);
    let range = json!({"start": params["position"], "end": params["position"]});
    let actions = client.request(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}}),
    );
    let titles: Vec<&str> = actions
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action["title"].as_str().unwrap())
        .collect();
    // A comment cannot allow an error of the server.
    assert_eq!(titles, ["write `size`"]);
}

#[test]
fn defaults_are_hinted() {
    let (mut client, _) = at(&format!("{WIDGET}|"));
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let hints = client.request(
        "textDocument/inlayHint",
        json!({"textDocument": {"uri": URI}, "range": range}),
    );
    assert_eq!(hints[0]["label"], "size: small", "{hints}");
    assert_eq!(hints[0]["position"], json!({"line": 3, "character": 5}));
}

#[test]
fn a_text_has_an_outline_also_unfinished() {
    let (mut client, _) = at(&format!("{WIDGET}  x: [|\n"));
    let document = json!({"textDocument": {"uri": URI}});
    let symbols = client.request("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| symbol["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["apiVersion", "kind", "metadata", "spec"]);
    let folds = client.request("textDocument/foldingRange", document);
    assert_eq!(folds, json!([{"startLine": 3, "endLine": 6}]));
    let selection = json!({"textDocument": {"uri": URI}, "positions": [{"line": 4, "character": 5}]});
    let selections = client.request("textDocument/selectionRange", selection);
    assert_eq!(
        selections[0]["range"]["start"],
        json!({"line": 4, "character": 2})
    );
}
