//! Verdicts on documents: computed in the pool, one at a time for each document, and published if the document has not changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use gen_lsp_types as lsp;
use lsp_server::RequestId;
use serde_json::{Value, json};

use super::{PoolOutcome, Session, Verdict};
use crate::document::Language;
use crate::host::BaseText;
use crate::pool::Urgency;
use crate::snapshot::Snapshot;
use crate::{diagnostics, uri};

impl Session {
    /// Starts a check of a document; if one is running, another one follows. Clients that pull diagnostics are not sent any, but the
    /// CRDs of the document are needed for other documents.
    pub(super) fn judge(&mut self, uri: &str) {
        let generation = self.catalog.generation();
        let Some(snapshot) = self.snapshot(uri) else {
            return;
        };
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let about = (document.version, generation);
        if document.is_running || document.language == Language::Rust || document.judged == Some(about) {
            return;
        }
        document.is_running = true;
        let failed = Verdict {
            uri: uri.to_owned(),
            about,
            found: None,
        };
        self.start(
            Urgency::Later,
            move || PoolOutcome::Judged(verdict(&snapshot, about)),
            |_| PoolOutcome::Judged(failed),
        );
    }

    /// Requests the older text of a document's file, if comparison is enabled.
    pub(super) fn ask_for_base(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let (Some(revision), Some(path)) = (&self.settings.compares_with, &document.path) else {
            document.base = None;
            return;
        };
        if document.language == Language::Rust {
            return;
        }
        let (revision, path, host) = (revision.clone(), path.clone(), Arc::clone(&self.host));
        let (asked, failed) = (uri.to_owned(), uri.to_owned());
        self.start(
            Urgency::Later,
            move || PoolOutcome::Base {
                uri: asked,
                base: host.base(&path, &revision),
            },
            |problem| PoolOutcome::Base {
                uri: failed,
                base: Err(problem),
            },
        );
    }

    /// Stores the older text of a document's file.
    pub(super) fn take_base(&mut self, uri: &str, base: Result<Option<BaseText>, String>) {
        let base = base.unwrap_or_else(|problem| {
            self.log(&format!("there is nothing to compare with: {problem}"));
            None
        });
        let base = base.map(Arc::new);
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.base != base {
            document.base = base;
            document.judged = None;
            document.is_outdated = document.is_running;
            self.judge(uri);
            self.refresh();
        }
    }

    /// Starts checks of all documents.
    pub(super) fn judge_all(&mut self) {
        for uri in self.documents.uris() {
            self.judge(&uri);
        }
    }

    /// Handles a verdict.
    pub(super) fn judged(&mut self, verdict: Verdict) {
        let uri = verdict.uri.clone();
        if let Some(document) = self.documents.get_mut(&uri) {
            document.is_running = false;
        }
        if let Some(diagnostics) = self.take_verdict(verdict)
            && !self.client.pulls_diagnostics
        {
            let version = self.documents.get(&uri).map(|document| document.version);
            self.publish(&uri, version, &diagnostics);
        }
        if let Some(document) = self.documents.get_mut(&uri)
            && std::mem::take(&mut document.is_outdated)
        {
            document.judged = None;
        }
        self.judge(&uri);
    }

    /// Stores the CRDs of a verdict. Returns the diagnostics if the document has not changed.
    fn take_verdict(&mut self, verdict: Verdict) -> Option<Vec<lsp::Diagnostic>> {
        let generation = self.catalog.generation();
        let document = self.documents.get_mut(&verdict.uri)?;
        let (version, of_generation) = verdict.about;
        if document.version != version {
            return None;
        }
        document.judged = Some(verdict.about);
        let (found, diagnostics) = verdict.found?;
        let is_current = of_generation == generation;
        let had_crds = document.crds.is_some() || self.files.contains_key(&document.name);
        let is_news = document.crds_of != Some(version) && (had_crds || found.crds.is_some());
        document.crds_of = Some(version);
        document.crds.clone_from(&found.crds);
        if is_news {
            if is_current {
                // This verdict included the document's own CRDs, so it is also valid for the next catalog.
                document.judged = Some((version, generation + 1));
                document.parsed.hold_for_next(generation);
            }
            self.catalog_changed();
        }
        is_current.then_some(diagnostics)
    }

