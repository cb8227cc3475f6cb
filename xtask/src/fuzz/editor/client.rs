//! A client of the language server in the same process.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crd_lsp::{BaseText, Configuration, GeneratedManifest, Host, serve};
use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};

/// The time limit for a response.
const PATIENCE: Duration = Duration::from_secs(120);

static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Starts to count the panics of all threads. The server survives them, and responds as if there were no result.
pub(super) fn count_panics() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        print(panic);
    }));
}

/// Returns the number of panics so far.
pub(super) fn panics() -> usize {
    PANICS.load(Ordering::Relaxed)
}

/// Files that are not on disk.
#[derive(Clone, Debug, Default)]
pub(super) struct FileTexts {
    pub(super) texts: BTreeMap<String, String>,
}

impl Host for FileTexts {
    fn configuration(&self, _path: &Path) -> Result<Configuration, String> {
        Ok(Configuration::default())
    }

    fn manifests(&self, _directory: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn cached(&self) -> Vec<PathBuf> {
        self.texts.keys().map(PathBuf::from).collect()
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let text = self.texts.get(&path.display().to_string());
        let text = text.ok_or_else(|| format!("there is no file `{}`", path.display()))?;
        Ok(text.clone().into_bytes())
    }

    fn generate(&self, _directory: &Path) -> Result<Vec<GeneratedManifest>, String> {
        Ok(Vec::new())
    }

    fn base(&self, _path: &Path, _revision: &str) -> Result<Option<BaseText>, String> {
        Ok(None)
    }

    fn is_running(&self, _process: u32) -> bool {
        true
    }
}

/// A server in another thread, and the connection to it. The server ends when this is dropped.
pub(super) struct EditorClient {
    connection: Connection,
    next: i32,
}

impl EditorClient {
    /// Starts a server without files.
    pub(super) fn start() -> io::Result<Self> {
        EditorClient::initialized(FileTexts::default())
    }

    /// Starts a server and waits until it has read some files of CRDs.
    pub(super) fn with_files(files: FileTexts) -> io::Result<Self> {
        let client = EditorClient::initialized(files)?;
        loop {
            let message = client.connection.receiver.recv_timeout(PATIENCE);
            if let Message::Notification(progress) = message.map_err(io::Error::other)?
                && progress.method == "$/progress"
                && progress.params["value"]["kind"] == "end"
            {
                return Ok(client);
            }
        }
    }

    /// Initializes a server for a client that uses byte positions and pulls diagnostics.
    fn initialized(files: FileTexts) -> io::Result<Self> {
        let (connection, server) = Connection::memory();
        let shows_progress = !files.texts.is_empty();
        std::thread::spawn(move || serve(&server, Arc::new(files)));
        let mut client = EditorClient { connection, next: 0 };
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"diagnostic": {}, "completion": {"completionItem": {"snippetSupport": true}}},
            "window": {"workDoneProgress": shows_progress},
        });
        client.ask(
            "initialize",
            json!({"processId": null, "rootUri": null, "capabilities": capabilities}),
        )?;
        client.tell("initialized", json!({}))?;
        Ok(client)
    }

    fn send(&self, message: Message) -> io::Result<()> {
        let gone = |_| io::Error::other("the server has ended");
        self.connection.sender.send(message).map_err(gone)
    }

    /// Sends a notification.
    pub(super) fn tell(&self, method: &str, params: Value) -> io::Result<()> {
        self.send(Notification::new(method.to_owned(), params).into())
    }

    /// Opens a document.
    pub(super) fn open(&self, uri: &str, version: u64, text: &str) -> io::Result<()> {
        let item = json!({"uri": uri, "languageId": "yaml", "version": version, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}))
    }

    /// Sends a request and returns its result, or its error.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.next += 1;
        self.send(Request::new(self.next.into(), method.to_owned(), params).into())?;
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            let message = message.map_err(|error| io::Error::other(format!("{method}: {error}")))?;
            match message {
                Message::Response(response) if response.id == self.next.into() => {
                    return Ok(match response.response_result {
                        Ok(result) => result,
                        Err(error) => json!({"error": error.message, "code": error.code}),
                    });
                }
                _ => {}
            }
        }
    }
}

/// The position of a byte, in bytes. Lines end with `\n`, `\r\n` or `\r`, as in the protocol.
pub(super) fn position(text: &str, offset: usize) -> Value {
    let bytes = text.as_bytes();
    let (mut line, mut start) = (0, 0);
    for (at, byte) in bytes.iter().enumerate().take(offset) {
        if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
            line += 1;
            start = at + 1;
        }
    }
    json!({"line": line, "character": offset - start})
}
