//! Files that are no objects yet: Helm templates and Kustomize patches. They get no diagnostics; completion and hover work.

use crate::support::{CRD, Client, WIDGET, codes};
use serde_json::{Value, json};

const URI: &str = "untitled:widget.yaml";

fn client(uri: &str, text: &str) -> Client {
    let mut client = Client::start("utf-16", None);
    client.open("untitled:crd.yaml", 1, CRD);
    client.diagnostics("untitled:crd.yaml", 1);
    client.open(uri, 1, text);
    client
}

fn labels(client: &mut Client, uri: &str, line: u32, character: u32) -> Vec<String> {
    let position = json!({"line": line, "character": character});
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    let items = client.request("textDocument/completion", params);
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(label).collect()
}

#[test]
fn helm_templates_get_no_diagnostics_but_the_other_documents_of_the_file_do() {
    let values = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  replicas: {{ .Values.replicas }}\n";
    let blocks = "{{- if .Values.widget }}\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  colour: red\n  \n{{- end }}\n";
    for template in [values, blocks] {
        let mut client = client(URI, template);
        assert_eq!(codes(&client.diagnostics(URI, 1)), [""; 0], "{template}");
        // The document behind it is whole.
        client.change(URI, 2, json!([{"text": format!("{template}---\n{WIDGET}")}]));
        let found = client.diagnostics_until(URI, 2, |found| !found.is_empty());
        assert_eq!(codes(&found), ["CRD0505", "CRD0502"], "{template}");
    }
    let mut client = client(URI, blocks);
    assert_eq!(labels(&mut client, URI, 7, 2), ["replicas", "size"]);
}

#[test]
fn crds_in_helm_templates_get_no_diagnostics_while_crds_beside_them_do() {
    let template = CRD.replace("metadata: {name", "metadata: {labels: {{ .Values.labels }}, name");
    let uri = "untitled:crd.yaml";
    let mut client = Client::start("utf-16", None);
    client.open(uri, 1, &template);
    assert_eq!(codes(&client.diagnostics(uri, 1)), [""; 0]);
    let broken = CRD.replace("scope: Namespaced", "scope: Names");
    client.change(uri, 2, json!([{"text": format!("{template}---\n{broken}")}]));
    assert_eq!(codes(&client.diagnostics(uri, 2)).len(), 1);
}

#[test]
fn patches_get_no_diagnostics_but_completion_and_hover() {
    let patch = "apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  colour: red\n  \n";
    let folder = tempfile::tempdir().unwrap();
    let uri = format!("file://{}/patch.yaml", folder.path().display());
    let mut client = client(&uri, patch);
    assert_eq!(codes(&client.diagnostics(&uri, 1)), [""; 0]);
    assert_eq!(labels(&mut client, &uri, 6, 2), ["replicas", "size"]);
    let position = json!({"line": 4, "character": 1});
    let hover = client.request(
        "textDocument/hover",
        json!({"textDocument": {"uri": uri}, "position": position}),
    );
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("Widget example.com/v1"), "{text}");
    // The same text as an object has an unknown field.
    let uri = format!("file://{}/object.yaml", folder.path().display());
    client.open(&uri, 1, patch);
    assert_eq!(codes(&client.diagnostics(&uri, 1)), ["CRD0502"]);
}
