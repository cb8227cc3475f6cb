//! A session with a client: the thread that owns the documents, receives all messages and starts all tasks.

mod capabilities;
mod incoming;
mod outgoing;
mod requests;
mod verdicts;
mod workspace;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, select};
use lsp_server::{Connection, ErrorCode, Message, RequestId, Response, ResponseError};
use serde_json::{Value, json};

use crate::catalog::{Catalog, CatalogFile};
use crate::client::{Client, folders};
use crate::document::Documents;
use crate::findings::FileFindings;
use crate::host::{BaseText, Configuration, Host};
use crate::pool::{Pool, Task, Urgency};
use crate::sampled::SampleCache;
use crate::settings::Settings;
use crate::snapshot::Snapshot;
use crate::text::DocumentText;
use crate::uri;

/// The interval of checks whether the client still runs.
const LOOK_FOR_CLIENT: Duration = Duration::from_secs(5);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The client requested it with `shutdown` and then `exit`.
    Graceful,
    /// The client sent `exit` without `shutdown`, or has closed the connection.
    Abrupt,
}

/// The outcome of a task in the pool.
pub(crate) enum PoolOutcome {
    /// The response to a request.
    Answer {
        id: RequestId,
        result: Result<Value, ResponseError>,
    },
    /// The verdict on a document.
    Judged(Verdict),
    /// The response to a request for diagnostics, with the verdict.
    Pulled {
        id: RequestId,
        previous: Option<String>,
        verdict: Verdict,
    },
    /// The CRDs of the workspace's files.
    Scanned(workspace::Scan),
    /// The CRDs of the workspace's Rust packages.
    Generated(Result<Vec<Arc<CatalogFile>>, String>),
    /// The older text of a document's file.
    Base {
        uri: String,
        base: Result<Option<BaseText>, String>,
    },
}

/// The verdict on a document.
pub(crate) struct Verdict {
    pub(crate) uri: String,
    /// The version of the text, and the generation of the catalog.
    pub(crate) about: (i32, u64),
    /// `None` after a panic.
    pub(crate) found: Option<(Arc<FileFindings>, Vec<gen_lsp_types::Diagnostic>)>,
}

/// A request of the server to the client.
enum ClientQuestion {
    /// A request for its settings.
    Configuration,
    /// A request whose response is ignored.
    Else,
}

/// A session with a client.
pub(crate) struct Session {
    sender: crossbeam_channel::Sender<Message>,
    host: Arc<dyn Host>,
    client: Arc<Client>,
    settings: Arc<Settings>,
    documents: Documents,
    folders: Arc<Vec<PathBuf>>,
    /// The CRDs of files, by name.
    files: BTreeMap<String, Arc<CatalogFile>>,
    /// The CRDs of a cluster.
    cached: Vec<Arc<CatalogFile>>,
    /// The CRDs of Rust packages.
    generated: Vec<Arc<CatalogFile>>,
    catalog: Arc<Catalog>,
    samples: Arc<SampleCache>,
    pool: Pool<PoolOutcome>,
    /// The requests without a response, each with the URI and the version of its document.
    pending: BTreeMap<RequestId, Option<(String, i32)>>,
    asked: BTreeMap<i32, ClientQuestion>,
    next_id: i32,
    is_scanning: bool,
    /// Whether files changed during a scan.
    must_scan_again: bool,
    is_generating: bool,
    must_generate_again: bool,
    is_shut_down: bool,
}

/// Runs the server over a connection until the client ends it or is gone.
///
/// # Errors
/// Returns an error if the client violates the protocol before the session has begun.
pub fn serve(connection: &Connection, host: Arc<dyn Host>) -> Result<SessionEnd, String> {
    let (id, params) = match connection.initialize_start() {
        Ok(start) => start,
        Err(error) if error.channel_is_disconnected() => return Ok(SessionEnd::Abrupt),
        Err(error) => return Err(error.to_string()),
    };
    let client = Client::new(&params);
    let answer = json!({
        "capabilities": capabilities::of(&client),
        "serverInfo": {"name": "crd-gen", "version": env!("CARGO_PKG_VERSION")},
    });
    match connection.initialize_finish(id, answer) {
        Ok(()) => {}
        Err(error) if error.channel_is_disconnected() => return Ok(SessionEnd::Abrupt),
        Err(error) => return Err(error.to_string()),
    }
    let (pool, outcomes) = Pool::new();
    let options = params.get("initializationOptions").unwrap_or(&Value::Null);
    let roots = folders(&params);
    let mut session = Session {
        sender: connection.sender.clone(),
        host,
        client: Arc::new(client),
        settings: Arc::new(Settings::new(options)),
        documents: Documents::default(),
        folders: Arc::new(roots.iter().filter_map(|uri| uri::path(uri)).collect()),
        files: BTreeMap::new(),
        generated: Vec::new(),
        cached: Vec::new(),
        catalog: Arc::default(),
        samples: Arc::default(),
        pool,
        pending: BTreeMap::new(),
        asked: BTreeMap::new(),
        next_id: 0,
        is_scanning: false,
        must_scan_again: false,
        is_generating: false,
        must_generate_again: false,
        is_shut_down: false,
    };
    session.begin();
    Ok(session.run(&connection.receiver, &outcomes))
}

