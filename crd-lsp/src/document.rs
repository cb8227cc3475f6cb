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

/// What a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// YAML or JSON: manifests.
    Manifest,
    /// Rust: types of which CRDs are made.
    Rust,
}

/// A document that the client has open.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    /// Its URI as the client writes it.
    pub(crate) uri: String,
    /// How findings name it: its path, or its URI where it is no file.
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    pub(crate) language: Language,
    /// The version of the client.
    pub(crate) version: i32,
    pub(crate) text: Arc<DocumentText>,
    /// What is known of this text.
    pub(crate) parsed: Arc<ParsedText>,
    /// Its CRDs, as of the last verdict.
    pub(crate) crds: Option<Arc<CatalogFile>>,
    /// The version of the text that these CRDs are of.
    pub(crate) crds_of: Option<i32>,
    /// What the file was, for comparison.
    pub(crate) base: Option<Arc<BaseText>>,
    /// What the last verdict was about: the version of the text, and the catalog.
    pub(crate) judged: Option<(i32, u64)>,
    /// Whether a verdict is being made.
    pub(crate) is_running: bool,
    /// Whether that verdict compares with something else than it should.
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

/// Open documents by their URIs, however the client escapes them.
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

    /// The URIs of all, for loops that change them.
    pub(crate) fn uris(&self) -> Vec<String> {
        self.by_uri.keys().cloned().collect()
    }
}
