//! Reads and writes YAML.
//!
//! The reader (`read`) resolves values as kubectl does and keeps the position of each. The writer (`write`)
//! produces YAML that every YAML 1.1 and 1.2 reader reads back as the same value.
//!
//! ```
//! use crd_core::yaml::{Options, read, to_string};
//!
//! let read = read(b"on: yes\nport: 0x10\n", Options::default());
//! let root = &read.documents[0].root;
//! // kubectl reads YAML 1.1: `on` and `yes` are booleans, and keys are texts.
//! assert_eq!(root.to_json(), serde_json::json!({"true": true, "port": 16}));
//! assert_eq!(to_string(&serde_json::json!({"answer": "yes"})).unwrap(), "answer: \"yes\"\n");
//! ```

#[cfg(feature = "check")]
mod lines;
#[cfg(feature = "check")]
mod read;
pub mod tree;
mod write;

#[cfg(feature = "check")]
pub use lines::{LineIndex, Position};
#[cfg(feature = "check")]
pub use read::offset::{source_offset, source_offsets};
#[cfg(feature = "check")]
pub(crate) use read::unquoted::{is_expression, quoted, quoted_up_to};
#[cfg(feature = "check")]
pub use read::{Document, Options, ParsedFile, ReadError, ReadErrorKind, read, scalar, to_utf8};
#[cfg(feature = "check")]
pub(crate) use read::{Repair, read_text, repairs};
#[cfg(feature = "check")]
pub(crate) use write::style::{in_flow, is_plain};
pub use write::{WriteError, to_string};
