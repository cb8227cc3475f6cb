//! Notifications and requests from the server.

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

use super::{ClientQuestion, Session};

impl Session {
    /// Sends a message. A closed connection is detected where messages are received.
    pub(super) fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }

    pub(super) fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    pub(super) fn ask(&mut self, method: &str, params: Value, asked: ClientQuestion) {
        self.next_id += 1;
        self.asked.insert(self.next_id, asked);
        self.send(Request::new(self.next_id.into(), method.to_owned(), params).into());
    }

    /// Writes a line into the client's log.
    pub(super) fn log(&self, text: &str) {
        self.notify("window/logMessage", json!({"type": 2, "message": text}));
    }

    /// Shows a line to the user.
    pub(super) fn show(&self, text: &str) {
        self.notify("window/showMessage", json!({"type": 2, "message": text}));
    }

    /// Shows the errors in the settings.
    pub(super) fn tell_mistakes(&self) {
        for mistake in &self.settings.mistakes {
            self.show(&format!("setting `crd-gen`: {mistake}"));
        }
    }

    /// Asks the client to watch the files from which CRDs are read.
    pub(super) fn register_watchers(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let patterns = [
            "**/*.{yaml,yml,json}",
            "**/crd-gen.toml",
            "**/*.rs",
            "**/Cargo.toml",
        ];
        let watchers: Vec<Value> = patterns
            .iter()
            .map(|pattern| json!({"globPattern": pattern}))
            .collect();
        let registration = json!({"registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        }]});
        self.ask("client/registerCapability", registration, ClientQuestion::Else);
    }

    pub(super) fn ask_for_settings(&mut self) {
        if self.client.has_configuration {
            let items = json!({"items": [{"section": "crd-gen"}]});
            self.ask("workspace/configuration", items, ClientQuestion::Configuration);
        }
    }

    /// Starts progress for a long task; `token` identifies it.
    pub(super) fn begin_progress(&mut self, token: &str, title: &str) {
        if self.client.shows_progress {
            self.ask(
                "window/workDoneProgress/create",
                json!({"token": token}),
                ClientQuestion::Else,
            );
            let value = json!({"kind": "begin", "title": title});
            self.notify("$/progress", json!({"token": token, "value": value}));
        }
    }

    pub(super) fn end_progress(&self, token: &str, text: &str) {
        if self.client.shows_progress {
            let value = json!({"kind": "end", "message": text});
            self.notify("$/progress", json!({"token": token, "value": value}));
        }
    }

    /// Asks the client to refresh everything that depends on CRDs.
    pub(super) fn refresh(&mut self) {
        let client = &self.client;
        let methods = [
            (
                client.pulls_diagnostics && client.refreshes_diagnostics,
                "workspace/diagnostic/refresh",
            ),
            (client.refreshes_hints, "workspace/inlayHint/refresh"),
            (client.refreshes_lenses, "workspace/codeLens/refresh"),
        ];
        for (is_known, method) in methods {
            if is_known {
                self.ask(method, Value::Null, ClientQuestion::Else);
            }
        }
    }
}
