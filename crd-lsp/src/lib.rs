//! The language server of `crd-gen server`: provides crd-core's checks of CRDs, custom resources and CEL rules to editors.
//!
//! [`serve`] runs it over a connection. One thread owns the documents and receives the messages; longer tasks run in a pool of
//! threads with a snapshot, and their results are discarded if the document has changed. Files, configuration and generated CRDs
//! are provided by a [`Host`].
//!
//! All checks are those of crd-core: the diagnostics equal those of `crd-gen check` for CRDs and of `crd-gen validate` for other
//! objects.

mod catalog;
mod cel;
mod client;
mod compat;
mod diagnostics;
mod document;
mod findings;
mod host;
mod manifest;
mod objects;
mod parsed;
mod pool;
mod sampled;
mod semantic;
mod session;
mod settings;
mod snapshot;
mod text;
mod uri;
mod yaml;

pub use host::{BaseText, Configuration, GeneratedManifest, Host, RustField};
pub use session::{SessionEnd, serve};
