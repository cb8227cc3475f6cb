//! Shows notes on Rust types, with the source line if the note begins with a place.

use crd_core::build::RustFile;

use super::package::Package;
use crate::report::{Drawing, Mark, MarkKind};
use crate::source::SourceText;
use crate::terminal::{Terminal, WARNING, width};

/// Prints a note of a package as a warning.
pub(super) fn warn(note: &str, package: &Package, terminal: &Terminal) {
    match RustFile::of_note(note, &package.directory) {
        Some((file, span, message)) => {
            let source = SourceText::new(file.path, file.text);
            let mark = Mark {
                span,
                text: "",
                kind: MarkKind::Main,
            };
            let mut drawing = Drawing::beside(&source, std::slice::from_ref(&mark), width());
            drawing.text = format!("{message}\n");
            drawing.excerpt("-->", &source, &[mark], "", WARNING);
            terminal.warning(&drawing.text);
        }
        None => terminal.warning(note),
    }
}
