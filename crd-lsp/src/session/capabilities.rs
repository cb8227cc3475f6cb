//! The capabilities of the server.

use serde_json::{Value, json};

use crate::cel::LEGEND;
use crate::client::Client;
use crate::semantic::MODIFIERS;

/// Returns the capabilities of the server for a client.
pub(super) fn of(client: &Client) -> Value {
    let mut capabilities = json!({
        "positionEncoding": client.encoding.kind(),
        "textDocumentSync": {"openClose": true, "change": 2, "save": true},
        "completionProvider": {"triggerCharacters": [":", " ", "-", "\n", "\"", "'", ".", "("]},
        "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
        "semanticTokensProvider": {"legend": {"tokenTypes": LEGEND, "tokenModifiers": MODIFIERS}, "full": true},
        "codeLensProvider": {"resolveProvider": true},
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": {"prepareProvider": true},
        "codeActionProvider": {"codeActionKinds": ["quickfix"]},
        "inlayHintProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "workspace": {"workspaceFolders": {"supported": true, "changeNotifications": true}},
    });
    if client.pulls_diagnostics {
        // A CRD changes the diagnostics of the objects of its kind.
        capabilities["diagnosticProvider"] = json!({
            "identifier": "crd-gen",
            "interFileDependencies": true,
            "workspaceDiagnostics": true,
        });
    }
    capabilities
}
