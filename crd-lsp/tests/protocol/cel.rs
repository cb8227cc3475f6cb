//! Tests of requests about CEL in the rules of CRDs.

use crate::support::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:crd.yaml";

/// Returns a CRD with these lines as the only rule of its `spec`.
fn crd(rule: &str) -> String {
    format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {{type: string, maxLength: 10, description: How large it is.}}
              replicas: {{type: integer, minimum: 1, default: 3}}
              dead-letter: {{type: string, maxLength: 10}}
              ports:
                type: array
                maxItems: 5
                items:
                  type: object
                  properties:
                    name: {{type: string, maxLength: 20}}
                    number: {{type: integer}}
              labels: {{type: object, maxProperties: 4, additionalProperties: {{type: string, maxLength: 5}}}}
            x-kubernetes-validations:
            - {rule}
"
    )
}

/// Returns a client with an open CRD, and the parameters of a request at the `|` of the rule.
fn at(rule: &str) -> (Client, Value) {
    let text = crd(rule);
    let offset = text.find('|').unwrap();
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    let text = text.replacen('|', "", 1);
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, &text);
    let params = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
    client.diagnostics(URI, 1);
    (client, params)
}

fn labels(rule: &str) -> Vec<String> {
    let (mut client, params) = at(rule);
    let items = client.request("textDocument/completion", params);
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(label).collect()
}

#[test]
fn members_are_completed_in_every_style_of_scalar() {
    let fields = ["dead__dash__letter", "labels", "ports", "replicas", "size"];
    for rule in [
        "rule: self.|",
        "rule: 'self.|'",
        "rule: \"self.|\"",
        "rule: \"self.|",
        "rule: 'self.size == ''a'' && self.|'",
        "{rule: self.|}",
        "rule: >-\n                self.size == 'a' &&\n                self.|",
        "rule: >-\n                self.size == 'a' &&\n                self.| == 1\n              message: bad",
        "message: bad\n              rule: self.|",
        "message: bad\n              rule: self.size.size() > 1 && self.| == 2",
    ] {
        let rule = rule.replacen("{rule: self.|}", "{rule: 'self.|'}", 1);
        assert_eq!(labels(&rule), fields, "{rule}");
    }
}

#[test]
fn macros_bind_their_variables() {
    let starts = |rule: &str, expected: &[&str]| {
        let found = labels(rule);
        assert_eq!(found.get(..expected.len()).unwrap_or(&found), expected, "{rule}");
    };
    starts("rule: self.ports.all(p, p.|)", &["name", "number"]);
    starts("rule: self.ports.all(p, p.na|)", &["name"]);
    starts("rule: self.ports.all(i, p, p.|", &["name", "number"]);
    starts(
        "rule: self.ports.filter(p, p.number > 1)[0].|",
        &["name", "number"],
    );
    starts(
        "rule: self.ports.all(p, self.ports.exists(q, q.number == p.|",
        &["name", "number"],
    );
    starts("rule: self.ports.all(p|", &[]);
    starts("rule: self.ports.all(p, |", &["p", "self", "oldSelf", "has"]);
    starts("rule: self.ports.|", &["all", "exists", "exists_one"]);
    starts("rule: self.labels.all(k, k.starts|", &["startsWith"]);
    starts("rule: has(self.ports[0].|", &["name", "number"]);
    starts("rule: self.?si|", &["size"]);
    starts("rule: |", &["self", "oldSelf", "has"]);
    starts("rule: sets.|", &["contains", "equivalent", "intersects"]);
    starts("rule: self.size.matches('|", &[]);
    starts("rule: self.replicas.|", &[]);
    starts(
        "messageExpression: '\"a\" + self.si|'\n              rule: 'true'",
        &["size"],
    );
}

#[test]
fn methods_say_what_they_cost() {
    let (mut client, params) = at("rule: self.size.|");
    let items = client.request("textDocument/completion", params);
    let starts = items
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["label"] == "startsWith")
        .unwrap();
    assert_eq!(starts["detail"], "string.startsWith(string) -> bool");
    assert_eq!(starts["textEdit"]["newText"], "startsWith($0)");
    let words = starts["documentation"]["value"].as_str().unwrap();
    assert!(words.contains("costs up to "), "{words}");
    let (mut client, params) = at("rule: self.ports.a|");
    let items = client.request("textDocument/completion", params);
    let words = items[0]["documentation"]["value"].as_str().unwrap();
    assert!(words.contains("runs up to 5 times"), "{words}");
}

