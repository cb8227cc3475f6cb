//! Open documents.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use gen_lsp_types as lsp;

use crate::catalog::CatalogFile;
use crate::host::BaseText;
use crate::parsed::ParsedText;
use crate::text::DocumentText;
use crate::uri;

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Manifests in YAML or JSON.
    Manifest,
    /// Rust, with types from which CRDs are generated.
    Rust,
}

/// A document that the client has open.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    /// The URI as the client writes it.
    pub(crate) uri: String,
    /// The name in findings: its path, or its URI if it is not a file.
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) language: Language,
    /// The client's version of the document.
    pub(crate) version: i32,
    pub(crate) text: Arc<DocumentText>,
    /// The parsed text.
    pub(crate) parsed: Arc<ParsedText>,
    /// The CRDs of the last check.
    pub(crate) crds: Option<Arc<CatalogFile>>,
    /// The version of the text from which these CRDs were read.
    pub(crate) crds_of: Option<i32>,
    /// The older text of the file, for comparison.
    pub(crate) base: Option<Arc<BaseText>>,
    /// The version of the text and the catalog of the last check.
    pub(crate) judged: Option<(i32, u64)>,
    /// Whether a check is running.
    pub(crate) is_running: bool,
    /// Whether that check uses an outdated base for comparison.
    pub(crate) is_outdated: bool,
}

impl OpenDocument {
    pub(crate) fn new(item: lsp::TextDocumentItem, encoding: crate::text::Encoding) -> Self {
        let path = uri::path(&item.uri.0);
        let name = path
            .as_ref()
            .map_or_else(|| item.uri.0.clone(), |path| path.display().to_string());
        let is_rust = path
            .as_ref()
            .is_some_and(|path| path.extension().is_some_and(|extension| extension == "rs"));
        OpenDocument {
            name,
            path,
            language: if is_rust {
                Language::Rust
            } else {
                Language::Manifest
            },
            version: item.version,
            text: Arc::new(DocumentText::new(item.text, encoding)),
            parsed: Arc::default(),
            uri: item.uri.0,
            crds: None,
            crds_of: None,
            base: None,
            judged: None,
            is_running: false,
            is_outdated: false,
        }
    }
}

/// Open documents by normalized URI.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    by_uri: BTreeMap<String, OpenDocument>,
}

impl Documents {
    pub(crate) fn open(&mut self, document: OpenDocument) -> Option<OpenDocument> {
        self.by_uri.insert(uri::normal(&document.uri), document)
    }

    pub(crate) fn close(&mut self, uri: &str) -> Option<OpenDocument> {
        self.by_uri.remove(&uri::normal(uri))
    }

    pub(crate) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.by_uri.get(&uri::normal(uri))
    }

    pub(crate) fn get_mut(&mut self, uri: &str) -> Option<&mut OpenDocument> {
        self.by_uri.get_mut(&uri::normal(uri))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &OpenDocument> {
        self.by_uri.values()
    }

    /// Returns the URIs of all documents, for loops that change them.
    pub(crate) fn uris(&self) -> Vec<String> {
        self.by_uri.keys().cloned().collect()
    }
}
