//! The language server behind `crd-gen server`: what crd-core knows of CRDs, custom resources and CEL rules, while they are typed.
//!
//! [`serve`] runs it over a connection. One thread owns the documents and takes the messages; whatever takes time runs in a pool
//! of threads, on a snapshot, and is thrown away when the document has moved on. Files, configuration and generated CRDs come
//! from a [`Host`].
//!
//! Every verdict is crd-core's: the diagnostics are those of `crd-gen check` for CRDs and of `crd-gen validate` for other objects.

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
pub use session::{Ending, serve};
