//! Generates Rust types from Kubernetes CRDs, from which the same CRDs can be generated again.
//!
//! The types derive `crd_core::Schema` and `crd_core::CustomResource`, with attributes for the contents of the CRD: bounds, patterns,
//! defaults, null, list types, rules, columns. Equal parts of schemas become one type, with a short name that later imports keep.
//! Parts that attributes cannot express are written as JSON, with `#[crd(schema_with = …)]`.
//!
//! The command is `crd-gen import`. In a build script:
//!
//! ```no_run
//! crd_import::Import::new()
//!     .file("crds/databases.yaml")
//!     .write_to_out_dir("databases.rs")
//!     .unwrap();
//! ```
//!
//! and `include!(concat!(env!("OUT_DIR"), "/databases.rs"));` in a module of the library. [`import`] returns the text and does not
//! access files.
//!
//! ```
//! let crd = r#"
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: databases.example.com}
//! spec:
//!   group: example.com
//!   names: {plural: databases, kind: Database}
//!   scope: Namespaced
//!   versions:
//!     - name: v1
//!       served: true
//!       storage: true
//!       schema:
//!         openAPIV3Schema:
//!           type: object
//!           required: [spec]
//!           properties:
//!             spec:
//!               type: object
//!               required: [replicas]
//!               properties:
//!                 replicas: {type: integer, format: int32, minimum: 1}
//! "#;
//! let crds = crd_import::read_crds(crd.as_bytes()).unwrap();
//! let imported = crd_import::import(&crds, &crd_import::ImportOptions::default(), &[]).unwrap();
//! let text = imported.one_file();
//! assert!(text.contains("#[crd(minimum = 1)]\n    pub replicas: i32,"));
//! ```

mod acceptable;
mod build;
mod ca_bundle;
mod constants;
mod depth;
mod error;
mod findings;
mod home;
mod import;
mod known;
mod layout;
mod model;
mod names;
mod options;
mod place;
mod plan;
mod predict;
mod read;
mod table;
#[cfg(test)]
mod tests;
mod unusable;
mod unused;
mod words;
mod write;

pub use build::Import;
pub use error::{ImportError, Rejection};
pub use import::{AllowedFinding, Imported, ImportedFile, ImportedResource, OmittedPart, SchemaNote, import};
pub use options::{Client, Deployment, ImportOptions, KubernetesTypes, NullHandling, UnionTypes};
pub use read::{normal_form, read_crds};
pub use write::is_imported;
