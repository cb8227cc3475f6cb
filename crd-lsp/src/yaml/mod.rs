//! A reader of incomplete YAML: it never fails, and finds the context of a position.
//!
//! ```text
//! spec:
//!   replicas: 3
//!   na            a member without a colon
//!   template:     a member whose value is missing
//! ```
//!
//! The structure is determined by indentation. Lines with wrong indentation belong to the object above them. Which texts the server
//! can read is determined by the exact reader of crd-core.

mod cursor;
mod flow;
mod lines;
mod reader;
mod scalar;
mod tree;

pub(crate) use cursor::{Cursor, CursorPlace, CursorStep, node_at};
pub(crate) use reader::{document_spans, read, read_document};
pub(crate) use scalar::Style;
pub(crate) use tree::{LooseDocument, LooseNode, LooseValue};