impl Session {
    /// Starts the tasks of the server before the first message.
    fn begin(&mut self) {
        self.tell_mistakes();
        self.register_watchers();
        self.ask_for_settings();
        self.scan();
        self.generate();
    }

    fn run(&mut self, messages: &Receiver<Message>, outcomes: &Receiver<PoolOutcome>) -> SessionEnd {
        loop {
            select! {
                recv(messages) -> message => match message {
                    Ok(message) => {
                        if let Some(ending) = self.take(message) {
                            return ending;
                        }
                    }
                    // The client has closed the connection.
                    Err(_) => return SessionEnd::Abrupt,
                },
                recv(outcomes) -> outcome => {
                    if let Ok(outcome) = outcome {
                        self.outcome(outcome);
                    }
                },
                default(LOOK_FOR_CLIENT) => {
                    if self.client.process.is_some_and(|process| !self.host.is_running(process)) {
                        return SessionEnd::Abrupt;
                    }
                },
            }
        }
    }

    fn outcome(&mut self, outcome: PoolOutcome) {
        match outcome {
            PoolOutcome::Answer { id, result } => self.answer(id, result),
            PoolOutcome::Judged(verdict) => self.judged(verdict),
            PoolOutcome::Pulled {
                id,
                previous,
                verdict,
            } => self.pulled(id, previous.as_deref(), verdict),
            PoolOutcome::Scanned(scan) => self.scanned(scan),
            PoolOutcome::Generated(generated) => self.generated(generated),
            PoolOutcome::Base { uri, base } => self.take_base(&uri, base),
        }
    }

    /// Returns the configuration of a file. Errors in the configuration are reported, and the default is used.
    fn configuration(&self, path: Option<&PathBuf>) -> Configuration {
        let near = path.or_else(|| self.folders.first());
        let configuration = match near.map(|path| self.host.configuration(path)) {
            Some(Ok(configuration)) => configuration,
            Some(Err(problem)) => {
                self.log(&problem);
                Configuration::default()
            }
            None => Configuration::default(),
        };
        self.settings.under(configuration)
    }

    /// Returns a snapshot of everything that is common to all documents, with an empty document.
    fn base(&self) -> Snapshot {
        Snapshot {
            uri: String::new(),
            name: String::new(),
            text: Arc::new(DocumentText::new(String::new(), self.client.encoding)),
            parsed: Arc::default(),
            catalog: Arc::clone(&self.catalog),
            configuration: Configuration::default(),
            client: Arc::clone(&self.client),
            settings: Arc::clone(&self.settings),
            folders: Arc::clone(&self.folders),
            samples: Arc::clone(&self.samples),
            host: Arc::clone(&self.host),
            base: None,
        }
    }

    /// Returns a snapshot of a document.
    fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        let document = self.documents.get(uri)?;
        Some(Snapshot {
            uri: document.uri.clone(),
            name: document.name.clone(),
            text: Arc::clone(&document.text),
            parsed: Arc::clone(&document.parsed),
            base: document.base.clone(),
            configuration: self.configuration(document.path.as_ref()),
            ..self.base()
        })
    }

    fn start(
        &self,
        urgency: Urgency,
        run: impl FnOnce() -> PoolOutcome + Send + 'static,
        failed: impl FnOnce(String) -> PoolOutcome + Send + 'static,
    ) {
        self.pool.start(urgency, Task::new(run, failed));
    }

    /// Sends the response to a request, unless it was cancelled or its document has changed.
    fn answer(&mut self, id: RequestId, result: Result<Value, ResponseError>) {
        let Some(about) = self.pending.remove(&id) else {
            return;
        };
        let is_stale = about.is_some_and(|(uri, version)| {
            let document = self.documents.get(&uri);
            document.is_none_or(|document| document.version != version)
        });
        let response = if is_stale {
            failure(id, ErrorCode::ContentModified, "the document has changed")
        } else {
            match result {
                Ok(value) => Response::new_ok(id, value),
                Err(error) => Response::new_err(id, error.code, error.message),
            }
        };
        self.send(response.into());
    }
}

/// Returns the error response to a request.
fn failure(id: RequestId, code: ErrorCode, text: &str) -> Response {
    Response::new_err(id, code as i32, text.to_owned())
}
