//! The capabilities of the client. They are read from JSON member by member, so that unexpected values are not an error.

use serde_json::Value;

use crate::text::Encoding;

/// The capabilities of the client that the server uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    /// The encoding of positions.
    pub(crate) encoding: Encoding,
    /// The client pulls diagnostics.
    pub(crate) pulls_diagnostics: bool,
    /// The client supports requests to refresh diagnostics.
    pub(crate) refreshes_diagnostics: bool,
    /// The client supports requests to refresh inlay hints.
    pub(crate) refreshes_hints: bool,
    /// The client supports requests to refresh code lenses.
    pub(crate) refreshes_lenses: bool,
    /// The client shows related information of diagnostics.
    pub(crate) shows_related: bool,
    /// The client supports the registration of file watchers.
    pub(crate) watches_files: bool,
    /// The client supports `workspace/configuration`.
    pub(crate) has_configuration: bool,
    /// The client shows progress that the server starts.
    pub(crate) shows_progress: bool,
    /// The client supports snippets.
    pub(crate) takes_snippets: bool,
    /// The client shows Markdown.
    pub(crate) shows_markdown: bool,
    /// The process ID of the client.
    pub(crate) process: Option<u32>,
}

impl Client {
    /// Reads the capabilities from the parameters of `initialize`.
    pub(crate) fn new(params: &Value) -> Self {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let is_set = |path: &str| can(path).and_then(Value::as_bool) == Some(true);
        let offered = can("general/positionEncodings").and_then(Value::as_array);
        let names = offered.into_iter().flatten().filter_map(Value::as_str);
        let encodings: Vec<Encoding> = names.filter_map(Encoding::named).collect();
        let formats = can("textDocument/hover/contentFormat").and_then(Value::as_array);
        Client {
            // Byte offsets need no conversion.
            encoding: if encodings.contains(&Encoding::Utf8) {
                Encoding::Utf8
            } else {
                encodings.first().copied().unwrap_or_default()
            },
            pulls_diagnostics: can("textDocument/diagnostic").is_some_and(Value::is_object),
            refreshes_diagnostics: is_set("workspace/diagnostics/refreshSupport"),
            refreshes_hints: is_set("workspace/inlayHint/refreshSupport"),
            refreshes_lenses: is_set("workspace/codeLens/refreshSupport"),
            shows_related: is_set("textDocument/publishDiagnostics/relatedInformation")
                || is_set("textDocument/diagnostic/relatedInformation"),
            watches_files: is_set("workspace/didChangeWatchedFiles/dynamicRegistration"),
            has_configuration: is_set("workspace/configuration"),
            shows_progress: is_set("window/workDoneProgress"),
            takes_snippets: is_set("textDocument/completion/completionItem/snippetSupport"),
            shows_markdown: formats.is_none_or(|formats| formats.iter().any(|format| format == "markdown")),
            process: params
                .get("processId")
                .and_then(Value::as_u64)
                .and_then(|process| u32::try_from(process).ok()),
        }
    }
}

/// Returns the workspace folders in the parameters of `initialize`, as URIs.
pub(crate) fn folders(params: &Value) -> Vec<String> {
    let listed = params.get("workspaceFolders").and_then(Value::as_array);
    let uri = |folder: &Value| folder.get("uri").and_then(Value::as_str).map(str::to_owned);
    let folders: Vec<String> = listed.into_iter().flatten().filter_map(uri).collect();
    if !folders.is_empty() {
        return folders;
    }
    let root = params.get("rootUri").and_then(Value::as_str);
    root.map(str::to_owned).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_encoding_is_one_that_the_client_offers() {
        for (offered, expected) in [
            (json!(["utf-16", "utf-8"]), Encoding::Utf8),
            (json!(["utf-32", "utf-16"]), Encoding::Utf32),
            (json!(["utf-7"]), Encoding::Utf16),
            (json!(null), Encoding::Utf16),
        ] {
            let params = json!({"capabilities": {"general": {"positionEncodings": offered}}});
            assert_eq!(Client::new(&params).encoding, expected);
        }
    }

    #[test]
    fn folders_come_before_the_root() {
        let params = json!({"rootUri": "file:///a", "workspaceFolders": [{"uri": "file:///b", "name": "b"}]});
        assert_eq!(folders(&params), ["file:///b"]);
        assert_eq!(
            folders(&json!({"rootUri": "file:///a", "workspaceFolders": null})),
            ["file:///a"]
        );
        assert!(folders(&json!({"rootUri": null})).is_empty());
    }
}
