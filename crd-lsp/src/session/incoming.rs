//! Messages from the client.

use std::path::PathBuf;
use std::sync::Arc;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{ClientQuestion, Session, SessionEnd, failure};
use crate::document::{Language, OpenDocument};
use crate::settings::Settings;
use crate::uri;

impl Session {
    /// Handles a message. Returns how the session ends, if it does.
    pub(super) fn take(&mut self, message: Message) -> Option<SessionEnd> {
        match message {
            Message::Request(request) => self.take_request(request),
            Message::Response(response) => self.take_response(response),
            Message::Notification(notification) if notification.method == "exit" => {
                return Some(if self.is_shut_down {
                    SessionEnd::Graceful
                } else {
                    SessionEnd::Abrupt
                });
            }
            Message::Notification(notification) => self.take_notification(notification),
        }
        None
    }

    fn take_request(&mut self, request: Request) {
        if self.is_shut_down {
            let response = failure(request.id, ErrorCode::InvalidRequest, "the server is shut down");
            self.send(response.into());
        } else if request.method == "shutdown" {
            self.is_shut_down = true;
            self.send(Response::new_ok(request.id, Value::Null).into());
        } else {
            self.request(request);
        }
    }

    fn take_response(&mut self, response: Response) {
        let id = response.id.to_string().parse().ok();
        let asked = id.and_then(|id: i32| self.asked.remove(&id));
        if let (Some(ClientQuestion::Configuration), Ok(Value::Array(sections))) =
            (asked, response.response_result)
        {
            let section = sections.into_iter().next().unwrap_or_default();
            if !section.is_null() {
                self.set(&section);
            }
        }
    }

    fn set(&mut self, section: &Value) {
        let settings = Settings::new(section);
        if *self.settings == settings {
            return;
        }
        self.settings = Arc::new(settings);
        self.tell_mistakes();
        for uri in self.documents.uris() {
            self.ask_for_base(&uri);
        }
        self.scan();
        self.catalog_changed();
    }

    fn take_notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => self.with(params, Session::opened),
            "textDocument/didChange" => self.with(params, Session::changed),
            "textDocument/didClose" => self.with(params, Session::closed),
            "textDocument/didSave" => self.with(params, Session::saved),
            "workspace/didChangeWatchedFiles" => self.with(params, Session::files_changed),
            "workspace/didChangeWorkspaceFolders" => self.with(params, Session::folders_changed),
            "workspace/didChangeConfiguration" => self.configuration_changed(&params),
            "$/cancelRequest" => self.with(params, Session::cancelled),
            // Unknown notifications are ignored.
            _ => {}
        }
    }

    /// Deserializes the parameters of a notification. An error is logged.
    fn with<P: DeserializeOwned>(&mut self, params: Value, take: fn(&mut Session, &P)) {
        match serde_json::from_value(params) {
            Ok(params) => take(self, &params),
            Err(error) => self.log(&format!("a notification cannot be read: {error}")),
        }
    }

    fn opened(&mut self, params: &lsp::DidOpenTextDocumentParams) {
        let document = OpenDocument::new(params.text_document.clone(), self.client.encoding);
        let uri = document.uri.clone();
        self.documents.open(document);
        self.ask_for_base(&uri);
        self.judge(&uri);
    }

    fn changed(&mut self, params: &lsp::DidChangeTextDocumentParams) {
        let uri = &params.text_document.text_document_identifier.uri.0;
        let Some(document) = self.documents.get_mut(uri) else {
            self.log(&format!("`{uri}` has changed, but is not open"));
            return;
        };
        Arc::make_mut(&mut document.text).change(&params.content_changes);
        document.parsed = Arc::new(document.parsed.next());
        document.version = params.text_document.version;
        self.judge(uri);
    }

    fn closed(&mut self, params: &lsp::DidCloseTextDocumentParams) {
        let Some(document) = self.documents.close(&params.text_document.uri.0) else {
            return;
        };
        self.publish(&document.uri, None, &[]);
        if document.crds.is_some() || self.files.contains_key(&document.name) {
            self.catalog_changed();
            // The file on disk is used again, and may differ from the document.
            self.read_again(document.path.into_iter().collect());
        }
    }

    fn saved(&mut self, params: &lsp::DidSaveTextDocumentParams) {
        let document = self.documents.get(&params.text_document.uri.0);
        if document.is_some_and(|document| document.language == Language::Rust) {
            self.generate();
        }
        // Another branch may have been checked out.
        self.ask_for_base(&params.text_document.uri.0);
    }

    fn files_changed(&mut self, params: &lsp::DidChangeWatchedFilesParams) {
        let mut manifests = Vec::new();
        for path in params
            .changes
            .iter()
            .filter_map(|change| uri::path(&change.uri.0))
        {
            let ends_with = |extension: &str| path.extension().is_some_and(|other| other == extension);
            if path.file_name().is_some_and(|name| name == "crd-gen.toml") {
                self.scan();
                self.catalog_changed();
            } else if ends_with("rs") || ends_with("toml") {
                self.generate();
            } else {
                manifests.push(path);
            }
        }
        if !manifests.is_empty() {
            self.read_again(manifests);
        }
    }

    fn folders_changed(&mut self, params: &lsp::DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[lsp::WorkspaceFolder]| -> Vec<PathBuf> {
            folders
                .iter()
                .filter_map(|folder| uri::path(&folder.uri.0))
                .collect()
        };
        let (added, removed) = (paths(&params.event.added), paths(&params.event.removed));
        let mut folders: Vec<PathBuf> = self.folders.to_vec();
        folders.retain(|folder| !removed.contains(folder));
        folders.extend(added);
        self.folders = Arc::new(folders);
        self.scan();
        self.generate();
    }

    fn configuration_changed(&mut self, params: &Value) {
        if self.client.has_configuration {
            self.ask_for_settings();
        } else if let Some(section) = params.pointer("/settings/crd-gen") {
            self.set(section);
        }
    }

    fn cancelled(&mut self, params: &lsp::CancelParams) {
        let id: RequestId = match &params.id {
            lsp::Id::Int(number) => (*number).into(),
            lsp::Id::String(text) => text.clone().into(),
        };
        if self.pending.remove(&id).is_some() {
            let response = failure(id, ErrorCode::RequestCanceled, "cancelled by the client");
            self.send(response.into());
        }
    }
}
