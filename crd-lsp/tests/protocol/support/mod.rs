//! A client in the same process, and a host over a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use crd_lsp::{BaseText, Configuration, GeneratedManifest, Host, RustField, SessionEnd, serve};
use lsp_server::{Connection, Message, Notification, Request, Response};
use serde_json::{Value, json};

/// Nothing takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct FolderHost;

impl Host for FolderHost {
    fn configuration(&self, path: &Path) -> Result<Configuration, String> {
        assert!(!path.ends_with("panic.yaml"), "the configuration panics");
        Ok(Configuration {
            is_excluded: path.ends_with("patch.yaml"),
            ..Configuration::default()
        })
    }

    fn manifests(&self, directory: &Path) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
            .collect();
        files.sort();
        files
    }

    fn cached(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        assert!(!path.ends_with("panics.yaml"), "this file panics");
        std::fs::read(path).map_err(|error| error.to_string())
    }

    fn generate(&self, directory: &Path) -> Result<Vec<GeneratedManifest>, String> {
        let path = directory.join("types.rs");
        if !path.exists() {
            return Ok(Vec::new());
        }
        let field = |line, column| RustField {
            path: path.clone(),
            line,
            column,
        };
        let fields = [("spec", field(1, 12)), ("spec.replicas", field(2, 5))];
        let fields = fields.map(|(path, field)| (path.to_owned(), field));
        Ok(vec![GeneratedManifest {
            name: "widgets.example.com.yaml".to_owned(),
            text: CRD.to_owned(),
            fields: [("v1".to_owned(), fields.into())].into(),
        }])
    }

    fn base(&self, path: &Path, revision: &str) -> Result<Option<BaseText>, String> {
        let old = path.with_extension(revision);
        let text = std::fs::read_to_string(&old).map_err(|error| error.to_string())?;
        Ok(Some(BaseText {
            name: old.display().to_string(),
            text,
        }))
    }

    fn is_running(&self, _process: u32) -> bool {
        true
    }
}

/// A client of a server in another thread.
pub(crate) struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<SessionEnd>>,
    next: i32,
    /// Notifications that came while something else was waited for.
    passed: Vec<Notification>,
}

impl Client {
    /// A client that gets diagnostics sent, and counts in this encoding.
    pub(crate) fn start(encoding: &str, folder: Option<&Path>) -> Self {
        Client::with(
            json!({"general": {"positionEncodings": [encoding]},
                "textDocument": {"publishDiagnostics": {"relatedInformation": true},
                    "completion": {"completionItem": {"snippetSupport": true}}}}),
            folder,
        )
    }

    /// A client with these capabilities.
    pub(crate) fn with(capabilities: Value, folder: Option<&Path>) -> Self {
        Client::with_options(capabilities, folder, Value::Null)
    }

    /// A client with these capabilities and settings.
    pub(crate) fn with_options(capabilities: Value, folder: Option<&Path>, options: Value) -> Self {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve(&theirs, Arc::new(FolderHost)).unwrap());
        let mut client = Client {
            connection: Some(ours),
            server: Some(server),
            next: 0,
            passed: Vec::new(),
        };
        let uri = folder.map(|folder| format!("file://{}", folder.display()));
        client.request(
            "initialize",
            json!({"processId": null, "rootUri": uri, "capabilities": capabilities,
                "initializationOptions": options}),
        );
        client.notify("initialized", json!({}));
        client
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().unwrap()
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params).into();
        self.connection().sender.send(message).unwrap();
    }

    pub(crate) fn send(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let message = Request::new(self.next.into(), method.to_owned(), params).into();
        self.connection().sender.send(message).unwrap();
        self.next
    }

    /// The response to a request.
    pub(crate) fn response(&mut self, id: i32) -> Response {
        loop {
            match self.connection().receiver.recv_timeout(PATIENCE).unwrap() {
                Message::Response(response) if response.id == id.into() => return response,
                Message::Notification(notification) => self.passed.push(notification),
                _ => {}
            }
        }
    }

    /// The result of a request.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.response(id)
            .response_result
            .unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    pub(crate) fn open(&self, uri: &str, version: i32, text: &str) {
        let item = json!({"uri": uri, "languageId": "yaml", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item}));
    }

    pub(crate) fn close(&self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    pub(crate) fn change(&self, uri: &str, version: i32, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}),
        );
    }

    /// The diagnostics that are published for a version of a document, as soon as `is_wanted` takes them.
    pub(crate) fn diagnostics_until(
        &mut self,
        uri: &str,
        version: i32,
        is_wanted: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        let wanted = |notification: &Notification| {
            let params = &notification.params;
            let is_it = notification.method == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version;
            is_it
                .then(|| params["diagnostics"].as_array().unwrap().clone())
                .filter(|diagnostics| is_wanted(diagnostics))
        };
        while !self.passed.is_empty() {
            if let Some(found) = wanted(&self.passed.remove(0)) {
                return found;
            }
        }
        loop {
            if let Message::Notification(notification) =
                self.connection().receiver.recv_timeout(PATIENCE).unwrap()
                && let Some(found) = wanted(&notification)
            {
                return found;
            }
        }
    }

    pub(crate) fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        self.diagnostics_until(uri, version, |_| true)
    }

    /// Ends the session as the protocol says.
    pub(crate) fn shut_down(mut self) -> SessionEnd {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }

    /// Is gone without a word.
    pub(crate) fn vanish(mut self) -> SessionEnd {
        drop(self.connection.take());
        self.server.take().unwrap().join().unwrap()
    }
}

/// The codes of diagnostics, in order.
pub(crate) fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic["code"].as_str())
        .collect()
}

pub(crate) const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
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
              size: {type: string, enum: [small, large], default: small}
              replicas: {type: integer, minimum: 1}
";

pub(crate) const WIDGET: &str = "\
apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
spec:
  replicas: 0
  colour: red
";
