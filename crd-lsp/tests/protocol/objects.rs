//! Tests of requests about missing and deprecated fields, and about references to other places.

use std::path::Path;

use crate::support::{CRD, Client, WIDGET, codes};
use serde_json::{Value, json};

const URI: &str = "untitled:widget.yaml";

const STRICT: &str = "
            required: [replicas, owner, disks]
            properties:
              owner:
                type: object
                required: [name]
                properties: {name: {type: string, minLength: 3}}
              disks: {type: array, minItems: 1, items: {type: string, enum: [ssd, hdd]}}
              colour: {type: string, description: 'Deprecated: use paint.'}
              paint: {type: string}
";

fn strict() -> String {
    CRD.replace("\n            properties:\n", STRICT)
}

fn client(object: &str) -> Client {
    let mut client = Client::start("utf-16", None);
    client.open("untitled:crd.yaml", 1, &strict());
    client.diagnostics("untitled:crd.yaml", 1);
    client.open(URI, 1, object);
    client
}

/// Returns the texts that the actions at a position would insert, with their titles.
fn actions(client: &mut Client, line: u32, character: u32) -> Vec<(String, String)> {
    let position = json!({"line": line, "character": character});
    let range = json!({"start": position, "end": position});
    let params = json!({"textDocument": {"uri": URI}, "range": range, "context": {"diagnostics": []}});
    let actions = client.request("textDocument/codeAction", params);
    let each = actions.as_array().unwrap().iter().map(|action| {
        let edit = &action["edit"]["changes"][URI][0];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&action["title"]), text(&edit["newText"]))
    });
    each.filter(|(title, _)| !title.starts_with("allow")).collect()
}

#[test]
fn what_is_missing_is_added_with_values_that_are_admitted() {
    let object = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec:\n  size: small\n";
    let mut client = client(object);
    client.diagnostics_until(URI, 1, |found| codes(found) == ["CRD0506", "CRD0506", "CRD0506"]);
    let found = actions(&mut client, 3, 0);
    let expected = [
        ("add `replicas`", "\n  replicas: 1"),
        ("add `owner`", "\n  owner:\n    name: example"),
        ("add `disks`", "\n  disks:\n  - ssd"),
    ];
    for (title, text) in expected {
        let action = found.iter().find(|(found, _)| found == title);
        assert_eq!(action.map(|(_, text)| text.as_str()), Some(text), "{found:?}");
    }
}

#[test]
fn deprecated_fields_are_struck_out_and_replaced() {
    let object = format!("{WIDGET}  size: small\n");
    let mut client = client(&object);
    assert_eq!(
        actions(&mut client, 5, 4),
        [(
            "write `paint` instead of the deprecated `colour`".to_owned(),
            "paint".to_owned()
        )]
    );
    let tokens = client.request(
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": URI}}),
    );
    assert_eq!(tokens["data"], json!([5, 2, 6, 2, 1]));
}

#[test]
fn empty_documents_are_offered_whole_objects() {
    let mut client = client("wid");
    let position = json!({"line": 0, "character": 3});
    let items = client.request(
        "textDocument/completion",
        json!({"textDocument": {"uri": URI}, "position": position}),
    );
    let item = &items[0];
    assert_eq!(
        (&item["label"], &item["detail"]),
        (&json!("Widget"), &json!("example.com/v1"))
    );
    let text = item["textEdit"]["newText"].as_str().unwrap();
    client.change(URI, 2, json!([{"text": text}]));
    let found = client.diagnostics(URI, 2);
    assert!(found.is_empty(), "{found:?}\n{text}");
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}", folder.join(name).display())
}

#[test]
fn definitions_go_on_to_rust_and_references_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("Cargo.toml", "");
    write("types.rs", "pub struct WidgetSpec {\n    pub replicas: u32,\n}\n");
    write("crd.yaml", CRD);
    write("a.yaml", WIDGET);
    write("b.yaml", &format!("{WIDGET}---\n{WIDGET}"));
    let mut client = Client::start("utf-16", Some(folder.path()));
    let object = uri(folder.path(), "a.yaml");
    client.open(&object, 1, WIDGET);
    client.diagnostics_until(&object, 1, |found| codes(found) == ["CRD0505", "CRD0502"]);
    let params = json!({"textDocument": {"uri": object}, "position": {"line": 4, "character": 4}});
    let mut places = client.request("textDocument/definition", params.clone());
    while places.as_array().unwrap().len() < 2 {
        // The CRDs of Rust types are generated in the background.
        places = client.request("textDocument/definition", params.clone());
    }
    assert_eq!(places[0]["uri"], uri(folder.path(), "crd.yaml"));
    assert_eq!(places[1]["uri"], uri(folder.path(), "types.rs"));
    assert_eq!(places[1]["range"]["start"], json!({"line": 1, "character": 4}));
    // Also from the property of the CRD.
    let crd = uri(folder.path(), "crd.yaml");
    client.open(&crd, 1, CRD);
    let at = places[0]["range"]["start"].clone();
    let params =
        json!({"textDocument": {"uri": crd}, "position": at, "context": {"includeDeclaration": true}});
    let from_crd = client.request("textDocument/definition", params.clone());
    assert_eq!(from_crd[0], places[1]);
    let references = client.request("textDocument/references", params);
    let uris: Vec<&str> = references
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["uri"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(uris, ["crd.yaml", "a.yaml", "b.yaml", "b.yaml"]);
}