    /// Responds to a request for diagnostics.
    pub(super) fn pulled(&mut self, id: RequestId, previous: Option<&str>, verdict: Verdict) {
        let about = verdict.about;
        let uri = verdict.uri.clone();
        let diagnostics = verdict.found.as_ref().map(|(_, diagnostics)| diagnostics.clone());
        self.take_verdict(verdict);
        if self.catalog.generation() != about.1 && self.documents.get(&uri).is_some() {
            // The response may be outdated because of the new CRDs, so the client must request it again.
            self.refresh();
        }
        // After a panic, there are no diagnostics.
        let result = Ok(report(&diagnostics.unwrap_or_default(), previous));
        self.answer(id, result);
    }

    pub(super) fn publish(&self, uri: &str, version: Option<i32>, diagnostics: &[lsp::Diagnostic]) {
        if self.client.pulls_diagnostics {
            return;
        }
        let uri = self.documents.get(uri).map_or(uri, |document| &document.uri);
        let mut params = json!({"uri": uri, "diagnostics": diagnostics});
        if let Some(version) = version {
            params["version"] = version.into();
        }
        self.notify("textDocument/publishDiagnostics", params);
    }
}

/// Computes the verdict on a document.
pub(super) fn verdict(snapshot: &Snapshot, about: (i32, u64)) -> Verdict {
    let found = snapshot.findings();
    let diagnostics = diagnostics::of(&found.findings, &snapshot.text, &snapshot.uri, &snapshot.client);
    Verdict {
        uri: snapshot.uri.clone(),
        about,
        found: Some((found, diagnostics)),
    }
}

/// Returns the response to a request for the diagnostics of a document; a short one if nothing has changed.
pub(super) fn report(diagnostics: &[lsp::Diagnostic], previous: Option<&str>) -> Value {
    let items = json!(diagnostics);
    let mut hasher = DefaultHasher::new();
    items.to_string().hash(&mut hasher);
    let id = format!("{:016x}", hasher.finish());
    if previous == Some(id.as_str()) {
        return json!({"kind": "unchanged", "resultId": id});
    }
    json!({"kind": "full", "resultId": id, "items": items})
}

/// Returns the result IDs of the client's reports, by URI.
pub(super) fn previous(params: &Value) -> BTreeMap<String, String> {
    let known = params.get("previousResultIds").and_then(Value::as_array);
    let text = |known: &Value, key: &str| known.get(key).and_then(Value::as_str).map(str::to_owned);
    let pair = |known: &Value| Some((uri::normal(&text(known, "uri")?), text(known, "value")?));
    let mut previous = BTreeMap::new();
    previous.extend(known.into_iter().flatten().filter_map(pair));
    previous
}

/// Returns the response to a request for the diagnostics of the workspace: open documents, and all other files.
pub(super) fn of_workspace(
    base: &Snapshot,
    open: &[(Snapshot, i32)],
    known: &BTreeMap<String, String>,
) -> Value {
    let mut items = Vec::new();
    let mut add = |snapshot: &Snapshot, version: Option<i32>| {
        let (_, diagnostics) = verdict(snapshot, (0, 0)).found.unwrap_or_default();
        let previous = known.get(&uri::normal(&snapshot.uri)).map(String::as_str);
        if diagnostics.is_empty() && previous.is_none() {
            return;
        }
        let mut report = report(&diagnostics, previous);
        report["uri"] = snapshot.uri.as_str().into();
        report["version"] = version.into();
        items.push(report);
    };
    for (snapshot, version) in open {
        add(snapshot, Some(*version));
    }
    for folder in base.folders.iter() {
        for path in base.host.manifests(folder) {
            let uri = uri::of_path(&path);
            let is_open = open.iter().any(|(open, _)| uri::normal(&open.uri) == uri);
            if is_open {
                continue;
            }
            if let Some(snapshot) = base.of_file(&path) {
                add(&snapshot, None);
            }
        }
    }
    json!({"items": items})
}