#[test]
fn hover_says_types() {
    let check = |rule: &str, expected: &str| {
        let (mut client, params) = at(rule);
        let found = client.request("textDocument/hover", params);
        let words = found["contents"]["value"].as_str().unwrap_or("nothing");
        assert!(words.contains(expected), "{rule}: {words}");
    };
    check("rule: self.si|ze == 'a'", "size: string");
    check("rule: self.si|ze == 'a'", "How large it is.");
    check("rule: self.si|ze == ", "size: string");
    check("rule: se|lf.size == 'a'", "self: object");
    check("rule: self.ports.all(p, p.num|ber > 1)", "number: int");
    check("rule: self.ports.all(|p, p.number > 1)", "p: object");
    check("rule: self.ports.al|l(p, p.number > 1)", "runs up to 5 times");
    check(
        "rule: self.size.starts|With('a')",
        "string.startsWith(string) -> bool",
    );
    check("rule: self.size.starts|With('a')", "returns `bool`");
    check("rule: isQuant|ity(self.size)", "isQuantity(string) -> bool");
    check("rule: self.size == '|a'", "nothing");
    check(
        "messageExpression: '\"a\" + self.si|ze'\n              rule: 'true'",
        "size: string",
    );
}

#[test]
fn signatures_of_calls() {
    let check = |rule: &str, label: &str, argument: u64| {
        let (mut client, params) = at(rule);
        let found = client.request("textDocument/signatureHelp", params);
        let active = found["activeSignature"]
            .as_u64()
            .and_then(|at| usize::try_from(at).ok())
            .unwrap();
        assert_eq!(found["signatures"][active]["label"], label, "{rule}");
        assert_eq!(found["activeParameter"], argument, "{rule}");
    };
    check(
        "rule: self.size.substring(1, |",
        "string.substring(int, int) -> string",
        1,
    );
    check(
        "rule: self.size.contains(|)",
        "string.contains(string) -> bool",
        0,
    );
    check("rule: self.ports.all(p, |", "list.all(x, condition)", 1);
    check("rule: quantity(|", "quantity(string) -> kubernetes.Quantity", 0);
}

#[test]
fn tokens_hints_and_lenses() {
    let rule = "rule: 'self.ports.all(p, p.number > 1) // ''x'''\n            - rule: self.replicas > 1\n            - rule: self.replicas > oldSelf.replicas";
    let (mut client, _) = at(&format!("{rule}|"));
    let document = json!({"textDocument": {"uri": URI}});
    let tokens = client.request("textDocument/semanticTokens/full", document.clone());
    // self . ports . all ( p , p . number > 1 ) // …
    let kinds: Vec<u64> = tokens["data"]
        .as_array()
        .unwrap()
        .chunks(5)
        .map(|part| part[3].as_u64().unwrap())
        .collect();
    assert_eq!(kinds.get(..9).unwrap(), [0, 2, 5, 1, 1, 2, 9, 7, 10]);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let hints = client.request(
        "textDocument/inlayHint",
        json!({"textDocument": {"uri": URI}, "range": range}),
    );
    let hints: Vec<&str> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| hint["label"].as_str().unwrap())
        .collect();
    assert_eq!(hints.len(), 3);
    assert!(
        hints[0].starts_with("cost ") && hints[0].ends_with("under 1 % of the limit"),
        "{hints:?}"
    );
    let lenses = client.request("textDocument/codeLens", document);
    let mut titles = Vec::new();
    for lens in lenses.as_array().unwrap() {
        let resolved = client.request("codeLens/resolve", lens.clone());
        titles.push(resolved["command"]["title"].as_str().unwrap().to_owned());
    }
    assert!(titles[0].starts_with("is true for a sample, cost "), "{titles:?}");
    assert!(titles[1].starts_with("is true for a sample, cost "), "{titles:?}");
    assert_eq!(titles[2], "only runs on updates");
}
