//! Random edits of a text: nothing panics, every state is answered, and the last one is that of a fresh server.

use crate::support::{CRD, Client, WIDGET};
use serde_json::{Value, json};

const URI: &str = "untitled:a.yaml";

/// How many edits are made; `CRD_LSP_EDITS` asks for more.
fn count() -> usize {
    let asked = std::env::var("CRD_LSP_EDITS")
        .ok()
        .and_then(|count| count.parse().ok());
    asked.unwrap_or(150)
}

const PARTS: [&str; 25] = [
    ".",
    "(",
    "self.",
    ".all(x, x",
    "'",
    "a",
    ":",
    " ",
    "\n",
    "- ",
    "{",
    "}",
    "[",
    "'",
    "\"",
    "#",
    "|",
    "\t",
    "é😀",
    "kind: Widget\n",
    "---\n",
    "spec:\n",
    "  ",
    "{{",
    "&a *a",
];

/// The position of a byte, in units of UTF-16.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
    json!({"line": line, "character": character})
}

fn boundary(text: &str, random: &mut fastrand::Rng) -> usize {
    let mut at = random.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn fresh(text: &str) -> Vec<Value> {
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, text);
    client.diagnostics(URI, 1)
}

#[test]
fn after_each_edit_the_state_is_that_of_a_fresh_server() {
    let mut random = fastrand::Rng::with_seed(33);
    let rules = "            x-kubernetes-validations:\n            - rule: self.replicas > 1 && self.size.startsWith('s')\n";
    let whole = format!("{CRD}{rules}---\n{WIDGET}");
    let mut text = whole.clone();
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, &text);
    client.diagnostics(URI, 1);
    let mut was_sound = 0;
    for edit in 0..count() {
        let version = i32::try_from(edit).unwrap() + 2;
        if random.u8(..12) == 0 {
            // Back to what can be read.
            text.clone_from(&whole);
            client.change(URI, version, json!([{"text": text}]));
        } else {
            let start = boundary(&text, &mut random);
            let end = (start..=text.len().min(start + random.usize(..6)))
                .rev()
                .find(|end| text.is_char_boundary(*end))
                .unwrap();
            let new = PARTS[random.usize(..PARTS.len())];
            let range = json!({"start": position(&text, start), "end": position(&text, end)});
            client.change(URI, version, json!([{"range": range, "text": new}]));
            text.replace_range(start..end, new);
        }
        let here =
            json!({"textDocument": {"uri": URI}, "position": position(&text, boundary(&text, &mut random))});
        let document = json!({"textDocument": {"uri": URI}});
        let range = json!({"start": position(&text, 0), "end": position(&text, text.len())});
        let whole_range = json!({"textDocument": {"uri": URI}, "range": range});
        for (method, params) in [
            ("textDocument/completion", &here),
            ("textDocument/hover", &here),
            ("textDocument/definition", &here),
            ("textDocument/signatureHelp", &here),
            ("textDocument/semanticTokens/full", &document),
            ("textDocument/codeLens", &document),
            ("textDocument/inlayHint", &whole_range),
            ("textDocument/documentSymbol", &document),
            ("textDocument/foldingRange", &document),
        ] {
            client.request(method, params.clone());
        }
        let found = client.diagnostics(URI, version);
        was_sound += usize::from(found.len() == 2);
        assert_eq!(found, fresh(&text), "after edit {edit}:\n{text}");
    }
    assert!(was_sound > count() / 50, "only {was_sound} states were sound");
}

#[test]
fn parameters_that_cannot_be_read_are_one_failed_request() {
    let mut client = Client::start("utf-16", None);
    client.open(URI, 1, WIDGET);
    client.diagnostics(URI, 1);
    let params = json!({"textDocument": {"uri": URI}, "position": 1});
    let id = client.send("textDocument/hover", params);
    assert_eq!(client.response(id).response_result.unwrap_err().code, -32602);
    client.notify("$/cancelRequest", json!({"id": id}));
    client.request(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": URI}}),
    );
}
