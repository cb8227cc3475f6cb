//! A reader of unfinished YAML: it never fails, and says where a position is in what there is.
//!
//! ```text
//! spec:
//!   replicas: 3
//!   na            a member without a colon
//!   template:     a member whose value is missing
//! ```
//!
//! It goes by indentation, as people read. Lines that are indented wrongly belong to the object above them. The exact reader of
//! crd-core stays the judge of what the server reads.

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
