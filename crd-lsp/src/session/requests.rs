//! The requests of the client, which are answered in the pool.

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request, RequestId, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{PoolOutcome, Session, Verdict, failure, verdicts};
use crate::document::Language;
use crate::pool::Urgency;
use crate::semantic::semantic_tokens;
use crate::snapshot::Snapshot;
use crate::{cel, manifest, objects};

/// Answers a request about a document.
type Handler = fn(&Snapshot, Value) -> Result<Value, ResponseError>;

/// Returns the handler for requests about a document; `None` for an unknown method.
fn answer_to(method: &str) -> Option<Handler> {
    Some(match method {
        "textDocument/completion" => |snapshot, params| typed(snapshot, params, completion),
        "textDocument/hover" => |snapshot, params| typed(snapshot, params, hover),
        "textDocument/signatureHelp" => |snapshot, params| typed(snapshot, params, cel::signature),
        "textDocument/semanticTokens/full" => |snapshot, params| typed(snapshot, params, semantic_tokens),
        "textDocument/codeLens" => |snapshot, params| typed(snapshot, params, cel::lenses),
        "codeLens/resolve" => |snapshot, params| typed(snapshot, params, cel::resolve_lens),
        "textDocument/definition" => |snapshot, params| typed(snapshot, params, objects::define),
        "textDocument/references" => |snapshot, params| typed(snapshot, params, manifest::references),
        "textDocument/prepareRename" => |snapshot, params| typed(snapshot, params, manifest::prepare_rename),
        "textDocument/rename" => renamed,
        "textDocument/codeAction" => |snapshot, params| typed(snapshot, params, objects::actions),
        "textDocument/inlayHint" => |snapshot, params| typed(snapshot, params, hints),
        "textDocument/documentSymbol" => |snapshot, params| typed(snapshot, params, objects::symbols),
        "textDocument/foldingRange" => |snapshot, params| typed(snapshot, params, objects::folds),
        "textDocument/selectionRange" => |snapshot, params| typed(snapshot, params, objects::selections),
        _ => return None,
    })
}

/// Returns the priority of a request: requests that read all files, or generate samples, must not delay completion.
fn urgency(method: &str) -> Urgency {
    match method {
        "codeLens/resolve" | "textDocument/references" => Urgency::Later,
        _ => Urgency::Now,
    }
}

/// Handles a rename, which may fail.
fn renamed(snapshot: &Snapshot, params: Value) -> Result<Value, ResponseError> {
    let params: lsp::RenameParams = read(params)?;
    manifest::rename(snapshot, &params).map_err(|message| ResponseError {
        code: ErrorCode::RequestFailed as i32,
        message,
        data: None,
    })
}

/// Handles completion: in expressions, or else in objects.
fn completion(snapshot: &Snapshot, params: &lsp::CompletionParams) -> Value {
    cel::complete(snapshot, params).map_or_else(|| json!(objects::complete(snapshot, params)), Value::Array)
}

/// Handles hover: in expressions, or else in objects.
fn hover(snapshot: &Snapshot, params: &lsp::HoverParams) -> Value {
    cel::hover(snapshot, params).unwrap_or_else(|| json!(objects::hover(snapshot, params)))
}

/// Returns inlay hints: the defaults of objects, and the costs of rules.
fn hints(snapshot: &Snapshot, params: &lsp::InlayHintParams) -> Vec<Value> {
    let mut hints = objects::hints(snapshot, params);
    hints.extend(cel::hints(snapshot, params));
    hints
}

/// Deserializes the parameters, and serializes the result.
fn typed<P: DeserializeOwned, R: Serialize>(
    snapshot: &Snapshot,
    params: Value,
    answer: fn(&Snapshot, &P) -> R,
) -> Result<Value, ResponseError> {
    let params: P = read(params)?;
    serde_json::to_value(answer(snapshot, &params)).map_err(|problem| ResponseError {
        code: ErrorCode::InternalError as i32,
        message: format!("the result cannot be written: {problem}"),
        data: None,
    })
}

/// Deserializes the parameters.
fn read<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    serde_json::from_value(params).map_err(|problem| ResponseError {
        code: ErrorCode::InvalidParams as i32,
        message: format!("the parameters cannot be read: {problem}"),
        data: None,
    })
}

impl Session {
    /// Starts a task for a request.
    pub(super) fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "textDocument/diagnostic" => self.pull(id, &params),
            "workspace/diagnostic" => self.pull_workspace(id, &params),
            _ => match answer_to(&method) {
                Some(answer) => self.about_document(id, params, answer, urgency(&method)),
                None => {
                    let text = format!("unknown request `{method}`");
                    self.send(failure(id, ErrorCode::MethodNotFound, &text).into());
                }
            },
        }
    }

    fn about_document(&mut self, id: RequestId, params: Value, answer: Handler, urgency: Urgency) {
        let Some(snapshot) = self.document_of(&id, &params) else {
            self.answer(id, Ok(Value::Null));
            return;
        };
        let (answered, failed) = (id.clone(), id);
        self.start(
            urgency,
            move || PoolOutcome::Answer {
                id: answered,
                result: answer(&snapshot, params),
            },
            |panic| PoolOutcome::Answer {
                id: failed,
                result: Err(panicked(&panic)),
            },
        );
    }

    /// Records a pending request. Returns a snapshot of its document, if it is open.
    fn document_of(&mut self, id: &RequestId, params: &Value) -> Option<Snapshot> {
        let uri = params
            .pointer("/textDocument/uri")
            .or_else(|| params.pointer("/data/textDocument/uri"))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let snapshot = self.snapshot(uri);
        let about = self
            .documents
            .get(uri)
            .map(|document| (document.uri.clone(), document.version));
        self.pending.insert(id.clone(), about);
        snapshot
    }

    fn pull(&mut self, id: RequestId, params: &Value) {
        let Some(snapshot) = self.document_of(&id, params) else {
            self.answer(id, Ok(verdicts::report(&[], None)));
            return;
        };
        let version = self
            .documents
            .get(&snapshot.uri)
            .map_or(0, |document| document.version);
        let about = (version, self.catalog.generation());
        let previous = params
            .get("previousResultId")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let (answered, failed) = (id.clone(), id);
        let nothing = Verdict {
            uri: snapshot.uri.clone(),
            about,
            found: None,
        };
        self.start(
            Urgency::Later,
            move || PoolOutcome::Pulled {
                id: answered,
                previous,
                verdict: verdicts::verdict(&snapshot, about),
            },
            |_| PoolOutcome::Pulled {
                id: failed,
                previous: None,
                verdict: nothing,
            },
        );
    }

    fn pull_workspace(&mut self, id: RequestId, params: &Value) {
        let base = self.base();
        let open = self
            .documents
            .iter()
            .filter(|document| document.language == Language::Manifest);
        let open = open.filter_map(|document| Some((self.snapshot(&document.uri)?, document.version)));
        let open: Vec<_> = open.collect();
        self.pending.insert(id.clone(), None);
        let known = verdicts::previous(params);
        let (answered, failed) = (id.clone(), id);
        self.start(
            Urgency::Later,
            move || PoolOutcome::Answer {
                id: answered,
                result: Ok(verdicts::of_workspace(&base, &open, &known)),
            },
            |panic| PoolOutcome::Answer {
                id: failed,
                result: Err(panicked(&panic)),
            },
        );
    }
}

fn panicked(panic: &str) -> ResponseError {
    ResponseError {
        code: ErrorCode::InternalError as i32,
        message: format!("the request failed: {panic}"),
        data: None,
    }
}
