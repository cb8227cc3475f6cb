//! Whole sessions with a server in another thread.

use crate::support::{CRD, Client, WIDGET, codes};
use crd_lsp::SessionEnd;
use serde_json::json;

const CRD_URI: &str = "untitled:crd.yaml";
const URI: &str = "untitled:widget.yaml";

#[test]
fn objects_are_judged_by_the_crds_of_other_documents() {
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, WIDGET);
    assert_eq!(client.diagnostics(URI, 1).len(), 0);
    client.open(CRD_URI, 1, CRD);
    let found = client.diagnostics_until(URI, 1, |found| !found.is_empty());
    assert_eq!(codes(&found), ["CRD0505", "CRD0502"]);
    assert_eq!(
        found[0]["range"],
        json!({"start": {"line": 4, "character": 12}, "end": {"line": 4, "character": 13}})
    );
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], CRD_URI);
    // A change of the CRD changes the diagnostics.
    let line = CRD.lines().position(|line| line.contains("minimum")).unwrap();
    let at = CRD.lines().nth(line).unwrap().find('1').unwrap();
    let range = json!({"start": {"line": line, "character": at}, "end": {"line": line, "character": at + 1}});
    client.change(CRD_URI, 2, json!([{"range": range, "text": "0"}]));
    let found = client.diagnostics_until(URI, 1, |found| found.len() == 1);
    assert_eq!(codes(&found), ["CRD0502"]);
    client.close(CRD_URI);
    client.diagnostics_until(URI, 1, <[_]>::is_empty);
    assert_eq!(client.shut_down(), SessionEnd::Graceful);
}

#[test]
fn files_of_the_workspace_count_until_they_are_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crd.yaml");
    std::fs::write(&file, CRD).unwrap();
    std::fs::write(folder.path().join("other.yaml"), "kind: [").unwrap();
    let mut client = Client::start("utf-8", Some(folder.path()));
    client.open(URI, 1, WIDGET);
    client.diagnostics_until(URI, 1, |found| codes(found) == ["CRD0505", "CRD0502"]);
    let uri = format!("file://{}", file.display());
    client.open(&uri, 1, &CRD.replace("minimum: 1", "minimum: 0"));
    client.diagnostics_until(URI, 1, |found| codes(found) == ["CRD0502"]);
    client.close(&uri);
    client.diagnostics_until(URI, 1, |found| codes(found) == ["CRD0505", "CRD0502"]);
    std::fs::remove_file(&file).unwrap();
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": uri, "type": 3}]}),
    );
    client.diagnostics_until(URI, 1, <[_]>::is_empty);
    assert_eq!(client.vanish(), SessionEnd::Abrupt);
}

#[test]
fn diagnostics_are_pulled_and_not_sent() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("crd.yaml"), CRD).unwrap();
    std::fs::write(folder.path().join("widget.yaml"), WIDGET).unwrap();
    let pulls = json!({"textDocument": {"diagnostic": {}, "publishDiagnostics": {}}});
    let mut client = Client::with(pulls, Some(folder.path()));
    client.open(CRD_URI, 1, &CRD.replace("type: integer", "type: int"));
    let pull = json!({"textDocument": {"uri": CRD_URI}});
    let report = client.request("textDocument/diagnostic", pull.clone());
    assert_eq!(report["kind"], "full");
    assert_eq!(codes(report["items"].as_array().unwrap()), ["CRD0205"]);
    let again = json!({"textDocument": {"uri": CRD_URI}, "previousResultId": report["resultId"]});
    assert_eq!(
        client.request("textDocument/diagnostic", again)["kind"],
        "unchanged"
    );
    client.close(CRD_URI);
    let report = client.request("workspace/diagnostic", json!({"previousResultIds": []}));
    let items = report["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{report}");
    assert_eq!(
        codes(items[0]["items"].as_array().unwrap()),
        ["CRD0505", "CRD0502"]
    );
    assert_eq!(client.shut_down(), SessionEnd::Graceful);
}

#[test]
fn what_is_not_in_the_protocol_is_refused_and_survived() {
    let mut client = Client::start("utf-16", None);
    let id = client.send("no/such", json!({}));
    assert_eq!(client.response(id).response_result.unwrap_err().code, -32601);
    client.notify("textDocument/didChange", json!({"textDocument": 1}));
    client.notify("$/cancelRequest", json!({"id": 99}));
    client.notify("no/such", json!({}));
    client.change(URI, 1, json!([{"text": "x"}]));
    client.open(URI, 1, WIDGET);
    client.diagnostics(URI, 1);
    client.request("shutdown", json!(null));
    let id = client.send("textDocument/hover", json!({}));
    assert_eq!(client.response(id).response_result.unwrap_err().code, -32600);
    client.notify("exit", json!(null));
}
