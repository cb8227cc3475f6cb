//! Validates the objects of a text by the CRDs that declare their kinds: computes what an API server would store, warn
//! of and reject.
//!
//! ```text
//! CRDs      widgets.example.com: {spec: {replicas: {type: integer, minimum: 1}}}
//! text      kind: Widget, spec: {replicas: 0, colour: red}
//! findings  CRD0502 unknown field `spec.colour`, which the server drops
//!           CRD0505 `spec.replicas` must be greater than or equal to 1, not 0, with a second label at `minimum: 1`
//! ```
//!
//! [`Crds`] is built once and may be used from several threads; a schema is compiled when the first object needs it.
//! [`Objects`] are those of one text, each of which is validated on its own.
//!
//! ```
//! use crd_core::check::objects::{Crds, ObjectOptions, Objects};
//! use crd_core::KubeVersion;
//!
//! let mut crds = Crds::new(KubeVersion::DEFAULT);
//! crds.add("widgets.yaml", "
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: widgets.example.com}
//! spec:
//!   group: example.com
//!   scope: Namespaced
//!   names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema:
//!       openAPIV3Schema:
//!         type: object
//!         properties:
//!           spec: {type: object, properties: {replicas: {type: integer, minimum: 1}}}
//! ".to_owned());
//! let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {replicas: 0}\n";
//! let objects = Objects::read(text, &ObjectOptions::default());
//! let judged = objects.check(0, &crds, &ObjectOptions::default()).unwrap();
//! assert_eq!(judged.findings[0].message, "`spec.replicas` must be greater than or equal to 1, not 0");
//! ```

mod admit;
mod builtin;
mod checked;
mod corrections;
mod crd_place;
mod crds;
mod declaration;
mod declared;
mod diagnose;
mod explain;
mod ignored;
mod list;
mod meant;
mod nulls;
mod old;
mod options;
mod other_version;
mod place;
mod stored;
mod subject;
mod text;
mod undecodable;
mod words;

pub use checked::{CheckedObject, CheckedRequest, ObjectOutcome, SkipReason};
pub use crds::{AddedCrds, CrdFile, Crds, RejectedCrd};
pub use declaration::{Declaration, SchemaPlace};
pub use declared::{DeclaredRule, RuleLocation};
pub use old::OldObjects;
pub use options::{ObjectOptions, RequestTarget, UnknownKinds};
pub use place::ObjectStep;
pub use text::Objects;
