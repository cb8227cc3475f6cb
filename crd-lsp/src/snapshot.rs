//! The input of a request: the state of a document when the request arrived, with everything that it depends on.

use std::path::Path;
use std::sync::Arc;

use crd_core::KubeVersion;
use crd_core::check::lossy_text;
use crd_core::check::objects::Crds;
use gen_lsp_types::Position;

use crate::catalog::Catalog;
use crate::client::Client;
use crate::findings::{self, FileFindings};
use crate::host::{BaseText, Configuration, Host};
use crate::parsed::{ParsedDocument, ParsedText};
use crate::sampled::SampleCache;
use crate::settings::Settings;
use crate::text::DocumentText;
use crate::uri;

/// The state of a document, with everything that its requests depend on.
#[derive(Clone)]
pub(crate) struct Snapshot {
    /// The URI as the client writes it.
    pub(crate) uri: String,
    /// The name of the document in findings.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: Arc<DocumentText>,
    /// The parsed text.
    pub(crate) parsed: Arc<ParsedText>,
    /// The CRDs.
    pub(crate) catalog: Arc<Catalog>,
    /// The older text of the file, for comparison.
    pub(crate) base: Option<Arc<BaseText>>,
    /// The configuration of the document.
    pub(crate) configuration: Configuration,
    /// The capabilities of the client.
    pub(crate) client: Arc<Client>,
    /// The user's settings in the client.
    pub(crate) settings: Arc<Settings>,
    /// Samples of CRDs.
    pub(crate) samples: Arc<SampleCache>,
    /// The folders of the workspace.
    pub(crate) folders: Arc<Vec<std::path::PathBuf>>,
    /// The host, for access to files.
    pub(crate) host: Arc<dyn Host>,
}

impl Snapshot {
    /// Returns the version of the API server.
    pub(crate) fn version(&self) -> KubeVersion {
        self.configuration.kubernetes_version.unwrap_or_default()
    }

    /// Returns the CRDs for that version.
    pub(crate) fn crds(&self) -> Arc<Crds> {
        self.catalog.crds(self.version())
    }

    /// Returns a snapshot of a file that is not open; `None` if it cannot be read.
    pub(crate) fn of_file(&self, path: &Path) -> Option<Self> {
        let bytes = self.host.read(path).ok()?;
        let configuration = self.host.configuration(path).unwrap_or_default();
        Some(Snapshot {
            uri: uri::of_path(path),
            name: path.display().to_string(),
            text: Arc::new(self.text.like(lossy_text(bytes))),
            parsed: Arc::default(),
            base: None,
            configuration: self.settings.under(configuration),
            ..self.clone()
        })
    }

    /// Returns the text as a string.
    pub(crate) fn content(&self) -> &str {
        self.text.as_str()
    }

    /// Returns the documents of the text.
    pub(crate) fn documents(&self) -> &[Arc<ParsedDocument>] {
        self.parsed.documents(self.content())
    }

    /// Returns the findings of the text.
    pub(crate) fn findings(&self) -> Arc<FileFindings> {
        let find = || {
            findings::find(
                &self.name,
                self.content(),
                &self.catalog,
                &self.configuration,
                self.base.as_deref(),
            )
        };
        self.parsed
            .findings(self.catalog.generation(), self.base.as_ref(), find)
    }

    /// Returns the document that contains a byte offset.
    pub(crate) fn document_at(&self, offset: usize) -> Option<&Arc<ParsedDocument>> {
        self.parsed.document_at(self.content(), offset)
    }

    /// Returns the byte offset of a position.
    pub(crate) fn offset(&self, position: Position) -> usize {
        self.text.offset(position)
    }
}
